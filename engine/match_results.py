"""Results of whole matches, with the tie-break where one is tied.

First those entered as a whole, in IMPs or as the games of a best of n; then those of chess teams,
by their boards or whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Literal

from engine.event import Match, TeamBoard
from engine.points import HALF, NIL, Points, counted, points_text
from engine.refusal import Refused
from engine.results import (
    DRAW_ON_KEYPADS,
    GameResult,
    KeyChoice,
    Outcome,
    Result,
    ResultForm,
    Scoring,
    Side,
    WholeMatch,
    not_a_result,
    points_of,
    with_half_signs,
)

BRIDGE_METHODS = ("bam", "total", "playoff", "lot")
"""Board-a-match rescoring, total points, a play-off with its margin, lot."""
PLAYOFF = "playoff"
_MEANT = {"bam": "board-a-match", "total": "total points"}
"""What tie-breaks are whose word does not say it."""
IMP_LIMIT = 999
LINE_LIMIT = 60

_BOTH_SIDES: tuple[Side, Side] = ("white", "black")
_OTHER: dict[Side, Side] = {"white": "black", "black": "white"}
_SIDES: dict[str, Side] = {"home": "white", "away": "black", "white": "white", "black": "black"}
_SIDES |= {"h": "white", "a": "black", "w": "white", "b": "black"}
_WORDS: dict[Side, str] = {"white": "home", "black": "away"}
_FORFEITS = {r.text: r for r in (GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT)}
_GAMES = {r.text: r for r in (GameResult.WHITE, GameResult.BLACK)}
_BOTH = {GameResult.DOUBLE_FORFEIT.text: GameResult.DOUBLE_FORFEIT}
_NUMBER = r"(?:[0-9]+(?:\.[0-9]+)?½?|½|1/2|[0-9]+ 1/2)"
_METHOD = re.compile(r"[^\W\d_][\w-]{1,23}")
_TWO_SCORES = re.compile(r"[0-9]{2}")
_TWO_IMPS = re.compile(r"^([0-9]+) ([0-9]+)$")
_LINE = re.compile(rf"(-?\s*{_NUMBER})\s*[-–:]\s*(-?\s*{_NUMBER})(?:\s+(.*))?")
_AGAIN = "look at the slip again"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Who won a tied match, and how; `margin` is a play-off's."""

    side: Side
    method: str
    margin: int | None = None

    @property
    def how(self) -> str:
        """`bam`, `playoff 5`."""
        return self.method if self.margin is None else f"{self.method} {self.margin}"

    @property
    def text(self) -> str:
        """`home bam`, `away playoff 5`."""
        return f"{_WORDS[self.side]} {self.how}"

    def turned(self) -> TieBreak:
        """Home and away exchanged."""
        return replace(self, side=_OTHER[self.side])


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What both sides scored, and the tie-break of a tie.

    `outcome` counts the tie-break: the side that goes on has won. Where ties remain ties (a Swiss
    of bridge teams), ask `tied` first.
    """

    home: Decimal
    away: Decimal
    tiebreak: TieBreak | None = None

    @property
    def text(self) -> str:
        """`45-31`, `1½-½`, `40-40 home bam`."""
        return f"{self.score} {self.tiebreak.text}" if self.tiebreak else self.score

    @property
    def score(self) -> str:
        """Both scores without the tie-break: `40-40`."""
        return f"{points_text(self.home)}-{points_text(self.away)}"

    @property
    def tied(self) -> bool:
        """Level before any tie-break."""
        return self.home == self.away

    @property
    def games(self) -> tuple[GameResult, ...]:
        """The result of each game of a score in games, home's points first, without tie-breaks,
        which are played faster. Empty if the score leaves them open: 1-1 can be two draws or a win
        each."""
        lower, higher = sorted((self.home, self.away))
        if lower > HALF:
            return ()
        won = GameResult.WHITE if self.home > self.away else GameResult.BLACK
        return (won,) * int(higher - lower) + (GameResult.DRAW,) * int(2 * lower)

    @property
    def played(self) -> bool:
        """Always: a walkover is a forfeit."""
        return True

    @property
    def provisional(self) -> bool:
        """Never: a match is entered when it is over."""
        return False

    @property
    def winner(self) -> Side | None:
        """Who won, the tie-break counted."""
        if not self.tied:
            return "white" if self.home > self.away else "black"
        return self.tiebreak.side if self.tiebreak else None

    def outcome(self, side: Side) -> Outcome:
        """Won or lost, the tie-break counted; drawn without one."""
        if self.winner is None:
            return Outcome.DRAW
        return Outcome.WIN if side == self.winner else Outcome.LOSS

    def points(self, side: Side, scoring: Scoring) -> Points:
        """A match won, drawn or lost."""
        worth = {
            Outcome.WIN: scoring.win_points,
            Outcome.DRAW: scoring.draw_points,
            Outcome.LOSS: scoring.loss_points,
        }
        return worth[self.outcome(side)]

    def turned(self) -> MatchResult:
        """Home and away exchanged."""
        tiebreak = self.tiebreak.turned() if self.tiebreak else None
        return replace(self, home=self.away, away=self.home, tiebreak=tiebreak)


def winning_side(result: Result | None) -> Side | None:
    """Who won, whatever the kind of result; None for a draw, a double forfeit, an open match."""
    if result is None or result.provisional:
        return None
    return next((s for s in _BOTH_SIDES if result.outcome(s) is Outcome.WIN), None)


PLAYOFF_BOARDS = 4
"""The longest play-off."""


UNLIKELY_MARGINS = 2
"""Times the margin of all victory points from which on a score is more likely a slip of the pen."""


def beyond_boards(boards: int | None, result: Result | None) -> str:
    """Why a score in IMPs cannot come from so many boards; empty if it can."""
    if boards is None or not isinstance(result, MatchResult):
        return ""
    from engine.bridge import MOST_IMPS

    most = boards * MOST_IMPS
    tie = result.tiebreak
    if tie is not None and (tie.margin or 0) > PLAYOFF_BOARDS * MOST_IMPS:
        return f"a play-off over {PLAYOFF_BOARDS} boards can give {PLAYOFF_BOARDS * MOST_IMPS}"
    if result.home + result.away <= most:
        return ""
    total = points_text(result.home + result.away)
    return f"{total} IMPs in all, where {counted(boards, 'board')} can give {most}"


def unlikely_score(boards: int | None, result: Result | None) -> str:
    """Why a score in IMPs is unlikely, though so many boards can give it; empty for any other."""
    if boards is None or not isinstance(result, MatchResult):
        return ""
    from engine.bridge import blitz

    margin, most = abs(result.home - result.away), blitz(boards)
    if margin <= UNLIKELY_MARGINS * most:
        return ""
    all_points = f"{most} over {counted(boards, 'board')} are worth all victory points"
    return f"a win by {points_text(margin)} IMPs, where {all_points}"


@dataclass(frozen=True, slots=True)
class MatchRules(WholeMatch):
    """How results of a match are read."""

    methods: tuple[str, ...] = BRIDGE_METHODS

    @property
    def example(self) -> str:
        """The example of the entry line."""
        score = "45-31; a tie: 40-40" if self.games is None else _games_example(self.games)
        return f"{score} {self._usual}" if self.methods and self.needs_winner else score

    @property
    def tie(self) -> str:
        """Of a single game, how a tie is written that White has won."""
        return f"= {self._usual}" if self.games == 1 and self.methods and self.needs_winner else ""

    @property
    def _usual(self) -> str:
        """The tie-break that comes first here, as one writes it."""
        side = "white" if self.games == 1 and self.colours else "home"
        method = self.methods[0]
        return f"{side} {method} 5" if method == PLAYOFF else f"{side} {method}"

    def parse(self, text: str) -> Result:
        """A walkover, or both sides' scores with the tie-break of a tie; `Refused` in words."""
        line = " ".join(text.split())[:LINE_LIMIT]
        if line == GameResult.ADJOURNED.text:
            if self.may_wait:
                return GameResult.ADJOURNED
            raise Refused(
                "a match cannot be adjourned here",
                "the next draw needs the results of all",
                "leave the board without a result until the match is finished",
            )
        if line in _FORFEITS or line in _BOTH:
            return {**_FORFEITS, **_BOTH}[line]
        parts = _LINE.fullmatch(_spelt_out(line, self.games))
        if parts is None:
            problem = f"{line[:12]!r} is not a result of a match"
            raise not_a_result(line, problem, f"write {self.example}")
        home, away = (_score(part) for part in parts.group(1, 2))
        self._check_bounds(home, away)
        tiebreak = read_tiebreak(parts.group(3), self.methods)
        result = self._checked(MatchResult(home, away, tiebreak))
        # a game that is won is the same game everywhere, in exchange files too
        return _GAMES.get(result.text, result) if self.games == 1 else result

    def _check_bounds(self, home: Decimal, away: Decimal) -> None:
        unit = "IMPs" if self.games is None else "games"
        for score in (home, away):
            if score < 0:
                raise Refused(f"{score} {unit} are not possible", "nobody has less than 0", _AGAIN)
            if self.games is None and (score > IMP_LIMIT or score != int(score)):
                bounds = f"a side scores 0 to {IMP_LIMIT}, whole IMPs"
                raise Refused(f"{score:,} IMPs are not possible", bounds, _AGAIN)
        if self.games is not None and home + away > self.games:
            raise Refused(
                f"{points_text(home)}-{points_text(away)} is more than the match has",
                f"it is played over {self.games} game{'s' * (self.games > 1)}",
                _AGAIN,
            )

    def _checked(self, result: MatchResult) -> MatchResult:
        score = replace(result, tiebreak=None).text
        if result.tiebreak is not None and not result.tied:
            raise Refused(f"{score} is not a tie", "it has a winner already", "leave the tie-break")
        if self.games is not None:
            _refuse_unfinished(result, self.games, score)
        if result.tied and result.tiebreak is None and self.needs_winner:
            raise Refused(
                f"{score} is a tie, and the match needs a winner",
                "",
                f"add who won it and how, as in {score} {self._usual}{meanings(self.methods)}",
            )
        return result


def _games_example(games: int) -> str:
    most = games // 2 + 1
    score = "1-0" if games == 1 else f"{most}-{games - most}"
    level = points_text(Decimal(games) / 2)
    return f"{score}; a tie: {'=' if games == 1 else f'{level}-{level}'}"


def _refuse_unfinished(result: MatchResult, games: int, score: str) -> None:
    """Decided by more than half of the games, or by all of them."""
    leader = max(result.home, result.away)
    if leader * 2 > games or result.home + result.away == games:
        return
    raise Refused(
        f"{score} does not decide a match of {counted(games, 'game')}",
        f"only {points_text(result.home + result.away)} played",
        "enter it when the match is over",
    )


_DRAW_KEYS = ("=", DRAW_ON_KEYPADS)
_DRAWN = re.compile(r"\s*(½-½|1/2-1/2)?\s*")


def _spelt_out(line: str, games: int | None) -> str:
    """A single game may be written as on every slip: 1, 0, =; a best of n as 21; IMPs as 50 38."""
    if games is None:
        return _TWO_IMPS.sub(r"\1-\2", line)
    if games == 1 and line.startswith(_DRAW_KEYS):  # the key that opened the line, and what follows
        said = _DRAWN.sub("", line[1:], count=1)
        return f"½-½ {said}".strip()
    first, _, rest = line.partition(" ")
    if games != 1:
        return f"{first[0]}-{first[1]} {rest}".strip() if _TWO_SCORES.fullmatch(first) else line
    short = {"1": "1-0", "0": "0-1", "1/2-1/2": "½-½"}
    return f"{short.get(first, first)} {rest}".strip()


def _score(text: str) -> Decimal:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    digits = with_half_signs(digits.strip()).replace(",", ".")
    half = HALF if digits.endswith("½") else Decimal(0)
    whole = digits.removesuffix("½").strip()
    value = (Decimal(whole) if whole else Decimal(0)) + half
    if value * 2 != int(value * 2):
        raise Refused(f"{digits} is not a score", "a game is won, drawn or lost", _AGAIN)
    return sign * value


def fits_a_line(method: str) -> bool:
    """Whether a tie-break can be typed after a score: one word, not a number."""
    return _METHOD.fullmatch(method) is not None


def meanings(methods: Sequence[str]) -> str:
    """`(bam: board-a-match, total: total points)`, to follow these tie-breaks; empty if each says
    what it is."""
    meant = ", ".join(f"{method}: {_MEANT[method]}" for method in methods if method in _MEANT)
    return f" ({meant})" if meant else ""


def read_tiebreak(text: str | None, methods: Sequence[str]) -> TieBreak | None:
    """`home bam`, `away playoff 5` as who won a tie and how; None for an empty text, `Refused` for
    any other."""
    if not text:
        return None
    side, _, rest = text.partition(" ")
    method, _, margin = rest.partition(" ")
    if side.casefold() not in _SIDES:
        raise Refused(f"{side[:12]!r} is not a side", "", "write home or away, or white or black")
    known = {m.casefold(): m for m in (*methods, *BRIDGE_METHODS)}
    if not method and len(methods) == 1:
        method = methods[0]
    begun = [m for m in methods if m[0].casefold() == method.casefold()]
    method = begun[0] if len(begun) == 1 else method  # a letter is enough where one begins so
    if not _METHOD.fullmatch(method):
        wrong = (
            f"{method[:16]!r} is not a tie-break"
            if method
            else "it is not said how the tie was broken"
        )
        raise Refused(wrong, "", _known(methods))
    method = known.get(method.casefold(), method)
    return TieBreak(_SIDES[side.casefold()], *_whole(method, margin, methods))


def _known(methods: Sequence[str]) -> str:
    """The words for how a tie was broken; a play-off with its margin."""
    written = (f"{PLAYOFF} 5" if method == PLAYOFF else method for method in methods)
    margin = ", 5: by so many IMPs" if PLAYOFF in methods else ""
    meant = meanings(methods)
    return f"known: {', '.join(written)}{meant[:-1] + margin + ')' if meant else margin}"


def _whole(method: str, margin: str, methods: Sequence[str]) -> tuple[str, int | None]:
    """The method with its margin, which a play-off has and nothing else."""
    if method != PLAYOFF:
        if margin:
            raise Refused(
                f"a tie-break by {method} is entered without its score",
                f"leave out {margin[:12]!r}",
                _known(methods),
            )
        return method, None
    if not (margin.isascii() and margin.isdigit() and 1 <= int(margin) <= IMP_LIMIT):
        bounds = f"1 to {IMP_LIMIT} IMPs"
        raise Refused("a play-off needs its margin", bounds, "as in 40-40 home playoff 5")
    return method, int(margin)


MATCH_KEYS = (
    KeyChoice("result.clear", "-", "clear", (".", ","), (".", ",")),
    KeyChoice("result.white-forfeit", "+/-", "home wins by forfeit", ("+",), ("+",)),
    KeyChoice("result.black-forfeit", "-/+", "away wins by forfeit", ("-",), ("-",)),
    KeyChoice("result.both-forfeit", "-/-", "both forfeit", ("*",), ("*",)),
)
"""Keys beside the entry line, which a digit opens."""

WAITING_KEYS = (KeyChoice("result.adjourned", "?", "adjourned", ("a",), ("a",)),)
"""Where a match may wait."""

SINGLE_KEYS = (
    KeyChoice("result.white", "1-0", "White wins", ("1",), ("1",)),
    KeyChoice("result.black", "0-1", "Black wins", ("0",), ("3",)),
    *(
        key._replace(label=key.label.replace("home", "White").replace("away", "Black"))
        for key in MATCH_KEYS
    ),
)
"""The same for a match of one game, which has colours; its draw needs the line for the
tie-break."""


def match_form(rules: MatchRules) -> ResultForm:
    """The form of such a match: a line of text, and keys for what needs none."""
    keys: tuple[KeyChoice, ...] = SINGLE_KEYS if rules.games == 1 else MATCH_KEYS
    keys += WAITING_KEYS if rules.may_wait else ()
    return ResultForm(
        "line", partial(MatchRules.parse, rules), keys, rules.example, rules.tie, rules
    )


BoardOrder = Literal["percentage", "points", "performance"]
"""How the best on a board are ordered."""
BOARD_RULES = ("board-count", "bottom-board", "top-board")
"""Rules by which the boards decide a level match (`tiebreak_of`)."""
UNPLAYED = "forfeit"
"""Follows a score for which no game was played."""
ADJOURNED = "?"
"""Follows a score in which adjourned games count as draws."""
_GAME_POINTS = r"[0-9]+(?:[.,][05])?½?|½|1/2|[0-9]+ 1/2"
_SHEET_LINE = rf"({_GAME_POINTS})\s*[-–:]\s*({_GAME_POINTS})(?:\s+({UNPLAYED}|\?))?"
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
        own, other = self.games(side), self.games(_OTHER[side])
        if own == other and self.tiebreak is not None:
            return Outcome.WIN if side == self.tiebreak.side else Outcome.LOSS
        if own == other:
            return Outcome.DRAW if self.played or own else Outcome.LOSS
        return Outcome.WIN if own > other else Outcome.LOSS

    def match_points(self, side: Side, scoring: Scoring) -> Points:
        """The points of the match for that side."""
        return points_of(self, side, scoring)

    def points(self, side: Side, scoring: Scoring) -> Points:
        """Match points, or game points where teams are ranked by these."""
        return self.games(side) if scoring.by_games else self.match_points(side, scoring)

    def secondary(self, side: Side, scoring: Scoring) -> Points:
        """The other of the two."""
        return self.match_points(side, scoring) if scoring.by_games else self.games(side)

    def turned(self) -> TeamResult:
        """Home and away exchanged."""
        tiebreak = self.tiebreak.turned() if self.tiebreak else None
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


def settled_whole(match: Match, result: Result | None) -> Match:
    """The match with a result of its own: the games on its boards are open again, and so are
    the forfeits for want of players where they alone say something else."""
    boards = tuple(board.cleared() for board in match.lineups)
    if result is not None and result_of(boards) not in (None, result):
        boards = tuple(replace(board, result=None) for board in boards)
    return replace(match, result=result, lineups=boards)


def open_games_lost(match: Match, lost: GameResult, whole: Result) -> Match:
    """The match without the games that are still open: they are lost by forfeit, and the games
    played on other boards count; `whole` is the result if no game was played."""
    games = [b for b in match.lineups if b.result and b.result.played and not b.result.provisional]
    if not games:
        return settled_whole(match, whole)
    boards = tuple(
        b if b in games or b.forfeited else b.with_home_result(lost) for b in match.lineups
    )
    return replace(match, result=result_of(boards), lineups=boards)


def parse_match(boards: int, text: str) -> TeamResult:
    """A match's result as its sheet says it; `Refused` saying what is wrong with it."""
    line = text.strip()
    if line in _WHOLE:
        return forfeited(boards, _WHOLE[line])
    if line == ADJOURNED:
        level = Decimal(boards) / 2
        return TeamResult(level, level, boards, provisional=True)
    parts = re.fullmatch(_SHEET_LINE, line)
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
    """A match's result in a knockout: if it is level, with who goes on and how, as `2-2 home lot`;
    `Refused` without."""

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


def _example(boards: int) -> str:
    less = Decimal(boards - 1) / 2
    return f"{points_text(boards - less)}-{points_text(less)}"


def team_form(boards: int) -> ResultForm:
    """How the result of a whole match of teams is entered."""

    return ResultForm("line", partial(parse_match, boards), MATCH_KEYS, _example(boards))


def decided_form(boards: int, methods: Sequence[str]) -> ResultForm:
    """The same in a knockout, where a level match needs a winner."""

    read = partial(parse_decided, boards, methods)
    return ResultForm("line", read, MATCH_KEYS, _example(boards))


def board_count(boards: Sequence[TeamBoard], side: Side) -> Points:
    """A side's points on each board times the number of the board; less is better (C.07, 12.1)."""
    return sum((n * board.points(side) for n, board in enumerate(boards, start=1)), NIL)


def tiebreak_of(boards: Sequence[TeamBoard], methods: Sequence[str]) -> TieBreak | None:
    """The winner of a level match by the first of these rules that separates the two:
    `board-count`, `bottom-board` (without the last board, then without the one before it, until
    they are not level) or `top-board` (the first board that was not drawn); None if none does."""

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
            sum((board.points(side) for board in boards[:length]), NIL) for side in _BOTH_SIDES
        )
        if home != away:
            return home, away
    return NIL, NIL
