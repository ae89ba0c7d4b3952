"""What a key in Bracket sends over the line to the arbiter's terminal, measured in a real pty."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.store import Store, open_event
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.terminal import Terminal

RESULT_BYTES = 600
CURSOR_BYTES = 500
SCROLL_BYTES = 5_000
MINUTE_BYTES = 12
"""From the count of open matches to the time of the last save, in the status line."""
TRUECOLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def opened(store: Store) -> Terminal:
    """The dearest colours: truecolor, each with its red, green and blue."""
    return Terminal(store.folder, "bracket", 80, 24, **TRUECOLOR)


def sizes(terminal: Terminal, keys: tuple[bytes, ...]) -> list[int]:
    """What each key sends; one of them tells a new time of saving beside it, once a minute."""
    found = [len(terminal.type(key)) for key in keys]
    dearest = found.index(max(found))
    found[dearest] -= MINUTE_BYTES
    return found


@pytest.mark.parametrize("entrants", [32, 1024])
def test_a_result_key_sends_under_600_bytes_and_a_move_under_500(
    tmp_path: Path, entrants: int
) -> None:
    store = cup(tmp_path, entrants, 1)
    with opened(store) as terminal:
        terminal.read_until(f"{entrants // 2} open".encode())
        terminal.read_until_quiet()
        terminal.type(b"j")  # the tree laid out last is sent with the first key
        terminal.type(b"k")
        # White is below in every second match, and a key there asks first
        sent = sizes(terminal, (b"1", b"j", b"1", b"j", b"0", b"j", b"+"))
        assert max(sent) < RESULT_BYTES, sent
        terminal.type(b"j")  # the message goes with the first key after it
        moved = [len(terminal.type(key)) for key in (b"k", b"k", b"\x1b[B", b"k")]
        assert max(moved) < CURSOR_BYTES, moved
        assert min(sent + moved) > 0
    results = [m.result for m in open_event(store.folder).event.round(1).matches[:8:2]]
    assert all(results), "every key has entered a result"


def test_a_line_of_imps_in_the_repechage_sends_under_600_bytes(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 5)
    with opened(store) as terminal:
        terminal.read_until(b" open")
        terminal.read_until_quiet()
        terminal.type(b"j")  # the tree laid out last is sent with the first key
        terminal.type(b"k")
        letters = [len(terminal.type(key)) for key in (b"4", b"5", b"-", b"3", b"1")]
        assert max(letters) < RESULT_BYTES, letters
        entered = len(terminal.type(b"\r"))
        assert 0 < entered < RESULT_BYTES, entered
        assert len(terminal.type(b"G")) < SCROLL_BYTES
    first = open_event(store.folder).event.round(5).match(1)
    assert first.result is not None
    assert first.result.text in ("45-31", "31-45")
