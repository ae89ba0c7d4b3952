"""What the games in play can bring, the rating performance, the race of the leaders."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest

from engine.actions import Adjust, EnterResults
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.performance import performances
from engine.points import HALF
from engine.prospects import prospects, race
from engine.results import Outcome
from formats.registry import format_named
from tests.engine.build import build
from tests.playing import InMemory, begun, play

TEXTS = {Outcome.WIN: "1-0", Outcome.DRAW: "1/2-1/2", Outcome.LOSS: "0-1"}


def event_of(players: int, rounds: int, format: str = "dutch", last_open: bool = True) -> InMemory:
    entrants = [
        Entrant("", f"Player {n:02}", rating=2400 - 30 * n, category="U18" if n % 3 else "")
        for n in range(players)
    ]
    desk = begun(format_named(format), entrants, rounds=5)
    texts = ("1-0", "1/2-1/2", "0-1", "1-0", "+/-")
    play(desk, rounds, lambda event, match: texts[match.board % 5], last_open=last_open)
    return desk


def places(desk: InMemory, id: str, table: int = 0) -> tuple[int, int]:
    """The places that somebody's points leave open."""
    points = {row.id: row.points for row in desk.format.standings(desk.event)[table].rows}
    others = [p for other, p in points.items() if other != id]
    return 1 + sum(p > points[id] for p in others), 1 + sum(p >= points[id] for p in others)


def nothing_is_foreseen(desk: InMemory) -> bool:
    table = desk.format.standings(desk.event)[0]
    return not any(prospects(desk.event, desk.format, table, row.id) for row in table.rows)


@pytest.mark.parametrize("which", [0, 1], ids=["overall", "category"])
def test_the_places_are_those_of_all_ways_in_which_the_round_can_end(which: int) -> None:
    desk = event_of(7, 3)
    desk.do(Adjust(desk.event.entrants[0].id, HALF, "a ruling"))
    before, current = desk.event, desk.event.current
    assert current is not None
    table = desk.format.standings(before)[which]
    members = {row.id for row in table.rows}
    for match in [m for m in current.matches if m.white in members]:
        for outcome in Outcome:
            shown = next(
                p
                for p in prospects(before, desk.format, table, match.white)
                if p.outcome is outcome
            )
            ends = []
            rest = [m.board for m in current.matches if m is not match]
            for results in product(TEXTS.values(), repeat=len(rest)):
                boards = [(match.board, TEXTS[outcome]), *zip(rest, results, strict=True)]
                then = InMemory(before, desk.format)
                then.do(EnterResults(tuple(boards)))
                ends.append(places(then, match.white, which))
            assert (shown.best, shown.worst) == (
                min(best for best, _ in ends),
                max(worst for _, worst in ends),
            )


def test_whoever_has_no_game_in_play_keeps_his_points_and_the_places_that_others_leave() -> None:
    desk = event_of(9, 3)
    current = desk.event.current
    assert current is not None
    table = desk.format.standings(desk.event)[0]
    resting = current.byes[0].entrant
    (shown,) = prospects(desk.event, desk.format, table, resting)
    ends = []
    for results in product(TEXTS.values(), repeat=len(current.matches)):
        then = InMemory(desk.event, desk.format)
        boards = (m.board for m in current.matches)
        then.do(EnterResults(tuple(zip(boards, results, strict=True))))
        ends.append(places(then, resting))
    assert shown.outcome is None
    assert (shown.best, shown.worst) == (min(a for a, _ in ends), max(b for _, b in ends))


def test_nothing_is_foreseen_without_a_game_in_play_or_while_an_earlier_board_is_open() -> None:
    complete = event_of(8, 2, last_open=False)
    table = complete.format.standings(complete.event)[0]
    assert all(
        prospects(complete.event, complete.format, table, row.id) == () for row in table.rows
    )
    desk = event_of(8, 0)
    play(desk, 1, lambda event, match: "?" if match.board == 1 else "1-0")
    play(desk, 1, last_open=True)
    table = desk.format.standings(desk.event)[0]
    assert all(prospects(desk.event, desk.format, table, row.id) == () for row in table.rows)


def test_a_knockout_has_no_places_by_points() -> None:
    desk = event_of(8, 1, "knockout")
    table = desk.format.standings(desk.event)[0]
    assert all(prospects(desk.event, desk.format, table, row.id) == () for row in table.rows)


def test_a_performance_counts_games_over_the_board_against_rated_opponents() -> None:
    entrants = [
        Entrant("", "A", rating=2000),
        Entrant("", "B", rating=1800),
        Entrant("", "C", rating=1600),
        Entrant("", "D"),
    ]
    desk = begun(format_named("round_robin"), entrants, rounds=3, numbers="rating")
    results = {("A", "B"): "1/2-1/2", ("A", "C"): "1-0", ("A", "D"): "1-0", ("B", "C"): "+/-"}

    def result(event: Event, match: Match) -> str:
        names = (event.entrant(match.white).name, event.entrant(match.black).name)
        text = results.get(names) or results.get((names[1], names[0]), "1-0")
        turned = {"1-0": "0-1", "+/-": "-/+"}
        return text if names in results else turned.get(text, text)

    play(desk, 3, result, last_open=False)
    by_name = {e.name: performances(desk.event).get(e.id) for e in desk.event.entrants}
    strongest = by_name["A"]
    assert strongest is not None
    # 1½ of 2 against 1700 on average: 75 hundredths are worth 193
    assert (strongest.rating, strongest.beyond) == (1893, -107)
    assert sorted(filter(None, strongest.by_round)) == [1800, 2000]
    loser, unrated = by_name["C"], by_name["D"]
    assert loser is not None
    assert loser.rating == 2000 - 800
    assert unrated is not None
    assert unrated.beyond is None


def test_the_race_tells_how_far_each_was_behind_after_every_complete_round() -> None:
    desk = event_of(8, 3)
    table = desk.format.standings(desk.event)[0]
    runners = race(desk.event, [row.id for row in table.rows], 4)
    assert [runner.entrant for runner in runners] == [row.id for row in table.rows[:4]]
    assert all(len(runner.points) == 2 for runner in runners)
    earlier = {row.id: row.points for row in desk.format.standings(desk.event.until(2))[0].rows}
    most = max(earlier.values())
    for runner in runners:
        assert runner.points[-1] == earlier[runner.entrant]
        assert runner.behind[-1] == most - earlier[runner.entrant]
    assert Decimal(0) in {runner.behind[0] for runner in race(desk.event, [*earlier], 8)}


def test_who_leads_now_was_behind_who_led_then_wherever_he_is_now() -> None:
    """Cid led after rounds 1 and 2, and is none of those who are shown."""
    event = build("Ann Bea Cid Dan", "A-B =, C-D 1-0", "C-B 1-0, A-D 1-0", "A-C 1-0, B-D 1-0")
    (ann,) = race(event, ["1", "3", "2", "4"], 1)
    assert ann.points == (Decimal("0.5"), Decimal("1.5"), Decimal("2.5"))
    assert ann.behind == (Decimal("0.5"), Decimal("0.5"), 0)
