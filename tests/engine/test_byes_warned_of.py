"""Byes that FIDE's acceptance list asks about (171-179), and who is expelled (197, 198)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.actions import (
    Action,
    AddEntrant,
    Adjust,
    EditEntrant,
    Expel,
    ImportEntrants,
    ReEnter,
    SetBye,
    TakeRatings,
)
from engine.actions.base import applied
from engine.entrants import Entrant, RequestedBye
from engine.event import Event
from engine.fingerprint import fingerprint
from engine.points import HALF, NIL, ONE
from engine.protocol import pairing_numbers
from engine.rating_lists import ListedChanges
from engine.refusal import Refused
from engine.standings import as_of
from engine.warnings import Level, NotAgreed
from formats.registry import format_named
from saves.contents import contents_of, event_of
from saves.trf_write import write_trf
from tests import playing

DUTCH = format_named("dutch")
FIELD = tuple(Entrant("", f"Player {n:02}", rating=2400 - 10 * n) for n in range(10))


def begun(rounds: int = 7, played: int = 0, **settings: Any) -> Event:
    memory = playing.begun(DUTCH, FIELD, rounds=rounds, **settings)
    event = playing.play(memory, played) if played else memory.event
    return replace(event, mode="strict")


def do(event: Event, *actions: Action, insist: bool = True) -> Event:
    for action in actions:
        event = applied(replace(action, insist=insist), event, DUTCH)
    return event


def warned(event: Event, action: Action) -> dict[str, Level]:
    return {warning.code: warning.level for warning in action.warnings(event, DUTCH)}


def test_the_second_half_point_bye_is_confirmed_and_recorded() -> None:
    event = do(begun(), SetBye("1", 2, HALF), insist=False)
    # the same round once more is no second one
    assert warned(event, SetBye("1", 2, HALF)) == {}
    second = SetBye("1", 4, HALF)
    assert warned(event, second) == {"half-bye-again": Level.CONFIRM}
    with pytest.raises(NotAgreed, match="2 half-point byes: FIDE asks for a confirmation"):
        do(event, second, insist=False)
    event = do(event, second)
    assert [one.what.code for one in event.agreements] == ["half-bye-again"]
    for points in (NIL, None):
        assert warned(event, SetBye("1", 5, points)) == {}
    # outside strict mode it is recorded, and nothing asked
    free = replace(begun(), mode="")
    free = do(free, SetBye("1", 2, HALF), SetBye("1", 4, HALF), insist=False)
    assert [one.what.code for one in free.agreements] == ["half-bye-again"]
    assert warned(free, SetBye("2", 1, ONE)) == {}


def test_a_full_point_bye_is_shown_done_and_said_in_the_file() -> None:
    event = begun()
    action = SetBye("1", 1, ONE)
    assert warned(event, action) == {"full-point-bye": Level.ACKNOWLEDGE}
    event = do(event, action, insist=False)
    event = playing.play(playing.InMemory(event, DUTCH), 1)
    for trf26 in (False, True):
        lines = write_trf(event, DUTCH, trf26=trf26).decode().split("\r\n")
        assert "### round 1, player 1: full-point bye" in lines


def test_with_other_scoring_the_half_is_a_draws_points() -> None:
    event = do(begun(win_points=3, draw_points=1, bye_points=3), SetBye("1", 1, ONE))
    assert "half-bye-again" in warned(event, SetBye("1", 2, ONE))
    assert "full-point-bye" in warned(event, SetBye("1", 2, Decimal(3)))


@pytest.mark.parametrize("trf26", [False, True])
def test_a_zero_point_bye_is_nothing_where_a_loss_is_worth_a_point(trf26: bool) -> None:
    """C.04.2, 3.3: who is away has no points; 3-2-1 pays those who play and lose."""
    event = begun(win_points=3, draw_points=2, loss_points=1, bye_points=3)
    event = do(replace(event, mode="free"), SetBye("1", 1, NIL))
    desk = playing.InMemory(event, DUTCH)
    playing.play(desk, 1, "1/2-1/2")
    scored = {row.id: row.points for row in DUTCH.standings(desk.event)[0].rows}
    assert scored["1"] == 0
    assert sorted(scored.values()) == [0, 2, 2, 2, 2, 2, 2, 2, 2, 3]
    assert f"{'0000 - Z':>10}" in write_trf(desk.event, DUTCH, trf26=trf26).decode()


def test_who_is_not_eligible_gets_no_half_point() -> None:
    event = do(begun(), EditEntrant("1", {"half_bye": "no"}))
    with pytest.raises(Refused, match="not eligible"):
        do(event, SetBye("1", 2, HALF))
    assert do(event, SetBye("1", 2, NIL)).entrant("1").bye_in(2) == RequestedBye(2)
    assert do(event, EditEntrant("1", {"half_bye": "yes"}), SetBye("1", 2, HALF)) is not event
    # nor is the mark given to somebody who has one to come
    with pytest.raises(Refused, match="not eligible"):
        do(begun(), SetBye("1", 2, HALF), EditEntrant("1", {"half_bye": "no"}))
    with pytest.raises(Refused, match="neither yes nor no"):
        do(event, EditEntrant("1", {"half_bye": "maybe"}))
    listed = Entrant("", "From a list", half_bye="no", byes=(RequestedBye(2, HALF),))
    with pytest.raises(Refused, match="not eligible"):
        do(event, ImportEntrants((listed,)))


def test_a_full_point_for_a_round_missed_is_shown_and_said_in_the_file() -> None:
    event, late = begun(played=2), AddEntrant(Entrant("", "Late", rating=2000), missed=ONE)
    assert warned(event, late) == {"full-point-bye": Level.ACKNOWLEDGE}
    event = playing.play(playing.InMemory(do(event, late, insist=False), DUTCH), 1)
    lines = write_trf(event, DUTCH).decode().split("\r\n")
    number = pairing_numbers(DUTCH, event)[event.entrants[-1].id]
    told = [line for line in lines if line.endswith(f"player {number}: full-point bye")]
    assert [line[:12] for line in told] == ["### round 1,", "### round 2,"]


def test_limits_of_the_event_are_asked_about() -> None:
    event = do(begun(half_byes=1, no_byes_last=2), SetBye("1", 5, HALF), insist=False)
    assert warned(event, SetBye("1", 4, HALF)) == {"bye-limit": Level.CONFIRM}
    assert warned(event, SetBye("2", 6, HALF)) == {"bye-too-late": Level.CONFIRM}
    assert warned(event, SetBye("2", 6, NIL)) == {}
    assert warned(begun(half_byes=0), SetBye("1", 1, HALF)) == {"bye-limit": Level.CONFIRM}


def test_half_points_for_rounds_missed_count_as_half_point_byes() -> None:
    late = AddEntrant(Entrant("", "Late", rating=2000), missed=HALF)
    assert warned(begun(played=1), late) == {}
    assert warned(begun(played=2), replace(late, missed=NIL)) == {}
    assert warned(begun(played=1, half_byes=0), late) == {"bye-limit": Level.CONFIRM}
    event = begun(played=3)
    (asked,) = late.warnings(event, DUTCH)
    assert (asked.code, asked.level, asked.facts["count"]) == ("half-bye-again", Level.CONFIRM, 3)
    with pytest.raises(NotAgreed, match="Late would have 3 half-point byes"):
        do(event, late, insist=False)
    event = do(event, late)
    assert [one.what.code for one in event.agreements] == ["half-bye-again"]
    assert warned(event, SetBye(event.entrants[-1].id, 5, HALF)) == {
        "half-bye-again": Level.CONFIRM
    }


def test_a_rating_edited_once_a_round_was_drawn_by_it_is_recorded_and_said_in_the_file() -> None:
    """The acceptance list, 115 and 217; nothing is asked, and no number moves."""
    change = EditEntrant("1", {"rating": 2350})
    assert warned(begun(), change) == {}
    event = begun(played=2)
    assert warned(event, EditEntrant("1", {"club": "Ulm", "rating": 2400})) == {}
    assert warned(event, change) == {"rating-edited": Level.RECORD}
    after = do(event, change, EditEntrant("1", {"rating": None}), insist=False)
    assert DUTCH.order(after) == DUTCH.order(event)
    lines = write_trf(after, DUTCH).decode().split("\r\n")
    assert "### round 2: Player 00: rating changed by hand from 2400 to 2350" in lines
    assert "### round 2: Player 00: rating changed by hand from 2350 to unrated" in lines


def test_of_who_was_in_no_round_yet_the_rating_changes_freely() -> None:
    event = do(begun(played=1), AddEntrant(Entrant("", "Late", rating=1500)))
    late = event.entrants[-1].id
    listed = TakeRatings((ListedChanges(late, {"rating": 1520}),))
    for change in (EditEntrant(late, {"rating": 1520}), listed):
        assert warned(event, change) == {}
    assert warned(event, replace(listed, entries=(ListedChanges("1", {"rating": 1520}),))) == {
        "ratings-after-round-1": Level.CONFIRM
    }


def test_a_k_that_fide_does_not_give_and_a_fraction_below_a_half_are_told() -> None:
    event = begun(played=1)
    assert warned(event, EditEntrant("1", {"k_factor": 7})) == {"odd-k": Level.ACKNOWLEDGE}
    assert warned(event, EditEntrant("1", {"k_factor": 40})) == {}
    assert warned(event, Adjust("1", Decimal("0.3"), "late")) == {"odd-points": Level.ACKNOWLEDGE}
    assert warned(event, Adjust("1", Decimal("-1.5"), "late")) == {}


def test_who_is_expelled_has_no_place_and_the_games_stay() -> None:
    event = begun(played=2)
    before = DUTCH.standings(event)[0]
    leader = before.rows[0].id
    with pytest.raises(Refused, match="needs a reason"):
        do(event, Expel(leader, " "))
    with pytest.raises(NotAgreed, match="no place in the standings"):
        do(event, Expel(leader, "cheated"), insist=False)
    after = do(event, Expel(leader, "cheated"))
    table = DUTCH.standings(after)[0]
    assert [row.id for row in table.rows] == [row.id for row in before.rows if row.id != leader]
    assert table.rows[0].rank == 1
    assert table.notes[-1] == f"expelled, without a place: {event.entrant(leader).name}"
    # points and tie-breaks of the others are as they were
    kept = {row.id: (row.points, row.tiebreaks) for row in before.rows}
    assert all((row.points, row.tiebreaks) == kept[row.id] for row in table.rows)
    assert leader not in {id for m in DUTCH.draw(after).matches for id in m.pair}
    # as it stood after round 1, before that was decided
    assert DUTCH.standings(as_of(after, 1))[0].rows[0].id in {row.id for row in before.rows}
    assert len(DUTCH.standings(as_of(after, 1))[0].rows) == len(before.rows)
    with pytest.raises(Refused, match="was expelled"):
        do(after, ReEnter(leader))
    text = write_trf(after, DUTCH, trf26=True).decode()
    assert [line for line in text.split("\r\n") if "cheated" in line and "expelled" in line]
    assert event_of(contents_of(after, DUTCH), format_named) == after
    assert fingerprint(after) != fingerprint(event)  # the withdrawal
