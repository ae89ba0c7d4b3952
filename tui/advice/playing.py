"""Events are played until every figure is known as exactly as was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.trial.figures import Figures
from engine.trial.intervals import Estimate
from tui.advice.choice import FittingFormat
from tui.advice.measures import Field, Indicator, estimates
from tui.commands.trial_parcels import Pool, played

FIRST = (4, 12, 24)
"""Events before the looks that only show how it goes."""
FEWEST = 48
"""Events before a format may be known well enough."""


@dataclass(frozen=True)
class Advised:
    """A format's figures so far; `precise` where all of them are as exact as asked."""

    candidate: FittingFormat
    figures: Figures = field(default_factory=Figures)
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    precise: bool = False


def looks(most: int) -> Iterator[int]:
    """After how many events one looks: 4, 12, 24, 48, 72, 96, 144, 192 … and the most.

    The looks are few and the same for every pool, so that the same seed gives the same figures;
    stopping at the first that is good enough makes intervals a little too sure.
    """
    yield from (at for at in FIRST if at < most)
    at = FEWEST
    while at < most:
        yield at
        if at + at // 2 < most:
            yield at + at // 2
        at *= 2
    yield most


def advised(
    fitting: Sequence[FittingFormat], entries: Field, of: tuple[Indicator, ...], precision: float,
    most: int, pool: Pool, progress: Callable[[int, int], None],
    enough: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Advised, ...]]:  # fmt: skip
    """All formats after every look, each played until all of its intervals are within `precision`
    (`Estimate.within`), or `most` events, or it is `enough`: then a format has the figures of its
    first events, however many.

    `progress` is told how many events are played, and how many the next look takes.
    """
    advices = [Advised(candidate) for candidate in fitting]
    for look in looks(most):
        wanted = sum(each.figures.events if each.precise else look for each in advices)
        for at, each in enumerate(advices):
            if each.precise or enough():
                continue
            before = sum(other.figures.events for other in advices)
            total, numbers = each.figures, range(each.figures.events, look)

            def on(done: int, before: int = before, wanted: int = wanted) -> None:
                progress(before + done, wanted)

            total.add(played(each.candidate.plan, numbers, pool, on, enough))
            known = estimates(each.candidate, entries, total, of)
            precise = (
                total.events >= min(FEWEST, most)
                and bool(known)
                and all(one.within(precision) for one in known.values())
            )
            advices[at] = Advised(each.candidate, total, dict(known), precise)
        yield tuple(advices)
        if enough() or all(each.precise for each in advices):
            return
