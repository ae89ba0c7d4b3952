"""Coming back to where one was: after `q`, after a line that dropped, after a kill.

Where somebody was in an event is kept in a small file of the user's own for each console, in the
user's state folder. It is not part of the event and nothing depends on it. A console holds its file
locked for as long as it runs, so a file without a lock is that of one that ended: normally
(`clean`) or by a line that dropped, a kill, a power cut.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.widgets import Input

from saves.safe_text import safe, shortened
from tui.keys.commands import places
from tui.places.screen import PlaceScreen

if TYPE_CHECKING:
    from tui.app import TopboardApp


FOLDER = "left"
LARGEST = 4096
"""Bytes of a file; a larger one is not ours."""
MOST_FILES = 40
TEXT = 80
"""Characters of a text that is kept."""
MOST_UNSENT = 8
FRESH_SECONDS = 24 * 3600
"""For so long an event whose console was cut off is opened again without being named."""

Kept = str | int | bool | None
NOTE_SECONDS = 0.5
"""How often it is noted where one is; also at once when the line drops."""
LOOKING = ("find", "go to")
"""What the prompts begin with that enter nothing."""


# The files


@dataclass(frozen=True, slots=True)
class Left:
    """Where one console was."""

    event: str = ""
    """The event's folder."""
    place: str = ""
    stand: tuple[int, str] = (0, "")
    """Rounds published and the step the event was at."""
    selected: str | int | None = None
    kept: Mapping[str, Mapping[str, Kept]] = field(default_factory=dict)
    """What each place keeps (`Place.remembered`)."""
    unsent: tuple[str, ...] = ()
    """What was typed and not saved, in words."""
    waiting: tuple[tuple[int, int, str], ...] = ()
    """Results on their way to the disk: round, board, result."""
    clean: bool = False


class LeftOff:
    """This console's own file, and those that others of the same user have left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fd = -1
        self._path = Path()
        self._written = b""

    def take(self, event: Path) -> tuple[Left, ...]:
        """What ended consoles have left of this event, the newest first; they are taken away,
        and this console's own file begins."""
        self.end()
        left_off = []
        for path, left, _ in self._ended():
            if left.event == str(event.resolve()):
                left_off.append(left)
                with suppress(OSError):
                    path.unlink()
        self._begin(event)
        return tuple(left_off)

    def cut_off(self) -> Iterator[Path]:
        """The events that were open where a console was cut off a short time ago, the last one
        first."""
        for _, left, age in self._ended():
            if not left.clean and age < FRESH_SECONDS and left.event:
                yield Path(left.event)

    def note(self, left: Left) -> None:
        """Write where one is, where it has changed. A disk that takes nothing is not a reason to
        disturb anybody."""
        content = json.dumps(asdict(left), ensure_ascii=False).encode("utf-8", "replace")
        if self._fd < 0 or content == self._written or len(content) > LARGEST:
            return
        with suppress(OSError):
            os.pwrite(self._fd, content, 0)
            os.ftruncate(self._fd, len(content))
            self._written = content

    def end(self) -> None:
        """Let go of the file, as it is."""
        if self._fd >= 0:
            with suppress(OSError):
                os.close(self._fd)
        self._fd, self._written = -1, b""

    def _begin(self, event: Path) -> None:
        mark = hashlib.sha256(str(event.resolve()).encode("utf-8", "replace")).hexdigest()[:12]
        self._path = self.folder / f"{mark}-{os.getpid()}-{time.monotonic_ns():x}.json"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._fd = os.open(self._path, flags, 0o600)
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _ended(self) -> Iterator[tuple[Path, Left, float]]:
        """Files that no console holds, the newest first, with their age in seconds; more than a
        few are swept."""
        paths: list[tuple[float, Path]] = []
        with suppress(OSError):
            paths = [(path.lstat().st_mtime, path) for path in self.folder.glob("*.json")]
        ended = 0
        for at, path in sorted(paths, reverse=True):
            left = _of_ended(path)
            if left is None:
                continue
            ended += 1
            if ended > MOST_FILES:
                with suppress(OSError):
                    path.unlink()
                continue
            yield path, left, time.time() - at


def _of_ended(path: Path) -> Left | None:
    """What is in a file that nobody holds; nothing to go by where it cannot be understood."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return _understood(os.read(fd, LARGEST + 1))
    except OSError:
        return None
    finally:
        os.close(fd)


def _understood(content: bytes) -> Left:
    table: Any = None
    with suppress(ValueError, RecursionError):
        table = json.loads(content)
    if not isinstance(table, dict):
        return Left(clean=True)
    selected, stand = table.get("selected"), _list(table.get("stand"))
    return Left(
        event=table["event"] if isinstance(table.get("event"), str) else "",
        place=safe(str(table.get("place", "")), TEXT),
        stand=(stand[0], safe(str(stand[1]), TEXT)) if _is_stand(stand) else (0, ""),
        selected=selected if isinstance(selected, str) or type(selected) is int else None,
        kept={str(k): v for k, v in _table(table.get("kept")).items() if isinstance(v, dict)},
        unsent=tuple(safe(str(text), TEXT) for text in _list(table.get("unsent"))[:MOST_UNSENT]),
        waiting=tuple(
            (one[0], one[1], safe(str(one[2]), TEXT))
            for one in _list(table.get("waiting"))[:MOST_UNSENT]
            if isinstance(one, list) and len(one) == 3
            and type(one[0]) is int and type(one[1]) is int
        ),
        clean=table.get("clean") is not False,
    )  # fmt: skip


def _is_stand(value: list[Any]) -> bool:
    return len(value) == 2 and type(value[0]) is int


def _table(value: object) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


# Noting and coming back


def state_folder() -> Path:
    """The folder of the files of `LeftOff`."""
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
        self.notices: tuple[str, ...] = ()
        """Unsent entries that have not been reported yet."""
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
        self.notices = tuple(lost[:MOST_UNSENT])
        self._write(replace(self.left, event=str(self.app.desk.store.folder.resolve()),
                            unsent=(), waiting=(), clean=False))  # fmt: skip

    def _not_there(self, left: Left) -> Iterator[str]:
        """Of the results that were on their way to the disk, those that are not saved."""
        rounds = {round.number: round for round in self.app.desk.event.published}
        for number, board, text in left.waiting:
            matches = rounds[number].matches if number in rounds else ()
            result = next((m.result for m in matches if m.board == board), None)
            if result is None or result.text != text:
                yield f"{self.app.desk.event.board_name(board)}: {text}"

    def place(self) -> str | None:
        """The place to come back to: where the console was cut off, and where it was left at the
        step that the event still is at."""
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
        notices, self.notices = self.notices, ()
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
        # history, a card: they are on their place
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
