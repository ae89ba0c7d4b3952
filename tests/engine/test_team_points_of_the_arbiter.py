"""Points that the arbiter gives or takes count where teams are ranked, from their round on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.entrants import Entrant
from engine.event import Adjustment
from engine.points import HALF
from engine.teams import team_scores
from formats.registry import format_named
from tests.playing import begun, publish


@pytest.mark.parametrize("by_games", [False, True])
def test_they_count_from_the_round_in_play_on(by_games: bool) -> None:
    teams = [Entrant("", name) for name in ("Cork", "Galway", "Sligo", "Tralee")]
    desk = begun(
        format_named("team_swiss"), teams, rounds=3, primary="game" if by_games else "match"
    )
    publish(desk)
    before = team_scores(desk.event)["1"]

    def after(round: int) -> object:
        given = Adjustment("1", HALF, "a phone rang", round)
        return team_scores(replace(desk.event, adjustments=(given,)))["1"]

    assert after(2) == before
    field = "game_points" if by_games else "match_points"
    assert after(1) == replace(before, **{field: getattr(before, field) + HALF})
