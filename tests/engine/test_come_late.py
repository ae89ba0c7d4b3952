"""Who came after a draw that stays good without him is named."""

from __future__ import annotations

from engine.actions import AddEntrant
from engine.entrants import Entrant
from engine.waiting import stale_notes
from formats.registry import format_named
from tests.playing import begun, propose


def test_three_are_named_and_the_others_counted() -> None:
    desk = begun(format_named("kjca"), [Entrant("", f"P{n}", 1500 - n) for n in range(8)])
    propose(desk)
    assert stale_notes(desk.event) == ()
    for name in ("Lara", "Liam", "Lisa"):
        desk.do(AddEntrant(Entrant("", name)))
    assert stale_notes(desk.event)[0].startswith("Lara · Liam · Lisa came after this draw")
    desk.do(AddEntrant(Entrant("", "Lou")))
    assert stale_notes(desk.event)[0].startswith("Lara · Liam · Lisa and 1 more came after")
