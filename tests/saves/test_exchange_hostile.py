"""Files of any content at all: an entry list or a refusal, soon, and never anything else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.refusal import Refused
from saves.entries_csv import EntryList, read_entries
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from tests.sampling import sampled
from tests.saves.played import DATA
from tests.work import counted

LISTS = ["entries/juniors-41.csv", "entries/open-72-semicolon.csv", "entries/teams-16.csv"]
TOURNAMENTS = [f"trf/{n}.trf" for n in ("t0086", "s008_r4", "s014_r1", "t0037_r5")]


def swallow(data: bytes, name: str) -> bool:
    """Whether the file was taken; it must be that or refused with a place and a remedy."""
    read = read_trf if name.endswith(".trf") else read_entries
    refusal: Refused | None = None
    found: EntryList | TrfFile | None = None
    with counted() as work:
        try:
            found = read(data, name)
        except Refused as refused:
            refusal = refused
    assert work.calls < 10_000 + 200 * min(len(data), 100_000)
    if found is None:
        assert refusal is not None
        assert refusal.where.startswith(f"{name}:")
        assert refusal.remedy
        assert "\x1b" not in refusal.line
        return False
    names = "".join(e.name for e in found.entrants)
    assert names
    assert not set("\x1b\x00\r\n\u202e") & set(names)
    return True


@pytest.mark.parametrize("name", ["list.csv", "open.trf"])
@given(data=st.binary(max_size=400))
@settings(max_examples=80, deadline=None)
def test_random_bytes_do_no_harm(name, data) -> None:
    swallow(data, name)
    swallow(b"name,rating\n" + data, "list.csv")
    swallow(b"001    1 " + data, "open.trf")


@pytest.mark.parametrize("name", ["list.csv", "open.trf"])
@given(text=st.text(max_size=200))
@settings(max_examples=80, deadline=None)
def test_random_text_does_no_harm(name, text) -> None:
    swallow(f"name,rating\n{text}".encode(errors="replace"), "list.csv")
    swallow(f"012 {text}\n240 {text}\n162 {text}\nXXS {text}".encode(errors="replace"), "open.trf")


@pytest.mark.parametrize("times", sampled([100, 1000], [100]))
@pytest.mark.parametrize("file", LISTS + TOURNAMENTS)
def test_a_damaged_file_is_read_or_refused(file, times: int) -> None:
    data = (DATA / file).read_bytes()
    lots = Random(file)
    taken = 0
    for _ in range(times):
        damaged = bytearray(data)
        for _ in range(lots.randint(1, 4)):
            place = lots.randrange(len(damaged))
            deed = lots.randrange(4)
            if deed == 0:
                damaged[place] = lots.randrange(256)
            elif deed == 1:
                del damaged[place : place + lots.randint(1, 30)]
            elif deed == 2:
                damaged[place:place] = lots.randbytes(lots.randint(1, 5))
            else:
                damaged[place:place] = damaged[: lots.randint(1, 200)]
        taken += swallow(bytes(damaged), file.partition("/")[2])
    assert taken < times


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("list.csv", b"a," * (4 << 20)),
        ("list.csv", b'name\n"' + b"\n" * (1 << 20)),
        ("list.csv", b'name\n"' + b'""' * (3 << 20)),
        ("list.csv", b"\n" * (8 << 20)),
        ("list.csv", b"name,members\n" + b'a,"' + b"\x1b;" * 50_000 + b'"\n'),
        ("list.csv", b"name\n" + "\u0300".encode() * 40 + b"\n"),
        ("list.csv", b"name,rating\n" + b"a,1\n" * 19_000),
        ("open.trf", b"\r" * (8 << 20)),
        ("open.trf", b"001" + b" " * (7 << 20)),
        ("open.trf", b"XXP " + b"1 " * (3 << 20)),
        ("open.trf", b"260 001 999 " + b"0001 " * 100_000),
        ("open.trf", b"250      01.0 001 099 0001 9999\n" * 100_000),
        ("open.trf", b"XXA    1 " + b" 1.0 " * 1_000_000),
        ("open.trf", b"XXS " + b"WW=1 " * 1_000_000),
        ("open.trf", b"".join(b"%03x a\n" % (n % 4096) for n in range(190_000))),
        ("open.trf", b"102 " + b"x" * (7 << 20)),
    ],
    ids=lambda value: repr(value[:12]) if isinstance(value, bytes) else None,
)
def test_files_made_to_be_slow_are_not(name, data) -> None:
    swallow(data, name)


def games(players: int, rounds: int) -> bytes:
    """A tournament in which neighbours play one another in every round."""
    lines = []
    for n in range(1, players + 1):
        other, colour, result = (n + 1, "w", "1") if n % 2 else (n - 1, "b", "0")
        points = f"{rounds if n % 2 else 0}.0"
        head = f"001 {n:>4} m    {f'P {n}':<33} 2000 IRL {'':>11} {'':10} {points:>4} {n:>4}"
        lines.append(head + f"  {other:>4} {colour} {result}" * rounds)
    return "\n".join(lines).encode()


def test_five_thousand_players_over_twenty_rounds_are_read_in_time() -> None:
    assert swallow(games(5000, 20), "open.trf")


def test_a_larger_one_is_refused_in_time() -> None:
    assert not swallow(games(7000, 99), "open.trf")
