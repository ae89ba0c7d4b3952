"""The values of settings: checked where they are given, read where a save has kept them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields
from decimal import Decimal
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.refusal import Refused
from formats.settings import FormatSettings, Knob

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
        """Each setting's type, with the limits that stand in it."""
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
        """What gives a setting as it is kept, `before` it has its type or after that."""
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
        """The only words that a setting can be; none where it is no word, or any."""
        hint = self.types[key]
        return get_args(hint) if get_origin(hint) is Literal else ()

    @cached_property
    def model(self) -> Any:
        """The model of the validating library."""
        from pydantic import AfterValidator, BeforeValidator, ConfigDict, create_model

        keys: Any = {}
        for key, field in self.fields.items():
            before = [BeforeValidator(check) for check in self.checks(key, before=True)]
            after = [AfterValidator(check) for check in self.checks(key, before=False)]
            knob = field.metadata.get("knob", Knob())
            keys[key] = (Annotated[(self.types[key], knob, *before, *after)], field.default)
        return create_model(self.kind.__name__, __config__=ConfigDict(extra="forbid"), **keys)


_SHAPES: dict[type, SettingsShape] = {}


def shape_of(kind: type[FormatSettings]) -> SettingsShape:
    """What the settings of a class are."""
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
    """Values, where each has the form in which this program keeps it, `within_limits` too; None
    where one has not. The validating library, which takes long to load, is not needed."""
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
    """The value as it is kept; `ValueError` or `Refused` for one that cannot be."""
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
