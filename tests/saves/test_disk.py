"""What the recipes of the disk promise: whole or not at all, and no way in through odd names."""

from __future__ import annotations

import errno
import multiprocessing
import os
import stat
import threading
import time
from pathlib import Path

import pytest

from saves.disk import (
    Disk,
    Held,
    Holder,
    NotRegular,
    TooLarge,
    here,
    left_over,
    locked,
    make_folder,
    read_file,
    replace_file,
)
from saves.file_systems import network_system

ME = Holder("anna", "hall", 1)


def test_a_replaced_file_can_be_written_by_a_second_arbiter_of_the_group(folder: Path) -> None:
    old = os.umask(0o077)
    try:
        replace_file(Disk(), folder / "event.toml", b"title = 1\n")
    finally:
        os.umask(old)
    mode = stat.S_IMODE((folder / "event.toml").stat().st_mode)
    assert mode == 0o660
    assert (folder / "event.toml").read_bytes() == b"title = 1\n"


def test_a_new_folder_hands_its_group_on(tmp_path: Path) -> None:
    make_folder(Disk(), tmp_path / "winter")
    assert stat.S_IMODE((tmp_path / "winter").stat().st_mode) == 0o2770


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR])
def test_an_error_at_any_call_leaves_the_old_file_or_the_new_one_and_nothing_beside(
    faulty, folder: Path, error: int
) -> None:
    path = folder / "round-01.toml"
    replace_file(faulty, path, b"old")
    faulty.arm(0, 0)
    replace_file(faulty, path, b"old")
    # an error of close says nothing: everything was flushed before
    kinds = tuple(kind for kind in Disk.CALLS if kind != "close")
    steps = sum(call != "close" for call in faulty.calls)
    assert steps >= 7
    for step in range(1, steps + 1):
        path.write_bytes(b"old")
        faulty.arm(step, error, kinds)
        with pytest.raises(OSError, match=os.strerror(error)):
            replace_file(faulty, path, b"new")
        faulty.disarm()
        assert path.read_bytes() in (b"old", b"new")
        assert left_over(faulty, folder) == []
        replace_file(faulty, path, b"later")
        assert path.read_bytes() == b"later"


def test_control_writing_in_place_leaves_a_torn_file(faulty, folder: Path) -> None:
    """Without the recipe an error in the middle costs the old file: the test above can fail."""
    path = folder / "round-01.toml"
    path.write_bytes(b"old")
    faulty.arm(1, errno.ENOSPC, ("write",))
    fd = faulty.open(path, os.O_WRONLY | os.O_TRUNC)
    with pytest.raises(OSError, match="space"):
        faulty.write(fd, memoryview(b"new"))
    os.close(fd)
    assert path.read_bytes() not in (b"old", b"new")


def test_short_writes_are_written_to_the_end(folder: Path) -> None:
    class Miser(Disk):
        def write(self, fd: int, data: memoryview) -> int:
            return os.write(fd, data[:7])

    replace_file(Miser(), folder / "a", b"x" * 1000)
    assert (folder / "a").read_bytes() == b"x" * 1000


def test_links_pipes_folders_and_second_names_are_not_read(folder: Path) -> None:
    (folder / "real").write_text("x")
    (folder / "link").symlink_to(folder / "real")
    os.mkfifo(folder / "pipe")
    (folder / "sub").mkdir()
    for name in ("link", "pipe", "sub"):
        with pytest.raises(NotRegular, match="not a regular file"):
            read_file(Disk(), folder / name)
    assert read_file(Disk(), folder / "real") == b"x"
    os.link(folder / "real", folder / "second")
    with pytest.raises(NotRegular, match="second name"):
        read_file(Disk(), folder / "real")


def test_a_file_over_its_limit_is_not_read(folder: Path) -> None:
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(TooLarge, match=r"1\.0 GiB; limit 8\.0 MiB"):
        read_file(Disk(), folder / "huge", 8 << 20)


def test_the_lock_keeps_others_out_and_names_its_holder(folder: Path) -> None:
    anna = Holder("anna", "hall", 77, "drawing round 4")
    with (
        locked(Disk(), folder, anna),
        pytest.raises(Held) as caught,
        locked(Disk(), folder, ME, wait=0.05),
    ):
        pass
    assert str(caught.value) == "anna on hall (process 77, drawing round 4)"
    with locked(Disk(), folder, ME, wait=0):
        pass


def test_the_lock_of_a_killed_program_is_free_at_once(folder: Path) -> None:
    context = multiprocessing.get_context("fork")
    ready = context.Event()

    def hold() -> None:
        with locked(Disk(), folder, ME):
            ready.set()
            time.sleep(60)

    child = context.Process(target=hold)
    child.start()
    assert ready.wait(10)
    with pytest.raises(Held), locked(Disk(), folder, ME, wait=0.05):
        pass
    child.kill()
    child.join()
    with locked(Disk(), folder, ME, wait=1):
        pass


def test_a_lock_file_that_was_deleted_and_made_again_is_not_taken_for_the_lock(
    folder: Path,
) -> None:
    """Two writers, each with the lock of another file of that name, would both write."""

    class Swapping(Disk):
        swapped = False

        def flock(self, fd: int, operation: int) -> None:
            if not self.swapped:
                self.swapped = True
                (folder / ".lock").unlink()
                (folder / ".lock").touch()
            super().flock(fd, operation)

    with locked(Swapping(), folder, ME), pytest.raises(Held), locked(Disk(), folder, ME, wait=0.05):
        pass


def test_two_stores_in_one_program_exclude_each_other(folder: Path) -> None:
    inside = []

    def work() -> None:
        for _ in range(50):
            with locked(Disk(), folder, ME):
                inside.append(1)
                assert sum(inside) == 1
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert inside == []


def test_the_desk_can_name_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "desk-2")
    assert here().user == "desk-2"


def test_a_local_folder_is_not_taken_for_a_network_one() -> None:
    assert network_system(Path("/proc")) is None
