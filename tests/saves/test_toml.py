"""Save files that are not what they should be: a clear word with the place, and in no time."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from time import process_time

import pytest

from saves.toml import BadSave, TruncatedFile, load, toml_text
from tests.work import counted

FILE = "round-05.toml"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "round-05.toml: is empty"),
        (b"  \n\n", "round-05.toml: is empty"),
        (b"a = 1\n<<<<<<< mine\nb = 2\n", "round-05.toml:2:1: conflict marker <<<<<<< of a merge"),
        (b"a = 1\n=======\n", "round-05.toml:2:1: conflict marker ======="),
        (b"a." * 20_000 + b"b = 1\n", "round-05.toml:1:1: key too deep (limit 4)"),
        (b"x = {" + b"a." * 900 + b"b = 1}\n", "round-05.toml:1:1: key too deep (limit 4)"),
        (b"[" * 100_000, "round-05.toml:1:1: nested too deep"),
        (b"a=" + b"[\n" * 100_000, "round-05.toml: nested too deep"),
        (b"a = " + b"9" * 5000, "round-05.toml:1:5: number too long"),
        (
            b'a = [\n  { id = "1", x = ' + b"9" * 70 + b" },\n]",
            "round-05.toml:2:17: number too long",
        ),
        (b'a = [\n  { id = "1", x.y.z.u.v = 1 },\n]', "round-05.toml:2:1: key too deep (limit 4)"),
        (b'a = [\n  { id = "1\0", x = 1 },\n]', "round-05.toml:2:12: NUL byte"),
        (b"a = 1\nb = \n", "round-05.toml:2:5: the value is missing"),
        (b"a = 1\na = 2\n", "round-05.toml:2:6: the key is in this table twice"),
        (b'a = "abc', "round-05.toml:1:1: cut at line 1"),
        (b"a = 1\nb = [1,\n", "round-05.toml:2:1: cut at line 2"),
        (b'a = "\xe9"\n', "round-05.toml:1:1: not UTF-8 (byte 0xE9); save as UTF-8"),
        ("a = 1".encode("utf-16"), "round-05.toml:1:1: looks like UTF-16; save as UTF-8"),
        (b"a = 1\nb = \0\n", "round-05.toml:2:5: NUL byte"),
        (b'a = "' + b"x" * 5000 + b"\n", "round-05.toml:1:4096: line of 5,005 bytes"),
        (b"a = " + b"x" * 5000 + b"\n", "round-05.toml:1:4096: line of 5,004 bytes"),
        (
            b"a = 1\n[[b]]\n\n" * 900 + b'c = [\n  { d = 1 },\n  "7",\n  \0',
            "round-05.toml:2704:3: NUL byte",
        ),
        (b"#" * (3 << 20), "round-05.toml: 3,145,728 bytes; limit 2,097,152"),
    ],
)
def test_a_bad_file_is_refused_with_file_line_and_column(data: bytes, line: str) -> None:
    with pytest.raises(BadSave) as caught:
        load(data, FILE)
    assert caught.value.line.startswith(line)
    assert "; " in caught.value.line
    assert "\n" not in caught.value.line


def test_lines_as_they_are_written_are_passed_without_being_looked_at_one_by_one() -> None:
    entrants = [{"id": str(n), "name": f"Player {n}", "rating": 2000 - n} for n in range(900)]
    written = toml_text({"entrant": entrants, "ranked": [str(n) for n in range(900)]}, "Comment")
    with counted() as work:
        load(written.encode(), FILE)
    assert work.calls < 300


def test_a_cut_file_is_told_from_a_wrong_one() -> None:
    with pytest.raises(TruncatedFile):
        load(b"a = [1,\n 2", FILE)
    with pytest.raises(BadSave) as caught:
        load(b"a = = 1", FILE)
    assert not isinstance(caught.value, TruncatedFile)


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    assert load(b'\xef\xbb\xbfa = 1\r\nb = "x"\r\n', FILE) == {"a": 1, "b": "x"}


def test_numbers_with_a_point_are_exact() -> None:
    assert load(b"a = 0.1\nb = 12.35\n", FILE) == {"a": Decimal("0.1"), "b": Decimal("12.35")}


@pytest.mark.parametrize(
    "data",
    [
        b"".join(b"[a%d.b.c.d]\n" % i for i in range(60_000)),
        b"".join(b"[a%d]\n" % i for i in range(75_000)),
        b"[a.b.c.d]\n" + b"".join(b"a%x.b.c.d=1\n" % i for i in range(60_000)),
        b"a=[" + b"{},\n" * 200_000 + b"]\n",
        b"a." * 500_000 + b"b=1",
        b"[" * 1_000_000,
        (b"x={" + b"a." * 2000 + b"b=1}\n") * 400,
    ],
    ids=["headers", "tables", "keys", "tables inline", "dots", "brackets", "inline dots"],
)
def test_no_file_takes_long(data: bytes) -> None:
    with counted() as work, suppress(BadSave):
        load(data, FILE)
    assert work.calls < 4_500_000


@pytest.mark.parametrize(
    "data",
    [
        b'a = "' + b'\\"' * 1_000_000,
        b'a = "' + b'\\"' * 1_000_000 + b"\\",
        (b'a = "' + b'\\"' * 2000 + b"\n") * 500,
        b"a = '" + b"\"'" * 1_000_000,
    ],
    ids=["one line", "with a backslash at its end", "many lines", "both marks"],
)
def test_no_text_without_its_end_takes_long(data: bytes) -> None:
    started = process_time()
    with suppress(BadSave):
        load(data, FILE)
    assert process_time() - started < 2


def test_a_text_of_any_length_that_is_written_is_read() -> None:
    lines = '### a remark that says "it\'s so", \\ and [[[[[[[[[[ a.b.c.d.e.f = 1\n' * 2000
    assert load(toml_text({"tail": lines}, "").encode(), FILE) == {"tail": lines}
