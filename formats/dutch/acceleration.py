"""Points added for pairing: Baku acceleration (C.04.7), and any other by settings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace

from engine.byes import as_drawn
from engine.entrants import Entrant, EntrantId
from engine.event import Event, entrants_by_id
from engine.numbers import start_numbers
from engine.points import NIL, Points, points_text
from engine.protocol import Advice
from formats.dutch.settings import DutchSettings, parse_extra


def baku_rounds(rounds: int) -> tuple[int, int]:
    """Rounds with a whole virtual win, and accelerated rounds in all: 9 rounds have 3 and 5."""
    accelerated = (rounds + 1) // 2
    return (accelerated + 1) // 2, accelerated


def baku_group(event: Event, order: Sequence[EntrantId]) -> frozenset[EntrantId]:
    """GA: settled when round 1 is published (`first_group`), so that no correction of a number or a
    board changes it. A player who plays for the first time later, late entries too, belongs to it
    if he is above its last player, who stays the last (1.3).
    """
    if not event.published:
        return _down_to_last(order, first_group(event, order))
    if not event.accelerated:
        return _as_round_1_shows(event, order)
    group = frozenset(event.accelerated)
    round_1 = as_drawn(event.published[0]).drawn
    there = {e.id for e in event.entrants if e.id in round_1 and not e.late}
    return group | (_down_to_last(order, group) - there)


def first_group(event: Event, order: Sequence[EntrantId]) -> Sequence[EntrantId]:
    """The first half, rounded up to an even number, of those to be paired in round 1 (1.2). A
    player who has asked for a bye there, or is absent, is not one of these."""
    first = [id for id in order if id in _to_be_paired_first(event)]
    return first[: _half(len(first))]


def with_first_group(event: Event, order: Sequence[EntrantId], accelerated: bool) -> Event:
    """The event with GA, once round 1 is published, where the rounds are accelerated."""
    if not accelerated or event.accelerated or len(event.published) != 1:
        return event
    return replace(event, accelerated=tuple(first_group(event, order)))


def _half(players: int) -> int:
    return 2 * ((players + 3) // 4)


def _down_to_last(order: Sequence[EntrantId], group: Collection[EntrantId]) -> frozenset[EntrantId]:
    """Everybody from the top down to the last of the group."""
    last = max((place for place, id in enumerate(order) if id in group), default=-1)
    return frozenset(order[: last + 1])


def _as_round_1_shows(event: Event, order: Sequence[EntrantId]) -> frozenset[EntrantId]:
    """GA of an event that does not say it. Earlier versions counted those with a bye by request
    into the list, and late entries never into the group: that was so where more boards of round 1
    are as drawn by it."""
    group = _down_to_last(order, first_group(event, order))
    people = entrants_by_id(event)
    there = [id for id in order if people[id].active(1) and not _absent_first(people[id])]
    earlier = frozenset(there[: _half(len(there))])
    if earlier == group:
        return group
    round_1 = event.published[0]
    pairs = {frozenset(match.pair) for match in round_1.matches}

    def boards(accelerated: frozenset[EntrantId]) -> int:
        """Boards of round 1 as that group is halved: its first plays the first of its second
        half."""
        players = [id for id in order if id in accelerated and id in round_1.drawn]
        half = len(players) // 2
        games = zip(players[:half], players[half:], strict=False)
        return sum(frozenset(game) in pairs for game in games)

    return earlier if boards(earlier) > boards(group) else group


def _absent_first(entrant: Entrant) -> bool:
    bye = entrant.bye_in(1)
    return bye is not None and bye.absent


def _to_be_paired_first(event: Event) -> Set[EntrantId]:
    """The players of round 1: as it was published, else as it would be drawn."""
    for round in event.published[:1]:
        return round.drawn
    return {entrant.id for entrant in event.entrants if entrant.to_be_paired(1)}


def added(
    event: Event, order: Sequence[EntrantId], settings: DutchSettings
) -> Mapping[EntrantId, tuple[Points, ...]]:
    """Every entrant's added points by round."""
    rounds = range(1, settings.rounds + 1)
    by_round: dict[EntrantId, list[Points]] = {id: [NIL for _ in rounds] for id in order}
    if settings.acceleration == "baku":
        whole, accelerated = baku_rounds(settings.rounds)
        worth = [settings.win_points] * whole + [settings.draw_points] * (accelerated - whole)
        for id in baku_group(event, order):
            for index, points in enumerate(worth):
                by_round[id][index] += points
    no = start_numbers(event, order)
    by_id, by_number = sorted(order, key=int), sorted(order, key=no.__getitem__)
    for extra in map(parse_extra, settings.extra_points):
        entries, key = (by_number, no.__getitem__) if extra.numbered else (by_id, int)
        low, high = (bisect_left(entries, entry, key=key) for entry in (extra.low, extra.high + 1))
        for id in entries[low:high]:
            for number in range(extra.first, min(extra.last, settings.rounds) + 1):
                by_round[id][number - 1] += extra.points
    return {id: tuple(points) for id, points in by_round.items() if any(points)}


def baku_advice(event: Event, accelerated: bool) -> list[Advice]:
    """The points that are added, and until when, if the rounds are accelerated."""
    number = len(event.published) + 1
    whole, last = baku_rounds(event.settings.rounds)
    if not accelerated or number > last:
        return []
    points = event.settings.round_points[2 if number <= whole else 1]
    until = whole if number <= whole else last
    unit = "virtual point" if points <= 1 else "virtual points"
    return [Advice(f"Baku: {points_text(points)} {unit} for the upper half until round {until}")]
