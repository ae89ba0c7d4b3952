"""Events on sticks: FAT and exFAT have no rights, no links, and times to two seconds; and file
systems that nobody has heard of. A real exFAT is tried where this machine can mount one."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.actions import CreateEvent, EnterResult, EnterResults, PublishRound
from engine.refusal import Refused
from saves import file_systems
from saves.backup import backup, restore_backup
from saves.disk import Disk
from saves.store import Store, create_event
from saves.verify import verify
from tests.faults.small_disks import run
from tests.saves.toy import made, proposal, reopened, toy_named


class Stick(Disk):
    """What Linux answers on FAT (and, by another number, some drivers of users)."""

    def __init__(self, number: int = errno.EPERM) -> None:
        self.number = number

    def fchmod(self, fd: int, mode: int) -> None:
        raise OSError(self.number, os.strerror(self.number))


def a_day(folder: Path, disk: Disk) -> Store:
    """Made, drawn, published, played, corrected, drawn again."""
    made(folder, 8, disk=disk)
    store = reopened(folder, disk=disk)
    store.attend()
    boards = store.event.round(1).matches
    store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))
    store.do(EnterResult(1, "0-1", was="1-0", replace=True))
    store.undo()
    store.do(proposal(store.event))
    store.do(PublishRound(2))
    assert not store.read_only
    assert store.warnings == []
    store.leave()
    return store


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL])
def test_an_event_is_made_published_restored_and_backed_up_without_rights(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPBOARD_MIRROR", str(tmp_path / "mirror"))
    (tmp_path / "mirror").mkdir()
    monkeypatch.setattr(Disk, "fchmod", Stick(number).fchmod)  # the copy has a disk of its own
    store = a_day(tmp_path / "open", Disk())
    store.restore(store.points()[0].name)
    assert verify(store.folder, format_named=toy_named).status == 0
    backup(store.folder, tmp_path / "open.tar.gz")
    again = restore_backup(tmp_path / "open.tar.gz", tmp_path / "again")
    assert reopened(tmp_path / "again").event == store.event, again
    restore_backup(tmp_path / "open.tar.gz", store.folder, replace=True)
    copied = tmp_path / "mirror" / "open" / "journal.log"
    assert copied.read_bytes() == store.journal.path.read_bytes()


def test_a_right_that_is_missing_is_still_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no permission to write"):
        made(tmp_path / "open", disk=Stick(errno.EACCES))


# File systems that are not known


@pytest.fixture
def on_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    share = tmp_path / "share"
    share.mkdir()
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        f"40 22 0:44 / {share} rw,relatime shared:9 - fuse.dropfs dropfs rw\n"
    )
    monkeypatch.setattr(file_systems, "MOUNTS", mounts)
    return share


class NoLocks(Disk):
    """A file system on which every lock is given."""

    def flock(self, fd: int, operation: int) -> None:
        """Granted."""


def test_an_unknown_file_system_is_tried_and_named(on_something: Path) -> None:
    store = made(on_something / "open")
    assert "fuse.dropfs, which Topboard does not know" in store.warnings[0]
    store = reopened(on_something / "open")
    assert any("fuse.dropfs" in note for note in store.notes)
    store.do(EnterResult(1, "1-0"))


def test_nothing_is_written_where_a_lock_keeps_nobody_out(on_something: Path) -> None:
    begin = CreateEvent("New", "toy")
    with pytest.raises(Refused, match=r"fuse\.dropfs, where a lock keeps nobody out"):
        create_event(on_something / "new", begin, format_named=toy_named, disk=NoLocks())
    made(on_something / "open")
    store = reopened(on_something / "open", disk=NoLocks())
    assert "a lock keeps nobody out" in store.read_only
    before = store.journal.path.read_bytes()
    with pytest.raises(Refused, match="read-only"):
        store.do(EnterResult(1, "1-0"))
    assert store.journal.path.read_bytes() == before


def test_this_disk_is_known() -> None:
    """Where the tests run nobody is warned of anything, unless it is a disk of its own kind."""
    system = file_systems.file_system(Path(__file__))
    assert file_systems.unknown_system(Path(__file__)) in (None, system)
    assert file_systems.unknown_system(Path("/proc")) == "proc"


# A real one


@pytest.fixture
def exfat(tmp_path: Path) -> Iterator[Path]:
    """A stick of 32 MB with exFAT, by the kernel or by a driver of users."""
    if os.geteuid() != 0:
        pytest.skip("mounting a stick needs root")
    if shutil.which("mkfs.exfat") is None:
        pytest.skip("mkfs.exfat is not installed (exfatprogs)")
    image, top = tmp_path / "stick.img", tmp_path / "stick"
    top.mkdir()
    with image.open("wb") as file:
        file.truncate(32 << 20)
    try:
        run("mkfs.exfat", image)
        found = subprocess.run(
            ["losetup", "-f", "--show", image], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no loop device here: {error}")
    device = found.stdout.strip()
    try:
        try:
            run("mount", "-t", "exfat", device, top)
        except OSError:
            run("mount.exfat-fuse", device, top)
    except OSError as error:
        run("losetup", "-d", device)
        pytest.skip(f"this machine mounts no exFAT: {error}")
    yield top
    run("umount", "-l", top)
    with suppress(OSError):
        run("losetup", "-d", device)


@pytest.mark.power
def test_a_day_on_a_real_stick(exfat: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"not (permitted|implemented)"):
        (exfat / "link").symlink_to("nowhere")
    store = a_day(exfat / "open", Disk())
    store.restore(store.points()[0].name)
    assert verify(store.folder, format_named=toy_named).status == 0
    backup(store.folder, exfat / "open.tar.gz")
    restore_backup(exfat / "open.tar.gz", exfat / "again")
    restore_backup(exfat / "open.tar.gz", store.folder, replace=True)
    assert reopened(exfat / "again").event == store.event


@pytest.mark.power
def test_two_desks_at_a_stick_whose_files_get_new_numbers(exfat: Path) -> None:
    """A driver forgets what it has not used for a while; the file is the same all the same."""
    store = made(exfat / "open", 16)
    one, two = reopened(store.folder), reopened(store.folder)
    numbers = set()
    for board, desk in zip(range(1, 9), [one, two] * 4, strict=True):
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("2")
        desk.do(EnterResult(board, "1-0"))
        numbers.add(os.stat(store.journal.path).st_ino)
    one.refresh()
    two.refresh()
    assert one.event == two.event
    assert len([m for m in one.event.round(1).matches if m.result]) == 8
    assert numbers
