"""What is wrong or doubtful in a congress: as values, and the words of each, one table by code;
without a capital and a full stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.congress.entries import HalfMove
from engine.congress.hall import EventSeat, clash, overlaps, seated_twice
from engine.congress.members import MemberEvent
from engine.congress.people import Person, namesakes
from engine.points import counted
from engine.reasons import Fact, Reason


@dataclass(frozen=True, slots=True)
class CongressNote:
    """Something that the arbiter should know. `urgent`: it will go wrong, or has."""

    reason: Reason
    urgent: bool = False
    folders: tuple[str, ...] = ()
    """The events that it is about."""


def _note(code: str, *folders: str, urgent: bool = True, **facts: str | int) -> CongressNote:
    return CongressNote(Reason(code, facts), urgent, folders)


def congress_notes(
    members: Sequence[MemberEvent], everybody: Sequence[Person]
) -> tuple[CongressNote, ...]:
    """All that can be said from the events: boards first, then people."""
    return (*board_notes(members), *people_notes(members, everybody))


def board_notes(members: Sequence[MemberEvent]) -> Iterator[CongressNote]:
    """Boards of two events with one number, boards beyond the last, fixed boards elsewhere."""
    for a, b, both in overlaps(members):
        code = "boards-overlap"
        if not (a.numbered_by_setting or b.numbered_by_setting):
            code = "boards-of-trees"
        movable = [one.name for one in (a, b) if one.numbered_by_setting]
        yield _note(
            code, a.folder, b.folder, a=a.name, b=b.name, first=both.first, last=both.last,
            give=movable[0] if len(movable) == 1 else "one of them",
        )  # fmt: skip
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
    """The people who have entered two events of the same hours or one event twice, and
    namesakes."""
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


def _boards(reason: Reason) -> str:
    first, last = reason["first"], reason["last"]
    return f"board {first}" if first == last else f"boards {first}-{last}"


def _both_boards(reason: Reason) -> str:
    """`: board 3 of Open, board 12 of Major`; empty for a person with a board in only one of
    them."""
    facts: Mapping[str, Any] = reason.facts
    if "board_a" not in facts:
        return ""
    boards = (f"{facts[f'word_{s}']} {facts[f'board_{s}']} of {facts[s]}" for s in "ab")
    return f": {', '.join(boards)}"


def _more(count: int) -> str:
    return f" and {count} more" if count else ""


def not_kept_words(reason: Reason) -> str:
    """What does not go along where somebody moves: `seed 3 and section B`."""
    facts: Mapping[str, Any] = reason.facts
    byes = facts.get("byes", ())
    numbers = ", ".join(map(str, byes))
    rounds = f"the bye of round {numbers}" if len(byes) == 1 else f"the byes of rounds {numbers}"
    parts = [f"{key} {facts[key]}" for key in ("seed", "section") if key in facts]
    return " and ".join([*parts, *([rounds] if byes else [])])


def other_seat_words(other: EventSeat) -> str:
    """For somebody who has to play there too: `also on board 5 of the Open in the same hours`."""
    event = other.member.event
    round = "" if other.round.published else ", proposed"
    return f"also at {event.board_word} {other.board} of {other.member.name}{round}, same hours"


def half_move_words(half: HalfMove, names: Callable[[str], str]) -> str:
    """The present state of a move of which one half was undone; `names` are those of the events."""
    first, second = names(half.move.source.folder), names(half.move.target.folder)
    present = (
        f"he is in {first} again and still in {second}" if half.back
        else f"he is out of {second} again and not back in {first}"
    )  # fmt: skip
    return f"half of the move of {half.name} is undone: {present}"


def other_half(half: HalfMove) -> str:
    """The folder of the event in which the other half can be undone."""
    return (half.move.target if half.back else half.move.source).folder


_WORDS: Mapping[str, Callable[[Reason], str]] = {
    "not-opened": lambda r: f"{r['event']} cannot be opened: {r['why']}",
    "read-only": lambda r: f"{r['event']} can only be read: {r['why']}",
    "boards-overlap": lambda r: (
        f"{r['a']} and {r['b']} share {_boards(r)}: give {r['give']} another first board"
    ),
    "boards-of-trees": lambda r: (
        f"{r['a']} and {r['b']} both number their boards from 1 and share {_boards(r)}: "
        "write the event before the board"
    ),
    "boards-beyond": lambda r: (
        f"{r['event']} needs boards up to {r['highest']}: its last is {r['last']}"
    ),
    "fixed-elsewhere": lambda r: (
        f"{r['name']} ({r['event']}) has the fixed board {r['board']}, which is in {r['other']}"
    ),
    "same-hours": lambda r: (
        f"{r['name']} is in {r['a']} and {r['b']}, played in the same hours{_both_boards(r)}"
    ),
    "twice-in-event": lambda r: f"{r['name']} is in {r['event']} twice",
    "namesakes": lambda r: (
        f"{r['people']} people are called {r['name']} ({r['entries']}), and no year of birth or "
        "number tells them apart"
    ),
    "move-unfinished": lambda r: (
        "a move between two events was not finished: opening the congress to write finishes it"
    ),
    "move-finished": lambda r: (
        f"the move of {r['name']} from {r['a']} to {r['b']}, which was stopped, is finished now"
    ),
    "move-not-begun": lambda r: (
        f"the move of {r['name']} from {r['a']} to {r['b']} was stopped before anything was done: "
        "do it again"
    ),
    "move-stuck": lambda r: (
        f"{r['name']} is in {r['a']} and {r['b']}, since a move was stopped: {r['why']}"
    ),
    "paid-for-nobody": lambda r: (
        f"{r['amount']} was paid for {r['name']} ({r['entry']}), who is in no event of the congress"
    ),
    "cash-lacks": lambda r: (
        f"cash.toml lacks {counted(r['count'], 'payment')} that had been entered: {r['amount']} "
        f"from {r['name']}, {r['at']}{_more(r['count'] - 1)}; all of them are in .cash in the "
        "congress's folder: put them back, or remove .cash if the list is right"
    ),
    "unknown-keys": lambda r: f"congress.toml has {r['keys']}, which this version does not know",
    "event-twice": lambda r: f"{r['event']} is in congress.toml twice: the second is left out",
    "file-changed": lambda r: f"a file of the congress cannot be read now: {r['why']}",
}


def note_words(note: CongressNote) -> str:
    """A note in a sentence; an unknown code is shown as it is."""
    words = _WORDS.get(note.reason.code)
    return words(note.reason) if words is not None else note.reason.code
