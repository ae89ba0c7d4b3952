"""A second reading of seeded and grading-based pairing with acceleration, by brute force.

Written from the rules alone, for small fields: every question is answered by trying everything.
It shares nothing with the format but the event that it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

from engine.event import Event

TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM")
HALF = Fraction(1, 2)
OTHER = {"W": "B", "B": "W", "": ""}
SCORED = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (HALF, HALF),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
    "-/-": (Fraction(0), Fraction(0)),
}


@dataclass(eq=False)
class Card:
    """A player before a round; `rank` counts from 0 in grading order, `top` is his half."""

    id: str
    rank: int
    grade: int
    score: Fraction = Fraction(0)
    colours: str = ""
    met: set[str] = field(default_factory=set)
    floated_down: bool = False
    floated_up: bool = False
    rested: bool = False
    top: bool | None = None

    @property
    def due(self) -> str:
        """The colour that equalises, else alternates; none before the first game."""
        gap = self.colours.count("W") - self.colours.count("B")
        if gap:
            return "B" if gap > 0 else "W"
        return OTHER[self.colours[-1:]]

    def forbidden(self, colour: str) -> bool:
        """A third running, or a difference of more than two."""
        line = self.colours + colour
        return line[-3:] == 3 * colour or abs(line.count("W") - line.count("B")) > 2


# ---------------------------------------------------------------- the field before a round


def grading_order(event: Event) -> list[str]:
    """Rule 3: grade, title, name; nobody is ungraded here."""

    def key(id: str) -> tuple[int, int, str]:
        e = event.entrant(id)
        assert e.rating is not None
        title = TITLES.index(e.title) if e.title in TITLES else len(TITLES)
        return -e.rating, title, e.name.casefold()

    return sorted((e.id for e in event.entrants), key=key)


def field_before(event: Event, mode: str) -> dict[str, Card]:
    """Everybody's card after the published rounds, halves included once round 1 is out."""
    order = grading_order(event)
    cards = {id: Card(id, n, event.entrant(id).rating or 0) for n, id in enumerate(order)}
    for played in event.published:
        before = {id: c.score for id, c in cards.items()}
        for m in played.matches:
            assert m.result is not None
            for me, other, points, colour in zip(
                m.pair, reversed(m.pair), SCORED[m.result.text], "WB", strict=True
            ):
                card = cards[me]
                card.score += points
                if m.result.played:
                    card.met.add(other)
                    card.colours += colour
                # to be paired with somebody on other points is to float, played or not
                card.floated_down |= before[me] > before[other]
                card.floated_up |= before[me] < before[other]
        for bye in played.byes:
            cards[bye.entrant].score += Fraction(bye.points)
            cards[bye.entrant].rested |= bye.kind != "absent"
    for e in event.entrants:
        cards[e.id].rested |= any(b.round > len(event.published) for b in e.byes)
    if event.published and mode != "none":
        _halve(event, cards, mode)
    return cards


def _halve(event: Event, cards: dict[str, Card], mode: str) -> None:
    first = event.published[0]
    present = {id for m in first.matches for id in m.pair}
    present |= {b.entrant for b in first.byes if b.kind == "pairing"}
    ranked = sorted((cards[id] for id in present), key=lambda c: c.rank)
    top, _ = halves(len(ranked), mode)
    last, begin = ranked[top - 1].rank, ranked[top].rank
    for card in cards.values():
        # None: between the two halves, where the rules do not say
        card.top = True if card.rank <= last else False if card.rank >= begin else None


# ---------------------------------------------------------------- quarters and round 1


def halves(n: int, mode: str) -> tuple[int, int]:
    """Players in the top and in the bottom half."""
    if mode == "basic":
        q, r = divmod(n, 4)
        top = 2 * q if r == 0 else 2 * q + 2
        return top, n - top
    even = range(2, n, 2)
    fit = [t for t in even if 56 * n <= 100 * t <= 60 * n] or list(even)
    # two equally near: the larger
    top = min(fit, key=lambda t: (abs(100 * t - 58 * n), -t))
    return top, n - top


def quarters(n: int, mode: str) -> tuple[int, int, int, int]:
    """Sizes of A, B, C, D."""
    top, bottom = halves(n, mode)
    return top - top // 2, top // 2, bottom - bottom // 2, bottom // 2


def opening(n: int, mode: str) -> tuple[list[tuple[int, int]], int | None]:
    """Round 1: pairs and bye as ranks from 0, in order of the boards."""
    if mode == "none":
        rest = n // 2 if n % 2 else None
        left = [i for i in range(n) if i != rest]
        k = len(left) // 2
        return list(zip(left[:k], left[k:], strict=True)), rest
    a, b, c, d = quarters(n, mode)
    top, bottom = a + b, c + d
    rest = top + bottom // 2 if bottom % 2 else None
    pairs = [(i, a + i) for i in range(a)]
    pairs += [(top + i, top + c + i) for i in range(d)]
    return pairs, rest


# ---------------------------------------------------------------- whether it goes on


def accelerating(event: Event, mode: str, fixed: int | None = None) -> bool:
    """Whether the next round is accelerated: asked anew before every draw so far."""
    if mode == "none":
        return False
    for number in range(2, len(event.published) + 2):
        left = event.settings.rounds - number + 1
        if left <= 2 or (fixed is not None and number > fixed):
            return False
        if fixed is None and not _still(event.until(number - 1), number, mode):
            return False
    return True


def _still(event: Event, number: int, mode: str) -> bool:
    cards = field_before(event, mode)
    full = Fraction(number - 1)
    wanted = {full} if mode == "basic" else {full, full - HALF}
    # somebody who has left for good remains on nothing
    here = {e.id for e in event.entrants if e.active(number)}
    return any(c.top is not True and c.score in wanted for id, c in cards.items() if id in here)


# ---------------------------------------------------------------- legality by trying


class Legal:
    """Who may meet whom, and whether a set can be paired off. Games that cannot be played within
    the bounds of colours are legal only if `everybody` has no draw without them."""

    def __init__(self, everybody: Sequence[Card]) -> None:
        self.strict = True
        self._kept: dict[frozenset[str], bool] = {}
        if not self.pairable(everybody):
            self.strict = False
            self._kept.clear()

    def __call__(self, p: Card, q: Card) -> bool:
        if p is q or q.id in p.met:
            return False
        return not (self.strict and colours_broken(((p, q),)))

    def pairable(self, players: Sequence[Card]) -> bool:
        """Everybody, if they are even; all but somebody who may rest, if odd."""
        import networkx as nx  # type: ignore[import-untyped]

        key = frozenset(p.id for p in players)
        if key not in self._kept:
            graph = nx.Graph()
            graph.add_nodes_from(p.id for p in players)
            for i, p in enumerate(players):
                graph.add_edges_from((p.id, q.id) for q in players[i + 1 :] if self(p, q))
            if len(players) % 2:
                graph.add_edges_from(("rest", p.id) for p in players if not p.rested)
            self._kept[key] = 2 * len(nx.max_weight_matching(graph, True)) == len(players) + (
                len(players) % 2
            )
        return self._kept[key]


def by_rank(players: Iterable[Card]) -> list[Card]:
    """In grading order."""
    return sorted(players, key=lambda p: p.rank)


def from_median(level: Sequence[Card]) -> list[Card]:
    """From the median downwards, then upwards."""
    ranked = by_rank(level)
    line = len(ranked) // 2
    return [*ranked[line:], *reversed(ranked[:line])]


def outward(level: Sequence[Card]) -> list[Card]:
    """Rules 5 and 7: from the larger colour group, from the median downwards, then upwards."""
    white, black = ([p for p in level if p.due == colour] for colour in "WB")
    larger = white if len(white) > len(black) else black if len(black) > len(white) else level
    return [p for p in from_median(level) if p in larger]


def bye_of(players: Sequence[Card], legal: Legal) -> Card | None:
    """Rule 5 after round 1; the smaller colour group where the larger has nobody."""
    for score in sorted({p.score for p in players}):
        level = [p for p in players if p.score == score]
        for p in [*outward(level), *from_median(level)]:
            if not p.rested and legal.pairable([q for q in players if q is not p]):
                return p
    return None


def floater_of(level: Sequence[Card], below: Sequence[Card], legal: Legal) -> Card | None:
    """Rule 7 in a level that is odd: who goes down, as long as the rules name somebody."""
    for p in outward(level):
        rest = [q for q in level if q is not p]
        if (
            not p.floated_down
            and any(legal(p, q) for q in below)
            and legal.pairable(rest)
            and legal.pairable([*below, p])
        ):
            return p
    return None


def met_by(floater: Card, pool: Iterable[Card], legal: Legal) -> Card | None:
    """The highest-graded of the pool who is due the other colour and has not floated up; where
    there is nobody, colour gives way last."""

    def key(q: Card) -> tuple[bool, bool, bool, int]:
        same = bool(floater.due) and q.due == floater.due
        other = not floater.due or q.due == OTHER[floater.due]
        return same, not other, q.floated_up, q.rank

    return min((q for q in pool if legal(floater, q)), key=key, default=None)


# ---------------------------------------------------------------- pairing groups


@dataclass
class Groups:
    """Pairing groups of an accelerated round; two-sided ones as (top, bottom)."""

    a: list[Card]
    b: tuple[list[Card], list[Card]]
    c: list[Card] = field(default_factory=list)
    d: tuple[list[Card], list[Card]] = field(default_factory=lambda: ([], []))
    floater: tuple[Card, Card] | None = None
    c_floater: tuple[Card, Card] | None = None
    surplus: list[Card] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    rest: list[Card] = field(default_factory=list)


def taken(bottoms: Sequence[Card], pool: Iterable[Card], number: int, legal: Legal) -> list[Card]:
    """Who is taken from the top half: by colour first, then the highest left, as long as there
    is an opponent for everybody."""
    ranked = by_rank(pool)
    found: list[Card] = []

    def take(player: Card) -> None:
        if (
            player not in found
            and len(found) < number
            and _seatable([*found, player], bottoms, ranked, legal)
        ):
            found.append(player)

    room = {OTHER[c]: sum(p.due == c for p in bottoms) for c in "WB"}
    for player in ranked:
        if room.get(player.due, 0) > sum(p.due == player.due for p in found):
            take(player)
    for player in ranked:
        take(player)
    return by_rank(found)


def two_sided(
    bottoms: Sequence[Card], pool: Sequence[Card], legal: Legal
) -> tuple[list[Card], list[Card]]:
    """Top and bottom of a two-sided group: as many as have somebody to meet."""
    for count in range(min(len(bottoms), len(pool)), 0, -1):
        if _seatable([], bottoms[:count], pool, legal):
            return taken(bottoms[:count], pool, count, legal), list(bottoms[:count])
    return [], []


def _seatable(
    sure: Sequence[Card], bottoms: Sequence[Card], pool: Sequence[Card], legal: Legal
) -> bool:
    """Whether all bottom players can meet somebody of the pool, and all who are sure are met."""
    if not bottoms:
        return not sure
    first, *others = bottoms
    return any(
        _seatable([p for p in sure if p is not q], others, [p for p in pool if p is not q], legal)
        for q in sorted(pool, key=lambda q: q not in sure)
        if legal(first, q) and len([p for p in sure if p is not q]) <= len(others)
    )


def pairing_groups(
    field: Sequence[Card], rests: Card | None, number: int, mode: str, legal: Legal
) -> Groups:
    """(a) and (b), and in the advanced method (c) and (d); everybody else is the rest. Whoever
    rests counts in the score levels of the field."""
    full = Fraction(number - 1)
    players = [p for p in field if p is not rests]
    tops, bottoms = [p for p in players if p.top], by_rank(p for p in players if not p.top)
    levels = sorted({p.score for p in field if p.score < full}, reverse=True)
    a = [p for p in tops if p.score == full]
    hundred = [p for p in bottoms if p.score == full]
    pool = [p for p in tops if p.score in levels[:2]]
    groups = Groups(by_rank(a), ([], []))
    if len(a) % 2:
        groups.floater = _floating(a, hundred, pool, tops, players, legal)
        out = set(groups.floater or ())
        groups.a = [p for p in groups.a if p not in out]
        hundred = [p for p in hundred if p not in out]
        pool = [p for p in pool if p not in out]
    groups.b = two_sided(hundred, pool, legal)
    groups.surplus = hundred[len(groups.b[1]) :]
    if mode == "advanced":
        _second_pattern(groups, players, full, legal)
    _remainder(groups, players)
    return groups


def _floating(
    a: list[Card],
    hundred: list[Card],
    pool: list[Card],
    tops: list[Card],
    players: Sequence[Card],
    legal: Legal,
) -> tuple[Card, Card] | None:
    """The floater of an odd (a) and whom he meets."""
    low = [p for p in players if p not in a]
    floater = floater_of(a, low, legal)
    if floater is None:
        return None
    other = None
    for score in sorted({p.score for p in tops if p not in a}, reverse=True):
        other = other or met_by(floater, [p for p in tops if p.score == score], legal)
    left = len(pool) - (other in pool)
    if other is None or len(hundred) > left:
        other = met_by(floater, hundred, legal) or other
    return None if other is None else (floater, other)


def _second_pattern(groups: Groups, players: Sequence[Card], full: Fraction, legal: Legal) -> None:
    """Advanced (c) and (d) with the counting step, rule 7."""
    used = {*groups.a, *groups.b[0], *groups.b[1], *(groups.floater or ()), *groups.surplus}
    free = [p for p in players if p not in used]
    c = by_rank(p for p in free if p.top and p.score == full - HALF)
    zeros = by_rank(p for p in free if p.top and p.score == full - 1)
    need = by_rank(p for p in free if not p.top and p.score == full - HALF)
    tops = list(groups.b[0])

    def short() -> bool:
        return len(need) > len(zeros) - len(c) % 2

    for out in _from_the_bottom(*groups.b, legal):
        into = next((p for p in c if p.due == out.due), None)
        if not short() or out.score != full - 1 or into is None:
            continue
        tops = [into if p is out else p for p in tops]
        c.remove(into)
        zeros = by_rank([*zeros, out])
        groups.counted.append(f"{into.id} for {out.id}")
    while short() and need:
        c = by_rank([*c, need[0]])
        groups.counted.append(f"{need[0].id} promoted")
        need = need[1:]
    groups.b = by_rank(tops), groups.b[1]
    if len(c) % 2:
        below = [p for p in free if p not in c]
        floater = floater_of(c, below, legal)
        other = met_by(floater, zeros, legal) if floater else None
        if floater and other:
            groups.c_floater = floater, other
            c = [p for p in c if p is not floater]
            zeros = [p for p in zeros if p is not other]
    groups.c = c
    groups.d = two_sided(need, zeros, legal)


def _from_the_bottom(tops: list[Card], bottoms: list[Card], legal: Legal) -> list[Card]:
    """The top-half players of (b) from its bottom board up; the boards stand in the order of the
    bottom half."""
    value = graded_value(by_rank(tops), by_rank(bottoms))
    ways = [w for w in across(tops, bottoms) if all(legal(p, q) for p, q in w)]
    meets = {q: p for p, q in min(ways, key=value)} if bottoms else {}
    return [meets[q] for q in reversed(by_rank(bottoms))]


def _remainder(groups: Groups, players: Sequence[Card]) -> None:
    used = {*groups.a, *groups.b[0], *groups.b[1], *groups.c, *groups.d[0], *groups.d[1]}
    used |= {*(groups.floater or ()), *(groups.c_floater or ()), *groups.surplus}
    groups.rest = [p for p in players if p not in used]


# ---------------------------------------------------------------- pairing within a group

Pairs = tuple[tuple[Card, Card], ...]
"""Higher and lower of each."""


def all_pairings(players: Sequence[Card]) -> Iterator[Pairs]:
    """Every way to pair an even number, higher ranked first."""
    if not players:
        yield ()
        return
    first, *others = players
    for i, q in enumerate(others):
        for more in all_pairings([*others[:i], *others[i + 1 :]]):
            yield ((first, q), *more)


def across(one: Sequence[Card], two: Sequence[Card]) -> Iterator[Pairs]:
    """Every way to pair two sides."""
    for order in permutations(two):
        yield tuple(tuple(by_rank(p)) for p in zip(one, order, strict=True))  # type: ignore[misc]


def colours_broken(pairs: Pairs) -> int:
    """Games in which either way of the colours gives a third running or a difference over 2."""
    return sum(all(p.forbidden(x) or q.forbidden(OTHER[x]) for x in "WB") for p, q in pairs)


def claim(card: Card) -> tuple[int, ...]:
    """How strong the claim to the due colour is: the difference to be equalised, then, from the
    latest game back, 1 for the other colour; games that speak for nobody are left out."""
    gap = abs(card.colours.count("W") - card.colours.count("B"))
    found = [gap, *(int(c != card.due) for c in reversed(card.colours))]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def turned(p: Card, q: Card, line: Sequence[Card]) -> Card:
    """Who of two due the same colour does not get it: the one who may have the other at all, the
    weaker claim, the one nearer the median of `line`, the lower."""

    def key(c: Card) -> tuple[bool, tuple[int, ...], int, int]:
        return c.forbidden(OTHER[c.due]), claim(c), off_median(c, line), -c.rank

    return min((p, q), key=key)


def off_median(card: Card, line: Sequence[Card]) -> int:
    """Half places from the middle of those in the line."""
    return abs(2 * line.index(card) - len(line) + 1)


Value = tuple[Any, ...]


def rule_8(pairs: Pairs, line: Sequence[Card]) -> Value:
    """Broken colours, colours refused, the strongest claims refused, how far from the median."""
    losers = [turned(p, q, line) for p, q in pairs if p.due and p.due == q.due]
    return (
        colours_broken(pairs),
        len(losers),
        tuple(sorted(map(claim, losers), reverse=True)),
        sum(off_median(c, line) for c in losers),
    )


def graded_value(upper: Sequence[Card], lower: Sequence[Card]) -> Callable[[Pairs], Value]:
    """Rule 8, games on one side, squared deviation from D.

    Deviations are multiplied by the number of games, so that everything is whole.
    """
    k, up, line = len(upper), set(upper), [*upper, *lower]
    d = sum(p.grade for p in upper) - sum(p.grade for p in lower)

    def value(pairs: Pairs) -> Value:
        same = sum((p in up) == (q in up) for p, q in pairs)
        off = sum((k * abs(p.grade - q.grade) - d) ** 2 for p, q in pairs)
        return *rule_8(pairs, line), same, off

    return value


def seeded_value(upper: Sequence[Card], lower: Sequence[Card]) -> Callable[[Pairs], Value]:
    """Rule 8, then every player's distance from his ideal opponent."""
    k, line = len(upper), [*upper, *lower]

    def value(pairs: Pairs) -> Value:
        places = [(line.index(p), line.index(q)) for p, q in pairs]
        both = [*places, *((b, a) for a, b in places)]
        off = sum(abs(b - (a + k if a < k else a - k)) for a, b in both)
        return *rule_8(pairs, line), off

    return value


def best_value(
    level: Sequence[Card],
    legal: Legal,
    *,
    graded: bool,
    sides: tuple[list[Card], list[Card]] | None,
) -> tuple[Value, Callable[[Pairs], Value]] | None:
    """The least value over all legal pairings of a level, or of the two sides of a group."""
    ranked = by_rank(level)
    half = len(ranked) // 2
    upper, lower = sides or (ranked[:half], ranked[half:])
    value = (graded_value if graded else seeded_value)(upper, lower)
    ways = across(*sides) if sides else all_pairings(ranked)
    values = [value(w) for w in ways if all(legal(p, q) for p, q in w)]
    return (min(values), value) if values else None


@cache
def advanced_exceptions(largest: int) -> tuple[int, ...]:
    """Fields without an even number between 56 % and 60 %."""
    return tuple(
        n
        for n in range(8, largest + 1)
        if not any(56 * n <= 100 * t <= 60 * n for t in range(2, n, 2))
    )
