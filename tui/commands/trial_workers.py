"""Trial events spread over the cores of the machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from engine.refusal import Refused
from engine.trial.figures import Figures
from engine.trial.many import TrialPlan
from tui.commands.trial_parcels import Here, Pool, parcel_figures

PRELOADED = ["engine.trial.many", "formats.common", "formats.registry"]


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Pool]:
    """So many processes of this machine, or a cluster: `ADDRESS` or `local:N`."""
    if cluster is not None:
        from tui.commands.trial_cluster import EventsPool

        with EventsPool(cluster) as pool:
            yield pool
    elif jobs == 1:
        yield Here()
    else:
        processes = Processes(jobs)
        try:
            yield processes
        finally:
            processes.close()


class Processes:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        # a fresh interpreter: a fork of a program with threads may hang, and others have none
        method = (
            "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        )
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            # what every process needs is read once
            context.set_forkserver_preload(PRELOADED)
        self._pool = ProcessPoolExecutor(jobs, context, _quiet)
        self._parcels: dict[Future[Figures], range] = {}

    def submit(self, plan: TrialPlan, numbers: range) -> None:
        """Give it to the first process that is free."""
        with _unbroken():
            self._parcels[self._pool.submit(parcel_figures, plan, numbers)] = numbers

    def first_done(self) -> tuple[range, Figures]:
        """Wait for any of them."""
        done, _ = wait(self._parcels, return_when=FIRST_COMPLETED)
        ready = done.pop()
        with _unbroken():
            return self._parcels.pop(ready), ready.result()

    def close(self) -> None:
        """End the processes; what they have not begun is not played."""
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _unbroken() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        remedy = "run it again with --jobs 1"
        raise Refused("a process of the simulation was ended from outside", "", remedy) from error


def _quiet() -> None:
    # Ctrl+C is for the program, which then ends its children
    signal.signal(signal.SIGINT, signal.SIG_IGN)
