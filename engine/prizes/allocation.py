"""Which player wins what: a plan applied to the standings, with the reason of every prize.

docs/prizes.md has the rule in words; the steps here are numbered as there. Players who are level
for a prize that cannot be shared draw a lot, which the plan keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from types import MappingProxyType

from engine.alphabet import fold
from engine.event import Event
from engine.lots import standing_lot
from engine.money import Cents
from engine.prizes.contenders import (
    Contender,
    PrizeEvent,
    games_short,
    in_order,
    in_standing,
    of_board,
)
from engine.prizes.division import brought, by_prize, fair_shares, in_whole, own_prizes
from engine.prizes.plan import (
    HALF,
    LEFT,
    OddCents,
    Prize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    list_named,
    prizes_of,
)
from engine.reasons import Reason, Reasons
from engine.refusal import Refused

LEVEL, DRAWN = "lot", "lot-drawn"
"""Codes of a prize that waits for a lot, and of one that a lot has given."""
ROUNDED = "rounded"
"""Code of a prize whose shares are not whole units of what is paid out."""


class PrizeState(Enum):
    """How far an event is for its prizes: not begun, in play, over; or unknown, because it cannot
    be opened."""

    NOT_BEGUN = "not-begun"
    PROVISIONAL = "provisional"
    FINAL = "final"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """What one player, or one school, has of a prize; nothing of it where it is goods."""

    contender: Contender
    money: Cents = 0


@dataclass(frozen=True, slots=True)
class Award:
    """A prize, its winners, and why; `left` of its money stays in the purse."""

    prize: Prize
    shares: tuple[PrizeShare, ...] = ()
    why: Reasons = ()

    @property
    def left(self) -> Cents:
        """What nobody gets of it, the half that is not given where there are too few entrants
        among it."""
        halved = sum(r["was"] - r["now"] for r in self.why if r.code == "halved")
        return self.prize.money - sum(share.money for share in self.shares) + int(halved)


@dataclass(frozen=True, slots=True)
class Payout:
    """Prizes that the same players share, in the order of the plan, or one prize, and what each has
    of them together: the shares add up to the prizes, but for what stays in the purse."""

    awards: tuple[Award, ...]
    shares: tuple[PrizeShare, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """All that one person, or one school, wins: in money, and the awards it comes from. `contender`
    is the person's entry in the first event that gives something."""

    contender: Contender
    money: Cents
    awards: tuple[tuple[Award, Cents], ...]


@dataclass(frozen=True)
class PrizeOutcome:
    """The result of a plan in a state of its events."""

    plan: PrizePlan
    awards: tuple[Award, ...]
    """Every prize in the order of the plan, money before goods of a place."""
    states: Mapping[str, PrizeState]
    """By the key of the event."""
    groups: Mapping[tuple[str, str], tuple[Contender, ...]] = field(default_factory=dict)
    """Of lists that schools, clubs or federations win: all of them in order, by the list's key."""

    @property
    def purse(self) -> Cents:
        """The sum of all prizes."""
        return max(self.plan.purse or 0, self.plan.total)

    @property
    def awarded(self) -> Cents:
        """What players get."""
        return sum(share.money for award in self.awards for share in award.shares)

    @property
    def left(self) -> Cents:
        """What nobody gets: awarded and left are the purse."""
        return self.purse - self.awarded

    @property
    def unplanned(self) -> Cents:
        """What of the purse is in no prize."""
        return self.purse - self.plan.total

    @property
    def rounded(self) -> Reasons:
        """Of prizes whose shares are not whole units of what is paid out."""
        return tuple(r for award in self.awards for r in award.why if r.code == ROUNDED)

    def waiting(self, one: PrizeList) -> Reasons:
        """The players who are level for prizes of that list, with no lot drawn among them."""
        of_list = (award.why for award in self.awards if award.prize.list.key == one.key)
        return tuple(reason for why in of_list for reason in why if reason.code == LEVEL)

    @property
    def state(self) -> PrizeState:
        """Final only where every event is over."""
        states = set(self.states.values())
        if states <= {PrizeState.FINAL}:
            return PrizeState.FINAL
        return PrizeState.NOT_BEGUN if states == {PrizeState.NOT_BEGUN} else PrizeState.PROVISIONAL

    @cached_property
    def payouts(self) -> tuple[Payout, ...]:
        """Every prize once, those of a pool that the same players share together."""
        together: dict[object, list[Award]] = {}
        for at, award in enumerate(self.awards):
            pool = next((r for r in award.why if r.code == "shared" and award.shares), None)
            players = frozenset(share.contender.key for share in award.shares)
            key = at if pool is None else (award.prize.list.event, pool["prizes"], players)
            together.setdefault(key, []).append(award)
        return tuple(Payout(tuple(awards), _added(awards)) for awards in together.values())

    def payout_of(self, award: Award) -> Payout:
        """The one with a prize."""
        return next(one for one in self.payouts if award in one.awards)

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """Of everybody who gets something, the largest amount first, then in order of names."""
        people: dict[str, list[tuple[Award, PrizeShare]]] = {}
        for award in self.awards:
            for share in award.shares:
                people.setdefault(share.contender.person, []).append((award, share))
        made = [
            Receipt(
                rows[0][1].contender,
                sum(share.money for _, share in rows),
                tuple((award, share.money) for award, share in rows),
            )
            for rows in people.values()
        ]
        return tuple(sorted(made, key=lambda r: (-r.money, r.contender.name, r.contender.key)))


def _added(awards: Sequence[Award]) -> tuple[PrizeShare, ...]:
    """What each has of all of them."""
    people = {share.contender.key: share.contender for award in awards for share in award.shares}
    money = dict.fromkeys(people, 0)
    for award in awards:
        for share in award.shares:
            money[share.contender.key] += share.money
    return tuple(PrizeShare(people[key], amount) for key, amount in money.items())


def allocate(
    plan: PrizePlan, events: Sequence[PrizeEvent], unopened: Sequence[str] = ()
) -> PrizeOutcome:
    """What the plan gives in the present state of the events. `unopened`: the keys of events that
    belong to them and cannot be opened; nothing is final without them."""
    standings = {one.key: in_standing(one) for one in events} | dict.fromkeys(unopened, ())
    states = {one.key: _state(one) for one in events}
    states |= dict.fromkeys(unopened, PrizeState.UNKNOWN)
    return allotted(plan, standings, states, {one.key: one for one in events})


def allotted(
    plan: PrizePlan,
    standings: Mapping[str, Sequence[Contender]],
    states: Mapping[str, PrizeState],
    events: Mapping[str, PrizeEvent] = MappingProxyType({}),
) -> PrizeOutcome:
    """The same from standings by the key of their event. `events` are needed for figures only:
    performance, upsets, boards. With several events, a list that names none goes by points: there
    are no standings of all."""
    if len(standings) > 1:
        plan = replace(plan, lists=tuple(map(_over_all, plan.lists)))
    orders = {one.key: _order(plan, one, standings, events) for one in plan.lists}
    short = {one.key: _games_short(one, events) for one in plan.lists if not orders[one.key]}
    allocation = _Allocation(plan, orders, states, short)
    allocation.run()
    groups = {one.key: orders[one.key] for one in plan.lists if one.by.of_groups}
    return PrizeOutcome(plan, tuple(allocation.awards), states, groups)


def _over_all(one: PrizeList) -> PrizeList:
    of_all = not one.event and one.board is None and one.by is PrizeMeasure.STANDING
    return replace(one, by=PrizeMeasure.POINTS) if of_all else one


def _order(
    plan: PrizePlan, one: PrizeList, standings: Mapping[str, Sequence[Contender]],
    events: Mapping[str, PrizeEvent],
) -> tuple[Contender, ...]:  # fmt: skip
    if one.board is None:
        return in_order(one, plan.conditions, standings, events)
    return of_board(one, plan.conditions, events)


def _games_short(one: PrizeList, events: Mapping[str, PrizeEvent]) -> tuple[int, int] | None:
    if one.board is None:
        return None
    return games_short(one, events)


def _state(one: PrizeEvent) -> PrizeState:
    if not one.begun:
        return PrizeState.NOT_BEGUN
    return PrizeState.FINAL if one.finished else PrizeState.PROVISIONAL


_GONE = ("does-not-stand", "money-to")
"""Codes of prizes that are not given."""


@dataclass(frozen=True, slots=True)
class _Won:
    """What step 3 or 4 gives of some prizes to some contenders."""

    prizes: tuple[Prize, ...]
    people: tuple[Contender, ...]
    amounts: tuple[Cents, ...]
    why: Reasons


def _parted(
    wanted: Sequence[frozenset[int]], pool: Sequence[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Those of a level group who have no prize of the pool in common with the others, with theirs:
    of two sections each shares its own."""
    parts: list[tuple[list[int], set[int]]] = []
    for who, prizes in enumerate(wanted):
        mine, those = [who], {*prizes} & {*pool}
        if not those:
            continue
        for one in [one for one in parts if one[1] & those]:
            parts.remove(one)
            mine, those = one[0] + mine, those | one[1]
        parts.append((mine, those))
    parts.sort(key=lambda one: min(map(pool.index, one[1])))
    for players, shared in parts:
        yield sorted(players), [at for at in pool if at in shared]


@dataclass
class _Allocation:
    """One run over a plan; the steps are those of docs/prizes.md."""

    plan: PrizePlan
    orders: Mapping[tuple[str, str], tuple[Contender, ...]]
    states: Mapping[str, PrizeState]
    short: Mapping[tuple[str, str], tuple[int, int] | None]
    """Of lists that nobody can win: the games that they take and the most that anybody has."""
    prizes: list[Prize] = field(default_factory=list)
    shares: dict[tuple[str, str, int, bool], list[PrizeShare]] = field(default_factory=dict)
    why: dict[tuple[str, str, int, bool], list[Reason]] = field(default_factory=dict)
    order_of_plan: list[Prize] = field(default_factory=list)
    pools: dict[tuple[str, str, int, bool], frozenset[str]] = field(default_factory=dict)
    """The players who have shared a prize, or the one who has it alone."""

    def run(self) -> None:
        """All steps."""
        self._stakes()
        standing = [p for p in self.prizes if self._alive(p) and not self._apart(p)]
        if self.plan.one_prize:
            self._one_each(standing)
        else:
            for key in sorted({p.list.key for p in standing}):
                self._each_alone([p for p in standing if p.list.key == key])
        for prize_list in self.plan.lists:
            own = [p for p in self.prizes if p.list.key == prize_list.key]
            self._each_alone([p for p in own if self._apart(p) and self._alive(p)])
        self._unwon()

    @property
    def awards(self) -> Iterator[Award]:
        """Every prize in the order of the plan."""
        now = {prize.key: prize for prize in self.prizes}
        for planned in self.order_of_plan:
            prize = now[planned.key]
            reasons = tuple(self.why.get(prize.key, ()))
            yield Award(prize, tuple(self.shares.get(prize.key, ())), reasons)

    # 1: what is at stake

    def _stakes(self) -> None:
        self.order_of_plan = [p for one in self.plan.lists for p in prizes_of(one, self.plan)]
        at_stake = {prize.key: prize for prize in self.order_of_plan}
        gone: list[Prize] = []
        for prize in sorted(self.order_of_plan, key=lambda p: p.precedence):
            need, there = prize.list.least_for(prize.place), len(self.orders[prize.list.key])
            if self._not_begun(prize.list) or there >= need:
                continue
            self._tell(prize, Reason.of("too-few", there=there, needed=need))
            if prize.list.otherwise == HALF and prize.money:
                at_stake[prize.key] = replace(prize, money=prize.money // 2)
                self._tell(prize, Reason.of("halved", was=prize.money, now=prize.money // 2))
            else:
                gone.append(prize)
        for prize in gone:
            if prize.money and (to := self._heir(prize.list)) is not None:
                first = next(p for p in at_stake.values() if p.list.key == to.key and p.money)
                at_stake[first.key] = replace(first, money=first.money + prize.money)
                at_stake[prize.key] = replace(prize, money=0)
                self._tell(prize, Reason.of("money-to", list=to.name))
                self._tell(first, Reason.of("added", money=prize.money, list=prize.list.name))
            else:
                self._tell(prize, Reason.of("does-not-stand"))
        self.prizes = sorted(at_stake.values(), key=lambda p: p.precedence)

    def _heir(self, one: PrizeList) -> PrizeList | None:
        """The list that gets the money of one that is not given; its own heir if that is not given
        either."""
        passed = [one.key]
        while one.otherwise not in (LEFT, HALF):
            to = list_named(self.plan.lists, one.otherwise, one.event)
            if to is None or to.key in passed:
                return None
            given = len(self.orders[to.key]) >= to.least_for(1) or to.otherwise == HALF
            if given and any(self.plan.money(place) for place in to.places):
                return to
            passed.append(to.key)
            one = to
        return None

    def _not_begun(self, one: PrizeList) -> bool:
        keys = [one.event] if one.event else list(self.states)
        states = [self.states[key] for key in keys if key in self.states]
        return bool(states) and set(states) <= {PrizeState.NOT_BEGUN, PrizeState.UNKNOWN}

    def _alive(self, prize: Prize) -> bool:
        """Whether it is given, and has anything to give."""
        return not any(reason.code in _GONE for reason in self.why.get(prize.key, ()))

    def _apart(self, prize: Prize) -> bool:
        """Whether it is given beside any other prize: special ones, and goods of no known worth."""
        return prize.list.special or not (prize.value or prize.counts)

    def _tell(self, prize: Prize, *reasons: Reason) -> None:
        self.why.setdefault(prize.key, []).extend(reasons)

    # 2: one prize a player

    def _one_each(self, prizes: Sequence[Prize]) -> None:
        """First those that cannot be shared, the most valuable first, each to the first of its
        order who would not get as much of the shared ones; then the shared ones."""
        shared = [p for p in prizes if self._shared(p)]
        taken: dict[str, Prize] = {}
        single = [p for p in prizes if not self._shared(p)]
        won_already: set[tuple[str, str, int, bool]] = set()
        for prize in single:
            if prize.key in won_already:
                continue
            pooled = self._by_person(shared, frozenset(taken))
            people = [
                c
                for c in self.orders[prize.list.key]
                if c.person not in taken and pooled.get(c.person, 0) < (prize.value or 1)
            ]
            level = [c for c in people if c.level == people[0].level and c.rank == people[0].rank]
            if not level:
                continue
            left = [p for p in single if p.key not in won_already]
            lot = in_lot_order(prize.list, level) if len(level) > 1 and not prize.money else None
            level = level if lot is None else [lot[0]]
            won = self._single(prize, level, left)
            if lot is not None:
                won = replace(won, why=(*won.why, drawn_reason(lot)))
            if len(level) == 1:
                won = replace(won, why=won.why + self._other_prizes(level[0], prize, left, taken))
            if prize.counts and len(level) > 1:
                won = replace(won, prizes=self._level_for(prize, left, len(level)))
            won_already |= {p.key for p in won.prizes}
            self._give(won)
            if won.amounts or len(level) in (1, len(won.prizes)):
                taken |= {c.person: prize for c in level}
        for won in self._events_pooled(shared, frozenset(taken)):
            self._give(won)

    @staticmethod
    def _level_for(prize: Prize, left: Sequence[Prize], count: int) -> tuple[Prize, ...]:
        """The goods of its list that as many will have between them, once a lot is drawn."""
        return tuple(p for p in left if p.list.key == prize.list.key and p.counts)[:count]

    def _other_prizes(
        self, c: Contender, prize: Prize, left: Sequence[Prize], taken: Mapping[str, Prize]
    ) -> Reasons:
        """The prizes he could have had instead: of every other list the best one left, if nobody is
        before him."""
        first = [prize]
        for other in left:
            ahead = (one for one in self.orders[other.list.key] if one.person not in taken)
            if (best := next(ahead, None)) is not None and best.person == c.person:
                first.append(other)
        return self._choice(range(len(first)), first)

    def _shared(self, prize: Prize) -> bool:
        of_places = prize.list.by is PrizeMeasure.STANDING and prize.list.board is None
        by_standing = of_places and bool(prize.list.event or self._one)
        rule = self.plan.tie_rule(prize.list)
        return bool(prize.money) and by_standing and rule is not TieRule.TIE_BREAK

    @property
    def _one(self) -> bool:
        """Whether there is one event only, whose lists need not name it."""
        return len(self.states) == 1

    def _by_person(self, prizes: Sequence[Prize], without: frozenset[str]) -> dict[str, Cents]:
        got: dict[str, Cents] = {}
        for won in self._events_pooled(prizes, without):
            for c, amount in zip(won.people, won.amounts, strict=True):
                got[c.person] = max(amount, got.get(c.person, 0))
        return got

    def _single(self, prize: Prize, level: Sequence[Contender], left: Sequence[Prize]) -> _Won:
        """A prize that goes to one; those who share a place even so share it with the next ones of
        the same list. Goods cannot be shared: a lot decides."""
        if len(level) == 1:
            money = Fraction(prize.money)
            amounts = self._whole([money], money)
            why = (*self._placed(level[0], prize), *self._rounded(level, [money], amounts))
            return _Won((prize,), (level[0],), amounts, why)
        if not prize.money:
            return _Won((prize,), (), (), (level_reason(level, prize.list),))
        same = [p for p in left if p.list.key == prize.list.key and p.money][: len(level)]
        total = sum(p.money for p in same)
        shares = [Fraction(total, len(level))] * len(level)
        amounts = self._whole(shares, Fraction(total))
        why = (self._shared_reason(level, same, amounts), *self._rounded(level, shares, amounts))
        return _Won(tuple(same), tuple(level), amounts, why)

    # 3: shared prizes, from the top of each event

    def _events_pooled(self, prizes: Sequence[Prize], without: frozenset[str]) -> Iterator[_Won]:
        for event in sorted({p.list.event for p in prizes}):
            yield from self._pools([p for p in prizes if p.list.event == event], without)

    def _pools(self, prizes: Sequence[Prize], without: frozenset[str]) -> Iterator[_Won]:
        """Group by group of level players, from the top: each brings the most valuable prizes that
        are left, one per player."""
        left = list(prizes)
        lists = {p.list.key: {c.key for c in self.orders[p.list.key]} for p in prizes}
        everybody = {c.key: c for key in lists for c in self.orders[key]}
        ordered = sorted(everybody.values(), key=lambda c: c.line)
        rule = TieRule.EQUAL if any(self._equal(p) for p in prizes) else TieRule.TIE_BREAK
        for _, level in groupby(
            ordered, key=lambda c: c.level if rule is TieRule.EQUAL else c.rank
        ):
            people = [c for c in level if c.person not in without]
            wanted = [
                frozenset(at for at, p in enumerate(left) if c.key in lists[p.list.key])
                for c in people
            ]
            pool = brought(wanted, range(len(left)))
            if not pool:
                continue
            for some, prizes_of_some in _parted(wanted, pool):
                yield self._pool(
                    [people[at] for at in some],
                    [wanted[at] for at in some],
                    left,
                    prizes_of_some,
                )
            left = [p for at, p in enumerate(left) if at not in pool]

    def _equal(self, prize: Prize) -> bool:
        return self.plan.tie_rule(prize.list) is not TieRule.TIE_BREAK

    def _pool(
        self, people: Sequence[Contender], wanted: Sequence[frozenset[int]], left: Sequence[Prize],
        pool: Sequence[int],
    ) -> _Won:  # fmt: skip
        at_stake = {at: Fraction(left[at].money) for at in pool}
        own = [Fraction(0)] * len(people)
        if any(self.plan.tie_rule(left[at].list) is TieRule.HORT for at in pool):
            for who, at in own_prizes(wanted, pool).items():
                if self.plan.tie_rule(left[at].list) is TieRule.HORT:
                    own[who] = at_stake[at] / 2
                    at_stake[at] /= 2
        total = sum(own, Fraction(0)) + sum(at_stake.values(), Fraction(0))
        values = sorted(pool, key=lambda at: (-at_stake[at], at))
        blocks = fair_shares(wanted, values, at_stake)
        amounts: list[Cents] = [0] * len(people)
        shares = list(own)
        for share, players in blocks:
            for player in players:
                shares[player] += share
        if any(own):
            amounts = list(self._whole(shares, total))
        else:
            for share, players in blocks:
                whole = self._whole([share] * len(players), share * len(players))
                for player, amount in zip(players, whole, strict=True):
                    amounts[player] = amount
        among = [at for at in range(len(people)) if wanted[at] & set(pool)]
        winners = tuple(people[at] for at in among)
        prizes = tuple(left[at] for at in pool)
        if len(winners) == 1:
            why = (*self._placed(winners[0], prizes[0]), *self._choice(wanted[among[0]], left))
        else:
            why = (self._shared_reason(winners, prizes, [amounts[at] for at in among]),)
            if len({share for share, players in blocks if set(players) & set(among)}) > 1:
                why += (Reason.of("limited"),)
            if any(own):
                why += (Reason.of("hort"),)
            for at in pool:
                for_them = tuple(people[who].called for who in among if at in wanted[who])
                if len(for_them) < len(among):
                    why += (Reason.of("for-some", prize=prize_fact(left[at]), names=for_them),)
        why += self._rounded(people, shares, amounts)
        return _Won(prizes, winners, tuple(amounts[at] for at in among), why)

    # 4: beside any other prize

    def _each_alone(self, prizes: Sequence[Prize]) -> None:
        """The prizes of one list by themselves, whatever else its winners have."""
        for won in self._pools([p for p in prizes if p.money], frozenset()):
            self._give(won)
        self._goods([p for p in prizes if not p.money])

    def _goods(self, prizes: Sequence[Prize]) -> None:
        """Goods go by place: the cup of the second to the second, whatever money he has."""
        for prize in prizes:
            order = self.orders[prize.list.key]
            if len(order) < prize.place:
                continue
            at = order[prize.place - 1]
            level = [c for c in order if c.rank == at.rank and c.level == at.level]
            lot = in_lot_order(prize.list, level) if len(level) > 1 else level
            if lot is None:
                self._give(_Won((prize,), (), (), (level_reason(level, prize.list),)))
                continue
            at = lot[prize.place - 1 - order.index(level[0])]
            drawn = (drawn_reason(lot),) if len(lot) > 1 else ()
            self._give(_Won((prize,), (at,), (0,), (*self._placed(at, prize), *drawn)))

    # What is given, and why

    def _whole(self, shares: Sequence[Fraction], total: Fraction) -> tuple[Cents, ...]:
        odd = self.plan.odd_cents is OddCents.FIRST
        return tuple(in_whole(shares, total, self.plan.unit, odd))

    def _rounded(
        self, people: Sequence[Contender], shares: Sequence[Fraction], amounts: Sequence[Cents]
    ) -> Reasons:
        """That shares are not whole units, and who gets what was left over."""
        if all(share == amount for share, amount in zip(shares, amounts, strict=True)):
            return ()
        each = zip(people, shares, amounts, strict=True)
        more = tuple(c.called for c, share, amount in each if amount > share)
        return (Reason.of(ROUNDED, unit=self.plan.unit, more=more),)

    def _give(self, won: _Won) -> None:
        prizes = [p for p in won.prizes if p.money] or list(won.prizes)
        lists = [{c.key for c in self.orders[p.list.key]} for p in prizes]
        wanted = [
            frozenset(at for at, people in enumerate(lists) if c.key in people) for c in won.people
        ]
        parts = by_prize(won.amounts, [p.money for p in prizes], wanted)
        for prize, row in zip(prizes, parts, strict=True):
            self.shares[prize.key] = [
                PrizeShare(c, money)
                for c, money in zip(won.people, row, strict=False)
                if money or not prize.money
            ]
            self._tell(prize, *won.why)
            self.pools[prize.key] = frozenset(c.person for c in won.people)

    def _placed(self, c: Contender, prize: Prize) -> Reasons:
        if prize.list.by.of_groups:
            return (Reason.of("best-group", points=c.figure, members=c.members),)
        by = c.by or prize.list.by
        if c.team:
            return (Reason.of(by.value, figure=c.figure, place=c.rank, games=c.games),)
        if by is not PrizeMeasure.STANDING:
            return (Reason.of(by.value, figure=c.figure, place=c.rank),)
        placed = Reason.of("placed", name=c.name, place=c.rank, points=c.figure)
        if prize.money and self.plan.tie_rule(prize.list) is TieRule.EQUAL:
            return (placed,)
        level = [o for o in self.orders[prize.list.key] if o.figure == c.figure]
        if len({o.rank for o in level}) < 2:
            return (placed,)
        names = tuple(o.called for o in level)
        return (placed, Reason.of("tie-break", points=c.figure, names=names))

    def _choice(self, wanted: Iterable[int], left: Sequence[Prize]) -> Reasons:
        """The prizes he could have had: of every list the best one left."""
        options: dict[tuple[str, str], Prize] = {}
        for at in sorted(wanted):
            options.setdefault(left[at].list.key, left[at])
        ordered = sorted(options.values(), key=lambda p: p.precedence)
        if len(ordered) < 2:
            return ()
        return (Reason.of("choice", options=tuple(prize_fact(p) for p in ordered)),)

    def _shared_reason(
        self, people: Sequence[Contender], prizes: Sequence[Prize], amounts: Sequence[Cents]
    ) -> Reason:
        return Reason.of(
            "shared",
            count=len(people),
            names=tuple(c.called for c in people),
            points=people[0].figure,
            place=people[0].rank,
            prizes=tuple(prize_fact(p) for p in prizes),
            total=sum(p.money for p in prizes),
            amounts=tuple(amounts),
            by=(people[0].by or prizes[0].list.by).value,
        )

    def _unwon(self) -> None:
        """Say why nobody has a prize, and who ahead of its winners has another one."""
        holders: dict[str, Prize] = {}
        reached: dict[tuple[str, str], int] = {}
        for prize in self.prizes:
            for share in self.shares.get(prize.key, ()):
                if not self._apart(prize):
                    holders.setdefault(share.contender.person, prize)
        for prize in sorted(self.prizes, key=lambda p: (p.list.key, p.place)):
            if not self._alive(prize):
                continue
            if self._not_begun(prize.list):
                unknown = self.states.get(prize.list.event) is PrizeState.UNKNOWN
                self._tell(prize, Reason.of("not-open" if unknown else "not-begun"))
                continue
            order, won = self.orders[prize.list.key], self.shares.get(prize.key, [])
            codes = {reason.code for reason in self.why.get(prize.key, ())}
            if not won and LEVEL not in codes:
                code = "nobody" if not order else "all-have-one"
                if order and (self._apart(prize) or not self.plan.one_prize):
                    code = "too-few-players"
                if code == "nobody" and (games := self.short[prize.list.key]):
                    self._tell(prize, Reason.of("too-few-games", least=games[0], most=games[1]))
                else:
                    self._tell(prize, Reason.of(code, players=len(order)))
            if self._apart(prize) or not self.plan.one_prize:
                continue
            lines = [share.contender.line for share in won]
            first, last = reached.get(prize.list.key, -1), min(lines, default=len(order) + 9999)
            reached[prize.list.key] = max([first, *lines])
            pool = self.pools.get(prize.key, frozenset())
            passed = [
                c
                for c in order
                if first < c.line < last and c.person not in pool and c.person in holders
            ]
            if passed:
                facts = tuple((c.called, prize_fact(holders[c.person])) for c in passed)
                self._tell(prize, Reason.of("has-one", people=facts))


def prize_fact(prize: Prize) -> tuple[str, int, Cents]:
    """A prize as a fact: its list, its place (0 where the list has one only), its money."""
    return (prize.list.name, prize.place if len(prize.list.places) > 1 else 0, prize.value)


def in_lot_order(one: PrizeList, level: Sequence[Contender]) -> Sequence[Contender] | None:
    """The level players in the order of the list's lot; None if it was not drawn among all of them,
    or two of them have one name."""
    order = [fold(name) for name in one.lot]
    names = [fold(c.called) for c in level]
    if len(set(names)) < len(names) or not set(names) <= set(order):
        return None
    return sorted(level, key=lambda c: order.index(fold(c.called)))


def level_reason(level: Sequence[Contender], one: PrizeList) -> Reason:
    """That these are level in the figure of the list, and nothing orders them."""
    names, by = tuple(c.called for c in level), level[0].by or one.by
    return Reason.of(LEVEL, names=names, points=level[0].figure, by=by.value)


def drawn_reason(ordered: Sequence[Contender]) -> Reason:
    """That these were level, and in which order the lot has put them."""
    return Reason.of(DRAWN, names=tuple(c.called for c in ordered))


def with_lot(one: PrizeList, reasons: Sequence[Reason], event: Event) -> PrizeList:
    """The list with a lot among everybody whom `reasons` of its prizes call level. It comes from
    the seed of the event: drawn again among the same it is the same. `Refused` for nobody."""
    groups = dict.fromkeys(reason["names"] for reason in reasons if reason.code == LEVEL)
    if not groups:
        drawn = f"its lot is {' before '.join(one.lot)}" if one.lot else ""
        raise Refused(f"nobody waits for a lot in {one.name}", drawn, shell="leave --lot out")
    lots = [standing_lot(event, f"prize {one.name}", sorted(names)).order for names in groups]
    new = [name for order in lots for name in order]
    earlier = [name for name in one.lot if fold(name) not in set(map(fold, new))]
    return replace(one, lot=(*earlier, *new))
