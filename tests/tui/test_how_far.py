"""What is said of how far something is: of draws their groups, of exports and backups a count."""

from __future__ import annotations

import json
import tarfile
import threading
from pathlib import Path

import pytest
from textual import events

from engine.at_work import GroupAtWork, reported_to
from engine.next_draw import next_draw
from saves.backup import backup
from saves.going_on import Stopped
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import still, until
from tui.app import TopboardApp
from tui.child import at_work_in, done_in, done_line
from tui.exports import EXPORTS, ExportOrder
from tui.places.pairings import PAIRINGS, picture
from tui.screens.dialogs import Telling
from tui.screens.working import Working


@pytest.mark.parametrize("format", ["dutch", "ecf"])
def test_a_draw_says_which_score_group_it_pairs_from_the_highest(format: str) -> None:
    desk = MemoryDesk.playing(24, 3, format)
    heard: list[GroupAtWork] = []
    with reported_to(heard.append):
        current = desk.event.current
        assert current is not None
        before = desk.event.until(current.number - 1)
        next_draw(before, desk.format)
    numbers = [group.number for group in heard]
    assert numbers == sorted(numbers)
    assert {group.of for group in heard} == {heard[0].of}
    assert heard[0].of > 1
    assert all(0 < group.players <= 24 for group in heard)


def test_pairings_say_the_group_at_work_and_the_seconds_and_no_per_cent() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing(8))
    view = place.view._replace(beside="draw", seconds=12, at_work=GroupAtWork(3, 12, 14))
    foot = picture.picture(view, place.state).foot.text
    assert foot.startswith(" drawing … 12 s · score group 3 of 12, 14 players ")
    assert "%" not in foot
    unknown = picture.picture(view._replace(at_work=None), place.state).foot.text
    assert unknown.startswith(" drawing … 12 s      x or esc stops it")


def test_what_a_child_counts_is_read_back() -> None:
    assert done_in(done_line(3, 40)) == (3, 40)
    assert at_work_in(done_line(3, 40)) is None
    assert done_in(json.dumps({"warning": "no count"})) is None


def test_a_backup_counts_to_its_end_and_is_stopped_without_a_file(
    make_event: EventMaker, tmp_path: Path
) -> None:
    folder, told = make_event().folder, list[tuple[int, int]]()
    done = backup(folder, tmp_path / "a.tar", progress=lambda done, all: told.append((done, all)))
    assert told[-1][0] == told[-1][1] > 0
    with tarfile.open(tmp_path / "a.tar") as packed:
        assert len(packed.getnames()) == done.files + 1

    def stop(done: int, all: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        backup(folder, tmp_path / "b.tar", progress=stop)
    assert not (tmp_path / "b.tar").exists()


def test_pdf_pages_are_counted() -> None:
    pytest.importorskip("typst")
    desk, told = MemoryDesk.playing(4), list[tuple[int, int]]()
    order = ExportOrder(desk.event, desk.format, progress=lambda *so_far: told.append(so_far))
    files = EXPORTS["pdf"].files(order)
    assert [done for done, _ in told] == list(range(told[0][1]))
    assert 0 < len(files) <= told[0][1]


async def test_keys_typed_before_it_is_shown_that_something_works_wait_for_its_end(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`F3` and a result, typed behind an export that turns out slow; it was lost, and the `u`
    behind it took back the publication."""
    go_on = threading.Event()

    def slow(order: ExportOrder, name: str, into: Path) -> tuple[list[str], str]:
        go_on.wait(20)
        return ["index.html"], ""

    monkeypatch.setattr("tui.screens.handing_out.hand_out", slow)
    app = TopboardApp(make_event().folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        for key in ("enter", "f3", "1"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: isinstance(app.screen, Working) and len(app.screen.before) == 2)
        assert isinstance(app.screen, Working)
        app.screen.on_key(events.Key("0", "0"))  # not meant for what is behind it
        go_on.set()
        await until(pilot, lambda: app.desk.event.rounds[0].match(1).result)
        await still(pilot)
        results = [match.result for match in app.desk.event.rounds[0].matches]
    assert [result.text for result in results if result] == ["1-0"]
