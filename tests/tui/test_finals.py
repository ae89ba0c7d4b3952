"""Places in the finals declined, play-offs entered: by key, and by command."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.protocol import declinable
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.desk_cli import DATA, JUNIORS, CommandLine
from tests.tui.places import question_of, text_of, until
from tui.app import TopboardApp
from tui.screens.dialogs import AskLine, Telling
from tui.screens.finals_dialog import decline_question

FIRST, LEVEL = ("17", "14"), ("13", "11")


@pytest.fixture
def ended(tmp_path: Path, topboard: CommandLine) -> Path:
    """A repechage that is played; T13 and T11 are level for the last place, nothing entered."""
    folder = Path(shutil.copytree(DATA / "old_repechage", tmp_path / "ended"))
    topboard.done("undo", folder, 59)
    return folder


def going(topboard: CommandLine, event: Path, to: str) -> list[str]:
    return [q["id"] for q in topboard.asked("standings", event)["qualified"] if q["to"] == to]


def test_a_place_is_declined_by_command_and_taken_back(topboard: CommandLine, ended: Path) -> None:
    assert going(topboard, ended, "National Final") == list(FIRST)
    assert "to the National Final: T14, T18" in topboard.done("decline", ended, "17")
    assert going(topboard, ended, "National Final") == ["14", "18"]
    assert going(topboard, ended, "Regional Final")[0] == "17"
    topboard.done("undo", ended)
    assert going(topboard, ended, "National Final") == list(FIRST)
    assert "T23 has no place to decline" in topboard.refused("decline", ended, "23")


async def test_a_format_without_finals_promises_none(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        reason = "nobody goes on from this format to the final of another event"
        await until(pilot, lambda: reason in text_of(app))


def test_the_question_says_who_takes_a_place_that_is_declined(
    topboard: CommandLine, ended: Path
) -> None:
    """Only the upper half of the Swiss may (5.3); after that the place stays empty."""
    asked = []
    while True:
        store = open_event(ended)
        first, to = next(iter(declinable(store.format, store.event).items()))
        if to != "National Final":
            break
        asked.append(decline_question(store.event, store.format, first, to).splitlines()[1:])
        topboard.done("decline", ended, first)
    assert asked[0] == ["T18 takes it.", "T17 then has a place in the Regional Final."]
    assert asked[-1][0] == asked[-2][0] == "It stays empty: nobody is left who may take it."
    assert going(topboard, ended, "National Final") == []


def test_a_play_off_is_entered_by_command(topboard: CommandLine, ended: Path) -> None:
    assert "T13 and T11 are level" in " ".join(topboard.asked("status", ended)["notes"])
    topboard.done("playoff", ended, "11", "13", "12-12 3-1")
    assert going(topboard, ended, "Regional Final")[-1] == "11"
    assert "level" not in " ".join(topboard.asked("status", ended)["notes"])
    assert "--replace" in topboard.refused("playoff", ended, "13", "11", "20-1")
    topboard.done("playoff", ended, "13", "11", "20-1", "--replace")
    assert going(topboard, ended, "Regional Final")[-1] == "13"
    assert "not level" in topboard.refused("playoff", ended, "17", "14", "20-1")
    assert "is a tie" in topboard.refused("playoff", ended, "13", "11", "5-5", "--replace")


def test_where_no_final_follows_the_commands_say_so(topboard: CommandLine, tmp_path: Path) -> None:
    """Not that places are to come: none are given at the end."""
    folder = tmp_path / "swiss"
    topboard.done("new", folder, "--format", "kjca", "--entries", JUNIORS)
    reason = "nobody goes on from this format to the final of another event"
    assert reason in topboard.refused("decline", folder, "1")
    assert reason in topboard.refused("playoff", folder, "1", "2", "12-9")


@pytest.mark.parametrize("place", ["standings", "bracket"])
async def test_by_keys_in_standings_and_bracket(ended: Path, place: str) -> None:
    app = TopboardApp(open_event(ended).folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "T17" in text_of(app))
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "T17" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: question_of(app))
        assert "T17 declines its place in the National Final" in text_of(app)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("enter")  # an empty line closes
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press(*"5-5", "enter")
        await until(pilot, lambda: "is a tie" in text_of(app))
        await pilot.press(*" 0-2", "enter")
        await until(pilot, lambda: isinstance(app.screen, Telling) and "5-5 0-2" in text_of(app))
        await pilot.press("escape")
    event = open_event(ended).event
    assert [c.chooser for c in event.choices if c.stage == "National Final"] == ["17"]
    assert (event.adjustments[-1].entrant, event.adjustments[-1].over) == ("11", "13")
