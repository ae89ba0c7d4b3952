"""The settings that every format has, as a checked model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.entrants import Entrant
from engine.phrases import LANGUAGES, phrase
from engine.tiebreaks import check_tiebreaks

SomePoints = Annotated[Decimal, Field(ge=-10, le=100, max_digits=6, decimal_places=2)]

ADDRESS_LIMIT = 120
_ADDRESS = re.compile(
    rf"(?=.{{9,{ADDRESS_LIMIT}}}$)https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~%/?=&+-]*)?"
)
"""Without a name or password in it."""


WINDOW = (
    "rounds that are corrected without asking twice: the last one played and those before it "
    "(0: all; strict mode: 2 at most)"
)


class FormatSettings(BaseModel):
    """Settings that every format has. Points are exact decimals; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    predetermined: ClassVar[bool] = False
    """A round robin: every pairing is fixed beforehand, and other tie-breaks are fit for it."""

    teams: ClassVar[bool] = False
    """Of chess teams: tie-breaks of teams are fit for it."""

    by_games: ClassVar[bool] = False
    """Whether a match of chess teams scores the points of its games, not those of a match."""

    round_word: ClassVar[str] = "round"
    """What a round is called before its label: `round 3`, `session 2.1`."""

    rounds: int = Field(default=6, ge=1, le=99, description="number of rounds")
    win_points: SomePoints = Field(default=Decimal(1), description="points for a win")
    draw_points: SomePoints = Field(default=Decimal("0.5"), description="points for a draw")
    loss_points: SomePoints = Field(default=Decimal(0), description="points for a loss")
    forfeit_points: SomePoints = Field(default=Decimal(0), description="for a forfeit loss")
    bye_points: SomePoints = Field(default=Decimal(1), description="points for the bye")
    tiebreaks: tuple[str, ...] = Field(
        default=("DE", "BH/C1", "BH", "SB", "WIN"),
        description="tie-breaks after points, in order (codes of FIDE C.07)",
    )
    correction_window: int = Field(
        default=0,
        ge=0,
        le=99,
        description=WINDOW,
    )
    language: str = Field(
        default="en",
        description=f"what the hall reads: {', '.join(f'{k} {v}' for k, v in LANGUAGES.items())}",
    )

    site: str = Field(
        default="", description="where players find the site, as https://chess.example/hastings/"
    )

    @field_validator("tiebreaks")
    @classmethod
    def _known_tiebreaks(cls, codes: tuple[str, ...]) -> tuple[str, ...]:
        return check_tiebreaks(codes, cls.predetermined, cls.teams)

    @field_validator("language")
    @classmethod
    def _known_language(cls, code: str) -> str:
        if code.strip().lower() not in LANGUAGES:
            raise ValueError(f"one of {', '.join(LANGUAGES)}")
        return code.strip().lower()

    @field_validator("site")
    @classmethod
    def _readable_address(cls, address: str) -> str:
        """It stands on walls and paper as a QR code and is typed: short, and nothing secret."""
        if address and not _ADDRESS.fullmatch(address):
            raise ValueError(f"an address of at most {ADDRESS_LIMIT} letters, as https://host/name")
        return address

    @staticmethod
    def round_label(number: int) -> str:
        """What tells a round from the others in a narrow column."""
        return str(number)

    @classmethod
    def round_name(cls, number: int) -> str:
        """What people call a round."""
        return phrase("round {number}", number=cls.round_label(number))

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Where a match is played: teams play at tables."""
        return phrase("board")

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings that are not at their defaults."""
        return self.model_dump(exclude_defaults=True)
