"""A second reading of the KJCA's floats, from its page alone, for what `kjca_referee` judges for
legality only: floats past a group, and rule 8 in the choice of a floater's opponent.

Where several float at once the page does not say who is served first, nor when one who could meet
somebody goes on all the same. Each way to read it gives a draw, and the round must be one of them.
Where rule 8 has a say, who leaves the first group that departs from these is still the same, and
the round must have fewer games that the rule asks to avoid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from engine.event import Event, Round
from tests.formats.oracles.events_by_lot import Card
from tests.formats.oracles.kjca_referee import Referee

SMALL = 14
Assigned = dict[Card, Card | None]
"""Whom each floater meets in the next group; None: he goes on."""


class Way(NamedTuple):
    """How the page may be read where several float."""

    highest_first: bool
    """Who is served first: the highest-placed floater, or the one who was tried first."""
    past: str
    """When a floater goes past a group: `late`, if no combination at all gives everybody an
    opponent there; `own`, if his own combination does not; `turn`, as soon as in his turn nobody
    is left for him with whom the rest can be drawn; `need`, if no legal opponent is left, and past
    one whom he could meet only where no number of floaters does otherwise."""


WAYS = [Way(*way) for way in product((True, False), ("need", "late", "own", "turn"))]
"""The first of them is the one that draws without rule 8 follow."""


class Floats:
    """Who crosses groups in one reading: floater and opponent, and the bye."""

    def __init__(self, referee: Referee, way: Way) -> None:
        self.referee, self.way = referee, way
        self.games: list[tuple[Card, Card]] = []
        self.bye: Card | None = None
        self.rests: list[list[Card]] = []
        self._play()

    @property
    def all(self) -> tuple[frozenset[tuple[Card, Card]], Card | None]:
        return frozenset(self.games), self.bye

    def _play(self) -> None:
        came: Assigned = {}
        for at in range(len(self.referee.groups) - 1):
            leave, met = self._leave(at, came)
            stays = {f: o for f, o in came.items() if o is not None and f not in leave}
            self.games += stays.items()
            group = self.referee.groups[at]
            self.rests.append([c for c in group if c not in leave and c not in stays.values()])
            came = met
        self.games += [(f, o) for f, o in came.items() if o is not None]
        last = [f for f, o in came.items() if o is None]
        last += [c for c in self.referee.groups[-1] if c not in came.values()]
        if len(last) % 2:
            for card in reversed(last):
                rest = frozenset(last) - {card}
                if not (self.referee.fresh and card.had_bye) and self.referee.drawable(rest, True):
                    self.bye = card
                    break
        self.rests.append([c for c in last if c is not self.bye])

    def _leave(self, at: int, came: Assigned) -> tuple[tuple[Card, ...], Assigned]:
        """The fewest who leave a group, and whom they meet in the next one."""
        through = [f for f, o in came.items() if o is None]
        size = len(self.referee.groups[at]) + len(came) - len(through)
        for strict, count in product((True, False), range(size % 2, size + 1, 2)):
            if strict and self.way.past != "need":
                continue
            some = list(self._combinations(at, came, count))
            most = count + len(through)
            late = range(most + 1) if self.way.past == "late" else [most]
            for gone_on in late:
                for leave in some:
                    met = self._met([*through, *leave], at + 1, gone_on, strict)
                    if met is not None:
                        return leave, met
        raise AssertionError("no draw")

    def _combinations(self, at: int, came: Assigned, count: int) -> Iterator[tuple[Card, ...]]:
        """Those who can leave so that the group itself can be drawn, in the page's order."""
        down, place = self.referee.down, self.referee.place
        taken = {o for o in came.values() if o is not None}
        free = [c for c in self.referee.groups[at] if c not in taken]
        ordered = sorted(free, key=lambda c: (down[c], -place[c]))
        ordered += sorted((f for f, o in came.items() if o is not None), key=lambda c: -place[c])
        for leave in combinations(ordered, count):
            back = {o for f, o in came.items() if f in leave}
            rest = [c for c in self.referee.groups[at] if c not in leave]
            rest = [c for c in rest if c not in taken or c in back]
            if self.referee.drawable(frozenset(rest), True) and len(rest) % 2 == 0:
                yield leave

    def _met(
        self, floaters: Sequence[Card], at: int, gone_on: int, strict: bool
    ) -> Assigned | None:
        """The first way in which all of them meet somebody or go on, at most so many of them."""
        place, up = self.referee.place, self.referee.up
        ranked = sorted(self.referee.groups[at], key=lambda c: (up[c], place[c]))
        if self.way.highest_first:
            floaters = sorted(floaters, key=place.__getitem__)
        limits = range(gone_on + 1) if self.way.past == "own" else [gone_on]
        for limit in limits:
            for met in self._assigned(floaters, ranked, limit, strict):
                if self._below(at, met):
                    return met
        return None

    def _assigned(
        self, floaters: Sequence[Card], free: Sequence[Card], limit: int, strict: bool
    ) -> Iterator[Assigned]:
        if not floaters:
            yield {}
            return
        first, *others = floaters
        able: list[Card | None] = [c for c in free if c in self.referee.partners[first]]
        if limit and not (able and strict):
            able.append(None)
        for c in able:
            left = [x for x in free if x is not c]
            for more in self._assigned(others, left, limit - (c is None), strict):
                yield {first: c, **more}

    def _below(self, at: int, met: Assigned) -> bool:
        below = {c for group in self.referee.groups[at:] for c in group}
        below -= {c for c in met.values() if c is not None}
        below |= {f for f, c in met.items() if c is None}
        return self.referee.drawable(frozenset(below), self.referee.fresh)


def faults(event: Event, round: Round, count: Counter[str]) -> list[str]:
    """In what the floats of a drawn round are not as the page has them."""
    if round.number == 1:
        return []
    referee = Referee(event)
    if not referee.possible or len(referee.here) > SMALL:
        return []
    count["judged"] += 1
    opponent: dict[Card, Card] = {}
    for m in round.matches:
        a, b = (referee.cards[id] for id in m.pair)
        opponent |= {a: b, b: a}
    byes = [referee.cards[b.entrant] for b in round.byes if b.kind == "pairing"]
    level = {c: n for n, group in enumerate(referee.groups) for c in group}
    games = frozenset((a, b) for a, b in opponent.items() if level[a] < level[b])
    have = games, byes[0] if byes else None
    if any(level[b] - level[a] > 1 for a, b in games):
        count["with a float past a group"] += 1
    readings: dict[object, Floats] = {}
    for way in WAYS:
        floats = Floats(referee, way)
        readings.setdefault(floats.all, floats)
        count[f"as {way}"] += floats.all == have
    count["with several readings"] += len(readings) > 1
    if have in readings:
        return []
    if any(map(referee.avoided, combinations(referee.here, 2))):
        count["rule 8 in the floats"] += 1
        return _avoiding(referee, opponent, list(readings.values()), have)
    return [f"{sorted(map(str, games))} {have[1]}, not {[f.all for f in readings.values()]}"]


def _avoiding(
    referee: Referee,
    opponent: dict[Card, Card],
    readings: Sequence[Floats],
    have: tuple[frozenset[tuple[Card, Card]], Card | None],
) -> list[str]:
    """Rule 8 must have left the round with fewer such games, the first floater being the same."""
    avoided = sum(map(referee.avoided, {frozenset(pair) for pair in opponent.items()}))
    usual = readings[0]
    plain = sum(map(referee.avoided, usual.games))
    plain += sum(referee.best_avoiding(rest)[0] for rest in usual.rests)
    words = []
    if avoided >= plain:
        words.append(f"{avoided} games to avoid, {plain} without rule 8 in the floats")
    place = referee.place
    for floats in readings:
        apart = sorted({*have[0]} ^ {*floats.games}, key=lambda g: (place[g[0]], place[g[1]]))
        theirs = {a for a, _ in floats.games} | {floats.bye}
        if not apart or (apart[0][0] in theirs and apart[0][0] in {a for a, _ in have[0]}):
            return words
    return [*words, f"another floater: {have}, not {[f.all for f in readings]}"]
