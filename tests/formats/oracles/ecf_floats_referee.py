"""A second reading of the floats of the seeded and grading-based pairings, from their page alone:
who has the bye, who leaves his level and whom he meets, and who is in which group of an
accelerated round, the counting step too.

Where the page does not decide, nothing is judged: `Open` says where, and the published draw is
followed from there. Groups of up to eight players are judged whole, by all their pairings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations, product

import networkx as nx  # type: ignore[import-untyped]

from engine.event import Event, Round
from tests.formats.oracles.ecf_referee import _level as level_faults
from tests.formats.oracles.ecf_referee import able, due, quarters
from tests.formats.oracles.events_by_lot import Card, cards

HALF = Fraction(1, 2)
OTHER = {"W": "B", "B": "W"}
LARGE = 8
Game = tuple[Card, Card]


class Open(Exception):
    """The page does not say."""


class Reading:
    """A round that is drawn, beside what its page asks for."""

    def __init__(self, event: Event, round: Round, count: Counter[str]) -> None:
        self.event, self.round, self.count = event, round, count
        self.settings = event.settings
        self.mode = str(self.settings.acceleration)  # type: ignore[attr-defined]
        self.cards = cards(event)
        here = [c for c in self.cards.values() if c.entrant.to_be_paired(round.number)]
        self.here = sorted(here, key=self.grade)
        self.opponent: dict[Card, Card] = {}
        for m in round.matches:
            a, b = (self.cards[id] for id in m.pair)
            self.opponent |= {a: b, b: a}
        byes = [self.cards[b.entrant] for b in round.byes if b.kind == "pairing"]
        self.bye = byes[0] if byes else None
        self.found: list[str] = []

    @staticmethod
    def grade(card: Card) -> int:
        return -(card.entrant.rating or 0)

    # -- what is legal --

    def legal(self, a: Card, b: Card) -> bool:
        return b.id not in a.met and (able(a, b) or able(b, a))

    @cached_property
    def partners(self) -> dict[Card, set[Card]]:
        return {a: {b for b in self.here if b is not a and self.legal(a, b)} for a in self.here}

    def drawable(
        self, players: Iterable[Card], apart: Iterable[Card] = (), met_only: bool = False
    ) -> bool:
        """Whether all of them can play, nobody of `apart` another of these."""
        field, apart = set(players), set(apart)
        if len(field) % 2:
            return False
        graph = nx.Graph()
        for a, b in combinations(field, 2):
            can = b.id not in a.met if met_only else b in self.partners[a]
            if can and not (a in apart and b in apart):
                graph.add_edge(a, b)
        return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(field)

    def across(self, one: Sequence[Card], two: Sequence[Card]) -> bool:
        """Whether two sides can play each other."""
        return len(one) == len(two) and (
            not one or (self.drawable([*one, *two], one) and self._two_sided(one, two))
        )

    def _two_sided(self, one: Sequence[Card], two: Sequence[Card]) -> bool:
        graph = nx.Graph()
        graph.add_edges_from((a, b) for a in one for b in two if b in self.partners[a])
        return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == 2 * len(one)

    # -- floats --

    def floated(self, card: Card, way: int) -> bool | None:
        """Down (1) or up (-1) before; None where the page does not say whether it was a float: in
        an accelerated round, in a game that was not played."""
        sure: bool | None = False
        for number, line in card.lines.items():
            if not line.opponent:
                continue
            other = self.cards[line.opponent].lines[number].before
            if (line.before > other) - (line.before < other) != way:
                continue
            if line.kind == "game" and not self.accelerates(number):
                return True
            sure = None
        return sure

    def from_median(self, level: Sequence[Card]) -> list[Card]:
        """Rules 5 and 7: of the larger colour group, from the median downwards, then upwards."""
        line = len(level) // 2
        ranked = [*level[line:], *reversed(level[:line])]
        sides = {x: [c for c in level if due(c.colours) == x] for x in "WB"}
        for x in "WB":
            if len(sides[x]) > len(sides[OTHER[x]]):
                return [c for c in ranked if c in sides[x]]
        return ranked

    def bye_from(self, level: Sequence[Card], others: Iterable[Card]) -> Card:
        """Rule 5 in a level; what is left must be drawable."""
        everybody = [*level, *others]
        for card in self.from_median(level):
            if card.had_bye or not self.drawable(c for c in everybody if c is not card):
                continue
            if any(x.kind == "other" for x in card.lines.values()):
                raise Open("bye: after a bye that was asked for")
            return card
        raise Open("bye: nobody in the larger colour group of the last level")

    def floater(self, level: Sequence[Card], below: Sequence[Card], to: Sequence[Card]) -> Card:
        """Rule 7, first half: who leaves a level, with an opponent among `to`, which is of
        `below`."""
        able = [c for c in level if self._can_leave(level, c, below, to)]
        if len(able) == 1:
            return able[0]
        for card in self.from_median(level):
            if card in able and self.floated(card, 1) is None:
                raise Open("floater: whether he has floated")
            if card in able and not self.floated(card, 1):
                return card
        raise Open("floater: nobody by the rule")

    def _nearest(
        self, level: Sequence[Card], below: Sequence[Card], among: Sequence[Card]
    ) -> list[Card]:
        """The highest score level, of some of those below, into which somebody can float."""
        for score in sorted({c.score for c in among}, reverse=True):
            to = [c for c in among if c.score == score]
            if any(self._can_leave(level, c, below, to) for c in level):
                return to
        raise Open("floater: nobody can")

    def _can_leave(
        self, level: Sequence[Card], card: Card, below: Sequence[Card], to: Sequence[Card]
    ) -> bool:
        meets = any(self._can_meet(card, other, below) for other in to)
        return meets and self.drawable(c for c in level if c is not card)

    def _can_meet(self, a: Card, b: Card, below: Sequence[Card]) -> bool:
        return b in self.partners[a] and self.drawable(c for c in below if c is not b)

    def meets(self, card: Card, to: Sequence[Card], below: Sequence[Card]) -> Card:
        """Rule 7, second half: the highest-graded who is due the other colour and has not floated
        up."""
        able = [c for c in to if self._can_meet(card, c, below)]
        if len(able) == 1:
            return able[0]
        if due(card.colours) not in OTHER:
            raise Open("opponent: the floater is due nothing")
        for other in able:
            if due(other.colours) != OTHER[due(card.colours)]:
                continue
            if self.floated(other, -1) is None:
                raise Open("opponent: whether he has floated")
            if not self.floated(other, -1):
                return other
        raise Open("opponent: nobody by the rule")

    # -- acceleration --

    @cached_property
    def top(self) -> set[Card]:
        """The top half, as round 1 has frozen it."""
        first = self.event.round(1)
        there = [self.cards[id] for m in first.matches for id in m.pair]
        there += [self.cards[b.entrant] for b in first.byes if b.kind == "pairing"]
        there.sort(key=self.grade)
        size = quarters(len(there), self.mode)
        half, worst, best = set(there[:size]), there[size - 1], there[size]
        for card in set(self.cards.values()) - set(there):
            if self.grade(worst) < self.grade(card) < self.grade(best):
                raise Open("half of a newcomer between the two")
            if self.grade(card) < self.grade(best):
                half.add(card)
        return half

    def score(self, card: Card, number: int) -> Fraction:
        """Before that round."""
        return sum((x.gain for n, x in card.lines.items() if n < number), Fraction(0))

    def accelerates(self, number: int) -> bool:
        """Whether acceleration goes on in a round."""
        fixed = self.settings.acceleration_rounds  # type: ignore[attr-defined]
        if self.mode == "none" or self.settings.rounds <= 2:
            return False
        behind = HALF if self.mode == "advanced" else 0
        for n in range(2, number + 1):
            left = self.settings.rounds - (n - 1)
            if fixed is not None:
                if n > fixed:
                    return False
                continue
            low = [
                c for c in self.cards.values()
                if c not in self.top and self.score(c, n) >= n - 1 - behind
            ]  # fmt: skip
            if left <= 2 or not low:
                return False
            there = [c for c in low if n in c.lines or n == self.round.number]
            if n == self.round.number:
                there = [c for c in there if c in self.here]
            if not there:
                raise Open("end: only absent players keep it going")
        return True

    def wanted(self, low: Sequence[Card], pool: Sequence[Card]) -> list[Card]:
        """Who of a pool is taken for a two-sided group: by colour, then the highest left."""
        dues = Counter(due(c.colours) for c in low)
        taken = []
        for colour in "WB":
            right = [c for c in pool if due(c.colours) == OTHER[colour]]
            taken += right[: dues[colour]]
        taken += [c for c in pool if c not in taken][: len(low) - len(taken)]
        return sorted(taken, key=self.grade)

    # -- judging --

    def must(self, true: bool, words: str) -> None:
        self.count["judged " + words.split(":")[0]] += 1
        if not true:
            self.found.append(words)

    def faults(self) -> list[str]:
        number = self.round.number
        if number == 1:
            return []
        if not self._colours_can_be_kept():
            self.count["open: third colours or repeats"] += 1
            return []
        try:
            if self.accelerates(number):
                self.count["accelerated rounds"] += 1
                self._accelerated()
            else:
                self.count["plain rounds"] += 1
                self._plain()
        except Open as why:
            self.count[f"open: {why}"] += 1
        return self.found

    def _colours_can_be_kept(self) -> bool:
        paired = [c for c in self.here if c is not self.bye]
        return self.drawable(paired)

    def _plain(self) -> None:
        field = list(self.here)
        if len(field) % 2:
            last = min(c.score for c in field)
            level = [c for c in field if c.score == last]
            others = [c for c in field if c.score != last]
            try:
                bye = self.bye_from(level, others)
                self.must(bye is self.bye, f"bye: {self.bye}, not {bye}")
            except Open as why:
                self.count[f"open: {why}"] += 1
            field = [c for c in field if c is not self.bye]
        self._levels(field)

    def _levels(self, field: Sequence[Card]) -> None:
        """Rule 7 from the highest level down."""
        left = list(field)
        for score in sorted({c.score for c in field}, reverse=True):
            level = [c for c in left if c.score == score]
            below = [c for c in left if c.score < score]
            gone = {c for c in level if self.opponent.get(c) not in level}
            if any(self.opponent.get(c) not in below for c in gone):
                raise Open("somebody meets a player who had left")
            self._leave(level, below, gone)
            left = [c for c in below if self.opponent[c] not in gone]
            self._group([c for c in level if c not in gone])

    def _leave(self, level: Sequence[Card], below: Sequence[Card], gone: set[Card]) -> None:
        """Whether those who leave a level are those of the rule."""
        fewest = self._fewest(level, below)
        self.must(len(gone) == fewest, f"fewest: {gone} leave {level}, {fewest} could")
        if fewest == 0 or self.found:
            return
        try:
            if fewest > 1:
                raise Open("floater: several")
            (card,) = gone
            to = self._nearest(level, below, below)
            want = self.floater(level, below, to)
            self.must(card is want, f"floater: {card} leaves {level}, not {want}")
            if card is want:
                other = self.meets(card, to, below)
                met = self.opponent[card]
                self.must(met is other, f"opponent: {card} meets {met} of {to}, not {other}")
        except Open as why:
            self.count[f"open: {why}"] += 1

    def _fewest(self, level: Sequence[Card], below: Sequence[Card]) -> int:
        for count in range(len(level) % 2, len(level) + 1, 2):
            if count > 2 and len(level) > 12:
                raise Open("fewest: a large level")
            if self._some_leave(level, below, count, met_only=True):
                if not self._some_leave(level, below, count, met_only=False):
                    raise Open("fewest: more floats or third colours")
                return count
        raise Open("fewest: no draw")

    def _some_leave(
        self, level: Sequence[Card], below: Sequence[Card], count: int, *, met_only: bool
    ) -> bool:
        for some in combinations(level, count):
            rest = [c for c in level if c not in some]
            if self.drawable(rest, (), met_only) and self.drawable([*some, *below], some, met_only):
                return True
        return False

    def _group(self, group: Sequence[Card]) -> None:
        """A level whose floaters have left: by rules 8 and 9."""
        graded = self.settings.pairing == "graded"  # type: ignore[attr-defined]
        if not 2 <= len(group) <= LARGE:
            return
        self.count["judged groups"] += 1
        self.found += level_faults(group, self._games(group), graded)

    def _games(self, group: Sequence[Card]) -> list[Game]:
        """White first."""
        games = [(self.cards[m.white], self.cards[m.black]) for m in self.round.matches]
        return [g for g in games if g[0] in group]

    # -- an accelerated round --

    def _accelerated(self) -> None:
        full = Fraction(self.round.number - 1)
        free = list(self.here)
        a = [c for c in free if c in self.top and c.score == full]
        low = [c for c in free if c not in self.top and c.score == full]
        behind = sorted({c.score for c in free if c.score < full}, reverse=True)[:2]
        levels = (behind, [full - HALF, full - 1])
        pools = [[c for c in free if c in self.top and c.score in lower] for lower in levels]
        if pools[0] != pools[1] and low:
            raise Open("(b): a score level without players")
        pool = pools[1]
        if len(a) % 2:
            card, other = self._of_a(a, low, pool)
            self.must(self.opponent.get(card) is other,
                      f"(a): {card} meets {self.opponent.get(card)}, not {other}")  # fmt: skip
            a, low, pool = ([c for c in some if c not in (card, other)] for some in (a, low, pool))
            free = [c for c in free if c not in (card, other)]
        if not self.drawable(a):
            raise Open("(a): not among themselves")
        self._inside("(a)", a)
        free = [c for c in free if c not in a]
        if len(low) > len(pool):
            raise Open("(b): more in the bottom half")
        chosen = self.wanted(low, pool)
        if not self._two_sided(low, chosen):
            raise Open("(b): cannot meet")
        rest = [c for c in free if c not in low and c not in chosen]
        self._goes_on(rest)
        last = min(c.score for c in free)
        if len(free) % 2 and not any(c.score == last for c in rest):
            raise Open("bye: (b) wants the whole last level")
        if self.mode == "advanced":
            self._advanced(free, low, chosen, pool)
            return
        self._sides("(b)", low, chosen)
        self._rest([c for c in free if c not in low and c not in chosen])

    def _goes_on(self, rest: Sequence[Card]) -> None:
        """What is left after (b) must be drawable, the bye coming from its last level."""
        last = min((c.score for c in rest), default=None)
        byes = [c for c in rest if c.score == last and not c.had_bye] if len(rest) % 2 else [None]
        if not any(self.drawable(c for c in rest if c is not bye) for bye in byes):
            raise Open("(b): with these the rest cannot be drawn")

    def _of_a(
        self, a: Sequence[Card], low: Sequence[Card], pool: Sequence[Card]
    ) -> tuple[Card, Card]:
        """The floater of the highest group, and whom he meets."""
        below = [c for c in self.here if c not in a]
        if len(self.here) % 2:
            below = [c for c in below if c is not self.bye]
        high = [c for c in below if c in self.top]
        to = self._nearest(a, below, high)
        card = self.floater(a, below, to)
        if due(card.colours) not in OTHER:
            raise Open("(a): a floater who is due nothing")
        other = self._first(card, to, below)
        if len(low) > len(pool) - (other in pool):
            other = self._first(card, low, below)
        return card, other

    def _first(self, card: Card, to: Sequence[Card], below: Sequence[Card]) -> Card:
        right = [c for c in to if due(c.colours) == OTHER[due(card.colours)]]
        able = [c for c in right if self._can_meet(card, c, below)]
        if not able:
            raise Open("opponent: nobody of the right colour")
        if self.floated(able[0], -1) is not False:
            raise Open("opponent: whether a second float matters")
        return able[0]

    def _inside(self, name: str, group: Sequence[Card]) -> None:
        inside = all(self.opponent.get(c) in group for c in group)
        self.must(inside, f"{name}: {group} not among themselves")
        if inside:
            self._group(group)

    def _sides(self, name: str, low: Sequence[Card], high: Sequence[Card]) -> None:
        """A two-sided group: whom the bottom half meets, and how."""
        met = sorted((self.opponent[c] for c in low if c in self.opponent), key=self.grade)
        self.must(met == list(high), f"{name}: {low} meet {met}, not {high}")
        if met == list(high) and 0 < len(low) <= LARGE // 2 + 1:
            self._two_sides_faults(name, low, high)

    def _two_sides_faults(self, name: str, low: Sequence[Card], high: Sequence[Card]) -> None:
        """Fewest colours refused, then the grading rule with the same players refused."""
        if self.settings.pairing != "graded":  # type: ignore[attr-defined]
            return
        have = self._games([*low, *high])
        if not all(able(a, b) for a, b in have):
            return
        self.count["judged two-sided groups"] += 1
        refused = _refused(have)
        made = list(self.two_sided_pairings(low, high))
        fewest = min(len(_refused(games)) for games in made)
        if len(refused) != fewest:
            self.found.append(f"{name}: {have}: {len(refused)} colours refused, not {fewest}")
            return
        gap = _mean(high) - _mean(low)
        best = min(_deviation(games, gap) for games in made if _refused(games) == refused)
        if _deviation(have, gap) != best:
            self.found.append(f"{name}: {have}: {_deviation(have, gap)}, not {best}")

    def two_sided_pairings(self, low: Sequence[Card], high: Sequence[Card]) -> Iterable[list[Game]]:
        """All of them, with every distribution of colours that is allowed."""
        for order in permutations(high):
            if any(b not in self.partners[a] for a, b in zip(low, order, strict=True)):
                continue
            ways = [
                [g for g in ((a, b), (b, a)) if able(*g)] for a, b in zip(low, order, strict=True)
            ]
            yield from map(list, product(*ways))

    def _rest(self, field: Sequence[Card]) -> None:
        """The last groups, by score; the bye comes from the last of them."""
        left = list(field)
        if len(left) % 2:
            last = min(c.score for c in left)
            level = [c for c in left if c.score == last]
            bye = self.bye_from(level, [c for c in left if c.score != last])
            self.must(bye is self.bye, f"bye: {self.bye}, not {bye}")
            left = [c for c in left if c is not bye]
        if not self.found:
            self._levels(left)

    # -- Advanced --

    def _advanced(
        self, free: Sequence[Card], low: Sequence[Card], chosen: list[Card], pool: Sequence[Card]
    ) -> None:
        """Groups (b), (c), (d) with the counting step of rule 7."""
        full = Fraction(self.round.number - 1)
        near = [c for c in free if c not in self.top and c.score == full - HALF]
        halves = [c for c in pool if c.score == full - HALF and c not in chosen]
        noughts = [c for c in pool if c.score == full - 1 and c not in chosen]
        counted = {
            self._counted(low, order, near, halves, noughts) for order in self._boards(low, chosen)
        }
        if len(counted) != 1:
            raise Open("counting step: which board is the bottom one")
        if len(near) > len(noughts) - len(halves) % 2:
            self.count["counting steps"] += 1
        ((chosen_, halves_, near_, noughts_),) = counted
        chosen, halves, near, noughts = map(list, (chosen_, halves_, near_, noughts_))
        if not self._two_sided(low, chosen):
            raise Open("(b): cannot meet after the counting step")
        self._goes_on([c for c in free if c not in low and c not in chosen])
        self._sides("(b)", low, chosen)
        free = [c for c in free if c not in low and c not in chosen]
        if len(halves) % 2:
            below = [c for c in free if c not in halves and c is not self.bye]
            card = self.floater(halves, below, noughts)
            if due(card.colours) not in OTHER:
                raise Open("(c): a floater who is due nothing")
            other = self._first(card, noughts, below)
            self.must(self.opponent.get(card) is other,
                      f"(c): {card} meets {self.opponent.get(card)}, not {other}")  # fmt: skip
            halves, noughts = ([c for c in x if c not in (card, other)] for x in (halves, noughts))
            free = [c for c in free if c not in (card, other)]
        if not self.drawable(halves):
            raise Open("(c): not among themselves")
        self._inside("(c)", halves)
        taken = self.wanted(near, noughts)
        if len(taken) < len(near):
            raise Open("(d): too few in the top half")
        if not self._two_sided(near, taken):
            raise Open("(d): cannot meet")
        self._sides("(d)", near, taken)
        gone = [*halves, *near, *taken]
        self._rest([c for c in free if c not in gone])

    def _boards(self, low: Sequence[Card], chosen: Sequence[Card]) -> list[tuple[Card, ...]]:
        """The top half's players of (b) from its bottom board up, by whichever half the boards
        stand in order: in a small group by its best pairing."""
        by_grade = tuple(reversed(chosen))
        if len(low) > LARGE // 2 + 1:
            return [by_grade]
        gap = _mean(chosen) - _mean(low) if low else Fraction(0)
        made = list(self.two_sided_pairings(low, chosen)) if low else [[]]
        fewest = min(len(_refused(games)) for games in made)
        made = [games for games in made if len(_refused(games)) == fewest]
        best = min(_deviation(games, gap) for games in made)
        orders = {by_grade}
        for games in made:
            if _deviation(games, gap) == best:
                meets = dict(games) | {b: a for a, b in games}
                orders.add(tuple(meets[c] for c in reversed(low)))
        return sorted(orders, key=str)

    def _counted(
        self,
        low: Sequence[Card],
        boards: Sequence[Card],
        near: Sequence[Card],
        halves: Sequence[Card],
        noughts: Sequence[Card],
    ) -> tuple[tuple[Card, ...], ...]:
        """Rule 7: halves instead of noughts in (b), then the bottom half's into (c)."""
        boards, near, halves, noughts = map(list, (boards, near, halves, noughts))
        nought = Fraction(self.round.number - 2)
        while len(near) > len(noughts) - len(halves) % 2:
            for at, card in enumerate(boards):
                right = [c for c in halves if c in self.top and due(c.colours) == due(card.colours)]
                if card.score == nought and right:
                    boards[at] = right[0]
                    halves.remove(right[0])
                    noughts.append(card)
                    break
            else:
                if not near:
                    break
                halves.append(near.pop(0))
        ranked = (sorted(some, key=self.grade) for some in (boards, halves, near, noughts))
        return tuple(map(tuple, ranked))


def _refused(games: Iterable[Game]) -> set[str]:
    sides = [(g[n], "WB"[n]) for g in games for n in (0, 1)]
    return {c.id for c, colour in sides if due(c.colours) not in ("", colour)}


def _mean(side: Sequence[Card]) -> Fraction:
    return Fraction(sum(c.entrant.rating or 0 for c in side), len(side))


def _deviation(games: Iterable[Game], gap: Fraction) -> Fraction:
    apart = (abs((a.entrant.rating or 0) - (b.entrant.rating or 0)) for a, b in games)
    return sum(((x - gap) ** 2 for x in apart), Fraction(0))
