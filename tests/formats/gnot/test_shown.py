"""What is shown beside the draw: tables while the event runs, panels with deciding figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from engine.actions import EnterResults
from engine.event import Adjustment
from engine.match_results import MatchResult, winning_side
from engine.results import Side
from engine.standings import as_of
from engine.tables import Panel, StandingRow, StandingTable
from saves.sheets import beside
from tests.formats.gnot.audit import teams, winners
from tests.formats.gnot.evenings import Evenings, by_chance
from tui.screens.meeting_lines import panel_lines


@pytest.fixture(scope="module")
def played() -> Evenings:
    """Twenty-three teams, everything played."""
    evenings = Evenings(23, seed=9)
    say = by_chance(Random(9))
    while evenings.play_on(say) != "finished":
        pass
    return evenings


def table(evenings: Evenings, name: str, after: int | None = None) -> StandingTable:
    event = evenings.event if after is None else as_of(evenings.event, after)
    tables = evenings.format.standings(event)
    return next(t for t in tables if t.name == name)


def at_rank(rows: tuple[StandingRow, ...], rank: int) -> set[str]:
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
    assert "before" not in shown.columns, "of the first match nobody was lucky before"
    assert {row[1] for row in shown.rows if row[4] == "goes on"} == lucky
    assert [row[4] for row in shown.rows] == ["goes on", "goes on", *[""] * 8]
    figures = [(0 if row[2] == "tie" else int(row[2]), int(row[3])) for row in shown.rows]
    assert figures == sorted(figures)


def test_drop_in_scores_are_worked_out_in_a_panel(played: Evenings) -> None:
    rows = panel(played, "Drop-in scores").rows
    assert [row[0] for row in rows] == ["2", "3", "4", "5", "6", "7"]
    for row in rows:
        assert float(row[5]) == pytest.approx(max(float(row[3]), float(row[4])), abs=0.00501)


def test_the_columns_of_drop_in_scores_say_what_they_are(played: Evenings) -> None:
    shown = panel(played, "Drop-in scores")
    told = "\n".join(one.text for one in panel_lines([shown], 72))
    for head in ("LS", "A", "B"):
        assert head in shown.columns
        assert f"{head}: " in told
    (paper,) = (g for g in beside(played.event, played.format, 10) if g.title == shown.name)
    assert paper.notes == shown.notes


def test_every_lot_is_shown(played: Evenings) -> None:
    assert len(panel(played, "Lots").rows) == len(played.event.lots) > 2


def test_a_round_says_how_many_drop_in_on_what(played: Evenings) -> None:
    headings = {
        r.number: played.format.headings(played.event.until(r.number - 1), r)
        for r in played.event.rounds
    }
    assert headings[2] == {}
    assert headings[3]["Swiss 1"] == "3 teams, by lot: nothing is played in it yet"
    assert headings[4]["Swiss 2"] == "3 in the Swiss, 4 dropping in, three play a triangle"
    score = panel(played, "Drop-in scores").rows[1][5]
    assert headings[5]["Swiss 3"] == f"7 in the Swiss, 4 dropping in on {score} VP"


@pytest.mark.parametrize("teams", [16, 19, 20, 23])
def test_after_the_first_evening_those_who_are_out_stand_last(teams: int) -> None:
    evenings = Evenings(teams, seed=2)
    say = by_chance(Random(teams))
    evenings.play_until(3, say)
    overall = table(evenings, "Overall")
    there = {e.id for e in evenings.event.entrants}
    assert {row.id for row in overall.rows} == there
    first = [row for row in overall.rows if row.rank == 1]
    assert len(first) == 8
    evenings.play_until(4, say)
    drawn = {id for m in evenings.stage(3, "dko") for id in m.pair}
    assert {row.id for row in first} == drawn, "the eight of the DKO lead before it is drawn"
    out = {id for m in evenings.stage(3, "swiss") for id in m.pair}
    assert {row.id for row in overall.rows[len(there) - len(out) :]} == out


def test_in_the_middle_of_the_first_evening_nobody_stands_below_those_who_are_out() -> None:
    evenings = Evenings(23, seed=2)
    say = by_chance(Random(5), ties=0)
    while len(evenings.event.published) < 2:
        evenings.play_on(say)
    pool_b = [m for m in evenings.half(2).matches if m.section == "B"]
    evenings.do(EnterResults(tuple((m.board, "30-20") for m in pool_b)))
    rows = table(evenings, "Overall").rows
    contending = {id for m in evenings.half(2).matches if m.section == "A" for id in m.pair}
    assert contending <= {row.id for row in rows if row.rank == 1}


def test_every_match_won_counts_the_triangle_and_the_swiss_too() -> None:
    evenings = Evenings(23, seed=2)
    say = by_chance(Random(5))
    while evenings.play_on(say) != "finished":
        pass
    halves: Counter[str] = Counter()
    for round in evenings.event.published:
        for match in round.matches:
            result = match.result
            assert result is not None
            stands = match.stage == "swiss" or match.group == "Triangle"
            tied = isinstance(result, MatchResult) and result.tied and stands
            sides: tuple[Side, Side] = ("white", "black")
            for id, side in zip(match.pair, sides, strict=True):
                halves[id] += 1 if tied else 2 * (winning_side(result) == side)
    won = {row.id: row.tiebreaks["Won"] for row in table(evenings, "Overall").rows}
    assert won == {id: Decimal(halves[id]) / 2 for id in won}


def test_who_plays_a_knockout_has_no_place_yet_and_its_code_is_explained_below(
    played: Evenings,
) -> None:
    """Two teams were `1=` and six `3=`, and the letters stood for nothing."""
    shown = table(played, "Overall", 5)
    places = list(shown.places.values())
    assert places[:8] == ["DKO"] * 2 + ["SKO"] * 6
    assert places[8] == "9"
    assert shown.notes[0].startswith("Double knockout (DKO): ")
    assert shown.notes[1].startswith("Single knockout (SKO): ")
    assert not {"DKO", "SKO"} & set(table(played, "Overall").places.values())


def test_nobody_has_a_place_before_the_first_session_is_played(played: Evenings) -> None:
    """All were `1=` after its first match, which half of them had won."""
    shown = table(played, "Overall", 1)
    assert set(shown.places.values()) == {"-"}
    assert {row.rank for row in shown.rows} == {1}
    assert "-" not in table(played, "Overall", 2).places.values()
