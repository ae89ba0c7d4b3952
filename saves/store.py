"""The only door to an event: open it, do actions, undo them, see what others do.

An action is done under the folder's lock: read what is new, apply it to what really stands,
append it to the journal, flush, acknowledge; then the save files follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.actions import Action, CreateEvent, LeaveStrictMode, Redo, Undo
from engine.event import Event
from engine.facts import NOTHING
from engine.log import Applied, begun, done
from engine.refusal import Refused, Stale
from engine.warnings import Level, NotAgreed
from saves.actions import adopt, facts_table
from saves.checkpoint import read_saves, sealed_files
from saves.departure import DepartureKind, JournalDeparture
from saves.disk import make_folder, read_from, replace_file, withheld
from saves.folders import nearest, prepare_folder
from saves.held import keep_held
from saves.journal import JOURNAL_NAME, Departed, JournalHead, Meddled, SyncFailed, encode
from saves.lock import (
    DRAW_NAME,
    WAIT,
    Held,
    excludes,
    here,
    locked,
    unknown_system,
    unlockable,
    warning_of,
)
from saves.opening import Acknowledged, OpenEvent
from saves.problems import occupied, trouble, unreadable
from saves.quarantine import keep, put_away
from saves.recovery import Edits, on_chain
from saves.restore_points import (
    RestorePoint,
    make_point,
    own_points,
    read_point,
    restore_points,
)


class MovedOn(Refused):
    """What the arbiter decided about is no more as it was shown."""


ALONE = {
    "propose": "drawing a round",
    "publish": "publishing a round",
    "discard": "discarding a proposal",
}
"""What is not done while another desk draws or publishes, as that desk is told of it."""


class Store(OpenEvent):
    """An event on disk, to act on. Safe to be used from several threads."""

    _drawing = False

    def do(
        self,
        action: Action,
        *,
        checkpoint: bool = True,
        acknowledged: Acknowledged | None = None,
    ) -> Event:
        """Do an action; the event after it, saved.

        Refuses with `Refused`, or `Stale` naming who was there first; then nothing is changed.
        `acknowledged` is called as soon as the action is durable, in this thread and under the
        lock: it must not wait for anybody. With `checkpoint=False` the
        save files wait for `checkpoint()` (the key queue is not empty yet).
        """
        if isinstance(action, Undo | Redo):
            return self._reverse(action, acknowledged)
        if action.kind in ALONE:
            with self.alone(ALONE[action.kind]):
                return self._done(action, checkpoint, acknowledged)
        return self._done(action, checkpoint, acknowledged)

    def _done(self, action: Action, checkpoint: bool, acknowledged: Acknowledged | None) -> Event:
        with self._writing(action.describe(self.event)):
            applied = self._applied(action)
            if applied.event is self.event:
                return applied.event
            if action.restore_point:
                self._make_point(action.restore_point)
            was = action.was_before(self.event)
            self._append(action, was, applied.facts, becomes=applied.event)
            self._settle(applied.event, acknowledged, checkpoint)
            return self.event

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
                    "another desk draws or publishes now", f"it is {other}", "wait for it"
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

    def undoing(self) -> Undo:
        """The action that takes it back; `Refused` where there is nothing."""
        self.refresh()
        with self._mutex:
            target = self.history.last_of(self.author)
        if target is None:
            raise Refused("there is nothing of yours to undo", "", "see the history for others'")
        return Undo(target)

    def redo(self) -> Event:
        """Do again what I took back last, if I have done nothing else since."""
        return self.do(self.redoing())

    def redoing(self) -> Redo:
        """The action that does it again; `Refused` where there is nothing."""
        self.refresh()
        with self._mutex:
            target = self.history.last_undone_by(self.author)
        if target is None:
            raise Refused("there is nothing of yours to redo", "", "see the history for others'")
        return Redo(target)

    def undo_action(self, n: int) -> Event:
        """Take back action `n`, anybody's; refused, naming the later action in the way."""
        return self._reverse(Undo(n), None)

    def redo_action(self, n: int) -> Event:
        """Do action `n` again that was taken back."""
        return self._reverse(Redo(n), None)

    def _reverse(self, action: Undo | Redo, acknowledged: Acknowledged | None) -> Event:
        with self._writing(action.describe(self.event)):
            applied = self.history.after_reversal(self.event, action, self.author, self._now())
            target = self.history.entry(action.target)
            words = target.action.describe(self.history.before(target.n))
            self._append(action, words, NOTHING, applied.again)
            self._settle(applied.event, acknowledged, True)
            return self.event

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

    def refuse_read_only(self) -> None:
        """`Refused` where nothing can be saved now, with the reason."""
        if self.departure is not None:
            raise self._departed()
        if self.read_only:
            raise Refused(
                "this event is open read-only", self.read_only, _READ_ONLY, not_saved=True
            )
        if self.edits is not None:
            raise Refused(
                "the save files differ from the journal",
                self.edits.why,
                "`topboard restore EVENT edits` takes them over, `… journal` leaves them",
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
        then holds those of now.
        """
        with self._mutex:
            edits, self.edits = self.edits, None
            if edits is None:
                raise Refused("there are no hand edits", "", "nothing to take over")
            try:
                with self._writing(f"taking over: {edits.why}"):
                    self._still_as_shown(edits)
                    self._adopt(_agreed(adopt(edits.event, edits.why), agreed), leave_strict)
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
            "look at the differences of now",
            not_saved=True,
        )

    def _adopt(self, action: Action, leave_strict: bool) -> None:
        """The edited files are all there is of the edit: they stand until it is durable."""
        try:
            applied = self._applied(action)
        except NotAgreed as refusal:
            if refusal.level < Level.REFUSE or not leave_strict:
                raise
            leave = _agreed(LeaveStrictMode(), Level.CONFIRM_TWICE)
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
                    reason = (
                        f"was damaged: {damage}" if damage else f"stopped short: {self.read_only}"
                    )
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
            if not there.can_put_back:
                raise Refused(there.what, "", "open what this desk holds elsewhere")
            try:
                if there.kind is DepartureKind.FOLDER_GONE:
                    self._make_folder()
                    there = replace(there, kind=DepartureKind.JOURNAL_GONE)
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
                "it is no folder",
                "move it away, then put back what this desk holds",
                not_saved=True,
            ) from error

    def _put_back(self, there: JournalDeparture) -> None:
        try:
            self.journal.read()
        except Departed as departed:
            self._depart(departed)
        else:
            there = replace(there, held=0)
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
        facts = facts_table(begun(begin, self.format).facts)
        line = encode(self._line(JournalHead(), begin, None, facts))
        replace_file(self.disk, self.journal.path, line)
        self.read_only = self.unreplayed = ""
        self.journal.forget()
        self.history.forget()
        self._read_on()
        self._event = self.history.event()
        self.history.remember(self.event)
        # the seals of all files stand in the old one
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


_READ_ONLY = "open it again when the cause is removed"


def open_event(folder: Path | str, **options: Any) -> Store:
    """The store of an event's folder (options as for `Store`); `Refused` if it is none."""
    store = Store(Path(folder), **options)
    store.load()
    return store


def create_event(folder: Path | str, action: CreateEvent, **options: Any) -> Store:
    """Make an event in a new (or empty) folder; its first action is `action`."""
    store = Store(Path(folder), **options)
    start = begun(action, store.format_named(action.format))
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
