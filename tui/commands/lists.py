"""Commands that print what other screens show: the entry list, the bracket, the log."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.actions import Redo, Undo
from engine.alphabet import fold
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import EntrantId, rating_text
from engine.event import Event
from engine.log import LoggedAction, step, undone
from engine.points import counted, points_text
from engine.protocol import bracket_of, bracketed
from engine.refusal import Refused
from formats.registry import format_named
from saves.journal import by_this_clock
from saves.safe_text import safe
from tui.commands import documents
from tui.commands.documents import Document
from tui.commands.opening import entrant_id, event_argument, reading, whole_number
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
    say(f"{event.title}, {counted(len(documents_shown), 'entry', 'entries')}")
    shown = [
        document | {"rating": rating_text(one)}
        for document, one in zip(documents_shown, event.entrants, strict=True)
    ]
    rows = [[_entry_cell(one[field], field) for _, field in FIELDS] for one in shown]
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


def _entry_cell(value: Any, field: str) -> str:
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
    """Every match of the bracket: who plays, its state, where winner and loser go."""
    store = reading(args)
    filled = bracket_of(store.format, store.event)
    if filled is None:
        if not bracketed(store.format):
            why, remedy = f"{store.format.title} has none", "`topboard standings` shows the tables"
        else:
            why, remedy = "nothing is drawn yet", "`topboard status` says what comes next"
        raise Refused(f"there is no bracket of {store.event.title}", why, remedy)
    if args.json:
        say_json(bracket_document(filled))
        return 0
    for text in bracket_text(store.event, filled):
        say(text)
    return 0


def bracket_document(filled: Filled) -> documents.Document:
    """All matches in the order of play, and who has won the whole event."""
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
        "home": _known_entrant(fixture.home),
        "away": _known_entrant(fixture.away),
        "from": [filled.bracket.origin(slot) for slot in node.slots],
        "result": fixture.result.text if fixture.result is not None else None,
        "walkover": fixture.walkover,
        "winner": _known_entrant(fixture.winner),
        "winner_to": _id(filled.bracket.goes_to(node.id, "winner")),
        "loser_to": _id(filled.bracket.goes_to(node.id, "loser")),
    }


def _known_entrant(id: EntrantId | None) -> EntrantId | None:
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


# Every action with who, when, and the old value


def _log_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--board", type=whole_number, metavar="N", help="of one board only")
    parser.add_argument("--round", type=whole_number, metavar="N", help="of one round only")
    parser.add_argument(
        "--entrant", metavar="WHO", help="about one entrant only: Id, start number as no12, or name"
    )
    parser.add_argument("--by", metavar="NAME", help="by one person only")


def log(args: Namespace) -> int:
    """Who did what, and when; the options leave out what is about others, or by others."""
    store = reading(args)
    selected = log_lines(store.entries)
    if args.entrant is not None:
        id = entrant_id(store.event, args.entrant)
        selected = [x for x in selected if id in x["entrants"]]
    if args.by is not None:
        selected = [x for x in selected if fold(x["by"]) == fold(args.by)]
    if args.board is not None:
        selected = [x for x in selected if args.board in x["boards"]]
    if args.round is not None:
        selected = [x for x in selected if x["round"] == args.round]
    if args.json:
        say_json({"entries": selected})
        return 0
    for line in selected:
        was = f" (was {line['was']})" if line["was"] else ""
        mark = " - undone" if line["undone"] else ""
        when = by_this_clock(line["time"])[:19].replace("T", " ")
        say(f"{line['n']:>4}  {when}  {line['by']}  {line['text']}{was}{mark}")
    return 0


def log_lines(entries: Sequence[LoggedAction]) -> list[Document]:
    """Every action as a document, described by the event that it met."""
    gone = undone(entries)
    event: Event | None = None
    lines = []
    for entry in entries:
        lines.append(_action_document(entry, event, entry.n in gone))
        if entry.n not in gone and not isinstance(entry.action, Undo | Redo):
            try:
                event = step(event, entry, format_named)
            except Refused:
                continue  # a damaged journal is read as far as it goes
    return lines


def _action_document(entry: LoggedAction, event: Event | None, gone: bool) -> Document:
    it = entry.action.about(event)
    return {
        "n": entry.n,
        "time": entry.t,
        "by": entry.by,
        "host": entry.host,
        "action": entry.action.kind,
        "text": _action_words(entry, event),
        "was": entry.was,
        "undone": gone,
        "round": it.round,
        "boards": list(it.boards),
        "entrants": sorted(it.entrants, key=_by_number),
    }


def _by_number(id: str) -> tuple[int, str]:
    return (int(id) if id.isdigit() else 0, id)


def _action_words(entry: LoggedAction, event: Event | None) -> str:
    try:
        if event is None:
            # the first action begins the event and describes itself alone
            return entry.words(Event("", "", settings=None))  # type: ignore[arg-type]
        return entry.words(event, format_named(event.format))
    except Refused:
        return entry.action.kind


COMMANDS = {
    "entries": Subcommand(_arguments, entries),
    "bracket": Subcommand(_arguments, bracket),
    "log": Subcommand(_log_arguments, log),
}
