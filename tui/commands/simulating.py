"""The command `simulate`: what a format does to a field, from many events played by chance."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from time import monotonic
from typing import Any

from engine.entrants import Entrant
from engine.event import Event
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.trial.chance import PERCENT
from engine.trial.many import TrialPlan, refuse_unplayable
from tui.commands.bounds import percent, rating_range, within
from tui.commands.opening import json_option, reading, settings_given, settings_option
from tui.commands.output import say, say_json
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand
from tui.commands.trial_pools import cores, played, workers
from tui.commands.trial_tables import WIDTH, Trial, document, lines
from tui.setting_labels import setting_keys

EVENTS, MOST_EVENTS = 200, 1_000_000
PLAYERS, MOST_PLAYERS = 64, 5_000
MOST_FORMATS = 12
ALONE = 12
"""So few events are played sooner than a second process has started."""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "event", nargs="?", metavar="EVENT", help="its entry list, and without --format its format"
    )
    parser.add_argument(
        "--format", metavar="NAME", action="append", default=[],
        help="a format, settings of its own behind it ('dutch acceleration=baku'); "
        "several are set side by side",
    )  # fmt: skip
    field = parser.add_mutually_exclusive_group()
    field.add_argument("--entries", metavar="FILE", help="an entry list (CSV or TRF)")
    field.add_argument("--players", metavar="N", help=f"a random field ({PLAYERS})")
    parser.add_argument("--ratings", metavar="LOW-HIGH", help="of a random field (1200-2400)")
    parser.add_argument("--rounds", metavar="R", help="number of rounds")
    settings_option(parser, "a setting of the formats")
    parser.add_argument("--events", metavar="N", help=f"how many events ({EVENTS})")
    play_options(parser)
    json_option(parser)


def play_options(parser: ArgumentParser) -> None:
    """How games end, by which chance, and who plays them."""
    parser.add_argument(
        "--draws", metavar="PERCENT",
        help="games drawn among equals (as published, by rating and difference)",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", help="the same seed plays the same events (1)")
    parser.add_argument("--jobs", metavar="N", help="processes (as many as there are cores)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS|local:N",
        help="a Dask scheduler whose workers play, or N workers on this machine",
    )  # fmt: skip
    parser.add_argument("--encoding", metavar="E", help="of the entry list, unless it is UTF-8")


def drawn_games(args: Namespace) -> int | None:
    """How often equals draw, in millionths; None by the published table."""
    return None if args.draws is None else percent("--draws", args.draws, Decimal(0))


def jobs_given(args: Namespace, most: int) -> int:
    """Processes of this machine."""
    if args.cluster is not None and args.jobs is not None:
        raise Refused("--jobs is for this machine", "--cluster names another place", "choose")
    return within("--jobs", args.jobs, min(cores(), most), 1, 256)


def simulate(args: Namespace) -> int:
    """Play, count, show; nothing is written."""
    events = within("--events", args.events, EVENTS, 1, MOST_EVENTS)
    jobs = jobs_given(args, 1 + events // ALONE)
    if len(args.format) > MOST_FORMATS:
        raise Refused(f"{len(args.format)} formats are too many", "", f"give {MOST_FORMATS}")
    plans = _plans(args)
    for _, format, plan in plans:
        refuse_unplayable(plan, format)
    trials = []
    with workers(min(jobs, events), args.cluster) as pool:
        for label, format, plan in plans:
            began = monotonic()
            with ProgressBar(label, "events", events) as progress:
                figures = played(plan, range(events), pool, progress)
            event = plan.event(format, 0)
            seconds = monotonic() - began
            trials.append(Trial(label, plan, figures, len(event.entrants), seconds))
    documents = [_documented(trial) for trial in trials]
    if args.json:
        say_json({"seed": plans[0][2].seed, "formats": documents})
        return 0
    for head in _heads(trials, args):
        say(head)
    say()
    for line in lines([trial.label for trial in trials], documents):
        say(line)
    return 0


def _documented(trial: Trial) -> dict[str, Any]:
    settings = {key: _plain(value) for key, value in trial.plan.settings.items()}
    return document(trial) | {"settings": settings}


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool) else str(value)


def _plans(args: Namespace) -> list[tuple[str, Format, TrialPlan]]:
    """(label, format, plan) of every format asked for."""
    from formats.registry import format_named

    seed = within("--seed", args.seed, 1, 0, 10**9)
    low, high = rating_range(args.ratings)
    draws = drawn_games(args)
    event = _event(args)
    players = within("--players", args.players, PLAYERS, 2, MOST_PLAYERS)
    shared = settings_given(args.set)
    formats = []
    for text in args.format:
        name, *own = text.split() or [text]
        formats.append((format_named(name), settings_given(own)))
    if event is not None and not formats:
        format = format_named(event.format)
        formats.append((format, _own_settings(event, format)))
    _refuse_unknown(shared, [format for format, _ in formats])
    plans = []
    named = Counter[str]()
    for format, own in formats:
        settings = {**_known(shared, format, len(formats)), **own}
        if args.rounds is not None:
            settings.setdefault("rounds", args.rounds)
        format.settings(settings)
        entrants = _entrants(args, format) if event is None else unplayed(event.entrants)
        plan = TrialPlan(format.name, seed, settings, entrants, players, low, high, draws)
        named[format.name] += 1
        again = named[format.name]
        plans.append((f"{format.name} {again}" if again > 1 else format.name, format, plan))
    return plans


def _entrants(args: Namespace, format: Format) -> tuple[Entrant, ...]:
    """Those of the list as an event of the format would have them: its teams, or its players."""
    if args.entries is None:
        return ()
    from tui.commands.entry_files import read_entry_file

    if args.ratings is not None:
        raise Refused("--ratings is for a random field", "", "leave it out with --entries")
    teams = part_of(format, PlayedByTeams) is not None
    return unplayed(read_entry_file(args.entries, args.encoding, teams=teams).entrants)


def _event(args: Namespace) -> Event | None:
    """The event whose entries are played, where one is named."""
    if args.event is None:
        if not args.format:
            raise Refused("no format is named", "", "give --format NAME, or an event")
        return None
    for option in ("entries", "players", "ratings"):
        if getattr(args, option) is not None:
            raise Refused(f"--{option} is for a field of its own", "an event is named", "choose")
    return reading(args).event


def _own_settings(event: Event, format: Format) -> dict[str, Any]:
    """The event's settings as its format takes them, where they are not the usual ones."""
    usual = {key: default for key, default, *_ in format.settings_help()}
    settings = {}
    for key, value in format.settings_values(event.settings).items():
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        if value is not None and text and text != usual.get(key):
            settings[key] = text
    return settings


def unplayed(entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """Byes asked for in the list are kept; who is there is not known yet."""
    return tuple(
        replace(entrant, id="", present=False, away=(), joined=1)
        for entrant in entrants
        if not entrant.withdrawn
    )


def _refuse_unknown(shared: dict[str, str], formats: list[Format]) -> None:
    for key, value in shared.items():
        if len(formats) > 1 and not any(key in setting_keys(format) for format in formats):
            formats[0].settings({key: value})


def _known(shared: dict[str, str], format: Format, many: int) -> dict[str, str]:
    """Settings for all; among several formats those without such a setting go without."""
    return {k: v for k, v in shared.items() if many == 1 or k in setting_keys(format)}


def _heads(trials: list[Trial], args: Namespace) -> list[str]:
    source = args.entries or args.event or "a random field for every event"
    draws = trials[0].plan.draws
    drawn = "draws as published" if draws is None else f"{draws / PERCENT:g} % of equals draw"
    heads = [f"{source}; seed {trials[0].plan.seed}, {drawn}"]
    for trial in trials:
        said = ", ".join(f"{k} = {v}" for k, v in trial.plan.settings.items() if k != "rounds")
        if said:
            heads.append(f"{trial.label}: {said}")
    return [part for head in heads for part in textwrap.wrap(head, WIDTH)]


COMMANDS = {"simulate": Subcommand(_arguments, simulate)}
