"""The cross-tables of Standings: all against all where the format has that, and the rounds."""

from __future__ import annotations

from typing import Literal

from textual import events

from engine.alphabet import fold
from engine.entrants import EntrantId
from engine.event import Event
from engine.protocol import Format, overrides
from tui.screens.filtered import FilteredPlace
from tui.screens.meeting_lines import (
    CrossTableLayout,
    ShownCrossTable,
    first_column,
    meeting_lines,
    opponent_lines,
)
from tui.screens.place import Place
from tui.widgets.lines import Line

View = Literal["table", "all", "rounds"]
"""The standing; all against all; everybody's rounds."""
VIEWS: tuple[View, ...] = ("table", "all", "rounds")
TALL = 30
"""Lines of a terminal with room for one more line of opponents."""
SIDEWAYS = {"left": -1, "right": 1}


def has_meetings(format: Format) -> bool:
    """Whether that format's events have a cross-table of all against all."""
    return overrides(format, "meetings")


class CrossTables(FilteredPlace):
    """Which view is in front, and which columns of all against all are in the window."""

    def __init__(self) -> None:
        super().__init__()
        self.view: View = "table"
        self.first = 0
        """The first column in the window."""
        self._crossing: ShownCrossTable | None = None
        self._made_of: tuple[Event, int | None] | None = None
        self._at: EntrantId | None = None
        """Whose opponents are marked."""

    def next_view(self) -> None:
        """The standing, all against all, the rounds, and again."""
        views = VIEWS if has_meetings(self.desk.format) else ("table", "rounds")
        self.view = views[(views.index(self.view) + 1) % len(views)]
        if self.view == "all":
            self.needle = ""

    def rounds_word(self) -> str:
        """What the table of everybody's rounds is called."""
        return "by rounds" if has_meetings(self.desk.format) else "cross-table"

    def crossing(self, then: Event, made_of: tuple[Event, int | None]) -> ShownCrossTable | None:
        """All against all as it stands in `then`, kept while it is `made_of` the same."""
        known = self._made_of
        if known is None or known[0] is not made_of[0] or known[1] != made_of[1]:
            met = self.desk.format.meetings(then)
            table = self.desk.format.standings(then)[0] if met is not None else None
            self._crossing = ShownCrossTable.of(met, table) if met is not None and table else None
            self._made_of = made_of
        return self._crossing

    def show_crossing(self, crossing: ShownCrossTable) -> None:
        """The window that holds the selected one's opponents, wherever there is room for them."""
        selected = str(self.body.selected)
        if selected not in crossing.places:
            selected = crossing.met.order[0] if crossing.met.order else ""
        layout = CrossTableLayout.of(crossing, self.size.width)
        moved = selected != self._at
        self._at = selected
        self.first = first_column(crossing, selected if moved else None, layout.count, self.first)
        self._heads_line, lines = meeting_lines(crossing, layout, self.first, selected)
        self.body.show(lines)

    def under_crossing(self, crossing: ShownCrossTable) -> list[Line]:
        """The selected one's opponents by name."""
        most = 2 if self.size.height < TALL else 3
        return opponent_lines(crossing, str(self.body.selected), self.size.width - 4, most)

    def first_keys(self, event: Event) -> str:
        """In all against all the arrows are for the columns."""
        crossing = self._crossing if self.view == "all" else None
        return " ← → columns " if crossing and self.columns_text(crossing) else ""

    def columns_text(self, crossing: ShownCrossTable) -> str:
        """`columns 5-16 of 26`, where not all are in view."""
        count, players = (
            CrossTableLayout.of(crossing, self.size.width).count,
            len(crossing.met.order),
        )
        return f" {self.first + 1}-{self.first + count} of {players}" if count < players else ""

    async def on_place_key(self, event: events.Key) -> bool:
        """In all against all the arrows go over the columns."""
        if self.view != "all" or self._crossing is None or event.key not in SIDEWAYS:
            return False
        count = CrossTableLayout.of(self._crossing, self.size.width).count
        self.first += SIDEWAYS[event.key] * max(count // 2, 1)
        self.repaint()
        return True

    def action_find(self) -> None:
        """In all against all nobody is left out: go to who is found."""
        if self.view == "all":
            Place.action_find(self)
        else:
            super().action_find()

    def action_find_next(self) -> None:
        """The next one who is called so."""
        if self.view == "all":
            Place.action_find_next(self)
        else:
            super().action_find_next()

    def _seek(self, start: int) -> bool:
        """By the whole name, though less of it may be shown."""
        crossing = self._crossing
        if self.view != "all" or crossing is None:
            return super()._seek(start)
        order = crossing.met.order
        for row in (*range(start, len(order)), *range(min(start, len(order)))):
            number = str(crossing.met.numbers[order[row]])
            if self._found == number or self._found in fold(crossing.names.get(order[row], "")):
                return self.body.select(order[row])
        return False
