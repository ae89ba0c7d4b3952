"""Basic and Advanced acceleration from round 2 on: the pairing groups in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engine.pairable import mask_of, members
from engine.points import NIL, Points, points_named, points_text
from engine.reasons import Reason, Reasons
from formats.ecf.counting import counted_step
from formats.ecf.field import EcfField
from formats.ecf.floats import Reach
from formats.ecf.groups import DrawInProgress
from formats.ecf.plain import score_levels
from formats.ecf.sides import Sides, chosen
from formats.score_field import Game

A = "(a) top-half 100 %"
B = "(b) bottom-half 100 % v top half"
BEYOND = "among themselves"
AFAR = 10**6
"""Added to the distance of those whom a floater of (a) or (c) meets only if all others fail."""


@dataclass(frozen=True)
class Chase:
    """Top-half players of a score among themselves, and bottom-half ones on it, who are to meet
    the top half: (a) with (b), and (c) with (d)."""

    own: str
    sided: str
    score: Points
    levels: int
    """From so many lower score levels top-half players are eligible."""

    @property
    def second(self) -> bool:
        """Whether it is (c) with (d)."""
        return self.levels == 1

    @property
    def own_part(self) -> str:
        """What `Match.part` says of the top half's own games."""
        return "c" if self.second else "a"

    @property
    def sided_part(self) -> str:
        """What it says of the two-sided ones."""
        return "d" if self.second else "b"


TWO_SIDED = ("b", "d")
"""Parts whose games are between the halves."""


def chases(field: EcfField, *, advanced: bool) -> list[Chase]:
    """(a) with (b); in Advanced (c) with (d) too, in round 2 by the page's words for them."""
    steps = [Chase(A, B, field.lead, 2)]
    if advanced:
        score = field.lead - field.step
        less = points_text(field.step)
        own, sided = (
            f"(c) top-half 100 % less {less}",
            f"(d) bottom-half 100 % less {less} v top half",
        )
        if _round_2(field):
            half, nil = points_text(score), points_text(score - field.step)
            own, sided = (
                f"(c) remaining top-half {half}",
                f"(d) bottom-half {half} v top-half {nil}",
            )
        steps.append(Chase(own, sided, score, 1))
    return steps


def rest_name(field: EcfField, score: Points, *, advanced: bool) -> str:
    """Of a level without a group of its own: in round 2 the page gives it a letter."""
    letters = {NIL: "e"} if advanced else {field.step: "c", NIL: "d"}
    if not _round_2(field) or score not in letters:
        return points_named(score)
    text = points_text(score)
    return f"({letters[score]}) bottom-half {text} and remaining top-half {text}"


def _round_2(field: EcfField) -> bool:
    """Where a draw is half a win; with other points levels are not those of the page."""
    return field.lead == 2 * field.step


def lettered(table: DrawInProgress, *, advanced: bool) -> None:
    """Basic 3, 4 and 6; Advanced 3, 4, 6 and 7: the groups of those who chase and are chased."""
    field = table.field
    first, *more = chases(field, advanced=advanced)
    _own(table, first, field.on(field.lead) & field.top & table.left)
    sides = _sides(table, first)
    if not more:
        _seat_sides(table, first, sides)
        return
    second = more[0]
    step = counted_step(field, table.left, sides, second.score, field.step)
    _seat_sides(table, first, step.sides, step.notes)
    own = (field.on(second.score) & field.top | mask_of(step.promoted)) & table.left
    _own(table, second, own)
    _seat_sides(table, second, _sides(table, second))


def remaining(table: DrawInProgress, *, advanced: bool) -> None:
    """Everybody else, in normal score levels."""
    score_levels(table, partial(rest_name, table.field, advanced=advanced))


def bottom_on(table: DrawInProgress, score: Points) -> list[int]:
    """Bottom-half players left on that score, in grade order."""
    return table.field.by_grade(table.field.on(score) & ~table.field.top & table.left)


def eligible(field: EcfField, left: int, chase: Chase) -> list[int]:
    """Top-half players of the lower score levels that the bottom half may meet, by grade.

    For (b) the next two levels of the field; for (d) half a point further down.
    """
    if chase.second:
        return field.by_grade(field.on(chase.score - field.step) & field.top & left)
    lower = [level for level in field.score_groups if _score(field, level) < chase.score]
    return field.by_grade(sum(lower[: chase.levels]) & field.top & left)


def _score(field: EcfField, level: int) -> Points:
    return field.players[level.bit_length() - 1].score


def _own(table: DrawInProgress, chase: Chase, players: int) -> None:
    """Basic 6: the floater meets a top-half player, unless the bottom half then has too few."""
    if not players:
        return
    games = table.floats(players, _top_first(table, chase))
    notes: Reasons = ()
    if games and _short(table, chase, players, games):
        undone, games = games, table.floats(players, _bottom_first(table, chase))
        if undone != games:
            notes = (_undone(table.field, undone, chase),)
    table.seat_level(chase.own, players, games, notes, chase.own_part)


def _short(table: DrawInProgress, chase: Chase, players: int, games: Sequence[Game]) -> bool:
    """Whether, with these games made, bottom-half players outnumber those left for them."""
    left = table.left & ~players & ~mask_of([p for game in games for p in game])
    bottom = table.field.on(chase.score) & ~table.field.top & left
    return bottom.bit_count() > len(eligible(table.field, left, chase))


def _undone(field: EcfField, games: Sequence[Game], chase: Chase) -> Reason:
    """Floats that would leave more of the bottom half than there are of the top half for it."""
    pairs = tuple((field.players[x].id, field.players[o].id) for x, o in games)
    return Reason.of("undone", games=pairs, score=chase.score)


def _top_first(table: DrawInProgress, chase: Chase) -> Reach:
    """Top-half players by score, then bottom-half players on the same score, then anybody."""
    return _reach(table.field, chase, bottom_first=False)


def _bottom_first(table: DrawInProgress, chase: Chase) -> Reach:
    """Bottom-half players on the same score before all others."""
    return _reach(table.field, chase, bottom_first=True)


def _reach(field: EcfField, chase: Chase, *, bottom_first: bool) -> Reach:
    def reach(o: int) -> int:
        player = field.players[o]
        below = int(100 * (chase.score - player.score))
        if player.top and below > 0:
            return below
        if not player.top and below == 0:
            return 0 if bottom_first else AFAR
        return 2 * AFAR + abs(below)

    return reach


def _sides(table: DrawInProgress, chase: Chase) -> Sides:
    bottom = bottom_on(table, chase.score)
    return chosen(table.field, bottom, eligible(table.field, table.left, chase), table.left)


def _seat_sides(table: DrawInProgress, chase: Chase, sides: Sides, notes: Reasons = ()) -> None:
    """The two-sided group, then the bottom-half players for whom the top half has nobody."""
    table.sides(chase.sided, sides, notes, chase.sided_part)
    beyond = mask_of(sides.beyond) & table.left
    if beyond:
        table.level(f"{chase.sided.partition(' v ')[0]} {BEYOND}", beyond)


def taken_from(field: EcfField, taken: Sequence[int]) -> dict[Points, list[int]]:
    """Who was taken into a two-sided group, by the score level that he comes from."""
    levels: dict[Points, list[int]] = {}
    for player in members(mask_of(taken)):
        levels.setdefault(field.players[player].score, []).append(player)
    return levels
