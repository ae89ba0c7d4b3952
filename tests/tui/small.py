"""A format for the console's tests: round 1 by halves, then the lower half moves on by one."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from engine.event import Altered, Bye, Event, Match, Round
from engine.history import cards
from engine.points import points_named
from engine.protocol import Measure, Proposal, Rule
from engine.reasons import said
from engine.rules import Repeat, SameGroup, ThirdColour
from formats.common import TableFormat


class Small(TableFormat):
    """Everybody once round a table; board 2 of a later round says why."""

    name = "small"
    title = "Small"

    def draw(self, event: Event) -> Proposal:
        """Halves, the lower one turned by one place a round."""
        number = len(event.published) + 1
        ids = [i for i in self.order(event) if event.entrant(i).to_be_paired(number)]
        odd = len(ids) % 2
        half = len(ids) // 2
        top, low = ids[:half], ids[half : half * 2]
        low = low[number - 1 :] + low[: number - 1]
        for pair in event.instructed("lock", number):
            _together(pair, top, low)
        pairs = sorted(zip(top, low, strict=True), key=lambda pair: -cards(event)[pair[0]].score)
        matches = tuple(
            self._match(board, a, b, event, number) for board, (a, b) in enumerate(pairs, start=1)
        )
        byes = (Bye(ids[-1], Decimal(1)),) if odd else ()
        return Proposal(number, matches, byes)

    def _match(self, board: int, a: str, b: str, event: Event, number: int) -> Match:
        score = points_named(cards(event)[a].score)
        why = "Ideal was 2 v 5: they met in round 1. Least change: 5 and 6 exchanged."
        altered: Altered = "opponents" if board == 2 and number > 1 else ""
        pair = (a, b) if board % 2 else (b, a)
        return Match(board, *pair, group=score, why=said(why if altered else ""), altered=altered)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """How far the pairs are from each other in the list, all together."""
        places = {id: place for place, id in enumerate(self.order(event))}
        half = len(round.matches)
        apart = sum(abs(abs(places[m.white] - places[m.black]) - half) for m in round.matches)
        return (Measure("", "distance", "places off the half", apart),)

    def rules(self, event: Event) -> Sequence[Rule]:
        """The usual ones."""
        return (Repeat(), ThirdColour(), SameGroup("club"))


def _together(pair: frozenset[str], top: list[str], low: list[str]) -> None:
    """The lower of the two to the upper one's board; who sat there takes the place left."""
    high, other = sorted(pair, key=[*top, *low].index)
    if other in top:
        a, b = top.index(other), top.index(high)
        top[a], low[b] = low[b], other
    elif high in top:
        a, b = top.index(high), low.index(other)
        low[a], low[b] = low[b], low[a]
