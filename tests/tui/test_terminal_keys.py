"""What terminals send is the keys that were pressed: Esc and a key, keypads, pastes, in any cut."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import AppBlur, AppFocus, Key, MouseDown, Paste
from textual.message import Message

from engine.actions import EnterResult
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.terminal import Terminal
from tui.terminal.keys import TerminalKeys

RESULT = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "+": "+/-", "-": "-/+"}


def heard(*pieces: str) -> list[Message]:
    """Everything that came, after a while of silence."""
    parser = TerminalKeys()
    found = [message for piece in pieces for message in parser.feed(piece)]
    parser._since -= 60
    return [*found, *parser.tick()]


def told(messages: list[Message]) -> list[str]:
    """Names of keys, texts of pastes in quotes, other messages by their class."""
    return [
        m.key if isinstance(m, Key) else repr(m.text) if isinstance(m, Paste) else type(m).__name__
        for m in messages
    ]


def keys(*pieces: str) -> list[str]:
    return told(heard(*pieces))


def typed(*pieces: str) -> str:
    """What a line to type in would hold."""
    return "".join(m.character or "" for m in heard(*pieces) if isinstance(m, Key))


@pytest.mark.parametrize("key", "0123456789=-qgxuPKO[]§")
def test_esc_followed_at_once_by_a_key_is_esc_and_then_the_key(key: str) -> None:
    first, second = heard(f"\x1b{key}")
    assert isinstance(first, Key)
    assert isinstance(second, Key)
    assert (first.key, second.character) == ("escape", key)


def test_a_burst_behind_esc_arrives_whole() -> None:
    assert typed("\x1bg12\r10=\x1b1\x1bq0") == "\x1bg12\r10=\x1b1\x1bq0"
    assert keys("\x1bg1\r0") == ["escape", "g", "1", "enter", "0"]
    assert keys("\x1b\x1b1\x1b") == ["escape", "escape", "1", "escape"]


def test_letters_that_esc_and_a_digit_were_taken_for_can_be_typed() -> None:
    assert typed("¡™£¢∞§¶•ªº–≠") == "¡™£¢∞§¶•ªº–≠"
    assert "escape" not in keys("Sªo Añº ¡olé")


def test_the_keypad_types_what_stands_on_it_in_every_mode() -> None:
    assert typed("".join(f"\x1bO{c}" for c in "pqrstuvwxy")) == "0123456789"
    assert typed("".join(f"\x1bO{c}" for c in "jklmnoX")) == "*+,-./="
    kitty = (57399 + digit for digit in range(10))
    assert typed("".join(f"\x1b[{code}u\x1b[{code};129u" for code in kitty)) == "".join(
        2 * str(digit) for digit in range(10)
    )
    assert typed("".join(f"\x1b[{code};129u" for code in range(57409, 57414))) == "./*-+"
    assert typed("\x1b[57415u\x1b[57416u") == "=,"
    assert keys("\x1bOM\x1b[57414u") == ["enter", "enter"]


@pytest.mark.parametrize("five", ["\x1b[E", "\x1bOE", "\x1b[G", "\x1b[57427~"])
def test_five_without_numlock_is_heard_from_every_terminal(five: str) -> None:
    assert keys(five) == ["kp_begin"]


def test_function_keys_arrows_and_what_the_terminal_tells_stay_what_they_are() -> None:
    assert keys("\x1bOP\x1b[11~\x1b[[A") == ["f1"] * 3
    assert keys("\x1b[A\x1bOA\x1b[5~\x1b[Z\x1b[3~") == ["up", "up", "pageup", "shift+tab", "delete"]
    assert keys("\x1b[I\x1b[O\x1b[<0;10;10M") == [
        AppFocus.__name__,
        AppBlur.__name__,
        MouseDown.__name__,
    ]


def test_keys_pressed_for_the_sake_of_others_are_none() -> None:
    assert keys("\x1b[57441;2u1\x1b[57360u\x1b[57358u") == ["1"]


@pytest.mark.parametrize("answer", ["\x1b[?1;2c", "\x1b[99;99;99z", "\x1b]11;rgb:0/1/1\x07"])
def test_digits_of_a_sequence_that_nobody_knows_are_no_keys(answer: str) -> None:
    assert keys(f"0{answer}=") == ["0", "equals_sign"]


def test_a_sequence_cut_off_is_heard_as_one_key_that_is_none() -> None:
    assert keys("\x1b[1;1") == ["unreadable"]


def test_a_paste_is_one_whatever_stands_in_it() -> None:
    inside = "1\x1b0\x1b[31m" + "1" * 60 + "\x1bO"
    assert keys(f"0\x1b[200~{inside}\x1b[201~=") == ["0", repr(inside), "equals_sign"]


def test_a_paste_whose_end_is_lost_ends_by_itself() -> None:
    assert keys("\x1b[200~10=") == ["'10='"]


PASTED = "\x1b[200~10\x1b[31m=\x1b[201~"
KNOWN = (
    "1 0 = g \r é \x1b1 \x1bq \x1bOq \x1b[A \x1b[57400;129u \x1b[<0;1;1M \x1b[3~ \x1b[[B \x1b[?1;2c"
)
STREAMS = st.lists(st.sampled_from([*KNOWN.split(" "), PASTED]), max_size=12)


@given(STREAMS, st.data())
def test_where_the_stream_is_cut_makes_no_difference(parts: list[str], data: st.DataObject) -> None:
    stream = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert keys(*pieces) == keys(stream) == [key for part in parts for key in keys(part)]


# Through a real terminal

SLIPS = "10=5+-"


def ways(slips: str) -> dict[str, str]:
    """The same results, as terminals send them."""
    return {
        "typed in one go": slips,
        "a paste": f"\x1b[200~{slips}\x1b[201~",
        "a paste of lines": "\x1b[200~" + "\n".join(slips) + "\x1b[201~",
        "lines pasted in a terminal that does not say so": "\r".join(slips) + "\r",
        "an application keypad": "".join(f"\x1bO{'qpXukm'['10=5+-'.index(c)]}" for c in slips),
        "with Esc before each": "".join(f"\x1b{c}" for c in slips),
    }


def written(store: Store) -> list[tuple[int, str]]:
    """Boards and results in the order of the journal."""
    entries = open_event(store.folder, read_only=True).entries
    actions = (entry.action for entry in entries)
    return [(a.number, a.result) for a in actions if isinstance(a, EnterResult)]


def in_journal(terminal: Terminal, store: Store, results: int, seconds: float = 180) -> None:
    """Wait until so many results are acknowledged; the screen is taken meanwhile."""
    journal = store.folder / "journal.log"
    end = time.monotonic() + seconds
    while (there := journal.read_bytes().count(b'"kind":"result"')) < results:
        assert time.monotonic() < end, f"{there} of {results} results arrived"
        terminal.read_now()
        time.sleep(0.01)
    terminal.read_until_quiet()


def expected(slips: str) -> list[tuple[int, str]]:
    return [(n, RESULT[key]) for n, key in enumerate(slips, start=1)]


def test_every_result_of_a_burst_is_in_the_journal_in_order(make_event: EventMaker) -> None:
    bursts = ways(SLIPS * 3)
    store = make_event(players=2 * 18 * len(bursts))
    with Terminal(store.folder, "results") as terminal:
        terminal.read_until(b"108 missing")
        terminal.read_until_quiet()
        for number, sent in enumerate(bursts.values(), start=1):
            os.write(terminal.fd, sent.encode())
            in_journal(terminal, store, 18 * number)
    assert written(store) == expected(SLIPS * 3 * len(bursts))


@pytest.mark.slow
@pytest.mark.parametrize("way", ways(SLIPS))
def test_five_hundred_results_of_a_burst_arrive(make_event: EventMaker, way: str) -> None:
    slips = (SLIPS * 84)[:500]
    store = make_event(players=1000)
    with Terminal(store.folder, "results") as terminal:
        terminal.read_until(b"500 missing")
        os.write(terminal.fd, ways(slips)[way].encode())
        in_journal(terminal, store, 500)
    assert written(store) == expected(slips)


@pytest.mark.slow
def test_five_hundred_results_typed_at_thirty_a_second_arrive(make_event: EventMaker) -> None:
    slips = (SLIPS * 84)[:500]
    store = make_event(players=1000)
    with Terminal(store.folder, "results") as terminal:
        terminal.read_until(b"500 missing")
        for key in slips:
            os.write(terminal.fd, key.encode())
            time.sleep(1 / 30)
            terminal.read_now()
        in_journal(terminal, store, 500)
    assert written(store) == expected(slips)


WRONG = ("z", "/", "\x1b[19~", "\x1b[2~", "\x1b[E", "\x1b[1;5")


def test_keys_that_are_none_are_heard_and_seen_and_change_nothing(make_event: EventMaker) -> None:
    store = make_event(players=16)
    with Terminal(store.folder, "results") as terminal:
        terminal.read_until(b"8 missing")
        terminal.read_until_quiet()
        before = (store.folder / "journal.log").read_bytes()
        for key in WRONG:
            sent = terminal.type(key.encode())
            assert b"\x07" in sent, key
            terminal.type(b"\x1b")  # the message goes
        assert b"\x07" in terminal.type(b"\xff\xfe"), "no letter of any alphabet"
        assert (store.folder / "journal.log").read_bytes() == before
        sent = terminal.type(b"g7\x1b1")
        assert b"\x07" not in sent, "Esc left the line, and 1 is a result"
    assert written(store) == [(1, "1-0")]
