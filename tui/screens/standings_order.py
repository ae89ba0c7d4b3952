"""A standings list in the order of one of its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from engine.alphabet import fold
from engine.entrants import TITLES
from engine.tables import StandingRow, StandingTable
from tui.screens.standings_lines import PERFORMANCE, RowFacts

RANK = "Rk"
"""The column that a table stands by until another is chosen."""
BY_KEY = (RANK, "No", "Name", "Rtg")
"""What one goes through by a key; the others are chosen by their column's head."""
CALLED = {
    RANK: "rank", "No": "number", "Name": "name", "Rtg": "rating", "Ti": "title",
    "Fed": "federation", "Club": "club", PERFORMANCE: "performance",
}  # fmt: skip
"""The columns that are no figures of the table, in words."""

Value = Callable[[StandingRow], tuple[bool, object]]


def in_order(table: StandingTable, facts: RowFacts, by: str) -> Sequence[StandingRow]:
    """The rows by the column of that head: figures from the highest, texts from A, who has
    nothing there at the end; those alike as they stand in the table."""
    value = _value(table, facts, by)
    return table.rows if value is None else sorted(table.rows, key=value)


def can_sort(table: StandingTable, facts: RowFacts, by: str) -> bool:
    """Whether a list of that table can stand by that column: somebody has something there."""
    value = _value(table, facts, by)
    return by == RANK or (value is not None and not all(value(row)[0] for row in table.rows))


def _value(table: StandingTable, facts: RowFacts, by: str) -> Value | None:
    def highest(read: Callable[[StandingRow], Decimal | int | None]) -> Value:
        return lambda row: ((value := read(row)) is None, -value if value is not None else 0)

    def text(name: str) -> Value:
        def read(row: StandingRow) -> tuple[bool, object]:
            entrant = facts.entrants.get(row.id)
            value = getattr(entrant, name) if entrant is not None else ""
            return not value, fold(value)

        return read

    def title(row: StandingRow) -> tuple[bool, object]:
        entrant = facts.entrants.get(row.id)
        text = entrant.title if entrant is not None else ""
        return not text, TITLES.index(text) if text in TITLES else len(TITLES)

    def rating(row: StandingRow) -> int | None:
        entrant = facts.entrants.get(row.id)
        return entrant.rating if entrant is not None else None

    if table.points and by == table.points:
        return highest(lambda row: row.points)
    if by in table.columns:
        return highest(lambda row: row.tiebreaks.get(by))
    values: dict[str, Value] = {
        "No": lambda row: (False, row.no),
        "Name": lambda row: (False, fold(row.name)),
        "Ti": title,
        "Fed": text("federation"),
        "Club": text("club"),
        "Rtg": highest(rating),
        PERFORMANCE: highest(lambda row: facts.performed.get(row.id)),
    }
    return values.get(by)
