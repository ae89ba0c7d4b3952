"""Results as the control desk types them: asserted on the event, not on the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from engine.event import Event
from saves.checkpoint import read_saves
from saves.disk import Disk
from saves.store import open_event
from tests.tui.conftest import EventMaker
from tests.tui.places import question_of, text_of, until
from tui.app import TopboardApp
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Confirm, Telling


def results(event: Event, round: int | None = None) -> list[str | None]:
    shown = event.current if round is None else event.round(round)
    assert shown is not None
    return [m.result.text if m.result else None for m in shown.matches]


async def settled(pilot: Pilot[None]) -> PlaceScreen:
    """Every key typed is saved and shown."""
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await pilot.pause()
    place = app.front
    assert isinstance(place, PlaceScreen)
    if not isinstance(app.screen, Confirm | Telling):
        await place.saved()
    await pilot.pause()
    return place


def shows(app: TopboardApp, text: str) -> bool:
    return text in text_of(app)


def console(folder: Path) -> TopboardApp:
    return TopboardApp(folder, "results")


def burst(app: TopboardApp, characters: str) -> None:
    """Keys that arrive faster than any can be dealt with."""
    for character in characters:
        app.post_message(Key("enter" if character == "\r" else character, character))


async def test_three_keys_enter_three_results_and_undo_takes_the_last_back(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "0", "equals_sign")
        await settled(pilot)
        assert results(app.desk.event) == ["1-0", "0-1", "1/2-1/2", None]
        await pilot.press("u")
        place = await settled(pilot)
        assert results(app.desk.event) == ["1-0", "0-1", None, None]
        assert place.body.selected == 3
        await pilot.press("U")
        await settled(pilot)
        assert results(app.desk.event)[2] == "1/2-1/2"
    assert results(open_event(app.desk.store.folder).event)[:3] == ["1-0", "0-1", "1/2-1/2"]


async def test_keys_that_come_in_one_burst_all_arrive_in_order(make_event: EventMaker) -> None:
    app = console(make_event(players=60).folder)
    typed = "10=1+-*0011==1001011=+-0011011"
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, typed)
        await settled(pilot)
        await settled(pilot)
        meaning = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "+": "+/-", "-": "-/+", "*": "-/-"}
        assert results(app.desk.event) == [meaning[c] for c in typed]


@pytest.mark.parametrize("behind", ["", "1", "u"])
async def test_the_save_files_hold_the_last_result_of_a_round(
    make_event: EventMaker, behind: str
) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "10=10=10" + behind)
        await settled(pilot)
        await until(pilot, lambda: written(app.desk.store.folder) == app.desk.event.revision)
        if behind == "u":
            assert results(app.desk.event)[-1] is None
        else:
            assert None not in results(app.desk.event)


def written(folder: Path) -> int:
    """The action that the save files have come to."""
    seal = read_saves(Disk(), folder).whole
    return seal.journal_n if seal else 0


async def test_a_jump_typed_in_one_burst_is_no_result(make_event: EventMaker) -> None:
    app = console(make_event(players=60).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "g10\r1g20\r0")
        await settled(pilot)
        entered = {n: r for n, r in enumerate(results(app.desk.event), start=1) if r}
        assert entered == {10: "1-0", 20: "0-1"}


async def test_pasted_results_stop_at_the_first_thing_that_is_none(make_event: EventMaker) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Paste("1\n0\n=\n\x1b[31m1"))
        place = await settled(pilot)
        assert results(app.desk.event) == ["1-0", "0-1", "1/2-1/2", *[None] * 5]
        assert "3 results were taken" in place.feet.lines[0].text
        assert "\x1b" not in place.feet.lines[0].text


async def test_colours_that_were_reversed_are_corrected(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up")
        await settled(pilot)
        before = app.desk.event.round(1).match(1)
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        after = app.desk.event.round(1).match(1)
        assert after.pair == (before.black, before.white)
        assert after.result is not None
        assert after.result.text == "0-1", "the persons keep their result"


@pytest.mark.parametrize(("key", "absent"), [("+", (1,)), ("-", (0,)), ("*", (0, 1))])
async def test_withdrawing_after_each_forfeit_is_never_done_by_enter(
    make_event: EventMaker, key: str, absent: tuple[int, ...]
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        pair = app.desk.event.round(1).match(1).pair
        burst(app, key)
        await settled(pilot)
        for answer in ("\r", "y"):
            burst(app, "x")
            for at in absent:
                asked = f"Withdraw {app.desk.event.entrant(pair[at]).name}"
                await until(pilot, partial(shows, app, asked))
                burst(app, answer)
            await until(pilot, lambda: not question_of(app))
            await settled(pilot)
            gone = [id for id in pair if app.desk.event.entrant(id).withdrawn]
            assert gone == ([pair[at] for at in absent] if answer == "y" else [])
