"""Matches of chess teams: who sits at which board, and the result, from the boards or whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Literal

from engine.points import NIL, Points, counted, points_text
from engine.refusal import Refused
from engine.result_forms import ResultForm
from engine.results import Outcome, Scoring, Side, not_a_result, points_of
from engine.team_boards import TeamBoard

if TYPE_CHECKING:
    from engine.match_results import TieBreak

BoardOrder = Literal["percentage", "points", "performance"]
"""By what the best on a board are ordered."""
BOARD_RULES = ("board-count", "bottom-board", "top-board")
"""Rules by which the boards decide a level match (`tiebreak_of`)."""
UNPLAYED = "forfeit"
"""Stands behind a score that no game was played for."""
ADJOURNED = "?"
"""Stands behind a score in which adjourned games count as draws."""
_NUMBER = r"[0-9]+(?:\.[05])?½?|½|1/2|[0-9]+ 1/2"
_LINE = rf"({_NUMBER})\s*[-–:]\s*({_NUMBER})(?:\s+({UNPLAYED}|\?))?"
_SIDES: tuple[Side, Side] = ("white", "black")
_WHOLE = {"+/-": "white", "-/+": "black", "-/-": ""}


@dataclass(frozen=True, slots=True)
class TeamResult:
    """The game points of both teams, in a match of `boards` games."""

    home: Points
    away: Points
    boards: int
    played: bool = True
    """At least one game was played."""
    provisional: bool = False
    """A game is adjourned, and counts as a draw meanwhile."""
    tiebreak: TieBreak | None = None
    """Who goes on from a match of a knockout that is level, and how that was found."""

    @property
    def text(self) -> str:
        """`2½-1½`, `2½-1½ ?` with an adjourned game, `+/-` for a match that is forfeited, `3-1
        forfeit` where all games are forfeits of one side or the other, `2-2 home board-count` with
        the tie-break of a knockout."""
        if self.tiebreak is not None:
            return f"{self.score} {self.tiebreak.text}"
        if self.played:
            return f"{self.score} {ADJOURNED}" if self.provisional else self.score
        whole = {(self.boards, 0): "+/-", (0, self.boards): "-/+", (0, 0): "-/-"}
        return whole.get((int(self.home), int(self.away)), f"{self.score} {UNPLAYED}")

    @property
    def score(self) -> str:
        """`2½-1½`, whatever it came from."""
        return f"{points_text(self.home)}-{points_text(self.away)}"

    def games(self, side: Side) -> Points:
        """A side's game points."""
        return self.home if side == "white" else self.away

    def outcome(self, side: Side) -> Outcome:
        """More game points than the other; nobody wins a match to which nobody came."""
        own, other = self.games(side), self.games("black" if side == "white" else "white")
        if own == other and self.tiebreak is not None:
            return Outcome.WIN if side == self.tiebreak.side else Outcome.LOSS
        if own == other:
            return Outcome.DRAW if self.played or own else Outcome.LOSS
        return Outcome.WIN if own > other else Outcome.LOSS

    def match_points(self, side: Side, scoring: Scoring) -> Points:
        """What the match is worth."""
        return points_of(self, side, scoring)

    def points(self, side: Side, scoring: Scoring) -> Points:
        """Match points, or game points where teams are ranked by these."""
        return self.games(side) if scoring.by_games else self.match_points(side, scoring)

    def secondary(self, side: Side, scoring: Scoring) -> Points:
        """The other of the two."""
        return self.match_points(side, scoring) if scoring.by_games else self.games(side)

    def turned(self) -> TeamResult:
        """Home and away exchanged."""
        tiebreak = self.tiebreak
        if tiebreak is not None:
            tiebreak = replace(tiebreak, side="black" if tiebreak.side == "white" else "white")
        return replace(self, home=self.away, away=self.home, tiebreak=tiebreak)


def result_of(boards: Sequence[TeamBoard]) -> TeamResult | None:
    """The match's result by its boards; None while one is open."""
    results = [board.result for board in boards if board.result]
    if not boards or len(results) < len(boards):
        return None
    return TeamResult(
        sum((board.points("white") for board in boards), NIL),
        sum((board.points("black") for board in boards), NIL),
        len(boards),
        any(result.played for result in results),
        any(result.provisional for result in results),
    )


def parse_match(boards: int, text: str) -> TeamResult:
    """A match's result as its sheet says it; `Refused` saying what is wrong with it."""
    line = text.strip()
    if line in _WHOLE:
        return forfeited(boards, _WHOLE[line])
    if line == ADJOURNED:
        level = Decimal(boards) / 2
        return TeamResult(level, level, boards, provisional=True)
    parts = re.fullmatch(_LINE, line)
    if parts is None:
        raise not_a_result(
            line,
            f"{line[:12]!r} is not a result of a match",
            f"write {_example(boards)}, +/- or -/+ for a forfeit, -/- where nobody came",
        )
    home, away = (_score(part) for part in parts.group(1, 2))
    if home + away > boards or (home + away) * 2 % 1:
        games = counted(boards, "game")
        raise Refused(f"{line} is not possible", f"the match has {games}", "look at the sheet")
    mark = parts.group(3)
    return TeamResult(home, away, boards, mark != UNPLAYED, mark == ADJOURNED)


def parse_decided(boards: int, methods: Sequence[str], text: str) -> TeamResult:
    """A match's result in a knockout: with who goes on and how where it is level, as `2-2 home
    lot`; `Refused` without."""
    from engine.match_results import read_tiebreak

    score, _, rest = " ".join(text.split()).partition(" ")
    if rest.startswith("1/2"):  # 2 1/2-1 1/2
        score, rest = text.strip(), ""
    decided = rest.partition(" ")[0].casefold() in ("home", "away", "h", "a", "white", "black")
    result = parse_match(boards, score if decided else text)
    level = result.home == result.away and not result.provisional and bool(result.home)
    if not decided:
        if level:
            raise Refused(
                f"{result.text} is level, and the match needs a winner",
                "",
                f"add who goes on and how, as in {result.text} home {methods[-1]}",
            )
        return result
    if not level:
        raise Refused(f"{result.text} is not level", "it has a winner already", "leave the rest")
    return replace(result, tiebreak=read_tiebreak(rest, methods))


def forfeited(boards: int, winner: str) -> TeamResult:
    """A match that one side wins by forfeit (`white`, `black`), or both lose (empty)."""
    home, away = (Decimal(boards * (winner == side)) for side in ("white", "black"))
    return TeamResult(home, away, boards, played=False)


def _score(text: str) -> Decimal:
    digits = text.replace("1/2", "½")
    half = Decimal("0.5") if digits.endswith("½") else NIL
    whole = digits.removesuffix("½").strip()
    return (Decimal(whole) if whole else NIL) + half


def _example(boards: int) -> str:
    less = Decimal(boards - 1) / 2
    return f"{points_text(boards - less)}-{points_text(less)}"


def team_form(boards: int) -> ResultForm:
    """How the result of a whole match of teams is entered."""
    from engine.match_results import MATCH_KEYS

    return ResultForm("line", partial(parse_match, boards), MATCH_KEYS, _example(boards))


def decided_form(boards: int, methods: Sequence[str]) -> ResultForm:
    """The same in a knockout, where a level match needs a winner."""
    from engine.match_results import MATCH_KEYS

    read = partial(parse_decided, boards, methods)
    return ResultForm("line", read, MATCH_KEYS, _example(boards))


def board_count(boards: Sequence[TeamBoard], side: Side) -> Points:
    """A side's points on each board times the number of the board; less is better (C.07, 12.1)."""
    return sum((n * board.points(side) for n, board in enumerate(boards, start=1)), NIL)


def tiebreak_of(boards: Sequence[TeamBoard], methods: Sequence[str]) -> TieBreak | None:
    """Who wins a level match by the first of these rules that parts the two: `board-count`,
    `bottom-board` (the last board left out, then the one before it, until they are not level) or
    `top-board` (the first board that was not drawn); None where none does."""
    from engine.match_results import TieBreak

    for method in methods:
        counts = _counts(boards, method)
        if counts[0] != counts[1]:
            return TieBreak("white" if counts[0] > counts[1] else "black", method)
    return None


def _counts(boards: Sequence[TeamBoard], method: str) -> tuple[Points, Points]:
    """What a rule gives the home and the away team, more is better; level for an unknown one."""
    if method == "board-count":
        return -board_count(boards, "white"), -board_count(boards, "black")
    lengths = range(len(boards), 0, -1) if method == "bottom-board" else range(1, len(boards) + 1)
    for length in lengths if method in ("bottom-board", "top-board") else ():
        home, away = (
            sum((board.points(side) for board in boards[:length]), NIL) for side in _SIDES
        )
        if home != away:
            return home, away
    return NIL, NIL
