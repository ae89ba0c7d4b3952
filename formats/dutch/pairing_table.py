"""What the draw of a round sees of an event, and a round of it in the engine's terms."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import EntrantId
from engine.event import Event, Lot, Round
from formats.dutch.acceleration import added
from formats.dutch.initial import initial_colour
from formats.dutch.position import DutchDraw, Numbers
from formats.dutch.reading import PairingTable, read_table
from formats.dutch.settings import settings_of
from formats.swiss import drawn_by_numbers, locked_pairs


def pairing_table(event: Event, order: Sequence[EntrantId]) -> tuple[PairingTable, tuple[Lot, ...]]:
    """The position after the published rounds, and the lot to record if it took one."""
    before = event.until(len(event.published))
    settings = settings_of(event)
    colour, lots = initial_colour(event, order, settings.initial_colour)
    return read_table(before, order, initial=colour, extra=added(before, order, settings)), lots


def locked(event: Event, seen: PairingTable) -> list[Numbers]:
    """Locked pairs of whom both are here."""
    return locked_pairs(event, seen.position.round, seen.numbers)


def drawn_in(seen: PairingTable, round: Round) -> DutchDraw:
    """The round's pairs and the bye by pairing numbers; boards of others are left out."""
    pairs, rests = drawn_by_numbers(round, seen.numbers)
    return DutchDraw(pairs, rests[0] if rests else None)


def resting_in(seen: PairingTable, round: Round) -> list[int]:
    """Those who have the pairing-allocated bye, by pairing numbers: several where each section has
    its own."""
    return drawn_by_numbers(round, seen.numbers)[1]
