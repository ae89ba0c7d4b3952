"""What an action is about: its round, its boards, its entrants. For finding it in the history."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, AddEntrant, EnterResults, Instruct, TurnBoard
from engine.entrants import EntrantId
from engine.event import Event
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class About:
    """Round (None: no single one), boards of it, and everybody concerned by number."""

    round: int | None = None
    boards: tuple[int, ...] = ()
    entrants: frozenset[EntrantId] = frozenset()


def about(action: Action, event: Event | None) -> About:
    """What `action` is about, done to `event` (None: it begins the event)."""
    round, boards = _place(action, event)
    people = _named(action)
    if event is not None and round is not None and boards:
        people |= _at(event, round, boards)
    if isinstance(action, AddEntrant) and event is not None:
        people |= {str(event.next_id)}
    return About(round, boards, frozenset(people))


def _place(action: Action, event: Event | None) -> tuple[int | None, tuple[int, ...]]:
    now = len(event.published) if event else None
    if isinstance(action, EnterResults):
        return action.round or now, tuple(board for board, _ in action.results)
    if isinstance(action, TurnBoard):
        return (now or 0) + 1, (action.number,)
    one = action.board()
    if one is not None:
        return one[0] or now, (one[1],)
    return getattr(action, "round", None), ()


_PEOPLE = ("id", "entrant", "chooser", "opponent", "a", "b", "white", "black")
"""Fields of actions that hold an entrant's number."""


def _named(action: Action) -> set[EntrantId]:
    entrants: set[EntrantId] = set()
    parts: list[object] = [action]
    if isinstance(action, Instruct):
        parts.append(action.instruction)
    for part in parts:
        for name in _PEOPLE:
            value = getattr(part, name, None)
            if isinstance(value, str):
                entrants.add(value)
    entrants.update(getattr(action, "ids", ()))
    return entrants


def _at(event: Event, round: int, boards: tuple[int, ...]) -> set[EntrantId]:
    try:
        there = event.round(round)
    except Refused:
        return set()
    return {id for match in there.matches if match.board in boards for id in match.pair}
