"""Coming back to where one was, after quitting, a dropped line, a kill; what was lost is said."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResults, PublishRound
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, type_text, until
from tests.tui.terminal import Sheet
from tests.tui.test_rounds_looked_at import at_round
from tui.app import TopboardApp, _screen
from tui.coming_back import LARGEST, Left, LeftOff, event_cut_off, state_folder
from tui.keys.commands import PLACES, KnownPlace
from tui.places.result_entry import ResultEntry
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import AskLine

HOUSE = Path(__file__).resolve().parents[2]


def console(folder: Path | None) -> TopboardApp:
    return TopboardApp(folder, remember=True)


def cut(app: TopboardApp) -> None:
    """The program is gone from one moment to the next: the kernel lets go of its file."""
    assert app.back is not None
    app.back.note()
    app.back.files.end()


async def settled(pilot: Pilot[None]) -> None:
    for _ in range(4):
        await pilot.pause()


def said(app: TopboardApp) -> str:
    assert app.front is not None
    return " ".join(line.text for line in app.front.feet.lines)


def standing(app: TopboardApp) -> tuple[str, object]:
    assert app.front is not None
    return app.front.place, app.front.body.selected


@pytest.fixture(autouse=True)
def _events_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The events of these tests lie in the events' folder."""
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))


# Where one was


async def test_after_a_cut_one_stands_at_the_same_board_of_the_same_round(
    make_event: EventMaker,
) -> None:
    folder = make_event(published=2).folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3", "[", "down", "down")
        await settled(pilot)
        before = standing(app)
        status = app.front.status.shown.text if app.front else ""
        cut(app)
    assert before == ("results", 3)
    assert "round 1" in status
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(again) == before
        assert again.front is not None
        assert "round 1" in again.front.status.shown.text
        assert said(again).strip() == ""


async def test_of_the_places_left_only_the_one_in_front_is_at_its_earlier_round(
    make_event: EventMaker,
) -> None:
    folder = make_event(published=3).folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        await at_round(pilot, "standings", None)
        await pilot.press("<", "<")
        await at_round(pilot, "standings", 1)
        await pilot.press("f3", "<")
        await at_round(pilot, "results", 2)
        await pilot.press("q")
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await at_round(pilot, "results", 2)
        await pilot.press("f4")
        await at_round(pilot, "standings", None)


async def test_filters_and_tables_come_back_too(make_event: EventMaker) -> None:
    folder = make_event(published=2).folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "/", "q", "u", "i", "enter")
        await settled(pilot)
        names = [line.text for line in app.front.body.lines] if app.front else []
        await pilot.press("f4", "down")
        await settled(pilot)
        before = standing(app)
        await pilot.press("H")
        await settled(pilot)
        assert standing(app)[0] == "history"  # it stands on its place
        cut(app)
    assert any("Quilty" in name for name in names)
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(again) == before
        await pilot.press("f1")
        await settled(pilot)
        assert again.front is not None
        assert [line.text for line in again.front.body.lines] == names


async def test_who_quits_comes_back_there_until_the_event_has_moved_on(
    make_event: EventMaker,
) -> None:
    store = make_event(published=1, proposal=True)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "down", "down")
        await settled(pilot)
        before = standing(app)
        await pilot.press("q")
    assert before == ("entries", "3")
    again = console(store.folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(again) == before
        await pilot.press("q")
    other = open_event(store.folder, session="other desk")
    assert other.event.proposal is not None
    other.do(PublishRound(other.event.proposal.number))
    later = console(store.folder)
    async with later.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(later)[0] == "results"


async def test_an_event_cut_off_is_the_one_opened_unnamed(make_event: EventMaker) -> None:
    folder = make_event().folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert event_cut_off() is None  # somebody sits at it
        cut(app)
        assert event_cut_off() == folder
        gone = Left(event=str(folder.parent / "gone"), place="results")
        other = LeftOff(state_folder())
        other.take(folder.parent / "gone")
        other.note(gone)
        other.end()
        assert event_cut_off() == folder  # what was cut off later is not there any more
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("q")
    assert event_cut_off() is None  # left by one's own word


async def test_an_event_of_another_folder_is_not_opened_unnamed(
    make_event: EventMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another venue's events, another folder: digits typed here must not go in there."""
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        cut(app)
    assert event_cut_off() is not None
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setenv("TOPBOARD_EVENTS", str(elsewhere))
    assert event_cut_off() is None
    (elsewhere / "linked").symlink_to(tmp_path / "kent")
    assert event_cut_off() == elsewhere / "linked", "among the events, wherever it lies"


# What was lost


async def test_an_event_left_for_another_is_not_cut_off(make_event: EventMaker) -> None:
    first = make_event(published=1).folder
    second = Path(shutil.copytree(first, first.with_name("second")))
    app = console(first)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "down", "down")
        await settled(pilot)
        before = standing(app)
        await app.open(second)
        await settled(pilot)
        cut(app)
    assert event_cut_off() == second
    again = console(second)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("q")
    assert event_cut_off() is None
    last = console(first)
    async with last.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(last) == before


async def test_what_was_typed_into_a_form_is_said_to_be_lost_once(make_event: EventMaker) -> None:
    folder = make_event(published=0).folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "a", *"Late Lena")
        await settled(pilot)
        cut(app)
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "unsent entry was not saved" in said(again)
        assert "Late Lena" in said(again)
        assert "Late Lena" not in [e.name for e in again.desk.event.entrants]
        await pilot.press("down", "q")
    third = console(folder)
    async with third.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "unsent" not in said(third)


async def test_a_line_that_was_asked_for_is_said_to_be_lost_with_its_question(
    make_event: EventMaker,
) -> None:
    """Not what stood there already, nor what was looked for."""
    folder = make_event(published=0).folder
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "y")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await type_text(pilot, "3 0.5")
        await until(pilot, lambda: "= ½ point in round 3" in text_of(app))
        cut(app)
    again = console(folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "3 0.5" in said(again))
        assert "was not saved" in said(again)
        assert not any(e.byes for e in again.desk.event.entrants)
        await pilot.press("/", *"quilty")
        await settled(pilot)
        cut(again)
    third = console(folder)
    async with third.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "not saved" not in said(third)


async def test_results_on_their_way_are_lost_only_where_they_do_not_stand(
    make_event: EventMaker,
) -> None:
    store: Store = make_event()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        place = app.front
        assert isinstance(place, PlaceScreen)
        entry = ResultEntry(waiting={(1, 1): "1-0", (1, 2): "0-1"})
        place.state = replace(place.state, entry=entry)
        cut(app)
    one = open_event(store.folder, session="other desk")
    one.do(EnterResults(((1, "1-0"),)))
    again = console(store.folder)
    async with again.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "board 2: 0-1" in said(again)
        assert "board 1" not in said(again)


def test_a_line_that_drops_in_mid_entry_says_so_at_the_next_opening(
    make_event: EventMaker, home: Path
) -> None:
    """A real terminal that goes away: the kernel sends the hang-up."""
    folder = make_event(published=0).folder
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(HOUSE)
        os.execv(sys.executable, [sys.executable, "-c", SCRIPT, str(folder)])
    line = _Line(fd)
    line.until("Ashgrove")
    os.write(fd, b"aLate Lena")
    line.until("Late Lena")
    os.close(fd)
    end = time.monotonic() + 180
    ended = (0, 0)
    while ended[0] == 0 and time.monotonic() < end:
        ended = os.waitpid(pid, os.WNOHANG)
        time.sleep(0.02)
    if ended[0] == 0:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert ended[0] == pid
    assert os.WIFSIGNALED(ended[1])
    assert os.WTERMSIG(ended[1]) == signal.SIGHUP
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(HOUSE)
        os.execv(sys.executable, [sys.executable, "-c", SCRIPT])
    try:
        line = _Line(fd)
        line.until("kent is open again, where this console was cut off")
        line.until("not saved")
        line.until("Late Lena")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(fd)


SCRIPT = """
import sys
from pathlib import Path
from formats.registry import FORMATS
FORMATS.setdefault("small", "tests.tui.small:Small")
from tui.app import run
run(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
"""


class _Line:
    """A console at the end of a line, and what its terminal shows."""

    def __init__(self, fd: int) -> None:
        self.fd, self.sheet = fd, Sheet(80, 24)

    def until(self, wanted: str, seconds: float = 180) -> None:
        """Read until the terminal shows it."""
        end = time.monotonic() + seconds
        while wanted not in self.sheet.text and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.2)[0]:
                self.sheet.take(os.read(self.fd, 65536))
        assert wanted in self.sheet.text, self.sheet.text


# The files


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b"\xff\x00{"),
        lambda path: path.write_text("[" * LARGEST),
        lambda path: path.write_text(json.dumps({"event": 3, "kept": [], "clean": False})),
        lambda path: path.write_bytes(b"x" * (LARGEST * 10)),
        lambda path: path.symlink_to("/etc/passwd"),
        lambda path: os.mkfifo(path),
        lambda path: path.mkdir(),
    ],
)
async def test_a_file_that_is_none_of_ours_is_passed_over(
    make_event: EventMaker, make: Callable[[Path], object]
) -> None:
    folder = make_event().folder
    state_folder().mkdir(parents=True)
    make(state_folder() / "0.json")
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert standing(app) == ("results", 1)
        assert said(app).strip() == ""


async def test_values_that_no_place_knows_are_not_given_back(make_event: EventMaker) -> None:
    folder = make_event(published=1).folder
    state_folder().mkdir(parents=True)
    told = {
        "event": str(folder.resolve()), "place": "entries", "stand": [9, "draw"], "clean": False,
        "selected": "999", "unsent": ["\x1b]52;c;QQ==\x07[/] x"],
        "kept": {"entries": {"sort": "bogus", "needle": 4, "unseen": "yes"}},
    }  # fmt: skip
    (state_folder() / "0.json").write_text(json.dumps(told))
    app = console(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert app.front is not None
        assert app.front.place == "entries"
        assert len(app.front.body.lines) >= 8
        assert "\x1b" not in said(app)


def test_a_console_that_lives_keeps_its_own_word_to_itself(tmp_path: Path) -> None:
    event = tmp_path / "kent"
    event.mkdir()
    first, second = LeftOff(tmp_path / "left"), LeftOff(tmp_path / "left")
    assert first.take(event) == ()
    first.note(Left(event=str(event.resolve()), place="results"))
    assert second.take(event) == ()
    assert list(second.cut_off()) == []
    first.end()
    third = LeftOff(tmp_path / "left")
    assert [left.place for left in third.take(event)] == ["results"]
    assert len(list((tmp_path / "left").iterdir())) == 2  # those of the two that live


def test_a_state_folder_that_takes_nothing_disturbs_nobody(tmp_path: Path) -> None:
    (tmp_path / "left").write_text("a file in the way")
    files = LeftOff(tmp_path / "left")
    assert files.take(tmp_path) == ()
    files.note(Left(event=str(tmp_path), place="results"))
    files.end()
    assert list(files.cut_off()) == []


@pytest.mark.parametrize("made", [p for p in PLACES if p.kind], ids=lambda p: p.name)
async def test_a_place_has_what_it_says_it_is_given_back(
    made: KnownPlace, make_event: EventMaker
) -> None:
    app = console(make_event().folder)
    async with app.run_test():
        place = _screen(made)
        assert isinstance(place, PlaceScreen)
        assert app.front is not None
        state = place.kind.initial(app.front.view)
        for name, fitting in place.kind.remembered.items():
            now = getattr(state, name)
            if isinstance(fitting, tuple):
                assert now in fitting
            else:
                assert now is None or type(now) is fitting
