"""The games of an event one by one, for files that have a row or a record for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from engine.entrants import Entrant
from engine.event import Event, Match, Round, entrants_by_id
from engine.event_data import round_time
from engine.points import HALF, NIL, ONE
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import GameResult, Outcome

_WORTH = {Outcome.WIN: ONE, Outcome.DRAW: HALF, Outcome.LOSS: NIL}


@dataclass(frozen=True, slots=True)
class SingleGame:
    """A board of a published round; `result` None while it is open."""

    round: int
    board: int
    white: Entrant
    black: Entrant
    result: GameResult | None
    day: str = ""
    """As `2026-11-20`; empty where the schedule does not say it."""
    time: str = ""

    @property
    def played(self) -> bool:
        """Over the board, to its end."""
        return self.result is not None and self.result.played and not self.result.provisional

    @property
    def scores(self) -> tuple[Decimal, Decimal] | None:
        """White's and Black's share of the point; None while there is no result."""
        if self.result is None or self.result.provisional:
            return None
        return _WORTH[self.result.outcome("white")], _WORTH[self.result.outcome("black")]


def refuse_other_games(event: Event, format: Format, what: str) -> None:
    """`Refused` where a board is not one game of two players."""
    teams = format.of_teams(event)
    if teams or format.several_boards:
        why = "its matches are of teams" if teams else "its boards are not single games"
        raise Refused(f"there is no {what} of {event.title}", why, "")


def games_in(event: Event, round: Round) -> Iterator[SingleGame]:
    """The boards of a round, in their order."""
    known, at = entrants_by_id(event), round_time(event, round.number)
    for match in sorted(round.matches, key=lambda match: match.board):
        yield SingleGame(
            round.number, match.board, known[match.white], known[match.black], _result(match),
            at.day if at else "", at.time if at else "",
        )  # fmt: skip


def single_games(event: Event) -> Iterator[SingleGame]:
    """The boards of every published round."""
    for round in event.published:
        yield from games_in(event, round)


def _result(match: Match) -> GameResult | None:
    return match.result if isinstance(match.result, GameResult) else None
