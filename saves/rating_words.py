"""A rating report in words and figures, the same on screen, on paper and on the command line.

The words are those of FIDE's forms, which are English in every hall.
"""

from __future__ import annotations

from decimal import Decimal

from engine.points import counted
from engine.rating_change import (
    FIRST_GAMES,
    FLOOR,
    DevelopmentCoefficient,
    FactorSource,
    FirstRating,
    Gap,
    RatingReport,
)

GAPS = {
    Gap.NO_GAME: "no game was played",
    Gap.NO_RATED_OPPONENT: "no game against a rated opponent",
    Gap.GRADES: "ECF grades of three figures: FIDE's rating change does not apply",
    Gap.NO_POINT: "unrated and without a point: the event is disregarded (8.2.1)",
}
_SOURCES = {
    FactorSource.ENTRY: "as the entry says",
    FactorSource.LIST: "as FIDE's list says",
    FactorSource.TOP: "rated 2400 or more",
    FactorSource.JUNIOR: "at most 18 this year, rated under 2300",
    FactorSource.ASSUMED: "assumed: 30 games played, 2400 never reached",
}


def change_text(report: RatingReport) -> str:
    """`+8.6`; empty where there is none."""
    return "" if report.change is None else f"{signed(report.change)}"


def signed(value: Decimal) -> str:
    """With its sign and one decimal place."""
    return f"{value:+.1f}" if value else "0.0"


def factor_text(factor: DevelopmentCoefficient | None) -> str:
    """`20`, `20?` where it is assumed; empty without one."""
    if factor is None:
        return ""
    return f"{factor.value}{'?' if factor.source is FactorSource.ASSUMED else ''}"


def factor_said(factor: DevelopmentCoefficient | None) -> str:
    """`K 20`, `K 20 assumed`: where no note explains a `?`; empty without one."""
    if factor is None:
        return ""
    return f"K {factor.value}{' assumed' if factor.source is FactorSource.ASSUMED else ''}"


def factor_words(factor: DevelopmentCoefficient) -> str:
    """Whence K is known, and what limits it."""
    said = _SOURCES[factor.source]
    if factor.value == factor.unlimited:
        return said
    return f"{said}; {factor.unlimited} for so many games would exceed 700 (8.3.3)"


def first_words(first: FirstRating) -> str:
    """`first rating 1873 over 6 games`, and why it is not published by itself."""
    said = f"first rating {first.rating} over {counted(first.games, 'game')}"
    if first.games < FIRST_GAMES:
        return f"{said}; published from {FIRST_GAMES} games on (7.1.4)"
    if first.rating < FLOOR:
        return f"{said}; not published under {FLOOR} (7.1.4)"
    return said


def remark(report: RatingReport) -> str:
    """Why a figure is missing, or what has to be known of it; empty for nothing."""
    if report.gap is not None:
        return GAPS[report.gap]
    if report.first is not None:
        return first_words(report.first)
    if report.new is not None and report.new < FLOOR:
        return f"under {FLOOR}: unrated on the next list (7.2.1)"
    return ""
