"""When the results of a round came in, by the journal: how many in which ten minutes, and the
boards that finished last in earlier rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from engine.actions import EnterResult, PublishRound
from engine.entrants import EntrantId
from engine.event import Round, last_call
from engine.log import LoggedAction
from engine.results import CLEAR
from engine.waiting import missing_boards
from tui.places.shape import DeskView

SPAN = timedelta(minutes=10)
MOST_SPANS = 18
"""Three hours, the last ones."""
SLOW_SHARE = 10
"""One in so many boards of a round counts as its last ones."""
SLOW_AFTER = timedelta(minutes=10)
"""Behind the middle one, so that a round that was entered in one go has no last ones."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The first result of a board of a round, and when it was entered."""

    round: int
    board: int
    at: datetime


@last_call
def arrivals(recent: Sequence[LoggedAction], undone: frozenset[int]) -> tuple[Arrival, ...]:
    """As far back as the desk remembers, in order of time. Results that were entered together
    say nothing about when they were known."""
    known: dict[tuple[int, int], Arrival] = {}
    in_play: int | None = None
    for logged in recent:
        action = logged.action
        if logged.n in undone:
            continue
        if isinstance(action, PublishRound):
            in_play = action.round
        number = (action.round or in_play) if isinstance(action, EnterResult) else None
        if not isinstance(action, EnterResult) or number is None:
            continue
        place = (number, action.number)
        if action.result == CLEAR:
            known.pop(place, None)
        elif (at := moment(logged.t)) is not None:
            known.setdefault(place, Arrival(*place, at))
    return tuple(sorted(known.values(), key=lambda one: one.at))


def moment(t: str) -> datetime | None:
    """A time of the journal; None where it is not one, or has no zone."""
    try:
        when = datetime.fromisoformat(t)
    except ValueError:
        return None
    return when if when.tzinfo is not None else None


def published_at(desk: DeskView, number: int) -> datetime | None:
    """When a round was published; None where that is longer ago than the desk remembers."""
    for logged in reversed(desk.recent):
        action = logged.action
        if isinstance(action, PublishRound) and action.round == number:
            return None if logged.n in desk.undone else moment(logged.t)
    return None


@dataclass(frozen=True, slots=True)
class Pace:
    """How many results came in each ten minutes since `begin`."""

    begin: datetime
    counts: tuple[int, ...]

    @property
    def busiest(self) -> datetime:
        """When the most came."""
        return self.begin + SPAN * self.counts.index(max(self.counts))


def pace(desk: DeskView, round: Round) -> Pace | None:
    """Of a round, from its publication, or its first result where that is long ago, until the
    last one is in; None where it has not gone on for ten minutes, or none came for long."""
    came = [one.at for one in arrivals(desk.recent, desk.undone) if one.round == round.number]
    if not came:
        return None
    begin = min(published_at(desk, round.number) or came[0], came[0])
    end = came[-1]
    if desk.minute is not None and round is desk.event.current and missing_boards(round):
        end = max(end, desk.minute)
    if end - begin < SPAN:
        return None
    first = max(_floor(begin), _floor(end) - SPAN * (MOST_SPANS - 1))
    counts = [0] * ((end - first) // SPAN + 1)
    for at in came:
        if at >= first:
            counts[(at - first) // SPAN] += 1
    return Pace(first, tuple(counts)) if len(counts) > 1 and any(counts) else None


def _floor(at: datetime) -> datetime:
    return at.replace(minute=at.minute // 10 * 10, second=0, microsecond=0)


def last_finishers(desk: DeskView, before: int) -> Mapping[EntrantId, tuple[int, ...]]:
    """By entrant the rounds before that one in which the board was among the last tenth to
    finish, as far as the desk remembers when their results came."""
    rounds = {r.number: r for r in desk.event.published if r.number < before}
    rounds_last: dict[EntrantId, tuple[int, ...]] = {}
    came = arrivals(desk.recent, desk.undone)
    for number, round in rounds.items():
        of_round = [one for one in came if one.round == number]
        # of a round whose beginning is forgotten the last are known all the same
        most = len(round.matches) // SLOW_SHARE or 1
        if len(of_round) <= most:
            continue
        middle = datetime.fromtimestamp(
            median(one.at.timestamp() for one in of_round), of_round[0].at.tzinfo
        )
        slow = {one.board for one in of_round[-most:] if one.at - middle >= SLOW_AFTER}
        for match in round.matches:
            if match.board in slow:
                for id in match.pair:
                    rounds_last[id] = (*rounds_last.get(id, ()), number)
    return rounds_last
