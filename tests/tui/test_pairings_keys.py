"""Pairings as the chief arbiter reviews a draw: asserted on the event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.actions import (
    Discard,
    EnterResult,
    EnterResults,
    Instruct,
    Propose,
    PublishRound,
    TurnBoard,
    Undo,
)
from engine.event import Event, Instruction, Round
from engine.next_draw import next_draw
from engine.protocol import Advice
from engine.refusal import Refused
from saves.store import Store, open_event
from tests.tui.conftest import EventMaker
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import (
    question_of,
    text_of,
    until,
)
from tui.app import TopboardApp
from tui.places.pairings import PAIRINGS
from tui.places.pairings.keys import ComparedWithOwn, Together
from tui.places.pairings.picture import PairingsState, review_of
from tui.places.pairings.talks import WhyDialog
from tui.places.screen import PlaceScreen
from tui.places.shape import Converse
from tui.screens.dialogs import Telling

SIZE = (80, 24)


def console(store: Store) -> TopboardApp:
    return TopboardApp(store.folder, "pairings")


async def place_of(pilot: Pilot[None]) -> PlaceScreen:
    await pilot.pause()
    await pilot.pause()
    app = pilot.app
    assert isinstance(app, TopboardApp)
    assert isinstance(app.front, PlaceScreen)
    return app.front


def proposal(app: TopboardApp) -> Round:
    assert app.desk.event.proposal is not None
    return app.desk.event.proposal


def known(app: TopboardApp) -> bool:
    """Whether what the changes by hand cost has been counted."""
    assert isinstance(app.front, PlaceScreen)
    review = review_of(app.front.view, app.front.state)
    return review is not None and review.costs is not None


def told(place: PlaceScreen) -> str:
    return " ".join(" ".join(one.text for one in place.feet.lines).split())


async def test_turning_a_board_exchanges_its_colours_and_undo_turns_it_back(
    make_event: EventMaker,
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t")
        await place_of(pilot)
        assert proposal(app).match(1).pair == ("6", "1")
        await pilot.press("u")
        await place_of(pilot)
        assert proposal(app).match(1).pair == ("1", "6")
        await pilot.press("U")
        await place_of(pilot)
        assert proposal(app).match(1).pair == ("6", "1")


async def test_locks_and_bars_are_listed_and_one_taken_back(make_event: EventMaker) -> None:
    store = make_event(proposal=True)
    store.do(Instruct(Instruction("bar", "2", "3")))
    store.do(Instruct(Instruction("lock", "1", "6", 2)))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(app.screen, Telling)
        await pilot.press("down", "enter")
        await place_of(pilot)
        assert [i.kind for i in app.desk.event.instructions] == ["bar"]


async def test_the_why_of_the_selected_board_stands_below_it(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down")
        place = await place_of(pilot)
        assert "they met in round 1. Least change" in told(place)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, WhyDialog)
        assert "Least change: 5 and 6 exchanged." in " ".join(
            " ".join(one.text for one in app.screen.list.lines).split()
        )
        await pilot.press("q")
        assert (await place_of(pilot)).is_current


async def test_publishing_asks_and_enter_does_not_publish(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        for no in ("enter", "escape", "P", "n"):
            await pilot.press("P")
            await pilot.pause()
            assert question_of(app)
            await pilot.press(no)
            if no == "P":
                assert question_of(app), "the key that asked is no answer"
                await pilot.press("escape")
            await place_of(pilot)
            assert app.desk.event.proposal is not None
        await pilot.press("P")
        await pilot.pause()
        await pilot.press("y")
        await place_of(pilot)
        assert app.desk.event.proposal is None
        assert len(app.desk.event.published) == 2


async def test_publishing_a_hand_made_conflict_names_it_and_insists(make_event: EventMaker) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        first, last = proposal(app).match(1), proposal(app).match(4)
        await pilot.press("right" if first.black == "6" else "left", "s", "end")
        await pilot.press("right" if last.black == "5" else "left", "s")
        await place_of(pilot)
        await pilot.press("P")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        listed = " ".join(one.text for one in app.screen.text_lines)
        assert "× board 1: they met in round 1" in listed
        assert listed.count("draw    ") == 4
        assert "A rule is broken" in listed
        await pilot.press("enter")
        await place_of(pilot)
        assert app.desk.event.proposal is not None
        await pilot.press("P")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.published) == 2)
    last_action = open_event(store.folder).entries[-1].action
    said = last_action.describe(app.desk.event)
    assert "insisted" in said
    assert "4 placed differently from the computer draw: Ashgrove, Liam (1):" in said


async def test_a_round_that_another_desk_published_meanwhile_is_told_so(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: proposal(app).altered)
        await pilot.press("P")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        open_event(store.folder).do(PublishRound(2, insist=True))
        await until(pilot, lambda: len(app.desk.event.published) == 2)
        await pilot.press("y")
        await until(pilot, lambda: "was published meanwhile" in told(place))
        assert "P again" not in told(place)
        assert len(app.desk.event.published) == 2


async def test_the_engines_own_draw_is_shown_beside_mine(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t", "E")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        assert app.screen.title_text.startswith("2 placed differently")
        text = " ".join(one.text for one in app.screen.list.lines)
        assert "here    Black against" in text
        assert "draw    White against" in text


async def test_a_proposal_made_at_another_desk_is_seen_here(
    make_event: EventMaker, tmp_path: Path
) -> None:
    from tests.playing import propose

    store = make_event()
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        propose(open_event(store.folder, session="other"))
        place = await place_of(pilot)
        await until(pilot, lambda: "PROPOSAL" in place.status.shown.text)


def reviewed() -> Driver[PairingsState]:
    """Two rounds are played; the third is proposed."""
    desk = MemoryDesk.playing(8, 2)
    desk.do(EnterResults(tuple((match.board, "1-0") for match in desk.event.rounds[1].matches)))
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    return Driver(PAIRINGS, desk)


def test_a_move_of_the_selection_asks_for_no_advice_again(monkeypatch: pytest.MonkeyPatch) -> None:
    place, asked = reviewed(), list[Event]()
    kind = type(place.desk.format)
    advise = kind.advise

    def counted(format: Any, event: Event) -> list[Advice]:
        asked.append(event)
        return advise(format, event)

    monkeypatch.setattr(kind, "advise", counted)
    place.paint()
    place.type("down", "down")
    place.paint()
    assert len(asked) <= 1


def test_two_are_barred_for_every_round_and_the_bar_is_taken_back() -> None:
    place = reviewed()
    (pair,) = [m.pair for m in place.desk.event.proposal.matches if m.board == 1]  # type: ignore[union-attr]
    place.run("bar_always")
    place.acknowledge()
    assert place.desk.event.instructions == (Instruction("bar", *pair),)
    place.run("bar_always")
    place.acknowledge()
    assert place.desk.event.instructions == ()


def test_a_player_who_is_marked_is_marked_no_more_by_the_same_key() -> None:
    place = reviewed()
    place.type("s")
    assert place.state.picked is not None
    place.enter("s")
    assert place.state.picked is None
    assert not place.desk.event.proposal.altered


def test_no_key_draws_publishes_or_changes_while_a_draw_runs() -> None:
    place = reviewed()
    running = place.view._replace(beside="draw")
    step = PAIRINGS.commands["publish"](running, place.state)
    assert step.effects == step.state.questions == ()
    assert step.state.message is not None
    assert step.state.message.text == "a draw is running: wait, or stop it with x"
    for command in (
        *("draw", "turn", "lock", "bar", "own", "discard"),
        *("by_hand", "redraw", "redraw_rest"),
    ):
        with pytest.raises(Refused, match="a draw is running: wait, or stop it with x"):
            PAIRINGS.commands[command](running, place.state)
    with pytest.raises(Refused, match="a proposal stands; r draws it again, R from scratch"):
        place.run("draw")


def test_a_comparison_that_runs_is_not_called_a_draw_and_leaves_the_proposal_to_the_keys() -> None:
    place = reviewed()
    running = place.view._replace(beside="comparison")
    for command in ("own", "redraw", "redraw_rest"):
        with pytest.raises(Refused, match="a comparison is running: wait, or stop it with x"):
            PAIRINGS.commands[command](running, place.state)
    assert PAIRINGS.commands["turn"](running, place.state).effects


def test_a_proposal_that_changed_behind_the_question_is_not_taken_away() -> None:
    place = reviewed()
    place.type("X")
    assert place.question.startswith("Take the proposal away?")
    place.other_desk(TurnBoard(1))
    assert (place.question, place.message) == (
        "", "the proposal has changed meanwhile, so nothing is asked",
    )  # fmt: skip
    place.enter("y")
    assert place.desk.event.proposal is not None


def test_a_late_entry_gets_a_seat_and_a_board_is_corrected_in_the_round_in_play_alone() -> None:
    place = reviewed()
    with pytest.raises(Refused, match="select a board of the round in play: < shows it"):
        place.run("seat")
    with pytest.raises(Refused, match="only a published board is corrected; change the proposal"):
        place.run("correct")
    place.run("round_before")
    for command in ("seat", "correct"):
        place.run(command)
        asked = place.effects.pop()
        assert isinstance(asked, Converse)
        assert asked.arguments == (2, place.desk.event.rounds[1].matches[0])


def test_a_bye_of_the_round_in_play_is_no_board_to_correct_and_has_no_seat() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing(7, 1))
    place.type("end")
    with pytest.raises(Refused, match="no board is selected: select the one with the free seat"):
        place.run("seat")
    with pytest.raises(Refused, match="no board is selected: select the board that was played"):
        place.run("correct")


def test_nobody_has_a_seat_to_give_before_a_round_is_published() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing(8, 0))
    with pytest.raises(Refused, match="no round is published yet: nobody has a seat to give"):
        place.run("seat")


def test_an_answer_that_comes_too_late_or_not_at_all_changes_nothing() -> None:
    place = reviewed()
    assert ComparedWithOwn().answered(place.view, place.state, None).effects == ()
    place.desk.do(Discard())
    place.paint()
    with pytest.raises(Refused, match="there is no proposal any more: look again"):
        Together().answered(place.view, place.state, ("1", "2"))


async def test_a_publication_taken_back_says_what_became_of_its_paper(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=8, published=0, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await pilot.press("P")
        told = "u takes the publication back until a result is in"
        await until(pilot, lambda: told in " ".join(text_of(app).replace("│", "").split()))
        await pilot.press("y")
        await until(pilot, lambda: len(app.desk.event.published) == 1)
        await pilot.press("u")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        await until(pilot, lambda: place.state.message is not None)
        assert "a proposal again, and what is printed of it is void" in place.state.message.text
        await pilot.press("U")
        await until(pilot, lambda: len(app.desk.event.published) == 1)
        store = app.desk.store
        number = next(e.n for e in store.entries if isinstance(e.action, PublishRound))
        store.do(EnterResult(1, "1-0"))
        with pytest.raises(Refused, match="cannot be undone"):
            store.do(Undo(number))
