"""Coming back to where one was: after `q`, after a line that dropped, after a kill."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widgets import Input

from saves.safe_text import safe, shortened
from tui.keys.commands import places
from tui.left_off import FOLDER, MOST_UNSENT, TEXT, Kept, Left, LeftOff
from tui.places.screen import PlaceScreen

if TYPE_CHECKING:
    from tui.app import TopboardApp

NOTE_SECONDS = 0.5
"""How often it is noted where one is; also at once when the line drops."""
LOOKING = ("find", "go to")
"""What the prompts begin with that enter nothing."""


def state_folder() -> Path:
    """Where the files of `LeftOff` lie."""
    from tui.commands.own_files import log_file

    return log_file().parent / FOLDER


def event_cut_off() -> Path | None:
    """The event that this user's last console was cut off in, where it is still among those of
    the events' folder; it is opened when none is named. Results typed at one venue must not go
    into the event of another."""
    from tui.commands.places import events

    left = list(LeftOff(state_folder()).cut_off())
    here = {folder.resolve(): folder for folder in events()} if left else {}
    return next((here[folder] for folder in left if folder in here), None)


class ComingBack:
    """Notes where a console is, and says where it was."""

    def __init__(self, app: TopboardApp) -> None:
        self.app = app
        self.files = LeftOff(state_folder())
        self.left = self._last = Left(clean=True)
        self.told: tuple[str, ...] = ()
        """Unsent entries that have not been told yet."""
        self._back: set[str] = set()
        """Places that have been given back what they kept."""

    # Coming

    def opened(self) -> None:
        """An event has been opened: what was left of it is at hand from now on."""
        left_ones = self.files.take(self.app.desk.store.folder)
        self.left = left_ones[0] if left_ones else Left(clean=True)
        self._back = set()
        lost = [text for left in left_ones if not left.clean for text in left.unsent]
        lost += [text for left in left_ones if not left.clean for text in self._not_there(left)]
        self.told = tuple(lost[:MOST_UNSENT])
        self._write(replace(self.left, event=str(self.app.desk.store.folder.resolve()),
                            unsent=(), waiting=(), clean=False))  # fmt: skip

    def _not_there(self, left: Left) -> Iterator[str]:
        """Of the results that were on their way to the disk, those that do not stand."""
        rounds = {round.number: round for round in self.app.desk.event.published}
        for number, board, text in left.waiting:
            matches = rounds[number].matches if number in rounds else ()
            result = next((m.result for m in matches if m.board == board), None)
            if result is None or result.text != text:
                yield f"{self.app.desk.event.board_name(board)}: {text}"

    def place(self) -> str | None:
        """The place to come back to: where the console was cut off, and where it was left at the
        step that the event still stands at."""
        known = places(self.app.desk.has_bracket)
        if self.left.place in known and (not self.left.clean or self.left.stand == self._stand()):
            return self.left.place
        return None

    def give_back(self, place: PlaceScreen) -> str | int | None:
        """Give a place what it kept, when it first comes to the front; the line that was
        selected there, for the place that was in front."""
        if place.place in self._back or place.place not in places(self.app.desk.has_bracket):
            return None
        self._back.add(place.place)
        if self.place() is None:
            return None
        place.give_back(self.left.kept.get(place.place, {}))
        if place.place == self.left.place:
            return self.left.selected
        place.returned()
        return None

    def tell(self) -> str:
        """What is to be said of entries that were lost, once; empty where nothing is."""
        notices, self.told = self.told, ()
        if not notices:
            return ""
        word = "entry was" if len(notices) == 1 else "entries were"
        return f"unsent {word} not saved: {'; '.join(notices)}"

    # Going

    def watch(self) -> None:
        """Note where one is from now on, and at once when the line drops."""
        self.app.set_interval(NOTE_SECONDS, self.note)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM):
            with suppress(ValueError, RuntimeError):
                loop.add_signal_handler(number, self._cut, number)

    def _cut(self, number: signal.Signals) -> None:
        self.note()
        asyncio.get_running_loop().remove_signal_handler(number)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def note(self) -> None:
        """Where one is, in an event that was opened by itself."""
        if self.app.congress is None and not self.app.desk.closed:
            self._write(self._here())

    def _write(self, left: Left) -> None:
        self._last = left
        self.files.note(left)

    def ended(self) -> None:
        """The console ends, or goes to another event, by its own word."""
        # not back into what ended it
        place = self._last.place if self.app.fault is None else ""
        self._write(replace(self._last, place=place, clean=True, unsent=(), waiting=()))
        self.files.end()

    def _here(self) -> Left:
        places_left: dict[str, Mapping[str, Kept]] = dict(self.left.kept)
        for screen in self.app.places_made():
            if screen.place in self._back:
                places_left[screen.place] = screen.kept()
        place, selected = self._last.place, self._last.selected
        # history, a card: they stand on their place
        under = (s for s in reversed(self.app.screen_stack) if isinstance(s, PlaceScreen))
        front = next((s for s in under if s.place in self._back), None)
        if front is not None:
            place, key = front.place, front.body.selected
            selected = key if isinstance(key, str) or type(key) is int else None
        return Left(
            str(self.app.desk.store.folder.resolve()), place, self._stand(), selected, places_left,
            tuple(self._unsent()), tuple(self._waiting()),
        )  # fmt: skip

    def _stand(self) -> tuple[int, str]:
        event = self.app.desk.event
        return len(event.published), self.app.desk.format.next_step(event).name

    def _unsent(self) -> Iterator[str]:
        """What is being typed, in words."""
        from tui.screens.dialogs import AskLine

        for screen in self.app.screen_stack:
            if isinstance(screen, PlaceScreen) and (prompt := screen.typing) is not None:
                label, text = prompt
                if text.strip() and not label.startswith(LOOKING):
                    yield safe(f"{label}: {text}", TEXT)
            elif isinstance(screen, AskLine):
                text = screen.query_one(Input).value if screen.is_mounted else screen.initial
                if text.strip() and text != screen.initial:
                    asked = screen.prompt.partition("\n")[0].rstrip(":")
                    yield safe(f"{shortened(asked, TEXT // 2)}: {text}", TEXT)
            elif not isinstance(screen, PlaceScreen):
                yield from _in_form(screen)

    def _waiting(self) -> Iterator[tuple[int, int, str]]:
        """Results typed and not yet acknowledged, or refused by the disk."""
        for place in self.app.places_made():
            for (round, board), text in [*place.unsaved_results().items()][:MOST_UNSENT]:
                yield round, board, text


def _in_form(screen: object) -> Iterator[str]:
    """What has been typed into a form."""
    from tui.screens.entry_form import EntryForm  # not before there can be one

    if isinstance(screen, EntryForm):
        typed = [t for key, t in screen.typed().items() if t.strip() and t != screen.texts.get(key)]
        if typed:
            yield safe(f"{screen.form_title}: {', '.join(typed)}", TEXT)
