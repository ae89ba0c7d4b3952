"""The schedule of a round robin: Berger tables, settings, numbers, and what is counted.

Source: FIDE C.05 Annex 1; `design/formats/7-others.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Literal, cast

from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived
from engine.lots import standing_lot
from engine.phrases import phrase
from engine.points import NIL
from engine.results import GameResult, Result
from formats.common import seniority
from formats.rescheduling import Pair, Timetable
from formats.rooms import RoomSettings
from formats.settings import WINDOW, SomePoints, knob

FEWEST, MOST, MOST_DOUBLE = 3, 60, 50
MOST_ROUNDS = 99
"""So many an event can have."""
Behind = tuple[tuple[Pair, ...], frozenset[int]]
"""The games of a round that is behind, and who rested in it."""
NUMBERS = "numbers of the round robin"
"""The purpose of the lot that keeps who has which number."""


def berger(size: int) -> list[list[Pair]]:
    """The rounds of a Berger table for `size` numbers, even: (White, Black) by board."""
    rounds = []
    for number in range(size - 1):
        step = number * (size // 2 - 1)
        places = [(j - step) % (size - 1) + 1 for j in range(size - 1)]
        first = (size, places[0]) if number % 2 else (places[0], size)
        rest = [(places[k], places[size - 1 - k]) for k in range(1, size // 2)]
        rounds.append([first, *rest])
    return rounds


def schedule(players: int, double: bool = False, exchange: bool = True) -> list[list[Pair]]:
    """All rounds as (White, Black) of numbers; with an odd field the number beyond is the dummy.

    In the double the second cycle has the colours reversed; `exchange` swaps the last two rounds
    of the first cycle, so that nobody has three games running with one colour.
    """
    once = berger(players + players % 2)
    if not double:
        return once
    first = [*once[:-2], *reversed(once[-2:])] if exchange else once
    return first + [[(black, white) for white, black in boards] for boards in once]


class RoundRobinSettings(RoomSettings):
    """Settings of the round robin."""

    predetermined: ClassVar[bool] = True
    boards_move: ClassVar[bool] = False
    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from the entries"
    )
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)
    bye_points: SomePoints = knob(default=NIL, description="for the free round of an odd field")
    tiebreaks: tuple[str, ...] = knob(
        default=("DE", "WIN", "SB", "KS"),
        description="tie-breaks after points, in order (codes of FIDE C.07)",
    )
    double: bool = knob(default=False, description="everybody twice, with both colours")
    numbers: Literal["lot", "rating", "seed"] = knob(
        default="lot", description="how numbers are given; seed: by the seeds in the entry list"
    )
    exchange: bool = knob(
        default=True, description="double: the last two rounds of the first cycle change places"
    )
    annul: bool = knob(
        default=True, description="who withdraws before half of the games is not counted at all"
    )

    def forfeit(self, result: GameResult) -> Result:
        """A game that nobody, or one of two, came to."""
        return result


def settings_of(event: Event) -> RoundRobinSettings:
    """The format's own settings."""
    return cast(RoundRobinSettings, event.settings)


def most_entrants(event: Event) -> int:
    """How many the table takes; in the double fewer."""
    return MOST_DOUBLE if settings_of(event).double else MOST


def numbers_not_seeded(settings: RoundRobinSettings) -> str:
    """Why the numbers do not go by the seeds; empty where they do."""
    if settings.numbers == "seed":
        return ""
    origin = "drawn by lot" if settings.numbers == "lot" else "given by rating"
    return f"its numbers are {origin}, unless its setting numbers is seed"


def numbered(event: Event) -> tuple[EntrantId, ...]:
    """Who plays, by number from 1: as recorded with the first round, else as it would be."""
    recorded = [lot for lot in event.lots if lot.purpose == NUMBERS]
    if recorded and event.published:
        return recorded[-1].order
    there = [e for e in event.entrants if e.to_be_paired(1)]
    how = settings_of(event).numbers
    if how == "lot":
        return standing_lot(event, NUMBERS, sorted((e.id for e in there), key=int)).order
    if how == "seed":
        return tuple(e.id for e in sorted(there, key=lambda e: (e.seed or 10_000, seniority(e))))
    return tuple(e.id for e in sorted(there, key=seniority))


def rounds_of(event: Event) -> list[list[Pair]]:
    """The schedule of the field as it is: the table, and where a round was played otherwise, what
    is left of it for the rounds that follow."""
    return followed(event).rounds


@derived
def followed(event: Event) -> Timetable:
    """The schedule that follows what was really played, round after round."""
    settings = settings_of(event)
    order = numbered(event)
    number = {id: no for no, id in enumerate(order, start=1)}
    behind = tuple(
        (
            tuple(
                (number[m.white], number[m.black])
                for m in round.matches
                if m.white in number and m.black in number
            ),
            frozenset(number[b.entrant] for b in round.byes if b.entrant in number),
        )
        for round in event.published
    )
    return _after(len(order), settings.double, settings.exchange, behind)


@lru_cache(maxsize=128)
def _after(size: int, double: bool, exchange: bool, behind: tuple[Behind, ...]) -> Timetable:
    """The schedule after these rounds, each found from the one before it."""
    if not behind:
        return Timetable(schedule(size, double, exchange))
    plan, at = _after(size, double, exchange, behind[:-1]), len(behind) - 1
    if at >= len(plan.rounds):
        return plan
    played, resting = behind[-1]
    return plan.after(at, played, resting, size + 1 if size % 2 else 0)


@derived
def annulled(event: Event) -> frozenset[EntrantId]:
    """Who withdrew before half of the games: their games are not counted."""
    settings = settings_of(event)
    if not settings.annul or not event.published:
        return frozenset()
    games = games_of_each(event)
    return frozenset(
        id
        for id in numbered(event)
        if (entrant := event.entrant(id)).withdrawn
        and 2 * len(played_before(event, id, entrant.away[-1].first)) < games
    )


def withdrawals_told(event: Event) -> Iterator[str]:
    """What becomes of what was played by those who have withdrawn, for beneath the table."""
    out = annulled(event)
    for id in sorted(numbered(event), key=int) if event.published else ():
        entrant = event.entrant(id)
        if id in out:
            yield _annulled_text(event, entrant.name)
        elif entrant.withdrawn and entrant.away[-1].first <= len(rounds_of(event)):
            yield _counting_text(event, entrant.name)


def _annulled_text(event: Event, name: str) -> str:
    if event.board_word == "table":
        return phrase("{name} has withdrawn: its matches are annulled, in [ ]", name=name)
    return phrase("{name} has withdrawn: the games played are annulled, in [ ]", name=name)


def _counting_text(event: Event, name: str) -> str:
    if event.board_word == "table":
        return phrase(
            "{name} has withdrawn: its matches count as played, open ones are lost by default",
            name=name,
        )
    return phrase(
        "{name} has withdrawn: the games count as played, open ones are lost by default",
        name=name,
    )


def games_of_each(event: Event) -> int:
    """How many games the table gives to everybody."""
    return (len(numbered(event)) - 1) * (2 if settings_of(event).double else 1)


def played_before(event: Event, id: EntrantId, first: int) -> list[Match]:
    """An entrant's games of the rounds before `first` that were played."""
    return [
        match
        for round in event.published
        if round.number < first
        for match in round.matches
        if id in match.pair and match.result is not None and match.result.played
    ]


@derived
def reckoned(event: Event) -> Event:
    """The event as the standings count it: games not played as forfeits, and nothing of those
    who are annulled."""
    if not event.published:
        return event
    out = annulled(event)
    order = numbered(event)
    # a file can have more rounds than the table of those who played the first
    table: list[list[Pair]] = [*rounds_of(event), *([] for _ in event.rounds)]
    rounds = tuple(
        _reckoned(event, round, boards, order, out) if round.published else round
        for round, boards in zip(event.rounds, table, strict=False)
    )
    return replace(event, rounds=rounds)


def _reckoned(
    event: Event, round: Round, boards: Sequence[Pair], order: Sequence[EntrantId],
    out: frozenset[EntrantId],
) -> Round:  # fmt: skip
    matches = [m for m in round.matches if not out & set(m.pair)]
    byes = {b.entrant: b for b in round.byes}
    there = {id for m in round.matches for id in m.pair}
    forfeited: list[Match] = []
    board = max((m.board for m in round.matches), default=0)
    for white, black in boards:
        if max(white, black) > len(order):
            continue
        pair = (order[white - 1], order[black - 1])
        if there & set(pair):
            continue
        for id in pair:
            byes.pop(id, None)
        if out & set(pair):
            continue
        board += 1
        came = [id for id in pair if event.entrant(id).to_be_paired(round.number)]
        result = GameResult.DOUBLE_FORFEIT
        if len(came) == 1:
            won = came[0] == pair[0]
            result = GameResult.WHITE_FORFEIT if won else GameResult.BLACK_FORFEIT
        forfeited.append(Match(board, *pair, settings_of(event).forfeit(result)))
    counted_byes = tuple(b for b in byes.values() if b.entrant not in out)
    return replace(round, matches=(*matches, *forfeited), byes=counted_byes)
