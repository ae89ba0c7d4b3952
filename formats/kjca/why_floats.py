"""Why somebody floats or has the bye, and why not another.

Every reason takes the groups above as settled. *Left* in a group are those who neither play a
floater from above nor are locked; what keeps *within the rules* passes nobody by a legal opponent
who is left to him.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Altered
from engine.pairable import mask_of, members
from engine.points import counted, points_text
from formats.kjca.drawing import Draw
from formats.kjca.plans import SHOWN, GroupPlan, Passing, Seating
from formats.kjca.why import Facts, exempt, hindered, turned

HINDRANCES = {
    "rest": "without {} the rest of the group cannot be drawn",
    "below": "with {} floating what is left cannot be drawn legally",
    "alone": "with {} alone floating what is left cannot be drawn legally",
    "going on": "with {} alone floating somebody would have to pass by a legal opponent",
    "bye": "{} has had the bye",
}


def of_floats(draw: Draw, facts: Facts) -> Iterator[tuple[tuple[int, int], str, Altered]]:
    """(players, why, altered) of every game between two score groups."""
    for high, low in draw.plan.games:
        field = draw.field
        if high in field.locked:
            parts = [f"{_name(draw, high)} floats down by order of the arbiter"]
        else:
            parts = [_down(draw, high), *_journey(draw, high), _up(draw, facts, high, low)]
            parts.append(_common(draw, facts, high, low))
        colours = turned(field, high, low)
        parts += [colours, exempt(field, facts, high, low)]
        unusual = not _ordinary(draw, high, low)
        altered: Altered = "opponents" if unusual else "colours" if colours else ""
        yield (high, low), "; ".join(p for p in parts if p), altered


def of_bye(draw: Draw) -> str:
    """Why the bye falls where it does."""
    assert draw.bye is not None
    field, last = draw.field, draw.plan.groups[-1]
    told = []
    if field.players[draw.bye].byes:
        told.append("another bye: no legal draw gives it to somebody who has had fewer")
    passed = _passed_over(draw, last, draw.bye)
    if field.group_of[draw.bye] != last.number:
        told += [_down(draw, draw.bye), *_journey(draw, draw.bye)]
        if _seatings(draw, draw.bye)[-1].opponent is not None:
            told.append(f"nobody left in the last group can have the bye: {passed}")
    elif draw.bye == len(field) - 1:
        told.append("lowest of the last group")
    else:
        told.append(passed or "lowest of those left in the last group")
    return "; ".join(told)


def _name(draw: Draw, player: int) -> str:
    return draw.field.players[player].name or draw.field.players[player].id


def _points(draw: Draw, number: int) -> str:
    """The score of a group."""
    return points_text(draw.field.players[next(members(draw.field.score_groups[number]))].score)


def _residents(draw: Draw, player: int) -> list[int]:
    """The player's score group, lowest first."""
    return list(members(draw.field.score_groups[draw.field.group_of[player]]))[::-1]


def _seatings(draw: Draw, floater: int) -> list[Seating]:
    """His way down."""
    return [s for s in draw.plan.seatings if s.floater == floater]


def _taken(draw: Draw, seating: Seating) -> dict[int, int]:
    """Who was taken by floaters who chose before this one, and by whom."""
    before = draw.plan.seatings[: draw.plan.seatings.index(seating)]
    return {
        s.opponent: s.floater for s in before if s.into == seating.into and s.opponent is not None
    }


def _left(draw: Draw, number: int) -> int:
    """Who could float from a group of those who stand in it."""
    playing = (s.opponent for s in draw.plan.seatings if s.into == number)
    return (
        draw.field.score_groups[number]
        & draw.field.free
        & ~mask_of(o for o in playing if o is not None)
    )


def _ordinary(draw: Draw, high: int, low: int) -> bool:
    """The bottom player down to the top player of the next group, both for the first time."""
    field = draw.field
    group = field.group_of
    lowest = high == _residents(draw, high)[0] and not field.players[high].downfloats
    highest = low == _residents(draw, low)[-1]
    return lowest and highest and group[low] == group[high] + 1 and not field.players[low].upfloats


def _down(draw: Draw, floater: int) -> str:
    """`Quilty floats down: without Dunloy the rest of the group cannot be drawn`."""
    plan = draw.plan.groups[draw.field.group_of[floater]]
    points = _points(draw, plan.number)
    reasons = _several(plan)
    if draw.field.players[floater].downfloats:
        reasons.append(f"a second downfloat: {_second(draw, plan)}")
    if passed := _passed_over(draw, plan, floater):
        reasons.append(passed)
    if not reasons:
        residents = _residents(draw, floater)
        lowest = floater == residents[0] and not any(
            draw.field.group_of[draw.field.locked.get(i, i)] != plan.number for i in residents
        )
        left = f"lowest of those left on {points}, an odd number"
        reasons.append(f"lowest on {points}, an odd group" if lowest else left)
    return f"{_name(draw, floater)} floats down: {', '.join(reasons)}"


def _several(plan: GroupPlan) -> list[str]:
    """Why more than one float."""
    count = len(plan.floaters)
    if count < 2:
        return []
    fewer = count - 2 or "none"
    if plan.forced:
        return [f"{count} float, with {fewer} what is left cannot be drawn legally"]
    return [f"{count} float, with {fewer} somebody would have to pass by a legal opponent"]


def _second(draw: Draw, plan: GroupPlan) -> str:
    """What a second downfloat comes from."""
    points = _points(draw, plan.number)
    seats = draw.field.players
    here, left = (
        members(m) for m in (draw.field.score_groups[plan.number], _left(draw, plan.number))
    )
    if all(seats[i].downfloats for i in here):
        return f"everybody on {points} has floated down before"
    if all(seats[i].downfloats for i in left):
        return f"everybody left on {points} has floated down before"
    if len(plan.floaters) == 1:
        return f"nobody left on {points} without one can float alone within the rules"
    return f"no {len(plan.floaters)} floaters who come before leave a draw within the rules"


def _passed_over(draw: Draw, plan: GroupPlan, chosen: int) -> str:
    """Why those who would have come first did not: the search's own account."""
    told = [HINDRANCES[why].format(_name(draw, i)) for i, why in plan.passed_over if i != chosen]
    tried = {i for i, _ in plan.passed_over} | set(plan.floaters)
    if plan is not draw.plan.groups[-1] and not draw.field.players[chosen].downfloats:
        told += [
            f"{_name(draw, i)} has floated down before"
            for i in _residents(draw, chosen)
            if i > chosen and i not in tried and draw.field.players[i].downfloats
        ]
    return _some(told)


def _some(told: list[str]) -> str:
    more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return ", ".join(told[:SHOWN]) + more


def _journey(draw: Draw, floater: int) -> Iterator[str]:
    """Why he did not stay in each group that he has come through."""
    way = _seatings(draw, floater)
    for seating in way:
        if seating.opponent is None:
            yield _going_on(draw, seating)
        elif seating is not way[-1]:
            plan = draw.plan.groups[seating.into]
            points = _points(draw, plan.number)
            rest = "nobody left there can float alone within the rules"
            reasons = _several(plan) or [rest]
            yield f"{_name(draw, floater)} floats on from {points}: {reasons[0]}"


def _going_on(draw: Draw, seating: Seating) -> str:
    """Why a floater had no opponent in a group."""
    field, name = draw.field, _name(draw, seating.floater)
    points = _points(draw, seating.into)
    here = field.legal[seating.floater] & field.score_groups[seating.into]
    taken = {o: f for o, f in _taken(draw, seating).items() if here >> o & 1}
    if not here:
        return f"nobody on {points} can play {name}"
    left = list(members(here & field.free & ~mask_of(taken)))
    if left:
        passed = _listed([_name(draw, i) for i in left])
        return (
            "what is left cannot be drawn unless somebody passes by a legal opponent:"
            f" {name} passes by {passed}"
        )
    if not taken:
        return f"nobody on {points} who can play {name} is free"
    gone = [f"{_name(draw, o)} was taken by {_name(draw, f)}" for o, f in taken.items()]
    return f"{_listed(gone)}, nobody else on {points} is free to play {name}"


def _listed(texts: list[str]) -> str:
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return ", ".join(texts[:SHOWN]) + more


def _up(draw: Draw, facts: Facts, floater: int, opponent: int) -> str:
    """`Dunloy floats up: they met in round 1 (Quilty), Hugh has floated up before`."""
    field = draw.field
    seating = _seatings(draw, floater)[-1]
    others = list(_preferred(draw, seating))
    reasons = ", ".join(_not_chosen(draw, facts, seating, i) for i in others[:SHOWN])
    reasons += f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
    if field.players[opponent].upfloats:
        second = f"a second upfloat: {_second_up(draw, seating)}"
        reasons = f"{second}, {reasons}" if reasons else second
    return f"{_name(draw, opponent)} floats up: {reasons or 'highest of the group'}"


def _open_to(draw: Draw, seating: Seating) -> int:
    """The legal opponents whom a floater could choose from."""
    field = draw.field
    here = field.score_groups[seating.into] & field.free & ~mask_of(_taken(draw, seating))
    return field.legal[seating.floater] & here


def _given(draw: Draw, seating: Seating) -> str:
    """What was settled when a floater chose."""
    if _taken(draw, seating):
        return "with these floaters, those above choosing first,"
    return "with these floaters"


def _second_up(draw: Draw, seating: Seating) -> str:
    """What a second upfloat comes from."""
    points = _points(draw, seating.into)
    first = [i for i in members(_open_to(draw, seating)) if not draw.field.players[i].upfloats]
    if not first:
        return f"nobody left on {points} without one can play {_name(draw, seating.floater)}"
    given = _given(draw, seating)
    return f"{given} nobody left on {points} without one gives a draw within the rules"


def _preferred(draw: Draw, seating: Seating) -> Iterator[int]:
    """The others of that group who are higher, or would float up for the first time."""
    field, opponent = draw.field, seating.opponent
    assert opponent is not None
    again = field.players[opponent].upfloats > 0
    for i in members(field.score_groups[seating.into]):
        if i < opponent or (i > opponent and again and not field.players[i].upfloats):
            yield i


def _not_chosen(draw: Draw, facts: Facts, seating: Seating, other: int) -> str:
    """Why not one of those."""
    field, floater, opponent = draw.field, seating.floater, seating.opponent
    assert opponent is not None
    name, taken = _name(draw, other), _taken(draw, seating)
    if other in taken:
        return f"{name} was taken by {_name(draw, taken[other])}"
    if why := hindered(field, facts, floater, other):
        return f"{why} ({name})"
    if field.players[other].upfloats and not field.players[opponent].upfloats:
        return f"{name} has floated up before"
    passing = _passing(draw, seating)
    if passing is not None and passing.chosen is not None and other >= passing.first:
        if field.shunned[floater] >> other & 1:
            return f"{facts.common(field.players[floater].id, field.players[other].id)} ({name})"
        if other in passing.tried:
            return f"{_no_gain(draw)} ({name})"
    return _no_draw(draw, seating, other)


def _passing(draw: Draw, seating: Seating) -> Passing | None:
    """What rule 8 did about that game."""
    where = (seating.floater, seating.into)
    return next((p for p in draw.plan.passings if (p.floater, p.into) == where), None)


def _no_gain(draw: Draw) -> str:
    """Why somebody is not passed by for rule 8."""
    boards = counted(draw.field.avoid_cost, "board")
    return f"the round would have no fewer such games at {boards} each"


def _no_draw(draw: Draw, seating: Seating, other: int) -> str:
    """What the game with another opponent would have led to."""
    field = draw.field
    rest = draw.plan.groups[seating.into - 1].open & ~(1 << seating.floater | 1 << other)
    if field.pairable.perfect(rest, field.resting(draw.ground.byes)):
        return f"{_given(draw, seating)} no draw within the rules ({_name(draw, other)})"
    return f"what is left then cannot be drawn legally ({_name(draw, other)})"


def _common(draw: Draw, facts: Facts, floater: int, opponent: int) -> str:
    field = draw.field
    if not field.shunned[floater] >> opponent & 1:
        return ""
    common = facts.common(field.players[floater].id, field.players[opponent].id)
    if not field.avoid_cost:
        return f"{common}; rule 8 may alter no board"
    seating = _seatings(draw, floater)[-1]
    passing = _passing(draw, seating)
    if passing is not None and passing.tried:
        others = _listed([_name(draw, i) for i in passing.tried])
        return f"{common}; with {others} instead {_no_gain(draw)}"
    tail = "" if field.players[opponent].upfloats else " or an opponent who has floated up"
    return (
        f"{common}; {_given(draw, seating)} every draw within the rules gives"
        f" {_name(draw, floater)} such a game{tail}"
    )
