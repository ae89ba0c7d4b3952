"""What holds for every draw of teams, whatever its history; and positions of the text itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.history import Colour
from engine.pairable import mask_of, members
from formats.team_swiss.bracket import TeamBracket
from formats.team_swiss.drawing import draw_teams
from formats.team_swiss.field import NoTeamDraw, TeamField
from formats.team_swiss.position import (
    PreferenceType,
    SwissTeam,
    TeamDraw,
    TeamPosition,
    team_preference,
)
from formats.team_swiss.upfloats import Upfloating
from tests.formats.team_swiss.events import TeamEvent, TeamStyle
from tests.formats.team_swiss.reference import Reference


def rounds(seed: int, largest: int) -> Iterator[tuple[TeamPosition, TeamDraw]]:
    """A random event as far as it could be drawn."""
    rng = Random(seed)
    try:
        yield from TeamEvent(TeamStyle.random(rng, 2, largest), rng).rounds(draw_teams)
    except NoTeamDraw:
        return


@pytest.mark.parametrize("seed", range(12))
def test_every_round_is_legal_and_whole(seed: int) -> None:
    for position, drawn in rounds(seed, 40):
        team = {team.number: team for team in position.teams}
        placed = [number for pair in drawn.pairs for number in pair]
        placed += [drawn.bye] if drawn.bye is not None else []
        assert sorted(placed) == sorted(team)
        for white, black in drawn.pairs:
            assert black not in team[white].met
            assert frozenset((white, black)) not in position.forbidden
        if drawn.bye is not None:
            assert team[drawn.bye].may_have_bye


def off_the_reference(seed: int) -> Iterator[str]:
    """Rounds that exact matching at every step draws otherwise."""
    for position, drawn in rounds(seed, 40):
        if drawn != draw_teams(position, reference=True):
            yield f"seed {seed}, round {position.round}"


def test_fields_to_forty_by_exact_matching() -> None:
    """In round 6 of seed 82 every set of upfloaters has teams that have floated before (C7)."""
    assert [d for seed in (*range(8), 82) for d in off_the_reference(seed)] == []


@pytest.mark.slow
def test_many_fields_to_forty_by_exact_matching() -> None:
    assert [d for seed in range(1000, 3000) for d in off_the_reference(seed)] == []


def test_what_the_following_scoregroup_needs_is_what_a_search_finds() -> None:
    """C6, without a search where some team below makes it even."""
    odd = 0
    for position, _ in (one for seed in range(8) for one in rounds(seed, 16)):
        field = TeamField(position)
        top = max(team.score for team in field.teams)
        residents = mask_of(n for n, team in enumerate(field.teams) if team.score == top)
        lower = mask_of(range(len(field))) & ~residents
        for place in members(lower):
            up, floating = 1 << place, Upfloating(field, residents, lower)
            left = floating.following & ~up
            below = lower & ~up & ~left
            if left and below and field.pairable.perfect(lower & ~up):
                odd += left.bit_count() % 2
                assert floating.needed(up) == Upfloating(field, left, below).fewest()
    assert odd >= 5


def test_the_order_in_which_teams_are_given_does_not_matter() -> None:
    for position, drawn in rounds(3, 30):
        turned = replace(position, teams=tuple(reversed(position.teams)))
        assert draw_teams(turned) == drawn


def test_nobody_is_drawn_from_nobody() -> None:
    assert draw_teams(TeamPosition((), 1, 5)) == TeamDraw(())


def test_two_who_have_met_cannot_be_drawn() -> None:
    teams = (
        SwissTeam(1, 200, colours="W", met=frozenset({2})),
        SwissTeam(2, 0, colours="B", met=frozenset({1})),
    )
    with pytest.raises(NoTeamDraw):
        draw_teams(TeamPosition(teams, 2, 5))


def test_a_first_round() -> None:
    """3.6.3: halves by number; 4.3.1: an odd first-team has the initial-colour; 3.4.4."""
    teams = tuple(SwissTeam(number, 0) for number in range(1, 8))
    assert draw_teams(TeamPosition(teams, 1, 5)) == TeamDraw(((1, 4), (5, 2), (3, 6)), 7)
    black = TeamPosition(teams, 1, 5, initial="B")
    assert draw_teams(black) == TeamDraw(((4, 1), (2, 5), (6, 3)), 7)


def example(*, barred: bool) -> TeamPosition:
    """3.5.4: 2, 6 and 8 have 3 points, 1, 3 and 5 have 2½; three upfloaters are needed."""
    top = {n: frozenset({4, 7, 9} - {n}) for n in (4, 7, 9)}
    last = frozenset({1, 3, 5}) if barred else frozenset()
    return TeamPosition(
        (
            *(SwissTeam(n, 400, met=met) for n, met in top.items()),
            *(SwissTeam(n, 300) for n in (2, 6, 8)),
            *(SwissTeam(n, 250, met=frozenset({10}) if barred else frozenset()) for n in (1, 3, 5)),
            SwissTeam(10, 0, met=last),
        ),
        5,
        9,
    )


@pytest.mark.parametrize(("barred", "expected"), [(False, [2, 6, 8]), (True, [1, 2, 6])])
def test_the_upfloaters_of_the_example(barred: bool, expected: list[int]) -> None:
    """The highest scores (C5), unless the rest could not be paired then (C3)."""
    field = TeamField(example(barred=barred))
    for reference in (False, True):
        residents = field.groups[0]
        chosen = Upfloating(field, residents, field.everybody & ~residents).chosen(
            reference=reference
        )
        assert [t.number for n, t in enumerate(field.teams) if chosen >> n & 1] == expected


@pytest.mark.parametrize("emptied", [True, False])
def test_a_following_scoregroup_that_is_empty_asks_nothing(emptied: bool) -> None:
    """2.3.3: 1 cannot meet 2, so 3 floats up to 1. Below 2 the scoregroup of 3 is empty then, and
    C6 asks nothing: 4 floats up, the first by number, although 5 and 6 have met. Where 3 has the
    score of 4, 5 and 6 their scoregroup follows that of 2, and 5 floats up."""
    teams = (
        SwissTeam(1, 900, met=frozenset({2})),
        SwissTeam(2, 850, met=frozenset({1})),
        SwissTeam(3, 800 if emptied else 700),
        SwissTeam(4, 700),
        SwissTeam(5, 700, met=frozenset({6})),
        SwissTeam(6, 700, met=frozenset({5})),
        SwissTeam(7, 600),
        SwissTeam(8, 600),
    )
    position = TeamPosition(teams, 5, 9)
    expected = Reference(position).draw()
    assert expected is not None
    for reference in (False, True):
        drawn = draw_teams(position, reference=reference)
        assert set(drawn.pairs) == set(expected.pairs)
        opponent = {a: b for pair in drawn.pairs for a, b in (pair, pair[::-1])}
        assert (opponent[1], opponent[2]) == (3, 4 if emptied else 5)


def test_of_equal_pairings_the_smaller_numbers_are_top_members() -> None:
    """3.6.2: an upfloater of a smaller number stands before residents."""
    teams = (SwissTeam(1, 100), SwissTeam(2, 300), SwissTeam(3, 300), SwissTeam(4, 300))
    field = TeamField(TeamPosition(teams, 5, 9))
    for reference in (False, True):
        bracket = TeamBracket(field, 0b1110, 0b0001)
        assert bracket.paired(reference=reference) == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("colours", "kind", "last", "colour", "strength"),
    [
        ("", "A", False, None, "none"),
        ("WB", "A", False, None, "none"),
        ("WW", "A", False, "B", "simple"),
        ("BWW", "A", False, "B", "simple"),
        ("BBWW", "A", False, "B", "simple"),
        ("BBBWW", "A", False, None, "none"),
        ("WWWBB", "B", False, "B", "mild"),
        ("WBB", "B", False, "W", "strong"),
        ("WWB", "B", False, "B", "mild"),
        ("WB", "B", False, "W", "mild"),
        ("WB", "B", True, None, "none"),
        ("WWBB", "B", True, "W", "strong"),
        ("WWW", "none", False, None, "none"),
    ],
)
def test_colour_preferences(
    colours: str, kind: PreferenceType, last: bool, colour: Colour | None, strength: str
) -> None:
    """1.7; a third match with a colour that it has had less often makes none."""
    wish = team_preference(colours, kind, last)
    assert (wish.colour, wish.strength) == (colour, strength)
