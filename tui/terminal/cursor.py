"""Where the terminal's own cursor stands, for screen readers and magnifiers: they follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.geometry import Offset
from textual.widgets import Input

from tui.places.screen import PlaceScreen
from tui.terminal.widths import cell_len
from tui.widgets.lines import LineList

if TYPE_CHECKING:
    from textual.app import App


def cursor_of(app: App[Any]) -> Offset | None:
    """On a question, on the line that is typed at the foot, on the selected line of the list in
    front, wherever these are by now, or on the foot that says what is selected elsewhere; None
    where another widget places it."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is None:
        return None
    if isinstance(screen, PlaceScreen) and screen.asking:
        return screen.body.over_at()
    if isinstance(screen, PlaceScreen) and screen.prompting:
        return _end_of(screen.feet)
    if isinstance(screen, PlaceScreen) and screen.body.elsewhere:
        return screen.feet.content_region.offset
    chosen = screen.focused or next((one for one in screen.query(LineList) if _selects(one)), None)
    if not (isinstance(chosen, LineList) and _selects(chosen)):
        return None
    return chosen.content_region.offset + Offset(0, chosen.cursor - chosen.scroll_offset.y)


def _selects(shown: LineList) -> bool:
    return shown.selectable and shown.cursor >= 0


def _end_of(feet: LineList) -> Offset:
    """Behind what is typed: on the mark at the end of the last line."""
    row = max(len(feet.lines) - 1, 0)
    typed = cell_len(feet.lines[row].text) - 1 if feet.lines else 0
    return feet.content_region.offset + Offset(max(min(typed, feet.size.width - 1), 0), row)


def hold_still(app: App[Any]) -> None:
    """The cursor in the fields in front does not blink."""
    for field in app.screen.query(Input):
        field.cursor_blink = False
