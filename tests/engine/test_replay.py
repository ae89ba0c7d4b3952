"""What stands in the journal was done: later rules neither refuse it nor make other facts of it."""

from __future__ import annotations

from engine.actions import AddEntrant, EnterResult, PublishRound, SetBye, SwapPlaces
from engine.entrants import Entrant
from engine.event import Event
from engine.log import fold
from engine.points import HALF, Points
from engine.protocol import ByHand
from engine.refusal import Refused
from tests.engine.desk import Desk, Plain


class Stricter(Plain):
    """The same format in a later version that would refuse most of what was done."""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        return "no byes any more"

    def entry_refused(self, event: Event) -> str:
        return "no late entries any more"

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        return "nothing by hand any more"

    def refuse_publication(self, event: Event) -> None:
        raise Refused("nothing is published any more", "", "")

    def expected(self, event: Event, number: int) -> list[Entrant]:
        return [Entrant("99", "Nobody")]


def test_a_rule_that_has_become_stricter_leaves_the_journal_as_it_is() -> None:
    desk = Desk("Ada", "Bea", "Cyd", "Dee")
    desk.do(SetBye("4", 2, HALF))
    desk.draw()
    desk.do(SwapPlaces("1", "3"))
    desk.do(PublishRound(1, insist=True))
    desk.do(EnterResult(1, "1-0"))
    desk.do(AddEntrant(Entrant("", "Eve")))
    strict = Stricter()
    assert fold(desk.entries, lambda name: strict) == desk.event
