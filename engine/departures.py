"""Where a round is not the engine's own draw, and what that costs: facts, kept with the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.entrants import EntrantId

COLOURS = ("White", "Black")
"""What the two sides of a match of players are called."""


@dataclass(frozen=True, slots=True)
class PlaceInRound:
    """Where somebody is in a round: a board with the colour (in team formats White is at home) and
    the opponent, or the bye, which has neither."""

    board: int | None = None
    colour: Literal["", "W", "B"] = ""
    opponent: EntrantId = ""


@dataclass(frozen=True, slots=True)
class Departure:
    """An entrant whose place is not the one of the engine's own draw.

    `places` and `own` are his places in the round and in that draw, several where he has several
    boards, none where he has no place. Journals of earlier versions have sentences instead, `here`
    and `engine`.
    """

    entrant: EntrantId
    here: str = ""
    engine: str = ""
    places: tuple[PlaceInRound, ...] = ()
    own: tuple[PlaceInRound, ...] = ()

    def words(
        self, names: Mapping[EntrantId, str], sides: tuple[str, str] = COLOURS
    ) -> tuple[str, str]:
        """`White against Quilty`, `bye`, `not placed`: here, and in the engine's own draw. `sides`
        are what the two sides of a match are called."""
        if self.here or self.engine:
            return self.here, self.engine
        return place_words(self.places, names, sides), place_words(self.own, names, sides)


@dataclass(frozen=True, slots=True)
class Worse:
    """A criterion by which a published round is worse than the engine's own draw: its group, its
    name, what it counts, and both counts.

    `boards` and `byes` are marked for it, as they were before the publication, and `said` is what
    was said there; none where a rule, or another criterion, says it already.
    """

    where: str = ""
    name: str = ""
    text: str = ""
    was: tuple[int, ...] = ()
    now: tuple[int, ...] = ()
    severity: Literal["must", "should", "note"] = "should"
    boards: tuple[int, ...] = ()
    byes: tuple[EntrantId, ...] = ()
    said: str = ""


def place_words(
    places: Iterable[PlaceInRound], names: Mapping[EntrantId, str], sides: tuple[str, str] = COLOURS
) -> str:
    """`White against Quilty`, `bye`, `not placed`; several after each other."""
    words = [
        f"{sides[place.colour != 'W']} against {names[place.opponent]}"
        if place.board is not None
        else "bye"
        for place in places
    ]
    return ", ".join(words) or "not placed"
