"""The draw as the event takes it: boards, byes, lots and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import cast

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.points import points_text
from engine.protocol import Advice, Proposal
from formats.dutch import DutchSettings
from formats.dutch.acceleration import added, baku_rounds
from formats.dutch.colours import colour_of_higher
from formats.dutch.drawing import draw
from formats.dutch.initial import initial_colour
from formats.dutch.position import Draw, Numbers, Player, Position, Undrawable
from formats.dutch.reading import UNIT, Table, table
from formats.dutch.undrawable import undrawable
from formats.swiss import (
    most_rounds,
    refuse_double_locks,
    refuse_few,
    refuse_many_rounds,
    requested_byes,
)


def settings_of(event: Event) -> DutchSettings:
    """The event's settings as this format's own."""
    return cast(DutchSettings, event.settings)


def next_round(event: Event, order: Sequence[EntrantId], *, any_rounds: bool = False) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn.

    `any_rounds`: also if there are more rounds than opponents.
    """
    number = len(event.published) + 1
    before = event.until(number - 1)
    colour, lots = initial_colour(event, order, settings_of(event).initial_colour)
    seen = table(before, order, initial=colour, extra=added(before, order, settings_of(event)))
    refuse_few(len(seen.position.players), number)
    if number == 1 and not any_rounds:
        refuse_many_rounds(event)
    refuse_double_locks(before, number)
    locked = _locked(event, seen, number)
    taken = {n for pair in locked for n in pair}
    free = tuple(p for p in seen.position.players if p.number not in taken)
    try:
        drawn = draw(replace(seen.position, players=free))
    except Undrawable:
        raise undrawable(before, seen) from None
    pairs = [*(_seated(seen.position, pair) for pair in locked), *drawn.pairs]
    matches = _matches(seen, pairs)
    return Proposal(number, matches, _byes(before, seen, drawn, number), lots)


def _locked(event: Event, seen: Table, number: int) -> list[Numbers]:
    """Locked pairs of whom both are here."""
    of = {seen.ids[player.number]: player.number for player in seen.position.players}
    pairs = (sorted(of[id] for id in p) for p in event.instructed("lock", number) if p <= of.keys())
    return sorted((a, b) for a, b in pairs)


def _seated(position: Position, pair: Numbers) -> Numbers:
    one, other = (next(p for p in position.players if p.number == n) for n in pair)
    high, low = sorted((one, other), key=lambda p: (-p.score, p.number))
    if colour_of_higher(high, low, position.initial) == "W":
        return high.number, low.number
    return low.number, high.number


def _matches(seen: Table, pairs: Sequence[Numbers]) -> tuple[Match, ...]:
    """In the order of the boards: the higher score, the sum of both, the higher number."""
    players = {player.number: player for player in seen.position.players}

    def board(pair: Numbers) -> tuple[int, int, int]:
        high, low = _ranked(players, pair)
        return -high.score, -(high.score + low.score), high.number

    return tuple(
        _match(seen, players, no, pair) for no, pair in enumerate(sorted(pairs, key=board), start=1)
    )


def _ranked(players: dict[int, Player], pair: Numbers) -> tuple[Player, Player]:
    one, other = (players[n] for n in pair)
    return (one, other) if (-one.score, one.number) < (-other.score, other.number) else (other, one)


def _match(seen: Table, players: dict[int, Player], board: int, pair: Numbers) -> Match:
    high, low = _ranked(players, pair)
    group = _points(high.score)
    why = "" if high.score == low.score else f"floats down to {_points(low.score)}"
    return Match(
        board,
        seen.ids[pair[0]],
        seen.ids[pair[1]],
        group=group,
        why=why,
        altered="opponents" if why else "",
    )


def _points(score: int) -> str:
    """A score for pairing: `2½ points`."""
    text = points_text(Decimal(score) / UNIT)
    return f"{text} point" if text in ("1", "½") else f"{text} points"


def _byes(event: Event, seen: Table, drawn: Draw, number: int) -> tuple[Bye, ...]:
    """The requested ones, then the one that the draw gives."""
    byes = requested_byes(event, number)
    if drawn.bye is not None:
        byes.append(Bye(seen.ids[drawn.bye], event.settings.bye_points))
    return tuple(byes)


def advice(event: Event) -> list[Advice]:
    """Rounds against players; when the acceleration ends."""
    number = len(event.published) + 1
    players = sum(e.active(number) for e in event.entrants)
    rounds = event.settings.rounds
    found = []
    if number <= rounds and players and rounds > most_rounds(players):
        text = f"{rounds} rounds are too many for {players} players: a round will have no draw"
        found.append(Advice(text, True))
    if settings_of(event).acceleration == "baku":
        whole, accelerated = baku_rounds(rounds)
        if number <= accelerated:
            worth = "a win" if number <= whole else "a draw"
            text = f"Baku: {worth} is added for the upper half until round "
            found.append(Advice(f"{text}{whole if number <= whole else accelerated}"))
    return found
