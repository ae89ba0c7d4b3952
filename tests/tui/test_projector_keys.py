"""The projector at its keys, and what it does with whatever happens to the event meanwhile."""

from __future__ import annotations

import hashlib
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from engine.actions import EnterResult, EnterResults, PublishRound
from engine.refusal import Refused
from saves.projectors import Wish, ask_for
from saves.round_clock import RoundClock, write_clock
from saves.store import open_event
from tests.playing import propose
from tests.tui.conftest import EventMaker
from tests.tui.places import hostile, juniors, until
from tests.tui.snapshot import Picture, picture
from tui.keys.commands import PROJECTOR
from tui.projector.app import Projector

NOW = datetime(2026, 2, 28, 14, 9, 31, tzinfo=UTC)


TURN = 0.5
"""Seconds that a page stands where pages turn by themselves: ten looks."""


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.projector.app.LOOK_SECONDS", TURN / 10)


class CountedProjector(Projector):
    """Counts how often it has looked at its events."""

    looks = 0

    async def _look(self) -> None:
        await super()._look()
        self.looks += 1


def projector(folder: Path, **options: Any) -> CountedProjector:
    """One whose clock stands and whose pages are turned by hand."""
    return CountedProjector([folder], "hall", **{"turn": 0, "now": lambda: NOW, **options})


async def looked(pilot: Pilot[None], times: int = 3) -> None:
    """Wait until it has looked at its events so many times more."""
    app = pilot.app
    assert isinstance(app, CountedProjector)
    seen = app.looks + times
    await until(pilot, lambda: app.looks >= seen)


def read(app: Projector) -> str:
    """What stands on the wall."""
    return "\n".join(one.text for one in app.wall.lines)


async def shown(pilot: Pilot[None], text: str) -> None:
    app = pilot.app
    assert isinstance(app, Projector)
    await until(pilot, lambda: text in read(app))


async def gone(pilot: Pilot[None], text: str) -> None:
    app = pilot.app
    assert isinstance(app, Projector)
    await until(pilot, lambda: text not in read(app))


def every_byte(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            path.stat().st_mtime_ns,
        )
        for path in sorted(folder.rglob("*"))
    }


def test_every_action_of_the_table_is_one_the_projector_has() -> None:
    assert [c.id for c in PROJECTOR if not hasattr(Projector, f"do_{c.id}")] == []
    keys = [key for c in PROJECTOR for key in c.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("key", ["n", "space", "right", "pagedown"])
async def test_the_next_page_and_around_to_the_first(tmp_path: Path, key: str) -> None:
    app = projector(juniors(tmp_path / "kent", 1, all_in=False).folder)
    async with app.run_test(size=(60, 18)) as pilot:
        await shown(pilot, "page 1 of 3")
        await pilot.press(key)
        await shown(pilot, "page 2 of 3")
        await pilot.press(key, key)
        await shown(pilot, "page 1 of 3")


@pytest.mark.parametrize("key", ["p", "left", "pageup"])
async def test_the_page_before(tmp_path: Path, key: str) -> None:
    app = projector(juniors(tmp_path / "kent", 1, all_in=False).folder)
    async with app.run_test(size=(60, 18)) as pilot:
        await shown(pilot, "page 1 of 3")
        await pilot.press(key)
        await shown(pilot, "page 3 of 3")


async def test_pages_turn_by_themselves_unless_held(tmp_path: Path) -> None:
    app = projector(juniors(tmp_path / "kent", 1, all_in=False).folder, turn=TURN)
    async with app.run_test(size=(60, 18)) as pilot:
        await shown(pilot, "page 1 of 3")
        await shown(pilot, "page 2 of 3")
        await pilot.press("h")
        await shown(pilot, "HOLD")
        held = read(app)
        await looked(pilot, 15)
        assert read(app) == held
        await pilot.press("h")
        await gone(pilot, "HOLD")
        before = read(app)
        await until(pilot, lambda: read(app) != before)


async def test_a_held_page_still_shows_new_results(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResult(2, "0-1"))
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "BOARDS 1 –")
        await pilot.press("h")
        store.do(EnterResult(1, "1-0"))
        await shown(pilot, "1-0")


async def test_a_frozen_picture_stands_still_and_catches_up(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResult(2, "0-1"))
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "BOARDS 1 –")
        await pilot.press("f")
        await shown(pilot, "FROZEN")
        store.do(EnterResult(1, "1-0"))
        await looked(pilot)
        assert "1-0" not in read(app)
        await pilot.press("f")
        await shown(pilot, "1-0")
        await gone(pilot, "FROZEN")


async def test_blank_is_blank_but_for_a_message(make_event: EventMaker) -> None:
    store = make_event()
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")
        await pilot.press("b")
        await until(pilot, lambda: not read(app).strip())
        ask_for(store.folder, "hall", Wish("auto", "漢字 back at three"))
        await shown(pilot, "back at three")
        await pilot.press("b")
        await shown(pilot, "FIND YOUR NAME")


@pytest.mark.parametrize("key", ["g", "slash"])
async def test_a_letter_jumps_to_its_names(tmp_path: Path, key: str) -> None:
    app = projector(juniors(tmp_path / "kent", 1, all_in=False).folder)
    async with app.run_test(size=(60, 18)) as pilot:
        await shown(pilot, "page 1 of 3")
        await pilot.press(key)
        await shown(pilot, "jump to the letter")
        await pilot.press("z")
        await shown(pilot, "page 3 of 3")
        assert "Žukova" in read(app)
        assert "jump to the letter" not in read(app)
        await pilot.press(key, "a")
        await shown(pilot, "page 1 of 3")


@pytest.mark.parametrize(("on", "back"), [("tab", "shift+tab"), ("down", "up")])
async def test_other_pages_and_back_to_what_the_round_asks_for(
    make_event: EventMaker, on: str, back: str
) -> None:
    app = projector(make_event(published=2).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")
        await pilot.press(on)
        await shown(pilot, "BOARDS 1 –")
        await pilot.press(on)
        await shown(pilot, "AFTER ROUND 1")
        await pilot.press(back)
        await shown(pilot, "BOARDS 1 –")
        await pilot.press("a" if on == "tab" else "escape")
        await shown(pilot, "FIND YOUR NAME")


async def test_the_clock_with_seconds_and_without_any(make_event: EventMaker) -> None:
    app = projector(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "14:09")
        await pilot.press("c")
        await shown(pilot, "14:09:31")
        await pilot.press("c")
        await gone(pilot, "14:09")
        await pilot.press("c")
        await shown(pilot, "14:09")


async def test_the_keys_are_shown_when_asked_for(make_event: EventMaker) -> None:
    app = projector(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await shown(pilot, "f freeze")
        assert "q quit" in read(app), "all of them fit"
        await pilot.press("question_mark")
        await gone(pilot, "f freeze")


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_quit(make_event: EventMaker, key: str) -> None:
    app = projector(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
    assert not app.is_running


# The round moves on


async def test_the_projector_goes_through_a_round_by_itself(make_event: EventMaker) -> None:
    store = make_event(published=0)
    app = projector(store.folder)
    async with app.run_test(size=(30, 24)) as pilot:
        await gone(pilot, "8 players")
        await pilot.press("l")
        await shown(pilot, "8 players")  # and not in large letters
        propose(store)
        await shown(pilot, "Pairings in preparation")
        assert "Ashgrove" not in read(app), "a proposal is nobody's business yet"
        await pilot.resize_terminal(80, 24)
        store.do(PublishRound(1, insist=True))
        await shown(pilot, "FIND YOUR NAME")
        store.do(EnterResult(1, "1-0"))
        await shown(pilot, "BOARDS 1 –")
        store.do(EnterResults(((2, "1-0"), (3, "0-1"), (4, "1/2-1/2"))))
        await shown(pilot, "AFTER ROUND 1")
        await shown(pilot, "Round 1 is finished")


async def test_play_has_started_when_the_clock_says_so(make_event: EventMaker) -> None:
    store = make_event()
    write_clock(store.folder, RoundClock(1, NOW, 60))
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "BOARDS 1 –")
        await shown(pilot, "Round 1: 1 h 00 left")


async def test_a_new_result_is_marked_for_a_while(make_event: EventMaker) -> None:
    store, times = make_event(), [NOW]
    store.do(EnterResult(2, "0-1"))
    app = projector(store.folder, now=lambda: times[0])

    def marked() -> list[str]:
        """What stands in reverse, but for the numbers of boards, which always do."""
        return [
            text
            for one in app.wall.lines
            for text, style in one.parts
            if "mark" in style and not text.strip().isdigit()
        ]

    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "BOARDS 1 –")
        assert marked() == []
        store.do(EnterResult(4, "1-0"))
        await until(pilot, lambda: any("1-0" in text for text in marked()))
        times[0] = NOW.replace(minute=10)
        await until(pilot, lambda: not marked())


async def test_the_desk_chooses_the_page_and_writes_a_message(make_event: EventMaker) -> None:
    store = make_event(published=2)
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")
        ask_for(store.folder, "hall", Wish("standings", "Lunch until [/b] 14:30"))
        await shown(pilot, "AFTER ROUND 1")
        await shown(pilot, "Lunch until [/b] 14:30")
        ask_for(store.folder, "foyer", Wish("blank"))
        await looked(pilot)
        assert "AFTER ROUND 1" in read(app), "that was said to another projector"
        ask_for(store.folder, "hall", Wish("blank"))
        await until(pilot, lambda: not read(app).strip())
        ask_for(store.folder, "hall", Wish())
        await shown(pilot, "FIND YOUR NAME")


@pytest.mark.parametrize("text", ["page = 7", "\x1b[2J", "page = 'names' page", "[[[[", ""])
async def test_a_spoilt_wish_is_passed_over(make_event: EventMaker, text: str) -> None:
    store = make_event()
    ask_for(store.folder, "hall", Wish("standings"))
    (store.folder / "projectors" / "hall.toml").write_text(text)
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")


async def test_a_page_chosen_here_has_had_its_day_with_the_next_round(
    make_event: EventMaker,
) -> None:
    store = make_event(published=2)
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")
        await pilot.press("tab")
        await shown(pilot, "BOARDS 1 –")
        store.do(EnterResults(tuple((m.board, "1-0") for m in store.event.rounds[1].matches)))
        await shown(pilot, "1-0")
        assert "BOARDS 1 –" in read(app), "results do not take a chosen page away"
        propose(store)
        store.do(PublishRound(3, insist=True))
        await shown(pilot, "round 3")


# What can happen to the event


async def test_not_a_byte_of_the_event_is_changed(make_event: EventMaker) -> None:
    store = make_event(players=20)
    ask_for(store.folder, "hall", Wish("auto", "hello"))
    before = every_byte(store.folder)
    app = projector(store.folder, turn=TURN)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "FIND YOUR NAME")
        await pilot.press("n", "p", "h", "f", "f", "b", "b", "g", "z", "tab", "tab", "a", "c", "?")
        await pilot.resize_terminal(200, 60)
        await looked(pilot, 15)
    assert every_byte(store.folder) == before


async def test_an_event_replaced_by_another_is_told_and_the_wall_keeps_what_it_had(
    make_event: EventMaker, tmp_path: Path
) -> None:
    store = make_event()
    other = juniors(tmp_path / "other", 1, all_in=False)
    app = projector(store.folder)
    async with app.run_test(size=(80, 30)) as pilot:
        await shown(pilot, "Fallonby, Nadia")
        shutil.move(store.folder, tmp_path / "aside")
        await shown(pilot, "the event's folder is missing; shown is what was there before")
        assert "Fallonby, Nadia" in read(app), "what was shown last stays"
        shutil.copytree(other.folder, store.folder)
        await shown(pilot, "another event is in this folder now: Kent Juniors")
        open_event(store.folder, session="desk").do(EnterResult(1, "1-0"))
        await looked(pilot)
        assert "Fallonby, Nadia" in read(app)
        assert "Ashgrove, Łukasz" not in read(app)
        shutil.move(store.folder, tmp_path / "stranger's")
        shutil.move(tmp_path / "aside", store.folder)
        await gone(pilot, "another event")
        open_event(store.folder, session="desk").do(EnterResult(1, "1-0"))
        await shown(pilot, "BOARDS 1 –")


async def test_a_damaged_event_is_shown_as_far_as_it_can_be_read(make_event: EventMaker) -> None:
    store = make_event()
    journal = store.folder / "journal.log"
    data = journal.read_bytes()
    journal.write_bytes(data[:-40] + b"#" * 20 + data[-20:])
    before = every_byte(store.folder)
    app = projector(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot, "Kent Juniors")
        await looked(pilot)
    assert every_byte(store.folder) == before


def test_no_event_is_a_refusal(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no event"):
        projector(tmp_path / "nothing")


async def test_a_resize_lays_the_page_out_anew(tmp_path: Path) -> None:
    app = projector(juniors(tmp_path / "kent", 1, all_in=False).folder)
    async with app.run_test(size=(60, 18)) as pilot:
        await shown(pilot, "page 1 of 3")
        for width, height in ((200, 60), (20, 5), (3, 1), (160, 30)):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda h=height: len(app.wall.lines) == h)  # type: ignore[misc]
        await gone(pilot, "page 1 of 3")
        assert "Žukova, Padraig" in read(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_hostile_names_on_the_wall(tmp_path: Path, size: tuple[int, int]) -> None:
    store = hostile(tmp_path / "evil")
    ask_for(store.folder, "hall", Wish("boards", "[/b] \x1b]52;c;aGk=\x07"))
    app = projector(store.folder)
    async with app.run_test(size=size) as pilot:
        await shown(pilot, "Bobby")
        for _ in range(6):
            await pilot.press("tab")
        assert "\x1b" not in read(app)


# Pictures


@pytest.fixture
def snapshot_svg(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Picture)


@pytest.mark.parametrize("page", ["names", "boards", "standings", "preparing"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_pictures(
    tmp_path: Path, snapshot_svg: SnapshotAssertion, page: str, size: tuple[int, int]
) -> None:
    store = juniors(tmp_path / "kent", 2, all_in=False)
    store.do(EnterResults(tuple((n, "1-0") for n in range(1, 17))))
    ask_for(store.folder, "hall", Wish(page, "Lunch until 14:30" if page == "names" else ""))
    write_clock(store.folder, RoundClock(2, NOW, 90))
    app = projector(store.folder)
    async with app.run_test(size=size) as pilot:
        await shown(pilot, "14:09")
        await pilot.pause()
        assert picture(app) == snapshot_svg
