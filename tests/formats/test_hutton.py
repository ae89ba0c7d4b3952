"""The Hutton pairing: a game a player and session, every other team met as evenly as can be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from engine.actions import ChangeSettings, EnterResults, Instruct, SetBye, Withdraw
from engine.actions.presence import RollCall
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.entrants import Entrant
from engine.event import Instruction
from engine.match_results import TeamResult
from engine.points import NIL
from engine.refusal import Refused
from engine.results import Outcome, Side
from formats.hutton import hutton
from formats.registry import format_named
from tests.playing import InMemory, begun, publish

FORMAT = format_named("hutton")
SIZES = [(teams, boards) for teams in range(2, 13) for boards in range(1, 13)]


@pytest.mark.parametrize("session", [1, 2])
def test_every_player_has_one_game_near_his_own_board(session: int) -> None:
    for teams, boards in SIZES:
        games = hutton(teams, boards, session, session)
        players = Counter(
            player for g in games for player in ((g.white, g.white_board), (g.black, g.black_board))
        )
        assert set(players.values()) == {1}
        assert len(players) == teams * boards - (teams * boards) % 2
        assert all(g.white != g.black for g in games)
        assert all(abs(g.white_board - g.black_board) <= teams % 2 for g in games)


def test_one_team_more_than_boards_meets_every_other_on_one_board() -> None:
    for teams in range(2, 17, 2):
        met = Counter(frozenset((g.white, g.black)) for g in hutton(teams, teams - 1, 1))
        assert met == Counter(frozenset(pair) for pair in combinations(range(1, teams + 1), 2))


def test_meetings_are_spread_evenly() -> None:
    for teams, boards in SIZES:
        met = Counter(frozenset((g.white, g.black)) for g in hutton(teams, boards, 1))
        counts = [met[frozenset(pair)] for pair in combinations(range(1, teams + 1), 2)]
        # an odd number of teams has the games of those who are free beside these
        assert max(counts) - min(counts) <= 1 + teams % 2


def test_colours_of_teams_are_balanced() -> None:
    for teams, boards in SIZES:
        games = hutton(teams, boards, 1)
        for team in range(1, teams + 1):
            whites = sum(g.white == team for g in games)
            blacks = sum(g.black == team for g in games)
            assert abs(whites - blacks) <= 1


def test_in_several_sessions_nobody_meets_an_opponent_again() -> None:
    for teams in (4, 6, 8, 10):
        opponents: Counter[frozenset[tuple[int, int]]] = Counter()
        for session in range(1, teams):
            for g in hutton(teams, 5, session, teams - 1):
                opponents[frozenset({(g.white, g.white_board), (g.black, g.black_board)})] += 1
        assert set(opponents.values()) == {1}


@pytest.mark.parametrize(("teams", "boards"), [(5, 4), (7, 6), (9, 4)])
def test_who_is_free_and_meets_the_board_below_has_the_colour_of_the_table(
    teams: int, boards: int
) -> None:
    """The table is that of one team more: against it the upper of the two would have played."""
    for session in range(1, teams + 1):
        table = {
            player: colour
            for g in hutton(teams + 1, boards, session, teams)
            for player, colour in (((g.white, g.white_board), "W"), ((g.black, g.black_board), "B"))
        }
        for g in hutton(teams, boards, session, teams):
            sides = {(g.white, g.white_board): "W", (g.black, g.black_board): "B"}
            upper = min(sides, key=lambda player: player[1])
            assert sides[upper] == table[upper]


def made(teams: int, boards: int, **settings: Any) -> InMemory:
    squads = [
        Entrant("", f"T{t}", players=tuple(Entrant("", f"P{t}{b}") for b in range(boards)))
        for t in range(teams)
    ]
    return begun(FORMAT, squads, boards=boards, **settings)


def test_a_session_to_its_end() -> None:
    memory = made(4, 3)
    publish(memory)
    for match in memory.event.published[0].matches:
        for board in range(1, len(match.lineups) + 1):
            memory.do(EnterBoardResult(match.board, board, "1-0"))
    assert FORMAT.next_step(memory.event).name == "finished"
    table = FORMAT.standings(memory.event)[0]
    whites = Counter(board.white for m in memory.event.published[0].matches for board in m.lineups)
    for row in table.rows:
        squad = {player.id for player in memory.event.entrant(row.id).players}
        assert row.points == sum(whites[id] for id in squad)
    assert sum(row.points for row in table.rows) == 6


def test_a_line_up_is_of_one_table() -> None:
    memory = made(4, 3)
    publish(memory)
    team = memory.event.entrants[0]
    matches = [m for m in memory.event.published[0].matches if team.id in m.pair]
    first, second = matches[:2]
    with pytest.raises(Refused, match="plays at tables"):
        memory.do(SetLineup(team.id, ("",)))
    taken = next(b.home if second.white == team.id else b.away for b in second.lineups)
    with pytest.raises(Refused, match="change that line-up first"):
        memory.do(SetLineup(team.id, (taken,), table=first.board))
    memory.do(SetLineup(team.id, ("",), table=first.board, insist=True))
    result = memory.event.published[0].match(first.board).result
    assert isinstance(result, TeamResult)
    assert result.text in ("+/-", "-/+")


def test_odd_teams_and_boards_leave_one_player_without_a_game() -> None:
    assert any("has no game" in one.text for one in FORMAT.advise(made(5, 3).event))
    assert not any("has no game" in one.text for one in FORMAT.advise(made(5, 4).event))


def test_a_team_that_leaves_keeps_its_place_in_the_table_and_loses_by_forfeit() -> None:
    memory = made(4, 3, rounds=2)
    publish(memory)
    memory.do(EnterResults(tuple((m.board, "1-0") for m in memory.event.published[0].matches)))
    gone = memory.event.published[0].matches[0].white
    memory.do(Withdraw(gone))
    for match in publish(memory).matches:
        lost: Side = "white" if match.white == gone else "black"
        if gone in match.pair:
            assert match.result is not None
            assert match.result.outcome(lost) is Outcome.LOSS
        else:
            assert match.result is None


def test_who_is_absent_when_the_table_is_fixed_is_asked_for_in_no_session() -> None:
    memory = made(5, 2, rounds=2)
    memory.do(RollCall(1, out=("1",)))
    assert (
        FORMAT.advise(memory.event)[1].text == "absent in round 1, so in no round of the table: T0"
    )
    for _ in (1, 2):
        publish(memory)
        boards = memory.event.published[-1].matches
        memory.do(EnterResults(tuple((m.board, "0-0") for m in boards)))
        (told,) = FORMAT.advise(memory.event)
        assert told.text == "absent when round 1 was drawn, not in the table: T0"
    assert FORMAT.next_step(memory.event).name == "finished"


def test_before_the_first_session_small_teams_and_what_it_cannot_take_are_said() -> None:
    short = begun(FORMAT, [
        Entrant("", "T1", players=(Entrant("", "A"),)),
        Entrant("", "T2", players=tuple(Entrant("", f"B{n}") for n in range(3))),
    ], boards=3)  # fmt: skip
    said = [one.text for one in FORMAT.advise(short.event)]
    assert "T1 has 1 player for 3 boards" in said
    assert not any(text.startswith("T2") for text in said)
    with pytest.raises(Refused, match="1 team cannot be drawn: it takes 2 to"):
        FORMAT.draw(begun(FORMAT, [Entrant("", "T1")], boards=3).event)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [("lot", "drawn by lot"), ("entry", "those of the entry list")],
)
def test_seeds_are_said_to_be_unused(numbers: str, why: str) -> None:
    assert why in FORMAT.seeds_unused(made(4, 3, numbers=numbers).event)


def test_numbers_as_entered_are_those_of_the_entry_list() -> None:
    memory = made(4, 3, numbers="entry")
    assert list(FORMAT.initial_order(memory.event)) == [e.id for e in memory.event.entrants]
    publish(memory)
    assert memory.event.lots == ()
    table = {frozenset((g.white, g.black)) for g in hutton(4, 3)}
    met = {frozenset(map(int, m.pair)) for m in memory.event.published[0].matches}
    assert met == table


def test_what_the_table_is_made_of_stays_once_it_is_published() -> None:
    before = made(4, 3, rounds=2)
    before.do(ChangeSettings({"boards": 2, "rounds": 1}))
    memory = made(4, 3, rounds=2)
    publish(memory)
    with pytest.raises(Refused, match="the boards cannot change"):
        memory.do(ChangeSettings({"boards": 2}))
    with pytest.raises(Refused, match="a single session has its colours dealt otherwise"):
        memory.do(ChangeSettings({"rounds": 1}))
    memory.do(ChangeSettings({"rounds": 3}))
    assert memory.event.settings.rounds == 3


def test_a_board_says_on_which_boards_the_teams_meet() -> None:
    memory = made(4, 3)
    match = publish(memory).matches[0]
    (reason,) = match.why
    boards = sorted(reason["boards"])
    word = "board" if len(boards) == 1 else "boards"
    said = FORMAT.worded(reason, memory.event)
    assert said == f"the players of {word} {', '.join(map(str, boards))}"


def test_neither_a_lock_nor_a_bye_is_taken() -> None:
    memory = made(4, 3)
    with pytest.raises(Refused):
        memory.do(Instruct(Instruction("lock", "1", "2", 1)))
    with pytest.raises(Refused, match="every game of the table is played"):
        memory.do(SetBye("1", 1, NIL))
