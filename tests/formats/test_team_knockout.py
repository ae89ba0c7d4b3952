"""The knockout of teams of players: level matches are decided by their boards, by hand, or wait."""

from __future__ import annotations

from csv import DictReader
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

from engine.actions import Withdraw
from engine.actions.results import EnterResult
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant
from engine.log import LoggedAction
from engine.match_results import TeamResult
from engine.refusal import Refused
from formats.registry import format_named
from saves.cross_sheets import cross_table
from saves.tables_csv import write_csv
from tests.playing import InMemory, begun, publish

FORMAT = format_named("team_knockout")


def made(teams: int = 4, **settings: Any) -> InMemory:
    squads = [
        Entrant("", f"T{t}", seed=t, players=tuple(Entrant("", f"P{t}{b}") for b in range(4)))
        for t in range(1, teams + 1)
    ]
    memory = begun(FORMAT, squads, **settings)
    publish(memory)
    return memory


def boards(memory: InMemory, *home: str, table: int = 1) -> str:
    """Results as the home team has them; the match's result then."""
    number = memory.event.published[-1].number
    for at, text in enumerate(home, start=1):
        board = memory.event.round(number).match(table).lineups[at - 1]
        turned = {"1-0": "0-1", "0-1": "1-0"}.get(text, text)
        now = board.result.text if board.result else None
        result = turned if board.away_white else text
        memory.do(EnterBoardResult(table, at, result, was=now, replace=now is not None))
    result_now = memory.event.round(number).match(table).result
    return result_now.text if result_now else ""


WIN, LOSS, DRAW = "1-0", "0-1", "1/2-1/2"


def test_who_wins_more_boards_goes_on() -> None:
    memory = made()
    assert boards(memory, WIN, DRAW, DRAW, DRAW) == "2½-1½"
    boards(memory, WIN, WIN, WIN, WIN, table=2)
    publish(memory)
    assert FORMAT.next_step(memory.event).name == "play"
    boards(memory, LOSS, LOSS, LOSS, WIN)
    assert FORMAT.next_step(memory.event).name == "finished"
    assert [row.rank for row in FORMAT.standings(memory.event)[0].rows] == [1, 2, 3, 3]


@pytest.mark.parametrize(
    ("rules", "results", "told"),
    [
        ("board-count", (WIN, LOSS, LOSS, WIN), ""),  # 1 + 4 = 2 + 3
        ("board-count", (LOSS, WIN, WIN, LOSS), ""),
        ("board-count", (WIN, DRAW, DRAW, LOSS), "2-2 home board-count"),  # 3.5 to 6.5
        ("board-count,bottom-board", (WIN, LOSS, LOSS, WIN), "2-2 away bottom-board"),
        ("top-board", (DRAW, LOSS, WIN, DRAW), "2-2 away top-board"),
        ("board-count,bottom-board,top-board", (DRAW, DRAW, DRAW, DRAW), ""),
    ],
)
def test_a_level_match_by_its_boards(rules: str, results: tuple[str, ...], told: str) -> None:
    assert boards(made(ties=rules), *results) == told


def test_what_the_boards_leave_level_is_entered_and_the_boards_stay() -> None:
    memory = made()
    boards(memory, DRAW, DRAW, DRAW, DRAW)
    boards(memory, WIN, WIN, WIN, WIN, table=2)
    step = FORMAT.next_step(memory.event)
    assert (step.name, step.missing) == ("play", (1,))
    assert "is level by its boards" in step.notes[0]
    with pytest.raises(Refused, match="needs a winner"):
        memory.do(EnterResult(1, "2-2"))
    memory.do(EnterResult(1, "2-2 away lot"))
    match = memory.event.published[0].match(1)
    assert isinstance(match.result, TeamResult)
    assert match.result.text == "2-2 away lot"
    assert all(board.result for board in match.lineups)
    publish(memory)
    assert match.black in memory.event.published[1].match(1).pair


def test_a_correction_that_changes_the_winner_is_insisted_on() -> None:
    memory = made()
    boards(memory, WIN, WIN, DRAW, DRAW)
    boards(memory, WIN, WIN, DRAW, DRAW, table=2)
    publish(memory)
    # level now, and the first board decides for the same team
    memory.do(EnterBoardResult(1, 2, "1-0", was="0-1", round=1, replace=True))
    second = EnterBoardResult(1, 1, "0-1", was="1-0", round=1, replace=True)
    with pytest.raises(Refused, match="played on"):
        memory.do(second)
    memory.do(replace(second, insist=True))
    final = memory.event.published[1].match(1)
    assert memory.event.published[0].match(1).black in final.pair
    assert len(final.lineups) == 4


def test_the_refusal_and_the_history_of_a_correction_say_what_boards_in_play_lose() -> None:
    memory = made()
    boards(memory, WIN, WIN, DRAW, DRAW)
    boards(memory, WIN, WIN, DRAW, DRAW, table=2)
    publish(memory)
    boards(memory, WIN, DRAW)
    correction = EnterResult(1, "1-3", was="3-1", round=1, replace=True)
    with pytest.raises(Refused) as refused:
        memory.do(correction)
    final = memory.event.published[1].match(1)
    names = " against ".join(memory.event.entrant(id).name for id in final.pair)
    semi = memory.event.round(1).match(1)
    went, comes = (memory.event.entrant(id).name for id in semi.pair)
    new = names.replace(went, comes)
    lost = f"round 2, table 1: {new} instead of {names} (in play, 2 boards with a result)"
    assert lost in refused.value.why
    entry = LoggedAction(9, replace(correction, insist=True))
    said = entry.words(memory.event, FORMAT)
    assert said == f"round 1, table 1: 1-3; changes {lost}"


@pytest.mark.parametrize("text", ["3-1 home lot", "2-2 nobody lot", "+/- home lot", "2-2 home"])
def test_results_of_a_knockout_that_are_none(text: str) -> None:
    with pytest.raises(Refused):
        made().do(EnterResult(1, text))


def test_elsewhere_a_level_match_stays_level() -> None:
    memory = begun(format_named("team_round_robin"), [Entrant("", f"T{n}") for n in range(4)])
    publish(memory)
    with pytest.raises(Refused):
        memory.do(EnterResult(1, "2-2 home lot"))


def test_a_round_for_spreadsheets_says_who_won_a_level_match_and_what_a_walkover_is() -> None:
    memory = made(4)
    boards(memory, WIN, DRAW, DRAW, LOSS)
    boards(memory, WIN, WIN, WIN, WIN, table=2)
    rows = list(DictReader(StringIO(write_csv(memory.event, FORMAT, "pairings", 1))))
    match = next(row for row in rows if not row["board"])
    assert (match["white_points"], match["how"]) == ("2", "played")
    assert match["tie_break"] == "home board-count"
    gone = memory.event.round(1).match(1).white
    memory.do(Withdraw(gone))
    publish(memory)
    rows = list(DictReader(StringIO(write_csv(memory.event, FORMAT, "pairings", 2))))
    assert [row["how"] for row in rows] == ["walkover"]
    notes = cross_table(memory.event, FORMAT, 2).notes
    assert notes[:2] == (
        "12w2½: 2½ points against number 12, White on board 1; + and - by forfeit",
        "*: won by the tie-break",
    )
