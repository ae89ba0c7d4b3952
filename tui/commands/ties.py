"""The command `tie`: who shares a place, a lot among them, or their order set by hand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.actions.tied import OrderTied, shared_places
from engine.event import Event
from engine.lots import tie_order
from engine.protocol import Format
from engine.refusal import Refused
from saves.safe_text import safe
from tui.commands.opening import cleaned, entrant_id, event_argument, reading, writing
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
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
        return _told(args, store.event, store.format)
    store = writing(args)
    level = tuple(entrant_id(store.event, text) for text in args.entrants)
    if args.lot == bool(args.why):
        remedy = "give --lot, or the order with --why"
        raise Refused("lot or by hand?", "the command does one of them", remedy)
    if args.lot:
        places = shared_places(store.event, store.format)
        level = next((ids for ids in places if set(level) <= set(ids)), level)
    event = store.do(OrderTied(level, cleaned(args.why, "reason")))
    return _told(args, event, store.format)


def _told(args: Namespace, event: Event, format: Format) -> int:
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


COMMANDS = {"tie": Subcommand(_arguments, tie)}
