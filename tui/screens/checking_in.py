"""Check-in: who has been seen, and who is out of the next draw because nobody has."""

from __future__ import annotations

from textual import work

from engine.actions import AbsentOut, Action, CheckIn
from engine.entrants import Entrant
from engine.points import counted
from engine.protocol import stale_notes
from engine.refusal import Refused
from tui.keys import Command
from tui.screens.entries_lines import next_round
from tui.screens.entry_words import who
from tui.screens.filtered import FilteredPlace

AT_THE_DOOR = ("check_in", "unseen", "absent_out", "all_seen", "check_anew")
"""Actions of the check-in, first in the key line while it is under way."""


class CheckingIn(FilteredPlace):
    """The entry list as somebody sits at the door with it."""

    def __init__(self) -> None:
        super().__init__()
        self.unseen = False
        """Whether only those are shown who have not been seen."""

    def _key_line(self) -> list[Command]:
        keys = super()._key_line()
        return sorted(keys, key=lambda c: _first(c.id)) if self.unseen else keys

    # What is selected

    def _selected(self) -> Entrant:
        if self.body.selected is None:
            raise Refused("no entry is selected", "", "a adds one, i imports a list")
        return self.desk.event.entrant(str(self.body.selected))

    async def _do(self, action: Action, said: str) -> bool:
        """Through the one door; says what was done, and if the proposal no longer holds."""
        event = await self.desk.act(action)
        if event is None:
            return False
        self.repaint()
        self.message(". ".join([said, *stale_notes(event)]), "done")
        return True

    def _try(self, action: Action) -> None:
        """`Refused` where the action would be: before a question is asked in vain."""
        action.apply(self.desk.event, self.desk.format)

    # Check-in

    async def action_check_in(self) -> None:
        """Seen, or not; and on to the next one."""
        entrant = self._selected()
        if await self.desk.act(CheckIn((entrant.id,), not entrant.present)) is None:
            return
        self.repaint()
        if self.body.selected == entrant.id:
            self.body.move(1)

    async def action_check_anew(self) -> None:
        """Nobody seen: the check-in of the next day begins."""
        seen = tuple(e.id for e in self.desk.event.entrants if e.present)
        if not seen:
            raise Refused("nobody is marked as seen", "the check-in is new already", "")
        await self._do(CheckIn(seen, False), "nobody is seen any more; u takes it back")

    async def action_all_seen(self) -> None:
        """Everybody who is in the event."""
        unseen = tuple(e.id for e in self.desk.event.entrants if not e.present and not e.withdrawn)
        if not unseen:
            raise Refused("everybody has been seen", "", "")
        entries = counted(len(unseen), "entry", "entries")
        await self._do(CheckIn(unseen), f"{entries} marked as seen; u takes it back")

    @work(exclusive=True, group="ask")
    async def action_absent_out(self) -> None:
        """Everybody not seen is out of the next draw."""
        event, number = self.desk.event, next_round(self.desk.event)
        action = AbsentOut(number)
        try:
            self._try(action)
        except Refused as refusal:
            self.console.refused(refusal)
            return
        absent = [e for e in event.entrants if not e.present and e.to_be_paired(number)]
        if not absent:
            self.message(f"everybody to be paired in {event.called(number)} has been seen")
            return
        names = "\n".join(f"  {who(e)}" for e in absent[:8])
        more = f"\n  … and {len(absent) - 8} more" if len(absent) > 8 else ""
        question = (
            f"{len(absent)} not seen. Out of {event.called(number)}, without points?\n{names}{more}"
        )
        if await self.console.ask(question):
            await self._do(action, f"{len(absent)} are out of {event.called(number)}")

    def action_unseen(self) -> None:
        """Only those not seen at check-in, or all."""
        self.unseen = not self.unseen
        self.repaint()


def _first(id: str) -> int:
    return AT_THE_DOOR.index(id) if id in AT_THE_DOOR else len(AT_THE_DOOR)
