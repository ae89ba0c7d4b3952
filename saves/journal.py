"""The journal: append-only, one action a line, each line checked and chained to the one before.

    crc32 SP {"n":…,"prev":…,"schema":2,"program":…,"t":…,"by":…,"host":…,"session":…,
              "action":{…},"was":…,"derived":{…}} LF

`crc32` is over the JSON's bytes (8 hexadecimal digits), `prev` the first 16 hexadecimal digits
of the SHA-256 of the previous line without its LF. `schema` is the version of this form, `program`
that of the program; lines of the first edition have neither, and no `derived`, which is left out
where nothing followed from the action. Lines are ordered by `n`, never by time. A last line without
its end was never acknowledged and is dropped; anything else that does not fit is damage, and
nothing is guessed.

In order: a line and its form; what is checked of it; the action in it as a table, with what
followed; the file, read and added to (`Journal`); the actions, decoded when they are asked for, and
folded from the nearest state that is known (`ActionHistory`). What has become of a journal that is
no longer the continuation of what a desk has read is in `saves.departures`.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, get_args, get_type_hints, overload

from engine import actions
from engine.actions import Action, action_kind
from engine.entrants import Entrant
from engine.event import Event
from engine.numbers import lacks_numbers
from engine.protocol import Format
from engine.refusal import Refused
from engine.saved_results import without_results
from saves.contents import Contents, contents_of, event_of
from saves.disk import (
    ADD_FLAGS,
    APPEND_FLAGS,
    FILE_MODE,
    Disk,
    NotRegular,
    SecondName,
    exists,
    opened_regular,
    read_open,
    set_mode,
    sync_folder,
    withheld,
    write_all,
)
from saves.earlier_versions import restore_point_in, tells_of_walkovers
from saves.plain import BadValue, Words, fields_read, plain, typed
from saves.safe_text import safe

if TYPE_CHECKING:
    from engine.facts import Facts
    from engine.log import AfterReversal, LoggedAction, Replay

JOURNAL_NAME = "journal.log"
BEGINNINGS = ("create", "adopt")
"""Kinds of action that a journal can begin with."""
MEDDLED = "something changed it in this moment without waiting for the lock"
MAX_LINE = 4 << 20
"""Bytes; publishing 250 boards is 21 kB, importing 500 entrants 54 kB."""
NO_HASH = "0" * 16
SCHEMA, FIRST_SCHEMA = 2, 1
"""Of the lines that are written, and of those that do not say it."""

MOST_NAMED = 80
"""Characters of an author, a machine, a console."""
_LINE = re.compile(rb'([0-9a-f]{8}) \{"n":([0-9]{1,9}),"prev":"([0-9a-f]{16})",.*\}')


class Author(NamedTuple):
    """Who acts, at which machine, at which console."""

    by: str
    host: str
    session: str


@lru_cache(4096)
def author_of(by: str, host: str, session: str) -> Author:
    """An author as the journal names him, made harmless: the line may be a stranger's."""
    return Author(safe(by, MOST_NAMED), safe(host, MOST_NAMED), safe(session, MOST_NAMED))


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One journalled action. `t` is for people: local time with its offset, to the millisecond.

    `was` is what the arbiter saw before, as far as the action says it; `derived` what followed
    from the action.
    """

    n: int
    prev: str
    t: str
    author: Author
    action: Mapping[str, Any]
    was: Any
    derived: Mapping[str, Any] = field(default_factory=dict)
    schema: int = FIRST_SCHEMA
    program: str = ""

    @property
    def clock(self) -> str:
        """The time of day, as a message names it: 16:12:33."""
        return by_this_clock(self.t)[11:19]


def by_this_clock(t: str) -> str:
    """A time of the journal as the clock of this machine showed it, so that the lines of two time
    zones can be read together; as it is where it cannot be understood."""
    try:
        return datetime.fromisoformat(t).astimezone().isoformat()
    except (ValueError, OverflowError, OSError):
        return t


class LineStamp(NamedTuple):
    """Who wrote a line, when, and with which version of the program."""

    author: Author
    t: str
    program: str


class JournalHead(NamedTuple):
    """The end of the sound part: number and hash of its last line, and its length in bytes."""

    n: int = 0
    hash: str = NO_HASH
    offset: int = 0


START = JournalHead()


class Damage(NamedTuple):
    """A line that is not what was written; what follows it is not read. Line 0: there is no file
    to read."""

    line: int
    problem: str

    def __str__(self) -> str:
        place = f"{JOURNAL_NAME}:{self.line}:1" if self.line else JOURNAL_NAME
        return f"{place}: {self.problem}"


class Reading(NamedTuple):
    """What a stretch of journal holds: sound lines, then perhaps a torn end or damage."""

    lines: tuple[bytes, ...]
    head: JournalHead
    torn: bytes = b""
    damage: Damage | None = None


def line_hash(line: bytes) -> str:
    """The link that the next line carries: 16 hexadecimal digits."""
    return hashlib.sha256(line).digest()[:8].hex()


def encode(entry: JournalLine) -> bytes:
    """The line of an entry, LF included; `Refused` over 4 MiB."""
    version = {"schema": entry.schema, "program": entry.program}
    fields = {
        "n": entry.n,
        "prev": entry.prev,
        **(version if entry.schema > FIRST_SCHEMA else {}),
        "t": entry.t,
        "by": entry.author.by,
        "host": entry.author.host,
        "session": entry.author.session,
        "action": entry.action,
        "was": entry.was,
        **({"derived": entry.derived} if entry.derived else {}),
    }
    body = json.dumps(fields, separators=(",", ":"), allow_nan=False).encode("ascii")
    if len(body) + 10 > MAX_LINE:
        raise Refused(
            "this is too much for one action",
            f"{len(body):,} bytes, the limit is {MAX_LINE:,}",
            "import it in parts",
        )
    return b"%08x %s\n" % (zlib.crc32(body), body)


def stamp(line: bytes) -> LineStamp:
    """Of a sound line, which is not read further than that where it was written by this program: an
    action can be a list of 1,000 entrants. Raises `ValueError` as `decode` does."""
    before, _, _ = line.partition(b',"action":')
    try:
        return _stamp(json.loads(before[9:] + b"}"))
    except (ValueError, KeyError):
        entry = decode(line)
        return LineStamp(entry.author, entry.t, entry.program)


def _stamp(fields: Mapping[str, Any]) -> LineStamp:
    author = author_of(str(fields["by"]), str(fields["host"]), str(fields["session"]))
    return LineStamp(author, safe(str(fields["t"]), 40), safe(str(fields.get("program", "")), 40))


def decode(line: bytes) -> JournalLine:
    """The entry of a sound line; raises `ValueError` where its content is not an entry."""
    fields = json.loads(line[9:], parse_float=Decimal)
    if not isinstance(fields, dict):
        raise ValueError("the entry is not a table")
    try:
        stamped = _stamp(fields)
        action = fields["action"]
        if not isinstance(action, dict):
            raise ValueError("the action is not a table")
        derived, schema = fields.get("derived", {}), fields.get("schema", FIRST_SCHEMA)
        if not isinstance(derived, dict) or type(schema) is not int:
            raise ValueError("what followed from the action is not a table")
        return JournalLine(
            fields["n"], fields["prev"], stamped.t, stamped.author, action, fields["was"],
            derived, schema, stamped.program,
        )  # fmt: skip
    except KeyError as error:
        raise ValueError(f"no {error.args[0]}") from None


_PLAIN = rb"[ !#-\[\]-~]*"
_TEXT = rb'"%s(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})%s)*"' % (_PLAIN, _PLAIN)
_RESULT = (
    rb'[0-9a-f]{8} \{"n":[0-9]+,"prev":"[0-9a-f]{16}",'
    rb'(?:"schema":(2),"program":%s,)?'
    rb'"t":%s,"by":%s,"host":%s,"session":%s,'
    rb'"action":\{"kind":"result","number":(0|[1-9][0-9]{0,8}),"result":"(%s)"'
    rb'(?:,"was":%s)?(?:,"round":(0|[1-9][0-9]{0,8}))?(?:,"replace":true)?(?:,"insist":true)?\},'
    rb'"was":(?:null|%s)\}' % (*[_TEXT] * 5, _PLAIN, *[_TEXT] * 2)
)
"""A result from which nothing followed, exactly as this program writes it."""


class ResultLine(NamedTuple):
    """A result as a line of the journal enters it, nothing having followed from it."""

    board: int
    result: str
    round: int | None
    schema: int


@cache
def _result_form() -> Callable[[bytes], re.Match[bytes] | None]:
    return re.compile(_RESULT).fullmatch


def result_line(line: bytes) -> ResultLine | None:
    """The result that a sound line enters; None where it has to be read as a whole. Most lines of a
    long journal enter one result: of these only board, round and result are taken."""
    match = _result_form()(line)
    if match is None:
        return None
    schema, board, result, round = match.groups()
    return ResultLine(
        int(board),
        result.decode("ascii"),
        None if round is None else int(round),
        FIRST_SCHEMA if schema is None else int(schema),
    )


def scan(data: bytes, head: JournalHead = START) -> Reading:
    """Check `data`, which follows `head`, line by line."""
    lines: list[bytes] = []
    n, link, offset = head.n, head.hash, head.offset
    at = 0
    damage = None
    while (end := data.find(b"\n", at)) >= 0:
        line = data[at:end]
        if (fault := _fault(line, n + 1, link)) is not None:
            damage = Damage(n + 1, fault)
            break
        lines.append(line)
        n, link, at = n + 1, line_hash(line), end + 1
    rest = data[at:]
    reached = JournalHead(n, link, offset + at)
    if damage and _never_finished(rest):
        damage = None
    return Reading(tuple(lines), reached, b"" if damage else rest, damage)


_CHANGED: tuple[tuple[Callable[[bytes], bool], str], ...] = (
    (
        lambda line: line.startswith(b"\xef\xbb\xbf"),
        "another program put a byte-order mark before it: take that away",
    ),
    (
        lambda line: line.endswith(b"}\r"),
        "another program changed the line ends to CRLF: change them back to LF",
    ),
)
"""What can be taken back by whoever did it, and the journal is as it was."""


def _never_finished(rest: bytes) -> bool:
    """Whether a bad last line is one whose pages never all reached the disk.

    Such pages read as zeros, which no line contains. A bad last line without them may have
    been acknowledged and is damage.
    """
    return rest.find(b"\n") == len(rest) - 1 and b"\0" in rest


def _fault(line: bytes, n: int, link: str) -> str | None:
    """What is wrong with a line that should have number `n` and follow `link`."""
    begins = b'%08x {"n":%d,"prev":"%s",' % (zlib.crc32(memoryview(line)[9:]), n, link.encode())
    if line.startswith(begins) and line.endswith(b"}"):
        return None
    parts = _LINE.fullmatch(line)
    if parts is None:
        return next((why for mark, why in _CHANGED if mark(line)), "not a journal line")
    crc, number, prev = parts.groups()
    if int(crc, 16) != zlib.crc32(memoryview(line)[9:]):
        return "the checksum does not fit the line"
    if int(number) != n:
        return f"action {int(number)} is where action {n} should be"
    if prev.decode() != link:
        return "the chain is broken: the line before was changed"
    return None


FormatNamed = Callable[[str], Format]
UNKNOWN = "is not known to this version"
"""What is said of a name in a journal that a later version may have written."""


def table_of(
    action: Action, format_named: FormatNamed, words: Words | None = None
) -> dict[str, Any]:
    """The action as a table, `kind` first. A whole event is kept as its save files are; `words`
    give the sentences of the reasons in a draw."""
    if isinstance(action, actions.Adopt):
        event = action.begin(format_named(action.event.format))
        contents = contents_of(event, format_named(event.format))
        whence = {"point": action.point} if action.point else {"why": action.why}
        return {"kind": action.kind, **whence, "files": plain(contents)}
    return {"kind": action.kind, **plain(action, words)}


def action_of(table: Mapping[str, Any], format_named: FormatNamed) -> Action:
    """The action of a table; `BadValue` where it is not one, `Refused` for a bad event in it."""
    values = dict(table)
    name = values.pop("kind", None)
    kind = _action_class(name, values) if isinstance(name, str) else None
    if kind is None:
        raise BadValue("action", f"{str(name)[:20]!r} {UNKNOWN}")
    if name == "adopt":
        contents: Contents = typed(Mapping, values.get("files"), "files")
        why = typed(str, values.get("why", ""), "why")
        point = typed(str, values.get("point", ""), "point") or restore_point_in(why)
        return adopt(event_of(contents, format_named), "" if point else why, point)
    made: Action = typed(kind, values)
    return made


def _action_class(name: str, values: Mapping[str, Any]) -> type[Action] | None:
    """What is done by a line of that name; kinds of earlier journals are not written any more."""
    if name == "adjust" or (name == "propose" and tells_of_walkovers(values.get("byes"))):
        from saves.old_actions import OldAdjust, OldPropose

        return OldAdjust if name == "adjust" else OldPropose
    return action_kind(name)


def adopt(event: Event, why: str = "", point: str = "") -> actions.Adopt:
    """The action that takes `event` over as it is: for a reason, or from a restore point."""
    parts = [without_results(round) for round in event.rounds]
    bare = replace(event, rounds=tuple(round for round, _ in parts))
    return actions.Adopt(bare, tuple(results for _, results in parts), why, point)


AGAIN = "again"
"""Beside an undo or redo: by number the later actions from which something else follows by it."""


def facts_table(
    facts: Facts, again: Mapping[int, Facts] | None = None, words: Words | None = None
) -> dict[str, Any]:
    """What followed from an action as a table; what is empty is left out."""
    parts = {
        "settings": facts.settings,
        "entrants": facts.entrants,
        "rounds": facts.rounds,
        "others": facts.others,
        AGAIN: {n: facts_table(one, None, words) for n, one in (again or {}).items()},
    }
    return {name: plain(value, words) for name, value in parts.items() if value}


def facts_of(table: Mapping[str, Any]) -> Facts:
    """The facts in such a table; `BadValue` where it is not one."""
    from engine.facts import Facts, RoundFacts

    known = {"settings", "entrants", "rounds", "others", AGAIN}
    if unknown := sorted(table.keys() - known):
        raise BadValue("derived", f"{unknown[0][:20]!r} {UNKNOWN}")
    settings = typed(Mapping, table.get("settings", {}), "settings")
    entrants = typed(Mapping, table.get("entrants", {}), "entrants")
    rounds = typed(tuple[RoundFacts, ...], table.get("rounds", []), "rounds")
    others = typed(Mapping, table.get("others", {}), "others")
    return Facts(
        settings,
        {id: _changed(new, id) for id, new in entrants.items()},
        rounds,
        {name: _other(name, value) for name, value in others.items()},
    )


def facts_again(table: Mapping[str, Any]) -> dict[int, Facts]:
    """By number of a later action what follows from it since an undo or redo."""
    tables = typed(Mapping, table.get(AGAIN, {}), AGAIN)
    try:
        return {int(n): facts_of(typed(Mapping, one, n)) for n, one in tables.items()}
    except ValueError as error:
        raise BadValue(AGAIN, str(error)) from None


def _changed(new: Any, id: str) -> dict[str, Any]:
    """What is another than it was of an entrant: a round that is published may number them all."""
    return fields_read(Entrant, typed(Mapping, new, id), UNKNOWN)


_hints = cache(get_type_hints)


def _other(name: str, value: Any) -> Any:
    hint = _hints(Event).get(name)
    if hint is None:
        raise BadValue(name, UNKNOWN)
    if isinstance(value, Mapping) and value.keys() == {"kept", "new"} and get_args(hint):
        from engine.facts import Tail

        unchanged = typed(int, value["kept"], name)
        if unchanged < 0:
            raise BadValue(name, "keeps less than nothing")
        return Tail(unchanged, typed(hint, value["new"], name))
    return typed(hint, value, name)


class SyncFailed(OSError):
    """The disk did not confirm the line: whether it is kept is not known."""


class Meddled(OSError):
    """The file changed under the lock, by something that knows of no lock; nothing was saved."""


class Departed(Exception):
    """What was read before is no longer the beginning of what is there.

    `there` is what is there now, None where that is nothing, or no ordinary file: its `form`.
    """

    def __init__(self, there: Reading | None, form: str = "") -> None:
        super().__init__("the journal is not the continuation of what was read before")
        self.there = there
        self.form = form


GONE = (FileNotFoundError, NotADirectoryError)
Status = tuple[int, int, int, int, int]
"""Device, inode, size, times of change of content and of anything (ns)."""


class Journal:
    """The journal of one event as far as it has been read, and the way to add to it.

    Not safe for several threads, and only whoever holds the folder's lock may write.
    """

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk = disk
        self.folder = folder
        self.path = folder / JOURNAL_NAME
        self._departed = False
        self._seen: Status | None = None
        self.damage: Damage | None = None
        self.forget()

    def changed(self) -> bool:
        """Whether the file is another than at the last `read`: one stat, nothing more."""
        return self._status() != self._seen

    def _status(self) -> Status | None:
        try:
            return status_key(self.disk.stat(self.path))
        except GONE:
            return None

    def read(self) -> None:
        """Take in what is new. Raises `Departed`, and keeps what is known, where that is no
        longer what the file begins with. Where there never was an ordinary file that could be
        read, that is damage."""
        status = self._status()
        try:
            data = self._new(status)
        except GONE:
            data = None
        except OSError as error:
            if not self.lines and withheld(error) and not isinstance(error, SecondName):
                self.forget()
                self._seen, self.damage = status, Damage(0, error.strerror or "not readable")
                return
            if not self.lines or not isinstance(error, NotRegular):
                raise
            self._seen, self._departed = status, True
            raise Departed(None, error.form) from None
        if data is None:
            self._seen, self._departed = None, bool(self.lines)
            if self.lines:
                raise Departed(None)
            self.forget()
            return
        self._take(scan(data, self.head))
        self._seen, self._departed = status, False

    def _new(self, status: Status | None) -> bytes | None:
        """The bytes after those already read; None where there is no file."""
        if status is None:
            return None
        with opened_regular(self.disk, self.path) as fd:
            if self._plainly_grown(status):
                last = self.lines[-1] + b"\n"
                end = self._at(fd, self.head.offset - len(last), status[2])
                if end.startswith(last) and self._at(fd, 0, len(self.lines[0])) == self.lines[0]:
                    return end[len(last) :]
            data = self._at(fd, 0, status[2])
        if not data.startswith(known := self.held()):
            self._seen, self._departed = status, True
            raise Departed(scan(data))
        return data[len(known) :]

    def _plainly_grown(self, status: Status) -> bool:
        """Whether only its end can be new: the first and the last known line are then looked at,
        else all of them."""
        last = self._seen
        if last is None or self._departed or not self.lines or status[:2] != last[:2]:
            return False
        return status == last or status[2] > last[2]

    def _at(self, fd: int, offset: int, end: int) -> bytes:
        self.disk.seek(fd, offset)
        return read_open(self.disk, fd, max(0, end - offset))

    def held(self) -> bytes:
        """All that was read and acknowledged, as the file should begin."""
        return b"".join(line + b"\n" for line in self.lines)

    def forget(self) -> None:
        """Know nothing; the next `read` takes what is there."""
        self.lines: list[bytes] = []
        self.head, self.torn, self.damage = JournalHead(), b"", None
        self._seen, self._departed = None, False

    def _take(self, reading: Reading) -> None:
        self.lines += reading.lines
        self.head, self.torn, self.damage = reading.head, reading.torn, reading.damage

    def entry(self, n: int) -> JournalLine:
        """The entry of number `n`, from 1."""
        return decode(self.lines[n - 1])

    def stamp(self, n: int) -> LineStamp:
        """Who wrote the line of number `n`, and when."""
        return stamp(self.lines[n - 1])

    def drop_torn(self) -> None:
        """Cut off the torn end. Its bytes have been put away before (`saves.recovery`)."""
        with opened_regular(self.disk, self.path, ADD_FLAGS) as fd:
            self._unchanged(fd)
            self.disk.truncate(fd, self.head.offset)
            self.disk.fsync(fd)
            self._seen = status_key(self.disk.fstat(fd))
        self.torn = b""

    def append(self, line: bytes) -> None:
        """Add one line and make it durable; on return it may be acknowledged.

        A journal is begun only by an action that makes an event. On any error the line is
        taken out again. Raises `SyncFailed` if the flush failed (never tried again: the pages
        may be gone), `Meddled` where the file is not the one that was read, else `OSError`.
        """
        if self.head.n == 0:
            if decode(line[:-1]).action.get("kind") not in BEGINNINGS:
                raise Meddled(errno.ESTALE, "the journal is missing", str(self.path))
            if not exists(self.disk, self.path):
                self._begin()
        with opened_regular(self.disk, self.path, ADD_FLAGS) as fd:
            self._unchanged(fd)
            try:
                write_all(self.disk, fd, line)
                self._flush(fd)
                self._stands(fd, line)
            except BaseException:
                with suppress(OSError):
                    self._take_out(fd, line)
                raise
        self._take(scan(line, self.head))

    def _unchanged(self, fd: int) -> None:
        """Nobody has touched the file since it was read, and it is that one."""
        status = status_key(self.disk.fstat(fd))
        if status[2] != self.head.offset + len(self.torn) or (self._seen and status != self._seen):
            raise Meddled(errno.ESTALE, MEDDLED, str(self.path))

    def _stands(self, fd: int, line: bytes) -> None:
        """The line is in the file at its place, and the file under its name."""
        end = self.head.offset + len(line)
        stands = self._at(fd, self.head.offset, end) == line
        opened, self._seen = status_key(self.disk.fstat(fd)), None
        try:
            named = self._status()
        except OSError:
            # that its name cannot be looked at costs nothing: the line is flushed, and read again
            named = opened
        if not stands or named is None or named[:2] != opened[:2]:
            raise Meddled(errno.ESTALE, MEDDLED, str(self.path))
        if opened[2] == end:
            self._seen = opened

    def _take_out(self, fd: int, line: bytes) -> None:
        """Cut off the line, or what there is of it, and nothing that somebody else wrote."""
        size = self.disk.fstat(fd).st_size
        end = self._at(fd, self.head.offset, size)
        if line.startswith(end):
            self.disk.truncate(fd, self.head.offset)
        elif end.endswith(line):
            self.disk.truncate(fd, size - len(line))
        self._seen = None

    def _begin(self) -> None:
        """An empty journal whose name is durable before the first line is in it."""
        with opened_regular(self.disk, self.path, APPEND_FLAGS) as fd:
            set_mode(self.disk, fd, FILE_MODE)
        sync_folder(self.disk, self.folder)

    def _flush(self, fd: int) -> None:
        try:
            self.disk.fdatasync(fd)
        except OSError as error:
            raise SyncFailed(error.errno, "the disk did not confirm the write") from error


def status_key(status: os.stat_result) -> Status:
    """What is another as soon as a file is written, or is another file."""
    times = (status.st_mtime_ns, status.st_ctime_ns)
    return (status.st_dev, status.st_ino, status.st_size, *times)


CONTINUES = "TOPBOARD_CONTINUES"
"""For children of this program: number and hash of a line that the event's journal has."""


def continuing(journal: Journal, n: int = 0) -> str:
    """For the environment of a child: action `n`, or the last one that is known here."""
    n = n or journal.head.n
    return f"{n}:{line_hash(journal.lines[n - 1])}" if n else ""


def check_continues(journal: Journal) -> None:
    """`Refused` where this program was started for another journal than the one in the folder."""
    n, _, known = os.environ.get(CONTINUES, "").partition(":")
    if not known or not n.isdecimal():
        return
    if not 1 <= int(n) <= len(journal.lines) or line_hash(journal.lines[int(n) - 1]) != known:
        raise Refused(
            "the event in this folder is no longer the one that was opened",
            f"its journal has another action {n}, or none",
            "look at the folder",
        )


# The journal as actions


Bases = Callable[[], Iterable[Event]]

_KIND, _REVERSALS = b'"action":{"kind":"', (b"undo", b"redo")

KEPT = 256
"""Earlier states of the event kept in memory, so that an undo does not replay everything."""


class NotUnderstood(Refused):
    """A line of the journal that this version cannot read."""


@dataclass(frozen=True)
class UnknownAction(Action):
    """Stands in lists of what was done for an action that is not understood."""

    kind: ClassVar[str] = "not understood"
    name: str
    """Its kind, as the version that wrote it calls it."""
    refusal: Refused

    def change(self, event: Event, format: Format) -> Event:
        """Nobody here knows."""
        raise self.refusal

    def describe(self, event: Event) -> str:
        """Its name is all that is known."""
        return f"{self.name}, not understood by this version"


class ActionReader(NamedTuple):
    """What is known of an action without reading it from its line."""

    n: int
    kind: str
    read: Callable[[], LoggedAction]

    @classmethod
    def of(cls, logged: LoggedAction) -> ActionReader:
        """Of one that is read."""
        return cls(logged.n, logged.action.kind, lambda: logged)


class LastActions(Sequence["LoggedAction"]):
    """The last actions of a journal, each read from its line when it is asked for: a list of 1,000
    entrants takes longer to read than the whole event. They stay what they were when the journal
    goes on or is read anew."""

    def __init__(self, readers: Iterable[ActionReader] = ()) -> None:
        self.readers = tuple(readers)

    def __len__(self) -> int:
        return len(self.readers)

    @overload
    def __getitem__(self, at: int) -> LoggedAction: ...
    @overload
    def __getitem__(self, at: slice) -> LastActions: ...
    def __getitem__(self, at: int | slice) -> LoggedAction | LastActions:
        if isinstance(at, slice):
            return LastActions(self.readers[at])
        return self.readers[at].read()


class ActionHistory:
    """All actions of a journal, and the states of the event that are known."""

    def __init__(
        self, journal: Journal, format_named: FormatNamed, bases: Bases = lambda: ()
    ) -> None:
        """`bases` gives earlier states from disk to replay from, the latest first."""
        self.journal = journal
        self.format_named = format_named
        self._bases = bases
        self._entries: dict[int, LoggedAction] = {}
        self._readers: dict[int, ActionReader] = {}
        """Of actions of which only their lines have been needed so far."""
        self._written: dict[int, LineStamp] = {}
        """Of the actions that were written here."""
        self._reversals: list[int] = []
        self._again: dict[int, dict[int, Facts]] = {}
        self._scanned = 0
        self._states: deque[Event] = deque(maxlen=KEPT)
        self._befores: dict[int, Event] = {}

    def forget(self) -> None:
        """The journal was read anew: nothing known before holds."""
        self._entries.clear()
        self._readers.clear()
        self._written.clear()
        self._reversals.clear()
        self._again.clear()
        self._scanned = 0
        self._states.clear()
        self._befores.clear()

    def add(self, line: JournalLine, action: Action) -> None:
        """An action of this console's own that has just been written, and from which nothing
        followed: it is not read again from its line. A table in it comes back as other types."""
        self._written[line.n] = LineStamp(line.author, line.t, line.program)
        tables = any(isinstance(value, Mapping) for value in vars(action).values())
        if not tables and not action.reverses and action.kind != "adopt":
            from engine.facts import NOTHING

            self._entries[line.n] = _entry(line.n, line, action, NOTHING)

    def line(self, n: int) -> JournalLine:
        """The journal's own entry, with the console it came from."""
        return self.journal.entry(n)

    def author(self, n: int) -> Author | None:
        """Who did action `n`; None where the line does not say it."""
        stamp = self._stamp(n)
        return stamp.author if stamp is not None else None

    def time(self, n: int) -> str:
        """When action `n` was done, as far as the line says it."""
        stamp = self._stamp(n)
        return stamp.t if stamp is not None else ""

    def program(self, n: int) -> str:
        """The version that wrote action `n`, as far as the line says it."""
        stamp = self._stamp(n)
        return stamp.program if stamp is not None else ""

    def _stamp(self, n: int) -> LineStamp | None:
        if n in self._written:
            return self._written[n]
        try:
            return self.journal.stamp(n)
        except (ValueError, RecursionError):
            return None

    def entry(self, n: int) -> LoggedAction:
        """Action number `n`, with what follows from it in the current world; `Refused` where this
        version does not know it."""
        if n not in self._entries:
            self._entries[n] = self._read(n)
        return self._entries[n]

    def shown(self, n: int) -> LoggedAction:
        """Action number `n` for lists of what was done: one that is not understood is there too."""
        try:
            return self.entry(n)
        except Refused:
            return _shown(n, self.journal.lines[n - 1], self.format_named)

    def last(self, most: int) -> LastActions:
        """The last actions for lists of what was done, at most so many."""
        head = self.journal.head.n
        return LastActions(self._reader(n) for n in range(max(1, head - most + 1), head + 1))

    def _reader(self, n: int) -> ActionReader:
        try:
            changed = bool(self.reversals) and self._changed(n)
        except Refused:  # an undo that is not understood
            changed = False
        if changed:
            self.shown(n)
        if n in self._entries:
            return ActionReader.of(self._entries[n])
        if n not in self._readers:
            line = self.journal.lines[n - 1]
            read = cache(partial(_shown, n, line, self.format_named))
            self._readers[n] = ActionReader(n, _kind_in(line), read)
        return self._readers[n]

    def _read(self, n: int) -> LoggedAction:
        line, action, facts = self._decoded(n)
        if not action.reverses and self.reversals:
            facts = self._followed(n, facts)
        return _entry(n, line, action, facts)

    def _decoded(self, n: int) -> tuple[JournalLine, Action, Facts | None]:
        line, action, facts, again = _decoded(n, self.journal.lines[n - 1], self.format_named)
        if again:
            self._again[n] = again
        return line, action, facts

    def _followed(self, n: int, own: Facts | None, turning: int = 0) -> Facts | None:
        """What follows from action `n` in the current world, or in the one in which action
        `turning` is turned as well (None where this world was never there).

        The world of an action is which earlier ones are undone. What followed in a world stays
        the same whenever that world comes back.
        """
        if not turning and not self._changed(n):
            return own
        gone = frozenset(g for g in self._undone(n) if g < n)
        worlds, facts = {gone: own}, own
        for reversal in self._reversals:
            target = self._target(reversal)
            if reversal > n > target:
                gone ^= {target}
                facts = worlds.setdefault(gone, self._again.get(reversal, {}).get(n, facts))
        return worlds.get(gone ^ {turning}) if turning else facts

    def _changed(self, n: int) -> bool:
        """Whether an undo or redo had something else follow from action `n`."""
        return bool(self._again) and any(n in again for again in self._again.values())

    def all(self) -> tuple[LoggedAction, ...]:
        """Every action, in order."""
        return tuple(self.shown(n) for n in range(1, self.journal.head.n + 1))

    @property
    def reversals(self) -> list[int]:
        """Numbers of all undos and redos."""
        for n in range(self._scanned + 1, self.journal.head.n + 1):
            line = self.journal.lines[n - 1]
            at = line.find(_KIND) + len(_KIND)
            if line[at : at + 4] in _REVERSALS and self.entry(n).action.reverses:
                self._reversals.append(n)
                for later in self._again.get(n, ()):
                    self._entries.pop(later, None)
            self._scanned = n
        return self._reversals

    def undone(self) -> frozenset[int]:
        """Numbers of the actions that are taken back now."""
        return self._undone(self.journal.head.n)

    def _undone(self, until: int) -> frozenset[int]:
        gone: set[int] = set()
        for n in self.reversals:
            action = self.entry(n).action
            if n <= until and isinstance(action, actions.Undo):
                gone.add(action.target)
            elif n <= until and isinstance(action, actions.Redo):
                gone.discard(action.target)
        return frozenset(gone)

    def remember(self, event: Event) -> None:
        """Keep a state, to start from later."""
        if not self._states or self._states[-1].revision < event.revision:
            self._states.append(event)

    def fits(self, event: Event) -> bool:
        """Whether replay may go on from `event`: nothing in it was undone or redone later."""
        n = event.revision
        return {g for g in self._undone(n) if g <= n} == {g for g in self.undone() if g <= n}

    def event(self, base: Event | None = None) -> Event:
        """The event at the head of the journal, from `base` if that still holds."""
        if base is None or not self.fits(base):
            base = self._base({self.journal.head.n + 1})
        return self._brought(base, self.journal.head.n)

    def _brought(self, base: Event | None, until: int) -> Event:
        """`base` with the actions after it that are not undone, up to number `until`; `Refused`
        names the one that cannot be applied."""
        event, stopped = self._course(base, until)
        if stopped is not None:
            from engine import log

            n, refusal = stopped
            raise log.Blocked(self.entry(n), event, refusal) from refusal
        if event is None:
            raise Refused("the journal does not begin with an event", shell="see `topboard verify`")
        return event

    def _course(
        self, base: Event | None, until: int
    ) -> tuple[Event | None, tuple[int, Refused] | None]:
        """`base` with the actions after it that are not undone, up to number `until` or to the
        first that cannot be applied: its number, and why not."""
        from engine import log

        course = log.Replay(base, self.format_named)
        passed = self.undone() | set(self.reversals)
        for n in range((base.revision if base else 0) + 1, until + 1):
            if n in passed:
                course.pass_over(n)
                continue
            try:
                self._follow(course, n)
            except Refused as refusal:
                return course.event, (n, refusal)
        return course.event, None

    def _follow(self, course: Replay, n: int) -> None:
        """Bring an event from before action `n` to after it."""
        if n not in self._entries and not self._changed(n):
            new = result_line(self.journal.lines[n - 1])
            if new is not None and course.takes_results(settled=new.schema > FIRST_SCHEMA):
                course.enter(n, new.board, new.result, new.round)
                return
        course.follow(self.entry(n))

    def as_far_as_it_goes(self, known: Event | None) -> tuple[Event, Refused, tuple[int, ...]]:
        """Where the journal cannot be followed to its end: the event after the last action that
        can be applied, from `known` or the last restore point; why not the next one; and the
        actions that are not in it. `Refused` where nothing can be shown."""
        if known is not None and not self.fits(known):
            known = None
        bases = [b for b in (known, self._base({self.journal.head.n + 1})) if b is not None]
        base = max(bases, key=lambda base: base.revision, default=None)
        head = self.journal.head.n
        event, stopped = self._course(base, head)
        if stopped is None:
            assert event is not None
            return event, Refused("every action can be applied", "", ""), ()
        n, refusal = stopped
        if event is None:
            raise refusal
        passed = self.undone() | set(self.reversals)
        return event, refusal, tuple(later for later in range(n, head + 1) if later not in passed)

    def described(self, n: int, event: Event) -> str:
        """`action 7 (anna, 16:12:33): round 1, board 3: 1-0`, as far as it is understood."""
        entry = self.shown(n)
        words = entry.action.name if isinstance(entry.action, UnknownAction) else None
        words = words or entry.action.describe(event)
        who = f" ({entry.by}, {by_this_clock(entry.t)[11:19]})" if entry.by else ""
        return f"action {n}{who}: {words}"

    def replayed(self, progress: Callable[[int], object]) -> Event:
        """The event of every action from the first on, none left out and none kept; `progress` is
        called with the number of each before it is done."""
        from engine import log

        passed = self.undone() | set(self.reversals)
        event: Event | None = None
        for n in range(1, self.journal.head.n + 1):
            progress(n)
            if event is not None and n in passed:
                event = replace(event, revision=n)
                continue
            entry = self._read(n)
            try:
                event = log.step(event, entry, self.format_named)
            except Refused as refusal:
                raise Refused(f"action {n} no longer applies", str(refusal), "") from refusal
        if event is None:
            raise Refused("the journal does not begin with an event", "", "")
        return event

    def _needed(self, start: int, also: tuple[int, ...] = ()) -> list[LoggedAction]:
        """What a fold from after action `start` has to see."""
        numbers = {n for n in (*self.reversals, *also) if n <= start}
        numbers.update(range(start + 1, self.journal.head.n + 1))
        gone = self.undone()
        # what is undone need not be understood
        return [self.shown(n) if n in gone else self.entry(n) for n in sorted(numbers)]

    def go_on(self, event: Event) -> Event:
        """`event` with what the journal has after it; the last states on the way are kept."""
        later = [t for t in self.reversals if t > event.revision]
        if later:
            return self.event(self._base({self._target(t) for t in later}))
        head = self.journal.head.n
        if head - event.revision > KEPT:
            event = self._brought(event, head - KEPT)
            self.remember(event)
        for n in range(event.revision + 1, head + 1):
            from engine import log  # an event of which all is in the save files does without it

            event = log.step(event, self.entry(n), self.format_named)
            self.remember(event)
        return event

    def latest(self, event: Event) -> Event:
        """The last state that is known and still holds, at the least `event`."""
        known = self._states[-1] if self._states else event
        if event.revision < known.revision <= self.journal.head.n and self.fits(known):
            return known
        return event

    def _target(self, reversal: int) -> int:
        action = self.entry(reversal).action
        assert isinstance(action, actions.Undo | actions.Redo)
        return action.target

    def after_reversal(
        self, event: Event, action: actions.Undo | actions.Redo, author: Author, t: str
    ) -> AfterReversal:
        """The event after an undo or redo; refused naming the later action in its way."""
        from engine import log

        n = self.journal.head.n + 1
        base = self._base({action.target})
        last = self.journal.head.n
        known = tuple({1, min(max(action.target, 1), last)})
        entries = self._needed(base.revision if base else 0, known)
        new = log.LoggedAction(n, action, author.by, author.host, t)

        def recorded(n: int, same: bool) -> Facts | None:
            if same and not self._changed(n):
                return None
            return self._followed(n, facts_of(self.journal.entry(n).derived), action.target)

        return log.after_reversal(entries, new, self.format_named, base, recorded)

    def _base(self, targets: set[int]) -> Event | None:
        """The latest known state from before all of `targets` that still holds."""
        first = min(targets)
        for state in chain(reversed(self._states), self._bases()):
            if state.revision < first and self.fits(state) and not lacks_numbers(state):
                return state
        return None

    def before(self, n: int) -> Event:
        """The event as it was before action `n`, with actions that were undone only later."""
        if n not in self._befores:
            self._befores[n] = self._before(n)
        return self._befores[n]

    def _before(self, n: int) -> Event:
        from engine import log

        reversals = [t for t in self.reversals if t < n]
        base = next(
            (
                state
                for state in chain(reversed(self._states), self._bases())
                if state.revision < n
                and all(self._target(t) > state.revision for t in reversals if t > state.revision)
            ),
            None,
        )
        start = base.revision if base else 0
        numbers = {t for t in reversals if t <= start} | set(range(start + 1, n))
        return log.fold([self.entry(k) for k in sorted(numbers)], self.format_named, base)

    def last_of(self, author: Author) -> int | None:
        """The last standing action of a console; the making of the event does not count."""
        gone = self.undone()
        reversals = set(self.reversals)
        for n in range(self.journal.head.n, 1, -1):
            if n not in gone and n not in reversals and self.author(n) == author:
                return n
        return None

    def last_undone_by(self, author: Author) -> int | None:
        """What a console took back last and has not acted since: what its redo brings back."""
        gone = self.undone()
        for n in range(self.journal.head.n, 1, -1):
            if self.author(n) != author:
                continue
            action = self.entry(n).action
            if isinstance(action, actions.Undo) and action.target in gone:
                return action.target
            if not action.reverses:
                return None
        return None

    def standing(self, kind: str, until: int | None = None) -> Iterator[LoggedAction]:
        """The actions of a kind that are not taken back, the latest first, from below `until`."""
        gone = self.undone()
        wanted = _KIND + kind.encode() + b'"'
        for n in range((until or self.journal.head.n + 1) - 1, 0, -1):
            if n not in gone and wanted in self.journal.lines[n - 1]:
                entry = self.entry(n)
                if entry.action.kind == kind:
                    yield entry

    def writer_of(self, event: Event, round_number: int | None, board: int) -> JournalLine | None:
        """The line of the last action on a board of a round that is not undone."""
        gone = self.undone()
        current = event.current.number if event.current else None
        wanted = round_number or current
        now = current
        for n in range(self.journal.head.n, 0, -1):
            if n in gone:
                continue
            action = self.entry(n).action
            if action.about(None).is_at(board, wanted, now):
                return self.line(n)
            if action.kind == "publish" and getattr(action, "round", None) == now:
                now = now - 1 if now else now
        return None


def _kind_in(line: bytes) -> str:
    """What kind of action a line is about; empty where that is not written as this program does."""
    _, found, rest = line.partition(_KIND)
    return rest.partition(b'"')[0].decode(errors="replace") if found else ""


def _shown(n: int, line: bytes, format_named: FormatNamed) -> LoggedAction:
    """The action of a line with what followed from it then; of one that is not understood what is
    known of it."""
    try:
        return _entry(n, *_decoded(n, line, format_named)[:3])
    except Refused as trouble:
        refusal = trouble
    try:
        known = decode(line)
    except (ValueError, RecursionError):
        from engine import log

        return log.LoggedAction(n, UnknownAction("action", refusal))
    name = safe(str(known.action.get("kind", "")), 40) or "action"
    return _entry(n, known, UnknownAction(name, refusal), None)


def _decoded(
    n: int, written: bytes, format_named: FormatNamed
) -> tuple[JournalLine, Action, Facts | None, dict[int, Facts]]:
    program = ""
    try:
        line = decode(written)
        program = line.program
        if line.schema > SCHEMA:
            raise BadValue("", "was written by a newer version")
        action = action_of(line.action, format_named)
        if line.schema == FIRST_SCHEMA:
            from saves.old_actions import as_then

            return line, *as_then(action), {}
        facts = facts_of(line.derived)
        return line, action, facts, facts_again(line.derived)
    except (BadValue, ValueError, RecursionError) as error:
        version = f"topboard {program}" if program else "the version that wrote it"
        raise NotUnderstood(
            f"action {n} of the journal is not understood",
            str(error),
            f"open it with {version}",
        ) from None


def _entry(n: int, line: JournalLine, action: Action, facts: Facts | None) -> LoggedAction:
    from engine import log

    was = line.was if isinstance(line.was, str) else None
    return log.LoggedAction(n, action, line.author.by, line.author.host, line.t, was, facts)
