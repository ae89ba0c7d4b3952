"""A draw under review: changes by hand, and how it differs from the engine's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Departure, Event, Match, PlaceInRound, Round
from engine.numbers import start_numbers
from engine.points import Points
from engine.protocol import Format, Proposal
from engine.reasons import BY_HAND, turned
from engine.refusal import Refused
from engine.waiting import drawn_from_another, without_the_late


def swap(
    round: Round, a: EntrantId, b: EntrantId, named: Callable[[EntrantId], str] = str,
    word: str = "board",
) -> Round:  # fmt: skip
    """The two change places: boards and colours, or a board and the bye.

    Results of the boards they leave are cleared by nobody: the caller decides. `named` is how
    a refusal calls an entrant, `word` where one plays.
    """
    places = round.placed
    for id in (a, b):
        if id not in places:
            raise Refused(
                f"{named(id)} is not in round {round.number}",
                f"only entrants with a {word} or a bye can change places",
                "choose two of the round",
            )
    if a == b:
        raise Refused("an entrant cannot change places with himself", "", "choose two")
    if any(set(m.pair) == {a, b} for m in round.matches):
        raise Refused("these two play each other", "", f"turn the {word} instead")
    other = {a: b, b: a}
    matches = tuple(_reseated(m, other) for m in round.matches)
    byes = tuple(_handed_on(bye, other, named, round.published) for bye in round.byes)
    return replace(round, matches=matches, byes=byes, altered=True)


def _reseated(match: Match, other: dict[EntrantId, EntrantId]) -> Match:
    white, black = other.get(match.white, match.white), other.get(match.black, match.black)
    if (white, black) == match.pair:
        return match
    return replace(match, white=white, black=black, why=(BY_HAND,), altered="hand", lineups=())


def _handed_on(
    bye: Bye, other: dict[EntrantId, EntrantId], named: Callable[[EntrantId], str], published: bool
) -> Bye:
    if bye.entrant not in other:
        return bye
    if bye.kind != "pairing":
        why = "is out of this round" if bye.called == "absent" else "has asked for this bye"
        raise Refused(
            f"{named(bye.entrant)} {why}",
            "that was decided before the draw",
            "undo the publication and change it in the entries"
            if published
            else "change it in the entries first",
        )
    return replace(bye, entrant=other[bye.entrant], why=(BY_HAND,))


def turn(round: Round, board: int, word: str = "board") -> Round:
    """White and Black of that board exchanged; `word` is the word for a board in a refusal."""
    match = round.match(board, word)
    changed = replace(
        match,
        white=match.black,
        black=match.white,
        result=match.result.turned() if match.result else None,
        why=turned(match.why),
        altered="hand",
        colourless=False,
        lineups=tuple(board.exchanged() for board in match.lineups),
    )
    return replace(round.with_match(changed), altered=True)


def engines_own(event: Event, format: Format, round: Round) -> Proposal:
    """The draw that the engine would make of that round without locks, bars and hand changes, and
    without latecomers who get boards of their own. Bars of every round are rules of the event,
    which it keeps."""
    free = tuple(
        i for i in event.instructions
        if i.kind == "allow" or (i.kind == "bar" and i.round is None)
    )  # fmt: skip
    here = without_the_late(event).until(round.number - 1)
    return format.draw(numbered(replace(here, instructions=free), format))


def other_bye_points(event: Event, format: Format, round: Round) -> tuple[Points, Points] | None:
    """What a bye of the proposal scores, and would score if it were drawn by the current settings;
    None if that is the same. It may take as long as a draw if the settings have changed."""
    usual = event.settings.bye_points
    byes = [bye for bye in round.byes if bye.kind == "pairing" and bye.points != usual]
    if not byes or round.published or not drawn_from_another(event):
        return None
    try:
        own = [bye.points for bye in engines_own(event, format, round).byes
               if bye.kind == "pairing"]  # fmt: skip
    except Refused:
        return None
    others = [bye.points for bye in byes if own and bye.points not in own]
    return (others[0], own[0]) if others else None


def numbered(event: Event, format: Format) -> Event:
    """An event before round 1 with the start numbers that this round gives, for a draw around
    boards made by hand or compared with them: it is not refused because of rounds to come."""
    if event.published:
        return event
    numbers = start_numbers(event, format.order(event))
    entrants = tuple(replace(e, start_number=numbers.get(e.id)) for e in event.entrants)
    return replace(event, entrants=entrants)


def departures(round: Round, own: Round | Proposal) -> tuple[Departure, ...]:
    """Every entrant whose place differs between the round and the engine's own draw; the board's
    number makes no difference."""
    here, there = places(round), places(own)
    in_round, in_draw = places(round, boards=True), places(own, boards=True)
    return tuple(
        Departure(id, places=in_round.get(id, ()), own=in_draw.get(id, ()))
        for id in sorted(here.keys() | there.keys(), key=int)
        if here.get(id) != there.get(id)
    )


Places = dict[EntrantId, tuple[PlaceInRound, ...]]
"""Where everybody sits in a round, on each board of one with several."""


def places(round: Round | Proposal, requested: bool = True, boards: bool = False) -> Places:
    """Where everybody sits: with the numbers of the boards where `boards`, without byes that were
    asked for unless `requested`."""
    seats: dict[EntrantId, list[PlaceInRound]] = {}
    for match in round.matches:
        board = match.board if boards else None
        seats.setdefault(match.white, []).append(PlaceInRound(board, "W", match.black))
        seats.setdefault(match.black, []).append(PlaceInRound(board, "B", match.white))
    byes = (bye for bye in round.byes if requested or bye.kind == "pairing")
    seats |= {bye.entrant: [PlaceInRound()] for bye in byes}
    return {id: tuple(sorted(of_one, key=_in_order)) for id, of_one in seats.items()}


def _in_order(place: PlaceInRound) -> tuple[int, int, str]:
    return (place.board or 0, int(place.opponent or 0), place.colour)
