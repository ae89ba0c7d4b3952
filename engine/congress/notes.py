"""What is wrong or doubtful in a congress, as values; `engine.congress.words` has the words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.congress.congress import Congress
from engine.congress.hall import overlaps
from engine.congress.hours import clash, seated_twice
from engine.congress.members import MemberEvent
from engine.congress.people import Person, namesakes
from engine.reasons import Fact, Reason


@dataclass(frozen=True, slots=True)
class CongressNote:
    """Something that the arbiter should know. `urgent`: it will go wrong, or has."""

    what: Reason
    urgent: bool = False
    folders: tuple[str, ...] = ()
    """The events that it is about."""


def _note(code: str, *folders: str, urgent: bool = True, **facts: str | int) -> CongressNote:
    return CongressNote(Reason(code, facts), urgent, folders)


def congress_notes(
    congress: Congress, members: Sequence[MemberEvent], everybody: Sequence[Person]
) -> tuple[CongressNote, ...]:
    """All that can be said from the events: boards first, then people."""
    return (*board_notes(members), *people_notes(members, everybody))


def board_notes(members: Sequence[MemberEvent]) -> Iterator[CongressNote]:
    """Boards of two events with one number, boards beyond the last, fixed boards elsewhere."""
    for a, b, both in overlaps(members):
        code = "boards-overlap"
        if not (a.numbered_by_setting or b.numbered_by_setting):
            code = "boards-of-trees"
        yield _note(code, a.folder, b.folder, a=a.name, b=b.name, first=both.first, last=both.last)
    for member in members:
        if member.beyond:
            yield _note(
                "boards-beyond", member.folder, event=member.name,
                last=member.plan.last_board, highest=member.beyond,
            )  # fmt: skip
        yield from _fixed_elsewhere(member, members)


def _fixed_elsewhere(member: MemberEvent, members: Sequence[MemberEvent]) -> Iterator[CongressNote]:
    for entrant in member.event.entrants:
        board = entrant.fixed_board
        if board is None or entrant.withdrawn:
            continue
        for other in members:
            if other is not member and other.range.first <= board <= other.range.last:
                yield _note(
                    "fixed-elsewhere", member.folder, other.folder,
                    name=entrant.name, board=board, event=member.name, other=other.name,
                )  # fmt: skip


def people_notes(
    members: Sequence[MemberEvent], everybody: Sequence[Person]
) -> Iterator[CongressNote]:
    """Who has entered two events of the same hours or one event twice, and namesakes."""
    by_folder = {member.folder: member for member in members}
    twice = seated_twice(members, everybody)
    seated = {one.entries: one.seats for one in twice if not one.proposed}
    for person in everybody:
        if len(person.active) < 2:
            continue
        for one, other in combinations(person.active, 2):
            a, b = by_folder[one.key.folder], by_folder[other.key.folder]
            if a is b:
                yield _note("twice-in-event", a.folder, name=person.name, event=a.name)
            elif clash(a, one.entrant, b, other.entrant):
                seats = seated.get((one.key, other.key), ())
                sides = [*zip("ab", seats, strict=False)]
                words = {f"word_{side}": seat.member.event.board_word for side, seat in sides}
                boards = {f"board_{side}": seat.board for side, seat in sides}
                facts: dict[str, Fact] = {
                    "name": person.name,
                    "a": a.name,
                    "b": b.name,
                    **words,
                    **boards,
                }
                yield CongressNote(Reason("same-hours", facts), True, (a.folder, b.folder))
    for group in namesakes(everybody):
        folders = tuple(dict.fromkeys(person.key.folder for person in group))
        entries = ", ".join(str(person.entries[0]) for person in group)
        yield _note(
            "namesakes", *folders, urgent=False,
            name=group[0].name, people=len(group), entries=entries,
        )  # fmt: skip
