"""Whether an event on disk is sound, asked from the console: how far it is, what was found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.safe_text import safe, shortened
from tui.screens.dialogs import Telling
from tui.screens.working import at_work
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.verify import VerifyReport
    from tui.app import TopboardApp

TITLES = ("Sound", "Not as it was saved", "Not whole")
"""By the status of the report."""


async def verify_event(app: TopboardApp, folder: Path) -> None:
    """Look at every seal and the whole chain, do every action again, and tell what was found.

    Nothing is changed. To be called in a worker.
    """
    from saves.verify import verify

    title = f"Checking the files of {shortened(folder.name, 40)}"
    report = await at_work(
        app, title, lambda went_on: verify(folder, progress=went_on), "actions replayed"
    )
    assert report is not None  # what was found by then, where it was stopped
    await app.push_screen_wait(Telling(_title(report, folder), _lines(report)))


def _title(report: VerifyReport, folder: Path) -> str:
    word = "Stopped" if report.stopped else TITLES[report.status]
    return f"{word}: {shortened(folder.name, 40)}"


def _lines(report: VerifyReport) -> list[Line]:
    style = "bad" if report.status else "plain"
    lines = [(text, "plain" if text == report.advice else style) for text in report.lines]
    if "BACKUP" in report.ways:
        lines.append(("R in the list of events restores a backup.", "key"))
    if set(report.ways) - {"BACKUP"}:
        lines.append(("Opening the event asks which of these to do.", "key"))
    return [
        line(f" {part}", kind)
        for text, kind in lines[:400]
        for part in in_lines(safe(text, 400), 66, "  ")
    ]


def no_event(folder: Path | None) -> Path:
    """The folder to look at; `Refused` where none is selected."""
    if folder is None:
        raise Refused("no event is selected", "", "choose one from the list")
    return folder
