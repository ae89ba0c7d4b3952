"""What an action is about: its round, its boards, its entrants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class About:
    """Round (None: no single one), boards of it, and everybody concerned by number."""

    round: int | None = None
    boards: tuple[int, ...] = ()
    entrants: frozenset[EntrantId] = frozenset()

    def is_at(self, board: int, round: int | None, in_play: int | None) -> bool:
        """Whether that board of `round` is one of its boards. Asked without an event (`about` of
        None) the round of an action may be open: it is the one that was `in_play`."""
        return board in self.boards and (self.round or in_play) == round


def about_entrants(*ids: EntrantId, round: int | None = None) -> About:
    """Some entrants, by number; empty ones are nobody."""
    return About(round, (), frozenset(filter(None, ids)))


def about_boards(
    event: Event | None, round: int | None, numbers: Iterable[int], *ids: EntrantId
) -> About:
    """Boards of a round (None: the one in play), whoever sits there, and `ids` besides."""
    at = tuple(numbers)
    if event is None:
        return About(round, at, frozenset(ids))
    number = round or len(event.published)
    return About(number, at, frozenset(ids) | _seated(event, number, at))


def _seated(event: Event, round: int, at: tuple[int, ...]) -> frozenset[EntrantId]:
    try:
        there = event.round(round)
    except Refused:
        return frozenset()
    return frozenset(id for match in there.matches if match.board in at for id in match.pair)
