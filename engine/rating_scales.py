"""Which scale the ratings of an event are of: ratings of four figures, or grades of three."""

from __future__ import annotations

from engine.event import Event, derived

GRADES_BELOW = 300
"""Grades of three figures are lower: the ECF gave none so high, and FIDE and the ECF of today rate
no whole field so low."""
RATINGS_FROM = 1000
"""FIDE has never given a lower rating; one between the two is of a scale that has both, as
national ones of beginners."""


@derived
def graded(event: Event) -> bool:
    """Whether its ratings are grades of three figures: most are, and the others are of FIDE's
    scale. A field goes by what most of it have; who is rated otherwise counts in it all the same,
    for a grade is held to 40 from one's own."""
    known = [rating for entrant in event.entrants if (rating := entrant.rating)]
    others = [rating for rating in known if rating >= GRADES_BELOW]
    return len(known) > 2 * len(others) and min(others, default=RATINGS_FROM) >= RATINGS_FROM


def mixed_scales(event: Event) -> str:
    """In words that some ratings are none of three figures where more are, and by which scale
    performances go; else empty."""
    rated = [(entrant.rating, entrant.name) for entrant in event.entrants if entrant.rating]
    high = [(rating, name) for rating, name in rated if rating >= GRADES_BELOW]
    low = len(rated) - len(high)
    if not high or low <= len(high):
        return ""
    rating, name = high[0]
    more = f" and {len(high) - 1} more" if len(high) > 1 else ""
    goes = "the grades, as most are" if graded(event) else "FIDE's table"
    return (
        f"{name}{more} beside {low} grades of three figures: {rating} is of another scale, "
        f"performances go by {goes}"
    )
