"""Whether the standings of an event are its last word: every round played, every result in."""

from __future__ import annotations

from engine.event import Event
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.waiting import adjourned


def not_final(event: Event, format: Format) -> str:
    """Why its standings are not the final ones; empty where they are."""
    if waiting := adjourned(event):
        number, board = waiting[0]
        more = f", and {_others(len(waiting), event)}" if len(waiting) > 1 else ""
        return f"{event.called(number)}, {event.board_name(board)} is adjourned{more}"
    for round in event.published:
        if boards := [match.board for match in round.matches if match.open]:
            more = f", and {_others(len(boards), event)}" if len(boards) > 1 else ""
            return f"{event.called(round.number)}, {event.board_name(boards[0])} is open{more}"
    step = format.next_step(event)
    return "" if step.name == "finished" else f"{event.called(step.round)} is still to come"


def _others(all: int, event: Event) -> str:
    return counted(all - 1, f"other {event.board_word}")


def refuse_unfinished(event: Event, format: Format) -> None:
    """`Refused` where there are no final standings yet."""
    if why := not_final(event, format):
        raise Refused(
            "there are no final standings yet", why, "enter what is missing",
            shell="or leave out --final",
        )  # fmt: skip


def final(event: Event, format: Format, after: int) -> bool:
    """Whether the standings after that round are the final ones."""
    return after == len(event.published) and not not_final(event, format)
