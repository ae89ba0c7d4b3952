"""The questions before a draw, by keys: who did not come, and who is not checked in."""

from __future__ import annotations

from engine.actions import CheckIn, EnterResults, PublishRound
from tests.tui.conftest import EventMaker
from tests.tui.places import (
    still,
    text_of,
    until,
)
from tests.tui.test_pairings_keys import SIZE, console, place_of
from tui.app import TopboardApp
from tui.screens.dialogs import Confirm, Telling


async def test_who_is_said_to_be_back_is_checked_in_and_not_asked_about_again(
    make_event: EventMaker,
) -> None:
    store = make_event(players=8, published=0)
    store.do(CheckIn(tuple(e.id for e in store.event.entrants[1:])))
    first = store.event.entrants[0].id
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "p  plays" in app.screen.note  # type: ignore[attr-defined]
        await pilot.press("p")
        await until(pilot, lambda: app.desk.event.entrant(first).present)
        await pilot.press("x")


async def test_answers_given_before_it_is_left_are_kept_and_said(make_event: EventMaker) -> None:
    store = make_event(players=8, published=0)
    store.do(CheckIn(tuple(e.id for e in store.event.entrants[3:])))
    first = store.event.entrants[0].id
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "(1 of 3)" in app.screen.title_text  # type: ignore[attr-defined]
        await pilot.press("p")
        await until(pilot, lambda: "(2 of 3)" in getattr(app.screen, "title_text", ""))
        assert "the answers given are kept" in app.screen.note  # type: ignore[attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: app.desk.event.entrant(first).present)
        await until(pilot, lambda: place.state.message is not None)
        assert place.state.message.text.startswith("not drawn; the 1 answer given is kept")
        assert app.desk.event.proposal is None
        await pilot.press("d")
        await until(pilot, lambda: "(1 of 2)" in getattr(app.screen, "title_text", ""))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Telling))
        await still(pilot)
        assert place.state.message is None, "nothing was answered, so nothing is said"


async def test_who_is_out_since_a_round_that_he_did_not_come_to_is_asked_about_again(
    make_event: EventMaker,
) -> None:
    store = make_event(players=8, published=1)
    first, *others = store.event.round(1).matches
    store.do(EnterResults(((first.board, "+/-"), *((m.board, "1-0") for m in others))))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "did not come in round 1" in told_by(app)
        assert "out since" not in told_by(app)
        await pilot.press("o")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        await app.desk.act(PublishRound(2, insist=True))
        boards = [m.board for m in app.desk.event.round(2).matches]
        await app.desk.act(EnterResults(tuple((board, "1-0") for board in boards)))
        await until(pilot, lambda: app.screen is app.front)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert "did not come in round 1, out since" in told_by(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Telling))


def told_by(app: TopboardApp) -> str:
    assert isinstance(app.screen, Telling)
    return " ".join(one.text for one in app.screen.text_lines)


async def test_nobody_is_withdrawn_by_keys_that_mean_something_else_in_pairings(
    make_event: EventMaker,
) -> None:
    """`d` `w` and `d` `P` typed in one go: why, and publish."""
    store = make_event(players=8, published=0)
    store.do(CheckIn(tuple(e.id for e in store.event.entrants[1:])))
    before = store.event.revision
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        await pilot.press("w", "P")
        await still(pilot)
        assert isinstance(app.screen, Telling), "it still asks"
        assert app.desk.event.revision == before


async def test_a_withdrawal_before_a_draw_is_asked_about_and_said(make_event: EventMaker) -> None:
    store = make_event(players=8, published=0)
    store.do(CheckIn(tuple(e.id for e in store.event.entrants[1:])))
    absent = store.event.entrants[0]
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: "x  withdraws" in getattr(app.screen, "note", ""))
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        assert f"Withdraw {absent.name}" in app.screen.question  # type: ignore[attr-defined]
        await pilot.press("enter")  # no
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert not app.desk.event.entrant(absent.id).withdrawn
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        await until(pilot, lambda: place.state.message is not None)
        assert app.desk.event.entrant(absent.id).withdrawn
        assert f"{absent.name} is withdrawn from round 1 on" in place.state.message.text


async def test_that_there_are_more_to_ask_about_is_said_in_one_line(make_event: EventMaker) -> None:
    store = make_event(players=30, published=0)
    store.do(CheckIn((store.event.entrants[0].id,)))
    app = console(store)
    async with app.run_test(size=(80, 24)) as pilot:
        await place_of(pilot)
        await pilot.press("d")
        await until(pilot, lambda: "(1 of 29)" in getattr(app.screen, "title_text", ""))
        await pilot.press("p")
        await until(pilot, lambda: "(2 of 29)" in getattr(app.screen, "title_text", ""))
        await until(pilot, lambda: "the answers given are kept" in text_of(app))
        assert "↑ ↓  more" in text_of(app)
