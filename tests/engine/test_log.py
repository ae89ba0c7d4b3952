"""Undo as an action: the event is the fold of everything that is not undone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    AddEntrant,
    Adjust,
    CheckIn,
    EditEntrant,
    EnterResult,
    Redo,
    Undo,
    Withdraw,
)
from engine.entrants import Entrant
from engine.event import Event
from engine.facts import NOTHING, Facts
from engine.log import LoggedAction
from engine.points import ONE
from engine.refusal import Refused
from tests.engine.desk import Desk


def same(a: Event, b: Event) -> bool:
    return replace(a, revision=0) == replace(b, revision=0)


def test_an_undone_result_is_gone_and_redone_it_is_back() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.do(EnterResult(1, "1-0"))
    first, n = desk.event, desk.event.revision
    desk.do(EnterResult(2, "0-1"))
    both = desk.event
    desk.do(Undo(n))
    results = [m.result and m.result.text for m in desk.event.rounds[0].matches]
    assert results == [None, "0-1"]
    desk.do(Redo(n))
    assert same(desk.event, both)
    assert not same(desk.event, first)


def test_what_a_later_action_rests_on_cannot_be_undone_and_that_one_is_named() -> None:
    desk = Desk("Ada", "Bob")
    desk.publish()
    desk.do(EnterResult(1, "1-0"))
    entered = desk.event.revision
    desk.do(EnterResult(1, "0-1", was="1-0", replace=True))
    corrected = desk.event.revision
    before = desk.event
    with pytest.raises(
        Refused, match=f"action {corrected} came after it and rests on it .round 1, board 1: 0-1"
    ):
        desk.do(Undo(entered))
    assert desk.event == before
    desk.do(Undo(corrected))
    desk.do(Undo(entered))
    assert desk.event.rounds[0].matches[0].open


def test_of_several_actions_in_the_way_of_an_undo_the_last_one_is_named() -> None:
    """It is the one to be undone first: the others are refused as long as it stands."""
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    published = desk.event.revision
    desk.results("1-0", "1-0")
    desk.do(EditEntrant("1", {"club": "Salthill"}))
    desk.publish()
    last = desk.event.revision
    with pytest.raises(Refused) as caught:
        desk.do(Undo(published))
    assert f"4 actions came after it and rest on it, the last is {last}" in str(caught.value)
    assert f"undo {last} first" in str(caught.value)
    for n in (last, last - 1, published + 2, published + 1, published):
        desk.do(Undo(n))
    assert not desk.event.published
    assert desk.event.entrant("1").club == "Salthill", "which rests on nothing"


def test_an_undo_among_the_later_actions_is_not_in_the_way_of_another() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    published = desk.event.revision
    desk.do(EnterResult(1, "1-0"))
    for _ in range(2):
        desk.do(EnterResult(2, "1-0"))
        desk.do(Undo(desk.event.revision))
    desk.do(EnterResult(2, "0-1"))
    last = desk.event.revision
    with pytest.raises(Refused, match=f"2 actions came after it .*, the last is {last} "):
        desk.do(Undo(published))


def test_the_action_in_the_way_of_an_undo_is_named_with_the_round_that_it_was_of() -> None:
    """Without that publication a result of the round in play would be one of the round before."""
    desk = Desk("Ada", "Bob")
    for number in (1, 2):
        desk.publish()
        published = desk.event.revision
        desk.do(EnterResult(1, "1-0"))
        named = rf"rests on it \(round {number}, board 1: 1-0\)"
        with pytest.raises(Refused, match=named):
            desk.do(Undo(published))


@pytest.mark.parametrize("facts", [NOTHING, None])
def test_what_a_rule_of_now_would_refuse_anyway_does_not_stand_in_the_way_of_an_undo(
    facts: Facts | None,
) -> None:
    """A version without that rule did it: points without a reason, say."""
    desk = Desk("Ada", "Bob")
    seen = len(desk.entries) + 1
    desk.do(CheckIn(("1",)))
    old = LoggedAction(seen + 1, Adjust("2", ONE, "", 0), facts=facts)
    with pytest.raises(Refused, match="needs a reason"):
        desk.do(old.action)
    desk.entries.append(old)
    desk.do(Undo(seen))
    assert [e.present for e in desk.event.entrants] == [False, False]
    assert [(a.entrant, a.points) for a in desk.event.adjustments] == [("2", ONE)]


def test_a_refused_undo_or_redo_says_what_the_action_is() -> None:
    """An arbiter who reads `action 7` has the history somewhere else."""
    desk = Desk("Ada", "Bob")
    desk.publish()
    desk.do(EnterResult(1, "1-0"))
    entered = desk.event.revision
    named = rf"^action {entered} \(round 1, board 1: 1-0\) "
    with pytest.raises(Refused, match=named + "is not undone"):
        desk.do(Redo(entered))
    desk.do(EnterResult(1, "0-1", was="1-0", replace=True))
    corrected = desk.event.revision
    with pytest.raises(Refused, match=named + "cannot be undone now"):
        desk.do(Undo(entered))
    desk.do(Undo(corrected))
    desk.do(Undo(entered))
    with pytest.raises(Refused, match=named + "is undone already"):
        desk.do(Undo(entered))


def test_a_result_that_the_next_draw_was_made_from_cannot_be_undone() -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    desk.publish()
    desk.results("1-0", "1-0")
    entered = desk.event.revision
    desk.publish()
    with pytest.raises(Refused, match="cannot be undone now"):
        desk.do(Undo(entered))


def test_the_making_of_the_event_and_undos_themselves_cannot_be_undone() -> None:
    desk = Desk("Ada")
    with pytest.raises(Refused, match="delete its folder"):
        desk.do(Undo(1))
    desk.do(Undo(2))
    with pytest.raises(Refused, match="is an undo"):
        desk.do(Undo(3))
    with pytest.raises(Refused, match="undone already"):
        desk.do(Undo(2))
    with pytest.raises(Refused, match="there is no action 99"):
        desk.do(Undo(99))


@st.composite
def plays(draw: st.DrawFn) -> list[tuple[str, int, str]]:
    steps = st.tuples(
        st.sampled_from(["result", "clear", "add", "edit", "withdraw", "undo", "redo", "round"]),
        st.integers(1, 12),
        st.sampled_from(["1-0", "0-1", "1/2-1/2", "+/-", "?"]),
    )
    return draw(st.lists(steps, max_size=25))


@given(plays())
def test_the_fold_of_the_log_is_the_event_whatever_was_done_and_undone(
    steps: list[tuple[str, int, str]],
) -> None:
    desk = Desk("Ada", "Bob", "Cy", "Dee")
    for what, n, text in steps:
        before = desk.event
        try:
            _play(desk, what, n, text)
        except Refused:
            assert desk.event == before
        assert same(desk.refolded(), desk.event)


def _play(desk: Desk, what: str, n: int, text: str) -> None:
    current = desk.event.current
    if what in ("result", "clear"):
        match = next((m for m in current.matches if m.board == n), None) if current else None
        was = match.result.text if match and match.result else None
        desk.do(EnterResult(n, text if what == "result" else "-", was, replace=True))
    elif what == "add":
        desk.do(AddEntrant(Entrant("", f"New {len(desk.entries)}")))
    elif what == "edit":
        desk.do(EditEntrant(str(n), {"rating": 1000 + n}))
    elif what == "withdraw":
        desk.do(Withdraw(str(n)))
    elif what == "undo":
        desk.do(Undo(n))
    elif what == "redo":
        desk.do(Redo(n))
    else:
        desk.publish()
