"""A day at a congress, and the disk as a power cut at any moment could have left it: the journals
of its events, `congress.toml`, `cash.toml`, `moving.toml` and the plan of prizes together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.actions import CreateEvent, EnterResult, ImportEntrants
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.congress.people import person_named
from engine.refusal import Refused
from engine.warnings import Level
from saves.congress.moves import move_person
from saves.congress.opening import create_congress, open_congress
from saves.congress.store import CongressStore
from saves.disk import left_over
from saves.prizes.file import EXAMPLE, keep_plan, plan_of
from saves.store import create_event
from saves.verify import verify
from tests.congress.hall import entrants
from tests.faults.crash_disk import CrashDisk, Cuts, RecordedDay
from tests.faults.small_disks import in_memory
from tests.faults.test_congress import told
from tests.faults.test_crash_states import Lazy, Unflushed
from tests.playing import enter, propose, publish

FEES = Fees("EUR", "", (FeeRule("All", 4000),))
EVENTS = {"open": ("Ann Bea Cid Dot", 1), "minor": ("Eva Fay Gus Hal", 101)}


class CongressDay(RecordedDay):
    """Two events made and joined; payments, moves before and after round 1, results, a plan of
    prizes that is changed, an event that leaves and comes back."""

    def __init__(self, place: Path, kind: type[CrashDisk] = CrashDisk) -> None:
        super().__init__(place, kind)
        self.folder = self.disk.top / "galway"
        self._begin()
        self._play()

    def _did(self, deed: Callable[[], object]) -> None:
        self.starts.append(len(self.disk.log))
        deed()
        self.states.append(described(self.store))
        self.acked.append(len(self.disk.log))

    def _begin(self) -> None:
        options: dict[str, Any] = {"disk": self.disk}

        def made() -> None:
            self.store = create_congress(self.folder, Congress("Galway", fees=FEES), **options)

        self._did(made)
        for name, (people, first) in EVENTS.items():
            begin = CreateEvent(name.title(), "dutch", {"rounds": 3, "first_board": first}, 7)
            event = create_event(self.folder / name, begin, **options)
            event.do(ImportEntrants(entrants(people), insist=True))
            self._join(name)

    def _join(self, name: str) -> None:
        plan = EventPlan(name)
        self._did(lambda: self.store.change(lambda c: c.joined_by(plan), "joining"))

    def _pay(self, entry: str, amount: int) -> None:
        folder, _, id = entry.partition(":")
        self._did(lambda: self.store.pay(folder, id, amount))

    def _move(self, name: str, source: str, target: str) -> None:
        def moved() -> None:
            person = person_named(self.store.people, name)
            move_person(self.store, person, source, target, None, Level.CONFIRM_TWICE)

        self._did(moved)

    def _play(self) -> None:
        self._pay("open:1", 4000)
        self._pay("minor:2", 1500)
        self._move("Ann", "open", "minor")
        self._pay("minor:5", -500)
        self._did(lambda: keep_plan(self.folder, EXAMPLE, None, self.disk))
        for store in self.store.stores.values():
            self._did(partial(propose, store))
            self._did(partial(publish, store))
        self._did(lambda: self.store.do("minor", EnterResult(102, "1-0", None)))
        self._did(partial(enter, self.store.stores["minor"]))
        self._move("Fay", "minor", "open")
        self._did(lambda: keep_plan(self.folder, replace(EXAMPLE, currency="EUR"), EXAMPLE,
                                    self.disk))  # fmt: skip
        self._did(lambda: self.store.change(lambda c: c.left_by("open"), "leaving"))
        self._join("open")
        self._pay("minor:1", 4000)


def described(store: CongressStore) -> str:
    """The congress by its content alone."""
    return f"{told(store)} {plan_of(store.folder)}"


def found_after(top: Path) -> str | None:
    """What the next desk opens, which finishes or drops a move; it must be sound and clean."""
    folder = top / "galway"
    try:
        store = open_congress(folder)
    except Refused:
        return None
    assert store.unopened == {}
    assert left_over(store.disk, folder) == []
    assert not (folder / "moving.toml").exists()
    for one in store.stores:
        assert verify(folder / one).status == 0
    return described(open_congress(folder))


@pytest.fixture(scope="module")
def day() -> Iterator[CongressDay]:
    """One day for all that is tried on it."""
    with in_memory() as name:
        yield CongressDay(name)


@pytest.mark.parametrize(
    ("states", "seed"),
    [(40, 40), *(pytest.param(2000, n, marks=pytest.mark.faults) for n in range(5))],
)
def test_no_cut_loses_what_was_said_of_a_congress_or_leaves_half_of_it(
    day: CongressDay, place: Path, states: int, seed: int, figures
) -> None:
    chance = Random(seed)
    cuts = Cuts(day, place, chance, found_after)
    for n in range(states):
        cut = chance.randrange(1, len(day.disk.log) + 1)
        assert not cuts.lost(cut), (n, cut)
    figures("states, different ones so far", f"{states} {len(day.opened)}")


@pytest.mark.faults
def test_a_cut_after_every_single_change_of_a_congress(
    day: CongressDay, place: Path, figures
) -> None:
    cuts = Cuts(day, place, Random(5), found_after)
    changes = range(1, len(day.disk.log) + 1)
    for cut in changes:
        for _ in range(2):
            assert not cuts.lost(cut), cut
    figures("changes, cuts", f"{len(changes)} {2 * len(changes)}")


@pytest.mark.control
@pytest.mark.faults
@pytest.mark.parametrize("kind", [Unflushed, Lazy])
def test_control_without_flushing_a_cut_of_a_congress_is_found(
    place: Path, kind: type[CrashDisk], figures
) -> None:
    bad = Cuts(CongressDay(place, kind), place, Random(3), found_after).bad_of(40)
    figures("lost of 40", bad)
    assert bad >= 5
