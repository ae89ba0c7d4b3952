"""The site of the open event, made once, from the console."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.points import counted
from engine.refusal import Refused
from saves.safe_text import safe
from tui import kiosk
from tui.screens.paths import typed_path
from tui.screens.working import at_work
from tui.shell_name import shell_name

if TYPE_CHECKING:
    from tui.app import TopboardApp


async def make_site(app: TopboardApp) -> str | None:
    """Ask for a folder, and write the site into it; what was done, None if it was left."""
    from tui.commands.site_folder import refuse_in_event, site_of, updated

    if kiosk.on():
        raise Refused(
            "this console makes no site", "it may write nowhere but into the outbox",
            "whoever runs the server can keep a site of the event there",
        )  # fmt: skip
    desk, store = app.desk, app.desk.store
    up_to_date = app.sites is not None and bool(desk.event.settings.site)
    beside = store.folder.parent / f"{store.folder.name}-site"
    place = app.sites / store.folder.name if up_to_date and app.sites is not None else beside

    def wrong(text: str) -> str | None:
        try:
            refuse_in_event(_folder(text), store.folder)
        except Refused as refusal:
            return str(refusal)
        return None if text.strip() else "give a folder"

    asked = await app.ask_line(
        "Site for players' phones, as the event is now: its folder?\n"
        "Any web server, stick or sync tool takes it; index.html is its first page.",
        str(place), wrong,
    )  # fmt: skip
    if not asked:
        return None
    folder, site = _folder(asked), site_of(store)
    event, format = desk.event, desk.format
    update = await at_work(
        app, "Making the site", lambda went_on: updated(folder, event, format, site),
        stoppable=False,
    )  # fmt: skip
    if update is None:
        return None
    watch = f"{shell_name()} publish {store.folder.name} … --watch keeps it up to date"
    return f"{counted(update.files, 'file')} in {safe(str(folder), 120)}; {watch}"


def _folder(text: str) -> Path:
    return typed_path(text).absolute()
