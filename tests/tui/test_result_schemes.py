"""The two schemes of result keys: changed at the console, begun with by the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.refusal import Refused
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tests.tui.test_results_keys import burst, console, results, settled
from tui import app as console_module
from tui.app import TopboardApp
from tui.commands.own_files import config_file
from tui.places.results import RESULTS
from tui.settings import user_settings


def configured(text: str) -> Path:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


async def test_a_key_changes_the_scheme_and_back(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "1 White  0 Black  = draw" in text_of(app)
        burst(app, "K123")
        await settled(pilot)
        await until(pilot, lambda: "1 White  3 Black  2 draw" in text_of(app))
        assert "0 clear" in text_of(app)
        assert results(app.desk.event) == ["1-0", "1/2-1/2", "0-1", None]
        burst(app, "K0")
        await settled(pilot)
        assert "1 White  0 Black  = draw" in text_of(app)
        assert results(app.desk.event) == ["1-0", "1/2-1/2", "0-1", "0-1"]


def test_the_keys_named_are_those_of_the_board_in_front() -> None:
    """A draw of a cup needs its tie-break behind it, and 0 and 2 begin a line there."""
    swiss = Driver(RESULTS, MemoryDesk.playing(8))
    swiss.enter("K")
    assert swiss.message == ("result keys: 1 White, 3 Black, 2 draw, 0 clear; K changes them back")
    cup = Driver(RESULTS, MemoryDesk.playing(8, format="knockout"))
    cup.enter("K")
    assert cup.message == (
        "result keys: 1 White, 3 Black, = tie, e.g. = white rapid; K changes them back"
    )


def test_no_match_with_a_line_up_is_looked_for_where_single_players_play() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("l")
    assert place.message == "there are no teams of players here"
    teams = Driver(RESULTS, MemoryDesk.created("team_swiss"))
    teams.enter("l")
    assert teams.message == "no round is published, so there is no match to line up for"


def test_the_configuration_begins_with_the_second_scheme(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured('result_keys = "second"\n')
    begun: list[bool] = []
    monkeypatch.setattr(TopboardApp, "run", lambda app: begun.append(app.second_scheme))
    console_module.run(make_event().folder)
    assert begun == [True]


def test_without_a_configuration_it_is_the_first() -> None:
    assert not user_settings().second_scheme


@pytest.mark.parametrize("wrong", ['"third"', "2", '["second"]'])
def test_another_scheme_is_refused_with_the_file(wrong: str) -> None:
    file = configured(f"result_keys = {wrong}\n")
    with pytest.raises(Refused, match="result_keys names one of the two schemes") as refused:
        user_settings()
    assert refused.value.where == str(file)
