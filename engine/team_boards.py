"""A board of a match of chess teams: who sits at it, and the result of its game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.points import HALF, NIL, ONE, Points
from engine.results import GameResult, Outcome, Side

NOBODY = ""
"""In place of a player: the board stays empty, and its game is lost by forfeit."""
WORTH = {Outcome.WIN: ONE, Outcome.DRAW: HALF, Outcome.LOSS: NIL}
"""Game points."""


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board of a match: `result` as White and Black of this board have it.

    White is the home team's player unless `away_white` is set.
    """

    white: str
    black: str
    result: GameResult | None = None
    away_white: bool = False

    @property
    def home(self) -> str:
        """The home team's player."""
        return self.black if self.away_white else self.white

    @property
    def away(self) -> str:
        """The away team's player."""
        return self.white if self.away_white else self.black

    @property
    def empty(self) -> bool:
        """A side has nobody here: a forfeit."""
        return NOBODY in (self.white, self.black)

    @property
    def forfeited(self) -> bool:
        """A forfeit because nobody sits on a side; a team without players may have played."""
        return self.empty and self.result is unmet(self.white, self.black)

    @property
    def played(self) -> bool:
        """A game with a result, or a forfeit that follows from no empty board."""
        return self.result is not None and not self.forfeited

    @property
    def home_result(self) -> GameResult | None:
        """The result as the home team has it."""
        return self.result.turned() if self.result and self.away_white else self.result

    def with_home_result(self, result: GameResult | None) -> TeamBoard:
        """The board with a result as the home team has it."""
        return replace(self, result=result.turned() if result and self.away_white else result)

    def with_players(self, home: str, away: str) -> TeamBoard:
        """The board with these players: its result stays, but where the board is empty now, a
        forfeit, or was empty, and is open."""
        if (home, away) == (self.home, self.away):
            return self
        white, black = (away, home) if self.away_white else (home, away)
        result = None if self.empty else self.result
        return replace(self, white=white, black=black, result=unmet(white, black) or result)

    def exchanged(self) -> TeamBoard:
        """The board with its two players in each other's place; each keeps his result."""
        result = self.result.turned() if self.result else None
        return replace(self, white=self.black, black=self.white, result=result)

    def or_adjourned(self) -> TeamBoard:
        """The board, adjourned where it is open."""
        return self if self.result else replace(self, result=GameResult.ADJOURNED)

    def cleared(self) -> TeamBoard:
        """The board without the result of a game; a forfeit for want of a player stays."""
        return self if self.forfeited else replace(self, result=None)

    def points(self, side: Side) -> Points:
        """The game points of the home (`white`) or the away team (`black`); 0 while it is open."""
        result = self.home_result
        return WORTH[result.outcome(side)] if result else NIL


def unmet(white: str, black: str) -> GameResult | None:
    """The forfeit of a board where somebody is missing; None where both are there."""
    if white and black:
        return None
    if white:
        return GameResult.WHITE_FORFEIT
    return GameResult.BLACK_FORFEIT if black else GameResult.DOUBLE_FORFEIT
