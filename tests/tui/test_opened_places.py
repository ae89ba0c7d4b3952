"""What a place has in front when it is opened again and the event has moved on meanwhile."""

from __future__ import annotations

from pathlib import Path

from engine.actions import EnterResults, PublishRound
from engine.protocol import bracket_of
from saves.store import Store
from tests.playing import propose
from tests.tui.cups import cup
from tests.tui.places import front_place, is_in_front, text_of, until
from tui.app import TopboardApp


def finish(store: Store, number: int) -> None:
    boards = store.event.round(number).matches
    store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))


async def test_results_open_at_the_round_in_play(tmp_path: Path) -> None:
    store = cup(tmp_path, 8, 2)
    finish(store, 2)
    propose(store)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Semi-finals" in text_of(app))
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "round 1 (earlier round)" in text_of(app))
        await pilot.press("f4")
        await until(pilot, lambda: app.current_mode == "standings")
        await pilot.press("f3")  # back at the round in play, whatever was looked at before
        await until(pilot, lambda: "round 2  2/2" in text_of(app))
        await pilot.press("f2")
        await until(pilot, lambda: app.current_mode == "pairings")
        await app.desk.do(PublishRound(3))
        await pilot.press("f3")
        await until(pilot, lambda: "1 missing" in text_of(app))


async def test_the_bracket_opens_at_the_next_open_match(tmp_path: Path) -> None:
    store = cup(tmp_path, 8, 1)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front_place(app, "bracket").state.at != "")
        first = front_place(app, "bracket").state.at
        await pilot.press("f3")
        await until(pilot, lambda: app.current_mode == "results")
        await pilot.press("1")
        await until(pilot, lambda: not app.desk.event.round(1).matches[0].open)
        await pilot.press("f5")
        await until(pilot, lambda: app.current_mode == "bracket")
        await until(pilot, lambda: front_place(app, "bracket").state.at != first)
        filled = bracket_of(app.desk.format, app.desk.event)
        assert filled is not None
        assert filled.fixtures[front_place(app, "bracket").state.at].state == "drawn"


async def test_standings_open_at_their_first_row_after_a_round(tmp_path: Path) -> None:
    store = cup(tmp_path, 8, 1)
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: is_in_front(app, "standings"))
        await pilot.press("down", "down", "down", "f3")
        await until(pilot, lambda: app.current_mode == "results")
        await pilot.press(*"0000")
        await until(pilot, lambda: not any(m.open for m in app.desk.event.round(1).matches))
        await pilot.press("f4")
        await until(pilot, lambda: app.current_mode == "standings")
        table = app.desk.format.standings(app.desk.event)[0]
        await until(pilot, lambda: app.front.body.selected == table.rows[0].id)  # type: ignore[union-attr]
