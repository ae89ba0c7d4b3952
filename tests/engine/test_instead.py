"""Two draws of a round compared by the criteria of its format: which one decides."""

from __future__ import annotations

from engine.by_hand import Cost
from engine.instead import Instead, compared, without
from engine.protocol import Conflict, Measure, Severity


def measure(where: str, name: str, value: int | tuple[int, ...], shown: str = "") -> Measure:
    return Measure(where, name, f"the {name}", value, shown)


OWN = (
    measure("3 points", "floats", 1),
    measure("3 points", "colours", 0),
    measure("2 points", "floats", 0),
    measure("2 points", "order", (1, 4)),
)


def test_equal_draws_differ_in_nothing() -> None:
    assert compared(OWN, OWN) == ()


def test_the_first_criterion_that_gets_worse_decides_even_if_another_gets_better_before() -> None:
    drawn = (OWN[0], measure("3 points", "colours", 2), measure("2 points", "floats", 3), OWN[3])
    changes = compared((OWN[0], measure("3 points", "colours", 3), *OWN[2:]), drawn)
    assert [(c.measure.where, c.measure.name, c.worse) for c in changes] == [
        ("3 points", "colours", False),
        ("2 points", "floats", True),
    ]
    decided = Instead("1", "2", changes=changes).decided_by
    assert decided is not None
    assert decided.shown == ("0", "3")


def test_a_group_that_only_one_of_them_has_counts_as_nothing_bad_in_the_other() -> None:
    drawn = (*OWN[:2], measure("2½ points", "floats", 1), *OWN[2:])
    (more,) = compared(OWN, drawn)
    assert more.was is None
    assert more.worse
    assert more.shown == ("none", "1")
    (fewer,) = compared(drawn, OWN)
    assert not fewer.worse


def test_a_group_of_the_other_draw_keeps_its_place_among_its_neighbours() -> None:
    other = measure("2½ points", "floats", 2)
    worse = measure("2 points", "floats", 1)
    changes = compared(OWN, (*OWN[:2], other, worse, OWN[3]))
    assert [c.measure.where for c in changes] == ["2½ points", "2 points"]


def test_lists_are_compared_place_by_place_and_shown_as_people_read_them() -> None:
    drawn = (*OWN[:3], measure("2 points", "order", (1, 5), "2 v 5"))
    (change,) = compared(OWN, drawn)
    assert change.worse
    assert change.shown == ("1 4", "2 v 5")
    assert not compared(drawn, OWN)[0].worse


def test_nothing_in_a_list_is_better_than_something() -> None:
    none, some = measure("", "altered", ()), measure("", "altered", (-3,))
    (change,) = compared((none,), (some,))
    assert change.worse
    assert change.shown == ("none", "-3")


def test_an_order_is_not_called_better_where_what_comes_before_it_is_worse() -> None:
    """Another opponent puts the list earlier in order, which parts only draws that are equal."""
    before = (measure("A", "crossing", 0), measure("A", "order", (5, 6)), OWN[3])
    after = (measure("A", "crossing", 2), measure("A", "order", (1, 9)), OWN[3])
    assert Cost(compared(before, after)).better == ()
    (alone,) = Cost(compared(before[1:], after[1:])).better
    assert alone.measure.name == "order"


def repeat(board: int, *entrants: str, text: str = "they met in round 1") -> Conflict:
    return Conflict("repeat", Severity.MUST, text, board, entrants)


def test_a_rule_broken_by_others_as_often_is_nothing_new() -> None:
    was, now = repeat(1, "1", "2"), repeat(4, "3", "4", text="they met in round 2")
    assert without((now,), (was,)) == without((was,), (now,)) == ()


def test_of_a_rule_broken_more_often_those_are_named_who_did_not_break_it_before() -> None:
    was, moved, new = repeat(1, "1", "2"), repeat(3, "2", "1"), repeat(2, "3", "4")
    assert without((new, moved), (was,)) == (new,)
    assert without((was,), (new, moved)) == ()
