"""Every error of the disk at every call of the one seam, in everything that arbiters do."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from engine.refusal import Refused
from saves.disk import Disk
from tests.faults.deeds import DEEDS, Deed, looked, may_be
from tests.faults.test_crash_states import place as place
from tests.saves.conftest import FaultyDisk

ERRORS = (
    errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EMFILE, errno.EINTR,
)  # fmt: skip


class Case:
    """A deed on fresh copies of its folder, and what it may leave."""

    def __init__(self, place: Path, deed: Deed) -> None:
        self.place, self.deed = place, deed
        self.clean = place / "prepared" / "open"
        self.clean.parent.mkdir()
        deed.prepare(self.clean)
        self.before = looked(self.copy())
        folder = self.copy()
        deed.do(folder, Disk(), lambda: None)
        self.after = looked(folder)

    def copy(self) -> Path:
        folder = self.place / "trial" / "open"
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir()
        if self.clean.exists():
            shutil.copytree(self.clean, folder)
        return folder

    def calls(self) -> int:
        """How many calls the deed makes."""
        disk = FaultyDisk()
        disk.arm(0, 0)
        self.deed.do(self.copy(), disk, lambda: None)
        return len(disk.calls)

    def fails(self, step: int, error: int) -> bool:
        """With an error at that call: whether it was refused; checks what is there after."""
        folder, disk = self.copy(), FaultyDisk()
        disk.arm(step, error)
        said: list[bool] = []
        refused = False
        try:
            self.deed.do(folder, disk, lambda: said.append(True))
        except Refused:
            refused = True
        found = looked(folder)
        assert may_be(folder, found, self.before, self.after, bool(said)), (step, error)
        return refused


@pytest.mark.parametrize("name", DEEDS)
@pytest.mark.parametrize("stride", [9, pytest.param(1, marks=pytest.mark.faults)])
def test_an_error_at_any_call_refuses_or_saves(
    place: Path, name: str, stride: int, figures
) -> None:
    case = Case(place, DEEDS[name])
    tried = refused = 0
    for step in range(1, case.calls() + 1, stride):
        for error in ERRORS if stride == 1 else (ERRORS[step % len(ERRORS)],):
            refused += case.fails(step, error)
            tried += 1
    figures("errors, refused", f"{tried} {refused}")
    assert tried >= 3


def test_control_a_desk_that_says_saved_too_early_is_found_out(place: Path) -> None:
    case = Case(place, DEEDS["enter"])

    def early(folder: Path, disk: Disk, saved) -> None:
        saved()
        DEEDS["enter"].do(folder, disk, lambda: None)

    case.deed = Deed(DEEDS["enter"].prepare, early)
    lost = 0
    for step in range(1, case.calls() + 1):
        try:
            case.fails(step, errno.EIO)
        except AssertionError:
            lost += 1
    assert lost > 5
