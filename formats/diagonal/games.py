"""The two games of a match: their results, lengths, and how a slip says them.

From the higher player's side, the game that he plays with White first: `1,0`, `1/34,=/60`. One
game may come alone (`1,?` or `1,`); the other is entered later (`?,0`, `,0`, or just `0`). Two
signs without lengths need no comma (`10`), and a point is one: keypads have no comma.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from engine.points import NIL, ONE, Points
from engine.refusal import Refused
from engine.results import DRAW_ON_KEYPADS, KeyChoice, Outcome, Result, ResultForm, Scoring, Side

LONGEST = 500
"""Moves of the longest game that is believed."""
EXAMPLE = "1,0"
_KNOWN = "a game is 1 0 = (with moves: 1/34), + - by forfeit, * lost by both, ? open; as in 1/34,="


class Game(Enum):
    """One game, as the higher player sees it."""

    WIN = "1"
    LOSS = "0"
    DRAW = "="
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    NOBODY = "*"
    """Lost by both, neither came."""
    OPEN = "?"

    @property
    def played(self) -> bool:
        """Over the board."""
        return self in (Game.WIN, Game.LOSS, Game.DRAW)

    @property
    def turned(self) -> Game:
        """As the other one sees it."""
        return _TURNED.get(self, self)


_TURNED = {
    Game.WIN: Game.LOSS,
    Game.LOSS: Game.WIN,
    Game.FORFEIT_WIN: Game.FORFEIT_LOSS,
    Game.FORFEIT_LOSS: Game.FORFEIT_WIN,
}
_WON = (Game.WIN, Game.FORFEIT_WIN)
_LOST = (Game.LOSS, Game.FORFEIT_LOSS, Game.NOBODY)


@dataclass(frozen=True, slots=True)
class Two:
    """The result of a match: the higher player's game with White, then the one with Black.

    `moves` are the lengths, None where not given.
    """

    games: tuple[Game, Game]
    moves: tuple[int | None, int | None] = (None, None)

    @property
    def text(self) -> str:
        """`1/34,=/60`; the forfeit of both games as `+/-`, `-/+`, `-/-`."""
        whole = _WHOLE_TEXT.get(self.games)
        if whole:
            return whole
        parts = zip(self.games, self.moves, strict=True)
        return ",".join(f"{g.value}/{m}" if m else g.value for g, m in parts)

    @property
    def played(self) -> bool:
        """A game has been played, or may still be."""
        return any(g.played or g is Game.OPEN for g in self.games)

    @property
    def provisional(self) -> bool:
        """One game is open."""
        return Game.OPEN in self.games

    def as_seen_by(self, side: Side) -> tuple[Game, Game]:
        """Both games as that side sees them, the higher player's White first."""
        one, other = self.games
        return (one, other) if side == "white" else (one.turned, other.turned)

    def losses(self, side: Side, draw: Points) -> Points:
        """Lost games of that side; a draw counts as `draw`."""
        games = self.as_seen_by(side)
        return sum((_loss(game, draw) for game in games), NIL)

    def wins(self, side: Side) -> int:
        """Games won, by forfeit too."""
        return sum(game in _WON for game in self.as_seen_by(side))

    def won_lengths(self, side: Side) -> list[int | None]:
        """The lengths of the games that the side has won over the board."""
        games = zip(self.as_seen_by(side), self.moves, strict=True)
        return [moves for game, moves in games if game is Game.WIN]

    def points(self, side: Side, scoring: Scoring) -> Points:
        """Both games together; an open one scores nothing yet."""
        worth = {
            Game.WIN: scoring.win_points,
            Game.FORFEIT_WIN: scoring.win_points,
            Game.DRAW: scoring.draw_points,
            Game.LOSS: scoring.loss_points,
            Game.FORFEIT_LOSS: scoring.forfeit_points,
            Game.NOBODY: scoring.forfeit_points,
            Game.OPEN: NIL,
        }
        return sum((worth[game] for game in self.as_seen_by(side)), NIL)

    def outcome(self, side: Side) -> Outcome:
        """By more games won than lost."""
        ahead = sum((game in _WON) - (game in _LOST) for game in self.as_seen_by(side))
        if ahead:
            return Outcome.WIN if ahead > 0 else Outcome.LOSS
        return Outcome.LOSS if self.games == (Game.NOBODY, Game.NOBODY) else Outcome.DRAW

    def turned(self) -> Two:
        """With the two players exchanged: the other one's White game comes first."""
        one, other = self.games
        return Two((other.turned, one.turned), (self.moves[1], self.moves[0]))

    def defaulted(self, white: bool, black: bool) -> Two:
        """The open games lost by whoever has left: White (the higher), Black, or both."""
        lost = Game.NOBODY if white and black else Game.FORFEIT_LOSS if white else Game.FORFEIT_WIN
        one, other = (lost if g is Game.OPEN else g for g in self.games)
        return replace(self, games=(one, other))


OPEN = Two((Game.OPEN, Game.OPEN))
_WHOLE = {
    "+/-": Two((Game.FORFEIT_WIN, Game.FORFEIT_WIN)),
    "-/+": Two((Game.FORFEIT_LOSS, Game.FORFEIT_LOSS)),
    "-/-": Two((Game.NOBODY, Game.NOBODY)),
}
_WHOLE_TEXT = {two.games: text for text, two in _WHOLE.items()}


def _loss(game: Game, draw: Points) -> Points:
    if game is Game.DRAW:
        return draw
    return ONE if game in _LOST else NIL


def two_games(result: Result | None) -> Two:
    """A match's result; both games open without one."""
    return result if isinstance(result, Two) else OPEN


_SHORT = re.compile(r"[10=½5]{2}")
_PART = re.compile(r"(1|0|=|½|5|\+|-|\*|\?|)(?:\s*/\s*(-?[0-9]+))?")


def parse_two(text: str, before: Two = OPEN) -> Two:
    """Read both games; what the text leaves open stays as it was `before`. `Refused` in words."""
    line = "".join(text.split())[:40]
    if line in _WHOLE:
        return _WHOLE[line]
    parts = _parts(line, before)
    if len(parts) != 2:
        shown = line if len(line) <= 12 else f"{line[:12]}…"
        raise Refused(f"{shown!r} is not the result of two games", "", f"type them so: {_KNOWN}")
    read = [_game(part) for part in parts]
    if line == "?" or all(game is Game.OPEN for game, _ in read):
        raise Refused(
            "neither game has a result",
            "who advances depends on both games, so none can be adjourned over the round",
            "enter one game as 1,? or clear the board with -",
        )
    merged = [
        (before.games[at], before.moves[at]) if game is Game.OPEN else (game, moves)
        for at, (game, moves) in enumerate(read)
    ]
    (one, first), (other, second) = merged
    return Two((one, other), (first, second))


def _parts(line: str, before: Two) -> list[str]:
    """The two games; a lone one is the one still open, and two signs need no comma."""
    line = line.replace(".", ",")
    if _SHORT.fullmatch(line):
        return list(line)
    if line == "?":
        return ["?", "?"]
    if line and "," not in line and before.provisional and before.played and before != OPEN:
        return ["?", line] if before.games[1] is Game.OPEN else [line, "?"]
    return line.split(",")


def _game(part: str) -> tuple[Game, int | None]:
    match = _PART.fullmatch(part)
    if match is None:
        problem = f"{part[:12]!r} is not a result of a game"
        raise Refused(problem if part.strip() else "the result of a game is missing", "", _KNOWN)
    sign, moves = match.groups()
    game = Game.DRAW if sign in ("½", DRAW_ON_KEYPADS) else Game(sign or "?")
    if moves is None:
        return game, None
    if not game.played:
        raise Refused(f"{part[:12]!r} has a length", "a game not played has none", "leave it out")
    if len(moves) > 9 or not 1 <= int(moves) <= LONGEST:
        shown = f"{int(moves):,}" if len(moves) <= 9 else moves[:12]
        raise Refused(
            f"a game of {shown} moves is not possible", f"a length is 1 to {LONGEST}", "correct it"
        )
    return game, int(moves)


TWO_KEYS = (
    KeyChoice("result.clear", "-", "clear", (".",), (".",)),
    KeyChoice("result.white-forfeit", "+/-", "both to the higher player", ("+",), ("+",)),
    KeyChoice("result.black-forfeit", "-/+", "both to the lower player", ("-",), ("-",)),
    KeyChoice("result.both-forfeit", "-/-", "nobody came", ("*",), ("*",)),
)
"""Keys beside the entry line, which a digit opens."""


def two_form(result: Result | None) -> ResultForm:
    """A line for both games, or for one of them now and the other later."""
    known = two_games(result)
    example = EXAMPLE
    if known != OPEN and known.provisional:
        example = ",0" if known.games[1] is Game.OPEN else "1,"
    return ResultForm("line", partial(parse_two, before=known), TWO_KEYS, example)
