"""Who is there, who did what to whom, and what reports carry of the journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import AddEntrant, EnterResult, Instruct, SetBye
from engine.entrants import Entrant
from engine.event import Instruction
from engine.points import HALF
from engine.refusal import Refused
from saves.disk import Held, Holder
from saves.problems import occupied
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.desk_cli import CommandLine
from tests.tui.places import until
from tests.tui.terminal import Terminal
from tui.app import TopboardApp
from tui.desk import opened
from tui.places.history import lines_of, sifted


async def test_another_console_at_the_event_is_shown_with_its_name(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_event(players=8)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: app.desk.saved_text.startswith("saved"))
        monkeypatch.setenv("TOPBOARD_USER", "ben")
        other = open_event(store.folder, session="console pts/7")
        other.attend()
        await until(pilot, lambda: app.desk.saved_text.startswith("with ben · saved"))
        assert app.front is not None
        assert "with ben" in app.front.tabs.shown.text
        assert "open elsewhere: ben on" in app.front.feet.lines[-1].text
        assert "console pts/7" in app.front.feet.lines[-1].text
        other.leave()
        await until(pilot, lambda: app.desk.saved_text.startswith("saved"))
    assert open_event(store.folder).others() == ()


def test_status_names_the_desks(topboard: CommandLine, event: Path) -> None:
    assert topboard.asked("status", event)["present"] == []
    desk = open_event(event, session="console pts/3")
    desk.attend()
    (there,) = topboard.asked("status", event)["present"]
    assert (there["session"], there["user"]) == ("console pts/3", desk.author.by)
    assert f"open: {desk.author.by} on {desk.author.host} (console pts/3, since" in topboard.done(
        "status", event
    )
    desk.leave()
    assert topboard.asked("status", event)["present"] == []


def test_the_log_is_sifted_by_board_entrant_and_person(
    topboard: CommandLine, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_event(event)
    current = desk.event.current
    assert current is not None
    white = current.match(2).white
    desk.do(EnterResult(2, "1-0"))
    desk.do(EnterResult(3, "0-1"))
    monkeypatch.setenv("TOPBOARD_USER", "Ben")
    ben = open_event(event)
    ben.do(SetBye(white, 2, HALF))
    ben.do(AddEntrant(Entrant("", "Late, Lara")))
    ben.do(Instruct(Instruction("bar", white, "9", 2)))
    entries = topboard.asked("log", event, "--entrant", white)["entries"]
    assert [e["action"] for e in entries] == ["result", "bye", "instruct"]
    late = topboard.asked("log", event, "--entrant", "Late, Lara")["entries"]
    assert [e["action"] for e in late] == ["add", "instruct"]
    assert [e["by"] for e in topboard.asked("log", event, "--by", "ben")["entries"]] == ["Ben"] * 3
    assert [e["boards"] for e in topboard.asked("log", event, "--board", 3)["entries"]] == [[3]]
    lines = lines_of(open_event(event).entries, desk.format_named)
    assert [x.n for x in sifted(lines, f"entrant:{white}")] == [e["n"] for e in entries][::-1]
    assert len(sifted(lines, "by:ben")) == 3
    assert [x.about.boards for x in sifted(lines, "board:3 by:" + desk.author.by)] == [(3,)]
    assert sifted(lines, "board:30") == []


def test_printed_reports_carry_the_head_of_the_journal(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    store = open_event(event)
    line = f"Journal: action {store.event.revision}, head {store.head}"
    assert store.head in topboard.done("verify", event)
    whole = topboard.done("export", event, "--as", "html")
    assert whole.count(line) == 1
    assert whole.index(line) < whole.index('class="slip"'), "slips fill their sheets"
    assert line in topboard.done("export", event, "--as", "text")
    folder = tmp_path / "pages"
    folder.mkdir()
    topboard.done("export", event, "--as", "html", "-o", folder)
    assert line in (folder / "round-01-boards.html").read_text()
    assert "Journal:" not in (folder / "round-01-slips.html").read_text()
    store.do(EnterResult(1, "1-0"))
    assert line not in topboard.done("export", event, "--as", "html")


@pytest.mark.parametrize("times", [3, pytest.param(18, marks=pytest.mark.faults)])
def test_a_result_of_another_desk_is_on_the_terminal_within_300_ms(
    make_event: EventMaker, times: int
) -> None:
    store = make_event(players=200)
    other = open_event(store.folder, session="other")
    waits = []
    with Terminal(store.folder, "results") as line:
        line.read_until(b"100 missing")
        line.read_until_quiet()
        for board in range(1, times + 1):
            other.do(EnterResult(board, "1/2-1/2"), checkpoint=False)
            began = time.monotonic() - line.waited_for_a_turn()
            # its row: those of the first page, of others only the count would change
            line.read_until(f"\x1b[{3 + board};1H".encode())
            waits.append(time.monotonic() - line.waited_for_a_turn() - began)
            line.read_until_quiet(0.2)
    assert statistics.median(waits) < 0.3, waits


def test_who_opens_while_another_holds_the_event_waits_and_is_told_what_is_true(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_event().folder
    monkeypatch.setattr("saves.store.Store._loaded", busy_for(2))
    assert opened(folder).event.entrants
    monkeypatch.setattr("saves.store.Store._loaded", busy_for(99))
    with pytest.raises(Refused, match="cannot be opened now") as refused:
        opened(folder)
    assert "NOT SAVED" not in str(refused.value)


def busy_for(times: int) -> Callable[[Store], None]:
    """The event is held by another desk so many times, then free."""
    real, tries = Store._loaded, iter(range(times))

    def loaded(store: Store) -> None:
        if next(tries, None) is not None:
            raise occupied(Held(Holder("anna", "desk2", 7, "opening")))
        real(store)

    return loaded
