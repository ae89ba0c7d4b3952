"""Prizes of boards: who can win them, what parts them, and every share by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.actions.presence import Expel
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.entrants import Entrant
from engine.event import Match
from engine.prizes.allocation import PrizeOutcome, allocate
from engine.prizes.checks import plan_problems
from engine.prizes.contenders import PrizeEvent, boards_of
from engine.prizes.plan import (
    Conditions,
    PlacePrize,
    PlayersOf,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
)
from formats.registry import format_named
from saves.prizes.words import award_why, list_text, problem_text, shares_text
from tests.engine.prize_referee import by_figures, figures_of_board
from tests.playing import InMemory, begun, play, publish
from tests.sampling import sampled

TEAMS = format_named("team_round_robin")


def event_of(memory: InMemory) -> PrizeEvent:
    return PrizeEvent("", "Schools", memory.event, TEAMS)


def in_play(memory: InMemory) -> Sequence[Match]:
    return memory.event.published[-1].matches


def teams(count: int = 4, squad: int = 3) -> list[Entrant]:
    return [
        Entrant("", f"T{t}", players=tuple(
            Entrant("", f"{t}{'abcdef'[p]}", rating=2000 - 50 * t - 10 * p, sex="w" * (p == 1))
            for p in range(squad)
        ))
        for t in range(1, count + 1)
    ]  # fmt: skip


def prizes(name: str, board: PlayersOf | None, *amounts: int, **more) -> PrizeList:
    """A list of a board, in whole units of money."""
    return PrizeList(name, tuple(PlacePrize(a * 100) for a in amounts), board=board, **more)


def won(outcome: PrizeOutcome) -> dict[str, float]:
    return {r.contender.name: r.money / 100 for r in outcome.receipts}


def after_three_rounds(result: str = "1-0") -> InMemory:
    """On two boards, in which every game ends so."""
    memory = begun(TEAMS, teams(), boards=2, numbers="rating")
    for _ in range(3):
        publish(memory)
        for match in in_play(memory):
            for at in (1, 2):
                memory.do(EnterBoardResult(match.board, at, result))
    return memory


def test_a_board_goes_by_the_table_of_the_board_and_says_so() -> None:
    memory = after_three_rounds()
    plan = PrizePlan((prizes("Board 1", 1, 50, 30),), currency="EUR", ties=TieRule.TIE_BREAK)
    outcome = allocate(plan, [event_of(memory)])
    table = next(p for p in TEAMS.panels(memory.event) if p.name.endswith("Board 1"))
    firsts = [row[1] for row in table.rows[:2]]
    assert [a.shares[0].contender.name for a in outcome.awards] == firsts
    assert won(outcome) == {firsts[0]: 50, firsts[1]: 30}
    first = outcome.awards[0]
    assert award_why(first, plan)[0] == "66.7 % in 3 games"
    assert shares_text(outcome.payout_of(first)) == f"{firsts[0]} (T{firsts[0][0]})"
    told = list_text(first.prize.list, plan)
    assert told.startswith("players on board 1; by the table of the event's players")


def test_equal_figures_share_as_the_plan_says() -> None:
    memory = after_three_rounds("1/2-1/2")
    shared = PrizePlan((prizes("Board 1", 1, 60, 40, 20, by=PrizeMeasure.POINTS),))
    outcome = allocate(shared, [event_of(memory)])
    assert list(won(outcome).values()) == [30] * 4
    assert award_why(outcome.awards[0], shared)[0].startswith("4 level on 1½ points share")
    # in the table the performance parts them: the lowest rated has met the strongest
    apart = replace(shared, ties=TieRule.TIE_BREAK)
    assert won(allocate(apart, [event_of(memory)])) == {"4a": 60, "3a": 40, "2a": 20}


def test_reserves_are_those_behind_the_boards_in_their_teams_list() -> None:
    memory = begun(TEAMS, teams(), boards=2, numbers="rating")
    for number in (1, 2, 3):
        publish(memory)
        for match in in_play(memory):
            squad = [p.id for p in memory.event.entrant(match.white).players]
            if number > 1:
                memory.do(SetLineup(match.white, (squad[0], squad[2]), insist=True))
        for match in in_play(memory):
            for at in (1, 2):
                memory.do(EnterBoardResult(match.board, at, "1/2-1/2"))
    plan = PrizePlan((prizes("Best reserve", "reserve", 10, who=Conditions(games=1)),))
    outcome = allocate(plan, [event_of(memory)])
    assert outcome.receipts
    assert all(r.contender.name.endswith("c") for r in outcome.receipts)
    assert "reserves of teams" in list_text(plan.lists[0], plan)


def test_a_player_takes_his_prizes_beside_the_teams_or_one_of_them() -> None:
    memory = after_three_rounds()
    lists = (
        prizes("Teams", None, 100),
        prizes("Board 1", 1, 50),
        prizes("Best of all", "any", 40, by=PrizeMeasure.PERFORMANCE),
    )
    (best,) = allocate(PrizePlan(lists[2:]), [event_of(memory)]).receipts
    both = won(allocate(PrizePlan(lists, ties=TieRule.TIE_BREAK), [event_of(memory)]))
    assert sum(both.values()) == 190
    assert both[best.contender.name] >= 40
    apart = tuple(replace(one, beside=False) for one in lists[1:])
    outcome = allocate(PrizePlan(apart, ties=TieRule.TIE_BREAK), [event_of(memory)])
    people = [share.contender.person for a in outcome.awards for share in a.shares]
    assert len(people) == len(set(people)) == 2


def test_conditions_are_about_the_player_and_games_are_the_events_own_number() -> None:
    memory = after_three_rounds()
    women = PrizePlan((prizes("Women", "any", 10, 10, 10, 10, who=Conditions(sex="w")),))
    assert {name[1] for name in won(allocate(women, [event_of(memory)]))} == {"b"}
    four = PrizePlan((prizes("Board 1", 1, 10, who=Conditions(games=4)),))
    outcome = allocate(four, [event_of(memory)])
    assert not outcome.receipts
    assert award_why(outcome.awards[0], four) == (
        "nobody is eligible: it takes 4 games, and nobody has more than 3",
    )
    nobody = replace(four.lists[0], who=Conditions(sex="w"))  # by the event's own least
    assert award_why(allocate(PrizePlan((nobody,)), [event_of(memory)]).awards[0], four) == (
        "nobody is eligible",
    )


def test_an_expelled_team_has_no_players_with_prizes() -> None:
    memory = after_three_rounds()
    plan = PrizePlan((prizes("All", "any", *[10] * 8),))
    before = won(allocate(plan, [event_of(memory)]))
    memory.do(Expel("1", "no players came", insist=True))
    after = won(allocate(plan, [event_of(memory)]))
    gone = memory.event.entrant("1").name[1]
    assert any(name[0] == gone for name in before)
    assert not any(name[0] == gone for name in after)


def test_what_does_not_fit_the_events_is_said() -> None:
    memory = after_three_rounds()
    plan = PrizePlan((prizes("Board 3", 3, 10),))
    (problem,) = plan_problems(plan, [event_of(memory)])
    assert problem_text(problem, plan) == "Board 3: there is no board 3; matches have 2"
    single = begun(format_named("round_robin"), [Entrant("", n) for n in ("Ann", "Bea", "Cid")])
    play(single, 1)
    lone = PrizeEvent("", "Open", single.event, format_named("round_robin"))
    assert boards_of(lone) == 0
    (problem,) = plan_problems(plan, [lone])
    assert "no event here has any" in problem_text(problem, plan)
    assert not allocate(plan, [lone]).receipts


RESULTS = ("1-0", "0-1", "1/2-1/2", "1/2-1/2", "+/-", "-/+")


def at_random(seed: int) -> InMemory:
    """Line-ups and results by lot."""
    chance = random.Random(seed)
    memory = begun(TEAMS, teams(chance.choice((4, 5)), 4), seed=seed, boards=2, board_order="free")
    for _ in range(chance.choice((2, 3))):
        publish(memory)
        for match in in_play(memory):
            for id in match.pair:
                squad = [player.id for player in memory.event.entrant(id).players]
                chosen = chance.sample(squad, chance.choice((2, 2, 2, 1)))
                memory.do(SetLineup(id, tuple(chosen), insist=True))
        for match in in_play(memory):
            for at, board in enumerate(match.lineups, start=1):
                if board.result is None:
                    memory.do(EnterBoardResult(match.board, at, chance.choice(RESULTS)))
    return memory


def read(memory: InMemory) -> tuple[list[tuple[str, int]], list[tuple[str, Fraction]]]:
    """Seats and games of all players, as the sheets of the matches have them."""
    half = Fraction(1, 2)
    worth = {"1-0": (2 * half, 0 * half), "0-1": (0 * half, 2 * half), "1/2-1/2": (half, half)}
    seats: list[tuple[str, int]] = []
    games: list[tuple[str, Fraction]] = []
    for match in (match for round in memory.event.published for match in round.matches):
        for at, board in enumerate(match.lineups, start=1):
            seats += [(id, at) for id in (board.white, board.black) if id]
            if board.result is not None and board.result.text in worth:
                games += zip((board.white, board.black), worth[board.result.text], strict=True)
    return seats, games


@pytest.mark.parametrize("seed", sampled(range(200), range(15)))
def test_shares_of_boards_against_brute_force(seed: int) -> None:
    memory = at_random(seed)
    seats, games = read(memory)
    place = {p.id: at for t in memory.event.entrants for at, p in enumerate(t.players, start=1)}
    kinds: Sequence[tuple[PlayersOf, Callable[[str, int], bool]]] = (
        (1, lambda player, board: board == 1),
        (2, lambda player, board: board == 2),
        ("reserve", lambda player, board: place[player] > 2),
        ("any", lambda player, board: True),
    )
    for board, among in kinds:
        for by in (PrizeMeasure.POINTS, PrizeMeasure.PERCENTAGE):
            for least in (1, 2):
                one = prizes("One", board, 70, 40, 10, by=by, who=Conditions(games=least))
                outcome = allocate(PrizePlan((one,), unit=1), [event_of(memory)])
                figures = figures_of_board(seats, games, among, by.value, least)
                expected = by_figures(figures, (7000, 4000, 1000))
                given = {r.contender.id: r.money for r in outcome.receipts}
                assert given.keys() == expected.keys()
                assert all(abs(given[id] - share) < 1 for id, share in expected.items())
                assert outcome.awarded == sum(expected.values())
