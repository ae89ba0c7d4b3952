"""Byes by request are worth a match: a drawn one or a won one, in both kinds of points."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.byes import is_full, is_half
from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Match
from engine.protocol import bye_worths
from engine.refusal import NoDraw
from engine.teams import TeamScore, team_scores
from engine.tiebreaks.record import Category, tally
from formats.registry import format_named
from tests.playing import InMemory, begun, enter, publish

TEAMS = [Entrant("", name) for name in ("Cork", "Galway", "Sligo", "Tralee")]


def played(primary: str, points: int) -> InMemory:
    """Two rounds of six boards; Cork asked for a bye in the second."""
    teams = [replace(TEAMS[0], byes=(RequestedBye(2, Decimal(points)),)), *TEAMS[1:]]
    desk = begun(format_named("team_swiss"), teams, rounds=3, boards=6, primary=primary)
    publish(desk)
    enter(desk)
    publish(desk)
    return desk


def bye_of(event: Event) -> TeamScore:
    before, after = (team_scores(event.until(n))["1"] for n in (1, 2))
    return TeamScore(
        after.match_points - before.match_points, after.game_points - before.game_points
    )


@pytest.mark.parametrize(
    ("primary", "points", "scored"),
    [("match", 1, (1, 3)), ("match", 2, (2, 6)), ("game", 3, (1, 3)), ("game", 6, (2, 6))],
)
def test_a_bye_is_worth_a_match_in_both_points(
    primary: str, points: int, scored: tuple[int, int]
) -> None:
    desk = played(primary, points)
    assert bye_of(desk.event) == TeamScore(*map(Decimal, scored))
    known = desk.event.settings
    assert bye_worths(known) == ([0, 1, 2] if primary == "match" else [0, 3, 6])
    half = scored == (1, 3)
    assert is_half(desk.event, Decimal(points)) is half
    assert is_full(desk.event, Decimal(points)) is not half


@pytest.mark.parametrize("absent", [False, True])
def test_a_team_that_has_not_been_paired_yet_has_no_number(absent: bool) -> None:
    """C.04.2, 2.4, and C.04.6, 4.3.1: Cork rests in round 1, so Sligo is 1 and has the
    initial-colour, as in the Dutch system."""
    bye = RequestedBye(1, Decimal(0 if absent else 1), absent=absent)
    names = ("Cork", "Sligo", "Galway", "Tralee", "Ennis")
    teams = [Entrant("", name, 2500 - 10 * n) for n, name in enumerate(names)]
    teams[0] = replace(teams[0], byes=(bye,))
    desk = begun(format_named("team_swiss"), teams, rounds=3, initial_colour="white")
    publish(desk)
    round = desk.event.round(1)
    homes = {desk.event.entrant(match.white).name for match in round.matches}
    assert "Sligo" in homes


def test_half_of_the_boards_is_a_voluntary_round() -> None:
    """C.07, 16.1.2: by game points too, although 3 is more than a won match brings otherwise."""
    desk = played("game", 3)
    record = tally(desk.event, desk.format.order(desk.event)).records["1"]
    assert record.rounds[1].category is Category.TRAILING


def test_teams_of_whom_nobody_may_rest_are_not_called_players() -> None:
    """Five teams: each had the bye or has won by forfeit (C2), and none has met another."""
    desk = begun(format_named("team_swiss"), [*TEAMS, Entrant("", "Ennis")], rounds=4)
    full: set[str] = set()

    def forfeited(event: Event, match: Match) -> str:
        winner = match.white if match.black in full else match.black
        full.add(winner)
        return "+/-" if winner == match.white else "-/+"

    for _ in range(2):
        full |= {bye.entrant for bye in publish(desk).byes}
        enter(desk, forfeited)
    with pytest.raises(NoDraw) as refused:
        desk.format.draw(desk.event)
    assert "nobody of them may have the bye" in refused.value.why
    assert "player" not in str(refused.value)
