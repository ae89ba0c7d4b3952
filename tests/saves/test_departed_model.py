"""Whatever happens to the folder under open desks: nothing acknowledged is lost, nothing false is
written, and whoever works on is never without knowing it on other ground."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from engine.actions import EnterResult
from engine.refusal import Refused
from saves.departures import DepartureKind
from saves.disk import Disk
from saves.journal import BEGINNINGS, JOURNAL_NAME, Departed, Journal, decode, scan
from saves.store import Store
from tests.faults.extent import extent
from tests.faults.small_disks import in_memory
from tests.saves.test_history_model import few
from tests.saves.toy import made, reopened, results

BOARDS = st.integers(1, 4)
WORDS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "-"])
DESKS = st.integers(0, 1)
PART = st.floats(0, 1)


def tree(folder: Path) -> dict[str, bytes]:
    """Everything of a folder that counts: locks and who is there do not."""
    passed = (".lock", ".draw", ".desks", "quarantine")
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(passed)
    }


class Changing(RuleBasedStateMachine):
    """Two desks and a reader at one event, and somebody who does anything to its folder."""

    def __init__(self) -> None:
        super().__init__()
        self.place = ExitStack()
        self.root = self.place.enter_context(in_memory())
        self.folder = self.root / "open"
        made(self.folder, 8, session="the office")
        shutil.copytree(self.folder, self.root / "backup-0")
        self.other = made(self.root / "other", 8, session="strangers").folder
        self.backups, self.taken = 1, 0
        self.desks: list[Store] = [self.opened(n) for n in (0, 1)]
        self.reader = reopened(self.folder, read_only=True)
        self.said: list[bytes] = []

    def teardown(self) -> None:
        """Nothing stays."""
        self.place.close()

    def opened(self, desk: int) -> Store:
        """A console that is opened there; what waits for a word gets one."""
        store = reopened(self.folder, session=str(desk))
        if store.edits is not None or store.short:
            store.discard_edits()
        return store

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL_NAME

    def there(self) -> bytes:
        """What is in the journal, if there is an ordinary one."""
        with suppress(OSError):
            return self.journal.read_bytes() if not self.journal.is_symlink() else b""
        return b""

    # What desks do

    @rule(desk=DESKS, board=BOARDS, word=WORDS, replace=st.booleans())
    def enter(self, desk: int, board: int, word: str, replace: bool) -> None:
        """A result, over what the desk sees; acknowledged only on the ground that it knows."""
        store, before = self.desks[desk], self.there()
        files = tree(self.folder) if self.folder.is_dir() else {}
        known = store.journal.held()
        head = store.journal.head.n
        seen = results(store.event).get(board)
        try:
            store.do(EnterResult(board, word, seen, replace=replace))
        except Refused:
            if store.departure is not None:
                assert tree(self.folder) == files if self.folder.is_dir() else not files
            return
        if store.journal.head.n == head:
            return
        assert before.startswith(known), "went on from something else than it had read"
        assert self.there() == store.journal.held()
        self.said.append(store.journal.lines[-1])
        fresh = reopened(self.folder, read_only=True)
        assert results(fresh.event) == results(store.event), "journal and files disagree"

    @rule(desk=DESKS)
    def look(self, desk: int) -> None:
        """A poll: what is shown goes on from what was shown, or the desk says that it cannot."""
        store = self.desks[desk]
        before = store.journal.held()
        with suppress(Refused):
            store.refresh()
        assert store.journal.held().startswith(before), "what was shown as saved is gone"
        assert store.departure is not None or self.there().startswith(store.journal.held())

    @rule()
    def read(self) -> None:
        """A projector looks, and touches nothing."""
        files = tree(self.root)
        before = self.reader.journal.held()
        with suppress(Refused):
            self.reader.refresh()
        assert self.reader.journal.held().startswith(before)
        assert tree(self.root) == files
        if self.reader.departure is not None and self.folder.is_dir():
            with suppress(Refused):
                self.reader = reopened(self.folder, read_only=True)

    @rule(desk=DESKS, choice=st.sampled_from(["go on", "put back", "elsewhere"]))
    def decide(self, desk: int, choice: str) -> None:
        """An arbiter chooses."""
        store = self.desks[desk]
        store.refresh()
        if store.departure is None:
            return
        held = results(store.event)
        if choice == "elsewhere":
            assert results(reopened(store.elsewhere(), read_only=True).event) == held
        elif choice == "go on":
            self.reopen(desk)
        else:
            foreign = store.departure.kind is DepartureKind.OTHER_EVENT
            files = tree(self.root)
            try:
                store.put_back()
            except Refused:
                if foreign:
                    assert {n: d for n, d in tree(self.root).items() if n in files} == files
                return
            assert not foreign
            assert self.there() == store.journal.held()
            assert results(reopened(self.folder, read_only=True).event) == held

    @rule(desk=DESKS)
    def reopen(self, desk: int) -> None:
        """A console is closed and opened again, where that can be."""
        store = self.desks[desk]
        with suppress(Refused):
            store.checkpoint()
        store.leave()
        with suppress(Refused):
            self.desks[desk] = self.opened(desk)

    # What somebody does who knows nothing of desks

    @rule()
    def back_up(self) -> None:
        """The folder copied as it is."""
        if self.folder.is_dir():
            shutil.copytree(self.folder, self.root / f"backup-{self.backups}", symlinks=True)
            self.backups += 1

    def take_away(self) -> None:
        if self.folder.is_dir():
            self.folder.rename(self.root / f"taken-{self.taken}")
            self.taken += 1

    @rule()
    def away(self) -> None:
        """The folder carried off."""
        self.take_away()

    @rule(part=PART)
    def back(self, part: float) -> None:
        """One that was carried off comes again, where none is."""
        if self.taken and not self.folder.exists():
            which = self.root / f"taken-{int(part * (self.taken - 1))}"
            if which.is_dir():
                which.rename(self.folder)

    @rule(part=PART)
    def older(self, part: float) -> None:
        """A backup at its place."""
        self.take_away()
        which = self.root / f"backup-{int(part * (self.backups - 1))}"
        shutil.copytree(which, self.folder, symlinks=True)

    @rule()
    def stranger(self) -> None:
        """Another event at its place."""
        self.take_away()
        shutil.copytree(self.other, self.folder)

    @rule(part=PART, how=st.sampled_from(["copy", "rename", "other event"]))
    def exchange(self, part: float, how: str) -> None:
        """The journal of a backup, or of another event, alone."""
        which = self.root / f"backup-{int(part * (self.backups - 1))}" / JOURNAL_NAME
        if how == "other event":
            which = self.other / JOURNAL_NAME
        if not self.folder.is_dir() or not which.is_file():
            return
        self.make_plain()
        if how == "rename":
            shutil.copyfile(which, self.folder / "incoming")
            os.replace(self.folder / "incoming", self.journal)
        else:
            shutil.copyfile(which, self.journal)

    def make_plain(self) -> None:
        if self.journal.is_symlink():
            self.journal.unlink()

    @rule(part=PART)
    def fork(self, part: float) -> None:
        """A backup on which somebody went on elsewhere."""
        which = self.root / f"backup-{int(part * (self.backups - 1))}"
        with suppress(Refused):
            store = reopened(which, session="elsewhere")
            store.do(EnterResult(1, "+/-", results(store.event).get(1), replace=True))

    @rule(part=PART)
    def cut(self, part: float) -> None:
        """The journal cut, between lines or within one."""
        if data := self.there():
            os.truncate(self.journal, int(len(data) * part))

    @rule(part=PART)
    def scribble(self, part: float) -> None:
        """One byte of the journal turned."""
        if data := bytearray(self.there()):
            data[int((len(data) - 1) * part)] ^= 1
            self.journal.write_bytes(data)

    @rule()
    def delete(self) -> None:
        """The journal alone."""
        self.journal.unlink(missing_ok=True)

    @rule()
    def link(self) -> None:
        """What some programs put in a large file's place."""
        if self.folder.is_dir():
            self.journal.unlink(missing_ok=True)
            self.journal.symlink_to(self.root / "backup-0" / JOURNAL_NAME)

    @rule(part=PART)
    def check_out(self, part: float) -> None:
        """Save files of an older state, the journal as it is."""
        which = self.root / f"backup-{int(part * (self.backups - 1))}"
        if self.folder.is_dir():
            for path in which.glob("*.toml"):
                shutil.copyfile(path, self.folder / path.name)

    # What must be

    def journals(self) -> Iterator[bytes]:
        """Every journal, and every copy of one."""
        for path in self.root.rglob(f"*{JOURNAL_NAME}"):
            if path.is_file() and not path.is_symlink():
                yield path.read_bytes()

    @invariant()
    def nothing_said_is_lost(self) -> None:
        """Once the desks have looked every acknowledged line is in some journal."""
        for store in self.desks:
            with suppress(Refused):
                store.refresh()
        everywhere = b"".join(self.journals())
        missing = [line for line in self.said if line not in everywhere]
        assert not missing, f"{len(missing)} acknowledged results are nowhere"

    @invariant()
    def journals_begin_with_an_event(self) -> None:
        """Whatever is written begins with the making or the taking over of an event."""
        lines = scan(self.there()).lines
        assert not lines or decode(lines[0]).action["kind"] in BEGINNINGS


DAYS, STEPS = extent(60, 5000), extent(30, 50)


@pytest.mark.parametrize(
    ("examples", "steps", "part"),
    [(10, 15, 0), *(pytest.param(DAYS, STEPS, n, marks=pytest.mark.faults) for n in range(4))],
)
def test_whatever_happens_to_the_folder_nothing_is_lost_or_false(
    examples: int, steps: int, part: int
) -> None:
    run_state_machine_as_test(Changing, settings=few(examples, steps))


def _trusting(self: Store, departed: Departed) -> None:
    """What is there is taken for the event, whatever it is."""
    self.journal.forget()
    self.history.forget()
    with suppress(Departed):
        self.journal.read()
    if self.journal.head.n:
        self._event = self.history.event()


@pytest.mark.control
def test_control_a_desk_that_takes_what_is_there_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Store, "_depart", _trusting)
    found = few(15, 15)
    with pytest.raises((AssertionError, ExceptionGroup)):
        run_state_machine_as_test(
            Changing,
            settings=type(found)(found, phases=(Phase.generate,), database=None, derandomize=True),
        )


@pytest.mark.control
def test_control_a_desk_that_looks_at_the_length_alone_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def longer(self: Journal) -> None:
        """Whatever stands behind the length that is known."""
        size = Disk().stat(self.path).st_size if self.path.exists() else 0
        if size >= self.head.offset:
            data = self.path.read_bytes()[self.head.offset :] if size else b""
            self._take(scan(data, self.head))
        self._seen, self.damage = self._status(), None

    monkeypatch.setattr(Journal, "read", longer)
    found = few(15, 15)
    with pytest.raises((AssertionError, ExceptionGroup, Refused)):
        run_state_machine_as_test(
            Changing,
            settings=type(found)(found, phases=(Phase.generate,), database=None, derandomize=True),
        )
