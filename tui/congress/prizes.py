"""The place Prizes of a congress: that of one event, over all of them."""

from __future__ import annotations

from tui.congress.within import enter_event
from tui.places.prizes import PRIZES, PrizesState, prizes_shown
from tui.places.shape import Converse, DeskView, Step, say


def own_console(desk: DeskView, state: PrizesState) -> Step[PrizesState]:
    """The event of the selected prize or game, in its own console."""
    shown = prizes_shown(desk, state)
    award = shown.award(state.selected) if shown is not None else None
    game = shown.board(state.selected) if shown is not None else None
    folder = award.prize.list.event if award is not None else game.event if game else ""
    if shown is None or folder not in shown.events:
        return say(state, "no prize of one event is selected")
    return Step(state, (Converse(enter_event, (folder, "standings")),))


CONGRESS_PRIZES = PRIZES._replace(
    name="congress_prizes",
    commands={k: v for k, v in PRIZES.commands.items() if k != "leave"}
    | {"own_console": own_console},
    without_event=True,
)
