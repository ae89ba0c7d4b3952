"""The format tried on the entry list from the console."""

from __future__ import annotations

from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.screens.dialogs import Telling
from tui.screens.trying import Playing


async def test_what_to_expect_is_counted_and_nothing_is_written(make_event: EventMaker) -> None:
    store = make_event(players=8, format="kjca")
    before = store.journal.head.n
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: "all formats that fit" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "two or more perfect scores" in text_of(app))
        shown = text_of(app)
        assert "50 events of these 8 entrants, simulated" in shown
        await pilot.press("q")
        await until(pilot, lambda: app.screen is app.front)
        assert app.desk.store.journal.head.n == before


async def test_it_is_stopped_by_esc(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(players=200, published=0, format="kjca").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Playing))
        assert "esc  stop" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.front)
        await pilot.pause(0.5)
        assert app.screen is app.front, "what was stopped is not told"


async def test_without_entries_it_says_what_to_do(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(players=0, published=0, format="kjca").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: "a adds entries" in text_of(app))


async def test_all_formats_side_by_side_end_at_esc_with_what_is_known(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event(players=60, published=0, format="kjca").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "esc  end it with these figures" in text_of(app))
        assert "strongest wins" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "side by side" not in text_of(app)
        assert "for these 60 entrants" in text_of(app)
