"""What a round of teams measures: the draw as the least of all legal rounds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from formats.team_swiss.drawing import draw_teams
from formats.team_swiss.field import NoTeamDraw, TeamField
from formats.team_swiss.measures import measured_teams
from formats.team_swiss.position import SwissTeam, TeamDraw, TeamPosition
from tests.formats.team_swiss.events import TeamEvent, TeamStyle
from tests.formats.team_swiss.reference import Reference


def all_rounds(position: TeamPosition) -> Iterator[TeamDraw]:
    """Every legal round of a small field, colours by article 4.3."""
    reference = Reference(position)
    numbers = sorted(reference.team)
    byes = [n for n in numbers if reference.team[n].may_have_bye] if len(numbers) % 2 else [None]
    for bye in byes:
        for pairing in reference.pairings([n for n in numbers if n != bye]):
            yield TeamDraw(tuple(reference.colours(a, b) for a, b in pairing), bye)


def faults(seed: int, largest: int) -> Iterator[str]:
    """Legal rounds that do not measure more than the draw."""
    rng = Random(seed)
    try:
        for position, drawn in TeamEvent(TeamStyle.random(rng, 2, largest), rng).rounds(draw_teams):
            field = TeamField(position)
            least = [m.value for m in measured_teams(field, drawn)]
            for other in all_rounds(position):
                same = {*other.pairs} == {*drawn.pairs}
                values = [m.value for m in measured_teams(field, other)]
                if (values == least) != same or (not same and values < least):
                    yield f"seed {seed}, round {position.round}: {other} is not worse than the draw"
    except NoTeamDraw:
        return


def test_the_draw_measures_least_of_all_legal_rounds() -> None:
    assert [fault for seed in range(25) for fault in faults(seed, 7)] == []


@pytest.mark.slow
def test_the_draw_measures_least_in_many_events() -> None:
    assert [fault for seed in range(1000, 1400) for fault in faults(seed, 8)] == []


def value(position: TeamPosition, drawn: TeamDraw, name: str, where: str = "") -> object:
    found = measured_teams(TeamField(position), drawn)
    return next(m.value for m in found if (m.where, m.name) == (where, name))


def test_what_no_round_may_do_and_what_it_counts() -> None:
    teams = (
        SwissTeam(1, 400, colours="WW", met=frozenset({2})),
        SwissTeam(2, 400, colours="WW", met=frozenset({1}), may_have_bye=False),
        SwissTeam(3, 200, colours="WB", floated=True),
        SwissTeam(4, 200, colours="BW"),
        SwissTeam(5, 0, colours="BB"),
    )
    position = TeamPosition(teams, 3, 7)
    by_hand = TeamDraw(((1, 2), (3, 4)), 5)
    assert value(position, by_hand, "C1") == 1
    assert value(position, by_hand, "C8", "4 points") == 1
    barred_bye = TeamDraw(((1, 3), (4, 5)), 2)
    assert value(position, barred_bye, "C2") == 1
    assert value(position, barred_bye, "C4", "4 points") == 1
    assert value(position, barred_bye, "C7", "4 points") == 1
    assert value(position, TeamDraw(((1, 3), (4, 5))), "all paired") == 1
    drawn = draw_teams(position)
    assert drawn.bye == 5
    assert value(position, TeamDraw(tuple(p[::-1] for p in drawn.pairs), 5), "colours") == 2
