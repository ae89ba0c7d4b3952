"""Why a board is not the ideal one, and why a bye falls where it does."""

from __future__ import annotations

from engine.colours import OTHER
from engine.event import Event
from engine.history import cards
from engine.reasons import LOCKED, Fact, Reason, Reasons
from formats.ecf.colours import claim_facts
from formats.ecf.drawing import EcfBoard, EcfDraw
from formats.ecf.field import EcfField, colours_allow
from formats.ecf.level import LevelGroup
from formats.ecf.median import larger_colour


def of_board(event: Event, draw: EcfDraw, board: EcfBoard) -> tuple[Reasons, bool]:
    """None for an ideal board, and whether the opponents are not the ideal ones."""
    if draw.field.locked.get(board.high) == board.low:
        apart = board.drawn is None or bool(_moved(event, draw, board))
        return (LOCKED, *refusals(draw.field, board)), apart
    assert board.drawn is not None
    if (board.high, board.low) in map(tuple, map(sorted, board.drawn.floats)):
        moved: Reasons = (float_of(draw.field, board),)
    else:
        moved = _moved(event, draw, board)
    return (*moved, *refusals(draw.field, board), *_exempt(draw, board)), bool(moved)


def float_of(field: EcfField, board: EcfBoard) -> Reason:
    """Who leaves his group, and whom he meets."""
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
