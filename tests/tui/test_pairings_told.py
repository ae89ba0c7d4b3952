"""What Pairings says about changes by hand, extra boards and what comes next."""

from __future__ import annotations

from textual.pilot import Pilot

from engine.entrants import EntrantId
from engine.rules import Conflict, Severity
from tests.tui.conftest import EventMaker
from tests.tui.test_pairings_keys import SIZE, console, place_of, proposal, told
from tui.app import TopboardApp
from tui.screens.pairings import Pairings
from tui.screens.pairings_words import new_conflicts


def detail(place: Pairings) -> str:
    return " ".join(" ".join(one.text for one in place.details.lines).split())


async def swapped(pilot: Pilot[None], app: TopboardApp, *ids: EntrantId) -> Pairings:
    """The two marked one after the other, by keys."""
    for id in ids:
        match = next(m for m in proposal(app).matches if id in m.pair)
        await pilot.press("home", *["down"] * (match.board - 1))
        await pilot.press("right" if match.black == id else "left", "s")
    return await place_of(pilot)


async def test_a_swap_names_every_conflict_that_it_brings(make_event: EventMaker) -> None:
    app = console(make_event(players=4, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        assert [set(m.pair) for m in proposal(app).matches] == [{"1", "4"}, {"2", "3"}]
        place = await swapped(pilot, app, "4", "3")
        said = told(place)
        assert "2 new: " in said
        assert "× board 1: they met in round 1; × board 2: they met in round 1" in said


def test_many_new_conflicts_are_all_named_in_short() -> None:
    text = "a long reason that would fill more than a line of the screen by itself, twice told"
    found = [Conflict("repeat", Severity.MUST, text, board) for board in range(1, 8)]
    said = new_conflicts(found)
    assert all(f"board {board} met" in said for board in range(1, 8))
    assert len(said) < 250


async def test_a_board_changed_by_hand_stays_marked_so_beside_its_conflict(
    make_event: EventMaker,
) -> None:
    app = console(make_event(players=4, proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        place = await swapped(pilot, app, "4", "3")
        assert "~× met" in place.body.lines[1].text
        assert "hand" in detail(place)
