"""The card of a player or team: every round with its why, points, place and tie-breaks.

It is on top of the place from which it was opened. Enter goes on to the opponent of the selected
round, and back goes the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.actions import name_of
from engine.entrants import EntrantId, rating_text
from engine.event import Event, entrants_by_id
from engine.history import CardLine, cards
from engine.match_words import length_text
from engine.points import points_named, points_text
from engine.protocol import Format, PlayedByTeams, bracketed, numbers, overrides, part_of, why
from engine.standings import adjustment_text, lines_counted
from engine.strict import AFTERWARDS
from engine.tables import POINTS, StandingRow, StandingTable
from saves.card_sheets import result_word, without_game
from saves.cells import in_lines
from saves.safe_text import safe
from tui.places.result_words import drawn_before
from tui.places.screen import PlaceScreen
from tui.places.shape import (
    Converse,
    DeskView,
    PlaceKind,
    PlaceState,
    Run,
    Screenful,
    Step,
    say,
)
from tui.screens.columns import Column, head_line, row_text, widths
from tui.screens.entries_lines import rounds_text
from tui.screens.player_lines import norm_texts, performance_lines, prospect_lines, rated_text
from tui.screens.standings_lines import place_text, row_of, working_lines
from tui.widgets.lines import Line, line, titled

if TYPE_CHECKING:
    from tui.app import TopboardApp

_COLUMNS = (
    Column("Rd", 2, 3, right=True),
    Column("Bd", 3, 4, right=True),
    Column("Col", 5, 5, rank=2),
    Column("Opponent", 14, 34),
    Column("Rating", 6, 6, right=True, rank=3),
    Column("Result", 6, 24),
    Column("Pts", 3, 5, right=True),
    Column("Total", 5, 6, right=True),
    Column("Float", 5, 5, rank=1),
)
_SINGLE = frozenset({"Col", "Float"})
"""Columns of formats in which a round is one game."""
_OF_TEAMS = frozenset({"Col", "Float", "Rating", "Pts", "Total"})
"""Columns that say nothing of teams."""
_OF_NO_CUP = frozenset({"Pts", "Total", "Float"})
"""A walkover is a match won and no point: beside `3 won` they would say 2."""


@dataclass(frozen=True, slots=True)
class CardState(PlaceState):
    """Whose card it is, and whose cards led here."""

    entrant: EntrantId = ""
    way: tuple[EntrantId, ...] = ()


def card_of(entrant: EntrantId) -> PlaceScreen:
    """The screen with that entrant's card."""
    return PlaceScreen(CARD._replace(initial=lambda desk: CardState(entrant=entrant)))


async def open_card(console: TopboardApp, entrant: EntrantId) -> None:
    """Show that entrant's card."""
    console.push_screen(card_of(entrant))


async def open_entry(console: TopboardApp, entrant: EntrantId) -> None:
    """Open the form with what that entry says."""
    from tui.screens.entry_saving import edit_entry

    edit_entry(console.here, console.desk.event.entrant(entrant))


def picture(desk: DeskView, state: CardState) -> Screenful:
    """Who, a team's players, every round, the sum, and the place in the table."""
    event, format = desk.event, desk.format
    status = line(" a team's card" if format.of_teams(event) else " a player's card")
    if all(e.id != state.entrant for e in event.entrants):
        return Screenful(status, body=[line("  this entry was removed", "dim")])
    several, teams = format.several_boards, format.of_teams(event)
    before = _drawn_before(desk)
    head, rounds = card_lines(event, format, state.entrant, desk.width, several, teams, before)
    room = desk.width - 4
    number = numbers(format, event)[state.entrant]
    lines = [line(f"  {t}", "key") for t in heading(event, state.entrant, number, room)]
    lines += _players(event, format, state.entrant)
    lines += [Line(), head, *rounds] if rounds else []
    foot = [line(f"  {text}") for text in foot_lines(event, state.entrant, room)]
    lines += [Line(), *foot] if foot else []
    rated = [] if teams else _rated(event, state.entrant, room)
    lines += _place_in_the_table(event, format, state.entrant, room, rated)
    idle = frozenset() if event.published else frozenset({"opponent"})
    return Screenful(status, body=lines, idle=idle)


def _players(event: Event, format: Format, team: EntrantId) -> list[Line]:
    """In board order; nothing for a single player, or before any are entered."""
    teams, entrant = part_of(format, PlayedByTeams), event.entrant(team)
    if teams is None or not entrant.players:
        return []
    from tui.places.team_players import player_lines

    return [Line(), *player_lines(event, entrant, teams.boards(event))]


def _drawn_before(desk: DeskView) -> dict[int, str]:
    """By round which results its draw did not know; looked for only where any was replaced."""
    event = desk.event
    changed = {a.what.get("round") for a in event.agreements if a.what.code in AFTERWARDS}
    first = min(
        (number for number in changed if isinstance(number, int)), default=len(event.rounds)
    )
    later = [round for round in event.published if round.number > first]
    drawn = {round.number: desk.as_drawn(round) for round in later}
    since = {
        number: one.results_since(event, desk.format)
        for number, one in drawn.items()
        if one is not None
    }
    return {number: drawn_before(event, some) for number, some in since.items() if some}


def pane(desk: DeskView, state: CardState, width: int, height: int) -> Sequence[Line] | None:
    """The performance, what the round in play can bring, and what the entry says."""
    from tui.screens.entry_pane import entry_facts

    event, format, id = desk.event, desk.format, state.entrant
    if id not in entrants_by_id(event):
        return None
    tables = format.standings(event) if event.published else []
    foreseen = prospect_lines(event, format, tables[0], id, width) if tables else []
    entry = [titled("entry", width), *entry_facts(event, format, id, width, ())]
    sections = [part for part in (performance_lines(event, id, width), foreseen, entry) if part]
    return [one for part in sections for one in (*part, Line())]


def _place_in_the_table(
    event: Event, format: Format, id: EntrantId, room: int, rated: Sequence[Line]
) -> list[Line]:
    """His points and place, what the event does to the rating, the tie-breaks worked out."""
    tables = format.standings(event) if event.published else []
    row = row_of(tables[0], id) if tables else None
    if row is None:
        return [Line(), line("  no round is published yet", "dim")]
    texts = working_lines(row, tables[0], room)
    place = line(f"  {_scored(row, tables[0])}{place_text(row, tables[0])}")
    return [Line(), place, *rated, *(line(f"  {text}", "dim") for text in texts)]


def _rated(event: Event, id: EntrantId, room: int) -> list[Line]:
    """What the event does to the rating, and how far norms are."""
    texts = in_lines(rated_text(event, id), room, "  ")
    texts += [part for _, text in norm_texts(event, id) for part in in_lines(text, room, "  ")]
    return [line(f"  {text}") for text in texts]


def _scored(row: StandingRow, table: StandingTable) -> str:
    """`2½ points, `, `3 won, `; nothing where the columns say it."""
    points = points_text(row.points)
    if table.points == POINTS:
        return f"{points_named(row.points)}, "
    return f"{points} {table.points.lower()}, " if table.points else ""


def to_opponent(desk: DeskView, state: CardState) -> Step[CardState]:
    """To the card of the opponent of the selected round."""
    if state.entrant not in entrants_by_id(desk.event):
        return Step(state)
    rounds = cards(desk.event)[state.entrant].lines
    other = next((x.opponent for x in rounds if x.round == state.selected), None)
    if other is None:
        none = "no opponent in that round" if rounds else "no round is published: no opponent yet"
        return say(state, none)
    return Step(replace(state, entrant=other, way=(*state.way, state.entrant)))


def _beside(by: int, desk: DeskView, state: CardState) -> Step[CardState]:
    ids = [e.id for e in desk.event.entrants]
    if state.entrant not in ids:
        return Step(state)
    return Step(replace(state, entrant=ids[(ids.index(state.entrant) + by) % len(ids)]))


def leave(desk: DeskView, state: CardState) -> Step[CardState]:
    """Back the way that led here."""
    if state.way:
        return Step(replace(state, entrant=state.way[-1], way=state.way[:-1]))
    return Step(state, (Run("back"),))


def edit(desk: DeskView, state: CardState) -> Step[CardState]:
    """The form with what the entry says."""
    return Step(state, (Converse(open_entry, (state.entrant,)),))


# The card as lines


def card_lines(
    event: Event,
    format: Format,
    id: EntrantId,
    room: int,
    several_boards: bool = False,
    teams: bool = False,
    before: Mapping[int, str] = MappingProxyType({}),
) -> tuple[Line, list[Line]]:
    """The head line and a line for each round; under it, if there is one, the why, after `before`:
    by round what its draw did not know.

    The key of a line is its round. With `several_boards` per round every match is a game with each
    colour, and nobody floats; nor does anybody where all play all. `teams` have no colours and no
    ratings, and their scores of one stage are not added to those of another.
    """
    left_out = _OF_TEAMS if teams else _SINGLE if several_boards else frozenset()
    if overrides(format, "meetings"):
        left_out |= {"Float"}
    if bracketed(format):
        left_out |= _OF_NO_CUP
    shown = [at for at, c in enumerate(_COLUMNS) if c.name not in left_out]
    columns = [_COLUMNS[at] for at in shown]
    if event.board_word == "table":
        columns = [c._replace(name="Tbl") if c.name == "Bd" else c for c in columns]
    counted = cards(format.as_counted(event))[id]
    rounds = list(lines_counted(cards(event)[id], counted))
    down, up = format.floats(event, id)
    floated = {**dict.fromkeys(down, "down"), **dict.fromkeys(up, "up")}
    whole = [
        [*_cells(x, event, format, id, counts), floated.get(x.round, "")] for x, counts in rounds
    ]
    cells = [[row[at] for at in shown] for row in whole]
    layout = widths(columns, cells, room - 2)
    opponent = next(at for at, column in enumerate(columns) if column.name == "Opponent")
    lines: list[Line] = []
    for (x, _), texts in zip(rounds, cells, strict=True):
        style = "dim" if x.opponent is None else "plain"
        lines.append(line(row_text(columns, layout, texts, runs=opponent), style, x.round))
        reason = _why(x, event, format)
        said = "; ".join(filter(None, (before.get(x.round), reason))) if reason else ""
        lines += [line("       " + part, "dim") for part in in_lines(said, room - 8)]
    return head_line(columns, layout), lines


def _cells(x: CardLine, event: Event, format: Format, id: EntrantId, counts: bool) -> list[str]:
    points, total = (points_text(x.points), points_text(x.score + x.points)) if counts else ("", "")
    called = event.settings.round_label(x.round)
    if x.opponent is None:
        return [called, "", "", without_game(x, event, format, id), "", "", points, total]
    other = event.entrant(x.opponent)
    rating = rating_text(other)
    colour = {"W": "White", "B": "Black", None: ""}[x.colour]
    who = name_of(event, other.id)
    return [
        called, _board(x, event), colour, who, rating, result_word(x) + ", annulled" * (not counts),
        points, total,
    ]  # fmt: skip


def _board(x: CardLine, event: Event) -> str:
    """Its number; empty for a game that counts though it was not drawn."""
    there = any(match.board == x.board for match in event.round(x.round).matches)
    return str(x.board) if there else ""


def _why(x: CardLine, event: Event, format: Format) -> str:
    matches = event.round(x.round).matches
    match = next((m for m in matches if m.board == x.board), None)
    if match is None:  # a round without a game, or a game that counts though it was not drawn
        return ""
    reason = why(format, event, match.why)
    if not match.boards:
        return reason
    return ": ".join(part for part in (f"{match.group} · {length_text(match)}", reason) if part)


def heading(event: Event, id: EntrantId, no: int, room: int) -> list[str]:
    """`Ashgrove, Liam · No 12 · 1712 · FM · Canterbury Row · U18`, in lines."""
    e = event.entrant(id)
    rating = rating_text(e, "" if e.members else "no rating")
    facts = [
        e.name,
        f"No {no}",
        rating,
        e.title,
        e.federation,
        e.school,
        e.club,
        e.category,
    ]
    return in_lines(" · ".join(safe(fact) for fact in facts if fact), room)


def foot_lines(event: Event, id: EntrantId, room: int) -> list[str]:
    """Rounds out, adjustments with their reason, the note."""
    card = cards(event)[id]
    texts = (
        [f"rounds: {rounds_text(card.entrant, event)}"] if rounds_text(card.entrant, event) else []
    )
    for adjustment in event.adjustments:
        if adjustment.entrant == id and adjustment.cause == "play-off":
            texts.append(adjustment_text(event, adjustment))
        elif adjustment.entrant == id:
            sign = "+" if adjustment.points > 0 else ""
            when = (
                f"in {event.called(adjustment.round)}"
                if adjustment.round
                else f"before {event.called(1)}"
            )
            texts.append(f"{sign}{points_text(adjustment.points)} {when}: {adjustment.why}")
    texts += [f"note: {card.entrant.note}"] if card.entrant.note else []
    return [part for text in texts for part in in_lines(text, room, "   ")]


CARD = PlaceKind(
    name="card",
    initial=lambda desk: CardState(),
    picture=picture,
    commands={
        "opponent": to_opponent,
        "next_card": partial(_beside, 1),
        "last_card": partial(_beside, -1),
        "edit": edit,
        "leave": leave,
    },
    on_choose=to_opponent,
    pane=pane,
)
