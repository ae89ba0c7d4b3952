"""A player's card: every round with its why, points, place and tie-breaks."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Event
from engine.points import points_text
from engine.protocol import numbers
from engine.tables import StandingRow, StandingTable
from tui.screens.card_lines import card_lines, foot_lines, heading
from tui.screens.entry_saving import edit_entry
from tui.screens.place import Place
from tui.screens.standings_lines import place_text, row_of, working_lines
from tui.widgets.lines import Line, LineList, line


class Card(Place):
    """One player's card, on top of the place from which it was opened.

    Enter goes on to the opponent of the selected round; back goes the same way.
    """

    place = "card"

    def __init__(self, id: EntrantId) -> None:
        super().__init__()
        self.entrant_id = id
        self._way: list[EntrantId] = []

    def show(self, event: Event) -> None:
        """Who, every round, the sum."""
        if all(e.id != self.entrant_id for e in event.entrants):
            self.body.show([line("  this entry was removed", "dim")])
            return
        width = self.size.width
        format = self.desk.format
        several, teams = format.several_boards, format.of_teams(event)
        head, rounds = card_lines(event, format, self.entrant_id, width, several, teams)
        no = numbers(self.desk.format, event)[self.entrant_id]
        lines = [line(f"  {t}", "key") for t in heading(event, self.entrant_id, no, width - 4)]
        if rounds:
            lines += [Line(), head, *rounds]
        foot = [line(f"  {text}") for text in foot_lines(event, self.entrant_id, width - 4)]
        lines += [Line(), *foot] if foot else []
        self.body.show([*lines, *self._place_in_the_table(event, width - 4)])

    def _place_in_the_table(self, event: Event, room: int) -> list[Line]:
        tables = self.desk.format.standings(event) if event.published else []
        row = row_of(tables[0], self.entrant_id) if tables else None
        if row is None:
            return [Line(), line("  no round is published yet", "dim")]
        texts = working_lines(row, tables[0], room)
        place = line(f"  {_scored(row, tables[0])}place {place_text(row, tables[0])}")
        return [Line(), place, *(line(f"  {text}", "dim") for text in texts)]

    def status_text(self, event: Event) -> str:
        """Where this is."""
        return "a team's card" if self.desk.format.of_teams(event) else "a player's card"

    def works(self, id: str) -> bool:
        """Opponents are there when a round is."""
        return id != "opponent" or bool(self.desk.event.published)

    def _go(self, id: EntrantId) -> None:
        self.entrant_id = id
        self.repaint()

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter."""
        message.stop()
        self.action_opponent()

    def action_opponent(self) -> None:
        """The card of the selected round's opponent."""
        from engine.history import cards

        number = self.body.selected
        played = cards(self.desk.event)[self.entrant_id].lines
        other = next((x.opponent for x in played if x.round == number), None)
        if other is None:
            self.message("no opponent in that round")
            return
        self._way.append(self.entrant_id)
        self._go(other)

    def action_next_card(self) -> None:
        """The next number's card."""
        self._step(1)

    def action_last_card(self) -> None:
        """The card of the number before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        ids = [e.id for e in self.desk.event.entrants]
        if self.entrant_id in ids:
            self._go(ids[(ids.index(self.entrant_id) + by) % len(ids)])

    def action_edit(self) -> None:
        """The form with what the entry says."""
        edit_entry(self, self.desk.event.entrant(self.entrant_id))

    def action_leave(self) -> None:
        """Back the way one came."""
        if self._way:
            self._go(self._way.pop())
        else:
            self.console.pop_screen()


def _scored(row: StandingRow, table: StandingTable) -> str:
    """`2½ points, `, `3 won, `; nothing where the columns say it."""
    points = points_text(row.points)
    if table.points == "Pts":
        return f"{points} point{'' if 0 < row.points <= 1 else 's'}, "
    return f"{points} {table.points.lower()}, " if table.points else ""
