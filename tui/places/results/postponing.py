"""The line in Results for the day of a match of a season that is not played with its round."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.actions.base import Action
from engine.actions.postponing import Postpone, SetMatchVenue
from engine.match_dates import moved_text
from engine.protocol import OverASeason, part_of
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
        day, at, venue = map(str.strip, text.partition("@"))
        number = boards.began[self.number]
        actions: list[Action] = [Postpone(self.number, day, number, self.was)] if day else []
        actions += [SetMatchVenue(self.number, venue, number)] if at else []
        event = desk.event
        try:
            for action in actions:
                action.judge(event, desk.format)
                event = action.change(event, desk.format)
        except Refused as refusal:
            again = replace(state, prompt=_line(desk, state, self.number, text))
            return say(again, str(refusal), "bad")
        now = event.round(number).match(self.number)
        venue = now.venue or "the home team's venue"
        where = f"at {venue}" if at else ""
        moved = ", ".join(filter(None, (moved_text(now) if day else "", where)))
        undone = "u undoes it" if len(actions) == 1 else "u u undoes both"
        about = f"{desk.event.board_name(self.number)}: {moved} · {undone}"
        return Step(state, tuple(Do(action, about=about) for action in actions))


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
    label = f"{desk.event.board_name(number)} on (2026-12-05 19:30, - no date yet, @ venue)"
    return Prompt(label, DatePrompt(number, was), text)
