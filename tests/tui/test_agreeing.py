"""What the console asks before an action that an arbiter is warned of: in one way, at one door."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import ChangeSettings, CreateEvent, ImportEntrants, Instruct
from engine.entrants import Entrant
from engine.event import Instruction
from formats.registry import format_named
from saves.store import create_event
from tests.playing import play, publish
from tests.tui.conftest import NAMES
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import text_of, until
from tests.tui.test_folder_choices import words
from tui.app import TopboardApp
from tui.places.results import RESULTS
from tui.screens.dialogs import Confirm


async def test_tie_breaks_are_asked_about_twice_and_strict_mode_is_left_for_good(
    tmp_path: Path,
) -> None:
    store = create_event(
        tmp_path / "open", CreateEvent("Open", "dutch", {"rounds": 5}, 1, mode="strict")
    )
    store.do(ImportEntrants(tuple(Entrant("", name) for name in NAMES[:8])))
    publish(store)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Open" in text_of(app))
        # where a place has asked already (insist) the second question is left
        for answers, insist, tiebreaks in (
            ("yn", False, "DE"), ("yy", False, "DE"), ("y", True, "DE"), ("yY", False, "BH")
        ):  # fmt: skip
            app.run_worker(app.desk.act(ChangeSettings({"tiebreaks": "BH"}, insist=insist)))
            for key in answers:
                await until(pilot, lambda: isinstance(app.screen, Confirm))
                await pilot.press(key)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(app.screen, Confirm))
            await app.queue.idle()
            await pilot.pause()
            assert app.desk.event.settings.tiebreaks[0] == tiebreaks
        app.run_worker(app.desk.act(Instruct(Instruction("bar", "1", "2", 2))))
        await until(pilot, lambda: "strict mode refuses it" in words(app))
        assert "NOT STRICT" not in text_of(app)
        await pilot.press(":")
        await pilot.press(*"leave strict", "enter")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: "not even undo" in words(app))
        await pilot.press("Y")
        await until(pilot, lambda: "NOT STRICT" in text_of(app))
        await until(pilot, lambda: "strict mode left for good" in words(app))
        assert [one.what.code for one in app.desk.event.agreements] == [
            "tiebreaks-changed", "strict-left",
        ]  # fmt: skip


async def test_edited_save_files_that_break_the_rules_ask_for_the_exit_from_strict_mode(
    tmp_path: Path,
) -> None:
    create = CreateEvent("Open", "dutch", {"rounds": 5, "bye_points": "0.5"}, 1, mode="strict")
    store = create_event(tmp_path / "open", create)
    store.do(ImportEntrants(tuple(Entrant("", name) for name in NAMES[:8])))
    publish(store)
    path = store.folder / "event.toml"
    edited = path.read_text("utf-8").replace("bye_points = 0.5", "bye_points = 0")
    path.write_text(edited, "utf-8")
    app = TopboardApp(store.folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "edited by hand" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        assert "points is settled by round 1" in words(app)
        await pilot.press("y")
        await until(pilot, lambda: "not even undo" in words(app))
        await pilot.press("Y")
        await until(pilot, lambda: "NOT STRICT" in text_of(app))
    assert app.desk.event.settings.bye_points == 0


async def test_byes_of_several_rounds_are_asked_about_before_the_first_is_given(
    tmp_path: Path,
) -> None:
    create = CreateEvent("Open", "dutch", {"rounds": 5, "half_byes": 1}, 1, mode="strict")
    store = create_event(tmp_path / "open", create)
    store.do(ImportEntrants(tuple(Entrant("", name) for name in NAMES[:8])))
    app = TopboardApp(store.folder)

    def given() -> list[int]:
        return [bye.round for bye in app.desk.event.entrants[0].byes]

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Open" in text_of(app))
        answers: dict[str, list[int]] = {"n": [], "y": [1, 3]}
        for answer, rounds in answers.items():
            await pilot.press("y", *"1 3 0.5", "enter")
            await until(pilot, lambda: isinstance(app.screen, Confirm))
            assert "would have 2 half-point byes, the event gives 1" in words(app)
            assert given() == []
            await pilot.press(answer)
            said = "in round 1 and round 3" if rounds else "nothing was done"
            await until(pilot, lambda: said in text_of(app))  # noqa: B023
            await app.queue.idle()
            assert given() == rounds
    agreed = [one.what.code for one in app.desk.event.agreements]
    assert agreed == ["bye-limit"]


async def test_who_has_which_number_after_an_exchange_is_said(tmp_path: Path) -> None:
    store = create_event(tmp_path / "open", CreateEvent("Open", "dutch", {"rounds": 5}, 1))
    store.do(ImportEntrants(tuple(Entrant("", name) for name in NAMES[:8])))
    publish(store)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Open" in text_of(app))
        await pilot.press("f1")
        await until(pilot, lambda: "8 entries" in text_of(app))
        first, third = (
            next(e.name for e in app.desk.event.entrants if e.start_number == n) for n in (1, 3)
        )
        await pilot.press("home", "c", "3", "enter")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await pilot.press("y")
        said = f"{first} is number 3 now, {third} is number 1"
        await until(pilot, lambda: said in text_of(app))


@pytest.mark.parametrize("results", [0, 1])
def test_a_correction_says_that_the_round_in_play_closes_it(results: int) -> None:
    """Not only its undo: what is corrected now can be corrected only now."""
    format = format_named("dutch")
    desk = MemoryDesk(
        CreateEvent("Open", "dutch", {"rounds": 7}, 1, mode="strict").begin(format), format
    )
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in NAMES[:8])))
    play(desk, 4, "1-0", last_open=True)
    place = Driver(RESULTS, desk)
    place.enter(*["1"] * results, "<", "<", "0")
    asked = " ".join(place.question.split())
    assert "Round 2, board 1: 1-0 becomes 0-1?" in asked
    said = (
        "Round 2 would change while round 4 is in play: once that is complete, strict mode allows "
        "no correction of round 2."
        if results
        else "Round 4 closes round 2 to corrections (strict mode)."
    )
    assert said in asked
    place.enter("escape", "<", "0")
    assert not place.question
    assert "round 1 would change, and round 3 has been played since" in place.message
    assert "strict mode refuses it; an event can leave that mode, for good" in place.message
