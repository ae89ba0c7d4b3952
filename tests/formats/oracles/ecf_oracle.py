"""Who may meet whom, who floats, who has the bye, and the pairing groups of accelerated rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.formats.oracles.ecf_field import HALF, OTHER, Card, by_rank
from tests.formats.oracles.ecf_values import (
    Pairs,
    Value,
    across,
    all_pairings,
    colours_broken,
    graded_value,
    seeded_value,
)

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


def accelerated_bye(rest: Sequence[Card], legal: Legal) -> Card | None:
    """The same from those who stand in none of (a) to (d), once these are filled."""
    for score in sorted({p.score for p in rest}):
        level = [p for p in rest if p.score == score]
        for p in [*outward(level), *from_median(level)]:
            if not p.rested and legal.pairable([q for q in rest if q is not p]):
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


def pairing_groups(players: Sequence[Card], number: int, mode: str, legal: Legal) -> Groups:
    """(a) and (b), and in the advanced method (c) and (d); everybody else is the rest, whoever
    will have the bye among them."""
    full = Fraction(number - 1)
    tops, bottoms = [p for p in players if p.top], by_rank(p for p in players if not p.top)
    levels = sorted({p.score for p in players if p.score < full}, reverse=True)
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
