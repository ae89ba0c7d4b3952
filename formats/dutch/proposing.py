"""The draw as the event takes it: boards, byes, lots and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.protocol import Advice, Proposal
from formats.dutch.acceleration import baku_rounds
from formats.dutch.colours import colour_of_higher
from formats.dutch.drawing import draw
from formats.dutch.position import Draw, Numbers, Player, Position, Undrawable
from formats.dutch.reading import Table, group_name
from formats.dutch.seen import locked, seen, settings_of
from formats.dutch.undrawable import undrawable
from formats.swiss import (
    most_rounds,
    refuse_double_locks,
    refuse_few,
    refuse_many_rounds,
    requested_byes,
)


def next_round(event: Event, order: Sequence[EntrantId], *, any_rounds: bool = False) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn.

    `any_rounds`: also if there are more rounds than opponents.
    """
    number = len(event.published) + 1
    before = event.until(number - 1)
    table, lots = seen(event, order)
    refuse_few(len(table.position.players), number)
    if number == 1 and not any_rounds:
        refuse_many_rounds(event)
    refuse_double_locks(before, number)
    fixed = locked(event, table)
    taken = {n for pair in fixed for n in pair}
    free = tuple(p for p in table.position.players if p.number not in taken)
    try:
        drawn = draw(replace(table.position, players=free))
    except Undrawable:
        raise undrawable(before, table) from None
    pairs = [*(_seated(table.position, pair) for pair in fixed), *drawn.pairs]
    matches = _matches(table, pairs)
    return Proposal(number, matches, _byes(before, table, drawn, number), lots)


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
    group = group_name(high.score)
    why = "" if high.score == low.score else f"floats down to {group_name(low.score)}"
    return Match(
        board,
        seen.ids[pair[0]],
        seen.ids[pair[1]],
        group=group,
        why=why,
        altered="opponents" if why else "",
    )


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
