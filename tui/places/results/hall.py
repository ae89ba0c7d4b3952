"""The map of the hall: every board of a round in its place, open ones found at a glance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.event import Match
from engine.results import Outcome
from tui.widgets.lines import Line

OPEN, LATER, PUT_OFF, ADJOURNED, COVERED = "■", "»", ">", "?", "·"
"""A board due now, one that runs on, one that is played on another day, one that goes on later, one
whose slip is still covered."""
LABEL = 5
"""Cells for the number of the first board of a row."""
GROUP = 10
"""Boards between two gaps where each has one cell."""


@dataclass(frozen=True, slots=True)
class HallMap:
    """Boards in rows of so many, in cells of that width; `first` is the first row in view."""

    boards: tuple[int, ...]
    per_row: int
    cell: int
    rows: int
    first: int = 0

    @classmethod
    def of(cls, boards: Sequence[int], width: int, most: int, selected: object = None) -> HallMap:
        """The roomiest one that has no more than `most` rows of that width. Where none has, the
        page of it on which the selected board is."""
        count, made = len(boards), None
        for per_row, cell in ((10, 4), (10, 3), (20, 2), (10, 2), (30, 1), (20, 1), (10, 1)):
            if LABEL + per_row * cell + (per_row // GROUP - 1 if cell == 1 else 1) > width:
                continue
            rows = -(-count // per_row)
            if rows <= most:
                return cls(tuple(boards), per_row, cell, rows)
            if made is None or rows < made.rows:
                made = cls(tuple(boards), per_row, cell, rows)
        if made is None:
            return cls((), 1, 1, 0)
        at = made.boards.index(selected) // made.per_row if selected in made.boards else 0
        pages = -(-made.rows // most)
        page = -(-made.rows // pages)
        first = at // page * page
        return cls(made.boards, made.per_row, made.cell, min(page, made.rows - first), first)

    @property
    def in_view(self) -> tuple[int, ...]:
        """The boards on the page."""
        start = self.first * self.per_row
        return self.boards[start : start + self.rows * self.per_row]

    def x(self, at: int) -> int:
        """The cell of the board at that place of its row."""
        gaps = at // GROUP if self.cell == 1 else 0
        return LABEL + at * self.cell + self.cell - 1 + gaps

    def board_at(self, x: int, row: int) -> int | None:
        """The board that is nearest to a cell of a row of the map; None beside it."""
        if not 0 <= row < self.rows or x < LABEL:
            return None
        boards = self._row(row)
        near = min(range(len(boards)), key=lambda at: abs(self.x(at) - x), default=None)
        return boards[near] if near is not None and abs(self.x(near) - x) <= self.cell else None

    def _row(self, row: int) -> tuple[int, ...]:
        start = (self.first + row) * self.per_row
        return self.boards[start : start + self.per_row]

    def lines(self, mark: Callable[[int], tuple[str, str]], selected: object) -> list[Line]:
        """The rows; the selected board stands in brackets, or is turned where no cell is free."""
        return [self._line(self._row(row), mark, selected) for row in range(self.rows)]

    def _line(
        self, boards: Sequence[int], mark: Callable[[int], tuple[str, str]], selected: object
    ) -> Line:
        cells = [(c, "dim") for c in f"{boards[0]:>{LABEL - 1}}"]
        bracket = self.cell > 1
        cells += [(" ", "dim")] * (self.x(len(boards) - 1) + 1 + bracket - len(cells))
        for at, board in enumerate(boards):
            x = self.x(at)
            cells[x] = mark(board)
            if board == selected and not bracket:
                cells[x] = (cells[x][0], "mark")
            elif board == selected:
                cells[x - 1], cells[x + 1] = ("[", "strong"), ("]", "strong")
        return Line(tuple(_joined(cells)))


def _joined(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Neighbours of one style in one piece; a blank has the style before it."""
    parts: list[tuple[str, str]] = []
    for character, style in cells:
        if parts and (parts[-1][1] == style or character == " "):
            parts[-1] = (parts[-1][0] + character, parts[-1][1])
        else:
            parts.append((character, style))
    return parts


def result_mark(match: Match) -> tuple[str, str]:
    """`1`, `0`, `½` by White's or the home side's outcome, `+` and `-` for forfeits."""
    result = match.result
    if result is None:
        return OPEN, "strong"
    if result.provisional:
        return ADJOURNED, "plain"
    outcome = result.outcome("white")
    if not result.played:
        return ("+" if outcome is Outcome.WIN else "-"), "dim"
    return {Outcome.WIN: "1", Outcome.LOSS: "0"}.get(outcome, "½"), "dim"
