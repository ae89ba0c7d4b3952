"""The commands of a congress, killed at call after call, and two at once: the journals of several
events, with one file of the congress beside them."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from engine.congress.congress import EventPlan
from engine.congress.fees import FeeRule, Fees
from saves.congress.opening import open_congress
from saves.congress.store import CongressStore
from saves.disk import Disk, left_over
from saves.verify import verify
from tests.congress.hall import congress, entrants, event
from tests.faults.forked import Forked, Say
from tests.playing import enter, publish
from tui.cli import main

COUNTED = ("write", "fsync", "fdatasync", "replace", "unlink", "truncate", "open")
"""Calls of the seam before which a command is killed."""


def prepared(folder: Path, played: int = 0) -> None:
    """An Open and a Minor of four each; so many rounds played in both. Ann of the Open has paid."""
    folder.mkdir(parents=True)
    event(folder / "open", entrants("Ann Bea Cid Dot"))
    event(folder / "minor", entrants("Eva Fay Gus Hal"), first_board=101)
    store = congress(
        folder, EventPlan("open"), EventPlan("minor"), fees=Fees("EUR", "", (FeeRule("All", 4000),))
    )
    store.pay("open", "1", 4000)
    for one in store.stores.values():
        for _ in range(played):
            publish(one)
            enter(one)


def in_play(folder: Path) -> None:
    prepared(folder)
    for one in open_congress(folder).stores.values():
        publish(one)


def played(folder: Path) -> None:
    prepared(folder, 1)


DEEDS: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "result": (in_play, ("result", "102", "1-0")),
    "move": (prepared, ("move", "Ann", "minor")),
    "move-late": (played, ("move", "Ann", "minor", "--insist")),
    "draw": (played, ("draw", "--publish")),
    "paid": (prepared, ("paid", "Bea", "40.00")),
    "join": (prepared, ("join", "minor", "--boards", "301-340")),
}


def run(folder: Path, words: tuple[str, ...]) -> int:
    """A command, as from a shell."""
    silent = io.StringIO()
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        return main(["congress", str(folder), *words])


def counting(limit: int) -> list[int]:
    """From now on the program is killed before so manieth call that changes something."""
    calls = [0]

    def watched(name: str) -> None:
        real = getattr(Disk, name)

        def call(*args: object) -> object:
            calls[0] += 1
            if calls[0] == limit:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args)

        setattr(Disk, name, call)

    for name in COUNTED:
        watched(name)
    return calls


def child(folder: Path, words: tuple[str, ...], limit: int) -> tuple[int, list[str]]:
    """The command in a program of its own: wait status, what it said."""

    def work(say: Say) -> None:
        calls = counting(limit)
        status = run(folder, words)
        say(f"status {status}")
        say(f"calls {calls[0]}")

    one = Forked(work)
    one.go()
    return one.end()


def looked(folder: Path) -> str:
    """What the next desk finds, which must be sound; moments and random names left out."""
    store = open_congress(folder)
    assert store.unopened == {}
    assert left_over(store.disk, folder) == []
    assert not (folder / "moving.toml").exists()
    for one in store.stores:
        assert verify(folder / one).status == 0
    return told(store)


def told(store: CongressStore) -> str:
    """A congress by its content alone."""
    lines = [store.congress, [(p.folder, p.id, p.amount) for p in store.cash_list()]]
    for one in store.members:
        people = [(e.id, e.name, e.withdrawn, e.joined) for e in one.event.entrants]
        rounds = [
            (r.number, r.published, [(m.board, m.pair, m.result) for m in r.matches])
            for r in one.event.rounds
        ]
        lines.append((one.folder, one.range.first, people, rounds))
    return repr(lines)


def drawn_so_far(store: CongressStore) -> bool:
    """Whether each event has its second round whole, as a proposal or published, or not at all,
    and none has more after the first that has less."""
    states = [
        2 if len(one.event.published) == 2 else 1 if one.event.proposal is not None else 0
        for one in store.members
    ]
    whole = all(len(r.matches) == 2 for one in store.members for r in one.event.rounds)
    return whole and states == sorted(states, reverse=True)


def homes(store: CongressStore, name: str) -> list[str]:
    """The events that somebody is in."""
    return [
        one.folder for one in store.members
        for e in one.event.entrants if e.name == name and not e.withdrawn
    ]  # fmt: skip


class KilledDeed:
    """A deed, killed at one call or another on fresh copies of its folder."""

    def __init__(self, place: Path, name: str) -> None:
        prepare, self.words = DEEDS[name]
        self.clean, self.folder = place / "clean" / "galway", place / "trial" / "galway"
        prepare(self.clean)
        self.before = looked(self.copy())
        status, said = child(self.folder, self.words, 0)
        assert (status, said[0]) == (0, "status 0")
        self.calls = int(said[1].split()[1])
        self.after = looked(self.folder)

    def copy(self) -> Path:
        """The folder as it was before the deed."""
        shutil.rmtree(self.folder.parent, ignore_errors=True)
        shutil.copytree(self.clean.parent, self.folder.parent)
        return self.folder

    def kill(self, n: int) -> None:
        """Kill it before its n-th call: what is there is sound, and the deed can be done again."""
        status, said = child(self.copy(), self.words, n)
        assert os.WIFSIGNALED(status)
        assert said == []
        there = looked(self.folder)
        store = open_congress(self.folder)
        assert len(homes(store, "Ann")) == 1, n
        assert [p.folder for p in store.cash_list()[:1]] == homes(store, "Ann"), n
        if self.words[0] not in ("draw", "join"):
            assert there in (self.before, self.after), n
        if self.words[0] == "draw":
            assert drawn_so_far(store), n
        again = run(self.folder, self.words)
        assert again == 0 or there == self.after, n  # done by then: refused as done
        assert looked(self.folder) == self.after, n


@pytest.mark.parametrize(("name", "kills"), [("result", 2), ("move", 2), ("paid", 1), ("draw", 2)])
def test_a_command_killed_anywhere_is_done_or_not_and_can_be_done_again(
    place: Path, name: str, kills: int
) -> None:
    deed = KilledDeed(place, name)
    for n in Random(16).sample(range(1, deed.calls + 1), kills):
        deed.kill(n)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEDS)
def test_a_kill_at_every_call_of_every_command(place: Path, name: str, figures) -> None:
    deed = KilledDeed(place, name)
    for n in range(1, deed.calls + 1):
        deed.kill(n)
    figures("kills", deed.calls)


def test_two_commands_at_once_lose_nothing(place: Path) -> None:
    folder = place / "galway"
    in_play(folder)
    lists = (
        [("result", "1", "1-0"), ("paid", "Ann", "1.00"), ("result", "101", "0-1")],
        [("paid", "Bea", "2.00"), ("result", "102", "="), ("check-in", "Eva", "Ann")],
    )

    def desk(words: Sequence[tuple[str, ...]]) -> Callable[[Say], None]:
        def work(say: Say) -> None:
            for one in words:
                say(str(run(folder, one)))

        return work

    desks = [Forked(desk(words)) for words in lists]
    for one in desks:
        one.go()
    assert [one.end() for one in desks] == [(0, ["0", "0", "0"])] * 2
    store = open_congress(folder)
    assert sum(p.amount for p in store.cash_list()) == 4000 + 100 + 200
    results = {b.board: b.match.result for one in store.members for b in one.boards}
    assert {b: r.text if r else None for b, r in results.items()} == {
        1: "1-0", 2: None, 101: "0-1", 102: "1/2-1/2",
    }  # fmt: skip
    assert [p.name for p in store.people if p.checked_in] == ["Ann", "Eva"]
