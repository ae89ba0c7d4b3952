"""Why somebody floats or has the bye, and why not another.

Every reason takes the groups above as settled. *Left* in a group are those who neither play a
floater from above nor are locked; what keeps *within the rules* passes nobody by a legal opponent
who is left to him.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.entrants import EntrantId
from engine.event import Altered
from engine.pairable import mask_of, members
from engine.points import Points
from engine.reasons import Reason, Reasons
from formats.kjca.drawing import KjcaDraw
from formats.kjca.group_reasons import Acquaintance, Told, exempt, hindrance, turned
from formats.kjca.plans import SHOWN, FloaterSeat, GroupPlan, Passing
from formats.wording import MORE

HINDRANCES = {
    "rest": "rest-undrawable",
    "below": "below-undrawable",
    "alone": "alone-undrawable",
    "going on": "alone-passes-by",
    "bye": "had-bye",
}


def of_floats(draw: KjcaDraw, known: Acquaintance) -> Told:
    """Of every game between two score groups."""
    for high, low in draw.plan.games:
        field = draw.field
        if high in field.locked:
            reasons: Reasons = (Reason.of("downfloat-by-lock", player=_id(draw, high)),)
        else:
            reasons = (_down(draw, high), *_journey(draw, high), _up(draw, known, high, low))
            reasons += _common(draw, known, high, low)
        colours = turned(field, high, low)
        reasons += (*colours, *exempt(field, known, high, low))
        unusual = not _ordinary(draw, high, low)
        altered: Altered = "opponents" if unusual else "colours" if colours else ""
        yield (high, low), reasons, altered


def of_bye(draw: KjcaDraw) -> Reasons:
    """Why the bye falls where it does."""
    assert draw.bye is not None
    field, last = draw.field, draw.plan.groups[-1]
    reasons = [Reason.of("bye-again")] if field.players[draw.bye].byes else []
    passed = _passed_over(draw, last, draw.bye)
    if field.group_of[draw.bye] != last.number:
        reasons += [_down(draw, draw.bye), *_journey(draw, draw.bye)]
        if _seatings(draw, draw.bye)[-1].opponent is not None:
            reasons.append(Reason.of("none-left-may-have-bye", because=passed))
    elif draw.bye == len(field) - 1:
        reasons.append(Reason.of("lowest-last"))
    elif passed:
        reasons.append(Reason.of("passed-over", because=passed))
    else:
        reasons.append(Reason.of("lowest-left-last"))
    return tuple(reasons)


def _id(draw: KjcaDraw, player: int) -> EntrantId:
    return draw.field.players[player].id


def _score(draw: KjcaDraw, number: int) -> Points:
    """The score of a group."""
    return draw.field.players[next(members(draw.field.score_groups[number]))].score


def _residents(draw: KjcaDraw, player: int) -> list[int]:
    """The player's score group, lowest first."""
    return list(members(draw.field.score_groups[draw.field.group_of[player]]))[::-1]


def _seatings(draw: KjcaDraw, floater: int) -> list[FloaterSeat]:
    """His way down."""
    return [s for s in draw.plan.seatings if s.floater == floater]


def _taken(draw: KjcaDraw, seating: FloaterSeat) -> dict[int, int]:
    """Who was taken by floaters who chose before this one, and by whom."""
    before = draw.plan.seatings[: draw.plan.seatings.index(seating)]
    return {
        s.opponent: s.floater for s in before if s.into == seating.into and s.opponent is not None
    }


def _left(draw: KjcaDraw, number: int) -> int:
    """Who could float from a group of those who stand in it."""
    playing = (s.opponent for s in draw.plan.seatings if s.into == number)
    return (
        draw.field.score_groups[number]
        & draw.field.free
        & ~mask_of(o for o in playing if o is not None)
    )


def _ordinary(draw: KjcaDraw, high: int, low: int) -> bool:
    """The bottom player down to the top player of the next group, both for the first time."""
    field = draw.field
    group = field.group_of
    lowest = high == _residents(draw, high)[0] and not field.players[high].downfloats
    highest = low == _residents(draw, low)[-1]
    return lowest and highest and group[low] == group[high] + 1 and not field.players[low].upfloats


def _down(draw: KjcaDraw, floater: int) -> Reason:
    """Why he floats down, and not another of his group."""
    plan = draw.plan.groups[draw.field.group_of[floater]]
    score = _score(draw, plan.number)
    because = _several(plan)
    if draw.field.players[floater].downfloats:
        because += (Reason.of("second-downfloat", because=_second(draw, plan)),)
    because += _passed_over(draw, plan, floater)
    if not because:
        residents = _residents(draw, floater)
        lowest = floater == residents[0] and not any(
            draw.field.group_of[draw.field.locked.get(i, i)] != plan.number for i in residents
        )
        because = (Reason.of("lowest-odd" if lowest else "lowest-left-odd", score=score),)
    return Reason.of("downfloat", player=_id(draw, floater), score=score, because=because)


def _several(plan: GroupPlan) -> Reasons:
    """Why more than one float."""
    count = len(plan.floaters)
    if count < 2:
        return ()
    return (Reason.of("several-float", count=count, fewer=count - 2, forced=plan.forced),)


def _second(draw: KjcaDraw, plan: GroupPlan) -> Reason:
    """What a second downfloat comes from."""
    score = _score(draw, plan.number)
    seats = draw.field.players
    here, left = (
        members(m) for m in (draw.field.score_groups[plan.number], _left(draw, plan.number))
    )
    if all(seats[i].downfloats for i in here):
        return Reason.of("all-floated", score=score)
    if all(seats[i].downfloats for i in left):
        return Reason.of("all-left-floated", score=score)
    if len(plan.floaters) == 1:
        return Reason.of("none-alone", score=score)
    return Reason.of("none-earlier", count=len(plan.floaters))


def _passed_over(draw: KjcaDraw, plan: GroupPlan, chosen: int) -> Reasons:
    """Why those who would have come first did not: the search's own account."""
    reasons = [
        Reason.of(HINDRANCES[why], player=_id(draw, i))
        for i, why in plan.passed_over
        if i != chosen
    ]
    tried = {i for i, _ in plan.passed_over} | set(plan.floaters)
    if plan is not draw.plan.groups[-1] and not draw.field.players[chosen].downfloats:
        reasons += [
            Reason.of("floated-down", player=_id(draw, i))
            for i in _residents(draw, chosen)
            if i > chosen and i not in tried and draw.field.players[i].downfloats
        ]
    return _first(reasons)


def _first(reasons: Sequence[Reason], count: int | None = None) -> Reasons:
    """So many of them as are told, and how many there are beside (`count` in all)."""
    more = (len(reasons) if count is None else count) - SHOWN
    return (*reasons[:SHOWN], *((Reason.of(MORE, count=more),) if more > 0 else ()))


def _journey(draw: KjcaDraw, floater: int) -> Iterator[Reason]:
    """Why he did not stay in each group that he has come through."""
    way = _seatings(draw, floater)
    for seating in way:
        if seating.opponent is None:
            yield _going_on(draw, seating)
        elif seating is not way[-1]:
            plan = draw.plan.groups[seating.into]
            because = _several(plan) or (Reason.of("none-alone-there"),)
            score = _score(draw, plan.number)
            yield Reason.of("floats-on", player=_id(draw, floater), score=score, because=because)


def _going_on(draw: KjcaDraw, seating: FloaterSeat) -> Reason:
    """Why a floater had no opponent in a group."""
    field, id = draw.field, _id(draw, seating.floater)
    score = _score(draw, seating.into)
    here = field.legal[seating.floater] & field.score_groups[seating.into]
    taken = {o: f for o, f in _taken(draw, seating).items() if here >> o & 1}
    if not here:
        return Reason.of("none-legal", player=id, score=score)
    if left := list(members(here & field.free & ~mask_of(taken))):
        passed, more = _named(draw, left)
        return Reason.of("passes-by", player=id, score=score, passed=passed, more=more)
    if not taken:
        return Reason.of("none-free", player=id, score=score)
    gone = [Reason.of("taken", player=_id(draw, o), by=_id(draw, f)) for o, f in taken.items()]
    return Reason.of("all-taken", player=id, score=score, because=_first(gone))


def _named(draw: KjcaDraw, players: Sequence[int]) -> tuple[tuple[EntrantId, ...], int]:
    """The first of them, and how many more there are."""
    return tuple(_id(draw, i) for i in players[:SHOWN]), max(len(players) - SHOWN, 0)


def _up(draw: KjcaDraw, known: Acquaintance, floater: int, opponent: int) -> Reason:
    """Why this opponent floats up, and not another of his group."""
    seating = _seatings(draw, floater)[-1]
    others = list(_preferred(draw, seating))
    because = _first(
        [_not_chosen(draw, known, seating, i) for i in others[:SHOWN]], count=len(others)
    )
    if draw.field.players[opponent].upfloats:
        second = Reason.of("second-upfloat", because=_second_up(draw, seating))
        because = (second, *because)
    because = because or (Reason.of("highest"),)
    return Reason.of("upfloat", player=_id(draw, opponent), because=because)


def _open_to(draw: KjcaDraw, seating: FloaterSeat) -> int:
    """The legal opponents whom a floater could choose from."""
    field = draw.field
    here = field.score_groups[seating.into] & field.free & ~mask_of(_taken(draw, seating))
    return field.legal[seating.floater] & here


def _after_others(draw: KjcaDraw, seating: FloaterSeat) -> bool:
    """Whether floaters above had chosen from that group before him."""
    return bool(_taken(draw, seating))


def _second_up(draw: KjcaDraw, seating: FloaterSeat) -> Reason:
    """What a second upfloat comes from."""
    score = _score(draw, seating.into)
    first = [i for i in members(_open_to(draw, seating)) if not draw.field.players[i].upfloats]
    if not first:
        return Reason.of("none-fresh-legal", score=score, player=_id(draw, seating.floater))
    after_others = _after_others(draw, seating)
    return Reason.of("none-fresh-drawable", score=score, after_others=after_others)


def _preferred(draw: KjcaDraw, seating: FloaterSeat) -> Iterator[int]:
    """The others of that group who are higher, or would float up for the first time."""
    field, opponent = draw.field, seating.opponent
    assert opponent is not None
    again = field.players[opponent].upfloats > 0
    for i in members(field.score_groups[seating.into]):
        if i < opponent or (i > opponent and again and not field.players[i].upfloats):
            yield i


def _not_chosen(draw: KjcaDraw, known: Acquaintance, seating: FloaterSeat, other: int) -> Reason:
    """Why not one of those."""
    field, floater, opponent = draw.field, seating.floater, seating.opponent
    assert opponent is not None
    id, taken = _id(draw, other), _taken(draw, seating)
    if other in taken:
        return Reason.of("taken", player=id, by=_id(draw, taken[other]))
    if cause := hindrance(field, known, floater, other):
        return Reason.of("hindered", player=id, because=cause)
    if field.players[other].upfloats and not field.players[opponent].upfloats:
        return Reason.of("floated-up", player=id)
    passing = _passing(draw, seating)
    if passing is not None and passing.chosen is not None and other >= passing.first:
        if field.shunned[floater] >> other & 1:
            common = known.in_common(_id(draw, floater), id)
            return Reason.of("hindered", player=id, because=common)
        if other in passing.tried:
            return Reason.of("no-gain", player=id, cost=field.avoid_cost)
    return _no_draw(draw, seating, other)


def _passing(draw: KjcaDraw, seating: FloaterSeat) -> Passing | None:
    """What rule 8 did about that game."""
    where = (seating.floater, seating.into)
    return next((p for p in draw.plan.passings if (p.floater, p.into) == where), None)


def _no_draw(draw: KjcaDraw, seating: FloaterSeat, other: int) -> Reason:
    """What the game with another opponent would have led to."""
    field, id = draw.field, _id(draw, other)
    rest = draw.plan.groups[seating.into - 1].open & ~(1 << seating.floater | 1 << other)
    if field.pairable.perfect(rest, field.had_byes_at_most(draw.ground.byes)):
        return Reason.of("no-draw", player=id, after_others=_after_others(draw, seating))
    return Reason.of("then-undrawable", player=id)


def _common(draw: KjcaDraw, known: Acquaintance, floater: int, opponent: int) -> Reasons:
    """What the two have in common that rule 8 asks to avoid, and why they meet all the same."""
    field = draw.field
    if not field.shunned[floater] >> opponent & 1:
        return known.let_meet(field, floater, opponent)
    common = known.in_common(_id(draw, floater), _id(draw, opponent))
    if not field.avoid_cost:
        return (common, Reason.of("rule-8-powerless"))
    seating = _seatings(draw, floater)[-1]
    passing = _passing(draw, seating)
    if passing is not None and passing.tried:
        tried, more = _named(draw, passing.tried)
        cost = field.avoid_cost
        return (common, Reason.of("no-gain-instead", tried=tried, more=more, cost=cost))
    all_have_one = Reason.of(
        "every-draw-has-one",
        player=_id(draw, floater),
        after_others=_after_others(draw, seating),
        or_second_upfloat=not field.players[opponent].upfloats,
    )
    return (common, all_have_one)
