"""What an arbiter can set of every format, and how a format says what a setting may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from decimal import MAX_PREC, Decimal
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform

from engine.entrants import Entrant
from engine.phrases import LANGUAGES, phrase

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True, eq=False)
class Knob:
    """What a setting, or each part of a list, may be, and what it does.

    `limits` are those of the validating library: `ge`, `le`, `max_digits`, `decimal_places`.
    """

    description: str = ""
    limits: dict[str, Any] = field(default_factory=dict)
    example: Any = None
    """Of a list whose default is none."""

    def holds(self, value: Any) -> bool:
        """Whether a value is surely within the limits; one of very many digits may be all the
        same."""
        least, most = self.limits.get("ge"), self.limits.get("le")
        if (least is not None and value < least) or (most is not None and value > most):
            return False
        if not isinstance(value, Decimal):
            return True
        _, digits, exponent = value.as_tuple()
        places = self.limits.get("decimal_places", MAX_PREC)
        most_digits = self.limits.get("max_digits", MAX_PREC)
        return bool(len(digits) <= most_digits and -int(exponent) <= places)

    def __get_pydantic_core_schema__(self, kind: Any, schema_of: Callable[[Any], Any]) -> Any:
        """The schema of the type with the limits in it; of an optional one inside."""
        schema = schema_of(kind)
        if schema["type"] == "nullable":
            return {**schema, "schema": {**schema["schema"], **self.limits}}
        return {**schema, **self.limits}


def knob(*, default: Any, description: str = "", example: Any = None, **limits: Any) -> Any:
    """A setting with its default, its limits (`ge`, `le`) and its meaning."""
    return field(default=default, metadata={"knob": Knob(description, limits, example)})


_Check = TypeVar("_Check", bound=Callable[..., Any])


def checks(*keys: str, before: bool = False) -> Callable[[_Check], _Check]:
    """Marks a class method that gives the value of these settings back as it is kept, or raises
    `ValueError` with what it must be; `before` the value has its type."""

    def marked(method: _Check) -> _Check:
        method.checked = (keys, before)  # type: ignore[attr-defined]
        return method

    return marked


SomePoints = Annotated[
    Decimal, Knob(limits={"ge": -10, "le": 100, "max_digits": 6, "decimal_places": 2})
]

ADDRESS_LIMIT = 120
_ADDRESS = re.compile(
    rf"(?=.{{9,{ADDRESS_LIMIT}}}$)https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~%/?=&+-]*)?"
)
"""Without a name or password in it."""


WINDOW = (
    "rounds that are corrected without asking twice: the last one played and those before it "
    "(0: all; strict mode: 2 at most)"
)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(knob,))
@dataclass(frozen=True, kw_only=True)
class FormatSettings:
    """Settings that every format has. Points are exact decimals. A class below it is a frozen
    record too."""

    predetermined: ClassVar[bool] = False
    """A round robin: every pairing is fixed beforehand, and other tie-breaks are fit for it."""

    teams: ClassVar[bool] = False
    """Of chess teams: tie-breaks of teams are fit for it."""

    by_games: ClassVar[bool] = False
    """Whether a match of chess teams scores the points of its games, not those of a match."""

    round_word: ClassVar[str] = "round"
    """What a round is called before its label: `round 3`, `session 2.1`."""

    not_chosen: ClassVar[frozenset[str]] = frozenset()
    """Settings that follow from the entries or the results."""

    rounds: int = knob(default=6, ge=1, le=MOST_ROUNDS, description="number of rounds")
    win_points: SomePoints = knob(default=Decimal(1), description="points for a win")
    draw_points: SomePoints = knob(default=Decimal("0.5"), description="points for a draw")
    loss_points: SomePoints = knob(default=Decimal(0), description="points for a loss")
    forfeit_points: SomePoints = knob(default=Decimal(0), description="for a forfeit loss")
    bye_points: SomePoints = knob(default=Decimal(1), description="points for the bye")
    tiebreaks: tuple[str, ...] = knob(
        default=("DE", "BH/C1", "BH", "SB", "WIN"),
        description="tie-breaks after points, in order (codes of FIDE C.07)",
    )
    correction_window: int = knob(
        default=0,
        ge=0,
        le=99,
        description=WINDOW,
    )
    language: str = knob(
        default="en",
        description=f"what the hall reads: {', '.join(f'{k} {v}' for k, v in LANGUAGES.items())}",
    )

    site: str = knob(
        default="", description="where players find the site, as https://chess.example/hastings/"
    )

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    @checks("tiebreaks")
    def _known_tiebreaks(cls, codes: tuple[str, ...]) -> tuple[str, ...]:
        from engine.tiebreaks import check_tiebreaks

        return check_tiebreaks(codes, cls.predetermined, cls.teams)

    @classmethod
    @checks("language")
    def _known_language(cls, code: str) -> str:
        if code.strip().lower() not in LANGUAGES:
            raise ValueError(f"one of {', '.join(LANGUAGES)}")
        return code.strip().lower()

    @classmethod
    @checks("site")
    def _readable_address(cls, address: str) -> str:
        """It stands on walls and paper as a QR code and is typed: short, and nothing secret."""
        if address and not _ADDRESS.fullmatch(address):
            raise ValueError(f"an address of at most {ADDRESS_LIMIT} letters, as https://host/name")
        return address

    @property
    def round_points(self) -> tuple[Decimal, Decimal, Decimal]:
        """What a round brings that is lost, drawn and won."""
        return self.loss_points, self.draw_points, self.win_points

    def faults(self) -> Iterator[tuple[str, str]]:
        """Settings that do not go with others, and what each must be."""
        return iter(())

    @staticmethod
    def round_label(number: int) -> str:
        """What tells a round from the others in a narrow column."""
        return str(number)

    @classmethod
    def round_name(cls, number: int) -> str:
        """What people call a round."""
        return phrase("round {number}", number=cls.round_label(number))

    @classmethod
    def round_file(cls, number: int) -> str:
        """What the names of a round's files begin with."""
        return f"round-{number:02}"

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Where a match is played: teams play at tables."""
        return phrase("board")

    @property
    def values(self) -> dict[str, Any]:
        """Every setting by its key."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings that are not at their defaults."""
        return {
            one.name: value
            for one in fields(self)
            if (value := getattr(self, one.name)) != one.default and one.name not in self.not_chosen
        }
