"""Why a board is not the ideal one (what the ideal was, which rule moved it, what it costs), why a
player floats or has the bye, and why not another.

Every reason of a float takes the groups above as settled. *Left* in a group are those who neither
play a floater from above nor are locked; what keeps *within the rules* passes nobody by a legal
opponent who is left to him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Altered
from engine.matching import Matching
from engine.pairable import mask_of, members
from engine.perfect import Edge, Unmatched, perfect, potentials
from engine.points import Points
from engine.reasons import LOCKED, Fact, Reason, Reasons
from formats.kjca.drawing import KjcaDraw
from formats.kjca.field import KjcaField, must_turn
from formats.kjca.floats import SHOWN, FloaterSeat, GroupPlan, Passing
from formats.kjca.pairing import PairingGroup
from formats.wording import MORE

PRICED = 8
"""How many unavoided games of a group have the price of a draw without them given."""
BoardReasons = Iterator[tuple[tuple[int, int], Reasons, Altered]]
"""For boards: the two players, the reasons, and what is not ideal about the board."""


@dataclass(frozen=True)
class Acquaintance:
    """What two have had to do with each other, which the field does not say."""

    met_in: Callable[[EntrantId, EntrantId], int | None]
    """The round in which two met."""
    shared: Callable[[EntrantId, EntrantId], tuple[tuple[str, str], ...]]
    """What rule 8 finds that two have in common: (`school`, `Priory Fields`)."""
    let: Callable[[EntrantId, EntrantId], str]
    """The code of the reason for which rule 8 does not keep two apart; empty where it may."""

    def in_common(self, a: EntrantId, b: EntrantId) -> Reason:
        """The same as a reason."""
        return Reason.of("in-common", players=(a, b), shared=self.shared(a, b))

    def let_meet(self, field: KjcaField, a: int, b: int) -> Reasons:
        """Two players with something in common, though rule 8 does not apply to them."""
        pair = (field.players[a].id, field.players[b].id)
        code = self.let(*pair) if field.avoid_cost and self.shared(*pair) else ""
        return (self.in_common(*pair), Reason(code)) if code else ()


def hindrance(field: KjcaField, known: Acquaintance, a: int, b: int) -> Reason | None:
    """Why two may not meet; None if they may."""
    high, low = field.players[a], field.players[b]
    pair = (high.id, low.id)
    for player in (a, b):
        other = field.locked.get(player)
        if other is not None and {player, other} != {a, b}:
            locked = sorted((player, other))
            return Reason.of("locked-with", players=tuple(field.players[i].id for i in locked))
    if not field.unbarred[a] >> b & 1:
        return Reason.of("barred", players=pair)
    if not field.unmet[a] >> b & 1:
        return Reason.of("met", players=pair, round=known.met_in(*pair) or 0)
    if high.third and high.third == low.third and (a, b) not in field.exempt:
        return Reason.of("third-colour", players=pair, colour=high.third)
    return None


def in_group(draw: KjcaDraw, known: Acquaintance) -> BoardReasons:
    """For the groups' own boards; no reasons if one is as it would be ideally."""
    for group, matching in zip(draw.groups, draw.matchings, strict=True):
        priced = [game for game in matching.pairs if group.game(*game)][:PRICED]
        avoidance = Avoidance(group, matching)
        for a, b in matching.pairs:
            high, low = group.players[a], group.players[b]
            moved = _altered(group, matching, known, a) if group.altered(a, b) else ()
            colours = turned(group.field, high, low)
            shunned = _shunned(avoidance, known, a, b, (a, b) in priced)
            reasons = (*moved, *colours, *shunned, *exempt(group.field, known, high, low))
            yield (high, low), reasons, "opponents" if moved else "colours" if colours else ""


def _altered(group: PairingGroup, matching: Matching, known: Acquaintance, a: int) -> Reasons:
    """The ideal, what speaks against it, and which cards have changed places."""
    board = min(a, group.ideal(a))
    ideal = Reason("ideal", ideal_facts(group, a))
    if group.players[a] in group.field.locked:
        return (ideal, LOCKED)
    circle = _circle(group, matching, a)
    change = _change(group, matching, circle)
    if cause := _cause(group, known, board):
        return (ideal, cause, change)
    for other in circle:
        if cause := _cause(group, known, other):
            high, low = other, other + group.half
            pair = (_id(group, high), _id(group, low))
            way = Reason.of("gives-way", players=pair, high=high + 1, low=low + 1, because=cause)
            return (ideal, way, change)
    return (ideal, change)


def ideal_facts(group: PairingGroup, card: int) -> dict[str, Fact]:
    """A player and his ideal opponent, each with the number of his own card, from 1."""
    other = group.ideal(card)
    return {
        "player": _id(group, card),
        "card": card + 1,
        "opponent": _id(group, other),
        "ideal_card": other + 1,
    }


def _id(group: PairingGroup, card: int) -> EntrantId:
    return group.field.players[group.players[card]].id


def _cause(group: PairingGroup, known: Acquaintance, board: int) -> Reason | None:
    """What speaks against an ideal board; None if nothing does."""
    a, b = group.players[board], group.players[board + group.half]
    cause = hindrance(group.field, known, a, b)
    if cause or not group.field.avoid_cost or not group.field.shunned[a] >> b & 1:
        return cause
    return known.in_common(group.field.players[a].id, group.field.players[b].id)


def _circle(group: PairingGroup, matching: Matching, card: int) -> list[int]:
    """The ideal boards that change together with this card's, in order."""
    boards, at = set(), card
    while min(at, group.ideal(at)) not in boards:
        boards.add(min(at, group.ideal(at)))
        at = matching.partner[group.ideal(at)]
    return sorted(boards)


def _change(group: PairingGroup, matching: Matching, circle: list[int]) -> Reason:
    """Which cards have changed places on the boards of a circle."""
    half = group.half
    first, partner = circle[0], matching.partner[circle[0]]
    if len(circle) == 2:
        return _moved(group, "exchanged", sorted((first + half, partner)))
    straight = all(matching.partner[i] >= half for i in circle)
    cards = [i + half for i in circle]
    return _moved(group, "change-places", cards if straight else circle + cards)


def _moved(group: PairingGroup, code: str, cards: list[int]) -> Reason:
    """The players who have changed places, with the numbers of their cards from 1."""
    players = tuple(_id(group, card) for card in cards)
    return Reason.of(code, players=players, cards=tuple(card + 1 for card in cards))


def turned(field: KjcaField, high: int, low: int) -> Reasons:
    """Who would have had a third colour, if the colours of step 4 are turned."""
    if not must_turn(field.players[high], field.players[low]):
        return ()
    seat = field.players[low]
    return (Reason.of("colours-turned", player=seat.id, colour=str(seat.third)),)


def _shunned(avoidance: Avoidance, known: Acquaintance, a: int, b: int, priced: bool) -> Reasons:
    """A game that rule 8 asks to avoid, and what avoiding it would cost."""
    group = avoidance.group
    if not group.game(a, b):
        return known.let_meet(group.field, group.players[a], group.players[b])
    price = Reason.of("avoiding-unpriced", cost=group.field.avoid_cost)
    if priced:
        price = _price_of_avoiding(avoidance, a, b)
    return (known.in_common(_id(group, a), _id(group, b)), price)


def _price_of_avoiding(avoidance: Avoidance, a: int, b: int) -> Reason:
    group, totals = avoidance.group, avoidance.matching.totals
    if group.players[a] in group.field.locked:
        return LOCKED
    other = avoidance.totals_without(a, b)
    if other is None:
        return Reason.of("avoiding-impossible")
    price, left = other
    games, cost = totals["games"] - left, group.field.avoid_cost
    # the criterion counts altered boards and the price of each such game in one number
    more = (price - cost * left) - (totals["rule 8"] - cost * totals["games"])
    if games <= 0:
        return Reason.of("avoiding-brings-another", boards=max(more, 0))
    return Reason.of("avoiding-costs", boards=more, most=cost * games)


def exempt(field: KjcaField, known: Acquaintance, a: int, b: int) -> Reasons:
    """An illegal game of a dead end."""
    if (a, b) not in field.exempt:
        return ()
    pair = (field.players[a].id, field.players[b].id)
    if not field.unmet[a] >> b & 1:
        hindered = hindrance(field, known, a, b)
        return (*((hindered,) if hindered else ()), Reason.of("repeat-forced"))
    third = Reason.of("third-colour", players=pair, colour=str(field.players[b].third))
    return (third, Reason.of("third-colour-forced"))


HINDRANCES = {
    "rest": "rest-undrawable",
    "below": "below-undrawable",
    "alone": "alone-undrawable",
    "going on": "alone-passes-by",
    "bye": "had-bye",
}


def of_floats(draw: KjcaDraw, known: Acquaintance) -> BoardReasons:
    """Of every game between two score groups."""
    for high, low in draw.plan.games:
        field = draw.field
        if high in field.locked:
            reasons: Reasons = (Reason.of("downfloat-by-lock", player=_id_of(draw, high)),)
        else:
            reasons = (_down(draw, high), *_journey(draw, high), _up(draw, known, high, low))
            reasons += _common(draw, known, high, low)
        colours = turned(field, high, low)
        reasons += (*colours, *exempt(field, known, high, low))
        unusual = not _ordinary(draw, high, low)
        altered: Altered = "opponents" if unusual else "colours" if colours else ""
        yield (high, low), reasons, altered


def of_bye(draw: KjcaDraw) -> Reasons:
    """Why the bye falls where it does."""
    assert draw.bye is not None
    field, last = draw.field, draw.plan.groups[-1]
    reasons = [Reason.of("bye-again")] if field.players[draw.bye].byes else []
    passed = _passed_over(draw, last, draw.bye)
    if field.group_of[draw.bye] != last.number:
        reasons += [_down(draw, draw.bye), *_journey(draw, draw.bye)]
        if _seatings(draw, draw.bye)[-1].opponent is not None:
            reasons.append(Reason.of("none-left-may-have-bye", because=passed))
    elif draw.bye == len(field) - 1:
        reasons.append(Reason.of("lowest-last"))
    elif passed:
        reasons.append(Reason.of("passed-over", because=passed))
    else:
        reasons.append(Reason.of("lowest-left-last"))
    return tuple(reasons)


def _id_of(draw: KjcaDraw, player: int) -> EntrantId:
    return draw.field.players[player].id


def _score(draw: KjcaDraw, number: int) -> Points:
    """The score of a group."""
    return draw.field.players[next(members(draw.field.score_groups[number]))].score


def _residents(draw: KjcaDraw, player: int) -> list[int]:
    """The player's score group, lowest first."""
    return list(members(draw.field.score_groups[draw.field.group_of[player]]))[::-1]


def _seatings(draw: KjcaDraw, floater: int) -> list[FloaterSeat]:
    """His way down."""
    return [s for s in draw.plan.seatings if s.floater == floater]


def _taken(draw: KjcaDraw, seating: FloaterSeat) -> dict[int, int]:
    """The players taken by floaters who chose before this one, and by whom."""
    before = draw.plan.seatings[: draw.plan.seatings.index(seating)]
    return {
        s.opponent: s.floater for s in before if s.into == seating.into and s.opponent is not None
    }


def _could_float(draw: KjcaDraw, number: int) -> int:
    """The players of a group who could float from it."""
    playing = (s.opponent for s in draw.plan.seatings if s.into == number)
    return (
        draw.field.score_groups[number]
        & draw.field.free
        & ~mask_of(o for o in playing if o is not None)
    )


def _ordinary(draw: KjcaDraw, high: int, low: int) -> bool:
    """The bottom player down to the top player of the next group, both for the first time."""
    field = draw.field
    group = field.group_of
    lowest = high == _residents(draw, high)[0] and not field.players[high].downfloats
    highest = low == _residents(draw, low)[-1]
    return lowest and highest and group[low] == group[high] + 1 and not field.players[low].upfloats


def _down(draw: KjcaDraw, floater: int) -> Reason:
    """Why he floats down, and not another of his group."""
    plan = draw.plan.groups[draw.field.group_of[floater]]
    score = _score(draw, plan.number)
    because = _several(plan)
    if draw.field.players[floater].downfloats:
        because += (Reason.of("second-downfloat", because=_second(draw, plan)),)
    because += _passed_over(draw, plan, floater)
    if not because:
        residents = _residents(draw, floater)
        lowest = floater == residents[0] and not any(
            draw.field.group_of[draw.field.locked.get(i, i)] != plan.number for i in residents
        )
        because = (Reason.of("lowest-odd" if lowest else "lowest-left-odd", score=score),)
    return Reason.of("downfloat", player=_id_of(draw, floater), score=score, because=because)


def _several(plan: GroupPlan) -> Reasons:
    """Why more than one float."""
    count = len(plan.floaters)
    if count < 2:
        return ()
    return (Reason.of("several-float", count=count, fewer=count - 2, forced=plan.forced),)


def _second(draw: KjcaDraw, plan: GroupPlan) -> Reason:
    """The cause of a second downfloat."""
    score = _score(draw, plan.number)
    seats = draw.field.players
    here, left = (
        members(m) for m in (draw.field.score_groups[plan.number], _could_float(draw, plan.number))
    )
    if all(seats[i].downfloats for i in here):
        return Reason.of("all-floated", score=score)
    if all(seats[i].downfloats for i in left):
        return Reason.of("all-left-floated", score=score)
    if len(plan.floaters) == 1:
        return Reason.of("none-alone", score=score)
    return Reason.of("none-earlier", count=len(plan.floaters))


def _passed_over(draw: KjcaDraw, plan: GroupPlan, chosen: int) -> Reasons:
    """Why those who would have come first did not: the search's own account."""
    reasons = [
        Reason.of(HINDRANCES[why], player=_id_of(draw, i))
        for i, why in plan.passed_over
        if i != chosen
    ]
    tried = {i for i, _ in plan.passed_over} | set(plan.floaters)
    if plan is not draw.plan.groups[-1] and not draw.field.players[chosen].downfloats:
        reasons += [
            Reason.of("floated-down", player=_id_of(draw, i))
            for i in _residents(draw, chosen)
            if i > chosen and i not in tried and draw.field.players[i].downfloats
        ]
    return _first_listed(reasons)


def _first_listed(reasons: Sequence[Reason], count: int | None = None) -> Reasons:
    """So many of them as are listed, and how many more there are (`count` in all)."""
    more = (len(reasons) if count is None else count) - SHOWN
    return (*reasons[:SHOWN], *((Reason.of(MORE, count=more),) if more > 0 else ()))


def _journey(draw: KjcaDraw, floater: int) -> Iterator[Reason]:
    """Why he did not stay in each group that he has come through."""
    way = _seatings(draw, floater)
    for seating in way:
        if seating.opponent is None:
            yield _going_on(draw, seating)
        elif seating is not way[-1]:
            plan = draw.plan.groups[seating.into]
            because = _several(plan) or (Reason.of("none-alone-there"),)
            score = _score(draw, plan.number)
            yield Reason.of("floats-on", player=_id_of(draw, floater), score=score, because=because)


def _going_on(draw: KjcaDraw, seating: FloaterSeat) -> Reason:
    """Why a floater had no opponent in a group."""
    field, id = draw.field, _id_of(draw, seating.floater)
    score = _score(draw, seating.into)
    here = field.legal[seating.floater] & field.score_groups[seating.into]
    taken = {o: f for o, f in _taken(draw, seating).items() if here >> o & 1}
    if not here:
        return Reason.of("none-legal", player=id, score=score)
    if left := list(members(here & field.free & ~mask_of(taken))):
        passed, more = _named(draw, left)
        return Reason.of("passes-by", player=id, score=score, passed=passed, more=more)
    if not taken:
        return Reason.of("none-free", player=id, score=score)
    gone = [
        Reason.of("taken", player=_id_of(draw, o), by=_id_of(draw, f)) for o, f in taken.items()
    ]
    return Reason.of("all-taken", player=id, score=score, because=_first_listed(gone))


def _named(draw: KjcaDraw, players: Sequence[int]) -> tuple[tuple[EntrantId, ...], int]:
    """The first of them, and how many more there are."""
    return tuple(_id_of(draw, i) for i in players[:SHOWN]), max(len(players) - SHOWN, 0)


def _up(draw: KjcaDraw, known: Acquaintance, floater: int, opponent: int) -> Reason:
    """Why this opponent floats up, and not another of his group."""
    seating = _seatings(draw, floater)[-1]
    others = list(_preferred(draw, seating))
    because = _first_listed(
        [_not_chosen(draw, known, seating, i) for i in others[:SHOWN]], count=len(others)
    )
    if draw.field.players[opponent].upfloats:
        second = Reason.of("second-upfloat", because=_second_up(draw, seating))
        because = (second, *because)
    because = because or (Reason.of("highest"),)
    return Reason.of("upfloat", player=_id_of(draw, opponent), because=because)


def _open_to(draw: KjcaDraw, seating: FloaterSeat) -> int:
    """The legal opponents whom a floater could choose from."""
    field = draw.field
    here = field.score_groups[seating.into] & field.free & ~mask_of(_taken(draw, seating))
    return field.legal[seating.floater] & here


def _after_others(draw: KjcaDraw, seating: FloaterSeat) -> bool:
    """Whether floaters above had chosen from that group before him."""
    return bool(_taken(draw, seating))


def _second_up(draw: KjcaDraw, seating: FloaterSeat) -> Reason:
    """The cause of a second upfloat."""
    score = _score(draw, seating.into)
    first = [i for i in members(_open_to(draw, seating)) if not draw.field.players[i].upfloats]
    if not first:
        return Reason.of("none-fresh-legal", score=score, player=_id_of(draw, seating.floater))
    after_others = _after_others(draw, seating)
    return Reason.of("none-fresh-drawable", score=score, after_others=after_others)


def _preferred(draw: KjcaDraw, seating: FloaterSeat) -> Iterator[int]:
    """The others of that group who are higher, or would float up for the first time."""
    field, opponent = draw.field, seating.opponent
    assert opponent is not None
    again = field.players[opponent].upfloats > 0
    for i in members(field.score_groups[seating.into]):
        if i < opponent or (i > opponent and again and not field.players[i].upfloats):
            yield i


def _not_chosen(draw: KjcaDraw, known: Acquaintance, seating: FloaterSeat, other: int) -> Reason:
    """Why not one of those."""
    field, floater, opponent = draw.field, seating.floater, seating.opponent
    assert opponent is not None
    id, taken = _id_of(draw, other), _taken(draw, seating)
    if other in taken:
        return Reason.of("taken", player=id, by=_id_of(draw, taken[other]))
    if cause := hindrance(field, known, floater, other):
        return Reason.of("hindered", player=id, because=cause)
    if field.players[other].upfloats and not field.players[opponent].upfloats:
        return Reason.of("floated-up", player=id)
    passing = _passing(draw, seating)
    if passing is not None and passing.chosen is not None and other >= passing.first:
        if field.shunned[floater] >> other & 1:
            common = known.in_common(_id_of(draw, floater), id)
            return Reason.of("hindered", player=id, because=common)
        if other in passing.tried:
            return Reason.of("no-gain", player=id, cost=field.avoid_cost)
    return _no_draw(draw, seating, other)


def _passing(draw: KjcaDraw, seating: FloaterSeat) -> Passing | None:
    """What rule 8 did about that game."""
    where = (seating.floater, seating.into)
    return next((p for p in draw.plan.passings if (p.floater, p.into) == where), None)


def _no_draw(draw: KjcaDraw, seating: FloaterSeat, other: int) -> Reason:
    """The consequence of the game with another opponent."""
    field, id = draw.field, _id_of(draw, other)
    rest = draw.plan.groups[seating.into - 1].open & ~(1 << seating.floater | 1 << other)
    if field.pairable.perfect(rest, field.had_byes_at_most(draw.ground.byes)):
        return Reason.of("no-draw", player=id, after_others=_after_others(draw, seating))
    return Reason.of("then-undrawable", player=id)


def _common(draw: KjcaDraw, known: Acquaintance, floater: int, opponent: int) -> Reasons:
    """What the two have in common that rule 8 asks to avoid, and why they meet all the same."""
    field = draw.field
    if not field.shunned[floater] >> opponent & 1:
        return known.let_meet(field, floater, opponent)
    common = known.in_common(_id_of(draw, floater), _id_of(draw, opponent))
    if not field.avoid_cost:
        return (common, Reason.of("rule-8-powerless"))
    seating = _seatings(draw, floater)[-1]
    passing = _passing(draw, seating)
    if passing is not None and passing.tried:
        tried, more = _named(draw, passing.tried)
        cost = field.avoid_cost
        return (common, Reason.of("no-gain-instead", tried=tried, more=more, cost=cost))
    all_have_one = Reason.of(
        "every-draw-has-one",
        player=_id_of(draw, floater),
        after_others=_after_others(draw, seating),
        or_second_upfloat=not field.players[opponent].upfloats,
    )
    return (common, all_have_one)


NEAREST = 8
"""How many opponents of a card are looked at first, and how many more whenever they do not do."""


@dataclass(frozen=True)
class Avoidance:
    """A group and its best pairing. Only the first two sums of a draw without a game are found:
    the price of the boards, and the games that rule 8 asks to avoid.

    Both are one number, the *weight*, which no legal pairing of the group has less of than the
    known one, W. `potentials` give every legal game a *distance* d >= 0 such that the distances of
    any pairing add up to twice what it weighs above W, and the *slack* of the known one. So a
    pairing whose distances add up to s contains no game with d > s. Games of one weight between
    cards of one potential are at one distance: they are bit sets, not looked at one by one.
    """

    group: PairingGroup
    matching: Matching

    def totals_without(self, a: int, b: int) -> tuple[int, int] | None:
        """Price and games of the best pairing in which these two cards do not meet; None if there
        is no legal one."""
        more = self._more(min(a, b), max(a, b))
        if more is None:
            return None
        known = self.matching.totals
        return divmod(known["rule 8"] * self._unit + known["games"] + more, self._unit)

    def _more(self, a: int, b: int) -> int | None:
        """By how much the weight grows."""
        exchange, least = self._exchange(a, b), self._least(a, b)
        if exchange is not None and exchange <= least:
            return exchange
        if self._passed_on(a, b):
            return least
        limit = 2 * least + self._slack
        while True:
            few = {edge: weight for edge, weight in self._within(limit) if edge != (a, b)}
            everything = len(few) >= self._count - 1
            try:
                partner = perfect(len(self._near), list(few), list(few.values()), "auto")
            except Unmatched:
                if everything:
                    return None
                # the exchange is a pairing: all its games are within this
                far = 2 * limit + self._unit if exchange is None else 2 * exchange + self._slack
                limit = max(far, limit + 1)
                continue
            more = self._weight_of(partner) - self._weight_of(self.matching.partner)
            if everything or 2 * more + self._slack <= limit:
                return more
            limit = 2 * more + self._slack

    def _exchange(self, a: int, b: int) -> int | None:
        """The least that the weight grows when the board changes opponents with another one."""
        best: int | None = None
        known = self._weight(a, b)
        for c, d in self.matching.pairs:
            if c in (a, b):
                continue
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                if self._near[a] >> one[1] & 1 and self._near[b] >> other[1] & 1:
                    grows = self._weight(*one) + self._weight(*other) - known - self._weight(c, d)
                    best = grows if best is None else min(best, grows)
        return best

    def _least(self, a: int, b: int) -> int:
        """No pairing without the game weighs less than this more: each of the two has another
        game, and its distance."""
        nearest = [
            min((d for d, _, near in self._distances(u) if near & ~(1 << v)), default=0)
            for u, v in ((a, b), (b, a))
        ]
        return max(-((self._slack - sum(nearest)) // 2), 0)

    def _passed_on(self, a: int, b: int) -> bool:
        """Whether opponents passed on from card to card lead from one to the other at the least
        distances there are. False proves nothing: a way may be there that this does not find."""
        if self._slack:
            return False
        partner, last = self.matching.partner, self._nearest(b, a)
        came: dict[int, int] = {a: -1}
        fresh, first = [a], self._nearest(a, b)
        while fresh:
            before, fresh = fresh, []
            for card in before:
                near = first if card == a else self._tight(card) & ~(1 << a | 1 << b)
                for other in members(near):
                    if (freed := partner[other]) not in came:
                        came[freed] = card
                        fresh.append(freed)
                        if last >> freed & 1:
                            return self._simple(came, freed)
        return False

    def _simple(self, came: dict[int, int], card: int) -> bool:
        """Whether no board has been passed on twice."""
        boards = set()
        while came[card] >= 0:
            board = min(card, self.matching.partner[card])
            if board in boards:
                return False
            boards.add(board)
            card = came[card]
        return True

    def _nearest(self, card: int, barred: int) -> int:
        """A card's opponents at the least distance, but for one."""
        by_distance = [(d, near & ~(1 << barred)) for d, _, near in self._distances(card)]
        least = min((d for d, near in by_distance if near), default=0)
        return _union(near for d, near in by_distance if d == least)

    def _tight(self, card: int) -> int:
        return _union(near for d, _, near in self._distances(card) if not d)

    def _within(self, limit: int) -> Iterator[tuple[Edge, int]]:
        """Legal games of at most that distance, with their weight."""
        for a in range(len(self._near)):
            for distance, weight, near in self._distances(a):
                if distance <= limit:
                    yield from (((a, b), weight) for b in members(near >> a << a))

    @cached_property
    def _near(self) -> list[int]:
        """Legal opponents by card; of locked cards each other alone."""
        near, locked = self.group.opponents(), self.group.forced()
        free = ~mask_of(card for game in locked for card in game)
        near = [mask & free for mask in near]
        for a, b in locked:
            near[a], near[b] = 1 << b, 1 << a
        return near

    @cached_property
    def _count(self) -> int:
        return sum(mask.bit_count() for mask in self._near) // 2

    @cached_property
    def _unit(self) -> int:
        """More than there can be games: a price in the weight."""
        return len(self._near)

    def _weight(self, a: int, b: int) -> int:
        group, low, high = self.group, min(a, b), max(a, b)
        return group.price(low, high) * self._unit + group.game(low, high)

    def _weight_of(self, partner: list[int] | tuple[int, ...]) -> int:
        return sum(self._weight(a, b) for a, b in enumerate(partner) if a < b)

    def _distances(self, card: int) -> Iterator[tuple[int, int, int]]:
        """Distances and weights of a card's legal games, each with the opponents as a bit set."""
        return self._apart(card, self._potentials[0], self._alike)

    def _apart(
        self, card: int, potential: list[int], alike: dict[int, int]
    ) -> Iterator[tuple[int, int, int]]:
        """The same by these potentials; `alike` are the cards of each."""
        near, ideal = self._near[card], self.group.ideal(card)
        shunned, others = self.group.shunned[card], near & ~(1 << ideal)
        kinds = [others & shunned, others & ~shunned, near & 1 << ideal]
        for kind in filter(None, kinds):
            weight = self._weight(card, next(members(kind)))
            for value, cards in alike.items():
                if kind & cards:
                    yield 2 * weight - potential[card] - value, weight, kind & cards

    @cached_property
    def _potentials(self) -> tuple[list[int], int]:
        """Of all legal games, from a few: those that would be nearer than 0 join in."""
        known = list(self.matching.partner)
        chosen = set(self.matching.pairs)
        for card, near in enumerate(self._near):
            for some in (near & ~self.group.shunned[card], near & self.group.shunned[card]):
                chosen.update(_games(card, some))
        while True:
            games = sorted(chosen)
            weights = [self._weight(*game) for game in games]
            double, slack = potentials(games, weights, known)
            alike = _alike(double)
            missing = {
                game
                for card in range(len(self._near))
                for distance, _, near in self._apart(card, double, alike)
                if distance < 0
                for game in _games(card, near)
            }
            if not missing:
                return double, slack
            chosen |= missing

    @cached_property
    def _alike(self) -> dict[int, int]:
        return _alike(self._potentials[0])

    @property
    def _slack(self) -> int:
        return self._potentials[1]


def _union(masks: Iterable[int]) -> int:
    """Everybody in one of these sets."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _alike(potential: list[int]) -> dict[int, int]:
    """The cards of each potential, as bit sets."""
    alike: dict[int, int] = {}
    for card, value in enumerate(potential):
        alike[value] = alike.get(value, 0) | 1 << card
    return alike


def _games(card: int, near: int) -> Iterator[Edge]:
    """Of one card with the first few of these."""
    for _, other in zip(range(NEAREST), members(near), strict=False):
        yield min(card, other), max(card, other)
