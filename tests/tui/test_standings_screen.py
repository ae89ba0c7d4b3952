"""Standings by keys: tables, rounds, working, cards, export."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.actions import Adjust, Withdraw
from engine.standings import standings
from tests.tui.places import (
    SCREENS,
    front_place,
    hostile,
    is_in_front,
    juniors,
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.places.card import card_of
from tui.places.screen import READ_ON, PlaceScreen
from tui.places.standings import table_in_front
from tui.screens.dialogs import Telling


def console(folder: Path) -> TopboardApp:
    return TopboardApp(folder, "standings")


def place(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "standings")


def keys_shown(app: TopboardApp) -> list[object]:
    return [one.key for one in place(app).body.lines]


async def test_the_table_is_the_formats_own_in_its_order(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=2)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        expected = standings(app.desk.event, app.desk.format.order(app.desk.event))[0]
        assert keys_shown(app) == [row.id for row in expected.rows]


async def test_right_goes_to_the_category_prizes_and_left_comes_back(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=2).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        names = [t.name for t in app.desk.format.standings(app.desk.event)]
        assert names[:2] == ["Overall", "Category U9"]
        await pilot.press("right")
        youngest = {e.id for e in app.desk.event.entrants if e.category == "U9"}
        assert set(keys_shown(app)) == youngest
        assert "Category U9 (2 of" in text_of(app)
        await pilot.press("left", "left", "c")
        assert table_in_front(place(app).view, place(app).state).name == "Overall"


async def test_an_earlier_round_is_looked_at_and_left_again(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=3, players=12)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("less_than_sign")
        event = app.desk.event.until(2)
        expected = standings(event, app.desk.format.order(event))[0]
        assert keys_shown(app) == [row.id for row in expected.rows]
        assert "after round 2" in text_of(app)
        await pilot.press("less_than_sign", "less_than_sign", "less_than_sign")
        assert "this is before round 1" in text_of(app)
        await pilot.press(*["greater_than_sign"] * 3)
        assert "after round 3" in text_of(app)
        await pilot.press("greater_than_sign")
        assert "this is the last table" in text_of(app)


async def test_the_working_of_the_selected_row_follows_the_selection(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=2, players=12).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("w")
        for _ in range(2):
            row = table_in_front(place(app).view, place(app).state).rows[place(app).body.cursor]
            shown = f"BH {row.tiebreaks['BH']} (Buchholz): {row.working['BH']}"[:40]
            await until(pilot, partial(lambda text: text in text_of(app), shown))
            await pilot.press("down")
            await pilot.pause()


async def test_the_cross_table_shows_every_round_and_goes_again(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=3, players=12).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        heads = place(app).heads.shown.text.split()
        assert heads == ["Rk", "No", "Name", "Pts", "R1", "R2", "R3"]
        await pilot.press("x")
        assert "BH" in place(app).heads.shown.text


async def test_enter_opens_the_card_of_the_row(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=2, players=12).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: is_in_front(app, "card"))
        assert front_place(app, "card").state.entrant == place_row(app, 2)


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (120, 40)])
async def test_every_card_is_read_to_its_end_and_says_that_more_follows(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    store = juniors(tmp_path / "kent", rounds=5, players=12)
    app = console(store.folder)
    async with app.run_test(size=size) as pilot:
        for entrant in app.desk.event.entrants[:4]:
            await app.push_screen(card_of(entrant.id))
            await until(pilot, lambda: is_in_front(app, "card"))
            await still(pilot)
            card = front_place(app, "card")
            for key in ("pagedown",) * 20:
                rows, top, count = card.body.in_view
                last = card.state.selected == max(
                    one.key for one in card.body.lines if isinstance(one.key, int)
                )
                if size[1] >= 20 and last:
                    assert (READ_ON in card.rule.shown.text) == (top + rows < count)
                await pilot.press(key)
                await still(pilot)
            rows, top, count = card.body.in_view
            assert top + rows >= count, "the last line is in view"
            await pilot.press("home", "home")
            await still(pilot)
            assert card.body.in_view[1] == 0
            await pilot.press("escape")
            await until(pilot, lambda: is_in_front(app, "standings"))


def place_row(app: TopboardApp, index: int) -> str:
    return app.desk.format.standings(app.desk.event)[0].rows[index].id


async def test_find_narrows_the_table_but_keeps_the_ranks(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=2).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        await type_text(pilot, "zukova")
        found = [e.id for e in app.desk.event.entrants if e.name.startswith("Žukova")]
        assert sorted(map(str, keys_shown(app))) == sorted(found)
        rows = {r.id: r for r in table_in_front(place(app).view, place(app).state).rows}
        first = place(app).body.lines[0]
        assert first.text.split()[0].rstrip("=") == str(rows[str(first.key)].rank)


async def test_withdrawn_and_adjusted_players_are_marked(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=2, players=12)
    store.do(Withdraw("3"))
    store.do(Adjust("5", Decimal("-0.5"), "phone rang"))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lines = {one.key: one.text for one in place(app).body.lines}
        assert "withdrawn" in lines["3"]
        assert "*1" in lines["5"]
        assert "-½ after round 2: phone rang" in text_of(app)


async def test_export_writes_beside_the_event_and_says_where(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=12)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("down", "enter")  # the first prints pairings and slips
        await until(pilot, lambda: "kent-export" in "".join(text_of(app).split()))
        await until(pilot, lambda: is_in_front(app, "standings"))
    names = {path.name for path in (tmp_path / "kent-export").iterdir()}
    assert {"index.html", "standings.csv", "kent-juniors.trf", "kent-juniors.txt"} <= names
    assert "Kent Juniors" in (tmp_path / "kent-export" / "index.html").read_text("utf-8")
    assert not any(path.name.startswith("index") for path in store.folder.iterdir())


async def test_an_export_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1, players=12)
    (tmp_path / "kent-export").write_text("in the way")
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press(*"csv", "enter")
        await until(pilot, lambda: "!" in text_of(app).splitlines()[-2])
        assert is_in_front(app, "standings")


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_table_looks_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    store = juniors(tmp_path / "kent", rounds=3, all_in=False)
    store.do(Withdraw("3"))
    store.do(Adjust("5", Decimal("-0.5"), "phone rang"))
    app = console(store.folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("down")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_cross_table_with_the_working_looks_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    app = console(juniors(tmp_path / "kent", rounds=4).folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("x", "w")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_card_looks_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    store = juniors(tmp_path / "kent", rounds=4)
    store.do(Adjust("5", Decimal("-0.5"), "phone rang"))
    app = console(store.folder)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.push_screen(card_of("5"))
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_hostile_names_neither_crash_a_table_nor_reach_the_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = console(hostile(tmp_path / "kent", rounds=2).folder)
    async with app.run_test(size=size) as pilot:
        for key in ("w", "down", "down", "x", "right", "right", "less_than_sign"):
            await pilot.press(key)
            await pilot.pause()
            assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")
        assert is_in_front(app, "standings")
