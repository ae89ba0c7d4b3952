"""The site of the open event, kept up to date beside the console by a process of its own."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from saves.journal import continuing
from saves.safe_text import safe
from tui import child, kiosk
from tui.child import report_of
from tui.projector.visitors import SERVER

if TYPE_CHECKING:
    from saves.store import Store
    from tui.app import TopboardApp

LOOK_SECONDS = 2.0
"""How often it is seen whether the open event says where its site is found."""


class SiteKeeper:
    """Runs `topboard publish EVENT SITES/EVENT --watch` while an event is open that says where
    its site is found. `sites` is the user's folder for sites; a kiosk keeps none."""

    def __init__(self, app: TopboardApp, sites: Path) -> None:
        self._app = app
        self._sites = sites
        self._kept: Store | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Begin with the open event's site, or end with the one before. What has ended by itself,
        with what it told, does not begin anew."""
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
                report = report_of(line.decode("utf-8", "replace"))
                messages = [*report.warnings, *([str(report.refusal)] if report.refusal else [])]
                for text in messages:
                    self._app.warn(f"site: {safe(text, 300)}")
        finally:
            with suppress(ProcessLookupError):
                watching.terminate()
            await watching.wait()
