"""Who shares a place of the standing: a lot among them, or their order set by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.actions.tied import OrderTied, shared_places
from engine.entrants import EntrantId
from engine.points import counted
from engine.refusal import Refused
from saves.safe_text import safe
from tui.places.shape import AtEnter, DeskView, Do, Perform, Prompt, Question, Step, said

if TYPE_CHECKING:
    from tui.places.standings import StandingsState, StandingsStep

NAMED = 8
"""So many names stand in a question."""


def draw_lots(desk: DeskView, state: StandingsState) -> StandingsStep:
    """A lot among all who share the selected one's place (asks)."""
    level = _sharing(desk, state)
    text = f"{_names(desk, level)} share a place.\nDraw lots among these {len(level)}?"
    action = OrderTied(level)
    done = f"lot drawn among {len(level)}: the order is shown under the table"
    return Step(replace(state, questions=(Question(text, Perform(action, done)),)))


def set_order(desk: DeskView, state: StandingsState) -> StandingsStep:
    """The order of all who share the selected one's place, typed as numbers."""
    level = _sharing(desk, state)
    return Step(replace(state, prompt=Prompt(_asked(desk, level), OrderTyped(level))))


@dataclass(frozen=True, slots=True)
class OrderTyped(AtEnter):
    """The order of those who share a place, by their numbers; then the reason."""

    level: tuple[EntrantId, ...]

    def entered(self, desk: DeskView, state: StandingsState, text: str) -> StandingsStep:
        """Every number once: on to the reason."""
        numbers = _numbers(desk)
        ids = {str(numbers[id]): id for id in self.level}
        typed = re.findall(r"[^\s,;]+", text)
        if sorted(typed) != sorted(ids):
            again = replace(state, prompt=Prompt(_asked(desk, self.level), self, text))
            listed = " ".join(sorted(ids, key=int))
            return Step(said(again, f"type each number once: {listed}", "bad"))
        order = tuple(ids[number] for number in typed)
        return Step(replace(state, prompt=Prompt("reason", ReasonTyped(order))))


@dataclass(frozen=True, slots=True)
class ReasonTyped(AtEnter):
    """Why the arbiter sets the order."""

    order: tuple[EntrantId, ...]

    def entered(self, desk: DeskView, state: StandingsState, text: str) -> StandingsStep:
        """Never without a reason."""
        if not text.strip():
            again = replace(state, prompt=Prompt("reason", self))
            return Step(said(again, "an order set by hand needs a reason", "bad"))
        done = "ordered by hand: the order is shown under the table"
        return Step(state, (Do(OrderTied(self.order, text.strip()), done=done),))


def _sharing(desk: DeskView, state: StandingsState) -> tuple[EntrantId, ...]:
    if state.after is not None:
        raise Refused("this is the table of an earlier round", "", "> shows the last one")
    if not isinstance(state.selected, str):
        raise Refused("no player is selected", "", "")
    for level in shared_places(desk.event, desk.format):
        if state.selected in level:
            return level
    name = safe(desk.event.entrant(state.selected).name)
    raise Refused(f"{name} shares no place", "", "select somebody who does")


def _numbers(desk: DeskView) -> dict[EntrantId, int]:
    return {row.id: row.no for row in desk.format.standings(desk.event)[0].rows}


def _names(desk: DeskView, level: tuple[EntrantId, ...]) -> str:
    names = [safe(desk.event.entrant(id).name, 24) for id in level[:NAMED]]
    more = f" and {counted(len(level) - NAMED, 'other')}" if len(level) > NAMED else ""
    return "; ".join(names) + more


def _asked(desk: DeskView, level: tuple[EntrantId, ...]) -> str:
    numbers = _numbers(desk)
    return f"order of {' '.join(str(numbers[id]) for id in level)}, best first"
