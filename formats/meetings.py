"""Cross-tables of all against all, for formats in which the entrants have a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.match_results import TeamResult
from engine.numbers import start_numbers
from engine.points import points_text
from engine.results import GameResult, Outcome, Side
from engine.tables import Meeting, Meetings

_SIGNS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}


def meetings_of(
    event: Event,
    order: Sequence[EntrantId],
    due: Iterable[tuple[EntrantId, EntrantId, int]],
) -> Meetings:
    """The matches of all published rounds, and those of the schedule still to come (`due`: the
    two and the round)."""
    cells: dict[tuple[EntrantId, EntrantId], Meeting] = {}
    for round in event.published:
        for match in round.matches:
            _add(cells, event, match, round.number)
    for a, b, number in due:
        for pair in ((a, b), (b, a)):
            cells.setdefault(pair, Meeting("", False, number))
    numbers = start_numbers(event, order)
    return Meetings(tuple(order), numbers, cells)


def _add(
    cells: dict[tuple[EntrantId, EntrantId], Meeting], event: Event, match: Match, number: int
) -> None:
    going = match.result is None or match.result.provisional
    sides: tuple[tuple[EntrantId, EntrantId, Side], ...] = (
        (match.white, match.black, "white"),
        (match.black, match.white, "black"),
    )
    for me, other, side in sides:
        before = cells.get((me, other))
        texts = [before.text] if before and before.text else []
        texts.append(_text(event, match, side))
        text = " ".join(t for t in texts if t)
        opened = going or bool(before and before.open)
        cells[me, other] = Meeting(text, opened, number, match.board)


def _text(event: Event, match: Match, side: Side) -> str:
    result = match.result
    if result is None:
        return ""
    if isinstance(result, GameResult):
        if result.provisional:
            return "?"
        outcome = result.outcome(side)
        if not result.played:
            return "+" if outcome is Outcome.WIN else "-"
        return _SIGNS[outcome]
    if isinstance(result, TeamResult):
        sign = "" if result.played else "+" if result.outcome(side) is Outcome.WIN else "-"
        return points_text(result.games(side)) + sign
    return points_text(result.points(side, event.settings))
