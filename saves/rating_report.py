"""A rating report in words and figures, the same on screen, on paper and on the command line, and
the report of a whole event as a table for paper.

The words are those of FIDE's forms, which are English in every hall.
"""

from __future__ import annotations

from decimal import Decimal

from engine.event import Event
from engine.performance import graded
from engine.points import counted, points_text
from engine.protocol import Format, PlayedByTeams, numbers, part_of
from engine.rating_change import (
    FIRST_GAMES,
    FLOOR,
    DevelopmentCoefficient,
    FactorSource,
    FirstRating,
    Gap,
    RatingReport,
    pace,
    rating_reports,
)
from engine.teams import event_of_players
from saves.csv_cells import Cell
from saves.sheets import Grid, SheetColumn

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


_COLUMNS = (
    SheetColumn("No", right=True),
    SheetColumn("Name", person=True),
    SheetColumn("FIDE id", right=True),
    SheetColumn("Fed"),
    *(SheetColumn(name, right=True) for name in ("Ro", "N", "W", "We", "W-We", "K")),
    SheetColumn("Change", right=True, strong=True),
    *(SheetColumn(name, right=True) for name in ("Ra", "Rp", "New")),
)


def rating_report(event: Event, format: Format) -> Grid:
    """A row for everybody who played, by start number; below it what figures are missing."""
    known = numbers(format, event)
    if part_of(format, PlayedByTeams) is not None:
        event = event_of_players(event)
        known = {player.id: player.start_number or 0 for player in event.entrants}
    reports = sorted(rating_reports(event).values(), key=lambda report: known[report.id])
    rows = tuple(_row(event, known[report.id], report) for report in reports)
    return Grid(
        f"Rating report, {pace(event).value}", _COLUMNS, rows, tuple(_notes(event, reports))
    )


def _row(event: Event, number: int, report: RatingReport) -> tuple[Cell, ...]:
    entrant = event.entrant(report.id)
    rated = report.change is not None
    over = report.score - report.expected if report.expected is not None else None
    return (
        number, entrant.name, entrant.fide_id, entrant.federation, report.own,
        len(report.games) or None,
        points_text(report.score) if report.games else None,
        str(report.expected) if rated else None,
        f"{over:+}" if over is not None else None,
        factor_text(report.factor),
        change_text(report),
        report.opponents,
        report.performance.rating if report.performance else None,
        report.new if report.first is None else report.first.rating,
    )  # fmt: skip


def _notes(event: Event, reports: list[RatingReport]) -> list[str]:
    notes = [GAPS[Gap.GRADES]] if graded(event) else []
    notes += [
        f"{event.entrant(report.id).name}: {text}"
        for report in reports
        if report.gap is not Gap.GRADES and (text := remark(report))
    ]
    assumed = next((r.factor for r in reports if factor_text(r.factor).endswith("?")), None)
    if assumed is not None:
        notes.append(f"K with ?: {factor_words(assumed)}")
    return notes
