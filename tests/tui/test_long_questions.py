"""A question longer than the room for it: its answers are always seen, all of it can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import Withdraw
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tests.tui.test_results_keys import console
from tui.places.results import RESULTS
from tui.places.shape import Perform, Question, question_lines
from tui.screens.dialogs import Confirm

LONG = "\n".join(f"round 7, board {n}: Winner of {n} would be Ashgrove" for n in range(1, 41))
ASKED = Perform(Withdraw("1"), "")


@pytest.mark.parametrize("warning", [False, True])
@pytest.mark.parametrize("width", [24, 40, 79, 159])
def test_the_answers_are_seen_at_every_height_whatever_the_length(
    width: int, warning: bool
) -> None:
    parts = LONG.split("\n")
    for lines in (1, 2, 5, 17, 40):
        question = Question("\n".join(parts[:lines]), ASKED, warning=warning)
        for height in range(1, 60):
            shown = [one.text for one in question_lines(question, width, height)]
            assert len(shown) <= height
            assert "y  yes      enter, esc  no" in " ".join(shown[-2:])


@pytest.mark.parametrize("height", [6, 7, 18, 44])
def test_the_whole_text_can_be_read(height: int) -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8), (80, height + 6))
    question = Question(LONG, ASKED)
    place.state = replace(place.state, questions=(question,))
    read = set()
    for key in ("home", *["down"] * 50):
        place.type(key)
        assert place.question == LONG, "reading answers nothing"
        top = place.state.question_top
        read |= {one.text.strip() for one in question_lines(question, 79, height, top)}
    assert set(LONG.split("\n")) <= read
    place.type("home")
    first = [one.text.strip() for one in question_lines(question, 79, height)]
    assert first[1] == LONG.split("\n")[0]
    assert any(text.startswith("… and") and "↑ ↓" in text for text in first) == (height < 42)
    place.type("escape")
    assert not place.question
    assert place.state.question_top == 0


async def test_a_question_keeps_its_answers_when_the_window_is_made_lower(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 30)) as pilot:
        place = app.here
        place.state = replace(place.state, questions=(Question(LONG[:900], ASKED),))
        place.repaint()
        for height in (30, 24, 12, 9):
            await pilot.resize_terminal(80, height)
            await until(pilot, lambda: app.size.height == height and "esc  no" in text_of(app))  # noqa: B023


@pytest.mark.parametrize("size", [(80, 24), (80, 12), (60, 8), (160, 50)])
async def test_a_dialogs_question_keeps_its_answers(
    make_event: EventMaker, size: tuple[int, int]
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=size) as pilot:
        app.push_screen(Confirm(LONG, warning=True))
        await until(pilot, lambda: "yes" in text_of(app) and "board 1:" in text_of(app))
        assert "esc  no" in text_of(app)
        for _ in range(60):
            await pilot.press("down")
        await until(pilot, lambda: "board 40:" in text_of(app))
        assert "esc  no" in text_of(app)
