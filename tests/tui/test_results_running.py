"""Matches that run over two halves in Results: listed while they run, entered in either."""

from __future__ import annotations

from pathlib import Path

from engine.actions import CreateEvent, EnterResult, EnterResults, ImportEntrants
from engine.entrants import Entrant
from saves.site.pages import round_words
from saves.store import create_event
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import NOON, on_disk, question_of, text_of, type_text, until
from tests.tui.test_results_keys import settled
from tui.app import TopboardApp
from tui.places.results import RESULTS
from tui.places.results.picture import ResultsIn
from tui.places.shape import DeskView
from tui.places.standings import STANDINGS
from tui.projector.show import kinds
from tui.projector.timing import clock_round
from tui.projector.words import ticker


async def test_in_the_first_half_long_matches_run_on_and_are_not_missing(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 3)
    long = [m.board for m in store.event.round(3).matches if m.due == 4]
    short = [m.board for m in store.event.round(3).matches if m.due != 4]
    assert long
    assert short
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        assert f"{len(short)} missing · {len(long)} run on" in text_of(app)
        assert "Home" in text_of(app)
        assert place.body.selected == short[0]
        for _ in short:
            await type_text(pilot, "45-31")
            await pilot.press("enter")
        await settled(pilot)
        await until(pilot, lambda: "all results due in session 2.1 are in" in text_of(app))
        await until(pilot, lambda: f"all due in · {len(long)} run on" in text_of(app))
        # the bar is not full as long as matches are being played
        assert f"{len(short)}/{len(short) + len(long)} " in text_of(app)
        assert all(m.open == (m.board in long) for m in app.desk.event.round(3).matches)


def test_a_session_whose_matches_all_run_on_has_begun_and_is_not_all_in(
    tmp_path: Path,
) -> None:
    """Session 1.1 of 16 teams: eight matches that end in 1.2. The wall says where to sit."""
    store = played_to(teams_event(tmp_path, 16), 1)
    event, format = store.event, store.format
    (round,) = event.published
    assert all(match.due == 2 for match in round.matches)
    assert kinds(event, format) == ["names"]
    assert ticker(event, format, None, NOON, 80) == ["8 tables"]
    assert round_words(event, format) == "Session 1.1: 0 of 8 results are in"
    assert clock_round(event) == 1
    assert ResultsIn.of(round).words == ("no result due yet", "8 run on")
    store.do(EnterResult(round.matches[0].board, "45-31"))
    assert ResultsIn.of(store.event.round(1)).words == ("no result due yet", "7 run on")
    assert kinds(store.event, format)[0] == "boards"
    store.do(EnterResults(tuple((m.board, "45-31") for m in round.matches[1:])))
    assert kinds(store.event, format)[0] != "boards"


def test_standings_of_a_second_half_wait_for_the_matches_that_run_on(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 4)
    event = store.event

    def said() -> str:
        desk = DeskView(store.event, store.format)
        return STANDINGS.picture(desk, STANDINGS.initial(desk)).status.text

    own = tuple((m.board, "45-31") for m in event.round(4).matches)
    store.do(EnterResults(own))
    assert f"{event.called(4)} in play" in said()
    long = tuple((m.board, "45-31") for m in event.round(3).matches if m.due == 4)
    store.do(EnterResults(long))
    assert f"after {event.called(4)}" in said()


async def test_in_the_second_half_they_are_due_and_entered_without_a_question(
    tmp_path: Path,
) -> None:
    store = played_to(teams_event(tmp_path), 4)
    long = [m.board for m in store.event.round(3).matches if m.due == 4]
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        assert f"{len(long) + len(app.desk.event.round(4).matches)} missing" in text_of(app)
        assert place.body.selected == long[0]
        await type_text(pilot, "45-31")
        await pilot.press("enter")
        await type_text(pilot, "20-31")
        await pilot.press("enter")
        await settled(pilot)
        assert not question_of(app)
        await pilot.press("u")
        await settled(pilot)
    given = [app.desk.event.round(3).match(board).result for board in long[:2]]
    assert [r.text if r else None for r in given] == ["45-31", None]
    assert on_disk(store).event == app.desk.event


async def test_at_speed_a_whole_half_is_typed_without_looking(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 2)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        place = await settled(pilot)
        boards = [one.key for one in place.body.lines if isinstance(one.key, int)]
        for number in range(len(boards)):
            await type_text(pilot, f"{40 + number}-10")
            await pilot.press("enter")
        await settled(pilot)
        await until(pilot, lambda: "all in" in text_of(app))
    event = on_disk(store).event
    matches = {m.board: m for r in event.published for m in r.matches if m.board in boards}
    typed = {m.result.text if m.result else None for m in matches.values()}
    assert typed == {f"{40 + number}-10" for number in range(len(boards))}


async def test_a_draw_that_waits_for_results_offers_no_way_round_them_that_there_is_not(
    tmp_path: Path,
) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 2).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "S1.2" in text_of(app))
        await pilot.press("d")
        await until(pilot, lambda: "results are missing in session 1.2" in text_of(app))
        told = " ".join(text_of(app).split())
        assert "enter them (F3)" in told
        assert "draws for pairing" not in told


async def test_those_that_run_on_are_entered_one_after_the_other(tmp_path: Path) -> None:
    """A second line typed behind the first one is for the next table, not another result of it."""
    made = CreateEvent("Sixteen", "gnot", {}, seed=7)
    store = create_event(tmp_path / "sixteen", made)
    store.do(ImportEntrants(tuple(Entrant("", f"T{n}") for n in range(16))))
    store = played_to(store, 1)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for line in ("45-31", "20-31"):
            await type_text(pilot, line)
            await pilot.press("enter")
            await settled(pilot)
        assert not question_of(app)
        given = [m.result.text if m.result else None for m in app.desk.event.round(1).matches]
        assert given[:3] == ["45-31", "20-31", None]
        await pilot.press("up")
        await type_text(pilot, "50-31")
        await pilot.press("enter")
        await until(pilot, lambda: "20-31: 50-31 instead?" in question_of(app))
        assert "Every table that is due now has its result." in question_of(app)


def test_a_match_that_runs_on_is_of_the_session_that_is_listed(tmp_path: Path) -> None:
    """What was entered last names another session only where the match stands in that one."""
    store = played_to(teams_event(tmp_path), 4)
    place = Driver(RESULTS, MemoryDesk(store.event, store.format))
    long = next(m.board for m in store.event.round(3).matches if m.open)
    place.enter("g", *str(long), "enter", *"45-31", "enter")
    assert place.shown.foot.text.strip() == f"last: {long} 45-31 (you)"
    place.enter("[")
    assert place.shown.foot.text.strip() == f"last: {long} 45-31 (you)"
