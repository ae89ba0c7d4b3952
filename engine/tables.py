"""Tables as values: standings and what a format shows beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from engine.entrants import EntrantId
from engine.points import Points


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant in a standing. Equal ranks are shared places.

    `tiebreaks` maps the table's columns to values (None where one cannot be computed);
    `working` says per column how the value came about.
    """

    rank: int
    id: EntrantId
    no: int
    name: str
    points: Points
    status: str | None = None
    tiebreaks: Mapping[str, Decimal | None] = field(default_factory=dict)
    working: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    """Adjustments with their reason, for a foot note."""


@dataclass(frozen=True, slots=True)
class Table:
    """A standing: overall, of a section, of a category."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    kind: str = "overall"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """Any other table: texts by row and column, for a screen to show beside."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Every entrant's results by round (`cells`) in the order of the standing."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[Row, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entrant who goes on from the finished event, and where to."""

    entrant: EntrantId
    to: str
