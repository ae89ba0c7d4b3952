"""Who enters after rounds are published: points for rounds that he has missed, and the seat of
somebody who did not come."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import NIL, Points
from engine.protocol import Format, bracketed
from engine.reasons import SEAT


def missed_rounds(event: Event, entrant: Entrant) -> tuple[int, ...]:
    """The published rounds that were drawn before he came and that he has no place in; points
    given for them are no such place."""
    return tuple(r.number for r in event.published if _missed(r, entrant))


def _missed(round: Round, entrant: Entrant) -> bool:
    before = round.number < entrant.joined or (entrant.late and round.number == entrant.joined)
    return before and entrant.id not in _in_place(round)


def _in_place(round: Round) -> frozenset[EntrantId]:
    return round.placed - {bye.entrant for bye in round.byes if bye.kind == "missed"}


def points_missed(event: Event, id: EntrantId) -> dict[int, Points]:
    """By round what was given for those that he has missed."""
    return {
        round.number: bye.points
        for round in event.published
        for bye in round.byes
        if bye.entrant == id and bye.kind == "missed"
    }


def with_missed(event: Event, id: EntrantId, number: int, points: Points | None) -> Event:
    """The event with so many points for a round that he has missed; None takes them back."""
    round = event.round(number)
    byes = tuple(b for b in round.byes if not (b.entrant == id and b.kind == "missed"))
    new = () if points is None else (Bye(id, points, "missed"),)
    return event.with_round(replace(round, byes=(*byes, *new)))


def seat_refused(event: Event, format: Format, number: int, match: Match) -> str:
    """Why nobody who comes late can have a seat on that board; empty if somebody can."""
    current = event.current
    if bracketed(format) or format.entry_refused(event):
        return format.entry_refused(event) or "nobody enters once the draw is made"
    if current is None or current.number != number:
        return "a seat is taken in the round in play"
    if match.result is not None and (match.result.played or match.result.provisional):
        return "both have come: the board is played"
    return ""


def may_sit(event: Event, number: int) -> list[Entrant]:
    """Who has come late for that round, the one in play, and has no place in it."""
    return [e for e in event.entrants if number in missed_rounds(event, e) and not e.withdrawn]


def newcomers(round: Round, *ids: EntrantId) -> list[EntrantId]:
    """Those of them who have no place in the round."""
    there = _in_place(round)
    return [id for id in ids if id not in there]


def seated(event: Event, number: int, board: int, new: tuple[EntrantId, EntrantId]) -> Event:
    """The event with these two on a board of a published round, one of them somebody who has no
    place in it: whose seat he has did not come and is absent."""
    round = event.round(number)
    match = round.match(board, event.board_word)
    (came,) = newcomers(round, *new)
    (gone,) = (id for id in match.pair if id not in new)
    white, black = new
    taken = replace(match, white=white, black=black, result=None, altered="hand", why=(SEAT,))
    byes = tuple(b for b in round.byes if b.entrant != came)
    absent = Bye(gone, NIL, "absent", taken_by=came)
    round = replace(round.with_match(taken), byes=(*byes, absent), altered=True)
    entrant = replace(event.entrant(came), joined=number, late=True)
    return event.with_round(round).with_entrant(entrant)


def as_drawn(round: Round) -> Round:
    """The round before late entries took seats: who did not come is on his board again."""
    gone = {bye.taken_by: bye.entrant for bye in round.byes if bye.taken_by}
    if not gone:
        return round
    matches = tuple(
        replace(m, white=gone.get(m.white, m.white), black=gone.get(m.black, m.black))
        for m in round.matches
    )
    return replace(round, matches=matches, byes=tuple(b for b in round.byes if not b.taken_by))
