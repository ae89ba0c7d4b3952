"""Fields that are too small: for a round, and for the rounds of the event."""

from __future__ import annotations

from itertools import count

from engine.event import Event
from engine.points import counted
from engine.protocol import Advice
from engine.refusal import Refused
from formats.common import most_rounds


def refuse_nobody(event: Event, players: int, number: int) -> None:
    """`Refused` where nobody is to be paired, or the field is one player.

    One who is left where the others have asked for byes has the bye of the draw.
    """
    if not players or sum(entrant.active(number) for entrant in event.entrants) < 2:
        refuse_few(players, number, event.entrant_word)


def refuse_few(players: int, number: int, called: str = "player") -> None:
    """`Refused` where there is nobody to pair with somebody."""
    if players < 2:
        raise Refused(
            f"round {number} cannot be drawn",
            f"{counted(players, called) if players else f'no {called}s'} to be paired",
            f"enter {called}s or take byes back",
        )


def refuse_many_rounds(event: Event) -> None:
    """`Refused` where the event has more rounds than a player has opponents; not of a round 1
    that was played already, elsewhere or here, and is drawn again: start numbers tell."""
    if _begun(event):
        return
    most = most_rounds(sum(e.active(1) for e in event.entrants))
    if event.settings.rounds > most:
        raise Refused(
            f"{event.settings.rounds} rounds are too many",
            f"after {most} everybody has met everybody",
            f"set rounds to {most} or less, or enter more {event.entrant_word}s",
        )


def _begun(event: Event) -> bool:
    return any(entrant.start_number is not None for entrant in event.entrants)


def _least_players(rounds: int) -> int:
    """So many players have so many opponents."""
    return next(n for n in count(2) if most_rounds(n) >= rounds)


def many_rounds(event: Event, then: str) -> list[Advice]:
    """What the arbiter should know where there are more rounds than a player has opponents:
    `then` says what will happen once round 1 is drawn, which it is not before."""
    number, rounds = len(event.published) + 1, event.settings.rounds
    players = sum(entrant.active(number) for entrant in event.entrants)
    if number > rounds or not players or rounds <= most_rounds(players):
        return []
    field = counted(players, event.entrant_word)
    if not event.published and not _begun(event):
        return [Advice(f"{field} so far; {rounds} rounds need {_least_players(rounds)}")]
    text = f"{rounds} rounds are too many for {field}: {then}"
    return [Advice(text, urgent=True)]
