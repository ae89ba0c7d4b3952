"""A place whose list can be narrowed to what holds a text, while it is typed."""

from __future__ import annotations

from textual import events

from engine.event import Event
from tui.screens.columns import cell
from tui.screens.place import Place
from tui.widgets.lines import Line, line


class FilteredPlace(Place):
    """`needle` is the text that lines must hold; esc ends it, and shows all again."""

    def __init__(self) -> None:
        super().__init__()
        self.needle = ""
        self._heads_line = Line()

    def head(self, event: Event) -> Line | None:
        """What `show` made of the columns' names."""
        return self._heads_line

    def action_find(self) -> None:
        """Narrow the list at once; enter keeps it, esc shows all."""
        self.prompt("find", lambda text: None, self._narrow)

    def action_find_next(self) -> None:
        """Only hits are shown, so the next one is the next line."""
        if self.needle:
            self.body.move(1)
        else:
            self.action_find()

    def action_all(self) -> None:
        """Show everything again."""
        self._narrow("")

    def _narrow(self, text: str) -> None:
        narrower = bool(text.strip()) and text.strip() != self.needle
        self.needle = text.strip()
        self.repaint()
        if narrower:
            self.body.move(-len(self.body.lines))

    def on_key(self, event: events.Key) -> None:  # type: ignore[override]
        """Esc while typing takes the text back too. The base goes on with the key."""
        if self.prompting and event.key == "escape":
            self._narrow("")

    def foot(self, event: Event) -> Line:
        """Says that not everything is shown."""
        return self.narrowed()

    def narrowed(self) -> Line:
        """What the list is narrowed to; empty if it is not."""
        if not self.needle:
            return Line()
        shown = sum(one.key is not None for one in self.body.lines)
        text = f" filter '{cell(self.needle, 24).rstrip()}': {shown} shown · esc clears"
        return line(text, "note")
