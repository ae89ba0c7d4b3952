"""Locks and bars of the arbiter in every draw of the repechage: these two shall, these two shall
not meet; and what the stages forbid is refused in words."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine.actions import Discard, Instruct, Release
from engine.event import Instruction, Round
from engine.reasons import LOCKED, Reason
from engine.refusal import Refused
from formats.gnot.calendar import TRIANGLE
from formats.gnot.flow import Flow
from formats.gnot.swiss import repechage
from tests.formats.gnot.audit import teams
from tests.formats.gnot.evenings import Evenings, by_chance, choosing_by_chance
from tests.formats.gnot.test_appeals import favourites
from tests.formats.gnot.test_choosing import Field
from tests.sampling import sampled


def pairs(round: Round) -> set[frozenset[str]]:
    return {frozenset(match.pair) for match in round.matches}


def say(evenings: Evenings, kind: str, a: str, b: str, half: int | None = None) -> None:
    evenings.do(Instruct(Instruction(kind, a, b, half)))  # type: ignore[arg-type]


def chosen(evenings: Evenings) -> Evenings:
    while evenings.step.name == "choose":
        evenings.choose()
    return evenings


def test_match_1_keeps_to_the_word_and_to_top_against_bottom() -> None:
    drawn = pairs(Evenings(20).publish())
    (of_one,) = (pair for pair in drawn if "1" in pair)
    (other,) = of_one - {"1"}
    evenings = Evenings(20)
    say(evenings, "bar", "1", other, 1)
    wanted = next(str(i) for i in range(11, 21) if frozenset(("2", str(i))) not in drawn)
    say(evenings, "lock", "2", wanted, 1)
    half = evenings.publish()
    assert of_one not in pairs(half)
    assert frozenset(("2", wanted)) in pairs(half)
    assert all(min(map(int, p)) <= 10 < max(map(int, p)) for p in pairs(half))
    (match,) = (m for m in half.matches if "2" in m.pair)
    assert match.why == (LOCKED,)


def test_two_of_one_half_of_the_seeds_cannot_meet_in_match_1() -> None:
    evenings = Evenings(20)
    with pytest.raises(Refused) as refused:
        say(evenings, "lock", "1", "2", 1)
    assert refused.value.what == "T1 and T2 cannot be locked"
    assert "T1 and T2 cannot meet in session 1.1" in refused.value.why
    assert "the draw of Match 1 does not bring them together" in refused.value.why
    assert refused.value.remedy == "draw without it"


def test_the_seven_in_the_middle_keep_to_the_word() -> None:
    plain = Evenings(23).publish()
    trio = sorted(teams([m for m in plain.matches if m.group == TRIANGLE]), key=int)
    middle = [str(i) for i in range(9, 16)]
    four = [t for t in middle if t not in trio]
    evenings = Evenings(23)
    say(evenings, "bar", trio[0], trio[1], 1)
    say(evenings, "lock", trio[2], four[0], 1)
    half = evenings.publish()
    assert frozenset(trio[:2]) not in pairs(half)
    assert frozenset((trio[2], four[0])) in pairs(half)
    assert len([m for m in half.matches if m.group == TRIANGLE]) == 3


def test_a_locked_pair_is_drawn_beside_the_choices() -> None:
    evenings = Evenings(20)
    evenings.play_until(3, favourites)
    first, *_, fourth, _, _, _, last = Flow(evenings.event).ranked("D1")
    assert first == evenings.choice.chooser
    say(evenings, "lock", first, fourth, 3)
    asked = evenings.choice
    assert asked.chooser == Flow(evenings.event).ranked("D1")[1]
    assert last in asked.pool
    chosen(evenings)
    half = evenings.publish()
    assert frozenset((first, fourth)) in pairs(half)
    (why,) = (m.why for m in half.matches if first in m.pair)
    assert why == (LOCKED,)


def test_a_bar_comes_before_repeats_in_a_draw_by_choice() -> None:
    # 1 has met 6 and 7; with 8 barred a repeat is what is left, and 8 is not offered for it
    field = Field(8, frozenset({frozenset("16"), frozenset("17")}))
    bar = Instruction("bar", "1", "8", 3)
    field.event = Evenings(8).event
    field.event = Instruct(bar).apply(field.event, Evenings(8).format)
    question = field.asked("D1").question
    # opting out lapses before anybody meets again: 4 and 5 are new
    assert set(question.offered) == {"4", "5"}
    assert ("8", Reason("barred")) in question.barred


def test_teams_of_two_stages_cannot_be_locked_together() -> None:
    evenings = Evenings(20)
    evenings.play_until(3, favourites)
    up, down = Flow(evenings.event).ranked("D1")[0], Flow(evenings.event).ranked("S1")[0]
    say(evenings, "lock", up, down, 3)
    chosen(evenings)
    with pytest.raises(Refused) as refused:
        evenings.propose()
    assert "plays in DKO round 1" in refused.value.why
    assert "plays in SKO round 1" in refused.value.why
    evenings.do(Release("lock", up, down))
    chosen(evenings).publish()
    # in the second half who plays the DKO begins nothing
    evenings.play_until(4, favourites)
    there = Flow(evenings.event).ranked("S2")[0]
    say(evenings, "lock", up, there, 4)
    chosen(evenings)
    with pytest.raises(Refused, match=r"cannot meet in session 2\.2") as refused:
        evenings.propose()
    assert f"{evenings.event.entrant(up).name} has no match to begin" in refused.value.why


def test_the_two_who_are_left_cannot_be_kept_apart() -> None:
    evenings = Evenings(16)
    evenings.play_until(7, favourites)
    a, b = Flow(evenings.event).ranked("D3")
    say(evenings, "bar", a, b)
    chosen(evenings)
    with pytest.raises(Refused) as refused:
        evenings.propose()
    assert "cannot be kept apart in DKO round 3" in refused.value.what
    assert refused.value.remedy == "take the bar back"


@pytest.mark.parametrize("half", [3, 4, 5, 6])
def test_the_swiss_keeps_to_bars_and_locks(half: int) -> None:
    """Of every drawn pair: barred, they do not meet, and everybody has a match all the same."""
    evenings = Evenings(24)
    evenings.play_until(half, favourites)
    chosen(evenings)
    before = evenings.event
    evenings.propose()
    swiss = [m for m in evenings.stage(half, "swiss") if m.group != TRIANGLE]
    assert swiss
    for match in swiss:
        evenings.event = before
        say(evenings, "bar", *match.pair, half)
        evenings.propose()
        drawn = evenings.stage(half, "swiss")
        assert frozenset(match.pair) not in {frozenset(m.pair) for m in drawn}
        assert teams(drawn) == teams(swiss)
    for a, b in list(combinations(sorted(teams(swiss), key=int), 2))[::5]:
        evenings.event = before
        say(evenings, "lock", a, b, half)
        evenings.propose()
        drawn = evenings.stage(half, "swiss")
        assert frozenset((a, b)) in {frozenset(m.pair) for m in drawn}
        assert teams(drawn) == teams(swiss)


def test_first_in_the_swiss_has_the_lowest_whom_it_may_meet() -> None:
    evenings = Evenings(24)
    evenings.play_until(4, favourites)
    chosen(evenings)
    swiss = repechage(evenings.event)
    dropping = {each.team for each in swiss.dropping(2)}
    evenings.propose()
    drawn = [m for m in evenings.stage(4, "swiss") if len(dropping & set(m.pair)) == 1]
    assert len(drawn) == 4
    first, lowest = drawn[0].pair
    second_lowest = drawn[1].pair[1]
    say(evenings, "bar", first, lowest, 4)
    evenings.do(Discard())
    evenings.propose()
    now = {m.white: m.pair[1] for m in evenings.stage(4, "swiss")}
    assert now[first] == second_lowest
    assert now[drawn[1].white] == lowest
    assert {t: now[t] for t in (drawn[2].white, drawn[3].white)} == {
        m.white: m.pair[1] for m in drawn[2:]
    }


def test_a_triangle_of_the_swiss_has_no_barred_pair() -> None:
    evenings = Evenings(23)
    evenings.play_until(3, favourites)
    chosen(evenings)
    evenings.propose()
    trio = [m.pair for m in evenings.stage(3, "swiss")]
    with pytest.raises(Refused) as refused:
        say(evenings, "bar", *trio[0], 3)
    # of three teams nobody else is there
    assert "the Swiss cannot be drawn" in refused.value.why
    evenings = Evenings(23)
    evenings.play_until(5, favourites)
    chosen(evenings)
    evenings.propose()
    three = [m.pair for m in evenings.stage(5, "swiss") if m.group == TRIANGLE]
    field = teams(evenings.stage(5, "swiss"))
    say(evenings, "bar", *three[0], 5)
    evenings.do(Discard())
    evenings.propose()
    drawn = evenings.stage(5, "swiss")
    assert frozenset(three[0]) not in {frozenset(m.pair) for m in drawn}
    assert teams(drawn) == field


def test_in_a_triangle_of_all_who_are_there_nobody_is_locked() -> None:
    evenings = Evenings(23)
    evenings.play_until(3, favourites)
    chosen(evenings)
    evenings.propose()
    pair = evenings.stage(3, "swiss")[0].pair
    evenings.do(Discard())
    with pytest.raises(Refused, match="meet in a triangle and cannot be locked"):
        say(evenings, "lock", *pair, 3)


@pytest.mark.parametrize("size", sampled([17, 20, 23, 32], [17, 23]))
def test_whatever_the_word_it_is_kept_or_refused(size: int) -> None:
    """Locks and bars by chance before every half: the draw keeps them, or says which to take
    back; without it the event goes on to its end."""
    chance = Random(size)
    evenings = Evenings(size, 3)
    result, choose = by_chance(chance), choosing_by_chance(chance)
    kept = refused = 0
    while (step := evenings.step).name != "finished":
        if step.name not in ("draw", "choose") or evenings.event.instructions:
            evenings.play_on(result, choose)
            continue
        here = [e.id for e in evenings.format.expected(evenings.event, step.round)]
        here = here or [e.id for e in evenings.event.entrants]
        for kind in ("lock", "bar", "bar"):
            a, b = chance.sample(here, 2)
            if not any(i.pair == {a, b} for i in evenings.event.instructions):
                try:
                    say(evenings, kind, a, b, step.round)
                except Refused:
                    refused += 1
        while evenings.step.name == "choose":
            evenings.do(choose(evenings.choice))
        try:
            drawn = pairs(evenings.publish())
        except Refused as refusal:
            if "back" not in refusal.remedy:
                raise
            refused += 1
        else:
            kept += 1
            for order in evenings.event.instructions:
                assert (order.pair in drawn) == (order.kind == "lock")
        for order in evenings.event.instructions:
            evenings.do(Release(order.kind, order.a, order.b))
        if evenings.event.current is None or evenings.event.current.number < step.round:
            chosen(evenings).publish()
    assert kept
    assert refused
