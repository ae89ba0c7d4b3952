"""Scheveningen tables: everybody of one team plays everybody of another, once.

The tables for 2 to 8 and for 10 boards are the ones that federations publish. Other sizes are made
here, since no table of theirs is in print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

PUBLISHED = {
    2: "A1-B1 A2-B2 | B2-A1 B1-A2",
    3: "A1-B1 A2-B2 B3-A3 | B2-A1 A2-B3 B1-A3 | A1-B3 B1-A2 A3-B2",
    4: "A1-B1 A2-B2 B3-A3 B4-A4 | B2-A1 B1-A2 A3-B4 A4-B3 | A1-B3 A2-B4 B1-A3 B2-A4 | "
    "B4-A1 B3-A2 A3-B2 A4-B1",
    5: "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5 | B2-A1 B3-A2 A3-B4 A4-B5 B1-A5 | "
    "A1-B3 A2-B4 B5-A3 B1-A4 A5-B2 | B4-A1 A2-B5 A3-B1 B2-A4 B3-A5 | "
    "A1-B5 B1-A2 B2-A3 A4-B3 A5-B4",
    6: "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6 | B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6 | "
    "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6 | B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5 | "
    "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6 | B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3",
    7: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 | B2-A1 B3-A2 B4-A3 A4-B5 A5-B6 A6-B7 B1-A7 | "
    "A1-B3 A2-B4 A3-B5 B6-A4 B7-A5 B1-A6 A7-B2 | B4-A1 B5-A2 A3-B6 A4-B7 A5-B1 B2-A6 B3-A7 | "
    "A1-B5 A2-B6 B7-A3 B1-A4 B2-A5 A6-B3 A7-B4 | B6-A1 A2-B7 A3-B1 A4-B2 B3-A5 B4-A6 B5-A7 | "
    "A1-B7 B1-A2 B2-A3 B3-A4 A5-B4 A6-B5 A7-B6",
    8: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8 | "
    "B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5 | "
    "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8 | "
    "B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7 | "
    "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8 | "
    "B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1 | "
    "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8 | "
    "B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3",
    10: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 A8-B8 B9-A9 B10-A10 | "
    "B2-A1 B1-A2 B8-A3 B3-A4 A5-B10 A6-B5 A7-B6 B4-A8 A9-B7 A10-B9 | "
    "A1-B3 A2-B8 A3-B4 A4-B10 B6-A5 B7-A6 B9-A7 A8-B1 B2-A9 B5-A10 | "
    "B4-A1 B3-A2 B10-A3 A4-B6 A5-B7 B8-A6 A7-B5 A8-B9 B1-A9 A10-B2 | "
    "A1-B5 A2-B4 B9-A3 B7-A4 B1-A5 A6-B10 B8-A7 B2-A8 A9-B3 A10-B6 | "
    "B6-A1 A2-B7 A3-B1 A4-B9 A5-B8 A6-B2 B10-A7 B5-A8 B4-A9 B3-A10 | "
    "A1-B7 B5-A2 B2-A3 B1-A4 B4-A5 B9-A6 A7-B3 A8-B10 A9-B6 A10-B8 | "
    "B8-A1 B6-A2 A3-B5 A4-B2 A5-B9 A6-B1 A7-B4 B3-A8 B10-A9 B7-A10 | "
    "A1-B9 A2-B10 A3-B7 B5-A4 B2-A5 B3-A6 B1-A7 A8-B6 A9-B8 B4-A10 | "
    "B10-A1 B9-A2 B6-A3 B8-A4 A5-B3 A6-B4 A7-B2 B7-A8 A9-B5 A10-B1",
}
"""By boards the rounds, White first; A is the first team."""


@dataclass(frozen=True, slots=True)
class PairedPlaces:
    """One game of a round: the places of the players in their teams, and whether A has White."""

    a: int
    b: int
    white: bool


@cache
def scheveningen(boards: int) -> tuple[tuple[PairedPlaces, ...], ...]:
    """The rounds of a match on so many boards, each in the order of team A."""
    if boards not in PUBLISHED:
        return _made(boards)
    return tuple(tuple(map(_read, round.split())) for round in PUBLISHED[boards].split(" | "))


def _read(text: str) -> PairedPlaces:
    white, black = text.split("-")
    a, b = (white, black) if white.startswith("A") else (black, white)
    return PairedPlaces(int(a[1:]), int(b[1:]), white.startswith("A"))


def _made(boards: int) -> tuple[tuple[PairedPlaces, ...], ...]:
    """A place further in every round; the colours of A alternate, and are traded between two
    rounds and two players until those of B differ as little as they can."""
    half = (boards + 1) // 2
    white = [[(r + (a >= half)) % 2 == 0 for a in range(boards)] for r in range(boards)]
    whites = [0] * boards
    for r in range(boards):
        for a in range(boards):
            whites[(a + r) % boards] += not white[r][a]

    def off(count: int) -> int:
        return max(boards // 2 - count, count - half, 0)

    trading = any(map(off, whites))
    while trading:
        trading = False
        for cells in _squares(white):
            change = dict.fromkeys(((a + r) % boards for r, a in cells), 0)
            for r, a in cells:
                change[(a + r) % boards] += 1 if white[r][a] else -1
            if sum(off(whites[b] + by) - off(whites[b]) for b, by in change.items()) < 0:
                trading = True
                for r, a in cells:
                    white[r][a] = not white[r][a]
                for b, by in change.items():
                    whites[b] += by
    return tuple(
        tuple(PairedPlaces(a + 1, (a + r) % boards + 1, white[r][a]) for a in range(boards))
        for r in range(boards)
    )


def _squares(white: list[list[bool]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Two rounds and two players whose colours can be exchanged without a change for either."""
    for r, s in combinations(range(len(white)), 2):
        for a, b in combinations(range(len(white)), 2):
            if white[r][a] == white[s][b] != white[r][b] == white[s][a]:
                yield (r, a), (r, b), (s, a), (s, b)
