"""The hall of a congress: which event a board belongs to, how far every event is, and which rounds
of two events are played in the same hours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from engine.congress.congress import EntryKey
from engine.congress.members import BoardRange, HallBoard, MemberEvent
from engine.congress.people import Person
from engine.entrants import Entrant, EntrantId
from engine.event import Round
from engine.event_data import RoundTime, schedule
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


def boards_at(
    members: Sequence[MemberEvent], board: int, round: int | None = None
) -> tuple[HallBoard, ...]:
    """Every board in play of that number, or every one of that round: none, one, or several where
    ranges overlap."""
    boards = (one for member in members for one in _boards(member, round))
    return tuple(one for one in boards if one.board == board)


def _boards(member: MemberEvent, round: int | None) -> Sequence[HallBoard]:
    if round is None:
        return member.boards
    published = (one for one in member.event.published if one.number == round)
    return [HallBoard(member.folder, round, match) for one in published for match in one.matches]


def board_at(
    members: Sequence[MemberEvent], board: int, folder: str = "", round: int | None = None
) -> HallBoard:
    """The board in play of that number, or that of a round, in that event where one is named;
    `Refused` where there is none, or more than one."""
    among = [one for one in members if folder in ("", one.folder)]
    there = boards_at(among, board, round)
    if len(there) == 1:
        return there[0]
    if there:
        names = [_name(among, one.folder) for one in there]
        raise Refused(
            f"board {board} is in {' and '.join(names)}", "",
            f"name the event, as in {names[0]}:{board}",
        )  # fmt: skip
    if round is not None:
        of_round = [f"{one.name} {_span_of(one, boards)}" for one in among
                    if (boards := _boards(one, round))]  # fmt: skip
        raise Refused(
            f"no board {board} in round {round}", "; ".join(of_round) or "it is not published",
            "look at the numbers again",
        )  # fmt: skip
    in_play = [f"{one.name} {span(one)}" for one in among if one.boards]
    raise Refused(
        f"board {board} is not in play", "; ".join(in_play) or "no round is published",
        "look at the number again" if in_play else "publish one first",
    )  # fmt: skip


def span(member: MemberEvent) -> str:
    """Its boards in play in words: `boards 101-148`."""
    return _span_of(member, member.boards)


def _span_of(member: MemberEvent, boards: Sequence[HallBoard]) -> str:
    numbers = sorted(one.board for one in boards)
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


ALL_DAY = 24 * 60
"""Minutes that a round takes whose time of day nobody says."""


def rounds_at_once(a: MemberEvent, b: MemberEvent) -> tuple[tuple[int, int], ...] | None:
    """The rounds (of a, of b) that are played at the same time by the schedules of both; None if
    one has no schedule, so that only the sessions of the plan can say it."""
    times_a, times_b = schedule(a.event), schedule(b.event)
    if not times_a or not times_b:
        return None
    return tuple(
        (i, j)
        for i, one in enumerate(times_a, start=1)
        for j, other in enumerate(times_b, start=1)
        if _meet(one, a.plan.minutes, other, b.plan.minutes)
    )


def _meet(one: RoundTime | None, minutes: int, other: RoundTime | None, others: int) -> bool:
    if one is None or other is None:
        return False
    begin, end = _span(one, minutes)
    other_begin, other_end = _span(other, others)
    return begin < other_end and other_begin < end


def _span(at: RoundTime, minutes: int) -> tuple[datetime, datetime]:
    begin = datetime.fromisoformat(at.text)
    return begin, begin + timedelta(minutes=minutes if at.time else ALL_DAY)


def clash(a: MemberEvent, entrant_a: Entrant, b: MemberEvent, entrant_b: Entrant) -> bool:
    """Whether somebody would have to play both at once: the hours are the same, and he has a bye
    in neither. Events without schedules are at once if their sessions are called alike."""
    at_once = rounds_at_once(a, b)
    if at_once is None:
        return a.plan.session.casefold() == b.plan.session.casefold()
    return any(entrant_a.to_be_paired(i) and entrant_b.to_be_paired(j) for i, j in at_once)


@dataclass(frozen=True, slots=True)
class EventSeat:
    """A board that somebody is to play at: proposed, or still open in the round in play."""

    member: MemberEvent
    round: Round
    board: int


@dataclass(frozen=True, slots=True)
class SeatedTwice:
    """Somebody with a seat in each of two events whose rounds are played in the same hours."""

    person: Person
    seats: tuple[EventSeat, EventSeat]
    entries: tuple[EntryKey, EntryKey]
    """By which he has them."""

    @property
    def proposed(self) -> bool:
        """Whether one of the two games is only proposed."""
        return not all(seat.round.published for seat in self.seats)

    def beside(self, folder: str) -> tuple[EventSeat, EventSeat] | None:
        """His seat in that event, then the other one; None if he has none there."""
        a, b = self.seats
        if a.member.folder == folder:
            return a, b
        return (b, a) if b.member.folder == folder else None


def seated_twice(
    members: Sequence[MemberEvent], everybody: Sequence[Person]
) -> tuple[SeatedTwice, ...]:
    """Who cannot play all that he is paired for, in proposals and in the rounds in play. Of teams
    the team has the seat, whoever plays for it."""
    seats = {member.folder: _seats(member) for member in members}
    return tuple(
        SeatedTwice(person, (a, b), (one, other))
        for person in everybody
        if len(person.active) > 1
        for (one, a), (other, b) in combinations(_seats_of(person, seats), 2)
        if _at_once(a, b)
    )


def _seats(member: MemberEvent) -> dict[EntrantId, EventSeat]:
    proposed = member.event.proposal
    seats = {
        entrant: EventSeat(member, member.event.round(board.round), board.board)
        for board in member.boards
        if board.match.open
        for entrant in board.match.pair
    }
    if proposed is not None:
        for match in proposed.matches:
            seats |= {entrant: EventSeat(member, proposed, match.board) for entrant in match.pair}
    return seats


def _seats_of(
    person: Person, seats: dict[str, dict[EntrantId, EventSeat]]
) -> Iterator[tuple[EntryKey, EventSeat]]:
    for entry in person.active:
        seat = seats[entry.key.folder].get(entry.key.id)
        if seat is not None:
            yield entry.key, seat


def _at_once(a: EventSeat, b: EventSeat) -> bool:
    if a.member is b.member:
        return False
    at_once = rounds_at_once(a.member, b.member)
    if at_once is None:
        return a.member.plan.session.casefold() == b.member.plan.session.casefold()
    return (a.round.number, b.round.number) in at_once
