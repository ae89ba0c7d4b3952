"""The files of an event: whether they are sound, the event, or a congress, put into one file and
made again from one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.points import counted
from engine.refusal import Refused
from saves.cells import in_lines
from saves.disk import megabytes
from saves.folders import is_folder_name
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.commands.places import is_congress, is_event
from tui.screens.dialogs import Telling
from tui.screens.listed_events import when_changed
from tui.screens.paths import found_path, paths_on, typed_path
from tui.screens.working import at_work
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from saves.backup import Backup
    from saves.congress.backup import CongressBackup
    from saves.verify import VerifyReport
    from tui.app import TopboardApp


ENDINGS = (".tar", ".tar.gz", ".tgz")
MOST = 200
ANOTHER = "another"


# Whether it is sound: how far that is, what was found


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


def no_event(folder: Path | None) -> Path:
    """The folder to look at; `Refused` where none is selected."""
    if folder is None:
        raise Refused("no event is selected", "", "choose one from the list")
    return folder


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


# One file


async def back_up(app: TopboardApp, folder: Path) -> str | None:
    """Ask where to, and write the event, or the congress with its events, into one archive; what
    was done, None if it was left."""
    from saves.backup import backup
    from saves.congress.backup import backup_congress

    pack, what = (backup_congress, "congress") if is_congress(folder) else (backup, "event")

    name = f"{folder.name}-{date.today().isoformat()}.tar.gz"
    # beside the event, as exports and the site
    place = f"{kiosk.OUTBOX}/{name}" if kiosk.on() else str(folder.parent / name)
    asked = await app.ask_line(
        f"Back up {shortened(folder.name, 60)} into one file:", place, _no_target
    )
    if not asked:
        return None
    target = _target(asked)
    if target.exists() and not await app.ask(
        f"{safe(str(target), 200)} is there. Write over it?", warning=True
    ):
        return None
    done = await at_work(
        app,
        f"Packing {shortened(folder.name, 60)} into one file",
        lambda went_on: pack(folder, target, progress=went_on),
        "kB",
    )
    if done is None:
        return "stopped: no backup was made"
    missing = f"; not in it: {', '.join(done.left_out)}" if done.left_out else ""
    files = counted(done.files, "file")
    packed = f"{files} with their checksums are in {safe(str(target), 200)}{missing}"
    return f"{packed}; R in the list of events makes the {what} again from it"


def _target(text: str) -> Path:
    return kiosk.in_outbox(text) if kiosk.on() else typed_path(text)


def _no_target(text: str) -> str | None:
    """What is wrong with a place for a backup."""
    try:
        path = _target(text)
    except Refused as refusal:
        return str(refusal)
    if not text.strip() or path.is_dir():
        return "give a file's name"
    if not path.name.casefold().endswith(ENDINGS):
        return "a backup ends in .tar.gz, .tgz or .tar"
    if path.exists() and not path.is_file():
        return "that is not a file"
    return None if path.parent.is_dir() else f"there is no folder {shortened(str(path.parent), 60)}"


async def restore_backup(app: TopboardApp, shelf: Path) -> tuple[Path, str] | None:
    """Ask for a backup and a name, and make the event again in `shelf`; where, and what to say.

    `Refused` where the archive is not as it was saved.
    """
    path = await _chosen(app, shelf)
    if path is None:
        return None
    backup = await asyncio.to_thread(_looked_through, path)
    name = await app.ask_line(_found_words(path, backup), backup.folder_name, _no_name)
    if not name:
        return None
    folder = kiosk.name_in_events(name.strip()) if kiosk.on() else shelf / name.strip()
    there = [place for place in _places(backup, folder) if is_event(place) or is_congress(place)]
    if there and not await app.ask(
        f"{_there(there)}. Put the backup in {'its' if len(there) == 1 else 'their'} place?"
        "\nWhat is there is kept beside, under another name."
    ):
        return None
    former = await asyncio.to_thread(_restored, path, folder, backup, bool(there))
    names = ", ".join(place.name for place in former)
    note = f"; what was there is kept as {names}" if former else ""
    return folder, f"{folder.name} is as it was saved{note}"


def _looked_through(path: Path) -> Backup | CongressBackup:
    from saves.backup import checked_backup
    from saves.congress.backup import checked_congress, holds_congress

    return checked_congress(path) if holds_congress(path) else checked_backup(path)


def _places(backup: Backup | CongressBackup, folder: Path) -> list[Path]:
    """The folders that would be made, that of a congress first."""
    return [folder, *(folder.parent / name for name in getattr(backup, "beside", ()))]


def _there(there: Sequence[Path]) -> str:
    if len(there) == 1:
        kind = "a congress" if is_congress(there[0]) else "an event"
        return f"There is {kind} {there[0].name}"
    return f"There are {', '.join(place.name for place in there)}"


def _restored(
    path: Path, folder: Path, backup: Backup | CongressBackup, replace: bool
) -> list[Path]:
    """Made again; where what was there is now."""
    from saves.backup import Backup, restore_backup
    from saves.congress.backup import restore_congress

    if isinstance(backup, Backup):
        former = restore_backup(path, folder, replace=replace).former
        return [] if former is None else [former]
    return [now for _, now in restore_congress(path, folder, replace=replace).former]


def _found_words(path: Path, backup: Backup | CongressBackup) -> str:
    whole = f"{counted(len(backup.sums), 'file')}, {megabytes(backup.size)}, all as they were saved"
    events = getattr(backup, "events", None)
    what = "event" if events is None else f"congress, with {counted(len(events), 'event')}"
    return f"{shortened(path.name, 60)}: {whole}.\nMake it again as the {what}:"


def _no_name(text: str) -> str | None:
    """What is wrong with a name for an event's folder."""
    if is_folder_name(text.strip()):
        return None
    return "letters of English, digits, - _ . and at most 63 of them"


async def _chosen(app: TopboardApp, shelf: Path) -> Path | None:
    """A backup near by, or one whose path is typed."""
    around = (Path.cwd(), shelf, shelf.parent, Path.home())
    near = await asyncio.to_thread(backups_in, kiosk.shelves() if kiosk.on() else around)
    lines = [_file_line(path) for path in near]
    if lines:
        lines.append(line(" another file: type its path", key=ANOTHER))
        note = "enter  look into it      p  type a path      esc  leave"
        answers = {"p": ANOTHER}
        picked = await app.push_screen_wait(Telling("Restore a backup", lines, note, answers))
        if picked != ANOTHER:
            chosen = Path(picked) if picked else None
            return kiosk.inside(chosen) if chosen is not None and kiosk.on() else chosen
    if kiosk.on():
        text = await app.ask_line("Name of a backup in the inbox (.tar.gz, .tgz, .tar):")
        return kiosk.in_inbox(text) if text else None
    text = await app.ask_line(
        "Path of a backup (.tar.gz, .tgz, .tar):",
        f"{Path.cwd()}/",
        completions=partial(paths_on, endings=ENDINGS),
    )
    return found_path(text) if text else None


def backups_in(folders: Iterable[Path]) -> list[Path]:
    """Files that look like backups, the newest first; a folder that cannot be read has none."""
    times: dict[Path, float] = {}
    for folder in folders:
        try:
            for entry in os.scandir(folder):
                if entry.name.casefold().endswith(ENDINGS) and entry.is_file():
                    times[Path(entry.path).resolve()] = entry.stat().st_mtime
        except OSError:
            continue
    return sorted(times, key=lambda path: (-times[path], path.name))[:MOST]


def _file_line(path: Path) -> Line:
    try:
        changed = when_changed(path.stat().st_mtime)
    except OSError as error:
        raise Refused("a backup is gone", error.strerror or "", "look again") from None
    about = f"  {shortened(str(path.parent), 60)}  {changed}"
    return Line(((f" {shortened(path.name, 60)}", "plain"), (about, "dim")), str(path))
