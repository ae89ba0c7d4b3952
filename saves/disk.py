"""The one seam that every byte of a save passes: system calls, and the recipes made of them.

Everything in `saves/` that opens, writes, flushes, renames, locks or lists does it through
a `Disk`, so that a test can put an error at each call. The recipes (`replace_file`,
`read_file`, `append`) raise `OSError` and nothing else about the disk; whoever knows what the
arbiter was doing turns it into words.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
    """What a name leads to that is no ordinary file."""
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

    The temporary file lies in the same folder under a name nobody else has; on any exception
    it is removed, so that one full disk does not block every later save.
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
