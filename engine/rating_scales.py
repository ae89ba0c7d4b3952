"""Which scale the ratings of an event are of: ratings of four figures, or grades of three."""

from __future__ import annotations

from engine.event import Event, derived

GRADES_BELOW = 300
"""Ratings are grades of three figures where all of an event are lower: the ECF gave none so high,
and FIDE and the ECF of today rate no whole field so low."""


@derived
def graded(event: Event) -> bool:
    """Whether its ratings are grades of three figures."""
    known = [rating for entrant in event.entrants if (rating := entrant.rating)]
    return bool(known) and max(known) < GRADES_BELOW


def mixed_scales(event: Event) -> str:
    """In words that some ratings are none of three figures where more are; else empty. One of them
    is enough for performances by FIDE's table."""
    rated = [(entrant.rating, entrant.name) for entrant in event.entrants if entrant.rating]
    high = [(rating, name) for rating, name in rated if rating >= GRADES_BELOW]
    low = len(rated) - len(high)
    if not high or low <= len(high):
        return ""
    rating, name = high[0]
    more = f" and {len(high) - 1} more" if len(high) > 1 else ""
    return (
        f"{name}{more} beside {low} grades of three figures: {rating} is of another scale, "
        "performances go by FIDE's table"
    )
