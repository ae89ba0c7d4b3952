"""The event as the projector reads it: never written, followed through everything that happens
to its folder."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.departure import DepartureKind, check_continues
from saves.projectors import wish, wish_file
from saves.round_clock import CLOCK_NAME, read_clock
from saves.safe_text import safe
from tui.projector.seen import Seen

if TYPE_CHECKING:
    from saves.store import Store

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
        """The event as it stands; `Refused` where none can be opened."""
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
