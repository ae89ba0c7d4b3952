"""Bracket at the keyboard: the tree, the ways through it, results entered in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.events import Key

from engine.actions import EnterResults, PublishRound
from engine.protocol import bracket_of
from engine.results import GameResult
from tests.playing import propose
from tests.tui.conftest import EventMaker
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.places import (
    HOSTILE,
    front_place,
    on_disk,
    question_of,
    still,
    text_of,
    type_text,
    until,
)
from tui.app import TopboardApp
from tui.keys.commands import BRACKET
from tui.places.result_words import bye_words
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import Telling


def place(app: TopboardApp) -> PlaceScreen:
    return front_place(app, "bracket")


def score(app: TopboardApp, id: str) -> str | None:
    filled = bracket_of(app.desk.format, app.desk.event)
    assert filled is not None
    result = filled.fixtures[id].result
    return result.text if result else None


async def test_f5_opens_the_bracket_and_tab_goes_through_it(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path).folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "F5 Bracket" in text_of(app)
        await pilot.press("tab")
        assert app.current_mode == "bracket"
        await pilot.press("tab")
        assert app.current_mode == "entries"
        await pilot.press("f5")
        await until(pilot, lambda: "F5 Bracket" in text_of(app))
        assert app.current_mode == "bracket"
        keys = " ".join(text_of(app).splitlines()[-1].split())
        assert keys == "1 upper 0 lower = tie + - forfeit enter match ] open / find ? help"


def test_who_has_a_bye_in_a_bracket_goes_through_and_elsewhere_has_the_points(
    tmp_path: Path, make_event: EventMaker
) -> None:
    """Twelve in a bracket of sixteen: the first four have no match in round 1."""
    store = cup(tmp_path, 12)
    round = store.event.round(1)
    words = [bye_words(store.format, store.event, 1, bye) for bye in round.byes]
    assert words == ["bye, goes through"] * 4
    assert [bye.points for bye in round.byes] == [0] * 4
    open_ = make_event(players=7, published=1)
    (bye,) = open_.event.round(1).byes
    assert bye_words(open_.format, open_.event, 1, bye) == "bye +1"


async def test_a_format_without_bracket_has_no_such_place(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "standings")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "F5" not in text_of(app)
        await pilot.press("f5")
        assert app.current_mode == "standings"
        assert "has no bracket" in text_of(app)
        await pilot.press("tab")
        assert app.current_mode == "entries"


async def test_before_the_draw_it_says_what_to_do(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=0).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "right", "s", "slash", "1")
        assert "There is no bracket yet" in text_of(app)
        assert "D  draws the first round, in F2 Pairings" in text_of(app)


async def test_sixteen_players_stand_at_80_by_24_with_all_their_rounds(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=2).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = text_of(app)
        assert all(h in shown for h in ("Round of 16", "Quarter-finals", "Semi-finals", "Final"))
        assert sum("┐" in one or "┘" in one for one in shown.splitlines()) == 16
        assert "bracket · 4 open" in shown


async def test_arrows_and_letters_go_from_match_to_match(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seen = []
        keys = ["down", "j", "right", "l", "left", "h", "up", "k", "end", "home", "G", "home"]
        for key in [*keys, "pagedown", "pageup"]:
            await pilot.press(key)
            seen.append(place(app).state.at)
        assert seen == [
            "R1.2", "R1.3", "R2.2", "R3.1", "R2.1", "R1.1", "R1.1", "R1.1",
            "R1.8", "R1.1", "R1.8", "R1.1", "R1.8", "R1.1",
        ]  # fmt: skip


async def test_stages_and_the_way_of_the_loser(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 8, 2, "double_knockout").folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert place(app).state.at == "W2.1"
        await pilot.press("L")
        assert place(app).state.at == "L2.2"
        await pilot.press("s")
        assert place(app).state.at.startswith("G")
        await pilot.press("s")
        assert place(app).state.at.startswith("W")
        await pilot.press("S", "S")
        assert place(app).state.at == "L2.2"
        await pilot.press("W", "W", "W")
        assert place(app).state.at == "G1"
        await pilot.press("W", "W")
        assert place(app).state.at == "G2"
        assert "plays no other" in text_of(app)


async def test_open_matches_are_marked_and_gone_to(tmp_path: Path) -> None:
    store = cup(tmp_path, rounds=1)
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert place(app).state.at == "R1.3"
        await pilot.press("right_square_bracket")
        assert place(app).state.at == "R1.4"
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert place(app).state.at == "R1.8"
        await pilot.press("o")
        assert place(app).state.at == "R1.3"
        selected = [one for one in text_of(app).splitlines() if "▌" in one]
        assert len(selected) == 2
        assert all("_ " in one for one in selected)


async def test_a_name_is_found_while_it_is_typed(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=2).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash")
        await type_text(pilot, "wojt")
        await pilot.press("enter")
        first = place(app).state.at
        await pilot.press("n")
        second = place(app).state.at
        filled = bracket_of(app.desk.format, app.desk.event)
        assert filled is not None
        assert first != second
        for id in (first, second):
            names = [app.desk.event.entrant(one).name for one in filled.fixtures[id].pair]
            assert "Wójtowska, Zoë" in names


async def test_the_upper_side_is_typed_first_whoever_has_white(tmp_path: Path) -> None:
    store = cup(tmp_path, rounds=1)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        for id in [f"R1.{n}" for n in range(1, 9)]:
            await pilot.press("1")
            await until(pilot, lambda id=id: question_of(app) or score(app, id))  # type: ignore[misc]
            if question_of(app):  # White is below
                await pilot.press("y")
            await until(pilot, lambda id=id: score(app, id))  # type: ignore[misc]
        filled = bracket_of(app.desk.format, app.desk.event)
        assert filled is not None
        first = [filled.fixtures[f"R1.{n}"] for n in range(1, 9)]
        assert [f.winner for f in first] == [f.home for f in first]
    boards = {m.white: m for m in on_disk(store).event.round(1).matches}
    assert {f.home for f in first} - set(boards), "on some board the upper side has Black"
    for fixture in first:
        at_home = fixture.home in boards
        match = boards[fixture.home if at_home else fixture.away]  # type: ignore[index]
        assert match.result is not None
        assert match.result.text == ("1-0" if at_home else "0-1")


async def test_slips_typed_ahead_never_say_yes_to_who_wins(tmp_path: Path) -> None:
    """White is below in the second match; the enter behind a score is no, and a digit nothing."""
    app = TopboardApp(cup(tmp_path, rounds=1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down")
        for key in ("1", "-", "0", "enter", "0", "-", "1", "enter", "1", "0", "1"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: "White is below" in question_of(app))
        await still(pilot)
        assert "White is below" in question_of(app)
        assert score(app, "R1.2") is None
        await pilot.press("y")
        await until(pilot, lambda: score(app, "R1.2") == "1-0")
        assert app.desk.event.round(1).match(2).result is GameResult.BLACK


async def test_a_result_key_enters_it_and_the_next_open_match_follows(tmp_path: Path) -> None:
    store = cup(tmp_path, rounds=1)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "0")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: score(app, "R1.2") is not None)
        await pilot.press("plus")
        await until(pilot, lambda: score(app, "R1.3") is not None)
        assert place(app).state.at == "R1.4"
        await pilot.press("equals_sign")
        await type_text(pilot, " away blitz")
        await pilot.press("enter")
        await until(pilot, lambda: score(app, "R1.4") is not None)
        shown = bracket_of(app.desk.format, app.desk.event)
        assert shown is not None
        fixture, board = shown.fixtures["R1.4"], app.desk.event.round(1).matches[3]
        assert board.black == fixture.winner == fixture.home, "away is Black, the upper line"
        assert "½* ┐" in text_of(app)
        await pilot.press("u")
        await until(pilot, lambda: score(app, "R1.4") is None)
    filled = bracket_of(app.desk.format, on_disk(store).event)
    assert filled is not None
    results = [filled.fixtures[f"R1.{n}"].result for n in range(1, 5)]
    assert [r.text if r else None for r in results] == ["1-0", "0-1", "+/-", None]


async def test_a_sign_before_a_score_is_no_walkover(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 8, 1, score="imps").folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "-5-3")
        await pilot.press("enter")
        await until(pilot, lambda: "-5 IMPs are not possible" in text_of(app))
        assert all(match.open for match in app.desk.event.round(1).matches)
        await pilot.press(*["backspace"] * 4)
        await type_text(pilot, "-/+")
        await pilot.press("enter")
        await until(pilot, lambda: score(app, "R1.1") == "-/+")


async def test_imps_are_typed_as_a_line_and_a_tie_asks_for_its_winner(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 8, 1, score="imps").folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await type_text(pilot, "40-40")
        await pilot.press("enter")
        await until(pilot, lambda: "the match needs a winner" in text_of(app))
        await type_text(pilot, " home playoff 5")
        await pilot.press("enter")
        await until(pilot, lambda: score(app, "R1.1") == "40-40 home playoff 5")
        assert "40* ┐" in text_of(app)
        await type_text(pilot, "abc")
        await type_text(pilot, "1000-3")
        await pilot.press("enter")
        await until(pilot, lambda: "1,000 IMPs are not possible" in text_of(app))


async def test_a_result_that_stands_is_asked_about_before_it_is_replaced(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await until(pilot, lambda: score(app, "R1.1") == "1-0")
        await pilot.press("up")
        await pilot.press("1")
        await until(pilot, lambda: "is 1-0 already: not changed" in text_of(app))
        await pilot.press("0")
        await until(pilot, lambda: question_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: not question_of(app))
        assert score(app, "R1.1") == "1-0"
        await pilot.press("0")
        await until(pilot, lambda: question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: score(app, "R1.1") == "0-1")


async def test_a_correction_that_was_played_on_says_what_becomes_of_it(tmp_path: Path) -> None:
    store = cup(tmp_path, rounds=2)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "0")
        await until(pilot, lambda: question_of(app))
        before, after = app.desk.event.round(2).match(1), app.desk.event.round(1).match(1)
        name = {id: app.desk.event.entrant(id).name for id in (*before.pair, *after.pair)}
        went, kept = before.pair if before.pair[0] in after.pair else before.pair[::-1]
        comes = after.opponent(went)
        said = " ".join(text_of(app).replace("│", " ").split())
        assert f"round 2, board 1: {name[comes]} against {name[kept]} instead of" in said
        await pilot.press("y")
        await until(pilot, lambda: score(app, "R1.1") == "0-1")
        filled = bracket_of(app.desk.format, app.desk.event)
        assert filled is not None
        assert filled.fixtures["R1.1"].winner in filled.fixtures["R2.1"].pair


async def test_a_digit_on_a_match_that_is_not_drawn_changes_nothing(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "1")
        assert "has no board yet" in text_of(app)
        assert not any(m.result for m in app.desk.event.round(1).matches)


async def test_enter_tells_all_about_a_match(tmp_path: Path) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 3).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Telling))
        shown = text_of(app)
        assert "DKO round 1" in shown
        assert "28 boards" in shown
        assert "seed " in shown
        await pilot.press("escape")
        await pilot.press("v")
        await until(pilot, lambda: "Beside the bracket" in text_of(app))
        told = [one.text for one in app.screen.text_lines]  # type: ignore[attr-defined]
        assert any("Lucky losers of Match 1" in one for one in told)
        assert told.index(" Swiss") < told.index(" Lucky losers of Match 1")


async def test_the_repechage_shows_its_stages_and_marks_who_dropped_in(tmp_path: Path) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 6).folder, "bracket")
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        shown = text_of(app)
        assert shown.index("Double knockout (DKO)") < shown.index("Single knockout (SKO)")
        assert "losers → SKO round 3" in shown
        await pilot.press("s", "s")
        await until(pilot, lambda: "── Swiss" in text_of(app))
        assert "↓" in text_of(app)


@pytest.mark.parametrize(("key", "who"), [("W", "winner"), ("L", "loser")])
async def test_whose_next_match_is_not_drawn_yet_is_not_said_to_play_no_other(
    tmp_path: Path, key: str, who: str
) -> None:
    """Both go on from the first match of the repechage, into rounds that are drawn later."""
    app = TopboardApp(played_to(teams_event(tmp_path), 1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: f"{who} →" in text_of(app))
        await pilot.press(key)
        await until(pilot, lambda: f"no later match of the {who} is drawn" in text_of(app))


async def test_where_a_stage_stands_alone_the_key_line_has_the_key_to_the_next(
    tmp_path: Path,
) -> None:
    app = TopboardApp(played_to(teams_event(tmp_path), 6).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "[" in text_of(app).splitlines()[1])
        await until(pilot, lambda: " s stage " in text_of(app).splitlines()[-1])


async def test_a_click_selects_and_on_the_selected_match_tells_all(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, rounds=1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.click("#body", offset=(4, 5))
        await until(pilot, lambda: place(app).state.at == "R1.3")
        await pilot.click("#body", offset=(22, 1))
        await until(pilot, lambda: place(app).state.at == "R2.1")
        await pilot.click("#body", offset=(22, 1))
        await until(pilot, lambda: isinstance(app.screen, Telling))


async def test_D_goes_on_to_the_draw(tmp_path: Path) -> None:
    store = cup(tmp_path, 4, 1)
    store.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("D")
        await until(pilot, lambda: app.desk.event.proposal is not None)
        assert app.current_mode == "pairings"
        # the child that drew is waited for, not left behind
        await until(pilot, lambda: app.desk.beside is None)


async def test_what_another_desk_draws_comes_to_the_picture(tmp_path: Path) -> None:
    store = cup(tmp_path, 4, 1)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        store.do(EnterResults(((1, "0-1"), (2, "1-0"))))
        propose(store)
        store.do(PublishRound(2))
        await until(pilot, lambda: "1 open" in text_of(app))
        assert store.event.entrant("4").name in text_of(app)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (160, 50)], ids=str)
async def test_hostile_names_do_no_harm_in_the_tree(tmp_path: Path, size: tuple[int, int]) -> None:
    app = TopboardApp(cup(tmp_path, 6, 1, names=HOSTILE).folder, "bracket")
    async with app.run_test(size=size) as pilot:
        await pilot.press("down", "right", "left", "slash", "W", "enter", "enter")
        await still(pilot)
        shown = text_of(app)
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        await pilot.press("escape")
        for one in text_of(app).splitlines():
            assert cell_len(one) <= size[0]


async def test_a_bracket_of_1024_opens_and_moves_around_its_cursor(tmp_path: Path) -> None:
    app = TopboardApp(cup(tmp_path, 1024, 1).folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*["right"] * 9)
        assert place(app).state.at == "R10.1"
        assert "Quarter-finals" in text_of(app)
        await pilot.press(*["left"] * 9)
        assert place(app).state.at == "R1.1"
        await pilot.press("end")
        assert place(app).state.at == "R1.512"
        selected = [one for one in text_of(app).splitlines() if "▌" in one]
        assert len(selected) == 2


@pytest.mark.parametrize("rounds", [0, 1, 3])
async def test_every_key_in_a_row_leaves_the_event_and_the_picture_whole(
    tmp_path: Path, rounds: int
) -> None:
    store = cup(tmp_path, 8, rounds, "double_knockout")
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        for command in (c for c in BRACKET if c.id not in ("draw", "details", "beside")):
            for key in command.keys:
                character = key if len(key) == 1 else None
                app.post_message(Key(key, character))
        app.post_message(Key("escape", None))
        await still(pilot)
        await pilot.press("escape", "f5")
        assert app.current_mode == "bracket"
        assert ("[Winners' bracket]" if rounds else "no bracket yet") in text_of(app)
    assert on_disk(store).event == store.event


async def test_the_list_of_exports_begins_with_the_bracket_where_one_is_looked_at(
    tmp_path: Path,
) -> None:
    store = cup(tmp_path, rounds=2)
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("F")
        await until(pilot, lambda: "the bracket as PDF" in text_of(app))
        await pilot.press("enter")
        file = store.folder.with_name("cup-export") / "round-02-brackets.pdf"
        await until(pilot, file.exists)
