"""Hostile names on every screen, through a real terminal line: nothing but what a harmless event
sends as well."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.actions import EnterResults, PublishRound
from engine.entrants import Entrant
from saves.store import Store
from tests.faults.small_disks import in_memory
from tests.playing import propose
from tests.tui.places import made as made_event
from tests.tui.terminal import Terminal

PAYLOADS = (
    "\x1b]52;c;ZXZpbA==\x07", "\x1b]0;title\x07", "\x1b]8;;http://evil\x1b\\x\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[H", "\x1b[31m", "\x1bP$q\x1b\\", "\x1b_G\x1b\\", "\x1b^x\x1b\\", "\x1bc", "\x1b#8",
    "\x9b31m", "\x9d52;c;x\x9c", "\x90x\x9c", "\x85", "\x0e", "\x0f", "\x05", "\x08\x08\x08", "\r",
    "\n", "\x00", "\x07", "\x7f", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\u2029",
    "\U000e0001", "\ud800", "\ue000", "[red]x[/]", "[/]", "[@click=app.quit]q[/]",
    "[link=x]y[/link]", "[a=b, v={'x[0]'}]", "{{ 7*7 }}", "<script>x</script>", "%s%n",
    "a" + "\u0301" * 40, "漢" * 40,
)  # fmt: skip
"""Forty and more things that a name could do to a terminal, a screen, a page."""
SEQUENCE = re.compile(
    rb"\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b[P_^X](?P<string>.*?)\x1b\\"
    rb"|\x1b\[(?P<csi>[<=>?]?)[0-9;:]*(?P<middle>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b(?P<short>[ -/]*[0-~])",
    re.DOTALL,
)
CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")
SCREENS = {
    "events": b"jk?\x1b",
    "entries": b"jjkH\x1bj\x1b",
    "pairings": b"jkw\x1b?\x1b",
    "results": b"1j0k=\x1bw\x1bg2\r",
    "standings": b"jj\r\x1bq",
    "bracket": b"jkl\x1bj+-/1\x1b",
}
"""A place, and keys that bring up what is behind it: dialogs, cards, history, help.

Escape is typed only where it closes something: a console that shows nothing new for it may still be
about to read it, and would take it and the next key for one (Alt)."""


def kinds(sent: bytes) -> set[str]:
    """What kinds of control sequences are in it: those with a text of their own by that text."""
    found = set()
    for one in SEQUENCE.finditer(sent):
        if one["osc"] is not None or one["string"] is not None:
            found.add(repr(one[0]))
        elif one["final"]:
            found.add(f"CSI {one['csi'].decode()}{one['middle'].decode()}{one['final'].decode()}")
        else:
            found.add(f"ESC {one['short'].decode()}")
    rest = SEQUENCE.sub(b"", sent)
    found |= {f"control {c[0]:02x}" for c in CONTROLS.findall(rest)}
    text = rest.decode("utf-8", "replace")
    found |= {f"U+{ord(c):04X}" for c in text if "\x80" <= c <= "\x9f" or c in HIDDEN}
    return found | ({"a lone escape"} if b"\x1b" in rest else set())


HIDDEN = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\u2028\u2029\U000e0001"


def people(texts: list[str]) -> list[Entrant]:
    """An entrant for each, with it in every text that he has."""
    found = []
    for n, text in enumerate(texts):
        found.append(
            Entrant(
                "", f"P{n} {text}x", rating=1500 + n, club=f"C{text}", school=f"S{text}",
                category=f"K{n % 2}{text}"[:30], note=f"N{text}",
            )
        )  # fmt: skip
    return found


def hall(folder: Path, texts: list[str], format: str = "dutch") -> Store:
    """An event whose every text is hostile, past every door: two rounds, a proposal."""
    store = made_event(folder, people(texts), f"Open {''.join(texts[:2])}"[:100], format)
    for number in (1, 2):
        propose(store)
        store.do(PublishRound(number, insist=True))
        if number == 1:
            boards = store.event.round(number).matches
            store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))
    return store


def sent_by(folder: Path, screen: str, texts: list[str]) -> bytes:
    """Everything that goes to the terminal while the keys are typed at such an event."""
    store = hall(folder, texts, "knockout" if screen == "bracket" else "dutch")
    place = screen if screen != "events" else "entries"
    with Terminal(store.folder, place, 100, 30, TOPBOARD_EVENTS=str(store.folder.parent)) as line:
        sent = line.read_until(b"P1", 60) + line.read_until_quiet(0.3)
        for key in SCREENS[screen]:
            # an explanation that is still worked out tells every second how far it is
            sent += line.type(bytes([key]), quiet=1.2 if key == ord("w") else 0.15)
        if screen == "events":
            sent += line.type(b":", quiet=0.3)
    return sent


@cache
def harmless(screen: str, count: int) -> frozenset[str]:
    """What an event with that many plain names sends there."""
    with in_memory() as place:
        found = kinds(sent_by(place / "open", screen, ["plain"] * count))
    assert "CSI m" in found
    return frozenset(found)


def chosen(number: int) -> list[str]:
    """Twelve payloads; five numbers go through all of them."""
    order = list(PAYLOADS)
    Random(1).shuffle(order)
    return [order[(number * 9 + n) % len(order)] for n in range(12)]


HALLS, IN_A_HALL = 21, 24


@cache
def invented() -> list[str]:
    """Five hundred names and a few, no two the same: two or three payloads and letters."""
    chance, found = Random(500), dict[str, None]()
    while len(found) < HALLS * IN_A_HALL:
        some = chance.sample(PAYLOADS, chance.choice((2, 3)))
        found[storable(chance.choice(("", "e", "李")).join(some))[:70]] = None
    return list(found)


def storable(text: str) -> str:
    """Half of a surrogate pair cannot be in a file at all."""
    return text.encode("utf-8", "replace").decode()


RUNS = [(screen, number) for number in range(5) for screen in SCREENS]
QUICK = {("results", 0), ("entries", 1)}


@pytest.mark.parametrize(
    ("screen", "number"),
    [run if run in QUICK else pytest.param(*run, marks=pytest.mark.faults) for run in RUNS],
)
def test_hostile_names_send_nothing_that_harmless_ones_do_not(
    tmp_path: Path, screen: str, number: int, figures
) -> None:
    sent = sent_by(tmp_path / "open", screen, [storable(text) for text in chosen(number)])
    assert kinds(sent) - harmless(screen, 12) == set()
    figures("bytes looked at", len(sent))


@pytest.mark.faults
@pytest.mark.parametrize("number", range(HALLS))
@pytest.mark.parametrize("screen", SCREENS)
def test_five_hundred_names_send_nothing_that_harmless_ones_do_not(
    tmp_path: Path, screen: str, number: int, figures
) -> None:
    names = invented()[number * IN_A_HALL : (number + 1) * IN_A_HALL]
    sent = sent_by(tmp_path / "open", screen, names)
    assert kinds(sent) - harmless(screen, IN_A_HALL) == set()
    figures("names, bytes looked at", f"{len(names)} {len(sent)}")


@pytest.mark.control
def test_control_names_printed_bare_are_found_out(tmp_path: Path) -> None:
    """The same pty, a program that prints the names as they are."""
    ours, theirs = pty.openpty()
    script = "import sys; sys.stdout.write(sys.argv[1] + 'z')"
    found = set()
    for payload in PAYLOADS[:30]:
        text = storable(payload).replace("\0", "")
        subprocess.run([sys.executable, "-c", script, text], stdout=theirs, check=True)
        found |= {payload} if kinds(os.read(ours, 65536)) else set()
    os.close(ours)
    os.close(theirs)
    # a line end, a carriage return and lone letters look like what every program sends
    assert len(found) >= 24


def test_every_payload_comes_up_in_some_run() -> None:
    assert {p for n in range(5) for p in chosen(n)} == set(PAYLOADS)
