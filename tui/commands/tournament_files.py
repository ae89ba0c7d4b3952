"""Tournament files (TRF) as events in memory: of which system they are, and what they settle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.event import Event, Round
from engine.points import Points
from engine.protocol import Format

if TYPE_CHECKING:
    from saves.trf_read import TrfFile

DUTCH = "dutch"
"""The system of a file that names none of ours."""
COLOURS = {"W": "white", "B": "black"}


def system_of(file: TrfFile) -> str:
    """The name of the format that 192 or 092 say; Dutch if they name none of ours."""
    from formats.registry import all_formats

    details = dict(file.details)
    if "DUTCH" in details.get("system", "").upper():
        return DUTCH
    said = details.get("type", "").casefold()
    ours = (f.name for f in all_formats() if said in (f.name.casefold(), f.title.casefold()))
    return next(ours, DUTCH)


def format_for(name: str) -> Format:
    """The format of that name for a tournament file."""
    if name == DUTCH:
        from formats.dutch.numbered import NumberedDutch

        return NumberedDutch()
    from formats.registry import format_named

    return format_named(name)


def event_of(file: TrfFile, format: Format, rounds: int) -> Event:
    """The event that a tournament file tells of, as one of so many rounds."""
    given = {**file.settings, "rounds": rounds}
    if format.name == DUTCH:
        given |= dutch_settings(file)
    return Event(
        file.title,
        format.name,
        format.settings(given),
        entrants=file.entrants,
        rounds=file.rounds,
        instructions=file.forbidden,
        adjustments=file.adjustments,
    )


def dutch_settings(file: TrfFile) -> dict[str, Any]:
    """The colour of the first board and the added points, as settings of the Dutch format."""
    colour = file.initial_colour
    if colour is None and file.rounds:
        colour = "W" if _lower_is_white(file.rounds[0]) else "B"
    found: dict[str, Any] = {"initial_colour": COLOURS[colour or "W"]}
    extra = tuple(_extra_points(file.accelerations))
    return found | ({"extra_points": extra} if extra else {})


def _lower_is_white(round: Round) -> bool:
    """Whether the first player of round 1 had White; his is the initial colour."""
    pairs = [(int(match.white), int(match.black)) for match in round.matches]
    white, black = min(pairs, key=min, default=(1, 2))
    return white < black


def _extra_points(added: Mapping[str, tuple[Points, ...]]) -> Iterator[str]:
    """`1 1-2 1-20`: points, rounds, entries; neighbours with the same additions are one item."""
    rows = sorted((int(id), points) for id, points in added.items())
    # numbers that follow one another keep their distance to the place in the list
    keyed = ((number - place, points, number) for place, (number, points) in enumerate(rows))
    for (_, points), group in groupby(keyed, key=lambda row: row[:2]):
        numbers = [number for _, _, number in group]
        for amount, first, last in _runs(points):
            yield f"{amount.normalize():f} {first}-{last} {numbers[0]}-{numbers[-1]}"


def _runs(points: tuple[Points, ...]) -> Iterator[tuple[Points, int, int]]:
    """(points, first round, last round) of every stretch of the same addition."""
    start = 1
    for amount, group in groupby(points):
        stop = start + len(list(group))
        if amount:
            yield amount, start, stop - 1
        start = stop
