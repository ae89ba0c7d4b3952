"""Rule 8: which colour is due, how strong the claim is, and what nobody may have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from engine.colours import OTHER, difference, exceeds, last_colour, third_running
from engine.history import Colour

Claim = tuple[int, ...]
"""How strong a claim to the due colour is; larger is stronger. First the difference to be made
even (equalisation), then for every game from the latest back 1 if it had the other colour
(alternation is the latest, balance the earlier ones)."""


@cache
def due(colours: str) -> Colour | None:
    """The colour that equalises, else the one that alternates; None before the first game.

    Where it would break rule 8 (after games against it), the other one.
    """
    surplus, last = difference(colours), last_colour(colours)
    if last is None:
        return None
    wanted: Colour = OTHER[last] if not surplus else "B" if surplus > 0 else "W"
    out = forbidden(colours)
    return OTHER[wanted] if wanted in out and OTHER[wanted] not in out else wanted


@cache
def claim(colours: str) -> Claim:
    """How strong the claim to `due` is; () without one."""
    wanted = due(colours)
    if wanted is None:
        return ()
    return (abs(difference(colours)), *(int(c != wanted) for c in reversed(colours)))


def stronger(one: Claim, other: Claim) -> int:
    """1, -1 or 0: which claim is the stronger; games that were not played speak for nobody."""
    for a, b in zip_longest(one, other, fillvalue=0):
        if a != b:
            return 1 if a > b else -1
    return 0


def trimmed(strength: Claim) -> Claim:
    """The same claim in its shortest form: equal claims are then equal values."""
    end = len(strength)
    while end and not strength[end - 1]:
        end -= 1
    return strength[:end]


def claim_facts(colours: str) -> dict[str, str | bool]:
    """What a claim rests on: the colours that a player has had, and whether it equalises them."""
    return {"colours": colours, "equalises": bool(difference(colours))}


@cache
def forbidden(colours: str) -> frozenset[Colour]:
    """Colours that would be the third running or make the difference larger than 2."""
    both: tuple[Colour, ...] = ("W", "B")
    return frozenset(c for c in both if third_running(colours, c) or exceeds(colours, c))


def majority(dues: Sequence[Colour | None]) -> Colour | None:
    """The colour that is due to more of them; None if to neither."""
    white, black = dues.count("W"), dues.count("B")
    if white == black:
        return None
    return "W" if white > black else "B"
