"""A round while it is drawn: the players who are left, and the groups in order with their games.

Without acceleration they are the score levels; in Basic and Advanced, from round 2 on, the pairing
groups (a) to (d) come before them. Players are taken into a two-sided group by colour, then by
grade, and so that all can be drawn; Advanced 7 counts enough top-half players for those of the
bottom half on 100 % less half a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as knob
from decimal import Decimal
from functools import partial
from typing import Literal

from engine.assignment import Transposition
from engine.at_work import at_work
from engine.history import OTHER, Colour
from engine.matching import Matching
from engine.pairable import Pairable, mask_of, members
from engine.points import NIL, Points, points_named, points_text
from engine.reasons import Reason, Reasons
from formats.ecf.field import EcfField, Mode
from formats.ecf.floats import Outside, Reach, floated
from formats.ecf.level import LevelGroup, paired
from formats.score_field import Game


@dataclass(frozen=True)
class DrawnGroup:
    """A group as it was drawn: its own games, then those of its floaters (floater first)."""

    name: str
    group: LevelGroup
    matching: Matching
    floats: tuple[Game, ...] = ()
    taken: tuple[int, ...] = ()
    """The players taken into it from lower levels."""
    notes: Reasons = ()
    part: str = ""
    """As `Match.part`."""

    @property
    def games(self) -> list[Game]:
        """All games, floaters' last."""
        return [*self.group.games(self.matching), *self.floats]


@dataclass
class DrawInProgress:
    """The players not placed yet, and the groups drawn."""

    field: EcfField
    left: int
    drawn: list[DrawnGroup] = knob(default_factory=list)

    def level(
        self, name: str, players: int, reach: Reach | None = None, notes: Reasons = ()
    ) -> None:
        """Draw a group among itself; those who cannot meet anybody in it float down."""
        if players:
            games = self.floats(players, reach)
            self.seat_level(name, players, games, notes)

    def floats(self, players: int, reach: Reach | None = None) -> list[Game]:
        """The games of the players who have to leave the group."""
        rest = self.left & ~players
        return floated(Outside(self.field, players, rest, reach or self.by_score(players)))

    def seat_level(
        self,
        name: str,
        players: int,
        floats: Sequence[Game],
        notes: Reasons = (),
        part: str = "",
    ) -> None:
        """Draw a group whose floaters are known."""
        away = mask_of([p for game in floats for p in game])
        group = LevelGroup(self.field, tuple(self.field.by_grade(players & ~away)))
        matching = paired(group)
        self._seat(DrawnGroup(name, group, matching, tuple(floats), notes=notes, part=part))

    def sides(self, name: str, sides: Sides, notes: Reasons = (), part: str = "") -> None:
        """Draw a two-sided group."""
        if sides.bottom:
            group = two_sided(self.field, sides)
            matching = paired(group)
            self._seat(DrawnGroup(name, group, matching, taken=sides.top, notes=notes, part=part))

    def _seat(self, drawn: DrawnGroup) -> None:
        self.drawn.append(drawn)
        self.left &= ~mask_of([p for game in drawn.games for p in game])

    def by_score(self, players: int) -> Reach:
        """How many points lower somebody is than the group, in hundredths."""
        scores = [self.field.players[i].score for i in members(players)]
        highest = max(scores)
        return lambda o: abs(int(100 * (highest - self.field.players[o].score)))


def two_sided(field: EcfField, sides: Sides) -> LevelGroup:
    """The group of two sides, the top half above the line."""
    return LevelGroup(field, (*sides.top, *sides.bottom), two_sided=True)


TOP_OPENING = "A v B"
BOTTOM_OPENING = "C v D"


def score_levels(table: DrawInProgress, name: Callable[[Decimal], str] = points_named) -> None:
    """Everybody who is left, level by level."""
    groups = table.field.score_groups
    for number, level in enumerate(groups, start=1):
        here = level & table.left
        if here:
            at_work(number, len(groups), here.bit_count())
            table.level(name(table.field.players[here.bit_length() - 1].score), here)


def opening(table: DrawInProgress, *, halves: bool) -> None:
    """Round 1: the whole field as one level, or the top half and the bottom half apart."""
    if not halves:
        score_levels(table)
        return
    top = table.field.top & table.left
    table.level(TOP_OPENING, top, lambda _: 0)
    table.level(BOTTOM_OPENING, table.left, lambda _: 0)


GROUP_A = "(a) top-half 100 %"
GROUP_B = "(b) bottom-half 100 % v top half"
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
        """The `Match.part` of the top half's own games."""
        return "c" if self.second else "a"

    @property
    def sided_part(self) -> str:
        """The `Match.part` of the two-sided ones."""
        return "d" if self.second else "b"


TWO_SIDED = ("b", "d")
"""Parts whose games are between the halves."""


def chases(field: EcfField, *, advanced: bool) -> list[Chase]:
    """(a) with (b); in Advanced (c) with (d) too, in round 2 by the page's words for them."""
    steps = [Chase(GROUP_A, GROUP_B, field.lead, 2)]
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
    """The players taken into a two-sided group, by the score level that they come from."""
    levels: dict[Points, list[int]] = {}
    for player in members(mask_of(taken)):
        levels.setdefault(field.players[player].score, []).append(player)
    return levels


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


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """Group (b) after the count, the players promoted into (c), and what was done."""

    sides: Sides
    promoted: tuple[int, ...] = ()
    notes: Reasons = ()


@dataclass(frozen=True, slots=True)
class _Count:
    """The players there for (c) and (d), `left` being everybody not in (a)."""

    field: EcfField
    left: int
    score: Points
    step: Points

    def own(self, sides: Sides) -> list[int]:
        """Top-half players on the score who are not in (b)."""
        return self._top(self.score, sides)

    def supply(self, sides: Sides) -> list[int]:
        """Top-half players half a point further down who are not in (b)."""
        return self._top(self.score - self.step, sides)

    def need(self) -> list[int]:
        """Bottom-half players on the score."""
        return self.field.by_grade(self.field.on(self.score) & ~self.field.top & self.left)

    def missing(self, sides: Sides, promoted: int = 0) -> int:
        """How many are wanting; one is lost to the floater of an odd (c)."""
        odd = (len(self.own(sides)) + promoted) % 2
        return len(self.need()) - promoted - (len(self.supply(sides)) - odd)

    def _top(self, score: Points, sides: Sides) -> list[int]:
        away = mask_of(sides.top)
        return self.field.by_grade(self.field.on(score) & self.field.top & self.left & ~away)


def counted_step(
    field: EcfField, left: int, sides: Sides, score: Points, step: Points
) -> CountedGroup:
    """From the bottom board of (b) up, a top-half player half a point further down makes way for
    the highest-graded one on `score` who is due the same colour, until there are enough; then the
    highest-graded of the bottom half join (c)."""
    count = _Count(field, left, score, step)
    notes: list[Reason] = []
    before = _figures("count-before", count, CountedGroup(sides))
    for place in _from_the_bottom(field, sides):
        if not sides.top or count.missing(sides) <= 0:
            break
        substitute = _substitute(count, sides, place)
        if substitute is not None:
            into, out = field.players[substitute].id, field.players[place].id
            notes.append(Reason.of("replaces", player=into, opponent=out))
            sides = _exchanged(field, sides, place, substitute)
    promoted = 0
    while count.missing(sides, promoted) > 0 and promoted < len(count.need()):
        promoted += 1
    raised = tuple(count.need()[:promoted])
    if raised:
        ids = tuple(field.players[i].id for i in raised)
        notes.append(Reason.of("promoted", players=ids))
    if notes:
        notes = [before, *notes, _figures("count-after", count, CountedGroup(sides, raised))]
    return CountedGroup(sides, raised, tuple(notes))


def _from_the_bottom(field: EcfField, sides: Sides) -> list[int]:
    """The top-half players of (b), the bottom board's first."""
    if not sides.bottom:
        return []
    group = two_sided(field, sides)
    partner = {low: high for high, low in group.games(paired(group))}
    return [partner[low] for low in reversed(sides.bottom)]


def _substitute(count: _Count, sides: Sides, place: int) -> int | None:
    """The player who can take the place in (b), None if there is nobody or if it is not of the
    lower level."""
    field = count.field
    if place not in members(field.on(count.score - count.step)):
        return None
    for player in count.own(sides):
        same = field.players[player].due == field.players[place].due
        others = [i for i in sides.top if i != place]
        if same and drawable(field, sides.bottom, [*others, player], [*others, player], count.left):
            return player
    return None


def _exchanged(field: EcfField, sides: Sides, out: int, into: int) -> Sides:
    top = mask_of(i for i in sides.top if i != out) | 1 << into
    return replace(sides, top=tuple(field.by_grade(top)))


def _figures(code: str, count: _Count, after: CountedGroup) -> Reason:
    """How many of the bottom half are to meet how many of the top half."""
    odd = (len(count.own(after.sides)) + len(after.promoted)) % 2
    return Reason.of(
        code,
        bottom=len(count.need()) - len(after.promoted),
        top=len(count.supply(after.sides)) - odd,
        score=count.score - count.step, odd=bool(odd),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Zone:
    """Players who are placed together: a level, a half, or one side of a two-sided group."""

    name: str
    players: int
    kind: Literal["level", "own", "sided"] = "level"
    chase: Chase | None = None

    @property
    def part(self) -> str:
        """As `Match.part`."""
        if self.chase is None:
            return ""
        return self.chase.own_part if self.kind == "own" else self.chase.sided_part


def zones(field: EcfField, mode: Mode) -> Iterator[Zone]:
    """All players, each in one zone."""
    if mode == "opening by halves":
        yield from (z for z in (
            Zone(TOP_OPENING, field.top),
            Zone(BOTTOM_OPENING, field.everybody & ~field.top),
        ) if z.players)  # fmt: skip
        return
    done = 0
    on, advanced = mode in ("basic", "advanced"), mode == "advanced"
    for chase in chases(field, advanced=advanced) if on else ():
        here = field.on(chase.score)
        for zone in (
            Zone(chase.own, here & field.top, "own", chase),
            Zone(chase.sided, here & ~field.top, "sided", chase),
        ):
            done |= zone.players
            if zone.players:
                yield zone
    for level in field.score_groups:
        rest = level & ~done
        if rest:
            score = field.players[rest.bit_length() - 1].score
            yield Zone(
                rest_name(field, score, advanced=advanced) if on else points_named(score), rest
            )


def inside(field: EcfField, mode: Mode) -> frozenset[Game]:
    """Locked pairs that stay in their group: both of one zone, or of the two sides of a group."""
    return frozenset(
        (a, b)
        for a, b in field.locked.items()
        if a < b and any(_holds(field, zone, a, b) for zone in zones(field, mode))
    )


def _holds(field: EcfField, zone: Zone, a: int, b: int) -> bool:
    here = [zone.players >> i & 1 for i in (a, b)]
    if zone.kind != "sided" or zone.chase is None:
        return all(here)
    other = b if here[0] else a
    return sum(here) == 1 and other in eligible(field, field.everybody, zone.chase)
