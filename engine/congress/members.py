"""An event as a part of its congress: its plan, its value, and what the desk needs of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.congress.congress import EventPlan
from engine.event import Event, Match
from engine.protocol import Format
from engine.waiting import NextStep, running


@dataclass(frozen=True, slots=True)
class BoardRange:
    """Boards from `first` to `last`, both included."""

    first: int
    last: int

    def meets(self, other: BoardRange) -> BoardRange | None:
        """The boards that both have, or None."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return BoardRange(first, last) if first <= last else None


@dataclass(frozen=True, slots=True)
class HallBoard:
    """A board of the hall that is in play: its event, its round, and the players who sit there."""

    folder: str
    round: int
    """The round that its match began in, as `EnterResult` takes it."""
    match: Match

    @property
    def board(self) -> int:
        """Its number, the same on every list."""
        return self.match.board


@dataclass(frozen=True)
class MemberEvent:
    """An event of the congress. Derived values are computed once and kept on it."""

    plan: EventPlan
    event: Event
    format: Format
    unique_name: str = ""
    """Its name if another event of the congress has the same name."""

    @property
    def folder(self) -> str:
        """Which event it is: its folder relative to that of the congress."""
        return self.plan.folder

    @property
    def name(self) -> str:
        """What lists of the congress call it."""
        return self.unique_name or self.plan.name or self.event.title

    @cached_property
    def step(self) -> NextStep:
        """The state of the event and what comes next."""
        return self.format.next_step(self.event)

    @property
    def numbered_by_setting(self) -> bool:
        """Whether its first board is a setting; else its boards are places of a tree or a row,
        and begin at 1."""
        return self.format.seating(self.event) is not None

    @cached_property
    def boards(self) -> tuple[HallBoard, ...]:
        """The boards in play: those of the round published last, and of matches that still run;
        by number."""
        current = self.event.current
        if current is None:
            return ()
        earlier = (HallBoard(self.folder, r.number, m)
                   for r, m in running(self.event, current.number))  # fmt: skip
        latest = (HallBoard(self.folder, current.number, m) for m in current.matches)
        by_number = {board.board: board for board in (*earlier, *latest)}
        return tuple(by_number[number] for number in sorted(by_number))

    @cached_property
    def open_boards(self) -> tuple[int, ...]:
        """The boards in play that have no result."""
        return tuple(board.board for board in self.boards if board.match.open)

    @cached_property
    def range(self) -> BoardRange:
        """The boards that are its own: from its first to the last that the plan gives it, or that
        its entries need; those of its present round in any case."""
        starts, used = self._starts, self._used
        first = min([*starts, *used])
        needed = max([*used, max(starts) + max(self._matches_due, 1) - 1])
        return BoardRange(first, max([self.plan.last_board or needed, *used]))

    @cached_property
    def beyond(self) -> int:
        """The highest board that it has or will need, where that is beyond its last one; else 0."""
        highest = max([0, *self._used])
        if self.format.rounds_planned(self.event) != len(self.event.published):
            highest = max(highest, min(self._starts) + self._matches_due - 1)
        return highest if 0 < self.plan.last_board < highest else 0

    @property
    def _starts(self) -> tuple[int, ...]:
        """The first board of its next draw, and those of its sections."""
        seating = self.format.seating(self.event)
        return (seating.first, *seating.sections.values()) if seating else (1,)

    @cached_property
    def _used(self) -> tuple[int, ...]:
        """The numbers of its boards, proposed and in play; those of a round that is complete are
        nobody's any more."""
        proposed = self.event.proposal
        new = [match.board for match in proposed.matches] if proposed is not None else []
        return (*(board.board for board in self.boards if self.open_boards), *new)

    @cached_property
    def _matches_due(self) -> int:
        """How many boards everybody in the next round would need; one left over has the bye."""
        number = len(self.event.published) + 1
        return sum(1 for entrant in self.event.entrants if entrant.active(number)) // 2

    def room(self, board: int) -> str:
        """The room of a board; empty where none is named."""
        seating = self.format.seating(self.event)
        return (seating.room(board) if seating else "") or self.plan.room
