"""All against all in Standings: the band of the diagonal, the whole table of a round robin."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from engine.actions import EnterResults, ImportEntrants
from engine.entrants import Entrant
from saves.cross_sheets import cross_table
from tests.tui.driver import MemoryDesk
from tests.tui.nearby import everybody, hostile_row, row
from tests.tui.places import (
    SCREENS,
    front_place,
    is_in_front,
    juniors,
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.snapshot import Picture, picture
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen
from tui.screens.meeting_lines import ShownCrossTable, opponent_lines
from tui.widgets.lines import Line


def console(folder: Path) -> TopboardApp:
    return TopboardApp(folder, "standings")


def place(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "standings")


def lines(app: TopboardApp) -> dict[object, Line]:
    return {one.key: one for one in place(app).body.lines}


def marked(app: TopboardApp) -> set[object]:
    return {key for key, one in lines(app).items() if one.text[1:2] == "*"}


def opponents(app: TopboardApp, id: str) -> set[str]:
    found = [m for r in app.desk.event.published for m in r.matches]
    return {other for m in found for other in m.pair if id in m.pair} - {id}


async def test_x_goes_from_the_table_to_all_against_all_to_the_rounds(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        assert "cross-table 1-" in text_of(app)
        order = [e.id for e in sorted(app.desk.event.entrants, key=lambda e: -(e.rating or 0))]
        assert list(lines(app)) == order
        await pilot.press("x")
        assert "R1" in place(app).heads.shown.text
        await pilot.press("x")
        assert "Losses" in place(app).heads.shown.text


def test_what_was_won_by_forfeit_is_not_said_to_be_played() -> None:
    """A 4-0 by forfeit stood there as one that was played; with it all were `all played`."""
    desk = MemoryDesk.created("team_round_robin", numbers="rating", annul=False)
    desk.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(8))))
    desk.draw()
    boards = [match.board for match in desk.event.round(1).matches]
    desk.do(EnterResults(((1, "+/-"), *((board, "4-0") for board in boards[1:]))))
    met, table = desk.format.meetings(desk.event), desk.format.standings(desk.event)[0]
    assert met is not None
    match = desk.event.round(1).match(1)
    assert [met.cells[pair].text for pair in (match.pair, match.pair[::-1])] == ["4+", "0-"]
    shown = opponent_lines(ShownCrossTable.of(met, table), match.white, 78)
    assert "+ - forfeit" in shown[-1].text


def test_points_are_called_in_a_cross_table_as_in_the_standings() -> None:
    """Teams have match points: `MP` in the one and `Pts` in the other was one thing twice."""
    desk = MemoryDesk.created("team_round_robin")
    teams = [Entrant("", f"T{n}", players=(Entrant("", f"A{n}"),)) for n in range(4)]
    desk.do(ImportEntrants(tuple(teams)))
    table = desk.format.standings(desk.event)[0]
    assert table.points == "MP"
    met = desk.format.meetings(desk.event)
    assert met is not None
    assert ShownCrossTable.of(met, table).heads == ("No", "Name", "MP", "Rk")
    sheet = cross_table(desk.event, desk.format, 0)
    heads = [column.name for column in sheet.columns]
    assert "MP" in heads
    assert "Pts" not in heads


async def test_a_swiss_has_no_table_of_all_against_all(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent", rounds=1, players=12).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        assert "R1" in place(app).heads.shown.text


async def test_opponents_are_marked_by_more_than_colour_and_named(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        order = list(lines(app))
        for step in range(26):
            id = str(place(app).body.selected)
            assert id == order[step]
            assert marked(app) == opponents(app, id)
            under = " ".join(one.text.strip() for one in place(app).feet.lines)
            assert all(app.desk.event.entrant(o).name in under for o in opponents(app, id))
            await pilot.press("down")
            await pilot.pause()


async def test_the_window_follows_the_row_and_holds_its_neighbours(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "end")
        await pilot.pause()
        heads = place(app).heads.shown.text.split()
        assert heads[-1] == "26"
        assert {"24", "25"} <= set(heads)
        await pilot.press("home")
        await pilot.pause()
        assert {"1", "2"} <= set(place(app).heads.shown.text.split())


async def test_the_arrows_go_over_the_columns_and_stay_until_the_row_changes(
    tmp_path: Path,
) -> None:
    app = console(row(tmp_path / "row").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        before = place(app).heads.shown.text
        await pilot.press("right")
        after = place(app).heads.shown.text
        assert after != before
        assert "1" not in after.split()
        await pilot.press(*["right"] * 6)
        assert place(app).heads.shown.text.split()[-1] == "26"
        await pilot.press(*["left"] * 8)
        assert place(app).heads.shown.text == before


async def test_open_games_are_marked(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "end")
        await pilot.pause()
        current = app.desk.event.current
        assert current is not None
        for match in current.matches:
            if match.open:
                assert "_" in lines(app)[match.white].text
                assert "_" in lines(app)[match.black].text
        await pilot.press("home")
        assert "_" not in lines(app)[next(iter(lines(app)))].text


async def test_find_goes_to_the_player_and_leaves_nobody_out(tmp_path: Path) -> None:
    store = row(tmp_path / "row")
    app = console(store.folder)
    wanted = store.event.entrants[17]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "slash")
        await type_text(pilot, wanted.name.split(",")[0].lower())
        await pilot.press("enter")
        found = app.desk.event.entrant(str(place(app).body.selected))
        assert found.name.split(",")[0] == wanted.name.split(",")[0]
        assert len(lines(app)) == 26
        assert marked(app) == opponents(app, found.id)


async def test_a_round_robin_stands_whole_on_a_small_terminal(tmp_path: Path) -> None:
    app = console(everybody(tmp_path / "all", rounds=9).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        heads = place(app).heads.shown.text.split()
        assert heads[-8:] == [str(n) for n in range(1, 9)]
        table = app.desk.format.standings(app.desk.event)[0]
        met = app.desk.format.meetings(app.desk.event)
        assert met is not None
        for id in met.order:
            texts = [met.cells[id, other].text for other in met.order if other != id]
            shown = lines(app)[id].text.replace("_", "").split("×")
            assert all(text in "".join(shown) for text in texts)
        assert len(table.rows) == 8


async def test_an_earlier_round_has_its_own_table(tmp_path: Path) -> None:
    app = console(everybody(tmp_path / "all", rounds=3, left_open=0).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        three = sum(one.text.count("1") for one in lines(app).values())
        await pilot.press("less_than_sign")
        two = sum(one.text.count("1") for one in lines(app).values())
        assert two < three
        assert "after round 2" in text_of(app)


async def test_enter_opens_the_card_and_tables_are_refused_in_words(tmp_path: Path) -> None:
    app = console(everybody(tmp_path / "all").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "down", "c")
        assert "x shows the tables" in text_of(app)
        selected = place(app).body.selected
        await pilot.press("enter")
        await until(pilot, lambda: is_in_front(app, "card"))
        assert front_place(app, "card").state.entrant == selected


async def test_before_the_first_round_the_table_is_empty(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row", rounds=0).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "down", "right", "enter")
        assert app.is_running
    app = console(everybody(tmp_path / "two", players=2, rounds=0).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "down", "right")
        assert "no cross-table" in text_of(app)


@pytest.mark.parametrize("format", ["diagonal", "round_robin"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_hostile_names_keep_the_columns_in_line(
    tmp_path: Path, size: tuple[int, int], format: str
) -> None:
    app = console(hostile_row(tmp_path / "row", format).folder)
    async with app.run_test(size=size) as pilot:
        for key in ("x", "down", "right", "down", "w", "end"):
            await pilot.press(key)
            await pilot.pause()
            assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")
        crosses = {
            cell_len(one.text.partition("×")[0]) for one in lines(app).values() if "×" in one.text
        }
        each = {b - a for a, b in zip(sorted(crosses), sorted(crosses)[1:], strict=False)}
        assert len(each) == 1
        assert max(cell_len(one.text) for one in lines(app).values()) <= size[0]


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_the_band_of_the_diagonal_looks_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    app = console(row(tmp_path / "row", rounds=2).folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("x", *["down"] * 12)
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


@pytest.mark.parametrize("size", SCREENS, ids=lambda s: f"{s[0]}x{s[1]}")
async def test_a_double_round_robin_looks_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    app = console(everybody(tmp_path / "all", rounds=9).folder)
    async with app.run_test(size=size) as pilot:
        await pilot.press("x", "down")
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


async def test_the_table_of_all_against_all_has_the_places(tmp_path: Path) -> None:
    app = console(everybody(tmp_path / "all").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: is_in_front(app, "standings"))
        table = app.desk.format.standings(app.desk.event)[0]
        await pilot.press("x")
        await until(pilot, lambda: "cross-table" in text_of(app))
        texts = text_of(app).splitlines()
        top = next(at for at, text in enumerate(texts) if " Rk" in text)
        end = texts[top].index("Rk") + 2
        rows = texts[top + 1 : top + 1 + len(table.rows)]
        shown = sorted(row[end - 4 : end].strip().rstrip("=") for row in rows)
        assert shown == sorted(str(row.rank) for row in table.rows)
