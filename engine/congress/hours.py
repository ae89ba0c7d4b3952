"""Which rounds of two events are played in the same hours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from engine.congress.congress import EntryKey
from engine.congress.members import MemberEvent
from engine.congress.people import Person
from engine.entrants import Entrant, EntrantId
from engine.event import Round
from engine.event_data import RoundTime, schedule

ALL_DAY = 24 * 60
"""Minutes that a round takes whose time of day nobody says."""


def rounds_at_once(a: MemberEvent, b: MemberEvent) -> tuple[tuple[int, int], ...] | None:
    """The rounds (of a, of b) that are played at the same time by the schedules of both; None
    where one has no schedule, so that only the sessions of the plan can say it."""
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
        """His seat in that event, then the other one; None where he has none there."""
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
