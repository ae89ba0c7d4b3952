"""What came out of a match, as the slip says it: the result of a game, and how results are entered,
by a key or as a line of text. `engine.match_results` has those of whole matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from engine.points import HALF, NIL, ONE, Points
from engine.refusal import Refused

Side = Literal["white", "black"]
CLEAR = "-"
"""Typed or entered in the place of a result: the board has none."""
DRAW_ON_KEYPADS = "5"
"""Keypads have no `=`."""
_COLOUR_OF = {"home": "White", "away": "Black"}
WRITTEN = {"+/-": "+ -", "-/+": "- +", "-/-": "- -", "?": "adjourned"}
"""Results of games as people write them, where it is not only ½ for 1/2."""
FORFEITS = frozenset({"+/-", "-/+", "-/-"})


class Outcome(Enum):
    """What one side has of a game."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


GAME_WORTH = {Outcome.WIN: ONE, Outcome.DRAW: HALF, Outcome.LOSS: NIL}
"""The value of a game for a performance, whatever points the event gives for it."""


class Scoring(Protocol):
    """Points for a game, as the event's settings fix them."""

    @property
    def win_points(self) -> Points: ...
    @property
    def draw_points(self) -> Points: ...
    @property
    def loss_points(self) -> Points: ...
    @property
    def forfeit_points(self) -> Points: ...
    @property
    def by_games(self) -> bool:
        """Whether a match of chess teams scores the points of its games, not those of a match."""
        ...


class Result(Protocol):
    """The result of a match in whatever form the format plays it."""

    @property
    def text(self) -> str:
        """The result as it is typed, saved and shown."""
        ...

    @property
    def played(self) -> bool:
        """Over the board, at least in part: a meeting, with colours."""
        ...

    @property
    def provisional(self) -> bool:
        """Adjourned: counted for pairing, to be replaced before the end."""
        ...

    def outcome(self, side: Side) -> Outcome:
        """Won, drawn or lost by that side."""
        ...

    def points(self, side: Side, scoring: Scoring) -> Points:
        """The points of that side."""
        ...

    def turned(self) -> Result:
        """The same result with the two sides exchanged."""
        ...


def points_of(result: Result, side: Side, scoring: Scoring) -> Points:
    """The points for a game won, drawn or lost, or for such a match of teams; a forfeit loss has
    its own points."""
    outcome = result.outcome(side)
    if outcome is Outcome.WIN:
        return scoring.win_points
    if outcome is Outcome.DRAW:
        return scoring.draw_points
    return scoring.loss_points if result.played else scoring.forfeit_points


class GameResult(Enum):
    """The result of a single game.

    Each knows its `text`, as it is typed and saved, whether it was `played` (not a forfeit), and
    whether it is `provisional` (adjourned).
    """

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    HALF_WHITE = "1/2-0"
    HALF_BLACK = "0-1/2"
    BOTH_LOSE = "0-0"
    WHITE_FORFEIT = "+/-"
    BLACK_FORFEIT = "-/+"
    DOUBLE_FORFEIT = "-/-"
    WHITE_UNRATED = "1-0u"
    BLACK_UNRATED = "0-1u"
    DRAW_UNRATED = "1/2-1/2u"
    ADJOURNED = "?"

    def __init__(self, text: str) -> None:
        self.text = text
        self.played = text not in FORFEITS
        self.provisional = text == "?"

    @property
    def rated(self) -> bool:
        """Played over more than one move (W, D, L of TRF26 are not rated)."""
        return self.played and self not in _UNRATED.values()

    @property
    def unrated(self) -> GameResult:
        """The same score in a game of less than one move, where it can be such."""
        return _UNRATED.get(self, self)

    def outcome(self, side: Side) -> Outcome:
        """Won, drawn or lost by that side; a game forfeited by both is lost by both."""
        white, black = _OUTCOMES[self]
        return white if side == "white" else black

    def points(self, side: Side, scoring: Scoring) -> Points:
        """The points of that side."""
        return points_of(self, side, scoring)

    def turned(self) -> GameResult:
        """The same persons' result with the colours exchanged."""
        return _TURNED.get(self, self)


_UNRATED = {
    GameResult.WHITE: GameResult.WHITE_UNRATED,
    GameResult.BLACK: GameResult.BLACK_UNRATED,
    GameResult.DRAW: GameResult.DRAW_UNRATED,
}
_W, _D, _L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
_OUTCOMES = {
    GameResult.WHITE: (_W, _L),
    GameResult.BLACK: (_L, _W),
    GameResult.DRAW: (_D, _D),
    GameResult.HALF_WHITE: (_D, _L),
    GameResult.HALF_BLACK: (_L, _D),
    GameResult.BOTH_LOSE: (_L, _L),
    GameResult.WHITE_FORFEIT: (_W, _L),
    GameResult.BLACK_FORFEIT: (_L, _W),
    GameResult.DOUBLE_FORFEIT: (_L, _L),
    GameResult.WHITE_UNRATED: (_W, _L),
    GameResult.BLACK_UNRATED: (_L, _W),
    GameResult.DRAW_UNRATED: (_D, _D),
    GameResult.ADJOURNED: (_D, _D),
}
_TURNED = {
    GameResult.WHITE: GameResult.BLACK,
    GameResult.BLACK: GameResult.WHITE,
    GameResult.HALF_WHITE: GameResult.HALF_BLACK,
    GameResult.HALF_BLACK: GameResult.HALF_WHITE,
    GameResult.WHITE_UNRATED: GameResult.BLACK_UNRATED,
    GameResult.BLACK_UNRATED: GameResult.WHITE_UNRATED,
    GameResult.WHITE_FORFEIT: GameResult.BLACK_FORFEIT,
    GameResult.BLACK_FORFEIT: GameResult.WHITE_FORFEIT,
}
_SPELLINGS = {
    "1": GameResult.WHITE,
    "0": GameResult.BLACK,
    "=": GameResult.DRAW,
    "1/2": GameResult.DRAW,
    "½": GameResult.DRAW,
    "½-½": GameResult.DRAW,
    "½-0": GameResult.HALF_WHITE,
    "0-½": GameResult.HALF_BLACK,
    "1u": GameResult.WHITE_UNRATED,
    "0u": GameResult.BLACK_UNRATED,
    "=u": GameResult.DRAW_UNRATED,
    "½-½u": GameResult.DRAW_UNRATED,
    **{result.value: result for result in GameResult},
}


def not_a_result(text: str, problem: str, remedy: str) -> Refused:
    """The refusal of a text that is not a result: `problem` says so, unless the text is empty."""
    return Refused(problem if text.strip() else "no result is given", "", remedy)


@lru_cache(maxsize=1024)
def parse_game(text: str) -> GameResult:
    """Read a single game's result; `Refused` with the known ones for anything else."""
    result = _SPELLINGS.get(text.strip())
    if result is None:
        raise not_a_result(
            text,
            f"unknown result {text.strip()[:8]!r}",
            "known: 1-0 0-1 1/2-1/2 (or 1 0 =), +/- -/+ -/- forfeits, "
            "1/2-0 0-1/2 0-0, 1-0u 0-1u 1/2-1/2u not rated, ? adjourned, - clears",
        )
    return result


class KeyChoice(NamedTuple):
    """One key of result entry: `id` names the action for keymaps, `keys` are the defaults."""

    id: str
    text: str
    label: str
    keys: tuple[str, ...]
    second: tuple[str, ...]
    """Keys of the second scheme (1 White, 2 draw, 3 Black, 0 clear)."""

    def named(self, sides: tuple[str, str]) -> str:
        """The label, with the names of the two sides."""
        return self.label.replace("White", sides[0]).replace("Black", sides[1])


@dataclass(frozen=True, slots=True)
class WholeMatch:
    """The form of a match that is entered as a whole.

    `games` is the number of games of a best of n, None for IMPs; `needs_winner` asks for a
    tie-break where tied; `methods` are the usual tie-breaks, the first for the example. Any other
    word is taken as it is: an event may have its own. `may_wait` lets `?` say that the match is not
    finished yet and others go on without it.
    """

    games: int | None = None
    needs_winner: bool = True
    methods: tuple[str, ...] = ()
    may_wait: bool = False
    colours: bool = True
    """A single game has White and Black; between teams it has home and away."""
    victory_points: bool = False
    """IMPs that count as victory points."""


class ResultForm(NamedTuple):
    """How a match's result is entered: by one key, or as a line of text."""

    kind: Literal["game", "line"]
    parse: Callable[[str], Result]
    keys: tuple[KeyChoice, ...] = ()
    example: str = ""
    tie: str = ""
    """Of a single game that needs a winner, how a tie is written that White has won."""
    rules: WholeMatch | None = None


GAME_KEYS = (
    KeyChoice("result.white", "1-0", "White wins", ("1",), ("1",)),
    KeyChoice("result.black", "0-1", "Black wins", ("0",), ("3",)),
    KeyChoice("result.draw", "1/2-1/2", "draw", ("=", DRAW_ON_KEYPADS), ("2", "=")),
    KeyChoice("result.clear", "-", "clear", (".", ","), ("0", ".", ",")),
    KeyChoice("result.white-forfeit", "+/-", "White wins by forfeit", ("+",), ("+",)),
    KeyChoice("result.black-forfeit", "-/+", "Black wins by forfeit", ("-",), ("-",)),
    KeyChoice("result.both-forfeit", "-/-", "both forfeit", ("*",), ("*",)),
    KeyChoice("result.adjourned", "?", "adjourned", ("a",), ("a",)),
)


def _of_home(choice: KeyChoice) -> KeyChoice:
    return choice._replace(label=choice.named(("home", "away")))


TEAM_BOARD = ResultForm("game", parse_game, tuple(map(_of_home, GAME_KEYS)), "1-0")
"""A board of a match of teams, as the home team has its result."""


def with_half_signs(text: str) -> str:
    """A result as people write it: `½-½` for `1/2-1/2`."""
    return text.replace("1/2", "½")


def shown(text: str) -> str:
    """A result as people read it: of a single game that a tie-break has decided White or Black, as
    it is typed, `½-½ White rapid`; the score of a match is home's and away's."""
    score, _, rest = text.partition(" ")
    side, _, method = rest.partition(" ")
    if score != "½-½" or not method or side not in _COLOUR_OF:
        return text
    return f"{score} {_COLOUR_OF[side]} {method}"


@lru_cache(maxsize=1024)
def result_text(text: str | None) -> str:
    """A result as people write it; `_` for none yet."""
    return f"{brief(text)}  forfeit" if text in FORFEITS else brief(text)


@lru_cache(maxsize=1024)
def brief(text: str | None) -> str:
    """A result in running text."""
    if text is None:
        return "_"
    return WRITTEN[text] if text in WRITTEN else shown(with_half_signs(text))
