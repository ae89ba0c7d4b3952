"""What is asked for at the desk of a congress about all of it: the history of one of its events,
what its projectors show, its lists as files, its round clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.round_clock import RoundClock, read_clock, remove_clock, write_clock
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.handing_out import export_folder, handed_out, put_into
from tui.screens.projecting import choose_projected, set_clock
from tui.screens.working import at_work
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.congress.store import CongressStore
    from saves.going_on import GoingOn
    from tui.app import TopboardApp
    from tui.congress.desk import CongressDesk
    from tui.desk import Desk


NOTE = "enter  choose      esc, q  back"
ALL = ""
"""Every event, every list."""
TITLES = {
    "names": "the whole hall by name, with event, room and board",
    "entries": "everybody with events and fees",
    "cash": "every payment",
    "receipts": "receipts of what was paid, to cut",
    "schedule": "the timetable of all events, a poster",
    "all": "every entry, for a spreadsheet",
    "prizes": "the list of prizes",
    "prize-receipts": "receipts of the prizes, to sign",
    "diplomas": "diplomas of the prizes",
}
"""What the lists of `saves.congress.pages` are."""


async def _which(app: TopboardApp, title: str, congress: CongressDesk, first: str = "") -> object:
    desks = [desk for desk in congress.desks.values() if not desk.closed]
    lines = [line(f" {desk.name}", key=desk.folder) for desk in desks]
    if first:
        lines.insert(0, line(f" {first}", key=ALL))
    return await app.push_screen_wait(Telling(title, lines, NOTE))


async def show_history(app: TopboardApp, congress: CongressDesk) -> None:
    """Each event has its own: the console of the one that is chosen, and its history."""
    folder = await _which(app, "History of", congress)
    if folder is not None:
        await app.enter_event(str(folder))
        await app.go("history")


async def choose_on_walls(app: TopboardApp, congress: CongressDesk) -> None:
    """What the projectors show of all events, or of one."""
    folder = await _which(app, "Projector: pages of", congress, "all events")
    desks = [desk for desk in congress.desks.values() if folder in (ALL, desk.folder)]
    if folder is None or not desks:
        return
    congress.in_front = desks[0]
    try:
        await choose_projected(app, desks)
    finally:
        congress.in_front = None


async def choose_lists(app: TopboardApp, congress: CongressDesk) -> None:
    """Which list of the congress is to be written, into the folder beside it."""
    store = congress.store
    into = export_folder(store.folder)
    titles = {ALL: "every list: html, pdf and csv", **TITLES}
    width = max(map(len, titles))
    lines = [
        Line(((f" {name or 'everything':{width}}", "key"), (f"  {text}", "plain")), name)
        for name, text in titles.items()
    ]
    note = f"into {safe(str(into), 200)}\n\nenter  write it      esc  back"
    name = await app.push_screen_wait(Telling("Export of the congress", lines, note))
    if name is None:
        return
    written = await at_work(
        app, "Export", lambda went_on: write_lists(store, str(name), into, went_on), "lists"
    )
    if written is None:
        app.tell("stopped: nothing was written")
    else:
        files, empty = written
        left = f"; nothing to write for {', '.join(empty)}" if empty else ""
        app.tell(f"{handed_out(files, into)}{left}", "done")


def write_lists(
    store: CongressStore, name: str, into: Path, went_on: GoingOn
) -> tuple[list[str], list[str]]:
    """The files that were written, of a list in every kind that there is, and the lists that are
    empty; `Refused` where that is the one asked for."""
    from saves.congress.pages import KINDS, PAGES, page

    files, empty = dict[str, bytes](), list[str]()
    names = [name] if name else [*PAGES]
    for at, one in enumerate(names):
        refusal = None
        for kind in KINDS:
            if kind == "text":
                continue
            try:
                files[f"{one}.{kind}"] = page(store, one, kind, date.today().isoformat())
            except Refused as refused:
                refusal = refused
        if name and not files and refusal is not None:
            raise refusal
        if not any(file.startswith(f"{one}.") for file in files):
            empty.append(one)
        went_on(at + 1, len(names))
    for file, content in files.items():
        put_into(into, file, content)
    return [*files], empty


# The round clock: one for all events that are played in the same hours


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
