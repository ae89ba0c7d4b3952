"""Matches of chess teams on paper: the boards of each, with or without their results."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.entrants import rating_text
from engine.event import Event, Match, Round, TeamBoard
from engine.phrases import listed, phrase
from engine.protocol import Format, matches_left_out, numbers
from engine.results import with_half_signs
from engine.teams import players_by_id
from saves.csv_cells import Cell
from saves.sheets import FEDERATION, Grid, SheetColumn, marked_result, titled

WRITTEN = "\u00a0"
"""A cell to be written in: an empty one is printed as a dash."""


def match_sheets(event: Event, format: Format, round: Round, filled: bool = True) -> list[Grid]:
    """A table for each match: its boards, the home team on the left, results as the home team has
    them; with room for the results where they are not to be `filled` in. One table of all boards
    where teams have many matches of few boards in a round. Empty for other events."""
    matches = sorted(round.matches, key=lambda match: match.board)
    out = matches_left_out(event, format)
    if filled and format.several_boards and any(match.lineups for match in matches):
        return [_games(event, matches)]
    return [_match(event, match, filled, out) for match in matches if match.lineups]


def squads(event: Event, format: Format) -> list[Grid]:
    """The players of each team in board order, the teams as in the entry list; empty where no team
    has any."""
    there = [one.player for one in players_by_id(event).values()]
    rated, from_somewhere = any(p.rating for p in there), any(p.federation for p in there)
    columns = [SheetColumn(phrase("Bd"), right=True), SheetColumn(phrase("Name"), person=True)]
    columns += [FEDERATION] if from_somewhere else []
    columns += [SheetColumn(phrase("Rating"), right=True)] if rated else []
    grids, order = [], numbers(format, event)
    for team in sorted(event.entrants, key=lambda team: order[team.id]):
        rows = tuple(
            (
                at,
                titled(one.title, one.name),
                *((one.federation,) if from_somewhere else ()),
                *((rating_text(one),) if rated else ()),
            )
            for at, one in enumerate(team.players, start=1)
        )
        if rows:
            grids.append(Grid(team.name, tuple(columns), rows, people=((),) * len(rows)))
    return grids


def _games(event: Event, matches: Sequence[Match]) -> Grid:
    columns = (
        SheetColumn(phrase("Bd"), right=True),
        SheetColumn(phrase("Team"), person=True),
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Rating"), right=True),
        SheetColumn(phrase("Colour")),
        SheetColumn(phrase("Result")),
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Rating"), right=True),
        SheetColumn(phrase("Team"), person=True),
    )
    rows = []
    for match in matches:
        home, away = (event.entrant(id).name for id in match.pair)
        for number, board in enumerate(match.lineups, start=1):
            _, colour, *player, shown, _, other, rating = _row(event, number, board, True)
            where = f"{match.board}.{number}" if len(match.lineups) > 1 else str(match.board)
            rows.append((where, home, *player, colour, shown, other, rating, away))
    return Grid(phrase("Games"), columns, tuple(rows), people=((),) * len(rows))


def _match(
    event: Event, match: Match, filled: bool, out: Collection[tuple[int, tuple[str, str]]]
) -> Grid:
    home, away = (event.entrant(id).name for id in match.pair)
    score = marked_result(match, out) if filled and match.result else ""
    where = phrase("{board} {number}", board=event.board_word.capitalize(), number=match.board)
    teams = listed(" - ", (home, away))
    title = listed("  ", [text for text in (where, teams, score) if text])
    columns = (
        SheetColumn(phrase("Bd"), right=True),
        SheetColumn(phrase("Colour")),
        SheetColumn(home, person=True),
        SheetColumn(phrase("Rating"), right=True),
        SheetColumn(phrase("Result")),
        SheetColumn(phrase("Colour")),
        SheetColumn(away, person=True),
        SheetColumn(phrase("Rating"), right=True),
    )
    rows = tuple(
        _row(event, number, board, filled) for number, board in enumerate(match.lineups, start=1)
    )
    return Grid(title, columns, rows, () if filled else (_signed(),), ((),) * len(rows))


def _signed() -> str:
    """What the captains fill in below the boards."""
    return phrase(
        "Score {short} : {short}   Captains {long}   {long}", short="_" * 6, long="_" * 22
    )


def _row(event: Event, number: int, board: TeamBoard, filled: bool) -> tuple[Cell, ...]:
    colours = phrase("White"), phrase("Black")
    home, away = reversed(colours) if board.away_white else colours
    result = board.home_result if filled else None
    shown = with_half_signs(result.text) if result else ""
    shown = shown if filled else WRITTEN
    return number, home, *_player(event, board.home), shown, away, *_player(event, board.away)


def _player(event: Event, id: str) -> tuple[Cell, ...]:
    known = players_by_id(event).get(id)
    if known is None:
        return ("-" if id == "" else id), ""
    rating = str(known.player.rating or "")
    return titled(known.player.title, known.player.name), rating
