"""A knockout of teams is told in the words of teams, wherever it is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.refusal import Refused
from saves.pages import whole_page
from saves.store import Store
from saves.text_tables import round_text
from saves.trf_write import write_trf
from tests.tui.cups import cup, teams_cup
from tests.tui.desk_cli import CommandLine
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.projector.contents import contents
from tui.screens.dialogs import Telling

OF_PLAYERS = ("White", "Black", "Pts", "Points", "Rating", "olour")
KINDS = (
    pytest.param({"score": "imps", "members": False}, id="imps"),
    pytest.param({"games": 3, "format": "double_knockout"}, id="members"),
)


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return teams_cup(tmp_path, **request.param)


def words_of_players(shown: str) -> list[str]:
    return [word for word in OF_PLAYERS if word in shown]


async def test_every_place_says_home_and_away_and_nothing_of_colours(store: Store) -> None:
    app = TopboardApp(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key, wanted in (
            ("f2", ("Home", "Away")),
            ("f3", ("Home", "Away")),
            ("f4", ("Won", "Lost")),
            ("f5", ("Winners" if "double" in store.event.format else "Quarter-finals",)),
            ("f1", ("Seed",)),
        ):
            await pilot.press(key)
            await until(pilot, lambda: all(word in text_of(app) for word in wanted))  # noqa: B023
            assert words_of_players(text_of(app)) == [], key
        await pilot.press("f4", "enter")
        await until(pilot, lambda: "a team's card" in text_of(app))
        assert words_of_players(text_of(app)) == []
        assert re.search(r"won (41-20|2-0)|lost (20-41|0-2)", text_of(app))


async def test_the_correction_asks_for_home_and_away(tmp_path: Path) -> None:
    app = TopboardApp(teams_cup(tmp_path, score="imps").folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "wrong team: home was not " in text_of(app)
        assert words_of_players(text_of(app)) == []


def test_pages_and_sheets_say_home_and_away(store: Store) -> None:
    event, format = store.event, store.format
    text = round_text(event, format)
    page = re.sub(r"<style>.*?</style>", "", whole_page(event, format), flags=re.DOTALL)
    for shown in (text, page):
        assert "Home" in shown
        assert "Away" in shown
        assert words_of_players(shown) == []
        assert re.search(r"\b16\+(21|2)\b", shown), "the first seed's net against the last"


def test_the_hall_sees_home_and_away(store: Store) -> None:
    for name in ("names", "boards", "standings"):
        for content in contents(store.event, store.format, name):
            assert words_of_players(" ".join(c.name for c in content.columns)) == []
            assert words_of_players(" ".join(" ".join(row.cells) for row in content.rows)) == []
    (welcome,) = contents(store.event, store.format, "welcome")
    assert any("16 teams" in line for line in welcome.banner)


def test_the_command_line_says_home_and_away(store: Store, topboard: CommandLine) -> None:
    told = topboard.done("round", store.folder)
    assert "Home" in told
    assert "Away" in told
    assert words_of_players(told) == []
    table = topboard.done("standings", store.folder)
    assert "Won" in table
    assert words_of_players(table) == []


def test_a_file_for_single_players_is_refused(store: Store) -> None:
    with pytest.raises(Refused, match="TRF is for single players"):
        write_trf(store.event, store.format)


async def test_a_knockout_of_players_keeps_its_colours(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 8, 2).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key in ("f2", "f3"):
            await pilot.press(key)
            await until(pilot, lambda: "White" in text_of(app))
            assert "Black" in text_of(app)
        await pilot.press("f5")
        await until(pilot, lambda: "White above" in text_of(app))
