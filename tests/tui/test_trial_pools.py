"""The figures of a simulation do not depend on what plays it."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

import pytest

from engine.refusal import Refused
from engine.trial.figures import Figures
from engine.trial.many import TrialPlan
from tui.commands.trial_pools import AHEAD, Here, played, workers

PLAN = TrialPlan("kjca", 7, {"rounds": 3}, players=7, spread=50)


class Backwards(Here):
    """A pool of three that plays what it was handed last first."""

    workers = 3

    def __init__(self) -> None:
        super().__init__()
        self.most = self.handed_out = 0

    def submit(self, plan: TrialPlan, numbers: range) -> None:
        super().submit(plan, numbers)
        self.handed_out += 1
        self.most = max(self.most, len(self._waiting))

    def first_done(self) -> tuple[range, Figures]:
        self._waiting.reverse()
        return super().first_done()


def counted(figures: Figures) -> Figures:
    """Without what a clock says."""
    return replace(figures, drawing=0, slowest=0)


def alone(events: range) -> Figures:
    return counted(played(PLAN, events, Here(), lambda done: None))


def test_the_order_changes_nothing_and_memory_holds_a_few_parcels() -> None:
    progress: list[int] = []
    pool = Backwards()
    figures = played(PLAN, range(24), pool, progress.append)
    assert counted(figures) == alone(range(24))
    assert progress[-1] == 24
    assert progress == sorted(progress)
    assert pool.most <= AHEAD * pool.workers < pool.handed_out


def test_parts_of_the_events_add_up_to_the_whole() -> None:
    first, then = alone(range(5)), alone(range(5, 12))
    first.add(then)
    assert first == alone(range(12))


def test_without_the_package_a_cluster_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused) as refusal, workers(1, "local:2"):
        pass
    assert f"{sys.executable} -m pip install distributed" in str(refusal.value)


@pytest.mark.slow
def test_a_cluster_counts_the_same_although_a_worker_is_killed() -> None:
    pytest.importorskip("distributed", reason="the extra topboard[cluster] is not installed")
    killed: list[int] = []
    with workers(1, "local:2") as pool:

        def progress(done: int) -> None:
            if done >= 40 and not killed:
                killed.extend(pool._client.run(os.getpid).values())  # type: ignore[attr-defined]
                os.kill(killed[0], signal.SIGKILL)

        figures = played(PLAN, range(300), pool, progress)
    assert killed
    assert counted(figures) == alone(range(300))


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_refused() -> None:
    pytest.importorskip("distributed", reason="the extra topboard[cluster] is not installed")
    with pytest.raises(Refused) as refusal, workers(1, "127.0.0.1:9"):
        pass
    assert "no cluster answers" in str(refusal.value)
