"""What is said when the last result of a round is in, here or at another desk."""

from __future__ import annotations

from engine.event import Event, Round
from engine.protocol import Format
from saves.safe_text import safe
from tui.screens.results_lines import adjourned_boards, all_in_text, due_now, half_in


def all_in_told(event: Event, format: Format, round: Round) -> str:
    """That all results of the round are in, what comes next and what the format notes to it."""
    step = format.next_step(event)
    planned = format.rounds_planned(event)
    last = planned is not None and round.number >= planned
    called, waits = format.round_name(round.number), format.adjourned_waits
    told = all_in_text(round, called, last, step.name == "finished", waits)
    # those of an earlier round are among the notes
    if half_in(round) or adjourned_boards(round):
        return told
    news = format.news(event, round.number)
    return "; ".join([told, *(safe(note, 300) for note in (*news, *step.notes))])


def just_finished(before: Event, after: Event) -> Round | None:
    """The round in play, if its last missing result has come meanwhile."""
    then, now = before.current, after.current
    if then is None or now is None or then.number != now.number:
        return None
    return now if due_now(then) and not due_now(now) else None
