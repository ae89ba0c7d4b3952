"""The next round of the diagonal: the set-up over those who are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, Match, derived
from engine.points import counted
from engine.protocol import Proposal
from engine.reasons import said
from engine.refusal import Refused
from formats.diagonal.course import course, field_of, settings_of
from formats.diagonal.ends import RowDraw
from formats.diagonal.later import best_row
from formats.diagonal.rings import Pair, RingDraw, best_ring, ordered
from formats.diagonal.setup import LAST_TWO, OPEN_RING, RING, Wanted, ring, row
from formats.swiss import refuse_few, requested_byes


@dataclass(frozen=True)
class Drawn:
    """A round by places in its row (from 1), and whom these places are."""

    players: tuple[EntrantId, ...]
    wanted: tuple[Wanted, ...]
    round: RowDraw | RingDraw
    met: frozenset[Pair]


def drawn(event: Event) -> Drawn:
    """The next round: the same for the same event."""
    number = len(event.published) + 1
    players = tuple(field_of(event, number))
    refuse_few(len(players), number)
    _refuse_locks(event, number)
    place = {id: at for at, id in enumerate(players, start=1)}

    def places(pairs: frozenset[frozenset[EntrantId]]) -> frozenset[Pair]:
        here = ([place[id] for id in pair] for pair in pairs if all(id in place for id in pair))
        return frozenset(ordered(*pair) for pair in here)

    met = places(meetings(event))
    barred = places(frozenset(event.instructed("bar", number)))
    if len(players) < settings_of(event).ring_below:
        wanted = ring(len(players))
        return Drawn(players, wanted, best_ring(len(players), met, barred), met)
    wanted = row(len(players))
    return Drawn(players, wanted, best_row(wanted, met, barred), met)


def _refuse_locks(event: Event, number: int) -> None:
    locks = event.instructed("lock", number)
    if locks:
        pair = sorted(min(locks, key=sorted), key=int)
        names = " and ".join(event.entrant(id).name for id in pair)
        raise Refused(
            f"{names} cannot be locked",
            "the row says who meets whom",
            "take the lock back",
        )


@derived
def meetings(event: Event) -> frozenset[frozenset[EntrantId]]:
    """Who has been matched with whom: also where games were forfeited, for their losses count."""
    return frozenset(frozenset(m.pair) for r in event.published for m in r.matches)


def proposal(event: Event) -> Proposal:
    """The draw with the reason for each match that is not the set-up's own."""
    found = drawn(event)
    number = len(event.published) + 1
    matches = _matches(event, found)
    notes = []
    if isinstance(found.round, RingDraw) and course(event).playoff:
        notes.append(f"a play-off of {counted(len(found.players), 'player')}")
    if found.round.fewer:
        names = ", ".join(event.entrant(found.players[p - 1]).name for p in found.round.fewer)
        ring = "the ring is opened where two have met; " * isinstance(found.round, RingDraw)
        notes.append(f"{ring}one opponent fewer, for want of somebody new: {names}")
    if found.round.repeats:
        notes.append(f"{counted(len(found.round.repeats), 'match')} of two who have met")
    return Proposal(number, matches, tuple(requested_byes(event, number)), notes=tuple(notes))


def _matches(event: Event, found: Drawn) -> tuple[Match, ...]:
    parts = {w.pair: w.part for w in found.wanted}
    matches = []
    ring = _ring_name(found)
    for board, (a, b) in enumerate(found.round.pairs, start=1):
        part = parts.get((a, b))
        why = "" if part else _story(event, found, (a, b))
        if (a, b) in found.round.repeats:
            why = "they have met; without a repeat no round could be made"
        matches.append(
            Match(
                board, found.players[a - 1], found.players[b - 1],
                group=ring or part or "replaced", games=2, why=said(why),
                altered="" if part else "opponents",
            )
        )  # fmt: skip
    return tuple(matches)


def _ring_name(found: Drawn) -> str:
    """What the round is where it is no row."""
    if not isinstance(found.round, RingDraw):
        return ""
    if len(found.players) == 2:
        return LAST_TWO
    return OPEN_RING if found.round.fewer else RING


def _story(event: Event, found: Drawn, pair: Pair) -> str:
    """What a new match stands in place of."""
    name = {place: event.entrant(id).name for place, id in enumerate(found.players, start=1)}
    a, b = pair
    if not isinstance(found.round, RowDraw):
        return "their neighbours in the ring are others, whom they have met"
    wishes = [(a, found.round.replaced[pair][0]), (b, found.round.replaced[pair][1])]
    told = [
        f"{name[place]} should play {name[wish]}"
        + ", but they have met" * (ordered(place, wish) in found.met)
        for place, wish in wishes
    ]
    if not any(ordered(*wish) in found.met for wish in wishes):
        told.append("these matches gave way to others")
    return "; ".join(told)


def pairs_of(matches: Sequence[Match]) -> set[frozenset[EntrantId]]:
    """Who meets whom, in no order."""
    return {frozenset(m.pair) for m in matches}
