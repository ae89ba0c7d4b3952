"""Draws made in a process of their own from Pairings."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult, EnterResults, Propose, PublishRound, TurnBoard, Withdraw
from engine.refusal import Refused
from engine.results import GameResult
from engine.waiting import drawn_from_another
from saves.store import Store, open_event
from tests.tui.children import use_child
from tests.tui.conftest import EventMaker
from tests.tui.places import PATIENCE, question_of, text_of, until
from tests.tui.test_pairings_keys import SIZE, console, place_of, proposal, told
from tui.child import DrawChild
from tui.places.result_entry import earlier_question
from tui.places.screen import PlaceScreen


async def drawn(pilot: Pilot[None]) -> PlaceScreen:
    place = await place_of(pilot)
    await until(pilot, lambda: place.desk.beside is None)
    return await place_of(pilot)


def all_in(make_event: EventMaker) -> Store:
    """An event whose round 1 is complete, so that round 2 can be drawn."""
    store = make_event()
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    return store


async def test_d_draws_the_next_round_in_a_child_process(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch)
    store = all_in(make_event)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        place = await place_of(pilot)
        assert "drawing" in told(place)
        await drawn(pilot)
        assert proposal(app).number == 2
        await pilot.press("t", "r")
        await pilot.pause()
        assert question_of(app), "the turned board is not locked"
        await pilot.press("y")
        await drawn(pilot)
        assert not proposal(app).altered
        assert proposal(app).match(1).pair == ("1", "6")


async def test_a_draw_that_was_stopped_is_none_and_no_refusal(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch, "time.sleep(60)")
    child = DrawChild(make_event())
    child.cancel()
    assert await child.given() is None


async def test_redraw_from_scratch_drops_the_rounds_locks_after_a_question(
    make_event: EventMaker,
) -> None:
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t", "l", "R")
        await pilot.pause()
        assert question_of(app)
        await pilot.press("y")
        await drawn(pilot)
        assert app.desk.event.instructions == ()
        assert proposal(app).match(1).pair == ("1", "6")


async def test_x_stops_a_draw_that_runs_and_nothing_is_proposed(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch, "time.sleep(60)")
    store = all_in(make_event)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        place = await place_of(pilot)
        assert "x or esc stops it" in told(place)
        await pilot.press("x")
        place = await drawn(pilot)
        assert place.desk.beside is None
        assert app.desk.event.proposal is None
        assert "stopped" in told(place)


async def test_the_draw_is_an_action_of_this_console_and_u_takes_it_back(
    make_event: EventMaker,
) -> None:
    store = all_in(make_event)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        place = await drawn(pilot)
        assert proposal(app).number == 2
        await pilot.press("u")
        await until(pilot, lambda: app.desk.event.proposal is None)
        assert told(place).startswith("undone: draw of round 2")


async def test_a_draw_of_an_event_that_changed_meanwhile_is_made_anew(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    # the first child waits with its answer until an entrant has left
    hold = f"""
import atexit, pathlib
gone = pathlib.Path({str(gone)!r})
if not gone.exists():
    def wait():
        sys.stdout.flush()
        gone.with_name("drawn").touch()
        while not gone.exists():
            time.sleep(0.05)
    atexit.register(wait)
"""
    use_child(monkeypatch, hold)
    store = all_in(make_event)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: gone.with_name("drawn").exists())
        other = open_event(store.folder, session="other")
        other.do(Withdraw("8"))
        with pytest.raises(Refused, match="another desk draws or publishes now"):
            other.do(PublishRound(1))
        gone.touch()
        await drawn(pilot)
        assert "8" not in proposal(app).placed
        assert len(proposal(app).placed) == 7
    proposals = [e for e in other.entries if isinstance(e.action, Propose)]
    assert len(proposals) == 1, "that of round 1: the child has written none"


async def test_leaving_the_program_stops_a_draw_that_runs(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"
    wait = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    use_child(monkeypatch, wait)
    store = all_in(make_event)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: pid.exists() and pid.read_text())
        await pilot.press("q")
        await pilot.pause()
    end = time.monotonic() + PATIENCE
    while Path("/proc", pid.read_text()).exists() and time.monotonic() < end:
        await asyncio.sleep(0.01)  # it is stopped, but not gone at once
    assert not Path("/proc", pid.read_text()).exists()


async def test_while_a_draw_runs_what_stands_is_neither_published_nor_changed(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch, "time.sleep(60)")
    app = console(make_event(proposal=True))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("t", "R")
        await pilot.pause()
        await pilot.press("y")
        place = await place_of(pilot)
        assert place.desk.beside is not None
        standing = app.desk.event.proposal
        for key in ("P", "t", "l", "b", "X"):
            await pilot.press(key)
            place = await place_of(pilot)
            assert told(place).endswith("! a draw is running: wait, or stop it with x")
            assert app.screen is place
            assert app.desk.event.proposal is standing
            assert app.desk.event.instructions == ()
        await pilot.press("x")
        await drawn(pilot)


async def test_only_the_proposal_that_was_asked_about_is_published(
    make_event: EventMaker,
) -> None:
    store = make_event(proposal=True)
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        await pilot.press("P")
        await pilot.pause()
        assert question_of(app)
        await place.desk.act(TurnBoard(1, was=proposal(app).match(1).pair))
        place = await place_of(pilot)
        assert told(place).endswith("! the proposal has changed meanwhile, so nothing is asked")
        await pilot.press("y")
        await place_of(pilot)
        assert not question_of(app)
        assert app.desk.event.proposal is not None


async def test_a_round_without_results_is_taken_back_and_drawn_again_after_a_correction(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch)
    store = make_event(published=2, format="dutch")
    app = console(store)
    # where the correction is asked, and where the round stands, the way is said
    asked = earlier_question(store.event, store.format, 1, 1, "1-0", "0-1")[0]
    assert "Nothing of round 2 is entered: r in Pairings (F2) takes it back" in asked
    store.do(EnterResult(1, "0-1", "1-0", 1, replace=True))
    async with app.run_test(size=SIZE) as pilot:
        place = await place_of(pilot)
        said = "r takes the round back"
        await until(pilot, lambda: said in " ".join(text_of(app).split()))
        before = store.event.round(2).matches
        await pilot.press("r")
        await until(pilot, lambda: "publication of round 2" in (question_of(app) or ""))
        await pilot.press("y")
        await until(pilot, lambda: app.desk.event.proposal is not None and not place.desk.beside)
        await until(pilot, lambda: not drawn_from_another(app.desk.event))
        assert proposal(app).number == 2
        assert {m.pair for m in proposal(app).matches} != {m.pair for m in before}
        result = app.desk.event.round(1).match(1).result
        assert result is GameResult.BLACK, "the correction stands"


async def test_a_round_with_a_result_is_not_taken_back_by_a_redraw(make_event: EventMaker) -> None:
    store = make_event(published=2, format="dutch")
    store.do(EnterResult(2, "1-0"))
    store.do(EnterResult(1, "0-1", "1-0", 1, replace=True))
    assert "r in Pairings" not in earlier_question(
        store.event, store.format, 1, 2, "1-0", "0-1"
    )[0]  # fmt: skip
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await place_of(pilot)
        await pilot.press("r")
        await until(pilot, lambda: "no proposal here" in " ".join(text_of(app).split()))
        assert "r takes the round back" not in " ".join(text_of(app).split())
        assert app.desk.event.proposal is None
