"""One deed, again and again on fresh copies of its folder: what every fault is tried on."""

from __future__ import annotations

import shutil
from pathlib import Path

from saves.disk import Disk
from tests.faults.deeds import Deed, Look, looked, may_be

ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EACCES", "EROFS", "EMFILE", "EINTR")
"""What a disk can answer, by the names that `errno` and strace have for it."""


class Trial:
    """A deed, the folder that it is done in, and what it may leave there."""

    def __init__(self, place: Path, deed: Deed) -> None:
        self.place, self.deed = place, deed
        self.clean = place / "prepared" / "open"
        self.folder = place / "trial" / "open"
        self.clean.parent.mkdir()
        deed.prepare(self.clean)
        self.before = looked(self.copy())
        deed.do(self.copy(), Disk(), lambda: None)
        self.after = looked(self.folder)

    def copy(self) -> Path:
        """The folder as it was before the deed."""
        shutil.rmtree(self.folder.parent, ignore_errors=True)
        self.folder.parent.mkdir()
        if self.clean.exists():
            shutil.copytree(self.clean, self.folder)
        return self.folder

    def looked(self) -> Look:
        """What the next opening finds there."""
        return looked(self.folder)

    def keeps_its_word(self, said: bool) -> bool:
        """Whether there is the state after, or the one before where nothing was said."""
        return may_be(self.looked(), self.before, self.after, said)


def too_early(deed: Deed) -> Deed:
    """The control: a desk that says saved before it has done anything."""

    def do(folder: Path, disk: Disk, saved: object) -> None:
        assert callable(saved)
        saved()
        deed.do(folder, disk, lambda: None)

    return Deed(deed.prepare, do)
