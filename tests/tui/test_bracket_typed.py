"""Results typed in Bracket: what is said where nothing is entered, and what waits for the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key

from engine.actions import Action, ChooseOpponent, EnterResult, EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event
from engine.match_results import MatchResult
from engine.protocol import bracket_of
from engine.refusal import Refused
from engine.results import Outcome
from saves.store import Store
from tests.formats.knockout.cups import Cup
from tests.formats.test_team_knockout import WIN, boards, made
from tests.playing import propose, publish
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.places import until
from tui.app import TopboardApp
from tui.places.bracket.keys import BRACKET
from tui.places.bracket.picture import BracketState, below_is_white, selected_board, way_on
from tui.places.bracket.ways import Ways
from tui.places.results import RESULTS
from tui.places.shape import Failed, PlaceKind, Prompt, UndoLast
from tui.screens.choice_dialog import ChoiceDialog


def bracket(store: Store) -> Driver[BracketState]:
    return Driver(BRACKET, MemoryDesk(store.event, store.format))


def said(driver: Driver[BracketState]) -> str:
    message = driver.state.message
    return message.text if message is not None else ""


def test_a_sign_and_enter_is_enough_for_a_walkover(tmp_path: Path) -> None:
    """In the second match home is below, and its slip has `+/-`."""
    driver = bracket(cup(tmp_path, 8, 1, score="imps"))
    driver.type("+", "enter", "-", "enter")
    assert driver.question.endswith(" wins by forfeit (+ - on the slip: home is below)?")
    driver.type("y")
    driver.acknowledge()
    filled = bracket_of(driver.desk.format, driver.desk.event)
    assert filled is not None
    results = [filled.fixtures[f"R1.{n}"].result for n in (1, 2)]
    assert [each.text for each in results if each is not None] == ["+/-", "-/+"], "in the tree"
    driver.type("+", "5", "-", "3", "enter")
    assert "+5-3" in said(driver), "a score behind a sign is none"
    assert isinstance(driver.state.prompt, Prompt)


def test_enter_on_an_empty_line_closes_it(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1, score="imps"))
    driver.type("+", "backspace", "enter")
    assert driver.state.prompt is None
    assert "not a result" not in said(driver)
    assert not driver.queue


def test_a_result_that_stands_is_said_as_on_its_slip(tmp_path: Path) -> None:
    store = cup(tmp_path, 8, 1)
    filled = bracket_of(store.format, store.event)
    assert filled is not None
    below = next(
        id for id, f in filled.fixtures.items()
        if f.board and store.event.round(1).match(f.board).white != f.home
    )  # fmt: skip
    driver = bracket(store)
    while driver.state.at != below:
        driver.type("down")
    driver.type("1", "y")
    driver.acknowledge()
    while driver.state.at != below:
        driver.type("up")
    assert driver.shown.detail[0].text.endswith(" · 0-1")
    assert driver.shown.detail[1].text.endswith("White below")
    while driver.state.at != below:
        driver.type("up")
    driver.type("1")
    assert "is 0-1 already (White is below): not changed" in said(driver)
    assert not driver.queue
    driver.type("0")
    assert "has 0-1: 1-0 instead?" in driver.question
    assert "(White) - " in driver.question


def test_a_proposal_takes_no_result_and_is_called_proposed(tmp_path: Path) -> None:
    """The repechage shows a round as soon as it is proposed."""
    store = teams_event(tmp_path)
    propose(store)
    driver = bracket(store)
    assert driver.shown.status.text == " bracket · 13 proposed (F2, P publishes)"
    assert driver.shown.detail[0].text.endswith("proposed, not published")
    for key in ("1", "=", "+", "."):
        driver.type(key)
        assert said(driver).startswith("session 1.1 is only proposed, so nothing was entered")
        assert driver.state.prompt is None
    assert not driver.queue
    publish(store)
    driver = bracket(store)
    assert driver.shown.status.text == " bracket · 13 open"
    assert driver.shown.detail[0].text.endswith("open")


def test_where_a_round_is_proposed_it_is_not_to_be_drawn_but_published(tmp_path: Path) -> None:
    """A knockout's tree shows a round when it is published."""
    store = cup(tmp_path, 8, rounds=0)
    propose(store)
    driver = bracket(store)
    driver.type("1")
    assert said(driver) == "this match has no board yet: F2, P publishes the round"


def test_a_line_whose_match_is_selected_no_more_says_so(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1, score="imps"))
    driver.type("4", "1", "-", "2", "0")
    prompt = driver.state.prompt
    assert prompt is not None
    driver.run("below")
    step = prompt.purpose.entered(driver.view, driver.state, "41-20")
    assert step.state.message is not None
    assert step.state.message.text.endswith("not selected any more: nothing was changed")
    assert not step.effects


def test_a_tie_is_typed_behind_the_key_that_opened_its_line(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    driver.type("=", "f2")
    assert said(driver) == "a line is being typed: enter takes it, esc leaves it"
    driver.type(*"h rapid", "enter")
    assert said(driver) == ""
    driver.acknowledge()
    results = [match.result for match in driver.desk.event.rounds[0].matches]
    assert [result.text for result in results if result] == ["½-½ home rapid"]


@pytest.mark.parametrize(
    ("line", "entered"),
    [("upper", ["home", "away", "home"]), ("lower", ["away", "home", "away"])],
)
def test_the_winner_of_a_tie_is_upper_or_lower_as_the_key_line_says(
    tmp_path: Path, line: str, entered: list[str]
) -> None:
    """White is below in the second match."""
    driver = bracket(cup(tmp_path, 8, 1))
    for _ in entered:
        driver.enter(*f"= {line} blitz", "enter")
    results = [match.result for match in driver.desk.event.round(1).matches]
    assert [one.text for one in results if one] == [f"½-½ {side} blitz" for side in entered]


def test_home_of_a_tie_typed_in_the_tree_is_home_on_the_slip() -> None:
    """White can stand below: the line under the tree says so, and the score is the same."""
    made = Cup(4, games=2)
    made.draw()
    made.enter("2-0", "0-2")
    final = made.draw().matches[0]
    driver = Driver(BRACKET, MemoryDesk(made.event, made.format))
    assert "White below" in driver.shown.detail[1].text
    driver.type(*"1-1 home rapid", "enter")
    driver.acknowledge()
    result = driver.desk.event.round(2).matches[0].result
    assert result is not None
    assert result.text == "1-1 home rapid"
    tree = bracket_of(driver.desk.format, driver.desk.event)
    assert tree is not None
    assert tree.champion == final.white


def test_of_several_games_who_wins_is_asked_where_the_slip_names_the_lower_side_first() -> None:
    """A slip's `2-0` is the win of the lower side: typed in the tree it was the upper one's."""
    made = Cup(4, games=2)
    made.draw()
    made.enter("2-0", "0-2")
    made.draw()
    driver = Driver(BRACKET, MemoryDesk(made.event, made.format))
    driver.type(*"2-0", "enter")
    assert driver.question == "P1 wins (0-2 on the slip: White is below)?"
    driver.type("n")
    assert driver.state.prompt is not None, "to be changed"
    driver.type("enter", "y")
    driver.acknowledge()
    slip = next(text for text in Driver(RESULTS, driver.desk).lines if "P3" in text)
    assert "0-2" in slip
    assert driver.shown.detail[0].text.endswith(" · 0-2"), "as in Results"
    driver.enter(*"0-2", "enter")
    assert driver.question.startswith("P3 (White) - P1 (Black)\n\nBoard 1 has 0-2: 2-0 instead?")


@pytest.mark.parametrize("kind", [BRACKET, RESULTS], ids=["bracket", "results"])
def test_the_key_line_of_a_cup_names_the_keys_of_a_forfeit(kind: PlaceKind[Any]) -> None:
    """Of single games, of matches scored in games or in IMPs, and of teams with boards."""
    events = [made(4)]
    chosen: tuple[dict[str, object], ...] = ({}, {"games": 2}, {"score": "imps"})
    for settings in chosen:
        one = Cup(4, "knockout", **settings)
        one.draw()
        events.append(one)
    for memory in events:
        place: Driver[Any] = Driver(kind, MemoryDesk(memory.event, memory.format))
        keys = [key for key, _ in place.shown.first_keys]
        assert {"+", "-"} <= set(keys), place.shown.first_keys


def test_boards_lose_their_results_by_a_score_typed_in_the_tree_after_a_question() -> None:
    memory = made(4)
    boards(memory, WIN, WIN)
    driver = Driver(BRACKET, MemoryDesk(memory.event, memory.format))
    driver.type(*"3-1", "enter")
    assert "The results of 2 boards would be taken away." in driver.question
    driver.type("n")
    assert not driver.queue
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == "3-1", "to be changed"
    driver.type("enter", "y")
    driver.acknowledge()
    result = driver.desk.event.round(1).matches[0].result
    assert result is not None
    assert result.text == "3-1"


def test_who_is_lucky_is_not_said_of_a_round_that_is_proposed(tmp_path: Path) -> None:
    store = played_to(teams_event(tmp_path), 2, choosing=True)
    while (step := store.format.next_step(store.event)).choice is not None:
        store.do(ChooseOpponent(step.choice.chooser, "opponent", step.choice.pool[0]))
    told = []
    for _ in ("proposed", "published"):
        propose(store) if store.event.proposal is None else publish(store)
        filled = bracket_of(store.format, store.event)
        assert filled is not None
        first = next(id for id, f in filled.fixtures.items() if (f.round, f.board) == (2, 1))
        told.append(way_on(Ways(filled), first))
    assert told[0] == told[1]
    assert "loser → SKO round 1   1 lucky loser → DKO round 1" in told[0]


async def test_the_draw_by_choice_waits_for_the_results_typed_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = played_to(teams_event(tmp_path), 1)
    boards = range(1, 10)
    store.do(EnterResults(tuple((n, f"{40 + n}-20") for n in boards)))
    app = TopboardApp(store.folder, "bracket")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        saves = app.desk.do

        async def slowly(action: Action, more: bool = False) -> Event:
            await asyncio.sleep(0.3)
            return await saves(action, more=more)

        monkeypatch.setattr(app.desk, "do", slowly)
        for key in (*"30-20", "enter", "C"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))


def test_results_are_typed_by_the_scheme_that_the_console_uses(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    driver.desk.second_scheme = True
    at = [driver.state.at]
    for keys in ("1", "3y"):
        driver.type(*keys)
        driver.acknowledge()
        at.append(driver.state.at)
    filled = bracket_of(driver.desk.format, driver.desk.event)
    assert filled is not None
    assert [filled.fixtures[id].winner for id in at[:2]] == [
        filled.fixtures[at[0]].home,
        filled.fixtures[at[1]].away,
    ]
    driver.type("0")
    assert not driver.queue, "0 clears in this scheme, and nothing stands there"
    assert [k for c in driver.kind.extra_help(driver.view, driver.state) for k in c.keys][:2] == [
        "1",
        "3",
    ]


def test_a_refused_result_is_shown_in_the_tree_until_it_is_settled_anywhere(
    tmp_path: Path,
) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    first = driver.state.at
    driver.desk.full = "the disk is full"
    driver.type("0")
    driver.acknowledge()
    assert driver.state.at == first
    assert driver.shown.detail[0].text.startswith(" NOT SAVED 0-1 ")
    driver.type("down")
    assert sum("!_" in each.text for each in driver.shown.body) == 2, "both sides of the match"
    assert not driver.shown.detail[0].text.startswith(" NOT SAVED")
    (place,) = driver.kind.unsaved(driver.view, driver.state)
    driver.desk.full = ""
    driver.desk.do(EnterResult(place[1], "1-0", None, place[0]))
    assert not driver.kind.unsaved(driver.view, driver.state), "Results has entered it"
    driver.type("up")
    assert not any("!" in each.text for each in driver.shown.body)
    assert not driver.shown.detail[0].text.startswith(" NOT SAVED")


def test_what_another_desk_enters_does_not_settle_what_was_refused_here(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    driver.desk.full = "the disk is full"
    driver.type("0")
    driver.acknowledge()
    (place,) = driver.kind.unsaved(driver.view, driver.state)
    other = "1-0" if driver.state.entry.unsaved[place] == "0-1" else "0-1"
    driver.desk.do(EnterResult(place[1], other, None, place[0]), elsewhere=True)
    assert place in driver.kind.unsaved(driver.view, driver.state)
    assert driver.shown.detail[0].text.startswith(" NOT SAVED")


def test_the_next_open_match_is_none_whose_result_is_on_its_way(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    matches = []
    for _ in range(4):
        matches.append(driver.state.at)
        driver.type("]")
    driver.type("1")
    assert driver.state.at == matches[1]
    driver.type("[")
    assert driver.state.at == matches[3], "the first has its result, not yet acknowledged"
    driver.type("]")
    assert driver.state.at == matches[1]


def test_a_match_for_third_place_is_open_when_the_final_is_won() -> None:
    desk = MemoryDesk.created("knockout", third_place=True)
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in ("Ann", "Bea", "Cid", "Dag"))))
    desk.draw()
    desk.do(EnterResults(((1, "1-0"), (2, "1-0"))))
    desk.draw()
    desk.do(EnterResults(((1, "1-0"),)))
    driver = Driver(BRACKET, desk)
    assert driver.shown.status.text.strip() == "bracket · won by Ann · 1 open"
    driver.desk.do(EnterResults(((2, "1-0"),)))
    driver.paint()
    assert driver.shown.status.text.strip() == "bracket · won by Ann"


def test_who_has_won_the_cup_is_not_said_of_its_match_for_third_place() -> None:
    desk = MemoryDesk.created("knockout", third_place=True)
    desk.do(ImportEntrants(tuple(Entrant("", f"P{n}") for n in range(16))))
    for _ in range(4):
        desk.draw()
        assert desk.event.current is not None
        boards = [match.board for match in desk.event.current.matches]
        desk.do(EnterResults(tuple((board, "1-0") for board in boards)))
    driver = Driver(BRACKET, desk)
    driver.type("s")
    assert "[Third place]" in driver.shown.status.text
    assert "Third place] · won" not in driver.shown.status.text
    assert "bracket won by P" in driver.shown.status.text


def test_keys_that_lead_nowhere_in_a_bracket_say_so_or_do_nothing(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    driver.run("find_next")
    assert driver.state.prompt is not None
    driver.type("escape")
    assert BRACKET.on_click is not None
    at = driver.state.at
    assert BRACKET.on_click(driver.view, driver.state, 79, 20).state.at == at
    driver.type("right", "right", "1")
    assert "this match has no board yet: F2 draws the round" in said(driver)
    assert not driver.queue


def test_a_result_that_another_desk_entered_first_is_looked_at_again(tmp_path: Path) -> None:
    driver = bracket(cup(tmp_path, 8, 1))
    at = driver.state.at
    driver.type("1")
    driver.other_desk(EnterResult(driver.desk.event.rounds[0].matches[0].board, "0-1"))
    driver.acknowledge()
    assert "look at it, then enter it again" in said(driver)
    assert driver.state.at == at
    failed = Failed(UndoLast(), Refused("there is nothing of yours to undo"))
    assert BRACKET.on_outcome(driver.view, driver.state, failed).state.message is not None


@pytest.mark.parametrize(
    ("format", "settings", "members", "example"),
    [
        ("knockout", {}, (), "= white rapid"),
        ("knockout", {"ties": ("armageddon", "lot")}, (), "= white Armageddon"),
        ("knockout", {"ties": ("sudden death", "lot")}, (), "= white lot"),
        ("knockout", {}, ("A", "B"), "= home rapid"),
        ("double_knockout", {"ties": ("lot",)}, ("A", "B"), "= home lot"),
    ],
)
def test_the_line_of_a_tie_has_an_example_that_this_event_takes(
    format: str, settings: dict[str, object], members: tuple[str, ...], example: str
) -> None:
    desk = MemoryDesk.created(format, **settings)
    names = ("Ash", "Birch", "Cedar", "Dogwood")
    desk.do(ImportEntrants(tuple(Entrant("", name, members=members) for name in names)))
    desk.draw()
    for match in desk.event.round(1).matches:
        driver = Driver(BRACKET, desk)
        while selected_board(driver.view, driver.state) != (desk.event.round(1), match):
            driver.type("down")
        driver.type("=")
        assert driver.state.prompt is not None
        assert f"a tie: {example}" in driver.state.prompt.label
        driver.type(*example.removeprefix("="), "enter")
        driver.acknowledge()
        result = desk.event.round(1).match(match.board).result
        assert isinstance(result, MatchResult), said(driver)
        assert result.tied
        assert result.outcome("white") is Outcome.WIN


def test_the_line_of_a_tie_says_who_is_white_and_where_he_stands(tmp_path: Path) -> None:
    """`= white rapid` is a win for the lower side there, as on the slip."""
    store = cup(tmp_path, 8, 1)
    driver = bracket(store)
    below = []
    for _ in range(4):
        driver.type("=")
        board = selected_board(driver.view, driver.state)
        assert board is not None
        assert driver.state.prompt is not None
        below.append(below_is_white(driver.view, driver.state, board[1]))
        upper, lower = driver.state.prompt.label.split(" - ")
        assert ("(White)" in upper, "(White)" in lower) == (not below[-1], below[-1])
        white = (lower if below[-1] else upper).partition(" (White)")[0]
        assert store.event.entrant(board[1].white).name.startswith(white[:10])
        driver.type("escape", "down")
    assert set(below) == {True, False}


def test_g_goes_to_a_board_or_a_name_and_its_digits_are_no_results(tmp_path: Path) -> None:
    """As in Results; `g1` was the first match of the column, and then a win entered there."""
    store = cup(tmp_path, 16, 2)
    driver = Driver(BRACKET, MemoryDesk(store.event, store.format))
    start = driver.state.at
    driver.enter("g", "3", "enter")
    board = selected_board(driver.view, driver.state)
    assert board is not None
    assert (board[0].number, board[1].board) == (2, 3)
    name = store.event.entrant(store.event.round(2).match(1).black).name
    driver.enter("g", *name[:5].lower())
    there = driver.state.at
    driver.enter("escape")
    assert driver.state.at != there
    driver.enter("g", *name[:5].lower(), "enter")
    assert driver.state.at == there
    driver.enter("g", "9", "enter")
    assert said(driver) == "there is no board 9 in round 2"
    driver.enter("1")
    assert driver.state.prompt is not None, "a result typed on without looking is none"
    driver.enter("escape", "home", "g", "enter")
    assert driver.state.at == start
    assert driver.results(2) == [None] * 4
