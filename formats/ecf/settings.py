"""The settings of the English Swiss, and the order of the entries: grade, title, name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, cast

from engine.alphabet import fold
from engine.entrants import Entrant
from engine.event import Event
from formats.settings import ByeSettings, checks, knob

FEWEST_ACCELERATED = 3
"""Rounds of acceleration where their number is fixed."""
PLAIN_ROUNDS = 2
"""Rounds at the end that are never accelerated."""


class EcfSettings(ByeSettings):
    """Every knob of the format."""

    rounds: int = knob(default=5, ge=1, le=99, description="number of rounds")
    pairing: Literal["graded", "seeded"] = knob(
        default="graded", description="who meets whom in a level"
    )
    acceleration: Literal["none", "basic", "advanced"] = knob(
        default="none", description="acceleration: basic for weekends, advanced for longer events"
    )
    acceleration_rounds: int | None = knob(
        default=None,
        ge=FEWEST_ACCELERATED,
        le=99 - PLAIN_ROUNDS,
        description="accelerated rounds, at most rounds - 2 (default: until it has done its work)",
    )

    @classmethod
    @checks("acceleration_rounds", before=True)
    def _as_many_as_needed(cls, given: Any) -> Any:
        return None if given in ("", "none", "null") else given

    def faults(self) -> Iterator[tuple[str, str]]:
        """The last rounds are never accelerated."""
        fixed, most = self.acceleration_rounds, self.rounds - PLAIN_ROUNDS
        if fixed is not None and fixed > most:
            yield "acceleration_rounds", _bounds(self.rounds, most)

    @property
    def accelerated(self) -> bool:
        """Whether any acceleration is chosen."""
        return self.acceleration != "none"


def _bounds(rounds: int, most: int) -> str:
    if most < FEWEST_ACCELERATED:
        least = FEWEST_ACCELERATED + PLAIN_ROUNDS
        return f"left out: with {rounds} rounds none fits, {least} rounds are needed"
    return f"from {FEWEST_ACCELERATED} to {most}, rounds - {PLAIN_ROUNDS}"


def settings_of(event: Event) -> EcfSettings:
    """The event's settings as this format's own."""
    return cast(EcfSettings, event.settings)


TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM")
"""Titles that order players of equal grade, from the highest."""


def grade_order(entrants: Iterable[Entrant]) -> list[Entrant]:
    """By grade (a player without an estimate last), title, name, entry number."""
    return sorted(entrants, key=_key)


def _key(entrant: Entrant) -> tuple[int, int, str, str, int]:
    title = TITLES.index(entrant.title) if entrant.title in TITLES else len(TITLES)
    return (-(entrant.rating or 0), title, fold(entrant.name), entrant.name, int(entrant.id))


def lowest_grade(entrants: Iterable[Entrant]) -> int:
    """What counts for a player whom nobody has estimated: the lowest grade of the entry list."""
    return min((e.rating for e in entrants if e.rating), default=0)
