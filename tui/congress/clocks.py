"""The round clock of a congress: one for all events that are played in the same hours."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from saves.round_clock import RoundClock, read_clock, remove_clock, write_clock
from tui.screens.dialogs import Telling
from tui.screens.projecting import set_clock
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.congress.desk import CongressDesk
    from tui.desk import Desk

NOTE = "enter  choose      esc, q  back"


def sessions(congress: CongressDesk) -> list[list[Desk]]:
    """The events that are played together, where a round is published: by their session."""
    groups: dict[str, list[Desk]] = {}
    for folder, desk in congress.desks.items():
        if not desk.closed and desk.event.published:
            session = congress.store.congress.plan(folder).session.casefold()
            groups.setdefault(session, []).append(desk)
    return [*groups.values()]


async def set_clocks(app: TopboardApp) -> None:
    """Of one session, chosen where there are several; the others of it follow."""
    congress = app.congress
    assert congress is not None
    groups = sessions(congress)
    if not groups:
        app.tell("no round is published: there is nothing to time", "bad")
        return
    at: object = 0
    if len(groups) > 1:
        names = [", ".join(desk.name for desk in group) for group in groups]
        lines = [line(f" {name}", key=number) for number, name in enumerate(names)]
        at = await app.push_screen_wait(Telling("The clock of", lines, NOTE))
    if not isinstance(at, int):
        return
    first, *others = groups[at]
    before = read_clock(first.store.folder)
    congress.in_front = first
    try:
        await set_clock(app)
    finally:
        congress.in_front = None
    clock = read_clock(first.store.folder)
    if clock != before:
        rounds = [(desk.store.folder, len(desk.event.published)) for desk in others]
        await asyncio.to_thread(follow, rounds, clock)


def follow(rounds: Sequence[tuple[Path, int]], clock: RoundClock | None) -> None:
    """The same clock for the round in play of each."""
    for folder, number in rounds:
        if clock is None:
            remove_clock(folder)
        else:
            write_clock(folder, replace(clock, round=number))
