"""A plan of prizes as a value: lists of prizes, the players they are for, and how ties are
settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from enum import Enum
from typing import Final, Literal

from engine.alphabet import fold
from engine.money import Cents

LEFT, HALF = "left", "half"
"""What becomes of the money of a list with too few entrants, besides the name of another list."""
RESERVE: Final = "reserve"
"""Players of teams who come after the boards in their team's list."""
ANY_BOARD: Final = "any"
"""All players of teams."""
PlayersOf = int | Literal["reserve", "any"]
"""Players of teams by their board from 1, or these."""
BEST_OF_GROUP = 4
"""How many scores of a school count where the plan does not say."""
TEXT_CONDITIONS = ("federation", "club", "school", "category", "section", "title")
"""Conditions that are met by one of several texts, each a field of the entry."""


class TieRule(Enum):
    """How money is settled among players who are level.

    Equal division is US Chess 32B2. Hort's system, after Vlastimil Hort, is half-way: one half of
    each prize goes by place, the other halves are shared. By tie-break only those share who are
    level in the tie-breaks, too.
    """

    EQUAL = "equal"
    TIE_BREAK = "tie-break"
    HORT = "hort"


class PrizeMeasure(Enum):
    """How a list is ordered: by the places of its event, or by a figure of its own.

    Of a board the places are those of its table; the percentage is of games on boards alone.
    """

    STANDING = "standing"
    POINTS = "points"
    PERCENTAGE = "percentage"
    PERFORMANCE = "performance"
    UPSET = "upset"
    SCHOOL = "school"
    CLUB = "club"
    FEDERATION = "federation"

    @property
    def of_groups(self) -> bool:
        """Whether whole schools, clubs or federations win it, by the points of their best."""
        return self in (PrizeMeasure.SCHOOL, PrizeMeasure.CLUB, PrizeMeasure.FEDERATION)


class OddCents(Enum):
    """Who gets the cents that do not divide: the first of those who share, by tie-break and then by
    number, one each; or they stay in the purse."""

    FIRST = "first"
    LEFT = "left"


class Ungraded(Enum):
    """Whether somebody without a rating, or with an estimate only, can win. Of no word a list
    with bounds of rating is not for them, and any other is."""

    UNSAID = ""
    IN = "in"
    OUT = "out"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class Conditions:
    """The players whom a prize is for: everybody who meets all conditions; unset ones ask nothing.

    `rating_below` is not met by that rating itself. Ages are those of FIDE: `age_below` 18 is met
    by players who are not 18 before 1 January of the year in which the event begins, `age_from` 65
    by players who are 65 in the course of it. With `age_on`, a day such as `2026-09-01`, they are
    the years lived on that day: 18 and more are not below 18. Texts are met by one of several,
    whatever their capitals and accents. `games` counts games over the board.
    """

    rating_from: int | None = None
    rating_below: int | None = None
    ungraded: Ungraded = Ungraded.UNSAID
    age_below: int | None = None
    age_from: int | None = None
    age_on: str = ""
    sex: str = ""
    federation: tuple[str, ...] = ()
    club: tuple[str, ...] = ()
    school: tuple[str, ...] = ()
    category: tuple[str, ...] = ()
    section: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    games: int = 0
    fee_paid: bool = False

    @property
    def none(self) -> bool:
        """Whether everybody meets them."""
        return self == Conditions()

    @property
    def banded(self) -> bool:
        """Whether ratings have bounds."""
        return self.rating_from is not None or self.rating_below is not None


@dataclass(frozen=True, slots=True)
class PlacePrize:
    """The prize of one place of a list, as the plan says it.

    Money, or a share of the purse in per cent; `goods` go with it to the same place. Goods of a
    known `worth` count as a prize of that worth where a player has one prize only.
    """

    money: Cents = 0
    percent: Decimal | None = None
    goods: str = ""
    worth: Cents = 0


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Prizes for the first, second … of those who meet the conditions.

    `event` is the key of an event, empty for all together. `ties` None: as the plan says.
    `board`: it is for players of teams, not for entrants. `beside`: given beside any other prize;
    None: beside for players of teams and all that does not go by the standing.
    `least` is how many eligible entrants it takes for the first place, the second …; the last
    number holds for all further ones. `otherwise` says what becomes of the money where they are
    fewer: `left` in the purse, `half` of it is given, or it is added to the first place of the
    list of that name. `lot` has the names of those who were level for a prize that cannot be
    shared, in the order of the lot among them.
    """

    name: str
    places: tuple[PlacePrize, ...]
    event: str = ""
    by: PrizeMeasure = PrizeMeasure.STANDING
    who: Conditions = Conditions()
    ties: TieRule | None = None
    beside: bool | None = None
    least: tuple[int, ...] = ()
    otherwise: str = LEFT
    best: int = BEST_OF_GROUP
    board: PlayersOf | None = None
    lot: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What names it in its plan: the event, and the name without capitals."""
        return (self.event, fold(self.name))

    @property
    def special(self) -> bool:
        """Whether it is given beside any other prize."""
        apart = self.by is not PrizeMeasure.STANDING or self.board is not None
        return apart if self.beside is None else self.beside

    def least_for(self, place: int) -> int:
        """How many eligible entrants that place takes, from 1."""
        return self.least[min(place, len(self.least)) - 1] if self.least else 0


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All prizes of an event, or of a congress.

    `purse` is the sum of all prizes; None: whatever they add up to. `unit` is the smallest amount
    that is paid out: 1 for cents, 100 for whole ones.
    """

    lists: tuple[PrizeList, ...] = ()
    purse: Cents | None = None
    currency: str = ""
    one_prize: bool = True
    ties: TieRule = TieRule.EQUAL
    odd_cents: OddCents = OddCents.FIRST
    unit: Cents = 1
    conditions: Conditions = Conditions()
    """What everybody has to meet for any prize."""
    goods_count: bool = False
    """Goods of no known worth are the one prize of a player too, where their place has no money;
    in plans that say nothing they are given beside it."""

    def tie_rule(self, one: PrizeList) -> TieRule:
        """How ties of a list are settled."""
        return one.ties or self.ties

    def money(self, prize: PlacePrize) -> Cents:
        """The value of a place; a share of the purse in whole cents, rounded down."""
        if prize.percent is None:
            return prize.money
        share = Decimal(self.purse or 0) * prize.percent / 100
        return int(share.to_integral_value(ROUND_FLOOR))

    @property
    def total(self) -> Cents:
        """What all prizes add up to."""
        return sum(self.money(prize) for one in self.lists for prize in one.places)

    def with_list(self, new: PrizeList, instead: PrizeList | None = None) -> PrizePlan:
        """The plan with a list more, or in the place of another; lists whose money goes to that
        one follow its new name."""
        if instead is None:
            return replace(self, lists=(*self.lists, new))
        follow = [] if fold(new.name) == fold(instead.name) else [
            one for one in self.lists
            if one.otherwise not in (LEFT, HALF)
            and list_named(self.lists, one.otherwise, one.event) is instead
        ]  # fmt: skip
        return replace(self, lists=tuple(
            new if one is instead
            else replace(one, otherwise=new.name) if any(one is each for each in follow)
            else one
            for one in self.lists
        ))  # fmt: skip

    def without(self, gone: PrizeList) -> PrizePlan:
        """The plan without that list."""
        return replace(self, lists=tuple(one for one in self.lists if one is not gone))


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize that is at stake: the place of a list, and its present value."""

    list: PrizeList
    place: int
    money: Cents = 0
    goods: str = ""
    worth: Cents = 0
    counts: bool = False
    """Goods of unknown worth that are given like any other prize: after all that have a value."""

    @property
    def key(self) -> tuple[str, str, int, bool]:
        """What names it: money and goods of one place are two prizes."""
        return (*self.list.key, self.place, bool(self.goods))

    @property
    def value(self) -> Cents:
        """Its value where a player has one prize only."""
        return self.money or self.worth

    @property
    def precedence(self) -> tuple[int | str, ...]:
        """The order in which prizes are given: the most valuable first; of equal ones that of the
        places before those with conditions, the higher band of rating before the lower, bands
        before other conditions (US Chess 32B4); then by name, so that no order of the list
        counts. Of goods without a worth the first places of all lists before the second ones."""
        who = self.list.who
        everybody = who.none and self.list.board is None
        kind = 0 if everybody else 1 if who.banded else 2
        top = who.rating_below if who.rating_below is not None else 9999
        worthless = self.place if self.counts else 0
        return (-self.value, kind, -top, -(who.rating_from or 0), worthless, self.list.key[1],
                self.list.event, self.place, bool(self.goods))  # fmt: skip


NEW_PLAN = PrizePlan(goods_count=True)
"""A new plan."""


def prizes_of(one: PrizeList, plan: PrizePlan) -> Iterator[Prize]:
    """Every prize of a list, money and goods of a place apart."""
    for place, prize in enumerate(one.places, start=1):
        if money := plan.money(prize):
            yield Prize(one, place, money)
        if prize.goods:
            counts = plan.goods_count and not (prize.worth or prize.money or prize.percent)
            yield Prize(one, place, goods=prize.goods, worth=prize.worth, counts=counts)


def list_named(lists: Sequence[PrizeList], name: str, event: str) -> PrizeList | None:
    """The list of that name in an event, else over all events, or None."""
    wanted = fold(name.strip())
    among = [one for one in lists if one.key[1] == wanted]
    here = [one for one in among if one.event == event] or [x for x in among if not x.event]
    return here[0] if here else among[0] if len(among) == 1 else None
