"""The next round of the diagonal: the set-up over those who are left."""

from __future__ import annotations

from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Event, Match, derived
from engine.proposal import requested_byes
from engine.protocol import Proposal
from engine.reasons import Reason
from engine.refusal import Refused
from formats.diagonal.course import course, field_of, settings_of
from formats.diagonal.ends import RowDraw
from formats.diagonal.later import best_row
from formats.diagonal.rings import LARGEST_RING, Pair, RingDraw, best_ring, ordered
from formats.diagonal.setup import LAST_TWO, OPEN_RING, RING, Wanted, ring, row
from formats.swiss import refuse_few


@dataclass(frozen=True)
class DrawnRow:
    """A round by places in its row (from 1), and whom these places are."""

    players: tuple[EntrantId, ...]
    wanted: tuple[Wanted, ...]
    round: RowDraw | RingDraw
    met: frozenset[Pair]
    barred: frozenset[Pair]


def drawn(event: Event) -> DrawnRow:
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
    # by losses alone somebody would win a play-off who plays fewer games in it
    playoff = course(event).playoff and len(players) <= LARGEST_RING
    if playoff or len(players) < settings_of(event).ring_below:
        wanted = ring(len(players))
        ringed = best_ring(len(players), met, barred, closed=playoff)
        return DrawnRow(players, wanted, ringed, met, barred)
    wanted = row(len(players))
    return DrawnRow(players, wanted, best_row(wanted, met, barred), met, barred)


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
    draw = drawn(event)
    number = len(event.published) + 1
    matches = _matches(event, draw)
    notes = []
    ringed = isinstance(draw.round, RingDraw)
    if ringed and course(event).playoff:
        notes.append(Reason.of("play-off", players=len(draw.players)))
    if draw.round.fewer:
        fewer = tuple(draw.players[place - 1] for place in draw.round.fewer)
        notes.append(Reason.of("one-opponent-fewer", players=fewer, ring=ringed))
    if draw.round.repeats:
        notes.append(Reason.of("repeats", matches=len(draw.round.repeats)))
    return Proposal(number, matches, tuple(requested_byes(event, number)), notes=tuple(notes))


def _matches(event: Event, found: DrawnRow) -> tuple[Match, ...]:
    parts = {w.pair: w.part for w in found.wanted}
    matches = []
    ring = _ring_name(found)
    for board, (a, b) in enumerate(found.round.pairs, start=1):
        part = parts.get((a, b))
        why = () if part else (_replacement(found, (a, b)),)
        if (a, b) in found.round.repeats:
            why = (Reason("repeat"),)
        matches.append(
            Match(
                board, found.players[a - 1], found.players[b - 1],
                group=ring or part or "replaced", games=2, why=why,
                altered="" if part else "opponents",
            )
        )  # fmt: skip
    return tuple(matches)


def _ring_name(found: DrawnRow) -> str:
    """What the round is where it is no row."""
    if not isinstance(found.round, RingDraw):
        return ""
    if len(found.players) == 2:
        return LAST_TWO
    return OPEN_RING if found.round.fewer else RING


def _replacement(found: DrawnRow, pair: Pair) -> Reason:
    """What a match that is not of the set-up is played in place of."""
    if not isinstance(found.round, RowDraw):
        return Reason.of("ring-closed-otherwise", met=_neighbours_met(found, pair))
    wishes = zip(pair, found.round.replaced[pair], strict=True)
    return Reason.of(
        "replaced",
        wanted=tuple(
            Reason.of(
                "wanted",
                player=found.players[place - 1],
                opponent=found.players[wish - 1],
                met=ordered(place, wish) in found.met,
                **({"barred": True} if ordered(place, wish) in found.barred else {}),
            )
            for place, wish in wishes
        ),
    )


def _neighbours_met(found: DrawnRow, pair: Pair) -> tuple[Reason, ...]:
    """Whom of their neighbours in the ring the two have met, or are barred from."""
    size = len(found.players)
    meetings = []
    for place in pair:
        beside = [(place + step - 1) % size + 1 for step in (-1, 1)]
        met = tuple(found.players[b - 1] for b in beside if ordered(place, b) in found.met)
        barred = tuple(
            found.players[b - 1] for b in beside if ordered(place, b) in found.barred - found.met
        )
        if met or barred:
            apart = {"barred": barred} if barred else {}
            player = found.players[place - 1]
            meetings.append(Reason.of("met", player=player, opponents=met, **apart))
    return tuple(meetings)
