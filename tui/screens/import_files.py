"""Files with entries: which there are, and what one of them brings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.actions.entries import byes_left_out
from engine.entrants import Entrant, namesake
from engine.event import Event
from engine.unused_columns import unused_columns
from saves.safe_text import safe
from tui.commands.entry_files import ENDINGS, MOST_FILES, is_trf
from tui.rating_desk import from_lists


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file brings: entrants, what to look at, and who is entered already."""

    source: str
    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    rounds_left: int = 0
    """Rounds of the file that are not taken."""


def candidates(folders: Iterable[Path], endings: tuple[str, ...] = ENDINGS) -> list[Path]:
    """Files that look like entry lists, or have these endings, the newest first; folders that
    cannot be read give none."""
    times: dict[Path, float] = {}
    for folder in folders:
        try:
            for path in folder.iterdir():
                if path.suffix.casefold() in endings and path.is_file():
                    times[path.resolve()] = path.stat().st_mtime
        except OSError:
            continue
    return sorted(times, key=lambda p: (-times[p], p.name))[:MOST_FILES]


def read_file(path: Path, event: Event, encoding: str | None = None) -> Taken:
    """Read a file of entries; `Refused` with the place of the first fault.

    Nothing is changed by reading. Takes a while for large files: not for the screen's own loop.
    """
    from engine.format_parts import PlayedByTeams, part_of
    from formats.registry import format_named
    from saves.foreign import read_bytes

    content = read_bytes(path)
    format = format_named(event.format)
    teams = part_of(format, PlayedByTeams) is not None
    if is_trf(path.name, content):
        taken = _read_trf(content, path.name, encoding, teams)
    else:
        from saves.entries_csv import read_entries

        read = read_entries(content, path.name, encoding, event.settings, teams)
        taken = Taken(path.name, read.entrants, read.warnings, read.notes, read.duplicates)
    again = _entered_already(taken.entrants, event)
    left_out = byes_left_out(event, format, taken.entrants)
    unused = unused_columns(event, format, taken.entrants)
    warnings = (*taken.warnings, *([left_out] if left_out else []), *unused)
    entrants = from_lists(taken.entrants, event)
    duplicates = (*taken.duplicates, *again)
    return replace(taken, entrants=entrants, warnings=warnings, duplicates=duplicates)


def _read_trf(data: bytes, name: str, encoding: str | None, teams: bool) -> Taken:
    from saves.trf import read_trf

    read = read_trf(data, name, encoding, players_only=True, teams=teams)
    notes = list(read.notes)
    if read.tiebreaks:
        notes.append(f"tie-breaks of the file, not taken: {', '.join(read.tiebreaks)}")
    return Taken(
        name, read.entrants, read.warnings, tuple(notes), read.duplicates, read.rounds_left
    )


def _entered_already(entrants: Iterable[Entrant], event: Event) -> tuple[str, ...]:
    """A word on each who has a namesake in the event."""
    names = {e.name.casefold() for e in event.entrants}
    texts: list[str] = []
    for entrant in entrants:
        if entrant.name.casefold() not in names:
            continue
        # a number in the file is nobody's in the event
        other = namesake(replace(entrant, id=""), event.entrants)
        if other is not None:
            texts.append(f"{safe(entrant.name)} is entered already, as Id {other.id}")
    return tuple(texts)
