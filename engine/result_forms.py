"""How a result is entered: the keys of a game, or a line of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.results import Result, parse_game

DRAW_ON_KEYPADS = "5"
"""Keypads have no `=`."""


class KeyChoice(NamedTuple):
    """One key of result entry: `id` names the action for keymaps, `keys` are the defaults."""

    id: str
    text: str
    label: str
    keys: tuple[str, ...]
    second: tuple[str, ...]
    """Keys of the second scheme (1 White, 2 draw, 3 Black, 0 clear)."""

    def named(self, sides: tuple[str, str]) -> str:
        """The label, with what the two sides are called."""
        return self.label.replace("White", sides[0]).replace("Black", sides[1])


@dataclass(frozen=True, slots=True)
class WholeMatch:
    """What is asked of a match that is entered as a whole.

    `games` is the number of games of a best of n, None for IMPs; `needs_winner` asks for a
    tie-break where tied; `methods` are the usual tie-breaks, the first for the example. Another
    word is taken as it stands: an event may have its own. `may_wait` lets `?` say that the match
    is not finished yet and others go on without it.
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
