"""Tournament files (TRF) as events in memory: of which system they are, and what they settle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.event import Event, Round
from engine.points import HALF, ONE, Points
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
    given = {**file.settings, "rounds": rounds} | draw_settings(file, format)
    return Event(
        file.title,
        format.name,
        format.settings(given),
        entrants=file.entrants,
        rounds=file.rounds,
        instructions=file.forbidden,
        adjustments=file.adjustments,
    )


def draw_settings(file: TrfFile, format: Format) -> dict[str, Any]:
    """The colour of the first board and the added points, as settings where the format has
    such."""
    known = {row[0] for row in format.settings_help()}
    found: dict[str, Any] = {}
    if "initial_colour" in known:
        colour = file.initial_colour
        if colour is None and file.rounds:
            colour = "W" if _lower_is_white(file.rounds[0]) else "B"
        found["initial_colour"] = COLOURS[colour or "W"]
    if "extra_points" in known:
        extra = tuple(_extra_points(_added(file)))
        found |= {"extra_points": extra} if extra else {}
    return found


def _lower_is_white(round: Round) -> bool:
    """Whether the first player of round 1 had White; his is the initial colour."""
    pairs = [(int(match.white), int(match.black)) for match in round.matches]
    white, black = min(pairs, key=min, default=(1, 2))
    return white < black


def _added(file: TrfFile) -> Mapping[str, tuple[Points, ...]]:
    """Added points by player; those of Baku where 192 names it and no line gives them."""
    if file.accelerations or not dict(file.details).get("system", "").endswith("_BAKU"):
        return file.accelerations
    from formats.dutch.acceleration import baku_rounds

    if not file.total_rounds:
        return {}
    whole, accelerated = baku_rounds(file.total_rounds)
    scores = {"win_points": ONE, "draw_points": HALF} | dict(file.settings)
    points = (scores["win_points"],) * whole + (scores["draw_points"],) * (accelerated - whole)
    there = _there(file)
    return dict.fromkeys(there[: 2 * ((len(there) + 3) // 4)], points)


def _there(file: TrfFile) -> list[str]:
    """Who was there for round 1, by start number; without it (C.04.7) one has no number yet."""
    if file.rounds:
        away = {bye.entrant for bye in file.rounds[0].byes if bye.kind == "absent"}
    else:
        away = {e.id for e in file.entrants if (bye := e.bye_in(1)) and bye.absent}
    return sorted((e.id for e in file.entrants if e.id not in away), key=int)


def _extra_points(added: Mapping[str, tuple[Points, ...]]) -> Iterator[str]:
    """`1 1-2 1-20`: points, rounds, entries."""
    from saves.trf_draw import stretches

    for s in stretches((int(id), points) for id, points in added.items()):
        yield f"{s.points.normalize():f} {s.first}-{s.last} {s.low}-{s.high}"


def renumbered(event: Event, format: Format) -> bool:
    """Whether the pairing numbers stand in another order than the entry numbers."""
    numbers = [int(id) for id in format.order(event)]
    return numbers != sorted(numbers)
