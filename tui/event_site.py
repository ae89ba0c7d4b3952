"""The site of the open event: kept up to date beside the console by a process of its own, or made
once, from the console."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engine.points import counted
from engine.refusal import Refused
from saves.journal import continuing
from saves.safe_text import safe
from tui import child, kiosk
from tui.projector.visitors import SERVER
from tui.screens.paths import typed_path
from tui.shell_name import shell_name

if TYPE_CHECKING:
    from saves.store import Store
    from tui.app import TopboardApp


LOOK_SECONDS = 2.0
"""How often the program checks whether the open event says where its site is found."""


# Kept up to date


class SiteKeeper:
    """Runs `topboard publish EVENT SITES/EVENT --watch` while an event is open that says where
    its site is found. `sites` is the user's folder for sites; a kiosk keeps none."""

    def __init__(self, app: TopboardApp, sites: Path) -> None:
        self._app = app
        self._sites = sites
        self._kept: Store | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Begin with the open event's site, or end with the one before. A process that has ended by
        itself, with its report, does not begin anew."""
        desk = self._app.desk
        store = None if desk.closed or kiosk.on() or not desk.event.settings.site else desk.store
        if store is self._kept:
            return
        self._kept = store
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._keep(store)) if store is not None else None

    async def end(self) -> None:
        """Keep no site any more: the console goes."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep(self, store: Store) -> None:
        event, folder = store.folder, self._sites / store.folder.name
        watching = await asyncio.create_subprocess_exec(
            *child.COMMAND, "publish", str(event), str(folder), "--watch",
            stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE,
            env={**child.environment(continuing(store.journal)), SERVER: str(os.getpid())},
        )  # fmt: skip
        try:
            assert watching.stderr is not None
            async for line in watching.stderr:
                report = child.report_of(line.decode("utf-8", "replace"))
                messages = [*report.warnings, *([str(report.refusal)] if report.refusal else [])]
                for text in messages:
                    self._app.warn(f"site: {safe(text, 300)}")
        finally:
            with suppress(ProcessLookupError):
                watching.terminate()
            await watching.wait()


# Made once


async def make_site(app: TopboardApp) -> str | None:
    """Ask for a folder, and write the site into it; what was done, None if it was left."""
    from tui.commands.publishing import refuse_in_event, site_of, updated
    from tui.screens.working import at_work

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
    event, format, home = desk.event, desk.format, store.folder
    update = await at_work(
        app, "Making the site", lambda went_on: updated(folder, event, format, site, home=home),
        stoppable=False,
    )  # fmt: skip
    if update is None:
        return None
    watch = f"{shell_name()} publish {store.folder.name} … --watch keeps it up to date"
    return f"{counted(update.files, 'file')} in {safe(str(folder), 120)}; {watch}"


def _folder(text: str) -> Path:
    return typed_path(text).absolute()
