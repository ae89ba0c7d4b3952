"""Rule 7: who floats out of a group, and whom he meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.colours import OTHER
from engine.matching import Criterion, any_best
from engine.pairable import mask_of, members
from formats.ecf.field import Field, Game
from formats.ecf.median import from_median, larger_colour

Reach = Callable[[int], int]
"""How far down a player outside the group is: the score difference in hundredths, or the place in
a list of those whom the floater is to meet. Less is nearer."""


@dataclass(frozen=True)
class Outside:
    """A group, everybody who is placed after it, and how far away they are."""

    field: Field
    group: int
    rest: int
    reach: Reach

    def without(self, game: Game) -> Outside:
        """The same after a floater has left with his opponent."""
        floater, opponent = game
        return Outside(
            self.field, self.group & ~(1 << floater), self.rest & ~(1 << opponent), self.reach
        )


def floated(outside: Outside) -> list[Game]:
    """The games of those who float, floater first: the fewest, over the least distance, such that
    the rest of the group and everybody below can be drawn."""
    perfect = outside.field.pairable.perfect
    if outside.group.bit_count() % 2 == 0 and perfect(outside.group) and perfect(outside.rest):
        return []
    single = _single(outside) if outside.group.bit_count() % 2 else None
    return [single] if single else _several(outside)


def _single(outside: Outside) -> Game | None:
    """One floater, the nearest possible opponents first."""
    field, perfect = outside.field, outside.field.pairable.perfect
    able = [x for x in floaters(field, outside.group) if perfect(outside.group & ~(1 << x))]
    for tier in _tiers(outside):
        for x in able:
            for o in opponents(field, x, tier & field.legal[x]):
                if perfect(outside.rest & ~(1 << o)):
                    return x, o
    return None


def _tiers(outside: Outside) -> list[int]:
    """Everybody outside by distance, as bit sets."""
    far = {o: outside.reach(o) for o in members(outside.rest)}
    return [mask_of([o for o in far if far[o] == d]) for d in sorted(set(far.values()))]


def floaters(field: Field, group: int) -> list[int]:
    """From the larger due-colour group, who has not floated down, from the median downwards and
    then upwards."""
    players = field.by_grade(group)
    larger = larger_colour(field, players)

    def key(i: int) -> tuple[bool, bool]:
        player = field.players[i]
        return larger is not None and player.due != larger, player.downfloats > 0

    return sorted(from_median(players), key=key)


def opponents(field: Field, floater: int, among: int) -> list[int]:
    """The highest-graded who is due the other colour and has not floated up."""

    def key(o: int) -> tuple[int, bool, int]:
        other = field.players[o]
        return colour_clash(field, floater, o), other.upfloats > 0, other.place

    return sorted(members(among), key=key)


def colour_clash(field: Field, one: int, other: int) -> int:
    """0 if the two are due different colours, 1 if one of them is due none, 2 if the same."""
    mine, his = field.players[one].due, field.players[other].due
    if mine is None:
        return 0
    if his is None:
        return 1
    return 0 if his == OTHER[mine] else 2


def _several(outside: Outside) -> list[Game]:
    """The same by exact matching of the whole rest: number of floaters, then sum of distances."""
    wanted = _cost(outside)
    assert wanted is not None, "a field that was found drawable is not"
    order = floaters(outside.field, outside.group)
    games: list[Game] = []
    while wanted[0]:
        game, outside, wanted = _next(outside, order, wanted)
        order = order[order.index(game[0]) + 1 :]
        games.append(game)
    return games


def _next(
    outside: Outside, order: Sequence[int], wanted: tuple[int, int]
) -> tuple[Game, Outside, tuple[int, int]]:
    """The first floater and opponent with whom the best number and distance are still reached."""
    field = outside.field
    for x in order:
        for tier in _tiers(outside):
            for o in opponents(field, x, tier & field.legal[x]):
                after = outside.without((x, o))
                left = (wanted[0] - 1, wanted[1] - outside.reach(o))
                if _cost(after) == left:
                    return (x, o), after, left
    raise AssertionError("the floaters that were found are gone")


def _cost(outside: Outside) -> tuple[int, int] | None:
    """Floaters, and their distances added; None if the players cannot be drawn."""
    field, group = outside.field, outside.group
    players = list(members(group | outside.rest))
    number = {p: i for i, p in enumerate(players)}
    edges = [
        (number[a], number[b])
        for a in players
        for b in members(field.legal[a] & (group | outside.rest))
        if a < b
    ]

    def leaves(i: int, j: int) -> int:
        return (group >> players[i] ^ group >> players[j]) & 1

    def distance(i: int, j: int) -> int:
        if not leaves(i, j):
            return 0
        return outside.reach(players[j] if group >> players[i] & 1 else players[i])

    found = any_best(
        len(players), edges, [Criterion("floaters", leaves), Criterion("distance", distance)]
    )
    return (found.totals["floaters"], found.totals["distance"]) if found else None
