"""A person stands once: by the number of a rating list, else by name and year of birth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.actions import ChangeSettings, CreateEvent, ImportEntrants
from engine.actions.base import applied
from engine.congress.congress import Congress, EntryKey, EventPlan
from engine.congress.members import MemberEvent
from engine.congress.notes import congress_notes, note_words
from engine.congress.people import Person, people
from engine.entrants import Away, Entrant
from formats.registry import format_named
from tests.playing import begun, publish

DUTCH = format_named("dutch")


def member(
    folder: str, *entries: Entrant, first: int = 1, schedule: str = "", session: str = ""
) -> MemberEvent:
    settings = {"rounds": 3, "first_board": first}
    event = CreateEvent(folder.title(), "dutch", settings, 7).begin(DUTCH)
    event = applied(ImportEntrants(entries, insist=True), event, DUTCH)
    event = replace(event, details=(("schedule", schedule),) if schedule else ())
    return MemberEvent(EventPlan(folder, session=session), event, DUTCH)


def everybody(*members: MemberEvent, same: tuple[tuple[EntryKey, ...], ...] = ()) -> list[Person]:
    return list(people(Congress("A", same=same), members))


def notes(*members: MemberEvent) -> list[str]:
    return [note_words(note) for note in congress_notes(members, everybody(*members))]


def orla(**fields: Any) -> Entrant:
    return Entrant("", "Newbliss, Orla", 1500, **fields)


def test_one_number_is_one_person_whatever_the_name() -> None:
    a = member("open", orla(fide_id="2500035"))
    b = member("minor", Entrant("", "Newbliss O.", fide_id="2500035"), first=101)
    (one,) = everybody(a, b)
    assert [str(entry.key) for entry in one.entries] == ["open:1", "minor:1"]
    assert notes(a, b) == ["Newbliss, Orla is in Open and Minor, played in the same hours"]


def test_name_and_year_of_birth_are_one_person_unless_numbers_differ() -> None:
    young, old = orla(birth="2011"), orla(birth="2011-03-04")
    assert len(everybody(member("a", young), member("b", old, first=101))) == 1
    apart = replace(young, fide_id="1"), replace(old, fide_id="2")
    assert len(everybody(member("a", apart[0]), member("b", apart[1], first=101))) == 2


def test_namesakes_stay_two_and_are_said() -> None:
    a, b = member("a", orla()), member("b", orla(birth="2011"), first=101)
    assert len(everybody(a, b)) == 2
    assert notes(a, b) == [
        "2 people are called Newbliss, Orla (A:1, B:1), and no year of birth or number tells "
        "them apart"
    ]
    same = ((EntryKey("a", "1"), EntryKey("b", "1")),)
    assert len(everybody(a, b, same=same)) == 1
    other = member("b", orla(birth="1950"), first=101)
    assert notes(member("a", orla(birth="2011")), other) == []


def test_two_of_one_name_and_year_in_an_event_are_taken_for_nobody_elsewhere() -> None:
    two = member("a", orla(birth="2011"), orla(birth="2011", club="Cork"))
    assert len(everybody(two, member("b", orla(birth="2011"), first=101))) == 3


def test_only_rounds_at_the_same_time_are_a_conflict() -> None:
    friday, saturday = "2026-11-20 18:00, 20:00, 22:00", "2026-11-21 10:00, 14:00, 18:00"
    player = orla(fide_id="7")
    a, b = member("a", player, schedule=friday), member("b", player, first=101, schedule=saturday)
    assert notes(a, b) == []
    b = member("b", player, first=101, schedule=friday)
    assert notes(a, b) == ["Newbliss, Orla is in A and B, played in the same hours"]
    assert notes(member("a", player, session="day"), member("b", player, first=101)) == []


def test_who_has_withdrawn_from_one_event_is_in_the_other_alone() -> None:
    a = member("a", orla(fide_id="7"))
    gone = replace(a.event.entrants[0], away=(Away(1),))
    a = replace(a, event=replace(a.event, entrants=(gone,)))
    b = member("b", orla(fide_id="7"), first=101)
    (one,) = everybody(a, b)
    assert [str(entry.key) for entry in one.active] == ["b:1"]
    assert notes(a, b) == []


def test_boards_beyond_the_last_and_fixed_boards_elsewhere_are_said() -> None:
    wheel = replace(orla(), fixed_board=101)
    field = [wheel, *(Entrant("", f"P{n}", 1400) for n in range(5))]
    a = member("a", *field)
    a = replace(a, plan=EventPlan("a", last_board=2))
    b = member("b", Entrant("", "Ann"), Entrant("", "Bea"), first=101)
    assert notes(a, b) == [
        "A needs boards up to 3: its last is 2",
        "Newbliss, Orla (A) has the fixed board 101, which is in B",
    ]
    odd = replace(member("a", *field[1:]), plan=EventPlan("a", last_board=2))
    assert notes(odd, b) == [], "of five one has the bye"


def test_a_first_board_beyond_the_last_is_said_while_a_round_is_in_play() -> None:
    played = begun(DUTCH, [Entrant("", name) for name in "ABCDEFGHIJKL"])
    publish(played)
    played.do(ChangeSettings({"first_board": 203}))
    plan = EventPlan("a", "A", last_board=100)
    assert notes(MemberEvent(plan, played.event, DUTCH)) == [
        "A needs boards up to 208: its last is 100"
    ]
