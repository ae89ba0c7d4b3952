"""The draw as the event takes it: boards, byes and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.entrants import EntrantId
from engine.event import COLOUR_NAMES, Altered, Bye, Event, Match
from engine.history import cards
from engine.points import points_named
from engine.protocol import Proposal
from engine.reasons import Reason, Reasons
from engine.refusal import NoDraw
from formats.kjca.drawing import KjcaBoard, KjcaDraw, draw_round
from formats.kjca.field import KjcaField, seats
from formats.kjca.reasons import Acquaintance, in_group, of_bye, of_floats
from formats.kjca.settings import avoided, leaders, settings_of
from formats.swiss import (
    byes_of,
    no_draw,
    refuse_double_locks,
    refuse_many_rounds,
    refuse_nobody,
    who_is_stuck,
)


def field_of(event: Event, number: int) -> KjcaField:
    """Everybody to be paired in that round, with the arbiter's word."""
    return KjcaField.of(
        seats(event, number, avoided(event, number)),
        locks=event.instructed("lock", number),
        bars=event.instructed("bar", number),
        allowed=event.instructed("allow", number) | {leaders(event, number)},
        avoid_cost=settings_of(event).avoid_cost,
    )


def next_round(event: Event) -> Proposal:
    """The draw of the round after the published ones."""
    number = len(event.published) + 1
    before = event.until(number - 1)
    field = field_of(before, number)
    refuse_nobody(before, len(field), number)
    if number == 1:
        refuse_many_rounds(before)
    refuse_double_locks(before, number)
    try:
        draw = draw_round(field, opening=number == 1)
    except NoDraw:
        raise no_draw(before, number, _standing(field), apart=_thirds(field)) from None
    matches, byes = _matches(before, draw), _byes(before, draw, number)
    return Proposal(number, matches, byes, notes=tuple(_notes(before, draw, number)))


def _standing(field: KjcaField) -> list[EntrantId]:
    return [seat.id for seat in field.players]


def _thirds(field: KjcaField) -> Callable[[EntrantId, EntrantId], str]:
    """Why the colours of two keep them apart."""
    third = {seat.id: seat.third for seat in field.players}

    def apart(a: EntrantId, b: EntrantId) -> str:
        colour = third[a]
        if colour is None or colour != third[b]:
            return ""
        return f"both had {COLOUR_NAMES[colour]} twice running"

    return apart


def _matches(event: Event, draw: KjcaDraw) -> tuple[Match, ...]:
    known = _acquaintance(event)
    reasons = {pair: (why, altered) for pair, why, altered in in_group(draw, known)}
    reasons |= {pair: (why, altered) for pair, why, altered in of_floats(draw, known)}
    return tuple(_match(draw, board, *reasons[board.high, board.low]) for board in draw.boards)


def _match(draw: KjcaDraw, board: KjcaBoard, why: Reasons, altered: Altered) -> Match:
    high, low = draw.field.players[board.high], draw.field.players[board.low]
    white, black = (high, low) if board.high_colour == "W" else (low, high)
    group = points_named(high.score)
    return Match(board.number, white.id, black.id, group=group, why=why, altered=altered)


def _acquaintance(event: Event) -> Acquaintance:
    known, number = cards(event), len(event.published) + 1
    rules, top = avoided(event, number), leaders(event, number)
    allowed = event.instructed("allow", number)

    def shared(a: EntrantId, b: EntrantId) -> tuple[tuple[str, str], ...]:
        pairs = ((r.field, r.shared(event.entrant(a), event.entrant(b))) for r in rules)
        return tuple((field, value) for field, value in pairs if value)

    def let(a: EntrantId, b: EntrantId) -> str:
        pair = frozenset((a, b))
        return "allowed" if pair in allowed else "alone-on-top" if pair == top else ""

    return Acquaintance(lambda a, b: known[a].met_in(b), shared, let)


def _byes(event: Event, draw: KjcaDraw, number: int) -> tuple[Bye, ...]:
    """The requested ones, then the one that the draw gives."""
    drawn = {} if draw.bye is None else {draw.field.players[draw.bye].id: of_bye(draw)}
    return byes_of(event, number, drawn)


def _notes(event: Event, draw: KjcaDraw, number: int) -> Iterator[Reason]:
    """Dead ends, and the players who cause them."""
    ground = draw.ground
    for code, games in (
        ("games-repeated", ground.repeats),
        ("games-with-third-colour", ground.thirds),
    ):
        if games:
            apart = _thirds(draw.field) if games is ground.thirds else lambda _a, _b: ""
            because = who_is_stuck(event, number, _standing(draw.field), apart=apart)
            yield Reason.of(code, count=len(games), because=because)
