"""Two games a match in PlaceScreen: together or one by one, with lengths, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.events import Paste
from textual.pilot import Pilot

from engine.actions import ImportEntrants
from engine.entrants import Entrant
from formats.diagonal.games import parse_two
from tests.playing import play
from tests.tui.driver import MemoryDesk
from tests.tui.nearby import hostile_row, row
from tests.tui.places import (
    question_of,
    still,
    text_of,
    until,
)
from tests.tui.snapshot import Picture, picture
from tests.tui.test_bursts import burst
from tui.app import TopboardApp
from tui.places.result_words import all_in_text
from tui.places.screen import PlaceScreen


def console(folder: Path, place: str = "results") -> TopboardApp:
    return TopboardApp(folder, place)


def place(app: TopboardApp) -> PlaceScreen:
    assert isinstance(app.front, PlaceScreen)
    return app.front


def fresh(folder: Path, players: int = 4) -> TopboardApp:
    """Round 1 of a few in a ring, nothing in."""
    return console(row(folder, players=players, left_open=99).folder)


def texts(app: TopboardApp) -> list[str]:
    return [m.result.text if m.result else "" for m in app.desk.event.round(1).matches]


def shown(app: TopboardApp) -> str:
    """The screen as running text."""
    return " ".join(text_of(app).split())


async def settled(pilot: Pilot[None], app: TopboardApp) -> None:
    await place(app).saved()
    await pilot.pause()


async def test_a_burst_of_matches_is_taken_in_order(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row", players=26)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "40 missing" in text_of(app))
        typed = ["1,0", "10", "=,1", "1/34,=/60", "0.1", "11", "=="] * 5 + ["0,0"] * 5
        await burst(pilot, "".join(f"{text}⏎" for text in typed))
        await until(pilot, lambda: "" not in texts(app))
        await settled(pilot, app)
        assert texts(app) == [parse_two(text).text for text in typed]
        assert "all results of round 1 are in" in text_of(app)


async def test_a_keypad_alone_enters_draws_and_lengths(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 missing" in text_of(app))
        await burst(pilot, "15⏎55⏎5/34.0/60⏎0.5⏎")
        await until(pilot, lambda: "" not in texts(app))
        assert texts(app) == ["1,=", "=,=", "=/34,0/60", "0,="]


async def test_enter_on_an_empty_line_closes_it(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 missing" in text_of(app))
        await pilot.press("o", "enter")
        await still(pilot)
        assert "is not the result of two games" not in shown(app)
        assert texts(app)[0] == ""
        await burst(pilot, "10⏎")
        await until(pilot, lambda: texts(app)[0] == "1,0")


async def test_one_game_now_and_the_other_later(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "1/34,?⏎,0⏎0,⏎=,?⏎")
        await until(pilot, lambda: "" not in texts(app))
        await settled(pilot, app)
        assert texts(app) == ["1/34,?", "?,0", "0,?", "=,?"]
        assert "4 half in" in text_of(app)
        assert app.desk.format.next_step(app.desk.event).name == "play"
        # the other game alone, then as a whole line, then over again by the point of a keypad
        await burst(pilot, "0⏎")
        await settled(pilot, app)
        assert place(app).body.selected == 2
        await burst(pilot, "1⏎,=⏎=.1⏎")
        await until(pilot, lambda: not any("?" in text for text in texts(app)))
        assert texts(app) == ["1/34,0", "1,0", "0,=", "=,1"]
        await settled(pilot, app)
        assert "all results of round 1 are in" in text_of(app)
        assert not app.screen.is_modal


async def test_a_game_that_stands_is_not_changed_without_being_told(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "1,?⏎")
        await settled(pilot, app)
        assert "became" not in text_of(app)
        await pilot.press("home")
        await burst(pilot, "0,0⏎")
        await settled(pilot, app)
        assert texts(app)[0] == "0,0"
        assert "1,? became 0,0" in text_of(app)
        await pilot.press("u")
        await settled(pilot, app)
        assert texts(app)[0] == "1,?"


WRONG = (
    ("1", "is not the result of two games"),
    ("7,1", "is not a result of a game"),
    ("1,0,1", "is not the result of two games"),
    ("1/0,0", "a length is 1 to 500"),
    ("1/10000,0", "a game of 10,000 moves is not possible"),
    ("1,?/30", "has a length"),
    ("1/999999999999,0", "is not possible"),
    (",?", "neither game has a result"),
    ("½", "is not the result of two games"),
)
"""No two neighbours are refused in the same words."""


async def test_a_wrong_entry_is_refused_in_words_and_can_be_mended(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        for typed, told in WRONG:
            await burst(pilot, f"{typed}⏎")
            await settled(pilot, app)
            assert told in shown(app)
            assert texts(app) == ["", "", "", ""]
            assert place(app).prompting
            for _ in typed:
                await pilot.press("backspace")
        await burst(pilot, "1,=⏎")
        await settled(pilot, app)
        assert texts(app)[0] == "1,="


async def test_forfeits_are_confirmed_and_offer_to_withdraw(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "+/-⏎")
        await settled(pilot, app)
        assert texts(app)[0] == "+/-"
        loser = app.desk.event.entrant(app.desk.event.round(1).match(1).black)
        assert f"x withdraws {loser.name}" in text_of(app)
        await burst(pilot, "-/+⏎")
        await pilot.press("asterisk", "full_stop")
        await settled(pilot, app)
        assert texts(app) == ["+/-", "-/+", "-/-", ""]


async def test_games_cannot_be_adjourned_over_the_round(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "A")
        assert "who advances depends on both games" in shown(app)
        assert not app.screen.is_modal


async def play_round(pilot: Pilot[None], app: TopboardApp, number: int, keys: str) -> None:
    """Draw and publish that round, and type its results."""
    await app.go("pairings")
    await burst(pilot, "d")
    await until(pilot, lambda: "PROPOSAL" in text_of(app))
    await burst(pilot, "Py")
    await until(pilot, lambda: len(app.desk.event.published) == number)
    await app.go("results")
    await burst(pilot, keys)
    await settled(pilot, app)


async def test_lengths_are_asked_for_only_where_they_decide(tmp_path: Path) -> None:
    store = row(tmp_path / "row", players=2, rounds=0)
    app = console(store.folder, "pairings")
    async with app.run_test(size=(80, 24)) as pilot:
        for number in (1, 2):
            await play_round(pilot, app, number, "==⏎")
            assert "shortest win" not in text_of(app)
        for number in (3, 4):
            await play_round(pilot, app, number, "1,0⏎")
        # the foot grows to four lines with the message
        await until(pilot, lambda: shown(app).count("round 4 board 1") == 2)
        told = shown(app)
        assert told.count("tied for first") == 1
        names = [e.name for e in app.desk.event.entrants]
        for name in names:
            assert f"{name}: round 3 board 1, round 4 board 1" in told
        assert "of a resigned game, to its finish" in told
        await burst(pilot, "1/20,0/30⏎")
        await until(pilot, lambda: question_of(app))
        await burst(pilot, "y")
        await settled(pilot, app)
        found = app.desk.event.round(4).matches[0].result
        assert found is not None
        assert found.text == "1/20,0/30"
        await app.go("pairings")
        await until(pilot, lambda: f"{names[-1]}: round 3 board 1" in shown(app))
        assert "round 4 board 1" not in shown(app), "its length is entered"


async def test_sides_are_called_by_who_has_white_first(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "White first" in place(app).heads.shown.text
        assert "of 99" not in text_of(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: app.screen is not app.front)
        assert app.is_running


async def test_the_line_says_whose_point_a_nought_is(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 missing" in text_of(app))
        await burst(pilot, "0")
        high, low = (
            app.desk.event.entrant(id).name for id in app.desk.event.round(1).matches[0].pair
        )
        await until(pilot, lambda: f"1 = {high} won, 0 = {low} won" in shown(app))


async def test_who_went_out_is_announced_with_the_last_result(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 missing" in text_of(app))
        await burst(pilot, "00⏎11⏎11⏎00⏎")
        await settled(pilot, app)
        await until(pilot, lambda: "out after round 1: " in shown(app))
        news = app.desk.format.news(app.desk.event, 1)
        third = sorted(app.desk.event.entrants, key=lambda e: -(e.rating or 0))[2]
        assert news == ("3 play on", f"out after round 1: {third.name} (4 lost)")


def test_where_the_list_of_who_went_out_is_cut_the_winner_was_named_before_it() -> None:
    """26 players, each out with two games lost: more names than the foot holds."""
    desk = MemoryDesk.created("diagonal", max_losses=1)
    field = (Entrant("", f"Featherstonehaugh, P{n}", rating=2300 - 20 * n) for n in range(26))
    desk.do(ImportEntrants(tuple(field)))
    play(desk, 1, "1,1")
    told = all_in_text(desk.event, desk.format, desk.event.round(1))
    assert "out after round 1: " in told
    assert told.index("P0 wins") < told.index("out after round 1: ") < 200


async def test_a_withdrawal_names_the_games_that_it_loses(tmp_path: Path) -> None:
    app = console(row(tmp_path / "row", players=4, left_open=99).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "4 entries" in text_of(app))
        await burst(pilot, "x")
        await until(pilot, lambda: "these open games of round 1 are lost" in shown(app))
        boards = [m for m in app.desk.event.round(1).matches if "1" in m.pair]
        for match in boards:
            other = app.desk.event.entrant(match.opponent("1")).name
            assert f"board {match.board} against {other} (both games)" in shown(app)
        await burst(pilot, "p")
        await until(pilot, lambda: app.desk.event.entrant("1").withdrawn)
        assert texts(app) == [""] * 4
        await burst(pilot, "x")  # back again, then out at once
        await until(pilot, lambda: not app.desk.event.entrant("1").withdrawn)
        await burst(pilot, "x")
        await until(pilot, lambda: "these open games of round 1 are lost" in shown(app))
        await burst(pilot, "w")
        await until(pilot, lambda: app.desk.event.entrant("1").withdrawn)
        lost = [m.result.text for m in app.desk.event.round(1).matches if m.result]
        assert sorted(lost) == sorted("-/+" if m.white == "1" else "+/-" for m in boards)


# below 110 columns: what stands beside is of the minute in which the test runs
@pytest.mark.parametrize("size", [(80, 24), (100, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_results_of_two_games_look_right(
    tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion
) -> None:
    app = fresh(tmp_path / "row", players=26)
    async with app.run_test(size=size) as pilot:
        await burst(pilot, "1/34,=/60⏎1,?⏎,0⏎+/-⏎")
        await settled(pilot, app)
        await burst(pilot, "1,")  # a key takes the word about the forfeit away
        await still(pilot)
        assert picture(app) == snapshot(extension_class=Picture)


async def test_hostile_names_stay_off_the_terminal(tmp_path: Path) -> None:
    app = console(hostile_row(tmp_path / "row", "diagonal").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "1,?⏎0⏎+x")
        await pilot.pause()
        assert not set(text_of(app)) & set("\x1b\x07\u202e\u200b")


async def test_a_paste_is_taken_line_by_line_until_one_is_no_result(tmp_path: Path) -> None:
    app = fresh(tmp_path / "row")
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Paste("1,0\n=,1/30\nno\n1,1\n"))
        await until(pilot, lambda: "paste stopped after 2 results" in shown(app))
        await settled(pilot, app)
        assert texts(app) == ["1,0", "=,1/30", "", ""]
        app.post_message(Paste("00 11"))
        await until(pilot, lambda: "all results of round 1 are in" in shown(app))
        app.post_message(Paste("=="))
        await until(pilot, lambda: "== has no open board left" in shown(app))
        await settled(pilot, app)
        assert texts(app) == ["1,0", "=,1/30", "0,0", "1,1"]
