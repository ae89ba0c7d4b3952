"""The words of the notes of a congress: one table, by code; without a capital and a full stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.congress.entries import HalfMove
from engine.congress.hours import EventSeat
from engine.congress.notes import CongressNote
from engine.points import counted
from engine.reasons import Reason


def _boards(reason: Reason) -> str:
    first, last = reason["first"], reason["last"]
    return f"board {first}" if first == last else f"boards {first}-{last}"


def _both_boards(reason: Reason) -> str:
    """`: board 3 of Open, board 12 of Major`; empty for who has a board in one of them alone."""
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
    """Of somebody who is to play there too: `also on board 5 of the Open in the same hours`."""
    event = other.member.event
    round = "" if other.round.published else ", proposed"
    return f"also at {event.board_word} {other.board} of {other.member.name}{round}, same hours"


def half_move_words(half: HalfMove, names: Callable[[str], str]) -> str:
    """What stands of a move of which one half was taken back; `names` are those of the events."""
    first, second = names(half.move.source.folder), names(half.move.target.folder)
    stands = (
        f"he is in {first} again and still in {second}" if half.back
        else f"he is out of {second} again and not back in {first}"
    )  # fmt: skip
    return f"half of the move of {half.name} is undone: {stands}"


def other_half(half: HalfMove) -> str:
    """The folder of the event in which the other half can be undone."""
    return (half.move.target if half.back else half.move.source).folder


_WORDS: Mapping[str, Callable[[Reason], str]] = {
    "not-opened": lambda r: f"{r['event']} cannot be opened: {r['why']}",
    "read-only": lambda r: f"{r['event']} can only be read: {r['why']}",
    "boards-overlap": lambda r: (
        f"{r['a']} and {r['b']} share {_boards(r)}: give one of them another first board"
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
    """A note in a sentence; a code that nobody knows here is shown as it stands."""
    words = _WORDS.get(note.what.code)
    return words(note.what) if words is not None else note.what.code
