"""What stands around the list in every place: tabs, state, rule, keys; and what a click on a cell
of them presses. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.event import Event, entrants_by_id
from engine.protocol import Format
from engine.steady import steady
from saves.safe_text import safe
from tui.keys.commands import Command, round_trip
from tui.places.shape import WIDE
from tui.terminal.cells import cell_len
from tui.widgets.lines import NO_LINE, Line, fit

if TYPE_CHECKING:
    from tui.places.shape import DeskView, Prompt

NARROW = 80
"""Columns below which of the tabs only the active one has its name."""
TITLE_LEAST = 6
"""Cells of a title below which it is left out."""
TITLE_BELOW = 16
"""The same in the second line, with what parts it from the time of saving."""
BETWEEN = 3
"""Cells around what stands at the right end of the second line."""
TYPED_LEAST = 24
"""Cells that a text typed has of a line, though its label is cut for them."""
HELP_KEY = " ?"
HELP_TEXT = " help "
PALETTE_KEY = " :"
PALETTE_TEXT = " all "


class KeySpot(NamedTuple):
    """Cells of a line, from the first to behind the last, and the key that a click presses."""

    first: int
    end: int
    key: str
    """As the table of actions writes it."""


class Pressable(NamedTuple):
    """A line with the spots of its keys."""

    line: Line = NO_LINE
    spots: tuple[KeySpot, ...] = ()
    left_out: str = ""
    """The event's title, where there was no room for it."""

    def key_at(self, cell: int) -> str | None:
        """The key that a click there presses."""
        return next((spot.key for spot in self.spots if spot.first <= cell < spot.end), None)


class _Writing:
    """A line in the making."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, str]] = []
        self.spots: list[KeySpot] = []
        self.width = 0

    def put(self, text: str, style: str) -> None:
        self.parts.append((text, style))
        self.width += cell_len(text)

    def key(self, key: str, *parts: tuple[str, str]) -> None:
        first = self.width
        for text, style in parts:
            self.put(text, style)
        self.spots.append(KeySpot(first, self.width, key))

    @property
    def pressable(self) -> Pressable:
        return Pressable(Line(tuple(self.parts)), tuple(self.spots))


def tab_line(
    here: str,
    width: int,
    right: Sequence[str],
    bracket: bool = False,
    marked: bool = False,
    trip: Sequence[Command] = (),
    below: int = 0,
) -> Pressable:
    """The places of an event, or of a `trip`, with their keys, the one in front as a tab, in
    brackets where there is no colour (`marked`). At the right what fits of `right`: its first part,
    the event's title, gives way. It is not cut where the second line has room for the whole of
    it, `below` cells."""
    writing = _Writing()
    edges = "[]" if marked else "  "
    for at, command in enumerate(trip or round_trip(bracket)):
        key = command.keys[0]
        if width < NARROW:
            if command.id == here:
                writing.key(key, (f"{edges[0]}{command.key} {command.name}{edges[1]}", "tab"))
            else:
                writing.key(key, (f" {command.key}", "key"))
            continue
        if at:
            writing.put("│", "dim")
        if command.id == here:
            writing.key(key, (f"{edges[0]}{command.key} {command.name}{edges[1]}", "tab"))
        else:
            writing.key(key, (f" {command.key}", "key"), (f" {command.name} ", "dim"))
    # the tab of a place that is not in front ends with a blank already
    apart = (trip or round_trip(bracket))[-1].id == here or width < NARROW
    text, titled = _fitting(right, width - writing.width - 1 - apart)
    if titled and right and not text.startswith(right[0]) and cell_len(right[0]) <= below:
        text, titled = _fitting(("", *right[1:]), width - writing.width - 1 - apart)[0], False
    writing.put(fit(text, width - writing.width - 1, right=True) + " ", "plain")
    return writing.pressable._replace(left_out="" if titled else right[0] if right else "")


def _fitting(parts: Sequence[str], room: int) -> tuple[str, bool]:
    """The parts in one text, and whether the first is in it; it is cut, or left out, where there
    is no room."""
    text = " · ".join(part for part in parts if part)
    if cell_len(text) <= room:
        return text, True
    rest = " · ".join(part for part in parts[1:] if part)
    left = room - cell_len(rest) - 3 * bool(rest)
    if left >= TITLE_LEAST:
        return " · ".join(part for part in (fit(parts[0], left), rest) if part), True
    return rest if cell_len(rest) <= room else "", False


def event_parts(event: Event, format: Format, width: int, saved: str) -> tuple[str, ...]:
    """The title and the round that is proposed or in play, for the first line; where it is wide
    also who is here and when was saved."""
    mode = "NOT STRICT" if event.mode == "free" else ""
    now = round_text(event, format, width < WIDE)
    return (safe(event.title), mode, now, saved * (width >= WIDE))


def round_text(event: Event, format: Format, short: bool) -> str:
    """`round 4 of 9`; short `R4/9`. Empty before the first proposal."""
    round = event.proposal or event.current
    if round is None:
        return ""
    words = steady(format)
    named = words.round_mark if short else words.round_of_all
    return named(event, round.number)


def state_line(state: Line, width: int, right: str = "", title: str = "") -> Line:
    """What there is to know of the place now, and at the right end when was saved, behind a
    `title` that the first line had no room for, if there is room here."""
    room = width - cell_len(state.text.rstrip()) - BETWEEN
    if title and room - cell_len(right) >= min(TITLE_BELOW, cell_len(title) + BETWEEN):
        right, _ = _fitting((title, right), room)
    room = max(width - cell_len(right) - 2 * bool(right), 0)
    left = _cut(state, room)
    if not right:
        return Line(left)
    gap = width - sum(cell_len(text) for text, _ in left) - cell_len(right) - 1
    return Line((*left, (" " * max(gap, 1), "plain"), (f"{right} ", "dim")))


def title_room(state: Line, width: int, right: str) -> int:
    """Cells that `state_line` has for a title before what is at its right end."""
    apart = BETWEEN * bool(right)
    return width - cell_len(state.text.rstrip()) - BETWEEN - apart - cell_len(right)


def _cut(shown: Line, room: int) -> tuple[tuple[str, str], ...]:
    parts: list[tuple[str, str]] = []
    for text, style in shown.parts:
        size = cell_len(text)
        parts.append((text if size <= room else fit(text, room), style))
        room -= size
        if room <= 0:
            break
    return tuple(parts)


def prompt_line(prompt: Prompt, width: int) -> Line:
    """The line being typed; of a text that is too long for it the end, where the next letter
    goes."""
    label, text = f" {prompt.label}", f"{prompt.text}_"
    most = max(width - min(cell_len(text), TYPED_LEAST) - 1, 0)
    label = label if cell_len(label) <= most else fit(label, most)
    room = width - cell_len(label) - 1
    if cell_len(text) > room:
        while text and cell_len(text) >= room:
            text = text[1:]
        text = f"…{text}"
    return Line(((f"{label} ", "key"), (text, "dim" if prompt.proposed else "plain")))


def rule_line(title: str, position: str, width: int) -> Line:
    """The rule above the details: what they are about, and where in the list that is. A thin line;
    where there is a pane a row on another ground, which sends less."""
    wide = width >= WIDE
    filling, end = (" ", " ") if wide else ("─", " ─")
    right = f" {position}{end}" if position else ""
    room = max(width - cell_len(right), 0)
    left = f"── {fit(title, room - 4) if cell_len(title) > room - 4 else title} " if title else "──"
    left += filling * (room - cell_len(left))
    return Line(((left, "dim"), (right, "dim")))


def about_entrant(desk: DeskView, key: Hashable | None) -> str:
    """Whom the pane is about; nothing where there is no pane, so that a move sends less."""
    entrant = entrants_by_id(desk.event).get(str(key)) if desk.paned else None
    return safe(entrant.name) if entrant is not None else ""


def position_of(row: int, keyed: Sequence[bool]) -> str:
    """`7/100`: which of the lines that can be selected that one is."""
    count = sum(keyed)
    return f"{sum(keyed[: row + 1])}/{count}" if 0 <= row < len(keyed) and count > 1 else ""


def key_line(
    commands: Sequence[Command], width: int, first: Sequence[tuple[str, str]] = ()
) -> Pressable:
    """As many `key text` pairs as the width holds, in their order; `? help` always at the
    end, and `:` where there is room. `first`
    are keys that are not of the table, with their text; a text without a key is only read."""
    writing = _Writing()
    room = width - len(HELP_KEY) - len(HELP_TEXT)
    for key, text in first:
        label = (f" {text} " if text else "", "dim")
        if key:
            writing.key(key, (f" {key}", "key"), label)
        else:
            writing.put(*label)
    for command in commands:
        if command.id == "help":
            continue
        if len(command.key) + len(command.short) + 3 > room - writing.width:
            break
        shown = ((f" {command.key}", "key"), (f" {command.short} ", "dim"))
        writing.key(command.keys[0], *shown)
    help = (HELP_TEXT if room >= writing.width else "", "dim")
    writing.key("?", (HELP_KEY, "key"), help)
    if width - writing.width >= len(PALETTE_KEY) + len(PALETTE_TEXT):
        writing.key(":", (PALETTE_KEY, "key"), (PALETTE_TEXT, "dim"))
    return writing.pressable
