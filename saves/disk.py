"""The one seam that every byte of a save passes: system calls, and the recipes made of them.

Everything in `saves/` that opens, writes, flushes, renames, locks or lists does it through
a `Disk`, so that a test can put an error at each call. The recipes (`replace_file`,
`read_file`, `locked`) raise `OSError` and `Held`, and nothing else about the disk; whoever knows
what the arbiter was doing turns it into words.

A folder has one writer at a time, across programs and desks: `flock` on a `.lock` that is never
deleted. It is freed at once when its holder dies, and it belongs to the open file, so that two
stores in one program exclude each other too. Which file systems have locks that can be relied on
is in `saves.file_systems`.
"""

from __future__ import annotations

import errno
import fcntl
import getpass
import json
import os
import pwd
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from saves.safe_text import safe

FILE_MODE = 0o660
"""A second arbiter of the same group may read and write every file of an event."""
FOLDER_MODE = 0o2770
"""Set-group-id: what is made inside belongs to the folder's group."""
NO_MODES = frozenset({errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
"""What a file system says that has no rights to be set, or not these."""
TEMP_MARK = ".tmp-"
MAX_READ = 64 << 20
"""Bytes; no file of an event is read past this, but the journal (see `read_from`)."""
CHUNK = 1 << 20

READ_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
APPEND_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

ADD_FLAGS = APPEND_FLAGS & ~os.O_CREAT
"""To what is there already; nothing is made."""


class Disk:
    """The system calls in use, one method each. Tests replace it to make any of them fail."""

    CALLS = (
        "open",
        "close",
        "read",
        "write",
        "seek",
        "fsync",
        "fdatasync",
        "truncate",
        "fchmod",
        "fstat",
        "stat",
        "replace",
        "unlink",
        "mkdir",
        "rmdir",
        "listdir",
        "flock",
    )

    def open(self, path: Path, flags: int, mode: int = FILE_MODE) -> int:
        return os.open(path, flags, mode)

    def close(self, fd: int) -> None:
        os.close(fd)

    def read(self, fd: int, size: int) -> bytes:
        return os.read(fd, size)

    def write(self, fd: int, data: memoryview) -> int:
        return os.write(fd, data)

    def seek(self, fd: int, offset: int) -> None:
        os.lseek(fd, offset, os.SEEK_SET)

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        os.fdatasync(fd)

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def fchmod(self, fd: int, mode: int) -> None:
        os.fchmod(fd, mode)

    def fstat(self, fd: int) -> os.stat_result:
        return os.fstat(fd)

    def stat(self, path: Path) -> os.stat_result:
        """About the name itself; a symbolic link is not followed."""
        return os.stat(path, follow_symlinks=False)

    def replace(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def unlink(self, path: Path) -> None:
        os.unlink(path)

    def mkdir(self, path: Path, mode: int) -> None:
        os.mkdir(path, mode)

    def rmdir(self, path: Path) -> None:
        os.rmdir(path)

    def listdir(self, path: Path) -> list[str]:
        return os.listdir(path)

    def flock(self, fd: int, operation: int) -> None:
        fcntl.flock(fd, operation)


class NotRegular(OSError):
    """The name is a link, a pipe, a folder, a device or a second name of another file: `form`."""

    def __init__(self, path: Path | str, form: str) -> None:
        super().__init__(errno.EINVAL, f"not a regular file ({form})", str(path))
        self.form = form


class SecondName(NotRegular):
    """The file has another name too: whoever writes to it writes there as well."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "it has a second name")


def withheld(error: OSError) -> bool:
    """Whether what has the name is there and not read: no ordinary file, one that this program
    has no permission to read, or one that the disk does not give back."""
    return isinstance(error, NotRegular) or error.errno in (errno.EACCES, errno.EPERM, errno.EIO)


class TooLarge(OSError):
    """The file is over the size that this kind of file may have."""


@contextmanager
def opened(disk: Disk, path: Path, flags: int, mode: int = FILE_MODE) -> Iterator[int]:
    """A file descriptor that is closed in the end, whatever happens."""
    fd = disk.open(path, flags, mode)
    try:
        yield fd
    except OSError as error:
        _name(error, path)
        raise
    finally:
        close(disk, fd)


def _name(error: OSError, path: Path) -> None:
    """Put its file into an error: a read or a write knows of a number only."""
    if error.filename is None:
        error.filename = str(path)


def close(disk: Disk, fd: int) -> None:
    """Give a file descriptor back.

    An error here says nothing: what had to be kept was flushed before, and Linux frees the
    descriptor in any case.
    """
    with suppress(OSError):
        disk.close(fd)


def write_all(disk: Disk, fd: int, data: bytes) -> None:
    """All of `data`, in as many writes as the system wants."""
    rest = memoryview(data)
    while rest:
        written = disk.write(fd, rest)
        if written <= 0:
            raise OSError(errno.EIO, "the disk took no more bytes")
        rest = rest[written:]


def check_file(disk: Disk, fd: int, path: Path) -> os.stat_result:
    """The status of an open file that is an ordinary one, under however many names."""
    status = disk.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise NotRegular(path, _form(status.st_mode))
    return status


def _form(mode: int) -> str:
    """What a name leads to that is not an ordinary file."""
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a link" if stat.S_ISLNK(mode) else "a device"


def check_regular(disk: Disk, fd: int, path: Path) -> os.stat_result:
    """The status of an open file that is an ordinary one with one name; raises `NotRegular`."""
    status = check_file(disk, fd, path)
    if status.st_nlink > 1:
        raise SecondName(path)
    return status


@contextmanager
def opened_regular(disk: Disk, path: Path, flags: int = READ_FLAGS) -> Iterator[int]:
    """An ordinary file, open; a link, pipe, folder or device raises `NotRegular`."""
    try:
        fd = disk.open(path, flags)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
            form = {errno.ELOOP: "a link", errno.EISDIR: "a folder"}.get(error.errno, "a socket")
            raise NotRegular(path, form) from error
        raise
    try:
        check_regular(disk, fd, path)
        yield fd
    except OSError as error:
        _name(error, path)
        raise
    finally:
        close(disk, fd)


def read_file(disk: Disk, path: Path, limit: int = MAX_READ) -> bytes:
    """The whole of an ordinary file of at most `limit` bytes."""
    with opened_regular(disk, path) as fd:
        size = disk.fstat(fd).st_size
        if size > limit:
            raise TooLarge(errno.EFBIG, f"{megabytes(size)}; limit {megabytes(limit)}", str(path))
        return read_open(disk, fd, limit)


def read_open(disk: Disk, fd: int, limit: int) -> bytes:
    """What an open file holds from here on, at most `limit` bytes."""
    parts = []
    while limit > 0 and (part := disk.read(fd, min(limit, CHUNK))):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def read_from(disk: Disk, path: Path, offset: int) -> bytes:
    """Everything of an ordinary file from byte `offset` on (the journal's new lines)."""
    with opened_regular(disk, path) as fd:
        size = disk.fstat(fd).st_size
        disk.seek(fd, offset)
        return read_open(disk, fd, max(0, size - offset))


def sync_folder(disk: Disk, folder: Path) -> None:
    """Make the folder's names durable (a new or replaced file is not there without it)."""
    with opened(disk, folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC) as fd:
        disk.fsync(fd)


def replace_file(disk: Disk, path: Path, data: bytes) -> None:
    """Put `data` in place of `path`, whole or not at all, durable on return.

    The temporary file is in the same folder under a unique name; on any exception it is
    removed, so that one full disk does not block every later save.
    """
    temp = path.with_name(f"{path.name}{TEMP_MARK}{os.urandom(6).hex()}")
    try:
        write_new(disk, temp, data)
        disk.replace(temp, path)
    except BaseException:
        with suppress(OSError):
            disk.unlink(temp)
        raise
    sync_folder(disk, path.parent)


def write_new(disk: Disk, path: Path, data: bytes) -> None:
    """A new file with `data`, flushed; its name is durable only after `sync_folder`."""
    with opened(disk, path, NEW_FLAGS) as fd:
        write_all(disk, fd, data)
        # the umask would take the group's rights away
        set_mode(disk, fd, FILE_MODE)
        disk.fsync(fd)


def set_mode(disk: Disk, fd: int, mode: int) -> None:
    """The rights of what was just made, where the file system has any. FAT and exFAT have none:
    there everybody may do what the mount allows, and this says nothing of it."""
    try:
        disk.fchmod(fd, mode)
    except OSError as error:
        if error.errno not in NO_MODES:
            raise


def make_folder(disk: Disk, folder: Path) -> None:
    """A new folder that its group can work in; raises `FileExistsError` when it is there."""
    disk.mkdir(folder, FOLDER_MODE)
    with opened(disk, folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC) as fd:
        set_mode(disk, fd, FOLDER_MODE)
        disk.fsync(fd)
    sync_folder(disk, folder.parent)


def remove_folder(disk: Disk, folder: Path) -> None:
    """Take a folder of plain files away, as far as that is possible."""
    with suppress(OSError):
        for name in disk.listdir(folder):
            disk.unlink(folder / name)
        disk.rmdir(folder)


def exists(disk: Disk, path: Path) -> bool:
    """Whether there is anything under this name, a dead link included."""
    try:
        disk.stat(path)
    except FileNotFoundError:
        return False
    return True


def left_over(disk: Disk, folder: Path) -> list[Path]:
    """Temporary files which a kill or a power cut left behind."""
    return [folder / name for name in sorted(disk.listdir(folder)) if TEMP_MARK in name]


def megabytes(size: int) -> str:
    """A size for a person: `1.0 GB`, `8.0 MiB`, `300 bytes`."""
    if size >= 1 << 30:
        return f"{size / (1 << 30):.1f} GiB"
    return f"{size / (1 << 20):.1f} MiB" if size >= 1 << 20 else f"{size} bytes"


# The lock of a folder

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


def cannot_lock(error: OSError) -> bool:
    """Whether an error of `locked` means that this file system has no locks."""
    return error.errno in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
