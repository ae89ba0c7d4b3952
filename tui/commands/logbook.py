"""The command `log`: every action with who, when, and what stood before."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from engine.actions import EnterResults, Redo, TurnBoard, Undo
from engine.event import Event
from engine.log import Entry, step, undone
from engine.refusal import Refused
from formats.registry import format_named
from tui.commands import Command
from tui.commands.documents import Document
from tui.commands.opening import event_argument, reading, whole_number
from tui.commands.output import say, say_json


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--board", type=whole_number, metavar="N", help="of one board only")
    parser.add_argument("--round", type=whole_number, metavar="N", help="of one round only")


def log(args: Namespace) -> int:
    """Who did what, and when; `--board` and `--round` leave out what is about others."""
    found = lines(reading(args).entries)
    if args.board is not None:
        found = [x for x in found if args.board in x["boards"]]
    if args.round is not None:
        found = [x for x in found if x["round"] == args.round]
    if args.json:
        say_json({"entries": found})
        return 0
    for line in found:
        was = f" (was {line['was']})" if line["was"] else ""
        mark = " - undone" if line["undone"] else ""
        when = line["time"][:19].replace("T", " ")
        say(f"{line['n']:>4}  {when}  {line['by']}  {line['text']}{was}{mark}")
    return 0


def lines(entries: Sequence[Entry]) -> list[Document]:
    """Every action as a document, described by the event that it met."""
    gone = undone(entries)
    event: Event | None = None
    found = []
    for entry in entries:
        found.append(_line(entry, event, entry.n in gone))
        if entry.n not in gone and not isinstance(entry.action, Undo | Redo):
            try:
                event = step(event, entry, format_named)
            except Refused:
                continue  # a damaged journal is read as far as it goes
    return found


def _line(entry: Entry, event: Event | None, gone: bool) -> Document:
    round, boards = _about(entry, event)
    return {
        "n": entry.n,
        "time": entry.t,
        "by": entry.by,
        "host": entry.host,
        "action": entry.action.kind,
        "text": _text(entry, event),
        "was": entry.was,
        "undone": gone,
        "round": round,
        "boards": boards,
    }


def _text(entry: Entry, event: Event | None) -> str:
    if event is None:
        # the first action begins the event and describes itself alone
        event = Event("", "", settings=None)  # type: ignore[arg-type]
    try:
        return entry.action.describe(event)
    except Refused:
        return entry.action.kind


def _about(entry: Entry, event: Event | None) -> tuple[int | None, list[int]]:
    """The round and the boards that an action is about."""
    action = entry.action
    now = len(event.published) if event else None
    if isinstance(action, EnterResults):
        return action.round or now, [board for board, _ in action.results]
    if isinstance(action, TurnBoard):
        return (now or 0) + 1, [action.number]
    one = action.board()
    if one is not None:
        return one[0] or now, [one[1]]
    return getattr(action, "round", None), []


COMMANDS = {"log": Command(_arguments, log)}
