"""Pairings as the chief arbiter reviews a draw: asserted on the event."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResults, Instruct, PublishRound
from engine.event import Instruction, Round
from saves.store import Store, open_event
from tests.tui.children import use_child
from tests.tui.conftest import EventMaker
from tests.tui.places import question_of, until
from tui.app import TopboardApp
from tui.places.pairings.state import review_of
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Telling
from tui.screens.why_dialog import WhyDialog

SIZE = (80, 24)


@pytest.fixture(autouse=True)
def children(monkeypatch: pytest.MonkeyPatch) -> None:
    use_child(monkeypatch)


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


async def test_two_players_swapped_change_places_and_the_new_conflict_is_said_at_once(
    make_event: EventMaker,
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        before = proposal(app)
        assert before.match(1).pair == ("1", "6")
        # round 1 was 1 v 5: with 6 (board 1) and 5 (the last board) exchanged they meet again
        await pilot.press("right", "s")
        await pilot.press("end", "left")
        await pilot.press("right" if before.match(4).black == "5" else "left", "s")
        place = await place_of(pilot)
        assert set(proposal(app).match(1).pair) == {"1", "5"}
        assert proposal(app).altered
        assert "× board 1: they met in round 1" in told(place)
        assert "× met" in place.body.lines[1].text


async def test_escape_takes_the_mark_off(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s")
        place = await place_of(pilot)
        assert "is marked" in told(place)
        await pilot.press("escape", "down", "s")
        await pilot.press("escape")
        await place_of(pilot)
        assert not proposal(app).altered


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


@pytest.mark.parametrize(("key", "kind"), [("l", "lock"), ("b", "bar")])
async def test_a_lock_and_a_bar_are_given_and_taken_back_by_the_same_key(
    make_event: EventMaker, key: str, kind: str
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(key)
        place = await place_of(pilot)
        assert [(i.kind, i.pair, i.round) for i in app.desk.event.instructions] == [
            (kind, frozenset({"1", "6"}), 2)
        ]
        assert any(("locked" if key == "l" else "barred") in x.text for x in place.body.lines)
        await pilot.press(key)
        await place_of(pilot)
        assert app.desk.event.instructions == ()


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


async def test_the_bye_moves_by_swapping_with_its_line(make_event: EventMaker) -> None:
    app = console(make_event(players=7, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        assert [b.entrant for b in proposal(app).byes] == ["7"]
        await pilot.press("s", "end", "s")
        await place_of(pilot)
        assert [b.entrant for b in proposal(app).byes] == ["1"]
        assert "7" in proposal(app).match(1).pair


async def test_brackets_go_by_severity_and_say_how_many_of_each(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        # 6 and 5 exchanged: board 1 repeats round 1, the last board is only worse by criteria
        await pilot.press("home", "right", "s", "end")
        await pilot.press("right" if proposal(app).match(4).black == "5" else "left", "s")
        await until(pilot, lambda: known(app))
        await pilot.press("end")
        seen = []
        for _ in range(3):
            await pilot.press("]")
            place = await place_of(pilot)
            review = review_of(place.view, place.state)
            assert review is not None
            first = review.conflicts_of(place.body.selected)[:1]
            seen.append(first[0].severity.value if first else "changed")
        assert seen[0] == "must"
        order = ["must", "should", "note", "changed"]
        assert order.index(seen[1]) >= order.index(seen[0])
        await pilot.press("home", "]")
        assert "must" in told(await place_of(pilot))
        assert " of " in told(await place_of(pilot))


async def test_the_why_of_the_selected_board_stands_below_it(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down")
        place = await place_of(pilot)
        detail = " ".join(" ".join(one.text for one in place.details.lines).split())
        assert "they met in round 1. Least change" in detail
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
        listed = " ".join(one.text for one in app.screen.told)
        assert "× board 1: they met in round 1" in listed
        assert listed.count("engine  ") == 4
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


async def test_discarding_asks(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("X")
        await pilot.pause()
        await pilot.press("y")
        await place_of(pilot)
        assert app.desk.event.proposal is None


async def test_the_engines_own_draw_is_shown_beside_mine(make_event: EventMaker) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t", "E")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        assert app.screen.title_text.startswith("2 placed differently")
        text = " ".join(one.text for one in app.screen.list.lines)
        assert "here    Black against" in text
        assert "engine  White against" in text


async def test_without_a_draw_the_place_says_what_comes_next(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        text = " ".join(one.text for one in place.body.lines)
        assert "Round 2 of 6 is next: 8 entrants" in text
        assert "d  draws it" in text
        assert "d draw" in place.key_line.shown.text
        await pilot.press("<")
        place = await place_of(pilot)
        assert "round 1 of 6 · published" in place.status.shown.text
        await pilot.press("t")
        assert "no proposal" in told(await place_of(pilot))
        await pilot.press(">")
        assert "round 2 to be drawn" in (await place_of(pilot)).status.shown.text


async def test_a_draw_with_results_missing_is_refused_with_the_boards(
    make_event: EventMaker,
) -> None:
    app = console(make_event())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        assert "results are missing in round 1: boards 1, 2, 3, 4" in told(await place_of(pilot))


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
        await pilot.pause(0.5)
        place = await place_of(pilot)
        assert "PROPOSAL" in place.status.shown.text
