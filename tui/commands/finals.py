"""The commands `decline`, `playoff` and `tie`: who goes on to a final, and in what
order those are ranked who share a place."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from engine.actions import Action, ChooseOpponent, PlayOff
from engine.actions.finals import play_off_result, refuse_without_finals
from engine.actions.tied import OrderTied, shared_places
from engine.event import Event
from engine.lots import tie_order
from engine.protocol import Format, declinable
from engine.refusal import Refused
from saves.safe_text import safe
from tui.commands import documents
from tui.commands.choosing import say_next
from tui.commands.opening import cleaned, entrant_id, event_argument, reading, writing
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.store import Store


def _decline_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("entrant", metavar="ENTRANT", help="who gives up the place it has")


def decline(args: Namespace) -> int:
    """The place that somebody has in a final is given up."""
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    refuse_without_place(store.event, store.format, id)
    return _step_shown(args, store, ChooseOpponent(id, "opt-out"))


def refuse_without_place(event: Event, format: Format, id: str) -> None:
    """`Refused` where the entrant has no place that it could decline."""
    refuse_without_finals(format)
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
    return _step_shown(args, store, PlayOff(a, b, args.result, was, args.replace))


def _step_shown(args: Namespace, store: Store, action: Action) -> int:
    event, format = store.do(action), store.format
    if args.json:
        say_json(documents.status_of(store))
        return 0
    say_next(event, format)
    for note in format.next_step(event).notes:
        say(note)
    return 0


def _tie_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "entrants", metavar="ENTRANT", nargs="*", help="everybody who shares the place, in order"
    )
    parser.add_argument("--lot", action="store_true", help="draw a lot among them; one is enough")
    parser.add_argument("--why", metavar="T", default="", help="why the order is set by hand")


def tie(args: Namespace) -> int:
    """The shared places; after a lot or an order, as they are then."""
    if not args.entrants:
        store = reading(args)
        return _places_shown(args, store.event, store.format)
    store = writing(args)
    level = tuple(entrant_id(store.event, text) for text in args.entrants)
    if args.lot == bool(args.why):
        remedy = "give --lot, or the order with --why"
        raise Refused("lot or by hand?", "the command does one of them", remedy)
    if args.lot:
        places = shared_places(store.event, store.format)
        level = next((ids for ids in places if set(level) <= set(ids)), level)
    event = store.do(OrderTied(level, cleaned(args.why, "reason")))
    return _places_shown(args, event, store.format)


def _places_shown(args: Namespace, event: Event, format: Format) -> int:
    rows = {row.id: row for row in format.standings(event)[0].rows}
    shared = []
    for ids in shared_places(event, format):
        lot = tie_order(event, ids)
        by = None if lot is None else "hand" if lot.reason else "lot"
        order = sorted(ids, key=lot.order.index) if lot is not None else ids
        place = min(rows[id].rank for id in ids)
        shared.append({"place": place, "entrants": list(order), "by": by})
        if not args.json:
            names = ", ".join(f"{rows[id].no} {safe(rows[id].name)}" for id in order)
            how = {None: "shared", "lot": "by lot", "hand": "set by hand"}[by]
            say(f"place {place}, {how}: {names}")
    if args.json:
        say_json({"shared": shared})
    elif not shared:
        say("nobody shares a place")
    return 0


COMMANDS = {
    "decline": Subcommand(_decline_arguments, decline),
    "playoff": Subcommand(_play_off_arguments, play_off),
    "tie": Subcommand(_tie_arguments, tie),
}
