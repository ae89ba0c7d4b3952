"""Trial events in parcels, and the pools that play them: this process, processes of this machine,
the workers of a Dask cluster. None changes a figure.

What a plan counts are whole numbers that add up in any order, and the event of one number is the
same wherever it is played. So parcels are of any size, come back in any order, and one that was
lost is simply played again. Dask `distributed` is an extra and is loaded here alone.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Protocol, Self

from engine.refusal import Refused, installing
from engine.trial.figures import Figures
from engine.trial.many import TrialPlan, figures
from saves import VERSION

SHARES = 12
"""Parcels for each worker, so that one slow parcel keeps nobody waiting for long."""
LARGEST = 25
AHEAD = 2
"""Parcels for each worker that are handed out at once: one being played and one waiting for it. So
however many events there are, memory holds a few."""
Progress = Callable[[int], None]
"""Called with the number of events played so far."""
PRELOADED = ["engine.trial.many", "formats.common", "formats.registry"]


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
    from formats.registry import format_named

    return figures(plan, format_named(plan.format), numbers)


# Processes of this machine


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Pool]:
    """So many processes of this machine, or a cluster: `ADDRESS` or `local:N`."""
    if cluster is not None:
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


# A cluster


LOCAL = re.compile(r"local:([0-9]{1,3})")
MOST_LOCAL = 256
REACHED_WITHIN = 10
"""Seconds for the scheduler to answer."""
PEOPLED_WITHIN = 60
"""Seconds without any worker after which it is given up."""
LOOK, COUNT = 0.02, 2.0
"""Seconds between two looks for a parcel that is done, and for how many workers there are."""
LIVES = 20
"""So often a parcel is handed out anew whose workers have died with it; Dask tries each hand-out
four times by itself."""


class OtherVersion(Exception):
    """A worker has another version of the program."""


def worked(version: str, work: Callable[..., Any], *given: Any) -> Any:
    """One parcel of work on a worker, which must run the same program."""
    if version != VERSION:
        raise OtherVersion(VERSION)
    return work(*given)


class Cluster:
    """A scheduler and its workers, at `ADDRESS` or (`local:N`) N of them on this machine.

    Work is a function that the workers can load by its name, and what it is given.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._held = ExitStack()

    def __enter__(self) -> Self:
        try:
            # it writes of every worker that comes and goes
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
            import distributed
        except ImportError as error:
            raise Refused(
                "--cluster cannot be used",
                "the package distributed is not installed",
                f"{installing('distributed')}, and so on every machine of the cluster",
            ) from error
        self._dask: Any = distributed
        local = LOCAL.fullmatch(self._address)
        with ExitStack() as opened:
            self._client = opened.enter_context(self._local(int(local[1])) if local
                                                else self._remote())  # fmt: skip
            self._parcels: dict[str, tuple[Any, Callable[..., Any], tuple[Any, ...], int]] = {}
            self._done = self._dask.as_completed(loop=self._client.loop)
            self._workers, self._counted = 0, 0.0
            self._count()
            self._held = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # what is still under way is cancelled with its last reference
        self._parcels.clear()
        self._done.clear()
        self._held.close()

    def _local(self, number: int) -> Any:
        if not 1 <= number <= MOST_LOCAL:
            raise Refused(
                f"--cluster cannot be {self._address!r}",
                f"there are 1 to {MOST_LOCAL} workers on one machine", "write it as local:2",
            )  # fmt: skip
        cluster = self._dask.LocalCluster(
            n_workers=number, threads_per_worker=1, processes=True, dashboard_address=None,
            worker_dashboard_address=None, silence_logs=logging.CRITICAL,
        )  # fmt: skip
        return _Both(cluster, self._dask.Client(cluster))

    def _remote(self) -> Any:
        try:
            return self._dask.Client(self._address, timeout=REACHED_WITHIN)
        except (OSError, ValueError) as error:
            raise Refused(
                f"no cluster answers at {self._address[:60]!r}",
                str(error)[:120] if isinstance(error, ValueError) else "",
                "start one with dask scheduler (docs/scale.md), or use --cluster local:2",
            ) from error

    @property
    def workers(self) -> int:
        """Threads of all workers: each plays one parcel at a time."""
        if monotonic() - self._counted > COUNT:
            self._count()
        return max(1, self._workers)

    def _count(self) -> None:
        """See how many there are; `Refused` where there is no worker for long."""
        began = monotonic()
        while True:
            try:
                self._workers = sum(self._client.nthreads().values())
            except (OSError, CancelledError, TimeoutError) as error:
                raise self._lost() from error
            self._counted = monotonic()
            if self._workers:
                return
            if self._counted - began > PEOPLED_WITHIN:
                raise Refused(
                    f"the cluster at {self._address[:60]!r} has no workers", "",
                    "start some with dask worker ADDRESS (docs/scale.md)",
                )  # fmt: skip
            sleep(LOOK)

    def hand_out(
        self, name: Any, work: Callable[..., Any], *given: Any, lives: int = LIVES
    ) -> None:
        """Give work to the scheduler; its result comes back under that name."""
        # some of it also says how long it took: it is never taken for the same
        future = self._client.submit(worked, VERSION, work, *given, pure=False)
        self._parcels[future.key] = (name, work, given, lives)
        self._done.add(future)

    def first(self) -> tuple[Any, Any]:
        """Wait for any work: its name and result. What workers died over is done by others."""
        while True:
            while not self._done.has_ready():
                sleep(LOOK)
                if monotonic() - self._counted > COUNT:
                    self._count()
            future = next(self._done)
            name, work, arguments, lives = self._parcels.pop(future.key)
            try:
                result = future.result()
            except self._dask.scheduler.KilledWorker as error:
                if not lives:
                    raise Refused(
                        "the workers of the cluster die over their work", "",
                        "look at what they write, and at their memory",
                    ) from error  # fmt: skip
                self.hand_out(name, work, *arguments, lives=lives - 1)
            except OtherVersion as error:
                raise Refused(
                    f"a worker of the cluster runs topboard {error}",
                    f"this is {VERSION}", "install the same version everywhere",
                ) from error  # fmt: skip
            except ImportError as error:
                raise Refused(
                    "a worker of the cluster cannot load the program", str(error)[:120],
                    "install the same topboard, with its extra cluster, on every machine",
                ) from error  # fmt: skip
            except (CancelledError, OSError, TimeoutError) as error:
                raise self._lost() from error
            else:
                return name, result

    def _lost(self) -> Refused:
        return Refused(
            f"the cluster at {self._address[:60]!r} has gone", "",
            "start it and run the same again: the same seed gives the same figures",
        )  # fmt: skip


class EventsPool(Cluster):
    """A cluster that plays parcels of events."""

    def submit(self, plan: TrialPlan, numbers: range) -> None:
        """Hand them to the scheduler."""
        self.hand_out(numbers, parcel_figures, plan, numbers)

    def first_done(self) -> tuple[range, Figures]:
        """Wait for any parcel."""
        numbers, figures = self.first()
        return numbers, figures


class _Both:
    """A cluster of our own and its client, closed together."""

    def __init__(self, cluster: Any, client: Any) -> None:
        self._cluster, self._client = cluster, client

    def __enter__(self) -> Any:
        return self._client

    def __exit__(self, *reason: object) -> None:
        self._client.close()
        self._cluster.close()
