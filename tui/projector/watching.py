"""Events as the projector reads them: never written, followed through everything that happens to
their folders, and as they join a congress and leave it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.congress.congress import Congress
from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from saves.congress.files import CONGRESS_NAME, SIZE_LIMIT, read_congress
from saves.departures import DepartureKind
from saves.disk import Disk, exists, read_file
from saves.journal import check_continues
from saves.projectors import Wish, wish, wish_file
from saves.round_clock import CLOCK_NAME, RoundClock, read_clock
from saves.safe_text import safe

if TYPE_CHECKING:
    from saves.store import Store


@dataclass(frozen=True)
class Seen:
    """An event, what its desk wants shown, its round clock. `trouble` says why it may be old."""

    event: Event
    format: Format
    wish: Wish = field(default_factory=Wish)
    clock: RoundClock | None = None
    trouble: str = ""

    def started(self, now: datetime) -> bool:
        """Whether the round clock says that the round is played."""
        number = self.event.current.number if self.event.current else 0
        return self.clock is not None and self.clock.round == number and self.clock.running(now)


State = tuple[tuple[int, ...], ...]
FOLLOWED = (
    DepartureKind.EARLIER,
    DepartureKind.FORKED,
    DepartureKind.BEGUN_ANEW,
    DepartureKind.DAMAGED,
)
"""Where a desk that goes on with what is there is followed: it is the same event."""


class Watched:
    """A folder with an event in it, read only. `look` is to be called a few times a second."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self._store: Store | None = None
        self._files = (folder / "journal.log", folder / "event.toml",
                       folder / CLOCK_NAME, wish_file(folder, name))  # fmt: skip
        self._known: State = ()
        self._seen: Seen | None = None
        self._departed_at = 0
        self._first: list[bytes] = []

    def first(self) -> Seen:
        """The current event; `Refused` where none can be opened."""
        self._known = self._state()
        self._store = _opened(self.folder)
        self._first = self._store.journal.lines[:1]
        self._seen = self._read(self._store)
        return self._seen

    def look(self) -> Seen | None:
        """What is there now; None while nothing has changed since the last look."""
        state = self._state()
        if state == self._known:
            return None
        before, self._known = self._known, state
        try:
            store = self._followed(before, state)
            self._seen = self._read(store) if store.departure is None else self._held(store)
        except (Refused, OSError) as error:
            # what was shown last goes on being shown; the next change is tried again
            self._store = None
            if self._seen is not None:
                trouble = f"the event cannot be read at the moment ({safe(str(error), 120)})"
                self._seen = replace(self._seen, trouble=trouble)
        return self._seen

    def _followed(self, before: State, state: State) -> Store:
        """The event read on; anew where a desk has gone on with something else that is there."""
        if self._store is None:
            self._store = self._opened_again()
        self._store.refresh()
        there = self._store.departure
        if there is None:
            self._departed_at = 0
        elif there.kind in FOLLOWED and 0 < self._departed_at < there.there:
            self._store, self._departed_at = self._opened_again(), 0
        elif there.kind in FOLLOWED:
            self._departed_at = there.there
        return self._store

    def _opened_again(self) -> Store:
        store = _opened(self.folder)
        if self._store is None and store.journal.lines[:1] != self._first:
            raise Refused("another event is in this folder now", safe(store.event.title, 80), "")
        self._first = store.journal.lines[:1]
        return store

    def _held(self, store: Store) -> Seen:
        """What was shown last goes on being shown: what is there is for a desk to decide."""
        assert self._seen is not None
        assert store.departure is not None
        trouble = f"{safe(store.departure.what, 120)}; shown is what was there before"
        return replace(self._seen, trouble=trouble)

    def _read(self, store: Store) -> Seen:
        asked = wish(self.folder, self.name)
        clock = read_clock(self.folder)
        trouble = "not all that was done since can be shown" if store.unreplayed else ""
        return Seen(store.event, store.format, asked, clock, trouble)

    def _state(self) -> State:
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> tuple[int, ...]:
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return ()
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def _opened(folder: Path) -> Store:
    from saves.store import open_event

    store = open_event(folder, session="projector", read_only=True)
    check_continues(store.journal)
    return store


# The events of congresses


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
        """The events to be shown from now on, with the first look at each new one; None while they
        are the same."""
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
        """Whether a congress has changed since the last look."""
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
