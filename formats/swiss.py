"""What Swiss formats share before and after the draw itself: fields too small, requested byes."""

from __future__ import annotations

from engine.event import Bye, Event
from engine.points import counted
from engine.refusal import Refused


def most_rounds(players: int) -> int:
    """Rounds in which everybody can have another opponent."""
    return players if players % 2 else max(players - 1, 0)


def refuse_few(players: int, number: int) -> None:
    """`Refused` where there is nobody to pair with somebody."""
    if players < 2:
        raise Refused(
            f"round {number} cannot be drawn",
            f"{counted(players, 'player') if players else 'no players'} to be paired",
            "enter players or take byes back",
        )


def refuse_many_rounds(event: Event) -> None:
    """`Refused` where the event has more rounds than a player has opponents."""
    most = most_rounds(sum(e.active(1) for e in event.entrants))
    if event.settings.rounds > most:
        raise Refused(
            f"{event.settings.rounds} rounds are too many",
            f"after {most} everybody has met everybody",
            f"set rounds to {most} or less, or enter more players",
        )


def requested_byes(event: Event, number: int) -> list[Bye]:
    """Byes of that round that were asked for, or that absence at check-in brought."""
    return [
        Bye(e.id, asked.points, "absent" if asked.absent else "requested")
        for e in event.entrants
        if e.active(number) and (asked := e.bye_in(number))
    ]
