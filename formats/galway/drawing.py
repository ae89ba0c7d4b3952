"""The pairs of a round: a porous one by notional points, a closed one section by section.

In a closed round as few games are played across sections as the round needs. A section with an odd
number, or one whose players have met too often, needs games with another. The fewest are found by
exact matching over everybody, then the players: from the highest section down, the lowest player
who may and the lowest such opponent, so that nobody who plays for a section meets an outsider of
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.event import Event
from engine.matching import Criterion, PartnerPreference, Stepwise
from engine.pairable import mask_of, members
from engine.perfect import Edge, Unmatched
from formats.dutch.criteria import c2_may_have_bye
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.position import DutchPlayer, Numbers, Position, Undrawable, seated
from formats.dutch.proposing import without
from formats.dutch.reading import PairingTable
from formats.galway.sections import sections_of, settings_of


@dataclass(frozen=True)
class ClosedPart:
    """What of a section is drawn by itself in a closed round."""

    section: int
    table: PairingTable


@dataclass(frozen=True)
class DrawnSections:
    """A round by pairing numbers: (White, Black), the locked ones included. `crossed` are those of
    them that a closed round could not do without."""

    pairs: tuple[Numbers, ...]
    byes: tuple[int, ...] = ()
    crossed: tuple[Numbers, ...] = ()


def draw_porous(table: PairingTable, locked: Sequence[Numbers]) -> DrawnSections:
    """By the Dutch system on notional points; `Undrawable` if there is no legal draw."""
    drawn = draw(without(table.position, locked))
    seats = tuple(seated(table.position, pair) for pair in locked)
    return DrawnSections((*seats, *drawn.pairs), () if drawn.bye is None else (drawn.bye,))


def draw_closed(event: Event, table: PairingTable, locked: Sequence[Numbers]) -> DrawnSections:
    """Every section by the Dutch system on real points, after the games that it takes to make all
    of them drawable; `Undrawable` if nothing does."""
    free = without(table.position, locked)
    games = cross_games(event, table, free)
    pairs = [seated(table.position, pair) for pair in (*locked, *games)]
    byes = []
    for part in closed_parts(event, table, without(free, games)):
        drawn = draw(part.table.position)
        pairs += drawn.pairs
        byes += [] if drawn.bye is None else [drawn.bye]
    return DrawnSections(
        tuple(pairs), tuple(byes), tuple(pairs[len(locked) : len(locked) + len(games)])
    )


def cross_games(event: Event, table: PairingTable, free: Position) -> list[Numbers]:
    """The cross-section games that these players need, the higher of the two first."""
    field = DutchField(free)
    of = sections_of(event).of
    section = [of[table.ids[player.number]] for player in field.players]
    odd = settings_of(event).odd_section
    crossing = Crossing(field, section, odd == "bye", odd == "neighbour")
    number = [player.number for player in field.players]
    return [(number[a], number[b]) for a, b in crossing.games]


def closed_parts(event: Event, table: PairingTable, free: Position) -> list[ClosedPart]:
    """These players by section, from the highest."""
    of = sections_of(event).of
    players: dict[int, list[DutchPlayer]] = {}
    for player in free.players:
        players.setdefault(of[table.ids[player.number]], []).append(player)
    return [
        ClosedPart(s, replace(table, position=replace(free, players=tuple(players[s]))))
        for s in sorted(players)
    ]


@dataclass(frozen=True)
class Crossing:
    """Players are places of the field, which is in order of real points; `section` is that of
    every place. `own_byes`: a section with an odd number has a bye of its own, else there is one
    at most and it falls to the lowest section that may have it. `highest`: who crosses meets the
    highest who may of the section below, as in the first edition, not the lowest."""

    field: DutchField
    section: Sequence[int]
    own_byes: bool = False
    highest: bool = False

    @cached_property
    def parts(self) -> list[int]:
        """Every section's players as a bit set."""
        sizes = [0] * (max(self.section, default=-1) + 1)
        for place, section in enumerate(self.section):
            sizes[section] |= 1 << place
        return sizes

    @cached_property
    def resting(self) -> int:
        """Who may have the bye (C2)."""
        able = [i for i, traits in enumerate(self.field.traits) if c2_may_have_bye(traits)]
        return mask_of(able)

    @property
    def games(self) -> list[Edge]:
        """The higher place first; `Undrawable` if no round is possible."""
        if self._each_by_itself():
            return []
        if not self.own_byes and (evened := self._evened()) is not None:
            return evened
        for reach in (1, len(self.parts)):
            try:
                return self._fewest(reach)
            except Unmatched:
                continue
        raise Undrawable(player.number for player in self.field.players)

    def _each_by_itself(self) -> bool:
        last = len(self.parts) - 1
        return all(
            (part.bit_count() % 2 == 0 or self.own_byes or section == last)
            and self.field.pairable.perfect(part, self.resting)
            for section, part in enumerate(self.parts)
        )

    def _evened(self) -> list[Edge] | None:
        """One game from each section that is odd, the lowest who may and the last opponent; None
        unless everybody else can then be drawn. No round has fewer games: odd sections, with what
        is left of those above them, need one."""
        left, games = list(self.parts), []
        for section, below in enumerate(left[1:]):
            if left[section].bit_count() % 2:
                game = self._lowest_who_may(left[section], left[section + 1])
                if game is None:
                    return None
                left[section] &= ~(1 << game[0])
                left[section + 1] = below & ~(1 << game[1])
                games.append((min(game), max(game)))
        drawable = all(self.field.pairable.perfect(part) for part in left[:-1])
        if drawable and self.field.pairable.perfect(left[-1], self.resting):
            return games
        return None

    def _lowest_who_may(self, part: int, below: int) -> Edge | None:
        for one in reversed(list(members(part))):
            open = self.field.near[one] & below
            if open and self.field.pairable.perfect(part & ~(1 << one)):
                return one, (open & -open if self.highest else open).bit_length() - 1
        return None

    def _fewest(self, reach: int) -> list[Edge]:
        """Of games between sections that are at most so far apart."""
        graph = _Graph(self, reach)
        search = Stepwise(graph.size, graph.edges)
        byes = Criterion("byes elsewhere", graph.bye_elsewhere)
        far = Criterion("sections between", graph.far)
        crossed = Criterion("cross-section games", graph.crossed)
        upward = Criterion("cross-section games further up", graph.further_up)
        rest = [crossed, byes] if self.own_byes else [byes, crossed]
        search.minimise([far, *rest, upward])
        search.prefer(PartnerPreference("lowest players", graph.lowest_first, graph.opponent_below))
        partner = search.partner
        return [
            (a, b)
            for a, b in enumerate(partner[: len(self.section)])
            if a < b < len(self.section) and self.section[a] != self.section[b]
        ]


class _Graph:
    """Players by place, then byes: one for the lowest section if the players are odd, or one for
    each section. Byes that nobody has are paired with each other."""

    def __init__(self, crossing: Crossing, reach: int) -> None:
        self.section = crossing.section
        self.players = len(crossing.section)
        self.sections = len(crossing.parts)
        self.own_byes = crossing.own_byes
        self.highest = crossing.highest
        self.byes: list[int]
        if self.own_byes:
            # the last, if there is one too many, is nobody's
            self.byes = [*range(self.sections), -1][: self.sections + self._one_more]
        else:
            self.byes = [self.sections - 1] * (self.players % 2)
        self.size = self.players + len(self.byes)
        self.edges = [*self._games(crossing, reach), *self._byes(crossing)]

    @property
    def _one_more(self) -> int:
        return (self.players + self.sections) % 2

    def _games(self, crossing: Crossing, reach: int) -> Iterator[Edge]:
        for a, near in enumerate(crossing.field.near):
            for b in members(near >> a << a):
                if abs(self.section[a] - self.section[b]) <= reach:
                    yield a, b

    def _byes(self, crossing: Crossing) -> Iterator[Edge]:
        for bye in range(self.players, self.size):
            for a in members(crossing.resting):
                if not self.own_byes or self.section[a] == self.byes[bye - self.players]:
                    yield a, bye
            for other in range(bye + 1, self.size):
                yield bye, other

    @property
    def lowest_first(self) -> list[int]:
        """Everybody, section by section from the highest, the lowest player first."""
        return sorted(range(self.players), key=lambda a: (self.section[a], -a))

    def opponent_below(self, a: int, b: int) -> int:
        """The lowest of a lower section first (or the highest), then nobody."""
        below = b < self.players and self.section[b] > self.section[a]
        if not below:
            return self.players
        return b if self.highest else self.players - 1 - b

    def crossed(self, a: int, b: int) -> int:
        """A game across sections."""
        return int(b < self.players and self.section[a] != self.section[b])

    def far(self, a: int, b: int) -> int:
        """Sections between the two."""
        return max(0, abs(self.section[a] - self.section[b]) - 1) if b < self.players else 0

    def further_up(self, a: int, b: int) -> int:
        """A section without a draw takes its games from the one below: high ones cost more."""
        if not self.crossed(a, b):
            return 0
        return self.sections - max(self.section[a], self.section[b])

    def bye_elsewhere(self, a: int, b: int) -> int:
        """By how many sections a bye is off the one that it is meant for; 1 for each where all
        sections may have one."""
        if not a < self.players <= b:
            return 0
        if self.own_byes:
            return 1
        return abs(self.byes[b - self.players] - self.section[a])
