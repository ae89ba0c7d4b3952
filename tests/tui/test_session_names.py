"""Rounds of the repechage are called by their half-session, on screens, sheets and the command
line; with the number that commands take beside it where one may have to be typed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.actions import Instruct
from engine.event import Instruction
from saves.pages import round_pages, whole_page
from saves.text_tables import round_text
from tests.formats.gnot.evenings import Evenings, by_chance
from tests.tui.cups import played_to, teams_event
from tests.tui.desk_cli import CommandLine
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.places.pairings.lines import Review
from tui.places.pairings.talks import instruction_lines, publish_question
from tui.projector.watching import Seen
from tui.projector.words import heading
from tui.screens.entries_lines import rounds_text
from tui.screens.listed_events import state_text


def test_the_command_line_says_the_session_and_the_number(
    tmp_path: Path, topboard: CommandLine
) -> None:
    store = played_to(teams_event(tmp_path), 4)
    status = topboard.done("status", store.folder)
    assert "session 2.2 (round 4 of 10): in play" in status
    assert topboard.asked("status", store.folder)["round_name"] == "session 2.2"
    assert "GNOT 2026, session 2.2 (round 4 of 10)" in topboard.done("round", store.folder)
    after = topboard.done("standings", store.folder, "--round", 3)
    assert "Overall, after session 2.1 (round 3)" in after
    assert "session 2.2 (round 4): as the computer" in topboard.done("check", store.folder)


def test_matches_that_run_on_stand_in_the_round_with_their_results(
    tmp_path: Path, topboard: CommandLine
) -> None:
    store = played_to(teams_event(tmp_path), 4)
    running = [m for m in store.event.round(3).matches if m.due == 4]
    topboard.done("result", store.folder, running[0].board, "45-31")
    told = topboard.done("round", store.folder)
    head, lines = told.split("running on from session 2.1 (round 3):")
    for match in running:
        names = [store.event.entrant(id).name for id in match.pair]
        (line,) = [line for line in lines.splitlines() if all(name in line for name in names)]
        assert line.split()[0] == str(match.board)
        assert ("45-31" in line) == (match is running[0])
        assert names[0] not in head
    assert "running on" not in topboard.done("round", store.folder, "--round", 3)


def test_sheets_are_headed_by_the_session(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 4)
    pages = round_pages(store.event, store.format)
    texts = [*pages.values(), whole_page(store.event, store.format)]
    texts.append(round_text(store.event, store.format))
    for text in texts:
        assert "ession 2.2" in text or "ession 2.1" in text
        assert "ound 4" not in text.replace("round 4 of", "")
    assert "Session 2.2: pairings by name" in texts[-1]
    assert "<b>session 2.2</b>" in pages["session-2-2-slips.html"]


def test_the_hall_reads_the_session(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 4)
    for kind in ("names", "boards"):
        assert heading(Seen(store.event, store.format), kind).endswith(" · session 2.2")


@pytest.mark.parametrize("place", ["pairings", "results", "standings"])
async def test_the_status_line_says_the_session(tmp_path: Path, place: str) -> None:
    store = played_to(teams_event(tmp_path), 4)
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(120, 24)) as pilot:
        await until(pilot, lambda: "session 2.2" in text_of(app))
        assert "round 4" not in text_of(app)


def test_the_list_of_events_says_the_session(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 4)
    assert state_text(store.event, store.format).startswith("session 2.2, ")


def test_the_list_of_events_counts_the_sessions_of_one_that_is_over() -> None:
    """Its rounds are half-sessions, which nobody counts."""
    evenings = Evenings(16, seed=2)
    while evenings.step.name != "finished":
        evenings.play_on(by_chance(Random(3)))
    assert state_text(evenings.event, evenings.format) == "finished, 5 sessions"


def test_the_history_the_entries_and_what_is_undone_name_the_session(
    tmp_path: Path, topboard: CommandLine
) -> None:
    store = played_to(teams_event(tmp_path), 4)
    match = store.event.round(3).matches[4]
    topboard.done("withdraw", store.folder, match.white)
    log = topboard.done("log", store.folder)
    for line in ("session 2.2 published", "session 1.1, table 1: ", "withdrawn from session 3.1 on",
                 "draw of session 2.1: "):  # fmt: skip
        assert line in log
    assert "round" not in log
    store.refresh()
    assert rounds_text(store.event.entrant(match.white), store.event) == "out s3.1 on"
    turned = "20-45" if match.result and match.result.text.startswith("3") else "45-20"
    warned = topboard("result", store.folder, match.board, turned, "--round", 3, "--replace").err
    assert "session 2.2: others play at table" in warned


async def test_the_question_before_publication_names_the_session(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 1)
    store.do(Instruct(Instruction("bar", "1", "2", 3)))
    told = " ".join(line.text for line in instruction_lines(store.event))
    assert "session 2.1" in told
    review = Review(store.event, store.format, store.event.round(1))
    assert "Publish session 1.1: " in publish_question(review, (), ())
