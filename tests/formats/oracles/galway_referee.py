"""A second reading of the porous sections, from the page and C.04.3 (2026) alone.

A bracket is drawn by trying all its pairings: least by C6 to C21, first in the order of
generation among equals. Where a bracket is too large for that, its first candidate must be the
draw if no criterion speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, groupby

import networkx as nx  # type: ignore[import-untyped]

from engine.event import Event, Round
from engine.protocol import divided_field
from formats.registry import format_named
from tests.formats.oracles.events_by_lot import Card, Line, cards

LARGE = 11
BASE = 64
"""More than anything that is counted in a bracket."""
OTHER = {"W": "B", "B": "W", "": ""}
Pairs = tuple[tuple[Card, Card], ...]


def section_sizes(players: int) -> list[int]:
    """Of the sections, from the highest."""
    count = players // 8 if players < 32 else 4 + (players >= 100) + (players >= 125)
    best: list[int] = []
    for low in range(2, 25, 2):
        for more in range(count - 1):
            upper = [low + 2] * more + [low] * (count - 1 - more)
            rest = players - sum(upper)
            if upper[0] <= 24 and rest >= upper[0] and (not best or rest < best[-1]):
                best = [*upper, rest]
    return best


class Wish:
    """A colour preference (1.6, 1.7): 3 absolute, 2 strong, 1 mild, 0 none."""

    def __init__(self, colours: str) -> None:
        self.gap = colours.count("W") - colours.count("B")
        twice = colours[-2:] in ("WW", "BB")
        if abs(self.gap) > 1 or (self.gap and not twice):
            self.colour = "B" if self.gap > 0 else "W"
        else:
            self.colour = OTHER[colours[-1:]]
        self.level = 3 if abs(self.gap) > 1 or twice else 2 if self.gap else 1 if colours else 0
        self.last = colours[-2:]


class Referee:
    """One round, from the event before it."""

    def __init__(self, event: Event) -> None:
        self.event, self.number = event, len(event.published) + 1
        rounds, closed = event.settings.rounds, event.settings.closed_rounds  # type: ignore[attr-defined]
        self.porous_until = rounds - closed
        self.porous = self.number <= self.porous_until
        self.cards = cards(event)
        ranked = sorted(self.cards.values(), key=lambda c: -(c.entrant.rating or 0))
        self.rank = {c: n for n, c in enumerate(ranked)}
        divided = divided_field(format_named("galway"), event)
        assert divided is not None
        parts = divided.parts
        self.section = {self.cards[id]: n for n, part in enumerate(parts) for id in part.entrants}
        self.sections = len(parts)
        self.here = [c for c in ranked if c.entrant.to_be_paired(self.number)]
        self.wish = {c: Wish(c.colours) for c in self.here}
        last, half = self.number == rounds, Fraction(self.number - 1, 2)
        self.top = {c for c in self.here if last and c.score > half}
        self.float1 = {c: self.floated(c, self.number - 1) for c in self.here}
        self.float2 = {c: self.floated(c, self.number - 2) for c in self.here}

    @cache  # noqa: B019
    def points(self, card: Card) -> Fraction:
        """That he is paired by."""
        return card.score + (self.bonus(card) if self.porous else 0)

    def bonus(self, card: Card) -> int:
        return self.sections - 1 - self.section[card]

    def floated(self, card: Card, number: int) -> str:
        """`D`, `U` or nothing (1.4), by notional points while the sections were porous."""
        line = card.lines.get(number)
        if line is None or line.kind != "game":
            return "D" if line and line.gain > 0 else ""
        other = self.cards[line.opponent]
        mine = self._then(card, line, number)
        yours = self._then(other, other.lines[number], number)
        return "D" if mine > yours else "U" if mine < yours else ""

    def _then(self, card: Card, line: Line, number: int) -> Fraction:
        return line.before + (self.bonus(card) if number <= self.porous_until else 0)

    def key(self, card: Card) -> tuple[Fraction, int]:
        return -self.points(card), self.rank[card]

    def legal(self, a: Card, b: Card) -> bool:
        """C1, C3."""
        x, y = self.wish[a], self.wish[b]
        clash = x.level == y.level == 3 and x.colour == y.colour
        return b.id not in a.met and not (clash and not {a, b} & self.top)

    @cached_property
    def partners(self) -> dict[Card, set[Card]]:
        return {a: {b for b in self.here if a is not b and self.legal(a, b)} for a in self.here}

    def may_rest(self, card: Card) -> bool:
        """C2."""
        lines = card.lines.values()
        return not any(x.kind == "bye" or (x.kind != "game" and x.gain >= 1) for x in lines)

    def matched(self, players: frozenset[Card]) -> bool:
        """Whether an even number can all play."""
        if any(not self.partners[c] & players for c in players):
            return False
        graph = nx.Graph()
        edges = ((a, b) for a, b in combinations(players, 2) if b in self.partners[a])
        graph.add_edges_from(edges)
        return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players)

    # -- colours (5.2) --

    def white(self, a: Card, b: Card) -> Card | None:
        """Who has White; None where nobody wishes a colour."""
        x, y = self.wish[a], self.wish[b]
        if not x.level and not y.level:
            return None
        if x.colour != y.colour:
            asks, wish = (a, x) if x.level else (b, y)
            return asks if wish.colour == "W" else (b if asks is a else a)
        for mine, yours in ((x.level, y.level), (abs(x.gap), abs(y.gap))):
            if mine != yours and (mine is x.level or x.level == 3):
                strong = a if mine > yours else b
                return strong if x.colour == "W" else (b if strong is a else a)
        for p, q in zip(reversed(a.colours), reversed(b.colours), strict=False):
            if p != q:
                return a if p == "B" else b
        high = min(a, b, key=self.key)
        return high if x.colour == "W" else (b if high is a else a)

    @cache  # noqa: B019
    def colour_costs(self, a: Card, b: Card) -> tuple[int, int, int, int]:
        """C10 to C13 of a game."""
        white = self.white(a, b)
        beyond = thrice = wishes = strong = 0
        for card in (a, b):
            wish = self.wish[card]
            colour = wish.colour if white is None else "W" if card is white else "B"
            wishes += wish.level > 0 and colour != wish.colour
            strong += wish.level > 1 and colour != wish.colour
            if {a, b} & self.top:
                beyond += abs(wish.gap + (1 if colour == "W" else -1)) > 2
                thrice += wish.last == colour * 2
        return beyond, thrice, wishes, strong

    # -- the round --

    def fields(self) -> Iterator[tuple[list[Card], Pairs]]:
        """Who is drawn together, and the games across sections that even a closed round."""
        if self.porous:
            yield sorted(self.here, key=self.key), ()
            return
        sections = [[c for c in self.here if self.section[c] == n] for n in range(self.sections)]
        sections = [sorted(field, key=self.key) for field in sections]
        for at, field in enumerate(sections):
            cross: Pairs = ()
            if len(field) % 2 and at < self.sections - 1:
                game = self._evened(field, sections[at + 1])
                if game is None:
                    raise NoFairDraw
                cross = (game,)
                field.remove(game[0])
                sections[at + 1].remove(game[1])
            yield field, cross

    def _evened(self, field: Sequence[Card], below: Sequence[Card]) -> tuple[Card, Card] | None:
        """The lowest of an odd section who can play the lowest of the section below."""
        for a in reversed(field):
            for b in reversed(below):
                rest, under = frozenset(field) - {a}, frozenset(below) - {b}
                able = b in self.partners[a] and self.matched(rest)
                if able and (len(under) % 2 or self.matched(under)):
                    return a, b
        return None


class NoFairDraw(Exception):
    """A closed section cannot be drawn by itself."""


class Field:
    """Players who are drawn together, bracket by bracket."""

    def __init__(self, referee: Referee, players: Sequence[Card]) -> None:
        self.referee, self.players = referee, players
        groups = groupby(players, key=referee.points)
        self.groups = [list(group) for _, group in groups]
        self.known: dict[frozenset[Card], bool] = {}
        self.rest: Fraction | None = None
        if len(players) % 2:
            for score in sorted({referee.points(c) for c in players}):
                self.rest, self.known = score, {}
                if self.completable(frozenset(players)):
                    break
            else:
                raise NoFairDraw
        elif not self.completable(frozenset(players)):
            raise NoFairDraw

    def completable(self, left: frozenset[Card]) -> bool:
        """C4, with the bye falling where C5 wants it."""
        if left not in self.known:
            ref = self.referee
            if len(left) % 2 == 0:
                self.known[left] = ref.matched(left)
            else:
                able = [c for c in left if ref.points(c) == self.rest and ref.may_rest(c)]
                self.known[left] = any(ref.matched(left - {c}) for c in able)
        return self.known[left]

    def faults(self, opponent: dict[Card, Card]) -> list[str]:
        """Bracket by bracket, until one is not as it must be."""
        moved: list[Card] = []
        for at, residents in enumerate(self.groups):
            bracket = Bracket(self, at, moved, residents)
            made = {frozenset((c, opponent[c])) for c in bracket.players
                    if opponent.get(c) in bracket.players}  # fmt: skip
            pairs = tuple(sorted((sorted(g, key=bracket.place) for g in made), key=str))
            have = tuple((a, b) for a, b in pairs)
            fault = bracket.fault(have)
            if fault:
                return [fault]
            playing = {c for pair in have for c in pair}
            moved = [c for c in bracket.players if c not in playing]
        return []


class Bracket:
    """Moved-down players, residents, and whoever of the highest section stands with the former."""

    def __init__(
        self, field: Field, at: int, moved: Sequence[Card], residents: Sequence[Card]
    ) -> None:
        self.field, self.at, self.ref = field, at, field.referee
        ref = self.ref
        self.moved = sorted(moved, key=ref.key)
        highest = min(map(ref.section.__getitem__, residents))
        upper = [c for c in residents if ref.section[c] == highest]
        mixed = ref.porous and 2 * len(upper) < len(residents)
        self.upper = upper if mixed else []
        self.others = [c for c in residents if c not in self.upper]
        self.residents = set(residents)
        self.players = [*self.moved, *self.upper, *self.others]
        self.above = [*self.moved, *self.upper]
        self.number = {c: n for n, c in enumerate(self.players)}
        self.below = frozenset(c for group in field.groups[at + 1 :] for c in group)

    def place(self, card: Card) -> int:
        return self.number[card]

    def pairings(self, down: int) -> Iterator[tuple[Pairs, tuple[Card, ...]]]:
        """Everything that leaves so many over and can be completed (C1 to C5).

        The highest section stands in S1, as moved-down players do; where not all of these can meet
        one of the others the page does not say who of them then meets whom, or goes down. As in
        the documentation as few as possible of the section do not meet one of the others (after
        C8); who these are is not judged.
        """

        def go(
            left: list[Card], spare: int, pairs: Pairs, over: tuple[Card, ...]
        ) -> Iterator[tuple[Pairs, tuple[Card, ...]]]:
            if not left:
                if over not in fits:
                    fits[over] = self.field.completable(self.below | set(over))
                if fits[over]:
                    yield pairs, over
                return
            first, *rest = left
            for other in rest:
                if other in self.ref.partners[first] and other not in self.moved:
                    yield from go(
                        [c for c in rest if c is not other], spare, (*pairs, (first, other)), over
                    )
            if spare:
                yield from go(rest, spare - 1, pairs, (*over, first))

        fits: dict[tuple[Card, ...], bool] = {}
        yield from go(self.players, down, (), ())

    def first_costs(self, over: Sequence[Card]) -> tuple[object, ...]:
        """C7 and C8."""
        scores = tuple(sorted(map(self.ref.points, over), reverse=True))
        return scores, self.next_bracket(over)

    def costs(self, pairs: Pairs, over: Sequence[Card]) -> tuple[object, ...]:
        """C7 to C21."""
        ref, only = self.ref, len(over) == 1
        bye = only and ref.points(over[0]) == self.field.rest and len(self.below) % 2 == 0
        unplayed = ref.number - 1 - len(over[0].colours) if bye else 0
        met = {c for a, b in pairs if b in self.others for c in (a, b)}
        apart = sum(c not in met for c in self.upper)
        colours = tuple(map(sum, zip(*(ref.colour_costs(a, b) for a, b in pairs), strict=True)))
        return (*self.first_costs(over), apart, unplayed, colours or (0,) * 4,
                *self._floats(pairs, over))  # fmt: skip

    def _floats(self, pairs: Pairs, over: Sequence[Card]) -> tuple[object, ...]:
        """C14 to C21; who stands with the moved-down players only by his section is in none, not
        even where he meets one of them."""
        ref = self.ref
        down = [c for c in over if c in self.others]
        games = [(a, b, ref.points(a) - ref.points(b)) for a, b in pairs if a in self.moved]
        others = [(b, d) for _, b, d in games if b in self.others]
        limbo = [(c, Fraction(99)) for c in over if c in self.moved]
        found: list[object] = []
        for then in (ref.float1, ref.float2):
            found += [sum(then[c] == "D" for c in down), sum(then[b] == "U" for b, _ in others)]
        for then in (ref.float1, ref.float2):
            mine = [d for c, d in [*((a, d) for a, _, d in games), *limbo] if then[c] == "D"]
            yours = [d for b, d in others if then[b] == "U"]
            found += [tuple(sorted(mine, reverse=True)), tuple(sorted(yours, reverse=True))]
        return tuple(found)

    def next_bracket(self, over: Sequence[Card]) -> tuple[object, ...]:
        """C8: how many are left over there, and their scores."""
        if self.at + 1 >= len(self.field.groups):
            return ()
        known = self.field.__dict__.setdefault("next", {})
        name = frozenset(over)
        if name not in known:
            bracket = Bracket(self.field, self.at + 1, over, self.field.groups[self.at + 1])
            for down in range(len(bracket.players) % 2, len(bracket.players) + 1, 2):
                scores = {
                    tuple(sorted(map(self.ref.points, left), reverse=True))
                    for _, left in bracket.pairings(down)
                }
                if scores:
                    known[name] = (down, min(scores))
                    break
        return tuple(known[name])

    def order(self, pairs: Pairs, over: Sequence[Card]) -> tuple[object, ...]:
        """When it is generated (4.2 to 4.4), by bracket sequence numbers.

        Those of a remainder are counted afresh, without who meets somebody moved down. The article
        numbers "all players in the bracket" and leaves this open; an endorsed engine does so.
        """
        number = self.number
        first = [(number[a], number[b]) for a, b in pairs if a in self.above]
        first.sort()
        used = {n for pair in first for n in pair} | {number[c] for c in over if c in self.above}
        remainder = [c for c in self.players if number[c] not in used]
        number = {c: n for n, c in enumerate(remainder)}
        rest = [(number[a], number[b]) for a, b in pairs if a not in self.above]
        s1 = set(range(len(rest)))
        ups, downs, games = [], [], []
        for a, b in rest:
            if a in s1 and b in s1:
                downs.append(b)
            elif a not in s1 and b not in s1:
                ups.append(a)
            games.append((a, b) if a in s1 or b not in s1 else (b, a))
        downs += [number[c] for c in over if number.get(c) in s1]
        games.sort()
        return (
            tuple(a for a, _ in first),
            tuple(b for _, b in first),
            len(ups),
            sum(ups) - sum(downs),
            tuple(sorted(-n for n in downs)),
            tuple(sorted(ups)),
            tuple(b for _, b in games),
        )

    def fault(self, have: Pairs) -> str:
        """Why the games that were drawn within it are not the right ones; empty if they are."""
        if len(self.players) > LARGE:
            return self._fault_if_perfect(have)
        for down in range(len(self.players) % 2, len(self.players) + 1, 2):
            made = list(self.pairings(down))
            if made:
                first = {over: self.first_costs(over) for over in {over for _, over in made}}
                least = min(first.values())
                found = [(self.costs(*one), one) for one in made if first[one[1]] == least]
                cost = min(one[0] for one in found)
                equals = [one for known, one in found if known == cost]
                best, _ = min(equals, key=lambda one: self.order(*one))
                if {frozenset(p) for p in best} == {frozenset(p) for p in have}:
                    return ""
                mine = [
                    self.costs(*one) for one in made
                    if set(map(frozenset, one[0])) == set(map(frozenset, have))
                ]  # fmt: skip
                if cost[2] and mine == [cost]:  # not all of S1 can meet others
                    return ""
                who = f"{self.moved} + {self.upper} + {self.others}"
                return f"{who}: {have} {mine}, best {best} {cost}"
        return "nothing can be drawn"

    def _fault_if_perfect(self, have: Pairs) -> str:
        """Of a large bracket of residents alone: the top half against the bottom half, if nothing
        speaks against it."""
        half = len(self.players) // 2
        first = tuple(zip(self.players[:half], self.players[half:], strict=False))
        over = self.players[2 * half :]
        plain = not self.above and not over and all(b in self.ref.partners[a] for a, b in first)
        if not plain or not self.field.completable(self.below):
            return ""
        if any(map(any, (self.ref.colour_costs(a, b) for a, b in first))):
            return ""
        wrong = {frozenset(p) for p in first} != {frozenset(p) for p in have}
        return f"{have}, not {first}" if wrong else ""


def faults(event: Event, round: Round) -> list[str]:
    """In what a drawn round is not as the page has it."""
    referee = Referee(event)
    opponent = {}
    for m in round.matches:
        a, b = (referee.cards[id] for id in m.pair)
        opponent[a], opponent[b] = b, a
    byes = [referee.cards[b.entrant] for b in round.byes if b.kind == "pairing"]
    if {*opponent, *byes} != set(referee.here):
        return ["not everybody has a place"]
    found = _sections_faults(referee) if referee.number == 1 else []
    for field, cross in _drawn_alone(referee):
        for a, b in cross:
            if opponent.get(a) is not b:
                found.append(f"{a} evens against {opponent.get(a)}, not {b}")
        found += field.faults(opponent)
    for m in round.matches:
        a, b = (referee.cards[id] for id in m.pair)
        if b.id in a.met:
            found.append(f"{a} and {b} meet again")
        if referee.white(a, b) not in (None, a):
            found.append(f"board {m.board}: {a} has White against {b}")
    return found


def _drawn_alone(referee: Referee) -> list[tuple[Field, Pairs]]:
    """The fields down to the first that cannot be drawn by itself: it is drawn with the section
    below, the lowest with the one above."""
    found: list[tuple[Field, Pairs]] = []
    try:
        for field, cross in referee.fields():
            found.append((Field(referee, field), cross))
    except NoFairDraw:
        if len(found) == referee.sections - 1:
            found.pop()
    return found


def _sections_faults(referee: Referee) -> list[str]:
    """Sizes of the sections, and who is in which."""
    sizes = section_sizes(len(referee.here))
    want = [n for n, size in enumerate(sizes) for _ in range(size)]
    have = [referee.section[c] for c in referee.here]
    return [] if have == want else [f"sections {have}, not {sizes}"]
