"""Runs of results put on their boards together: the same event as one after the other."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    Action,
    CreateEvent,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
)
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event
from engine.facts import NOTHING
from engine.log import LoggedAction, Replay, begun, step
from engine.next_draw import next_draw
from engine.refusal import Refused
from formats.registry import format_named

SLIPS = {
    "dutch": ("1-0", "0-1", "1/2-1/2", "=", "+/-", "0-0", "?", "-", "", "2-0"),
    "diagonal": ("1", "0", "15", "1/34,5/60", "1/34", "?", "-", "+/-", "x"),
    "knockout": ("1-0", "0-1", "+/-", "?", "-", "1/2-1/2", "1-1 away blitz", "9"),
}


@cache
def in_play(name: str) -> Event:
    """An event of twelve; in a Swiss the second round is in play and the first one full."""
    format = format_named(name)
    event = begun(CreateEvent("Open", name, {}, 5), format).event
    people = ImportEntrants(tuple(Entrant("", f"Player {n}", rating=2000 - n) for n in range(12)))
    event = _published(applied(people, event, format))
    if name == "dutch":
        for match in event.rounds[0].matches:
            event = applied(EnterResult(match.board, "1-0"), event, format)
        event = _published(event)
    return event


def _published(event: Event) -> Event:
    format = format_named(event.format)
    drawn = next_draw(event, format)
    made = Propose.of(drawn)
    event = applied(made, event, format)
    return applied(PublishRound(drawn.round, insist=True), event, format)


@st.composite
def results(draw: st.DrawFn, name: str) -> list[Action]:
    """Results on boards that are there and some that are not, with whatever was seen before."""
    boards, slips = st.integers(0, 7), st.sampled_from(SLIPS[name])
    rounds = st.sampled_from((None, None, 1, 2, 3))
    one = st.builds(EnterResult, boards, slips, st.none() | slips, rounds, st.booleans())
    pairs = st.lists(st.tuples(boards, slips), max_size=5).map(tuple)
    made: list[Action] = draw(st.lists(one | st.builds(EnterResults, pairs, rounds), max_size=25))
    return made


@pytest.mark.parametrize("name", SLIPS)
@given(data=st.data())
@settings(max_examples=50)
def test_a_run_of_results_makes_the_event_that_each_after_the_other_makes(
    name: str, data: st.DataObject
) -> None:
    event = in_play(name)
    course = Replay(event, format_named)
    looked_at = data.draw(st.sets(st.integers(0, 24), max_size=3))
    for at, action in enumerate(data.draw(results(name))):
        entry = LoggedAction(event.revision + 1, action, facts=NOTHING)
        plainly = together = ""
        try:
            event = step(event, entry, format_named)
        except Refused as refusal:
            plainly = str(refusal)
        try:
            course.follow(entry)
        except Refused as refusal:
            together = str(refusal)
        assert together == plainly
        if at in looked_at:
            assert course.event == event
    assert course.event == event


@pytest.mark.parametrize("name", SLIPS)
def test_where_a_result_settles_something_it_is_done_by_itself(name: str) -> None:
    """Lines of the first edition do not say what followed: a format that settles is asked."""
    event = in_play(name)
    course = Replay(event, format_named)
    assert course.takes_results(settled=True)
    assert course.takes_results(settled=False) == (name == "dutch")
    for n, match in enumerate(event.rounds[-1].matches, event.revision + 1):
        entry = LoggedAction(n, EnterResult(match.board, "15" if name == "diagonal" else "1-0"))
        event = step(event, entry, format_named)
        course.follow(entry)
    assert course.event == event
