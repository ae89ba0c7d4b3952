"""A file with a rating list: what kind it is, of which day, and its players one after another.

Zipped or not. Whatever is damaged or half a file is refused in words while it is read; who reads
keeps nothing of it then.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import stat
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Literal

from engine.entrants import RATES, Rate
from engine.event_data import calendar_day
from engine.refusal import Refused
from saves.ratings import fide_text, fide_xml, listed_csv
from saves.ratings.rows import ListRow, Rows
from saves.safe_text import safe

Kind = Literal["FIDE text", "FIDE XML", "CSV"]
CHUNK = 1 << 20
LARGEST = 3 << 30
"""Bytes of an unpacked list: FIDE's XML has a third of it."""
LONGEST_HEAD = 1 << 16
FIRST_DAYS = 3
"""FIDE's list is made in the last days of a month, for the next one."""
_ISO = re.compile(r"(20\d\d)-?([01]\d)-?([0-3]\d)?")
_SHORT = re.compile(
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-_ ]?(?:20)?(\d\d)", re.IGNORECASE
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}encoding=["']([A-Za-z0-9._-]{1,20})["']""")
_RATE_IN_NAME = re.compile(r"(standard|rapid|blitz)", re.IGNORECASE)
Progress = Callable[[int], None]
"""Called with how far it is, in per cent."""


def unheard(percent: int) -> None:
    """Nobody looks."""


@dataclass
class ListFile:
    """A list as its file has it. `players` can be gone through once."""

    kind: Kind
    fide: bool
    name: str
    """What it is called where nobody says otherwise."""
    date: str
    rates: tuple[Rate, ...]
    players: Iterator[ListRow]
    rows: Rows = field(default_factory=Rows)
    among: int = 1
    """How many files of the zip could be a list; the largest of them is read."""
    file: str = ""
    """What it is called there."""


@contextmanager
def opened_list(
    path: Path, mapped: Mapping[str, str] | None = None, progress: Progress = unheard
) -> Iterator[ListFile]:
    """The list of a file; `Refused` names it where it cannot be read as a list."""
    name = path.name
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            status = os.fstat(fd)
            if not stat.S_ISREG(status.st_mode):
                raise Refused(f"{safe(name)} is not a file", "", "give the file of a list")
            if file.read(4) == b"PK\x03\x04":
                with _unzipped(file) as (member, inside, size, made, among):
                    source = _read(member, inside, size, made, mapped or {}, progress)
                    yield replace(source, among=among, file=member)
            else:
                file.seek(0)
                yield _read(name, file, status.st_size, status.st_mtime, mapped or {}, progress)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        why = str(error)[:80] or "it ends too early"
        raise Refused("the zip file is damaged", why, "fetch it again", where=safe(name)) from None
    except UnicodeDecodeError:
        raise Refused(
            "the list is not a text that can be read", "", "save it as UTF-8", where=safe(name)
        ) from None
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise Refused(f"cannot read {safe(name)}", reason, "check the name") from None
    except Refused as refusal:
        if refusal.where:
            raise
        raise refusal.at(safe(name)) from None


@contextmanager
def _unzipped(file: IO[bytes]) -> Iterator[tuple[str, IO[bytes], int, float, int]]:
    with zipfile.ZipFile(file) as archive:
        lists = [
            one
            for one in archive.infolist()
            if Path(one.filename).suffix.casefold() in (".txt", ".xml", ".csv", ".tsv")
        ]
        if not lists:
            raise Refused(
                "there is no list in the zip file",
                "no .txt, .xml or .csv in it",
                "give the list itself",
            )
        member = max(lists, key=lambda one: one.file_size)
        try:
            inside = archive.open(member)
        except (NotImplementedError, RuntimeError) as error:  # another method, a password
            raise Refused(
                "the zip file cannot be read", str(error)[:80], "unpack it first"
            ) from None
        try:
            made = time.mktime((*member.date_time, 0, 0, -1))
        except (ValueError, OverflowError):
            made = time.time()
        with inside:
            yield Path(member.filename).name, inside, member.file_size, made, len(lists)


def _read(
    name: str,
    file: IO[bytes],
    size: int,
    made: float,
    mapped: Mapping[str, str],
    progress: Progress,
) -> ListFile:
    if size > LARGEST:
        raise Refused(
            f"{safe(name)} has {size >> 20:,} MiB",
            f"the limit is {LARGEST >> 20:,}",
            "is it the right file?",
        )
    data = file.read(CHUNK)
    while len(data) < LONGEST_HEAD and (more := file.read(CHUNK)):
        data += more
    head = data[:LONGEST_HEAD].removeprefix(codecs.BOM_UTF8)
    if not head.strip():
        raise Refused("the file is empty", "", "fetch it again")
    if b"\0" in head:
        raise Refused("this is not a list", "it is not text", "is it the right file?")
    chunks = _chunks(data, file, size, progress)
    rows = Rows()
    if head.startswith(fide_text.HEAD):
        return _fide_text(name, chunks, made, rows)
    if head.lstrip().startswith(b"<"):
        return _fide_xml(name, head, chunks, made, rows)
    return _csv(name, head, chunks, made, mapped, rows)


def _chunks(data: bytes, file: IO[bytes], size: int, progress: Progress) -> Iterator[bytes]:
    done = 0
    data = data.removeprefix(codecs.BOM_UTF8)
    while data:
        done += len(data)
        if done > LARGEST:
            raise Refused("the list is larger than it says", "", "is it the right file?")
        yield data
        progress(min(100, done * 100 // max(size, 1)))
        data = file.read(CHUNK)


def _whole_lines(chunks: Iterator[bytes], least: int = 0) -> Iterator[bytes]:
    """The same bytes, cut between lines. A last line without an end has `least` bytes, or the file
    is cut."""
    rest = b""
    for chunk in chunks:
        whole, newline, behind = (rest + chunk).rpartition(b"\n")
        if b"\0" in chunk:
            raise Refused("the file is damaged", "there are zero bytes in it", "fetch it again")
        if newline:
            yield whole
        rest = behind if newline else rest + chunk
        if len(rest) > LONGEST_HEAD:
            raise Refused("a line never ends", "", "is it the right file?")
    if rest.strip(b"\x1a \r"):
        if len(rest.rstrip()) < least:
            raise Refused("the file ends in the middle of a line", "", "fetch it again")
        yield rest


def _fide_text(name: str, chunks: Iterator[bytes], made: float, rows: Rows) -> ListFile:
    first = next(chunks)
    head, _, behind = first.partition(b"\n")
    columns = fide_text.columns_of(head)
    single = len(columns.ratings) == 1
    rates = (_rate_named(name),) if single else RATES

    def lines() -> Iterator[bytes]:
        yield behind
        yield from chunks

    whole = _whole_lines(lines(), columns.ratings[-1][1])
    players = fide_text.players(whole, columns, RATES.index(rates[0]), rows)
    date = columns.month or _month_of(name, made)
    return ListFile("FIDE text", True, _fide_name(rates), date, rates, players, rows)


def _fide_xml(name: str, head: bytes, chunks: Iterator[bytes], made: float, rows: Rows) -> ListFile:
    if b"<player" not in head:
        raise Refused(
            "this XML is not a list of FIDE's", "it has no <player>", "is it the right file?"
        )
    declared = _DECLARED.search(head[:300])
    encoding = "latin-1" if declared and b"8859" in declared[1] else "utf-8"
    single = b"<rapid_rating>" not in head
    rates = (_rate_named(name),) if single else RATES
    rate = RATES.index(rates[0]) if single else None
    rows.line, rows.units = 0, ("entry", "entries")
    players = fide_xml.players(chunks, encoding, rate, rows)
    date = _month_of(name, made)
    return ListFile("FIDE XML", True, _fide_name(rates), date, rates, players, rows)


def _csv(
    name: str,
    head: bytes,
    chunks: Iterator[bytes],
    made: float,
    mapped: Mapping[str, str],
    rows: Rows,
) -> ListFile:
    decoder = "utf-8"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        decoder = "cp1252"
    lines = _lines(chunks, decoder)
    first = next(lines, "")
    separator = listed_csv.separator_of(first)
    heads = [cell.strip().strip('"') for cell in first.strip("\r\n").split(separator)]
    columns = listed_csv.columns_of(heads, mapped)
    rates: tuple[Rate, ...] = tuple(rate for rate in RATES if columns.places.get(rate))
    players = listed_csv.players(lines, separator, columns, rows)
    title = "ECF" if columns.ecf else safe(Path(name).stem, 30)
    return ListFile("CSV", False, title, _day_of(name, made), rates or RATES[:1], players, rows)


def _lines(chunks: Iterator[bytes], encoding: str) -> Iterator[str]:
    """Lines with their ends. Letters that are not UTF-8 are read as in Windows files."""
    for chunk in _whole_lines(chunks):
        try:
            text = chunk.decode(encoding)
        except UnicodeDecodeError:
            text = chunk.decode("cp1252", "replace")
        yield from io.StringIO(text + "\n", newline="\n")


def _rate_named(name: str) -> Rate:
    """The rate of play that the name of a single list says; standard where it says none."""
    said = _RATE_IN_NAME.search(name)
    return next((rate for rate in RATES if said and rate == said[1].casefold()), "standard")


def _fide_name(rates: tuple[Rate, ...]) -> str:
    return "FIDE" if len(rates) > 1 else f"FIDE {rates[0]}"


def _month_of(name: str, made: float) -> str:
    """The first of the month for which a list of FIDE's counts, by its name or else by the day on
    which its file was made."""
    if said := _SHORT.search(name):
        return f"20{said[2]}-{_MONTHS.index(said[1].casefold()) + 1:02}-01"
    if (said := _ISO.search(name)) and 1 <= int(said[2]) <= 12:
        return f"{said[1]}-{said[2]}-01"
    day = time.localtime(made + FIRST_DAYS * 86_400)
    return f"{day.tm_year:04}-{day.tm_mon:02}-01"


def _day_of(name: str, made: float) -> str:
    """The day in the name of any other list, or else that on which its file was made."""
    if said := _ISO.search(name):
        year, month, number = map(int, (said[1], said[2], said[3] or "1"))
        if named := calendar_day(year, month, number) or calendar_day(year, month, 1):
            return named
    day = time.localtime(made)
    return f"{day.tm_year:04}-{day.tm_mon:02}-{day.tm_mday:02}"
