"""Late entries: a seat of somebody who did not come, and the round as it was before."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import AddEntrant, SetBye
from engine.byes import as_drawn, may_sit, seated
from engine.entrants import Away, Entrant
from engine.event import Bye
from engine.points import HALF, NIL
from formats.registry import format_named
from tests.engine.build import build
from tests.playing import begun, publish


def test_a_seat_that_is_taken_leaves_the_round_as_drawn_to_be_seen() -> None:
    event = build("Ann Bea Cid Dan Eve", "A-B, C-D, E half")
    late = Entrant("6", "Fay", joined=1, late=True)
    event = replace(event, entrants=(*event.entrants, late))
    assert [e.id for e in may_sit(event, 1)] == ["6"]
    gone = replace(late, id="7", name="Gus", away=(Away(2),))
    assert [e.id for e in may_sit(replace(event, entrants=(*event.entrants, gone)), 1)] == ["6"]
    taken = seated(event, 1, 2, ("3", "6")).round(1)
    assert [m.pair for m in taken.matches] == [("1", "2"), ("3", "6")]
    assert Bye("4", NIL, "absent", taken_by="6") in taken.byes
    before = as_drawn(taken)
    assert [m.pair for m in before.matches] == [("1", "2"), ("3", "4")]
    assert before.byes == event.round(1).byes


def test_a_bye_that_is_given_already_is_not_given_again() -> None:
    """Nothing is recorded, so that no undo takes back what nobody sees."""
    memory = begun(format_named("kjca"), [Entrant("", name) for name in "ABCD"], rounds=3)
    publish(memory)
    memory.do(AddEntrant(Entrant("", "Late")))
    for number in (1, 3):
        for points in (HALF, None):
            bye = SetBye("5", number, points, insist=True)
            memory.do(bye)
            before = memory.event
            assert memory.do(bye) is before
