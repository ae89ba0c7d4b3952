"""Tables, shared places, categories, adjustments and the cross-table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.entrants import Away
from engine.event import Adjustment, Event, Round
from engine.refusal import Refused
from engine.standings import GOES_ON, crosstable, standings, value_text
from engine.tables import StandingTable
from formats.settings import FormatSettings
from tests.engine.build import build, d, order
from tests.engine.desk import PLAIN
from tests.formats.knockout.cups import Cup


def overall(event: Event) -> StandingTable:
    """The overall table."""
    return standings(event, order(event))[0]


def lines(table: StandingTable) -> list[str]:
    """`1 Ann 2½` a row."""
    return [f"{r.rank} {r.name} {value_text(r.points)}" for r in table.rows]


def changed(event: Event, name: str, **fields: Any) -> Event:
    """The event with an entrant changed."""
    entrant = next(e for e in event.entrants if e.name == name)
    return event.with_entrant(replace(entrant, **fields))


THREE_ROUNDS = (
    "A-D 1, B-C =",
    "D-C 0, A-B =",
    "B-D 1, C-A 1",
)


def test_by_points_then_tiebreaks_in_their_order() -> None:
    # Bea and Ann 1 each. Ann's opponents have Cid 1½ + Bea 1, Bea's Dan ½ + Ann 1. Nobody of the
    # two has won a game, so WIN before BH changes nothing; TPN before BH does.
    rounds = ("B-D =, C-A =", "B-A =, C-D 1")
    expected = ["1 Cid 1½", "2 Ann 1", "3 Bea 1", "4 Dan ½"]
    for tiebreaks in ("BH", "BH TPN", "WIN BH"):
        table = overall(build("Bea Ann Cid Dan", *rounds, tiebreaks=tiebreaks))
        assert table.columns == tuple(tiebreaks.split())
        assert lines(table) == expected
    first = overall(build("Bea Ann Cid Dan", *rounds, tiebreaks="TPN BH"))
    assert lines(first) == ["1 Cid 1½", "2 Bea 1", "3 Ann 1", "4 Dan ½"]


def test_equal_in_everything_is_a_shared_place() -> None:
    event = build("Ann Bea Cid Dan Eve Fay", "A-B =, C-D =, E-F 1", tiebreaks="BH SB")
    # Everybody but Eve and Fay has ½ against an opponent with ½.
    assert lines(overall(event)) == [
        "1 Eve 1",
        "2 Ann ½",
        "2 Bea ½",
        "2 Cid ½",
        "2 Dan ½",
        "6 Fay 0",
    ]


def test_equals_stand_in_order_of_pairing_numbers() -> None:
    event = build("Ann Bea Cid Dan", "A-B =, C-D =")
    table = standings(event, ["3", "1", "4", "2"])[0]
    assert [(r.rank, r.no, r.name) for r in table.rows] == [
        (1, 1, "Cid"),
        (1, 2, "Ann"),
        (1, 3, "Dan"),
        (1, 4, "Bea"),
    ]


def test_equals_of_a_category_stand_in_order_of_pairing_numbers_too() -> None:
    event = build("Ann Bea Cid Dan", "A-B =, C-D =")
    for name in ("Ann", "Cid", "Dan"):
        event = changed(event, name, category="U9")
    table = standings(event, ["4", "2", "3", "1"])[1]
    assert [(r.rank, r.name) for r in table.rows] == [(1, "Dan"), (1, "Cid"), (1, "Ann")]


def test_direct_encounter_ranks_only_those_still_tied() -> None:
    event = build("Ann Bea Cid Dan", "A-D 1, B-C 1", "B-A 0, D-C 0", "C-A 1, D-B 0", tiebreaks="DE")
    # Ann 2, Bea 2, Cid 2, Dan 0: Ann beat Bea, Bea beat Cid, Cid beat Ann: a circle.
    table = overall(event)
    assert lines(table) == ["1 Ann 2", "1 Bea 2", "1 Cid 2", "4 Dan 0"]
    assert [r.tiebreaks["DE"] for r in table.rows] == [1, 1, 1, None]


def test_direct_encounter_can_come_again_after_another_tiebreak() -> None:
    # The circle of Ann, Bea, Cid; Cid has fewer blacks won; then Ann beat Bea.
    event = build(
        "Ann Bea Cid Dan",
        "D-A 0, C-B 0",
        "B-A 0, D-C 0",
        "C-A 1, D-B 0",
        tiebreaks="DE BWG DE",
    )
    table = overall(event)
    assert table.columns == ("DE", "BWG", "DE (2)")
    # Black wins: Ann 2, Bea 2, Cid 1.
    assert lines(table) == ["1 Ann 2", "2 Bea 2", "3 Cid 2", "4 Dan 0"]
    assert [r.tiebreaks["DE (2)"] for r in table.rows] == [1, 0, None, None]


def test_the_table_after_an_earlier_round() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS, tiebreaks="BH")
    assert lines(overall(event)) == ["1 Cid 2½", "2 Bea 2", "3 Ann 1½", "4 Dan 0"]
    assert lines(overall(event.until(1))) == ["1 Ann 1", "2 Bea ½", "2 Cid ½", "4 Dan 0"]
    assert lines(overall(event.until(0))) == ["1 Ann 0", "1 Bea 0", "1 Cid 0", "1 Dan 0"]


def test_a_proposal_does_not_count() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS)
    proposed = replace(event, rounds=(*event.rounds, Round(4)))
    assert overall(proposed).rows == overall(event).rows


def test_open_and_adjourned_boards_are_noted() -> None:
    event = build("Ann Bea Cid Dan Eve Fay", "A-B 1, C-D ?, E-F", tiebreaks="BH")
    assert overall(event).notes == (
        "round 1: 1 board is open and not counted",
        "round 1, board 2 is adjourned and counts as a draw meanwhile",
    )
    assert [r.points for r in overall(event).rows] == [1, d("0.5"), d("0.5"), 0, 0, 0]


def test_dropped_rating_tiebreaks_are_noted() -> None:
    event = build("Ann:1500 Bea", "A-B =", tiebreaks="ARO")
    assert overall(event).notes == ("ARO is dropped: 1 entrant is unrated (C.07 article 10)",)
    assert overall(event).rows[0].tiebreaks == {"ARO": None}


def test_adjustments_rank_but_do_not_enter_tiebreaks() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS, tiebreaks="BH SB PS")
    plain = {r.name: r.tiebreaks for r in overall(event).rows}
    fined = replace(
        event,
        adjustments=(
            Adjustment("3", d(-1), "telephone rang", 2),
            Adjustment("1", d("0.5"), "appeal", 0),
        ),
    )
    table = overall(fined)
    assert lines(table) == ["1 Ann 2", "2 Bea 2", "3 Cid 1½", "4 Dan 0"]
    assert {r.name: r.tiebreaks for r in table.rows} == plain
    remarks = {r.name: r.remark for r in table.rows}
    assert remarks["Cid"] == "-1 after round 2: telephone rang"
    assert remarks["Ann"] == "+½ before round 1: appeal"
    assert remarks["Bea"] == ""
    assert overall(fined.until(1)).rows[0].remark == "+½ before round 1: appeal"
    assert {r.name: r.remark for r in overall(fined.until(1)).rows}["Cid"] == ""


def test_the_withdrawn_stay_in_the_table_and_are_marked() -> None:
    event = changed(build("Ann Bea Cid Dan", *THREE_ROUNDS), "Cid", away=(Away(3),))
    assert {r.name: r.status for r in overall(event).rows} == {
        "Ann": None,
        "Bea": None,
        "Cid": "withdrawn",
        "Dan": None,
    }
    leaving = changed(event, "Bea", away=(Away(4),))
    assert {r.name: r.status for r in overall(leaving).rows}["Bea"] == "withdrawn", "the next one"
    # After round 1 Cid was still there; a return in round 4 ends it.
    assert all(r.status is None for r in overall(event.until(1)).rows)
    back = changed(event, "Cid", away=(Away(3, back=4),))
    assert all(r.status is None for r in overall(back).rows)


def test_one_table_a_category_in_natural_order() -> None:
    event = build("Ann Bea Cid Dan Eve", *THREE_ROUNDS, tiebreaks="BH")
    for name, category in (("Ann", "U11"), ("Bea", "U9"), ("Cid", "U9 "), ("Dan", "u11")):
        event = changed(event, name, category=category)
    tables = standings(event, order(event))
    assert [(t.name, t.kind) for t in tables] == [
        ("Overall", "overall"),
        ("Category U9", "category"),
        ("Category U11", "category"),
    ]
    assert lines(tables[1]) == ["1 Cid 2½", "2 Bea 2"]
    assert lines(tables[2]) == ["1 Ann 1½", "2 Dan 0"]
    assert sorted(r.name for r in tables[0].rows) == ["Ann", "Bea", "Cid", "Dan", "Eve"]


def test_category_tables_break_ties_within_the_category() -> None:
    # Ann, Bea, Cid 2 in a circle; of the U9s Ann and Bea alone are tied, and Ann beat Bea.
    event = build("Ann Bea Cid Dan", "A-D 1, B-C 1", "B-A 0, D-C 0", "C-A 1, D-B 0", tiebreaks="DE")
    for name in ("Ann", "Bea"):
        event = changed(event, name, category="U9")
    overall_table, u9 = standings(event, order(event))
    assert lines(u9) == ["1 Ann 2", "2 Bea 2"]
    assert u9.rows[0].working["DE"] == "2 tied: Bea 1 = 1; all have met (6.2)"
    assert overall_table.rows[0].working["DE"].startswith("3 tied: Bea 1, Cid 0 = 1")


def test_every_column_has_a_working() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS, tiebreaks="DE BH/C1 SB WIN TPN")
    for row in overall(event).rows:
        assert list(row.working) == ["DE", "BH/C1", "SB", "WIN", "TPN"]
        assert all(row.working.values())


def test_no_entrants_no_rows() -> None:
    assert overall(build("")).rows == ()


def test_an_unknown_tiebreak_is_refused() -> None:
    with pytest.raises(Refused, match="unknown tie-break 'NOPE'"):
        overall(build("Ann Bea", "A-B 1", tiebreaks="NOPE"))


def test_settings_refuse_unknown_tiebreaks_and_write_known_ones_properly() -> None:
    with pytest.raises(Refused, match=r"unknown tie-break 'BX'; known: DE\[/P\], WIN"):
        PLAIN.settings({"tiebreaks": "BH, BX"})
    assert PLAIN.settings({"tiebreaks": "bh/c1, de"}).tiebreaks == ("BH/C1", "DE")
    assert PLAIN.settings({}).tiebreaks == FormatSettings().tiebreaks


def cells(event: Event, by: Any = "number") -> dict[str, str]:
    """The cross-table's cells by name."""
    table = crosstable(event, overall(event), order(event), by)
    return {row.name: " ".join(cell for cell in found) for row, found in table.rows}


def test_crosstable_shows_opponent_colour_and_result() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS)
    assert crosstable(event, overall(event), order(event)).rounds == (1, 2, 3)
    assert cells(event) == {
        "Cid": "2b½ 4b1 1w1",
        "Bea": "3w½ 1b½ 4w1",
        "Ann": "4w1 2w½ 3b0",
        "Dan": "1b0 3w0 2b0",
    }
    # Order of the table: Cid, Bea, Ann, Dan.
    assert cells(event, "line")["Ann"] == "4w1 2w½ 1b0"


def test_crosstable_shows_unplayed_rounds() -> None:
    event = build(
        "Ann Bea Cid Dan Eve",
        "A-B +/-, C-D -/-, E bye",
        "A-B ?, C-D, E half",
        "A-B 1/2-0, C zero, D out, E full",
    )
    assert cells(event) == {
        "Ann": "2w+ 2w? 2w½",
        "Bea": "1b- 1b? 1b0",
        "Cid": "4w- 4w 0",
        "Dan": "3b- 3b 0",
        "Eve": "bye ½ 1",
    }


def test_crosstable_marks_rounds_out_of_the_event_and_byes_of_other_worth() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", "B-C 1", bye_points=d("0.5"))
    event = changed(event, "Ann", away=(Away(2),))
    assert cells(event) == {"Ann": "2w1 -", "Bea": "1b0 3w1", "Cid": "bye +½ 2b0"}
    late = changed(build("Ann Bea Cid", "A-B 1", "B-C 1, A bye"), "Cid", joined=2)
    assert cells(late)["Cid"] == "- 2b0"


def test_crosstable_says_that_a_match_goes_on_and_leaves_out_who_is_out() -> None:
    event = build("Ann Bea Cid Dan", "A-B 1, C-D", "A-B 1")
    first = event.round(1)
    long = tuple(replace(m, due=2) if m.result is None else m for m in first.matches)
    event = replace(event, rounds=(replace(first, matches=long), *event.rounds[1:]))
    assert cells(event)["Cid"] == f"4w {GOES_ON}"
    assert cells(build("Ann Bea Cid", "A-B 1, C bye", "A-B 1"))["Cid"] == "bye -"


def test_crosstable_of_a_category_names_outsiders_in_brackets() -> None:
    event = build("Ann Bea Cid Dan", *THREE_ROUNDS)
    for name in ("Ann", "Cid"):
        event = changed(event, name, category="U9")
    table = standings(event, order(event))[1]
    found = crosstable(event, table, order(event), "line")
    assert [cell for _, cell in found.rows] == [
        ("(2)b½", "(4)b1", "2w1"),
        ("(4)w1", "(2)w½", "1b0"),
    ]


def test_crosstable_tells_who_won_a_level_match_by_its_tie_break() -> None:
    teams = Cup(2, score="imps")
    teams.draw()
    teams.enter("40-40 away bam")
    boards = Cup(2, "team_knockout")
    boards.draw()
    boards.enter("2-2 home lot")
    for cup, winner, loser in ((teams, "1=*", "2="), (boards, "2w2*", "1b2")):
        table = cup.format.standings(cup.event)[0]
        found = crosstable(cup.event, table, cup.format.order(cup.event), teams=True)
        assert [cells for _, cells in found.rows] == [(winner,), (loser,)]
