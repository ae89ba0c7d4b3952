"""A whole bracket as lines: every stage under its heading, and where each match stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest

from engine.bracket_tree import BESIDE, Spot, Tree, stage_title
from engine.event import Event
from saves.safe_text import safe
from tui.places.bracket.tree import (
    Window,
    fresh_line,
    head_lines,
    selected_line,
    tree_lines,
    unsaved_line,
)
from tui.places.bracket.ways import Ways
from tui.terminal.cells import cell_len
from tui.widgets.lines import Line, line

GUTTER = 3
"""Cells between the knockouts and what stands beside them."""
COLUMN = 22
"""Cells of a column that a stage needs to stand beside the others."""
WIDE = 100
"""From so many cells on the Swiss stands beside, in one column."""
ROOMY = 140
"""From so many cells on it may have as many columns as `MOST`."""
MOST = 3
MOST_APART = 5
"""Rows between two matches for the hall, at most."""


@dataclass(frozen=True)
class ShownStage:
    """One stage in the picture: the line on which its rows begin."""

    tree: Tree
    window: Window
    top: int

    @property
    def titled(self) -> bool:
        """Whether titles stand above its columns."""
        return any(head.title for head in self.tree.heads[self.window.first : self.window.last + 1])


@dataclass(frozen=True)
class Picture:
    """Lines, and where matches stand in them; those of columns out of view do not."""

    lines: list[Line]
    at: Mapping[str, tuple[ShownStage, Spot]] = field(default_factory=dict)
    least: int = 0
    """Lines that it has where matches stand close."""
    titled: bool = False
    """The first line has the titles of the columns of all that is below."""

    def rows(self, id: str) -> tuple[int, int] | None:
        """The lines of a match's two sides."""
        if id not in self.at:
            return None
        part, spot = self.at[id]
        return part.top + spot.home, part.top + spot.away

    def cell(self, id: str) -> int:
        """Where its column begins."""
        part, spot = self.at[id]
        return part.window.x(spot.column)

    def match_at(self, x: int, row: int) -> str | None:
        """The match whose side, or whose line to the next one, stands at that cell."""
        for id, (part, spot) in self.at.items():
            begins = part.window.x(spot.column)
            inside = begins <= x < begins + part.window.column
            if inside and part.top + spot.home <= row <= part.top + spot.away:
                return id
        return None

    def marked(self, id: str, unsaved: Iterable[str] = (), fresh: Iterable[str] = ()) -> list[Line]:
        """The lines with that match as the selected one, and others as not saved, or as just
        changed by another desk."""
        lines = list(self.lines)
        for other in fresh:
            for row in self.rows(other) or ():
                part, spot = self.at[other]
                lines[row] = fresh_line(lines[row], spot, part.window)
        for other in unsaved:
            for row in self.rows(other) or ():
                part, spot = self.at[other]
                lines[row] = unsaved_line(lines[row], spot, part.window)
        for row in self.rows(id) or ():
            part, spot = self.at[id]
            lines[row] = selected_line(lines[row], spot, part.window)
        return lines


def windows(
    ways: Ways,
    width: int,
    firsts: Mapping[str, int],
    beside: bool = True,
    longest: int = 0,
) -> dict[str, Window]:
    """The columns shown of each stage; the Swiss stands beside the others in a wide picture.
    `longest` are the cells of the longest name, where names come before the fourth column."""
    score = ways.score
    counts = {stage: len(ways.columns[stage]) for stage in ways.stages}
    rest = [stage for stage in ways.stages if stage not in BESIDE]
    aside = [stage for stage in ways.stages if stage in BESIDE]
    slots = (width - 1 - GUTTER) // COLUMN
    most = MOST if width >= ROOMY else 1
    right = max((min(counts[s], most) for s in aside), default=0)
    left = min(max((counts[s] for s in rest), default=0), slots - right)
    if not (beside and aside and rest and width >= WIDE):
        return {s: Window.of(width, n, firsts.get(s, 0), score, longest) for s, n in counts.items()}
    # the Swiss has what the knockouts leave
    right = min(max(counts[s] for s in aside), slots - left)
    column = (width - 1 - GUTTER) // (left + right)
    begins = left * column + GUTTER
    return {
        **{s: _window(min(counts[s], left), column, counts[s], firsts, s, score) for s in rest},
        **{
            s: replace(
                _window(min(counts[s], right), column, counts[s], firsts, s, score), left=begins
            )
            for s in aside
        },
    }


def rows_of_all(ways: Ways, width: int, firsts: Mapping[str, int], longest: int) -> int:
    """Lines of all stages below each other, with their headings, where matches stand close."""
    lines = 0
    for stage, window in windows(ways, width, firsts, longest=longest).items():
        laid = ways.laid(stage, window.first, window.last, 0)
        lines += len(_above(stage, laid, window, width, lines > 0, str)) + laid.rows
    return lines


def _window(
    shown: int, column: int, columns: int, firsts: Mapping[str, int], stage: str, score: int
) -> Window:
    first = max(0, min(firsts.get(stage, 0), columns - shown))
    return Window(min(column, 34), shown, first, score)


def picture(
    event: Event,
    ways: Ways,
    width: int,
    height: int,
    firsts: Mapping[str, int],
    beside: bool = False,
    longest: int = 0,
    only: str = "",
    hall: bool = False,
    most: int = 0,
) -> Picture:
    """The bracket in `width` cells; `firsts` are the first columns shown, by stage. Matches have
    a row between them where all of it still fits into `height` lines. `only` that stage, or all
    of them; that one has no heading, as it is named elsewhere. For a `hall` it is as large as there
    is room. `most` columns of each stage, if that is said."""
    shown = windows(ways, width, firsts, beside, longest)
    if most:
        for stage, window in shown.items():
            count, columns = min(window.count, most), len(ways.columns[stage])
            first = min(firsts.get(stage, 0), columns - count)
            shown[stage] = replace(window, count=count, first=first)
    if hall:
        column = (width - 1) // max(window.count for window in shown.values())
        shown = {s: replace(w, column=max(w.column, column)) for s, w in shown.items()}
    if only:
        shown = {only: shown[only]}
    tight = _picture(event, ways, width, shown, 0, bool(only))
    least = len(tight.lines)
    for gap in range(MOST_APART if hall else 1, 0, -1) if least <= height else ():
        airy = _picture(event, ways, width, shown, gap, bool(only))
        if len(airy.lines) <= height:
            return replace(airy, least=least)
    return replace(tight, least=least)


def _picture(
    event: Event, ways: Ways, width: int, shown: Mapping[str, Window], gap: int, named: bool
) -> Picture:
    at: dict[str, tuple[ShownStage, Spot]] = {}
    aside = [stage for stage, window in shown.items() if window.left]
    edge = min((shown[stage].left - GUTTER for stage in aside), default=width)
    rest = [stage for stage in ways.stages if stage in shown and stage not in aside]
    lines = _stages(event, ways, rest, shown, gap, edge, at, named)
    if aside:
        right = _stages(event, ways, aside, shown, gap, width - edge - GUTTER, at)
        begins = edge + GUTTER
        lines = [
            _glued(one, other, begins) for one, other in zip_longest(lines, right, fillvalue=Line())
        ]
    plain = len(rest) == 1 and not aside and (named or not stage_title(rest[0]))
    parts = [part for part, _ in at.values()]
    titled = plain and any(each.titled for each in parts[:1])
    return Picture(lines, at, titled=titled)


def _stages(
    event: Event,
    ways: Ways,
    stages: Iterable[str],
    shown: Mapping[str, Window],
    gap: int,
    width: int,
    at: dict[str, tuple[ShownStage, Spot]],
    named: bool = False,
) -> list[Line]:
    """Stages below each other; `at` is told where their matches stand. One that is `named`
    elsewhere has no heading."""
    lines: list[Line] = []
    for stage in stages:
        window = shown[stage]
        laid = ways.laid(stage, window.first, window.last, gap)
        lines += _above("" if named else stage, laid, window, width, bool(lines), ways.say)
        part = ShownStage(laid, window, len(lines))
        at |= {spot.node.id: (part, spot) for spot in laid.spots}
        lines += tree_lines(laid, window, partial(ways.words, event, room=window.name), ways.marks)
    return lines


def _above(
    stage: str, laid: Tree, window: Window, width: int, below: bool, say: Callable[[str], str]
) -> list[Line]:
    """The lines above a stage: its name, its rounds, where the losers go."""
    heads, title = head_lines(laid.heads, window, say), safe(say(stage_title(stage)))
    if not title:
        return heads
    rule = f" ── {title} "
    return [Line()] * below + [line(rule + "─" * max(width - len(rule) - 1, 0), "group"), *heads]


def _glued(one: Line, other: Line, begins: int) -> Line:
    """A line of what stands beside, behind one of the knockouts."""
    if not other.parts:
        return one
    space = begins - cell_len(one.text)
    return Line((*one.parts, (" " * space, "plain"), *other.parts))
