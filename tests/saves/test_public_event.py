"""What is the arbiter's own is not in an event that pages for everybody are made of."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import Entrant
from formats.registry import format_named
from saves.site.pages import public
from tests.playing import begun

SHOWN = Entrant("1", "Ash, Ann", 1800, club="Cork", federation="IRL", title="WFM")
WHOLE = replace(
    SHOWN, contact="ann@example.org", note="pays later", fide_id="2500035", birth="1990-05-01",
    sex="f", present=True,
)  # fmt: skip


def test_of_a_person_only_what_is_for_everybody() -> None:
    desk = begun(format_named("dutch"), [WHOLE, Entrant("", "Bell, Bea")])
    assert public(desk.event).entrant("1") == replace(
        desk.event.entrant("1"), contact="", note="", fide_id="", birth="", sex="", present=False
    )
    assert public(desk.event).entrant("1").rating == 1800


def test_nor_of_the_players_of_a_team() -> None:
    desk = begun(format_named("dutch"), [WHOLE, Entrant("", "Bell, Bea")])
    team = replace(desk.event.entrant("2"), captain="Ann", players=(WHOLE,))
    (_, shown) = public(replace(desk.event, entrants=(WHOLE, team))).entrants
    assert (shown.captain, shown.players) == ("", (SHOWN,))
