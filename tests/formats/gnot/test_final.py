"""The end of an event: finals declined, places of the Swiss that a play-off decides."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from random import Random

import pytest

from engine.actions import Adjust, ChooseOpponent, PlayOff, Withdraw
from engine.event import Event, Match
from engine.protocol import declinable, qualified
from engine.refusal import Refused, Stale
from engine.standings import as_of
from engine.tables import StandingTable
from formats.gnot.final import play_offs_due
from tests.formats.gnot.evenings import Evenings, by_chance

NATIONAL, REGIONAL = "National Final", "Regional Final"


@cache
def _ended() -> Event:
    evenings = Evenings(23, seed=4)
    say = by_chance(Random(4))
    while evenings.play_on(say) != "finished":
        pass
    return evenings.event


@pytest.fixture
def ended() -> Evenings:
    """Twenty-three teams, everything played."""
    evenings = Evenings(16)
    evenings.event = _ended()
    return evenings


def order(evenings: Evenings) -> list[str]:
    return [row.id for row in evenings.format.standings(evenings.event)[0].rows]


def going(evenings: Evenings, final: str) -> list[str]:
    return [q.entrant for q in qualified(evenings.format, evenings.event) if q.to == final]


def table(evenings: Evenings, name: str, after: int | None = None) -> StandingTable:
    event = evenings.event if after is None else as_of(evenings.event, after)
    return next(t for t in evenings.format.standings(event) if t.name == name)


def score(evenings: Evenings, id: str, after: int | None = None) -> Decimal:
    return next(r.points for r in table(evenings, "Swiss", after).rows if r.id == id)


def level(evenings: Evenings, upper: int, lower: int) -> tuple[str, str]:
    """Two places of the ranking made level on victory points, by the director's adjustment."""
    a, b = order(evenings)[upper - 1], order(evenings)[lower - 1]
    evenings.do(Adjust(b, score(evenings, a) - score(evenings, b), "board 3 was scored late"))
    assert score(evenings, a) == score(evenings, b)
    return a, b


def test_nobody_has_a_place_before_the_end() -> None:
    evenings = Evenings(16)
    say = by_chance(Random(1))
    evenings.play_until(10, say)
    assert qualified(evenings.format, evenings.event) == ()
    while evenings.play_on(say) != "finished":
        pass
    assert len(qualified(evenings.format, evenings.event)) == 2 + 3


def test_a_team_declines_one_final_and_then_the_other(ended: Evenings) -> None:
    ranked = order(ended)
    assert (going(ended, NATIONAL), going(ended, REGIONAL)) == (ranked[:2], ranked[2:6])
    ended.do(ChooseOpponent(ranked[0], "opt-out"))
    assert going(ended, NATIONAL) == ranked[1:3]
    assert going(ended, REGIONAL) == [ranked[0], *ranked[3:6]]
    ended.do(ChooseOpponent(ranked[0], "opt-out"))
    assert going(ended, REGIONAL) == ranked[3:7]
    with pytest.raises(Refused):
        ended.do(ChooseOpponent(ranked[0], "opt-out"))
    assert order(ended) == ranked
    notes = " ".join(table(ended, "Overall").notes)
    assert f"declined the {NATIONAL}: {ended.event.entrant(ranked[0]).name}" in notes


def test_places_that_nobody_may_take_are_counted(ended: Evenings) -> None:
    while able := declinable(ended.format, ended.event):
        ended.do(ChooseOpponent(next(iter(able)), "opt-out"))
    notes = " ".join(table(ended, "Overall").notes)
    assert f"to the {NATIONAL}: nobody" in notes
    assert f"places in the {NATIONAL} that nobody may take: 2" in notes
    assert f"places in the {REGIONAL} that nobody may take: 4" in notes


def test_who_has_no_place_has_none_to_decline(ended: Evenings) -> None:
    with pytest.raises(Refused):
        ended.do(ChooseOpponent(order(ended)[6], "opt-out"))


def test_who_leaves_after_the_end_goes_to_neither_final(ended: Evenings) -> None:
    ranked = order(ended)
    ended.do(Withdraw(ranked[1]))
    assert (going(ended, NATIONAL), going(ended, REGIONAL)) == ([ranked[0], ranked[2]], ranked[3:7])


def test_a_tie_for_the_last_place_is_played_off(ended: Evenings) -> None:
    a, b = level(ended, 6, 7)
    assert {*play_offs_due(ended.event)[0]} == {a, b}
    assert "play-off over four boards" in ended.step.notes[-1]
    net = {row.id: row.tiebreaks["Net"] for row in table(ended, "Swiss").rows}
    first, second = sorted((a, b), key=lambda id: -(net[id] or 0))
    assert order(ended)[5:7] == [first, second]
    ended.do(PlayOff(first, second, "12-12 0-3"))
    assert order(ended)[5:7] == [second, first]
    assert going(ended, REGIONAL)[-1] == second
    assert score(ended, second) == score(ended, first), "a play-off gives no victory points"
    assert play_offs_due(ended.event) == ()
    won = next(row for row in table(ended, "Swiss").rows if row.id == second)
    name = ended.event.entrant(first).name
    assert f"won the play-off against {name}: 12-12 3-0" in won.remark


def test_the_result_of_a_play_off_is_replaced_and_cleared(ended: Evenings) -> None:
    a, b = level(ended, 6, 7)
    before = order(ended)
    ended.do(PlayOff(a, b, "9-12"))
    with pytest.raises(Stale):
        ended.do(PlayOff(a, b, "12-9"))
    with pytest.raises(Refused, match="already"):
        ended.do(PlayOff(a, b, "12-9", was="9-12"))
    ended.do(PlayOff(b, a, "9-12", was="12-9", replace=True))
    assert order(ended)[5] == a
    # the same from the other side, and by a desk that has not seen it
    stands = ended.event
    for again in (PlayOff(a, b, "12-9"), PlayOff(b, a, "9-12")):
        ended.do(again)
        assert ended.event == stands
    ended.do(PlayOff(a, b, "-", was="12-9", replace=True))
    assert order(ended) == before
    assert len(play_offs_due(ended.event)) == 1


@pytest.mark.parametrize("text", ["", "12", "12-12", "12-9 3-1", "12-9 bam", "1-0x"])
def test_what_names_no_winner_is_no_result_of_a_play_off(ended: Evenings, text: str) -> None:
    a, b = level(ended, 6, 7)
    with pytest.raises(Refused):
        ended.do(PlayOff(a, b, text))


def test_only_who_are_level_for_a_place_play_off(ended: Evenings) -> None:
    ranked = order(ended)
    with pytest.raises(Refused, match="not level"):
        ended.do(PlayOff(ranked[6], ranked[7], "12-9"))
    a, b = level(ended, 9, 10)
    with pytest.raises(Refused, match="not level"):
        ended.do(PlayOff(a, b, "12-9"))


@pytest.mark.parametrize("why", ["play-off board 3 was late", "drop-in score 3: one IMP too few"])
def test_points_of_the_director_count_whatever_the_reason_begins_with(
    ended: Evenings, why: str
) -> None:
    last = order(ended)[-1]
    before = score(ended, last)
    ended.do(Adjust(last, Decimal("-1.5"), why))
    assert score(ended, last) == before - Decimal("1.5")
    row = next(row for row in table(ended, "Swiss").rows if row.id == last)
    assert why in row.remark


def test_a_tie_that_decides_nothing_is_broken_by_net_imps(ended: Evenings) -> None:
    level(ended, 9, 10)
    assert play_offs_due(ended.event) == ()
    # both of these are in the Regional Final
    level(ended, 4, 5)
    assert play_offs_due(ended.event) == ()


def test_a_decline_can_make_a_tie_decide(ended: Evenings) -> None:
    a, b = level(ended, 7, 8)
    assert play_offs_due(ended.event) == ()
    first = order(ended)[0]
    ended.do(ChooseOpponent(first, "opt-out"))
    assert play_offs_due(ended.event) == ()
    ended.do(ChooseOpponent(first, "opt-out"))
    assert {*play_offs_due(ended.event)[0]} == {a, b}


def decided_by(match: Match, net: int) -> str:
    """A result that the home side wins by so much."""
    return f"{40 + net}-40" if net >= 0 else f"40-{40 - net}"


def test_a_corrected_margin_changes_points_but_no_score_that_was_given() -> None:
    evenings = Evenings(24, seed=2)
    say = by_chance(Random(2), ties=0)
    evenings.play_until(6, say)
    given = {row.id: row.tiebreaks["Drop-in"] for row in table(evenings, "Swiss").rows}
    leader = table(evenings, "Swiss", 4).rows[0].id
    before = score(evenings, leader, 4)
    match = next(m for m in evenings.stage(4, "swiss") if leader in m.pair)
    drawn = [m.pair for m in evenings.half(5).matches]
    evenings.correct(4, match.board, decided_by(match, 1 if match.white == leader else -1))
    assert score(evenings, leader, 4) < before
    now = {row.id: row.tiebreaks["Drop-in"] for row in table(evenings, "Swiss").rows}
    entered = [id for id in given if any(
        id in m.pair for m in evenings.stage(5, "swiss")) and given[id] is not None]  # fmt: skip
    assert {id: now[id] for id in entered} == {id: given[id] for id in entered}
    assert [m.pair for m in evenings.half(5).matches] == drawn


def test_a_penalty_counts_in_the_swiss() -> None:
    evenings = Evenings(20, seed=3)
    say = by_chance(Random(3))
    evenings.play_until(7, say)
    id = table(evenings, "Swiss").rows[0].id
    before = score(evenings, id)
    evenings.do(Adjust(id, Decimal("-1.5"), "late start"))
    assert score(evenings, id) == before - Decimal("1.5")


def test_who_leaves_the_swiss_in_mid_session_leaves_seven_boards_to_three() -> None:
    evenings = Evenings(24, seed=5)
    say = by_chance(Random(5))
    evenings.play_until(6, say)
    leaving = table(evenings, "Swiss").rows[0].id
    evenings.do(Withdraw(leaving))
    while len(evenings.event.published) < 6:
        evenings.play_on(say)
    three = [m for m in evenings.stage(6, "swiss") if m.group == "Triangle"]
    assert [m.boards for m in three] == [7, 7, 7]
    assert leaving not in {id for m in evenings.half(6).matches for id in m.pair}
    while evenings.play_on(say) != "finished":
        pass
    assert sorted(order(evenings), key=int) == [e.id for e in evenings.event.entrants]
    assert leaving not in going(evenings, NATIONAL) + going(evenings, REGIONAL)
