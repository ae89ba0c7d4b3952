"""The lines of the draw: seeds placed, the rest by lot, clubs apart in the first round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.brackets import levels, standard_lines
from engine.entrants import EntrantId
from engine.event import Event, Lot
from engine.lots import draw_lot, recorded_lot
from engine.matching import Criterion, best_matching
from engine.reasons import Reason, Reasons
from formats.knockout.settings import KnockoutSettings

NEAR = 8
"""Places to both sides that are tried first when clubs are kept apart."""

LINES = "lines of the draw"
"""The purpose of the lot."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Entrants by line of the draw, the lots it took, and what to say about it."""

    lines: tuple[EntrantId, ...]
    lots: tuple[Lot, ...] = ()
    notes: Reasons = ()


def placed(event: Event, settings: KnockoutSettings, order: Sequence[EntrantId]) -> Placed:
    """The lines of a field given in order of its seeds."""
    count = placed_by_seed(settings, len(order))
    lines, lots = list(order), []
    if len(order) - count > 1:
        lot = recorded_lot(event, LINES, order[count:])
        if lot is None:
            lot = draw_lot(event, LINES, sorted(order[count:], key=int))
            lots.append(lot)
        lines[count:] = lot.order
    lines, notes = _apart(event, settings, lines)
    return Placed(tuple(lines), tuple(lots), notes)


def placed_by_seed(settings: KnockoutSettings, entrants: int) -> int:
    """How many of the first stand on the lines of their seeds; the others by lot."""
    seeded = {"seeded": entrants, "drawn": 0, "mixed": min(settings.seeds, entrants)}
    return seeded[settings.placement]


def first_pairs(entrants: int) -> list[tuple[int, int]]:
    """The lines that meet in the first round, the better one first, from the top."""
    lines = standard_lines(1 << levels(entrants))
    pairs = [tuple(sorted(pair)) for pair in zip(lines[::2], lines[1::2], strict=True)]
    return [(a, b) for a, b in pairs if b <= entrants]


def resting_neighbours(entrants: int) -> dict[tuple[int, int], int]:
    """By pair of lines of the first round the line that its winner meets next, where that one has
    a bye and plays its first match there."""
    lines = standard_lines(1 << levels(entrants))
    neighbours: dict[tuple[int, int], int] = {}
    for at in range(0, len(lines) - 3, 4):
        one, other = (sorted(lines[i : i + 2]) for i in (at, at + 2))
        for pair, beside in ((one, other), (other, one)):
            if pair[1] <= entrants < beside[1]:
                neighbours[pair[0], pair[1]] = beside[0]
    return neighbours


def resting_pairs(entrants: int) -> list[tuple[int, int]]:
    """Lines that both have a bye and meet in the second round, the better one first: the first
    match of both."""
    lines = standard_lines(1 << levels(entrants))
    fours = (lines[at : at + 4] for at in range(0, len(lines) - 3, 4))
    pairs = (sorted((min(four[:2]), min(four[2:]))) for four in fours
             if max(four[:2]) > entrants < max(four[2:]))  # fmt: skip
    return [(a, b) for a, b in pairs]


def _apart(
    event: Event, settings: KnockoutSettings, lines: list[EntrantId]
) -> tuple[list[EntrantId], Reasons]:
    """The opponents of everybody's first match exchanged among each other, as little as is needed:
    those of the first round, and in the second those who both come from byes. Nobody loses a bye
    by it whose seed has given it."""
    resting = set(resting_pairs(len(lines)))
    if not settings.separate_clubs or not any(_one_club(event, lines, p) for p in resting):
        resting = set()
    pairs = sorted({*first_pairs(len(lines)), *resting})
    upper = [lines[a - 1] for a, _ in pairs]
    lower = [lines[b - 1] for _, b in pairs]
    beside = resting_neighbours(len(lines))
    waiting = [lines[beside[pair] - 1] if pair in beside else None for pair in pairs]
    seeds = placed_by_seed(settings, len(lines))
    by_lot = [b > seeds for _, b in pairs]
    cost = _Cost(
        event, settings, upper, lower, waiting, [pair in resting for pair in pairs], by_lot
    )
    if not any(cost.word(i, i) + cost.club(i, i) + cost.later(i, i) for i in range(len(pairs))):
        return lines, ()
    order = _exchanged(cost, len(pairs))
    for i, (_, b) in enumerate(pairs):
        lines[b - 1] = lower[order[i]]
    left = sum(cost.club(i, order[i]) for i in range(len(pairs)))
    later = sum(cost.later(i, order[i]) for i in range(len(pairs)))
    return lines, _notes(left, later)


def _one_club(event: Event, lines: Sequence[EntrantId], pair: tuple[int, int]) -> bool:
    one, other = (event.entrant(lines[line - 1]).club.casefold() for line in pair)
    return bool(one) and one == other


def _notes(left: int, later: int) -> Reasons:
    pairs = (Reason.of("one-club", pairs=left),) if left else ()
    return (*pairs, Reason.of("one-club-after-byes", byes=later)) if later else pairs


class _Cost:
    """What it costs that the upper entrant `i` meets the lower entrant `j`."""

    def __init__(
        self,
        event: Event,
        settings: KnockoutSettings,
        upper: Sequence[EntrantId],
        lower: Sequence[EntrantId],
        waiting: Sequence[EntrantId | None],
        resting: Sequence[bool],
        by_lot: Sequence[bool],
    ) -> None:
        def club(id: EntrantId) -> str:
            return event.entrant(id).club.casefold() if settings.separate_clubs else ""

        self.upper, self.lower = upper, lower
        self.resting, self.by_lot = resting, by_lot
        self.clubs = [club(id) for id in upper], [club(id) for id in lower]
        self.waiting = waiting
        self.clubs_waiting = [club(id) if id is not None else "" for id in waiting]
        self.bars = event.instructed("bar", 1)
        self.allowed = event.instructed("allow", 1)
        self.locked = {id: pair for pair in event.instructed("lock", 1) for id in pair}

    def possible(self, i: int, j: int) -> bool:
        """Whether `j` can take that place: from the first round into a bye, or back, only where
        the lot has given both."""
        return self.resting[i] == self.resting[j] or (self.by_lot[i] and self.by_lot[j])

    def word(self, i: int, j: int) -> int:
        """Bars broken, and locks missed; nobody meets in the first round who has a bye."""
        if self.resting[i]:
            return 0
        pair = frozenset((self.upper[i], self.lower[j]))
        wanted = self.locked.get(self.upper[i])
        missed = wanted is not None and wanted != pair and bool(wanted & set(self.lower))
        return int(pair in self.bars) + int(missed)

    def club(self, i: int, j: int) -> int:
        """The same club in the first round, unless the arbiter has allowed the pair."""
        return 0 if self.resting[i] else self._same_club(i, j)

    def _same_club(self, i: int, j: int) -> int:
        same = bool(self.clubs[0][i]) and self.clubs[0][i] == self.clubs[1][j]
        return int(same and frozenset((self.upper[i], self.lower[j])) not in self.allowed)

    def later(self, i: int, j: int) -> int:
        """Who has a bye plays the first match against the winner here, or against somebody who
        has one too, perhaps of the same club."""
        if self.resting[i]:
            return self._same_club(i, j)
        rests = self.waiting[i]
        same = bool(self.clubs_waiting[i]) and self.clubs_waiting[i] == self.clubs[1][j]
        return int(
            rests is not None and same and frozenset((rests, self.lower[j])) not in self.allowed
        )

    def fewest(self, size: int) -> int:
        """No exchange can leave fewer pairs of one club in the first round: those of a club who
        are more than the opponents from elsewhere."""
        if any(self.resting):
            return 0
        names = {name for name in self.clubs[0] if name} & set(self.clubs[1])
        over = (self.clubs[0].count(n) + self.clubs[1].count(n) - size for n in names)
        return max([0, *over])


def _exchanged(cost: _Cost, size: int) -> list[int]:
    """The lower entrant for each upper one: the arbiter's word, then clubs, then nearness.

    The search is over near places first; what it finds is taken if no wider one can do better.
    """
    criteria = (
        Criterion("word", lambda u, v: cost.word(u, v - size)),
        Criterion("club", lambda u, v: cost.club(u, v - size)),
        Criterion("later", lambda u, v: cost.later(u, v - size)),
        Criterion("moved", lambda u, v: (u - (v - size)) ** 2),
    )
    reach = NEAR
    while True:
        edges = [
            (i, size + j)
            for i in range(size)
            for j in range(max(0, i - reach), min(size, i + reach + 1))
            if cost.possible(i, j)
        ]
        matching = best_matching(2 * size, edges, criteria)
        assert matching is not None, "everybody may keep his place"
        best = matching.totals["word"] == 0 and matching.totals["club"] <= cost.fewest(size)
        best = best and matching.totals["later"] == 0
        if best or reach >= size:
            return [matching.partner[i] - size for i in range(size)]
        reach *= 4
