"""Trial events spread over the cores of the machine; the figures do not depend on how many."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from engine.refusal import Refused
from engine.trial.figures import Figures
from engine.trial.many import TrialPlan, figures

PARCELS = 12
"""Parcels of events a process, so that one slow parcel keeps nobody waiting for long."""
LARGEST = 25
PRELOADED = ["engine.trial.many", "formats.common", "formats.registry"]
Progress = Callable[[int], None]
"""Called with the number of events played so far."""


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def played(plan: TrialPlan, events: int, jobs: int, progress: Progress) -> Figures:
    """The figures of events 0 to `events` - 1."""
    parcels = list(_parcels(events, jobs))
    if jobs == 1 or len(parcels) == 1:
        return _here(plan, parcels, progress)
    # a fresh interpreter: a fork of a program with threads may hang, and other systems have none
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        # what every process needs is read once
        context.set_forkserver_preload(PRELOADED)
    pool = ProcessPoolExecutor(min(jobs, len(parcels)), context, _quiet)
    try:
        work = [pool.submit(parcel_figures, plan, parcel) for parcel in parcels]
        return _gathered(work, parcels, progress)
    except BrokenProcessPool as error:
        remedy = "run it again with --jobs 1"
        raise Refused("a process of the simulation was ended from outside", "", remedy) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _parcels(events: int, jobs: int) -> Iterator[range]:
    size = max(1, min(LARGEST, events // (jobs * PARCELS)))
    return (range(first, min(first + size, events)) for first in range(0, events, size))


def _here(plan: TrialPlan, parcels: list[range], progress: Progress) -> Figures:
    total = Figures()
    for parcel in parcels:
        total.add(parcel_figures(plan, parcel))
        progress(parcel.stop)
    return total


def _gathered(work: list[Future[Figures]], parcels: list[range], progress: Progress) -> Figures:
    sizes = dict(zip(work, map(len, parcels), strict=True))
    done = 0
    for ready in as_completed(work):
        ready.result()
        done += sizes[ready]
        progress(done)
    total = Figures()
    for each in work:
        total.add(each.result())
    return total


def parcel_figures(plan: TrialPlan, numbers: range) -> Figures:
    """The work of one parcel, in any process."""
    from formats.registry import format_named

    return figures(plan, format_named(plan.format), numbers)


def _quiet() -> None:
    # Ctrl+C is for the program, which then ends its children
    signal.signal(signal.SIGINT, signal.SIG_IGN)
