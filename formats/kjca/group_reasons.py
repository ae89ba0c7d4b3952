"""Why a board is not the ideal one: what the ideal was, which rule moved it, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.event import Altered
from engine.matching import Matching
from engine.reasons import LOCKED, Fact, Reason, Reasons
from formats.kjca.avoiding import Avoidance
from formats.kjca.drawing import KjcaDraw
from formats.kjca.field import KjcaField, must_turn
from formats.kjca.pairing import PairingGroup

PRICED = 8
"""So many unavoided games of a group have the price told of a draw without them."""
Told = Iterator[tuple[tuple[int, int], Reasons, Altered]]
"""Of boards: the two players, the reasons, and in what the board is not ideal."""


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
        """Two who have something in common, though rule 8 does not look at them."""
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


def in_group(draw: KjcaDraw, known: Acquaintance) -> Told:
    """Of the groups' own boards; no reasons where one is as it would be ideally."""
    for group, matching in zip(draw.groups, draw.matchings, strict=True):
        priced = [game for game in matching.pairs if group.game(*game)][:PRICED]
        avoidance = Avoidance(group, matching)
        for a, b in matching.pairs:
            high, low = group.players[a], group.players[b]
            moved = _altered(group, matching, known, a, b) if group.altered(a, b) else ()
            colours = turned(group.field, high, low)
            shunned = _shunned(avoidance, known, a, b, (a, b) in priced)
            reasons = (*moved, *colours, *shunned, *exempt(group.field, known, high, low))
            yield (high, low), reasons, "opponents" if moved else "colours" if colours else ""


def _altered(
    group: PairingGroup, matching: Matching, known: Acquaintance, a: int, b: int
) -> Reasons:
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
    """Who have changed places, with the numbers of their cards from 1."""
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
