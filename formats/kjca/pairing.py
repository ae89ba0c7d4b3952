"""The draw within a score group: the ideal pairing with the least alterations (steps 3 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.history import Colour
from engine.matching import Criterion, Matching, PartnerPreference, best_matching
from engine.pairable import mask_of, members
from engine.perfect import Edge, Unmatched, perfect, potentials
from formats.kjca.field import KjcaField, must_turn
from formats.score_field import Halves

SMALL = 30
"""Groups of up to so many players are solved with all their legal games as candidates."""

FEW = 4
"""How many games per card on either side of the ideal one are looked at first, of either kind."""
NAMES = ("rule 8", "games", "crossing", "turned", "displacement")


@dataclass(frozen=True)
class PairingGroup(Halves):
    """Players of a score group, in order.

    `barred` are pairs of cards left out to see what the draw would be without them.
    """

    field: KjcaField
    players: tuple[int, ...]
    barred: frozenset[Edge] = frozenset()

    def altered(self, a: int, b: int) -> int:
        """1 if the two are not each other's ideal opponents."""
        return int(b != a + self.half)

    def game(self, a: int, b: int) -> int:
        """1 if rule 8 asks to avoid it."""
        return self.field.shunned[self.players[a]] >> self.players[b] & 1

    @cached_property
    def shunned(self) -> list[int]:
        """Opponents that rule 8 asks each card to avoid, as sets of cards."""
        return [self.inside(self.field.shunned[player]) for player in self.players]

    def turned(self, a: int, b: int) -> int:
        """1 if the colours of step 4 must be turned."""
        if self._thirds[b] is None:
            return 0
        seats = self.field.players
        return int(must_turn(seats[self.players[a]], seats[self.players[b]]))

    @cached_property
    def _thirds(self) -> list[Colour | None]:
        return [self.field.players[player].third for player in self.players]

    def displacement(self, a: int, b: int) -> int:
        """How far each is from the other's ideal opponent, squared and added."""
        return (b - self.ideal(a)) ** 2 + (a - self.ideal(b)) ** 2

    def price(self, a: int, b: int) -> int:
        """Altered boards, a game that rule 8 asks to avoid counting as `avoid_cost` of them."""
        return self.altered(a, b) + self.field.avoid_cost * self.game(a, b)

    def moved(self, card: int, opponent: int) -> int:
        """1 unless a board stays as it was, opponents and colours."""
        a, b = min(card, opponent), max(card, opponent)
        return self.altered(a, b) or self.turned(a, b)

    def opponents(self) -> list[int]:
        """Each card's legal opponents in the group, as bit sets of cards."""
        near = [self.inside(self.field.legal[p]) for p in self.players]
        for a, b in self.barred:
            near[a] &= ~(1 << b)
            near[b] &= ~(1 << a)
        return near

    def inside(self, mask: int) -> int:
        """A set of players as a set of cards."""
        cards = 0
        for first, card, ones in self._runs:
            cards |= (mask >> first & ones) << card
        return cards

    @cached_property
    def _runs(self) -> list[tuple[int, int, int]]:
        """Players who are adjacent in the field and in the group: the first one, his card, and a
        bit for each."""
        players = self.players
        starts = [c for c, p in enumerate(players) if not c or p != players[c - 1] + 1]
        ends = [*starts[1:], len(players)]
        return [
            (players[start], start, (1 << end - start) - 1)
            for start, end in zip(starts, ends, strict=True)
        ]

    def forced(self) -> list[Edge]:
        """The arbiter's locks."""
        card = {player: i for i, player in enumerate(self.players)}
        locked = self.field.locked
        pairs = ((i, card.get(locked[p], -1)) for p, i in card.items() if p in locked)
        return [(a, b) for a, b in pairs if a < b]


def pair(group: PairingGroup) -> Matching | None:
    """The best pairing by the list of step 5, or None if there is no legal one.

    Order: altered boards with rule 8's games at `avoid_cost` each, then fewest such games, then
    games within one half, turned boards, displacement, the highest altered board as low as
    possible; finally the best possible opponent for the highest player, then for the next.
    """
    if not group.players:
        return Matching((), dict.fromkeys(NAMES, 0))
    near, forced = group.opponents(), group.forced()
    if (
        all(
            near[a] >> a + group.half & 1
            and not group.moved(a, a + group.half)
            and not group.game(a, a + group.half)
            for a in range(group.half)
        )
        and not forced
    ):
        return Matching(tuple(group.ideal(c) for c in range(len(near))), dict.fromkeys(NAMES, 0))
    candidates = _candidates(group, near, forced) if len(near) > SMALL else []
    return _best(group, candidates or _edges(near), forced)


def _best(group: PairingGroup, edges: Iterable[Edge], forced: Sequence[Edge]) -> Matching | None:
    criteria = [Criterion(name, cost) for name, cost in zip(NAMES, _costs(group), strict=True)]
    low = PartnerPreference("highest altered board low", range(group.half), group.moved)
    return best_matching(len(group.players), edges, criteria, [low], forced=forced)


def _costs(group: PairingGroup) -> tuple[Callable[[int, int], int], ...]:
    return group.price, group.game, group.same_half, group.turned, group.displacement


def _edges(near: Sequence[int]) -> list[Edge]:
    return [(a, b) for a, mask in enumerate(near) for b in members(mask >> a << a)]


def _candidates(group: PairingGroup, near: list[int], forced: list[Edge]) -> list[Edge]:
    """All games that a best pairing can contain; empty if a few of a card leave no pairing.

    The best pairing of a few games a card and its potentials (`engine.perfect`) judge all other
    games, by their price first, which they share with most of their kind: those that could do
    better join in, until there are none.
    """
    locked = mask_of(card for game in forced for card in game)
    near = [mask & ~locked for mask in near]
    for a, b in forced:
        near[a], near[b] = 1 << b, 1 << a
    weigh = _Weight(group)
    chosen = {game for card in range(len(near)) for game in _nearest(group, near[card], card)}
    while True:
        games = sorted(chosen)
        weights = [weigh.of(*game) for game in games]
        try:
            partner = perfect(len(near), games, weights, "auto")
        except Unmatched:
            return []
        double, slack = potentials(games, weights, partner)
        within = dict(_within(weigh, near, double, slack))
        if all(game in chosen for game, distance in within.items() if distance < slack):
            return list(within)
        chosen.update(within)


def _nearest(group: PairingGroup, near: int, card: int) -> Iterator[Edge]:
    """A card's games with the few nearest to its ideal opponent: of those that rule 8 asks to
    avoid, and of the others."""
    ideal, shunned = group.ideal(card), group.shunned[card]
    for some in (near & shunned, near & ~shunned):
        above, below = some >> ideal << ideal, some & (1 << ideal) - 1
        for _, other in zip(range(FEW), members(above), strict=False):
            yield min(card, other), max(card, other)
        for _ in range(FEW):
            if other := below.bit_length():
                below ^= 1 << other - 1
                yield min(card, other - 1), max(card, other - 1)


class _Weight:
    """All sums of step 5 in one number, the first the most important."""

    def __init__(self, group: PairingGroup) -> None:
        self.group = group
        cards, dearest = len(group.players), 1 + group.field.avoid_cost
        most = (cards * dearest, cards, cards, cards, 2 * cards**3)
        self.widths = [value.bit_length() for value in most]
        self.low = sum(self.widths[2:])
        """Bits after price and games."""
        self.fields = list(zip(_costs(group), self.widths, strict=True))
        self.known: dict[Edge, int] = {}

    def of(self, a: int, b: int) -> int:
        """Of a game."""
        packed = self.known.get((a, b), -1)
        if packed < 0:
            packed = 0
            for cost, width in self.fields:
                packed = packed << width | cost(a, b)
            self.known[a, b] = packed
        return packed

    def at_least(self, a: int, b: int) -> int:
        """By price and whether it is to be avoided alone."""
        group = self.group
        return (group.price(a, b) << self.widths[1] | group.game(a, b)) << self.low


def _within(
    weigh: _Weight, near: list[int], double: list[int], slack: int
) -> Iterator[tuple[Edge, int]]:
    """Games whose distance is at most the slack, and the distance."""
    for a, mask in enumerate(near):
        above, shunned, ideal = mask >> a << a, weigh.group.shunned[a], 1 << weigh.group.ideal(a)
        for kind in (above & shunned & ~ideal, above & ~shunned & ~ideal, above & ideal):
            if not kind:
                continue
            first = (kind & -kind).bit_length() - 1
            needed = 2 * weigh.at_least(a, first) - double[a] - slack
            for b in members(kind):
                if double[b] >= needed:
                    distance = 2 * weigh.of(a, b) - double[a] - double[b]
                    if distance <= slack:
                        yield (a, b), distance
