"""A bracket as lines of plain characters, in Bracket and on the wall: the tree of a stage; then
every stage under its heading, and where each match is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import zip_longest

from engine.bracket_tree import BESIDE, Head, Spot, Tree, stage_title
from engine.bracket_words import SideWords
from engine.event import Event
from engine.phrases import phrase
from saves.cells import text_width
from saves.safe_text import safe
from tui.places.bracket.ways import Ways, shortened
from tui.widgets.lines import Line, fit, line

NARROWEST, WIDEST = 19, 34
"""Cells of a column, the line to the next one included."""
BEFORE_NAMES = 3
"""So many columns are shown although names are cut for them; a further one only where none is."""
SCORE = 4
"""Cells of a score, with the blank before it."""
JOINT = 3
"""Cells for the corner after a score."""
MARKED = 22
"""From so many cells of a name on, losers have a mark where they go on to."""
SELECTED = "▌"
KEPT = 4096
"""Rows and sides kept as they were made: twice those of the largest bracket."""
STYLE = {"won": "key", "lost": "dim", "": "plain"}
GUTTER = 3
"""Cells between the knockouts and what is beside them."""
COLUMN = 22
"""Cells of a column that a stage needs for a place beside the others."""
WIDE = 100
"""From this many cells on the Swiss is beside them, in one column."""
ROOMY = 140
"""From so many cells on it may have as many columns as `MOST`."""
MOST = 3
MOST_APART = 5
"""Rows between two matches for the hall, at most."""

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
        """The first cell after the last column."""
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
        at = x + text_width(text)
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
    """Where each column's losers go; over the next columns where these have nothing."""
    text, rest = "", list(shown)
    while rest:
        head, *rest = rest
        room = window.column - 2
        while head.losers and rest and not rest[0].losers:
            rest, room = rest[1:], room + window.column
        text += fit(_drop(head.losers, room, say), room) + "  "
    return text


def _drop(losers: str, room: int, say: Callable[[str], str]) -> str:
    """Where a column's losers go, in fewer letters if there is no room for all."""
    if not losers:
        return ""
    text = safe(say(phrase("losers → {stage}", stage=losers)))
    return text if text_width(text) <= room else safe(f"→ {shortened(losers, say)}")


def tree_lines(
    tree: Tree, window: Window, words: Words, marks: Mapping[str, tuple[str, str]]
) -> list[Line]:
    """A line for each row of the tree. `marks` are behind loser and winner of a match, where
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
        free = room - text_width(mark) - 2
        if text_width(safe(side.shown)) <= free:
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
        until = start + text_width(text)
        yield start, until, text, style
        start = until


def unsaved_line(shown: Line, spot: Spot, window: Window) -> Line:
    """The row of one side of a match whose result was refused: its score after `!`."""
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
    what is behind the name stays, so that little is sent when the selection goes on."""
    x = window.x(spot.column)
    end = x + window.column - 2
    parts: list[tuple[str, str]] = []
    at, done = 0, False
    for text, style in shown.parts:
        size = text_width(text)
        inside = not done and at >= x and at + size <= end and text.strip(" ─") != ""
        done = done or inside
        parts.append((text, "chosen" if inside else style))
        at += size
    return Line(_with_marker(tuple(parts), x), shown.key)


def _with_marker(parts: tuple[tuple[str, str], ...], x: int) -> tuple[tuple[str, str], ...]:
    """The blank at cell `x` becomes the marker."""
    at, made, done = 0, [], False
    for text, style in parts:
        size = text_width(text)
        plain = text.isascii() or not text.strip("─")
        if not done and at <= x < at + size and plain and text[x - at] in " ─":
            cut = x - at
            made += [(text[:cut], style), (SELECTED, "key"), (text[cut + 1 :], style)]
            done = True
        else:
            made.append((text, style))
        at += size
    return tuple((text, style) for text, style in made if text)


# The whole bracket


@dataclass(frozen=True)
class ShownStage:
    """One stage in the picture: the line on which its rows begin."""

    tree: Tree
    window: Window
    top: int

    @property
    def titled(self) -> bool:
        """Whether titles are above its columns."""
        return any(head.title for head in self.tree.heads[self.window.first : self.window.last + 1])


@dataclass(frozen=True)
class Picture:
    """Lines, and where matches are in them; those of columns out of view do not."""

    lines: list[Line]
    at: Mapping[str, tuple[ShownStage, Spot]] = field(default_factory=dict)
    least: int = 0
    """Lines that it has where matches are close."""
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
        """The match whose side, or whose line to the next one, is at that cell."""
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
    """The columns shown of each stage; the Swiss is beside the others in a wide picture.
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
    """Lines of all stages below each other, with their headings, where matches are close."""
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
    """Stages below each other; `at` receives the positions of their matches. One that is `named`
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
    """A line of what is beside, behind one of the knockouts."""
    if not other.parts:
        return one
    space = begins - text_width(one.text)
    return Line((*one.parts, (" " * space, "plain"), *other.parts))
