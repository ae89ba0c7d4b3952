"""What a draw depends on, as a short text: the same on every machine and in later versions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any

from engine.entrant_fields import ENTRANT_FIELDS
from engine.event import Event, Lot, Match, derived, derived_from

NOT_FOR_DRAWING = frozenset(
    {field.name for field in ENTRANT_FIELDS.values() if not field.drawn_by}
    | {"present", "why", "start_number", "expected", "estimated"}
    # the kind of an adjustment or a bye was added after the first journals, which carry
    # fingerprints
    | {"cause", "entering", "over", "scores", "group", "part", "left"}
    | {"taken_by", "expelled", "qualified"}
)
_NO_DRAWING_SETTINGS = frozenset({"rooms", "language", "site"})
_FIRST_DEFAULTS = {"odd_section": "neighbour"}
"""Of settings whose default has changed, the first one: fingerprints that were written leave
that out, and name today's."""


@derived
def fingerprint(event: Event) -> str:
    """16 hexadecimal digits over everything that a draw may depend on.

    Two events with the same fingerprint have the same next draw. Contact, notes, reasons and
    check-in marks do not count, nor does a standing proposal, nor do start numbers that changed
    with a publication only, which counts. Fields at their defaults are left
    out, so that a journal stays good when a later version adds a field.
    """
    facts = [
        event.format,
        _plain(_settings(event)),
        event.seed,
        [_plain(entrant) for entrant in event.entrants],
        [[r.number, [_board(m) for m in r.matches], _plain(r.byes)] for r in event.published],
        [_plain(event.adjustments), _plain(event.instructions), _plain(_lots_of_draws(event))],
        *([_plain(event.choices)] if event.choices else []),
        *([["exchanges", _plain(event.exchanges)]] if event.exchanges else []),
        *([["numbers", *_numbers(event)]] if event.renumbered else []),
    ]
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _lots_of_draws(event: Event) -> tuple[Lot, ...]:
    """Those that order level entrants in a standing decide nothing else."""
    return tuple(lot for lot in event.lots if lot.after is None)


def _numbers(event: Event) -> list[object]:
    """What a correction of start numbers leaves."""
    return [[e.start_number for e in event.entrants], list(event.ranked)]


@derived_from(lambda event: (event.settings,))
def _settings(event: Event) -> dict[str, Any]:
    settings = event.settings
    chosen = {k: v for k, v in settings.chosen.items() if k not in _NO_DRAWING_SETTINGS}
    for key, first in _FIRST_DEFAULTS.items():
        value = getattr(settings, key, first)
        chosen = {k: v for k, v in chosen.items() if k != key} | (
            {key: value} if value != first else {}
        )
    return chosen


def _board(match: Match) -> list[object]:
    result = match.result.text if match.result else None
    return [match.board, match.white, match.black, result, match.due]


def _plain(value: Any) -> Any:
    """The value in a form that JSON can carry, without what is at its default."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Decimal):
        # a save file gives 1.0 back where the action said 1
        return f"{value.normalize():f}"
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {
            name: _plain(part)
            for name, default in _defaults(type(value))
            if (part := getattr(value, name)) != default
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    return _plain(value.chosen)


@cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (field.name, _default(field)) for field in fields(cls) if field.name not in NOT_FOR_DRAWING
    )


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING
