"""Rounds without a game: byes asked for, absence, and rounds that a late entry has missed.

The questions of FIDE's acceptance list on byes: a second half-point bye is confirmed (174), some
entrants may have none at all (175, 176), and full-point byes are deprecated (178). A latecomer may
take the seat of a player who did not come; so may somebody who was absent at the draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.entrants import NOT_ELIGIBLE, Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import NIL, Points, counted
from engine.protocol import Format, bracketed
from engine.reasons import SEAT, SEAT_AFTER_ALL
from engine.refusal import Refused
from engine.results import Outcome
from engine.warnings import Level, Warning


def requested_byes(event: Event, number: int) -> list[Bye]:
    """Byes of that round that were asked for, or that absence at check-in brought."""
    return [
        Bye(e.id, asked.points, "absent" if asked.absent else "requested")
        for e in event.entrants
        if e.active(number) and (asked := e.bye_in(number))
    ]


def with_requested_byes(event: Event) -> Event:
    """The current proposal with the byes that are asked for now: a bye that was taken back, or
    whose entrant has left, is removed; a new request becomes a bye if its entrant has no board."""
    standing = event.proposal
    if standing is None:
        return event
    asked = {bye.entrant: bye for bye in requested_byes(event, standing.number)}
    placed = {id for match in standing.matches for id in match.pair}
    # one with a reason is the format's own, as for whoever has left a round robin
    drawn = tuple(bye for bye in standing.byes if bye.kind == "pairing" or bye.why)
    placed |= {bye.entrant for bye in drawn}
    wanted = tuple(bye for id, bye in asked.items() if id not in placed)
    was = tuple(bye for bye in standing.byes if bye not in drawn)
    if {(b.entrant, b.points, b.kind) for b in was} == {
        (b.entrant, b.points, b.kind) for b in wanted
    }:
        return event
    return event.with_round(replace(standing, byes=(*wanted, *drawn)))


def is_half(event: Event, points: Points | None) -> bool:
    """Whether so many points are those of a draw."""
    loss, draw, _ = event.settings.round_points
    return points is not None and loss < points == draw


def is_full(event: Event, points: Points | None) -> bool:
    """Whether so many points are those of a win."""
    return points is not None and points == event.settings.round_points[-1]


def half_byes(event: Event, entrant: Entrant) -> frozenset[int]:
    """The rounds for which he has half a point without playing: asked for, or missed by a late
    entry."""
    asked = {b.round for b in entrant.byes if not b.absent and is_half(event, b.points)}
    missed = points_missed(event, entrant.id)
    return frozenset(asked | {number for number, p in missed.items() if is_half(event, p)})


def refuse_not_eligible(event: Event, entrant: Entrant, points: Iterable[Points | None]) -> None:
    """`Refused` where he is given half a point and may not have it."""
    if entrant.half_bye == NOT_ELIGIBLE and any(is_half(event, each) for each in points):
        raise Refused(
            f"{entrant.name}: no half-point bye",
            "the entry is marked as not eligible for one",
            "give 0 points, or change the entry",
        )


def bye_warnings(
    event: Event, entrant: Entrant, number: int, points: Points | None
) -> tuple[Warning, ...]:
    """The warnings for an arbiter who gives so many points for that round without a game.

    Outside strict mode a second half point is only recorded; the event's own limits are asked about
    in either mode.
    """
    name = entrant.name
    if is_full(event, points) and event.strict:
        return (Warning.of(Level.ACKNOWLEDGE, "full-point-bye", name=name),)
    if not is_half(event, points):
        return ()
    settings = event.settings
    many = len(half_byes(event, entrant) | {number})
    limit: int | None = getattr(settings, "half_byes", None)
    last = settings.rounds - getattr(settings, "no_byes_last", 0)
    warnings = []
    if limit is not None and many > limit:
        beyond = Warning.of(Level.CONFIRM, "bye-limit", name=name, count=many, limit=limit)
        warnings.append(beyond)
    elif many > 1:
        level = Level.CONFIRM if event.strict else Level.RECORD
        warnings.append(Warning.of(level, "half-bye-again", name=name, count=many))
    if len(event.published) < number > last:
        late = Warning.of(Level.CONFIRM, "bye-too-late", name=name, round=number, last=last)
        warnings.append(late)
    return tuple(warnings)


def full_byes(event: Event) -> list[tuple[int, EntrantId]]:
    """(round, entrant) of every full point that was given for a bye by request."""
    return [
        (round.number, bye.entrant)
        for round in event.published
        for bye in round.byes
        if bye.kind in ("requested", "missed") and is_full(event, bye.points)
    ]


WhyAbsent = Literal["forfeit", "not-checked-in"]


@dataclass(frozen=True, slots=True)
class Absence:
    """An entrant who would be drawn although he did not come, or is not checked in."""

    entrant: EntrantId
    why: WhyAbsent
    round: int | None = None
    """The last one that he did not come to; in those after it he was left out."""


def absences(event: Event, format: Format) -> tuple[Absence, ...]:
    """The entrants for whom the next draw needs the arbiter's decision (`RollCall`, `Withdraw`):
    those who lost the previous round, or their seat in it, by not coming, or have been left out
    since; and those who are not checked in, if anybody is."""
    number = len(event.published) + 1
    if number > event.settings.rounds:
        return ()
    missed = _did_not_come(event)
    checked = any(e.present for e in event.entrants)
    absences: list[Absence] = []
    for entrant in format.expected(event, number):
        if entrant.expected == number or not entrant.to_be_paired(number):
            continue
        if entrant.id in missed:
            absences.append(Absence(entrant.id, "forfeit", missed[entrant.id]))
        elif checked and not entrant.present:
            absences.append(Absence(entrant.id, "not-checked-in"))
    return tuple(absences)


def _did_not_come(event: Event) -> Mapping[EntrantId, int]:
    """By entrant the round that he did not come to: the one before the next draw, or one since
    which he was left out of every round."""
    missed: dict[EntrantId, int] = {}
    for round in event.published:
        out = {bye.entrant for bye in round.byes if bye.kind == "absent"}
        lost = _lost_by_forfeit(round)
        missed = {id: number for id, number in missed.items() if id in out}
        missed |= dict.fromkeys(lost, round.number)
    return missed


def _lost_by_forfeit(round: Round) -> set[EntrantId]:
    return {bye.entrant for bye in round.byes if bye.taken_by} | {
        id
        for match in round.matches
        if match.result is not None and not match.result.played
        for id in match.pair
        if match.result.outcome(match.side(id)) is Outcome.LOSS
    }


def missed_rounds(event: Event, entrant: Entrant) -> tuple[int, ...]:
    """The published rounds that were drawn before the entrant came and in which he has no place;
    points given for them are not such a place."""
    return tuple(r.number for r in event.published if _missed(r, entrant))


def _missed(round: Round, entrant: Entrant) -> bool:
    before = round.number < entrant.joined or (entrant.late and round.number == entrant.joined)
    return before and entrant.id not in _in_place(round)


def _in_place(round: Round) -> frozenset[EntrantId]:
    return round.placed - {bye.entrant for bye in round.byes if bye.kind == "missed"}


def points_missed(event: Event, id: EntrantId) -> dict[int, Points]:
    """By round the points given for those that he has missed."""
    return {
        round.number: bye.points
        for round in event.published
        for bye in round.byes
        if bye.entrant == id and bye.kind == "missed"
    }


def with_missed(event: Event, id: EntrantId, number: int, points: Points | None) -> Event:
    """The event with so many points for a round that he has missed; None removes them."""
    round = event.round(number)
    byes = tuple(b for b in round.byes if not (b.entrant == id and b.kind == "missed"))
    new = () if points is None else (Bye(id, points, "missed"),)
    return event.with_round(replace(round, byes=(*byes, *new)))


def may_sit(event: Event, number: int) -> list[Entrant]:
    """The latecomers for that round, the one in play: who entered after its draw and has no place
    in it, and who was absent from it without points."""
    return [e for e in event.entrants if came_late(event, e, number) and not e.withdrawn]


def came_late(event: Event, entrant: Entrant, number: int) -> bool:
    """Whether that published round was drawn without him, so that he may have a seat in it."""
    return number in missed_rounds(event, entrant) or is_absent(event.round(number), entrant.id)


def is_absent(round: Round, id: EntrantId) -> bool:
    """Whether he is out of the round without points, by a decision before its draw."""
    return any(bye.entrant == id and _decided_absent(bye) for bye in round.byes)


def _decided_absent(bye: Bye) -> bool:
    return bye.called == "absent" and not (bye.points or bye.why or bye.taken_by)


def seat_refused(event: Event, format: Format, number: int, match: Match) -> str:
    """Why no latecomer can take a seat on that board; empty if somebody can."""
    current = event.current
    if bracketed(format) or format.entry_refused(event):
        return format.entry_refused(event) or "nobody enters once the draw is made"
    if current is None or current.number != number:
        return "a seat is taken in the round in play"
    if match.result is not None and match.result.provisional:
        return f"the {event.board_word} is adjourned or begun: clear its result first"
    if match.result is not None and match.result.played:
        return f"both have come: the {event.board_word} is played"
    return ""


def newcomers(round: Round, *ids: EntrantId) -> list[EntrantId]:
    """Those of them who have no place in the round, or are absent from it."""
    there = _in_place(round) - {bye.entrant for bye in round.byes if _decided_absent(bye)}
    return [id for id in ids if id not in there]


def seated(event: Event, number: int, board: int, new: tuple[EntrantId, EntrantId]) -> Event:
    """The event with these two on a board of a published round, one of them a newcomer to it: the
    player whose seat he takes did not come and is absent. A newcomer's own absence ends."""
    round = event.round(number)
    match = round.match(board, event.board_word)
    (came,) = newcomers(round, *new)
    (gone,) = (id for id in match.pair if id not in new)
    white, black = new
    after_all = is_absent(round, came)
    why = (SEAT_AFTER_ALL if after_all else SEAT,)
    taken = replace(match, white=white, black=black, result=None, altered="hand", why=why)
    byes = tuple(b for b in round.byes if b.entrant != came)
    absent = Bye(gone, NIL, "absent", taken_by=came)
    round = replace(round.with_match(taken), byes=(*byes, absent), altered=True)
    entrant = event.entrant(came)
    if after_all:
        others = tuple(bye for bye in entrant.byes if bye.round != number)
        entrant = replace(entrant, byes=others)
    else:
        entrant = replace(entrant, joined=number, late=True)
    return event.with_round(round).with_entrant(entrant)


def as_drawn(round: Round) -> Round:
    """The round before latecomers took seats: the players who did not come are on their boards
    again."""
    gone = {bye.taken_by: bye.entrant for bye in round.byes if bye.taken_by}
    if not gone:
        return round
    matches = tuple(
        replace(m, white=gone.get(m.white, m.white), black=gone.get(m.black, m.black))
        for m in round.matches
    )
    return replace(round, matches=matches, byes=tuple(b for b in round.byes if not b.taken_by))


def round_size(matches: Sequence[Match], byes: Iterable[Bye], board_word: str = "board") -> str:
    """`97 boards, 1 bye, 5 absent`: who asked for points has a word of his own."""
    return ", ".join(
        (
            counted(len(matches), board_word, "matches" * (board_word == "match")),
            *left_out("walkover" if bye.left else bye.called for bye in byes),
        )
    )


def left_out(kinds: Iterable[str]) -> list[str]:
    """`1 bye`, `1 walkover`, `2 byes asked for`, `5 absent`: what there is of each."""
    count = Counter(kinds)
    parts = []
    if count["walkover"]:
        parts.append(counted(count["walkover"], "walkover"))
    if count["pairing"]:
        parts.append(counted(count["pairing"], "bye"))
    if count["requested"]:
        parts.append(f"{counted(count['requested'], 'bye')} asked for")
    if count["absent"]:
        parts.append(f"{count['absent']} absent")
    if count["missed"]:
        parts.append(f"{count['missed']} entered later")
    return parts
