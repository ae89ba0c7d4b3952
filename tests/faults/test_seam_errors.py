"""Every error of the disk at every call of the one seam, in everything that arbiters do."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from engine.refusal import Refused
from tests.faults.deeds import DEEDS
from tests.faults.trials import ERRORS, Trial, too_early
from tests.saves.conftest import FaultyDisk


def calls(trial: Trial) -> int:
    """How many calls the deed makes."""
    disk = FaultyDisk()
    disk.arm(0, 0)
    trial.deed.do(trial.copy(), disk, lambda: None)
    return len(disk.calls)


def fails(trial: Trial, step: int, error: str) -> tuple[bool, bool]:
    """With an error at that call: whether it was refused, and whether what is there after is
    what may be."""
    disk, said, refused = FaultyDisk(), False, False

    def saved() -> None:
        nonlocal said
        said = True

    disk.arm(step, getattr(errno, error))
    try:
        trial.deed.do(trial.copy(), disk, saved)
    except Refused:
        refused = True
    return refused, trial.keeps_its_word(said)


@pytest.mark.parametrize("name", DEEDS)
@pytest.mark.parametrize("stride", [17, pytest.param(1, marks=pytest.mark.faults)])
def test_an_error_at_any_call_refuses_or_saves(
    place: Path, name: str, stride: int, figures
) -> None:
    trial = Trial(place, DEEDS[name])
    tried = refused = 0
    for step in range(1, calls(trial) + 1, stride):
        for error in ERRORS if stride == 1 else (ERRORS[step % len(ERRORS)],):
            was_refused, kept = fails(trial, step, error)
            assert kept, (step, error)
            refused += was_refused
            tried += 1
    figures("errors, refused", f"{tried} {refused}")
    assert tried >= 3


@pytest.mark.control
def test_control_a_desk_that_says_saved_too_early_is_found_out(place: Path, figures) -> None:
    trial = Trial(place, too_early(DEEDS["enter"]))
    found = [fails(trial, step, "EIO") for step in range(1, calls(trial) + 1, 3)]
    lost = sum(not kept for _, kept in found)
    figures("errors, lost", f"{len(found)} {lost}")
    assert lost > 3
