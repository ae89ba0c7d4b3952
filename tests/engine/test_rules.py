"""Conflicts: each rule speaks where it is broken, and only there."""

from __future__ import annotations

from decimal import Decimal

from engine.actions import EditEntrant, Instruct
from engine.event import Bye, Event, Instruction, Match, Round
from engine.proposal import departures, engines_own
from engine.protocol import Conflict, Severity
from engine.rules import conflicts
from tests.engine.desk import PLAIN, Desk
from tests.engine.test_history import played


def found(desk: Desk, *matches: Match, byes: tuple[Bye, ...] = ()) -> list[Conflict]:
    round = Round(len(desk.event.rounds) + 1, matches=matches, byes=byes)
    return conflicts(PLAIN, desk.event, round)


def named(conflicts: list[Conflict]) -> list[tuple[str, str, int | None]]:
    return [(c.rule, c.severity.value, c.board) for c in conflicts]


def four(*results: str) -> Desk:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    played(desk, [("1", "2", results[0]), ("3", "4", results[1])])
    return desk


def test_a_clean_round_has_no_conflicts() -> None:
    desk = four("1-0", "1-0")
    assert found(desk, Match(1, "3", "1"), Match(2, "2", "4")) == []


def test_a_repeat_names_the_round_of_the_first_meeting() -> None:
    desk = four("1-0", "1-0")
    (conflict,) = found(desk, Match(1, "2", "1"))[:1]
    assert (conflict.rule, conflict.severity) == ("repeat", Severity.MUST)
    assert conflict.text == "they met in round 1"


def test_those_who_met_only_by_forfeit_may_meet_again() -> None:
    desk = four("+/-", "1-0")
    assert "repeat" not in {c.rule for c in found(desk, Match(1, "2", "1"))}


def test_a_third_colour_names_whom_it_strikes() -> None:
    desk = four("1-0", "1-0")
    played(desk, [("1", "3", "1-0"), ("4", "2", "1-0")])
    third = [c for c in found(desk, Match(1, "1", "4")) if c.rule == "third-colour"]
    assert [c.text for c in third] == ["Ada has White for the third time running"]
    assert [c for c in found(desk, Match(1, "4", "1")) if c.rule == "third-colour"] == []


def test_a_second_float_either_way() -> None:
    desk = four("1-0", "1-0")
    played(desk, [("1", "4", "1-0"), ("3", "2", "1/2-1/2")])
    rules = named(found(desk, Match(1, "1", "2")))
    assert ("second-float", "should", 1) in rules
    texts = [c.text for c in found(desk, Match(1, "1", "2")) if c.rule == "second-float"]
    assert texts == ["Ada floats down again (round 2)", "Bob floats up again (round 2)"]


def test_a_second_bye_but_not_a_requested_one() -> None:
    desk = Desk("Ada", "Bob", "Cy")
    played(desk, [("1", "2", "1-0")], (Bye("3", Decimal(1)),))
    assert named(found(desk, byes=(Bye("3", Decimal(1)),))) == [("second-bye", "must", None)]
    assert found(desk, byes=(Bye("3", Decimal("0.5"), "requested"),)) == []


def test_same_club_unless_the_arbiter_allows_the_pair() -> None:
    desk = Desk("Ada", "Bob")
    desk.do(EditEntrant("1", {"club": "Salthill"}))
    desk.do(EditEntrant("2", {"club": "SALTHILL"}))
    assert named(found(desk, Match(1, "1", "2"))) == [("same-club", "should", 1)]
    desk.do(Instruct(Instruction("allow", "2", "1", 1)))
    assert found(desk, Match(1, "1", "2")) == []


def test_no_club_at_all_is_not_the_same_club() -> None:
    assert found(Desk("Ada", "Bob"), Match(1, "1", "2")) == []


def test_the_arbiters_own_bars_and_locks_are_judged() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.do(Instruct(Instruction("bar", "1", "2")))
    desk.do(Instruct(Instruction("lock", "1", "3", 1)))
    rules = {c.rule for c in found(desk, Match(1, "1", "2"), Match(2, "3", "4"))}
    assert rules == {"barred", "lock"}
    assert found(desk, Match(1, "1", "3"), Match(2, "2", "4")) == []


def test_a_published_round_is_judged_by_what_was_known_before_it() -> None:
    desk = four("1-0", "1-0")
    assert conflicts(PLAIN, desk.event, desk.event.rounds[0]) == []


def test_the_engines_own_draw_beside_mine_names_everybody_who_sits_elsewhere() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee", "Eve")
    desk.draw()
    from engine.actions import SwapPlaces

    desk.do(SwapPlaces("2", "5"))
    event: Event = desk.event
    names = {e.id: e.name for e in event.entrants}
    assert event.proposal is not None
    different = departures(event.proposal, engines_own(event, PLAIN, event.proposal))
    assert [(d.entrant, *d.words(names)) for d in different] == [
        ("1", "White against Eve", "White against Bob"),
        ("2", "bye", "Black against Ada"),
        ("5", "Black against Ada", "bye"),
    ]
