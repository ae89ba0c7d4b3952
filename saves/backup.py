"""One archive of a whole event, with the checksum of every file in it."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.refusal import Refused
from saves.checkpoint import save_names
from saves.contents import EVENT_NAME
from saves.disk import WAIT, Disk, Held, exists, here, locked, read_from, replace_file, withheld
from saves.folders import is_event
from saves.going_on import GoingOn, unwatched
from saves.journal import JOURNAL_NAME
from saves.prizes import PRIZES_NAME
from saves.problems import occupied, unreadable
from saves.restore_points import POINTS, point_names

MANIFEST = "MANIFEST.sha256"
KB = 1000


@dataclass(frozen=True)
class BackedUp:
    """How many files are in the archive, and what is not in it, with the reason."""

    files: int
    left_out: tuple[str, ...] = ()


def backup(
    folder: Path | str,
    out: Path | str,
    *,
    disk: Disk | None = None,
    progress: GoingOn = unwatched,
) -> BackedUp:
    """Write the event's files into the tar archive `out` (gzip for .gz and .tgz).

    What cannot be read is left out and named. `progress` is called with how many kB are packed, of
    how many. Copied under the lock, so that no save falls in between.
    `sha256sum -c MANIFEST.sha256` checks an unpacked copy.
    """
    disk, folder, out = disk or Disk(), Path(folder), Path(out)
    try:
        if not is_event(disk, folder):
            raise Refused(f"{folder.name} is not an event", "no event.toml, no journal", "")
        with _quiet(disk, folder):
            files, left_out = _read(disk, folder)
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        raise unreadable(error, folder) from error
    packed = out.suffix in (".gz", ".tgz")
    try:
        replace_file(disk, out, _archive(folder.name, files, packed, progress))
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused(
            "the backup cannot be written", why, "give another place", where=str(out)
        ) from error
    return BackedUp(len(files), left_out)


def _read(disk: Disk, folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The files with their content, and what cannot be read; the error where nothing can."""
    files, errors = {}, {}
    for name in _names(disk, folder):
        try:
            files[name] = read_from(disk, folder / name, 0)
        except OSError as error:
            if not withheld(error):
                raise
            errors[name] = error
    if not {JOURNAL_NAME, EVENT_NAME} & files.keys():
        raise next(iter(errors.values()))
    return files, tuple(f"{name}: {error.strerror}" for name, error in errors.items())


@contextmanager
def _quiet(disk: Disk, folder: Path) -> Iterator[None]:
    """Under the lock; without it where this program may not write, and so nobody here can."""
    try:
        lock = locked(disk, folder, here("backup"), WAIT)
        lock.__enter__()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.__exit__(None, None, None)


def _names(disk: Disk, folder: Path) -> Iterator[str]:
    if exists(disk, folder / JOURNAL_NAME):
        yield JOURNAL_NAME
    yield from save_names(disk, folder)
    if exists(disk, folder / PRIZES_NAME):
        yield PRIZES_NAME
    for point in point_names(disk, folder):
        with suppress(FileNotFoundError):
            for name in save_names(disk, folder / POINTS / point):
                yield f"{POINTS}/{point}/{name}"


class _Counted(io.BytesIO):
    """A file's bytes that are counted while they are packed."""

    def __init__(self, data: bytes, read: Callable[[int], None]) -> None:
        super().__init__(data)
        self._tell_read = read

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self._tell_read(len(data))
        return data


def _archive(top: str, files: dict[str, bytes], packed: bool, progress: GoingOn) -> bytes:
    done, all = 0, sum(map(len, files.values()))

    def read(size: int) -> None:
        nonlocal done
        done += size
        progress(min(done, all) // KB, all // KB)

    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz" if packed else "w") as tar:
        for name, data in {MANIFEST: "".join(lines).encode(), **files}.items():
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size, member.mode = len(data), 0o660
            tar.addfile(member, _Counted(data, read))
    return buffer.getvalue()
