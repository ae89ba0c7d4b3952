"""A standing from which some went on: whether it is another one since."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import EnterResults
from engine.cut import cut_warnings
from engine.entrants import Entrant
from engine.event import Event
from engine.results import GameResult
from formats.registry import format_named
from tests.playing import begun, publish

DUTCH = format_named("dutch")


def test_a_change_of_the_last_place_that_went_on_is_told_and_one_below_it_is_not() -> None:
    people = [Entrant("", name, 2000 - 10 * at) for at, name in enumerate("ABCD")]
    played = begun(DUTCH, people, rounds=2)
    stronger = {"1": 4, "2": 3, "3": 2, "4": 1}
    for drawn in ((), ("3", "4")):
        publish(played)
        matches = played.event.rounds[-1].matches
        played.do(
            EnterResults(
                tuple(
                    (m.board, "1/2-1/2" if set(m.pair) == set(drawn)
                     else "1-0" if stronger[m.white] > stronger[m.black] else "0-1")
                    for m in matches
                )
            )
        )  # fmt: skip
    event = played.event
    assert [row.id for row in DUTCH.standings(event)[0].rows][:2] == ["1", "2"]
    before = replace(event, qualified=("1", "2"))

    def with_result(number: int, pair: set[str], winner: str) -> Event:
        round = before.round(number)
        match = next(m for m in round.matches if set(m.pair) == pair)
        won = GameResult.WHITE if match.white == winner else GameResult.BLACK
        result = won if winner else GameResult.BOTH_LOSE
        return before.with_round(round.with_match(replace(match, result=result)))

    assert cut_warnings(before, with_result(1, {"2", "4"}, "4"), DUTCH), "4 is second now"
    assert not cut_warnings(before, with_result(2, {"3", "4"}, ""), DUTCH), "1 and 2 stay"
    assert not cut_warnings(event, with_result(1, {"2", "4"}, "4"), DUTCH), "nobody went on"
