"""A whole round: what it is drawn from, also without a legal draw (step 7); floats and groups,
floaters passing by those whom rule 8 asks to avoid; colours, in the order of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.history import OTHER, Colour
from engine.matching import Matching
from engine.pairable import Pairable, mask_of, members, most_pairs
from engine.refusal import NoDraw
from formats.kjca.field import KjcaField, must_turn, step_four
from formats.kjca.floats import FloaterSeat, FloatPlan, Passing, Wishes, plan
from formats.kjca.pairing import PairingGroup, pair
from formats.score_field import Game, fewest_byes, fewest_faults


@dataclass(frozen=True, slots=True)
class KjcaBoard:
    """A game; players are positions in the field, `high` the one who counts as the top half."""

    number: int
    high: int
    low: int
    high_colour: Colour
    turned: bool = False


@dataclass(frozen=True)
class KjcaDraw:
    """A round, with all that is needed to say why it is so."""

    ground: FeasibleField
    plan: FloatPlan
    groups: tuple[PairingGroup, ...]
    matchings: tuple[Matching, ...]
    boards: tuple[KjcaBoard, ...]

    @property
    def field(self) -> KjcaField:
        """The players who were drawn."""
        return self.ground.field

    @property
    def bye(self) -> int | None:
        """The player with the bye."""
        return self.plan.bye


def draw_round(field: KjcaField, *, opening: bool = False) -> KjcaDraw:
    """Everybody in the field gets a board, one the bye if they are odd.

    `opening` is round 1: colours by the number of the card instead of step 4.
    """
    ground = prepared(field)
    whole = settled(ground)
    games = list(whole.plan.games)
    for group, matching in zip(whole.groups, whole.matchings, strict=True):
        games += [(group.players[a], group.players[b]) for a, b in matching.pairs]
    boards = _boards(ground.field, games)
    if opening:
        boards = tuple(_opening_colour(board, whole.groups[0]) for board in boards)
    return KjcaDraw(ground, whole.plan, whole.groups, whole.matchings, boards)


def _opening_colour(board: KjcaBoard, group: PairingGroup) -> KjcaBoard:
    """Odd cards of the top half have White; a game within the bottom half goes by its board."""
    card = group.players.index(board.high)
    number = card + 1 if card < group.half else board.number
    return replace(board, high_colour="W" if number % 2 else "B")


def _boards(field: KjcaField, games: list[tuple[int, int]]) -> tuple[KjcaBoard, ...]:
    """By score group, the group's own boards before its floaters', the higher player first."""
    group_of = field.group_of
    ordered = sorted(games, key=lambda g: (group_of[g[0]], group_of[g[0]] != group_of[g[1]], g))
    return tuple(_board(field, no, *game) for no, game in enumerate(ordered, start=1))


def _board(field: KjcaField, number: int, high: int, low: int) -> KjcaBoard:
    """Colours by step 4, turned if somebody would have a third one."""
    upper, lower = field.players[high], field.players[low]
    colour = step_four(upper, lower) or ("W" if number % 2 else "B")
    if must_turn(upper, lower):
        return KjcaBoard(number, high, low, OTHER[colour], turned=True)
    return KjcaBoard(number, high, low, colour)


@dataclass(frozen=True, slots=True)
class FeasibleField:
    """A field that can be drawn, and how many byes the player who gets the bye may have had."""

    field: KjcaField
    byes: int
    repeats: tuple[Game, ...] = ()
    thirds: tuple[Game, ...] = ()


def prepared(field: KjcaField) -> FeasibleField:
    """The field that the round is drawn from.

    A legal draw with the bye to somebody who has had none; else with a second bye; else the
    fewest third colours, as low as possible; else the fewest repeats, likewise. `NoDraw` if the
    arbiter's locks and bars leave no draw that would be there without them, or none at all.
    """
    byes = fewest_byes(field, field.pairable)
    if byes is not None:
        return FeasibleField(field, byes)
    _refuse_instructions(field)
    for near in (field.unmet, field.unbarred):
        byes = fewest_byes(field, Pairable(near))
        if byes is not None:
            return _exempting(field, near, byes)
    raise _stopped()


def _refuse_instructions(field: KjcaField) -> None:
    """`NoDraw` if there would be a legal draw without the arbiter's locks and bars."""
    if not (field.locks or field.bars):
        return
    free = KjcaField(field.players, allowed=field.allowed, avoid_cost=field.avoid_cost)
    if fewest_byes(free, free.pairable) is not None:
        raise _stopped()


def _stopped() -> NoDraw:
    return NoDraw(
        "this round has no legal draw",
        "those who are left cannot all be paired",
        "take back a bar or a lock",
    )


def _exempting(field: KjcaField, near: list[int], byes: int) -> FeasibleField:
    """The fewest repeats, as low as possible, then the fewest third colours, as low as possible,
    over all draws of the whole round; the games with them are then possible, and no others."""

    def repeat(a: int, b: int) -> int:
        return int(max(a, b) < len(field) and not field.unmet[a] >> b & 1)

    def third(a: int, b: int) -> int:
        here = max(a, b) < len(field)
        return int(
            here
            and field.players[a].third is not None
            and field.players[a].third == field.players[b].third
        )

    pairs = fewest_faults(field, near, byes, {"repeats": repeat, "third colours": third})
    repeats = tuple(p for p in pairs if repeat(*p))
    thirds = tuple(p for p in pairs if third(*p))
    return FeasibleField(field.with_exempt((*repeats, *thirds)), byes, repeats, thirds)


@dataclass(frozen=True)
class Whole:
    """A round as far as floats, groups and their boards are settled."""

    field: KjcaField
    plan: FloatPlan
    groups: tuple[PairingGroup, ...]
    matchings: tuple[Matching, ...]

    @property
    def games(self) -> int:
        """Games that rule 8 asks to avoid, over the whole round."""
        return _of_floats(self.field, self.plan) + sum(m.totals["games"] for m in self.matchings)

    @property
    def altered(self) -> int:
        """Altered boards of the round; a floater who passes by somebody for rule 8 alters his."""
        cost = self.field.avoid_cost
        within = sum(m.totals["rule 8"] - cost * m.totals["games"] for m in self.matchings)
        return within + sum(passing.chosen is not None for passing in self.plan.passings)

    @property
    def floated(self) -> tuple[int, int, int]:
        """The cost of the floats."""
        return _floated(self.field, self.plan)

    def worth(self, other: Whole) -> bool:
        """Whether this round has fewer games to be avoided than another, alters at most
        `avoid_cost` boards more for each, and floats nobody more or again."""
        saved = other.games - self.games
        dearer = self.altered - other.altered > self.field.avoid_cost * saved
        return saved > 0 and not dearer and not _more(self.floated, other.floated)


def _of_floats(field: KjcaField, floats: FloatPlan) -> int:
    """Games of floaters that rule 8 asks to avoid."""
    return sum(field.shunned[a] >> b & 1 for a, b in floats.games)


def _floated(field: KjcaField, floats: FloatPlan) -> tuple[int, int, int]:
    """Groups that are crossed, second downfloats, second upfloats."""
    group, seats, games = field.group_of, field.players, floats.games
    crossed = sum(group[b] - group[a] for a, b in games)
    if floats.bye is not None:
        crossed += len(field.score_groups) - 1 - group[floats.bye]
    down = sum(seats[a].downfloats > 0 for a, _ in games)
    return crossed, down, sum(seats[b].upfloats > 0 for _, b in games)


def _more(one: Iterable[int], other: Iterable[int]) -> bool:
    return any(a > b for a, b in zip(one, other, strict=True))


def settled(ground: FeasibleField) -> Whole:
    """Floats and groups of the round.

    Floaters play the first opponent by the page's order. Then, from the top, each whose opponent
    rule 8 asks to avoid passes by him, if there is another for whom it is worth it: the first one,
    ready to float up as he is, with whom the whole round is worth it.
    """
    tables = _Tables(ground)
    wishes: dict[tuple[int, int], int] = {}
    passings: list[Passing] = []
    whole = tables.drawn(tables.plan(wishes, passings))
    while (seating := _next(whole, passings)) is not None:
        key = (seating.floater, seating.into)
        tried: list[int] = []
        for other in _others(whole, seating):
            passing = Passing(*key, _opponent(seating), tuple(tried), other)
            floats = tables.plan({**wishes, key: other}, [*passings, passing])
            if (seating.floater, other) not in floats.games:
                continue
            if tables.can_be_worth(floats, whole) and (trial := tables.drawn(floats)).worth(whole):
                wishes[key], whole = other, trial
                break
            tried.append(other)
        else:
            passing = Passing(*key, _opponent(seating), tuple(tried))
        passings.append(passing)
        whole = replace(whole, plan=replace(whole.plan, passings=tuple(passings)))
    return whole


def _opponent(seating: FloaterSeat) -> int:
    assert seating.opponent is not None
    return seating.opponent


def _next(whole: Whole, passings: list[Passing]) -> FloaterSeat | None:
    """The first floater, not yet looked at, with a game that rule 8 asks to avoid."""
    if not whole.field.avoid_cost:
        return None
    known = {(p.floater, p.into) for p in passings}
    games = set(whole.plan.games)
    for s in whole.plan.seatings:
        if s.opponent is None or (s.floater, s.opponent) not in games:
            continue
        shunned = whole.field.shunned[s.floater] >> s.opponent & 1
        if shunned and (s.floater, s.into) not in known:
            return s
    return None


def _others(whole: Whole, seating: FloaterSeat) -> Iterator[int]:
    """Whom the floater could play instead, below his opponent, the highest first: legal, not to
    be avoided, and as ready to float up."""
    field, opponent = whole.field, _opponent(seating)
    before = whole.plan.seatings[: whole.plan.seatings.index(seating)]
    taken = mask_of(s.opponent for s in before if s.into == seating.into and s.opponent is not None)
    floater = seating.floater
    here = field.score_groups[seating.into] & field.free & ~taken
    again = field.players[opponent].upfloats > 0
    for other in members(field.legal[floater] & ~field.shunned[floater] & here):
        if other > opponent and (field.players[other].upfloats > 0) == again:
            yield other


class _Tables:
    """Rounds of one field by their wishes; a group of the same players is drawn once."""

    def __init__(self, ground: FeasibleField) -> None:
        self.ground = ground
        self._known: dict[tuple[int, ...], tuple[PairingGroup, Matching]] = {}
        self._fewest: dict[tuple[int, ...], int] = {}

    def plan(self, wishes: Wishes, passings: list[Passing]) -> FloatPlan:
        floats = plan(self.ground.field, self.ground.byes, wishes)
        return replace(floats, passings=tuple(passings))

    def drawn(self, floats: FloatPlan) -> Whole:
        """Its groups drawn."""
        drawn = [self._drawn(part.drawn) for part in floats.groups]
        groups, matchings = (tuple(g for g, _ in drawn), tuple(m for _, m in drawn))
        return Whole(self.ground.field, floats, groups, matchings)

    def can_be_worth(self, floats: FloatPlan, other: Whole) -> bool:
        """Whether it has to be drawn to see that: not where its floats cost more, or no draw of
        its groups can have fewer games to be avoided."""
        field = self.ground.field
        fewest = _of_floats(field, floats) + sum(self._games_of(p.drawn) for p in floats.groups)
        return fewest < other.games and not _more(_floated(field, floats), other.floated)

    def _games_of(self, players: tuple[int, ...]) -> int:
        """At least so many games of a group are ones that rule 8 asks to avoid, whatever its draw:
        as many as are left when the most others are made at the same time."""
        if players in self._known:
            return self._known[players][1].totals["games"]
        if players not in self._fewest:
            field, here = self.ground.field, mask_of(players)
            near = {p: field.legal[p] & ~field.shunned[p] & here for p in players}
            for a, b in field.locked.items():
                if here >> a & 1 and not field.shunned[a] >> b & 1:
                    near[a] |= 1 << b
            self._fewest[players] = len(players) // 2 - most_pairs(near)
        return self._fewest[players]

    def _drawn(self, players: tuple[int, ...]) -> tuple[PairingGroup, Matching]:
        if players not in self._known:
            group = PairingGroup(self.ground.field, players)
            matching = pair(group)
            assert matching is not None, "a group that was found drawable is not"
            self._known[players] = group, matching
        return self._known[players]
