"""Where an event stands, and what comes next."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.entrants import EntrantId
from engine.event import ChosenKind, Event
from engine.reasons import Reason, Reasons
from engine.waiting import adjourned, missing_boards, overdue, stale_notes

StepName = Literal["register", "draw", "choose", "publish", "play", "finished"]


class Choice(NamedTuple):
    """Who chooses an opponent, from whom, and who may not be chosen, with the reason."""

    chooser: EntrantId
    pool: tuple[EntrantId, ...]
    barred: tuple[tuple[EntrantId, Reason], ...] = ()
    may_forfeit: bool = False
    may_opt_out: bool = False
    stage: str = ""
    """The part of the round that is drawn, as `DrawChoice.stage`."""
    order: tuple[EntrantId, ...] = ()
    """Everybody in that stage, ranked."""
    figures: tuple[str, ...] = ()
    """What each of them is ranked by, as people read it: `+31`."""
    wishes: tuple[tuple[EntrantId, ChosenKind], ...] = ()
    """Who may opt out or become available now."""
    notes: Reasons = ()
    """What had to give way for this choice."""
    waiting: tuple[EntrantId, ...] = ()
    """Who chooses later."""


class NextStep(NamedTuple):
    """Where an event stands: what comes next, in which round, and what is missing for it."""

    name: StepName
    round: int
    missing: tuple[int, ...] = ()
    choice: Choice | None = None
    notes: tuple[str, ...] = ()


def round_by_round(smallest: int, event: Event) -> NextStep:
    """The step of an event that plays one round after the other; it needs `smallest` entrants."""
    if event.proposal is not None and event.proposal.editing:
        note = f"the pairings of {event.called(event.proposal.number)} are being edited by hand"
        return NextStep("draw", event.proposal.number, notes=(note,))
    if event.proposal is not None:
        notes = (*stale_notes(event), *adjourned_notes(event))
        return NextStep("publish", event.proposal.number, notes=notes)
    current = event.current
    number = current.number if current else 0
    if current is not None:
        if current.extra is not None:
            return NextStep("publish", number, missing_boards(current))
        missing = overdue(event)
        waiting = adjourned(event)
        if missing:
            return NextStep("play", number, missing, notes=adjourned_notes(event))
        if number >= event.settings.rounds:
            left = tuple(board for r, board in waiting if r == number)
            name: StepName = "play" if waiting else "finished"
            return NextStep(name, number, left, notes=adjourned_notes(event))
    ready = [e for e in event.entrants if e.active(number + 1)]
    if len(ready) < smallest:
        return NextStep("register", number + 1)
    return NextStep("draw", number + 1, notes=adjourned_notes(event))


def adjourned_notes(event: Event) -> tuple[str, ...]:
    """Every adjourned game or match in words: `round 3, board 2 is adjourned`."""
    return tuple(
        f"{event.called(r)}, {event.board_name(b)} is adjourned" for r, b in adjourned(event)
    )
