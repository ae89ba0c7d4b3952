"""The draw as the event takes it: boards with sections and groups, byes, lots and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.protocol import Proposal
from formats.dutch.position import Numbers, Undrawable
from formats.dutch.proposing import undrawable
from formats.dutch.reading import PairingTable, initial_colour, locked
from formats.galway.drawing import DrawnSections, draw_closed, draw_porous
from formats.galway.reasons import draw_reasons
from formats.galway.sections import (
    NAMES,
    closed_group_name,
    group_name,
    porous,
    refuse_small,
    sections_of,
    settings_of,
    table_for,
)
from formats.swiss import byes_of, refuse_double_locks, refuse_many_rounds, refuse_nobody


def next_round(event: Event, order: Sequence[EntrantId]) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn."""
    number = len(event.published) + 1
    before = event.until(number - 1)
    colour, lots = initial_colour(event, order, settings_of(event).initial_colour)
    table = table_for(before, order, number, colour)
    refuse_nobody(before, len(table.position.players), number)
    if number == 1:
        refuse_small(before)
        refuse_many_rounds(before)
    refuse_double_locks(event, number)
    fixed = locked(before, table)
    try:
        if porous(before, number):
            drawn = draw_porous(table, fixed)
        else:
            drawn = draw_closed(before, table, fixed)
    except Undrawable:
        raise undrawable(before, table) from None
    boards = _Boards(before, table, number, drawn)
    return Proposal(number, boards.matches(), boards.byes(), lots)


class _Boards:
    """One round's boards, numbered."""

    def __init__(
        self, event: Event, table: PairingTable, number: int, drawn: DrawnSections
    ) -> None:
        self.event = event
        self.table = table
        self.number = number
        self.drawn = drawn
        self.porous = porous(event, number)
        self.section: Mapping[int, int] = {
            no: sections_of(event).of[id] for no, id in table.ids.items()
        }
        self.reasons = draw_reasons(event, table, drawn)

    def matches(self) -> tuple[Match, ...]:
        """Porous: by the higher player's points, the sum of both, the higher number. Closed: so
        within each section, those with a lower section last."""
        pairs = sorted(self.drawn.pairs, key=self._place)
        return tuple(self._match(board, pair) for board, pair in enumerate(pairs, start=1))

    def _place(self, pair: Numbers) -> tuple[int, ...]:
        high, low = self.table.position.ranked(pair)
        points = (-high.score, -(high.score + low.score), high.number)
        if self.porous:
            return points
        sections = sorted(self.section[n] for n in pair)
        return (sections[0], int(sections[0] != sections[1]), *points)

    def _match(self, board: int, pair: Numbers) -> Match:
        why, altered = self.reasons.pairs[frozenset(pair)]
        sections = {self.section[n] for n in pair}
        return Match(
            board,
            self.table.ids[pair[0]],
            self.table.ids[pair[1]],
            section=None if self.porous and len(sections) > 1 else NAMES[min(sections)],
            group=self._group(pair),
            why=why,
            altered=altered,
        )

    def _group(self, pair: Numbers) -> str:
        """By the higher player; a cross-section game of a closed round is in the higher section, by
        the points of its player."""
        high, low = self.table.position.ranked(pair)
        if self.porous:
            return group_name(high.score)
        upper = min(high, low, key=lambda p: (self.section[p.number], p.rank))
        return closed_group_name(self.section[upper.number], upper.score)

    def byes(self) -> tuple[Bye, ...]:
        """The requested ones, then those that the draw gives."""
        why = self.reasons.byes
        drawn = {self.table.ids[n]: why[n] for n in self.drawn.byes}
        return byes_of(self.event, self.number, drawn)
