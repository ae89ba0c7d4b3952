"""What the search for floats has found: who floats to whom, and why others were passed over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from formats.score_field import Game

Hindrance = Literal["rest", "below", "alone", "going on", "bye"]
"""Why a floater or a bye was passed over: the rest of his group cannot be drawn; there is no legal
draw in which he floats; none in which he alone does; with him alone somebody would pass by a legal
opponent; he has had the bye."""

SHOWN = 3
"""So many of those passed over are named, and told apart."""


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """What becomes of a score group. Players are positions in the field."""

    number: int
    drawn: tuple[int, ...]
    """Drawn among themselves."""
    floaters: tuple[int, ...] = ()
    """Sent down by this group (those who only pass through are not repeated)."""
    passed_over: tuple[tuple[int, Hindrance], ...] = ()
    """Who was tried first, when one floats or has the bye."""
    skipping: bool = False
    """No draw is left without a floater who passes by a legal opponent in the next group."""
    forced: bool = True
    """With fewer floaters there is no legal draw at all; else there is none in which nobody passes
    by a legal opponent."""
    open: int = 0
    """Everybody not settled before this group, as a bit set; nobody in the last group."""


@dataclass(frozen=True, slots=True)
class FloaterSeat:
    """A floater's place in the group with the number `into`: his opponent, None if he goes on.
    It is undone if that group sends him on."""

    floater: int
    opponent: int | None
    into: int


@dataclass(frozen=True, slots=True)
class Passing:
    """What rule 8 did about a floater's game with somebody of his school, club or family."""

    floater: int
    into: int
    first: int
    """Whom he would play without rule 8."""
    tried: tuple[int, ...]
    """Whom he could play instead, but the round would not be worth it."""
    chosen: int | None = None
    """Whom he plays instead; None if he keeps his opponent."""


@dataclass(frozen=True, slots=True)
class FloatPlan:
    """All groups, the floaters' games and the bye."""

    groups: tuple[GroupPlan, ...]
    games: tuple[Game, ...]
    bye: int | None = None
    seatings: tuple[FloaterSeat, ...] = ()
    """From the top, in each group the highest floater first, as they chose."""
    passings: tuple[Passing, ...] = ()
    """Floaters whose game rule 8 asked to avoid, in the same order."""
