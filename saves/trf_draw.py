"""What the next draw depends on besides the results, as TRF files say it: the first colour, points
added for pairing, who is away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import Literal, NamedTuple

from engine.entrants import EntrantId
from engine.event import Event
from engine.points import Points
from engine.protocol import Format
from engine.refusal import Refused


class Stretch(NamedTuple):
    """Points added in rounds `first` to `last` for the numbers `low` to `high`."""

    points: Points
    first: int
    last: int
    low: int
    high: int


def first_colour(event: Event, format: Format) -> Literal["W", "B"] | None:
    """The colour of the first player in round 1, where the format has such a thing: by its
    settings, by lot (before round 1 by the one that will be drawn), or as round 1 was played."""
    from formats.dutch.initial import initial_colour

    chosen: str | None = getattr(event.settings, "initial_colour", None)
    if chosen is None:
        for lot in event.lots:
            if {*lot.order} == {"white", "black"}:
                return "W" if lot.order[0] == "white" else "B"
        return None
    return initial_colour(event, format.order(event), chosen)[0]


def added_points(event: Event, format: Format) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Points added for pairing, by round from the first, of those who have any: accelerations and
    additions of the Dutch system; of Galway the section's bonus, where the groups that it makes
    are drawn as by the Dutch system."""
    from formats.dutch import DutchSettings
    from formats.dutch.acceleration import added
    from formats.galway.notional import bonus
    from formats.galway.settings import GalwaySettings

    settings = event.settings
    if isinstance(settings, DutchSettings):
        return added(event, format.order(event), settings)
    if isinstance(settings, GalwaySettings) and settings.mixed_groups == "plain dutch":
        return {id: points for id, points in bonus(event).items() if any(points)}
    return {}


def stretches(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[Stretch]:
    """Additions by number as few stretches: neighbours with the same additions are one."""
    ordered = sorted(rows)
    # numbers that follow one another keep their distance to the place in the list
    keyed = ((number - place, points, number) for place, (number, points) in enumerate(ordered))
    for (_, points), group in groupby(keyed, key=lambda row: row[:2]):
        numbers = [number for _, _, number in group]
        for amount, first, last in _runs(points):
            yield Stretch(amount, first, last, numbers[0], numbers[-1])


def _runs(points: tuple[Points, ...]) -> Iterator[tuple[Points, int, int]]:
    """(points, first round, last round) of every run of the same addition."""
    start = 1
    for amount, group in groupby(points):
        stop = start + len(list(group))
        if amount:
            yield amount, start, stop - 1
        start = stop


def added_lines16(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[str]:
    """XXA: start number in 5-8, the points for round r from column 10 + 5 (r - 1)."""
    for number, points in sorted(rows):
        cells = "".join(f" {_four_columns(amount)}" for amount in points)
        yield f"XXA {number:>4}{cells}"


def added_lines26(rows: Iterable[tuple[int, tuple[Points, ...]]]) -> Iterator[str]:
    """250: points 10-13, rounds 15-17 to 19-21, numbers 23-26 to 28-31."""
    for s in stretches(rows):
        amount = _four_columns(s.points).replace(" ", "0")
        yield f"250      {amount} {s.first:03} {s.last:03} {s.low:04} {s.high:04}"


def _four_columns(points: Decimal) -> str:
    text = f"{points:.1f}" if points == points.quantize(Decimal("0.1")) else f"{points:f}"
    if len(text) > 4:
        why = "it has four columns for them"
        raise Refused(f"{points} added points do not fit into TRF", why, "export as csv")
    return f"{text:>4}"
