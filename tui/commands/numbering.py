"""The command `numbers`: start numbers listed, two exchanged, all made anew from the ratings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.actions import Action, ExchangeNumbers, RemakeNumbers
from engine.actions.numbering import remade_order
from engine.entrants import rating_text
from engine.event import Event
from engine.protocol import Format, numbers
from engine.refusal import Refused
from tui.commands.opening import (
    agreeing_options,
    done,
    entrant_id,
    event_argument,
    reading,
    writing,
)
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--remake", action="store_true", help="make them anew from the ratings")
    parser.add_argument(
        "--exchange", nargs=2, metavar=("A", "B"), help="two entrants exchange their numbers"
    )
    agreeing_options(parser, "do it although others get other numbers")


def start_numbers(args: Namespace) -> int:
    """The numbers, with those that the current ratings would give."""
    if args.remake and args.exchange:
        raise Refused("numbers are exchanged or made anew", "", "give --remake or --exchange A B")
    store = writing(args) if args.remake or args.exchange else reading(args)
    before = numbers(store.format, store.event)
    event = store.event
    if args.remake or args.exchange:
        event = done(store, _action(event, store.format, args), args)
    return _shown(args, event, store.format, before)


def _action(event: Event, format: Format, args: Namespace) -> Action:
    if args.remake:
        return RemakeNumbers.of(event, format)
    one, other = (entrant_id(event, text) for text in args.exchange)
    return ExchangeNumbers(one, other)


def _shown(args: Namespace, event: Event, format: Format, before: dict[str, int]) -> int:
    start_numbers = numbers(format, event)
    rated = {id: place for place, id in enumerate(remade_order(event, format), start=1)}
    people = sorted(event.entrants, key=lambda e: start_numbers[e.id])
    if args.json:
        say_json({
            "numbers": [
                {
                    "no": start_numbers[e.id],
                    "by_rating": rated[e.id],
                    "id": e.id,
                    "name": e.name,
                    "title": e.title,
                    "rating": e.rating,
                }
                for e in people
            ],
            "given": bool(event.published),
            "changed": [e.id for e in people if before.get(e.id) != start_numbers[e.id]],
            "revision": event.revision,
        })  # fmt: skip
        return 0
    say_table(
        ("No", "by rating", "Id", "Ti", "Name", "Rating"),
        [
            [
                str(start_numbers[e.id]),
                str(rated[e.id]) if format.renumbers and start_numbers[e.id] != rated[e.id] else "",
                e.id,
                e.title,
                e.name,
                rating_text(e),
            ]
            for e in people
        ],
    )
    if not event.published:
        followed = "the ratings" + " and the exchanges" * bool(event.exchanges)
        until = f"they follow {followed} until round 1 is published"
        say(until if format.renumbers else "they are given when round 1 is published")
    return 0


COMMANDS = {"numbers": Subcommand(_arguments, start_numbers)}
