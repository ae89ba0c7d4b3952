"""Events are played until every figure is known as exactly as was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from engine.trial.figures import Figures
from engine.trial.intervals import Estimate
from tui.advice.choice import FittingFormat
from tui.advice.measures import Field, Indicator, estimates
from tui.commands.trial_parcels import Pool, played

FEWEST = 48
"""Events before the first look."""


@dataclass(frozen=True)
class Advised:
    """A format's figures; `precise` where all of them are as exact as asked."""

    candidate: FittingFormat
    figures: Figures
    estimates: Mapping[str, Estimate]
    precise: bool


def looks(most: int) -> Iterator[int]:
    """After how many events one looks: 48, 72, 96, 144, 192 … and the most.

    The looks are few and the same for every pool, so that the same seed gives the same figures;
    stopping at the first that is good enough makes intervals a little too sure.
    """
    at = FEWEST
    while at < most:
        yield at
        if at + at // 2 < most:
            yield at + at // 2
        at *= 2
    yield most


def advised(
    candidate: FittingFormat, entries: Field, of: tuple[Indicator, ...], precision: float,
    most: int,
    pool: Pool, progress: Callable[[int, int], None],
) -> Advised:  # fmt: skip
    """Play until all intervals are within `precision` (`Estimate.within`), or `most` are played.

    `progress` is told how many events are played, and how many the next look takes.
    """
    total, known, precise = Figures(), dict[str, Estimate](), False
    steps = list(looks(most))
    for before, after in zip(chain([0], steps), steps, strict=False):

        def on(done: int, before: int = before, after: int = after) -> None:
            progress(before + done, after)

        total.add(played(candidate.plan, range(before, after), pool, on))
        known = dict(estimates(candidate, entries, total, of))
        precise = bool(known) and all(each.within(precision) for each in known.values())
        if precise:
            break
    return Advised(candidate, total, known, precise)
