"""The place Standings: tables with their tie-breaks and working, the cross-table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import work
from textual.widget import Widget

from engine.alphabet import fold
from engine.event import Event
from engine.refusal import Refused
from engine.standings import as_of, crosstable
from engine.tables import StandingRow, StandingTable
from saves.safe_text import safe
from tui.screens.card import Card
from tui.screens.dialogs import Telling
from tui.screens.finals_dialog import finals_open, settle_finals
from tui.screens.meeting_lines import ShownCrossTable
from tui.screens.panel_lines import panel_lines
from tui.screens.place import Fitting
from tui.screens.standings_cross import VIEWS, CrossTables
from tui.screens.standings_lines import (
    cross_lines,
    note_lines,
    row_of,
    standing_lines,
    working_lines,
)
from tui.widgets.lines import Line, LineList, line

MOST_UNDER = 7
"""Lines for notes or working under the table, on a terminal of few lines."""
LEFT_FOR_TABLE = 15
"""Lines that the working leaves to the table and the frame."""
DIALOG_WIDTH = 80


class Standings(CrossTables):
    """Tables after any round. The place keeps which table, which round, which view."""

    place = "standings"
    remembered: ClassVar[Mapping[str, Fitting]] = {
        "needle": str, "table_name": str, "after": int, "view": VIEWS,
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.table_name = ""
        self.after: int | None = None
        """The round after which the tables stand; None for the last one published."""
        self._left_at: tuple[int, bool] | None = None
        self._from_top = False
        """The table is another one than before: its first row is selected."""
        self.with_working = False
        self.under = LineList(id="under", selectable=False)
        self.under.styles.scrollbar_size_vertical = 0

    def compose_body(self) -> Sequence[Widget]:
        """The table; notes or the working under it."""
        return [self.body, self.under]

    def on_screen_resume(self) -> None:
        """In front again: at the newest overall table if the rounds have moved on meanwhile."""
        if self._left_at is not None and self._left_at != self._stand():
            self.after, self.table_name, self._from_top = None, "", True
        super().on_screen_resume()

    def _stand(self) -> tuple[int, bool]:
        event = self.desk.event
        return len(event.published), _open(event)

    # What is shown

    def _as_of(self, event: Event) -> Event:
        return event if self.after is None else as_of(event, self.after)

    def _tables(self, event: Event) -> list[StandingTable]:
        return self.desk.format.standings(self._as_of(event))

    def table(self, event: Event) -> StandingTable:
        """The table in front; beside the cross-table the overall one."""
        tables = self._tables(event)
        if self.view == "all" and tables:
            return tables[0]
        named = (t for t in tables if t.name == self.table_name)
        return next(named, tables[0] if tables else StandingTable("Overall", (), ()))

    def show(self, event: Event) -> None:
        """The table as chosen."""
        self._left_at = self._stand()
        if self.after is not None and self.after >= len(event.published):
            self.after = None
        if self.view == "all":
            self._show_all(event)
            return
        table = self.table(event)
        if self.view == "rounds":
            then = self._as_of(event)
            teams = self.desk.format.of_teams(then)
            made = crosstable(then, table, self.desk.format.order(then), teams=teams)
            self._heads_line, lines = cross_lines(table, made, self.size.width)
        else:
            self._heads_line, lines = standing_lines(table, self.size.width)
        if self.needle:
            hits = {row.id for row in table.rows if _called(row, self.needle)}
            lines = [one for one in lines if one.key in hits]
        self.body.show(lines or [line("   nobody here", "dim")])
        if self._from_top and lines:
            self._from_top = False
            self.body.select(lines[0].key, jump=True)
        self._show_under(event)

    def _all(self, event: Event) -> ShownCrossTable | None:
        return self.crossing(self._as_of(event), (event, self.after))

    def _show_all(self, event: Event) -> None:
        crossing = self._all(event)
        if crossing is None:
            self._heads_line = Line()
            self.body.show([line("   there is no cross-table for this field", "dim")])
            self._fill_under([])
            return
        self.show_crossing(crossing)
        self._show_under(event)

    def _show_under(self, event: Event) -> None:
        table, room = self.table(event), self.size.width - 4
        row = self._row(table)
        crossing = self._all(event) if self.view == "all" and not self.with_working else None
        if crossing is not None:
            self._fill_under(self.under_crossing(crossing))
            return
        if self.with_working and row is not None:
            title = line(f" {row.no} {safe(row.name)}", "key")
            shown = [title, *(line(f"   {t}") for t in working_lines(row, table, room))]
        else:
            shown = [line(f" {text}", "note") for text in note_lines(table, room)]
        most = self._most_under()
        if len(shown) > most:
            more = "   … w  shows all of it" if self.with_working else "   …"
            shown = [*shown[: most - 1], line(more, "dim")]
        self._fill_under(shown)

    def _fill_under(self, shown: list[Line]) -> None:
        self.under.display = bool(shown)
        self.under.styles.height = len(shown)
        self.under.show(shown)

    def _most_under(self) -> int:
        return max(MOST_UNDER, self.size.height - LEFT_FOR_TABLE)

    def _row(self, table: StandingTable) -> StandingRow | None:
        return row_of(table, str(self.body.selected))

    def refresh_detail(self) -> None:
        """The working follows the selection, and so do the marks of opponents."""
        if self.desk.closed or not self.is_current:
            return
        if self.view == "all":
            if str(self.body.selected) != self._at:
                self._show_all(self.desk.event)
                self.heads.show(self._heads_line)
                self.status.show(self._status(self.desk.event))
        elif self.with_working:
            self._show_under(self.desk.event)

    def status_text(self, event: Event) -> str:
        """Which table, after which round."""
        tables = self._tables(event)
        table = self.table(event)
        at = next((i for i, t in enumerate(tables, start=1) if t.name == table.name), 1)
        last = len(event.published)
        number = last if self.after is None else self.after
        format = self.desk.format
        wide = self.size.width >= 80
        called = format.round_of_all(event, number) if wide else format.round_name(number)
        if not last:
            when = "no round yet"
        elif self.after is None and _open(event):
            when = f"{called} in play"
        else:
            when = f"after {called}"
        if self.view == "all":
            crossing = self._all(event)
            return f"cross-table{self.columns_text(crossing) if crossing else ''} · {when}"
        name = safe(table.name, 24) + (f" {self.rounds_word()}" if self.view == "rounds" else "")
        return f"{name} ({at} of {len(tables)}) · {when}"

    def works(self, id: str) -> bool:
        """Other tables and rounds are offered where there are some."""
        event = self.desk.event
        if id in ("next_table", "last_table"):
            return len(self._tables(event)) > 1
        if id == "finals":
            return finals_open(event, self.desk.format)
        if id == "beside":
            return bool(self.desk.format.panels(self._as_of(event)))
        if id == "round_before":
            return (len(event.published) if self.after is None else self.after) > 0
        return id != "round_after" or self.after is not None

    # Keys

    def action_next_table(self) -> None:
        """Overall, then the categories …"""
        self._turn(1)

    def action_last_table(self) -> None:
        """The other way."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        event = self.desk.event
        names = [t.name for t in self._tables(event)]
        if self.view == "all":
            raise Refused("the cross-table has everybody", "", "x goes on to the tables")
        if names:
            self.table_name = names[(names.index(self.table(event).name) + by) % len(names)]
            self.repaint()

    def action_round_before(self) -> None:
        """As it stood a round before."""
        now = len(self.desk.event.published) if self.after is None else self.after
        if now == 0:
            raise Refused("there is no earlier table", "", "this is before round 1")
        self.after = now - 1
        self.repaint()

    def action_round_after(self) -> None:
        """As it stood a round later."""
        if self.after is None:
            raise Refused("this is the last table", "", "the next one comes with the next round")
        self.after += 1
        self.repaint()

    def action_cross(self) -> None:
        """All against all where the format has that, everybody's rounds, the table."""
        self.next_view()
        self.repaint()

    def action_working(self) -> None:
        """How the selected one's tie-breaks came about; all of it where it is long; no more."""
        table = self.table(self.desk.event)
        row = self._row(table)
        if self.with_working and row is not None:
            whole = working_lines(row, table, self.size.width - 4)
            if len(whole) + 1 > self._most_under():
                parts = working_lines(row, table, min(self.size.width, DIALOG_WIDTH) - 12)
                lines = [line(f" {part}") for part in parts]
                self.console.push_screen(Telling(f"{row.no} {safe(row.name)}", lines))
        self.with_working = not self.with_working
        self._show_under(self.desk.event)

    @work(exclusive=True, group="ask")
    async def action_beside(self) -> None:
        """What the format shows beside its standings."""
        panels = self.desk.format.panels(self._as_of(self.desk.event))
        if not panels:
            self.message("this format shows no tables beside the standings")
            return
        lines = panel_lines(panels, min(self.size.width, DIALOG_WIDTH) - 8)
        await self.console.push_screen_wait(Telling("Beside the standings", lines))

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter: the card."""
        message.stop()
        self.action_card()

    def action_card(self) -> None:
        """The selected one's card."""
        id = self.body.selected
        if not isinstance(id, str):
            raise Refused("no player is selected", "", "")
        self.console.push_screen(Card(id))

    @work(exclusive=True, group="ask")
    async def action_cut(self) -> None:
        """The first of the standing into a knockout of their own."""
        from tui.screens.cutting_form import ask_cut

        await ask_cut(self)

    @work(exclusive=True, group="ask")
    async def action_finals(self) -> None:
        """Places in the finals, and play-offs for them."""
        await settle_finals(self)


def _called(row: StandingRow, needle: str) -> bool:
    return needle.strip() == str(row.no) or fold(needle) in fold(row.name)


def _open(event: Event) -> bool:
    return event.current is not None and any(m.open for m in event.current.matches)
