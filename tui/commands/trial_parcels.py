"""Trial events in parcels, handed to whatever plays them, which changes no figure.

What a plan counts are whole numbers that add up in any order, and the event of one number is the
same wherever it is played. So parcels are of any size, come back in any order, and one that was
lost is simply played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from engine.trial.figures import Figures
from engine.trial.many import TrialPlan

SHARES = 12
"""Parcels for each worker, so that one slow parcel keeps nobody waiting for long."""
LARGEST = 25
AHEAD = 2
"""Parcels for each worker that are handed out at once: one being played and one waiting for it. So
however many events there are, memory holds a few."""
Progress = Callable[[int], None]
"""Called with the number of events played so far."""


class Pool(Protocol):
    """What plays parcels, several at once."""

    @property
    def workers(self) -> int:
        """How many play at this moment."""

    def submit(self, plan: TrialPlan, numbers: range) -> None:
        """Have these events of the plan played."""

    def first_done(self) -> tuple[range, Figures]:
        """Wait for the next of the parcels that were submitted."""


class Here:
    """This process, which plays a parcel when its figures are asked for."""

    workers = 1

    def __init__(self) -> None:
        self._waiting: list[tuple[TrialPlan, range]] = []

    def submit(self, plan: TrialPlan, numbers: range) -> None:
        """Remember it."""
        self._waiting.append((plan, numbers))

    def first_done(self) -> tuple[range, Figures]:
        """Play the first."""
        plan, numbers = self._waiting.pop(0)
        return numbers, parcel_figures(plan, numbers)


def played(
    plan: TrialPlan,
    numbers: range,
    pool: Pool,
    progress: Progress,
    enough: Callable[[], bool] = lambda: False,
) -> Figures:
    """The figures of the events of these numbers; of the first of them where it is `enough`."""
    parcels = _parcels(numbers, pool.workers)
    total, done, under_way = Figures(), 0, 0
    while True:
        while (
            under_way < AHEAD * pool.workers
            and not enough()
            and (parcel := next(parcels, None)) is not None
        ):
            pool.submit(plan, parcel)
            under_way += 1
        if not under_way:
            return total
        parcel, figures = pool.first_done()
        under_way -= 1
        total.add(figures)
        done += len(parcel)
        progress(done)


def _parcels(numbers: range, workers: int) -> Iterator[range]:
    size = max(1, min(LARGEST, len(numbers) // (workers * SHARES)))
    for first in range(numbers.start, numbers.stop, size):
        yield range(first, min(first + size, numbers.stop))


def parcel_figures(plan: TrialPlan, numbers: range) -> Figures:
    """The work of one parcel, in any process."""
    from engine.trial.many import figures
    from formats.registry import format_named

    return figures(plan, format_named(plan.format), numbers)
