"""Title norms of a player, as lines of a pane or a card."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Event, last_call
from engine.norms import NormState, norms_of, within_reach
from saves.norm_words import outlook_words
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line, titled

_MARKS = {NormState.MADE: "✓", NormState.OPEN: "…", NormState.MISSED: "–"}


@last_call
def norm_texts(event: Event, id: EntrantId) -> tuple[tuple[NormState, str], ...]:
    """`✓ WIM norm made: 5 of 9, performance 2357, opponents 2314`, and the like of every title
    that the player can hope for."""
    entrant = event.entrant(id)
    said = {NormState.MADE: "made", NormState.OPEN: "takes", NormState.MISSED: "missed"}
    return tuple(
        (
            one.state,
            f"{_MARKS[one.state]} {one.title.value} norm {said[one.state]}: "
            f"{outlook_words(event, one)}",
        )
        for one in norms_of(event, entrant)
        if within_reach(entrant, one)
    )


def norm_lines(event: Event, id: EntrantId, width: int) -> list[Line]:
    """A titled section; nothing for who can hope for no norm."""
    texts = norm_texts(event, id)
    if not texts or not event.published:
        return []
    lines = [titled("norms", width)]
    for state, text in texts:
        style = {NormState.MADE: "strong", NormState.OPEN: "plain", NormState.MISSED: "dim"}[state]
        lines += [line(part, style) for part in in_lines(text, width, "  ")]
    return lines
