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
followed; the file, read and added to; what has become of it where it is no longer the
continuation of what a desk has read.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

from engine import actions
from engine.actions import Action, action_kind
from engine.entrants import Entrant
from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.saved_results import without_results
from saves.contents import EVENT_NAME, Contents, contents_of, event_of
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
        return f"action {int(number)} is where action {n} should"
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
    """The action of a table; `BadValue` where it is none, `Refused` for a bad event in it."""
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
    """What such a table says followed; `BadValue` where it is none."""
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
        """The bytes behind what is known; None where there is no file."""
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


GO_ON = "go on with what is there"
OPEN_OTHER = "open the event that is there"
PUT_BACK = "put back what this desk holds"
ELSEWHERE = "open what this desk holds in a folder of its own"
"""What there is to choose then, as question, answers and refusals say it."""


class DepartureKind(StrEnum):
    """What stands in the folder instead of the continuation."""

    FOLDER_GONE = "folder gone"
    JOURNAL_GONE = "journal gone"
    IRREGULAR = "irregular"
    OTHER_EVENT = "other event"
    BEGUN_ANEW = "begun anew"
    EARLIER = "earlier"
    FORKED = "forked"
    DAMAGED = "damaged"


class JournalDeparture(NamedTuple):
    """How many actions the desk holds, how many sound ones are there, how many of the first are
    the same in both; `title` is that of the event there, where it begins with another action,
    `form` what the journal is, where it is no ordinary file."""

    kind: DepartureKind
    held: int
    there: int = 0
    common: int = 0
    title: str = ""
    form: str = ""

    @property
    def lacking(self) -> int:
        """Actions saved at this desk or read by it that are not there."""
        return self.held - self.common

    @property
    def foreign(self) -> bool:
        """Whether what is there belongs to somebody else: nothing may be written beside it."""
        return self.kind in (DepartureKind.OTHER_EVENT, DepartureKind.FOLDER_GONE)

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be done about it, besides looking on: nothing is ever put back in another
        event's place."""
        if self.kind is DepartureKind.OTHER_EVENT:
            return OPEN_OTHER, ELSEWHERE
        return (*(GO_ON,) * bool(self.there), PUT_BACK, ELSEWHERE)

    @property
    def what(self) -> str:
        """In the arbiter's words."""
        match self.kind:
            case DepartureKind.FOLDER_GONE:
                return "the event's folder is missing"
            case DepartureKind.JOURNAL_GONE:
                return f"the journal ({JOURNAL_NAME}) is gone from the event's folder"
            case DepartureKind.IRREGULAR:
                return f"the journal ({JOURNAL_NAME}) is no ordinary file any more ({self.form})"
            case DepartureKind.OTHER_EVENT:
                return f"another event is in this folder now: {self.title or 'no title'}"
            case DepartureKind.BEGUN_ANEW:
                return f"a new journal was begun in this folder ({counted(self.there, 'action')})"
            case DepartureKind.EARLIER:
                return (
                    f"an earlier state of the event is in this folder: {self.there} of the "
                    f"{counted(self.held, 'action')} that this desk holds"
                )
            case DepartureKind.FORKED:
                return (
                    "another course of the event is in this folder: it has other actions "
                    f"from action {self.common + 1} on"
                )
            case DepartureKind.DAMAGED:
                return f"action {self.common + 1} in the folder's journal was changed or damaged"

    def refusal(self, why: str) -> Refused:
        """Why nothing is saved, and what there is to choose."""
        *others, last = self.choices
        remedy = f"{', '.join(others)}{',' * (len(others) > 1)} or {last}"
        return Refused(self.what, why, remedy, not_saved=True)


def departure_of(folder: Path, lines: Sequence[bytes], departed: Departed) -> JournalDeparture:
    """What has become of a journal that began with `lines`."""
    held, there = len(lines), departed.there
    if departed.form:
        return JournalDeparture(DepartureKind.IRREGULAR, held, form=departed.form)
    if there is None:
        return JournalDeparture(
            DepartureKind.JOURNAL_GONE if folder.is_dir() else DepartureKind.FOLDER_GONE, held
        )
    present = there.lines
    if present and present[0] != lines[0]:
        action, own = _action(present[0]), _title(_action(lines[0]))
        title = _title(action)
        same = action.get("kind") == "adopt" and title == own
        kind = DepartureKind.BEGUN_ANEW if same else DepartureKind.OTHER_EVENT
        return JournalDeparture(kind, held, len(present), 0, title)
    pairs = zip(lines, present, strict=False)
    common = next((n for n, (a, b) in enumerate(pairs) if a != b), min(held, len(present)))
    kind = DepartureKind.EARLIER
    if len(present) > common:
        kind = DepartureKind.FORKED
    elif there.damage is not None:
        kind = DepartureKind.DAMAGED
    return JournalDeparture(kind, held, len(present), common)


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


def _action(line: bytes) -> Mapping[str, Any]:
    try:
        return decode(line).action
    except (ValueError, RecursionError):
        return {}


def _title(action: Mapping[str, Any]) -> str:
    """Of the event that an action begins."""
    files = action.get("files")
    table = files.get(EVENT_NAME) if isinstance(files, Mapping) else action
    title = table.get("title") if isinstance(table, Mapping) else None
    return safe(title, 80) if isinstance(title, str) else ""
