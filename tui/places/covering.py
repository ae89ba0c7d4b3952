"""Saved results that nothing shows while their slips are entered again: nobody reads the screen
instead of the slip."""

from __future__ import annotations

from collections.abc import Collection

from engine.actions import (
    AbsentOut,
    Action,
    AddEntrant,
    Adjust,
    CheckIn,
    CorrectBoard,
    EditEntrant,
    EnterResult,
    EnterResults,
    Expel,
    ImportEntrants,
    ReEnter,
    RemoveEntrant,
    RollCall,
    SetBye,
    SetSeeds,
    TakeRatings,
    Withdraw,
)
from engine.actions.base import About
from engine.actions.team_players import EditPlayer, SetPlayers

Covered = Collection[tuple[int, int]]
"""(round, board) of each result that is covered."""
COVERED = "···"
"""In its place."""


def says_result(action: Action) -> bool:
    """Whether the words of an action have a result in them."""
    of_teams = action.kind in ("board-result", "board-results")
    return of_teams or isinstance(action, EnterResult | EnterResults | CorrectBoard)


_OF_ENTRIES = (
    AddEntrant, ImportEntrants, EditEntrant, RemoveEntrant, CheckIn, RollCall, AbsentOut, SetBye,
    Withdraw, Expel, ReEnter, Adjust, SetSeeds, TakeRatings, SetPlayers, EditPlayer,
)  # fmt: skip


def place_of(action: Action) -> str:
    """The place in which such an action is done; empty where there are several."""
    if isinstance(action, _OF_ENTRIES):
        return "Entries"
    corrected = isinstance(action, CorrectBoard)  # by c in Pairings too
    return "Results" if says_result(action) and not corrected else ""


def is_covered(about: About, covered: Covered, in_play: int | None) -> bool:
    """Whether one of the boards that something is about is covered."""
    round = about.round or in_play
    return round is not None and any((round, board) in covered for board in about.boards)


def covered_words(about: About, board_word: str = "board") -> str:
    """`board 12: ···`, of several `boards 12, 13: ···`."""
    several = "s" * (len(about.boards) > 1)
    return f"{board_word}{several} {', '.join(map(str, about.boards))}: {COVERED}"
