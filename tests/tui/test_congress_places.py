"""Pairings, People and Standings of a congress; and its console, opened from its folder."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from engine.actions import (
    AddEntrant,
    ChangeSettings,
    CheckIn,
    Discard,
    EditEntrant,
    EnterResult,
    EnterResults,
    ImportEntrants,
    PublishRound,
    StartEditing,
    SwapPlaces,
    Withdraw,
)
from engine.congress.congress import Congress, EntryKey, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.congress.notes import note_words
from engine.congress.people import person_named
from engine.entrants import Entrant
from engine.refusal import Refused
from engine.warnings import Level, NotAgreed, Warning
from saves.cells import text_width
from saves.congress.moves import move_person
from saves.congress.opening import open_congress
from saves.projectors import wish
from saves.round_clock import RoundClock, read_clock
from saves.store import open_event
from tests.congress.hall import congress, entrants, event
from tests.playing import enter, play, propose, publish
from tests.tui.driver import MemoryDesk
from tests.tui.places import is_in_front, question_of, text_of, until
from tests.tui.several import CongressDriver
from tui.app import TopboardApp
from tui.congress.desk import FILE_TICKS, CongressDesk
from tui.congress.pairings import (
    CONGRESS_PAIRINGS,
    Answered,
    CongressPairingsState,
    Drawn,
    RollsCalled,
    ToPublish,
    lines_of,
)
from tui.congress.people import CONGRESS_PEOPLE, CongressPeopleState, Paid, PaidAmount, pay
from tui.congress.results import CONGRESS_RESULTS
from tui.congress.standings import CONGRESS_STANDINGS
from tui.congress.to_settle import nothing_open
from tui.congress.view import CongressView
from tui.congress.whole import follow
from tui.desk import DrawEnd
from tui.keys.help import mark_commands
from tui.places.pairings.talks import publication, with_costs
from tui.places.screen import state_line
from tui.places.shape import Converse, Do, Draw, Failed, Fetch, Within
from tui.screens.leaving import RollEnd

ENTRY_FEE = Fees("EUR", rules=(FeeRule("Entry", 4500),))
SIZES = [(80, 24), (120, 40), (160, 50), (200, 60)]


def complete(published: int = 1) -> MemoryDesk:
    """Its round is complete."""
    desk = MemoryDesk.playing(8, published)
    boards = [m.board for m in desk.event.rounds[-1].matches]
    desk.do(EnterResults(tuple((board, "1-0") for board in boards)))
    return desk


def pairings(**desks: MemoryDesk) -> CongressDriver[CongressPairingsState]:
    return CongressDriver(CONGRESS_PAIRINGS, desks)


def drawn(place: CongressDriver[CongressPairingsState]) -> list[str]:
    """The events whose draws were ordered."""
    return [e.folder for e in place.effects if isinstance(e, Within) and isinstance(e.effect, Draw)]


def test_every_complete_event_is_drawn_and_late_games_of_one_hold_no_other() -> None:
    place = pairings(open=complete(), major=MemoryDesk.playing(8), minor=complete())
    place.type("d")
    assert drawn(place) == ["open", "minor"]
    assert "0/4 in, open 1-4" in place.lines[1]
    place.type("d")
    assert "results are missing in Major" in place.message
    assert len(drawn(place)) == 2


@pytest.mark.parametrize(
    ("result", "said"),
    [("-", "4/4 in, round 1: board 2 open"), ("?", "4/4 in, round 1, board 2 is adjourned")],
)
def test_an_event_that_waits_for_an_earlier_round_says_for_which_board(
    result: str, said: str
) -> None:
    desk = MemoryDesk.playing(8, 6)
    boards = [m.board for m in desk.event.rounds[-1].matches]
    desk.do(EnterResults(tuple((board, "1-0") for board in boards)))
    desk.do(EnterResult(2, result, "1-0", 1, replace=True, insist=True, insist_twice=True))
    assert said in "\n".join(pairings(open=desk).lines)


def test_an_event_that_is_being_drawn_is_not_one_to_be_drawn() -> None:
    """Its draw goes on: d and D order no second one."""
    place = pairings(open=complete(), minor=complete())
    whole = place.view.congress
    assert whole is not None
    first, second = whole.events
    busy = replace(first, desk=first.desk._replace(beside="draw", seconds=4))
    desk = place.view._replace(congress=replace(whole, events=(busy, second)))
    shown = CONGRESS_PAIRINGS.picture(desk, place.state)
    assert "1 to be drawn" in shown.status.text
    assert "drawing round 2 … 4 s" in shown.body[0].text
    step = CONGRESS_PAIRINGS.commands["draw"](desk, place.state)
    ordered = [e.folder for e in step.effects if isinstance(e, Within)]
    assert ordered == ["minor"]
    selected = replace(place.state, selected=("open", 0))
    with pytest.raises(Refused, match="Open is not drawn now"):
        CONGRESS_PAIRINGS.commands["draw_one"](desk, selected)


def test_all_proposals_are_published_by_one_answer() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    place.type("P")
    assert "Publish 2 rounds?" in place.question
    assert "Open, round 2: 4 boards" in place.question
    place.enter("y")
    assert [len(desk.event.published) for desk in place.desks.values()] == [2, 2]


def test_what_is_drawn_or_published_together_is_said_of_all() -> None:
    place = pairings(open=complete(), major=complete(), minor=complete())
    place.type("d")
    for folder, notes in (("minor", ()), ("major", ("a note",)), ("open", ())):
        place.state = Drawn(folder).answered(place.view, place.state, DrawEnd(notes)).state
    assert place.message == "Open, Minor: drawn; Major: drawn; a note"
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    place.enter("P", "y")
    assert place.message == ("Open, Major, Minor: round 2 is published; F3 enters its results")
    place.state = Drawn("minor").answered(place.view, place.state, DrawEnd()).state
    assert "round 2" not in place.message


def test_rounds_of_other_numbers_that_are_published_together_are_each_named() -> None:
    place = pairings(open=complete(), major=MemoryDesk.playing(8, 0))
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    place.enter("P", "y")
    assert place.message == "Open: round 2; Major: round 1 are published; F3 enters results"


def test_what_more_is_wrong_with_a_board_is_counted_behind_it() -> None:
    place = pairings(major=complete(2))
    propose(place.desks["major"])
    place.paint()
    (head,) = [one for one in place.lines if "proposed: 4 boards" in one]
    marked = [one for one in place.lines if one.startswith("     ×")]
    more = sum(int(one.rpartition("+")[2]) for one in place.lines if one[-3:-1] == " +")
    assert more > 0
    assert head.endswith(f"× {len(marked) + more}")
    assert all(text_width(one) <= 80 for one in place.lines)


def test_a_round_that_breaks_a_rule_is_published_by_itself() -> None:
    place = pairings(open=complete(), major=complete(2))
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    assert sum("×" in line for line in place.lines) > 1
    place.enter("P", "y")
    assert [len(desk.event.published) for desk in place.desks.values()] == [2, 2]
    place.enter("]", "p")
    assert place.question.startswith("Major")
    place.enter("y")
    assert [len(desk.event.published) for desk in place.desks.values()] == [2, 3]


def test_a_proposal_that_changed_since_the_question_is_left_and_said() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    place.type("P")
    place.desks["open"].do(Discard(), elsewhere=True)
    place.enter("y")
    assert [len(desk.event.published) for desk in place.desks.values()] == [1, 2]
    assert any("meanwhile" in line for line in place.lines)


def test_a_proposal_whose_draw_would_be_another_by_now_is_left_and_said() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    place.type("P")
    place.desks["open"].do(ChangeSettings({"rounds": 5}), elsewhere=True)
    place.enter("y")
    assert [len(desk.event.published) for desk in place.desks.values()] == [1, 2]
    assert "look at it, then P again" in " ".join(" ".join(place.lines).split())


def test_a_refusal_goes_once_another_desk_has_done_what_was_refused() -> None:
    place = pairings(open=complete(), major=complete())
    place.type("d")
    told = Refused("another desk draws or publishes now", "", "wait for it")
    place._take(place.kind.on_outcome(place.view, place.state, Failed(Draw(), told, folder="open")))
    assert "another desk draws or publishes now" in "\n".join(place.lines)
    propose(place.desks["open"])
    place.paint()
    assert "another desk" not in "\n".join(place.lines)
    assert "proposed: 4 boards" in "\n".join(place.lines)


def test_a_round_that_another_desk_published_first_is_said_and_not_refused() -> None:
    place = pairings(open=complete(), major=complete())
    propose(place.desks["open"])
    place.desks["open"].do(PublishRound(2), elsewhere=True)
    place.paint()
    told = Refused("there is no proposal of round 2", "", "draw it first")
    failed = Failed(Do(PublishRound(2)), told, folder="open")
    place._take(place.kind.on_outcome(place.view, place.state, failed))
    assert "no proposal" not in "\n".join(place.lines)
    assert place.message == "Open: round 2 was published meanwhile by anna@desk2"
    assert any("0/4 in" in line for line in place.lines)
    place.type("P")
    assert "there is no proposal to publish; Open: round 2 is published, by anna@desk2" in (
        place.message
    )


def test_what_has_changed_since_a_draw_is_named_before_it_is_published() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    assert "changed since" not in " ".join(place.lines)
    board = place.desks["open"].event.rounds[0].matches[0].board
    place.desks["open"].do(EnterResult(board, "0-1", was="1-0", replace=True), elsewhere=True)
    place.paint()
    shown = " ".join(" ".join(place.lines).split())
    assert f"changed since this draw: round 1, board {board}: 0-1; r redraws it" in shown
    place.type("P")
    assert f"! changed since this draw: round 1, board {board}: 0-1" in place.question
    place.enter("n", "p")
    assert f"! changed since this draw: round 1, board {board}: 0-1" in place.question


def test_what_no_yes_publishes_is_not_asked_about_and_r_draws_it_again() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    out = place.desks["open"].event.entrants[0]
    place.desks["open"].do(Withdraw(out.id), elsewhere=True)
    place.paint()
    place.type("P")
    asked, left = place.question.split("Not with them:")
    assert "Publish 1 round?" in asked
    assert "Major" in asked
    assert "Open" not in asked
    assert f"Open: {out.name} is out of round 2" in left
    assert "r redraws it" in left
    place.enter("n", "p")
    assert not place.question
    assert f"{out.name} is out of round 2" in place.message
    assert "r redraws it" in place.message
    place.type("r")
    assert drawn(place) == ["open"]
    place.desks["major"].do(Discard(), elsewhere=True)
    place.paint()
    place.type("P")
    assert "no proposal is published with others" in place.message
    assert "publishes one by itself" not in place.message


def test_a_round_in_play_that_an_older_result_has_overtaken_is_taken_back_with_r() -> None:
    place = pairings(open=complete(2), major=complete())
    open_desk = place.desks["open"]
    propose(open_desk)
    open_desk.do(PublishRound(3))
    place.paint()
    assert "changed since" not in " ".join(place.lines)
    board = open_desk.event.rounds[0].matches[0].board
    open_desk.do(
        EnterResult(board, "0-1", was="1-0", round=1, replace=True, insist=True), elsewhere=True
    )
    place.paint()
    shown = " ".join(" ".join(place.lines).split())
    assert f"changed since round 3 was drawn: round 1, board {board}: 0-1" in shown
    assert "r takes it back and draws it again" in shown
    place.type("home")
    place.type("r")
    assert "Take back the publication of round 3" in place.question
    place.enter("y")
    assert drawn(place) == ["open"]


def test_a_redraw_asks_where_changes_by_hand_are_lost() -> None:
    place = pairings(open=complete(), major=complete())
    propose(place.desks["open"])
    one, other = place.desks["open"].event.proposal.matches[:2]  # type: ignore[union-attr]
    place.desks["open"].do(SwapPlaces(one.white, other.white))
    place.paint()
    place.type("r")
    assert place.question.startswith("Open\n")
    assert "your change is lost" in place.question
    place.enter("y")
    assert drawn(place) == ["open"]
    place.enter("down")
    place.type("r")
    assert "Major has no proposal to draw again" in place.message


def test_who_would_play_in_two_events_at_once_is_marked_and_asked_about() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        desk.do(EditEntrant("1", {"fide_id": "1503014"}))
        propose(desk)
    place.paint()
    name = place.desks["open"].event.entrant("1").name
    marked = [text for text in place.lines if "same hours" in text]
    assert len(marked) == 2
    assert all(name in text and text.lstrip().startswith("!") for text in marked)
    assert "of Major, proposed" in marked[0]
    place.type("P")
    assert place.question.count("same hours") == 2
    place.enter("y")
    at = [
        next(m.board for m in desk.event.rounds[-1].matches if "1" in m.pair)
        for desk in place.desks.values()
    ]
    said = f"{name} is in Open and Major, played in the same hours"
    lines = " ".join(" ".join(place.lines).split())
    assert lines.count(said) == 1
    assert f"! {said}: board {at[0]} of Open, board {at[1]} of Major" in lines
    place.desks["open"].do(EnterResult(at[0], "1-0"))
    place.paint()
    lines = " ".join(" ".join(place.lines).split())
    assert said in lines
    assert f"{said}:" not in lines


def test_what_is_marked_stands_there_in_full_at_80_columns() -> None:
    place = pairings(**{"the open of connacht": complete(), "the major of connacht": complete()})
    for desk in place.desks.values():
        desk.do(EditEntrant("1", {"name": "Newbliss-Carrickmacross, Orla", "fide_id": "1503014"}))
        propose(desk)
    place.paint()
    shown = [line.text for line in place.shown.body]
    assert all(text_width(text) <= place.view.width for text in shown)
    whole = " ".join(" ".join(shown).split())
    assert whole.count("Newbliss-Carrickmacross, Orla: also at board") == 2
    assert whole.count("proposed, same hours") == 2
    assert "…" not in "".join(text for text in shown if "also at" in text or "hours" in text)


def test_who_is_in_two_events_of_the_same_hours_is_named_before_both_are_drawn() -> None:
    place = pairings(open=complete(), major=MemoryDesk.playing(8))
    for desk in place.desks.values():
        desk.do(EditEntrant("1", {"fide_id": "1503014"}))
    major = place.desks["major"]
    for match in major.event.round(1).matches:
        if "1" in match.pair:
            major.do(EnterResult(match.board, "1-0"))
    propose(place.desks["open"])
    place.paint()
    name = place.desks["open"].event.entrant("1").name
    said = f"{name} is in Open and Major, played in the same hours"
    assert sum(said in text for text in place.lines) == 1
    place.type("P")
    assert said in place.question


def test_what_was_changed_by_hand_is_published_with_the_others_and_its_differences() -> None:
    place = pairings(open=complete(), major=complete())
    for desk in place.desks.values():
        propose(desk)
    major = place.desks["major"]
    first, second = (match.white for match in major.event.proposal.matches[:2])  # type: ignore[union-attr]
    major.do(SwapPlaces(first, second))
    place.paint()
    place.type("P")
    (asked,) = (e for e in place.effects if isinstance(e, Converse))
    rounds, left_out = cast("tuple[tuple[ToPublish, ...], tuple[str, ...]]", asked.arguments)
    assert [one.heading for one in rounds] == [
        "Open, round 2: 4 boards",
        "Major, round 2: 4 boards",
    ]
    assert left_out == ()
    review = asyncio.run(with_costs(rounds[1].review))
    text = "\n".join(line.text for line in lines_of(rounds[1], review))
    long = "102  Newbliss, Orla: also at board 5 of the Open of Connacht, proposed, same hours"
    told = lines_of(replace(rounds[1], notes=(long,)), review)
    assert "proposed, same hours" in " ".join(" ".join(line.text for line in told).split())
    assert all(text_width(line.text) <= 74 for line in told), "none is cut off at 80 columns"
    assert "placed differently from the computer draw" in text
    assert major.event.entrant(first).name in text
    value = (PublishRound(2), publication(review))
    place._apply(Answered(rounds).answered(place.view, place.state, value))
    place.acknowledge()
    assert [len(desk.event.published) for desk in place.desks.values()] == [2, 2]
    assert major.event.round(2).departures
    assert not place.desks["open"].event.round(2).departures


def test_draws_behind_a_roll_call_are_said_with_those_before_it() -> None:
    place = pairings(open=complete(), major=complete(), minor=complete())
    minor = place.desks["minor"]
    minor.do(CheckIn(tuple(entrant.id for entrant in minor.event.entrants[1:]), True))
    place.paint()
    place.type("d")
    for folder in drawn(place):
        place.state = Drawn(folder).answered(place.view, place.state, DrawEnd()).state
    rolls = {"minor": RollEnd(True, withdrawn=("Ann is withdrawn from round 2 on",))}
    place._apply(RollsCalled(("minor",)).answered(place.view, place.state, rolls))
    last = place.effects[-1]
    assert isinstance(last, Within)
    assert isinstance(last.effect, Draw)
    assert isinstance(last.effect.then, Drawn)
    place.state = last.effect.then.answered(place.view, place.state, DrawEnd()).state
    told = "Open, Major: drawn; Minor: drawn; Ann is withdrawn from round 2 on"
    assert place.message == told


@pytest.mark.parametrize("size", SIZES)
def test_standings_go_through_the_events(size: tuple[int, int]) -> None:
    desks = {"open": complete(), "major": complete(2)}
    place = CongressDriver(CONGRESS_STANDINGS, desks, size)
    assert place.shown.status.text.startswith(" Open (1 of 2)")
    place.type("right")
    assert place.shown.status.text.startswith(" Major (2 of 2)")
    leader = desks["major"].format.standings(desks["major"].event)[0].rows[0].name
    assert leader in place.lines[0]
    place.type("left", "left")
    assert place.shown.status.text.startswith(" Major (2 of 2)")


# The console


@pytest.fixture
def galway(tmp_path: Path) -> Path:
    """Open and Minor; Cid is in both."""
    people = entrants("Ann Bea Cid Dan", birth="1990")
    event(tmp_path / "galway" / "open", people)
    event(tmp_path / "galway" / "minor", people[2:3] + entrants("Eve Flo Gus"), first_board=11)
    congress(tmp_path / "galway", EventPlan("open", "Open"), EventPlan("minor", "Minor"))
    return tmp_path / "galway"


async def test_the_console_of_a_congress_from_check_in_to_results(galway: Path) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and len(app.front.body.lines) == 7)
        assert app.front is not None
        await pilot.press("/", *"cid", "enter", "space")
        await app.queue.idle()
        for folder in ("open", "minor"):
            here = [e.name for e in open_event(galway / folder).event.entrants if e.present]
            assert here == ["Cid"]
        for folder in ("open", "minor"):
            store = open_event(galway / folder)
            propose(store)
        await pilot.press("f2", "?")
        await until(pilot, lambda: "Pairings of a congress (F2): " in text_of(app))
        await pilot.press(*"mixed")
        await until(pilot, lambda: "F3 b            Mixed pile" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: all(d.event.proposal for d in app.congress.desks.values()))  # type: ignore[union-attr]
        await pilot.press("P", "y")
        await until(pilot, lambda: all(d.event.published for d in app.congress.desks.values()))  # type: ignore[union-attr]
        await pilot.press("f3", "b", *"111", *"020")
        await app.queue.idle()
        # an event's own console, and back
        await pilot.press("f12")
        await until(pilot, lambda: app.current_mode == "results")
        assert not app.desk.closed
        await pilot.press("m", "q")
        await until(pilot, lambda: app.current_mode == "congress_results")
        # what one was at there stays, whatever event was looked at in between
        for board, missing_only in (("g11", False), ("g1", True)):
            await pilot.press("escape", *board, "enter", "f12")
            await until(pilot, lambda: app.current_mode == "results")
            await until(pilot, lambda: app.front is not None and app.front.state is not None)
            assert app.front is not None
            assert app.front.state.missing_only is missing_only
            await pilot.press("f12")
            await until(pilot, lambda: app.current_mode == "congress_results")
        await pilot.press("u")
        await app.queue.idle()
    members = {one.folder: one for one in open_congress(galway, read_only=True).members}
    assert members["minor"].open_boards == (12,)
    assert members["open"].open_boards == (1, 2)


def said_of(congress: CongressDesk) -> str:
    return "\n".join(note_words(note) for note in congress.notes)


async def test_what_is_asked_of_one_event_names_it(galway: Path) -> None:
    for folder in ("open", "minor"):
        store = open_event(galway / folder)
        store.do(CheckIn((store.event.entrants[0].id,)))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        await pilot.press("f2", "d")
        await until(pilot, lambda: "in round 1? (1 of 3)" in text_of(app))
        assert "Open · Bea: in round 1? (1 of 3)" in text_of(app)
        await pilot.press("A")
        await until(pilot, lambda: "Minor · Eve: in round 1? (1 of 3)" in text_of(app))
        await pilot.press("A")
        await until(pilot, lambda: all(d.event.proposal for d in app.congress.desks.values()))  # type: ignore[union-attr]
        await pilot.press("P", "y")
        await until(pilot, lambda: all(d.event.published for d in app.congress.desks.values()))  # type: ignore[union-attr]
        await pilot.press("f3", "T")
        await until(pilot, lambda: "Open: 2 results missing:" in text_of(app))


@pytest.mark.parametrize("drawn", [False, True])
async def test_who_is_in_two_events_can_leave_one_and_stay_in_the_other(
    galway: Path, drawn: bool
) -> None:
    """Before any draw without a trace; later as a withdrawal, whose games stay."""
    if drawn:
        for folder in ("open", "minor"):
            store = open_event(galway / folder)
            publish(store)
            enter(store)
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        await pilot.press("f1")
        await until(pilot, lambda: is_in_front(app, "congress_people"))
        await pilot.press("/", *"cid", "enter", "m")
        await until(pilot, lambda: "Cid leaves" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "and stays in Open" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Cid" in question_of(app) and "Minor" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "Cid is out of Minor and stays in Open" in text_of(app))
    there = [one for one in open_event(galway / "minor").event.entrants if one.name == "Cid"]
    assert [one.withdrawn for one in there] == [True] * drawn
    assert not open_event(galway / "open").event.entrants[2].withdrawn


async def test_an_undo_of_half_a_move_says_so_and_what_stands(galway: Path) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and len(app.front.body.lines) == 7)
        assert app.congress is not None
        store = app.congress.store
        for event in store.stores.values():
            publish(event)
            enter(event)
        ann = person_named(store.people, "Ann")
        await asyncio.to_thread(move_person, store, ann, "open", "minor", None, Level.CONFIRM)
        for desk in app.congress.desks.values():
            await desk.watch()
        await app.take_back(app.congress.desks["open"])
        await until(pilot, lambda: "half of the move of Ann" in text_of(app))
        said = " ".join(text_of(app).split())
        assert "Ann is undone: he is in Open again and still in Minor" in said
        assert "undo it in Minor too, or U here" in said
        await pilot.press("f3")
        await until(pilot, lambda: app.current_mode == "congress_results")
        app.run_worker(app.take_back(app.congress.desks["minor"]), group="asking")
        await until(pilot, lambda: "Undo in Entries: Minor: " in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "half of the move" not in text_of(app))


async def test_undo_takes_the_last_of_all_events_also_where_the_clock_was_set_back(
    galway: Path,
) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and len(app.front.body.lines) == 7)
        assert app.congress is not None
        desks = app.congress.desks
        for hour, folder in ((15, "minor"), (14, "open"), (13, "minor")):
            desks[folder].store._clock = datetime(2026, 5, 9, hour).astimezone
            await desks[folder].act(AddEntrant(Entrant("", f"Late {hour}")))
        undone = []
        for _ in range(3):
            desk = await app.acted_last()
            undone.append(desk.folder)
            await desk.undo()
        assert undone == ["minor", "open", "minor"]
        again = await asyncio.to_thread(app.congress.taken_back_last)
        assert again.folder == "minor"


async def test_in_the_console_of_one_event_a_round_of_another_says_the_way(galway: Path) -> None:
    store = open_event(galway / "minor")
    propose(store)
    store.do(PublishRound(1))
    other = open_event(galway / "open")
    propose(other)
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.current_mode == "congress_results" and app.front is not None)
        await pilot.press("f12")
        await until(pilot, lambda: app.current_mode == "results")
        other.do(PublishRound(1))
        await app.congress.desks["open"].watch()  # type: ignore[union-attr]
        await until(pilot, lambda: "Open: round 1 was published by" in text_of(app))
        assert "F12, then F3 enters its results" in text_of(app)


async def test_the_own_console_of_an_event_marks_who_also_sits_in_another(galway: Path) -> None:
    for folder in ("open", "minor"):
        propose(open_event(galway / folder))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "also at board" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "pairings")
        seated = "Cid: also at board 1"
        await until(pilot, lambda: seated in text_of(app) and "Minor, proposed" in text_of(app))
        await pilot.press("P")
        await until(pilot, lambda: "Publish round 1" in text_of(app))
        assert text_of(app).count(seated) == 2, "above the boards, and in the question"


async def test_an_event_that_goes_away_stops_no_other(galway: Path) -> None:
    for folder in ("open", "minor"):
        store = open_event(galway / folder)
        propose(store)
        store.do(PublishRound(1))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.current_mode == "congress_results" and app.front is not None)
        (galway / "open").rename(galway / "elsewhere")
        await pilot.press("b", *"011", *"121")
        await app.queue.idle()
        assert app.front is not None
        text = "\n".join(line.text for line in app.front.body.lines)
        assert "NOT SAVED" in text
        assert app.congress is not None
        for _ in range(FILE_TICKS):
            await app.congress.watch()
        assert "Open can only be read: the event's folder is missing" in said_of(app.congress)
        held = next(one.name for one in galway.iterdir() if "-held-" in one.name)
        await pilot.press("f2")
        await until(pilot, lambda: f"kept beside it in {held}" in " ".join(text_of(app).split()))
        (galway / "elsewhere").rename(galway / "open")
        for _ in range(FILE_TICKS):
            await app.congress.watch()
        assert "can only be read" not in said_of(app.congress)
    minor = open_event(galway / "minor").event
    assert [m.result is not None for m in minor.round(1).matches] == [False, True]


async def test_the_last_result_of_another_desk_says_that_every_event_is_complete(
    galway: Path,
) -> None:
    for folder in ("open", "minor"):
        store = open_event(galway / folder)
        propose(store)
        store.do(PublishRound(1))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.current_mode == "congress_results" and app.front is not None)
        await pilot.press(*"111")
        await app.queue.idle()
        open_event(galway / "minor").do(EnterResult(12, "0-1"))
        await until(pilot, lambda: "all results of all 2 events are in: F4" in text_of(app))


async def test_another_console_at_the_congress_is_said_once_and_not_for_each_event(
    galway: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, said = TopboardApp(congress=CongressDesk(galway)), list[str]()
    monkeypatch.setattr(app, "tell", lambda text, kind="info": said.append(text))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.front is not None and len(app.front.body.lines) == 7)
        monkeypatch.setenv("TOPBOARD_USER", "ben")
        other = open_congress(galway, session="console pts/7")
        other.attend()
        await until(pilot, lambda: bool(said))
        await until(pilot, lambda: all(d.others for d in app.congress.desks.values()))  # type: ignore[union-attr]
        other.leave()
        await until(pilot, lambda: len(said) > 1)
    assert [text.partition(" ben on")[0] for text in said] == [
        "open elsewhere:", "closed elsewhere:"
    ]  # fmt: skip


async def test_what_others_do_to_the_congress_is_said_at_an_open_console(galway: Path) -> None:
    event(galway / "junior", entrants("Ida Jon"), first_board=21)
    file, other = galway / "congress.toml", open_congress(galway)
    said: list[str] = []
    app = TopboardApp(congress=CongressDesk(galway))

    async def hear(pilot: Pilot[None]) -> None:
        assert app.congress is not None
        for _ in range(FILE_TICKS):
            await app.congress.watch()
        await pilot.pause()
        assert app.front is not None
        message = app.front.state.message
        said.append(message.text if message is not None else "")

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and len(app.front.body.lines) == 7)
        other.change(lambda c: c.joined_by(EventPlan("junior", "Junior")), "joining")
        await hear(pilot)
        other.change(lambda c: c.left_by("minor"), "leaving")
        await hear(pilot)
        other.change(lambda c: replace(c, place="Salthill"), "place")
        await hear(pilot)
        whole = file.read_text()
        file.write_text(f"{whole}\n[[event")
        await hear(pilot)
        file.write_text(whole)
        await hear(pilot)
        file.write_text(f'{whole}\n[[event]]\nfolder = "open"\n')
        await hear(pilot)
        file.unlink()
        await hear(pilot)
        file.write_text(whole)
        await hear(pilot)
    assert said[:2] == ["Junior joined the congress", "Minor left the congress"]
    assert said[2] == "congress.toml was changed: taken in"
    assert "cannot be read now: congress.toml:" in said[3]
    assert "what was read before holds" in said[3]
    assert said[4] == "congress.toml can be read again"
    assert said[5] == "Open is in congress.toml twice: the second is left out"
    assert "congress.toml is gone; put a copy of it back" in said[6]
    assert "what was read before holds" in said[6]
    assert said[7] == "congress.toml can be read again"


def people(**desks: MemoryDesk) -> CongressDriver[CongressPeopleState]:
    """With the first person of the list selected."""
    return CongressDriver(CONGRESS_PEOPLE, desks, (160, 50), fees=ENTRY_FEE)


def test_people_are_listed_of_all_events_of_one_and_of_those_not_here() -> None:
    place = people(open=MemoryDesk.playing(4), major=MemoryDesk.playing(6))
    everybody = len(place.lines)
    place.type("e")
    assert (place.state.only, len(place.lines)) == ("open", 4)
    place.type("e")
    assert (place.state.only, len(place.lines)) == ("major", 6)
    place.type("e")
    assert (place.state.only, len(place.lines)) == ("", everybody)
    place.enter("n")
    missing = len(place.lines)
    place.enter("space")
    assert "is here" in place.message
    place.paint()
    assert len(place.lines) == missing - 1
    place.type("!")
    assert len(place.lines) <= missing - 1
    assert "CONFLICTS ONLY" in place.shown.status.text
    place.type("escape")
    assert (place.state.unseen, place.state.conflicts) == (False, False)
    assert len(place.lines) == everybody


def test_an_event_that_has_left_is_not_the_only_one_listed() -> None:
    place = people(open=MemoryDesk.playing(4))
    place.state = replace(place.state, only="gone")
    place.paint()
    assert place.state.only == ""
    assert len(place.lines) == 4


def test_whoever_is_in_no_event_any_more_is_neither_checked_in_nor_moved() -> None:
    place = people(open=MemoryDesk.playing(4))
    gone = place.desks["open"].event.entrants[0]
    place.desks["open"].do(Withdraw(gone.id))
    place.state = replace(place.state, selected=EntryKey("open", gone.id))
    place.paint()
    for key in ("space", "m"):
        place.type(key)
        assert "is in no event any more" in place.message
        assert not place.waiting


def test_nothing_is_done_with_nobody_and_nothing_paid_without_fees() -> None:
    nobody = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.created("dutch")}, (160, 50))
    nobody.type("space")
    assert "nobody is selected" in nobody.message
    assert nobody.pane == []
    place = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.playing(4)})
    place.type("j", "p")
    assert "this congress has no fees" in place.message


def test_an_empty_amount_enters_nothing_and_the_same_once_more_is_asked_about() -> None:
    place = people(open=MemoryDesk.playing(4))
    purpose = PaidAmount(EntryKey("open", "1"), "Moor, Ann")
    step = purpose.entered(place.view, place.state, " ")
    assert step.state.message is not None
    assert step.state.message.text == "nothing was entered"
    assert not step.effects
    paid = Paid(EntryKey("open", "1"), "Moor, Ann", 4500)
    again = NotAgreed((Warning.of(Level.CONFIRM, "paid-again"),), "45.00 was paid already")
    (question,) = paid.answered(place.view, place.state, again).state.questions
    assert question.text == "45.00 was paid already.\nIs this another payment?"
    (fetch,) = question.purpose.yes(place.view, place.state).effects
    assert isinstance(fetch, Fetch)
    assert fetch.arguments == (paid.key, 4500, Level.CONFIRM)
    kept = question.purpose.no(place.view, place.state)
    assert not kept.effects


def test_a_check_in_that_is_not_saved_names_its_event() -> None:
    place = people(open=MemoryDesk.playing(4))
    effect = Do(CheckIn(("1",), True))
    step = CONGRESS_PEOPLE.on_outcome(
        place.view, place.state, Failed(effect, Refused("the disk is full"), folder="open")
    )
    assert step.state.message is not None
    assert step.state.message.text == "NOT SAVED in Open: the disk is full"


def test_marks_of_all_proposals_are_gone_through_in_both_directions() -> None:
    place = pairings(open=complete(2), major=complete(2))
    place.run("next_mark")
    assert "no proposal breaks a rule" in place.message
    for desk in place.desks.values():
        propose(desk)
    place.paint()
    keys = [one.key for one in place.shown.body]
    marks = [*dict.fromkeys(key for key in keys if isinstance(key, tuple) and key[1])]
    assert {folder for folder, _ in marks} == {"open", "major"}
    place.run("next_mark")
    assert place.state.selected == marks[0]
    place.run("next_mark")
    assert place.state.selected == marks[1]
    place.run("last_mark")
    assert place.state.selected == marks[0]
    place.run("last_mark")
    assert place.state.selected == marks[-1]


def test_one_event_is_drawn_alone_and_says_why_it_is_not() -> None:
    place = pairings(open=complete(), major=MemoryDesk.playing(8))
    place.state = replace(place.state, selected=("open", 0))
    place.run("draw_one")
    assert drawn(place) == ["open"]
    place.state = replace(place.state, selected=("major", 0))
    with pytest.raises(Refused, match="Major is not drawn now: 0/4 in"):
        place.run("draw_one")
    assert drawn(place) == ["open"]


def test_a_congress_that_is_over_says_so_and_offers_no_draw() -> None:
    place = pairings(open=complete(6), major=complete(6))
    assert sum("all rounds are played" in line for line in place.lines) == 2
    place.type("d")
    assert place.message == "no round is to be drawn: all rounds are played"
    assert {"draw", "publish", "redraw_one", "next_mark"} <= place.shown.idle
    hall = CongressDriver(CONGRESS_RESULTS, place.desks)
    assert "draw" in hall.shown.idle
    hall = CongressDriver(CONGRESS_RESULTS, {"open": complete(), "major": complete(6)})
    assert "draw" not in hall.shown.idle


def test_before_anybody_has_entered_the_way_to_the_entries_is_named() -> None:
    empty = MemoryDesk.created()
    people = CongressDriver(CONGRESS_PEOPLE, {"open": empty})
    assert "F2, enter on an event, F1; a adds, i imports" in " ".join(people.lines)
    assert {"check_in", "find", "move"} <= people.shown.idle
    listed = pairings(open=empty)
    assert listed.shown.status.text.strip() == "1 taking entries"
    hall = CongressDriver(CONGRESS_RESULTS, {"open": empty})
    assert {"mixed_pile", "go_to", "verify"} <= hall.shown.idle
    hall = CongressDriver(CONGRESS_RESULTS, {"open": MemoryDesk.playing(8)})
    assert "go_to" not in hall.shown.idle
    no_event = CongressView(Congress("Sligo"), ())
    assert "I chooses those that join" in nothing_open(no_event, 80)[0].text


def test_help_lists_only_marks_that_the_list_of_events_has() -> None:
    marks = {mark.keys for mark in mark_commands("congress_pairings")}
    assert {("×",), ("!",)} <= marks
    assert not {("~",), ("=",), ("#",), ("DKO",)} & marks


def test_nothing_is_published_or_stopped_where_nothing_stands_or_runs() -> None:
    place = pairings(open=complete())
    with pytest.raises(Refused, match="there is no proposal to publish"):
        place.run("publish")
    place.state = replace(place.state, refused={"open": "no draw"})
    place.run("cancel")
    assert place.state.refused == {}


@pytest.mark.parametrize("typed", ["4o", "0", "12,345"])
def test_a_wrong_amount_stays_in_its_line_to_be_corrected(typed: str) -> None:
    place = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.playing(4)})
    purpose = PaidAmount(EntryKey("open", "1"), "Moor, Ann")
    step = purpose.entered(place.view, place.state, typed)
    assert not step.effects
    assert step.state.prompt is not None
    assert step.state.prompt.text == typed
    assert purpose.entered(place.view, step.state, "40").effects


@pytest.mark.parametrize(("typed", "amount"), [((), 4500), (("2", "0"), 2000)])
def test_what_is_owed_is_proposed_and_another_amount_takes_its_place(
    typed: Sequence[str], amount: int
) -> None:
    place = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.playing(4)}, fees=ENTRY_FEE)
    place.enter("p", *typed, "enter")
    (paid,) = (one for one in place.effects if isinstance(one, Fetch))
    assert paid.arguments[1] == amount


def test_an_amount_that_could_not_be_saved_is_offered_once_more() -> None:
    place = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.playing(4)}, fees=ENTRY_FEE)
    paid = Paid(EntryKey("open", "1"), place.desks["open"].event.entrant("1").name, 1250)
    place.state = replace(place.state, selected=paid.key)
    failed = paid.answered(place.view, place.state, Refused("the disk is full"))
    assert failed.state.message is not None
    assert failed.state.message.text == "NOT SAVED: the disk is full; p offers 12.50 again"
    again = pay(place.view, failed.state).state.prompt
    assert again is not None
    assert again.text == "12.50"
    done = paid.answered(place.view, failed.state, None)
    owed = pay(place.view, done.state).state.prompt
    assert owed is not None
    assert owed.text == "45.00"


async def test_whoever_moves_by_m_is_in_the_other_event_alone(galway: Path) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        store = app.congress.store  # type: ignore[union-attr]
        await pilot.press("f1")
        await until(pilot, lambda: "Ann" in text_of(app))
        await pilot.press("m")
        await until(pilot, lambda: "Ann moves from Open to" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "moves from" not in text_of(app))
        assert [e.key.folder for e in person_named(store.people, "open:1").active] == ["open"]
        await pilot.press("m")
        await until(pilot, lambda: "Ann moves from Open to" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Ann is now in Minor, not in Open" in text_of(app))
        (there,) = [e for e in store.member("minor").event.entrants if e.name == "Ann"]
        assert not there.withdrawn
        assert [e.key.folder for e in person_named(store.people, f"minor:{there.id}").active] == [
            "minor"
        ]


async def test_a_move_asks_which_event_is_left_and_for_the_points_of_rounds_missed(
    galway: Path,
) -> None:
    event(galway / "junior", entrants("Hal Ivy Jon Kim"))
    open_congress(galway).change(lambda c: c.joined_by(EventPlan("junior", "Junior")), "joining")
    publish(open_event(galway / "junior"))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        store = app.congress.store  # type: ignore[union-attr]
        await pilot.press("f1", "/", *"cid", "enter", "m")
        await until(pilot, lambda: "Cid leaves" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "and moves to Junior" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "points for the round that is missed" in text_of(app))
        await pilot.press("backspace", "x", "enter")
        await until(pilot, lambda: "x" in text_of(app))
        assert len(store.member("junior").event.entrants) == 4
        await pilot.press("backspace", *"1/2", "enter")
        await until(pilot, lambda: "has missed 1 round (½ for each)" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: "Cid is now in Junior, not in Minor" in text_of(app))
        (there,) = [e for e in store.member("junior").event.entrants if e.name == "Cid"]
        cid = person_named(store.people, f"junior:{there.id}")
        assert sorted(e.key.folder for e in cid.active) == ["junior", "open"]


async def test_whoever_is_in_the_only_event_is_told_that_there_is_no_other(galway: Path) -> None:
    open_congress(galway).change(lambda c: c.left_by("minor"), "leaving")
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        await pilot.press("f1", "/", *"cid", "enter", "m")
        await until(pilot, lambda: "Cid is in every event of the congress" in text_of(app))


def test_a_clock_that_is_cleared_is_cleared_for_the_others_and_each_has_its_round(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    clock = RoundClock(1, datetime(2026, 11, 21, 10, 0).astimezone(), 90)
    follow([(folders[0], 2), (folders[1], 3)], clock)
    assert [read_clock(folder) for folder in folders] == [
        replace(clock, round=2),
        replace(clock, round=3),
    ]
    follow([(folders[0], 2), (folders[1], 3)], None)
    assert [read_clock(folder) for folder in folders] == [None, None]


async def test_a_payment_renews_the_time_of_the_last_save(
    galway: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        store = app.congress.store  # type: ignore[union-attr]
        store.change(lambda c: replace(c, fees=ENTRY_FEE), "fees")
        monkeypatch.setattr(store, "time", lambda: "2099-11-20T09:12:03")
        await pilot.press("f1", "p", "enter")
        await until(pilot, lambda: "Ann paid 45.00 EUR" in text_of(app))
        await until(pilot, lambda: "saved 09:12" in text_of(app))


def test_what_is_wrong_with_a_person_is_told_whole_at_80_columns() -> None:
    desks = {"open": MemoryDesk.playing(4), "major": MemoryDesk.playing(4)}
    place = CongressDriver(CONGRESS_PEOPLE, desks)
    place.type("j")
    told = " ".join(" ".join(line.text for line in place.shown.under).split())
    assert told.startswith("! 2 people are called")
    assert told.endswith("no year of birth or number tells them apart")
    assert all(text_width(line.text) <= 80 for line in place.shown.under)


def test_what_is_owed_is_whole_beside_who_else_is_there_at_80_columns() -> None:
    place = CongressDriver(CONGRESS_PEOPLE, {"open": MemoryDesk.playing(160)}, fees=ENTRY_FEE)
    twins = {"name": "Moor, Ann", "birth": "", "fide_id": ""}
    for id in ("1", "2"):
        place.desks["open"].do(EditEntrant(id, twins, insist=True))
    status = CONGRESS_PEOPLE.picture(place.view, place.state).status
    shown = state_line(status, 80, "with desk-b · saved 14:02").text
    assert "fees 0.00 of 7200.00 · 160 owe" in shown
    assert "  ! 1" in shown


async def test_that_an_event_goes_on_again_stands_in_the_place_of_what_was_wrong(
    galway: Path,
) -> None:
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        (galway / "open").rename(galway / "elsewhere")
        await until(pilot, lambda: "Open: its folder is not what was" in text_of(app))
        (galway / "elsewhere").rename(galway / "open")
        await until(pilot, lambda: "as this desk knows it again: it goes on" in text_of(app))
        assert "nothing more is saved in it" not in text_of(app)


async def test_what_is_of_the_whole_congress_is_asked_for_from_any_place(galway: Path) -> None:
    for folder in ("open", "minor"):
        publish(open_event(galway / folder))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        # what the walls show, of all and of none
        await pilot.press("O")
        await until(pilot, lambda: "Projector: pages of" in text_of(app))
        await pilot.press("escape", "O")
        await until(pilot, lambda: "all events" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Projector hall shows" in text_of(app))
        told = "".join(text_of(app).split()).replace("│", "")
        assert f"project{galway}enter" in told, "the screen of the congress, not of its events"
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "projector hall: " in text_of(app))
        shown = [wish(galway / folder, "hall").page for folder in ("open", "minor")]
        assert shown[0] == shown[1] != "auto"
        # its lists, into a folder beside it
        await pilot.press("F")
        await until(pilot, lambda: "Export of the congress" in text_of(app))
        await pilot.press("escape", "F")
        await until(pilot, lambda: "the whole hall by name" in text_of(app))
        await pilot.press("down", "enter")
        named = "names.html, names.pdf and names.csv in"
        await until(pilot, lambda: named in " ".join(text_of(app).split()))
        written = sorted(path.name for path in (galway.parent / "galway-export").iterdir())
        assert written == ["names.csv", "names.html", "names.pdf"]
        # the clock of both: one session
        await pilot.press("T")
        await until(pilot, lambda: "start" in text_of(app))
        await pilot.press("escape")
        # what was taken back last is done again, in whichever event it was
        await pilot.press("f3", "1", "u")
        await until(pilot, lambda: "undone: " in text_of(app))
        await pilot.press("U")
        await until(pilot, lambda: "redone: " in text_of(app))
        # the history of one event, in its own console
        await pilot.press("H")
        await until(pilot, lambda: "History of" in text_of(app))
        await pilot.press("escape", "H")
        await until(pilot, lambda: "History of" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: is_in_front(app, "history"))
        assert app.desk.name == "Minor"
        await pilot.press("f12")
        await until(pilot, lambda: app.current_mode == "congress_results")


async def test_differences_of_all_rounds_are_asked_about_before_they_are_published(
    galway: Path,
) -> None:
    for folder in ("open", "minor"):
        store = open_event(galway / folder)
        propose(store)
        if folder == "minor":
            first, second = (match.white for match in store.event.proposal.matches)  # type: ignore[union-attr]
            store.do(SwapPlaces(first, second))
    app = TopboardApp(congress=CongressDesk(galway))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: "changed by hand" in text_of(app))
        for answer, published in (("n", 0), ("y", 1)):
            await pilot.press("P")
            await until(pilot, lambda: "Publish 2 rounds?" in text_of(app))
            assert "placed differently from the computer draw" in text_of(app)
            await pilot.press(answer)
            await until(pilot, lambda: is_in_front(app, "congress_pairings"))
            await app.queue.idle()
            for folder in ("open", "minor"):
                assert len(open_event(galway / folder).event.published) == published


def test_before_round_1_no_round_is_called_complete() -> None:
    place = pairings(open=MemoryDesk.playing(8, 0), major=complete())
    assert "   Open   entries         round 1 can be drawn, 8 to pair" in place.lines
    assert "   Major  round 1 of 6    complete: round 2 can be drawn, 8 to pair" in place.lines


def test_what_becomes_of_each_event_stands_beside_it() -> None:
    over = MemoryDesk.created("small", rounds=1)
    over.do(ImportEntrants(entrants("Ann Bea Cid Dan")))
    play(over, 1)
    place = pairings(open=over, major=MemoryDesk.created(), minor=complete())
    stands = [line.split("  ")[-1].strip() for line in place.lines if "Open" in line
              or "Major" in line or "Minor" in line]  # fmt: skip
    assert stands[:3] == [
        "all rounds are played", "round 1 cannot be drawn yet: 0 entrants",
        "complete: round 2 can be drawn, 8 to pair",
    ]  # fmt: skip


def test_only_boards_of_events_that_somebody_plays_in_are_marked() -> None:
    place = pairings(open=complete(), major=complete(), minor=complete())
    for desk in place.desks.values():
        propose(desk)
    for folder in ("open", "major"):
        place.desks[folder].do(EditEntrant("1", {"fide_id": "1503014"}))
    place.paint()
    marked = [one.key for one in place.shown.body if "same hours" in one.text]
    assert [cast("tuple[str, int]", key)[0] for key in marked] == ["open", "major"]


def test_rounds_that_cannot_be_published_together_say_why() -> None:
    place = pairings(open=complete(2), major=complete())
    propose(place.desks["open"])
    place.paint()
    with pytest.raises(Refused, match="no proposal is published with others: Open: it breaks"):
        place.run("publish")
    place.type("end")
    with pytest.raises(Refused, match="there is no proposal to publish"):
        place.run("publish_one")
    propose(place.desks["major"])
    place.desks["major"].do(StartEditing(2))
    place.paint()
    with pytest.raises(Refused, match="Major: it is being paired by hand"):
        place.run("publish")
    with pytest.raises(Refused, match="it is being paired by hand; enter"):
        place.run("publish_one")


def test_one_round_that_was_changed_by_hand_is_asked_about_with_its_differences() -> None:
    place = pairings(open=complete())
    desk = place.desks["open"]
    propose(desk)
    first, second = (match.white for match in desk.event.proposal.matches[:2])  # type: ignore[union-attr]
    desk.do(SwapPlaces(first, second))
    place.paint()
    place.type("p")
    (asked,) = (e for e in place.effects if isinstance(e, Converse))
    rounds, _ = cast("tuple[tuple[ToPublish, ...], tuple[str, ...]]", asked.arguments)
    assert [one.folder for one in rounds] == ["open"]
    place._apply(Answered(rounds).answered(place.view, place.state, ()))
    place.acknowledge()
    assert len(desk.event.published) == 1


def test_a_roll_call_that_is_left_draws_nothing_and_says_so() -> None:
    place = pairings(open=complete())
    place._apply(RollsCalled(("open",)).answered(place.view, place.state, {}))
    assert drawn(place) == []
    assert place.message == "not drawn: Open"


def test_a_round_that_could_not_be_published_is_said_where_nobody_else_has() -> None:
    place = pairings(open=complete())
    propose(place.desks["open"])
    failed = Failed(Do(PublishRound(2)), Refused("the disk is full"), folder="open")
    place._take(place.kind.on_outcome(place.view, place.state, failed))
    assert place.message == "Open: the disk is full"
    place.desks["open"].do(Discard())
    place._take(place.kind.on_outcome(place.view, place.state, failed))
    assert place.message == "Open: the disk is full"


def test_a_congress_without_an_open_event_says_so_in_every_place() -> None:
    for kind, told in (
        (CONGRESS_STANDINGS, "no event has joined yet"),
        (CONGRESS_PAIRINGS, "no event has joined yet"),
    ):  # fmt: skip
        place = CongressDriver(kind, {"open": complete()}, (120, 40))
        place.type("enter")
        (entered,) = place.effects
        assert isinstance(entered, Converse)
        place.desks.clear()
        place.paint()
        assert told in "".join(place.lines)
        place.type("right", "x")
        for command in ("own_console", "publish_one"):
            if command in kind.commands:
                with pytest.raises(Refused, match="no event is"):
                    place.run(command)
