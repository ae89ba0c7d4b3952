"""Why somebody floats or has the bye, and why not another."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import Altered
from engine.points import points_text
from formats.kjca.drawing import Draw
from formats.kjca.floats import GroupPlan
from formats.kjca.why import Facts, exempt, hindered, turned

SHOWN = 3
"""So many of those passed over are named."""
HINDRANCES = {
    "rest": "without {} the group cannot be drawn",
    "below": "with {} what is below cannot be drawn",
    "bye": "{} has had the bye",
}


def of_floats(draw: Draw, facts: Facts) -> Iterator[tuple[tuple[int, int], str, Altered]]:
    """(players, why, altered) of every game between two score groups."""
    for high, low in draw.plan.games:
        field = draw.field
        parts = [_down(draw, high), _up(draw, facts, high, low), _common(draw, facts, high, low)]
        if high in field.locked:
            parts = [f"{_name(draw, high)} floats down by order of the arbiter"]
        colours = turned(field, high, low)
        parts += [colours, exempt(field, facts, high, low)]
        unusual = not _ordinary(draw, high, low)
        altered: Altered = "opponents" if unusual else "colours" if colours else ""
        yield (high, low), "; ".join(p for p in parts if p), altered


def of_bye(draw: Draw) -> str:
    """Why the bye falls where it does."""
    assert draw.bye is not None
    seat = draw.field.seats[draw.bye]
    group = draw.plan.groups[-1]
    passed = _passed_over(draw, group, draw.bye)
    text = "lowest of the last group" if draw.bye == len(draw.field) - 1 else passed
    if draw.field.group_of[draw.bye] != len(draw.plan.groups) - 1:
        text = f"{_down(draw, draw.bye)}; nobody below can have the bye and leave a legal draw"
    if seat.byes:
        text = f"another bye, unavoidable: nobody else can have it and leave a legal draw; {text}"
    return text.removesuffix("; ")


def _name(draw: Draw, player: int) -> str:
    return draw.field.seats[player].name or draw.field.seats[player].id


def _residents(draw: Draw, player: int) -> list[int]:
    """The player's score group, lowest first."""
    group = draw.field.group_of
    return [i for i in reversed(range(len(draw.field))) if group[i] == group[player]]


def _ordinary(draw: Draw, high: int, low: int) -> bool:
    """The bottom player down to the top player of the next group, both for the first time."""
    field = draw.field
    group = field.group_of
    lowest = high == _residents(draw, high)[0] and not field.seats[high].downfloats
    highest = low == min(i for i in range(len(field)) if group[i] == group[low])
    return lowest and highest and group[low] == group[high] + 1 and not field.seats[low].upfloats


def _down(draw: Draw, floater: int) -> str:
    """`Quilty floats down: without Dunloy the group cannot be drawn`."""
    plan = draw.plan.groups[draw.field.group_of[floater]]
    seat = draw.field.seats[floater]
    points = points_text(seat.score)
    reasons = []
    if len(plan.floaters) > 1:
        fewer = len(plan.floaters) - 2
        reasons.append(f"{len(plan.floaters)} float, with {fewer or 'none'} there is no legal draw")
    if seat.downfloats:
        reasons.append("a second downfloat, unavoidable")
        if all(draw.field.seats[i].downfloats for i in _residents(draw, floater)):
            reasons.append(f"everybody on {points} has floated down before")
    if passed := _passed_over(draw, plan, floater):
        reasons.append(passed)
    if not reasons:
        reasons.append(f"lowest on {points}, an odd group")
    return f"{_name(draw, floater)} floats down: {', '.join(reasons)}"


def _passed_over(draw: Draw, plan: GroupPlan, chosen: int) -> str:
    """Why those who would have come first did not: the search's own account."""
    told = [HINDRANCES[why].format(_name(draw, i)) for i, why in plan.passed_over if i != chosen]
    tried = {i for i, _ in plan.passed_over} | set(plan.floaters)
    if draw.bye != chosen and not draw.field.seats[chosen].downfloats:
        told += [
            f"{_name(draw, i)} has floated down before"
            for i in _residents(draw, chosen)
            if i > chosen and i not in tried and draw.field.seats[i].downfloats
        ]
    return _some(told)


def _some(told: list[str]) -> str:
    more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return ", ".join(told[:SHOWN]) + more


def _up(draw: Draw, facts: Facts, floater: int, opponent: int) -> str:
    """`Dunloy floats up: they met in round 1 (Quilty), Hugh has floated up before`."""
    told = _not_chosen(draw, facts, floater, opponent)
    if draw.field.seats[opponent].upfloats:
        told.insert(0, "a second upfloat, unavoidable")
    skipped = draw.field.group_of[opponent] - draw.field.group_of[floater] - 1
    if skipped:
        told.insert(0, f"nobody in the {_groups(skipped)} above can play {_name(draw, floater)}")
    reasons = _some(told) or "highest of the group"
    return f"{_name(draw, opponent)} floats up: {reasons}"


def _groups(count: int) -> str:
    return "group" if count == 1 else f"{count} groups"


def _not_chosen(draw: Draw, facts: Facts, floater: int, opponent: int) -> list[str]:
    """Why not the others of that group who would have come before."""
    field = draw.field
    seat = field.seats[opponent]
    taken = {low for _, low in draw.plan.games}
    told = []
    for i in range(len(field)):
        other = field.seats[i]
        if field.group_of[i] != field.group_of[opponent] or i == opponent or i in taken:
            continue
        if i > opponent and (not seat.upfloats or other.upfloats):
            continue
        why = hindered(field, facts, floater, i)
        if not why and other.upfloats and not seat.upfloats:
            why = "has floated up before"
        elif not why and field.shunned[floater] >> i & 1 and field.avoid_cost:
            why = facts.common(field.seats[floater].id, other.id)
        told.append(f"{why or 'no legal draw with'} ({_name(draw, i)})")
    return told


def _common(draw: Draw, facts: Facts, floater: int, opponent: int) -> str:
    field = draw.field
    if not field.shunned[floater] >> opponent & 1:
        return ""
    common = facts.common(field.seats[floater].id, field.seats[opponent].id)
    if not field.avoid_cost:
        return f"{common}; rule 8 may alter no board"
    return f"{common}; no other opponent of that group leaves a legal draw without a second upfloat"
