"""Brackets for paper: the tree of every stage, cut into sheets that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from engine.bracket_tree import Spot, Tree, stage_title, stages, tree
from engine.bracket_words import HALL_MARKS, Fate, bracket_notes, marks_in, sides
from engine.event import Event, Round
from engine.fixtures import Filled, gone_through
from engine.protocol import Format, bracket_of

MOST_COLUMNS, FEWEST_COLUMNS = 7, 2
"""Columns of a stage on one sheet: as many as leave no match too high for it."""
MOST_ROWS = 46
"""Rows on a sheet of A4."""
AIRY = 30
"""Up to this many rows there is space between matches."""


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A side of a match: column and row (from 1), who it is, what it scored."""

    column: int
    row: int
    name: str
    score: str
    fate: Fate
    known: bool


@dataclass(frozen=True, slots=True)
class Joint:
    """The line that joins the two sides of a match: from row `top` to row `bottom`."""

    column: int
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class TreeSheet:
    """A stage, or a part of it. `heads` are the titles of its columns and where losers go."""

    title: str
    heads: tuple[tuple[str, str], ...]
    cells: tuple[MatchSide, ...]
    joints: tuple[Joint, ...]
    rows: int


def tree_sheets(event: Event, format: Format, round: Round) -> list[TreeSheet]:
    """The bracket after that round, stage by stage; empty where the format has none."""
    past = event.until(round.number)
    filled = bracket_of(format, past)
    return list(_sheets(past, filled)) if filled is not None else []


def notes_after(event: Event, format: Format, round: Round) -> tuple[str, ...]:
    """The notes of these sheets: who has won, and what the marks mean."""
    past = event.until(round.number)
    filled = bracket_of(format, past)
    if filled is None:
        return ()
    signs = marks_in(past, filled, filled.fixtures.keys() - gone_through(filled))
    without = tuple(HALL_MARKS[sign] for sign in ("+",) if sign in signs)
    step = format.next_step(past)
    finals = step.notes if step.name == "finished" and not filled.bracket.crown else ()
    return (*finals, *bracket_notes(past, filled), *without)


def _sheets(event: Event, filled: Filled) -> Iterator[TreeSheet]:
    hidden = gone_through(filled)
    for stage in stages(filled.bracket):
        whole = tree(filled.bracket, stage, hidden=hidden)
        if not whole.spots:
            continue
        for width in range(min(len(whole.heads), MOST_COLUMNS), 0, -1):
            sheets = [
                sheet
                for laid, last in _windows(filled, stage, len(whole.heads), width, hidden)
                for sheet in _cut(event, filled, laid, last)
            ]
            if width <= FEWEST_COLUMNS or all(sheet.rows <= MOST_ROWS for sheet in sheets):
                yield from sheets
                break


def _windows(
    filled: Filled, stage: str, count: int, width: int, hidden: Set[str]
) -> Iterator[tuple[Tree, int]]:
    """The tree of a stage in parts of at most so many columns, about as wide as each other, with
    the last column of each."""
    parts = -(-count // width)
    for part in range(parts):
        first, last = part * count // parts, (part + 1) * count // parts - 1
        airy = tree(filled.bracket, stage, first, last, hidden, 1)
        tight = tree(filled.bracket, stage, first, last, hidden, 0)
        yield (airy if tight.rows <= AIRY else tight), last


def _cut(event: Event, filled: Filled, laid: Tree, last: int) -> Iterator[TreeSheet]:
    """Sheets of so many rows, no match cut in two."""
    title = stage_title(laid.stage)
    heads = tuple((h.title, h.losers) for h in laid.heads[laid.first : last + 1])
    edges = list(_breaks(laid))
    top = 0
    while top < laid.rows:
        fitting = [edge for edge in edges if top < edge <= top + MOST_ROWS]
        bottom = max(fitting) if fitting else min(edge for edge in edges if edge > top)
        spots = [s for s in laid.spots if top <= s.home < bottom]
        if spots:
            yield _sheet(event, filled, title, heads, spots, laid.first, top, bottom)
        top = bottom


def _breaks(laid: Tree) -> Iterable[int]:
    """Rows before which neither side has a match."""
    inside = {row for s in laid.spots for row in range(s.home + 1, s.away + 1)}
    return (row for row in range(1, laid.rows + 1) if row not in inside)


def _sheet(
    event: Event,
    filled: Filled,
    title: str,
    heads: tuple[tuple[str, str], ...],
    spots: list[Spot],
    first: int,
    top: int,
    bottom: int,
) -> TreeSheet:
    cells: list[MatchSide] = []
    joints: list[Joint] = []
    for spot in spots:
        column = spot.column - first + 1
        words = sides(event, filled, filled.fixtures[spot.node.id])
        rows = (spot.home - top + 1, spot.away - top + 1)
        for row, side, joined in zip(rows, words, spot.joined, strict=True):
            name = side.shown if side.known or not joined else ""
            if name and not side.known and side.origins:
                name = side.origins[-1]
            cells.append(MatchSide(column, row, name, side.score, side.fate, side.known))
        joints.append(Joint(column, rows[0] + 1, rows[1] + 1))
    return TreeSheet(title, heads, tuple(cells), tuple(joints), bottom - top)
