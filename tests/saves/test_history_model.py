"""Whatever arbiters do, undo and redo, the event is what a dictionary would hold."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.actions import EnterResult
from engine.refusal import Refused, Stale
from saves.disk import Disk
from saves.store import Store
from saves.verify import verify
from tests.faults.extent import extent
from tests.faults.small_disks import in_memory
from tests.saves.toy import made, reopened, results, toy_named

BOARDS = st.integers(1, 4)
WORDS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "+/-", "-"])
DESKS = st.integers(0, 1)


class Killed(BaseException):
    """Nothing catches it but the model; after it no call reaches the disk."""


class Dying(Disk):
    """A disk whose program is killed after so many calls."""

    def __init__(self, left: int) -> None:
        self.left = left


def _dying(name: str) -> Callable[..., Any]:
    def call(self: Dying, *args: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Killed
        return getattr(Disk, name)(self, *args)

    return call


for _name in Disk.CALLS:
    if _name != "close":
        setattr(Dying, _name, _dying(_name))


class Desks(RuleBasedStateMachine):
    """Two desks at one event, and what they did: (board, result) lists kept or taken back."""

    disk: ClassVar[type[Disk]] = Disk

    def __init__(self) -> None:
        super().__init__()
        self.place = ExitStack()
        self.folder = self.place.enter_context(in_memory()) / "open"
        made(self.folder, 8, session="the office")
        self.desks: list[Store] = [self.opened(n) for n in (0, 1)]
        self.done: list[tuple[int, int, int, str]] = []
        self.gone: list[tuple[int, int]] = []

    def teardown(self) -> None:
        """Nothing stays."""
        self.place.close()

    def opened(self, desk: int) -> Store:
        """A console that is opened there."""
        return reopened(self.folder, session=str(desk), disk=self.disk())

    def expected(self) -> dict[int, str]:
        """The results by the dictionary."""
        taken_back = {n for n, _ in self.gone}
        held: dict[int, str] = {}
        for n, _, board, word in self.done:
            if n not in taken_back:
                held[board] = word
        return {board: word for board, word in held.items() if word != "-"}

    @rule(desk=DESKS, board=BOARDS, word=WORDS, look=st.booleans())
    def enter(self, desk: int, board: int, word: str, look: bool) -> None:
        """A result over what the desk sees; refused exactly when that is not what stands."""
        store = self.desks[desk]
        if look:
            store.refresh()
        seen, now = results(store.event).get(board), self.expected().get(board)
        wanted = None if word == "-" else word
        try:
            store.do(EnterResult(board, word, seen, replace=True))
        except Stale:
            assert seen != now
            assert wanted != now
        else:
            assert now in (seen, wanted)
            if wanted != now:
                self.done.append((store.event.revision, desk, board, word))

    @rule(desk=DESKS, board=BOARDS, word=WORDS, left=st.integers(0, 60))
    def enter_and_die(self, desk: int, board: int, word: str, left: int) -> None:
        """Killed somewhere in a save: what was acknowledged is there, else all of it or nothing."""
        disk = Dying(10**9)
        store = reopened(self.folder, session=str(desk), disk=disk)
        seen, head = results(store.event).get(board), store.journal.head.n
        said: list[int] = []
        disk.left = left
        with suppress(Killed):
            action = EnterResult(board, word, seen, replace=True)
            store.do(action, acknowledged=lambda event: said.append(event.revision))
        again = self.desks[desk] = self.opened(desk)
        written = again.journal.head.n
        assert written in (head, head + 1)
        assert written == head + 1 or not said
        if written > head:
            self.done.append((written, desk, board, word))

    @rule(desk=DESKS)
    def undo(self, desk: int) -> None:
        """My last that stands; refused where a later one builds on it."""
        store, taken_back = self.desks[desk], {n for n, _ in self.gone}
        mine = [d for d in self.done if d[1] == desk and d[0] not in taken_back]
        try:
            store.undo()
        except Refused:
            return
        assert mine, "undid what this desk had not done"
        self.gone.append((mine[-1][0], desk))

    @rule(desk=DESKS)
    def reopen(self, desk: int) -> None:
        """A console is closed and opened again."""
        self.desks[desk] = self.opened(desk)

    @rule(tail=st.binary(min_size=1, max_size=20).filter(lambda b: b"\n" not in b))
    def crash(self, tail: bytes) -> None:
        """A save stopped in the middle of its line."""
        with (self.folder / "journal.log").open("ab") as file:
            file.write(tail)
        self.desks[1] = self.opened(1)

    @precondition(lambda self: self.done)
    @rule()
    def forget_files(self) -> None:
        """The save files are gone; the journal has it all."""
        for path in self.folder.glob("*.toml"):
            path.unlink()
        self.desks[0] = self.opened(0)

    @invariant()
    def all_agree(self) -> None:
        """Both desks and a fresh one see what the dictionary holds."""
        for store in self.desks:
            store.refresh()
        fresh = reopened(self.folder, read_only=True)
        assert [results(s.event) for s in (*self.desks, fresh)] == [self.expected()] * 3
        assert verify(self.folder, format_named=toy_named).status == 0


def few(examples: int, steps: int) -> settings:
    """How long the model is tried."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


DAYS, STEPS = extent(100, 5000), extent(30, 50)
PARTS = range(4)
"""A night's days in parts, for as many processors as there are."""


@pytest.mark.parametrize(
    ("examples", "steps", "part"),
    [(8, 10, 0), *(pytest.param(DAYS, STEPS, n, marks=pytest.mark.faults) for n in PARTS)],
)
def test_two_desks_and_a_dictionary_agree(examples: int, steps: int, part: int) -> None:
    run_state_machine_as_test(Desks, settings=few(examples, steps))


class Lying(Disk):
    """Says of every fourth write that it was made."""

    def __init__(self) -> None:
        self.writes = 0

    def write(self, fd: int, data: memoryview) -> int:
        self.writes += 1
        return len(data) if self.writes % 4 == 0 else super().write(fd, data)


class LyingDesks(Desks):
    """The control: the same desks on a disk that does not keep what it is given."""

    disk = Lying


@pytest.mark.control
def test_control_a_disk_that_keeps_less_than_it_says_is_found_out() -> None:
    found = settings(few(8, 10), phases=(Phase.generate,), database=None)
    with pytest.raises((AssertionError, Refused, ExceptionGroup)):
        run_state_machine_as_test(LyingDesks, settings=found)
