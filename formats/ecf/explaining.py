"""Why a board or a bye is as it is, in full: group, ideal, colours, floats, with the numbers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.colours import OTHER
from engine.event import Bye, Event, Match, Round
from engine.points import counted, points_text
from engine.reasons import sentence, worded
from formats.ecf.accelerated import taken_from
from formats.ecf.bye import holders, holders_among
from formats.ecf.colours import NAMES, claim_text, wanted_text
from formats.ecf.drawing import EcfBoard, EcfDraw
from formats.ecf.field import EcfField
from formats.ecf.floats import floaters, opponents
from formats.ecf.groups import DrawnGroup
from formats.ecf.level import LevelGroup
from formats.ecf.look import EcfReview
from formats.ecf.measures import average, of_group, refused_colour
from formats.ecf.proposing import engines_own
from formats.ecf.why import hindrance
from formats.ecf.zones import Zone


def explain(event: Event, round: Round, place: Match | Bye) -> tuple[str, ...]:
    """The reasons of a board or a bye; `event` is as it was before the round."""
    before = event.until(round.number - 1)
    draw = engines_own(before)
    if draw is None:
        return tuple(worded(reason, event) for reason in place.why)
    if isinstance(place, Bye):
        return tuple(_bye(event, draw, place))
    board = _board(draw, place)
    if board is None:
        return tuple(worded(reason, event) for reason in place.why)
    return tuple(_told(before, draw, round, board))


def _board(draw: EcfDraw, match: Match) -> EcfBoard | None:
    """The board of the engine's draw at which the same two sit."""
    here = draw.field.position
    pair = {here.get(match.white), here.get(match.black)}
    return next((b for b in draw.boards if {b.high, b.low} == pair), None)


def _told(event: Event, draw: EcfDraw, round: Round, board: EcfBoard) -> Iterator[str]:
    if draw.field.locked.get(board.high) == board.low:
        yield "The arbiter has locked this pair; everybody else was drawn around it."
    if board.drawn is not None:
        yield from _group(draw.field, board.drawn)
        if (board.high, board.low) in {_ordered(game) for game in board.drawn.floats}:
            yield from _float(draw, board.drawn, board)
        else:
            yield from _ideal(event, draw.field, board.drawn.group, board)
            yield from _counts(event, round, board)
    yield from _colours(draw.field, board)


def _ordered(game: tuple[int, int]) -> tuple[int, int]:
    return min(game), max(game)


def _group(field: EcfField, group: DrawnGroup) -> Iterator[str]:
    size = len(group.group.players) + len(group.floats)
    away = f", {counted(len(group.floats), 'floater')} out of it" if group.floats else ""
    yield f"Group {group.name}: {counted(size, 'player')}{away}."
    if group.taken:
        bottom = [field.players[i].due for i in group.group.players[group.group.half :]]
        for score, players in sorted(taken_from(field, group.taken).items(), reverse=True):
            names = " · ".join(map(field.name, players))
            yield f"Taken from {points_text(score)}: {names}; {wanted_text(bottom)}."
    yield from (f"{note[:1].upper()}{note[1:]}." for note in group.notes)


def _ideal(event: Event, field: EcfField, group: LevelGroup, board: EcfBoard) -> Iterator[str]:
    a, b = sorted(group.players.index(p) for p in (board.high, board.low))
    line = f"under number {group.half}" if group.half else ""
    if group.two_sided:
        line = "between the top half and the bottom half"
    yield f"The mid-line stands {line}: {counted(group.half, 'game')}. This is {a + 1} v {b + 1}."
    if field.graded:
        own = group.difference(a, b)
        yield f"Average difference D of the group: {average(group)}; here: {own}."
    if b == a + group.half:
        places = counted(group.half, "place")
        yield f"It is the ideal pairing: everybody above the line meets the one {places} lower."
        return
    for card in (a, b):
        other = group.ideal(card)
        low, high = sorted((card, other))
        cause = hindrance(event, field, group, card, other)
        reason = f": {cause}" if cause else ": it makes way for the others' games"
        yield (
            f"Ideal for {field.name(group.players[card])}: {low + 1} v {high + 1},"
            f" {field.name(group.players[other])}{reason}."
        )


def _counts(event: Event, round: Round, board: EcfBoard) -> Iterator[str]:
    """The whole group by each criterion that has something to count."""
    look = EcfReview.at(event, round)
    zone = next((z for z in look.zones if board.drawn and z.name == board.drawn.name), None)
    if zone is None or round.altered or board.drawn is None:
        return
    skipped = ("order", "claims", "median")
    found = [m for m in of_group(look, zone) if m.value and m.name not in skipped]
    if found:
        yield "The least that the group can be drawn with, in this order:"
        yield from (f"  {m.text}: {m.shown or m.value}" for m in found)
    yield from _turned(look, zone)


def _turned(look: EcfReview, zone: Zone) -> Iterator[str]:
    """Why so many colours have to be refused."""
    group = look.within(zone)
    due = [look.field.players[i].due for i in group.players]
    refused = [i for i in group.players if refused_colour(look, i)]
    if refused:
        names = " · ".join(map(look.field.name, refused))
        white, black = due.count("W"), due.count("B")
        yield f"White is due to {white}, Black to {black}; refused: {names}."


def _float(draw: EcfDraw, group: DrawnGroup, board: EcfBoard) -> Iterator[str]:
    field = draw.field
    floater, other = next(g for g in group.floats if _ordered(g) == (board.high, board.low))
    everybody = sum(1 << i for i in (*group.group.players, *(x for x, _ in group.floats)))
    order = floaters(field, everybody)
    yield (
        f"{field.name(floater)} leaves the group: number {order.index(floater) + 1} of"
        f" {len(order)} from the median, the larger colour group first."
    )
    score = field.players[other].score
    settled = draw.groups.index(group) >= draw.drawn_before_the_bye
    resting = 1 << draw.bye if settled and draw.bye is not None else 0
    level = field.on(score) & field.legal[floater] & field.free & ~resting
    rank = opponents(field, floater, level).index(other) + 1
    place = f"number {rank} of the {level.bit_count()} on {points_text(score)}"
    yield (
        f"{field.name(other)} is {place} whom {field.name(floater)} may meet:"
        f" {_met_as(field, floater, other)}."
    )


def _met_as(field: EcfField, floater: int, other: int) -> str:
    """What the floater's opponent is, in the order in which opponents are looked for."""
    who, whom = field.players[floater], field.players[other]
    if who.due is None:
        parts = ["no colour is due to the floater"]
    else:
        parts = [
            f"due {NAMES[whom.due]}, the other colour"
            if whom.due == OTHER[who.due]
            else "no colour due"
            if whom.due is None
            else f"due {NAMES[whom.due]} as well"
        ]
    parts.append("has floated up before" if whom.upfloats else "has not floated up")
    return ", ".join([*parts, f"grade {whom.grade}"])


def _colours(field: EcfField, board: EcfBoard) -> Iterator[str]:
    seats = ((board.high, board.high_colour), (board.low, OTHER[board.high_colour]))
    for player, colour in seats:
        who = field.players[player]
        if who.due is None:
            yield f"{field.name(player)} has {NAMES[colour]}: no colour is due."
        else:
            given = "" if who.due == colour else f", has {NAMES[colour]}"
            yield (
                f"{field.name(player)} is due {NAMES[who.due]}: {claim_text(who.colours)}{given}."
            )


def _bye(event: Event, draw: EcfDraw, bye: Bye) -> Iterator[str]:
    if bye.kind != "pairing":
        yield "The bye was asked for."
        return
    why = sentence(bye.why, event)
    if draw.bye is None or draw.field.players[draw.bye].id != bye.entrant:
        yield why or "Given by hand."
        return
    yield f"{why[:1].upper()}{why[1:]}."
    order = holders(draw.field, draw.mode, draw.ground.byes)
    if draw.mode in ("basic", "advanced"):
        order = holders_among(draw.field, draw.open_to_the_bye, draw.ground.byes)
    passed = order.index(draw.bye)
    if passed:
        yield f"{counted(passed, 'player')} before him: the others could not all be drawn."
