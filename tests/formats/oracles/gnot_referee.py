"""A second reading of the double knockout with a Swiss repechage, from its page alone.

The referee follows an event from its published matches: who is in each stage, in what order, who
may be chosen, who meets whom, with which score a team drops in, and how all are ranked. Where only
a lot can order teams, every order of them is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, islice, permutations, product

from engine.event import Event, Lot, Match, Round
from engine.waiting import Choice

Team = str
Game = frozenset[Team]
TABLE = {
    # winners and lucky losers to A, lucky losers to the DKO, Pool B's lucky losers
    "20": (10, 2, 2, 2), "21": (9, 1, 2, 1), "22": (11, 3, 1, 2), "23": (10, 2, 1, 1),
    "24": (12, 2, 1, 1), "25": (11, 1, 1, 0), "26": (13, 1, 1, 2), "27a": (12, 0, 1, 1),
    "27b": (12, 2, 0, 0), "28": (14, 2, 0, 0), "29": (13, 1, 0, 1), "30": (15, 1, 0, 1),
    "31": (14, 0, 0, 0), "32": (16, 0, 0, 0),
}  # fmt: skip
SWISS_FROM = 3
"""The half-session of Swiss round 1."""
DROP_IN = {3: ("0.80", "6.0"), 4: ("0.85", "4.5"), 5: ("0.90", "3.0"), 6: ("0.95", "1.5"),
           7: ("1", "0")}  # fmt: skip
CHOOSING = {"D1": 3, "D2": 1, "S2": 3, "S3": 4, "S4": 1, "S5": 1}
STARTS = {"D1": 3, "S1": 3, "S2": 4, "D2": 5, "S3": 5, "S4": 6, "D3": 7, "S5": 7, "S6": 8, "S7": 9}
"""The half-session in which a stage begins."""


def cents(value: Fraction) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


@cache
def scale(boards: int) -> tuple[Decimal, ...]:
    """VPs of the winner by the margin in IMPs: WBF 2013, made concave from the bottom."""
    tau, blitz = (Decimal(5).sqrt() - 1) / 2, 15 * Decimal(boards).sqrt()
    row = []
    for margin in range(int(blitz) + 2):
        value = 10 + 10 * (1 - tau ** (3 * margin / blitz)) / (1 - tau**3)
        row.append(int((min(value, Decimal(20)) * 100).quantize(Decimal(1), ROUND_HALF_UP)))
    at = 1
    while at < len(row) - 1:
        if 2 * row[at] < row[at - 1] + row[at + 1]:
            row[at] += 1
            at = max(at - 1, 1)
        else:
            at += 1
    return tuple(Decimal(v) / 100 for v in row)


def victory_points(net: int, boards: int) -> Decimal:
    row = scale(boards)
    won = row[min(abs(net), len(row) - 1)]
    return won if net >= 0 else 20 - won


@dataclass(frozen=True)
class Score:
    """What a team has of its last match: IMPs won and lost, and whether it goes on."""

    won: Fraction
    lost: Fraction
    wins: bool | None
    """`None` after a triangle, in which nobody wins or loses by a tie-break."""
    playoff: int | None = None
    """The margin of the play-off that it lost or won."""

    @property
    def net(self) -> Fraction:
        return self.won - self.lost

    @property
    def quotient(self) -> tuple[int, Fraction]:
        if not self.lost:
            return (1, Fraction(0)) if self.won else (0, Fraction(1))
        return 0, self.won / self.lost

    @property
    def rank(self) -> tuple[object, ...]:
        """3.2 and 3.3, least first; as documented, who was in a triangle stands between winners
        and losers of a tie-break."""
        infinite, value = self.quotient
        broken = 0 if self.net else (True, None, False).index(self.wins)
        return -self.net, -infinite, -value, broken

    @property
    def lucky(self) -> tuple[object, ...]:
        """1.5 (b) and (c), least first."""
        return self.net != 0, -self.net, self.won + self.lost

    @property
    def loss(self) -> tuple[object, ...]:
        """2.4, least first: the quotient is the winner's."""
        margin = 0 if self.playoff is None else self.playoff
        winner = Score(self.lost, self.won, True)
        return self.playoff is None, margin, -self.net, winner.quotient


def score(match: Match, team: Team) -> Score:
    assert match.result is not None
    text = match.result.text.split()
    a, b = (Fraction(x) for x in text[0].split("-"))
    won, lost = (a, b) if team == match.white else (b, a)
    wins = match.result.outcome(match.side(team)).value == "win"
    return Score(won, lost, wins, int(text[3]) if "playoff" in text else None)


def orders(
    teams: Iterable[Team], key: Callable[[Team], object], lots: Iterable[Lot] = ()
) -> Iterator[tuple[Team, ...]]:
    """Every order by that key; among equals the lot that was drawn among them decides, the last
    one first, or any order where none is on record."""
    ranked = sorted(teams, key=key)  # type: ignore[arg-type]
    level = []
    for _, group in groupby(ranked, key=key):
        equal = list(group)
        drawn = [lot.order for lot in lots if set(equal) <= set(lot.order)] if equal[1:] else []
        by_lot = dict.fromkeys(tuple(t for t in order if t in equal) for order in reversed(drawn))
        level.append([*by_lot] or [*permutations(equal)])
    for parts in islice(product(*level), 120):
        yield tuple(team for part in parts for team in part)


def least_repeats(teams: Iterable[Team], met: set[Game]) -> int:
    """Of any draw of an even number."""

    @cache
    def least(left: frozenset[Team]) -> int:
        if not left:
            return 0
        first = min(left)
        others = sorted(left - {first}, key=lambda t: frozenset((first, t)) in met)
        best = len(left)
        for other in others:
            game = frozenset((first, other)) in met
            best = min(best, game + least(left - {first, other}))
            if best == 0:
                break
        return best

    return least(frozenset(teams))


def drawn_in_turn(
    ranked: Sequence[Team], met: set[Game], *, lowest: bool
) -> list[tuple[Team, Team]]:
    """From the top, each with the lowest left (or the next), at the fewest repeats of all."""
    left, pairs = list(ranked), []
    while left:
        best = least_repeats(left, met)
        first, *others = left
        for other in reversed(others) if lowest else others:
            rest = [t for t in others if t != other]
            if (frozenset((first, other)) in met) + least_repeats(rest, met) == best:
                pairs.append((first, other))
                left = rest
                break
    return pairs


def games(pairs: Iterable[Iterable[Team]]) -> set[Game]:
    return {frozenset(pair) for pair in pairs}


@dataclass
class Stage:
    """A draw by choice: everybody in rank order, how many choose, from whom."""

    name: str
    order: tuple[Team, ...]
    met: set[Game]
    choosers: int
    pool: list[Team]
    pairs: list[tuple[Team, Team]] = field(default_factory=list)
    silent: list[Team] = field(default_factory=list)
    """Who has forfeited a choice."""
    away: list[Team] = field(default_factory=list)
    """Who has opted out of being chosen."""

    @property
    def left(self) -> list[Team]:
        taken = {t for pair in self.pairs for t in pair}
        return [t for t in self.order if t not in taken]

    def waiting(self) -> list[Team]:
        """Who still chooses."""
        return [t for t in self.order[: self.choosers] if t in self.left and t not in self.silent]

    def _pattern(self, choosers: Sequence[Team], pool: Sequence[Team], left: set[Team]) -> int:
        """Fewest repeats if these choose from those and the rest meet among themselves."""
        if not choosers:
            return least_repeats(left, self.met)
        first, *others = choosers
        costs = [
            (frozenset((first, t)) in self.met)
            + self._pattern(others, [p for p in pool if p != t], left - {first, t})
            for t in pool
        ]
        return min(costs, default=99)

    def offered(self) -> list[Team]:
        """Whom the next chooser may choose."""
        left, (first, *others) = self.left, self.waiting()
        least = least_repeats(left, self.met)
        pools = [[t for t in self.pool if t in left and t not in (*self.silent, *self.away)]]
        if self.name in ("D2", "S4"):
            pools.append([t for t in self.pool if t in left and t not in self.silent])
        if self.name == "D1":
            pools.append([t for t in self.order[3:] if t in left and t not in self.silent])
        for pool in pools:
            able = []
            for t in pool:
                rest = [p for p in pool if p != t]
                cost = (frozenset((first, t)) in self.met) + self._pattern(
                    others, rest, set(left) - {first, t}
                )
                if cost == least:
                    able.append(t)
            if able:
                return able
        return [
            t for t in left if t != first and t not in self.silent
            and (frozenset((first, t)) in self.met)
            + least_repeats(set(left) - {first, t}, self.met) == least
        ]  # fmt: skip


class Referee:
    """An event as its published rounds tell it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.number = len(event.published) + 1
        self.teams = [e.id for e in sorted(event.entrants, key=lambda e: -(e.rating or 0))]
        self.n = len(self.teams)
        self.row = TABLE.get("27a" if self.n == 27 else str(self.n))
        self.parts: dict[str, list[Match]] = {}
        self.drawn: dict[str, set[Team]] = {}
        """Who is in the stages of the half-session that is judged."""
        self.lots: Sequence[Lot] = event.lots
        self.scores: dict[tuple[Team, int | None], Decimal] = {}
        """Drop-in scores on record, by team and the round that it entered for."""
        self.met: set[Game] = set()
        self.last: dict[Team, Score] = {}
        self.swiss: list[tuple[int, Match]] = []
        for round in event.published:
            for m in round.matches:
                self.parts.setdefault(m.part, []).append(m)
                if not m.part.startswith("W"):
                    self.met.add(frozenset(m.pair))
                else:
                    self.swiss.append((round.number - SWISS_FROM + 1, m))
        for part in ("QT", "Q", "A", "B", "D1", "S1", "S2", "S3", "D2", "S4"):
            for m in self.parts.get(part, []):
                if m.result is not None and part != "QT":
                    self.last |= {t: score(m, t) for t in m.pair}
        for team in self.triangle:
            scores = [score(m, team) for m in self.parts["QT"] if team in m.pair]
            by = 1 if self.n in (17, 19) else 2
            if not any(team in m.pair for p in self.parts if p[0] in "DS" for m in self.parts[p]):
                won, lost = (
                    sum((getattr(s, x) for s in scores), Fraction(0)) for x in ("won", "lost")
                )
                self.last[team] = Score(won / by, lost / by, None)

    # -- who is where --

    @property
    def triangle(self) -> tuple[Team, ...]:
        """Of session 1, ranked, by the last lot; empty until it is over."""
        return self.triangles[0]

    @property
    def triangles(self) -> list[tuple[Team, ...]]:
        """Every order of it that lots allow."""
        matches = self.parts.get("QT", [])
        if not matches or any(m.result is None for m in matches):
            return [()]
        return list(orders({t for m in matches for t in m.pair}, self.triangle_key, self.lots))

    def triangle_key(self, team: Team) -> tuple[object, ...]:
        scores = [score(m, team) for m in self.parts["QT"] if team in m.pair]
        total = Score(sum((s.won for s in scores), Fraction(0)),
                      sum((s.lost for s in scores), Fraction(0)), True)  # fmt: skip
        infinite, value = total.quotient
        return -self.triangle_wins(team), -total.net, -infinite, -value

    def triangle_wins(self, team: Team) -> Fraction:
        scores = [score(m, team) for m in self.parts["QT"] if team in m.pair]
        return sum((Fraction((s.net > 0) - (s.net < 0) + 1, 2) for s in scores), Fraction(0))

    def sides(self, part: str) -> tuple[list[Team], list[Team]]:
        """Winners and losers of a stage."""
        won: list[Team] = []
        lost: list[Team] = []
        for m in self.parts[part]:
            for team in m.pair:
                (won if score(m, team).wins else lost).append(team)
        return won, lost

    def of(self, part: str) -> set[Team]:
        """Everybody who plays in it."""
        return {t for m in self.parts.get(part, []) for t in m.pair} | self.drawn.get(part, set())

    def result(self, part: str, team: Team) -> Score:
        return next(score(m, team) for m in self.parts[part] if team in m.pair)

    def lucky(self, part: str, losers: Iterable[Team], places: int) -> list[tuple[Team, ...]]:
        """Who may be the lucky losers of a stage: several sets where a lot decides."""
        before = self._lucky_before(part)
        key = lambda t: (t in before, self.result(part, t).lucky)  # noqa: E731
        first: list[Team] = []
        for _, group in groupby(sorted(losers, key=key), key=key):
            equal = list(group)
            if len(first) + len(equal) > places:
                return [(*first, *some) for some in combinations(equal, places - len(first))]
            first += equal
        return [tuple(first)]

    def _lucky_before(self, part: str) -> set[Team]:
        found = set(self.sides("Q")[1]) & self.of("A") if part != "Q" else set()
        if part == "S1" and self.row:
            found |= set(self.sides("A")[1]) & self.of("D1")
            found |= set(self.sides("B")[1]) & self.of("S1")
        return found

    # -- what a stage must be --

    def members(self, part: str) -> list[set[Team]]:
        """Who may be in it; several answers only by lot."""
        if part in ("A", "B"):
            assert self.row is not None
            won, lost = self.sides("Q")
            pools = [{*won, *lucky} for lucky in self.lucky("Q", lost, self.row[1])]
            everybody = {*won, *lost}
            return pools if part == "A" else [everybody - pool for pool in pools]
        if part in ("D1", "S1", "W1"):
            return self._of_session_2(part)
        if part == "S2":
            won, lost = self.sides("S1")
            bye = [b.entrant for r in self.event.published for b in r.byes if b.part == "S1"]
            places = 8 - len(won) - len(bye)
            return [{*won, *bye, *lucky} for lucky in self.lucky("S1", lost, places)]
        found = {
            "D2": lambda: self.sides("D1")[0], "D3": lambda: self.sides("D2")[0],
            "S3": lambda: self.sides("S2")[0] + self.sides("D1")[1],
            "S4": lambda: self.sides("S3")[0],
            "S5": lambda: self.sides("S4")[0] + self.sides("D2")[1],
            "S6": lambda: self.sides("S5")[0],
            "S7": lambda: self.sides("S6")[0] + self.sides("D3")[1],
        }[part]()  # fmt: skip
        return [set(found)]

    def _of_session_2(self, part: str) -> list[set[Team]]:
        found = []
        if self.row is None:
            won, lost = self.sides("Q")
            for triangle in self.triangles:
                for order in orders([*won, *triangle[:1]], lambda t: self.last[t].rank, self.lots):
                    dko = set(order[:8])
                    found.append(
                        dko if part == "D1" else set(self.teams) - dko if part == "S1" else set()
                    )
            return found
        won, lost = self.sides("A")
        under, out = self.sides("B")
        luck = product(
            self.lucky("A", lost, self.row[2]), self.lucky("B", out, self.row[3]), self.triangles
        )
        for lucky, saved, triangle in luck:
            dko = {*won, *lucky, *triangle[:1]}
            sko = ({*lost} - dko) | {*under, *saved, *triangle[1:]}
            found.append({"D1": dko, "S1": sko, "W1": set(self.teams) - dko - sko}[part])
        return found

    def ranked(self, part: str, teams: set[Team]) -> Iterator[tuple[Team, ...]]:
        """Their order in that stage (3.2 and what the stage says)."""
        first: set[Team] = set()
        if part == "S3":
            first = set(self.sides("D1")[1])
        if part == "S5":
            first = set(self.sides("D2")[1])
        if part == "S1" and self.row:
            yield from self._ranked_s1(teams)
            return
        bye = {b.entrant for r in self.event.published for b in r.byes if b.part == "S1"}
        if part == "S2" and bye:
            won = set(self.sides("S1")[0])
            for order in orders(teams - bye, lambda t: self.last[t].rank, self.lots):
                at = sum(t in won for t in order)
                yield (*order[:at], *bye, *order[at:])
            return
        yield from orders(teams, lambda t: (t not in first, self.last[t].rank), self.lots)

    def _ranked_s1(self, teams: set[Team]) -> Iterator[tuple[Team, ...]]:
        from_a, won, lucky = self.sides("A")[1], self.sides("B")[0], self.sides("B")[1]
        group = {t: n for n, side in enumerate((from_a, won, lucky)) for t in side}
        second_and_third = [t for t in self.triangle if t in teams]
        for order in orders(
            teams - {*second_and_third}, lambda t: (group[t], self.last[t].rank), self.lots
        ):
            ranks = list(order)
            if second_and_third:
                second, third = second_and_third
                ranks.insert(2, second)
                saved = [n for n, t in enumerate(ranks) if t in lucky]
                if self.triangle_wins(third):
                    ranks.insert(len(teams) // 2, third)
                else:
                    ranks.insert(saved[0] if saved else len(ranks), third)
            yield tuple(ranks)

    def stage(self, part: str, order: tuple[Team, ...]) -> Stage:
        """A draw by choice before anybody has chosen."""
        size = len(order)
        choosers = CHOOSING.get(part, size // 2 - 1)
        pool = list(order[-choosers:])
        if part == "A":
            pool = list(order[5:]) if self.n == 23 else pool
        if part == "D1":
            pool = list(order[5:])
        if part in ("D2", "S2", "S4"):
            pool = list(order[choosers:])
        if part == "S5":
            pool = list(order[2:])
        return Stage(part, order, self.met, choosers, pool)

    # -- the Swiss --

    def swiss_points(self, k: int) -> dict[Team, Fraction]:
        """VPs and drop-in scores before Swiss round k, of who is in it."""
        points: dict[Team, Fraction] = {}
        for number in range(1, k):
            entering = self.entered(number)
            if number > 2 and entering:
                self._drop(points, number, entering)
            points |= {t: points.get(t, Fraction(0)) for t in entering}
            for team in [*points]:
                points[team] += self._gained(number, team)
            if number == 2 and entering:
                self._drop(points, 2, entering)
        return points

    def _gained(self, number: int, team: Team) -> Fraction:
        mine = [(n, m) for n, m in self.swiss if team in m.pair and m.result is not None]
        total = Fraction(0)
        for at, m in mine:
            ends = at if m.due is None else m.due - SWISS_FROM + 1
            if ends == number:
                boards = m.boards or 14
                value = Fraction(victory_points(int(score(m, team).net), boards))
                total += value if boards == 14 else value / 2
        short = any(n == number and m.boards == 7 for n, m in mine)
        return Fraction(cents(total)) if short else total

    def _drop(self, points: dict[Team, Fraction], k: int, entering: set[Team]) -> None:
        value = self.drop_in(k, points, entering)
        points |= {t: points.get(t, Fraction(0)) + value for t in entering}

    def drop_in(self, k: int, points: Mapping[Team, Fraction], entering: set[Team]) -> Fraction:
        """The score to enter round k with."""
        if not any(n < k or (k == 2 and n == 1) for n, _ in self.swiss):
            return Fraction(10 * (k - 1))
        busy = {
            t for n, m in self.swiss for t in m.pair
            if n < k and m.due is not None and m.due - SWISS_FROM + 1 >= max(k, 3)
        }  # fmt: skip
        others = [p for t, p in points.items() if t not in busy and not (k == 2 and t in entering)]
        leader = max(others, default=Fraction(0))
        if k == 2:
            return Fraction(max(cents(leader * Fraction("0.4")), Decimal(10)))
        share, less = DROP_IN[k]
        return Fraction(cents(max(leader * Fraction(share), leader - Fraction(less))))

    def entered(self, k: int) -> set[Team]:
        """Who enters for round k."""
        if k == 1:
            return self.of_swiss_1()
        part = {2: "S1", 3: "S2", 4: "S3", 5: "S4", 6: "S5", 7: "S6"}.get(k)
        if part is None or part not in self.parts or (self.n == 17 and k == 2):
            return set()
        if self.n == 17 and k == 3:  # the one who is out after SKO round 1 sits out round 2
            return set(self.sides("S2")[1]) | (set(self.sides("S1")[1]) - self.of("S2"))
        on = self.of("S2") if k == 2 else set()
        return {t for t in self.sides(part)[1] if t not in on}

    def last_loss(self, team: Team, k: int) -> Score:
        """The loss that sends a team into the Swiss for round k."""
        part = {2: "S1", 3: "S2", 4: "S3", 5: "S4", 6: "S5", 7: "S6"}[k]
        return self.result("S1" if k == 3 and team not in self.of("S2") else part, team)

    def of_swiss_1(self) -> set[Team]:
        if self.row is None:
            return set()
        return set(self.teams) - self.of("D1") - self.of("S1")


def faults(event: Event, after: Event) -> list[str]:
    """In what a half-session is not as the page has it: the event before its draw, and as it was
    published."""
    referee = Referee(event)
    number = referee.number
    round, referee.lots = after.round(number), after.lots
    referee.scores = {(a.entrant, a.entering): a.points for a in after.adjustments
                      if a.cause == "drop-in"}  # fmt: skip
    parts: dict[str, list[Match]] = {}
    for m in round.matches:
        parts.setdefault(m.part, []).append(m)
    if number == 1:
        return _opening(referee, parts)
    found = []
    referee.drawn = {part: {t for m in ms for t in m.pair} for part, ms in parts.items()}
    for bye in round.byes:
        referee.drawn.setdefault(bye.part, set()).add(bye.entrant)
    stages = [part for part, starts in STARTS.items() if starts == number]
    if number == 2:
        stages = ["A", "B"] if referee.row else []
    for part in stages:
        found += _knockout(referee, part, parts.pop(part, []), round)
    swiss = [*parts.pop("W", []), *parts.pop("WT", [])]
    if parts:
        found.append(f"{sorted(parts)} do not begin in half-session {number}")
    return found + (_swiss(referee, number - SWISS_FROM + 1, swiss) if number >= SWISS_FROM else [])


def _opening(referee: Referee, parts: Mapping[str, Sequence[Match]]) -> list[str]:
    """Session 1 by lot: top against bottom, the middle seven with a triangle."""
    n, found = referee.n, []
    drawn = (n - 7) // 2 if n % 2 else n // 2
    top, low = set(referee.teams[:drawn]), set(referee.teams[n - drawn :])
    middle = set(referee.teams) - top - low
    direct = games(m.pair for m in parts["Q"])
    if sum(bool(g & top) and bool(g & low) for g in direct) != drawn:
        found.append("not each of the top half against one of the bottom half")
    if sum(g <= middle for g in direct) != (2 if n % 2 else 0):
        found.append("not two matches in the middle")
    triangle = games(m.pair for m in parts.get("QT", []))
    if n % 2 and (len(triangle) != 3 or len(set().union(*triangle)) != 3):
        found.append("no triangle")
    boards = {m.boards for m in parts["Q"]}
    if boards != {14 if referee.row else 28}:
        found.append(f"{boards} boards in match 1")
    return found


def _knockout(referee: Referee, part: str, matches: Sequence[Match], round: Round) -> list[str]:
    """A stage against every order that lots allow."""
    have = games(m.pair for m in matches)
    byes = [b.entrant for b in round.byes if b.part == part]
    found: list[str] = []
    for teams in referee.members(part):
        for order in referee.ranked(part, teams):
            want, fault = _drawn(referee, part, order, round.number, byes)
            if not fault and games(want) == have:
                return []
            found = [f"{part}: {sorted(map(sorted, have))}, not {want} of {order} {fault}"]
    return found


def _drawn(
    referee: Referee, part: str, order: tuple[Team, ...], number: int, byes: Sequence[Team]
) -> tuple[list[tuple[Team, Team]], str]:
    """The draw of a stage, its recorded choices obeyed; why they cannot be."""
    if len(order) == 2:
        return [(order[0], order[1])], ""
    if part in ("B", "S1"):
        if len(order) % 2:
            return drawn_in_turn(order[1:], referee.met, lowest=True), "" if byes == [
                order[0]
            ] else "bye"
        return drawn_in_turn(order, referee.met, lowest=True), ""
    stage = referee.stage(part, order)
    for choice in referee.event.choices:
        if choice.round != number or choice.chooser not in order:
            continue
        if choice.kind == "available":
            stage.pool.append(choice.chooser)
        elif choice.kind == "opt-out":
            stage.away.append(choice.chooser)
        elif choice.chooser not in stage.waiting()[:1]:
            return [], f"{choice.chooser} chose out of turn"
        elif choice.kind == "forfeit":
            stage.silent.append(choice.chooser)
        elif choice.opponent not in stage.offered():
            return [], f"{choice.chooser} could not choose {choice.opponent}"
        else:
            stage.pairs.append((choice.chooser, choice.opponent))
    rest = drawn_in_turn(stage.left, referee.met, lowest=True)
    if stage.waiting() and not _one_draw(stage):
        return [], f"{stage.waiting()} have not chosen"
    return [*stage.pairs, *rest], ""


def _one_draw(stage: Stage) -> bool:
    """Whether nothing is left to choose."""
    return len(stage.left) <= 2 or len(stage.offered()) == 1


def choice_faults(event: Event, choice: Choice, part: str) -> list[str]:
    """Whether the choice that is asked for offers whom the page offers."""
    referee = Referee(event)
    number = referee.number
    # of equal teams any order is right: the one that is shown stands for the lot, which leaves out
    # who is not there
    referee.lots = (Lot(0, "", tuple(dict.fromkeys((*choice.order, *referee.teams)))),)
    found: list[str] = []
    for teams in referee.members(part):
        for order in referee.ranked(part, teams):
            if order != choice.order:
                found = found or [f"{part} ranked {choice.order}, not {order}"]
                continue
            stage = referee.stage(part, order)
            for c in event.choices:
                if c.round != number or c.chooser not in order:
                    continue
                if c.kind == "available":
                    stage.pool.append(c.chooser)
                elif c.kind == "opt-out":
                    stage.away.append(c.chooser)
                elif c.kind == "forfeit":
                    stage.silent.append(c.chooser)
                else:
                    stage.pairs.append((c.chooser, c.opponent))
            offered = set(stage.offered())
            if stage.waiting()[0] == choice.chooser and offered == set(choice.pool):
                return []
            found = [f"{part}: {choice.chooser} is offered {choice.pool}, not {sorted(offered)}"]
    return found


def _swiss(referee: Referee, k: int, matches: Sequence[Match]) -> list[str]:
    """A Swiss round: who plays, the triangle, who drops in against whom, the rest."""
    entering = referee.entered(k)
    points = referee.swiss_points(k)
    standing = set(points)
    if k > 2 and entering:
        points = {**points, **dict.fromkeys(entering, referee.drop_in(k, points, entering))}
    elif entering:
        points = {**points, **dict.fromkeys(entering, Fraction(0))}
    found = _drop_in_faults(referee, k, points, entering)
    busy = {
        t for n, m in referee.swiss for t in m.pair
        if m.due is not None and n < k <= m.due - SWISS_FROM + 1
    }  # fmt: skip
    gone = {e.id for e in referee.event.entrants if e.withdrawn}
    everybody = (standing | entering) - busy - gone
    have = games(m.pair for m in matches)
    if {t for g in have for t in g} != everybody:
        return [*found, f"Swiss {k}: {sorted(set().union(*have) ^ everybody)} differ"]
    before = games(m.pair for _, m in referee.swiss)
    triangle = {t for m in matches if m.part == "WT" for t in m.pair}
    if len(triangle) != (3 if len(everybody) % 2 else 0):
        return [*found, f"Swiss {k}: {triangle} in a triangle, {len(everybody)} teams"]
    if not before:
        return found  # by lot
    key = _swiss_key(referee, k, points)
    lots = referee.lots
    want, ranked, drops = set[Game](), tuple[Team, ...](), tuple[Team, ...]()
    for order in orders(everybody - entering if k == 2 else everybody, key, lots):
        for drops in orders(entering, lambda t: referee.last_loss(t, k).loss, lots):
            # level on their drop-in score, they stand among themselves by their losses
            falls = iter(drops)
            ranked = (
                (*order, *drops)
                if k == 2
                else tuple(next(falls) if t in entering else t for t in order)
            )
            want = _swiss_draw(ranked, drops, before, triangle)
            if want == have:
                return found
    return [
        *found,
        f"Swiss {k}: {sorted(map(sorted, have))}, not {want} order {order} drops {drops}",
    ]


def _swiss_key(
    referee: Referee, k: int, points: Mapping[Team, Fraction]
) -> Callable[[Team], tuple[Fraction, Fraction]]:
    def key(team: Team) -> tuple[Fraction, Fraction]:
        ended = [
            m for n, m in referee.swiss
            if team in m.pair and (n if m.due is None else m.due - SWISS_FROM + 1) < k
        ]  # fmt: skip
        net = sum((score(m, team).net for m in ended), Fraction(0))
        return -points[team], -net

    return key


def _swiss_draw(
    order: Sequence[Team], drops: Sequence[Team], before: set[Game], triangle: set[Team]
) -> set[Game]:
    """Everything but the triangle by 2.5 and the places; the triangle by its repeats."""
    # the lowest-placed first: the trio with the lowest team, then with the next
    trios = combinations(reversed(order), 3) if triangle else iter([()])
    best, want = 99, set[Game]()
    for trio in trios:
        made = games(_plain(order, drops, before, trio)) | games(combinations(trio, 2))
        if len(made & before) < best:
            best, want = len(made & before), made
        if best == 0:
            break
    return want


def _plain(
    order: Sequence[Team], drops: Sequence[Team], before: set[Game], trio: Sequence[Team]
) -> list[tuple[Team, Team]]:
    stands = [t for t in order if t not in drops and t not in trio]
    falls = [t for t in drops if t not in trio]
    pairs = list(zip(stands, reversed(falls), strict=False))
    used = {t for pair in pairs for t in pair}
    over = [t for t in falls if t not in used]
    pairs += list(zip(over[::2], over[1::2], strict=False))
    rest = [t for t in stands if t not in used]
    if len(over) % 2 and rest:
        return pairs
    return pairs + drawn_in_turn(rest, before, lowest=False)


def _drop_in_faults(
    referee: Referee, k: int, points: Mapping[Team, Fraction], entering: set[Team]
) -> list[str]:
    """The scores on record beside the referee's: on entry, those for round 2 a round later."""
    want = {(t, k): points[t] for t in entering} if k > 2 else {}
    if k == 3:
        before = referee.swiss_points(3)
        want |= {(t, 2): before[t] - referee._gained(2, t) for t in referee.entered(2)}
    return [
        f"{t} dropped in for {n} on {referee.scores.get((t, n))}, not {float(value)}"
        for (t, n), value in want.items()
        if Fraction(referee.scores.get((t, n), Decimal(-1))) != value
    ]


def ranking_faults(event: Event, rows: Sequence[object]) -> list[str]:
    """DKO winner, SKO winner, who lost SKO round 7, then the Swiss (5.1)."""
    referee = Referee(event)
    have = [row.id for row in rows]  # type: ignore[attr-defined]
    dko, (champion,) = referee.sides("D3")[0], referee.sides("S7")[0]
    (runner,) = referee.sides("S7")[1]
    points = referee.swiss_points(9)
    key = _swiss_key(referee, 9, points)
    found = []
    if have[:3] != [*dko, champion, runner]:
        found.append(f"ranked {have[:3]}, not {[*dko, champion, runner]}")
    keys = [key(t) for t in have[3:]]
    if keys != sorted(keys) or len(points) != len(keys):
        found.append(f"Swiss ranked {have[3:]}, not by {points}")
    return found
