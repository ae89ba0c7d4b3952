"""Keys typed faster than a dialog comes up: queued, never lost, in order; refusals in the frame."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input
from textual.worker import WorkerFailed

from engine.actions import Action, CreateEvent, ImportEntrants
from engine.actions.team_players import SetPlayers
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from saves.store import Store, create_event, open_event
from tests.playing import enter, propose
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import JUNIORS, juniors, made, question_of, text_of, until
from tests.tui.terminal import Terminal
from tui.app import TopboardApp
from tui.keys.commands import PLACES, ROUND_TRIP, commands_of
from tui.places.bracket.keys import BRACKET
from tui.places.pairings import PAIRINGS
from tui.places.results import RESULTS
from tui.places.shape import PlaceKind
from tui.screens.dialogs import Confirm
from tui.screens.working import at_work

NAMED = {"⏎": ("enter", "\r"), "⎋": ("escape", "\x1b"), " ": ("space", " ")}


@asynccontextmanager
async def entries_of(store: Store) -> AsyncIterator[tuple[TopboardApp, Pilot[None]]]:
    """The console in Entries, with all 41 on the screen."""
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        yield app, pilot


async def burst(pilot: Pilot[None], keys: str, first: str = "") -> None:
    """Everything at once, as a terminal hands on what was typed ahead."""
    if first:
        pilot.app.post_message(Key(first, None))
    for key in keys:
        pilot.app.post_message(Key(*NAMED.get(key, (key, key))))
    await pilot.pause()


async def test_the_answer_typed_right_behind_the_question_is_its_answer(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent")
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "xy")
        await until(pilot, lambda: app.desk.event.entrant("1").withdrawn)
        assert app.desk.event.entrant("1").byes == ()
        await burst(pilot, "jxyjxn")
        await until(pilot, lambda: app.desk.event.entrant("2").withdrawn)
        await until(pilot, lambda: app.front is app.screen)
        assert [e.id for e in app.desk.event.entrants if e.withdrawn] == ["1", "2"]


async def test_a_line_typed_ahead_is_typed_into_the_dialog(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent", rounds=1)
    ids = {e.start_number: e.id for e in store.event.entrants}
    first, second = ids[1], ids[2]
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "p-0.5 late phone⏎")
        await until(pilot, lambda: bool(app.desk.event.adjustments))
        given = app.desk.event.adjustments[0]
        assert (given.entrant, given.points, given.why) == (first, Decimal("-0.5"), "late phone")
        await burst(pilot, "y3 0.5⏎jy4 0⏎")
        await until(pilot, lambda: bool(app.desk.event.entrant(second).byes))
        assert [b.round for b in app.desk.event.entrant(first).byes] == [3]
        assert [b.round for b in app.desk.event.entrant(second).byes] == [4]


async def test_what_is_typed_behind_enter_in_a_form_goes_to_the_place(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent")
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "ezz⏎/shanb⏎")
        await until(pilot, lambda: "filter 'shanb'" in text_of(app))
        assert app.desk.event.entrant("1").name.endswith("zz")
        assert len(app.desk.event.entrants) == 41


async def test_a_key_that_comes_to_a_form_as_its_save_ends_goes_to_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The save ends while a letter is on its way; where none is handed on, a moment later."""
    store = juniors(tmp_path / "kent")
    done, typed = asyncio.Event(), asyncio.Event()
    async with entries_of(store) as (app, pilot):
        saves, deal_with = app.desk.do, app.keyboard._deal_with

        async def saved_late(action: Action, more: bool = False) -> Event:
            event = await saves(action, more=more)
            done.set()
            asyncio.get_running_loop().call_later(0.2, typed.set)
            await typed.wait()
            return event

        async def on_its_way(event: Any) -> None:
            if event.key == "a":
                await done.wait()
                typed.set()
            await deal_with(event)

        monkeypatch.setattr(app.desk, "do", saved_late)
        monkeypatch.setattr(app.keyboard, "_deal_with", on_its_way)
        await burst(pilot, "ezz⏎/shanb⏎")
        await until(pilot, lambda: "filter 's" in text_of(app) and not app.here.state.prompt)
        assert "filter 'shanb'" in text_of(app)


async def test_a_key_that_comes_to_the_bar_of_some_work_as_it_ends_goes_to_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work ends while a letter is on its way; where none is handed on, a moment later."""
    ended, in_thread = asyncio.Event(), asyncio.to_thread
    monkeypatch.setattr("tui.screens.working.PATIENCE", 0.01)

    def work(_: object) -> None: ...

    async def at_the_end(function: Any, *given: Any) -> Any:
        return await (ended.wait() if function is work else in_thread(function, *given))

    async with entries_of(juniors(tmp_path / "kent")) as (app, pilot):
        deal_with = app.keyboard._deal_with

        async def on_its_way(event: Any) -> None:
            if event.key == "a":
                ended.set()
                await asyncio.sleep(0)
            await deal_with(event)

        monkeypatch.setattr(asyncio, "to_thread", at_the_end)
        monkeypatch.setattr(app.keyboard, "_deal_with", on_its_way)
        app.run_worker(at_work(app, "Lists", work), group="asking")
        asyncio.get_running_loop().call_later(1, ended.set)
        await burst(pilot, "/shanb⏎")
        await until(pilot, lambda: "filter 's" in text_of(app) and not app.here.state.prompt)
        assert "filter 'shanb'" in text_of(app)


async def test_publishing_typed_ahead_publishes(make_event: EventMaker) -> None:
    app = TopboardApp(make_event(proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        await burst(pilot, "Py")
        await until(pilot, lambda: len(app.desk.event.published) == 2)


async def test_publishing_typed_ahead_of_its_draw_is_not_done_and_says_so(
    make_event: EventMaker,
) -> None:
    """Nobody has seen that proposal; Results below a head of the next round names its own."""
    app = TopboardApp(make_event(published=0).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "d draw" in text_of(app))
        await burst(pilot, "dP")
        await until(pilot, lambda: "P came before the proposal: not published" in text_of(app))
        assert not app.desk.event.published
        await burst(pilot, "Py")
        await until(pilot, lambda: len(app.desk.event.published) == 1)


def test_results_name_their_round_below_the_head_of_a_proposal() -> None:
    desk = MemoryDesk.playing(8, 2)
    assert "round 2" not in Driver(RESULTS, desk).shown.status.text
    enter(desk, "1-0")
    propose(desk)
    assert Driver(RESULTS, desk).shown.status.text.strip().startswith("round 2  4/4")


async def test_results_typed_behind_a_publication_are_of_that_round(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(make_event(published=0, proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        saves = app.desk.do

        async def slowly(action: Action, more: bool = False) -> Event:
            await asyncio.sleep(0.3)
            return await saves(action, more=more)

        monkeypatch.setattr(app.desk, "do", slowly)
        for key in ("P", "y", "f3", "1", "0"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: bool(app.desk.event.published))
        await until(pilot, lambda: app.desk.event.round(1).matches[1].result is not None)
        results = [match.result for match in app.desk.event.round(1).matches[:2]]
        assert [one.text for one in results if one is not None] == ["1-0", "0-1"]


def test_a_result_typed_behind_a_name_that_nobody_has_is_of_no_match() -> None:
    desk = MemoryDesk.playing(8, format="knockout")
    place = Driver(BRACKET, desk)
    place.enter("/", *"zzz", "enter", *"10")
    place.enter("escape", "/", *"zzz", "enter")
    assert place.message == "nobody here is called zzz"
    assert not any(match.result for match in desk.event.round(1).matches)


def test_a_key_typed_behind_a_name_that_is_not_found_is_about_nobody() -> None:
    place = Driver(PAIRINGS, MemoryDesk.playing(8))
    place.enter("/", *"zzz", "enter")
    assert place.message == "nothing here holds 'zzz'"
    place.enter("s")
    assert place.state.prompt is not None
    assert place.state.prompt.text == "zzzs"


async def test_players_of_a_team_are_typed_through_slow_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An arbiter types a whole team from the sheet in his hand."""
    teams = (Entrant("", "Oakfield"), Entrant("", "Hillcrest"))
    store = create_event(tmp_path / "league", CreateEvent("League", "team_round_robin"))
    store.do(ImportEntrants(teams))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "2 teams" in text_of(app))
        saves = app.desk.do

        async def slowly(action: Action, more: bool = False) -> Event:
            await asyncio.sleep(0.3)
            return await saves(action, more=more)

        monkeypatch.setattr(app.desk, "do", slowly)
        await burst(pilot, "m+ Evans, E. 1850⏎+ Moss, M.⏎2 1⏎⎋j ")
        await until(pilot, lambda: app.desk.event.entrant("2").present)
        team = app.desk.event.entrant("1")
        assert [player.name for player in team.players] == ["Moss, M.", "Evans, E."]
        assert not team.present


async def test_an_import_typed_ahead_reads_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(JUNIORS.parent)
    store = made(tmp_path / "kent", [])
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no entries" in text_of(app))
        await burst(pilot, f"ip{JUNIORS.name}⏎y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 41)


async def test_a_command_typed_ahead_goes_to_the_palette(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await burst(pilot, "xX", first="ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await until(pilot, lambda: app.screen.query_one(Input).value == "xX")
        assert not any(e.withdrawn for e in app.desk.event.entrants)


async def test_a_place_gone_to_takes_the_keys_behind(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent", rounds=1, all_in=False).folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "after round" in text_of(app) or "in play" in text_of(app))
        await burst(pilot, "10=", first="f3")
        await until(pilot, lambda: app.desk.event.round(1).matches[2].result is not None)
        found = [m.result.text for m in app.desk.event.round(1).matches[:3] if m.result]
        assert found == ["1-0", "0-1", "1/2-1/2"]


def test_bytes_sent_in_one_go_withdraw_and_adjust(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent")
    with Terminal(store.folder, "entries") as terminal:
        terminal.read_until(b"41 entries")
        terminal.read_until_quiet()
        os.write(terminal.fd, b"xyjp-0.5 late phone\rjxy")
        terminal.read_until("Žukova, Niall is withdrawn from round 1 on".encode())
        terminal.read_until_quiet()
    event = open_event(store.folder, read_only=True).event
    assert [e.id for e in event.entrants if e.withdrawn] == ["1", "3"]
    assert [(a.entrant, a.why) for a in event.adjustments] == [("2", "late phone")]


# Nothing selected, nothing there

LEAVES = {"quit", "back", "palette"}


@pytest.mark.parametrize("place", [*ROUND_TRIP, "history"])
def test_no_command_of_a_place_of_an_empty_event_fails(place: str) -> None:
    module, _, name = next(known.kind for known in PLACES if known.name == place).partition(":")
    kind = getattr(import_module(module), name)
    for command in (c for c in commands_of(place) if c.id not in LEAVES):
        driver = Driver(kind, MemoryDesk.created())
        with suppress(Refused):  # the console shows it as the message of the place
            driver.run(command.id)
            driver.acknowledge()
        assert driver.lines is not None, command.id


# with all that the console does for them, each in a place of its own: a minute
@pytest.mark.slow
@pytest.mark.parametrize("place", [*ROUND_TRIP, "history", "card"])
@pytest.mark.parametrize("list_is", ["empty", "narrowed to nothing"])
async def test_no_command_of_a_place_with_nothing_selected_ends_the_program(
    tmp_path: Path, place: str, list_is: str
) -> None:
    if (place, list_is) == ("card", "empty"):
        return
    store = made(tmp_path / "kent", []) if list_is == "empty" else juniors(tmp_path / "kent", 1)
    start = place if place in ROUND_TRIP else "standings"
    way = {"history": "H", "card": "⎋⏎"}.get(place, "")
    narrow = "" if list_is == "empty" or place in ("card", "results", "pairings") else "/zzzz⏎"
    app = TopboardApp(store.folder, start)
    async with app.run_test(size=(80, 24)) as pilot:
        for command in (c for c in commands_of(place) if c.id not in LEAVES):
            await app.go(start)
            await burst(pilot, way + narrow)
            await until(pilot, lambda: app.front is app.screen)
            assert app.front is not None
            assert app.front.place == place, command
            await app.front.run_command(command)
            await pilot.pause()
            for _ in range(3):
                if app.screen not in app._screen_stacks[start][:1]:
                    await burst(pilot, "⎋")
            assert app.is_running, command


async def test_a_refusal_in_a_worker_is_the_message_of_the_place(tmp_path: Path) -> None:
    async with entries_of(juniors(tmp_path / "kent")) as (app, pilot):
        await burst(pilot, "/zzzz⏎x")
        await until(pilot, lambda: "no entry is selected" in text_of(app))
        await burst(pilot, "⎋jxy")
        await until(pilot, lambda: app.desk.event.entrant("2").withdrawn)


async def test_a_fault_in_a_worker_is_not_hidden(tmp_path: Path) -> None:
    app = TopboardApp(juniors(tmp_path / "kent").folder, "entries")

    async def faulty() -> None:
        raise ZeroDivisionError("a fault of the program")

    async def refused() -> None:
        raise Refused("not so", "", "")

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            app.run_worker(refused())
            await until(pilot, lambda: "! not so" in text_of(app))
            app.run_worker(faulty())
            await pilot.pause()

    with pytest.raises(WorkerFailed, match="a fault of the program"):
        await run()


async def test_an_undo_typed_behind_check_ins_takes_back_the_last_of_them(tmp_path: Path) -> None:
    store = juniors(tmp_path / "kent")
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "    u")
        await until(pilot, lambda: bool(app.desk.undone))
        await app.queue.idle()
        assert [e.present for e in app.desk.event.entrants[:5]] == [True, True, True, False, False]


async def test_a_redo_typed_behind_results_finds_what_the_undo_took_back(
    make_event: EventMaker,
) -> None:
    store = make_event(players=12, published=1)
    app = TopboardApp(store.folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "6 missing" in text_of(app))
        await burst(pilot, "1010uU")
        await until(pilot, lambda: "redone: round 1, board 4: 0-1" in text_of(app))
        missing = [match.board for match in app.desk.event.rounds[0].matches if not match.result]
        assert missing == [5, 6]


async def test_a_key_that_waits_for_a_save_does_not_shut_out_the_question_of_that_save(
    tmp_path: Path,
) -> None:
    store = juniors(tmp_path / "kent")
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "B")
        await burst(pilot, "phone⏎x")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await burst(pilot, "y")
        await until(pilot, lambda: app.desk.event.entrant("1").expelled)


async def test_no_letter_of_the_next_player_answers_the_question_about_the_last(
    tmp_path: Path,
) -> None:
    """`Bayley` was a yes to it, and then a player called ley."""
    teams = (Entrant("", "Oakfield"), Entrant("", "Hillcrest"))
    store = create_event(tmp_path / "league", CreateEvent("League", "team_round_robin"))
    store.do(ImportEntrants(teams))
    store.do(SetPlayers("1", (Entrant("", "Evans, E."),)))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "2 teams" in text_of(app))
        await burst(pilot, "jm+ Evans, E. 1850⏎Bayley, K. 1500⏎")
        await until(pilot, lambda: "16 keys typed before this question were not" in text_of(app))
        assert "Is this another person of that name?" in text_of(app)
        assert app.desk.event.entrant("2").players == ()
        await burst(pilot, "y+ Bayley, K. 1500⏎⎋")
        await until(pilot, lambda: len(app.desk.event.entrant("2").players) == 2)
        names = [player.name for player in app.desk.event.entrant("2").players]
        assert names == ["Evans, E.", "Bayley, K."]


async def test_a_y_that_begins_the_next_line_is_no_answer_to_the_question_about_the_last(
    tmp_path: Path,
) -> None:
    """`yates`, typed on without looking, was a yes to it and then keys of the place."""
    store = create_event(tmp_path / "league", CreateEvent("League", "team_round_robin"))
    store.do(ImportEntrants((Entrant("", "Oakfield"), Entrant("", "Hillcrest"))))
    store.do(SetPlayers("1", (Entrant("", "Evans, E."),)))
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "2 teams" in text_of(app))
        await burst(pilot, "jm+ Evans, E. 1850⏎yates, K. 1500⏎")
        await until(pilot, lambda: "15 keys typed before this question were not" in text_of(app))
        assert "Is this another person of that name?" in question_of(app)
        assert app.desk.event.entrant("2").players == ()


async def test_keys_typed_before_a_question_of_a_place_leave_it_open(
    make_event: EventMaker,
) -> None:
    """As with a dialog: a `y` behind something that is no answer is none either."""
    app = TopboardApp(make_event(proposal=True).folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "PROPOSAL" in text_of(app))
        await burst(pilot, "Pjy")
        await until(pilot, lambda: "2 keys typed before this question were not" in text_of(app))
        assert "Publish round 2" in question_of(app)
        assert len(app.desk.event.published) == 1
        await burst(pilot, "y")
        await until(pilot, lambda: len(app.desk.event.published) == 2)


@pytest.mark.parametrize("place", ["results", "bracket"])
async def test_a_slip_typed_behind_a_question_is_of_no_match_before_it(
    tmp_path: Path, place: str
) -> None:
    """The enter of the second slip was a no, and the third slip was saved for the first match."""
    store = cup(tmp_path, 8, 1, score="imps", boards=4)
    app = TopboardApp(store.folder, place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "45-31" in text_of(app))
        await burst(pilot, "400-0⏎45-31⏎30-20⏎")
        await until(pilot, lambda: "12 keys typed before this question were not" in text_of(app))
        await app.queue.idle()
        assert not any(match.result for match in app.desk.event.round(1).matches)
        await burst(pilot, "y")
        await until(pilot, lambda: app.desk.event.round(1).match(1).result is not None)
        assert [m.board for m in app.desk.event.round(1).matches if m.result] == [1]


async def test_a_name_typed_behind_a_namesake_is_no_answer_of_a_dialog(tmp_path: Path) -> None:
    store = made(tmp_path / "kent", [Entrant("", name) for name in ("Evans, E.", "Ash, A.")])
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "2 entries" in text_of(app))
        await burst(pilot, "aEvans, E.⏎Bayley⏎")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        await app.queue.idle()
        assert len(app.desk.event.entrants) == 2
        await burst(pilot, "n")
        await until(pilot, lambda: not isinstance(app.screen, Confirm))
        assert len(app.desk.event.entrants) == 2


@pytest.mark.parametrize("kind", [RESULTS, BRACKET], ids=lambda kind: kind.name)
def test_a_slip_typed_without_looking_at_a_question_is_no_result_of_its_match(
    tmp_path: Path, kind: PlaceKind[Any]
) -> None:
    """Its enter says no; the slip behind it was saved for the match that was asked about."""
    store = cup(tmp_path, 8, 1, score="imps", boards=4)
    place = Driver(kind, MemoryDesk(store.event, store.format))
    for slip in ("400-0", "45-31", "30-20"):
        place.enter(*slip, "enter")
    assert place.results() == [None] * 4
    assert place.state.prompt is not None
    assert "'400-030-20'" in place.message
    place.enter("ctrl+u", *"40-0", "enter", *"45-31", "enter")
    if kind is BRACKET:
        assert "home is below" in place.question
        place.enter("y")
    assert [bool(one) for one in place.results()] == [True, True, False, False]


# A question that comes up while something else is typed


def league_of_two(folder: Path) -> Store:
    store = create_event(folder, CreateEvent("League", "team_round_robin"))
    first = Entrant("", "Oakfield", players=(Entrant("", "Yarrow, Yan", rating=1800),))
    store.do(ImportEntrants((first, Entrant("", "Hillcrest"))))
    return store


async def test_a_name_typed_on_behind_a_question_is_no_answer_however_late_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`y` is a letter of the next name: the question is there already when it is typed."""
    app = TopboardApp(league_of_two(tmp_path / "league").folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "2 teams" in text_of(app))
        monkeypatch.setattr("tui.terminal.app.QUIET", 1000.0)
        await burst(pilot, "m+ Yarrow, Yan 1800⏎")
        await until(pilot, lambda: "another person of that name?" in question_of(app))
        for key in "+ Xylem, Xia 1700⏎y":
            await burst(pilot, key)
        await until(pilot, lambda: "19 keys typed before this question were not" in text_of(app))
        assert "another person of that name?" in question_of(app)
        assert len(app.desk.event.entrant("1").players) == 1
        monkeypatch.setattr("tui.terminal.app.QUIET", 0.0)
        await burst(pilot, "y")
        await until(pilot, lambda: len(app.desk.event.entrant("1").players) == 2)


async def test_the_next_entry_typed_behind_a_namesake_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = made(tmp_path / "kent", [Entrant("", "Yarrow, Yan")])
    app = TopboardApp(store.folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "1 entr" in text_of(app))
        monkeypatch.setattr("tui.terminal.app.QUIET", 1000.0)
        await burst(pilot, "aYarrow, Yan⏎")
        await until(pilot, lambda: isinstance(app.screen, Confirm))
        for key in "Xylem⏎":
            await burst(pilot, key)
        await until(pilot, lambda: "6 keys typed before this question were not" in text_of(app))
        assert isinstance(app.screen, Confirm)
        assert len(app.desk.event.entrants) == 1
        monkeypatch.setattr("tui.terminal.app.QUIET", 0.0)
        await burst(pilot, "y")
        await until(pilot, lambda: len(app.desk.event.entrants) == 2)


async def test_a_wrong_key_at_a_question_begins_something_else_than_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = juniors(tmp_path / "kent")
    async with entries_of(store) as (app, pilot):
        await burst(pilot, "x")
        await until(pilot, lambda: bool(question_of(app)))
        monkeypatch.setattr("tui.terminal.app.QUIET", 1000.0)
        for key in "by⏎":
            await burst(pilot, key)
        await until(pilot, lambda: "3 keys typed on were not taken" in text_of(app))
        assert question_of(app)
        assert not app.desk.event.entrant("1").withdrawn
