"""The command `choose`: the draw by choice, one team after the other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine import actions
from engine.event import ChosenKind, Event
from engine.next_draw import with_id
from engine.protocol import Format, why
from engine.refusal import Refused
from engine.waiting import Choice
from tui.commands import documents
from tui.commands.next_words import next_words
from tui.commands.opening import entrant_id, event_argument, writing
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand

WORDS: dict[ChosenKind, str] = {
    "forfeit": "the choice is forfeited: drawn with the others who are left",
    "opt-out": "will not be chosen, where a team may declare it",
    "available": "may be chosen, where a team may declare it",
}


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("chooser", metavar="CHOOSER", help="whose choice or wish it is")
    parser.add_argument("opponent", metavar="OPPONENT", nargs="?", help="who is chosen")
    for kind, help in WORDS.items():
        parser.add_argument(f"--{kind}", action="store_true", help=help)


def choose(args: Namespace) -> int:
    """A word in the draw by choice: an opponent, or one of the flags."""
    kinds: list[ChosenKind] = [kind for kind in WORDS if getattr(args, kind.replace("-", "_"))]
    if len(kinds) + (args.opponent is not None) != 1:
        flags = ", ".join(f"--{kind}" for kind in WORDS)
        raise Refused("give one thing", f"an opponent, or one of {flags}", "give one")
    store = writing(args)
    event = store.event
    chooser = entrant_id(event, args.chooser)
    opponent = entrant_id(event, args.opponent) if args.opponent is not None else ""
    event = store.do(actions.ChooseOpponent(chooser, kinds[0] if kinds else "opponent", opponent))
    if args.json:
        say_json(documents.status_of(store))
    else:
        say_next(event, store.format)
    return 0


def say_next(event: Event, format: Format) -> None:
    """What comes next; in a draw by choice the team that chooses, the teams it may choose, and the
    barred ones."""
    say(next_words(documents.status(event, format)))
    choice = format.next_step(event).choice
    if choice is not None:
        say_choice(event, format, choice)


def say_choice(event: Event, format: Format, choice: Choice) -> None:
    """The team that chooses, the teams it may choose, the barred ones, and what others may still
    say."""
    figures = choice.ranked_by

    def ranked(id: str) -> str:
        return f"{with_id(event, id)} {figures.get(id, '')}".rstrip()

    say(f"{choice.stage}: {ranked(choice.chooser)} chooses")
    for id in choice.pool:
        say(f"  {ranked(id)}")
    for id, reason in choice.barred:
        say(f"  cannot be chosen: {with_id(event, id)}, {why(format, event, (reason,))}")
    for id, kind in choice.wishes:
        word = "may opt out of being chosen" if kind == "opt-out" else "may become available"
        say(f"  {with_id(event, id)} {word} (--{kind})")


COMMANDS = {"choose": Subcommand(_arguments, choose)}
