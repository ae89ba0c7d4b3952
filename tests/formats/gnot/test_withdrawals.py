"""Teams that leave at any time, from any stage: the event goes on to its end all the same."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.actions import ChooseOpponent, Withdraw
from engine.event import Match
from engine.protocol import Conflict, qualified
from engine.rules import conflicts
from formats.gnot.flow import Flow
from tests.formats.gnot.evenings import Evenings, by_chance, choosing_by_chance

FEWEST = 6
"""So many stay to the end."""


def with_withdrawals(teams: int, seed: int) -> Evenings:
    chance = Random(f"{teams}/{seed}")
    evenings = Evenings(teams, seed)
    say, choose = by_chance(chance, 0.1), choosing_by_chance(chance)
    for _ in range(400):
        step = evenings.step
        if step.name in ("draw", "choose") and step.round > 1 and chance.random() < 0.12:
            there = [e.id for e in evenings.event.entrants if e.active(step.round)]
            if len(there) > FEWEST:
                evenings.do(Withdraw(chance.choice(there)))
        everybody_once(evenings)
        evenings.format.panels(evenings.event)
        if evenings.play_on(say, choose) == "finished":
            return evenings
    raise AssertionError("it does not end")


def everybody_once(evenings: Evenings) -> None:
    """The overall table at any moment."""
    rows = evenings.format.standings(evenings.event)[0].rows
    assert sorted((row.id for row in rows), key=int) == [e.id for e in evenings.event.entrants]
    ranks = [row.rank for row in rows]
    assert ranks[0] == 1
    assert all(now in (before, place) for place, (before, now) in
               enumerate(pairwise(ranks), start=2))  # fmt: skip


def check(evenings: Evenings) -> None:
    event = evenings.event
    gone = {e.id: e.away[0].first for e in event.entrants if e.away}
    for round in event.published:
        assert not any(gone.get(id, 99) <= round.number for m in round.matches for id in m.pair)
    rows = evenings.format.standings(event)[0].rows
    assert [row.rank for row in rows] == list(range(1, len(event.entrants) + 1))
    assert sorted((row.id for row in rows), key=int) == [e.id for e in event.entrants]
    assert not gone.keys() & {q.entrant for q in qualified(evenings.format, event)}


def test_that_one_goes_on_where_nobody_came_is_noted_and_it_has_not_won() -> None:
    evenings = Evenings(20)
    match = evenings.publish().matches[0]
    evenings.enter(lambda m: "-/-" if m.board == match.board else "45-31")
    found = conflicts(evenings.format, evenings.event, evenings.half(1))
    assert [c.text for c in found] == ["nobody came; one of the two goes on in name"]
    overall = evenings.format.standings(evenings.event)[0]
    won = {row.id: row.tiebreaks["Won"] for row in overall.rows}
    assert [won[team] for team in match.pair] == [0, 0]
    assert match.white in evenings.choice.order


def test_a_team_that_leaves_its_running_match_is_told_of_until_the_walkover_stands() -> None:
    evenings = Evenings(16)
    match = evenings.publish().matches[2]
    evenings.do(Withdraw(match.white))
    name = evenings.event.entrant(match.white).name

    def told() -> list[str]:
        return [a.text for a in evenings.format.advise(evenings.event) if name in a.text]

    def noted() -> list[str]:
        found = conflicts(evenings.format, evenings.event, evenings.half(1))
        return [c.text for c in found if c.rule == "walkover" and c.board == match.board]

    assert told() == [
        f"{name} has withdrawn: table {match.board} is open: enter its result, or the walkover -/+"
    ]
    evenings.correct(1, match.board, "+/-")
    assert told() == []
    assert noted() == [f"{name} has withdrawn and wins by walkover"]
    evenings.correct(1, match.board, "-/+")
    assert told() == noted() == []


def test_whoever_wins_a_match_of_both_halves_by_walkover_and_leaves_at_its_end_is_noted() -> None:
    """Session 1 of 16 teams is one match: who is not there in the half after it has left it."""
    evenings = Evenings(16)
    match = evenings.publish().matches[2]
    evenings.publish()
    evenings.enter(lambda m: "+/-" if m.board == match.board else "40-20")
    assert "walkover" not in {c.rule for c in _of_half_1(evenings)}
    evenings.do(Withdraw(match.white))
    noted = [c.board for c in _of_half_1(evenings) if c.rule == "walkover"]
    assert noted == [match.board]


def _of_half_1(evenings: Evenings) -> list[Conflict]:
    return conflicts(evenings.format, evenings.event, evenings.half(1))


def by_seeds(match: Match) -> str:
    """The better seed wins, by as many IMPs as lie between the two."""
    a, b = int(match.white), int(match.black)
    return f"{30 + max(b - a, 0)}-{30 + max(a - b, 0)}"


def test_a_walkover_counts_in_the_stage_in_which_it_was_given() -> None:
    """Of Pool A's losers one is lucky and one is not; both get a walkover, in the DKO and in the
    SKO. When an appeal makes the lucky one lose by much more, both stay where they were drawn."""
    evenings = Evenings(25)
    evenings.play_until(3, by_seeds)
    (lucky,) = Flow(evenings.event).lucky("A")
    second = Flow(evenings.event).lucky_order("A")[1]
    dko, sko = Flow(evenings.event).ranked("D1"), Flow(evenings.event).ranked("S1")
    assert (dko[-1], sko[0]) == (lucky, second)
    evenings.do(Withdraw(dko[6]))
    evenings.do(Withdraw(sko[-1]))
    for team in dko[3:5]:
        evenings.do(ChooseOpponent(team, "available"))
    for opponent in dko[3:6]:
        evenings.choose(opponent)
    walkovers = {bye.entrant: bye.why[0]["stage"] for bye in evenings.publish().byes}
    assert (walkovers[lucky], walkovers[second]) == ("D1", "S1")
    match = next(m for m in evenings.stage(2, "qualifying", "A") if lucky in m.pair)
    evenings.correct(2, match.board, "90-10" if match.black == lucky else "10-90")
    now = Flow(evenings.event)
    assert now.lucky("A") == (lucky,)
    assert {lucky, second} & {*now.winners("D1")} == {lucky}
    assert {lucky, second} & {*now.winners("S1")} == {second}
    while evenings.play_on(by_seeds) != "finished":
        pass
    check(evenings)


def test_a_team_that_has_left_is_in_no_knockout_though_it_has_its_place_there() -> None:
    evenings = Evenings(20)
    evenings.play_until(3, by_seeds)
    sko = Flow(evenings.event).ranked("S1")
    gone, there = (evenings.event.entrant(id).name for id in sko[:2])
    evenings.do(Withdraw(sko[0]))
    overall = evenings.format.standings(evenings.event)[0]
    (told,) = [note for note in overall.notes if note.startswith("Single knockout (SKO)")]
    names = told.removeprefix("Single knockout (SKO): ").split(", ")
    assert there in names
    assert gone not in names
    assert sko[0] in {row.id for row in overall.rows}


@pytest.mark.parametrize("teams", [16, 17, 19, 23, 29])
def test_an_event_that_teams_leave_ends_with_a_place_for_everybody(teams: int) -> None:
    check(with_withdrawals(teams, teams))


@pytest.mark.slow
@pytest.mark.parametrize("teams", range(16, 33))
def test_the_same_many_times(teams: int) -> None:
    for seed in range(100):
        check(with_withdrawals(teams, seed))
