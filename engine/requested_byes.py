"""Byes that a player asks for: how many with half a point, and what the arbiter is warned of.

The questions of FIDE's acceptance list: a second half-point bye is confirmed (174), somebody may
have none at all (175, 176), and full-point byes are deprecated (178).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.entrants import NOT_ELIGIBLE, Entrant, EntrantId
from engine.event import Event
from engine.late import points_missed
from engine.points import Points
from engine.refusal import Refused
from engine.warnings import Level, Warning


def is_half(event: Event, points: Points | None) -> bool:
    """Whether so many points are those of a draw."""
    loss, draw, _ = event.settings.round_points
    return points is not None and loss < points == draw


def is_full(event: Event, points: Points | None) -> bool:
    """Whether so many points are those of a win."""
    return points is not None and points == event.settings.round_points[-1]


def half_byes(event: Event, entrant: Entrant) -> frozenset[int]:
    """The rounds for which he has half a point without playing: asked for, or missed by a late
    entry."""
    asked = {b.round for b in entrant.byes if not b.absent and is_half(event, b.points)}
    missed = points_missed(event, entrant.id)
    return frozenset(asked | {number for number, p in missed.items() if is_half(event, p)})


def refuse_not_eligible(event: Event, entrant: Entrant, points: Iterable[Points | None]) -> None:
    """`Refused` where he is given half a point and may not have it."""
    if entrant.half_bye == NOT_ELIGIBLE and any(is_half(event, each) for each in points):
        raise Refused(
            f"{entrant.name}: no half-point bye",
            "the entry is marked as not eligible for one",
            "give 0 points, or change the entry",
        )


def bye_warnings(
    event: Event, entrant: Entrant, number: int, points: Points | None
) -> tuple[Warning, ...]:
    """What an arbiter is warned of who gives so many points for that round without a game.

    Outside strict mode a second half point is recorded alone; limits of the event's own are asked
    about in either.
    """
    name = entrant.name
    if is_full(event, points) and event.strict:
        return (Warning.of(Level.ACKNOWLEDGE, "full-point-bye", name=name),)
    if not is_half(event, points):
        return ()
    settings = event.settings
    many = len(half_byes(event, entrant) | {number})
    limit: int | None = getattr(settings, "half_byes", None)
    last = settings.rounds - getattr(settings, "no_byes_last", 0)
    warnings = []
    if limit is not None and many > limit:
        beyond = Warning.of(Level.CONFIRM, "bye-limit", name=name, count=many, limit=limit)
        warnings.append(beyond)
    elif many > 1:
        level = Level.CONFIRM if event.strict else Level.RECORD
        warnings.append(Warning.of(level, "half-bye-again", name=name, count=many))
    if len(event.published) < number > last:
        late = Warning.of(Level.CONFIRM, "bye-too-late", name=name, round=number, last=last)
        warnings.append(late)
    return tuple(warnings)


def full_byes(event: Event) -> list[tuple[int, EntrantId]]:
    """(round, entrant) of every full point that was given for a bye by request."""
    return [
        (round.number, bye.entrant)
        for round in event.published
        for bye in round.byes
        if bye.kind in ("requested", "missed") and is_full(event, bye.points)
    ]
