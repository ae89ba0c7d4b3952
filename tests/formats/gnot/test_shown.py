"""What is shown beside the draw: tables while the event runs, panels with deciding figures."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from engine.event import Adjustment
from engine.standings import as_of
from engine.tables import Panel, Row, Table
from tests.formats.gnot.audit import teams, winners
from tests.formats.gnot.evenings import Evenings, by_chance


@pytest.fixture(scope="module")
def played() -> Evenings:
    """Twenty-three teams, everything played."""
    evenings = Evenings(23, seed=9)
    say = by_chance(Random(9))
    while evenings.play_on(say) != "finished":
        pass
    return evenings


def table(evenings: Evenings, name: str, after: int) -> Table:
    tables = evenings.format.standings(as_of(evenings.event, after))
    return next(t for t in tables if t.name == name)


def at_rank(rows: tuple[Row, ...], rank: int) -> set[str]:
    return {row.id for row in rows if row.rank == rank}


def panel(evenings: Evenings, name: str) -> Panel:
    return next(p for p in evenings.format.panels(evenings.event) if p.name == name)


def named(evenings: Evenings, ids: set[str]) -> set[str]:
    return {evenings.event.entrant(id).name for id in ids}


def test_the_unbeaten_stand_above_the_single_knockout_and_that_above_the_swiss(
    played: Evenings,
) -> None:
    rows = table(played, "Overall", 5).rows
    unbeaten = winners(played.stage(5, "dko"))
    assert at_rank(rows, 1) == unbeaten
    swiss = {row.id for row in table(played, "Swiss", 5).rows}
    inside = {e.id for e in played.event.entrants} - unbeaten - swiss
    assert at_rank(rows, 3) == inside
    assert {row.id for row in rows if row.rank > 3} == swiss
    # two beaten in DKO R2, and the four winners of SKO R3
    assert inside == (teams(played.stage(5, "dko")) - unbeaten) | winners(played.stage(5, "sko"))


def test_the_swiss_table_marks_what_a_team_came_with(played: Evenings) -> None:
    rows = {row.id: row for row in table(played, "Swiss", 7).rows}
    first = teams(played.stage(3, "swiss"))
    assert {id for id, row in rows.items() if row.tiebreaks["Drop-in"] is None} == first
    for id in rows.keys() - first:
        row = rows[id]
        came, won = row.tiebreaks["Drop-in"], row.tiebreaks["VP"]
        assert came is not None
        assert won is not None
        assert row.points == came + won
        assert row.working["Drop-in"].endswith(str(came)) or str(came) in row.working["Drop-in"]


def test_of_points_given_only_the_directors_stand_under_a_table(played: Evenings) -> None:
    assert any(a.cause == "drop-in" for a in played.event.adjustments)
    fined = Adjustment("9", Decimal("-1.5"), "late at the table", 5)
    event = replace(played.event, adjustments=(*played.event.adjustments, fined))
    for shown in played.format.standings(event):
        told = {row.id: row.remark for row in shown.rows if row.remark}
        assert set(told.values()) <= {"-1½ after session 3.1: late at the table"}
        assert told.keys() == {"9"} & {row.id for row in shown.rows}


def test_knockout_tables_rank_by_how_far_a_team_came(played: Evenings) -> None:
    dko = table(played, "DKO", 10).rows
    assert [row.rank for row in dko] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert at_rank(dko, 1) == winners(played.stage(7, "dko"))
    assert all(row.tiebreaks["R3"] is None for row in dko[2:])
    sko = table(played, "SKO", 10).rows
    assert at_rank(sko, 1) == winners(played.stage(9, "sko"))
    assert len(sko) == 12 + 7


def test_lucky_losers_are_listed_in_order_with_their_figures(played: Evenings) -> None:
    shown = panel(played, "Lucky losers of Match 1")
    lucky = named(
        played,
        teams(played.stage(2, "qualifying", "A"))
        - winners([m for m in played.stage(1, "qualifying") if m.group != "Triangle"]),
    )
    assert {row[1] for row in shown.rows if row[5] == "goes on"} == lucky
    assert [row[5] for row in shown.rows] == ["goes on", "goes on", *[""] * 8]
    figures = [(0 if row[2] == "tie" else int(row[2]), int(row[3])) for row in shown.rows]
    assert figures == sorted(figures)


def test_drop_in_scores_are_worked_out_in_a_panel(played: Evenings) -> None:
    rows = panel(played, "Drop-in scores").rows
    assert [row[0] for row in rows] == ["2", "3", "4", "5", "6", "7"]
    for row in rows:
        assert float(row[5]) == pytest.approx(max(float(row[3]), float(row[4])), abs=0.00501)


def test_every_lot_is_shown(played: Evenings) -> None:
    assert len(panel(played, "Lots").rows) == len(played.event.lots) > 2


def test_a_round_says_how_many_drop_in_on_what(played: Evenings) -> None:
    headings = {
        r.number: played.format.headings(played.event.until(r.number - 1), r)
        for r in played.event.rounds
    }
    assert headings[2] == {}
    assert headings[3]["Swiss 1"] == "3 teams, the first round by lot"
    assert headings[4]["Swiss 2"] == "3 in the Swiss, 4 dropping in, three play a triangle"
    score = panel(played, "Drop-in scores").rows[1][5]
    assert headings[5]["Swiss 3"] == f"7 in the Swiss, 4 dropping in on {score} VP"
