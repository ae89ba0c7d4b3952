"""What is asked for at the desk of a congress about all of it: the history of one of its events,
what its projectors show, its lists as files."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from engine.points import counted
from engine.refusal import Refused
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.handing_out import export_folder, put_into
from tui.screens.projecting import choose_projected
from tui.screens.working import at_work
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.congress.store import CongressStore
    from saves.going_on import GoingOn
    from tui.app import TopboardApp
    from tui.congress.desk import CongressDesk

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
        app.tell(f"{counted(written, 'file')} in {safe(str(into), 200)}", "done")


def write_lists(store: CongressStore, name: str, into: Path, went_on: GoingOn) -> int:
    """How many files were written, in every kind that there is; `Refused` where the one list that
    was asked for is empty."""
    from saves.congress.pages import KINDS, PAGES, page

    files: dict[str, bytes] = {}
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
        went_on(at + 1, len(names))
    for file, content in files.items():
        put_into(into, file, content)
    return len(files)
