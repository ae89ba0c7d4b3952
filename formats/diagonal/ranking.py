"""The final ranking: the winner, then who went out later, fewer losses, wins, performance."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from itertools import groupby

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import cards
from engine.numbers import start_numbers
from engine.performance import graded, performance, performance_by_grade
from engine.phrases import listed, phrase
from engine.points import HALF, NIL, ONE
from engine.standings import categories, category_title, matches_open, remarks
from engine.tables import StandingRow, StandingTable
from formats.common import seniority
from formats.diagonal.course import Course, course, results_of
from formats.diagonal.games import Game
from formats.diagonal.words import NO_PLAY_OFF, wins

COLUMNS = (phrase("Losses"), phrase("Wins"), phrase("Games"), phrase("Perf"), phrase("Out"))
_WORTH = {Game.WIN: ONE, Game.DRAW: HALF}
Key = tuple[object, ...]


def tables(event: Event) -> list[StandingTable]:
    """Everybody, then one table a category."""
    order = [e.id for e in sorted(event.entrants, key=seniority)]
    standings = [_table(event, phrase("Overall"), order, "overall")]
    for name, ids in categories(event):
        inside = set(ids)
        part = [id for id in order if id in inside]
        standings.append(_table(event, category_title(name), part, "category"))
    return standings


def _table(event: Event, name: str, ids: list[EntrantId], kind: str) -> StandingTable:
    standing = course(event)
    numbers = start_numbers(event, [e.id for e in sorted(event.entrants, key=seniority)])
    perf = {id: _performance(event, id) for id in ids}
    keys = {id: _key(event, standing, id, perf[id]) for id in ids}
    ordered = sorted(ids, key=lambda id: (keys[id], numbers[id]))
    rows: list[StandingRow] = []
    for _, group in groupby(ordered, key=lambda id: keys[id]):
        rank = len(rows) + 1
        rows += [_row(event, standing, id, rank, numbers[id], perf[id]) for id in group]
    notes = _notes(event, standing, ids)
    return StandingTable(name, COLUMNS, tuple(rows), kind, notes, led_by=COLUMNS[0])


def _key(event: Event, standing: Course, id: EntrantId, perf: int | None) -> Key:
    """The smallest is the best. Players who are left come before all who are out."""
    tally = standing.tallies[id]
    stays = id in standing.left and not standing.over
    out = standing.out.get(id, 0)
    if id in standing.lengths:  # the first place is still to be decided between them
        return (True, not stays, -out if not stays else 0, False, 0, tally.losses, -99_999, 0, 0)
    return (
        id != standing.winner,
        not stays,
        -out if not stays else 0,
        id not in standing.left if standing.playoff else False,
        -standing.playoff_out.get(id, 0),
        tally.losses,
        -tally.wins,
        -(perf or 0),
        -(event.entrant(id).rating or 0),
    )


def _row(
    event: Event, standing: Course, id: EntrantId, rank: int, no: int, perf: int | None
) -> StandingRow:
    tally, out = standing.tallies[id], standing.exits.get(id)
    values = {
        "Losses": tally.losses,
        "Wins": Decimal(tally.wins),
        "Games": Decimal(tally.games),
        "Perf": None if perf is None else Decimal(perf),
        "Out": None if out is None else Decimal(out),
    }
    status, away = None, bool(event.entrant(id).away)
    if out is not None:
        status = phrase("withdrawn") if away else phrase("out")
    remarks_on_row = (standing.decided if id == standing.winner else "", remarks(event).get(id, ""))
    points = cards(event)[id].adjustment + tally.points
    remark = listed("; ", remarks_on_row) if any(remarks_on_row) else ""
    name, over = event.entrant(id).name, standing.over and not away
    return StandingRow(
        rank, id, no, name, points, status, values, {}, remark, over=over, in_column=not away
    )


def _performance(event: Event, id: EntrantId) -> int | None:
    """Over all games played against rated opponents."""
    games: list[tuple[int, Decimal]] = []
    for _, side, result, other in results_of(event, id):
        if rating := event.entrant(other).rating:
            both = (game for game in result.as_seen_by(side) if game.played)
            games.extend((rating, _WORTH.get(game, NIL)) for game in both)
    if graded(event):
        return performance_by_grade(event.entrant(id).rating, games)
    return performance([rating for rating, _ in games], sum((won for _, won in games), NIL))


def _notes(event: Event, standing: Course, ids: Collection[EntrantId]) -> tuple[str, ...]:
    """The row of the winner says what decided."""
    notes: list[str] = []
    if standing.winner is not None:
        notes += [] if standing.winner in ids else [wins(event, standing)]
    elif standing.over:
        notes.append(NO_PLAY_OFF)
    current = event.current
    opened = (
        sum(m.result is None or m.result.provisional for m in current.matches) if current else 0
    )
    if current is not None and opened:
        notes.append(matches_open(event.called(current.number), opened))
    return tuple(notes)
