"""Which pages the projector shows, by the state of the round, unless the desk has chosen."""

from __future__ import annotations

from engine.event import Event, Round
from engine.format_parts import bracketed
from engine.protocol import Format
from engine.running import all_in, overdue
from tui.projector.contents import Content, contents

ROUND_OF_PAGES = ("names", "boards", "standings", "sections", "bracket", "panels", "crosstable")
"""What a key goes through."""


def kinds(event: Event, format: Format, wanted: str = "auto", started: bool = False) -> list[str]:
    """The kinds of page, in the order in which they are turned. `started`: the round clock says
    that play has begun."""
    if wanted != "auto":
        return [wanted]
    current, step = event.current, format.next_step(event)
    if step.name == "choose":
        return ["choice"]
    if event.proposal is not None:
        return ["preparing", *(["standings"] if current else [])]
    if current is None:
        return ["welcome", "sections"]
    beside = ["bracket", "panels"] if bracketed(format) else []
    if all_in(event):
        return [*(["news"] if format.news(event, current.number) else []),
                "standings", *beside]  # fmt: skip
    if started or any(match.result is not None for match in current.matches):
        return ["boards", *beside]
    return ["names"]


def playing(event: Event) -> Round | None:
    """The round that waits for results."""
    return event.current if event.current is not None and overdue(event) else None


def chosen(event: Event, format: Format, wanted: str, started: bool) -> list[Content]:
    """What is shown, in order; where the event has nothing of it, the welcome."""
    if wanted == "blank":
        return []
    sequence = [c for kind in kinds(event, format, wanted, started)
             for c in contents(event, format, kind)]  # fmt: skip
    return sequence or contents(event, format, "welcome")
