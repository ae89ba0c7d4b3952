"""What the games that are still open would give: prizes while the last round is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from engine.event import Event, Match
from engine.money import Cents
from engine.prizes.allocation import PrizeOutcome, allocate
from engine.prizes.contenders import PrizeEvent
from engine.prizes.plan import PrizePlan
from engine.results import GameResult

ENDINGS = (GameResult.WHITE, GameResult.DRAW, GameResult.BLACK)
MOST = 40
"""Open games that are looked at."""
EXACT = 3
"""Open games up to which every combination of results is looked at: 27 of them."""


@dataclass(frozen=True, slots=True)
class PrizeRange:
    """The money of a player after a result, at least and at most; the same if the other open games
    do not matter, or count as draws."""

    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class BoardOutlook:
    """An open game: for each of its results what White has and what Black has.

    `drawn`: all other open games count as draws, because there are too many to look at all.
    """

    event: str
    round: int
    match: Match
    prospects: tuple[tuple[GameResult, PrizeRange, PrizeRange], ...]
    drawn: bool

    @property
    def in_reach(self) -> bool:
        """Whether a prize depends on it."""
        return any(white.most or black.most for _, white, black in self.prospects)


def open_games(one: PrizeEvent) -> tuple[tuple[int, Match], ...]:
    """Open games of the last round, by round and board; none before it, where opponents are not
    known, nor of matches of several games."""
    event = one.event
    current = event.current
    if current is None or not one.begun or one.format.of_teams(event):
        return ()
    if current.number < event.settings.rounds:
        return ()
    return tuple(
        (round.number, match)
        for round in event.published
        for match in round.matches
        if match.open and match.games == 1 and match.boards is None
    )


def outlooks(
    plan: PrizePlan, events: Sequence[PrizeEvent], key: str, first: int = 0, count: int = MOST
) -> tuple[BoardOutlook, ...]:
    """Of so many open games of an event from the `first` on; of no more than `MOST` in all, the
    upper boards. Each takes the prizes three times; where there are few, all together 27 times."""
    one = next(event for event in events if event.key == key)
    games = open_games(one)
    if len(games) <= EXACT:
        return tuple(_exact(plan, events, one, games))[first : first + count]
    level = one.event
    for number, match in games:
        level = _with(level, number, match, GameResult.DRAW)
    made = []
    for number, match in games[: min(first + count, MOST)][first:]:
        rows = []
        for result in ENDINGS:
            had = _had(plan, events, one, _with(level, number, match, result))
            white, black = had.get(match.white, 0), had.get(match.black, 0)
            rows.append((result, PrizeRange(white, white), PrizeRange(black, black)))
        made.append(BoardOutlook(key, number, match, tuple(rows), drawn=True))
    return tuple(made)


def _exact(
    plan: PrizePlan, events: Sequence[PrizeEvent], one: PrizeEvent,
    games: Sequence[tuple[int, Match]],
) -> Iterator[BoardOutlook]:  # fmt: skip
    cases: list[tuple[tuple[GameResult, ...], Mapping[str, Cents]]] = []
    for results in product(ENDINGS, repeat=len(games)):
        event = one.event
        for (number, match), result in zip(games, results, strict=True):
            event = _with(event, number, match, result)
        cases.append((results, _had(plan, events, one, event)))
    for at, (number, match) in enumerate(games):
        rows = []
        for result in ENDINGS:
            there = [had for results, had in cases if results[at] is result]
            rows.append((result, _span(there, match.white), _span(there, match.black)))
        yield BoardOutlook(one.key, number, match, tuple(rows), drawn=False)


def _span(cases: Sequence[Mapping[str, Cents]], id: str) -> PrizeRange:
    amounts = [had.get(id, 0) for had in cases]
    return PrizeRange(min(amounts), max(amounts))


def _with(event: Event, number: int, match: Match, result: GameResult) -> Event:
    return event.with_round(event.round(number).with_match(replace(match, result=result)))


def _had(
    plan: PrizePlan, events: Sequence[PrizeEvent], one: PrizeEvent, event: Event
) -> Mapping[str, Cents]:
    """The money that everybody of that event wins if it ends like this."""
    now = [replace(each, event=event) if each is one else each for each in events]
    outcome: PrizeOutcome = allocate(plan, now)
    had: Counter[str] = Counter()
    for award in outcome.awards:
        for share in award.shares:
            if share.contender.event == one.key:
                had[share.contender.id] += share.money
    return had
