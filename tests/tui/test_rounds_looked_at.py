"""An earlier round that is looked at: it stays in front under a dialog, not behind another place,
where results would be typed for it without looking."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import front_place, is_in_front, until
from tui.app import TopboardApp
from tui.keys.commands import commands_of
from tui.places.results import RESULTS
from tui.places.screen import key_line

LOOKED_AT = {"pairings": "viewed", "results": "round", "standings": "after"}
"""By place what its state has of an earlier round; None for the round in play."""


async def at_round(pilot: Pilot[None], place: str, number: int | None) -> None:
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await until(
        pilot,
        lambda: (
            is_in_front(app, place)
            and front_place(app, place).state is not None
            and getattr(front_place(app, place).state, LOOKED_AT[place]) == number
        ),
    )


@pytest.mark.parametrize(
    ("key", "place"), [("f2", "pairings"), ("f3", "results"), ("f4", "standings")]
)
async def test_from_another_place_one_comes_back_to_the_round_in_play(
    make_event: EventMaker, key: str, place: str
) -> None:
    app = TopboardApp(make_event(published=3).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await at_round(pilot, place, None)
        await pilot.press("<", "<")
        await at_round(pilot, place, 1)
        await pilot.press("H")
        await until(pilot, lambda: is_in_front(app, "history"))
        await pilot.press("escape")
        await at_round(pilot, place, 1)
        await pilot.press("f1")
        await until(pilot, lambda: is_in_front(app, "entries"))
        await pilot.press(key)
        await at_round(pilot, place, None)


async def test_a_verification_pass_over_an_earlier_round_goes_on(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(published=2).folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await at_round(pilot, "results", None)
        await pilot.press("<", "v")
        await at_round(pilot, "results", 1)
        await pilot.press("f1")
        await until(pilot, lambda: is_in_front(app, "entries"))
        await pilot.press("f3")
        await at_round(pilot, "results", 1)


def test_the_key_line_of_results_leads_to_the_rounds_that_there_are() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8, 2), (160, 50))

    def offered() -> str:
        shown = place.shown
        commands = (c for c in commands_of("results") if c.short and c.id not in shown.idle)
        return key_line(tuple(commands), 160, tuple(shown.first_keys)).line.text

    assert "< previous" in offered()
    assert "> next" not in offered()
    place.enter("<")
    assert "> next" in offered()
    assert "< previous" not in offered()


@pytest.mark.parametrize("earlier", ["<", "m"])
def test_esc_clears_a_refusal_before_it_leads_anywhere(earlier: str) -> None:
    """The slip behind it would be of the round in play."""
    place = Driver(RESULTS, MemoryDesk.playing(published=3))
    place.enter(earlier)
    stood = place.state
    place.enter("y")
    assert "y is not a result key" in place.message
    place.enter("escape")
    assert not place.message
    assert (place.state.round, place.state.missing_only) == (stood.round, stood.missing_only)
    place.enter("escape")
    assert (place.state.round, place.state.missing_only) == (None, False)
