"""A second reading of porous sections, for small fields and by trying everything.

Written from the rules alone; shares nothing with the format but the event that it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product

from engine.event import Event

HALF = Fraction(1, 2)
POINTS = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (HALF, HALF),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
    "-/-": (Fraction(0), Fraction(0)),
}


# ---------------------------------------------------------------- sections


def division(n: int, sections: int, largest: int = 24, *, equal: bool = False) -> list[int] | None:
    """Sizes from the top: even and at most `largest` but for the lowest, which takes what is
    left, at least as many as the largest and as few as possible. None if nothing is legal."""
    best: list[int] | None = None
    for base in range(2, largest + 1, 2):
        for more in range(sections):  # how many are larger by two
            upper = [base + 2] * more + [base] * (sections - 1 - more)
            if max(upper) > largest or (equal and len(set(upper)) > 1):
                continue
            rest = n - sum(upper)
            if rest >= max(upper) and (best is None or rest < best[-1]):
                best = [*upper, rest]
    return best


def how_many(n: int, thresholds: Sequence[int] = (100, 125)) -> int:
    """Sections for so many entries; fewer than 32: as many as can have 8 players each."""
    if n >= 32:
        return 4 + sum(n >= t for t in thresholds)
    fit = [k for k in (2, 3, 4) if (sizes := division(n, k)) and min(sizes) >= 8]
    return max(fit)


def sizes(n: int, *, equal: bool = False) -> list[int]:
    """The sections of a field."""
    found = division(n, how_many(n), equal=equal)
    assert found is not None
    return found


# ---------------------------------------------------------------- the field before a round


@dataclass(eq=False)
class Card:
    """A player before a round; `rank` counts from 0 by rating, `section` from 0 at the top."""

    id: str
    rank: int
    section: int
    bonus: int
    score: Fraction = Fraction(0)
    colours: str = ""
    met: set[str] = field(default_factory=set)
    floats: list[str] = field(default_factory=list)
    """One letter a round: `d`, `u` or `-`."""
    may_have_bye: bool = True
    unplayed: int = 0
    topscorer: bool = False
    """More than half of the points that could be made, before the last round."""

    @property
    def notional(self) -> Fraction:
        """Points for pairing in the porous rounds."""
        return self.score + self.bonus

    @property
    def wish(self) -> tuple[str, int]:
        """The colour preferred and how strongly, 0 to 3 (C.04.3, 1.7)."""
        if not self.colours:
            return "", 0
        gap = self.colours.count("W") - self.colours.count("B")
        behind = "B" if gap > 0 else "W"
        turned = "B" if self.colours[-1] == "W" else "W"
        if abs(gap) > 1:
            return behind, 3
        if self.colours[-2:] in ("WW", "BB"):
            return turned, 3
        return (behind, 2) if gap else (turned, 1)


def field_before(
    event: Event, order: Sequence[str], section: dict[str, int], closed: int
) -> dict[str, Card]:
    """Cards after the published rounds; `closed` rounds are the last ones of the event."""
    count = max(section.values()) + 1
    cards = {id: Card(id, n, section[id], count - 1 - section[id]) for n, id in enumerate(order)}
    for played in event.published:
        porous = played.number <= event.settings.rounds - closed
        before = {id: c.notional if porous else c.score for id, c in cards.items()}
        placed = set()
        for m in played.matches:
            assert m.result is not None
            for me, other, points, colour in zip(
                m.pair, reversed(m.pair), POINTS[m.result.text], "WB", strict=True
            ):
                card = cards[me]
                placed.add(me)
                card.score += points
                if m.result.played:
                    card.met.add(other)
                    card.colours += colour
                    gap = before[me] - before[other]
                    card.floats.append("d" if gap > 0 else "u" if gap < 0 else "-")
                else:
                    card.unplayed += 1
                    card.floats.append("d" if points else "-")
                    card.may_have_bye &= points != 1
        for bye in played.byes:
            card = cards[bye.entrant]
            placed.add(bye.entrant)
            card.score += Fraction(bye.points)
            card.unplayed += 1
            card.floats.append("d" if bye.points else "-")
            card.may_have_bye &= not (bye.kind == "pairing" or bye.points == 1)
        for id in cards.keys() - placed:
            cards[id].unplayed += 1
            cards[id].floats.append("-")
    done = len(event.published)
    for card in cards.values():
        card.topscorer = done + 1 == event.settings.rounds and 2 * card.score > done
    return cards


def legal(p: Card, q: Card) -> bool:
    """C1 and C3."""
    if p.topscorer or q.topscorer:
        return q.id not in p.met
    return q.id not in p.met and not (p.wish == q.wish and p.wish[1] == 3)


# ---------------------------------------------------------------- porous rounds


def smooth(pairs: Sequence[tuple[Card, Card]]) -> bool:
    """Nobody has met, nobody is refused a colour: no criterion speaks against any game."""
    return all(legal(p, q) and not (p.wish[0] and p.wish[0] == q.wish[0]) for p, q in pairs)


def group_order(
    moved: Sequence[Card], residents: Sequence[Card], *, upper_first: bool
) -> list[tuple[Card, Card]] | None:
    """Who meets whom in a group where nothing stands in the way; None if it is odd, or if more
    stand above than below.

    Those moved down first, then (mixed groups with more of the lower sections than of the
    highest) the residents of the highest section, meet the top of the others; the remainder
    is halved.
    """
    ranked = sorted(residents, key=lambda p: p.rank)
    highest = min(p.section for p in ranked)
    uppers = [p for p in ranked if p.section == highest]
    first = sorted(moved, key=lambda p: (-p.notional, p.rank))
    if upper_first and len(ranked) - len(uppers) > len(uppers):
        first += uppers
    rest = [p for p in ranked if p not in first]
    k = len(first)
    if k > len(rest) or (len(rest) - k) % 2:
        return None
    left = rest[k:]
    half = len(left) // 2
    return [*zip(first, rest[:k], strict=True), *zip(left[:half], left[half:], strict=True)]


def notional_groups(players: Sequence[Card]) -> list[list[Card]]:
    """Players of equal notional points, from the highest."""
    levels = sorted({p.notional for p in players}, reverse=True)
    return [[p for p in players if p.notional == level] for level in levels]


def open_group(
    moved: Sequence[Card], group: Sequence[Card], *, upper_first: bool
) -> list[tuple[Card, Card]] | None:
    """The games of a group of equal notional points, if the order of the rules can stand: an
    even group, no game that a criterion speaks against, nobody floating as shortly before."""
    found = group_order(moved, group, upper_first=upper_first)
    if found is None or not smooth(found):
        return None
    risen = [q for p, q in found if p in moved]
    return None if any("u" in q.floats[-2:] for q in risen) else found


# ---------------------------------------------------------------- closed rounds


def closed_chain(sections: Sequence[Sequence[Card]]) -> list[tuple[Card, Card]] | None:
    """Games that even odd sections: the lowest of one who can meets the lowest of the next below,
    as long as what is left of both can be drawn.

    None where an odd section has nobody who may meet somebody of the next.
    """
    left = [sorted(s, key=lambda p: (-p.score, p.rank)) for s in sections]
    games = []
    for above, below in pairwise(left):
        if len(above) % 2 == 0:
            continue
        able = [(p, q) for p in reversed(above) for q in reversed(below) if legal(p, q)]
        best = [
            (p, q)
            for p, q in able
            if drawable([o for o in above if o is not p])
            and (len(below) % 2 == 0 or drawable([o for o in below if o is not q]))
        ]
        if not able:
            return None
        p, q = (best or able)[0]
        games.append((p, q))
        above.remove(p)
        below.remove(q)
    return games


def fewest_crossings(players: Sequence[Card]) -> int | None:
    """Cross-section games that cannot be avoided in any legal pairing of all of these, who are
    even; None if there is none."""
    best: int | None = None
    for pairs in _pairings(sorted(players, key=lambda p: p.rank)):
        crossed = sum(p.section != q.section for p, q in pairs)
        best = crossed if best is None else min(best, crossed)
        if not best:
            break
    return best


def _pairings(players: list[Card]) -> Iterator[list[tuple[Card, Card]]]:
    if not players:
        yield []
        return
    first, *others = players
    # one's own section first: the search ends at the first pairing without crossings
    for q in sorted(others, key=lambda q: q.section != first.section):
        if legal(first, q):
            for more in _pairings([p for p in others if p is not q]):
                yield [(first, q), *more]


def drawable(players: Sequence[Card]) -> bool:
    """Whether all can be paired off by C1 to C3, one resting if they are odd."""
    if len(players) % 2 == 0:
        return next(_pairings(list(players)), None) is not None
    return any(
        p.may_have_bye and next(_pairings([q for q in players if q is not p]), None) is not None
        for p in players
    )


def source_groups() -> dict[int, dict[Fraction, set[tuple[str, Fraction]]]]:
    """Rounds 2 and 3 of the source text with four sections: n-points to (section, points)."""
    found: dict[int, dict[Fraction, set[tuple[str, Fraction]]]] = {2: {}, 3: {}}
    for round in found:
        scores = [Fraction(n, 2) for n in range(2 * round - 1)]
        for (bonus, name), score in product(enumerate("DCBA"), scores):
            found[round].setdefault(bonus + score, set()).add((name, score))
    return found
