"""CSV files for spreadsheets: nothing becomes a formula, and the entry list comes back."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.entrants import Entrant
from engine.event import Adjustment
from engine.points import HALF
from engine.refusal import Refused
from saves.csv_cells import FORMULA_STARTS, csv_text, harmless
from saves.entries_csv import read_entries
from saves.tables_csv import write_csv, write_entries_csv
from tests.engine.build import build
from tests.saves.played import PLAIN, entrants, played


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    "name", ["=1+1", "+44", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1", "\uff0d1"]
)
def test_a_name_that_would_be_a_formula_gets_an_apostrophe(name) -> None:
    event = played([Entrant("1", name), Entrant("2", "Lee")], 1)
    for what in ("entries", "pairings", "standings"):
        cells = [
            cell for row in csv.reader(io.StringIO(write_csv(event, PLAIN, what))) for cell in row
        ]
        assert any(cell.startswith("'") for cell in cells)
        assert not [c for c in cells if c[:1] in FORMULA_STARTS and c[1:2] not in "0123456789"]


@given(st.text(max_size=30))
def test_no_text_at_all_begins_like_a_formula_in_a_cell(text) -> None:
    assert harmless(text)[:1] not in FORMULA_STARTS


def test_numbers_are_numbers_also_below_zero() -> None:
    assert csv_text(["a", "b"], [[-HALF, 3]]) == "a,b\r\n-0.5,3\r\n"


def test_the_entry_list_written_is_the_entry_list_read() -> None:
    players = list(entrants("juniors-41.csv"))
    players[0] = replace(
        players[0],
        name="=SUM(A1)",
        fide_id="2500001",
        birth="2012-05-31",
        title="CM",
        members=("=A", "-B"),
        captain="Ann",
        note="-late",
        seed=3,
        external="-1",
    )
    event = played(players, 2)
    again = read_entries(write_entries_csv(event).encode(), "again.csv")
    assert again.warnings == ()
    bare = [replace(e, id="", away=(), byes=()) for e in event.entrants]
    assert [replace(e, byes=()) for e in again.entrants] == bare
    assert [[(b.round, b.points) for b in e.byes] for e in again.entrants] == [
        [(b.round, b.points) for b in e.byes] for e in event.entrants
    ]


def test_the_pairings_say_who_scored_what_and_how() -> None:
    event = build("Ann Bea Cid Dan Eve Fay Gil", "A-B 1-0, C-D 0-1, E-F +/-, G bye")
    found = rows(write_csv(event, PLAIN, "pairings"))
    assert [
        (row["white"], row["white_points"], row["black"], row["black_points"], row["how"])
        for row in found
    ] == [
        ("Ann", "1", "Bea", "0", "played"),
        ("Cid", "0", "Dan", "1", "played"),
        ("Eve", "1", "Fay", "0", "forfeit"),
        ("Gil", "1", "", "", "pairing bye"),
    ]


def test_standings_carry_points_tie_breaks_and_categories_as_plain_numbers() -> None:
    event = played(entrants("juniors-41.csv"), 3)
    event = replace(event, adjustments=(Adjustment("1", -HALF, "phone", 2),))
    found = rows(write_csv(event, PLAIN, "standings"))
    overall = [row for row in found if row["table"] == "Overall"]
    assert len(overall) == 41
    assert {row["table"] for row in found} >= {"Category U9", "Category U18"}
    tables = PLAIN.standings(event)
    assert [float(row["points"]) for row in overall] == [float(r.points) for r in tables[0].rows]
    assert [row["id"] for row in overall] == [r.id for r in tables[0].rows]
    assert float(overall[0]["BH"]) == float(tables[0].rows[0].tiebreaks["BH"] or 0)


def test_pairings_have_no_result_that_a_spreadsheet_would_take_for_a_date() -> None:
    event = played(entrants("juniors-41.csv"), 2)
    found = rows(write_csv(event, PLAIN, "pairings", 1))
    match = event.round(1).matches[0]
    assert found[0]["white"] == event.entrant(match.white).name
    assert {row["how"] for row in found} <= {"played", "forfeit", "pairing bye"}
    assert all("-" not in row["white_points"] for row in found)
    assert [row for row in rows(write_csv(event, PLAIN, "pairings", 2)) if row["how"] == "absent"]


def test_a_proposal_is_not_exported() -> None:
    event = played(entrants("diagonal-26.csv"), 1)
    with pytest.raises(Refused, match="round 2 is not drawn"):
        write_csv(event, PLAIN, "pairings", 2)
