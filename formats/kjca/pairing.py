"""The draw within a score group: the ideal pairing with the least alterations (steps 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.matching import Criterion, Matching, Preference, any_best, best_matching
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.kjca.field import Field, must_turn

SMALL = 30
"""Groups of up to so many players are solved with all their legal games as candidates."""


@dataclass(frozen=True)
class Group:
    """Players of an even number, in order; numbers within it are *cards*, from 0.

    `barred` are pairs of cards left out to see what the draw would be without them.
    """

    field: Field
    players: tuple[int, ...]
    barred: frozenset[Edge] = frozenset()

    @property
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

    def turned(self, a: int, b: int) -> int:
        """1 if the colours of step 4 must be turned."""
        seats = self.field.seats
        return int(must_turn(seats[self.players[a]], seats[self.players[b]]))

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
        lowest = self.players[0]
        if self.players[-1] - lowest == len(self.players) - 1:
            inside = (1 << len(self.players)) - 1
            near = [self.field.legal[p] >> lowest & inside for p in self.players]
        else:
            near = [
                mask_of([b for b, other in enumerate(self.players) if legal >> other & 1])
                for legal in (self.field.legal[p] for p in self.players)
            ]
        for a, b in self.barred:
            near[a] &= ~(1 << b)
            near[b] &= ~(1 << a)
        return near

    def forced(self) -> list[Edge]:
        """The arbiter's locks."""
        card = {player: i for i, player in enumerate(self.players)}
        locked = self.field.locked
        found = ((i, card.get(locked[p], -1)) for p, i in card.items() if p in locked)
        return [(a, b) for a, b in found if a < b]


def pair(group: Group) -> Matching | None:
    """The best pairing by the list of step 5, or None if there is no legal one.

    Order: altered boards with rule 8's games at `avoid_cost` each, then fewest such games, then
    turned boards, displacement, the highest altered board as low as possible; finally the best
    possible opponent for the highest player, then for the next.
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
        found = _narrowly(group, near, forced)
        if found is not None:
            return found
    return _best(group, _edges(near), forced)


NAMES = ("rule 8", "games", "turned", "displacement")


def _best(group: Group, edges: Iterable[Edge], forced: Sequence[Edge]) -> Matching | None:
    costs = (group.price, group.game, group.turned, group.displacement)
    criteria = [Criterion(name, cost) for name, cost in zip(NAMES, costs, strict=True)]
    low = Preference("highest altered board low", range(group.half), group.moved)
    return best_matching(len(group.players), edges, criteria, [low], forced=forced)


def _edges(near: Sequence[int]) -> list[Edge]:
    return [(a, b) for a, mask in enumerate(near) for b in members(mask >> a << a)]


def _narrowly(group: Group, near: list[int], forced: list[Edge]) -> Matching | None:
    """The same from few candidates, or None where these do not prove their answer to be best.

    A board is *sound* if its ideal pairing is legal and not to be avoided; the other cards are
    *loose*. In a best pairing no circle of changes runs through sound boards alone: undoing it
    would alter less. So the changes link loose cards, two by two: directly, or through one sound
    board (two altered boards), or through more. `_floor` matches loose cards at the least that
    each link can cost. If the pairing found costs no more, every link of every best pairing
    costs its least, hence no sound card plays another sound card but its own opponent.
    """
    sound = _sound(group, near, forced)
    locked = mask_of([card for edge in forced for card in edge])
    loose = [c for c in range(len(near)) if not (sound | locked) >> c & 1]
    floor = _floor(group, near, loose)
    if floor is None:
        return None
    boards = [(c, group.ideal(c)) for c in members(sound) if c < group.half]
    among = mask_of(loose)
    edges = [(a, b) for a in loose for b in members(near[a] & among) if a < b]
    if floor == (len(loose) // 2, 0) and group.field.avoid_cost:
        return _best(group, edges, [*forced, *boards])
    shun = [_shunned(group, c) for c in loose]
    edges += [
        (min(a, b), max(a, b))
        for a, mask in zip(loose, shun, strict=True)
        for b in members(near[a] & sound & ~mask)
    ]
    found = _best(group, edges + boards, forced)
    if found is None:
        return None
    fixed = sum(group.price(a, b) for a, b in forced), sum(group.game(a, b) for a, b in forced)
    cost = found.totals["rule 8"] - fixed[0], found.totals["games"] - fixed[1]
    return found if cost == floor else None


def _sound(group: Group, near: list[int], forced: list[Edge]) -> int:
    taken = {card for edge in forced for card in edge}
    sound = 0
    for a in range(group.half):
        b = a + group.half
        if near[a] >> b & 1 and not group.game(a, b) and not {a, b} & taken:
            sound |= 1 << a | 1 << b
    return sound


def _shunned(group: Group, card: int) -> int:
    shunned = group.field.shunned[group.players[card]]
    return mask_of([b for b, player in enumerate(group.players) if shunned >> player & 1])


def _floor(group: Group, near: list[int], loose: list[int]) -> tuple[int, int] | None:
    """Price and games that no pairing can go below; None if the loose cards are odd."""

    def link(i: int, j: int) -> tuple[int, int]:
        a, b = loose[i], loose[j]
        direct = (group.price(a, b), group.game(a, b)) if near[a] >> b & 1 else (2, 0)
        return min(direct, (2, 0))

    links = {(i, j): link(i, j) for i in range(len(loose)) for j in range(i + 1, len(loose))}
    found = any_best(
        len(loose),
        links,
        [
            Criterion("price", lambda i, j: links[i, j][0]),
            Criterion("games", lambda i, j: links[i, j][1]),
        ],
    )
    return (found.totals["price"], found.totals["games"]) if found else None
