"""Saved results that nothing shows while their slips are entered again: nobody reads the screen
instead of the slip."""

from __future__ import annotations

from collections.abc import Collection

from engine.actions import CorrectBoard, EnterResult, EnterResults
from engine.actions.base import About, Action

Covered = Collection[tuple[int, int]]
"""(round, board) of each result that is covered."""
COVERED = "···"
"""In its place."""


def says_result(action: Action) -> bool:
    """Whether the words of an action have a result in them."""
    of_teams = action.kind in ("board-result", "board-results")
    return of_teams or isinstance(action, EnterResult | EnterResults | CorrectBoard)


_DONE_IN = {
    "Entries": (
        "add", "import", "import-players", "edit", "remove", "check-in", "roll-call", "absent-out",
        "bye", "withdraw", "expel", "re-enter", "points", "seeds", "ratings", "players",
        "edit-player", "exchange-numbers", "remake-numbers",
    ),
    "Pairings": (
        "propose", "discard", "swap", "turn", "publish", "instruct", "release", "edit-pairings",
        "take-apart", "pair-by-hand", "pair-rest", "finish-editing",
    ),
    "Results": ("result", "results", "board-result", "board-results", "lineup", "postpone",
                "match-venue"),
    "Standings": ("tied",),
}  # fmt: skip
"""By place the actions, as the journal names them, that are done in it and in no other; boards
are corrected in Pairings and in Results, and settings changed anywhere."""
_PLACE_OF = {kind: place for place, kinds in _DONE_IN.items() for kind in kinds}


def place_of(action: Action) -> str:
    """The place in which such an action is done; empty where there are several."""
    return _PLACE_OF.get(action.kind, "")


def is_covered(about: About, covered: Covered, in_play: int | None) -> bool:
    """Whether one of the boards that something is about is covered."""
    round = about.round or in_play
    return round is not None and any((round, board) in covered for board in about.boards)


def covered_words(about: About, board_word: str = "board") -> str:
    """`board 12: ···`, of several `boards 12, 13: ···`."""
    several = "s" * (len(about.boards) > 1)
    return f"{board_word}{several} {', '.join(map(str, about.boards))}: {COVERED}"
