"""Entry lists and tournament files that the arbiter names, read for `new`, `import`, `check`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.actions import ImportEntrants, ImportRounds, SavedMatchResult
from engine.entrants import Entrant
from engine.event import Round
from engine.refusal import Refused
from engine.results import Scoring
from tui.commands.output import say, warn


@dataclass(frozen=True, slots=True)
class Given:
    """What a file brings: entrants, and from a tournament file rounds with their results."""

    source: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    results: tuple[tuple[SavedMatchResult, ...], ...] = ()
    title: str = ""
    rounds_planned: int | None = None
    details: tuple[tuple[str, str], ...] = ()

    def entries(self, insist: bool) -> ImportEntrants:
        """The action that takes the entrants over."""
        return ImportEntrants(self.entrants, self.source, insist)

    def play(self) -> ImportRounds:
        """The action that takes the rounds over."""
        return ImportRounds(self.rounds, self.results, self.source)


def read_entry_file(
    name: str, encoding: str | None, quiet: bool = False, scoring: Scoring | None = None
) -> Given:
    """A CSV or TRF file; warnings are told at once, notes unless `quiet`."""
    from saves.foreign import read_bytes

    path = Path(name).expanduser()
    data = read_bytes(path)
    if path.suffix.casefold() in (".trf", ".trfx", ".trf16"):
        raise Refused("not yet", "", "")
    return _csv(data, path.name, encoding, quiet, scoring)


def _csv(
    data: bytes, name: str, encoding: str | None, quiet: bool, scoring: Scoring | None
) -> Given:
    from saves.entries_csv import read_entries

    found = read_entries(data, name, encoding, scoring)
    for warning in found.warnings:
        warn(warning)
    for note in found.notes if not quiet else ():
        say(note)
    return Given(name, found.entrants)
