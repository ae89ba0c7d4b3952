"""The boards of the whole hall: which event a board belongs to, and how far every event is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.congress.members import BoardRange, HallBoard, MemberEvent
from engine.refusal import Refused


@dataclass(frozen=True, slots=True)
class EventProgress:
    """How far an event is: the round in play, its boards, and those that have a result."""

    folder: str
    name: str
    round: int
    entered: int
    boards: int

    @property
    def complete(self) -> bool:
        """Every board has its result."""
        return self.entered == self.boards


def progress(members: Sequence[MemberEvent]) -> tuple[EventProgress, ...]:
    """Of every event, in the order of the congress."""
    return tuple(
        EventProgress(
            one.folder,
            one.name,
            len(one.event.published),
            len(one.boards) - len(one.open_boards),
            len(one.boards),
        )
        for one in members
    )


def boards_at(members: Sequence[MemberEvent], board: int) -> tuple[HallBoard, ...]:
    """Every board in play of that number: none, one, or several where ranges overlap."""
    return tuple(one for member in members for one in member.boards if one.board == board)


def board_at(members: Sequence[MemberEvent], board: int, folder: str = "") -> HallBoard:
    """The board in play of that number, in that event where one is named; `Refused` where there is
    none, or more than one."""
    among = [one for one in members if folder in ("", one.folder)]
    there = boards_at(among, board)
    if len(there) == 1:
        return there[0]
    if there:
        names = [_name(among, one.folder) for one in there]
        raise Refused(
            f"board {board} is in {' and '.join(names)}", "",
            f"name the event, as in {names[0]}:{board}",
        )  # fmt: skip
    in_play = [f"{one.name} {span(one)}" for one in among if one.boards]
    raise Refused(
        f"board {board} is not in play", "; ".join(in_play) or "no round is published",
        "look at the number again" if in_play else "publish one first",
    )  # fmt: skip


def span(member: MemberEvent) -> str:
    """Its boards in play in words: `boards 101-148`."""
    numbers = [one.board for one in member.boards]
    word = member.event.board_word
    return f"{word}s {numbers[0]}-{numbers[-1]}" if numbers[1:] else f"{word} {numbers[0]}"


def _name(members: Sequence[MemberEvent], folder: str) -> str:
    return next(one.name for one in members if one.folder == folder)


def open_boards(members: Sequence[MemberEvent]) -> tuple[HallBoard, ...]:
    """Every board of the hall without a result, by number."""
    boards = [one for member in members for one in member.boards if one.match.open]
    return tuple(sorted(boards, key=lambda one: (one.board, one.folder)))


def overlaps(
    members: Sequence[MemberEvent],
) -> tuple[tuple[MemberEvent, MemberEvent, BoardRange], ...]:
    """Every two events of which boards have the same numbers, and these."""
    pairs = ((a, b, a.range.meets(b.range)) for a, b in combinations(members, 2))
    return tuple((a, b, both) for a, b, both in pairs if both is not None)


def free_first_board(members: Sequence[MemberEvent], step: int = 100) -> int:
    """The first board for one event more: one beyond the next full `step` that nobody needs."""
    last = max((one.range.last for one in members), default=0)
    return -(-last // step) * step + 1
