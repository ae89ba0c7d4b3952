"""What chess teams have scored: match points, and the points of their games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, derived
from engine.match_results import TeamResult
from engine.points import NIL, Points
from engine.results import Side


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Match points and game points, of a match or of several."""

    match_points: Points = NIL
    game_points: Points = NIL

    def __add__(self, other: TeamScore) -> TeamScore:
        return TeamScore(
            self.match_points + other.match_points, self.game_points + other.game_points
        )

    def primary(self, event: Event) -> Points:
        """What teams are ranked by."""
        return self.game_points if event.settings.by_games else self.match_points

    def secondary(self, event: Event) -> Points:
        """What orders those who are level in it."""
        return self.match_points if event.settings.by_games else self.game_points


@derived
def team_scores(event: Event) -> Mapping[EntrantId, TeamScore]:
    """Every team's score over the published rounds; points of the arbiter count where teams are
    ranked. Boards of a match that is not finished are not in it."""
    scores = {entrant.id: TeamScore() for entrant in event.entrants}
    for round in event.published:
        for match in round.matches:
            for id in match.pair:
                scores[id] += match_score(event, match, match.side(id))
        for bye in round.byes:
            scores[bye.entrant] += bye_score(event, bye)
    last = event.current.number if event.current else 0
    for adjustment in event.adjustments:
        if adjustment.round <= last and adjustment.entrant in scores:
            scores[adjustment.entrant] += _ordered(event, adjustment.points, NIL)
    return scores


def match_score(event: Event, match: Match, side: Side) -> TeamScore:
    """What a match brings to one side."""
    result = match.result
    if not isinstance(result, TeamResult):
        return TeamScore()
    return TeamScore(result.match_points(side, event.settings), result.games(side))


def bye_score(event: Event, bye: Bye) -> TeamScore:
    """What a round without a match brings."""
    return _ordered(event, bye.points, bye.secondary)


def _ordered(event: Event, primary: Points, secondary: Points) -> TeamScore:
    pair = (secondary, primary) if event.settings.by_games else (primary, secondary)
    return TeamScore(*pair)
