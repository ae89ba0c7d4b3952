"""The floaters, their opponents, and the bye (step 2): the first combination that lets all else be
drawn legally, group by group from the top.

One matching over a group and all that is below it gives how many must float at least (`Outlook`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default
from typing import Literal

from engine.matching import Criterion, any_best
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.kjca.field import KjcaField
from formats.score_field import Game

Hindrance = Literal["rest", "below", "alone", "going on", "bye"]
"""Why a floater or a bye was passed over: the rest of his group cannot be drawn; there is no legal
draw in which he floats; none in which he alone does; with him alone somebody would pass by a legal
opponent; he has had the bye."""

SHOWN = 3
"""How many of those passed over are named, and distinguished."""
SEVERAL = 2
"""From so many floaters of one group on, counting decides before trying."""
COUNTABLE = 300
"""In larger fields trying stays quicker."""
FEW = 6
"""Of so many candidates all sets are tried without counting in fields of over `SMALL` players."""
SMALL = 40
Wishes = Mapping[tuple[int, int], int]
"""By floater and number of the group that he comes into: the opponent whom he tries first."""


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """What becomes of a score group. Players are positions in the field."""

    number: int
    drawn: tuple[int, ...]
    """Drawn among themselves."""
    floaters: tuple[int, ...] = ()
    """Sent down by this group (those who only pass through are not repeated)."""
    passed_over: tuple[tuple[int, Hindrance], ...] = ()
    """The players tried first, if one floats or has the bye."""
    skipping: bool = False
    """No draw is left without a floater who passes by a legal opponent in the next group."""
    forced: bool = True
    """With fewer floaters there is no legal draw at all; else there is none in which nobody passes
    by a legal opponent."""
    open: int = 0
    """Everybody not settled before this group, as a bit set; nobody in the last group."""


@dataclass(frozen=True, slots=True)
class FloaterSeat:
    """A floater's place in the group with the number `into`: his opponent, None if he goes on.
    It is undone if that group sends him on."""

    floater: int
    opponent: int | None
    into: int


@dataclass(frozen=True, slots=True)
class Passing:
    """What rule 8 did about a floater's game with somebody of his school, club or family."""

    floater: int
    into: int
    first: int
    """Whom he would play without rule 8."""
    tried: tuple[int, ...]
    """Whom he could play instead, but the round would not be worth it."""
    chosen: int | None = None
    """Whom he plays instead; None if he keeps his opponent."""


@dataclass(frozen=True, slots=True)
class FloatPlan:
    """All groups, the floaters' games and the bye."""

    groups: tuple[GroupPlan, ...]
    games: tuple[Game, ...]
    bye: int | None = None
    seatings: tuple[FloaterSeat, ...] = ()
    """From the top, in each group the highest floater first, as they chose."""
    passings: tuple[Passing, ...] = ()
    """Floaters whose game rule 8 asked to avoid, in the same order."""


@dataclass
class _Descent:
    """The way down through the groups. `arrived` are floaters with their opponents in the group now
    looked at; `onward` those without an opponent in it."""

    field: KjcaField
    resting: int
    wishes: Wishes
    games: list[Game] = default(default_factory=list)
    arrived: dict[int, int] = default(default_factory=dict)
    onward: tuple[int, ...] = ()
    bye: int | None = None
    seatings: list[FloaterSeat] = default(default_factory=list)


def plan(field: KjcaField, byes: int = 0, wishes: Wishes | None = None) -> FloatPlan:
    """The floats of the round; the bye falls to somebody who has had at most `byes`.

    The field must be drawable so: what is below is always left drawable, so that the way down
    cannot end in a dead end.
    """
    descent = _Descent(field, field.had_byes_at_most(byes), wishes or {})
    groups = []
    for number in range(len(field.score_groups)):
        last = number == len(field.score_groups) - 1
        groups.append(_last_group(descent, number) if last else _group(descent, number))
    locked = [(a, b) for a, b in field.locked.items() if a < b and _apart(field, a, b)]
    games = tuple(descent.games + locked)
    return FloatPlan(tuple(groups), games, descent.bye, tuple(descent.seatings))


def _apart(field: KjcaField, a: int, b: int) -> bool:
    return field.group_of[a] != field.group_of[b]


def _group(descent: _Descent, number: int) -> GroupPlan:
    """The fewest floaters possible, then the first combination by the page's order."""
    for step in _steps(descent, number):
        for chosen in step.choices((), 0):
            games = step.games_of(chosen)
            if games is not None:
                return _descend(descent, step, chosen, games)
    raise AssertionError(f"group {number} has no way down although all below can be drawn")


def _steps(descent: _Descent, number: int) -> Iterator[_Step]:
    """By the number of floaters; all over again with floaters who pass by a legal opponent, if
    nothing else is left."""
    pool = _pool(descent, number)
    candidates = _candidates(descent, pool)
    fewest = pool.bit_count() % 2
    # passing by a legal opponent is the last resort: more floaters are tried before it
    for skipping in (False, True):
        # a step that may send everybody down shows that no number of floaters comes right
        widest = _Step(descent, number, pool, candidates, len(candidates), skipping)
        for count in range(fewest, len(candidates) + 1, 2):
            if count > fewest and not widest.possible((), 0):
                break
            step = _Step(descent, number, pool, candidates, count, skipping)
            if step.possible((), 0) and step.leaves_the_next_drawable():
                yield step


def _pool(descent: _Descent, number: int) -> int:
    """Residents who neither are locked nor play somebody who floated in."""
    return (
        descent.field.score_groups[number] & descent.field.free & ~mask_of(descent.arrived.values())
    )


def _candidates(descent: _Descent, pool: int) -> list[int]:
    """Floaters in the order of trying: residents without a downfloat, lowest first; residents
    with one; players who floated in."""
    seats = descent.field.players
    residents = sorted(members(pool), key=lambda i: (seats[i].downfloats > 0, -i))
    return residents + sorted(descent.arrived, reverse=True)


@dataclass
class _Step:
    """The search in one group for `count` floaters. They may pass by a legal opponent in the next
    group who is left to them only if they are `skipping`."""

    descent: _Descent
    number: int
    pool: int
    candidates: list[int]
    count: int
    skipping: bool
    passed_over: list[tuple[int, Hindrance]] = default(default_factory=list)
    fruitless: bool = False
    """Whether a whole set has left a rest that cannot be drawn: then each is looked at first."""

    def __post_init__(self) -> None:
        groups, free = self.descent.field.score_groups, self.descent.field.free
        self.next = groups[self.number + 1] & free
        self.lower = self.next | (sum(groups[self.number + 2 :]) & free)

    def left(self, chosen: tuple[int, ...]) -> int:
        """The players drawn within the group: opponents of those who float on are free again."""
        arrived = self.descent.arrived
        freed = mask_of(arrived[i] for i in chosen if i in arrived)
        return (self.pool & ~mask_of(chosen)) | freed

    def choices(self, chosen: tuple[int, ...], start: int) -> Iterator[tuple[int, ...]]:
        """Sets of floaters in order, without those with which nothing could come right."""
        # a set is given up as soon as its first members leave no legal draw: the sets of a large
        # group are too many to try one by one
        if len(chosen) == self.count:
            if self._pairable(self.left(chosen)):
                yield chosen
            else:
                self.fruitless = True
                self._pass_over(chosen, "rest")
            return
        for i in range(start, len(self.candidates)):
            more = (*chosen, self.candidates[i])
            if not self._hopeful(more):
                self._pass_over(more, "below")
            elif self.possible(more, i + 1):
                yield from self.choices(more, i + 1)
                if not self.possible(chosen, i + 1):
                    return

    def possible(self, chosen: tuple[int, ...], start: int) -> bool:
        """Whether these can float with as many of the candidates from `start` on as are missing."""
        size = (self.pool | self.lower).bit_count()
        others = self.candidates[start:]
        if self.count < SEVERAL or (chosen and len(chosen) + len(others) == self.count):
            return True
        if size > COUNTABLE or (size > SMALL and len(self.candidates) <= FEW):
            return not self.fruitless or self._rest_pairable(chosen, others)
        fewest = fewest_floaters(self._outlook(chosen, others), self.descent.field)
        return fewest is not None and len(chosen) + fewest <= self.count

    def leaves_the_next_drawable(self) -> bool:
        """Whether so many floaters as must play in the next group can, and the others below it."""
        size = (self.pool | self.lower).bit_count()
        if self.skipping or self.count < SEVERAL or size > COUNTABLE:
            return True
        total, past = len(self.descent.onward) + self.count, self._most_past()
        wanted = (total - past) - past
        outlook = replace(self._outlook((), self.candidates), bound=0)
        most = most_before_passers(outlook, self.descent.field)
        return most is not None and most >= wanted

    def _most_past(self) -> int:
        """How many of the floaters can go past the next group at most. All opponents there of one
        who does are taken by floaters before him."""
        floaters = (*self.descent.onward, *self.candidates)
        total = len(self.descent.onward) + self.count
        open = [self.descent.field.legal[f] & self.next for f in floaters]
        # so many have somebody to take in turn
        in_turn = min(sum(o.bit_count() < n for o in open) + total - n for n in range(total + 1))
        # all of the next group are taken, or one is not, whom none who goes past could meet
        apart = max((sum(not o >> q & 1 for o in open) for q in members(self.next)), default=0)
        return min(in_turn, max(total - self.next.bit_count(), apart))

    def _rest_pairable(self, chosen: tuple[int, ...], others: Sequence[int]) -> bool:
        """Whether the group can be drawn without these and as many of the others as are missing.
        What is below does not matter."""
        guests = {f: o for f, o in self.descent.arrived.items() if f not in chosen}
        # who came down stays with his opponent, or floats on
        among = self.left(chosen) | mask_of(guests) | mask_of(guests.values())
        cut = {guest: among & ~(1 << host) for guest, host in guests.items()}
        missing = self.count - len(chosen)
        return self.descent.field.pairable.perfect_but(among, mask_of(others), missing, cut)

    def games_of(self, chosen: tuple[int, ...]) -> list[tuple[int, int | None]] | None:
        """Every floater with his opponent in the next group, None if he goes on; None instead of
        the list if what is below cannot be drawn."""
        # positions are in order of score and grade: the highest floater chooses first
        floaters = sorted((*self.descent.onward, *chosen))
        games = self._seated(floaters, [])
        if games is None and len(chosen) == 1:
            self._pass_over(chosen, self._failing(floaters))
        return games

    def _failing(self, floaters: list[int]) -> Hindrance:
        """Whether a draw with just these would pass by a legal opponent, or there is none."""
        if self.skipping or len(self.passed_over) >= SHOWN:
            return "alone"
        freely = replace(self, skipping=True)
        return "alone" if freely._seated(floaters, []) is None else "going on"

    def forced(self) -> bool:
        """Whether with fewer floaters there is no legal draw at all, whoever is passed by."""
        if self.skipping or self.count < SEVERAL:
            return True
        if self.count == SEVERAL and not self._pairable(self.left(())):
            return True
        if (self.pool | self.lower).bit_count() > COUNTABLE:
            return False
        freely = replace(self, skipping=True)._outlook((), self.candidates)
        fewest = fewest_floaters(freely, self.descent.field)
        return fewest is not None and fewest >= self.count

    def _seated(
        self, floaters: list[int], games: list[tuple[int, int | None]]
    ) -> list[tuple[int, int | None]] | None:
        if not self._below(floaters[len(games) :], games):
            return None
        if len(games) == len(floaters):
            return games
        floater = floaters[len(games)]
        taken = mask_of(o for _, o in games if o is not None)
        # the first option that leaves all below drawable is the answer, as on paper: a later
        # floater never makes an earlier one choose again unless nothing else is left
        options: list[int | None] = [*self._opponents(floater, taken)]
        if self.skipping or not options:
            options.append(None)
        for opponent in options:
            seating = self._seated(floaters, [*games, (floater, opponent)])
            if seating is not None:
                return seating
        return None

    def _opponents(self, floater: int, taken: int) -> list[int]:
        """Legal ones of the next group: the one wished for, then those without an upfloat, the
        highest first."""
        field = self.descent.field
        wish = self.descent.wishes.get((floater, self.number + 1))
        return sorted(
            members(field.legal[floater] & self.next & ~taken),
            key=lambda i: (i != wish, field.players[i].upfloats > 0, i),
        )

    def _below(self, waiting: list[int], games: list[tuple[int, int | None]]) -> bool:
        """Whether what is below can be drawn with these games, as far as they are settled."""
        taken = mask_of(o for _, o in games if o is not None)
        onward = mask_of(f for f, o in games if o is None)
        floating = onward | mask_of(waiting)
        # a floater meets nobody who floats with him, and one who goes on nobody of the next group
        cut = {f: floating | (self.next if onward >> f & 1 else 0) for f in members(floating)}
        resting = self.descent.resting
        for before, floater in enumerate(waiting):
            if self._bound(floater, before, taken):
                cut[floater] |= self.lower & ~self.next
                resting &= ~(1 << floater)
        among = (self.lower & ~taken) | floating
        return self.descent.field.pairable.perfect(among, resting, cut)

    def _bound(self, floater: int, before: int, taken: int = 0) -> bool:
        """Whether somebody in the next group is left to him even if `before` more are taken."""
        left = self.descent.field.legal[floater] & self.next & ~taken
        return not self.skipping and left.bit_count() > before

    def _hopeful(self, chosen: tuple[int, ...]) -> bool:
        """Whether a draw exists in which these float, whoever else may float with them: players
        of the group, and floaters from above, whose opponents are then free."""
        down = mask_of(chosen) | mask_of(self.descent.onward)
        left = self.left(chosen)
        cut = dict.fromkeys(members(down), down | left)
        among = left | self.lower | down
        # who came down and stays keeps his opponent: the two can be matched with each other only
        guests = {f: o for f, o in self.descent.arrived.items() if f not in chosen}
        hosts, visitors = mask_of(guests.values()), mask_of(guests)
        among |= hosts | visitors
        for floater, host in guests.items():
            cut[floater] = among & ~self.lower & ~(1 << host)
            cut[host] = self.lower | down
        return self.descent.field.pairable.perfect(among, self.descent.resting, cut)

    def _outlook(self, chosen: tuple[int, ...], others: Sequence[int]) -> Outlook:
        arrived = self.descent.arrived
        down = (*self.descent.onward, *chosen)
        before = len(self.descent.onward) + self.count - 1
        all_down = sorted((*down, *others))
        bound = [f for no, f in enumerate(all_down) if self._bound(f, min(no, before))]
        return Outlook(
            stay=self.left(chosen),
            down=mask_of(down),
            may=mask_of(others),
            lower=self.lower,
            bound=mask_of(bound),
            next=self.next,
            games=tuple((f, o) for f, o in arrived.items() if f not in chosen),
            resting=self.descent.resting,
        )

    def _pairable(self, mask: int) -> bool:
        return self.descent.field.pairable.perfect(mask)

    def _pass_over(self, chosen: tuple[int, ...], hindrance: Hindrance) -> None:
        if len(chosen) == 1:
            self.passed_over.append((chosen[0], hindrance))


def _descend(
    descent: _Descent,
    step: _Step,
    chosen: tuple[int, ...],
    games: list[tuple[int, int | None]],
) -> GroupPlan:
    """Settle the group and go to the next."""
    left = step.left(chosen)
    onward, arrived = mask_of(descent.onward), (*descent.arrived, *descent.arrived.values())
    open = step.pool | step.lower | onward | mask_of(arrived)
    forced = step.forced()
    descent.seatings += [FloaterSeat(f, o, step.number + 1) for f, o in games]
    descent.games += [(f, o) for f, o in descent.arrived.items() if f not in chosen]
    descent.arrived = {f: o for f, o in games if o is not None}
    descent.onward = tuple(f for f, o in games if o is None)
    group = _group_plan(descent, step.number, left, chosen, step.passed_over)
    return replace(group, skipping=step.skipping, forced=forced, open=open)


def _group_plan(
    descent: _Descent,
    number: int,
    left: int,
    chosen: tuple[int, ...],
    passed_over: list[tuple[int, Hindrance]],
) -> GroupPlan:
    field = descent.field
    here = field.score_groups[number]
    locked = mask_of(a for a, b in field.locked.items() if here >> a & 1 and here >> b & 1)
    return GroupPlan(number, tuple(members(left | locked)), chosen, tuple(passed_over))


def _last_group(descent: _Descent, number: int) -> GroupPlan:
    """The bye falls to the lowest of the group who may have it and without whom the rest can be
    drawn; after the residents those who floated in are asked."""
    pool = _pool(descent, number)
    passed_over: list[tuple[int, Hindrance]] = []
    chosen: tuple[int, ...] = ()
    if descent.onward:
        # there is no group below: a player without an opponent has the bye, and only one can
        (descent.bye,) = descent.onward
    elif pool.bit_count() % 2:
        order = [*sorted(members(pool), reverse=True), *sorted(descent.arrived, reverse=True)]
        chosen = (_bye(descent, pool, order, passed_over),)
        descent.bye = chosen[0]
    left = (pool & ~mask_of(chosen)) | mask_of(
        descent.arrived[i] for i in chosen if i in descent.arrived
    )
    descent.games += [(f, o) for f, o in descent.arrived.items() if f not in chosen]
    return _group_plan(descent, number, left, chosen, passed_over)


def _bye(
    descent: _Descent, pool: int, order: list[int], passed_over: list[tuple[int, Hindrance]]
) -> int:
    for player in order:
        freed = mask_of([descent.arrived[player]] if player in descent.arrived else [])
        if not descent.resting >> player & 1:
            passed_over.append((player, "bye"))
        elif descent.field.pairable.perfect((pool | freed) & ~(1 << player)):
            return player
        else:
            passed_over.append((player, "rest"))
    raise AssertionError("nobody can have the bye although all below can be drawn")


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is settled of a group. Sets of players as bits."""

    stay: int
    """Drawn within the group, unless they are among those who may float."""
    down: int
    """They float."""
    may: int
    """They may float besides."""
    lower: int
    next: int
    """All below, and the group just below."""
    bound: int
    """They may float to the next group, and not past it."""
    games: tuple[Game, ...]
    """Floaters from above with their opponents here; a floater who may float on leaves his."""
    resting: int
    """Who may have the bye."""


def fewest_floaters(outlook: Outlook, field: KjcaField) -> int | None:
    """How many besides those who are `down` must float at least, for everything to be drawn; None
    if it cannot be. Somebody floats who is matched below his group."""
    # every opponent that a floater tries asks the same of the groups above
    if outlook not in field.fewest_floaters:
        here = _here(outlook)
        least = _least(outlook, field, lambda a, b: int((here >> a & 1) != (here >> b & 1)))
        field.fewest_floaters[outlook] = None if least is None else least[0]
    return field.fewest_floaters[outlook]


def most_before_passers(outlook: Outlook, field: KjcaField) -> int | None:
    """By how many the floaters who play in the next group can outnumber those who play below it
    at most, whoever floats, if everything is drawn; None if it cannot be."""
    floaters = _here(outlook) | outlook.down | outlook.may

    def step(a: int, b: int) -> int:
        other = b if floaters >> a & 1 else a
        if not (floaters >> a | floaters >> b) & 1 or not outlook.lower >> other & 1:
            return 1
        return 0 if outlook.next >> other & 1 else 2

    least = _least(outlook, field, step)
    return None if least is None else least[1] - least[0]


def _here(outlook: Outlook) -> int:
    return outlook.stay | mask_of(player for game in outlook.games for player in game)


def _least(
    outlook: Outlook, field: KjcaField, cost: Callable[[int, int], int]
) -> tuple[int, int] | None:
    """The least cost of pairs in which everything is drawn, and how many pairs those are."""
    edges = _edges(outlook, field)
    wanted = _here(outlook) | outlook.down | outlook.lower
    if wanted.bit_count() % 2:
        rest = len(field)
        below = outlook.lower | outlook.down | outlook.may
        edges |= {(v, rest) for v in members(outlook.resting & below & ~outlook.bound)}
        wanted |= 1 << rest
    players = list(members(wanted))
    number = {player: i for i, player in enumerate(players)}
    numbered = [(number[a], number[b]) for a, b in edges]
    costs = Criterion("cost", lambda i, j: cost(players[i], players[j]))
    matching = any_best(len(players), numbered, [costs])
    return (matching.totals["cost"], len(players) // 2) if matching else None


def _edges(outlook: Outlook, field: KjcaField) -> set[Edge]:
    """Games within the group, games below, games of floaters below."""
    edges: set[Edge] = set()
    home = outlook.stay | mask_of(o for _, o in outlook.games)
    guests = mask_of(f for f, _ in outlook.games)
    for a in members(home):
        edges |= {(min(a, b), max(a, b)) for b in members(field.legal[a] & home)}
    for a in members(outlook.lower):
        edges |= {(min(a, b), max(a, b)) for b in members(field.legal[a] & outlook.lower)}
    for f in members(outlook.down | (outlook.may & (home | guests))):
        reach = outlook.next if outlook.bound >> f & 1 else outlook.lower
        edges |= {(f, b) for b in members(field.legal[f] & reach)}
    return edges | set(outlook.games)
