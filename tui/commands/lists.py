"""Commands that print what else stands on a screen: the entry list, the bracket."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.points import points_text
from engine.protocol import bracket_of
from engine.refusal import Refused
from saves.safe_text import safe
from tui.commands import documents
from tui.commands.opening import event_argument, reading
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from engine.brackets import Node
    from engine.fixtures import Filled, Fixture

FIELDS = (
    ("✓", "present"),
    ("Id", "id"),
    ("No", "no"),
    *((f.heading, f.name) for f in ENTRANT_FIELDS.values() if f.published),
    ("Byes", "byes"),
    ("", "withdrawn"),
)
"""Columns, left out where nobody has anything in them."""
RIGHT = ("Id", "No", *(f.heading for f in ENTRANT_FIELDS.values() if f.is_number))


def entries(args: Namespace) -> int:
    """The entry list."""
    store = reading(args)
    event, format = store.event, store.format
    documents_shown = [documents.entrant_document(event, format, one) for one in event.entrants]
    if args.json:
        say_json({"entrants": documents_shown})
        return 0
    say(f"{event.title}, {len(documents_shown)} entries")
    shown = [
        document | {"rating": rating_text(one)}
        for document, one in zip(documents_shown, event.entrants, strict=True)
    ]
    rows = [[_cell(one[field], field) for _, field in FIELDS] for one in shown]
    used = [at for at in range(len(FIELDS)) if any(row[at] for row in rows)]
    heads = [FIELDS[at][0] for at in used]
    say_table(heads, [[row[at] for at in used] for row in rows], right=RIGHT)
    players = [(team, at, one) for team in event.entrants for at, one in enumerate(team.players, 1)]
    if players:
        say()
        lines = [
            [team.name, str(at), one.id, one.title, one.name, rating_text(one)]
            for team, at, one in players
        ]
        say_table(("Team", "Bd", "Id", "", "Player", "Rating"), lines, right=("Bd", "Id", "Rating"))
    return 0


def _cell(value: Any, field: str) -> str:
    if field == "present":
        return "✓" if value else ""
    if field == "withdrawn":
        return "withdrawn" if value else ""
    if field == "byes":
        return ", ".join(f"round {bye['round']} {points_text(bye['points'])}" for bye in value)
    if field == "members":
        return "; ".join(value)
    return "" if value is None else str(value)


def bracket(args: Namespace) -> int:
    """Every match of the bracket: who plays, how it stands, where winner and loser go."""
    store = reading(args)
    filled = bracket_of(store.format, store.event)
    if filled is None:
        title = store.format.title
        raise Refused(
            f"there is no bracket of {store.event.title}",
            f"{title} has none, or nothing is drawn yet",
            "see `topboard status` and `topboard standings`",
        )
    if args.json:
        say_json(bracket_document(filled))
        return 0
    for text in bracket_text(store.event, filled):
        say(text)
    return 0


def bracket_document(filled: Filled) -> documents.Document:
    """All matches in the order of play, and who has won it all."""
    return {
        "champion": filled.champion or None,
        "matches": [_match(filled, one) for one in filled.fixtures.values()],
    }


def _match(filled: Filled, fixture: Fixture) -> documents.Document:
    node = fixture.node
    return {
        "id": node.id,
        "stage": node.stage,
        "label": node.label,
        "state": fixture.state,
        "round": fixture.round,
        "board": fixture.board,
        "home": _known(fixture.home),
        "away": _known(fixture.away),
        "from": [filled.bracket.origin(slot) for slot in node.slots],
        "result": fixture.result.text if fixture.result is not None else None,
        "walkover": fixture.walkover,
        "winner": _known(fixture.winner),
        "winner_to": _id(filled.bracket.goes_to(node.id, "winner")),
        "loser_to": _id(filled.bracket.goes_to(node.id, "loser")),
    }


def _known(id: EntrantId | None) -> EntrantId | None:
    from engine.fixtures import NOBODY

    return None if id in (None, NOBODY) else id


def _id(node: Node | None) -> str | None:
    return node.id if node is not None else None


def bracket_text(event: Event, filled: Filled) -> Iterator[str]:
    """A heading for each round of a stage, a line for each match."""
    yield f"{event.title}, bracket"
    if filled.champion:
        yield f"won by {event.entrant(filled.champion).name}"
    heading = ""
    for fixture in filled.fixtures.values():
        if fixture.state == "unneeded":
            continue
        node = fixture.node
        if f"{node.stage} {node.title}" != heading:
            heading = f"{node.stage} {node.title}"
            yield ""
            yield node.title
        yield f"  {node.id}: {_sides(event, filled, fixture)}{_ways(filled, node)}"
    yield ""
    yield "a star: won by the tie-break"


def _sides(event: Event, filled: Filled, fixture: Fixture) -> str:
    """`Ødegren 61 - Tullyroe 22, round 1, board 3`."""
    from engine.bracket_words import sides, state_text
    from engine.fixtures import NOBODY

    scored = []
    ids = (fixture.home, fixture.away)
    for side, slot, id in zip(sides(event, filled, fixture), fixture.node.slots, ids, strict=True):
        name = filled.bracket.origin(slot) if id is None else safe(side.name)
        score = side.score if fixture.result is not None or fixture.walkover else ""
        scored.append(f"{name} {score}".strip())
    parts = [" - ".join(scored)]
    if fixture.round is not None and fixture.board is not None:
        parts.append(f"{event.called(fixture.round)}, {event.board_name(fixture.board or 0)}")
    if fixture.walkover:
        parts.append("walkover")
    elif fixture.result is None and NOBODY not in ids:
        parts.append(state_text(event, fixture))
    return ", ".join(parts)


def _ways(filled: Filled, node: Node) -> str:
    goes = filled.bracket.goes_to
    ways = [(outlet, after) for outlet in ("winner", "loser") if (after := goes(node.id, outlet))]
    return "".join(f"; {outlet} to {after.id}" for outlet, after in ways)


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)


COMMANDS = {"entries": Subcommand(_arguments, entries), "bracket": Subcommand(_arguments, bracket)}
