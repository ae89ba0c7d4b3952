"""Where a drawn match sits: fixed boards, the first board of a section, rooms by name."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from engine.entrants import EntrantId
from engine.event import Event, Match


@dataclass(frozen=True, slots=True)
class Seating:
    """How a format's boards are placed in the rooms of a venue."""

    first: int = 1
    """The number of the first board."""
    sections: Mapping[str, int] = field(default_factory=dict)
    """By section the number of its first board."""
    rooms: tuple[tuple[int, str], ...] = ()
    """From which board on a room begins, lowest first, and its name."""
    movable: bool = True
    """Whether a match may sit at any board; not where board numbers are places of a table."""

    def room(self, board: int) -> str:
        """The room of that board; empty where none is named."""
        names = [name for start, name in self.rooms if start <= board]
        return names[-1] if names else ""


PLAIN = Seating()
"""Boards from 1, in one room without a name."""


def at_their_boards(event: Event, seating: Seating, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The matches of a round at the boards where they are to sit, by number.

    A player with a fixed board sits there with his opponent; the others keep their order from the
    first board of their section on.
    """
    in_order = sorted(matches, key=lambda m: m.board)
    fixed = _fixed(event, in_order) if seating.movable else {}
    taken = set(fixed.values())
    numbers: dict[tuple[EntrantId, EntrantId], int] = {}
    free = {section: _free(start, taken) for section, start in seating.sections.items()}
    others = _free(seating.first, taken)
    for match in in_order:
        board = fixed.get(match.pair)
        if board is None:
            board = next(free.get(match.section or "", others))
            taken.add(board)
        numbers[match.pair] = board
    moved = (replace(m, board=numbers[m.pair]) for m in in_order)
    return tuple(sorted(moved, key=lambda m: m.board))


def _free(start: int, taken: Container[int]) -> Iterator[int]:
    """Boards from there on that nobody has taken by the time of asking."""
    return (board for board in count(start) if board not in taken)


def _fixed(event: Event, matches: Iterable[Match]) -> dict[tuple[EntrantId, EntrantId], int]:
    """By pair its fixed board: one board for one match, the higher match first; of two opponents
    with fixed boards the one entered first."""
    boards: dict[tuple[EntrantId, EntrantId], int] = {}
    for match in matches:
        for id in sorted(match.pair, key=int):
            board = event.entrant(id).fixed_board
            if board is not None and board not in boards.values():
                boards[match.pair] = board
                break
    return boards


def board_setting_note(changed: Iterable[str], event: Event) -> str:
    """A note that a change of these settings does not change the numbers of boards that are drawn
    already. Empty if nothing is drawn, or no number changes."""
    drawn = event.proposal or event.current
    if drawn is None or not {"first_board", "section_boards"} & set(changed):
        return ""
    number = event.called(drawn.number)
    return f"the boards of {number} keep their numbers; the next draw has the new ones"
