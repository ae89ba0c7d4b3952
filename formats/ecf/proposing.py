"""The draw as the event takes it: boards, byes and lots, and why a board is not the ideal one or a
bye falls where it does."""

from __future__ import annotations

from engine.event import Altered, Bye, Event, Lot, Match, derived
from engine.history import OTHER, Colour, PairingCard, cards
from engine.lots import draw_lot
from engine.points import NIL
from engine.protocol import Proposal
from engine.reasons import LOCKED, Fact, Reason, Reasons
from engine.refusal import Refused
from formats.ecf.acceleration import (
    halves,
    refuse_few,
    refuse_no_start,
    score_after,
    standing,
    step,
)
from formats.ecf.drawing import EcfBoard, EcfDraw, draw_round
from formats.ecf.field import (
    EcfField,
    EcfPlayer,
    EcfUndrawable,
    Mode,
    asked_for,
    claim_facts,
    colours_allow,
)
from formats.ecf.floats import larger_colour
from formats.ecf.level import LevelGroup
from formats.ecf.settings import grade_order, lowest_grade, settings_of
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
    """The draw of the next round; `Refused` if there is none."""
    refuse_double_locks(event, len(event.published) + 1)
    field = field_of(event)
    try:
        return draw_round(field, mode_of(event), first_colour(event)[0])
    except EcfUndrawable:
        raise _undrawable(event, field) from None


def engines_own(event: Event) -> EcfDraw | None:
    """The draw of the next round, or None: the round was made by hand."""
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
    """In round 1 nobody has a score; a player without a grade counts as the lowest of the list."""
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
    """The lot for the colour of board 1, drawn once; as round 1 was played if there was no lot."""
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


def of_board(event: Event, draw: EcfDraw, board: EcfBoard) -> tuple[Reasons, bool]:
    """None for an ideal board, and whether the opponents are not the ideal ones."""
    floats = board.drawn is not None and {board.high, board.low} in map(set, board.drawn.floats)
    if draw.field.locked.get(board.high) == board.low:
        apart = board.drawn is None or floats or bool(_moved(event, draw, board))
        return (LOCKED, *refusals(draw.field, board)), apart
    assert board.drawn is not None
    if floats:
        moved: Reasons = (float_of(draw.field, board),)
    else:
        moved = _moved(event, draw, board)
    return (*moved, *refusals(draw.field, board), *_exempt(draw, board)), bool(moved)


def float_of(field: EcfField, board: EcfBoard) -> Reason:
    """The player who leaves his group, and his opponent."""
    assert board.drawn is not None
    floater, other = next(g for g in board.drawn.floats if set(g) == {board.high, board.low})
    who, whom = field.players[floater], field.players[other]
    return Reason.of(
        "leaves-group",
        player=who.id, score=who.score, opponent=whom.id, opponent_score=whom.score,
    )  # fmt: skip


def _moved(event: Event, draw: EcfDraw, board: EcfBoard) -> Reasons:
    """The ideal opponent of the higher card and what speaks against him; none for i v i + k."""
    assert board.drawn is not None
    group = board.drawn.group
    a, b = sorted(group.cards[p] for p in (board.high, board.low))
    if b == a + group.half:
        return ()
    return (off_ideal(event, draw.field, group, a),)


def off_ideal(event: Event, field: EcfField, group: LevelGroup, card: int) -> Reason:
    """The ideal game of a card, and what speaks against it; nothing of its own where it makes way
    for the games of others."""
    other = group.ideal(card)
    facts: dict[str, Fact] = {
        "player": field.players[group.players[card]].id,
        "opponent": field.players[group.players[other]].id,
        "place": card + 1,
        "ideal_place": other + 1,
    }
    if cause := hindrance(event, field, group, card, other):
        facts["because"] = cause
    return Reason("off-ideal", facts)


def hindrance(event: Event, field: EcfField, group: LevelGroup, a: int, b: int) -> Reason | None:
    """What speaks against two cards of a group meeting; None if nothing does."""
    one, other = group.players[a], group.players[b]
    players = (field.players[one].id, field.players[other].id)
    if not field.unbarred[one] >> other & 1:
        return Reason.of("barred", players=players)
    if not field.unmet[one] >> other & 1:
        round = cards(event)[players[0]].met_in(players[1]) or 0
        return Reason.of("met", players=players, round=round)
    if not colours_allow(field.players[one], field.players[other]):
        return Reason.of("colours-forbid", players=players)
    if group.refused(a, b):
        return Reason.of("both-due", players=players, colour=group.due(a) or "W")
    return None


def refusals(field: EcfField, board: EcfBoard) -> Reasons:
    """Whose colour is refused on the board."""
    return tuple(
        Reason.of(
            "colour-refused",
            player=player.id,
            due=player.due,
            colour=colour,
            **claim_facts(player.colours),
        )
        for place, colour in seats(board)
        if (player := field.players[place]).due not in (None, colour)
    )


def seats(board: EcfBoard) -> tuple[tuple[int, str], tuple[int, str]]:
    """The two of a board with the colours that they have."""
    return (board.high, board.high_colour), (board.low, OTHER[board.high_colour])


def _exempt(draw: EcfDraw, board: EcfBoard) -> Reasons:
    if tuple(sorted((board.high, board.low))) not in draw.ground.against_colours:
        return ()
    return (Reason("against-rule-8"),)


def of_bye(draw: EcfDraw) -> Reasons:
    """Where the bye comes from."""
    assert draw.bye is not None
    if draw.mode in ("opening", "opening by halves"):
        return (Reason("bye-from-mid-line"),)
    field = draw.field
    player = field.players[draw.bye]
    level = field.by_grade(field.on(player.score) & draw.open_to_the_bye)
    larger = larger_colour(field, level)
    facts: dict[str, Fact] = {
        "place": level.index(draw.bye) + 1,
        "count": len(level),
        "score": player.score,
    }
    if larger is not None:
        # the median is looked for among those of the larger colour group, while any can have it
        facts["colour"] = larger
        facts["due"] = sum(field.players[i].due == larger for i in level)
        facts["of_them"] = player.due == larger
    return (Reason("bye-from-median", facts),)
