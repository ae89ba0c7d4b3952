"""Sections or quarters looked at before they are frozen, with the ratings of their players as a row
of bars, and their boundaries moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.actions import ChangeSettings
from engine.entrants import EntrantId, rating_span, rating_text
from engine.event import Event
from engine.points import counted
from engine.protocol import Divided, DividedField, Division, divided_field, part_of
from engine.refusal import Refused
from saves.cells import STEPS, text_width, wrapped
from saves.safe_text import safe, shortened
from tui.desk import OnConsole
from tui.screens.columns import cell
from tui.screens.dialogs import dialog_help, make_room
from tui.terminal.app import key_of
from tui.widgets.lines import Line, LineList, fit, line
from tui.widgets.titled_box import TitledBox

BESIDE = 11
"""Lines of the terminal beside those of the list and of the ratings."""
LOW = 30
"""Lines of a terminal below which the picture of the ratings is lower."""
MOST_SIZES = 8
"""Up to this many parts are listed by size in one line."""
MOVES = {"+": 1, "-": -1}
AS_PROPOSED = "0"


class SectionsDialog(OnConsole, ModalScreen[None]):
    """The parts as the format divides the field. Nothing here knows what they are."""

    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="help-list")
        self.strip = LineList(id="rating-strip", selectable=False)

    @property
    def _field(self) -> DividedField:
        return part_of(self.desk.format, DividedField) or DividedField()

    def compose(self) -> ComposeResult:
        """Title, parts and boundaries, what is wrong, what to press."""
        with TitledBox():
            yield self.list
            yield self.strip
            yield Label("", markup=False, classes="dialog-bad")
            yield Label("", markup=False, classes="dialog-note")

    def on_mount(self) -> None:
        """The current state of the event, here and when another desk changes it."""
        make_room(self.list, BESIDE)
        self.list.focus()
        self.desk.changed.subscribe(self, self._changed)
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Lines break elsewhere; what to press stays in sight."""
        make_room(self.list, BESIDE)
        self.call_after_refresh(self._show)

    def _changed(self, event: Event) -> None:
        self._show()

    def _show(self) -> None:
        event = self.desk.event
        divided = divided_field(self.desk.format, event)
        if divided is None:
            self.dismiss(None)
            return
        width = max(self.list.size.width, 30)
        self.list.show(parts_lines(event, divided, width))
        self._show_ratings()
        self.query_one(TitledBox).entitle(_title(divided))
        moves = "↑ ↓  boundary   + -  move by one   0  as proposed   "
        note = f"{moves if _movable(divided) else ''}enter, esc  back"
        self.query_one(".dialog-note", Label).update(note)

    def _show_ratings(self) -> None:
        """Below the parts, with the boundary that is selected."""
        divided, upper = divided_field(self.desk.format, self.desk.event), self.list.selected
        selected = upper if isinstance(upper, int) else None
        width, low = max(self.list.size.width, 30), self.app.size.height < LOW
        shown: list[Line] = []
        if divided is not None:
            shown = rating_strip(self.desk.event, divided, width, selected, 2 if low else 4)
        shown = [*([] if low or not shown else [Line()]), *shown]
        if self.app.size.height - BESIDE - len(shown) < len(self.list.lines):
            shown = []  # no note below the parts is cut for a picture of them
        self.strip.styles.height = len(shown)
        self.strip.display = bool(shown)
        make_room(self.list, BESIDE + len(shown), len(self.list.lines))
        self.strip.show(shown)

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Another boundary."""
        message.stop()
        self._show_ratings()

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter closes."""
        message.stop()
        self.dismiss(None)

    async def on_key(self, event: events.Key) -> None:
        """Move a boundary, go to another, or back."""
        event.stop()
        event.prevent_default()
        key = key_of(event)
        if key in ("escape", "enter", "q"):
            self.dismiss(None)
        elif key in MOVES:
            await self._move(MOVES[key])
        elif key in (AS_PROPOSED, "backspace"):
            await self._change(self._field.proposed_boundaries)
        elif key == "?":
            dialog_help(self, "Sections")
        elif not self.list.take_key(event.key):
            self.app.bell()

    async def _move(self, by: int) -> None:
        def moved(event: Event) -> Mapping[str, Any]:
            upper, divided = self.list.selected, divided_field(self.desk.format, event)
            if divided is not None and divided.frozen:
                parts = shortened(divided.title, 20).lower()
                raise Refused(f"the {parts} are frozen", "round 1 is published", "")
            if not isinstance(upper, int):
                raise Refused("there is no boundary to move", "", "")
            return self._field.moved_boundary(event, upper, by)

        await self._change(moved)

    async def _change(self, settings_for: Callable[[Event], Mapping[str, Any]]) -> None:
        bad = self.query_one(".dialog-bad", Label)
        bad.update("")
        try:
            settings = settings_for(self.desk.event)
            if not settings:
                raise Refused("the boundaries are as proposed", "", "")
            await self.desk.do(ChangeSettings(settings))
        except Refused as refusal:
            bad.update(safe(f"! {refusal}", 300))
            self.app.bell()


def _title(divided: Divided) -> str:
    state = "frozen" if divided.frozen else "proposed; frozen when round 1 is published"
    return safe(f"{divided.title}: {state}", 120)


def _movable(divided: Divided) -> bool:
    return divided.movable and not divided.frozen and len(divided.parts) > 1


def parts_lines(event: Event, divided: Divided, width: int) -> list[Line]:
    """Every part with its size and ratings; between them the boundaries, if they can be moved.

    A boundary's key is the number of the part above it, from 0.
    """
    movable = _movable(divided)
    names = max((len(p.name) for p in divided.parts), default=0)
    lines: list[Line] = []
    for row, part in enumerate(divided.parts):
        text = fit(_part_text(event, part, min(names, 16)), width)
        lines.append(line(text, "key", None if movable else ("part", row)))
        if movable and row < len(divided.parts) - 1:
            below = divided.parts[row + 1]
            lines.append(line(_boundary_text(event, part, below, width), key=row))
    if divided.notes:
        lines.append(Line())
    for note in divided.notes:
        mark, style = ("!", "should") if note.urgent else ("·", "note")
        lines += [line(one, style) for one in wrapped(safe(note.text, 300), width, mark, most=9)]
    return lines


def _part_text(event: Event, part: Division, width: int) -> str:
    name = fit(safe(part.name), width)
    highest, lowest = rating_span(map(event.entrant, part.entrants))
    remark = safe(part.remark, 200)
    # some formats say the ratings in their own words
    ratings = "" if f"{highest} to {lowest}" in remark else f"{highest:>5} to {lowest:<5}  "
    return f" {name}  {counted(len(part.entrants), 'player'):>12}  {ratings}{remark}".rstrip()


def _boundary_text(event: Event, above: Division, below: Division, width: int) -> str:
    room = (width - 11) // 2
    last = _player(event, above.entrants[-1:], room)
    first = _player(event, below.entrants[:1], room)
    return f"      {last} | {first}"


def _player(event: Event, ids: Sequence[EntrantId], width: int) -> str:
    if not ids:
        return fit("nobody", width)
    entrant = event.entrant(ids[0])
    return f"{fit(safe(entrant.name), width - 6)} {rating_text(entrant, '-'):>5}"


def sizes_text(divided: Divided, named: bool = True) -> str:
    """`sections 22·22·22·27`; where there are too many parts, their number."""
    title = shortened(divided.title, 20).lower()
    if len(divided.parts) > MOST_SIZES:
        return f"{len(divided.parts)} {title}"
    sizes = "·".join(str(len(part.entrants)) for part in divided.parts)
    return f"{title} {sizes}" if named else sizes


# The ratings as a row of bars, with the boundaries of the parts between


SPANS = (10, 20, 25, 50, 100, 200, 500, 1000)
"""Ratings that one bar may count."""
BAR = 2
"""Cells of a bar."""
LINE, CHOSEN = "│", "┃"


@dataclass(frozen=True, slots=True)
class _Strip:
    """From the left: how many have a rating of each bar, and after which bar each part ends."""

    counts: tuple[int, ...]
    ends: tuple[int, ...]
    top: int
    bottom: int


def rating_strip(
    event: Event, divided: Divided, width: int, selected: int | None = None, high: int = 3
) -> list[Line]:
    """Bars of `high` rows, the highest ratings at the left. `selected` is the boundary below that
    part. Nothing where the parts are not by rating, or have no room."""
    strip = _strip(event, divided, width)
    if strip is None:
        return []
    most = max(strip.counts)
    lines = [
        _row(strip, selected, [_bar(count, row, most, high) for count in strip.counts])
        for row in reversed(range(high))
    ]
    names, first = "", 0
    for part, end in zip(divided.parts, strip.ends, strict=True):
        room = (end - first) * BAR
        label = shortened(part.label or part.name, 20)
        names += cell(label if text_width(label) <= room else "", room) + " "
        first = end
    unrated = sum(not e.rating for e in event.entrants)
    lowest = str(strip.bottom)
    none = f"  and {unrated} unrated" if unrated else ""
    end = min(len(names) + 1 + len(none), width)  # so far to the left that all of it has room
    scale = cell(f" {strip.top}", end - len(lowest + none)) + lowest + none
    return [
        *lines,
        line(cell(f" {names}", width), "strong"),
        line(cell(scale, width), "dim"),
    ]


def _strip(event: Event, divided: Divided, width: int) -> _Strip | None:
    ratings = [
        [r for id in part.entrants if (r := event.entrant(id).rating)] for part in divided.parts
    ]
    if len(ratings) < 2 or not all(ratings[:-1]) or not any(ratings):
        return None
    rated = [part for part in ratings if part]
    if any(min(a) < max(b) for a, b in pairwise(rated)):
        return None
    top, bottom = max(rated[0]), min(rated[-1])
    room = (width - 2 - len(ratings)) // BAR
    span = next((s for s in SPANS if top // s - bottom // s < room), None)
    if span is None:
        return None
    bars = Counter(top // span - r // span for part in rated for r in part)
    count = top // span - bottom // span + 1
    ends = [top // span - min(part) // span + 1 for part in rated[:-1]]
    ends += [count] * (len(ratings) - len(ends))
    return _Strip(tuple(bars[at] for at in range(count)), tuple(ends), top, bottom)


def _bar(count: int, row: int, most: int, high: int) -> str:
    eighths = -(-count * high * len(STEPS) // most) - row * len(STEPS)
    return " " if eighths <= 0 else STEPS[min(eighths, len(STEPS)) - 1]


def _row(strip: _Strip, selected: int | None, bars: list[str]) -> Line:
    """A row of all bars; after the last bar of each part but the last its boundary."""
    parts: list[tuple[str, str]] = [(" ", "plain")]
    first = 0
    for at, end in enumerate(strip.ends):
        parts.append(("".join(bar * BAR for bar in bars[first:end]), "accent"))
        if at < len(strip.ends) - 1:
            chosen = at == selected
            parts.append((CHOSEN if chosen else LINE, "attention" if chosen else "dim"))
        first = end
    return Line(tuple(parts))
