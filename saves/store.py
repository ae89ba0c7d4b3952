"""The only door to an event: open it, do actions, undo them, see what others do.

An action is done under the folder's lock: read what is new, apply it to what is really there,
append it to the journal, flush, acknowledge; then the save files follow.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine import actions
from engine.actions import Action
from engine.actions.base import Entering, done
from engine.event import Event, Round
from engine.points import counted
from engine.protocol import Format, steady
from engine.refusal import Refused, Stale
from engine.warnings import Level, NotAgreed
from formats.registry import format_named as known_format
from saves import VERSION
from saves.checkpoint import Checkpoint, Saves, on_chain, read_saves, sealed_files
from saves.conflict_copies import copy_warnings
from saves.departures import ELSEWHERE, PUT_BACK, DepartureKind, JournalDeparture, departure_of
from saves.disk import (
    DRAW_NAME,
    LOCK_NAME,
    WAIT,
    Disk,
    Held,
    Holder,
    excludes,
    exists,
    here,
    left_over,
    locked,
    make_folder,
    megabytes,
    read_from,
    remove_folder,
    replace_file,
    this_host,
    this_user,
    withheld,
)
from saves.file_systems import ONE_MACHINE, unknown_system, unlockable, warning_of
from saves.folders import nearest, prepare_folder
from saves.journal import (
    JOURNAL_NAME,
    SCHEMA,
    ActionHistory,
    Departed,
    FormatNamed,
    Journal,
    JournalHead,
    JournalLine,
    Meddled,
    SyncFailed,
    adopt,
    author_of,
    encode,
    facts_table,
    table_of,
)
from saves.mirror import Mirror, mirror_place
from saves.plain import Words, words_of
from saves.presence import Presence, Present, present
from saves.problems import occupied, reason, trouble, unreadable, until_free
from saves.quarantine import LACKING, keep, keep_held, put_away, shown
from saves.recovery import NOT_READ, Edits, FolderState, look, not_repaired, stopped_short
from saves.restore_points import (
    RestorePoint,
    bases,
    make_point,
    own_points,
    read_point,
    restore_points,
    sweep_points,
)
from saves.safe_text import safe
from saves.toml import MAX_SIZE

if TYPE_CHECKING:
    from engine.actions.base import Applied
    from engine.facts import Facts
    from engine.log import AfterReversal, LoggedAction
    from saves.as_drawn import Place, RoundAsDrawn

T = TypeVar("T")
Clock = Callable[[], datetime]
Acknowledged = Callable[[Event], None]

CLOSED = "opened for reading"
TORN = "a save was stopped before it was shown as saved; what there was of it is in quarantine/"
CUT = "the end of the journal is cut off; what there was of its last line is in quarantine/"
LONG_JOURNAL = 1 << 20
"""Bytes from which on a journal is read before the lock is taken."""
LARGE_ACTION = 100_000
"""Bytes of an action from which on it is asked whether the save files can take it."""
_READ_ONLY = "open it again when the cause is removed"
VERIFY = "see `topboard verify`"
"""The words of a shell that say more of a journal or of save files."""
_NUMBERED = "`topboard log EVENT` numbers what was done elsewhere"
UNDO_ANY = f"{_NUMBERED}; `topboard undo EVENT N` takes it back"
REDO_ANY = f"{_NUMBERED}; `topboard redo EVENT N` does it again"
"""The words of a shell for what another console or a command has done."""


def _too_large(files: Mapping[str, bytes]) -> dict[str, int]:
    return {name: len(data) for name, data in files.items() if len(data) > MAX_SIZE}


def local_time() -> datetime:
    """Now, with the offset of this machine's time zone."""
    return datetime.now().astimezone()


def _without_collecting(read: Callable[[Store], T]) -> Callable[[Store], T]:
    """Reading makes a million values and no garbage; the collector would look through all of
    them again and again."""

    @wraps(read)
    def reading(opened: Store) -> T:
        collects = gc.isenabled()
        gc.disable()
        try:
            return read(opened)
        finally:
            if collects:
                gc.enable()

    return reading


class MovedOn(Refused):
    """What the arbiter decided about is not as it was shown any more."""


ALONE = {
    "propose": "drawing a round",
    "publish": "publishing a round",
    "discard": "discarding a proposal",
}
"""What is not done while another desk draws or publishes, as it is worded to that desk."""


class Store:
    """An event's folder as this program has it open, to act on, and what others do in it. Safe to
    be used from several threads.

    `event` is always a whole, acknowledged state. `notes` says what was found and repaired on
    opening, `warnings` what went wrong since without costing anything. `read_only` says why
    nothing may be written (empty: it may). `edits` waits for the arbiter's word if the save
    files were edited by hand, and `short` where the journal has less than they have and they do
    not make an event (read-only until the journal's is chosen). `departure`
    says what is in the folder where that is no longer the continuation of what was read: `event`
    stays as it was, and `kept` is where what this desk holds was put.
    """

    def __init__(
        self,
        folder: Path,
        *,
        session: str = "cli",
        read_only: bool = False,
        disk: Disk | None = None,
        format_named: FormatNamed = known_format,
        clock: Clock = local_time,
        wait: float = WAIT,
    ) -> None:
        """Prepared for a folder; `open_event` and `create_event` are the ways to get one."""
        self.folder = folder
        self.disk = disk or Disk()
        self.format_named = format_named
        self.author = author_of(this_user(), this_host(), session)
        self.journal = Journal(self.disk, folder)
        self.history = ActionHistory(
            self.journal,
            format_named,
            lambda: bases(self.disk, folder, self.journal, format_named),
        )
        self.notes: tuple[str, ...] = ()
        self.warnings: list[str] = []
        self.read_only = CLOSED if read_only else ""
        self._closed_for_reading = read_only
        self.edits: Edits | None = None
        self.short = False
        self.unreplayed = ""
        self.departure: JournalDeparture | None = None
        self.kept: Path | None = None
        self._unkept = ""
        self._clock = clock
        self._wait = wait
        self._mutex = threading.RLock()
        self._checkpoint = Checkpoint(self.disk, folder)
        self._event: Event | None = None
        self._behind = False
        self._foreign: tuple[str, ...] = ()
        self._presence = Presence(self.disk, folder)
        place = mirror_place()
        self._mirror = None if place is None else Mirror(Disk(), place, folder.name)
        self._unmirrored = ""
        self._ahead: Saves | None = None
        self._drawing = False

    # What is known of it

    @property
    def event(self) -> Event:
        """The event as this program knows it."""
        assert self._event is not None
        return self._event

    @property
    def format(self) -> Format:
        """The event's format, as it is asked by screens and commands: its words cannot fail."""
        return steady(self.format_named(self.event.format))

    @property
    def head(self) -> str:
        """The journal's last link, 16 hexadecimal digits: printed on reports, it proves that
        nothing was cut off or changed since."""
        return self.journal.head.hash

    @property
    def entries(self) -> tuple[LoggedAction, ...]:
        """Every action with who, where and when, the undone ones included."""
        with self._mutex:
            return self.history.all()

    @property
    def undone(self) -> frozenset[int]:
        """Numbers of the actions that are taken back."""
        with self._mutex:
            try:
                return self.history.undone()
            except Refused:  # of a later version: what is not understood is left out
                from engine import log

                return log.undone(self.history.all())

    def as_drawn(self, round: Round, place: Place | None = None) -> RoundAsDrawn:
        """The round as it was drawn; of one with extra boards the draw that `place` came from."""
        from saves.as_drawn import as_drawn

        with self._mutex:
            return as_drawn(self.history, self.event, round, place)

    def changed(self) -> bool:
        """Whether somebody has written since: one stat, to be asked every 100 ms."""
        with suppress(OSError):
            return self.journal.changed()
        return False

    def refresh(self) -> bool:
        """Take in what others have done; True if the event is another now."""
        with self._mutex:
            before = self._event
            try:
                if self.journal.changed():
                    self._come_back() if self.departure else self._read_on()
            except OSError as error:
                raise unreadable(error, self.folder) from error
            return self._event is not before

    def still_there(self) -> None:
        """`Refused` where the folder is no longer that of this event: before anything is
        written into it that is not in the journal."""
        self.refresh()
        if self.departure is not None:
            raise self._departed()

    def attend(self) -> None:
        """Let the other desks see that this one has the event open, until `leave`."""
        present(self.disk, self.folder, sweep=True)
        who = Present(self.author.by, self.author.host, self.author.session, self._now())
        self._presence.come(who)

    def leave(self) -> None:
        """This desk has closed the event."""
        if not self._closed_for_reading:
            if self.departure is None:
                with suppress(Refused):
                    self.refresh()
            self.keep_held()
        self._presence.go()

    def others(self) -> tuple[Present, ...]:
        """Who else has the event open, and where."""
        if self.departure is None:
            self._presence.stay()
        elif self.departure.foreign:
            return ()
        return self._presence.others()

    def look_at_files(self) -> None:
        """Warn of save files that were edited by hand while this desk has the event open."""
        with self._mutex, suppress(OSError):
            if self.departure is None and not self.read_only and self.edits is None:
                self._checkpoint.look_for_edits()
                self._tell_of_files()

    def _read_on(self) -> None:
        unread = self._closed_for_reading or self.journal.damage is not None or self.unreplayed
        files_alone = bool(unread) and not self.journal.lines
        try:
            self.journal.read()
        except Departed as departed:
            self._depart(departed)
            return
        if files_alone and self.journal.lines:
            # what was shown came from the save files: the journal has come since
            self.read_only = CLOSED if self._closed_for_reading else ""
            self.load()
            return
        if self._event is not None and self.journal.head.n > self._event.revision:
            self._go_on(self._event)
        if self.journal.damage is not None:
            self.read_only = f"{self.journal.damage}"

    def _go_on(self, event: Event) -> None:
        """Take in what the journal has more; read-only as far as it goes where this version
        cannot follow it."""
        try:
            self._event = self.history.event() if self.unreplayed else self.history.go_on(event)
        except Refused:
            known, self.unreplayed = self.unreplayed, NOT_READ
            with suppress(Refused):
                reached = stopped_short(self.history, event)
                self._event, self.unreplayed = reached.event, reached.unreplayed
                if self.unreplayed != known:
                    self.warnings += reached.notes[:-1]
            self.read_only = self.unreplayed
        else:
            if self.unreplayed:
                self.unreplayed, self.read_only = "", CLOSED if self._closed_for_reading else ""

    def _depart(self, departed: Departed) -> None:
        """What is there is not the continuation of what is shown here: keep what this desk
        holds, go on showing it, and write nothing more there."""
        before = self.departure
        self.departure = departure_of(self.folder, self.journal.lines, departed)
        if not self._closed_for_reading:
            self.keep_held(anew=self.departure != before)
        kept_where = f"; {self.kept_words}" if self.kept_words else ""
        self.read_only = f"{self.departure.what}{kept_where}"

    def keep_held(self, anew: bool = False) -> None:
        """Put aside what this desk holds, unless it is; `anew` where it lacks other actions."""
        if self.departure is None:
            return
        try:
            if self.kept is None or not exists(self.disk, self.kept / JOURNAL_NAME):
                files = {**self._held(), LACKING: self._lacking(self.departure)}
                inside = not self.departure.foreign
                self.kept = keep_held(self.disk, self.folder, files, inside=inside)
            elif anew:
                replace_file(self.disk, self.kept / LACKING, self._lacking(self.departure))
            self._unkept = ""
        except OSError as error:
            self.kept, self._unkept = None, reason(error, self.folder)

    def _held(self) -> dict[str, bytes]:
        """The event as this desk holds it, as the files of a folder."""
        files = sealed_files(self.event, self.journal.head, self.format)
        return {JOURNAL_NAME: self.journal.held(), **files}

    def _lacking(self, there: JournalDeparture) -> bytes:
        return "".join(map(self._in_words, range(there.common + 1, there.held + 1))).encode()

    def _in_words(self, n: int) -> str:
        entry = self.history.shown(n)
        text = safe(entry.action.describe(self.event), 400)
        return f"{n}  {entry.t}  {safe(entry.by, 40)} on {safe(entry.host, 64)}: {text}\n"

    def _departed(self) -> Refused:
        assert self.departure is not None
        return self.departure.refusal(self.kept_words)

    @property
    def kept_words(self) -> str:
        """Where what this desk holds is, or that it is here alone."""
        if self.departure is None:
            return ""
        if self._unkept:
            return f"what this desk holds could not be kept ({self._unkept}): leave it open"
        if self.departure.kind is DepartureKind.IRREGULAR and self.kept is not None:
            return f"it is not read; what this desk holds is kept {self._kept_where}"
        lacking = self.departure.lacking
        are, they = ("is", "it is") if lacking == 1 else ("are", "they are")
        missing = f"{counted(lacking, 'action')} that this desk holds {are} not there"
        if self.kept is None:
            return missing
        return f"{missing}; {they} kept {self._kept_where}"

    @property
    def _kept_where(self) -> str:
        """`in quarantine/held-…`, or beside the folder where that is not the event's any more."""
        assert self.kept is not None
        beside = self.kept.parent == self.folder.parent
        return f"{'beside it ' * beside}in {shown(self.folder, self.kept)}"

    def _come_back(self) -> None:
        """Look again after a departure; go on where all that was read is there again."""
        try:
            self.journal.read()
        except Departed as departed:
            self._depart(departed)
            return
        gone, read_only = self.departure, self.read_only
        self.departure, self.read_only = None, CLOSED if self._closed_for_reading else ""
        try:
            self.load()
        except Refused:
            self.departure, self.read_only = gone, read_only
            raise
        self._drop_kept()
        self.warnings.append("the event is as this desk knows it again: it goes on")

    def _drop_kept(self) -> None:
        """The journal has all of it again; a copy that somebody works in stays."""
        copy, self.kept = self.kept, None
        if copy is None or present(self.disk, copy):
            return
        with suppress(OSError):
            if self.journal.held().startswith(read_from(self.disk, copy / JOURNAL_NAME, 0)):
                remove_folder(self.disk, copy)

    # Opened, and repaired

    def load(self) -> None:
        """Read the folder; repair what may be repaired, unless opened for reading."""
        with self._mutex:
            try:
                self._loaded()
            finally:
                self._ahead = None
            self.notes += tuple(copy_warnings(self.disk, self.folder, self.journal))

    @_without_collecting
    def _read_ahead(self) -> None:
        """What takes long is done before the lock is taken: other desks go on saving meanwhile.
        Under the lock it is looked at again from the state that is known by then."""
        with suppress(OSError, Refused):
            if self.disk.stat(self.journal.path).st_size < LONG_JOURNAL:
                return
            self._ahead = read_saves(self.disk, self.folder)
            state = self._found()
            if state.begin is None:
                self.history.remember(state.event)

    def _loaded(self) -> None:
        if not self.read_only and (why := unlockable(self.folder)):
            self._closed_for_reading = True
            self._take(self._found(), why)
            self.notes += (f"{why}; opened read-only ({ONE_MACHINE}=1 if you use no other)",)
            return
        if not self.read_only:
            self._read_ahead()
            lock = self.folder / LOCK_NAME
            try:
                locked_before = exists(self.disk, lock)
                with locked(self.disk, self.folder, self._holder("opening"), self._wait):
                    unknown = unknown_system(self.folder)
                    if unknown is None or excludes(self.disk, self.folder):
                        try:
                            self._repair(self._found())
                        except Refused:
                            # There is nothing to open: nothing is left behind either. The lock is
                            # still held: who waits for it sees that the file is gone.
                            if not locked_before:
                                with suppress(OSError):
                                    self.disk.unlink(lock)
                            raise
                        self.notes += (warning_of(unknown),) if unknown else ()
                        return
                    why = f"this folder is on {unknown}, where a lock keeps nobody out"
                self._closed_for_reading = True
                self._take(self._found(), why)
                self.notes += (f"{why}; opened read-only",)
                return
            except Held as held:
                raise occupied(held) from None
            except OSError as error:
                why = reason(error, self.folder)
                self._closed_for_reading = True
                self._take(self._found(), why)
                self.notes += (f"{why}; opened read-only",)
                return
        self._take(self._found(), self.read_only)

    @_without_collecting
    def _found(self) -> FolderState:
        # the files first: a save in between can only make the journal the newer of the two
        try:
            saves = read_saves(self.disk, self.folder, self._ahead)
            self.journal.read()
        except Departed as departed:
            self._depart(departed)
            raise self._departed() from None
        except FileNotFoundError:
            raise Refused(f"there is no event {self.folder.name}", "", "see the list") from None
        except OSError as error:
            raise unreadable(error, self.folder) from error
        state = look(self.history, saves, self.format_named)
        at_head = state.sound and saves.whole and saves.whole.journal_n == self.journal.head.n
        ours = {n for n, f in saves.files.items() if on_chain(self.journal, f.seal)}
        saved = state.event if at_head else None
        if state.sound and saves.whole and not at_head:
            saved = saves.event(self.format_named)
        self._checkpoint.take(saves, saved, ours)
        self._behind = not at_head
        sound = {name for name, file in saves.files.items() if file.sound}
        self._foreign = () if state.begin else tuple(sorted(sound - ours))
        return state

    def _take(self, state: FolderState, read_only: str = "") -> None:
        self._event = state.event
        self.notes = state.notes
        if read_only:
            self.notes = tuple(not_repaired(note) for note in state.notes)
        self.edits = state.edits
        self.short, self.unreplayed = state.short, state.unreplayed
        self.read_only = read_only or state.read_only
        if state.begin is None:
            self.history.remember(state.event)

    def _repair(self, state: FolderState) -> None:
        self._take(state)
        if self.read_only:
            return
        for temp in left_over(self.disk, self.folder):
            self.disk.unlink(temp)
        sweep_points(self.disk, self.folder)
        if self._catch_up():
            cut = state.begin is not None or (self.edits is not None and self.edits.cut)
            self.notes += (CUT if cut else TORN,)
        if state.begin is not None:
            from engine import log

            applied = log.begun(state.begin, self.format_named(state.begin.event.format))
            self._append(state.begin, None, applied.facts)
            self._event = self.history.event()
            self.history.remember(self.event)
        if self._behind and self.edits is None:
            self._keep_foreign()
            self._write_checkpoint()

    def _keep_foreign(self) -> None:
        """Sound files that the journal does not know may be all there is of what was cut off."""
        for name in self._foreign:
            put_away(self.disk, self.folder, name)
        self._foreign = ()

    def _catch_up(self) -> bool:
        """Read on; whether there was a line that somebody never finished."""
        self._read_on()
        torn = bool(self.journal.torn)
        if torn:
            keep(self.disk, self.folder, f"{JOURNAL_NAME}.torn", self.journal.torn)
            self.journal.drop_torn()
        return torn

    def _append(
        self, action: Action, was: Any, facts: Facts, again: Mapping[int, Facts] | None = None,
        becomes: Event | None = None,
    ) -> None:  # fmt: skip
        derived = facts_table(facts, again, self._words())
        line = self._line(self.journal.head, action, was, derived)
        data = encode(line)
        if becomes is not None and len(data) > LARGE_ACTION:
            self._refuse_too_large(becomes)
        self.journal.append(data)
        if not derived:
            self.history.add(line, action)

    def _refuse_too_large(self, event: Event) -> None:
        """`Refused` where a save file would become larger than any that is read again; one that
        an earlier version has let grow so far keeps nobody from going on."""
        format = self.format_named(event.format)
        large = _too_large(sealed_files(event, self.journal.head, format))
        if large and self._event is not None:
            known = _too_large(sealed_files(self._event, self.journal.head, format))
            large = {name: size for name, size in large.items() if name not in known}
        for name, size in large.items():
            raise Refused(
                "this is too much for one event",
                f"{name} would have {megabytes(size)}, the limit is {megabytes(MAX_SIZE)}",
                "make several events of it, or leave out what is not needed",
                not_saved=True,
            )

    def _words(self) -> Words | None:
        """Reasons in a sentence, once there is an event that names those in them."""
        return None if self._event is None else words_of(self._event, self.format)

    def _line(
        self, head: JournalHead, action: Action, was: Any, derived: Mapping[str, Any]
    ) -> JournalLine:
        table = table_of(action, self.format_named, self._words())
        line = JournalLine(head.n + 1, head.hash, self._now(), self.author, table, was, derived)
        return replace(line, schema=SCHEMA, program=VERSION)

    def _write_checkpoint(self) -> None:
        """A failure costs nothing: the journal has it all, and the next save tries again."""
        try:
            if self.journal.changed():
                return  # somebody without the lock: what is there now is looked at first
            self._checkpoint.write(self.event, self.journal.head, self.format)
            self._behind = False
        except OSError as error:
            why = reason(error, self.folder)
            self.warnings.append(f"saved, but the save files could not be rewritten: {why}")
        self._tell_of_files()

    def _tell_of_files(self) -> None:
        self.warnings += self._checkpoint.notes
        self._checkpoint.notes = []

    def _copy(self) -> None:
        """Keep the copy of the journal up with it; that it cannot be is said once."""
        if self._mirror is None:
            return
        try:
            self._mirror.follow(self.journal)
        except OSError as error:
            why = f"no copy of the journal: {reason(error, self._mirror.folder)}"
        except Refused as refusal:
            why = str(refusal)
        else:
            why = ""
        if why and why != self._unmirrored:
            self.warnings.append(f"saved, but {why}")
        self._unmirrored = why

    def _holder(self, doing: str) -> Holder:
        return Holder(self.author.by, self.author.host, os.getpid(), doing[:80])

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    # What an arbiter does

    def do(
        self,
        action: Action,
        *,
        checkpoint: bool = True,
        acknowledged: Acknowledged | None = None,
    ) -> Event:
        """Do an action; the event after it, saved. `Undo` takes back anybody's, and is refused with
        the name of the later action in its way.

        Refuses with `Refused`, or `Stale` naming who was there first; then nothing is changed.
        `acknowledged` is called as soon as the action is durable, in this thread and under the
        lock: it must not wait for anybody. With `checkpoint=False` the
        save files wait for `checkpoint()` (the key queue is not empty yet).
        """
        if isinstance(action, actions.Undo | actions.Redo):
            return self._reverse(action, acknowledged)
        if action.kind in ALONE:
            with self.alone(ALONE[action.kind]):
                return self._done(action, checkpoint, acknowledged)
        return self._done(action, checkpoint, acknowledged)

    def _done(self, action: Action, checkpoint: bool, acknowledged: Acknowledged | None) -> Event:
        with self._writing(action.describe(self.event)):
            action = self._numbered(action)
            applied = self._applied(action)
            if applied.event is self.event:
                return applied.event
            if action.restore_point:
                self._make_point(action.restore_point)
            was = action.was_before(self.event)
            self._append(action, was, applied.facts, becomes=applied.event)
            self._settle(applied.event, acknowledged, checkpoint)
            return self.event

    def _refuse_renumbering(self, target: int) -> None:
        """`Refused` where entries of an earlier version, which hold no number, would move up into
        those of the entries that are taken back, and what was decided of them would not."""
        if not isinstance(self.history.entry(target).action, Entering):
            return
        for n in sorted(set(range(target + 1, self.journal.head.n + 1)) - self.undone):
            later = self.history.entry(n).action
            if isinstance(later, Entering) and later.new_ids and not later.first_id:
                problem = f"action {target} cannot be undone or redone alone"
                said = f"the entries of action {n} would get other numbers"
                raise Refused(problem, said, "withdraw the entrant instead")

    def _numbered(self, action: Action) -> Action:
        """The action with the numbers that it gives to its entries, or to its lot."""

        def undone() -> Iterator[Action]:
            yield from (self.history.entry(n).action for n in self.undone)

        return action.numbered(self.event, undone())

    @contextmanager
    def alone(self, doing: str) -> Iterator[None]:
        """Nobody else draws or publishes until the end of it; `Refused` naming who does now."""
        if self._drawing:
            yield
            return
        self.refuse_read_only()
        with ExitStack() as held:
            try:
                held.enter_context(
                    locked(self.disk, self.folder, self._holder(doing), 0.0, DRAW_NAME)
                )
            except Held as other:
                raise Refused(
                    "another desk draws or publishes now",
                    f"it is {other}",
                    until_free(other, "wait for it"),
                ) from None
            except OSError as error:
                raise trouble(error, self.folder) from error
            self._drawing = True
            try:
                yield
            finally:
                self._drawing = False

    def undo(self) -> Event:
        """Take back my last standing action at this console."""
        return self.do(self.undoing())

    def undoing(self) -> actions.Undo:
        """The action that takes it back; `Refused` where there is nothing."""
        self.refresh()
        with self._mutex:
            target = self.history.last_of(self.author)
        if target is None:
            raise Refused("there is nothing of yours to undo here", shell=UNDO_ANY)
        return actions.Undo(target)

    def redo(self) -> Event:
        """Do again what I took back last, if I have done nothing else since."""
        return self.do(self.redoing())

    def redoing(self) -> actions.Redo:
        """The action that does it again; `Refused` where there is nothing."""
        self.refresh()
        with self._mutex:
            target = self.history.last_undone_by(self.author)
        if target is None:
            raise Refused("there is nothing of yours to redo here", shell=REDO_ANY)
        return actions.Redo(target)

    def _reverse(
        self, action: actions.Undo | actions.Redo, acknowledged: Acknowledged | None
    ) -> Event:
        with self._writing(action.describe(self.event)):
            applied = self._reversed(action)
            target = self.history.entry(action.target)
            words = target.action.describe(self.history.before(target.n))
            from engine.facts import NOTHING

            self._append(action, words, NOTHING, applied.again)
            self._settle(applied.event, acknowledged, True)
            return self.event

    def _reversed(self, action: actions.Undo | actions.Redo) -> AfterReversal:
        applied = self.history.after_reversal(self.event, action, self.author, self._now())
        self._refuse_renumbering(action.target)
        return applied

    def try_reversal(self, action: actions.Undo | actions.Redo) -> None:
        """`Refused` where that undo or redo is not possible now, `NotAgreed` where it asks
        something; it is not done."""
        with self._mutex:
            self._reversed(action)

    def _applied(self, action: Action) -> Applied:
        format = self.format_named(self.event.format)
        try:
            return done(action, self.event, format)
        except Stale as stale:
            raise self._named(stale, action) from None

    def _named(self, stale: Stale, action: Action) -> Stale:
        """The refusal with the name of the arbiter who was there first."""
        about = action.about(self.event)
        one = about.boards if len(about.boards) == 1 else ()
        line = self.history.writer_of(self.event, about.round, *one) if one else None
        if line is None:
            return stale
        author = "you" if line.author == self.author else line.author.by
        return stale.entered_by(f"{author} at {line.clock}")

    @contextmanager
    def _writing(self, doing: str) -> Iterator[None]:
        """Under the lock, at the head of the journal; trouble comes out in an arbiter's words."""
        with self._mutex:
            if self.departure is not None:
                self.refresh()
            self.refuse_read_only()
            try:
                with locked(self.disk, self.folder, self._holder(doing), self._wait):
                    self._catch_up()
                    self.refuse_read_only()
                    yield
            except Held as held:
                raise occupied(held) from None
            except SyncFailed as error:
                refusal = trouble(error, self.folder)
                self.read_only = f"NOT SAVED: {refusal.what}: {refusal.why}"
                raise refusal from error
            except Meddled as error:
                self.refresh()
                self.refuse_read_only()
                raise trouble(error, self.folder) from error
            except OSError as error:
                raise trouble(error, self.folder) from error

    @property
    def unsound(self) -> bool:
        """Whether the journal cannot be followed, so that the event is open read-only."""
        return self.journal.damage is not None or bool(self.unreplayed) or self.short

    def refuse_read_only(self) -> None:
        """`Refused` where nothing can be saved now, with the reason."""
        if self.departure is not None:
            raise self._departed()
        if self.read_only:
            raise Refused(
                "this event is open read-only", self.read_only, _READ_ONLY,
                shell=VERIFY if self.unsound else "", not_saved=True,
            )  # fmt: skip
        if self.edits is not None:
            raise Refused(
                "the save files differ from the journal",
                self.edits.why,
                "open the event and choose: take them over, or leave them",
                shell="`topboard restore EVENT edits` takes them over, `… journal` leaves them",
                not_saved=True,
            )

    def _settle(self, event: Event, acknowledged: Acknowledged | None, checkpoint: bool) -> None:
        """The action is durable: show it, then bring the save files up to it."""
        self._event = replace(event, revision=self.journal.head.n)
        self.history.remember(self._event)
        self._behind = True
        if acknowledged is not None:
            acknowledged(self._event)
        if checkpoint:
            self._write_checkpoint()
            self._copy()

    def checkpoint(self) -> None:
        """Bring the save files up to the journal, if they wait."""
        if self._behind and not self.read_only:
            with self._writing("writing save files"):
                self._write_checkpoint()
                self._copy()

    def _make_point(self, reason: str) -> str:
        self._checkpoint.write(self.event, self.journal.head, self.format)
        return make_point(self.disk, self.folder, reason)

    # Points to go back to, edits by hand, a folder that went

    def points(self) -> list[RestorePoint]:
        """What `restore` can go back to."""
        try:
            return restore_points(self.disk, self.folder, self.journal)
        except OSError as error:
            raise unreadable(error, self.folder) from error

    def restore(self, point: str) -> Event:
        """Go back to a restore point, as an action: it can be undone like any other."""
        try:
            event = read_point(self.disk, self.folder, point, self.format_named)
        except OSError as error:
            raise unreadable(error, self.folder) from error
        return self.do(adopt(event, point=point))

    def accept_edits(self, agreed: Level = Level.ACKNOWLEDGE, leave_strict: bool = False) -> Event:
        """Take over what was edited by hand, as an action; what its warnings ask is `agreed` to.
        With `leave_strict` strict mode is left before, where it is what refuses.

        `Refused` where files or journal are others since the differences were shown; `edits`
        then holds the current ones.
        """
        with self._mutex:
            edits, self.edits = self.edits, None
            if edits is None:
                raise Refused("there are no hand edits", "", "nothing to take over")
            try:
                with self._writing(f"taking over: {edits.why}"):
                    self._still_as_shown(edits)
                    action = adopt(edits.event, edits.why)
                    self._adopt(_agreed(action, agreed), leave_strict)
            except MovedOn:
                raise
            except Refused:
                self.edits = edits
                raise
            return self.event

    def _still_as_shown(self, edits: Edits) -> None:
        """The arbiter's yes is for what was shown, not for what came later."""
        if self.journal.head.n == edits.journal_n and not self._checkpoint.moved_on():
            return
        self._repair(self._found())
        if self.edits is None:
            raise MovedOn(
                "the hand edits are gone",
                "another desk has written the save files since; a copy is in quarantine/",
                "enter again what was in them",
                not_saved=True,
            )
        raise MovedOn(
            "the event or its files changed since the differences were shown",
            self.edits.why,
            "look at the current differences",
            not_saved=True,
        )

    def _adopt(self, action: Action, leave_strict: bool) -> None:
        """The edited files are all there is of the edit: they stay until it is durable."""
        try:
            applied = self._applied(action)
        except NotAgreed as refusal:
            if refusal.level < Level.REFUSE or not leave_strict:
                raise
            leave = _agreed(actions.LeaveStrictMode(), Level.CONFIRM_TWICE)
            left = self._applied(leave)
            action = _agreed(action, Level.CONFIRM_TWICE)
            done(action, left.event, self.format)  # before anything is written
            self._append(leave, leave.was_before(self.event), left.facts)
            self._event = replace(left.event, revision=self.journal.head.n)
            self.history.remember(self._event)
            applied = self._applied(action)
        before = sealed_files(self.event, self.journal.head, self.format)
        make_point(self.disk, self.folder, action.restore_point, before)
        self._append(action, action.was_before(self.event), applied.facts)
        self._settle(applied.event, None, True)

    def begin_anew(self) -> Event:
        """Follow a journal that is damaged, or that this version cannot apply to its end, by a new
        one that begins with the event as it is shown.

        The damaged one is kept in `quarantine/`, then replaced in one step.
        """
        with self._mutex:
            if self.journal.damage is None and not self.unreplayed:
                raise Refused("the journal is not damaged", "", "nothing has to begin anew")
            if self._closed_for_reading:
                raise Refused("this event is open read-only", self.read_only, _READ_ONLY)
            try:
                with locked(self.disk, self.folder, self._holder("beginning anew"), self._wait):
                    self._take(self._found())
                    if self.journal.damage is None and not self.unreplayed:
                        raise MovedOn("the journal is whole again", "", "open the event again")
                    damage = self.journal.damage
                    reason = f"was damaged: {damage}" if damage else f"{self.read_only}"
                    self._follow(reason)
            except Held as held:
                raise occupied(held) from None
            except OSError as error:
                raise trouble(error, self.folder) from error
            return self.event

    def put_back(self) -> Event:
        """Make the folder what this desk holds again; what is there is kept in `quarantine/`.

        `MovedOn` where something else is there than was shown, `Refused` for another event.
        """
        with self._mutex:
            there = self.departure
            if there is None:
                raise Refused("the folder has all that this desk holds", "", "nothing to put back")
            if self._closed_for_reading:
                raise Refused("this event is open read-only", self.read_only, _READ_ONLY)
            if PUT_BACK not in there.choices:
                raise Refused(there.what, "", ELSEWHERE)
            try:
                if there.kind is DepartureKind.FOLDER_GONE:
                    self._make_folder()
                    there = there._replace(kind=DepartureKind.JOURNAL_GONE)
                with locked(self.disk, self.folder, self._holder("putting back"), self._wait):
                    self._put_back(there)
            except Held as held:
                raise occupied(held) from None
            except OSError as error:
                raise trouble(error, self.folder) from error
            self.attend()
            return self.event

    def _make_folder(self) -> None:
        try:
            make_folder(self.disk, self.folder)
        except FileExistsError as error:
            raise Refused(
                f"something else is called {self.folder.name} now",
                "it is not a folder",
                "move it away, then put back what this desk holds",
                not_saved=True,
            ) from error

    def _put_back(self, there: JournalDeparture) -> None:
        try:
            self.journal.read()
        except Departed as departed:
            self._depart(departed)
        else:
            there = there._replace(held=0)
        if self.departure != there:
            raise MovedOn("what is in the folder changed", "", "look at what is there now")
        if there.kind is DepartureKind.IRREGULAR:
            put_away(self.disk, self.folder, JOURNAL_NAME)
        elif there.kind is not DepartureKind.JOURNAL_GONE:
            data = read_from(self.disk, self.journal.path, 0)
            keep(self.disk, self.folder, JOURNAL_NAME, data)
        saves = read_saves(self.disk, self.folder)
        files = {n for n, f in saves.files.items() if f.sound and on_chain(self.journal, f.seal)}
        for name in sorted((saves.files.keys() | saves.bad.keys()) - files):
            put_away(self.disk, self.folder, name)
        own_points(self.disk, self.folder)
        replace_file(self.disk, self.journal.path, self.journal.held())
        self.departure, self.read_only = None, ""
        self._read_on()
        self._drop_kept()
        self._checkpoint.take(saves, None, ())
        self._behind = True
        self._write_checkpoint()

    def elsewhere(self) -> Path:
        """What this desk holds as an event of its own, beside this one or where there is room;
        its folder. `Refused` where it cannot be made."""
        with self._mutex:
            if self.departure is None:
                raise Refused("the folder has all that this desk holds", "", "nothing to open")
            if self.kept is not None and not self.kept.is_relative_to(self.folder):
                return self.kept
            try:
                return keep_held(self.disk, self.folder, self._held(), inside=False)
            except OSError as error:
                raise trouble(error, self.folder) from error

    def _follow(self, reason: str) -> None:
        try:
            data = read_from(self.disk, self.journal.path, 0)
        except FileNotFoundError:
            pass
        except OSError as error:
            if not withheld(error):
                raise
            put_away(self.disk, self.folder, JOURNAL_NAME)
        else:
            keep(self.disk, self.folder, JOURNAL_NAME, data)
        saves = read_saves(self.disk, self.folder)
        for name in () if saves.whole else sorted(saves.files):
            # they may hold what could not be shown
            put_away(self.disk, self.folder, name)
        begin = adopt(self.event, f"a new journal: {reason}"[:2000])
        from engine import log

        facts = facts_table(log.begun(begin, self.format).facts)
        line = encode(self._line(JournalHead(), begin, None, facts))
        replace_file(self.disk, self.journal.path, line)
        self.read_only = self.unreplayed = ""
        self.journal.forget()
        self.history.forget()
        self._read_on()
        self._event = self.history.event()
        self.history.remember(self.event)
        # the seals of all files are in the old one
        self._checkpoint.take(saves, None, ())
        self._behind = True
        self._write_checkpoint()

    def discard_edits(self) -> Event:
        """Leave the hand edits, or what a journal cut short no longer has; copies of the files
        are in `quarantine/`."""
        if self.edits is None and not self.short:
            raise Refused("there are no hand edits", "", "nothing to discard")
        if self._closed_for_reading or (self.read_only and not self.short):
            raise Refused("this event is open read-only", self.read_only, _READ_ONLY)
        self.read_only, self.short = "", False
        self.edits = None
        self._behind = True
        with self._writing("leaving hand edits"):
            self._keep_foreign()
            self._write_checkpoint()
            self._copy()
        return self.event


def _agreed(action: Action, level: Level) -> Action:
    return replace(
        action,
        insist=level >= Level.CONFIRM,
        insist_twice=level >= Level.CONFIRM_TWICE,
    )


def open_event(folder: Path | str, **options: Any) -> Store:
    """The store of an event's folder (options as for `Store`); `Refused` if it is not one."""
    store = Store(Path(folder), **options)
    store.load()
    return store


def create_event(folder: Path | str, action: actions.CreateEvent, **options: Any) -> Store:
    """Make an event in a new (or empty) folder; its first action is `action`."""
    from engine import log

    store = Store(Path(folder), **options)
    start = log.begun(action, store.format_named(action.format))
    store._refuse_too_large(start.event)
    try:
        if why := unlockable(nearest(store.folder)):
            raise Refused("no event can be made here", why, "keep events on a local disk")
        prepare_folder(store.disk, store.folder)
        with locked(store.disk, store.folder, here("making the event"), WAIT):
            unknown = unknown_system(store.folder)
            if unknown and not excludes(store.disk, store.folder):
                why = f"it is on {unknown}, where a lock keeps nobody out"
                raise Refused("no event can be made here", why, "keep events on a local disk")
            if unknown:
                store.warnings.append(warning_of(unknown))
            store.journal.read()
            if store.journal.head.n or store.journal.damage:
                raise Refused(f"{store.folder.name} is an event already", "", "take another name")
            store._catch_up()
            store._append(action, None, start.facts)
            store._settle(start.event, None, True)
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        raise trouble(error, store.folder) from error
    return store
