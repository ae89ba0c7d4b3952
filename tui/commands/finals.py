"""The commands `decline` and `playoff`: who goes on to a final."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.actions import ChooseOpponent, PlayOff
from engine.actions.finals import play_off_result
from engine.event import Event
from engine.protocol import Format, declinable
from engine.refusal import Refused
from tui.commands import documents
from tui.commands.choosing import say_next
from tui.commands.opening import entrant_id, event_argument, writing
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand


def _decline_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("entrant", metavar="ENTRANT", help="who gives up the place it has")


def decline(args: Namespace) -> int:
    """The place that somebody has in a final is given up."""
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    refuse_without_place(store.event, store.format, id)
    return _told(args, store.do(ChooseOpponent(id, "opt-out")), store.format)


def refuse_without_place(event: Event, format: Format, id: str) -> None:
    """`Refused` where the entrant has no place that it could decline."""
    places = declinable(format, event)
    if id not in places:
        names = ", ".join(f"{other} {event.entrant(other).name}" for other in places)
        raise Refused(
            f"{event.entrant(id).name} has no place to decline",
            f"those who have: {names}" if names else "places are given after the last result",
            "see `topboard standings`",
        )


def _play_off_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("a", metavar="A", help="one of the two")
    parser.add_argument("b", metavar="B", help="the other")
    parser.add_argument("result", metavar="RESULT", help="A's IMPs first: 12-9; `-` clears it")
    parser.add_argument("--replace", action="store_true", help="over another result")


def play_off(args: Namespace) -> int:
    """The result of a play-off between two who are level for a place."""
    store = writing(args)
    a, b = (entrant_id(store.event, text) for text in (args.a, args.b))
    was = play_off_result(store.event, a, b)
    return _told(args, store.do(PlayOff(a, b, args.result, was, args.replace)), store.format)


def _told(args: Namespace, event: Event, format: Format) -> int:
    if args.json:
        say_json(documents.status(event, format))
        return 0
    say_next(event, format)
    for note in format.next_step(event).notes:
        say(note)
    return 0


COMMANDS = {
    "decline": Subcommand(_decline_arguments, decline),
    "playoff": Subcommand(_play_off_arguments, play_off),
}
