"""A person moved from one event to another: all that is known of him goes along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import AddEntrant
from engine.congress.congress import EntryKey, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.congress.moving import not_kept, planned_move
from engine.congress.notes import not_kept_words, note_words
from engine.congress.people import person_named
from engine.entrants import Entrant, RequestedBye
from engine.points import HALF
from engine.refusal import Refused
from engine.warnings import Level, NotAgreed
from saves.congress import moves
from saves.congress.moves import move_person, refuse_move
from saves.congress.opening import open_congress
from saves.congress.store import CongressStore
from saves.store import Store
from tests.congress.hall import congress, entrants, event
from tests.playing import enter, publish

ORLA = Entrant(
    "", "Newbliss, Orla", 1700, club="Cork", fixed_board=7, note="by car", contact="a@b.ie"
)


@pytest.fixture
def hall(tmp_path: Path) -> CongressStore:
    """Orla in the Open with four others, four in the Minor; she has paid 40.00."""
    folder = tmp_path / "galway"
    folder.mkdir()
    event(folder / "open", (*entrants("Ann Bea Cid Dot"), ORLA))
    event(folder / "minor", entrants("Eva Fay Gus Hal"), first_board=101)
    store = congress(
        folder, EventPlan("open"), EventPlan("minor"), fees=Fees("EUR", "", (FeeRule("All", 4000),))
    )
    store.pay("open", "5", 4000)
    return store


def move(store: CongressStore, to: str = "minor", agreed: Level = Level.ACKNOWLEDGE) -> None:
    person = person_named(store.people, "Newbliss, Orla")
    missed = HALF if agreed > Level.ACKNOWLEDGE else None
    move_person(store, person, person.active[0].key.folder, to, missed, agreed)


def names(store: CongressStore, folder: str) -> list[str]:
    return [e.name for e in store.stores[folder].event.entrants if not e.withdrawn]


def test_before_anything_is_drawn_no_trace_is_left_and_everything_goes_along(
    hall: CongressStore,
) -> None:
    move(hall)
    assert "Newbliss, Orla" not in names(hall, "open")
    (there,) = [e for e in hall.stores["minor"].event.entrants if e.name == "Newbliss, Orla"]
    assert there == replace(ORLA, id="5")
    (account,) = [a for a in hall.accounts("2026-01-01") if a.person.name == "Newbliss, Orla"]
    assert (account.due, account.paid, account.owed) == (4000, 4000, 0)
    assert [str(EntryKey(p.folder, p.id)) for p in open_congress(hall.folder).cash_list()] == [
        "minor:5"
    ]


def test_what_cannot_be_is_refused_before_anything_is_asked(hall: CongressStore) -> None:
    orla = person_named(hall.people, "Newbliss, Orla")
    refuse_move(hall, orla, "open", "minor")
    for store in hall.stores.values():
        publish(store)
        enter(store)
    refuse_move(hall, orla, "open", "minor")
    for _ in range(2):
        publish(hall.stores["minor"])
        enter(hall.stores["minor"])
    with pytest.raises(Refused, match="no more entries: all 3 rounds are drawn"):
        refuse_move(hall, orla, "open", "minor")
    assert "Newbliss, Orla" in names(hall, "open")


def test_once_played_it_is_asked_and_said_what_stays_and_what_was_missed(
    hall: CongressStore,
) -> None:
    for store in hall.stores.values():
        publish(store)
        enter(store)
    with pytest.raises(NotAgreed, match="withdrawn from Open with 1 point from 1 round") as refused:
        move(hall)
    assert {w.code for w in refused.value.warnings} == {"moved-after-start", "moved-in-late"}
    assert "Newbliss, Orla" not in names(hall, "minor")
    assert not (hall.folder / "moving.toml").exists()
    move(hall, agreed=Level.CONFIRM)
    assert "Newbliss, Orla" not in names(hall, "open")
    event = hall.stores["minor"].event
    (bye,) = [b for b in event.rounds[0].byes if b.entrant == "5"]
    assert (bye.points, bye.kind) == (HALF, "missed")
    (person,) = [p for p in hall.people if p.name == "Newbliss, Orla"]
    assert [str(e.key) for e in person.entries] == ["open:5", "minor:5"]
    (account,) = [a for a in hall.accounts("2026-01-01") if a.person is person]
    assert (account.due, account.owed) == (4000, 0)


def test_what_cannot_be_is_refused_before_it_is_asked_about(hall: CongressStore) -> None:
    store = hall.stores["minor"]
    for _ in range(store.event.settings.rounds):
        publish(store)
        enter(store)
    with pytest.raises(Refused, match="no more entries") as refused:
        move(hall)
    assert not isinstance(refused.value, NotAgreed)
    assert "Newbliss, Orla" in names(hall, "open")


def test_back_again_is_the_same_entry(hall: CongressStore) -> None:
    for store in hall.stores.values():
        publish(store)
        enter(store)
    move(hall, agreed=Level.CONFIRM)
    move(hall, "open", Level.CONFIRM)
    assert "Newbliss, Orla" in names(hall, "open")
    assert "Newbliss, Orla" not in names(hall, "minor")
    assert len([p for p in hall.people if p.name == "Newbliss, Orla"]) == 1
    assert hall.congress.moved[0].target == EntryKey("open", "5")


@pytest.fixture
def earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals of earlier versions, in which the number of an undone entry was given again."""
    monkeypatch.setattr(Store, "_numbered", lambda store, action: action)


@pytest.mark.usefixtures("earlier")
def test_who_has_the_number_of_a_move_that_was_undone_is_somebody_else(hall: CongressStore) -> None:
    for store in hall.stores.values():
        publish(store)
        enter(store)
    move(hall, agreed=Level.CONFIRM)
    for store in hall.stores.values():
        store.undo()
    assert "Newbliss, Orla" in names(hall, "open")
    hall.do("minor", AddEntrant(Entrant("", "Ivy", 1400), insist=True))
    assert hall.stores["minor"].event.entrants[-1].id == "5"
    who = {p.name: [str(e.key) for e in p.entries] for p in open_congress(hall.folder).people}
    assert (who["Newbliss, Orla"], who["Ivy"]) == (["open:5"], ["minor:5"])
    due = {a.person.name: a.due for a in hall.accounts("2026-01-01")}
    assert (due["Newbliss, Orla"], due["Ivy"]) == (4000, 4000)


def test_who_is_in_both_after_half_a_move_was_undone_owes_for_both(hall: CongressStore) -> None:
    for store in hall.stores.values():
        publish(store)
        enter(store)
    move(hall, agreed=Level.CONFIRM)
    hall.stores["open"].undo()
    (account,) = [a for a in hall.accounts("2026-01-01") if a.person.name == "Newbliss, Orla"]
    assert [str(e.key) for e in account.person.active] == ["open:5", "minor:5"]
    assert (account.due, account.paid) == (8000, 4000)


@pytest.mark.usefixtures("earlier")
@pytest.mark.parametrize("played", [False, True])
def test_what_was_paid_is_the_first_events_again_once_the_move_is_undone(
    hall: CongressStore, played: bool
) -> None:
    for store in hall.stores.values() if played else ():
        publish(store)
        enter(store)
    move(hall, agreed=Level.CONFIRM if played else Level.ACKNOWLEDGE)
    for store in hall.stores.values():
        store.undo()
    hall.do("minor", AddEntrant(Entrant("", "Ivy", 1400), insist=True))
    hall.pay("minor", "5", 1000)
    for now in (hall, open_congress(hall.folder)):
        money = {a.person.name: (a.due, a.paid) for a in now.accounts("2026-01-01")}
        assert (money["Newbliss, Orla"], money["Ivy"]) == ((4000, 4000), (4000, 1000))
        assert not [note for note in now.notes if note.reason.code == "paid-for-nobody"]
    move_person(
        hall,
        person_named(hall.people, "Ivy"),
        "minor",
        "open",
        HALF if played else None,
        Level.CONFIRM,
    )
    assert [str(one.target) for one in hall.congress.moved] == ["open:6"]
    assert [f"{p.folder}:{p.id} {p.name}" for p in open_congress(hall.folder).cash_list()] == [
        "open:5 Newbliss, Orla", "open:6 Ivy",
    ]  # fmt: skip


def test_who_is_in_both_is_not_moved(hall: CongressStore) -> None:
    with pytest.raises(Refused, match="is not in Minor"):
        move_person(hall, person_named(hall.people, "open:5"), "minor", "open")


class _Stopped(Exception):
    """Where a program is killed."""


@pytest.mark.parametrize("step", ["entering", "leaving", "_follow", "_end"])
def test_a_move_that_was_stopped_is_finished_by_the_next_desk(
    hall: CongressStore, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(moves, step)
    calls: list[int] = []

    def stopped(*args: object) -> object:
        calls.append(1)
        if step == "_end" or len(calls) == 2 or step == "_follow":  # tried first, then done
            raise _Stopped
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(moves, step, stopped)
        with pytest.raises(_Stopped):
            move(hall)
    reader = open_congress(hall.folder, read_only=True)
    assert any("a move between two events was not finished" in note_words(n) for n in reader.notes)
    again = open_congress(hall.folder)
    there = "open" if step == "entering" else "minor"
    said = "stopped before anything was done" if step == "entering" else "is finished now"
    assert any(said in note_words(note) for note in again.notes)
    assert [f for f in again.stores if "Newbliss, Orla" in names(again, f)] == [there]
    assert [p.folder for p in again.cash_list()] == [there]
    assert not (hall.folder / "moving.toml").exists()
    assert not open_congress(hall.folder).said


def test_seed_and_section_go_along_where_the_other_event_has_them_and_else_it_is_said(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "galway"
    folder.mkdir()
    orla = replace(ORLA, seed=3, section="B", byes=(RequestedBye(3, HALF),))
    event(folder / "open", (*entrants("Ann Bea Cid Dot"), orla))
    event(folder / "cup", entrants("Eva Fay Gus Hal"), "knockout")
    event(folder / "league", entrants("Ida Jon Kim Lea Mia Nan Oli Pat"), "galway", sections=2,
          first_board=201)  # fmt: skip
    hall = congress(folder, *map(EventPlan, ("open", "cup", "league")))
    person, seen = person_named(hall.people, orla.name), {}
    for target in ("cup", "league"):
        move = planned_move(person, hall.member("open"), hall.member(target), None)
        lost = not_kept(orla, move)
        seen[target] = move.entrant.seed, move.entrant.section, not_kept_words(lost) if lost else ""
    assert seen == {
        "cup": (3, "", "section B and the bye of round 3"), "league": (None, "B", "seed 3"),
    }  # fmt: skip


def test_a_bye_of_a_round_that_is_out_there_stays_behind(tmp_path: Path) -> None:
    orla = replace(ORLA, byes=(RequestedBye(1, HALF), RequestedBye(2, HALF)))
    event(tmp_path / "open", (*entrants("Ann Bea Cid Dot"), orla))
    publish(event(tmp_path / "minor", entrants("Eva Fay Gus Hal"), first_board=101))
    hall = congress(tmp_path, EventPlan("open"), EventPlan("minor"))
    person = person_named(hall.people, orla.name)
    move = planned_move(person, hall.member("open"), hall.member("minor"), None)
    assert [bye.round for bye in move.entrant.byes] == [2]
