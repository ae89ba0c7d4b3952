"""The line at the right of a list: where in it the part in view is, and what parts it from a
pane."""

from __future__ import annotations

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.places.grid import parting
from tui.widgets.line import PartStyles, line, strip_of
from tui.widgets.lines import LineList


class Parting(PartStyles, Widget):
    """Follows a list; `drawn` where there is a pane at its other side."""

    DEFAULT_CSS = "Parting { width: 1; height: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, followed: LineList) -> None:
        super().__init__()
        self._list = followed
        self._list.scrolled = self.follow
        self._shown: tuple[str, ...] = ()
        self.drawn = False

    def follow(self) -> None:
        """Paint the cells that are others now."""
        before, self._shown = self._shown, parting(*self._list.in_view, self.drawn)
        if len(before) != len(self._shown):
            self.refresh()
        else:
            pairs = enumerate(zip(before, self._shown, strict=True), start=self._top)
            rows = [y for y, (old, new) in pairs if old != new]
            if rows:
                self.refresh(*(Region(0, y, 1, 1) for y in rows))

    @property
    def _top(self) -> int:
        """The lines above those of the list."""
        return max(self.size.height - len(self._shown), 0)

    def render_line(self, y: int) -> Strip:
        """One cell."""
        at = y - self._top
        text = self._shown[at] if 0 <= at < len(self._shown) else " "
        return strip_of(self, line(text, "dim"), self.size.width)
