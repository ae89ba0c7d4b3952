"""Check-in at the door: seen one by one or all at once, the others out of the draw in one go."""

from __future__ import annotations

from pathlib import Path

from engine.entrants import Entrant
from engine.protocol import numbers
from formats.registry import format_named
from tests.playing import begun, play
from tests.tui.places import juniors, text_of, until
from tests.tui.test_entries_keys import console
from tui.app import TopboardApp
from tui.places.entries import EntriesState, on_change, picture, remove
from tui.places.shape import DeskView
from tui.screens.entry_saving import not_seen


def seen(app: TopboardApp) -> list[str]:
    return [e.id for e in app.desk.event.entrants if e.present]


async def test_marked_one_by_one_the_list_of_those_not_seen_grows_shorter(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "absent only" in text_of(app))
        last = text_of(app).splitlines()[-1]
        assert last.startswith(" space here  n absent only  o leave absent out  A all here")
        await pilot.press("space", "space", "space")
        await until(pilot, lambda: len(seen(app)) == 3)
        assert seen(app) == ["1", "2", "3"]


async def test_all_at_once_and_the_check_in_of_the_next_day(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await pilot.press("space", "A")
        await until(pilot, lambda: "40 entries checked in" in text_of(app))
        assert len(seen(app)) == 41
        await pilot.press("A")
        await until(pilot, lambda: "everybody is checked in" in text_of(app))
        await pilot.press("N")
        await until(pilot, lambda: seen(app) == [])
        await pilot.press("u")
        await until(pilot, lambda: len(seen(app)) == 41)
        await pilot.press("U", "N")
        await until(pilot, lambda: "the check-in is clear already" in text_of(app))


def test_absent_only_hides_nobody_once_the_round_is_drawn() -> None:
    """After three rounds `/umar` said that nobody is there."""
    played = begun(format_named("kjca"), [Entrant("", n) for n in "ABCD"], rounds=3)
    before = played.event
    play(played, 1)
    desk = DeskView(played.event, played.format, width=80, across=80, height=24)
    state = EntriesState(unseen=True)
    assert not on_change(before, desk, state).state.unseen
    assert on_change(played.event, desk, state).state.unseen


def test_what_is_sought_among_the_absent_alone_is_said_so() -> None:
    played = begun(format_named("kjca"), [Entrant("", n, present=True) for n in "ABCD"])
    desk = DeskView(played.event, played.format, width=80, across=80, height=24)
    shown = picture(desk, EntriesState(unseen=True, needle="umar"))
    assert shown.body[0].text.strip() == "nobody who is not checked in has 'umar': esc shows all"
    assert "absent only, 'umar'" in shown.status.text


def test_an_entry_made_while_people_are_checked_in_is_said_to_be_not_here_yet() -> None:
    """It was counted among the absent without a word."""
    here, late = Entrant("1", "Ash", present=True), Entrant("2", "Bede")
    event = begun(format_named("kjca"), [here, late], rounds=3).event
    assert not_seen(event, late) == "not checked in: esc and space do that"
    nobody = begun(format_named("kjca"), [Entrant("1", "Ash"), late], rounds=3).event
    assert not_seen(nobody, late) == ""


def test_a_namesake_is_removed_by_number() -> None:
    """Two of one name stand in the list; before round 1 the question named neither of them."""
    played = begun(
        format_named("kjca"), [Entrant("", "Smith, Tom", birth=y) for y in ("2014", "2015")]
    )
    desk = DeskView(played.event, played.format, width=80, across=80, height=24)
    asked = remove(desk, EntriesState(selected="2")).state.questions[0]
    number = numbers(played.format, played.event)["2"]
    assert asked.text == f"Remove the entry No {number}, Smith, Tom?"
