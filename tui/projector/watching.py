"""The event as the projector reads it: never written, followed through everything that happens
to its folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.projectors import wish, wish_file
from saves.round_clock import CLOCK_NAME, read_clock
from saves.safe_text import safe
from tui.projector.show import Seen

if TYPE_CHECKING:
    from saves.store import Store

State = tuple[tuple[int, ...], ...]


class Watched:
    """A folder with an event in it, read only. `look` is to be called a few times a second."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self._store: Store | None = None
        self._files = (folder / "journal.log", folder / "event.toml",
                       folder / CLOCK_NAME, wish_file(folder, name))  # fmt: skip
        self._known: State = ()
        self._seen: Seen | None = None

    def first(self) -> Seen:
        """The event as it stands; `Refused` where none can be opened."""
        self._known = self._state()
        self._store = _opened(self.folder)
        self._seen = self._read(self._store)
        return self._seen

    def look(self) -> Seen | None:
        """What is there now; None while nothing has changed since the last look."""
        state = self._state()
        if state == self._known:
            return None
        before, self._known = self._known, state
        try:
            self._seen = self._read(self._followed(before, state))
        except (Refused, OSError) as error:
            # what was shown last goes on being shown; the next change is tried again
            self._store = None
            if self._seen is not None:
                trouble = f"the event cannot be read at the moment ({safe(str(error), 120)})"
                self._seen = Seen(
                    self._seen.event, self._seen.format, self._seen.wish, self._seen.clock, trouble
                )
        return self._seen

    def _followed(self, before: State, state: State) -> Store:
        """The event read on; anew where the folder or its journal is another one."""
        if self._store is None or not before or before[0][2:] != state[0][2:]:
            self._store = _opened(self.folder)
        else:
            self._store.refresh()
        return self._store

    def _read(self, store: Store) -> Seen:
        asked = wish(self.folder, self.name)
        clock = read_clock(self.folder)
        return Seen(store.event, store.format, asked, clock)

    def _state(self) -> State:
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> tuple[int, ...]:
    try:
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return ()
    return (found.st_size, found.st_mtime_ns, found.st_ino)


def _opened(folder: Path) -> Store:
    from saves.store import open_event

    return open_event(folder, session="projector", read_only=True)
