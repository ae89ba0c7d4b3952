"""A published board of a late entry is counted with none of the groups of the draw."""

from __future__ import annotations

from engine.actions import AddEntrant, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Match
from tests.tui.driver import Driver, MemoryDesk
from tui.places.pairings import PAIRINGS


def test_the_board_of_a_late_entry_stands_under_a_heading_of_its_own() -> None:
    desk = MemoryDesk.playing(11, format="kjca")
    first = desk.event.round(1)
    (bye,) = first.byes
    desk.do(AddEntrant(Entrant("", "Late, Lena", rating=900)))
    late = desk.event.entrants[-1].id
    extra = Match(6, late, bye.entrant)
    desk.do(Propose(1, (extra,), drawn_from=""))
    desk.do(PublishRound(1))
    lines = Driver(PAIRINGS, desk, (80, 24)).lines
    heads = [at for at, text in enumerate(lines) if text.startswith(" ── ")]
    assert "5 boards" in lines[heads[0]]
    assert "outside the groups · 1 board" in lines[heads[1]]
    assert "Late, Lena" in lines[heads[1] + 1]
    assert heads[1] - heads[0] == 6, "its five boards and no other"
