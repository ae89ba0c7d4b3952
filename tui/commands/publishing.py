"""The command `publish`: an event as a site in a folder, once or for as long as it is watched."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from engine.steady import noted
from tui.commands.congress_opening import congress_or_none
from tui.commands.congress_site import publish_congress
from tui.commands.next_words import warn_of_teams
from tui.commands.opening import event_argument, reading
from tui.commands.output import line_by_line, say, warn
from tui.commands.site_folder import (
    AFTER_TROUBLE,
    BETWEEN_LOOKS,
    GIVING_WAY,
    refuse_in_event,
    said,
    site_of,
    updated,
    wait_for_turn,
    words,
)
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.store import Store


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("folder", metavar="FOLDER", help="where the pages go; made if missing")
    parser.add_argument(
        "--watch", action="store_true", help="go on with every publication and result until ctrl+c"
    )
    parser.add_argument(
        "--replace", action="store_true", help="in the place of another event's site"
    )


def publish(args: Namespace) -> int:
    """Bring the site up to date; nothing outside FOLDER is written."""
    if args.watch and args.json:
        raise Refused(
            "--watch prints a line each time", "--json is one document", "leave one of them out"
        )
    if args.watch:
        line_by_line()
    folder = Path(args.folder).expanduser().absolute()
    if (place := congress_or_none(args.event)) is not None:
        return publish_congress(args, place, folder)
    store = reading(args)
    refuse_in_event(folder, store.folder)
    update = updated(folder, store.event, store.format, site_of(store), args.replace)
    said(args, folder, update)
    warn_of_teams(store.event, store.format)
    if args.watch:
        _watch(folder, store)
    return 0


def _watch(folder: Path, store: Store) -> None:
    """Until ctrl+c: with everything that changes what the public reads."""
    from saves.projectors import DEFAULT_NAME
    from tui.projector.visitors import bind_to_server
    from tui.projector.watching import Watched

    bind_to_server()
    site = site_of(store)
    watched = Watched(store.folder, DEFAULT_NAME)
    shown = watched.first()
    done = shown.event if shown.event.revision == store.event.revision else store.event
    last_trouble = ""
    os.nice(GIVING_WAY)
    say("watching: ctrl+c ends it")
    try:
        wait_for_turn(folder)
        while True:
            trouble = shown.trouble
            if shown.event is not done:
                try:
                    update = updated(folder, shown.event, shown.format, site)
                    done = shown.event
                    if update.written or update.removed:
                        say(f"{datetime.now():%H:%M:%S} {words(folder, update)}")
                except Refused as refusal:
                    trouble = refusal.line
                except Exception as error:
                    trouble = f"the site is not up to date: {noted(error)}"
            if trouble and trouble != last_trouble:
                warn(trouble)
            last_trouble = trouble
            time.sleep(AFTER_TROUBLE if shown.event is not done else BETWEEN_LOOKS)
            shown = watched.look() or shown
    except KeyboardInterrupt:
        say("the site stays as it is")


COMMANDS = {"publish": Subcommand(_arguments, publish)}
