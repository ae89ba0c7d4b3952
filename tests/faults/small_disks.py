"""Small disks of our own: an ext4 in a file whose power can be cut, and one in memory to fill."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
EXT4_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2
"""Everything that was not flushed is gone, as with the power."""


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory where there is one: where the disk itself is not tried, nothing is
    gained by waiting for it."""
    root = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=root) as name:
        yield Path(name)


def run(*command: str | Path) -> None:
    """A command of the system; what it says on failure is raised."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.strip()}")


class PowerDisk:
    """An ext4 file system of 24 MB on a loop device."""

    def __init__(self, place: Path) -> None:
        self.image, self.top = place / "disk.img", place / "disk"
        self.top.mkdir()
        with self.image.open("wb") as file:
            file.truncate(24 << 20)
        run("mkfs.ext4", "-q", "-F", self.image)
        self.plug_in()

    def plug_in(self) -> None:
        """Mount it; what its own journal has is done again."""
        run("mount", "-o", "loop", self.image, self.top)

    def cut(self) -> None:
        """Cut its power: nothing more reaches it."""
        fd = os.open(self.top, os.O_RDONLY)
        try:
            fcntl.ioctl(fd, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        finally:
            os.close(fd)

    def pull_out(self) -> None:
        """Unmount it."""
        run("umount", self.top)

    def throw_away(self) -> None:
        """Leave nothing mounted."""
        with suppress(OSError):
            self.pull_out()
        self.image.unlink(missing_ok=True)


def why_no_power(place: Path) -> str:
    """Why power cannot be cut here; empty if it can."""
    if os.geteuid() != 0:
        return "cutting the power of a loop-mounted disk needs root"
    if shutil.which("mkfs.ext4") is None:
        return "mkfs.ext4 is not installed"
    try:
        disk = PowerDisk(place)
    except OSError as error:
        return f"no loop-mounted ext4 here: {error}"
    try:
        disk.cut()
    except OSError as error:
        return f"this kernel does not shut an ext4 down: {error}"
    finally:
        disk.throw_away()
    return ""


class FullDisk:
    """A disk in memory of so many kilobytes."""

    def __init__(self, top: Path, size: int) -> None:
        self.top = top
        top.mkdir(exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", f"size={size}k,nr_inodes=500", "none", top)

    def grow(self, size: int) -> None:
        """Make room."""
        run("mount", "-o", f"remount,size={size}k", self.top)

    def throw_away(self) -> None:
        """Unmount it."""
        with suppress(OSError):
            run("umount", self.top)
