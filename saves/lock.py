"""The lock of an event folder: one writer at a time, across programs and desks.

`flock` on a `.lock` that is never deleted: freed at once when its holder dies, and it belongs to
the open file, so that two stores in one program exclude each other too. Where a file system has no
locks that can be relied on, this says so.
"""

from __future__ import annotations

import errno
import fcntl
import getpass
import json
import os
import pwd
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from saves.disk import FILE_MODE, Disk, check_file, close, opened, read_open, set_mode, write_all
from saves.safe_text import safe

LOCK_NAME = ".lock"
DRAW_NAME = ".draw"
"""Held for as long as somebody draws or publishes, not only while it is saved."""
WAIT = 3.0
"""Seconds to wait for another desk's save before refusing."""
PAUSE = 0.005
LOCK_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has the lock: shown to those who wait."""

    user: str
    host: str
    pid: int
    doing: str = ""

    def __str__(self) -> str:
        doing = f", {self.doing}" if self.doing else ""
        return f"{self.user} on {self.host} (process {self.pid}{doing})"

    @property
    def stopped(self) -> bool:
        """Whether it is a program of this machine that was stopped, as by ctrl+z."""
        if self.host != this_host():
            return False
        try:
            status = Path(f"/proc/{self.pid}/stat").read_text("utf-8", "replace")
        except OSError:
            return False
        return status.rpartition(")")[2].split()[:1] == ["T"]


class Held(Exception):
    """Somebody else kept the lock for longer than we wait."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(str(holder) if holder else "another program")
        self.holder = holder


def this_user() -> str:
    """The login name, not one that is typed; `TOPBOARD_USER` for desks that share an account."""
    if name := os.environ.get("TOPBOARD_USER", "").strip():
        return safe(name, 40)
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        with suppress(OSError, KeyError):
            return getpass.getuser()
        return str(os.getuid())


def this_host() -> str:
    return safe(os.uname().nodename, 64) or "localhost"


def here(doing: str = "") -> Holder:
    """This program as a holder."""
    return Holder(this_user(), this_host(), os.getpid(), doing)


@contextmanager
def locked(
    disk: Disk, folder: Path, holder: Holder, wait: float = WAIT, name: str = LOCK_NAME
) -> Iterator[None]:
    """Hold the folder's lock; raises `Held` after `wait` seconds, `OSError` where none can be."""
    fd = _acquire(disk, folder / name, time.monotonic() + wait)
    try:
        _sign(disk, fd, holder)
        yield
    finally:
        # closing frees the lock
        close(disk, fd)


def _acquire(disk: Disk, path: Path, until: float) -> int:
    while True:
        fd = disk.open(path, LOCK_FLAGS, FILE_MODE)
        try:
            status = check_file(disk, fd, path)
            own = status.st_nlink == 1
            if own and status.st_mode & 0o777 != FILE_MODE and status.st_uid == os.geteuid():
                set_mode(disk, fd, FILE_MODE)
            disk.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Deleted and made again in between: we hold the lock of a file nobody else sees.
            if disk.stat(path).st_ino == status.st_ino:
                return fd
        except (BlockingIOError, FileNotFoundError):
            if time.monotonic() >= until:
                holder = _read_holder(disk, path)
                close(disk, fd)
                raise Held(holder) from None
        except BaseException:
            close(disk, fd)
            raise
        close(disk, fd)
        time.sleep(PAUSE)


def _sign(disk: Disk, fd: int, holder: Holder) -> None:
    """Write who holds the lock: a courtesy, so a full disk does not stop the save here, and
    nothing is written to a file that has a second name."""
    with suppress(OSError):
        if disk.fstat(fd).st_nlink > 1:
            return
        data = json.dumps(asdict(holder)).encode() + b"\n"
        disk.seek(fd, 0)
        write_all(disk, fd, data)
        disk.truncate(fd, len(data))


def _read_holder(disk: Disk, path: Path) -> Holder | None:
    try:
        with opened(disk, path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK) as fd:
            fields = json.loads(read_open(disk, fd, 4096).split(b"\n")[0])
        return Holder(
            safe(str(fields["user"]), 40),
            safe(str(fields["host"]), 64),
            int(fields["pid"]),
            safe(str(fields["doing"]), 80),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


NETWORK_SYSTEMS = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "ncpfs", "vboxsf",
        "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs", "fuse.glusterfs", "fuse.gvfsd-fuse",
        "fuse.vmhgfs-fuse", "davfs",
    }
)  # fmt: skip
"""Their locks hold at one machine only, or not at all."""
KNOWN_SYSTEMS = frozenset(
    {
        "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "jfs", "reiserfs", "bcachefs",
        "nilfs2", "tmpfs", "ramfs", "overlay", "aufs", "squashfs", "rootfs", "ecryptfs",
        "vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk", "hfsplus", "udf", "minix",
    }
)  # fmt: skip
"""Of one machine alone: a lock keeps out who must be kept out."""
MOUNTS = Path("/proc/self/mountinfo")
ONE_MACHINE = "TOPBOARD_ONE_MACHINE"
"""Set to 1 by whoever says that the folder is used from this machine alone."""


def network_system(folder: Path) -> str | None:
    """The file system's name when the folder lies on one whose locks cannot be relied on."""
    system = file_system(folder)
    return system if system in NETWORK_SYSTEMS else None


def unknown_system(folder: Path) -> str | None:
    """The file system's name when the folder lies on one that is in neither list."""
    system = file_system(folder)
    return system if system and system not in NETWORK_SYSTEMS | KNOWN_SYSTEMS else None


def file_system(folder: Path) -> str:
    """The name of the file system that a folder lies on; empty where the system does not say."""
    with suppress(OSError, ValueError):
        where = os.path.realpath(folder)
        best = ("", "")
        for line in MOUNTS.read_text().splitlines():
            mount, _, rest = line.partition(" - ")
            point = mount.split()[4].replace("\\040", " ")
            inside = where == point or where.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= len(best[0]):
                best = (point, rest.split()[0])
        return best[1]
    return ""


def excludes(disk: Disk, folder: Path, name: str = LOCK_NAME) -> bool:
    """Whether the lock that is held now keeps another out: asked by opening it once more, as
    another program would."""
    fd = disk.open(folder / name, LOCK_FLAGS, FILE_MODE)
    try:
        disk.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        close(disk, fd)
    return False


def warning_of(system: str) -> str:
    """What is to be known of an event on a file system that is not known."""
    return (
        f"this folder is on {system}, which Topboard does not know: a lock holds between two "
        "programs of this machine; let no other machine write here"
    )


def unlockable(folder: Path) -> str:
    """Why two machines could write here at once; empty on a local disk, and where the arbiter
    has said that there is one machine only."""
    system = network_system(folder)
    if system is None or os.environ.get(ONE_MACHINE) == "1":
        return ""
    return f"this folder is on {system}, where a lock does not keep other machines out"


def cannot_lock(error: OSError) -> bool:
    """Whether an error of `locked` means that this file system has no locks."""
    return error.errno in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
