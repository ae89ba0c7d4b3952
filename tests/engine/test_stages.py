"""The flow of an event whose stages are drawn anew each round."""

from __future__ import annotations

from dataclasses import replace

from engine.event import Event, Match, Round, RoundState
from engine.fixtures import Stage, bracket_as_drawn
from engine.match_results import MatchRules
from tests.engine.build import build

STAGES = (
    Stage("dko", "Double knockout"),
    Stage("sko", "Knockout"),
    Stage("swiss", "Swiss", loose=True),
)


def event(*rounds: str) -> Event:
    """A round a text: `dko A-B 30-20, swiss C-D 5-5`."""
    base = build("A B C D E F G H", total=9)
    ids = {e.name: e.id for e in base.entrants}
    made = []
    for number, text in enumerate(rounds, start=1):
        matches = []
        for board, part in enumerate(filter(None, text.split(", ")), start=1):
            stage, pair, result = part.split(" ", 2)
            home, away = (ids[name] for name in pair.split("-"))
            given = None if result == "?" else MatchRules(needs_winner=False).parse(result)
            matches.append(Match(board, home, away, given, stage=stage, group=stage.upper()))
        made.append(Round(number, RoundState.PUBLISHED, tuple(matches)))
    return replace(base, rounds=tuple(made))


def test_each_side_comes_from_the_match_that_it_won_or_lost() -> None:
    found = bracket_as_drawn(
        event(
            "dko A-B 30-20, dko C-D 10-40, sko E-F 9-8, sko G-H 40-40 away bam",
            "dko A-D ?, sko B-E ?, sko C-H ?, swiss F-G ?",
        ),
        STAGES,
    )
    slots = {f.node.id: [(s.kind, s.match) for s in f.node.slots] for f in found.fixtures.values()}
    assert slots["1.1"] == [("drawn", ""), ("drawn", "")]
    assert slots["2.1"] == [("winner", "1.1"), ("winner", "1.2")]
    assert slots["2.2"] == [("loser", "1.1"), ("winner", "1.3")]
    assert slots["2.3"] == [("loser", "1.2"), ("winner", "1.4")]
    assert slots["2.4"] == [("loser", "1.3"), ("loser", "1.4")]
    assert {n.id for n in found.bracket.after("1.1")} == {"2.1", "2.2"}
    assert found.bracket.graph.number_of_edges() == 8


def test_a_swiss_sends_nobody_anywhere_and_a_tie_there_is_no_win() -> None:
    found = bracket_as_drawn(
        event("swiss A-B 30-20, swiss C-D 5-5", "swiss A-C 3-2, swiss B-D 0-9"), STAGES
    )
    assert found.bracket.graph.number_of_edges() == 0
    assert found.fixtures["1.2"].winner == ""
    assert found.fixtures["2.2"].winner == "4"


def test_matches_stand_by_stage_and_those_of_other_stages_are_left_out() -> None:
    found = bracket_as_drawn(
        event("swiss A-B 1-0, dko C-D 1-0, lunch E-F 1-0, sko G-H 1-0"), STAGES
    )
    assert [f.node.id for f in found.fixtures.values()] == ["1.2", "1.4", "1.1"]
    assert list(found.bracket.columns) == [("dko", 1), ("sko", 1), ("swiss", 1)]


def test_what_a_correction_would_undo_is_read_from_the_flow() -> None:
    found = bracket_as_drawn(
        event("dko A-B 30-20, dko C-D 10-40", "dko A-D 5-3, sko B-C 4-2", "sko D-B ?"), STAGES
    )
    assert [f.node.id for f in found.depending("1.1")] == ["2.1", "2.2", "3.1"]
    assert [f.node.id for f in found.depending("2.2")] == ["3.1"]
    assert found.ready == ()
