"""Where a match leads is said before the next draw, and the next draw does what was said."""

from __future__ import annotations

from random import Random

import pytest

from engine.bracket_tree import stages, tree
from engine.brackets import Node
from engine.entrants import EntrantId
from engine.event import Event
from engine.fixtures import Fixture
from engine.protocol import bracket_of
from engine.standings import as_of
from formats.gnot.calendar import TRIANGLE, swiss_round
from tests.formats.gnot.evenings import Evenings, by_chance
from tests.sampling import sampled

SIZES = (16, 17, 18, 19, 20, 23, 25, 27, 29, 32)


def played(teams: int, halves: int = 10, seed: int = 5) -> Evenings:
    evenings = Evenings(teams, seed=seed)
    say = by_chance(Random(seed))
    while evenings.play_on(say) != "finished":
        if len(evenings.event.published) > halves:
            break
    return evenings


def next_place(event: Event, team: EntrantId, after: int) -> str | None:
    """What the team plays next, as its draw calls it; None where it is on no board any more, or
    sits its round out before that."""
    for round in event.published[after:]:
        if any(bye.entrant == team for bye in round.byes):
            return None
        for match in round.matches:
            if team in match.pair:
                swiss = match.stage == "swiss"
                return f"Swiss {swiss_round(round.number)}" if swiss else match.group
    return None


def fixtures(evenings: Evenings, half: int) -> list[Fixture]:
    """Those of the knockout sections that began in that half, as they stood after it."""
    found = bracket_of(evenings.format, as_of(evenings.event, half))
    assert found is not None
    return [
        f
        for f in found.fixtures.values()
        if f.round == half and f.node.stage != "swiss" and TRIANGLE not in f.node.title
    ]


@pytest.mark.parametrize("teams", sampled(SIZES, (16, 17, 18, 20, 23, 27, 32)))
def test_losers_and_winners_go_where_it_was_said(teams: int) -> None:
    evenings = played(teams)
    seen = 0
    for half in range(1, 10):
        for fixture in fixtures(evenings, half):
            loser, winner, onward = fixture.loser, fixture.winner, fixture.node.onward
            if half < 9 and (to := next_place(evenings.event, winner or "", half)) is not None:
                assert onward.winner == to, (half, fixture.node.label)
            to = next_place(evenings.event, loser, half) if loser else None
            if to is None or fixture.walkover:
                continue
            assert onward.loser == to, (half, fixture.node.label)
            seen += 1
    assert seen >= teams - 5


def nodes(evenings: Evenings, half: int) -> dict[str, Node]:
    return {f.node.title: f.node for f in fixtures(evenings, half)}


def test_twenty_three_teams_are_told_it_as_appendix_1_does() -> None:
    evenings = played(23, 9)
    told = {
        title: (node.onward.winner, node.onward.loser)
        for half in range(1, 10)
        for title, node in nodes(evenings, half).items()
        if not node.onward.lucky
    }
    assert told == {
        "Match 1": ("Pool A", "Pool B"),
        "Pool A": ("DKO round 1", "SKO round 1"),
        "Pool B": ("SKO round 1", "Swiss 1"),
        "DKO round 1": ("DKO round 2", "SKO round 3"),
        "SKO round 1": ("SKO round 2", "Swiss 2"),
        "SKO round 2": ("SKO round 3", "Swiss 3"),
        "DKO round 2": ("DKO round 3", "SKO round 5"),
        "SKO round 3": ("SKO round 4", "Swiss 4"),
        "SKO round 4": ("SKO round 5", "Swiss 5"),
        "DKO round 3": ("National Final", "SKO round 7"),
        "SKO round 5": ("SKO round 6", "Swiss 6"),
        "SKO round 6": ("SKO round 7", "Swiss 7"),
        "SKO round 7": ("second place, National Final", "third place"),
    }


def test_before_its_results_are_in_a_match_says_how_many_are_lucky() -> None:
    evenings = Evenings(23, seed=5)
    while not evenings.event.published:
        evenings.play_on(by_chance(Random(5)))
    found = bracket_of(evenings.format, evenings.event)
    assert found is not None
    notes = {n.onward.note for n in found.bracket.nodes if n.title == "Match 1"}
    assert notes == {"2 lucky losers → Pool A"}


def test_the_heads_of_columns_name_the_lucky_ones_last() -> None:
    evenings = played(23)
    found = bracket_of(evenings.format, evenings.event)
    assert found is not None
    heads = {
        head.title: head.losers
        for stage in stages(found.bracket)
        for head in tree(found.bracket, stage).heads
    }
    assert heads["SKO round 1"] == "Swiss 2 · °SKO round 2"
    assert heads["DKO round 2"] == "SKO round 5"
    assert heads["SKO round 6"] == "Swiss 7"


def test_the_score_that_one_drops_in_on_is_said_once_it_is_known() -> None:
    evenings = played(23)
    known = {
        f.node.title: f.node.onward.note
        for half in (5, 6)
        for f in fixtures(evenings, half)
        if f.node.stage == "sko"
    }
    after = as_of(evenings.event, 6)
    panel = next(p for p in evenings.format.panels(after) if p.name == "Drop-in scores")
    scores = {row[0]: row[5] for row in panel.rows}
    assert known["SKO round 4"] == f"dropping in on {scores['5']} VP"
