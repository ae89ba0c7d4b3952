"""The command `log`: every action with who, when, and what stood before."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from engine.actions import Redo, Undo
from engine.alphabet import fold
from engine.event import Event
from engine.log import LoggedAction, step, undone
from engine.refusal import Refused
from formats.registry import format_named
from tui.commands.documents import Document
from tui.commands.opening import entrant_id, event_argument, reading, whole_number
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
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
    selected = lines(store.entries)
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
        when = line["time"][:19].replace("T", " ")
        say(f"{line['n']:>4}  {when}  {line['by']}  {line['text']}{was}{mark}")
    return 0


def lines(entries: Sequence[LoggedAction]) -> list[Document]:
    """Every action as a document, described by the event that it met."""
    gone = undone(entries)
    event: Event | None = None
    lines = []
    for entry in entries:
        lines.append(_line(entry, event, entry.n in gone))
        if entry.n not in gone and not isinstance(entry.action, Undo | Redo):
            try:
                event = step(event, entry, format_named)
            except Refused:
                continue  # a damaged journal is read as far as it goes
    return lines


def _line(entry: LoggedAction, event: Event | None, gone: bool) -> Document:
    it = entry.action.about(event)
    return {
        "n": entry.n,
        "time": entry.t,
        "by": entry.by,
        "host": entry.host,
        "action": entry.action.kind,
        "text": _text(entry, event),
        "was": entry.was,
        "undone": gone,
        "round": it.round,
        "boards": list(it.boards),
        "entrants": sorted(it.entrants, key=_by_number),
    }


def _by_number(id: str) -> tuple[int, str]:
    return (int(id) if id.isdigit() else 0, id)


def _text(entry: LoggedAction, event: Event | None) -> str:
    try:
        if event is None:
            # the first action begins the event and describes itself alone
            return entry.words(Event("", "", settings=None))  # type: ignore[arg-type]
        return entry.words(event, format_named(event.format))
    except Refused:
        return entry.action.kind


COMMANDS = {"log": Subcommand(_arguments, log)}
