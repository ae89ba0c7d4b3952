"""The settings of a knockout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import ClassVar, Literal

from engine.entrants import Entrant
from engine.phrases import phrase
from formats.settings import MOST_ROUNDS, FormatSettings, SomePoints, knob

LARGEST = 1024


class KnockoutSettings(FormatSettings):
    """Settings of both knockouts."""

    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})
    only_with: ClassVar[Mapping[str, tuple[str, str]]] = {
        "seeds": ("placement", "mixed"),
        "games": ("score", "games"),
        "boards": ("score", "imps"),
    }

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from the entries"
    )
    bye_points: SomePoints = knob(default=Decimal(0), description="nobody scores by a bye")
    tiebreaks: tuple[str, ...] = knob(default=(), description="places are shared, not broken")
    placement: Literal["seeded", "drawn", "mixed"] = knob(
        default="seeded",
        description="seeded: 1 v last …; drawn: all by lot; mixed: seeds placed, the rest drawn",
    )
    seeds: int = knob(default=4, ge=0, le=LARGEST, description="how many are placed when mixed")
    separate_clubs: bool = knob(
        default=False, description="keep clubs apart in the first round where that is possible"
    )
    score: Literal["games", "imps"] = knob(default="games", description="what a match is scored in")
    games: int = knob(default=1, ge=1, le=99, description="games of a match, best of")
    boards: int = knob(default=28, ge=1, le=999, description="boards of a match scored in IMPs")
    ties: tuple[str, ...] = knob(
        default=(),
        description="what decides a tie here, the usual way first, as rapid, blitz, lot; a result "
        "with another one is taken and noted",
    )

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Teams play at tables."""
        return phrase("table") if self.of_teams(entrants) else phrase("board")

    def of_teams(self, entrants: Sequence[Entrant]) -> bool:
        """Where matches are scored in IMPs, or an entry has members."""
        return self.score == "imps" or any(entrant.members for entrant in entrants)


class SingleSettings(KnockoutSettings):
    """Settings of the single knockout."""

    third_place: bool = knob(default=False, description="a match for third place")


class DoubleSettings(KnockoutSettings):
    """Settings of the double knockout."""

    reset: bool = knob(
        default=True, description="the grand final is played again if the unbeaten side loses it"
    )
