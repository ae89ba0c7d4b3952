"""What a match of a league is judged by: its division and the table of that division."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Event, Match
from engine.protocol import Conflict, Rule
from formats.berger import rounds_of
from formats.league.divisions import division_of
from formats.round_robin import PlayedBefore


class OneDivision(Rule):
    """Two teams that meet are of one division."""

    id = "division"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Both are named."""
        home, away = (division_of(event, id) for id in match.pair)
        if home is None or away is None or home.name != away.name:
            yield self._found(match, "they play in different divisions")


class MetBefore(PlayedBefore):
    """Within the division two meet once, in a double league twice."""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """As in the round robin that the division is."""
        division = division_of(event, match.white)
        return super().judge_match(match, number, division.event) if division else ()


class OffFixtures(Rule):
    """The table says who meets whom; who is at home may be changed."""

    id = "table"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """In round 1 a change by hand changes the numbers, not the table."""
        division = division_of(event, match.white)
        if division is None or not 1 < number <= division.rounds:
            return
        place = {id: no for no, id in enumerate(division.order, start=1)}
        due = {frozenset(pair) for pair in rounds_of(division.event)[number - 1]}
        if frozenset(place.get(id, 0) for id in match.pair) not in due:
            yield self._found(match, f"the fixtures of round {number} have other opponents")
