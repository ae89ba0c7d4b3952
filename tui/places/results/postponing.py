"""The line in Results for the day of a match of a season that is not played with its round."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions.postponing import Postpone
from engine.format_parts import OverASeason, part_of
from engine.match_dates import moved_text
from engine.refusal import Refused
from tui.places.results.state import ResultsState, boards_of, selected_match
from tui.places.shape import AtEnter, DeskView, Do, Prompt, Step, say


@dataclass(frozen=True, slots=True)
class DatePrompt(AtEnter):
    """The day of a match; `was` is its own that stood when the line was opened."""

    number: int
    was: str

    def entered(self, desk: DeskView, state: ResultsState, text: str) -> Step[ResultsState]:
        """The match is moved; a line that cannot be stays open."""
        boards = boards_of(desk, state)
        match = boards.by_number.get(self.number) if boards is not None else None
        if boards is None or match is None or not text.strip():
            return Step(state)
        action = Postpone(self.number, text.strip(), boards.began[self.number], self.was)
        try:
            action.judge(desk.event, desk.format)
            moved = action.change(desk.event, desk.format)
        except Refused as refusal:
            again = replace(state, prompt=_line(desk, state, self.number, text))
            return say(again, str(refusal), "bad")
        now = moved.round(boards.began[self.number]).match(self.number)
        where = desk.event.board_name(self.number)
        return Step(state, (Do(action, about=f"{where}: {moved_text(now)} · u undoes it"),))


def asked(desk: DeskView, state: ResultsState) -> Step[ResultsState]:
    """The line for the day of the selected match."""
    match = selected_match(desk, state)
    if part_of(desk.format, OverASeason) is None:
        text = "matches are postponed in a league; here A adjourns what is missing"
        return say(state, text, "bad")
    if match is None:
        return say(state, "no match is selected", "bad")
    return Step(replace(state, prompt=_line(desk, state, match.board)))


def _line(desk: DeskView, state: ResultsState, number: int, text: str = "") -> Prompt:
    boards = boards_of(desk, state)
    assert boards is not None
    was = boards.by_number[number].date
    label = f"{desk.event.board_name(number)} is played on (2026-12-05 19:30; - no date yet)"
    return Prompt(label, DatePrompt(number, was), text)
