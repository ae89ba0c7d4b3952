"""The command `advise`: which format for this field, all that fit side by side."""

from __future__ import annotations

import shutil
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from engine.entrants import Entrant
from engine.points import counted
from engine.refusal import Refused
from engine.trial.many import TrialPlan
from saves.safe_text import safe
from tui.commands.bounds import decimal_within, within
from tui.commands.opening import json_option, reading
from tui.commands.output import say, say_json, write_file
from tui.commands.places import find_event
from tui.commands.progress import ProgressBar
from tui.commands.simulating import drawn_games, jobs_given, play_options, unplayed
from tui.commands.subcommand import Subcommand
from tui.commands.trial_pools import workers

if TYPE_CHECKING:
    from tui.advice.choice import Candidates
    from tui.advice.measures import Advised
    from tui.advice.tables import Document

SPREAD, MOST_SPREAD = 50, 400
"""Rating points: the deviation of a player who plays regularly, as M. E. Glickman has it in the
example of "The Glicko system" (350² = 50² + 30c², c = 63.2). FIDE publishes none."""
PRECISION = Decimal(10)
HOURS = Decimal(4)
"""Of a game of 90 minutes and 30 seconds a move, at the 60 moves by which B.02, 1.1 counts."""
EVENTS, MOST_EVENTS = 2_000, 1_000_000
MINUTES, MOST_MINUTES = Decimal(3), Decimal(10_000)
NARROW, WIDE = 80, 120


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "entries", metavar="ENTRIES", help="an entry list (CSV or TRF), or an event"
    )
    parser.add_argument("--rounds", metavar="R", help="rounds there is time for (an event's own)")
    parser.add_argument("--teams", action="store_true", help="the list has the players of teams")
    parser.add_argument(
        "--precision", metavar="P", help=f"ends when all is known to so many per cent ({PRECISION})"
    )
    parser.add_argument(
        "--spread", metavar="POINTS", help=f"strength is drawn about the rating ({SPREAD})"
    )
    parser.add_argument("--hours", metavar="H", help=f"hours a game takes ({HOURS})")
    parser.add_argument("--events", metavar="N", help=f"at most so many of a format ({EVENTS})")
    parser.add_argument("--minutes", metavar="M", help=f"ends after so many at most ({MINUTES})")
    play_options(parser)
    parser.add_argument("-o", dest="output", metavar="FILE.html", help="write a page with plots")
    json_option(parser)


@dataclass(frozen=True, slots=True)
class AdviceAsked:
    """What is advised on, and how exactly: entrants from `source`, the game's length in `hours`, at
    most `most` events of a format and `minutes` in all."""

    source: str
    base: TrialPlan
    rounds: int
    precision: Decimal
    hours: float
    most: int
    minutes: Decimal

    def document(
        self, advices: Sequence[Advised], left_out: Mapping[str, str], ended: str = ""
    ) -> Document:
        """The advice as it is shown, `ended` by what; empty while formats are still played."""
        from tui.advice.measures import measures
        from tui.advice.tables import document

        return document(
            self.source, self.base, self.rounds, self.hours, float(self.precision), advices,
            left_out, measures(self.hours), ended=ended, minutes=float(self.minutes),
        )  # fmt: skip


def advise(args: Namespace) -> int:
    """Play every format that fits until its figures are known, and show them side by side."""
    from tui.advice.choice import candidates

    asked, jobs = _asked(args)
    formats = candidates(asked.base, asked.rounds)
    if not formats.fitting:
        reasons = "; ".join(f"{name}: {why}" for name, why in formats.left_out.items())
        raise Refused(
            f"no format fits {len(asked.base.entrants)} entrants in "
            f"{counted(asked.rounds, 'round')}",
            reasons,
            "give more rounds or more entrants",
        )  # fmt: skip
    advices, stopped = _played(asked, formats, jobs, args.cluster)
    if all(each.precise for each in advices):
        ended = "known"
    elif all(each.precise or each.figures.events == asked.most for each in advices):
        ended = "events"
    else:
        ended = "stopped" if stopped else "time"
    advice = asked.document(advices, formats.left_out, ended)
    if args.output is not None:
        from tui.advice.page import page

        write_file(args.output, page(advice).encode())
    if args.json:
        say_json(advice)
    else:
        _show(advice)
        if args.output is not None:
            say(f"written: {args.output}")
    return 0


def _asked(args: Namespace) -> tuple[AdviceAsked, int]:
    """And how many processes play."""
    source, entrants, planned = _entries(args)
    if args.rounds is None and not planned:
        raise Refused(
            "no number of rounds is given", "", "say how many there is time for: --rounds 7"
        )
    rounds = within("--rounds", args.rounds, planned or 0, 1, 99)
    precision = decimal_within(
        "--precision", args.precision, PRECISION, Decimal("0.5"), Decimal(100)
    )
    hours = float(decimal_within("--hours", args.hours, HOURS, Decimal("0.05"), Decimal(24)))
    most = within("--events", args.events, EVENTS, 2, MOST_EVENTS)
    minutes = decimal_within("--minutes", args.minutes, MINUTES, Decimal("0.05"), MOST_MINUTES)
    spread = within("--spread", args.spread, SPREAD, 0, MOST_SPREAD)
    seed = within("--seed", args.seed, 1, 0, 10**9)
    jobs = jobs_given(args, most)
    base = TrialPlan("", seed, {}, entrants, draws=drawn_games(args), spread=spread)
    return AdviceAsked(source, base, rounds, precision, hours, most, minutes), jobs


def _played(
    asked: AdviceAsked, formats: Candidates, jobs: int, cluster: str | None
) -> tuple[tuple[Advised, ...], bool]:
    """The formats with their figures, and whether somebody stopped it."""
    from tui.advice.measures import Field, advised, measures
    from tui.advice.tables import so_far

    advices: tuple[Advised, ...] = ()
    until = monotonic() + 60 * float(asked.minutes)
    with (
        workers(jobs, cluster) as pool,
        ProgressBar("advise", "events", stoppable=True) as progress,
    ):

        def enough() -> bool:
            return progress.stopped or monotonic() >= until

        for advices in advised(
            formats.fitting, Field.of(asked.base.entrants), measures(asked.hours),
            float(asked.precision) / 100, asked.most, pool, progress, enough,
        ):  # fmt: skip
            progress.tell(so_far(asked.document(advices, formats.left_out)))
    if not any(each.figures.events for each in advices):
        if progress.stopped:
            raise KeyboardInterrupt
        raise Refused(
            f"no event could be played in {asked.minutes} minutes", "",
            "give it more time: --minutes",
        )  # fmt: skip
    return advices, progress.stopped


def _entries(args: Namespace) -> tuple[str, tuple[Entrant, ...], int | None]:
    """Where they are from, the players, and an event's number of rounds."""
    if Path(args.entries).expanduser().is_file():
        from tui.commands.entry_files import read_entry_file

        entry_list = read_entry_file(args.entries, args.encoding, teams=args.teams or None)
        entrants, planned = unplayed(entry_list.entrants), None
    else:
        args.event = args.entries
        _refuse_number(args)
        store = reading(args)
        entrants = unplayed(store.event.entrants)
        most = len(entrants) - 1 + len(entrants) % 2
        planned = min(store.format.rounds_planned(store.event) or most, 99)
    if len(entrants) < 2:
        raise Refused(f"{len(entrants)} entrants cannot be paired", "", "give two or more")
    return Path(args.entries).name, entrants, planned


def _refuse_number(args: Namespace) -> None:
    """A number of players is not a list of them, unless an event has that name."""
    try:
        find_event(args.entries)
    except Refused:
        if not args.entries.isdecimal():
            raise
        raise Refused(
            f"{args.entries} is a number, not a list of entrants",
            "formats are compared by playing with the entrants' ratings",
            "give a CSV or TRF file of them, or an event; without a list, `topboard simulate "
            f"--players {args.entries} --format dutch --format kjca` compares two formats",
        ) from None


def _show(advice: dict[str, Any]) -> None:
    from tui.advice.tables import Part, head, lines, plain

    wide = max(NARROW, min(WIDE, shutil.get_terminal_size((NARROW, 24)).columns))
    shown: list[tuple[Part, ...]] = [
        ((part, "plain"),) for part in textwrap.wrap(head(advice), wide)
    ]
    shown += [(), *lines(advice, wide)]
    if advice["ended"] == "time":
        shown += [(), (("--minutes allows more", "plain"),)]
    if not sys.stdout.isatty():
        for parts in shown:
            say(plain(parts))
        return
    from rich.console import Console
    from rich.text import Text

    styles = {"head": "bold", "accent": "cyan", "pale": "cyan", "dim": "dim", "plain": ""}
    console = Console(width=wide, highlight=False)
    for parts in shown:
        text = Text.assemble(*((safe(part, 2000), styles[style]) for part, style in parts))
        text.rstrip()
        console.print(text, soft_wrap=True)


COMMANDS = {"advise": Subcommand(_arguments, advise)}
