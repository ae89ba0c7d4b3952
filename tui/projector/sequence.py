"""Which pages the projector shows, by the state of the round, unless the desk has chosen."""

from __future__ import annotations

from engine.event import Event
from engine.format_parts import OverASeason, bracketed, part_of
from engine.protocol import Format
from engine.waiting import all_in
from tui.projector.contents import Content, contents, said
from tui.projector.seen import Seen

ROUND_OF_PAGES = (
    "names", "boards", "standings", "sections", "bracket", "panels", "crosstable", "clock", "site"
)  # fmt: skip
"""What a key goes through."""


def kinds(event: Event, format: Format, wanted: str = "auto", started: bool = False) -> list[str]:
    """The kinds of page, in the order in which they are turned. `started`: the round clock says
    that play has begun."""
    if wanted != "auto":
        return [wanted]
    current, step = event.current, format.next_step(event)
    phones = ["site"] if event.settings.site else []
    if step.name == "choose":
        return ["choice"]
    if event.proposal is not None:
        return ["preparing", *(["standings"] if current else []), *phones]
    if current is None:
        return ["welcome", "sections", *phones]
    beside = ["bracket", "panels"] if bracketed(format) else []
    beside += ["panels"] * (part_of(format, OverASeason) is not None)  # the fixtures
    if all_in(event):
        return [*(["news"] if format.news(event, current.number) else []),
                "standings", *beside, *phones]  # fmt: skip
    if started or any(match.result is not None for match in current.matches):
        return ["boards", *beside]
    return ["names"]


def chosen(state: Seen, wanted: str, message: str, started: bool, clocked: bool) -> list[Content]:
    """What is shown, in order; where the event has nothing of it, the welcome. Then the round
    clock, where it has something to say, and the desk's message."""
    if wanted == "blank":
        return []
    event, format = state.event, state.format
    pages = [c for kind in kinds(event, format, wanted, started)
             for c in contents(event, format, kind)]  # fmt: skip
    pages = pages or contents(event, format, "welcome")
    pages += contents(event, format, "clock") if clocked and wanted == "auto" else []
    return [*pages, *([said(message)] if message else [])]
