"""Results as the control desk types them: asserted on the event, not on the screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from engine.actions import EnterResult
from engine.event import Event
from engine.protocol import ResultForm
from engine.results import parse_game
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


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("5", "1/2-1/2"),
        ("+", "+/-"),
        ("-", "-/+"),
        ("*", "-/-"),
        ("a", "?"),
    ],
)
async def test_each_key_of_the_default_scheme(make_event: EventMaker, key: str, text: str) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        place = await settled(pilot)
        assert results(app.desk.event) == [text, None, None, None]
        assert place.body.selected == 2


@pytest.mark.parametrize("key", [".", ","])
async def test_clear_takes_the_result_off_and_stays(make_event: EventMaker, key: str) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up", key)
        place = await settled(pilot)
        assert results(app.desk.event) == [None] * 4
        assert place.body.selected == 1
        await pilot.press("0")
        await settled(pilot)
        assert results(app.desk.event)[0] == "0-1"


async def test_a_typing_error_in_the_round_in_play_is_overtyped_without_a_question(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "up", "up", "0")
        await settled(pilot)
        assert results(app.desk.event)[:2] == ["0-1", "1-0"]


@pytest.mark.parametrize("key", ["7", "z", "space", "/", "%", "é"])
async def test_a_wrong_key_changes_nothing_and_says_so(make_event: EventMaker, key: str) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        revision = app.desk.event.revision
        await pilot.press(key)
        place = await settled(pilot)
        assert app.desk.event.revision == revision
        assert place.body.selected == 1
        assert "nothing was changed" in place.feet.lines[0].text


async def test_the_next_open_board_is_selected_over_those_that_are_in(
    make_event: EventMaker,
) -> None:
    store = make_event()
    store.do(EnterResult(2, "1-0"))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        assert (await settled(pilot)).body.selected == 3
        await pilot.press("down", "1")
        assert (await settled(pilot)).body.selected == 3, "back to the one that was passed over"


async def test_going_to_a_board_by_number_and_to_a_name_without_its_accents(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "7", "enter", "1")
        await settled(pilot)
        assert results(app.desk.event)[6] == "1-0"
        await pilot.press("g", *"rez", "enter", "0")
        place = await settled(pilot)
        assert results(app.desk.event)[2] == "0-1", "Řezníkova sits on board 3"
        await pilot.press("g", *"jk", "enter")
        assert "nobody here is called jk" in place.feet.lines[0].text
        await pilot.press("g", "9", "9", "enter")
        await pilot.pause()
        assert "no board 99" in place.feet.lines[0].text
        await pilot.press("g", "5", "escape")
        await pilot.pause()
        assert not place.prompting


@pytest.mark.parametrize("name", ["  rez ", "hugh cel", "Celikkan, H", "çelik hugh "])
async def test_a_name_is_gone_to_by_its_words_in_any_order(
    make_event: EventMaker, name: str
) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "g", *name, "enter")
        place = await settled(pilot)
        wanted = "Řezníkova" if "rez" in name else "Çelikkan"
        selected = place.body.selected
        assert isinstance(selected, int)
        pair = app.desk.event.round(1).match(selected).pair
        assert any(wanted in app.desk.event.entrant(id).name for id in pair)


async def test_a_jump_that_is_dropped_or_finds_nobody_leaves_the_board_selected(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "m", "g", *"rez")
        place = await settled(pilot)
        assert place.body.selected == 3
        await pilot.press("escape")
        await pilot.pause()
        assert place.body.selected == 2
        assert "MISSING ONLY" in place.status.shown.text
        await pilot.press("g", *"rezx", "enter")
        await pilot.pause()
        assert "nobody here is called rezx" in place.feet.lines[0].text
        await pilot.press("0")
        await settled(pilot)
        assert results(app.desk.event)[:3] == ["1-0", "0-1", None]


async def test_n_finds_the_next_player_of_that_name(make_event: EventMaker) -> None:
    app = console(make_event(players=12).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", *"hugh", "enter")
        place = await settled(pilot)
        first = place.body.selected
        await pilot.press("n")
        await settled(pilot)
        assert first is not None
        assert place.body.selected not in (None, first)


async def test_missing_only_lists_open_boards_and_reaching_for_another_shows_all(
    make_event: EventMaker,
) -> None:
    store = make_event()
    store.do(EnterResult(2, "1-0"))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        place = await settled(pilot)
        assert [one.key for one in place.body.lines] == [1, 3, 4]
        await pilot.press("1")
        await settled(pilot)
        assert [one.key for one in place.body.lines] == [3, 4]
        await pilot.press("g", "2", "enter")
        await settled(pilot)
        assert place.body.selected == 2


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


async def test_a_paste_never_overwrites_and_a_huge_one_is_refused(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Paste("1" * 1_000_000))
        await settled(pilot)
        assert results(app.desk.event) == [None] * 4
        app.post_message(Paste("1111000"))
        await settled(pilot)
        assert results(app.desk.event) == ["1-0"] * 4


async def test_a_result_that_cannot_be_saved_is_marked_and_stops_what_follows(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.desk.store.read_only = "the disk is full"
        await pilot.press("1", "0")
        place = await settled(pilot)
        assert results(app.desk.event) == [None] * 4
        assert "NOT SAVED" in place.body.lines[0].text
        told = " ".join(" ".join(one.text for one in place.feet.lines).split())
        assert told.startswith("! NOT SAVED: board 1")
        assert "the disk is full" in told
        app.desk.store.read_only = ""
        await pilot.press("g", "1", "enter", "1", "0")
        await settled(pilot)
        assert results(app.desk.event)[:2] == ["1-0", "0-1"]
        assert "NOT SAVED" not in place.body.lines[0].text


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


async def test_what_is_missing_can_be_adjourned_after_a_question(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await settled(pilot)
        await pilot.press("A")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: results(app.desk.event) == ["1-0", "?", "?", "?"])


async def test_whoever_forfeits_can_be_withdrawn(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up", "+")
        place = await settled(pilot)
        black = app.desk.event.round(1).match(1).black
        assert place.body.selected == 2, "nothing was asked, and the next board is selected"
        assert f"x withdraws {app.desk.event.entrant(black).name}" in place.feet.lines[0].text
        await pilot.press("x")
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert app.desk.event.entrant(black).withdrawn
        assert sum(e.withdrawn for e in app.desk.event.entrants) == 1


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


async def test_a_result_that_is_a_line_opens_the_entry_line_with_its_first_digit(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = ResultForm("line", parse_game, (), "1-0")
    monkeypatch.setattr("tests.tui.small.Small.result_form", lambda self, match: form)
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "0-1\r1-0\r9\r")
        await settled(pilot)
        place = await settled(pilot)
        assert results(app.desk.event) == ["0-1", "1-0", None, None]
        assert "unknown result '9'" in place.feet.lines[0].text
        assert place.body.selected == 3


async def test_the_second_scheme_of_keys(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.desk.second_scheme = True
        await pilot.press("1", "2", "3")
        await settled(pilot)
        assert results(app.desk.event) == ["1-0", "1/2-1/2", "0-1", None]
        await pilot.press("up", "0")
        await settled(pilot)
        assert results(app.desk.event)[2] is None


@pytest.mark.parametrize("keys", ["N", "g\r"])
async def test_the_next_missing_board_is_a_key_away(make_event: EventMaker, keys: str) -> None:
    store = make_event(players=16)
    for board in (1, 2, 4, 5):
        store.do(EnterResult(board, "1-0"))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        assert place.body.selected == 3
        found = []
        for _ in range(4):
            burst(app, keys)
            found.append((await settled(pilot)).body.selected)
        assert found == [6, 7, 8, 3], "over those that are in, and round to the first"
        burst(app, "0" + keys)
        assert (await settled(pilot)).body.selected == 7, "the result went on to 6 by itself"


async def test_with_one_board_left_there_is_no_next_missing(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "111N")
        place = await settled(pilot)
        assert place.body.selected == 4
        assert "no other one" in text_of(app)


@pytest.mark.parametrize(("second", "key", "meant"), [(False, "end", "1"), (True, "pagedown", "3")])
async def test_a_keypad_without_numlock_is_told_in_words(
    make_event: EventMaker, second: bool, key: str, meant: str
) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.desk.second_scheme = second
        for pressed in ("insert", "delete", "kp_begin"):
            await pilot.press(pressed)
            await until(pilot, lambda: "NumLock is off: the keypad sends no digits" in text_of(app))
            await pilot.press("escape")
        await pilot.press(key)
        await until(pilot, lambda: f"if {meant} was meant, NumLock is off" in text_of(app))
        assert results(app.desk.event) == [None] * 8
