"""The race of the leaders: who was how far behind the first after each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, derived
from engine.history import cards
from engine.points import Points


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody's points after each complete round, and how many the leader then had more."""

    entrant: EntrantId
    points: tuple[Points, ...]
    behind: tuple[Points, ...]


def complete_rounds(event: Event) -> int:
    """How many rounds from the first on have no open board."""
    for at, round in enumerate(event.published):
        if any(match.open for match in round.matches):
            return at
    return len(event.published)


@derived
def points_by_round(event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Everybody's points after each published round, adjustments included."""
    numbers = [round.number for round in event.published]
    after = {}
    for id, card in cards(event).items():
        before = {line.round: line.score for line in card.lines}
        after[id] = (*(before[n] for n in numbers[1:]), card.score)[: len(numbers)]
    return after


def race(event: Event, ids: Sequence[EntrantId], most: int) -> tuple[Runner, ...]:
    """The first `most` of `ids`, over the complete rounds; all of `ids` run."""
    points, rounds = points_by_round(event), complete_rounds(event)
    lead = [max(points[id][at] for id in ids) for at in range(rounds)]
    return tuple(
        Runner(
            id,
            points[id][:rounds],
            tuple(first - own for first, own in zip(lead, points[id], strict=False)),
        )
        for id in ids[:most]
    )
