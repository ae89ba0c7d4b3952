"""The round robin of chess teams, single and double, by the Berger tables (FIDE C.05 Annex 1).

The team with White in the table has White on the first board; the colours of the boards alternate
from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar, cast

from engine.entrants import EntrantId
from engine.event import Bye, Event
from engine.match_results import forfeited
from engine.results import GameResult, Outcome, Result
from formats.berger import RoundRobinSettings
from formats.round_robin import RoundRobin
from formats.settings import MOST_ROUNDS, WINDOW, FormatSettings, knob
from formats.teams import TeamFormat, TeamSettings


class TeamRoundRobinSettings(TeamSettings, RoundRobinSettings):
    """Settings of the round robin of teams."""

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from the entries"
    )
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)
    tiebreaks: tuple[str, ...] = knob(
        default=("MPvGP", "DE", "SB"),
        description="tie-breaks after match points (or game points), in order (codes of FIDE C.07)",
    )

    def forfeit(self, result: GameResult) -> Result:
        """All games of the match."""
        sides = [side for side in ("white", "black") if _wins(result, side)]
        return forfeited(self.boards, sides[0] if sides else "")


def _wins(result: GameResult, side: str) -> bool:
    return result.outcome("white" if side == "white" else "black") is Outcome.WIN


class TeamRoundRobin(TeamFormat, RoundRobin):
    """Every team plays every team, once or twice."""

    name = "team_round_robin"
    title = "Team round robin"
    used_for = "leagues, school teams"
    summary = "every team meets every team on several boards, by the Berger tables; 3 to 60 teams"
    Settings: ClassVar[type[FormatSettings]] = TeamRoundRobinSettings
    report_code = "FIDE_TEAM_ROUNDROBIN"
    file_codes = r"FIDE_TEAM_(DOUBLE)?ROUNDROBIN"
    file_words = r"team.*round.?robin"

    def report_type(self, event: Event) -> str:
        """Single or double."""
        double = cast(TeamRoundRobinSettings, event.settings).double
        return "FIDE_TEAM_DOUBLEROUNDROBIN" if double else self.report_code

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """Single or double."""
        return {"double": True} if "DOUBLE" in code or "double" in words.lower() else {}

    def rest(self, event: Event, id: EntrantId, pair: Sequence[EntrantId]) -> Bye:
        """It scores points of both kinds."""
        return _scored(event, super().rest(event, id, pair))


def _scored(event: Event, bye: Bye) -> Bye:
    settings = cast(TeamRoundRobinSettings, event.settings)
    games = settings.bye_game_points
    if any(reason.code == "won-by-forfeit" for reason in bye.why):
        games = Decimal(settings.boards)
    if bye.kind != "pairing" or not (bye.points or games):
        return bye
    points, other = (games, bye.points) if settings.by_games else (bye.points, games)
    return replace(bye, points=points, secondary=other)
