"""Starting positions of Chess960, by the numbers that players and servers use (0 to 959; 518 is
the usual one). Rules: FIDE Laws of Chess, Guidelines II."""

from __future__ import annotations

import hashlib
from itertools import combinations

POSITIONS = 960
_KNIGHTS = tuple(combinations(range(5), 2))
"""The squares of two knights among the five that bishops and queen leave."""


def drawn_position(seed: int, round: int) -> int:
    """The position of a round by lot: the same on every machine, every one as likely."""
    drawn = hashlib.sha256(f"{seed}/chess960/{round}".encode()).digest()
    return int.from_bytes(drawn, "big") % POSITIONS


def back_rank(number: int) -> str:
    """White's pieces from a to h: `RNBQKBNR` for 518."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    squares = [""] * 8
    squares[2 * light + 1] = squares[2 * dark] = "B"
    _put("Q", (queen,), squares)
    _put("NN", _KNIGHTS[knights], squares)
    _put("RKR", (0, 1, 2), squares)
    return "".join(squares)


def _put(pieces: str, places: tuple[int, ...], squares: list[str]) -> None:
    """Each piece on the free square of that place, counted from a."""
    free = [at for at, piece in enumerate(squares) if not piece]
    for piece, place in zip(pieces, places, strict=True):
        squares[free[place]] = piece


def fen(number: int) -> str:
    """The position with White to move, as PGN files have it."""
    rank = back_rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


def position_text(number: int) -> str:
    """`Chess960 518 RNBQKBNR`: the same in every language."""
    return f"Chess960 {number} {back_rank(number)}"
