"""The timetable: which stages start in which half-session. A round of the event is a half."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from engine.event import Bye, Match
from engine.phrases import phrase

HALVES = 10
LONG, SHORT, MINI = 28, 14, 7
"""Boards of a match over a session, of one over a half, of a triangle's match in one half."""
TRIANGLE = phrase("Triangle")
"""`Match.group` of the three matches of a triangle."""
QUALIFYING_TRIANGLE, SWISS_ROUND, SWISS_TRIANGLE = "QT", "W", "WT"
"""`Match.part` of a match outside the rounds of a stage; for all others it is its `Key`."""

Key = Literal["Q", "A", "B", "D1", "D2", "D3", "S1", "S2", "S3", "S4", "S5", "S6", "S7"]
"""A stage's round: match 1, the two pools, the double and the single knockout."""

STARTS: dict[Key, int] = {
    "Q": 1, "A": 2, "B": 2,
    "D1": 3, "S1": 3, "S2": 4,
    "D2": 5, "S3": 5, "S4": 6,
    "D3": 7, "S5": 7, "S6": 8,
    "S7": 9,
}  # fmt: skip
"""The half in which each begins, in order of play."""
KEYS: tuple[Key, ...] = tuple(STARTS)
LONG_KEYS = frozenset({"D1", "D2", "D3", "S7"})

_STAGE = {"Q": "qualifying", "A": "qualifying", "B": "qualifying", "D": "dko", "S": "sko"}


def half_name(number: int) -> str:
    """`2.1` for round 3."""
    return f"{(number + 1) // 2}.{2 - number % 2}"


def closing(number: int) -> int:
    """The second half of the session that this half belongs to."""
    return number + number % 2


def stage_of(key: Key) -> str:
    """`Match.stage`."""
    return _STAGE[key[0]]


def title_of(key: Key) -> str:
    """As people say it: `DKO round 1`, `Pool A`."""
    if key == "Q":
        return phrase("Match 1")
    if key in ("A", "B"):
        return phrase("Pool {name}", name=key)
    knockout = "DKO" if key[0] == "D" else "SKO"
    return phrase("{knockout} round {number}", knockout=knockout, number=key[1])


def swiss_title(number: int) -> str:
    """`Swiss 3`."""
    return phrase("Swiss {number}", number=number)


@cache
def titles() -> Mapping[str, str]:
    """Every title of a group as a phrase: a save has it as plain text."""
    groups = [TRIANGLE, *map(title_of, KEYS), *map(swiss_title, range(1, HALVES))]
    return {group: group for group in groups}


def key_of(place: Match | Bye) -> Key | None:
    """The stage's round that a match or a walkover belongs to; None for the Swiss."""
    if place.part == QUALIFYING_TRIANGLE:
        return "Q"
    return place.part if place.part in STARTS else None


def in_triangle(match: Match) -> bool:
    """Whether it is one of the three matches of a triangle."""
    return match.part in (QUALIFYING_TRIANGLE, SWISS_TRIANGLE)


def onward(key: Key, few: bool) -> Key | None:
    """Where its winners play next; `few`: 16 to 19 teams."""
    after: dict[Key, Key] = {"A": "D1", "B": "S1", "D1": "D2", "D2": "D3"}
    after["Q"] = "D1" if few else "A"
    if key[0] == "S" and key != "S7":
        after[key] = f"S{int(key[1]) + 1}"  # type: ignore[assignment]
    return after.get(key)


def swiss_round(number: int) -> int:
    """The Swiss round of a half: 1 in 2.1; below 1 before."""
    return number - 2


def half_of_swiss(swiss: int) -> int:
    """The half in which a Swiss round begins."""
    return swiss + 2
