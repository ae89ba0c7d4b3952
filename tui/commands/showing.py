"""The projector, what the desk wants on it, the round clock, and the projector in a browser."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.refusal import Refused
from saves.journal import CONTINUES, continuing
from tui.commands.opening import cleaned, event_argument, json_option, reading, whole_number
from tui.commands.output import say, say_json
from tui.commands.places import find_event, known_events
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.round_clock import RoundClock
    from saves.store import Store

SHORTEST_TURN = 3
"""Seconds that a page must stay to be read at all."""
PORT = 8000
MOST_BROWSERS = 20
HIGHEST_PORT = 65_535


def _project_arguments(parser: ArgumentParser) -> None:
    _events_argument(parser)
    _name_option(parser, "--name", "what the desk calls this projector (hall)")
    parser.add_argument(
        "--turn",
        type=whole_number,
        metavar="SECONDS",
        help="how long a page stays (as long as it takes to read); 0: it is turned by hand",
    )
    parser.add_argument(
        "--clock",
        choices=("minutes", "seconds", "off"),
        default="minutes",
        help="the time of day below (minutes)",
    )
    _theme_option(parser)


def _events_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "events", nargs="*", metavar="EVENT",
        help="an event's folder or its name; several, or those of a congress, are shown in turn",
    )  # fmt: skip


def _theme_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--theme", metavar="NAME", help="its colours (projector), see docs/themes.md"
    )


def _name_option(parser: ArgumentParser, option: str, help: str) -> None:
    parser.add_argument(option, dest="name", default="hall", metavar="NAME", help=help)


def project(args: Namespace) -> int:
    """Show pages of events until somebody quits; nothing is written."""
    from saves.projectors import checked_name

    folders, title, names = _shown_together(args.events)
    name = checked_name(args.name)
    if args.turn is not None and 0 < args.turn < SHORTEST_TURN:
        raise Refused(
            f"a page cannot stay for {args.turn} seconds", "nobody reads so fast",
            f"give {SHORTEST_TURN} or more, or 0 to turn by hand",
        )  # fmt: skip
    in_browser = bool(os.environ.get("TEXTUAL_DRIVER"))
    if not in_browser and not (sys.stdin and sys.stdin.isatty()):
        raise Refused(
            "the projector needs a terminal",
            "standard input is not a terminal",
            "`topboard serve EVENT` shows it in a browser",
        )
    from tui.projector.app import run

    places = list(map(Path, _named_again(args.events)))
    run(folders, name, args.turn, args.clock, args.theme, title, names, places)
    return 0


def _shown_together(words: Sequence[str]) -> tuple[list[Path], str, list[str]]:
    """The events that are named, those of a congress in its place; the congress's title where one
    is named alone, and what it calls its events."""
    from tui.commands.congress_opening import congress_at, congress_or_none

    if not words:
        raise Refused("no event is named", "", known_events())
    folders: list[Path] = []
    title, names = "", []
    for word in words:
        place = congress_or_none(word)
        if place is None:
            folders.append(find_event(word))
            names.append("")
            continue
        store = congress_at(place)
        if not store.stores:
            raise Refused(f"{word} has no event that can be shown", "", "join one first")
        folders += [opened.folder for opened in store.stores.values()]
        names += [one.plan.name for one in store.members]
        title = store.congress.title if len(words) == 1 else ""
    return folders, title, names


def _show_arguments(parser: ArgumentParser) -> None:
    from saves.projectors import PAGES

    event_argument(parser)
    _name_option(parser, "--projector", "which projector, by its `--name` (hall)")
    pages = "; ".join(f"{name}: {text}" for name, text in PAGES.items())
    parser.add_argument("--page", choices=tuple(PAGES), help=pages)
    parser.add_argument("--message", metavar="TEXT", help='a word to the hall; "" takes it away')
    parser.add_argument(
        "--until", metavar="TIME", help="take the message away then: 15:30, or minutes from now"
    )


def show(args: Namespace) -> int:
    """Choose what a projector shows; without a choice: say what it was asked to show."""
    from dataclasses import replace

    from saves.projectors import ask_for, wish
    from tui.projector.timing import until_time

    folder = find_event(args.event)
    wanted = wish(folder, args.name)
    if args.until is not None and not (args.message or wanted.said(datetime.now().astimezone())):
        raise Refused("there is no message", "--until says when one is taken away", "--message")
    if (args.page, args.message, args.until) != (None, None, None):
        page = args.page if args.page is not None else wanted.page
        text = wanted.message if args.message is None else cleaned(args.message, "the message")
        until = wanted.until if args.message is None else None
        if args.until is not None:
            until = until_time(args.until, datetime.now().astimezone())
        wanted = replace(wanted, page=page, message=text[:160], trouble="", until=until)
        ask_for(folder, args.name, wanted)
    if args.json:
        until_text = wanted.until.isoformat() if wanted.message and wanted.until else None
        say_json({"projector": args.name, "page": wanted.page, "message": wanted.message,
                  "until": until_text})  # fmt: skip
        return 0
    with_message = f", with the message: {wanted.message}" if wanted.message else ""
    with_message += f" until {wanted.until:%H:%M}" if wanted.message and wanted.until else ""
    say(f"projector {args.name}: {wanted.page}{with_message}")
    if wanted.trouble:
        say(wanted.trouble)
    return 0


def _clock_arguments(parser: ArgumentParser) -> None:
    event_argument(parser, json=False)
    parser.add_argument(
        "what",
        nargs="?",
        choices=("start", "delay", "stop"),
        help="without it: shows the current one",
    )
    parser.add_argument("by", nargs="?", metavar="N", help="delay: minutes, - for earlier")
    parser.add_argument("--in", dest="in_", default="", metavar="N", help="start: minutes from now")
    parser.add_argument("--at", default="", metavar="HH:MM", help="start: at this time")
    parser.add_argument(
        "--minutes", default="", metavar="N", help="start: how long the round is played"
    )
    json_option(parser)


def clock(args: Namespace) -> int:
    """The round clock: start it, put it off, remove it; and the players still playing."""
    from saves.round_clock import read_clock, remove_clock

    store = reading(args)
    folder, event = store.folder, store.event
    running = read_clock(folder)
    now = datetime.now().astimezone()
    if args.what == "start":
        running = _started(args, event, folder, now)
    elif args.what == "delay":
        running = _delayed(args, running, folder, now)
    elif args.what == "stop":
        remove_clock(folder)
        running = None
    _say_clock(args, store, running, now)
    return 0


def _started(args: Namespace, event: Event, folder: Path, now: datetime) -> RoundClock:
    from saves.round_clock import write_clock
    from tui.projector.timing import started

    if args.in_ and args.at:
        raise Refused("a round starts once", "--in and --at are both given", "give one of them")
    made = started(event, now, args.at or args.in_, args.minutes)
    write_clock(folder, made)
    return made


def _delayed(
    args: Namespace, running: RoundClock | None, folder: Path, now: datetime
) -> RoundClock:
    from saves.round_clock import write_clock
    from tui.projector.timing import delay_of

    if args.by is None:
        raise Refused(
            "by how much is not given", "", "write minutes: `topboard clock EVENT delay 5`"
        )
    if running is None:
        raise Refused("no clock runs", "", "`topboard clock EVENT start` starts one")
    made = running.delayed(delay_of(args.by), now)
    write_clock(folder, made)
    return made


def _say_clock(args: Namespace, store: Store, running: RoundClock | None, now: datetime) -> None:
    from tui.projector.words import countdown, open_boards

    event = store.event
    open_ones = open_boards(event)
    if args.json:
        missing = [{"board": m.board, "white": m.white, "black": m.black} for m in open_ones]
        say_json({
            "round": running.round if running else None,
            "starts": running.starts.isoformat() if running else None,
            "minutes": running.minutes if running else None,
            "missing": missing,
        })  # fmt: skip
        return
    say(countdown(running, now, store.event.called) or "no clock runs")
    for match in open_ones:
        white, black = (event.entrant(id).name for id in match.pair)
        say(f"{event.board_name(match.board)}: {white} - {black}")


def _serve_arguments(parser: ArgumentParser) -> None:
    _events_argument(parser)
    _name_option(parser, "--name", "what the desk calls these projectors (web)")
    parser.set_defaults(name="web")
    parser.add_argument("--port", type=whole_number, default=PORT, help=f"on 127.0.0.1 ({PORT})")
    parser.add_argument(
        "--public-url", metavar="URL", help="what browsers call the reverse proxy in front"
    )
    parser.add_argument(
        "--most", type=whole_number, default=MOST_BROWSERS, metavar="N",
        help=f"browsers at a time ({MOST_BROWSERS}); each is a process of its own",
    )  # fmt: skip
    parser.add_argument("--turn", type=whole_number, metavar="SECONDS",
                        help="how long a page stays (as long as it takes to read)")  # fmt: skip
    _theme_option(parser)


def serve(args: Namespace) -> int:
    """The projector's pages to browsers, read-only, on this machine for a reverse proxy."""
    from saves.projectors import checked_name

    folders = [folder.resolve() for folder in _shown_together(args.events)[0]]
    checked_name(args.name)
    if not 1 <= args.port <= HIGHEST_PORT:
        raise Refused(f"{args.port} is not a port", f"1 to {HIGHEST_PORT}", "give another")
    if args.public_url and not args.public_url.startswith(("http://", "https://")):
        raise Refused(
            "the public URL is not an address", "it begins with http:// or https://", "correct it"
        )
    command = [
        sys.executable, "-m", "tui", "project", *_named_again(args.events), "--name", args.name,
        *(("--turn", str(args.turn)) if args.turn is not None else ()),
        *(("--theme", args.theme) if args.theme else ()),
    ]  # fmt: skip
    # what cannot be opened is refused here, in words
    stores = [reading(Namespace(event=str(folder))) for folder in folders]
    if len(stores) == 1:
        # whoever comes later sees this event, or a note that another is there
        journal = stores[0].journal
        os.environ[CONTINUES] = continuing(journal, min(journal.head.n, 1))
    from tui.projector.browser import serve as run

    run(
        command,
        args.port,
        args.public_url,
        max(args.most, 1),
        " · ".join(folder.name for folder in folders),
    )
    return 0


def _named_again(words: Sequence[str]) -> list[str]:
    """The same events and congresses for a program that begins elsewhere."""
    from tui.commands.congress_opening import congress_or_none

    return [str((congress_or_none(word) or find_event(word)).resolve()) for word in words]


COMMANDS = {
    "project": Subcommand(_project_arguments, project),
    "show": Subcommand(_show_arguments, show),
    "clock": Subcommand(_clock_arguments, clock),
    "serve": Subcommand(_serve_arguments, serve),
}
