"""Why a board is not the ideal one: what the ideal was, which rule moved it, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.entrants import EntrantId
from engine.event import Altered
from engine.matching import Matching
from engine.points import counted
from formats.kjca.drawing import Draw
from formats.kjca.field import Field, must_turn
from formats.kjca.pairing import Group, pair

PRICED = 8
"""So many unavoided games of a group are each drawn again without them to tell the price."""
COLOURS = {"W": "White", "B": "Black"}


@dataclass(frozen=True)
class Facts:
    """What the sentences need of the event besides the field."""

    met_in: Callable[[EntrantId, EntrantId], int | None]
    """The round in which two met."""
    common: Callable[[EntrantId, EntrantId], str]
    """What rule 8 finds in common: `same school: Priory Fields`."""


def hindered(field: Field, facts: Facts, a: int, b: int) -> str:
    """Why two may not meet, empty if they may: `they met in round 2`."""
    high, low = field.players[a], field.players[b]
    for player in (a, b):
        other = field.locked.get(player)
        if other is not None and {player, other} != {a, b}:
            pair = frozenset((field.players[player].id, field.players[other].id))
            return f"{field.names(pair)} locked"
    if not field.unbarred[a] >> b & 1:
        return "the arbiter has barred them"
    if not field.unmet[a] >> b & 1:
        return f"they met in round {facts.met_in(high.id, low.id)}"
    if high.third and high.third == low.third and (a, b) not in field.exempt:
        return f"both had {COLOURS[high.third]} twice running"
    return ""


def in_group(draw: Draw, facts: Facts) -> Iterator[tuple[tuple[int, int], str, Altered]]:
    """(players, why, altered) of the groups' own boards that are not as they would be ideally."""
    for group, matching in zip(draw.groups, draw.matchings, strict=True):
        priced = [game for game in matching.pairs if group.game(*game)][:PRICED]
        for a, b in matching.pairs:
            high, low = group.players[a], group.players[b]
            parts = [
                _altered(group, matching, facts, a, b) if group.altered(a, b) else "",
                turned(group.field, high, low),
                _shunned(group, matching, facts, a, b, (a, b) in priced),
                exempt(group.field, facts, high, low),
            ]
            altered: Altered = "opponents" if parts[0] else "colours" if parts[1] else ""
            yield (high, low), "; ".join(p for p in parts if p), altered


def _altered(group: Group, matching: Matching, facts: Facts, a: int, b: int) -> str:
    """`ideal 3 v 10 (Dunloy); they met in round 2; 10 and 11 exchanged`."""
    circle = _circle(group, matching, a)
    board = min(a, group.ideal(a))
    own = _cause(group, facts, board)
    ideal = f"ideal {_ideal(group, board)} ({_name(group, group.ideal(a))})"
    if group.players[a] in group.field.locked:
        return f"{ideal}; locked by the arbiter"
    if own:
        return f"{ideal}; {own}; {_change(group, matching, circle)}"
    causes = [(i, _cause(group, facts, i)) for i in circle]
    first = next(((i, why) for i, why in causes if why), None)
    change = _change(group, matching, circle)
    if first is None:
        return f"{ideal}; {change}"
    return f"{ideal}; gives way to {_ideal(group, first[0])}: {first[1]}; {change}"


def _ideal(group: Group, board: int) -> str:
    return f"{board + 1} v {board + 1 + group.half}"


def _name(group: Group, card: int) -> str:
    seat = group.field.players[group.players[card]]
    return seat.name or seat.id


def _cause(group: Group, facts: Facts, board: int) -> str:
    """What speaks against an ideal board, empty if nothing does."""
    a, b = group.players[board], group.players[board + group.half]
    why = hindered(group.field, facts, a, b)
    if why or not group.field.avoid_cost or not group.field.shunned[a] >> b & 1:
        return why
    return facts.common(group.field.players[a].id, group.field.players[b].id)


def _circle(group: Group, matching: Matching, card: int) -> list[int]:
    """The ideal boards that change together with this card's, in order."""
    boards, at = set(), card
    while min(at, group.ideal(at)) not in boards:
        boards.add(min(at, group.ideal(at)))
        at = matching.partner[group.ideal(at)]
    return sorted(boards)


def _change(group: Group, matching: Matching, circle: list[int]) -> str:
    """Which cards have changed places on the boards of a circle."""
    half = group.half
    first, partner = circle[0], matching.partner[circle[0]]
    if len(circle) == 2:
        return f"{min(first + half, partner) + 1} and {max(first + half, partner) + 1} exchanged"
    straight = all(matching.partner[i] >= half for i in circle)
    cards = [str(i + half + 1) for i in circle]
    if not straight:
        cards = [str(i + 1) for i in circle] + cards
    return f"{', '.join(cards[:-1])} and {cards[-1]} change places"


def turned(field: Field, high: int, low: int) -> str:
    """Who would have had a third colour, if the colours of step 4 are turned; else empty."""
    if not must_turn(field.players[high], field.players[low]):
        return ""
    seat = field.players[low]
    return (
        f"colours turned: {seat.name or seat.id} would have "
        f"{COLOURS[str(seat.third)]} for the third time running"
    )


def _shunned(group: Group, matching: Matching, facts: Facts, a: int, b: int, priced: bool) -> str:
    """A game that rule 8 asks to avoid, and what avoiding it would cost."""
    if not group.game(a, b):
        return ""
    high, low = (group.field.players[group.players[c]] for c in (a, b))
    cost = group.field.avoid_cost
    over = f"over {counted(cost, 'board')}"
    price = f"avoiding more of these would alter {over} a game, if it can be done"
    if priced:
        price = _price_of_avoiding(group, matching, a, b)
    return f"{facts.common(high.id, low.id)}; {price}"


def _price_of_avoiding(group: Group, matching: Matching, a: int, b: int) -> str:
    if group.players[a] in group.field.locked:
        return "locked by the arbiter"
    other = pair(replace(group, barred=group.barred | {(a, b)}))
    if other is None:
        return "no legal draw of the group avoids it"
    games = matching.totals["games"] - other.totals["games"]
    cost = group.field.avoid_cost
    more = (other.totals["rule 8"] - cost * other.totals["games"]) - (
        matching.totals["rule 8"] - cost * matching.totals["games"]
    )
    boards = counted(more, "more board")
    if games <= 0:
        alters = f" and alters {boards}" if more > 0 else ""
        return f"avoiding it brings another such game{alters}"
    return f"avoiding it would alter {boards}, {cost * games} may be"


def exempt(field: Field, facts: Facts, a: int, b: int) -> str:
    """An illegal game of a dead end."""
    if (a, b) not in field.exempt:
        return ""
    if not field.unmet[a] >> b & 1:
        return f"{hindered(field, facts, a, b)}; every draw of this round repeats a game"
    colour = COLOURS[str(field.players[b].third)]
    return f"both had {colour} twice running; no draw of this round avoids a third colour"
