"""The card of a player or team: every round with its why, points, place and tie-breaks.

It is on top of the place from which it was opened. Enter goes on to the opponent of the selected
round, and back goes the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.entrants import EntrantId
from engine.event import Event, entrants_by_id
from engine.past_rounds import AFTERWARDS
from engine.points import points_named, points_text
from engine.protocol import Format, PlayedByTeams, numbers, part_of
from engine.tables import StandingRow, StandingTable
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
from tui.screens.card_lines import card_lines, foot_lines, heading
from tui.screens.norm_lines import norm_texts
from tui.screens.player_lines import performance_lines, rated_text
from tui.screens.prospect_lines import prospect_lines
from tui.screens.standings_lines import place_text, row_of, working_lines
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line, titled

if TYPE_CHECKING:
    from tui.app import TopboardApp


@dataclass(frozen=True, slots=True)
class CardState(PlaceState):
    """Whose card it is, and whose cards led here."""

    entrant: EntrantId = ""
    way: tuple[EntrantId, ...] = ()


def card_of(entrant: EntrantId) -> PlaceScreen:
    """The screen with that entrant's card."""
    return PlaceScreen(CARD._replace(initial=lambda desk: CardState(entrant=entrant)))


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
    """What the event does to the rating, and how it stands with norms."""
    texts = in_lines(rated_text(event, id), room, "  ")
    texts += [part for _, text in norm_texts(event, id) for part in in_lines(text, room, "  ")]
    return [line(f"  {text}") for text in texts]


def _scored(row: StandingRow, table: StandingTable) -> str:
    """`2½ points, `, `3 won, `; nothing where the columns say it."""
    points = points_text(row.points)
    if table.points == "Pts":
        return f"{points_named(row.points)}, "
    return f"{points} {table.points.lower()}, " if table.points else ""


def to_opponent(desk: DeskView, state: CardState) -> Step[CardState]:
    """To the card of the opponent of the selected round."""
    from engine.history import cards

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
    return Step(state, (Converse(_edit, (state.entrant,)),))


async def _edit(console: TopboardApp, id: EntrantId) -> None:
    from tui.screens.entry_saving import edit_entry

    edit_entry(console.here, console.desk.event.entrant(id))


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
