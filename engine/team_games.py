"""The players of chess teams in an event of their own: every board of a match is a game.

What is said of players (performance, rating change, norms, tables) is said of this event.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from engine.entrants import EntrantId
from engine.event import NOBODY, Bye, Event, EventSettings, Match, Round, derived
from engine.points import HALF, NIL, ONE, Points


@dataclass(frozen=True)
class _GameSettings:
    """The settings of the event, but that a game is worth 1, ½ and 0 and nothing is fixed before
    a round: who plays is the captains' choice."""

    settings: EventSettings

    def __getattr__(self, name: str) -> object:
        return getattr(self.settings, name)

    win_points: Points = ONE
    draw_points: Points = HALF
    loss_points: Points = NIL
    forfeit_points: Points = NIL
    bye_points: Points = NIL
    by_games: bool = False
    predetermined: bool = False
    single_games: bool = False
    """A Swiss or a round robin of players; the demands on such a field are not for teams (B.01,
    1.4.3d, 1.5.6)."""


@derived
def event_of_players(event: Event) -> Event:
    """The event as one of its players; boards that are empty, and rounds in which somebody did not
    play, are byes without points. In order of the teams' numbers, then of their lists."""
    teams = sorted(event.entrants, key=lambda team: (team.start_number or 0, int(team.id)))
    players = [player for team in teams for player in team.players]
    numbered = tuple(
        replace(player, start_number=number) for number, player in enumerate(players, start=1)
    )
    ids = [player.id for player in players]
    settings = cast(EventSettings, _GameSettings(event.settings))
    return replace(
        event, settings=settings, entrants=numbered,
        rounds=tuple(_round(round, ids) for round in event.published),
        adjustments=(), instructions=(), exchanges=(), ranked=(), accelerated=(), choices=(),
        lots=(),
    )  # fmt: skip


def _round(round: Round, players: list[EntrantId]) -> Round:
    games = tuple(
        replace(match, board=number) for number, match in enumerate(_games(round), start=1)
    )
    seated = {id for match in games for id in match.pair}
    byes = tuple(Bye(id, NIL, "requested") for id in players if id not in seated)
    return Round(round.number, round.state, games, byes)


def _games(round: Round) -> Iterator[Match]:
    for match in round.matches:
        for board in match.lineups:
            if NOBODY not in (board.white, board.black):
                yield Match(0, board.white, board.black, board.result)
