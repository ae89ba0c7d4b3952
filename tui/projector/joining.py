"""The events of congresses that a projector shows, as they join and leave while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.congress.congress import Congress
from engine.refusal import Refused
from saves.congress.file import CONGRESS_NAME, SIZE_LIMIT, read_congress
from saves.disk import Disk, exists, read_file
from tui.projector.seen import Seen
from tui.projector.watching import Watched

AGAIN = 20
"""After so many looks an event that could not be opened is tried once more."""


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event on the projector; what it is called beside the others, empty: by its title."""

    watched: Watched
    name: str = ""


class Joining:
    """What a projector was started for: folders of events and of congresses. `look` is to be called
    a few times a second; what cannot be read now stays as it is."""

    def __init__(self, places: Sequence[Path], name: str, shown: Sequence[ShownEvent]) -> None:
        self.places, self.name = places, name
        self.shown = list(shown)
        self.title = ""
        self._congresses: dict[Path, Congress] = {}
        self._known: dict[Path, tuple[int, ...]] = {}
        self._missing = False
        self._looks = 0
        self._disk = Disk()
        self._read()

    def look(self) -> list[tuple[ShownEvent, Seen | None]] | None:
        """The events to be shown from now on, with what is seen of each that was not there; None
        while they are the same."""
        if not self._congresses:
            return None
        self._looks += 1
        if not self._read() and not (self._missing and self._looks % AGAIN == 0):
            return None
        known = {one.watched.folder.resolve(): one for one in self.shown}
        now: list[tuple[ShownEvent, Seen | None]] = []
        self._missing = False
        for folder, name in self._events():
            there = known.get(folder.resolve())
            if there is not None:
                now.append((ShownEvent(there.watched, name), None))
                continue
            watched = Watched(folder, self.name)
            try:
                now.append((ShownEvent(watched, name), watched.first()))
            except (Refused, OSError):
                self._missing = True
        after = [one for one, _ in now]
        if not after or after == self.shown:
            return None
        self.shown = after
        return now

    def _events(self) -> list[tuple[Path, str]]:
        events = []
        for place in self.places:
            congress = self._congresses.get(place)
            if congress is None:
                events.append((place, ""))
            else:
                events += [(place / plan.folder, plan.name) for plan in congress.events]
        return events

    def _read(self) -> bool:
        """Whether a congress is another one than at the last look."""
        changed = False
        for place in self.places:
            if not exists(self._disk, place / CONGRESS_NAME):
                continue
            with suppress(OSError, Refused):
                file = place / CONGRESS_NAME
                status = self._disk.stat(file)
                signature = (status.st_ino, status.st_size, status.st_mtime_ns)
                if self._known.get(place) == signature:
                    continue
                self._known[place] = signature
                congress = read_congress(read_file(self._disk, file, SIZE_LIMIT)).congress
                changed = changed or congress != self._congresses.get(place)
                self._congresses[place] = congress
        if len(self.places) == 1 and self._congresses:
            self.title = next(iter(self._congresses.values())).title
        return changed
