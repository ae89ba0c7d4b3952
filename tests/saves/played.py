"""Events with rounds in them, made without a drawing engine: what exchange files are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from engine.entrants import Away, Entrant, RequestedBye
from engine.event import Bye, Event, Match, Round, RoundState
from engine.points import HALF, NIL, ONE
from engine.results import GameResult
from formats.common import TableFormat
from saves.entries_csv import read_entries

DATA = Path(__file__).parent.parent / "data"
RESULTS = [r for r in GameResult if r is not GameResult.ADJOURNED]


class Plain(TableFormat):
    """Pairing numbers by rating, one table: all that an export needs of a format."""

    name = "plain"
    title = "Plain Swiss"


PLAIN = Plain()


def entrants(file: str) -> tuple[Entrant, ...]:
    """An entry list of the test data, numbered in file order."""
    found = read_entries((DATA / "entries" / file).read_bytes(), file).entrants
    return tuple(replace(e, id=str(n)) for n, e in enumerate(found, start=1))


def played(
    players: Sequence[Entrant],
    rounds: int,
    seed: int = 1,
    results: Sequence[GameResult] = RESULTS,
    title: str = "Kent Juniors – Spring",
) -> Event:
    """An event of `rounds` published rounds with results, colours and byes as they fall.

    The first player asks for a half-point bye in round 2, the second is absent in it, and the
    third withdraws after round 1.
    """
    lots = Random(seed)
    event = Event(title, "plain", PLAIN.settings({"rounds": rounds}), entrants=tuple(players))
    if rounds > 1:
        first, second, third, *rest = players
        first = replace(first, byes=(RequestedBye(2, HALF),))
        second = replace(second, byes=(RequestedBye(2, NIL, absent=True),))
        third = replace(third, away=(Away(2),))
        event = replace(event, entrants=(first, second, third, *rest))
    for number in range(1, rounds + 1):
        event = event.with_round(_round(event, number, lots, results))
    return event


def _round(event: Event, number: int, lots: Random, results: Sequence[GameResult]) -> Round:
    active = [e for e in event.entrants if e.active(number)]
    ids = [e.id for e in active if e.bye_in(number) is None]
    lots.shuffle(ids)
    byes = [
        Bye(e.id, asked.points, "absent" if asked.absent else "requested")
        for e in active
        if (asked := e.bye_in(number)) is not None
    ]
    if len(ids) % 2:
        byes.append(Bye(ids.pop(), ONE))
    matches = tuple(
        Match(board, white, black, lots.choice(results))
        for board, (white, black) in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1)
    )
    return Round(number, RoundState.PUBLISHED, matches, tuple(byes))
