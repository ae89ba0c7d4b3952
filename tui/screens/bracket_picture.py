"""A whole bracket as lines: every stage under its heading, and where each match stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from engine.bracket_tree import Spot, Tree, stage_title
from engine.bracket_words import scores
from engine.event import Event
from saves.safe_text import safe
from tui.screens.bracket_lines import Window, head_lines, selected_line, tree_lines
from tui.screens.bracket_moves import Ways
from tui.widgets.lines import Line, line


@dataclass(frozen=True)
class Part:
    """One stage in the picture: the line on which its rows begin."""

    tree: Tree
    window: Window
    top: int


@dataclass(frozen=True)
class Picture:
    """Lines, and where matches stand in them; those of columns out of view do not."""

    lines: list[Line]
    at: Mapping[str, tuple[Part, Spot]] = field(default_factory=dict)

    def rows(self, id: str) -> tuple[int, int] | None:
        """The lines of a match's two sides."""
        if id not in self.at:
            return None
        part, spot = self.at[id]
        return part.top + spot.home, part.top + spot.away

    def match_at(self, x: int, row: int) -> str | None:
        """The match whose side, or whose line to the next one, stands at that cell."""
        for id, (part, spot) in self.at.items():
            column = x // part.window.column + part.window.first
            if spot.column == column and part.top + spot.home <= row <= part.top + spot.away:
                return id
        return None

    def marked(self, id: str) -> list[Line]:
        """The lines with that match as the selected one."""
        lines = list(self.lines)
        for row in self.rows(id) or ():
            part, spot = self.at[id]
            lines[row] = selected_line(lines[row], spot, part.window)
        return lines


def picture(
    event: Event, ways: Ways, width: int, height: int, firsts: Mapping[str, int]
) -> Picture:
    """The bracket in `width` cells; `firsts` are the first columns shown, by stage. Matches have
    a row between them where all of it still fits into `height` lines."""
    tight = _picture(event, ways, width, firsts, 0)
    if len(tight.lines) > height:
        return tight
    airy = _picture(event, ways, width, firsts, 1)
    return airy if len(airy.lines) <= height else tight


def _picture(event: Event, ways: Ways, width: int, firsts: Mapping[str, int], gap: int) -> Picture:
    lines: list[Line] = []
    at: dict[str, tuple[Part, Spot]] = {}
    fixtures = ways.filled.fixtures
    score = 1 + max(len(text) for f in fixtures.values() for text in scores(f))
    for stage in ways.stages:
        window = Window.of(width, len(ways.columns[stage]), firsts.get(stage, 0), max(score, 2))
        laid = ways.laid(stage, window.first, window.last, gap)
        lines += _heading(stage, width, bool(lines))
        lines += head_lines(laid.heads, window)
        part = Part(laid, window, len(lines))
        at |= {spot.node.id: (part, spot) for spot in laid.spots}
        lines += tree_lines(laid, window, partial(ways.words, event))
    return Picture(lines, at)


def _heading(stage: str, width: int, below: bool) -> list[Line]:
    title = safe(stage_title(stage))
    if not title:
        return []
    rule = f" ── {title} "
    return [Line()] * below + [line(rule + "─" * max(width - len(rule) - 1, 0), "group")]
