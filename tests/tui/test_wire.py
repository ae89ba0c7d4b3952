"""What goes over the line to the arbiter's terminal, measured in a real pty."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from engine.actions import EnterResult, EnterResults
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.terminal import Terminal
from tui.cli import main
from tui.demo import make_demo

BOARDS = 500
RESULT_BYTES = 600
CURSOR_BYTES = 500
SCROLL_BYTES = 1_500


@pytest.fixture
def hall(make_event: EventMaker) -> Store:
    """A round of 500 boards, published."""
    return make_event(players=2 * BOARDS)


def ready(terminal: Terminal) -> None:
    terminal.read_until(b"500 missing")
    terminal.read_until_quiet()


def test_a_result_key_sends_under_600_bytes_and_a_move_under_500(hall: Store) -> None:
    with Terminal(hall.folder, "results") as terminal:
        ready(terminal)
        terminal.type(b"1")
        sent = [len(terminal.type(key)) for key in (b"1", b"0", b"=", b"1", b"0")]
        assert max(sent) < RESULT_BYTES, sent
        moved = [len(terminal.type(key)) for key in (b"j", b"j", b"k", b"\x1b[B")]
        assert max(moved) < CURSOR_BYTES, moved
        assert min(sent + moved) > 0
    assert [m.result and m.result.text for m in open_event(hall.folder).event.rounds[0].matches][
        :6
    ] == ["1-0", "1-0", "0-1", "1/2-1/2", "1-0", "0-1"]


def test_an_overwritten_result_and_its_message_send_under_600_bytes(hall: Store) -> None:
    with Terminal(hall.folder, "results") as terminal:
        ready(terminal)
        terminal.type(b"1")
        terminal.type(b"1")
        terminal.type(b"k")
        sent = terminal.type(b"0")
        assert b"1-0 became 0-1" in sent
        assert len(sent) < RESULT_BYTES, len(sent)


def test_a_slip_verified_sends_under_600_bytes(hall: Store) -> None:
    hall.do(EnterResults(tuple((m.board, "1-0") for m in hall.event.round(1).matches)))
    with Terminal(hall.folder, "results") as terminal:
        terminal.read_until(b"all in")
        terminal.read_until_quiet()
        terminal.type(b"v")
        terminal.type(b"1")
        sent = [len(terminal.type(b"1")) for _ in range(4)]
        assert min(sent) > 0
        assert max(sent) < RESULT_BYTES, sent


def test_a_scrolled_line_sends_the_cells_that_differ(hall: Store) -> None:
    """The whole page was 2,400 bytes."""
    with Terminal(hall.folder, "results") as terminal:
        ready(terminal)
        terminal.type(b"g30\r")
        terminal.type(b"j" * 15)
        sent = [len(terminal.type(b"j")) for _ in range(3)]
        assert max(sent) < SCROLL_BYTES, sent


def test_nothing_is_sent_while_nobody_types(hall: Store) -> None:
    with Terminal(hall.folder, "results") as terminal:
        ready(terminal)
        assert terminal.read_until_quiet(2.0) == b""


def test_a_result_of_another_desk_reaches_the_terminal(hall: Store) -> None:
    with Terminal(hall.folder, "results") as terminal:
        ready(terminal)
        open_event(hall.folder, session="other").do(EnterResult(3, "1/2-1/2"))
        terminal.read_until("½-½".encode())


def test_sixteen_colours_send_less(hall: Store) -> None:
    with Terminal(hall.folder, "results", TERM="linux", COLORTERM="") as terminal:
        ready(terminal)
        terminal.type(b"1")
        sent = terminal.type(b"1")
        assert len(sent) < RESULT_BYTES * 3 // 4
        assert b"38;2;" not in sent
        assert b"48;2;" not in sent


def shown_as_in(terminal: Terminal) -> int:
    """How many results the second line says are in."""
    count = re.search(r"(\d+)/500 ", terminal.sheet.text)
    return int(count[1]) if count else 0


def entered(store: Store) -> int:
    current = open_event(store.folder).event.current
    assert current is not None
    return sum(not match.open for match in current.matches)


def test_killing_the_console_during_entry_loses_no_result_shown_as_saved(hall: Store) -> None:
    for round_of_kills in range(2):
        before = entered(hall)
        with Terminal(hall.folder, "results") as terminal:
            terminal.read_until(b" missing")
            # killed, it comes back to a board that may have its result by now
            os.write(terminal.fd, b"N" + b"10=" * 12)
            shown, give_up = 0, time.monotonic() + 120
            while shown < before + 8 * (round_of_kills + 1):
                assert time.monotonic() < give_up, terminal.sheet.text
                terminal.read_until_quiet(0.02)
                shown = max(shown, shown_as_in(terminal))
        assert entered(hall) >= shown > before


def test_two_consoles_typing_at_once_lose_nothing(hall: Store) -> None:
    with Terminal(hall.folder, "results") as one, Terminal(hall.folder, "results") as other:
        ready(one)
        ready(other)
        other.type(b"g251\r")
        os.write(one.fd, b"1" * 40)
        os.write(other.fd, b"0" * 40)
        one.read_until_shown("80/500 ")
        other.read_until_shown("80/500 ")
    current = open_event(hall.folder).event.current
    assert current is not None
    found = [m.result.text if m.result else None for m in current.matches]
    assert found[:41] == ["1-0"] * 40 + [None]
    assert found[250:291] == ["0-1"] * 40 + [None]


WIDE_RESULT_BYTES, WIDE_MOVE_BYTES = 900, 2_000
"""With a side pane."""
WIDE = {"COLUMNS": "160", "LINES": "50"}


def test_a_result_key_with_the_hall_beside_it_sends_under_900_bytes(
    make_event: EventMaker,
) -> None:
    store = make_event(players=200)
    with Terminal(store.folder, "results", 160, 50, **WIDE) as terminal:
        terminal.read_until_shown("── Hall")
        sent: list[int] = []
        later = b"a minute that turns meanwhile sorts the open boards anew"
        for _ in range(3):
            minute = time.localtime().tm_min
            terminal.read_until_quiet(1.0)
            terminal.type(b"1")
            sent = [len(terminal.type(key)) for key in (b"1", b"0", b"=")]
            later = terminal.read_until_quiet(1.0)
            if minute == time.localtime().tm_min:
                break
        assert max(sent) < WIDE_RESULT_BYTES, sent
        assert later == b""


def test_a_move_with_the_board_beside_the_pairings_sends_under_2_kb(
    make_event: EventMaker,
) -> None:
    store = make_event(players=200, published=2, proposal=True)
    with Terminal(store.folder, "pairings", 160, 50, **WIDE) as terminal:
        terminal.read_until_shown("Why these two")
        terminal.read_until_quiet()
        sent = [len(terminal.type(key)) for key in (b"j", b"j", b"k")]
        assert max(sent) < WIDE_MOVE_BYTES, sent


SCRIPTS = (
    *("Ashgrove, Liam", "Müller, Zoë", "Γεωργίου, Ελένη", "Иванов, Ђорђе", "नीरज, अनिल", "দাস, মিতা"),
    *("முருகன், மணி", "ศรีสุข, กำธร", "山田, 太郎", "김, 민수", "כהן, יוסף", "حسن, محمد"),
)


def test_a_move_among_names_in_twelve_scripts_sends_under_500_bytes(
    make_event: EventMaker,
) -> None:
    """It was up to 800: names stood in the list and below it, with blanks under each of them."""
    store = make_event(players=200, published=3, proposal=True, names=SCRIPTS, format="dutch")
    colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with Terminal(store.folder, "pairings", 80, 24, **colours) as terminal:
        terminal.read_until_shown("PROPOSAL")
        terminal.read_until_quiet()
        sent = [len(terminal.type(b"j")) for _ in range(10)]
        assert max(sent) < CURSOR_BYTES, sent


@pytest.mark.parametrize(
    ("columns", "rows", "most"), [(80, 24, RESULT_BYTES), (160, 50, WIDE_RESULT_BYTES)]
)
def test_the_last_board_of_a_match_of_teams_sends_no_more_than_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int, rows: int, most: int
) -> None:
    """It folds its match and unfolds the next one, the last time in another division."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    folder = make_demo("league")
    assert main(["draw", str(folder), "--publish"]) == 0
    wide = {"COLUMNS": str(columns), "LINES": str(rows)}
    with Terminal(folder, "results", columns, rows, **wide) as terminal:
        terminal.read_until(b" missing")
        terminal.read_until_quiet()
        terminal.type(b"1")
        sent = []
        for key in b"0=0" + b"10=0" * 3:
            minute = time.localtime().tm_min
            bytes_of_key = len(terminal.type(bytes([key])))
            if minute == time.localtime().tm_min:  # the time of the save is 20 bytes more
                sent.append(bytes_of_key)
    assert len(sent) > 8
    assert min(sent) > 0
    assert max(sent) < most, sent
