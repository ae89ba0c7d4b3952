"""The command `cut`: the first K of a standing into a new knockout event."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event, Lot
from engine.lots import lot_text
from engine.protocol import Format
from engine.refusal import Refused
from tui.commands import documents
from tui.commands.next_words import next_words
from tui.commands.opening import (
    cleaned,
    event_argument,
    insist_option,
    settings_given,
    settings_option,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json
from tui.commands.places import new_folder
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.store import Store

SEEDS = 1_000_000
KNOCKOUTS = ("knockout", "double_knockout")


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("count", metavar="K", type=whole_number, help="how many advance")
    parser.add_argument("folder", metavar="FOLDER", help="of the new event")
    parser.add_argument("--format", metavar="NAME", choices=KNOCKOUTS, default=KNOCKOUTS[0])
    parser.add_argument("--title", metavar="T", help="the new event's title")
    settings_option(parser, "a setting of the knockout")
    parser.add_argument("--seed", metavar="N", type=whole_number, help="fixes every lot in it")
    insist_option(parser, "cut although the event is not finished")


def cut(args: Namespace) -> int:
    """Ties by the tie-break list of the event, then by a lot that is kept in it."""
    from formats.registry import format_named
    from saves.made_from import cut_off, made_of

    source = writing(args)
    event = source.event
    _refuse_unfinished(event, source.format, args)
    format = format_named(args.format)
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    title = cleaned(args.title or f"{event.title}: knockout of {args.count}", "the title")
    name, settings = source.folder.name, settings_given(args.set)
    cut = cut_off(event, source.format, name, args.count, format, title, settings, seed)
    folder = new_folder(args.folder)
    new = made_of(cut, folder)
    source.do(replace(cut.link, target=folder.name))
    return _made(args, new, folder, cut.order, event, cut.link.lots)


def _refuse_unfinished(event: Event, format: Format, args: Namespace) -> None:
    state = documents.status(event, format)
    if state["step"] != "finished" and not args.insist:
        raise Refused(
            "the standing is not final",
            next_words(state),
            "play on, or cut from it as it is",
            shell="--insist",
        )


def _made(
    args: Namespace,
    new: Store,
    folder: Path,
    order: tuple[str, ...],
    old: Event,
    lots: tuple[Lot, ...],
) -> int:
    names = {e.id: e.name for e in old.entrants}
    lot_words = [lot_text(lot, names) for lot in lots]
    if args.json:
        say_json(
            {
                "folder": str(folder),
                "seed": new.event.seed,
                "entrants": [
                    {"id": e.id, "seed": e.seed, "name": e.name, "from": id}
                    for e, id in zip(new.event.entrants, order, strict=True)
                ],
                "lots": lot_words,
                "status": documents.status_of(new),
            }
        )
        return 0
    for line in lot_words:
        say(line)
    say(f"{new.event.title}: {folder}")
    for entrant in new.event.entrants:
        say(f"{entrant.seed:>4}  {entrant.name}")
    say(next_words(documents.status(new.event, new.format)))
    return 0


COMMANDS = {"cut": Subcommand(_arguments, cut)}
