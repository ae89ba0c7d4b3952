"""The draw as the event takes it: boards, byes, lots and reasons."""

from __future__ import annotations

from engine.event import Altered, Bye, Event, Lot, Match, derived
from engine.history import Colour, PairingCard, cards
from engine.lots import draw_lot
from engine.points import NIL
from engine.protocol import Proposal
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from formats.ecf.drawing import EcfBoard, EcfDraw, draw_round
from formats.ecf.ending import standing, step
from formats.ecf.feasibility import EcfUndrawable
from formats.ecf.field import EcfField, EcfPlayer, Mode, colours_allow
from formats.ecf.order import grade_order, lowest_grade
from formats.ecf.quarters import halves, refuse_few, refuse_no_start, score_after
from formats.ecf.reasons import of_board, of_bye
from formats.ecf.rules import asked_for
from formats.ecf.settings import settings_of
from formats.swiss import byes_of, no_draw, refuse_double_locks, refuse_many_rounds, refuse_nobody

PURPOSE = "colour of board 1"


def next_round(event: Event) -> Proposal:
    """The draw of the round after the published ones."""
    number = len(event.published) + 1
    before = event.until(number - 1)
    field = field_of(before)
    refuse_nobody(before, len(field), number)
    if number == 1:
        refuse_many_rounds(before)
    refuse_few(before)
    refuse_no_start(before)
    draw = drawn(before)
    _, lots = first_colour(before)
    matches = tuple(_match(before, draw, board) for board in draw.boards)
    return Proposal(number, matches, _byes(before, draw, number), lots, _notes(draw))


@derived
def drawn(event: Event) -> EcfDraw:
    """The draw of the next round; `Refused` where there is none."""
    refuse_double_locks(event, len(event.published) + 1)
    field = field_of(event)
    try:
        return draw_round(field, mode_of(event), first_colour(event)[0])
    except EcfUndrawable:
        raise _undrawable(event, field) from None


def engines_own(event: Event) -> EcfDraw | None:
    """The draw of the next round, None where there is none: the round was made by hand."""
    try:
        return drawn(event)
    except Refused:
        return None


def _undrawable(event: Event, field: EcfField) -> Refused:
    def apart(a: str, b: str) -> str:
        one, other = (field.players[field.position[id]] for id in (a, b))
        return "" if colours_allow(one, other) else "neither can change the colour"

    ids = [player.id for player in field.players]
    return no_draw(event, len(event.published) + 1, ids, apart=apart)


def mode_of(event: Event) -> Mode:
    """How the groups of the next round are made."""
    on = standing(event).on
    if not event.published:
        return "opening by halves" if on else "opening"
    if not on:
        return "plain"
    return "advanced" if settings_of(event).acceleration == "advanced" else "basic"


@derived
def field_of(event: Event) -> EcfField:
    """Everybody to be paired in the next round, with the arbiter's word."""
    number = len(event.published) + 1
    return EcfField.of(
        _players(event, number),
        locks=event.instructed("lock", number),
        bars=event.instructed("bar", number),
        lead=score_after(event, number - 1),
        step=step(event),
        graded=settings_of(event).pairing == "graded",
    )


def _players(event: Event, number: int) -> list[EcfPlayer]:
    """In round 1 nobody has a score; who has no grade counts as the lowest of the list."""
    known, top = cards(event), halves(event)
    least = lowest_grade(event.entrants)
    return [
        _player(known[e.id], place, e.rating or least, number, e.id in top)
        for place, e in enumerate(grade_order(event.entrants), start=1)
        if e.to_be_paired(number)
    ]


def _player(card: PairingCard, place: int, grade: int, number: int, top: bool) -> EcfPlayer:
    return EcfPlayer(
        id=card.entrant.id,
        place=place,
        grade=grade,
        score=card.score if number > 1 else NIL,
        top=top,
        colours=card.colours,
        met=card.opponents,
        downfloats=len(card.downfloats),
        upfloats=len(card.upfloats),
        byes=card.pairing_byes,
        asked=asked_for(card, number),
        name=card.entrant.name,
    )


def first_colour(event: Event) -> tuple[Colour, tuple[Lot, ...]]:
    """The lot for the colour of board 1, drawn once; as round 1 was played where there is none."""
    lot = next((lot for lot in event.lots if lot.purpose == PURPOSE), None)
    if lot is None and event.published:
        return _played_first(event), ()
    drawn = lot or draw_lot(event, PURPOSE, ("white", "black"))
    return ("W" if drawn.order[0] == "white" else "B"), (() if lot else (drawn,))


def _played_first(event: Event) -> Colour:
    order = [e.id for e in grade_order(event.entrants)]
    board = min(event.published[0].matches, key=lambda m: m.board, default=None)
    if board is None or order.index(board.white) < order.index(board.black):
        return "W"
    return "B"


def _match(event: Event, draw: EcfDraw, board: EcfBoard) -> Match:
    high, low = draw.field.players[board.high], draw.field.players[board.low]
    white, black = (high, low) if board.high_colour == "W" else (low, high)
    why, moved = of_board(event, draw, board)
    altered: Altered = "opponents" if moved else ""
    group, part = board.group, board.part
    return Match(board.number, white.id, black.id, group=group, why=why, altered=altered, part=part)


def _byes(event: Event, draw: EcfDraw, number: int) -> tuple[Bye, ...]:
    """The requested ones, then the one that the draw gives."""
    drawn = {} if draw.bye is None else {draw.field.players[draw.bye].id: of_bye(draw)}
    return byes_of(event, number, drawn)


def _notes(draw: EcfDraw) -> Reasons:
    """What could not be avoided."""
    against = len(draw.ground.against_colours)
    return (Reason.of("games-against-rule-8", count=against),) if against else ()
