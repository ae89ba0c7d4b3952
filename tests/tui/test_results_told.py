"""Results round by round: where it starts, what it counts, what it asks and says."""

from __future__ import annotations

import asyncio
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key

from engine.actions import (
    AddEntrant,
    CorrectBoard,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
    SetBye,
    TurnBoard,
    Withdraw,
)
from engine.entrants import Entrant
from engine.event import Event
from engine.log import LoggedAction
from engine.next_draw import next_draw
from engine.results import GameResult
from engine.waiting import left_open
from saves.cells import text_width, wrapped
from saves.journal import action_of
from saves.presence import Present
from saves.store import open_event
from tests.playing import play, propose, publish
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import (
    heard,
    question_of,
    text_of,
    until,
)
from tests.tui.small import Small
from tests.tui.test_results_keys import burst, console, results, settled
from tui.app import TopboardApp, results_back
from tui.desk import with_others
from tui.places.bracket.keys import BRACKET
from tui.places.result_entry import Typed, earlier_question, saved_text
from tui.places.result_words import all_in_text
from tui.places.results import RESULTS
from tui.places.results.picture import picture
from tui.places.results.state import ResultsState, settle
from tui.places.screen import PlaceScreen, state_line
from tui.places.shape import DeskView, PlaceKind


def foot(place: PlaceScreen) -> str:
    return " ".join(" ".join(one.text for one in place.feet.lines).split())


async def test_an_overwritten_result_is_said_with_what_stood_there(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("+", "up", "1")
        place = await settled(pilot)
        assert results(app.desk.event)[0] == "1-0"
        assert foot(place) == "board 1: + - became 1-0 · u undoes it"
        await pilot.press("u")
        await settled(pilot)
        assert results(app.desk.event)[0] == "+/-"


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
        assert not question_of(app), "the same again changes nothing"
        assert foot(place) == "board 4 is 0-1 already: not changed"
        await pilot.press("1")
        await pilot.pause()
        assert question_of(app)
        assert question_of(app).startswith("Board 4 has 0-1: 1-0 instead?")
        await pilot.press("1")
        assert question_of(app), "the key that asked is no answer"
        await pilot.press(answer)
        place = await settled(pilot)
        assert results(app.desk.event)[3] == then
        assert ("0-1 became 1-0" in foot(place)) == (answer == "y")


@pytest.mark.parametrize("more", ["000", "...", "-", "0=1+-*5"])
async def test_a_burst_longer_than_the_open_boards_overwrites_nothing(
    make_event: EventMaker, more: str
) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        burst(app, "1111" + more)
        await until(pilot, lambda: results(app.desk.event) == ["1-0"] * 4)
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert results(app.desk.event) == ["1-0"] * 4


async def test_an_adjourned_game_is_not_in(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "a")
        place = await settled(pilot)
        assert re.search("1/4 .* 2 missing · 1 adjourned", place.status.shown.text)
        assert "? adjourned" in place.body.lines[1].text
        await pilot.press("1", "1")
        place = await settled(pilot)
        assert re.search("3/4 .* 1 adjourned", place.status.shown.text)
        assert foot(place).startswith("3 of 4 results of round 1 are in, board 2 adjourned")
        assert "all" not in foot(place)
        await pilot.press("m")
        place = await settled(pilot)
        assert [one.key for one in place.body.lines] == [2]
        await pilot.press("0")
        place = await settled(pilot)
        assert results(app.desk.event)[1] == "0-1", "awaited: nothing is asked"
        await pilot.press("1")
        assert "m shows all boards" in foot(await settled(pilot))
        assert "all in" in place.status.shown.text


async def test_all_in_reminds_of_a_game_adjourned_in_an_earlier_round(
    make_event: EventMaker,
) -> None:
    store = make_event(published=2)
    store.do(EnterResults(((3, "?"),), round=1, replace=True, insist=True))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "1", "1")
        place = await settled(pilot)
        told = foot(place)
        assert "all results of round 2 are in" in told
        assert "round 1, board 3 is adjourned" in told


async def test_an_earlier_round_asks_and_says_what_depends_on_it(make_event: EventMaker) -> None:
    app = console(make_event(published=3).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("[", "[", "0")
        await pilot.pause()
        assert question_of(app)
        assert "Rounds 2 and 3 stay as they were drawn; the standings" in question_of(app)
        await pilot.press("enter")
        await settled(pilot)
        assert results(app.desk.event, 1)[0] == "1-0"
        await pilot.press("0")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        assert results(app.desk.event, 1)[0] == "0-1"
        assert results(app.desk.event, 3) == [None] * 4
        await pilot.press("]", "]", "1")
        await settled(pilot)
        assert results(app.desk.event, 3)[0] == "1-0"


async def test_the_same_result_of_an_earlier_round_asks_nothing_and_changes_nothing(
    make_event: EventMaker,
) -> None:
    app = console(make_event(published=2).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.desk.event.revision
        await pilot.press("[", "1")
        place = await settled(pilot)
        assert not question_of(app)
        assert foot(place) == "round 1, board 1 is 1-0 already: not changed"
        assert app.desk.event.revision == before


async def test_a_list_of_results_is_told_once_as_so_many_results(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    store.do(EnterResults(((3, "1-0"), (4, "1-0"))))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        told = foot(await settled(pilot))
        assert told.startswith("last: 2 results, ")
        assert told.count("results") == 1


async def test_after_the_last_round_the_final_standings_come_next(make_event: EventMaker) -> None:
    app = console(make_event(players=16, published=6).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"1111")
        await pilot.press(*"1111")
        told = foot(await settled(pilot))
        assert told == "all results of round 6 are in: F4 final standings"


async def test_the_status_line_counts_and_the_foot_says_who(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "=")
        place = await settled(pilot)
        assert re.search("2/4 .* 2 missing", place.status.shown.text)
        assert place.feet.lines[0].text.startswith(" last: 2 ½-½ (you) · 1 1-0 (you)")


async def test_the_last_result_says_what_comes_next(make_event: EventMaker) -> None:
    app = console(make_event().folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "1", "0")
        place = await settled(pilot)
        assert results(app.desk.event) == ["1-0", "1-0", "1-0", "0-1"]
        assert "all results of round 1 are in" in place.feet.lines[0].text


async def test_results_from_before_a_restore_are_none_of_the_last(make_event: EventMaker) -> None:
    """They stand no more, or were entered before others that do."""
    store = make_event(published=2)
    point = store.points()[-1].name
    store.do(EnterResults(((1, "1-0"), (2, "0-1"))))
    store.do(EnterResult(3, "1-0"))
    store.restore(point)
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        assert "last: " not in foot(place)


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
        propose(app.desk.store)
        await pilot.press("f2", "P")
        await pilot.pause()
        burst(app, "y")
        await until(pilot, lambda: app.desk.event.proposal is None)
        await pilot.press("f3", "1", "0")
        place = await settled(pilot)
        assert results(app.desk.event)[:3] == ["1-0", "0-1", None]
        assert results(app.desk.event)[29] is None
        assert foot(place) == "last: 2 0-1 (you) · 1 1-0 (you)", "of this round alone"
        assert (place.body.selected, place.body.scroll_offset.y) == (3, 0)
        await pilot.press("end")
        other = open_event(store.folder, session="other")
        other.do(EnterResults(tuple((b, "1-0") for b in range(3, 31))))
        propose(other)
        other.do(PublishRound(3, insist=True))
        await heard(pilot, other)
        await pilot.press("=")
        await settled(pilot)
        assert results(app.desk.event, 3)[:2] == ["1/2-1/2", None]
        assert results(app.desk.event, 2)[29] == "1-0"


async def test_a_key_that_comes_before_the_new_rounds_picture_is_for_its_first_board(
    make_event: EventMaker,
) -> None:
    store = make_event(players=60, proposal=True)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "f2", "P")
        await pilot.pause()
        await pilot.press("y")
        while app.desk.event.proposal is not None:
            await pilot.pause(0.02)
        app.post_message(Key("f3", None))
        while not isinstance(app.screen, PlaceScreen):
            await asyncio.sleep(0)
        burst(app, "10")
        await until(pilot, lambda: None not in results(app.desk.event, 2)[:2])
        await settled(pilot)
        assert results(app.desk.event, 2)[:3] == ["1-0", "0-1", None]
        assert results(app.desk.event, 2)[29] is None


async def test_a_round_published_again_starts_at_its_first_board_too(
    make_event: EventMaker,
) -> None:
    store = make_event(players=60, proposal=True)
    store.do(PublishRound(2, insist=True))
    app = console(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "f4")
        await pilot.pause()
        store.undo()
        store.do(TurnBoard(1))
        store.do(PublishRound(2, insist=True))
        await heard(pilot, store)
        await pilot.press("f3", "1")
        await settled(pilot)
        assert results(app.desk.event)[0] == "1-0"
        assert results(app.desk.event)[29] is None


def test_a_list_of_results_reads_of_the_journal_what_it_names(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make_event(players=40, proposal=True)
    store.do(PublishRound(2, insist=True))
    read = list[str]()

    def reading(table: Any, format_named: Any) -> Any:
        read.append(table["kind"])
        return action_of(table, format_named)

    def foot() -> str:
        again = open_event(store.folder)
        monkeypatch.setattr("saves.journal.action_of", reading)
        last = again.history.last(400)
        desk = DeskView(again.event, again.format, recent=last, width=80, across=80, height=24)
        shown = picture(desk, settle(desk, ResultsState()))
        monkeypatch.undo()
        return shown.foot.text

    assert "last:" not in foot()
    assert read == []  # a publication can number 1,000 entrants
    for board in range(1, 13):
        store.do(EnterResult(board, "1-0"))
    assert "last: 12 1-0 (you) · 11 1-0 (you) · 10 1-0 (you)" in foot()
    assert read == ["result"] * 3


def test_another_winner_on_appeal_is_asked_with_the_names_that_change_places(
    tmp_path: Path,
) -> None:
    store = played_to(teams_event(tmp_path), 4)
    event, format = store.event, store.format
    first = next(m for m in event.round(3).matches if m.group == "SKO round 1")
    home, away = (event.entrant(id).name for id in first.pair)
    question, undoes = earlier_question(event, format, 3, first.board, "11-10", "10-31")
    assert not undoes
    assert "The draw stands, with other names in it" in question
    swapped = next(m for m in event.round(4).matches if first.white in m.pair)
    assert f"session 2.2 (round 4), table {swapped.board}: " in question
    assert f"{home} against " in question
    assert f"instead of {away} against " in question or f"against {away}" in question
    same, _ = earlier_question(event, format, 3, first.board, "11-10", "60-10")
    assert "Session 2.2 stays as it was drawn" in same


async def test_a_result_before_the_first_publication_says_that_there_is_no_round_yet(
    make_event: EventMaker,
) -> None:
    app = console(make_event(published=0).folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3", "1")
        place = await settled(pilot)
        assert foot(place) == "! no round is published, so nothing was entered: F2 draws the round"
        keys = text_of(app).splitlines()[-1]
        assert not any(word in keys for word in ("missing", "verify", "correct"))


@pytest.mark.parametrize("key", ["N", "v", "1"])
def test_where_a_proposal_stands_a_round_is_had_by_publishing_it(key: str) -> None:
    desk = MemoryDesk.created("dutch", rounds=5)
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(8))))
    place = Driver(RESULTS, desk)
    place.type(key)
    assert place.message.endswith("F2 draws the round")
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place.type(key)
    assert place.message.endswith("F2, P publishes the round")


class Announcing(Small):
    """The small format, with much to announce."""

    def news(self, event: Event, number: int) -> tuple[str, ...]:
        """Who is out, and last how many play on."""
        return (f"out: {' · '.join(f'Ashgrove {n}' for n in range(40))}; 15 play on",)


def test_what_a_format_announces_is_not_cut_without_a_mark() -> None:
    desk = MemoryDesk.playing(players=4, published=1)
    told = all_in_text(desk.event, Announcing(), desk.event.round(1))
    assert told.endswith("15 play on")
    assert wrapped(told, 80, most=6)[-1].endswith(" …"), "the screen's cut has one"


def test_a_match_open_again_in_an_earlier_round_is_told_and_gone_to(tmp_path: Path) -> None:
    """The round in play is complete, and the next one waits for a match of the round before."""
    store = cup(tmp_path, 16, 3)
    store.do(EnterResult(2, "1-0"))
    first = store.event.round(1).match(1)
    turned = "0-1" if first.result and first.result.text == "1-0" else "1-0"
    assert first.result is not None
    store.do(EnterResult(1, turned, first.result.text, 1, replace=True, insist=True))
    assert [match.board for match in store.event.round(3).matches] == [2]
    driver = Driver(RESULTS, MemoryDesk(store.event, store.format))
    assert "all in · round 2: 1 missing" in driver.shown.status.text
    driver.type("N")
    assert driver.state.selected == 1
    driver.enter("1")
    assert driver.question == ""
    assert driver.desk.event.round(2).match(1).result is not None


def test_a_double_knockout_says_at_80_columns_of_which_bracket_a_match_is(tmp_path: Path) -> None:
    """All are of two games: that needs no room on every line."""
    store = cup(tmp_path, 8, 1, format="double_knockout", games=2)
    store.do(EnterResults(tuple((board, "2-0") for board in (1, 2, 3, 4))))
    publish(store)
    driver = Driver(RESULTS, MemoryDesk(store.event, store.format))
    assert any(text.endswith("Winners, round 2") for text in driver.lines)
    assert any(text.endswith("Losers, round 1") for text in driver.lines)


def test_of_a_forfeit_the_winner_is_named_and_who_can_be_withdrawn() -> None:
    desk = MemoryDesk.playing(8)
    match = desk.event.round(1).match(2)
    white, black = (desk.event.entrant(id).name for id in match.pair)
    place = Driver(RESULTS, desk)
    place.enter("g", "2", "enter", "-")
    assert place.message == f"board 2: {black} wins by forfeit; x withdraws {white}"


def test_a_round_that_is_not_the_listed_one_is_named_once() -> None:
    desk = MemoryDesk.playing(players=8, published=2)
    place = Driver(RESULTS, desk, (80, 24))
    place.enter("1", "0", "[")
    assert place.shown.foot.text.strip() == "last: round 2: 2 0-1 (you) · 1 1-0 (you)"


def test_that_a_round_is_complete_is_not_said_behind_the_next_one() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter(*"1111")
    assert place.message.startswith("all results of round 1 are in")
    publish(place.desk)
    place.paint()
    assert place.message == "round 2 is published"


def test_one_adjourned_game_is_counted_as_drawn_and_of_several_each_one() -> None:
    desk = MemoryDesk.playing(8)
    desk.do(EnterResults(((1, "?"), (2, "1-0"), (3, "1-0"), (4, "1-0"))))
    one = all_in_text(desk.event, desk.format, desk.event.round(1))
    assert one.startswith("3 of 4 results of round 1 are in, board 1 adjourned: ")
    assert "counts it as drawn" in one
    desk.do(EnterResult(3, "?", "1-0", 1, replace=True))
    two = all_in_text(desk.event, desk.format, desk.event.round(1))
    assert two.startswith("2 of 4 results of round 1 are in, boards 1, 3 adjourned: ")
    assert "counts them as drawn" in two


@pytest.mark.parametrize("width", [60, 80])
def test_why_somebody_has_no_board_is_read_behind_the_longest_name(width: int) -> None:
    desk = MemoryDesk.playing(players=4, published=0)
    desk.do(AddEntrant(Entrant("", "Featherstonehaugh-Cholmondeley, " + "Maximilian " * 4)))
    desk.do(SetBye("5", 1, Decimal("0.5")))
    publish(desk)
    place = Driver(RESULTS, desk, (width, 24))
    told = next(one for one in place.lines if "Featherstone" in one)
    assert told.endswith("bye asked for: +½")
    assert text_width(told) <= width


@pytest.mark.parametrize(
    "users",
    [
        ("ben",),
        ("benedict.cumberland", "organiser-desk-two"),
        ("W" * 40,),
        ("anna", "ben", "cy"),
    ],
)
def test_what_is_missing_is_read_beside_whoever_else_is_here(users: tuple[str, ...]) -> None:
    place = Driver(RESULTS, MemoryDesk.playing(players=40))
    others = [Present(user, "hall", "console pts/1", "") for user in users]
    shown = state_line(place.shown.status, 80, with_others(others, "saved 14:02")).text
    assert "20 missing" in shown
    assert "saved 14:02" in shown
    assert "with " in shown


def test_a_margin_that_changes_says_that_draws_and_drop_in_scores_stay(tmp_path: Path) -> None:
    """The question said that nothing depended on it, where the drop-in scores did."""
    store = played_to(teams_event(tmp_path), 8)
    event, told = store.event, ""
    given = {s.entering: s.points for s in event.adjustments if s.cause == "drop-in"}
    for match in event.round(4).matches:
        if match.stage == "swiss":
            was = match.result.text if match.result else None
            told += earlier_question(event, store.format, 4, match.board, was, "95-0")[0]
    assert "Nothing that was drawn since depends on it" not in told
    assert "stay as they were drawn" in told
    stays = re.findall(r"drop-in score for Swiss (\d) stays ([\d.]+), as it was given", told)
    assert stays
    assert all(str(given[int(round)]) == points for round, points in stays)


def test_results_that_a_correction_takes_away_are_counted(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 5)
    event, format = store.event, store.format
    first = next(m for m in event.round(3).matches if m.group == "SKO round 1")
    was = first.result.text if first.result else None
    question, undoes = earlier_question(event, format, 3, first.board, was, "10-31")
    assert undoes
    after = store.do(EnterResult(first.board, "10-31", was, 3, replace=True, insist=True))
    lost = sum(
        (old.result is not None) and (new.result is None)
        for number in (4, 5)
        for old, new in zip(event.round(number).matches, after.round(number).matches, strict=True)
    )
    assert lost
    assert f"{lost} result" in question
    assert "to be played again" in question
    assert question.count("the result is taken away") == lost
    correction = LoggedAction(1, EnterResult(first.board, "10-31", was, 3))
    assert f"{lost} result" in results_back(event, after, correction, "back")


def test_an_undo_of_an_earlier_round_shows_its_board_there() -> None:
    driver = Driver(RESULTS, MemoryDesk.playing(published=2))
    driver.enter("<", "down", "0", "y", ">")
    assert driver.state.round is None
    driver.enter("u")
    assert (driver.state.round, driver.state.selected) == (1, 2)


@pytest.mark.parametrize("kind", [RESULTS, BRACKET])
def test_the_question_says_that_a_proposal_of_a_cup_is_removed(kind: PlaceKind[Any]) -> None:
    """It said that r would draw it again, and nothing was there to draw again."""
    desk = MemoryDesk.created("knockout")
    desk.do(ImportEntrants(tuple(Entrant("", f"Player {n}", rating=2000 - n) for n in range(4))))
    play(desk, 1)
    propose(desk)
    driver = Driver(kind, desk)
    driver.enter("left", *("up",) * 3, "0")
    assert "The proposal of round 2 will be removed: d in Pairings (F2)" in driver.question
    driver.enter("y")
    assert desk.event.proposal is None
    assert "the proposal of round 2 is removed: d in Pairings (F2)" in driver.message


def test_a_tie_broken_in_a_way_that_is_not_laid_down_is_noted(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 3)
    match = next(m for m in store.event.round(3).matches if m.group == "SKO round 1")
    store.do(EnterResult(match.board, "40-40 home playoff 5", None, 3))
    desk = MemoryDesk(store.event, store.format)
    told = saved_text(
        Driver(RESULTS, desk).view, Typed(3, match.board, "40-40 home playoff 5", None)
    )
    assert "the tie was broken by playoff" in told


def test_an_adjourned_game_of_who_has_left_says_what_ends_it_and_takes_its_result() -> None:
    """The player does not come back to it: it is lost, and was played (Laws, Guidelines I)."""
    desk = MemoryDesk.playing(players=8, published=1)
    desk.do(EnterResults(((1, "1-0"), (2, "?"), (3, "1-0"), (4, "1-0"))))
    gone = desk.event.round(1).match(2).white
    name = desk.event.entrant(gone).name
    ends = "enter how it ended, 0-1 if it is not resumed"
    assert f"round 1, board 2 is adjourned: {ends}" in left_open(desk.event, gone)
    desk.do(Withdraw(gone))
    desk.draw()
    place = Driver(RESULTS, desk)
    place.enter(*"111")
    assert place.message.endswith(
        f"round 1, board 2 is adjourned; {name} has withdrawn: {ends}; N goes there"
    )
    place.type("N")
    assert (place.state.round, place.state.selected) == (1, 2)
    place.enter("0", "y")
    assert desk.event.round(1).match(2).result is GameResult.BLACK
    assert not desk.format.next_step(desk.event).notes


def test_an_adjourned_game_that_both_have_left_is_lost_by_both() -> None:
    desk = MemoryDesk.playing(players=8, published=1)
    desk.do(EnterResults(((1, "1-0"), (2, "?"), (3, "1-0"), (4, "1-0"))))
    for id in desk.event.round(1).match(2).pair:
        desk.do(Withdraw(id))
    (note,) = desk.format.next_step(desk.event).notes
    assert note.endswith("both have withdrawn: enter how it ended, 0-0 if it is not resumed")


def test_a_game_adjourned_in_this_round_is_the_next_one_to_do() -> None:
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("a", "1", "1")
    place.type("N")
    assert place.state.selected == 1


def test_a_board_corrected_stands_before_what_was_typed_of_it() -> None:
    """`last: 2 1-0 · 1 1-0 (you)` went on saying 1-0 of a board that was 0-1 by then."""
    desk = MemoryDesk.playing(8, 1)
    for board in (1, 2):
        desk.do(EnterResult(board, "1-0"))
    match = desk.event.round(1).match(1)
    desk.do(CorrectBoard(1, 1, match.black, match.white, was=match.pair))
    assert desk.event.round(1).match(1).result == GameResult.BLACK
    shown = Driver(RESULTS, desk).shown
    assert shown.foot.text.strip() == "last: 1 corrected (you) · 2 1-0 (you) · 1 1-0 (you)"


def test_the_last_round_counts_a_game_adjourned_before() -> None:
    """All of it is in, and the end still waits."""
    desk = MemoryDesk.playing(players=8, published=1)
    desk.do(EnterResults(((1, "1-0"), (2, "?"), (3, "1-0"), (4, "1-0"))))
    desk.draw()
    place = Driver(RESULTS, desk)
    place.enter(*"1111")
    assert "all in · round 1: 1 adjourned" in place.shown.status.text
    place.type("N")
    assert "round 1: 1 adjourned" not in place.shown.status.text, "it is the round that is shown"
