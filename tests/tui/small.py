"""A format for the console's tests: round 1 by halves, then the lower half moves on by one."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from engine.event import Altered, Bye, Event, Match
from engine.history import cards
from engine.protocol import Proposal
from engine.rules import Repeat, Rule, SameGroup, ThirdColour, score_text
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
        pairs = sorted(zip(top, low, strict=True), key=lambda pair: -cards(event)[pair[0]].score)
        matches = tuple(
            self._match(board, a, b, event, number) for board, (a, b) in enumerate(pairs, start=1)
        )
        byes = (Bye(ids[-1], Decimal(1)),) if odd else ()
        return Proposal(number, matches, byes)

    def _match(self, board: int, a: str, b: str, event: Event, number: int) -> Match:
        score = score_text(cards(event)[a])
        why = "Ideal was 2 v 5: they met in round 1. Least change: 5 and 6 exchanged."
        altered: Altered = "opponents" if board == 2 and number > 1 else ""
        pair = (a, b) if board % 2 else (b, a)
        return Match(board, *pair, group=score, why=why if altered else "", altered=altered)

    def rules(self, event: Event) -> Sequence[Rule]:
        """The usual ones."""
        return (Repeat(), ThirdColour(), SameGroup("club"))
