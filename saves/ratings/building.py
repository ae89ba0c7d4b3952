"""A list put into the database, in place of the one of its name; or taken out of it.

The new database is made beside the old one and takes its place whole. Two programs that load
lists at once wait for each other; who only looks up waits for nobody.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.rating_lists import RatingList
from engine.refusal import Refused
from saves.ratings.library import APPLICATION, EDITION, FIELDS, damaged, lists_in, words_of
from saves.ratings.list_file import ListFile, Progress, opened_list, unheard
from saves.safe_text import safe

WAIT = 90.0
"""Seconds that one program waits for another that loads a list."""
PAUSE = 0.1
MEMORY = 48 << 10
"""KiB that SQLite may keep of the database and for sorting."""
READING, SORTED, INDEXED = 50, 65, 95
"""Per cent: how far it is when all is read, in order, and found by its words."""
NAME_LIMIT = 30
TEMP_MARK = ".tmp-"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A list that was loaded, what was there before, and what is to be said of its file."""

    list: RatingList
    before: RatingList | None = None
    notes: tuple[str, ...] = ()


def add_list(
    database: Path,
    file: Path,
    name: str = "",
    mapped: Mapping[str, str] | None = None,
    date: str = "",
    progress: Progress = unheard,
    stopped: Callable[[], bool] = lambda: False,
) -> Loaded | None:
    """Read a file into the database as the list of that name (empty: as its kind is called); None
    where it was `stopped`. `Refused` leaves everything as it was."""

    def reading(percent: int) -> None:
        progress(percent * READING // 100)

    with suppress(_Stopped), opened_list(file, mapped, reading) as source:
        called = list_name(name or source.name)
        with _replacing(database) as db:
            there = {one.name.casefold(): one for one in lists_in(db, database)}
            before = there.get(called.casefold())
            number = _free_number(db)
            players = _put_in(db, number, source, progress, stopped)
            if before is not None:
                _take_out(db, before)
            new = RatingList(
                called, date or source.date, players, source.fide, source.rates, safe(file.name),
                number,
            )  # fmt: skip
            db.execute(
                "INSERT INTO list(number, name, date, players, fide, rates, file)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, called, new.date, players, new.fide, " ".join(new.rates), new.file),
            )
        progress(100)
        return Loaded(new, before, tuple(_notes(source)))
    return None


def remove_list(database: Path, name: str) -> RatingList:
    """Take a list out; `Refused` where there is no list of that name."""
    with _replacing(database) as db:
        there = {one.name.casefold(): one for one in lists_in(db, database)}
        old = there.get(name.casefold())
        if old is None:
            named = ", ".join(one.name for one in there.values()) or "none"
            raise Refused(f"there is no rating list {safe(name, 40)!r}", "", f"there are: {named}")
        _take_out(db, old)
        return old


def list_name(name: str) -> str:
    """A name for a list: letters, digits, spaces, dots and hyphens; a colon follows it."""
    name = " ".join(name.split())
    if not name or len(name) > NAME_LIMIT or safe(name) != name or ":" in name:
        raise Refused(
            f"a rating list cannot be called {safe(name, 40)!r}",
            f"up to {NAME_LIMIT} letters without a colon",
            "name it otherwise",
            shell="--as NAME",
        )
    return name


class _Stopped(Exception):
    """The arbiter stopped it."""


def _put_in(
    db: sqlite3.Connection,
    number: int,
    source: ListFile,
    progress: Progress,
    stopped: Callable[[], bool],
) -> int:
    """The players of a file in tables of their own: how many; `_Stopped` where it was stopped."""
    _put_in_order(db, number, source, stopped)
    progress(SORTED)
    if stopped():
        raise _Stopped
    players = int(db.execute(f"SELECT count(*) FROM player_{number}").fetchone()[0])
    if not players:
        raise Refused("there are no players in the file", "", "is it the right file?")
    _index(db, number, players, progress, stopped)
    return players


def _put_in_order(
    db: sqlite3.Connection, number: int, source: ListFile, stopped: Callable[[], bool]
) -> None:
    """A row for each player, the best rating first."""
    columns = (
        "id TEXT, name TEXT, federation TEXT, sex TEXT, birth TEXT, title TEXT, club TEXT,"
        " fide_id TEXT, standard INTEGER, rapid INTEGER, blitz INTEGER,"
        " standard_k INTEGER, rapid_k INTEGER, blitz_k INTEGER"
    )
    db.execute(f"CREATE TABLE heap({columns})")
    marks = ", ".join("?" * len(FIELDS.split(",")))
    db.executemany(f"INSERT INTO heap VALUES ({marks})", _until(source, stopped))
    if stopped():
        raise _Stopped
    rows = source.rows
    if rows.damaged:
        raise Refused(
            f"{rows.left_out:,} of {rows.line:,} {rows.units[1]} are not players",
            f"the first is {rows.units[0]} {rows.first_left_out:,}: {rows.sample!r}",
            "is it the right file, and whole?",
        )
    db.execute(f"CREATE TABLE player_{number}(place INTEGER PRIMARY KEY, {columns})")
    best = "max(ifnull(standard, 0), ifnull(rapid, 0), ifnull(blitz, 0))"
    db.execute(
        f"INSERT INTO player_{number}({FIELDS}) SELECT {FIELDS} FROM heap"
        f" ORDER BY {best} DESC, rowid"
    )
    db.execute("DROP TABLE heap")


def _index(
    db: sqlite3.Connection,
    number: int,
    players: int,
    progress: Progress,
    stopped: Callable[[], bool],
) -> None:
    """Have them found by parts of names and by Ids."""
    db.execute(
        f"CREATE VIRTUAL TABLE words_{number} USING fts5(words, content='', columnsize=0,"
        " detail=none, tokenize='ascii', prefix='1 2 3')"
    )
    db.create_function("words_of", 1, words_of, deterministic=True)
    step = max(players // 20, 10_000)
    for first in range(1, players + 1, step):
        db.execute(
            f"INSERT INTO words_{number}(rowid, words) SELECT place, words_of(name)"
            f" FROM player_{number} WHERE place >= ? AND place < ?",
            (first, first + step),
        )
        progress(SORTED + (INDEXED - SORTED) * min(first + step, players) // players)
        if stopped():
            raise _Stopped
    db.execute(f"CREATE INDEX id_{number} ON player_{number}(id)")
    db.execute(f"CREATE INDEX fide_{number} ON player_{number}(fide_id) WHERE fide_id <> ''")


def _until(source: ListFile, stopped: Callable[[], bool]) -> Iterator[tuple[object, ...]]:
    for count, row in enumerate(source.players):
        if count % 20_000 == 0 and (stopped() or source.rows.damaged):
            return
        yield row


def _notes(source: ListFile) -> Iterator[str]:
    rows = source.rows
    if source.among > 1:
        yield (
            f"{source.among} files in the zip could be lists; {safe(source.file, 40)}, the"
            " largest, is read: load another one by itself"
        )
    if rows.left_out:
        one, many = rows.units
        lines = f"{one} is not a player" if rows.left_out == 1 else f"{many} are not players"
        yield (
            f"{rows.left_out:,} {lines} and left out; the first is {one} {rows.first_left_out:,}:"
            f" {rows.sample}"
        )
    if rows.unread:
        those = "rating is not a number" if rows.unread == 1 else "ratings are not numbers"
        yield f"{rows.unread:,} {those} and left out; the first is in {rows.first_unread}"


def _free_number(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT ifnull(max(number), 0) + 1 FROM list").fetchone()[0])


def _take_out(db: sqlite3.Connection, old: RatingList) -> None:
    db.execute(f"DROP TABLE player_{old.number}")
    db.execute(f"DROP TABLE words_{old.number}")
    db.execute("DELETE FROM list WHERE number = ?", (old.number,))


@contextmanager
def _replacing(database: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the database to be changed; it takes the old one's place if nothing is raised."""
    folder = database.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder / f"{database.name}.lock"):
            _sweep(database)
            temp = database.with_name(f"{database.name}{TEMP_MARK}{secrets.token_hex(6)}")
            try:
                if database.exists():
                    shutil.copyfile(database, temp)
                db = sqlite3.connect(temp, isolation_level=None)
                try:
                    _prepare(db)
                    db.execute("BEGIN")
                    yield db
                    db.execute("COMMIT")
                finally:
                    db.close()
                _flush(temp)
                os.replace(temp, database)
                _flush(folder)
            finally:
                for name in (temp, Path(f"{temp}-journal")):
                    with suppress(OSError):
                        name.unlink()
    except sqlite3.DatabaseError as error:
        if "full" in str(error):
            raise Refused("the disk is full", str(folder), "make room, and load it again") from None
        raise damaged(database, str(error)) from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        problem = "the disk is full" if full else "the rating lists cannot be written"
        raise Refused(problem, f"{folder}: {error.strerror}", "nothing was changed") from None


def _prepare(db: sqlite3.Connection) -> None:
    """Nobody else sees this file before it is whole: no journal, no flushing on the way."""
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
        db.execute(f"PRAGMA {pragma}")
    db.execute(f"PRAGMA cache_size = -{MEMORY}")
    db.execute("PRAGMA temp_store = FILE")
    if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return
    db.execute("PRAGMA page_size = 8192")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {EDITION}")
    db.execute(
        "CREATE TABLE list(number INTEGER PRIMARY KEY, name TEXT, date TEXT, players INTEGER,"
        " fide INTEGER, rates TEXT, file TEXT)"
    )


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Whoever else loads a list is waited for."""
    fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o660)
    try:
        ends = time.monotonic() + WAIT
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > ends:
                    raise Refused(
                        "another program is loading a rating list", "", "try again when it is done"
                    ) from None
                time.sleep(PAUSE)
        yield
    finally:
        os.close(fd)


def _sweep(database: Path) -> None:
    """What a program that was killed left beside the database; nobody else works on it now."""
    for name in database.parent.glob(f"{database.name}{TEMP_MARK}*"):
        with suppress(OSError):
            name.unlink()


def _flush(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
