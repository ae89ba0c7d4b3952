"""What files for other programs have in common: the games of an event one by one, where each has a
row or a record, and which of the event's own data stays empty because nobody has given it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.entrants import Entrant
from engine.event import Event, Match, Round, entrants_by_id
from engine.event_data import detail, event_dates, round_time, time_control_code
from engine.match_results import MatchResult
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import GAME_WORTH, GameResult


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
    longer: MatchResult | None = None
    """Of a match of several games, of which neither colours nor order are recorded."""

    @property
    def played(self) -> bool:
        """Over the board, to its end."""
        return self.result is not None and self.result.played and not self.result.provisional

    @property
    def results(self) -> tuple[GameResult, ...]:
        """Of all its games, White's points first, of a longer match those of the first named."""
        if self.longer is not None:
            return self.longer.games
        return () if self.result is None else (self.result,)

    @property
    def score(self) -> str:
        """`1-1`, `1/2-1/2u`; empty while there is no result."""
        if self.longer is not None:
            return self.longer.score
        return "" if self.result is None else self.result.text

    @property
    def scores(self) -> tuple[Decimal, Decimal] | None:
        """White's and Black's share of the point; None while there is no result."""
        if self.result is None or self.result.provisional:
            return None
        return GAME_WORTH[self.result.outcome("white")], GAME_WORTH[self.result.outcome("black")]


def refuse_other_games(event: Event, format: Format, what: str) -> None:
    """`Refused` where a board is not one game of two players."""
    teams = format.of_teams(event)
    if teams or format.several_boards:
        why = "its matches are of teams" if teams else "its boards are not single games"
        raise Refused(
            f"there is no {what} of {event.title}", why, shell="csv, html and text hold it"
        )


def games_in(event: Event, round: Round) -> Iterator[SingleGame]:
    """The boards of a round, in their order."""
    known, at = entrants_by_id(event), round_time(event, round.number)
    for match in sorted(round.matches, key=lambda match: match.board):
        result = match.result
        longer = result if isinstance(result, MatchResult) and match.games > 1 else None
        yield SingleGame(
            round.number, match.board, known[match.white], known[match.black],
            single_result(match), at.day if at else "", at.time if at else "", longer,
        )  # fmt: skip


def single_games(event: Event) -> Iterator[SingleGame]:
    """The boards of every published round."""
    for round in event.published:
        yield from games_in(event, round)


def single_result(match: Match) -> GameResult | None:
    """Of a match of one game; that a tie-break decided is a draw. None of any other."""
    result = match.result
    if isinstance(result, MatchResult) and match.games == 1 and match.boards is None:
        return result.games[0]
    return result if isinstance(result, GameResult) else None


def named(event: Event, games: Iterable[SingleGame]) -> str:
    """`round 5, board 1 (Ann Lee 1-1 Bea Day)`, one after another."""
    return "; ".join(
        f"{event.called(game.round)}, {event.board_name(game.board)} "
        f"({game.white.name} {game.score} {game.black.name})"
        for game in games
    )


def longer_matches(event: Event, rounds: Iterable[Round]) -> str:
    """What a list of single games with their colours leaves out, for the arbiter; empty where it
    has every game."""
    left = named(event, (g for round in rounds for g in games_in(event, round) if g.longer))
    why = "the games of longer matches are left out, as only scores are recorded"
    return left and f"{why}: {left}"


WHERE = "I in Entries, or `topboard set`"
"""Where an arbiter gives the event's own data."""
TRF16 = ("place", "federation", "start", "arbiter", "time_control", "schedule")
TRF26 = (*TRF16, "time_control_code")
_CALLED = {
    "start": "first and last day", "arbiter": "chief arbiter", "time_control": "time control",
    "schedule": "dates of the rounds (schedule)", "time_control_code": "time control in code",
}  # fmt: skip


def unsaid(event: Event, keys: Sequence[str]) -> str:
    """`empty in the file: place, chief arbiter; given by …`; nothing where all is said."""
    names = [_CALLED.get(key, key) for key in _empty(event, keys)]
    return f"empty in the file: {', '.join(names)}; {WHERE} gives it" if names else ""


def _empty(event: Event, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        if key == "start":
            said = event_dates(event)[0]
        elif key == "time_control_code":
            said = time_control_code(event)
        else:
            said = detail(event, key)
        if not said:
            yield key
