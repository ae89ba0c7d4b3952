"""History: who did what and when, and the undo of any action."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.actions import AddEntrant, EditEntrant, EnterResult, Undo, Withdraw
from engine.entrants import Entrant
from saves.disk import this_host, this_user
from saves.store import open_event
from tests.tui.places import (
    SCREENS,
    front_place,
    hostile,
    is_in_front,
    juniors,
    on_disk,
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.places.history import HistoryLine, history_lines
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Telling


def console(folder: Path) -> TopboardApp:
    return TopboardApp(folder, "entries")


def history(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "history")


def asked(app: TopboardApp) -> bool:
    return bool(history(app).state.questions)


async def test_the_last_action_stands_first_with_who_and_what(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(Withdraw("2"))
    app = console(store.folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 3)
        assert [x.n for x in history(app).state.entries] == [3, 2, 1]
        first = history(app).body.lines[0].text
        assert f"{this_user()}@{this_host()}" in first
        assert "withdrawn from round 1 on: Țurcan, Maeve" in first


async def test_any_action_is_undone_after_a_yes_also_an_older_one(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(Withdraw("2"))
    store.do(Withdraw("4"))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 4)
        await pilot.press("down", "u")
        await until(pilot, lambda: asked(app))
        await pilot.press("enter")
        await until(pilot, lambda: is_in_front(app, "history"))
        assert app.desk.event.entrant("2").withdrawn
        await pilot.press("u")
        await until(pilot, lambda: asked(app))
        await pilot.press("y")
        await until(pilot, lambda: not app.desk.event.entrant("2").withdrawn)
        await until(pilot, lambda: len(history(app).state.entries) == 5)
        assert [x.n for x in history(app).state.entries if x.undone] == [3]
    event = on_disk(store).event
    assert (event.entrant("2").withdrawn, event.entrant("4").withdrawn) == (False, True)


async def test_an_undone_action_is_done_again(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(Withdraw("2"))
    store.undo()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 4)
        await pilot.press("down", "U")
        await until(pilot, lambda: asked(app))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.entrant("2").withdrawn)


async def test_an_undo_that_a_later_action_stands_on_names_that_action(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(AddEntrant(Entrant("", "Late, Lena")))
    store.do(EditEntrant("9", {"club": "Salthill"}))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 4)
        await pilot.press("down", "u")
        await until(
            pilot,
            lambda: "action 4 came after it and rests on it" in " ".join(text_of(app).split()),
        )
        assert not asked(app), "what is refused anyway is not asked for"


@pytest.mark.parametrize(("downs", "said"), [(0, "cannot be undone"), (3, "cannot be undone")])
async def test_an_undo_and_the_making_of_the_event_cannot_be_undone(
    tmp_path: Path, downs: int, said: str
) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(Withdraw("2"))
    store.undo()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 4)
        await pilot.press(*["down"] * downs, "u")
        await until(pilot, lambda: said in text_of(app))
        assert is_in_front(app, "history")
    assert len(on_disk(store).entries) == 4


async def test_history_is_found_by_words_and_follows_another_desk(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8, all_in=False)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 4)
        other = open_event(store.folder, session="desk2")
        other.do(EnterResult(1, "1-0"))
        await until(pilot, lambda: len(history(app).state.entries) == 5)
        await pilot.press("slash")
        await type_text(pilot, "board 1-0")
        await until(pilot, lambda: [x.key for x in history(app).body.lines] == [5])
        await pilot.press("enter", "escape")
        assert len(history(app).body.lines) == 5
        await pilot.press("escape")
        await until(pilot, lambda: not is_in_front(app, "history"))


async def test_enter_tells_all_of_an_action(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", players=8)
    store.do(EditEntrant("2", {"club": "Salthill"}))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 3)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "club = Castlebar" in text_of(app)


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_history_looks_right(
    tmp_path: Path,
    size: tuple[int, int],
    snapshot: SnapshotAssertion,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    monkeypatch.setattr("saves.store.this_host", lambda: "desk2")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    store = juniors(tmp_path / "kent", rounds=2)
    store.do(Withdraw("2"))
    store.undo()
    app = console(store.folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 10)
        await pilot.press("down")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


async def test_hostile_names_neither_crash_history_nor_reach_the_terminal(tmp_path: Path) -> None:
    store = hostile(tmp_path / "kent")
    for id in ("1", "2", "3", "4", "5", "6"):
        store.do(Withdraw(id))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: len(history(app).state.entries) == 11)
        for _ in range(7):
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Telling))
            assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")
            await pilot.press("escape")
            await pilot.press("u")
            await pilot.pause()
            assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")
            await pilot.press("escape")
            await until(pilot, lambda: is_in_front(app, "history"))
            await pilot.press("down")


async def test_a_restore_point_is_gone_back_to_after_a_yes_and_can_be_undone(
    tmp_path: Path,
) -> None:
    store = juniors(tmp_path / "open", rounds=2)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.front is not None)
        await pilot.press("H")
        await until(pilot, lambda: "actions" in text_of(app))
        last = next(one for one in history(app).state.entries if "round 2 published" in one.text)
        await pilot.press("R")
        await until(pilot, lambda: "002-publish" in text_of(app))
        names = [point.name for point in store.points()]
        assert [name for name in names if name in text_of(app)] == names
        (line,) = [one for one in text_of(app).splitlines() if names[-1] in one]
        assert f"before action {last.n}, {last.when}: round 2 published" in line
        await pilot.press("enter")
        await until(
            pilot, lambda: f"Go back to {names[-1]}, before action {last.n}" in text_of(app)
        )
        await pilot.press("y")
        await until(pilot, lambda: f"restored to {names[-1]}" in text_of(app))
        assert len(on_disk(store).event.published) == 1
    restored = open_event(store.folder)
    restored.do(Undo(restored.journal.head.n))
    assert len(restored.event.published) == 2


async def test_what_concerns_an_entrant_is_found_by_a_piece_of_the_name(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=8, all_in=False)
    for board in (1, 2):
        store.do(EnterResult(board, "1-0"))
    last = store.event.rounds[0].match(2)
    name = store.event.entrant(last.white).name.split()[0].strip(",")
    app = TopboardApp(store.folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("H", "slash")
        await type_text(pilot, f"entrant:{name.lower()}")
        await until(pilot, lambda: "board 2: 1-0" in text_of(app))
        await until(pilot, lambda: "board 1: 1-0" not in text_of(app))


def test_the_minute_and_what_is_undone_stand_whole_beside_a_long_action() -> None:
    long = "round 1, board 110 corrected: Wójtowska, Chen (28) - Eskermore, Ultan (13)"
    told = [
        HistoryLine(2, "21 Nov 18:38", "anna@desk-two", long, "28-17 +/-", undone=True),
        HistoryLine(1, "21 Nov 18:37", "anna@desk-two", "round 1, board 110: +/-", was="1-0"),
    ]
    head, lines = history_lines(told, 80)
    assert "21 Nov 18:38 " in lines[0].text
    assert " undone " in lines[0].text
    assert "Before" in head.text
    assert max(len(one.text) for one in lines) <= 80


def test_a_log_that_changed_nothing_gives_its_width_to_what_was_done() -> None:
    drawn = "draw of round 3: 28 boards, 1 bye, 1 bye asked for"
    told = [HistoryLine(3, "21 Nov 18:37", "anna@hall", drawn)]
    head, lines = history_lines(told, 80)
    assert "Before" not in head.text
    assert lines[0].text.rstrip().endswith(drawn)
