"""Rule 7: which players float out of a group, and whom they meet; rule 5: who has the bye."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from engine.history import OTHER, Colour
from engine.matching import Criterion, Matching, Stepwise, any_best
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.ecf.field import EcfField, Feasibility, Mode, majority
from formats.score_field import Game

Reach = Callable[[int], int]
"""How far down a player outside the group is: the score difference in hundredths, or the place in
a list of those whom the floater is to meet. Less is nearer."""
FEW = 40
"""Players of a group, or after it, up to whom only some candidates of the others are looked at."""
MANY = 150
"""Candidates above which everybody is looked at."""
TRIES = 8
"""How many games of a floater are tried before the search for those that no best draw has."""


def from_median(players: Sequence[int]) -> list[int]:
    """Players of a level in grade order: from the one just below the mid-line downwards, then
    upwards. Of an odd number he is the median itself (rule 4: 31 of 61)."""
    middle = len(players) // 2
    return [*players[middle:], *reversed(players[:middle])]


def larger_colour(field: EcfField, players: Sequence[int]) -> Colour | None:
    """The colour due to more of them; None if neither is."""
    return majority([field.players[i].due for i in players])


@dataclass(frozen=True)
class Outside:
    """A group, everybody who is placed after it, and how far away they are."""

    field: EcfField
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
    order = floaters(field, outside.group)
    for tier in _tiers(outside):
        for x in order:
            near = tier & field.legal[x]
            if not near or not perfect(outside.group & ~(1 << x)):
                continue
            for o in opponents(field, x, near):
                if perfect(outside.rest & ~(1 << o)):
                    return x, o
    return None


def _tiers(outside: Outside) -> list[int]:
    """Everybody outside by distance, as bit sets."""
    far = {o: outside.reach(o) for o in members(outside.rest)}
    return [mask_of([o for o in far if far[o] == d]) for d in sorted(set(far.values()))]


def floaters(field: EcfField, group: int) -> list[int]:
    """From the larger due-colour group, players who have not floated down, from the median
    downwards and then upwards."""
    players = field.by_grade(group)
    larger = larger_colour(field, players)

    def key(i: int) -> tuple[bool, bool]:
        player = field.players[i]
        return larger is not None and player.due != larger, player.downfloats > 0

    return sorted(from_median(players), key=key)


def opponents(field: EcfField, floater: int, among: int) -> list[int]:
    """The highest-graded player who is due the other colour and has not floated up."""

    def key(o: int) -> tuple[int, bool, int]:
        other = field.players[o]
        return colour_clash(field, floater, o), other.upfloats > 0, other.place

    return sorted(members(among), key=key)


def colour_clash(field: EcfField, one: int, other: int) -> int:
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
    field, tried = outside.field, 0
    possible: Set[Game] = frozenset()
    for x in order:
        for tier in _tiers(outside):
            for o in opponents(field, x, tier & field.legal[x]):
                if tried == TRIES:
                    possible = _possible(outside)
                tried += 1
                if tried > TRIES and (x, o) not in possible:
                    continue
                after = outside.without((x, o))
                left = (wanted[0] - 1, wanted[1] - outside.reach(o))
                if _cost(after) == left:
                    return (x, o), after, left
    raise AssertionError("the floaters that were found are gone")


def _cost(outside: Outside) -> tuple[int, int] | None:
    """Floaters, and their distances added; None if the players cannot be drawn."""
    solution = _cost_by_few(outside)
    if solution is not None:
        return solution
    return _totals(_matched(outside, *_whole(outside)))


def _possible(outside: Outside) -> Set[Game]:
    """All games of floaters that are in some best draw, and perhaps others."""
    players, games = _whole(outside)
    edges, criteria = _weighed(outside, players, games)
    search = Stepwise(len(players), edges)
    search.minimise(criteria)
    pairs = ((players[i], players[j]) for i, j in search.edges)
    return {game for a, b in pairs for game in ((a, b), (b, a))}


def _whole(outside: Outside) -> tuple[list[int], list[Game]]:
    """Everybody, and all that can meet."""
    everybody = outside.group | outside.rest
    near = outside.field.legal
    games = [(a, b) for a in members(everybody) for b in members(near[a] & everybody) if a < b]
    players = list(members(everybody))
    if len(players) % 2:
        nobody = len(outside.field)  # whom the holder of the bye meets
        games += [(a, nobody) for a in members(outside.field.resting & everybody)]
        players.append(nobody)
    return players, games


def _matched(outside: Outside, players: Sequence[int], games: Sequence[Game]) -> Matching | None:
    """The fewest floaters over the least distance, of some players by their possible games."""
    edges, criteria = _weighed(outside, players, games)
    return any_best(len(players), edges, criteria)


def _weighed(
    outside: Outside, players: Sequence[int], games: Sequence[Game]
) -> tuple[list[Edge], list[Criterion]]:
    """The games by the positions of `players`, and the least values of the best draw."""
    number = {p: i for i, p in enumerate(players)}
    group, rest = outside.group, outside.rest

    def other(i: int, j: int) -> int | None:
        a, b = players[i], players[j]
        if group >> a & rest >> b & 1:
            return b
        return a if group >> b & rest >> a & 1 else None

    def leaves(i: int, j: int) -> int:
        return int(other(i, j) is not None)

    def distance(i: int, j: int) -> int:
        opponent = other(i, j)
        return 0 if opponent is None else outside.reach(opponent)

    edges = [(number[a], number[b]) for a, b in games]
    return edges, [Criterion("floaters", leaves), Criterion("distance", distance)]


def _totals(matching: Matching | None) -> tuple[int, int] | None:
    return (matching.totals["floaters"], matching.totals["distance"]) if matching else None


def _cost_by_few(outside: Outside) -> tuple[int, int] | None:
    """The same where the group, or all that comes after it, is small; None if it is not found so.

    Those of the large side are taken to be free to meet each other: no draw is better than the
    best under that. If those whom the answer leaves over can be drawn, it is right.
    """
    small, large = sorted((outside.group, outside.rest), key=int.bit_count)
    if small.bit_count() > FEW or small & outside.field.resting:
        return None
    nearest = _nearest(outside, small, large)
    free = sorted({o for others in nearest.values() for o in others})
    if len(free) > MANY:
        return None
    if (len(nearest) + len(free)) % 2:
        free.append(len(outside.field))  # nobody, for the player left over
    games = [(a, b) for a in nearest for b in members(outside.field.legal[a] & small) if a < b]
    games += [(x, o) for x, others in nearest.items() for o in others]
    players = [*nearest, *free]
    matching = _matched(outside, players, [*games, *combinations(free, 2)])
    if matching is None:
        return None
    met = mask_of(players[matching.partner[i]] for i in range(len(nearest)))
    return _totals(matching) if outside.field.pairable.perfect(large & ~met) else None


def _nearest(outside: Outside, small: int, large: int) -> dict[int, list[int]]:
    """For everybody of the small side those of the other whom he may meet, the nearest; no more
    than there are players on his side, since the others can take no more from him."""
    after = large == outside.rest
    far = {o: outside.reach(o) if after else 0 for o in members(large)}
    legal = outside.field.legal
    return {
        x: sorted(members(legal[x] & large), key=far.__getitem__)[: small.bit_count()]
        for x in members(small)
    }


def bye_holder(ground: Feasibility, mode: Mode) -> int | None:
    """The player with the bye, None if the number is even; the rest stays drawable."""
    field = ground.field
    if field.free.bit_count() % 2 == 0:
        return None
    order = holders(field, mode, ground.byes)
    return next(i for i in order if field.pairable.perfect(field.free & ~(1 << i)))


def open_to_the_bye(ground: Feasibility, mode: Mode) -> int:
    """In an accelerated round those of whom one will have the bye once (b), and in Advanced (d), is
    filled, as a bit set, without the players who are certain to be in (a) to (d). Empty if the
    number is even, and if no draw gives the bye to one of them."""
    field = ground.field
    if mode not in ("basic", "advanced") or field.free.bit_count() % 2 == 0:
        return 0
    able = field.free & field.had_byes_at_most(ground.byes) & ~field.on(field.lead)
    if mode == "advanced":
        able &= ~field.on(field.lead - field.step)
    return able if field.pairable.perfect(field.free, able) else 0


def holder_among(field: EcfField, left: int, byes: int) -> int:
    """The bye of an accelerated round: from the last pairing group as it is, by rule 5 within it;
    failing that from the group before."""
    order = holders_among(field, left, byes)
    return next(i for i in order if field.pairable.perfect(left & ~(1 << i)))


def holders(field: EcfField, mode: Mode, byes: int | None = None) -> list[int]:
    """Everybody in the order in which the bye is offered, those with more than so many byes left
    out (None: nobody).

    Round 1: from the mid-line of the field, or of its bottom half. Later: from the lowest level
    up, those without any bye; then those who only asked for one; then the others.
    """
    if mode in ("opening", "opening by halves"):
        level = field.everybody
        if mode == "opening by halves":
            level = field.everybody & ~field.top or level
        order = from_median(field.by_grade(level))
        order += [i for i in field.by_grade(field.everybody) if i not in order]
        return [i for i in order if i not in field.locked]
    return holders_among(field, field.everybody, byes)


def holders_among(field: EcfField, left: int, byes: int | None = None) -> list[int]:
    """The same for the players who are left, from the lowest of their score levels up."""
    levels = [level & left for level in reversed(field.score_groups)]
    able = [
        i
        for level in levels
        for i in _in_level(field, level)
        if i not in field.locked and (byes is None or field.players[i].byes <= byes)
    ]
    return sorted(able, key=lambda i: (field.players[i].byes, field.players[i].asked > 0))


def _in_level(field: EcfField, level: int) -> list[int]:
    """From the larger colour group, from the median downwards, then upwards; then the others."""
    players = field.by_grade(level)
    larger = larger_colour(field, players)
    return sorted(
        from_median(players),
        key=lambda i: larger is not None and field.players[i].due != larger,
    )
