"""The checks of the Swiss repechage and the final ranking, counted anew from boards and results.

Nothing here asks the format but for what it shows: its tables and who qualifies. The scale for
14 boards is the printed one, that for 7 boards the bare formula (no row of it is raised).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import ceil, sqrt

from engine.event import Event, Match
from engine.match_results import MatchResult, winning_side
from engine.protocol import Format, qualified
from engine.standings import as_of
from tests.engine.test_bridge import FOURTEEN
from tests.formats.gnot.audit import fewest, losers, teams, winners

TAU = (sqrt(5) - 1) / 2
SCALE = {14: [Decimal(v) for v in FOURTEEN.split()]}
SCALE[7] = [
    Decimal(str(int(100 * (10 + 10 * (1 - TAU ** (3 * i / (15 * sqrt(7)))) / (1 - TAU**3)) + 0.5)))
    / 100
    for i in range(40)
] + [Decimal(20)]

# entering for round: percent of LS, LS less this, or this
COLUMNS = {2: (40, None, 10), 3: (80, 6, None), 4: (85, "4.5", None), 5: (90, 3, None),
           6: (95, "1.5", None), 7: (100, 0, None)}  # fmt: skip


def points(match: Match, team: str) -> Decimal:
    """Victory points of one match."""
    net = margin(match, team)
    scale = SCALE[match.boards or 14]
    worth = scale[min(abs(net), len(scale) - 1)]
    return worth if net >= 0 else 20 - worth


def margin(match: Match, team: str) -> int:
    """Net IMPs; a forfeit is a blitz."""
    if isinstance(match.result, MatchResult):
        net = int(match.result.home - match.result.away)
    else:
        size = len(SCALE[match.boards or 14]) - 1
        net = size if winning_side(match.result) == "white" else -size
    return net if team == match.white else -net


def cents(exact: Fraction) -> Decimal:
    return Decimal(int(exact * 100 + Fraction(1, 2))) / 100


def entering_score(number: int, leader: Decimal | None) -> Decimal:
    if leader is None:
        return Decimal(10 * (number - 1))
    percent, less, fixed = COLUMNS[number]
    a = Fraction(leader) * percent / 100
    b = Fraction(leader) - Fraction(str(less)) if less is not None else Fraction(str(fixed))
    return cents(max(a, b))


class SwissAudit:
    """An event that nobody left, played to its end, or up to a half of it."""

    def __init__(self, event: Event, format: Format) -> None:
        self.event, self.format = event, format
        self.count = len(event.entrants)
        self.score: dict[str, Decimal] = {}
        self.net: dict[str, int] = {}
        self.met: set[frozenset[str]] = set()
        self.first: int | None = None

    def check(self) -> None:
        for number in range(1, 9):
            self.check_round(number)
        self.check_final()

    def starting(self, number: int) -> list[Match]:
        return [m for m in self.event.round(number + 2).matches if m.stage == "swiss"]

    def check_round(self, number: int) -> None:
        matches = self.starting(number)
        before = self.starting(number - 1) if number > 1 else []
        running = [m for m in before if m.due == number + 2]
        if not matches and not running:
            return
        here = teams(matches) | teams(running)
        new = sorted(here - self.score.keys(), key=int)
        assert self.score.keys() <= here, "nobody leaves the Swiss"
        self.first = self.first or number
        if new and number > 2:
            leader = self.leader(self.score.keys() - teams(running))
            self.enter(new, number, entering_score(number, leader))
        if number > self.first:
            self.check_draw(number, matches, new, teams(running))
        self.met |= {frozenset(m.pair) for m in matches}
        closing = [m for m in (*matches, *running) if (m.due or number + 2) == number + 2]
        if number in (1, 2):
            self.enter(new, number, Decimal(0))
        self.credit(closing)
        if number == 2:
            first = [id for id in self.score if id not in new]
            given = entering_score(2, self.leader(first))
            for id in new:
                self.score[id] += given
        self.check_table(number)

    def enter(self, new: Iterable[str], number: int, score: Decimal) -> None:
        for id in new:
            self.score[id], self.net[id] = score, 0

    def leader(self, among: Iterable[str]) -> Decimal | None:
        """LS; None before any match."""
        there = list(among)
        return max(self.score[id] for id in there) if there and self.met else None

    def credit(self, matches: Sequence[Match]) -> None:
        short = [m for m in matches if m.boards == 7]
        for match in matches:
            for id in match.pair:
                self.net[id] += margin(match, id)
                if match not in short:
                    self.score[id] += points(match, id)
        for id in teams(short):
            both = [points(m, id) for m in short if id in m.pair]
            assert len(both) == 2
            self.score[id] += cents(Fraction(sum(both)) / 2)

    def check_table(self, number: int) -> None:
        """Two decimals, exactly; newcomers of the next round may stand there already."""
        table = next(
            t for t in self.format.standings(as_of(self.event, number + 2)) if t.name == "Swiss"
        )
        shown = {row.id: row.points for row in table.rows}
        assert {id: shown[id] for id in self.score} == self.score, number

    # the draw

    def check_draw(
        self, number: int, matches: list[Match], new: Sequence[str], busy: set[str]
    ) -> None:
        trio = teams([m for m in matches if m.group == "Triangle"])
        standing = [id for id in self.score if id not in {*new, *busy}]
        assert len(trio) == 3 * (len([*standing, *new]) % 2)
        pairs = [m.pair for m in matches if m.group != "Triangle"]
        old = sorted((id for id in standing if id not in trio), key=self.place)
        dropping = sorted((id for id in new if id not in trio), key=self.loss)
        self.check_dropping_in(pairs, old, dropping)
        self.check_rest([p for p in pairs if not {*p} & {*new}], old[len(dropping) :])
        if trio:
            self.check_trio(number, trio, pairs, standing, new)

    def place(self, id: str) -> tuple[Decimal, int]:
        return (-self.score[id], -self.net[id])

    def loss(self, id: str) -> tuple[bool, int, int, float]:
        """2.4 from the last knockout match before the team came."""
        last = next(m for r in reversed(self.event.rounds) for m in r.matches
                    if m.stage != "swiss" and id in m.pair)  # fmt: skip
        result = last.result
        if not isinstance(result, MatchResult):
            return (True, 0, 57, float("inf"))
        low, high = sorted((int(result.home), int(result.away)))
        ratio = 1.0 if not high else high / low if low else float("inf")
        playoff = result.tiebreak.margin if result.tiebreak and low == high else None
        return (playoff is None, playoff or 0, high - low, ratio)

    def check_dropping_in(
        self, pairs: list[tuple[str, str]], old: list[str], dropping: list[str]
    ) -> None:
        """2.5, and those left over first v second; equals may stand for each other."""
        by_rule = [p for p in pairs if len({*p} & {*dropping}) == 1]
        met = min(len(old), len(dropping))
        assert len(by_rule) == met
        found = sorted((self.place(a), self.loss(b)) for a, b in
                       ((p if p[1] in dropping else p[::-1]) for p in by_rule))  # fmt: skip
        wanted = zip(old[:met], dropping[::-1], strict=False)
        assert found == sorted((self.place(a), self.loss(b)) for a, b in wanted)
        over = [p for p in pairs if {*p} <= {*dropping}]
        losses = [self.loss(id) for id in dropping[: len(dropping) - met]]
        assert sorted(sorted(map(self.loss, p)) for p in over) == [
            losses[i : i + 2] for i in range(0, len(losses), 2)
        ]

    def check_rest(self, pairs: list[tuple[str, str]], rest: list[str]) -> None:
        """Fewest repeats; among those the first has the best placed opponent, then the next."""
        places = [self.place(id) for id in rest]
        rest = sorted((id for p in pairs for id in p), key=self.place)
        assert [self.place(id) for id in rest] == places
        again, met = self.repeats(pairs), frozenset(self.met)
        left, spent = frozenset(rest), 0
        assert again == fewest(left, met)
        partner = {a: b for p in pairs for a, b in (p, p[::-1])}
        for id in rest:
            if id not in left:
                continue
            for other in rest:
                if other in left - {id} and self.place(other) < self.place(partner[id]):
                    cost = self.repeats([(id, other)]) + fewest(left - {id, other}, met)
                    assert spent + cost > again, (id, other)
            left -= {id, partner[id]}
            spent += self.repeats([(id, partner[id])])

    def repeats(self, pairs: Iterable[Sequence[str]]) -> int:
        return sum(frozenset(p) in self.met for p in pairs)

    def check_trio(
        self, number: int, trio: set[str], pairs: list[tuple[str, str]],
        standing: list[str], new: Sequence[str],
    ) -> None:  # fmt: skip
        """Fewest repeats in the round, then the lowest placed. Where two stand level a lot has
        put them in an order that is not counted anew: then only the repeats are held."""
        again = self.repeats([*combinations(sorted(trio), 2), *pairs])
        order = sorted(standing, key=self.place) + sorted(new, key=self.loss)
        if number > 2:
            order.sort(key=lambda id: (self.place(id), self.loss(id) if id in new else ()))
        keys = [(self.place(id), self.loss(id) if id in new else ()) for id in order]
        level = len(set(keys)) < len(keys)
        for places in combinations(range(len(order) - 1, -1, -1), 3):
            three = [order[i] for i in places]
            if set(three) == trio and not level and not again:
                return
            cost = self.cost(three, order, new)
            lower = not level and places > tuple(
                sorted((order.index(id) for id in trio), reverse=True)
            )
            assert cost > again if lower else cost >= again, (three, trio)
            if level and not again:
                return

    def cost(self, three: Sequence[str], order: Sequence[str], new: Sequence[str]) -> int:
        """Repeats of the best round with that triangle; newcomers have met nobody."""
        old = [id for id in order if id not in new and id not in three]
        dropping = sum(id not in three for id in new)
        rest = frozenset(old[dropping:])
        return self.repeats(combinations(three, 2)) + fewest(rest, frozenset(self.met))

    # the end

    def check_final(self) -> None:
        rows = self.format.standings(self.event)[0].rows
        order = [row.id for row in rows]
        assert [row.rank for row in rows] == list(range(1, self.count + 1))
        assert sorted(order, key=int) == [e.id for e in self.event.entrants]
        dko = [m for m in self.event.round(7).matches if m.stage == "dko"]
        sko = [m for m in self.event.round(9).matches if m.stage == "sko"]
        assert [{id} for id in order[:3]] == [winners(dko), winners(sko), losers(sko)]
        assert [self.place(id) for id in order[3:]] == sorted(map(self.place, self.score))
        assert len(self.score) == self.count - 3
        going = [(q.entrant, q.to) for q in qualified(self.format, self.event)]
        regional = ceil(self.count / 7)
        assert going == [
            *((id, "National Final") for id in order[:2]),
            *((id, "Regional Final") for id in order[2 : 2 + regional]),
        ]
