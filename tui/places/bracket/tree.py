"""The tree of a bracket as lines of plain characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.bracket_tree import Head, Spot, Tree
from engine.bracket_words import SideWords
from engine.phrases import phrase
from saves.safe_text import safe
from tui.terminal.cells import cell_len
from tui.widgets.lines import Line, fit, line

NARROWEST, WIDEST = 19, 34
"""Cells of a column, the line to the next one included."""
BEFORE_NAMES = 3
"""So many columns are shown although names are cut for them; a further one only where none is."""
SCORE = 4
"""Cells of a score, with the blank before it."""
JOINT = 3
"""Cells for the corner behind a score."""
MARKED = 22
"""From so many cells of a name on, losers have a mark where they go on to."""
SELECTED = "▌"
KEPT = 4096
"""Rows and sides kept as they were made: twice those of the largest bracket."""
STYLE = {"won": "key", "lost": "dim", "": "plain"}

Words = Callable[[str], tuple[SideWords, SideWords]]
"""Both sides of the match of that id."""


@dataclass(frozen=True, slots=True)
class Window:
    """How many columns of what width fit, the first one shown."""

    column: int
    count: int
    first: int = 0
    score: int = SCORE
    left: int = 0
    """Where the first column begins."""

    @classmethod
    def of(
        cls, width: int, columns: int, first: int = 0, score: int = SCORE, longest: int = 0
    ) -> Window:
        """All columns where they fit, else as many as do; never a gap at the right. Names of
        `longest` cells come before more columns than `BEFORE_NAMES`."""
        fit, whole = (width - 1) // NARROWEST, (width - 1) // for_name(longest, score)
        count = max(1, min(columns, max(whole, min(fit, BEFORE_NAMES))))
        column = min((width - 1) // count, WIDEST)
        return cls(column, count, max(0, min(first, columns - count)), score)

    @property
    def name(self) -> int:
        """Cells of a name."""
        return self.column - JOINT - self.score

    @property
    def last(self) -> int:
        """The last column shown."""
        return self.first + self.count - 1

    @property
    def right(self) -> int:
        """The first cell behind the last column."""
        return self.left + self.count * self.column + 1

    def x(self, column: int) -> int:
        """Where a column begins."""
        return self.left + (column - self.first) * self.column


def for_name(longest: int, score: int = SCORE) -> int:
    """Cells of a column in which a name of so many is whole, before a score of so many."""
    return min(max(longest + 1 + JOINT + score, NARROWEST), WIDEST)


Placed = tuple[int, str, str]
"""A text in a row: its first cell, the text, its style."""


@lru_cache(KEPT)
def _row_line(placed: tuple[Placed, ...]) -> Line:
    """A row of the tree: a result changes two or four of a thousand."""
    at, parts = 0, []
    for x, text, style in sorted(placed):
        if x > at:
            parts.append((" " * (x - at), "plain"))
        parts.append((text, style))
        at = x + cell_len(text)
    return Line(tuple(parts))


def head_lines(
    heads: Sequence[Head], window: Window, say: Callable[[str], str] = str
) -> list[Line]:
    """The titles of the columns, and below them where their losers go."""
    shown = heads[window.first : window.last + 1]
    before = "< " if window.first else " "
    after = len(heads) > window.last + 1
    titles = "".join(fit(safe(say(head.title)), window.column - 1) + " " for head in shown)
    titled = f"{fit(before, 2)}{titles.rstrip()}{' >' if after else ''}"
    lines = [line(titled, "key")] if titled.strip() else []
    if any(head.losers for head in shown):
        lines.append(line("  " + _drops(shown, window, say).rstrip(), "dim"))
    return lines


def _drops(shown: Sequence[Head], window: Window, say: Callable[[str], str]) -> str:
    """Where each column's losers go; over the next columns where nothing stands of theirs."""
    text, rest = "", list(shown)
    while rest:
        head, *rest = rest
        room = window.column - 2
        while head.losers and rest and not rest[0].losers:
            rest, room = rest[1:], room + window.column
        text += fit(_drop(head.losers, room, say), room) + "  "
    return text


def _drop(losers: str, room: int, say: Callable[[str], str]) -> str:
    """Where a column's losers go, in fewer letters where there is no room for all."""
    if not losers:
        return ""
    text = safe(say(phrase("losers → {stage}", stage=losers)))
    return text if cell_len(text) <= room else safe(f"→ {say(losers)}").replace("round ", "R")


def tree_lines(
    tree: Tree, window: Window, words: Words, marks: Mapping[str, tuple[str, str]]
) -> list[Line]:
    """A line for each row of the tree. `marks` stand behind loser and winner of a match, where
    there is room."""
    rows: list[list[Placed]] = [[] for _ in range(tree.rows)]
    for spot in tree.spots:
        goes_on = spot.column < len(tree.heads) - 1
        _draw(rows, spot, window, words(spot.node.id), goes_on, marks.get(spot.node.id, ("", "")))
    return [_row_line(tuple(row)) for row in rows]


def _draw(
    rows: list[list[Placed]],
    spot: Spot,
    window: Window,
    words: tuple[SideWords, SideWords],
    goes_on: bool,
    marks: tuple[str, str],
) -> None:
    x = (spot.column - window.first) * window.column
    for y, side, joined in zip((spot.home, spot.away), words, spot.joined, strict=True):
        if side.known or not joined:
            rows[y] += _side(x, side, window, marks[side.fate == "won"] if side.fate else "")
        else:  # the line says where he comes from
            rows[y].append((x, "─" * (window.column - 1), "dim"))
    corner = x + window.column - 1
    rows[spot.home].append((corner, "┐", "dim"))
    rows[spot.away].append((corner, "┘", "dim"))
    for y in range(spot.home + 1, spot.away):
        rows[y].append((corner, "├" if y == spot.out and goes_on else "│", "dim"))


@lru_cache(KEPT)
def _side(x: int, side: SideWords, window: Window, mark: str) -> tuple[Placed, Placed]:
    room = window.name
    style = STYLE[side.fate] if side.known else "dim"
    score_style = "should" if side.score in ("_", "·") else style
    name = fit(safe(side.shown), room)
    if mark and room >= MARKED:
        free = room - cell_len(mark) - 2
        if cell_len(safe(side.shown)) <= free:
            name = fit(safe(side.shown), free) + f"  {mark}"
    shown = name.rstrip()
    return (
        (x + 1, shown, style),
        (x + 1 + room, fit(side.score, window.score, right=True), score_style),
    )


def _spans(shown: Line) -> Iterator[tuple[int, int, str, str]]:
    """The cells that each part of a line begins and ends at, its text and its style."""
    start = 0
    for text, style in shown.parts:
        until = start + cell_len(text)
        yield start, until, text, style
        start = until


def unsaved_line(shown: Line, spot: Spot, window: Window) -> Line:
    """The row of one side of a match whose result was refused: its score behind `!`."""
    x = window.x(spot.column)
    end = x + window.column - JOINT + 1
    parts: list[tuple[str, str]] = []
    for start, until, text, style in _spans(shown):
        score = until == end and until - start == window.score
        parts.append((f"!{text[1:]}", "bad") if score else (text, style))
    return Line(tuple(parts), shown.key)


def fresh_line(shown: Line, spot: Spot, window: Window) -> Line:
    """The row of one side of a match that another desk has just changed: name and score."""
    x = window.x(spot.column)
    end = x + window.column - JOINT + 1
    parts: list[tuple[str, str]] = []
    for start, until, text, style in _spans(shown):
        inside = x <= start and until <= end and text.strip(" ─") != ""
        parts.append((text, "fresh" if inside else style))
    return Line(tuple(parts), shown.key)


def selected_line(shown: Line, spot: Spot, window: Window) -> Line:
    """The row of one side of the selected match: marked before its name, which is in its style;
    what stands behind the name stays, so that little is sent when the selection goes on."""
    x = window.x(spot.column)
    end = x + window.column - 2
    parts: list[tuple[str, str]] = []
    at, done = 0, False
    for text, style in shown.parts:
        size = cell_len(text)
        inside = not done and at >= x and at + size <= end and text.strip(" ─") != ""
        done = done or inside
        parts.append((text, "chosen" if inside else style))
        at += size
    return Line(_with_marker(tuple(parts), x), shown.key)


def _with_marker(parts: tuple[tuple[str, str], ...], x: int) -> tuple[tuple[str, str], ...]:
    """The blank at cell `x` becomes the marker."""
    at, made, done = 0, [], False
    for text, style in parts:
        size = cell_len(text)
        plain = text.isascii() or not text.strip("─")
        if not done and at <= x < at + size and plain and text[x - at] in " ─":
            cut = x - at
            made += [(text[:cut], style), (SELECTED, "key"), (text[cut + 1 :], style)]
            done = True
        else:
            made.append((text, style))
        at += size
    return tuple((text, style) for text, style in made if text)
