"""The draw of teams against every bye, every set of upfloaters and every pairing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from formats.team_swiss.drawing import draw_teams
from formats.team_swiss.field import NoTeamDraw
from formats.team_swiss.position import TeamDraw, TeamPosition
from tests.formats.team_swiss.events import TeamEvent, TeamStyle
from tests.formats.team_swiss.reference import Reference


def differences(seed: int, smallest: int, largest: int) -> Iterator[str]:
    """Rounds of a random event in which the draw is not the one found by trying all."""
    rng = Random(seed)
    found: list[str] = []

    def checked(position: TeamPosition) -> TeamDraw:
        expected = Reference(position).draw()
        try:
            drawn = draw_teams(position)
        except NoTeamDraw:
            if expected is not None:
                found.append(f"seed {seed}, round {position.round}: not drawn")
            raise
        if expected is None or (set(drawn.pairs), drawn.bye) != (
            set(expected.pairs),
            expected.bye,
        ):
            found.append(f"seed {seed}, round {position.round}: {drawn}, not {expected}")
        return drawn

    try:
        for _ in TeamEvent(TeamStyle.random(rng, smallest, largest), rng).rounds(checked):
            pass
    except NoTeamDraw:
        pass
    yield from found


def test_small_events_by_brute_force() -> None:
    assert [d for seed in range(250) for d in differences(seed, 3, 8)] == []


@pytest.mark.slow
def test_two_thousand_events_by_brute_force() -> None:
    assert [d for seed in range(10_000, 12_000) for d in differences(seed, 6, 12)] == []
