"""What Swiss formats share before and after the draw itself: fields too small for a round or
for all of them, requested byes, rounds without a legal draw, rules of the review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from engine.byes import requested_byes
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.history import CardLine, Colour, PairingCard, RoundKind, cards
from engine.points import counted
from engine.protocol import Advice, Conflict, Rule, Severity
from engine.reasons import Reason, Reasons
from engine.refusal import NoDraw, Refused

if TYPE_CHECKING:
    from formats.deadlock import Apart, MayHaveBye


def most_rounds(players: int) -> int:
    """Rounds in which everybody can have another opponent."""
    return players if players % 2 else max(players - 1, 0)


def fitting_rounds(players: int, usual: int) -> int | None:
    """As many as can be drawn without a second meeting, where the `usual` number is too many."""
    most = most_rounds(players)
    return most if 0 < most < usual else None


def refuse_nobody(event: Event, players: int, number: int) -> None:
    """`Refused` if nobody is to be paired, or the field is one player.

    A player who is left because the others have asked for byes has the bye of the draw.
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
    """The number of players who have so many opponents."""
    return next(n for n in count(2) if most_rounds(n) >= rounds)


def many_rounds(event: Event, then: str) -> list[Advice]:
    """Advice if there are more rounds than a player has opponents: `then` says what will happen
    once round 1 is drawn; empty after that."""
    number, rounds = len(event.published) + 1, event.settings.rounds
    players = sum(entrant.active(number) for entrant in event.entrants)
    if number > rounds or not players or rounds <= most_rounds(players):
        return []
    field = counted(players, event.entrant_word)
    if not event.published and not _begun(event):
        return [Advice(f"{field} so far; {rounds} rounds need {_least_players(rounds)}")]
    text = f"{rounds} rounds are too many for {field}: {then}"
    return [Advice(text, urgent=True)]


def byes_of(event: Event, number: int, drawn: Mapping[EntrantId, Reasons]) -> tuple[Bye, ...]:
    """The byes asked for, then those that the draw gives, with their reasons."""
    points = event.settings.bye_points
    byes = [Bye(id, points, why=why) for id, why in drawn.items()]
    return (*requested_byes(event, number), *byes)


def refuse_double_locks(event: Event, number: int) -> None:
    """`Refused` if one player is to meet two of those present."""
    here = {e.id for e in event.entrants if e.to_be_paired(number)}
    locks = [sorted(pair, key=int) for pair in event.instructed("lock", number) if pair <= here]
    for id in sorted({id for pair in locks for id in pair}, key=int):
        others = sorted((pair for pair in locks if id in pair), key=lambda p: [int(i) for i in p])
        if len(others) > 1:
            names = (" and ".join(event.entrant(i).name for i in pair) for pair in others)
            raise Refused(
                f"{event.entrant(id).name} is locked twice",
                ", ".join(names),
                "take one of these locks back",
            )


def locked_pairs(
    event: Event, number: int, numbers: Mapping[EntrantId, int]
) -> list[tuple[int, int]]:
    """The pairs that are locked in round `number` and both have a pairing number, by these
    numbers."""
    orders = event.instructed("lock", number)
    pairs = [sorted(numbers[id] for id in pair) for pair in orders if pair <= numbers.keys()]
    return sorted((low, high) for low, high in pairs)


def drawn_by_numbers(
    round: Round, numbers: Mapping[EntrantId, int]
) -> tuple[tuple[tuple[int, int], ...], list[int]]:
    """The pairs of a round and of its extra boards as (White, Black), and the player with the bye
    of the draw, all by pairing numbers; players without one are left out."""
    extra = round.extra
    matches = (*round.matches, *(extra.matches if extra else ()))
    byes = (*round.byes, *(extra.byes if extra else ()))
    pairs = tuple(
        (numbers[m.white], numbers[m.black])
        for m in matches
        if m.white in numbers and m.black in numbers
    )
    rests = [numbers[b.entrant] for b in byes if b.kind == "pairing" and b.entrant in numbers]
    return pairs, rests


def no_draw(
    event: Event,
    number: int,
    players: Sequence[EntrantId],
    *,
    apart: Apart = lambda _a, _b: "",
    may_have_bye: MayHaveBye = lambda _id: True,
) -> NoDraw:
    """The refusal of a round for which no legal draw was found, to be raised.

    `players` are all who should be drawn, the locked ones too, from the first in the standings to
    the last. `apart` says in words why two who have not met may not meet (`both must have White`),
    `may_have_bye` who may have the bye. Repeats, bars and locks are known from the event. Accepting
    the illegal games that it proposes means locking them: locked pairs are seated whatever rules
    they break.
    """
    from formats.deadlock import Deadlock, refusal

    return refusal(Deadlock(event.until(number - 1), number, tuple(players), apart, may_have_bye))


def who_is_stuck(
    event: Event, number: int, players: Sequence[EntrantId], *, apart: Apart = lambda _a, _b: ""
) -> Reason:
    """Who cannot get an opponent in such a round, for formats whose own rules then go on."""
    from formats.deadlock import Deadlock, stuck

    return stuck(Deadlock(event.until(number - 1), number, tuple(players), apart, lambda _id: True))


@dataclass(frozen=True)
class OppositeColours(Rule):
    """Where the two of a board are due different colours, both have them; turned, neither has
    (C.04.3, 5.2.1; of teams C.04.6, 4.3.3). `due` is the colour that somebody is due."""

    due: Callable[[PairingCard, int, Event], Colour | None]
    id = "opposite-colours"
    severity = Severity.SHOULD

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Never of a draw: of a board turned or paired by hand."""
        if [self.due(cards(event)[id], number, event) for id in match.pair] == ["B", "W"]:
            yield self._found(match, "both have the colour that the other is due")


@dataclass(frozen=True)
class BarredBye(Rule):
    """C2: no bye for one who had it, or who scored without playing. `bars` says whether a round
    counts as such."""

    bars: Callable[[CardLine, Event], bool]
    id = "second-bye"

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives."""
        card = cards(event)[bye.entrant]
        if bye.kind != "pairing":
            return
        line = next((line for line in card.lines if self.bars(line, event)), None)
        if line is not None:
            text = f"{card.entrant.name} won round {line.round} without playing"
            if line.kind is RoundKind.PAIRING_BYE:
                text = f"{card.entrant.name} had the bye in round {line.round}"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))
