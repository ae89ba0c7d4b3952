"""Results as the control desk types them: asserted on the event, not on the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from engine.actions import EnterResult, EnterResults, PublishRound
from engine.event import Event
from engine.protocol import ResultForm
from engine.results import parse_game
from saves.store import open_event
from tests.tui.conftest import EventMaker, propose
from tui.app import TopboardApp
from tui.screens.dialogs import Confirm, Telling
from tui.screens.results import Results


def results(event: Event, round: int | None = None) -> list[str | None]:
    shown = event.current if round is None else event.round(round)
    assert shown is not None
    return [m.result.text if m.result else None for m in shown.matches]


async def settled(pilot: Pilot[None]) -> Results:
    """Every key typed is saved and shown."""
    app = pilot.app
    assert isinstance(app, TopboardApp)
    await pilot.pause()
    place = app.front
    assert isinstance(place, Results)
    if not isinstance(app.screen, Confirm | Telling):
        await place.saved()
    await pilot.pause()
    return place


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
        assert results(app.event) == ["1-0", "0-1", "1/2-1/2", None]
        await pilot.press("u")
        place = await settled(pilot)
        assert results(app.event) == ["1-0", "0-1", None, None]
        assert place.body.selected == 3
        await pilot.press("U")
        await settled(pilot)
        assert results(app.event)[2] == "1/2-1/2"
    assert results(open_event(app.store.folder).event)[:3] == ["1-0", "0-1", "1/2-1/2"]


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
        assert results(app.event) == [text, None, None, None]
        assert place.body.selected == 2


@pytest.mark.parametrize("key", [".", ","])
async def test_clear_takes_the_result_off_and_stays(make_event: EventMaker, key: str) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up", key)
        place = await settled(pilot)
        assert results(app.event) == [None] * 4
        assert place.body.selected == 1
        await pilot.press("0")
        await settled(pilot)
        assert results(app.event)[0] == "0-1"


async def test_a_typing_error_in_the_round_in_play_is_overtyped_without_a_question(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "up", "up", "0")
        await settled(pilot)
        assert results(app.event)[:2] == ["0-1", "1-0"]


@pytest.mark.parametrize("key", ["7", "z", "space", "/", "%", "é"])
async def test_a_wrong_key_changes_nothing_and_says_so(make_event: EventMaker, key: str) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        revision = app.event.revision
        await pilot.press(key)
        place = await settled(pilot)
        assert app.event.revision == revision
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
        assert results(app.event)[6] == "1-0"
        await pilot.press("g", *"rez", "enter", "0")
        place = await settled(pilot)
        assert results(app.event)[2] == "0-1", "Řezníkova sits on board 3"
        await pilot.press("g", *"jk", "enter")
        assert "nobody here is called jk" in place.feet.lines[0].text
        await pilot.press("g", "9", "9", "enter")
        await pilot.pause()
        assert "no board 99" in place.feet.lines[0].text
        await pilot.press("g", "5", "escape")
        await pilot.pause()
        assert not place.prompting


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


def foot(place: Results) -> str:
    return " ".join(" ".join(one.text for one in place.feet.lines).split())


async def test_an_overwritten_result_is_said_with_what_stood_there(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("+", "up", "1")
        place = await settled(pilot)
        assert results(app.event)[0] == "1-0"
        assert foot(place) == "board 1: + - becomes 1-0 · u takes it back"
        await pilot.press("u")
        await settled(pilot)
        assert results(app.event)[0] == "+/-"


@pytest.mark.parametrize(("answer", "then"), [("n", "0-1"), ("enter", "0-1"), ("y", "1-0")])
async def test_with_every_board_filled_a_further_key_asks_before_it_overwrites(
    make_event: EventMaker, answer: str, then: str
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "1", "0")
        place = await settled(pilot)
        assert place.body.selected == 4
        await pilot.press("0")
        await settled(pilot)
        assert not isinstance(app.screen, Confirm), "the same again changes nothing"
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        assert app.screen.question.startswith("Board 4 has 0-1: 1-0 instead?")
        await pilot.press("1")
        assert isinstance(app.screen, Confirm), "the key that asked is no answer"
        await pilot.press(answer)
        place = await settled(pilot)
        assert results(app.event)[3] == then
        assert ("0-1 becomes 1-0" in foot(place)) == (answer == "y")


@pytest.mark.parametrize("more", ["000", "...", "-", "0=1+-*5"])
async def test_a_burst_longer_than_the_open_boards_overwrites_nothing(
    make_event: EventMaker, more: str
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "1111" + more)
        await pilot.pause(0.2)
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert results(app.event) == ["1-0"] * 4


async def test_an_adjourned_game_is_not_in(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "a")
        place = await settled(pilot)
        assert "1 of 4 in · 2 missing · 1 adjourned" in place.status.shown.text
        assert "? adjourned" in place.body.lines[1].text
        await pilot.press("1", "1")
        place = await settled(pilot)
        assert "3 of 4 in · 1 adjourned" in place.status.shown.text
        assert foot(place).startswith("3 of 4 results of round 1 are in, board 2 adjourned")
        assert "all" not in foot(place)
        await pilot.press("m")
        place = await settled(pilot)
        assert [one.key for one in place.body.lines] == [2]
        await pilot.press("0")
        place = await settled(pilot)
        assert results(app.event)[1] == "0-1", "awaited: nothing is asked"
        assert "all in" in place.status.shown.text


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
        assert results(app.event) == [meaning[c] for c in typed]


async def test_a_jump_typed_in_one_burst_is_no_result(make_event: EventMaker) -> None:
    app = console(make_event(players=60).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "g10\r1g20\r0")
        await settled(pilot)
        entered = {n: r for n, r in enumerate(results(app.event), start=1) if r}
        assert entered == {10: "1-0", 20: "0-1"}


async def test_pasted_results_stop_at_the_first_thing_that_is_none(make_event: EventMaker) -> None:
    app = console(make_event(players=16).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Paste("1\n0\n=\n\x1b[31m1"))
        place = await settled(pilot)
        assert results(app.event) == ["1-0", "0-1", "1/2-1/2", *[None] * 5]
        assert "3 results were taken" in place.feet.lines[0].text
        assert "\x1b" not in place.feet.lines[0].text


async def test_a_paste_never_overwrites_and_a_huge_one_is_refused(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Paste("1" * 1_000_000))
        await settled(pilot)
        assert results(app.event) == [None] * 4
        app.post_message(Paste("1111000"))
        await settled(pilot)
        assert results(app.event) == ["1-0"] * 4


async def test_another_desks_result_shows_within_half_a_second(make_event: EventMaker) -> None:
    store = make_event()
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        other = open_event(store.folder, session="other")
        other.do(EnterResult(3, "1/2-1/2"))
        await pilot.pause(0.5)
        place = app.front
        assert isinstance(place, Results)
        assert "½-½" in place.body.lines[2].text


async def conflicting(pilot: Pilot[None], app: TopboardApp, wait: float = 0) -> None:
    """Somebody else enters board 1 just before the key."""
    other = open_event(app.store.folder, session="other")
    other.do(EnterResult(1, "1-0"))
    await pilot.pause(wait)
    await pilot.press("0")
    await pilot.pause(0.3)


@pytest.mark.parametrize("seen_for", [0, 0.4])
@pytest.mark.parametrize("key", ["enter", "escape", "n"])
async def test_a_board_set_at_another_desk_keeps_theirs_by_enter_and_esc(
    make_event: EventMaker, key: str, seen_for: float
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await conflicting(pilot, app, seen_for)
        assert isinstance(app.screen, Confirm)
        assert "Board 1 was set to 1-0" in app.screen.question
        await pilot.press(key)
        place = await settled(pilot)
        assert results(app.event)[0] == "1-0"
        assert place.body.selected == 2, "on to the next open board"


async def test_a_board_set_at_another_desk_is_overwritten_by_y_alone(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await conflicting(pilot, app)
        await pilot.press("x", "y")
        await settled(pilot)
        assert results(app.event)[0] == "0-1"


async def test_at_a_conflict_of_two_desks_both_are_shown_as_they_stand(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await conflicting(pilot, app)
        place = app.front
        assert isinstance(place, Results)
        assert "1-0" in place.body.lines[0].text, "the list behind the question"
        assert "1 of 4 in" in place.status.shown.text
        await pilot.press("n")
        place = await settled(pilot)
        assert place.feet.lines[0].text.startswith(" last: 1 1-0 ")
        assert "(you)" not in place.feet.lines[0].text


async def test_a_result_that_cannot_be_saved_is_marked_and_stops_what_follows(
    make_event: EventMaker,
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        app.store.read_only = "the disk is full"
        await pilot.press("1", "0")
        place = await settled(pilot)
        assert results(app.event) == [None] * 4
        assert "NOT SAVED" in place.body.lines[0].text
        told = " ".join(" ".join(one.text for one in place.feet.lines).split())
        assert told.startswith("! NOT SAVED: board 1")
        assert "the disk is full" in told
        app.store.read_only = ""
        await pilot.press("g", "1", "enter", "1", "0")
        await settled(pilot)
        assert results(app.event)[:2] == ["1-0", "0-1"]
        assert "NOT SAVED" not in place.body.lines[0].text


async def test_an_earlier_round_asks_and_says_what_depends_on_it(make_event: EventMaker) -> None:
    app = console(make_event(published=3).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "[", "0")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        assert "Rounds 2 to 3 stay as drawn" in app.screen.question
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.event, 1)[0] == "1-0"
        await pilot.press("0")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        assert results(app.event, 1)[0] == "0-1"
        assert results(app.event, 3) == [None] * 4
        await pilot.press("]", "]", "1")
        await settled(pilot)
        assert results(app.event, 3)[0] == "1-0"


async def test_the_same_result_of_an_earlier_round_asks_nothing_and_changes_nothing(
    make_event: EventMaker,
) -> None:
    app = console(make_event(published=2).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.event.revision
        await pilot.press("[", "1")
        place = await settled(pilot)
        assert not isinstance(app.screen, Confirm)
        assert foot(place) == "round 1, board 1 is 1-0 already: not changed"
        assert app.event.revision == before


async def test_a_list_of_results_is_told_once_as_so_many_boards(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    store.do(EnterResults(((3, "1-0"), (4, "1-0"))))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        told = foot(await settled(pilot))
        assert told.startswith("last: 2 boards, ")
        assert told.count("boards") == 1


async def test_after_the_last_round_the_final_standings_come_next(make_event: EventMaker) -> None:
    app = console(make_event(players=16, published=6).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"1111")
        await pilot.press(*"1111")
        told = foot(await settled(pilot))
        assert told == "all results of round 6 are in: F4 final standings"


async def test_colours_that_were_reversed_are_corrected(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up")
        await settled(pilot)
        before = app.event.round(1).match(1)
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        after = app.event.round(1).match(1)
        assert after.pair == (before.black, before.white)
        assert after.result is not None
        assert after.result.text == "0-1", "the persons keep their result"


async def test_what_is_missing_can_be_adjourned_after_a_question(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await settled(pilot)
        await pilot.press("A")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        assert results(app.event) == ["1-0", "?", "?", "?"]


async def test_whoever_forfeits_can_be_withdrawn(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "up", "+")
        place = await settled(pilot)
        black = app.event.round(1).match(1).black
        assert place.body.selected == 2, "nothing was asked, and the next board is selected"
        assert f"x withdraws {app.event.entrant(black).name}" in place.feet.lines[0].text
        await pilot.press("x")
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert app.event.entrant(black).withdrawn
        assert sum(e.withdrawn for e in app.event.entrants) == 1


async def test_the_status_line_counts_and_the_foot_says_who(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "=")
        place = await settled(pilot)
        assert "2 of 4 in · 2 missing" in place.status.shown.text
        assert place.feet.lines[0].text.startswith(" last: 2 ½-½ (you) · 1 1-0 (you)")


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
        assert results(app.event) == ["0-1", "1-0", None, None]
        assert "unknown result '9'" in place.feet.lines[0].text
        assert place.body.selected == 3


async def test_the_second_scheme_of_keys(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        (await settled(pilot)).second_scheme = True
        await pilot.press("1", "2", "3")
        await settled(pilot)
        assert results(app.event) == ["1-0", "1/2-1/2", "0-1", None]
        await pilot.press("up", "0")
        await settled(pilot)
        assert results(app.event)[2] is None


async def test_the_last_result_says_what_comes_next(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "1", "0")
        place = await settled(pilot)
        assert results(app.event) == ["1-0", "1-0", "1-0", "0-1"]
        assert "all results of round 1 are in" in place.feet.lines[0].text


async def test_each_round_starts_at_its_first_open_board_whoever_published_it(
    make_event: EventMaker,
) -> None:
    store = make_event(players=60)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 30))))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        assert place.body.selected == 30, "the first that is open"
        await pilot.press("1")
        propose(app.store)
        await pilot.press("f2", "P")
        await pilot.pause()
        burst(app, "y")
        await pilot.pause(0.2)
        await pilot.press("f3", "1", "0")
        place = await settled(pilot)
        assert results(app.event)[:3] == ["1-0", "0-1", None]
        assert results(app.event)[29] is None
        assert (place.body.selected, place.body.scroll_offset.y) == (3, 0)
        await pilot.press("end")
        other = open_event(store.folder, session="other")
        other.do(EnterResults(tuple((b, "1-0") for b in range(3, 31))))
        propose(other)
        other.do(PublishRound(3, insist=True))
        await pilot.pause(0.4)
        await pilot.press("=")
        await settled(pilot)
        assert results(app.event, 3)[:2] == ["1/2-1/2", None]
        assert results(app.event, 2)[29] == "1-0"


async def test_a_key_that_comes_before_the_new_rounds_picture_is_for_its_first_board(
    make_event: EventMaker,
) -> None:
    store = make_event(players=60, proposal=True)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "f2", "P")
        await pilot.pause()
        await pilot.press("y")
        while app.event.proposal is not None:
            await pilot.pause(0.02)
        app.post_message(Key("f3", None))
        while not isinstance(app.screen, Results):
            await asyncio.sleep(0)
        burst(app, "10")
        await pilot.pause(0.1)
        await settled(pilot)
        assert results(app.event, 2)[:3] == ["1-0", "0-1", None]
        assert results(app.event, 2)[29] is None
