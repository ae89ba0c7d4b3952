"""Teams of players in the console: boards of a match, line-ups, players; and by commands."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import AddEntrant, EnterResult, ImportEntrants, Propose, PublishRound
from engine.actions.corrections import CorrectBoard
from engine.actions.postponing import Postpone
from engine.actions.team_play import EnterBoardResult, EnterBoardResults, SetLineup
from engine.actions.team_players import SetPlayers
from engine.entrants import Entrant
from engine.event import NOBODY
from engine.match_results import TeamResult
from engine.next_draw import next_draw
from engine.refusal import Refused
from engine.results import GameResult
from engine.teams import lineup_of
from engine.warning_words import record_words, warning_words
from engine.warnings import Level, Warning
from saves.entries_csv import read_entries
from saves.sheets import beside
from tests.tui.driver import Driver, MemoryDesk
from tui.cli import main
from tui.keys.commands import commands_of
from tui.places.card import CARD, CardState
from tui.places.entries import ENTRIES, EntriesState
from tui.places.results import RESULTS
from tui.places.results.state import ResultsState, selected_board
from tui.places.screen import key_line
from tui.places.shape import Converse, Do, Done, Failed
from tui.places.standings import STANDINGS
from tui.screens.agreeing import NO
from tui.screens.dialogs import matching
from tui.screens.entry_saving import _unrated

TEAMS = "team,board,name,rating\n" + "".join(
    f"Team {t},{b},Player {t}{b},{2100 - 100 * t - 10 * b}\n"
    for t in (1, 2, 3, 4)
    for b in range(1, 6)
)


def desk_of_teams() -> MemoryDesk:
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    return desk


def results(size: tuple[int, int] = (80, 24)) -> Driver[ResultsState]:
    desk = desk_of_teams()
    desk.draw()
    return Driver(RESULTS, desk, size)


def result(driver: Driver[ResultsState], table: int) -> str:
    found = driver.desk.event.published[0].match(table).result
    return found.text if found else ""


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_a_key_a_board_and_on_to_the_next_match(size: tuple[int, int]) -> None:
    driver = results(size)
    driver.enter("1", "1", "=")
    assert (result(driver, 1), driver.state.selected) == ("", (1, 4))
    assert any("2½-½ …" in text for text in driver.lines)
    driver.enter("0")
    # the home team has its result, whoever has White
    assert (result(driver, 1), driver.state.selected) == ("2½-1½", (2, 1))
    driver.enter("0", "0", "0", "+")
    assert result(driver, 2) == "1-3"
    assert "all results" in driver.message


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_players_and_results_of_boards_stand_below_their_teams(size: tuple[int, int]) -> None:
    driver = results(size)
    driver.enter(*"1=0+")
    driver.type("up")
    whole, boards = driver.lines[0], driver.lines[1:5]
    away, score = whole.index("Team 4"), whole.index("2½-1½")
    assert [text.index("Player 4") - len("w ") for text in boards] == [away] * 4
    assert [text[score:] for text in boards] == ["1-0", "½-½", "0-1", "+ -  forfeit"]


def test_typed_ahead_of_the_journal() -> None:
    driver = results()
    driver.type(*"1111")
    assert driver.state.selected == (2, 1)
    assert result(driver, 1) == ""
    driver.acknowledge()
    assert result(driver, 1) == "4-0"
    assert not driver.state.team_waiting


def test_a_board_is_corrected_undone_and_cleared() -> None:
    driver = results()
    driver.enter("1", "up", "0")
    boards = driver.desk.event.published[0].match(1).lineups
    assert boards[0].home_result is not None
    assert boards[0].home_result.text == "0-1"
    assert "1-0 became 0-1" in driver.message
    driver.enter("u")
    driver.enter("up", ".")
    assert driver.desk.event.published[0].match(1).lineups[0].result is None


def test_a_board_of_an_earlier_round_is_asked_about() -> None:
    driver = results()
    driver.enter(*"11111111")
    driver.desk.draw()
    driver.enter("<", "0")
    assert "Round 1, table 1, board 1: 1-0 becomes 0-1?" in driver.question
    assert "Round 2 stays as it was drawn" in driver.question
    driver.enter("y")
    assert result(driver, 1) == "3-1"
    assert "became 0-1" in driver.message


def test_what_is_missing_is_adjourned_board_by_board() -> None:
    driver = results()
    driver.enter("1", "A", "y")
    assert result(driver, 1) == "2½-1½ ?"
    assert any("2½-1½ adjourned" in text for text in driver.lines)
    assert next(text for text in driver.lines if "1.2" in text).endswith("adjourned")


def test_the_whole_match_is_typed_as_a_line() -> None:
    driver = results()
    driver.enter("o", *"3-1", "enter")
    assert result(driver, 1) == "3-1"
    driver.enter("o", *"7-1", "enter")
    assert "not possible" in driver.message
    assert driver.state.prompt is not None


def test_a_long_name_leaves_room_for_an_adjourned_score() -> None:
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    entries = TEAMS.replace("Team ", "The Very Long Name of Club ")
    desk.do(ImportEntrants(read_entries(entries.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk)
    driver.enter("1", "1", "=", "a")
    assert any(text.endswith("3-1 adjourned") for text in driver.lines)


def test_the_last_results_beside_the_list_are_those_of_boards() -> None:
    driver = results((160, 50))
    driver.enter("1", "=")
    pane = RESULTS.pane(driver.view, driver.state, 48, 40) if RESULTS.pane else None
    assert any("you" in text and "1.2 ½-½ · 1.1 1-0" in text for text in map(str, pane or ()))


def test_line_ups_of_both_teams_by_places() -> None:
    driver = results()
    driver.type("l")
    driver.paint()
    assert any("Player" in text and "5" in text for text in driver.lines)
    driver.enter("backspace", *"5", "enter")
    match = driver.desk.event.published[0].match(1)
    squad = [player.id for player in driver.desk.event.entrant(match.white).players]
    assert lineup_of(match, match.white) == (*squad[:3], squad[4])
    assert driver.state.prompt is not None  # the away team's
    driver.enter("escape")
    assert driver.state.selected == (1, 1)


def test_a_refused_line_up_stays_open_with_what_was_typed() -> None:
    driver = results()
    lineup_before = driver.desk.event.published[0].match(1).lineups
    driver.enter("l", *["backspace"] * 7, *"1134", "enter")
    assert "line-up unchanged: Player 11 is on two boards; name each once" in driver.message
    assert driver.state.prompt is not None
    assert (driver.state.prompt.label[:6], driver.state.prompt.text) == ("Team 1", "1134")
    driver.enter("1", "1")
    assert driver.desk.event.published[0].match(1).lineups == lineup_before
    assert not driver.state.team_waiting
    # out of the list's order: asked about, or in strict mode refused, and not agreed to here
    driver.enter(*["backspace"] * 6, *"2134", "enter")
    assert "Team 1: line-up unchanged: the line-up of Team 1 does not keep" in driver.message
    assert (driver.state.prompt.label[:6], driver.state.prompt.text) == ("Team 1", "2134")
    driver.type("enter")
    said_no = Failed(driver.queue.pop(), NO)
    driver.state = RESULTS.on_outcome(driver.view, driver.state, said_no).state
    assert driver.message == "Team 1: line-up unchanged"
    assert driver.state.prompt is not None
    assert (driver.state.prompt.label[:6], driver.state.prompt.text) == ("Team 1", "2134")
    assert driver.desk.event.published[0].match(1).lineups == lineup_before


def test_the_other_team_s_line_opens_behind_the_answer_about_the_first() -> None:
    driver = results()
    first = driver.desk.event.published[0].match(1).lineups
    for at in range(1, len(first) + 1):
        driver.desk.do(EnterBoardResult(1, at, "1-0"))
    driver.enter("l", *["backspace"] * 7, *"1235")
    driver.type("enter")  # players of boards with results: asked about
    assert driver.state.prompt is None
    asked = driver.queue.pop()
    assert isinstance(asked, Do)
    assert isinstance(asked.action, SetLineup)
    driver.desk.do(replace(asked.action, insist=True))
    driver.state = RESULTS.on_outcome(driver.view, driver.state, Done(asked)).state
    assert driver.state.prompt is not None
    assert driver.state.prompt.label.startswith("Team 4")


def test_a_line_up_as_it_stood_is_said_to_be_unchanged() -> None:
    driver = results()
    log = len(driver.desk.log)
    driver.enter("l", "enter")
    assert driver.message == "Team 1: line-up unchanged"
    assert len(driver.desk.log) == log
    assert driver.state.prompt is not None
    assert driver.state.prompt.label.startswith("Team 4")


def test_a_board_of_a_match_is_gone_to_by_both_numbers() -> None:
    driver = results()
    driver.enter("g", *"2.3", "enter")
    assert driver.state.selected == (2, 3)
    driver.enter("g", *"2.9", "enter")
    assert driver.state.prompt is not None
    assert driver.state.prompt.label.startswith("there is no board 2.9 in this round")
    assert driver.state.selected == (2, 3)


def test_players_below_the_selected_team() -> None:
    driver: Driver[EntriesState] = Driver(ENTRIES, desk_of_teams())
    assert sum("Player 1" in text for text in driver.lines) == 5
    driver.enter("down", "m", *"+ New, N. 1400", "enter")
    team = driver.desk.event.entrant("2")
    assert (team.players[-1].name, team.players[-1].rating) == ("New, N.", 1400)
    driver.enter(*"2 1", "enter")
    driver.enter(*"- 6", "enter")
    driver.enter(*"1 Player 22 2000", "enter")
    team = driver.desk.event.entrant("2")
    assert [player.name for player in team.players][:2] == ["Player 22", "Player 21"]
    assert len(team.players) == 5
    assert team.players[0].rating == 2000


@pytest.mark.parametrize(
    ("typed", "name", "rating"),
    [
        ("+ Rob Finch 88", "Rob Finch", 88),
        ("+ Rob Finch 7", "Rob Finch", 7),
        ("Eve Marsh 101", "Eve Marsh", 101),
        ("+ Eve Marsh", "Eve Marsh", None),
    ],
)
def test_a_junior_grade_of_two_digits_is_a_rating(
    typed: str, name: str, rating: int | None
) -> None:
    """It went into the name, and the player was without a rating."""
    driver: Driver[EntriesState] = Driver(ENTRIES, desk_of_teams())
    driver.enter("m", *typed, "enter")
    new = driver.desk.event.entrant("1").players[-1]
    assert (new.name, new.rating) == (name, rating)
    assert (f"new {name}, rating {rating}" if rating else f"new {name}, without a rating") in (
        driver.message
    )


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(list(words)) == 0
    document: dict[str, object] = json.loads(capsys.readouterr().out or "{}")
    return document


def test_by_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    entries = tmp_path / "teams.csv"
    entries.write_text(TEAMS)
    folder = str(tmp_path / "league")
    run(
        capsys, "new", folder, "--format", "team_round_robin", "--entries", str(entries),
        "--set", "numbers=rating", "--json",
    )  # fmt: skip
    assert main(["draw", "league", "--publish"]) == 0
    capsys.readouterr()
    shown = json.loads(_out(capsys, "round", "league", "--json"))
    boards = shown["pairings"][0]["lineups"]
    assert [sorted(board) for board in boards] == [["black", "board", "result", "white"]] * 4
    team = shown["pairings"][0]["black"]
    entry = next(e for e in json.loads(_out(capsys, "entries", "league", "--json"))["entrants"]
                 if e["id"] == team)  # fmt: skip
    ids = [player["id"] for player in entry["players"]]
    _out(capsys, "lineup", "league", team, ids[0], ids[1], ids[4])
    for board in ("1.1", "1.2", "1.3"):
        _out(capsys, "result", "league", board, "1-0")
    _out(capsys, "result", "league", "2", "2.5-1.5")
    assert main(["result", "league", "2.1", "1-0"]) == 2
    assert main(["result", "league", "1.7", "1-0"]) == 2
    capsys.readouterr()
    shown = json.loads(_out(capsys, "round", "league", "--json"))["pairings"][0]
    assert shown["lineups"][3] == {
        "board": 4, "white": None, "black": boards[3]["black"], "result": "-/+",
    }  # fmt: skip
    assert shown["result"] == "3-1"
    rows = json.loads(_out(capsys, "standings", "league", "--json"))["tables"][0]["rows"]
    assert [(row["match_points"], row["game_points"]) for row in rows] == [
        (2, 3), (2, 2.5), (0, 1.5), (0, 1),
    ]  # fmt: skip
    assert json.loads(_out(capsys, "status", "league", "--json"))["step"] == "draw"


def _out(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_result_of_teams_is_no_bridge_score() -> None:
    driver = results()
    driver.enter("1", "1", "1", "1")
    assert isinstance(driver.desk.event.published[0].match(1).result, TeamResult)


def test_a_match_of_a_league_is_moved_to_another_day() -> None:
    desk = MemoryDesk.created("league", numbers="rating", boards=2)
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter("D", *"2026-12-05", "enter")
    assert driver.message == "table 1: moved to 2026-12-05 · u undoes it"
    assert desk.event.published[0].match(1).date == "2026-12-05"
    assert any("on 2026-12-05" in text for text in driver.lines)
    driver.enter("g", "1", "enter", "D", *"@ Town Hall", "enter")
    match = desk.event.published[0].match(1)
    assert (match.venue, match.date) == ("Town Hall", "2026-12-05")
    assert driver.message == "table 1: at Town Hall · u undoes it"
    [grid] = beside(desk.event, desk.format, 1)
    assert [row[-1] for row in grid.rows][:2] == ["Town Hall", ""]
    driver.enter("D", *"2026-12-06 @", "enter")
    match = desk.event.published[0].match(1)
    assert (match.venue, match.date) == ("", "2026-12-06")
    driver.enter("g", "1", "enter", "D", *"2026-12-05", "enter")
    driver.enter("g", "1", "enter", "D", *"soon", "enter")
    assert "it is not a date" in driver.message
    driver.enter("escape", "g", "2", "enter", "1", "1")
    assert "all results" in driver.message
    desk.draw()
    # open in the rounds after, under its own number
    assert any(text.lstrip("▌ ").startswith("1 ") and "on 2026" in text for text in driver.lines)
    driver.enter("g", "1", "enter", "1", "1")
    assert result(driver, 1) == "2-0"


def test_the_key_behind_a_match_that_is_put_off_is_for_the_next_open_match() -> None:
    desk = MemoryDesk.created("league", numbers="rating", boards=2)
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter("D", "-", "enter", "1")
    first, second = desk.event.published[0].matches
    assert not any(board.result for board in first.lineups)
    assert second.lineups[0].result is not None
    driver.enter("1", "g", "1", "enter", "D", *"2026-12-05", "enter")
    assert selected_board(driver.state) == 1, "no other match is open"


def test_a_division_is_named_once_also_where_its_first_match_is_played_or_put_off() -> None:
    desk = MemoryDesk.created("league", numbers="rating")
    listed = "team,board,name,rating,division\n" + "".join(
        f"Team {t},{b},Player {t}{b},{2100 - 100 * t - 10 * b},{t // 4 + 1}\n"
        for t in range(8)
        for b in (1, 2, 3, 4)
    )
    desk.do(ImportEntrants(read_entries(listed.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    desk.do(Postpone(3, "-"))
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter("1")
    told = [text for text in driver.lines if "Division" in text]
    shown = ["1-0 …" in text or "no date yet" in text for text in told]
    assert shown == [True, True]
    driver.enter("m")
    told = [text for text in driver.lines if "Division" in text]
    assert len(told) == 4, "a match above may be left out of what is missing"


def test_the_last_match_that_was_put_off_ends_the_season() -> None:
    desk = MemoryDesk.created("league", numbers="rating")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    for number in (1, 2, 3):
        desk.draw()
        desk.do(EnterResult(2 * number, "4-0"))
        desk.do(Postpone(1, "-") if number == 1 else EnterResult(2 * number - 1, "3-1"))
    driver = Driver(RESULTS, desk)
    driver.enter("g", "1", "enter", "1", "1", "1", "1")
    assert "all results of round 3 are in: F4 final standings" in driver.message


def league_with_one_put_off() -> Driver[ResultsState]:
    """Round 2 of a league in front; a match of round 1 is put off, on it one board is entered."""
    desk = MemoryDesk.created("league", numbers="rating")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    desk.do(EnterResult(2, "4-0"))
    desk.do(Postpone(1, "-"))
    desk.draw()
    driver = Driver(RESULTS, desk)
    driver.enter("g", "1", "enter", "1")
    return driver


def publish_elsewhere(driver: Driver[ResultsState]) -> None:
    """Another desk enters the rest of the round and publishes the next one."""
    desk = driver.desk
    for match in desk.event.published[-1].matches:
        if match.open:
            driver.other_desk(EnterResult(match.board, "4-0"))
    driver.other_desk(Propose.of(next_draw(desk.event, desk.format)))
    driver.other_desk(PublishRound(len(desk.event.rounds)))


def test_keys_stay_in_a_match_that_runs_on_when_a_round_is_published_elsewhere() -> None:
    driver = league_with_one_put_off()
    assert driver.state.selected == (1, 2)
    publish_elsewhere(driver)
    driver.enter("1", "=", "0")
    assert result(driver, 1) == "2½-1½"
    assert not any(m.result for m in driver.desk.event.published[2].matches)
    # nothing of it is left: the first board of the new round is next
    assert driver.state.selected == (5, 1)


def test_a_line_is_of_the_round_in_which_it_was_opened() -> None:
    driver = results()
    driver.enter("l")
    driver.type(*"1235")
    publish_elsewhere(driver)
    matches = driver.desk.event.published[1].matches
    driver.enter("enter")
    assert "round 2 was published while you typed: nothing was changed" in driver.message
    assert driver.desk.event.published[1].matches == matches
    driver = results()
    driver.type("o", *"3-1")
    publish_elsewhere(driver)
    driver.enter("enter")
    assert "round 2 was published while you typed: nothing was changed" in driver.message
    assert not any(m.result for m in driver.desk.event.published[1].matches)


def test_elsewhere_a_match_is_not_moved() -> None:
    driver = results()
    driver.enter("D")
    assert "the next round is drawn in Pairings: F2, d" in driver.message


def test_two_desks_on_one_board_are_asked_whose_result_stands() -> None:
    driver = results()
    driver.enter("1")
    driver.type("1")  # on its way while the other desk enters board 2, where the away team is White
    driver.other_desk(EnterBoardResult(1, 2, "1-0"))
    driver.acknowledge()
    assert "Table 1, board 2 is now 0-1" in driver.question
    assert "You typed 1-0. Overwrite theirs?" in driver.question
    assert driver.state.selected == (1, 2)
    driver.enter("n")
    boards = driver.desk.event.published[0].match(1).lineups
    assert boards[1].result is GameResult.WHITE
    assert driver.state.selected == (1, 3)
    driver.type("0")
    driver.other_desk(EnterBoardResult(1, 3, "1/2-1/2"))
    driver.acknowledge()
    driver.enter("y")
    assert driver.desk.event.published[0].match(1).lineups[2].home_result is GameResult.BLACK
    assert not driver.state.team_waiting


def test_another_desks_result_on_the_screen_is_overwritten_by_an_answer_alone() -> None:
    driver = results()
    driver.other_desk(EnterBoardResult(1, 1, "1-0"))
    driver.enter("up", "0")
    assert "Table 1, board 1 is now 1-0" in driver.question
    driver.enter("n")
    assert driver.desk.event.published[0].match(1).lineups[0].result is GameResult.WHITE
    # a line-up of another desk is no result of theirs
    home = driver.desk.event.entrant(driver.desk.event.published[0].match(1).white)
    driver.enter("g", *"1.2", "enter", "=")
    driver.other_desk(SetLineup(home.id, tuple(player.id for player in home.players[:4])))
    driver.enter("g", *"1.2", "enter", "0")
    assert not driver.question
    assert "became 0-1" in driver.message


def test_two_desks_on_a_whole_match_are_asked_whose_result_stands() -> None:
    driver = results()
    driver.type("o", *"3-1", "enter")
    driver.other_desk(EnterResult(1, "2-2"))
    driver.acknowledge()
    assert "Table 1 is now 2-2" in driver.question
    assert "You typed 3-1. Overwrite theirs?" in driver.question
    driver.enter("n")
    assert result(driver, 1) == "2-2"
    driver.type("o", *"3-1", "enter")
    driver.other_desk(EnterResult(1, "1-3", "2-2", replace=True))
    driver.acknowledge()
    driver.enter("y")
    assert result(driver, 1) == "3-1"


def passing(*texts: str) -> Driver[ResultsState]:
    """A round of teams with these results from board 1.1 on, as the home team has them."""
    driver = results()
    driver.enter(*texts)
    return driver


def on_screen(driver: Driver[ResultsState]) -> str:
    shown = driver.shown
    return "\n".join((*driver.lines, shown.status.text, shown.foot.text, driver.message))


def test_every_board_is_entered_again_and_covered_until_it_is() -> None:
    driver = passing(*"00000000")
    assert "0-4" in on_screen(driver)
    driver.enter("v")
    assert "VERIFYING 0 of 8" in driver.shown.status.text
    assert not any(text in on_screen(driver) for text in ("0-1", "1-0", "0-4", "4-0"))
    assert driver.state.selected == (1, 1)
    driver.enter("0")
    # the score of the match would say what the other boards do not
    assert [text.split()[-1] for text in driver.lines[:5]] == ["···", "✓", "_", "···", "···"]
    assert "0-4" not in on_screen(driver)
    driver.enter(*"000")
    assert driver.state.selected == (2, 1)
    driver.enter(*"0000")
    assert "8 results verified, 0 corrected" in driver.message
    driver.enter("v")
    assert "VERIFYING" not in driver.shown.status.text


def test_a_board_whose_slip_differs_is_decided_as_the_home_team_has_it() -> None:
    driver = passing(*"11111111")
    driver.enter(*"v10")
    # on board 2 the away team has White
    assert "table 1, board 2: slip 0-1, saved 1-0" in driver.message
    assert driver.state.selected == (1, 2)
    assert any(text.endswith("0-1 ! 1-0") for text in driver.lines)
    driver.enter("1")  # a key behind the difference is not taken
    assert "Which is right?" in driver.message
    before = len(driver.desk.log)
    driver.enter("s")
    assert len(driver.desk.log) == before
    driver.enter(*"=t")
    assert driver.desk.event.published[0].match(1).lineups[2].result is GameResult.DRAW
    assert result(driver, 1) == "3½-½"
    driver.enter(*"11111")
    assert "8 results verified, 1 corrected" in driver.message
    driver.enter("u")
    assert "VERIFYING 7 of 8" in driver.shown.status.text


def test_a_changed_line_up_or_result_puts_a_board_back_among_those_to_verify() -> None:
    driver = passing(*"11111111")
    driver.enter(*"v11")
    driver.other_desk(EnterBoardResult(1, 1, "0-1", "1-0", 1, True))
    driver.paint()
    assert "VERIFYING 1 of 8" in driver.shown.status.text
    assert "0-1" not in on_screen(driver)
    driver.run("next_missing")
    assert driver.state.selected == (1, 4)
    driver.enter("g", *"1.1", "enter", "1")
    assert "table 1, board 1: slip 1-0, saved 0-1" in driver.message
    driver.other_desk(EnterBoardResult(1, 1, "1-0", "0-1", 1, True))
    driver.paint()
    assert "was changed meanwhile" in driver.message


def test_empty_boards_and_matches_entered_as_a_whole_in_the_pass() -> None:
    driver = results()
    away = driver.desk.event.published[0].match(1).black
    squad = [player.id for player in driver.desk.event.entrant(away).players]
    driver.desk.do(SetLineup(away, tuple(squad[:3])))
    driver.enter(*"111", "g", "2", "enter", "o", *"3-1", "enter")
    driver.enter("v")
    assert "VERIFYING 0 of 4" in driver.shown.status.text
    driver.enter(*"111")
    assert driver.state.selected == 2
    driver.enter(*"3-1", "enter")
    assert "4 results verified, 0 corrected" in driver.message


def test_a_board_of_an_earlier_round_is_asked_about_before_the_slip_corrects_it() -> None:
    driver = passing(*"11111111")
    driver.desk.draw()
    driver.enter("<", *"v0t")
    assert "Round 1, table 1, board 1: 1-0 becomes 0-1?" in driver.question
    assert "Round 2 stays as it was drawn" in driver.question
    driver.enter("y")
    assert result(driver, 1) == "3-1"


def test_a_place_alone_opens_the_form_of_that_player() -> None:
    driver: Driver[EntriesState] = Driver(ENTRIES, desk_of_teams())
    driver.enter("down", "m", "2", "enter")
    form = driver.effects[-1]
    assert isinstance(form, Converse)
    team = driver.desk.event.entrant(str(driver.state.selected))
    assert form.arguments == (team.players[1].id,)
    driver.enter("9", "enter")
    assert driver.message == f"{team.name} has no player 9; give a place from 1 to 5"


def some_without_players(*without: str) -> Driver[ResultsState]:
    """Round 1 of four teams: those named were typed by hand, and have no players."""
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    listed = read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants
    by_hand = [
        replace(team, rating=2000 - n, players=()) if team.name in without else team
        for n, team in enumerate(listed)
    ]
    desk.do(ImportEntrants(tuple(by_hand)))
    desk.draw()
    return Driver(RESULTS, desk, (80, 24))


def test_the_line_for_players_says_what_can_be_typed_now() -> None:
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    desk.do(ImportEntrants((Entrant("", "Oakfield"), Entrant("", "Hillcrest"))))
    driver: Driver[EntriesState] = Driver(ENTRIES, desk, (80, 24))
    driver.enter("m")
    assert driver.message == (
        "+ name rating adds a player, as + Evans, E. 1850; esc closes the line"
    )
    driver.enter("3", "enter")
    assert driver.message == (
        "Oakfield has no players yet; + name rating adds a player, as + Evans, E. 1850"
    )
    driver.enter(*"+ Evans, E. 1850", "enter", "?")
    assert driver.message == "+ name rating adds, 1 opens player 1, - 1 takes player 1 out"
    driver.enter(*"+ Moss, M. 1700", "enter", "?")
    assert driver.message == (
        "+ name rating adds, 2 opens player 2, - 2 takes player 2 out, 2 1 puts player 2 first"
    )
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == ""


def two_teams_by_hand() -> Driver[EntriesState]:
    """The entries of two teams without players; the first is selected."""
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    desk.do(ImportEntrants((Entrant("", "Oakfield"), Entrant("", "Hillcrest"))))
    return Driver(ENTRIES, desk, (80, 24))


def players_of(driver: Driver[EntriesState], team: str = "1") -> list[str]:
    return [player.name for player in driver.desk.event.entrant(team).players]


def test_a_team_is_typed_in_one_go_faster_than_it_is_saved() -> None:
    """No key of the names reaches Entries, where the space checks a team in."""
    driver = two_teams_by_hand()
    driver.type("m", *"+ Evans, E. 1850", "enter", *"+ Moss, M. 1700", "enter")
    driver.type(*"2 1", "enter", *"1 Moss, Mark", "enter", *"+ A", "enter", *"- 3", "enter")
    assert driver.state.prompt is not None
    assert "esc closes" in driver.state.prompt.label
    driver.type("escape", "down", " ")
    driver.acknowledge()
    assert players_of(driver) == ["Moss, Mark", "Evans, E."]
    assert [e.present for e in driver.desk.event.entrants] == [False, True]


def test_an_empty_line_ends_the_typing_of_players() -> None:
    driver = two_teams_by_hand()
    driver.enter("m", *"+ Evans, E. 1850", "enter", "tab")
    assert driver.message == "a line is being typed: esc closes it", "enter would take nothing"
    driver.enter("enter")
    assert driver.message == "Oakfield has 1 player"
    driver.enter(" ")
    assert players_of(driver) == ["Evans, E."]
    assert driver.desk.event.entrant("1").present


def test_the_end_of_the_line_for_players_says_how_many_the_team_has() -> None:
    """Those too that are on their way to the disk."""
    driver = two_teams_by_hand()
    driver.enter("m", "enter")
    assert driver.message == "Oakfield has no players"
    driver.type("m", *"+ Evans, E. 1850", "enter", *"+ Moss, M. 1700", "enter", "escape")
    assert driver.message == "Oakfield has 2 players"
    driver.acknowledge()
    driver.enter("m", *"- 1", "enter", "escape")
    assert driver.message == "Oakfield has 1 player"


def test_a_line_that_is_no_player_leaves_room_for_those_typed_behind_it() -> None:
    driver = two_teams_by_hand()
    driver.enter("m", *"+ 1850", "enter")
    assert driver.message == "name '1850' has no letter; write the name, then the rating"
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == "+ 1850"
    driver.enter(*"+ Moss, M. 1700", "enter")
    assert players_of(driver) == ["Moss, M."]
    assert driver.message == "Oakfield: new Moss, M., rating 1700; not taken: '+ 1850'"
    driver.enter("escape")
    assert driver.message == "Oakfield has 1 player; not taken: '+ 1850'"
    driver.enter("m", *"+ 17", "enter", *"+ Dean, D.", "enter", "escape")
    driver.type("m", *"+ 18", "enter", *"+ Dale, D.", "enter", "escape", "down")
    assert driver.message == ""
    driver.acknowledge()
    assert driver.message == "Oakfield: new Dale, D., without a rating; not taken: '+ 18'"
    driver.enter("up", "m", *"+ Evans, E.", "enter")
    assert driver.message == "Oakfield: new Evans, E., without a rating"


def test_a_namesake_in_another_team_is_asked_about_and_the_line_stays_open() -> None:
    driver = two_teams_by_hand()
    driver.enter("m", *"Huws, Llew 40", "enter", "escape", "down", "m")
    driver.enter(*"Huws, Llew 33", "enter")
    asked = "Huws, Llew is entered already: in Oakfield.\n\nIs this another person of that name?"
    assert [question.text for question in driver.state.questions] == [asked]
    driver.enter("n")
    assert players_of(driver, "2") == []
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == "Huws, Llew 33"
    driver.enter("enter", "y")
    assert players_of(driver, "2") == ["Huws, Llew"]
    assert driver.message == "Hillcrest: new Huws, Llew, rating 33"
    driver.enter(*"Moss, M. 50", "enter")
    assert players_of(driver, "2") == ["Huws, Llew", "Moss, M."]


def test_words_of_a_command_are_neither_shown_nor_taken_for_a_name() -> None:
    """A shell is told of the option that agrees; a line of the console takes it for no name."""
    driver = two_teams_by_hand()
    driver.enter("m", *"Huws, Llew 40", "enter", *"Huws, Llew 33 --insist", "enter")
    assert "has '--insist', a word of a command" in driver.message
    assert players_of(driver) == ["Huws, Llew"]
    new = SetPlayers("2", (Entrant("", "Huws, Llew"),))
    with pytest.raises(Refused) as refused:
        new.judge(driver.desk.event, driver.desk.format)
    assert "--" not in str(refused.value)
    assert refused.value.line.endswith("confirm it (--insist)")


def test_players_typed_behind_one_that_was_not_saved_are_named_as_not_taken() -> None:
    driver = two_teams_by_hand()
    driver.type("m", *"+ Evans, E. 1850", "enter", *"+ Moss, M. 1700", "enter")
    driver.desk.full = "no space left on the disk"
    driver.acknowledge()
    assert driver.message == "NOT SAVED: no space left on the disk"
    driver.desk.full = ""
    driver.enter(*"+ Dean, D. 1600", "enter")
    assert players_of(driver) == ["Dean, D."]
    assert driver.message.endswith("not taken: '+ Evans, E. 1850', '+ Moss, M. 1700'")


def test_a_player_typed_before_the_one_saved_is_heard_of_is_of_the_team_with_that_one() -> None:
    """The event has the first one already, and its outcome is on the way."""
    driver = two_teams_by_hand()
    driver.type("m", *"+ Evans, E. 1850", "enter")
    saved = driver.queue.pop(0)
    assert isinstance(saved, Do)
    driver.desk.do(saved.action)
    driver.type(*"+ Moss, M. 1700", "enter")
    driver.state = ENTRIES.on_outcome(driver.view, driver.state, Done(saved)).state
    driver.acknowledge()
    assert players_of(driver) == ["Evans, E.", "Moss, M."]


def test_another_desk_between_two_players_is_said_and_nothing_lost_is_hidden() -> None:
    driver = two_teams_by_hand()
    driver.type("m", *"+ Evans, E. 1850", "enter")
    driver.other_desk(SetPlayers("1", (Entrant("", "Hall, H."),)))
    driver.acknowledge()
    assert "the players of Oakfield are not as you saw them" in driver.message
    driver.enter(*"+ Moss, M. 1700", "enter")
    assert players_of(driver) == ["Hall, H.", "Moss, M."]
    assert "not taken: '+ Evans, E. 1850'" in driver.message


def test_a_team_without_players_has_no_line_up_to_type() -> None:
    driver = some_without_players("Team 1", "Team 2", "Team 3", "Team 4")
    match = driver.desk.event.published[0].match(1)
    home, away = (driver.desk.event.entrant(id).name for id in match.pair)
    driver.enter("l")
    assert driver.message == f"{home} and {away} have no players yet: F1, then m, adds them"
    assert driver.state.prompt is None
    assert driver.state.selected == (1, 1)


def test_the_line_up_of_the_one_team_that_has_players_is_asked_for() -> None:
    for without in ("Team 1", "Team 4"):
        driver = some_without_players(without)
        pair = driver.desk.event.published[0].match(1).pair
        (playing,) = {driver.desk.event.entrant(id).name for id in pair} - {without}
        driver.enter("down", "down", "l")
        assert driver.state.prompt is not None
        assert driver.state.prompt.label.startswith(playing)
        driver.enter(*"2345", "enter")
        assert driver.state.prompt is None
    driver = some_without_players("Team 1")
    driver.enter("l")
    assert driver.message == "Team 1 has no players yet: F1, then m, adds them"


def test_a_player_of_a_team_without_a_match_is_not_told_to_play_in_the_round() -> None:
    """A late team has no match in the round in play, so no line-up in which l could put him."""
    desk = MemoryDesk.created("team_swiss", rounds=3)
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    desk.do(AddEntrant(Entrant("", "Late Town")))
    entries: Driver[EntriesState] = Driver(ENTRIES, desk, (80, 24))
    entries.enter("end", "m", *"+ Late, L. 1500", "enter")
    assert entries.message == "Late Town: new Late, L., rating 1500; plays from round 2 on"


def test_a_player_entered_after_publication_is_told_why_he_may_not_play() -> None:
    desk = desk_of_teams()
    desk.draw()
    entries: Driver[EntriesState] = Driver(ENTRIES, desk, (80, 24))
    entries.enter("m", *"+ Late, L. 1500", "enter")
    assert entries.message == (
        "Team 1: new Late, L., rating 1500; plays from round 2 on; in round 1 by l (F3), "
        "which is recorded"
    )
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter("l")
    driver.paint()
    (late,) = [text for text in driver.lines if "Late, L." in text]
    assert late.rstrip().endswith("1500  entered after round 1 was published")
    assert sum("entered after" in text for text in driver.lines) == 1
    driver.enter(*"1236", "enter")
    why = "Late, L. may not play for Team 1 in round 1: entered after round 1 was published"
    assert why in driver.message
    lineup = SetLineup("1", tuple(p.id for p in desk.event.entrant("1").players[-4:]), insist=True)
    desk.do(lineup)
    said = record_words(desk.event.agreements[-1], desk.event)
    assert said.endswith(
        "Late, L. played for Team 1, not eligible: entered after round 1 was published"
    )
    old = Warning.of(Level.CONFIRM, "player-not-eligible", player="A", name="B", round=1)
    assert warning_words(old, desk.event) == "A may not play for B in round 1"


def test_matches_are_at_tables_and_their_games_on_boards() -> None:
    driver = results()
    driver.enter("1", "A", "y")
    desk = driver.desk
    desk.do(EnterResult(2, "-", "2-2 ?", replace=True))
    notes = desk.format.standings(desk.event)[0].notes
    assert "round 1, table 1, board 4 is adjourned and counts as a draw meanwhile" in notes
    assert "round 1: 1 match is open and not counted" in notes
    with pytest.raises(Refused) as caught:
        desk.do(EnterResult(9, "4-0"))
    assert str(caught.value).startswith("table 9 does not exist: round 1 has tables 1 to 2")
    with pytest.raises(Refused) as caught:
        next_draw(desk.event, desk.format)
    assert "table 2" in caught.value.why


def lineup(driver: Driver[ResultsState], table: int) -> str:
    """Home places of the line-up, as `1 2 3 5`."""
    match = driver.desk.event.published[0].match(table)
    places = [player.id for player in driver.desk.event.entrant(match.white).players]
    return " ".join(
        str(places.index(id) + 1) if id else "-" for id in lineup_of(match, match.white)
    )


def test_what_is_typed_takes_the_place_of_the_line_up_that_stands() -> None:
    driver = results()
    driver.enter("l", *"1235", "enter")
    assert lineup(driver, 1) == "1 2 3 5"
    assert driver.message == "Team 1: line-up entered"
    # what stands is corrected with backspace
    driver.enter("escape", "l", "backspace", "4", "enter")
    assert lineup(driver, 1) == "1 2 3 4"
    driver.enter("escape", "l", *"12", "ctrl+u", *"1245", "enter")
    assert lineup(driver, 1) == "1 2 4 5"


def test_boards_left_without_a_player_are_asked_about_and_named() -> None:
    driver = results()
    driver.enter("l", *"14", "enter")
    assert "Team 1: nobody on boards 3 4, lost by forfeit?" in driver.question
    driver.enter("n")
    assert lineup(driver, 1) == "1 2 3 4"
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == "14"  # a digit was left out: the line goes on
    driver.enter("enter", "y")
    assert lineup(driver, 1) == "1 4 - -"
    assert driver.message == ("Team 1: line-up entered; nobody on boards 3 4: lost by forfeit")


def test_a_question_mark_says_how_a_line_up_is_written() -> None:
    driver = results()
    driver.enter("l", "?")
    assert "places of the list above from board 1 on, as 1235; - for nobody" in driver.message
    assert driver.state.prompt is not None
    assert (driver.state.prompt.text, driver.state.prompt.proposed) == ("1 2 3 4", True)
    driver.enter(*"12", "?")
    assert driver.state.prompt is not None
    assert driver.state.prompt.text == "12"


def test_long_names_of_teams_have_the_room_of_their_ratings() -> None:
    """Who reads a sheet looks for the name; the mean of a team stands in Entries."""
    name = "Abbey Community College {}"
    desk = MemoryDesk.created("team_round_robin", numbers="rating")
    listed = TEAMS.replace("Team", "Abbey Community College")
    desk.do(ImportEntrants(read_entries(listed.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    assert [text for text in driver.lines if name.format(1) in text and name.format(4) in text]
    assert any("Team 1" in text and "1975" in text for text in results().lines)


def test_of_several_results_as_a_whole_the_first_says_what_no_file_can_hold() -> None:
    driver = results()
    driver.enter("o", *"3-1", "enter")
    assert "no tournament file (TRF) until" in driver.message
    driver.enter("g", "2", "enter", "o", *"3-1", "enter")
    assert "no tournament file" not in driver.message
    assert driver.message.startswith("table 2: 3-1 for the whole match, without games of its")


def test_a_result_as_a_whole_says_what_it_lacks_and_gives_way_to_boards() -> None:
    driver = results()
    driver.enter("o", *"3-1", "enter")
    assert "without games of its players; no tournament file (TRF) until" in driver.message
    driver.enter("g", *"1.1", "enter", "1")
    assert "Table 1 has 3-1 for the whole match: shall its boards count" in driver.question
    driver.enter("n")
    assert result(driver, 1) == "3-1"
    driver.enter("1", "y", "1", "1", "1")
    assert result(driver, 1) == "4-0"
    driver.enter("g", *"2.1", "enter", "o", *"3-1", "enter", "g", *"2.1", "enter")
    driver.enter("o", "-", "enter")
    assert driver.message == "table 2: the result of the whole match is cleared"


def test_an_adjourned_match_typed_as_one_has_its_open_boards_adjourned() -> None:
    driver = results()
    driver.enter("1", "o", "?", "enter")
    (table,) = (m for m in driver.desk.event.published[0].matches if m.board == 1)
    assert [board.result and board.result.text for board in table.lineups] == ["1-0", *["?"] * 3]
    assert "without games of its players" not in driver.message


def test_boards_lose_their_results_by_one_of_the_whole_match_after_a_question() -> None:
    driver = results()
    driver.enter("1", "1", "o", *"3-1", "enter")
    assert "Round 1, table 1: no result becomes 3-1?" in driver.question
    assert "The results of 2 boards would be taken away." in driver.question
    driver.enter("n")
    assert result(driver, 1) == ""
    driver.enter("1", "1", "g", *"1.1", "enter", "o", "-", "enter")
    assert "The results of 4 boards would be taken away." in driver.question
    driver.enter("n")
    assert result(driver, 1) == "4-0"
    driver.enter("o", *"3-1", "enter", "y")
    assert result(driver, 1) == "3-1"


def test_a_level_match_keeps_its_boards_when_who_goes_on_is_entered() -> None:
    desk = MemoryDesk.created("team_knockout")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter(*"====", *"1111", "g", *"1.1", "enter", "o", *"2-2", "enter")
    assert "as in 2-2 home lot" in driver.message, "what its boards do not decide"
    driver.enter(*" away lot", "enter")
    assert driver.question == ""
    assert result(driver, 1) == "2-2 away lot"
    assert driver.message.startswith("all results of round 1 are in")


def test_results_of_a_list_stand_among_the_last_and_one_match_left_is_one() -> None:
    driver = results()
    four = tuple((1, at, "1-0") for at in (1, 2, 3, 4))
    driver.other_desk(EnterBoardResults(four))
    driver.later()
    assert "last: 4 results" in driver.shown.foot.text
    driver.enter("A")
    assert "1 table of round 1 has no result: 2." in driver.question


def cup_played_on() -> Driver[ResultsState]:
    """A knockout in its final; table 1 of round 1, that the first board parts, is selected."""
    desk = MemoryDesk.created("team_knockout")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter(*"1===1111")
    desk.draw()
    driver.enter(*"1111", "<", "home")
    return driver


def test_a_match_that_its_boards_leave_level_asks_who_goes_on() -> None:
    desk = MemoryDesk.created("team_knockout")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter(*"====")
    assert result(driver, 1) == ""
    # `o` alone is about the next match, which is selected now
    assert driver.state.selected == (2, 1)
    assert driver.message == (
        "table 1 is level by its boards: g 1 enter, then o, enters who goes on"
    )
    driver.enter("g", "1", "enter", "o")
    assert driver.state.prompt is not None
    assert "who goes on and how (2-2 home lot)" in driver.state.prompt.label
    driver.enter(*"2-2 home lot", "enter")
    assert result(driver, 1) == "2-2 home lot"


def test_a_board_that_was_played_on_is_corrected_by_an_answer_in_a_knockout() -> None:
    driver = cup_played_on()
    winner = driver.desk.event.published[1].match(1).pair
    driver.enter("g", *"1.1", "enter", "0")
    assert "as it was drawn" not in driver.question
    assert "It has been played on. This would change:" in driver.question
    told = driver.question
    driver.enter("y")
    assert result(driver, 1).startswith("1½-2½")
    final = driver.desk.event.published[1].match(1)
    assert final.result is None
    assert final.pair != winner
    names = [
        " against ".join(driver.desk.event.entrant(id).name for id in p)
        for p in (final.pair, winner)
    ]
    assert f"round 2, table 1: {names[0]} instead of {names[1]}" in told


def test_a_correction_says_that_boards_of_a_match_in_play_lose_their_results() -> None:
    driver = cup_played_on()
    for at, board in enumerate(driver.desk.event.published[1].match(1).lineups[:3], start=1):
        assert board.result is not None
        driver.desk.do(EnterBoardResult(1, at, "-", was=board.result.text, replace=True))
    driver.enter("g", *"1.1", "enter", "0")
    assert "in play, 1 board with a result" in driver.question


def test_a_whole_match_that_was_played_on_is_corrected_by_an_answer() -> None:
    driver = cup_played_on()
    driver.enter("g", *"1.1", "enter", "o", *"1-3", "enter")
    assert "It has been played on. This would change:" in driver.question
    driver.enter("y")
    assert result(driver, 1) == "1-3"
    assert driver.desk.event.published[1].match(1).result is None


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_results_of_a_round_that_a_correction_took_away_are_not_the_last(
    size: tuple[int, int],
) -> None:
    """The final is gone, with what was entered on its boards."""
    listed = TEAMS + "".join(
        TEAMS.partition("\n")[2].replace("Team ", "Side ").replace("Player ", "Pl ")
    )
    desk = MemoryDesk.created("team_knockout")
    desk.do(ImportEntrants(read_entries(listed.encode(), "teams.csv", teams=True).entrants))
    driver = Driver(RESULTS, desk, size)
    for _ in range(2):
        desk.draw()
        driver.enter(*"1111" * 4)
    desk.draw()
    driver.enter("1", "=", "<", "<", "home")
    first = driver.desk.event.published[0].match(1)
    driver.enter("g", *"1.1", "enter", "o", *"1-3", "enter")
    assert "round 3, table 1" in driver.question
    driver.enter("y")
    assert len(driver.desk.event.published) == 2
    assert first.black in driver.desk.event.published[1].match(1).pair
    assert "1.2" not in driver.shown.foot.text
    assert not any("cannot be shown" in text for text in driver.lines)


def test_what_all_matches_are_stands_in_the_head_and_not_beside_one_in_play() -> None:
    desk = MemoryDesk.created("team_knockout")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter("1")
    assert any(text.endswith("1-0 …") for text in driver.lines)
    assert driver.shown.heads is not None
    assert driver.shown.heads.text.endswith("Semi-finals")


def test_a_board_that_changes_no_winner_undoes_nothing() -> None:
    driver = cup_played_on()
    driver.enter("g", *"1.2", "enter", "1")
    assert "Nothing that was drawn since depends on it." in driver.question
    driver.enter("y")
    assert driver.desk.event.published[1].match(1).result is not None


def test_an_adjourned_board_of_an_earlier_round_is_asked_about_once() -> None:
    """That the next round counted a draw there is part of the same question."""
    desk = MemoryDesk.created("team_swiss", boards=2, rounds=3, initial_colour="white")
    desk.event = replace(desk.event, mode="strict")
    listed = "team,board,name,rating\n" + "".join(
        f"Team {t},{b},Player {t}{b},{2000 - 10 * t - b}\n" for t in range(4) for b in (1, 2)
    )
    desk.do(ImportEntrants(read_entries(listed.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    driver = Driver(RESULTS, desk, (80, 24))
    driver.enter(*"a111")
    desk.draw()
    driver.paint()
    driver.enter("[", "g", *"1.1", "enter", "1")
    assert "adjourned becomes 1-0" in driver.question
    assert "paired with a draw there" in driver.question
    driver.enter("y")
    action = desk.log[-1].action
    assert isinstance(action, EnterBoardResult)
    assert (action.result, action.insist) == ("1-0", True)


def test_two_boards_that_another_desk_has_entered_are_asked_about_one_after_the_other() -> None:
    driver = results()
    driver.type("1", "1")
    for at in (1, 2):
        driver.other_desk(EnterBoardResult(1, at, "1/2-1/2"))
    driver.acknowledge()
    assert "Table 1, board 1 is now ½-½" in driver.question
    assert driver.state.selected == (1, 1)
    driver.enter("n")
    assert "Table 1, board 2 is now ½-½" in driver.question
    assert driver.state.selected == (1, 2)
    driver.enter("y")
    assert driver.state.selected == (1, 3)
    boards = driver.desk.event.published[0].match(1).lineups
    assert [board.home_result for board in boards[:2]] == [GameResult.DRAW, GameResult.WHITE]


def test_boards_that_could_not_be_saved_are_named_and_open_again() -> None:
    driver = results()
    driver.desk.full = "the disk is full"
    driver.type("1", "1")
    driver.acknowledge()
    assert driver.message == "NOT SAVED: table 1, board 1 (and 1 more): the disk is full"
    assert (driver.state.selected, driver.state.team_waiting) == ((1, 1), {})
    driver.enter("o", *"3-1", "enter")
    assert driver.message == "NOT SAVED: the disk is full"
    assert result(driver, 1) == ""


def test_a_paste_fills_open_boards_of_matches_and_overwrites_none() -> None:
    driver = results()
    driver.other_desk(EnterBoardResult(1, 2, "1-0"))
    driver.paste("1=0 1111 1")
    assert driver.message == "paste stopped: 1 has no open board left; 7 results were taken"
    driver.acknowledge()
    assert (result(driver, 1), result(driver, 2)) == ("1½-2½", "4-0")


def test_a_result_over_another_is_asked_about_once_every_board_has_one() -> None:
    driver = results()
    driver.enter(*"11111111")
    driver.enter("up", "0")
    assert "Table 2, board 3 has 1-0: 0-1 instead?" in driver.question
    driver.enter("n")
    assert result(driver, 2) == "4-0"
    driver.enter("0", "y")
    assert result(driver, 2) == "3-1"


def test_an_empty_line_leaves_a_match_and_a_line_up_as_they_are() -> None:
    driver = results()
    driver.enter("o", "enter")
    assert (driver.state.prompt, result(driver, 1)) == (None, "")


def test_places_of_a_line_up_are_of_the_team_and_a_dash_is_nobody() -> None:
    driver = results()
    driver.enter("l", "ctrl+u", *"1 2 9 3", "enter")
    assert "9 is not a place in the team; write places 1 to 5, - for nobody" in driver.message
    driver.type("ctrl+u", *"1 2 - 3", "enter")
    (ordered,) = driver.queue
    home = driver.desk.event.published[0].match(1).white
    squad = [player.id for player in driver.desk.event.entrant(home).players]
    assert isinstance(ordered, Do)
    assert isinstance(ordered.action, SetLineup)
    assert ordered.action.players == (squad[0], squad[1], "", squad[2])


def test_a_line_of_a_team_that_plays_there_no_more_is_not_entered() -> None:
    driver = results()
    driver.enter("l")
    first, second = driver.desk.event.published[0].matches
    driver.other_desk(CorrectBoard(1, 1, second.white, first.black, was=first.pair, insist=True))
    driver.enter("?")
    assert "places of the list above" in driver.message
    before = driver.desk.event.published[0].matches
    driver.enter(*"1235", "enter")
    assert driver.message == "table 1 has other teams now"
    assert driver.desk.event.published[0].matches == before


def test_a_board_corrected_under_a_proposal_says_what_becomes_of_it() -> None:
    driver = results()
    driver.enter(*"11111111")
    driver.desk.do(Propose.of(next_draw(driver.desk.event, driver.desk.format)))
    driver.enter("up", "0")
    told = "The proposal of round 2 will be out of date: r in Pairings (F2) draws it again."
    assert told in driver.question
    driver.enter("y")
    assert "1-0 became 0-1" in driver.message
    assert told.replace("will be", "is") in driver.message


def test_a_card_of_a_team_has_its_players_in_board_order_before_round_1_and_after() -> None:
    desk = desk_of_teams()
    team = desk.event.entrants[1]
    first, second, *rest = team.players
    desk.do(SetPlayers(team.id, (second, first, *rest)))
    for published in (False, True):
        if published:
            desk.draw()
        card = Driver(CARD._replace(initial=lambda _: CardState(entrant=team.id)), desk)
        names = [
            one.text.split("  Id")[0].split() for one in card.shown.body if "  Id " in one.text
        ]
        assert names[:2] == [
            ["1", *second.name.split(), "1880"],
            ["2", *first.name.split(), "1890"],
        ]
        assert len(names) == 5


def test_codes_of_tie_breaks_of_teams_are_named_below_their_table() -> None:
    desk = MemoryDesk.created("team_swiss", rounds=3)
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    desk.draw()
    shown = Driver(STANDINGS, desk).shown
    assert shown.heads is not None
    assert "MPvGP" in shown.heads.text
    below = " ".join(one.text.strip() for one in shown.under)
    assert "MPvGP: game points · EDE: direct encounter" in below
    assert "BH: Buchholz" in below


def test_the_lines_of_an_a_and_a_b_team_with_a_long_name_do_not_read_alike() -> None:
    desk = MemoryDesk.created("team_round_robin")
    names = [f"Priory Fields Chess Club {letter}" for letter in "AB"]
    desk.do(ImportEntrants(tuple(Entrant("", name) for name in names)))
    lines = []
    for at, letter in enumerate("AB"):
        entries = Driver(ENTRIES, desk)
        entries.enter(*["down"] * at, "m")
        assert entries.state.prompt is not None
        lines.append(entries.state.prompt.label)
        assert f"…{letter} (+ name" in lines[-1]
    assert lines[0] != lines[1]


def test_a_player_at_a_board_is_gone_to_by_name() -> None:
    driver = results()
    match = driver.desk.event.published[0].match(2)
    names = {p.id: p.name for team in driver.desk.event.entrants for p in team.players}
    sought = names[match.lineups[2].white]
    driver.enter("g", *sought, "enter")
    assert driver.state.prompt is None
    assert driver.state.selected == (2, 3)
    driver.enter("g", *"player", "enter")
    assert driver.state.selected == (1, 1)
    driver.enter("n")
    assert driver.state.selected == (1, 2)


# A score typed out on a board


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("4-0", "4-0"), ("3-1", "3-1"), ("2-2", "2-2"), ("1-3", "1-3"), ("0-4", "0-4"),
        ("2.5-1.5", "2½-1½"), ("2,5-1,5", "2½-1½"), ("2½-1½", "2½-1½"), ("1.5-2.5", "1½-2½"),
        ("1,5-2,5", "1½-2½"), ("1½-2½", "1½-2½"), ("0.5-3.5", "½-3½"), ("½-3½", "½-3½"),
    ],
)  # fmt: skip
def test_the_score_of_a_match_typed_on_a_board_is_asked_about_as_the_matchs(
    typed: str, score: str
) -> None:
    driver = results()
    driver.enter(*typed, "enter")
    assert f"Table 1, Team 1 - Team 4: {score} for the whole match?" in driver.question
    driver.enter("n")
    match = driver.desk.event.published[0].match(1)
    assert match.result is None
    assert not any(board.result for board in match.lineups)
    assert driver.state.prompt is not None
    driver.enter("enter", "y")
    assert result(driver, 1) == score
    assert not driver.state.questions


@pytest.mark.parametrize("typed", ["5-3", "7-1", "9-0", "2.7-1.3"])
def test_a_score_that_no_match_of_four_boards_has_enters_nothing(typed: str) -> None:
    driver = results()
    driver.enter(*typed, "enter")
    assert "not " in driver.message
    match = driver.desk.event.published[0].match(1)
    assert not any(board.result for board in match.lineups)
    driver.enter("escape")
    assert driver.state.prompt is None


@pytest.mark.parametrize(
    ("typed", "one"), [("1-0", "1-0"), ("0-1", "0-1"), ("½-½", "1/2-1/2"), ("1/2-1/2", "1/2-1/2")]
)
def test_a_game_typed_out_on_a_board_is_the_boards(typed: str, one: str) -> None:
    driver = results()
    driver.enter(*typed)
    boards = driver.desk.event.published[0].match(1).lineups
    assert [b.home_result.text if b.home_result else "" for b in boards] == [one, "", "", ""]
    assert driver.state.selected == (1, 2)
    assert not driver.question
    assert driver.state.prompt is None


def test_a_walkover_behind_a_win_is_asked_and_entered() -> None:
    driver = results()
    driver.enter("1", "-")
    assert "Table 1, board 2: away wins by forfeit?" in driver.question
    assert "Table 1, board 1 is 1-0" in driver.question
    driver.enter("y")
    boards = driver.desk.event.published[0].match(1).lineups
    assert [b.home_result.text if b.home_result else "" for b in boards[:2]] == ["1-0", "-/+"]


def test_a_score_typed_on_a_board_takes_no_results_away_unasked() -> None:
    driver = results()
    driver.enter(*"110", "up", "up", "up", *"3-1", "enter")
    assert "The results of 3 boards would be taken away." in driver.question
    driver.enter("n", "escape")
    boards = driver.desk.event.published[0].match(1).lineups
    assert [b.home_result.text if b.home_result else "" for b in boards] == [
        "1-0",
        "1-0",
        "0-1",
        "",
    ]


def test_a_number_at_the_keypad_of_the_other_scheme_is_a_board_and_its_score_the_matchs() -> None:
    driver = results()
    driver.desk.second_scheme = True
    driver.enter(*"3-1", "enter")
    assert "3-1 for the whole match?" in driver.question
    driver.enter("y")
    assert result(driver, 1) == "3-1"


def test_the_way_to_a_whole_match_is_in_the_key_line_and_found_by_its_words() -> None:
    driver = results()
    keys = key_line(tuple(commands_of("results")), 80, tuple(driver.shown.first_keys))
    assert " o match " in "".join(text for text, _ in keys.line.parts)
    for words in ("whole match", "walkover", "forfeit"):
        found = [c.id for c in matching(commands_of("results"), words)]
        assert "other_result" in found, words


def test_history_writes_a_boards_result_as_results_does() -> None:
    """Home - away on every board: on board 2 the home team has Black."""
    driver = results()
    driver.enter("1", "0")
    second = driver.desk.log[-1].action
    told = second.describe(driver.desk.event)
    assert told.endswith("board 2: Player 12 - Player 42 0-1")
    assert "0-1" in driver.lines[2]
    driver.enter("up", "=")
    again = driver.desk.log[-1].action
    assert again.was_before(driver.desk.event) == "0-1"


def test_a_correction_of_a_board_names_who_played_there() -> None:
    driver = results()
    driver.enter(*"11111111")
    driver.desk.draw()
    driver.enter("<", "0")
    assert "Player 11 - Player 41" in driver.question


def test_adjourned_results_are_not_said_to_count_for_pairing_alone() -> None:
    """The standings, their pages and the cards count them too, until the result is entered."""
    place = Driver(RESULTS, MemoryDesk.playing(8))
    place.enter("1", "1", "1", "A")
    assert "1 board of round 1 has no result: 4." in place.question
    assert "pairing only" not in place.question
    assert "in the standings too" in place.question
    place.enter("n", "up", "1", "<")


def test_a_result_of_an_earlier_round_names_its_players_and_writes_it_as_the_screen_does() -> None:
    desk = MemoryDesk.playing(8, 2)
    place = Driver(RESULTS, desk)
    place.enter("<", "0")
    match = desk.event.round(1).matches[0]
    white, black = (desk.event.entrant(id).name for id in match.pair)
    assert f"{white} - {black}" in place.question


def test_a_team_just_entered_is_told_where_its_rating_comes_from() -> None:
    """The form of a team has no rating: it has those of its players."""
    desk = desk_of_teams()
    desk.do(AddEntrant(Entrant("", "Whitstable")))
    note = _unrated(desk.event, desk.format, desk.event.entrants[-1])
    assert note == "without players, who give it its rating: esc and m add them"


def test_behind_a_match_entered_as_a_whole_the_next_open_one_is_selected() -> None:
    """A desk that enters whole matches typed the second one over the first."""
    driver = results()
    driver.enter("o", *"3-1", "enter")
    assert driver.state.selected == (2, 1)
    driver.enter("o", *"2-2", "enter")
    assert result(driver, 1) == "3-1"
    assert result(driver, 2) == "2-2"
    assert driver.message.endswith("all results of round 1 are in: F4 standings, F2 round 2")


def test_in_the_last_round_of_a_league_its_own_matches_come_before_one_put_off() -> None:
    """What was typed for the first match of the round went to the one put off above it."""
    desk = MemoryDesk.created("league", boards=2, numbers="rating")
    desk.do(ImportEntrants(read_entries(TEAMS.encode(), "teams.csv", teams=True).entrants))
    for number in (1, 2, 3):
        desk.draw()
        if number == 1:
            desk.do(Postpone(1, "-"))
        driver = Driver(RESULTS, desk, (80, 24))
        first = desk.event.round(number).matches[0 if number > 1 else 1].board
        assert driver.state.selected == (first, 1)
        driver.enter(*("1" * (2 if number == 1 else 4)))
        assert number < 3 or driver.state.selected == (1, 1), "it is what is left"
    assert desk.event.round(1).match(1).open


def test_the_away_teams_line_up_is_an_enter_behind_the_home_teams() -> None:
    """And `?` says so; nothing is done to the home team, and esc ends it after one team alone."""
    driver = results()
    match = driver.desk.event.round(1).match(1)
    home, away = (driver.desk.event.entrant(id) for id in match.pair)
    driver.enter("l", "?")
    assert f"enter leaves it as it is and goes on to {away.name}" in " ".join(
        driver.message.split()
    )
    actions = len(driver.desk.log)
    driver.enter("enter")
    assert f"{home.name}: line-up unchanged" in driver.message
    driver.enter("?")
    assert "goes on to" not in driver.message
    driver.enter("ctrl+u", *"1 2 3 -", "enter")
    after = driver.desk.event.round(1).match(1)
    assert [b.away for b in after.lineups] == [*(b.away for b in match.lineups[:3]), NOBODY]
    assert [b.home for b in after.lineups] == [b.home for b in match.lineups]
    assert len(driver.desk.log) == actions + 1


def test_adjourned_boards_of_a_match_are_gone_to_one_by_one() -> None:
    driver = results()
    driver.enter("1", "a", "a", "1")
    driver.enter(*"1111" * (len(driver.desk.event.round(1).matches) - 1))
    driver.type("g", *"1.1", "enter", "N")
    assert driver.state.selected == (1, 2)
    driver.type("N")
    assert driver.state.selected == (1, 3)
