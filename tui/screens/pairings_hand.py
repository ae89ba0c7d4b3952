"""A proposal changed by hand: swap, turn, lock, bar."""

from __future__ import annotations

from textual import work

from engine.actions import (
    Action,
    Instruct,
    Release,
    SwapPlaces,
    TurnBoard,
)
from engine.entrants import EntrantId
from engine.event import Instruction, InstructionKind
from engine.rules import Severity
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.pairings_lines import after_swap
from tui.screens.pairings_view import PairingsView
from tui.screens.pairings_words import instruction_lines, new_conflicts


class PairingsByHand(PairingsView):
    """Changes by hand, each judged at once."""

    # Changes by hand

    async def _change(self, action: Action) -> bool:
        """Do it and say at once which conflicts it has brought."""
        if self._draw_runs():
            return False
        before = self.review(self.desk.event)
        self._changed_from = before.round if before is not None else None
        event = await self.desk.act(action)
        if event is None:
            self._changed_from = None
            return False
        after = self.review(event)
        if before is not None and after is not None and before.round.number == after.round.number:
            new = after_swap(before, after)
            grave = any(c.severity is Severity.MUST for c in new)
            if new:
                self.message(new_conflicts(event, new), "bad" if grave else "info")
            else:
                self.message(safe(action.describe(event), 200), "done")
        return True

    def action_side_left(self) -> None:
        """White's side."""
        self._set_side(0)

    def action_side_right(self) -> None:
        """Black's side."""
        self._set_side(1)

    def _set_side(self, side: int) -> None:
        self._side = side
        self.body.repaint_cursor()

    async def action_swap(self) -> None:
        """Mark a player; at the second the two change places."""
        round = self.round_shown(self.desk.event)
        who = self._selected_player()
        if round is None or round.published:
            self._proposal_board()
        if who is None or round is None:
            return
        first, self._picked = self._picked, None
        if first is None:
            self._picked = who
        elif first != who and not await self._change(
            SwapPlaces(first, who, was=(round.board_of(first), round.board_of(who)))
        ):
            self._picked = first
        self.repaint()

    async def action_turn(self) -> None:
        """White and Black exchanged."""
        board = self._proposal_board()
        await self._change(TurnBoard(board.board, was=board.pair))

    async def action_lock(self) -> None:
        """These two shall meet."""
        await self._instruct("lock")

    async def action_bar(self) -> None:
        """These two shall not meet."""
        await self._instruct("bar")

    async def action_allow(self) -> None:
        """School, club and family do not matter to these two: the pair of the board, or whoever
        is marked (`swap`) and the selected player."""
        first, second = self._picked, self._selected_player()
        if first is None or second is None or first == second:
            await self._instruct("allow")
            return
        self._proposal_board()
        self._picked = None
        await self._instruct("allow", (first, second))
        self.repaint()

    async def _instruct(
        self, kind: InstructionKind, pair: tuple[EntrantId, EntrantId] | None = None
    ) -> None:
        """Given for this round, or taken back where it stands; for the board's pair, or another."""
        a, b = pair or self._proposal_board().pair
        event = self.desk.event
        number = self.round_shown(event).number  # type: ignore[union-attr]
        if frozenset((a, b)) in event.instructed(kind, number):
            await self._change(Release(kind, a, b))
        else:
            await self._change(Instruct(Instruction(kind, a, b, number)))

    @work(group="asking")
    async def action_instructions(self) -> None:
        """All locks and bars; Enter takes one back."""
        event = self.desk.event
        lines = instruction_lines(event)
        if not lines:
            self.message("no lock, no bar and no allowance is given")
            return
        chosen = await self.console.push_screen_wait(
            Telling("Locks and bars", lines, "enter  remove      esc  close")
        )
        if chosen is not None:
            given = event.instructions[int(chosen)]
            await self._change(Release(given.kind, given.a, given.b))
