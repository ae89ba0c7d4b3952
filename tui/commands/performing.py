"""The command `performance`: what the event does to everybody's rating."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from engine.entrants import EntrantId
from engine.event import Event
from engine.event_data import detail
from engine.performance import graded, mixed_scales, performances
from engine.points import as_number, column_texts
from engine.protocol import PlayedByTeams, numbers, part_of
from engine.rating_change import Gap, RatingReport, pace, rating_reports
from engine.refusal import Refused
from engine.teams import event_of_players
from saves.rating_report import GAPS, change_text, factor_text, factor_words, remark
from tui.commands import documents
from tui.commands.opening import event_argument, reading
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from saves.store import Store

HEADS = ("No", "Name", "Ro", "Games", "Score", "Ra", "Rp", "We", "K", "Change", "New")


def performance(args: Namespace) -> int:
    """Everybody's performance, expected score and rating change, or why there is none."""
    event, known = players_of(reading(args))
    if args.json:
        say_json(performance_document(event, known))
        return 0
    reports = sorted(rating_reports(event).values(), key=lambda report: known[report.id])
    unrated = "; the event is not rated" * ("unrated" in detail(event, "rating_type"))
    say(f"{event.title}, rating report ({pace(event).value}){unrated}")
    rows = [_row(event, known[report.id], report) for report in reports]
    scores = column_texts(report.score if report.games else None for report in reports)
    for row, score in zip(rows, scores, strict=True):
        row[4] = score
    grades = graded(event)
    remarks = ["" if report.gap is Gap.GRADES else remark(report) for report in reports]
    heads = (*HEADS, "") if any(remarks) else HEADS
    shown = [[*row, text] if any(remarks) else row for row, text in zip(rows, remarks, strict=True)]
    say_table(heads, shown, right=tuple(h for h in HEADS if h != "Name"))
    if grades:
        say(GAPS[Gap.GRADES])
    if mixed := mixed_scales(event):
        say(mixed)
    if any(factor_text(report.factor).endswith("?") for report in reports):
        say("K with ?: assumed (30 games played, 2400 never reached); `edit --k-factor` sets it")
    return 0


def _row(event: Event, number: int, report: RatingReport) -> list[str]:
    figures = (
        report.own,
        len(report.games) or None,
        None,
        report.opponents,
        report.performance.rating if report.performance else None,
        report.expected,
        factor_text(report.factor),
        change_text(report),
        report.new,
    )
    texts = ["" if value is None else str(value) for value in figures]
    return [str(number), event.entrant(report.id).name, *texts]


def players_of(store: Store) -> tuple[Event, Mapping[EntrantId, int]]:
    """The event of single players, of teams that of their players, with everybody's number;
    `Refused` where teams play without players."""
    event, format = store.event, store.format
    if part_of(format, PlayedByTeams) is not None:
        event = event_of_players(event)
        return event, {player.id: player.start_number or 0 for player in event.entrants}
    if format.of_teams(event):
        raise Refused(
            "teams have no rating",
            f"{event.title} is one of teams",
            shell="see `topboard standings`",
        )
    return event, numbers(format, event)


def performance_document(event: Event, known: Mapping[EntrantId, int]) -> documents.Document:
    """Everybody in order of entry."""
    shown = performances(event)
    return {
        "pace": pace(event).value,
        "players": [
            {
                "id": report.id,
                "no": known[report.id],
                "name": event.entrant(report.id).name,
                "rating": report.own,
                "performance": report.performance.rating if report.performance else None,
                "by_round": list(shown[report.id].by_round) if report.id in shown else [],
                "games": len(report.games),
                "score": as_number(report.score),
                "opponents": report.opponents,
                "expected": _number(report.expected),
                "k": report.factor.value if report.factor else None,
                "k_why": factor_words(report.factor) if report.factor else None,
                "change": _number(report.change),
                "new": report.new,
                "first": None if report.first is None else {
                    "rating": report.first.rating,
                    "games": report.first.games,
                    "published": report.first.published,
                },
                "why": remark(report) or None,
            }
            for report in rating_reports(event).values()
        ],
    }  # fmt: skip


def _number(value: Decimal | None) -> int | float | None:
    return None if value is None else as_number(value)


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)


COMMANDS = {"performance": Subcommand(_arguments, performance)}
