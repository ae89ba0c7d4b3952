"""The rating report of an event as a table for paper, in the words of FIDE's forms."""

from __future__ import annotations

from engine.event import Event
from engine.performance import graded
from engine.points import points_text
from engine.protocol import Format, PlayedByTeams, numbers, part_of
from engine.rating_change import Gap, RatingReport, pace, rating_reports
from engine.teams import event_of_players
from saves.csv_cells import Cell
from saves.rating_words import GAPS, change_text, factor_text, factor_words, remark
from saves.sheets import Grid, SheetColumn

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
