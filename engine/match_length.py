"""How long a match is, as it was drawn and as the settings of now would have it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.event import Match
from engine.points import counted


@dataclass(frozen=True, slots=True)
class MatchLength:
    """So many games, boards of a match of teams, or boards of bridge, which are scored in IMPs."""

    count: int
    unit: Literal["game", "board", "bridge board"] = "game"

    def __str__(self) -> str:
        text = counted(self.count, "game" if self.unit == "game" else "board")
        return f"{text} in IMPs" if self.unit == "bridge board" else text


@dataclass(frozen=True, slots=True)
class OtherLength:
    """Open matches, by their boards, that are not as long as the settings of now say: how long
    they are, and would be."""

    boards: tuple[int, ...]
    drawn: MatchLength
    now: MatchLength


def length_of(match: Match) -> MatchLength:
    """As the match was drawn."""
    if match.lineups:
        return MatchLength(len(match.lineups), "board")
    return MatchLength(match.boards, "bridge board") if match.boards else MatchLength(match.games)


def with_length(match: Match, length: MatchLength) -> Match:
    """A match without line-ups that is so long."""
    bridge = length.unit == "bridge board"
    return replace(
        match, games=1 if bridge else length.count, boards=length.count if bridge else None
    )


def other_length(
    matches: Iterable[Match], length_now: Callable[[Match], MatchLength]
) -> OtherLength | None:
    """Which of the matches are open and would be longer or shorter if they were drawn now; None
    for none."""
    others = [m for m in matches if m.open and length_now(m) != length_of(m)]
    if not others:
        return None
    boards = tuple(match.board for match in others)
    return OtherLength(boards, length_of(others[0]), length_now(others[0]))
