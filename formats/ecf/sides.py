"""Who is taken into a two-sided group: by colour, then by grade, and so that all can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.colours import OTHER
from engine.history import Colour
from engine.pairable import Pairable, mask_of, members
from engine.transposition import Transposition
from formats.ecf.field import EcfField


@dataclass(frozen=True, slots=True)
class Sides:
    """The bottom-half players of a two-sided group, as many of the top half, and those of the
    bottom half for whom there is nobody."""

    bottom: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()


def chosen(field: EcfField, bottom: Sequence[int], eligible: Sequence[int], left: int) -> Sides:
    """The sides of a group; `left` are all who are not placed yet, as a bit set.

    Of the eligible as many due Black as there are bottom-half players due White, and as many due
    White as due Black; for the others, and where a colour runs short, the highest left.
    """
    for count in range(min(len(bottom), len(eligible)), 0, -1):
        playing = tuple(bottom[:count])
        if drawable(field, playing, eligible, (), left):
            taken = _taken(field, playing, eligible, left)
            return Sides(playing, tuple(field.by_grade(mask_of(taken))), tuple(bottom[count:]))
    return Sides(beyond=tuple(bottom))


def _taken(field: EcfField, bottom: Sequence[int], eligible: Sequence[int], left: int) -> list[int]:
    """If everybody can be drawn with all whom the rule names, none of them is passed over."""
    named = _named(field, bottom, eligible, lambda _: True)
    if _fits(field, bottom, eligible, named, left):
        return named
    return _named(
        field, bottom, eligible, lambda taken: _fits(field, bottom, eligible, taken, left)
    )


def _named(
    field: EcfField,
    bottom: Sequence[int],
    eligible: Sequence[int],
    fits: Callable[[Sequence[int]], bool],
) -> list[int]:
    room = wanted_colours(field, bottom)
    taken: list[int] = []
    for player in eligible:
        colour = field.players[player].due
        if colour and room[colour] and fits([*taken, player]):
            room[colour] -= 1
            taken.append(player)
    for player in eligible:
        if len(taken) == len(bottom):
            break
        if player not in taken and fits([*taken, player]):
            taken.append(player)
    return taken


def _fits(
    field: EcfField, bottom: Sequence[int], eligible: Sequence[int], taken: Sequence[int], left: int
) -> bool:
    return drawable(field, bottom, eligible, taken, left)


def wanted_colours(field: EcfField, bottom: Sequence[int]) -> dict[Colour, int]:
    """How many due White and due Black the bottom-half players ask for."""
    dues = [field.players[i].due for i in bottom]
    return {OTHER[colour]: dues.count(colour) for colour in OTHER}


def drawable(
    field: EcfField, bottom: Sequence[int], eligible: Sequence[int], taken: Sequence[int], left: int
) -> bool:
    """Whether everybody left can be drawn with these bottom-half players meeting eligible players
    and these taken players meeting them."""
    below, above, sure = mask_of(bottom), mask_of(eligible), mask_of(taken)
    if _drawn_at_once(field, below, above, sure, left):
        return True
    near = [0] * len(field)
    for i in members(left):
        mine = field.legal[i] & left
        if below >> i & 1:
            mine &= above
        elif sure >> i & 1:
            mine &= below
        else:
            mine &= ~sure
            if not above >> i & 1:
                mine &= ~below
        near[i] = mine
    return Pairable(near).perfect(left, field.resting & left & ~(below | sure))


def _drawn_at_once(field: EcfField, below: int, above: int, sure: int, left: int) -> bool:
    """True proves it: the taken meet bottom-half players, the rest of these other eligible ones,
    and whoever is left over can be drawn. False proves nothing."""
    rows = [field.legal[i] & below for i in members(sure)]
    met = _each_with_one(rows, below)
    if met is None:
        return False
    rows = [field.legal[i] & above & ~sure & left for i in members(below & ~met)]
    more = _each_with_one(rows, above & ~sure & left)
    if more is None:
        return False
    return field.pairable.perfect(left & ~(below | sure | more))


def _each_with_one(rows: Sequence[int], columns: int) -> int | None:
    """Columns, as a bit set, one for each row; None if they do not suffice."""
    transposition = Transposition(rows, dict.fromkeys(members(columns), 0)).first(0)
    return None if transposition is None else mask_of(transposition)
