"""Values of a TOML file that people edit: each of its kind, or the place of what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from engine.money import cents
from engine.refusal import Refused
from saves.checked import Place, line_of
from saves.safe_text import safe
from saves.toml_guard import BadSave

TEXT_LIMIT = 120
"""Characters of a text that is no name and no description."""


class WrongValue(Exception):
    """A value that cannot be taken: its place in the file, and what is wrong with it."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(problem)
        self.place, self.problem = place, problem


@contextmanager
def lines_named(data: bytes, name: str, remedy: str) -> Iterator[None]:
    """A wrong value is raised as `BadSave` with its line in the file."""
    try:
        yield
    except WrongValue as wrong:
        raise BadSave(name, wrong.problem, remedy, line_of(data, wrong.place)) from None
    except BadSave as bad:
        raise BadSave(name, bad.what, remedy, bad.row, bad.column) from None


def text_at(row: Mapping[str, Any], key: str, place: Place, limit: int = TEXT_LIMIT) -> str:
    """A text without control characters; empty where the row has none."""
    value = row.get(key, "")
    if type(value) is not str:
        raise WrongValue((*place, key), f"{key} must be a text in quotes")
    if len(value) > limit:
        raise WrongValue((*place, key), f"{key} must have {limit} characters or fewer")
    return safe(value.strip(), limit)


def texts_at(row: Mapping[str, Any], key: str, place: Place, between: str = "") -> tuple[str, ...]:
    """Several texts; a single one stands for itself, or is divided at `between`."""
    values = row.get(key, [])
    if type(values) is str:
        values = values.split(between) if between else [values]
    if not isinstance(values, list) or not all(type(value) is str for value in values):
        raise WrongValue((*place, key), f'{key} must be texts, as ["a", "b"]')
    return tuple(safe(value.strip(), TEXT_LIMIT) for value in values if value.strip())


def whole_at(row: Mapping[str, Any], key: str, place: Place, most: int) -> int | None:
    """A whole number from 0 to `most`; None where the row has none."""
    value = row.get(key)
    if value is not None and (type(value) is not int or not 0 <= value <= most):
        raise WrongValue((*place, key), f"{key} must be a whole number from 0 to {most}")
    return value


def flag_at(row: Mapping[str, Any], key: str, place: Place) -> bool | None:
    """True or false; None where the row says neither."""
    value = row.get(key)
    if value is not None and type(value) is not bool:
        raise WrongValue((*place, key), f"{key} must be true or false")
    return value


def money_of(value: Any, place: Place) -> int:
    """An amount in cents: `35`, `35.5`, `"35.00"`."""
    key = next((str(part) for part in reversed(place) if isinstance(part, str)), "it")
    try:
        if type(value) is Decimal and value.is_finite() and value == round(value, 2) >= 0:
            return cents(f"{value:.2f}")
        if type(value) in (int, str):
            return cents(str(value))
    except Refused:
        pass
    raise WrongValue(
        place, f'{key}: {safe(str(value), 20)!r} is not an amount; write it as "35.00"'
    )
