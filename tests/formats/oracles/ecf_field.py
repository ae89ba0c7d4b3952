"""A second reading of the English Swiss, from the rules alone: grading order, quarters, round 1,
the end of acceleration, and what the published rounds say of a player.

It shares nothing with the format but the event that it reads. By brute force, for small fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

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
        kept = fixed is not None and mode == "basic"
        if not kept and not _still(event.until(number - 1), number, mode):
            return False
    return True


def _still(event: Event, number: int, mode: str) -> bool:
    cards = field_before(event, mode)
    full = Fraction(number - 1)
    wanted = {full} if mode == "basic" else {full, full - HALF}
    # somebody who has left for good remains on nothing
    here = {e.id for e in event.entrants if e.active(number)}
    return any(c.top is not True and c.score in wanted for id, c in cards.items() if id in here)


def by_rank(players: Iterable[Card]) -> list[Card]:
    """In grading order."""
    return sorted(players, key=lambda p: p.rank)


@cache
def advanced_exceptions(largest: int) -> tuple[int, ...]:
    """Fields without an even number between 56 % and 60 %."""
    return tuple(
        n
        for n in range(8, largest + 1)
        if not any(56 * n <= 100 * t <= 60 * n for t in range(2, n, 2))
    )
