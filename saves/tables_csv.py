"""CSV files of an event: entries (to be read again), pairings, standings."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import Entrant, field_text, rating_text
from engine.event import Bye, Event, Match, Round
from engine.match_results import MatchResult, TeamResult
from engine.points import NIL
from engine.protocol import Format, numbers
from engine.refusal import Refused
from engine.results import GAME_WORTH, Result
from engine.standings import as_of
from engine.teams import players_by_id
from saves import sheets
from saves.columns_csv import HEADERS
from saves.csv_cells import Cell, csv_text

HOW = {"absent": "absent", "missed": "entered later"}


def write_csv(event: Event, format: Format, table: str, round: int | None = None) -> str:
    """`entries`, `pairings` (of that round) or `standings` (after it) as CSV text."""
    if table == "entries":
        return write_entries_csv(event)
    if table == "pairings":
        return write_pairings_csv(event, format, sheets.published_round(event, round))
    if table == "standings":
        return write_standings_csv(event, format, round)
    raise Refused(f"there is no table {table[:20]!r}", "", "known: entries pairings standings")


def write_entries_csv(event: Event) -> str:
    """The entry list as `read_entries` reads it, in order of entry; empty columns left out."""
    loss, draw, win = event.settings.round_points
    worth = {"byes": (draw,), "zero_byes": (NIL, loss), "full_byes": (win,)}

    teams = any(entrant.players for entrant in event.entrants)

    def cells_of(entrant: Entrant, team: str = "", board: int | None = None) -> dict[str, Cell]:
        cells: dict[str, Cell] = {"team": team or None, "board": board} if teams else {}
        cells |= {name: field_text(entrant, name) or None for name in ENTRANT_FIELDS}
        cells["rating"] = cells["rating"] if entrant.rating else None
        for field, points in worth.items():
            rounds = [str(bye.round) for bye in entrant.byes if bye.points in points]
            cells[HEADERS[field]] = " ".join(rounds) or None
        return cells

    rows = []
    for entrant in event.entrants:
        if not teams:
            rows.append(cells_of(entrant))
            continue
        # a row for each player, and one without a name that is the team's own
        own = cells_of(replace(entrant, rating=None), entrant.name)
        rows.append(own | {"name": None})
        rows += [cells_of(p, entrant.name, at) for at, p in enumerate(entrant.players, start=1)]
    first = ("team", "board", "name") if teams else ("name",)
    others = (key for key in (rows[0] if rows else ()) if key not in first)
    used = [*first, *(key for key in others if _any(rows, key))]
    return csv_text(used, ([row[key] for key in used] for row in rows))


def _any(rows: list[dict[str, Cell]], key: str) -> bool:
    return any(row[key] is not None for row in rows)


def write_pairings_csv(event: Event, format: Format, round: Round) -> str:
    """A round by board; results as points of each side, `how` saying forfeit, adjourned, bye.

    A result in one cell would be a date or a formula to a spreadsheet.
    """
    if any(match.lineups for match in round.matches):
        return _by_board(event, round)
    order = numbers(format, event)
    head = [
        *("round", "board", "white_no", "white", "white_rating", "black_no", "black"),
        *("black_rating", "white_points", "black_points", "how", "section", "group"),
    ]
    # what both sides of a whole match scored: IMPs, or games of a best of n
    whole = any(match.boards or match.games > 1 for match in round.matches)
    head += ["stage", "boards", "white_score", "black_score", "tie_break"] if whole else []
    rows: list[list[Cell]] = []
    for match in sorted(round.matches, key=lambda m: m.board):
        white, black = event.entrant(match.white), event.entrant(match.black)
        rows.append(
            [
                *(round.number, match.board, order[white.id], white.name, rating_text(white)),
                *(order[black.id], black.name, rating_text(black)),
                *_points(match, event),
                *(match.section, match.group),
                *(_whole(format, match) if whole else ()),
            ]
        )
    for bye in round.byes:
        entrant = event.entrant(bye.entrant)
        how = _without_game(bye)
        seat: list[Cell] = [order[entrant.id], entrant.name, rating_text(entrant)]
        after: list[Cell] = ["", bye.group, *([bye.group, None, None, None, ""] if whole else [])]
        rows.append([round.number, None, *seat, None, None, None, bye.points, None, how, *after])
    return csv_text(head, rows)


def _by_board(event: Event, round: Round) -> str:
    """A round of chess teams: a row for each match, home first, with its game points; behind it
    one for each of its boards, White first."""
    head = (
        *("round", "table", "board", "white", "white_rating", "black", "black_rating"),
        *("white_points", "black_points", "how", "tie_break"),
    )
    rows: list[list[Cell]] = []
    for match in sorted(round.matches, key=lambda m: m.board):
        where: list[Cell] = [round.number, match.board]
        home, away = (event.entrant(id) for id in match.pair)
        result = match.result
        both: list[Cell] = [None, None]
        tie = ""
        if isinstance(result, TeamResult):
            both = [result.home, result.away]
            tie = result.tiebreak.text if result.tiebreak else ""
        teams = [home.name, rating_text(home), away.name, rating_text(away)]
        rows.append([*where, None, *teams, *both, _how(result), tie])
        for number, board in enumerate(match.lineups, start=1):
            sides: list[Cell] = []
            for id in (board.white, board.black):
                known = players_by_id(event).get(id)
                rating = rating_text(known.player) if known else ""
                sides += [known.player.name if known else "", rating]
            points: list[Cell] = [None, None]
            if board.result:
                game = board.result
                points = [GAME_WORTH[game.outcome("white")], GAME_WORTH[game.outcome("black")]]
            rows.append([*where, number, *sides, *points, _how(board.result), ""])
    for bye in round.byes:
        entrant = event.entrant(bye.entrant)
        how = _without_game(bye)
        seat: list[Cell] = [entrant.name, rating_text(entrant), "", ""]
        rows.append([round.number, None, None, *seat, bye.points, None, how, ""])
    return csv_text(head, rows)


def _without_game(bye: Bye) -> str:
    return "walkover" if bye.left else HOW.get(bye.kind, f"{bye.kind} bye")


def _how(result: Result | None) -> str:
    if result is None:
        return "open"
    return "adjourned" if result.provisional else "played" if result.played else "forfeit"


def _whole(format: Format, match: Match) -> tuple[Cell, ...]:
    """Stage, boards, the scores of both sides, how a tie was broken."""
    stage, result = format.stage_name(match), match.result
    if not isinstance(result, MatchResult):
        return stage, match.boards, None, None, ""
    tie = result.tiebreak.text if result.tiebreak else ""
    return stage, match.boards, result.home, result.away, tie


def _points(match: Match, event: Event) -> tuple[Decimal | None, Decimal | None, str]:
    result = match.result
    if result is None:
        return None, None, "open"
    how = _how(result)
    white = result.points("white", event.settings)
    return white, result.points("black", event.settings), how


def write_standings_csv(event: Event, format: Format, after: int | None = None) -> str:
    """Every table under one header: `table` names it, each tie-break has its column."""
    past = event if after is None else as_of(event, after)
    tables = format.standings(past)
    codes = list(dict.fromkeys(code for table in tables for code in table.columns))
    head = [
        *("table", "rank", "no", "id", "name", "title", "rating", "federation", "club"),
        *("school", "category", "points", *codes, "status", "remark"),
    ]
    rows: list[list[Cell]] = []
    for table in tables:
        for row in table.rows:
            e = past.entrant(row.id)
            person = (e.title, rating_text(e), e.federation, e.club, e.school, e.category)
            values = [row.tiebreaks.get(code) for code in codes]
            rows.append(
                [
                    *(table.name, row.rank, row.no, int(row.id), row.name, *person),
                    *(row.points, *values, row.status, row.remark),
                ]
            )
    return csv_text(head, rows)
