"""How often facts about an event are worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from engine.entrants import Entrant
from engine.event import DrawChoice, Event, EventSettings, derived_each, derived_from

EVENT = Event(
    "Carried", "none", cast(EventSettings, SimpleNamespace()), entrants=(Entrant("1", "Ann"),)
)


def counting() -> tuple[list[Event], Callable[[Event], list[str]]]:
    asked: list[Event] = []

    @derived_from(lambda event: (*event.entrants,))
    def names(event: Event) -> list[str]:
        asked.append(event)
        return [entrant.name for entrant in event.entrants]

    return asked, names


def test_a_change_elsewhere_leaves_the_value_as_it_was_worked_out() -> None:
    asked, names = counting()
    chosen = replace(EVENT, choices=(DrawChoice(1, "DKO", "1", "forfeit"),))
    assert names(EVENT) is names(chosen)
    assert asked == [EVENT]


def test_a_change_of_a_part_has_it_worked_out_anew() -> None:
    _, names = counting()
    more = replace(EVENT, entrants=(*EVENT.entrants, Entrant("2", "Bob")))
    other = replace(EVENT, entrants=(Entrant("1", "Cid"),))
    found = [names(event) for event in (EVENT, more, other, EVENT)]
    assert found == [["Ann"], ["Ann", "Bob"], ["Cid"], ["Ann"]]


def test_a_fact_about_something_in_an_event_is_worked_out_once_for_each() -> None:
    asked: list[str] = []

    @derived_each
    def initial(event: Event, id: str) -> str:
        asked.append(id)
        return event.entrant(id).name[0]

    two = replace(EVENT, entrants=(*EVENT.entrants, Entrant("2", "Bob")))
    assert [initial(two, id) for id in "1212"] == ["A", "B", "A", "B"]
    assert asked == ["1", "2"]
    initial(replace(two, revision=1), "1")
    assert asked == ["1", "2", "1"], "another event is asked anew"
