"""Exporting from the console: files for others, into a folder beside the event's."""

from __future__ import annotations

from pathlib import Path

from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from tui import kiosk
from tui.commands.output import cannot_write, write_file

ALL = "all"
CHOICES = (
    (ALL, "everything below"),
    ("html", "pages to print: pairings, tables, result slips"),
    ("slips", "result slips of the round, four on a sheet"),
    ("cards", "a name card for each entrant, eight on a sheet"),
    ("tents", "board numbers to cut and fold, four on a sheet"),
    ("text", "plain text, for a notice or a mail"),
    ("csv", "entries, standings, pairings for a spreadsheet"),
    ("trf", "TRF16, for rating and for other programs"),
)
"""What can be had, in the order of a choice."""
KINDS = tuple(kind for kind, _ in CHOICES if kind != ALL)


def export_folder(event_folder: Path) -> Path:
    """Beside the event's folder: what is exported is no part of the event. In a kiosk the one
    place from which files go out."""
    if kiosk.on():
        return kiosk.outbox(event_folder)
    return event_folder.parent / f"{event_folder.name}-export"


def hand_out(
    event: Event, format: Format, kind: str, into: Path, head: str = ""
) -> tuple[int, str]:
    """Write the files of a kind, or of all. Gives (how many, what could not be had).

    `Refused` where a file cannot be written, or where the one kind asked for cannot be had.
    """
    from saves.export import export

    written, problem = 0, ""
    for each in KINDS if kind == ALL else (kind,):
        try:
            files = export(event, format, each, head=head).files
        except Refused as refusal:
            if kind != ALL:
                raise
            problem = f"no {each}: {refusal}"
            continue
        for name, data in files.items():
            _write(into, name, data)
            written += 1
    return written, problem


def _write(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(str(folder), error) from error
    write_file(str(folder / name), data)
