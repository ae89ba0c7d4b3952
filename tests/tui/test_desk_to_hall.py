"""At the console: what the hall sees, the round clock, the boards to call."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.actions import EnterResult
from saves.projectors import MESSAGE_LIMIT, Wish, ask_for, wish
from saves.round_clock import RoundClock, read_clock, write_clock
from tests.tui.conftest import EventMaker
from tests.tui.places import text_of, type_text, until
from tui.app import TopboardApp
from tui.screens.dialogs import Telling
from tui.shell_name import shell_name

MINUTE = timedelta(minutes=1)


def now() -> datetime:
    return datetime.now().astimezone().replace(microsecond=0)


async def seen(pilot: Pilot[Any], text: str) -> None:
    await until(pilot, lambda: text in text_of(pilot.app))  # type: ignore[arg-type]


@pytest.mark.parametrize("place", ["entries", "pairings", "results", "standings"])
async def test_the_page_is_chosen_in_every_place(
    make_event: EventMaker, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # another terminal finds nothing of the name
    store = make_event()
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await seen(pilot, "Kent Juniors")
        await pilot.press("O")
        await seen(pilot, "Projector hall shows")
        program = Path(sys.executable).with_name("topboard")
        command = f"itsscreen,inanotherterminal:{program}project{store.folder}"
        await until(pilot, lambda: command in re.sub(r"[\s│─]", "", text_of(app)))
        await pilot.press("down", "down", "down", "enter")
        await seen(pilot, "projector hall: standings")
        await pilot.press("O")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        assert isinstance(app.screen, Telling)
        assert app.screen.list.selected == "standings", "where the hall is now"
        await pilot.press("enter")
        await seen(pilot, "standings already")
    assert wish(store.folder, "hall") == Wish("standings")


@pytest.mark.parametrize(
    ("folder", "typed"),
    [
        (".local/bin", "topboard"),
        ("games/.venv/bin", "~/games/.venv/bin/topboard"),
        ("my games", "~/'my games/topboard'"),
    ],
)
def test_the_program_is_called_as_another_terminal_finds_it(
    home: Path, folder: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path of this terminal may have been set for it alone."""
    program = home / folder / "topboard"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    assert shell_name() == typed
    told = subprocess.run(
        ["/bin/sh", "-c", f"command -v {typed}"], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(program)


async def test_the_pages_of_other_formats_are_not_offered_to_the_projector(
    make_event: EventMaker,
) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.press("O")
        await seen(pilot, "Projector hall shows")
        offered = {str(one.key) for one in app.screen.text_lines}  # type: ignore[attr-defined]
        assert {"auto", "names", "boards", "standings", "clock", "blank"} <= offered
        assert offered.isdisjoint({"bracket", "panels", "choice", "sections", "site"})


async def test_a_message_is_written_and_taken_away(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        for typed, kept in (("Lunch [/b] now", "Lunch [/b] now"), ("", "")):
            await pilot.press("O")
            await seen(pilot, "message to the hall")
            await pilot.press("end", "up", "enter")
            await seen(pilot, "(empty: none)")
            await pilot.press("ctrl+u", *([] if kept else ["ctrl+a", "delete"]))
            await type_text(pilot, typed)
            await pilot.press("enter")
            if kept:
                await seen(pilot, "shown until")
                await type_text(pilot, "90")
                await pilot.press("enter")
            await until(pilot, lambda k=kept: wish(store.folder, "hall").message == k)  # type: ignore[misc]
            assert (wish(store.folder, "hall").until is not None) is bool(kept)
            await until(pilot, lambda: not isinstance(app.screen, Telling))
    assert wish(store.folder, "hall").page == "auto"


async def test_a_message_whose_end_nobody_would_see_stays_in_the_field(
    make_event: EventMaker,
) -> None:
    """It was cut without a word, and the hall read `switch off` without what."""
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("O")
        await seen(pilot, "message to the hall")
        await pilot.press("end", "up", "enter")
        await seen(pilot, "(empty: none)")
        await type_text(pilot, "x" * (MESSAGE_LIMIT + 2))
        await pilot.press("enter")
        await seen(pilot, "2 letters too many")
        await pilot.press("backspace", "backspace", "enter")
        await seen(pilot, "shown until")
        await pilot.press("enter")
        await until(pilot, lambda: len(wish(store.folder, "hall").message) == MESSAGE_LIMIT)


async def test_which_projector_is_asked_where_there_are_several(make_event: EventMaker) -> None:
    store = make_event()
    ask_for(store.folder, "foyer", Wish("names"))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("O")
        await seen(pilot, "Which projector?")
        await pilot.press("down", "enter")
        await seen(pilot, "Projector foyer shows")
        await pilot.press("home", "enter")
        await seen(pilot, "projector foyer: auto")
    assert wish(store.folder, "hall") == Wish()


async def test_esc_leaves_the_wall_as_it_is(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("O")
        await seen(pilot, "Projector hall shows")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Telling))
        await pilot.press("T")
        await seen(pilot, "No clock runs")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Telling))
    assert not (store.folder / "projectors").exists()
    assert read_clock(store.folder) is None


async def test_the_clock_is_started_delayed_and_taken_away(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("T")
        await seen(pilot, "4 results missing")
        await pilot.press("home", "enter")
        await seen(pilot, "Round length: minutes")
        await pilot.press("9", "0", "enter")
        await seen(pilot, "Start: minutes from now")
        await pilot.press("1", "0", "enter")
        await seen(pilot, "Round 1 starts at")
        first = read_clock(store.folder)
        assert first is not None
        assert first.minutes == 90
        await seen(pilot, f"from {first.starts:%H:%M}")
        await pilot.press("T")
        await seen(pilot, "delay the clock")
        assert "start it anew" in text_of(app), "it runs"
        await pilot.press("home", "down", "enter")
        await seen(pilot, "minutes later")
        await pilot.press("5", "enter")
        later = first.starts + timedelta(minutes=5)
        await until(pilot, lambda: read_clock(store.folder) == RoundClock(1, later, 90))
        await pilot.press("T")
        await seen(pilot, "delay the clock")
        await pilot.press("home", "down", "enter")
        await seen(pilot, "blank = 5")
        await pilot.press("enter")
        later += timedelta(minutes=5)
        await until(pilot, lambda: read_clock(store.folder) == RoundClock(1, later, 90))
        await pilot.press("T")
        await seen(pilot, "stop and clear it")
        await pilot.press("home", "down", "down", "enter")
        await seen(pilot, "the round clock is cleared")
    assert read_clock(store.folder) is None


async def test_the_length_of_a_round_may_be_hours_and_minutes(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("T")
        await seen(pilot, "start the clock")
        await pilot.press("home", "enter")
        await seen(pilot, "Round length: minutes")
        await type_text(pilot, "1:75")
        await pilot.press("enter")
        await seen(pilot, "'1:75' is not a time: minutes up to 1440, or hours such as 1:30")
        await pilot.press("backspace", "backspace", "3", "0")
        await seen(pilot, "= 1 h 30")
        await pilot.press("enter")
        await seen(pilot, "Start: minutes from now")
        await pilot.press("enter")
        await seen(pilot, "1 h 30 left")
    clock = read_clock(store.folder)
    assert clock is not None
    assert clock.minutes == 90


async def test_what_is_no_time_is_refused_and_asked_again(make_event: EventMaker) -> None:
    store = make_event()
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("T")
        await seen(pilot, "start the clock")
        await pilot.press("home", "enter")
        await seen(pilot, "Round length: minutes")
        await pilot.press("enter")
        await seen(pilot, "Start: minutes from now")
        await pilot.press("2", "5", ":", "9", "9", "enter")
        await seen(pilot, "is not a time")
        await pilot.press("escape")
        await until(pilot, lambda: "is not a time" not in text_of(app))
    assert read_clock(store.folder) is None


async def running(pilot: Pilot[Any], missing: int, begun: datetime) -> None:
    """Wait until the round is shown to run for as many minutes as it does."""

    def told() -> str:
        return f"{missing} missing · {(now() - begun) // MINUTE} min"

    await until(pilot, lambda: told() in text_of(pilot.app))  # type: ignore[arg-type]


async def test_results_say_how_long_the_round_has_run(make_event: EventMaker) -> None:
    store, begun = make_event(), now() - 21 * MINUTE
    write_clock(store.folder, RoundClock(1, begun))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(100, 24)) as pilot:
        await running(pilot, 4, begun)
        write_clock(store.folder, RoundClock(1, now() - timedelta(minutes=95), 90))
        await seen(pilot, "TIME OVER")
        write_clock(store.folder, RoundClock(2, now(), 90))
        await until(pilot, lambda: "TIME OVER" not in text_of(app))
        assert "min" not in text_of(app).splitlines()[1], "that clock is for another round"


async def test_no_clock_runs_beside_a_round_that_is_all_in(make_event: EventMaker) -> None:
    store, begun = make_event(), now() - 21 * MINUTE
    write_clock(store.folder, RoundClock(1, begun))
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(100, 24)) as pilot:
        await running(pilot, 4, begun)
        await pilot.press("1", "1", "1", "1")
        await seen(pilot, "all in")
        assert "min" not in text_of(app).splitlines()[1]
        await pilot.press("u")
        await running(pilot, 1, begun)


async def test_the_boards_to_call_stand_with_their_players(make_event: EventMaker) -> None:
    store = make_event()
    store.do(EnterResult(1, "1-0"))
    app = TopboardApp(store.folder, "standings")
    async with app.run_test(size=(80, 30)) as pilot:
        await seen(pilot, "Kent Juniors")
        await pilot.press("T")
        await seen(pilot, "3 results missing")
        event = store.event
        for match in event.rounds[0].matches[1:]:
            names = [event.entrant(id).name for id in match.pair]
            assert f"{names[0]} – {names[1]}" in text_of(app)


@pytest.mark.parametrize(
    "text",
    ["", "round = 1", "round = true\nstarts = 'x'", "\x1b[2J", "round = 1\nstarts = '14:15'",
     "round = 1\nstarts = '2026-02-28T14:15:00'"],
)  # fmt: skip
async def test_a_spoilt_clock_is_no_clock(make_event: EventMaker, text: str) -> None:
    store = make_event()
    (store.folder / "clock.toml").write_text(text)
    assert read_clock(store.folder) is None
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await seen(pilot, "4 missing")
