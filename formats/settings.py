"""The settings that an arbiter can change: of every format, of those whose boards the venue
numbers, of those that give byes; how a format declares the possible values of a setting; and the
values, checked where they are given, read where a save has kept them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from decimal import MAX_PREC, Decimal
from functools import cached_property
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.boards import Seating
from engine.entrants import Entrant
from engine.phrases import LANGUAGES, phrase
from engine.refusal import Refused

MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True, eq=False)
class Knob:
    """The possible values of a setting, or of each part of a list, and what it does.

    `limits` are those of the validating library: `ge`, `le`, `max_digits`, `decimal_places`.
    """

    description: str = ""
    limits: dict[str, Any] = field(default_factory=dict)
    example: Any = None
    """For a list that is empty by default."""

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
    """Marks a class method that returns the value of these settings in its saved form, or raises
    `ValueError` saying what it must be; `before` the value has its type."""

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
    "rounds corrected without asking twice, from the last one played back (0: all; strict mode: 2 "
    "at most)"
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
    """The word before the label of a round: `round 3`, `session 2.1`."""

    not_chosen: ClassVar[frozenset[str]] = frozenset()
    """Settings that follow from the entries or the results."""

    only_with: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Settings that do nothing unless another one has this value: `boards`, with `score` `imps`."""

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
        """It is shown on walls and paper as a QR code and is typed: short, and nothing secret."""
        if address and not _ADDRESS.fullmatch(address):
            raise ValueError(f"an address of at most {ADDRESS_LIMIT} letters, as https://host/name")
        return address

    @property
    def round_points(self) -> tuple[Decimal, Decimal, Decimal]:
        """The points for a round lost, drawn and won."""
        return self.loss_points, self.draw_points, self.win_points

    def faults(self) -> Iterator[tuple[str, str]]:
        """Settings that do not go with others, and what each must be."""
        return iter(())

    @staticmethod
    def round_label(number: int) -> str:
        """What distinguishes a round from the others in a narrow column."""
        return str(number)

    @classmethod
    def round_name(cls, number: int) -> str:
        """What people call a round."""
        return phrase("round {number}", number=cls.round_label(number))

    @classmethod
    def round_file(cls, number: int) -> str:
        """How the names of a round's files begin."""
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


LAST_BOARD = 9000
"""The highest number that a first board can have: 999 more are left for the boards after it."""
_PLACED = re.compile(r"([0-9]{1,4}) +(\S.*)")
_ROOM_LIMIT = 40


class RoomSettings(FormatSettings):
    """The first board and the rooms."""

    boards_move: ClassVar[bool] = True
    """Whether a match may sit at any board; not if the boards are part of a timetable."""

    first_board: int = knob(
        default=1,
        ge=1,
        le=LAST_BOARD,
        description="number of the first board, as 101 for section B",
    )
    rooms: tuple[str, ...] = knob(
        default=(), description="rooms by their first board, as 1 Main hall, 101 Annexe"
    )

    @classmethod
    @checks("rooms")
    def _readable_rooms(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        starts = [start for start, _ in _rooms(given)]
        if len(set(starts)) < len(starts):
            raise ValueError("a first board for each room, none twice")
        return given

    @property
    def seating(self) -> Seating:
        """The part of them that the engine reads."""
        return Seating(self.first_board, {}, _rooms(self.rooms), self.boards_move)


def _rooms(given: Iterable[str]) -> tuple[tuple[int, str], ...]:
    matches = [_PLACED.fullmatch(text.strip()) for text in given]
    if not all(m and 1 <= int(m[1]) <= LAST_BOARD and len(m[2]) <= _ROOM_LIMIT for m in matches):
        raise ValueError(
            f"a first board (1 to {LAST_BOARD}) and a name of at most {_ROOM_LIMIT} letters each,"
            " as 1 Main hall, 101 Annexe"
        )
    return tuple(sorted((int(m[1]), m[2]) for m in matches if m))


class ByeSettings(RoomSettings):
    """Limits of half-point byes; beyond them the arbiter is asked."""

    half_byes: int | None = knob(
        default=None, ge=0, le=99, description="most half-point byes of one player (default: any)"
    )
    no_byes_last: int = knob(
        default=0, ge=0, le=99, description="last rounds without half-point byes"
    )


Check = Callable[[Any], Any]


@dataclass
class WrongSetting(Exception):
    """A value that a setting cannot have; `fault` as the validating library names it."""

    key: str
    value: object
    fault: str
    wanted: str


class SettingsShape:
    """The settings that a class has: their types, limits and checks, worked out once."""

    def __init__(self, kind: type[FormatSettings]) -> None:
        self.kind = kind
        self.fields: dict[str, Field[Any]] = {one.name: one for one in fields(kind)}

    @cached_property
    def types(self) -> dict[str, Any]:
        """Each setting's type, with its limits."""
        return get_type_hints(self.kind, include_extras=True)

    @cached_property
    def _checks(self) -> dict[tuple[str, bool], list[Check]]:
        named = {
            name: getattr(member, "__func__", member)
            for base in reversed(self.kind.__mro__)
            for name, member in vars(base).items()
        }
        checks: dict[tuple[str, bool], list[Check]] = {}
        for name, function in named.items():
            keys, before = getattr(function, "checked", ((), False))
            for key in keys:
                checks.setdefault((key, before), []).append(getattr(self.kind, name))
        return checks

    def checks(self, key: str, before: bool) -> list[Check]:
        """The functions that give a setting in its saved form, `before` it has its type or after
        that."""
        return self._checks.get((key, before), [])

    def knobs(self, key: str) -> tuple[Knob, list[Knob], list[Knob]]:
        """The setting's own, those of its type, and those of the parts of a list."""
        of_type: list[Knob] = []
        of_parts: list[Knob] = []
        types = [(self.types[key], False)]
        while types:
            hint, within = types.pop()
            for part in get_args(hint):
                if isinstance(part, Knob):
                    (of_parts if within else of_type).append(part)
                else:
                    types.append((part, within or get_origin(hint) is tuple))
        return self.fields[key].metadata.get("knob", Knob()), of_type, of_parts

    def choices(self, key: str) -> tuple[str, ...]:
        """The only words that a setting can be; empty if it is not a word, or can be any."""
        hint = self.types[key]
        return get_args(hint) if get_origin(hint) is Literal else ()

    @cached_property
    def model(self) -> Any:
        """The model of the validating library."""
        from pydantic import AfterValidator, BeforeValidator, ConfigDict, create_model

        keys: Any = {}
        for key, setting in self.fields.items():
            before = [BeforeValidator(check) for check in self.checks(key, before=True)]
            after = [AfterValidator(check) for check in self.checks(key, before=False)]
            own = setting.metadata.get("knob", Knob())
            keys[key] = (Annotated[(self.types[key], own, *before, *after)], setting.default)
        return create_model(self.kind.__name__, __config__=ConfigDict(extra="forbid"), **keys)


_SHAPES: dict[type, SettingsShape] = {}


def shape_of(kind: type[FormatSettings]) -> SettingsShape:
    """The fields of the settings of a class."""
    return _SHAPES.get(kind) or _SHAPES.setdefault(kind, SettingsShape(kind))


def checked_settings(kind: type[FormatSettings], values: Mapping[str, Any]) -> FormatSettings:
    """Settings of values in any form that can be meant; `WrongSetting` for the first that cannot.
    What does not go together is not looked for."""
    plain = plain_settings(kind, values, within_limits=True)
    if plain is not None:
        return kind(**plain)
    from pydantic import ValidationError

    shape = shape_of(kind)
    try:
        checked = shape.model.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        own = first.get("ctx", {}).get("error")  # of a check of the format
        wanted = str(own) if own is not None else first["msg"]
        raise WrongSetting(str(first["loc"][0]), first["input"], first["type"], wanted) from None
    return kind(**{key: getattr(checked, key) for key in shape.fields})


def typed_setting(kind: type[FormatSettings], key: str, value: object) -> Any:
    """A value in any form of the setting's type, whatever its limits; else `WrongSetting`."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(get_type_hints(kind)[key]).validate_python(value)
    except ValidationError as error:
        raise WrongSetting(key, value, "", str(error)) from None


def plain_settings(
    kind: type[FormatSettings], values: Mapping[str, Any], within_limits: bool = False
) -> dict[str, Any] | None:
    """The values, if each has its saved form, `within_limits` too; None if one has not. The
    validating library, which takes long to load, is not needed."""
    shape, read = shape_of(kind), {}
    for key, value in values.items():
        if key not in shape.fields:
            return None
        try:
            for check in shape.checks(key, before=True):
                value = check(value)
            value = _plain(shape.types[key], value)
            if value != shape.fields[key].default:
                value = _checked(shape, key, value, within_limits)
        except (ValueError, Refused):
            return None
        read[key] = value
    return read


def _checked(shape: SettingsShape, key: str, value: Any, within_limits: bool) -> Any:
    """The value in its saved form; `ValueError` or `Refused` for an impossible one."""
    if within_limits:
        _refuse_beyond(shape, key, value)
    for check in shape.checks(key, before=False):
        value = check(value)
    return value


def _refuse_beyond(shape: SettingsShape, key: str, value: Any) -> None:
    """`ValueError` for a value that is beyond its limits, or has so many digits that it may be."""
    own, of_type, of_parts = shape.knobs(key)
    for part in value if isinstance(value, tuple) else (value,):
        for one in (own, *of_type, *of_parts):
            if part is not None and not one.holds(part):
                raise ValueError(f"{part!r} is beyond its limits")


def _plain(hint: Any, value: Any) -> Any:
    """The value as the type has it; `ValueError` where it is of another form."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _plain(parts[0], value)
    if origin in (Union, UnionType):
        (inner,) = (part for part in parts if part is not NoneType)
        return None if value is None else _plain(inner, value)
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_plain(parts[0], part) for part in value)
    if origin is Literal and isinstance(value, str) and value in parts:
        return value
    number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    if hint is Decimal and number and Decimal(str(value)).is_finite():
        return Decimal(str(value))
    if hint in (int, bool, str) and type(value) is hint:
        return value
    raise ValueError(f"{value!r} is not kept so")
