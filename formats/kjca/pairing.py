"""The draw within a score group: the ideal pairing with the least alterations (steps 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.history import Colour
from engine.matching import Criterion, Matching, PartnerPreference, any_best, best_matching
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.kjca.field import KjcaField, must_turn

SMALL = 30
"""Groups of up to so many players are solved with all their legal games as candidates."""


@dataclass(frozen=True)
class PairingGroup:
    """Players of an even number, in order; numbers within it are *cards*, from 0.

    `barred` are pairs of cards left out to see what the draw would be without them.
    """

    field: KjcaField
    players: tuple[int, ...]
    barred: frozenset[Edge] = frozenset()

    @cached_property
    def half(self) -> int:
        """Boards, and the size of a half."""
        return len(self.players) // 2

    def ideal(self, card: int) -> int:
        """The ideal opponent: i plays k + i."""
        return card + self.half if card < self.half else card - self.half

    def altered(self, a: int, b: int) -> int:
        """1 if the two are not each other's ideal opponents."""
        return int(b != a + self.half)

    def game(self, a: int, b: int) -> int:
        """1 if rule 8 asks to avoid it."""
        return self.field.shunned[self.players[a]] >> self.players[b] & 1

    def shunned(self, card: int) -> int:
        """Opponents that rule 8 asks a card to avoid, as a set of cards."""
        return self.inside(self.field.shunned[self.players[card]])

    def crossing(self, a: int, b: int) -> int:
        """1 if both are of one half."""
        return int((a < self.half) == (b < self.half))

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

    def legal_games(self) -> list[Edge]:
        """Pairs of cards that may meet."""
        return _edges(self.opponents())

    def inside(self, mask: int) -> int:
        """A set of players as a set of cards."""
        lowest, count = self.players[0], len(self.players)
        if self.players[-1] - lowest == count - 1:
            return mask >> lowest & (1 << count) - 1
        return mask_of(card for card, player in enumerate(self.players) if mask >> player & 1)

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
    if len(near) > SMALL:
        matching = _narrowly(group, near, forced)
        if matching is not None:
            return matching
    return _best(group, _edges(near), forced)


NAMES = ("rule 8", "games", "crossing", "turned", "displacement")


def _best(group: PairingGroup, edges: Iterable[Edge], forced: Sequence[Edge]) -> Matching | None:
    costs = (group.price, group.game, group.crossing, group.turned, group.displacement)
    criteria = [Criterion(name, cost) for name, cost in zip(NAMES, costs, strict=True)]
    low = PartnerPreference("highest altered board low", range(group.half), group.moved)
    return best_matching(len(group.players), edges, criteria, [low], forced=forced)


def _edges(near: Sequence[int]) -> list[Edge]:
    return [(a, b) for a, mask in enumerate(near) for b in members(mask >> a << a)]


def _narrowly(group: PairingGroup, near: list[int], forced: list[Edge]) -> Matching | None:
    """The same from few candidates, or None where these do not prove their answer to be best.

    A board is *sound* if its ideal pairing is legal and not to be avoided, or if neither card has
    a legal opponent who is not; the other cards are *loose*. In a best pairing no circle of
    changes runs through sound boards alone: undoing it would alter less. So the changes link
    loose cards, two by two: directly, or through one sound board (two altered boards), or through
    more. `_floor` matches loose cards at the least that each link can cost. If the pairing found
    costs no more, every link of every best pairing costs its least, hence no sound card plays
    another sound card but its own opponent.
    """
    plain = [mask & ~group.shunned(c) for c, mask in enumerate(near)]
    sound = _sound(group, near, plain, forced)
    if not sound:  # every link is direct: the floor would be the pairing itself
        return None
    locked = mask_of(card for edge in forced for card in edge)
    loose = [c for c in range(len(near)) if not (sound | locked) >> c & 1]
    boards = [(c, group.ideal(c)) for c in members(sound) if c < group.half]
    among = mask_of(loose)
    edges = [(a, b) for a in loose for b in members(near[a] & among) if a < b]
    links = _links(group, near, [plain[c] & sound for c in loose], loose)
    floor = _floor(len(loose), links)
    if floor is None:
        return None
    if floor == (len(loose) // 2, 0) and group.field.avoid_cost:
        return _best(group, edges, [*forced, *boards])
    through = near if _dearest(group) in links.values() else plain
    edges += [(min(a, b), max(a, b)) for a in loose for b in members(through[a] & sound)]
    matching = _best(group, edges + boards, forced)
    games = [*forced, *boards]
    fixed = [sum(cost(a, b) for a, b in games) for cost in (group.price, group.game)]
    if matching is None or (matching.totals["rule 8"], matching.totals["games"]) != (
        floor[0] + fixed[0],
        floor[1] + fixed[1],
    ):
        return None
    return matching


def _sound(group: PairingGroup, near: list[int], plain: list[int], forced: list[Edge]) -> int:
    taken = mask_of(card for edge in forced for card in edge)
    sound = 0
    for a in range(group.half):
        b = a + group.half
        both = 1 << a | 1 << b
        if both & taken or not near[a] >> b & 1:
            continue
        if not group.game(a, b) or not (plain[a] | plain[b]):
            sound |= both
    return sound


def _dearest(group: PairingGroup) -> tuple[int, int]:
    """A link through one sound board that makes one more game to be avoided."""
    return 2 + group.field.avoid_cost, 1


def _links(
    group: PairingGroup, near: list[int], through: list[int], loose: list[int]
) -> dict[Edge, tuple[int, int]]:
    """The least that each link of two loose cards can cost: price and games.

    `through` are each loose card's sound opponents who are not to be avoided. A link that is not
    direct alters two boards at least, and makes a game to be avoided unless both have such.
    """
    dearest = _dearest(group)
    links = {}
    for i, a in enumerate(loose):
        for j in range(i + 1, len(loose)):
            b = loose[j]
            least = (2, 0) if through[i] and through[j] else dearest
            if near[a] >> b & 1:
                least = min(least, (group.price(a, b), group.game(a, b)))
            links[i, j] = least
    return links


def _floor(count: int, links: dict[Edge, tuple[int, int]]) -> tuple[int, int] | None:
    """Price and games, less those of the sound boards, that no pairing can go below."""
    price = Criterion("price", lambda i, j: links[i, j][0])
    games = Criterion("games", lambda i, j: links[i, j][1])
    matching = any_best(count, links, [price, games])
    return (matching.totals["price"], matching.totals["games"]) if matching else None
