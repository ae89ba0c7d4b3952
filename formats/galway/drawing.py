"""The pairs of a round: a porous one by notional points, a closed one section by section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.event import Event
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.position import DutchPlayer, Numbers, Position, seated
from formats.dutch.proposing import without
from formats.dutch.reading import PairingTable
from formats.galway.crossing import Crossing
from formats.galway.sections import sections_of, settings_of


@dataclass(frozen=True)
class ClosedPart:
    """What of a section is drawn by itself in a closed round."""

    section: int
    table: PairingTable


@dataclass(frozen=True)
class DrawnSections:
    """A round by pairing numbers: (White, Black), the locked ones included. `crossed` are those of
    them that a closed round could not do without."""

    pairs: tuple[Numbers, ...]
    byes: tuple[int, ...] = ()
    crossed: tuple[Numbers, ...] = ()


def draw_porous(table: PairingTable, locked: Sequence[Numbers]) -> DrawnSections:
    """By the Dutch system on notional points; `Undrawable` if there is no legal draw."""
    drawn = draw(without(table.position, locked))
    seats = tuple(seated(table.position, pair) for pair in locked)
    return DrawnSections((*seats, *drawn.pairs), () if drawn.bye is None else (drawn.bye,))


def draw_closed(event: Event, table: PairingTable, locked: Sequence[Numbers]) -> DrawnSections:
    """Every section by the Dutch system on real points, after the games that it takes to make all
    of them drawable; `Undrawable` if nothing does."""
    free = without(table.position, locked)
    games = cross_games(event, table, free)
    pairs = [seated(table.position, pair) for pair in (*locked, *games)]
    byes = []
    for part in closed_parts(event, table, without(free, games)):
        drawn = draw(part.table.position)
        pairs += drawn.pairs
        byes += [] if drawn.bye is None else [drawn.bye]
    return DrawnSections(
        tuple(pairs), tuple(byes), tuple(pairs[len(locked) : len(locked) + len(games)])
    )


def cross_games(event: Event, table: PairingTable, free: Position) -> list[Numbers]:
    """The cross-section games that these players need, the higher of the two first."""
    field = DutchField(free)
    of = sections_of(event).of
    section = [of[table.ids[player.number]] for player in field.players]
    odd = settings_of(event).odd_section
    crossing = Crossing(field, section, odd == "bye", odd == "neighbour")
    number = [player.number for player in field.players]
    return [(number[a], number[b]) for a, b in crossing.games]


def closed_parts(event: Event, table: PairingTable, free: Position) -> list[ClosedPart]:
    """These players by section, from the highest."""
    of = sections_of(event).of
    players: dict[int, list[DutchPlayer]] = {}
    for player in free.players:
        players.setdefault(of[table.ids[player.number]], []).append(player)
    return [
        ClosedPart(s, replace(table, position=replace(free, players=tuple(players[s]))))
        for s in sorted(players)
    ]
