"""A second reading of the KJCA Swiss, from its page alone: the whole draw of a round.

It follows the page group by group. What a group's pairing must be is found by one matching with
the page's criteria in order, or among all pairings where schools count.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations, groupby, product
from typing import NamedTuple

import networkx as nx  # type: ignore[import-untyped]

from engine.event import Event, Round
from tests.formats.oracles.events_by_lot import Card, Line, cards

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
LARGE = 10
"""A group of so many is not tried by all its pairings, which rule 8 asks for."""
OTHER = {"W": "B", "B": "W"}
Pair = tuple[Card, Card]
"""Who stands for the top half, first."""


def grade_order(card: Card) -> tuple[object, ...]:
    """Graded players by grade, then title, then name; ungraded by name."""
    e = card.entrant
    if not e.rating:
        return (1, e.name.casefold())
    return (0, -e.rating, TITLES.index(e.title), e.name.casefold())


def floated(lines: dict[str, Card], line: Line, number: int) -> int:
    """1 down, -1 up, 0 neither."""
    if not line.opponent:
        return 0
    other = lines[line.opponent].lines[number].before
    return (line.before > other) - (line.before < other)


def third(card: Card, colour: str) -> bool:
    """Whether the colour would be the same for the third successive time."""
    return card.colours[-2:] == colour * 2


def same_house(a: Card, b: Card) -> bool:
    x, y = a.entrant, b.entrant
    pairs = ((x.school, y.school), (x.club, y.club), (x.family, y.family))
    return any(mine and mine == yours for mine, yours in pairs)


class Floats(NamedTuple):
    """Who plays a higher group's player, and who has the bye."""

    games: list[Pair]
    bye: Card | None


class Referee:
    """The draw of one round from the event before it."""

    def __init__(self, event: Event) -> None:
        self.number = len(event.published) + 1
        self.last = self.number == event.settings.rounds
        self.cards = cards(event)
        here = [c for c in self.cards.values() if c.entrant.to_be_paired(self.number)]
        self.here = sorted(here, key=lambda c: (-c.score, grade_order(c)))
        self.place = {c: n for n, c in enumerate(self.here)}
        groups = groupby(self.here, key=lambda c: c.score)
        self.groups = [list(group) for _, group in groups]
        self.down = {c: self._times(c, 1) > 0 for c in self.here}
        self.up = {c: self._times(c, -1) > 0 for c in self.here}
        self.beyond = False
        """Whether the page has no rule for the floats: somebody must go past who could be met."""

    def _times(self, card: Card, way: int) -> int:
        return sum(floated(self.cards, x, n) == way for n, x in card.lines.items())

    # -- what is legal --

    def due(self, a: Card, b: Card, board: int) -> str:
        """The colour of `a`, who stands for the top half."""
        if a.colours:
            return OTHER[a.colours[-1]]
        if b.colours:
            return b.colours[-1]
        return "W" if board % 2 else "B"

    def colours(self, a: Card, b: Card, board: int) -> str:
        """What `a` has of those two: as due, turned where that avoids a third; empty where
        nothing does."""
        first = self.due(a, b, board)
        for colour in (first, OTHER[first]):
            if not third(a, colour) and not third(b, OTHER[colour]):
                return colour
        return ""

    def legal(self, a: Card, b: Card) -> bool:
        return b.id not in a.met and self.colours(a, b, 1) != ""

    @cached_property
    def partners(self) -> dict[Card, set[Card]]:
        return {a: {b for b in self.here if b is not a and self.legal(a, b)} for a in self.here}

    @cache  # noqa: B019
    def drawable(self, players: frozenset[Card], fresh: bool) -> bool:
        """Whether they can all play, one of them having the bye if they are odd."""
        if len(players) % 2:
            able = [c for c in players if not (fresh and c.had_bye)]
            return any(self.drawable(players - {c}, fresh) for c in able)
        if not players:
            return True
        if any(not self.partners[c] & players for c in players):
            return False
        graph = nx.Graph()
        graph.add_edges_from((a, b) for a, b in combinations(players, 2) if b in self.partners[a])
        return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players)

    @cached_property
    def fresh(self) -> bool:
        """Whether the bye can fall to somebody who has had none."""
        return self.drawable(frozenset(self.here), True)

    @cached_property
    def possible(self) -> bool:
        """Whether the round has a legal draw."""
        return self.drawable(frozenset(self.here), self.fresh)

    # -- floats --

    def floats(self) -> Iterator[tuple[list[list[Card]], Floats]]:
        """What is left of each group, and the floaters' games: the page's own first."""
        yield from self._floats(0, {}, [], [])

    def _floats(
        self,
        at: int,
        came: dict[Card, Card | None],
        rests: list[list[Card]],
        games: list[Pair],
    ) -> Iterator[tuple[list[list[Card]], Floats]]:
        taken = {c for c in came.values() if c}
        free = [c for c in self.groups[at] if c not in taken]
        through = [c for c, other in came.items() if other is None]
        size = len(self.groups[at]) + len(came)
        ordered = sorted(free, key=lambda c: (self.down[c], -self.place[c]))
        ordered += sorted(
            (c for c, o in came.items() if o is not None), key=lambda c: -self.place[c]
        )
        if at == len(self.groups) - 1:
            yield from self._bye(free, came, rests, games)
            return
        counts = range(len(through) + (size - len(through)) % 2, size + 1, 2)
        ways = [*product(counts, ("greedy", "filled")), *((count, "passing") for count in counts)]
        for count, way in ways:
            for more in combinations(ordered, count - len(through)):
                stays = {f: o for f, o in came.items() if o is not None and f not in more}
                rest = [c for c in self.groups[at] if c not in more and c not in stays.values()]
                if not self.drawable(frozenset(rest), True):
                    continue
                for met in self._opponents([*through, *more], at + 1, way):
                    if not self._below(at + 1, met):
                        continue
                    self.beyond |= way == "passing"
                    made = [*games, *stays.items()]
                    yield from self._floats(at + 1, met, [*rests, rest], made)

    def _opponents(
        self, floaters: Sequence[Card], at: int, way: str
    ) -> Iterator[dict[Card, Card | None]]:
        """Whom they may meet in the next group, in the page's order. None: he goes on, because
        nobody is left for him or, `passing`, because nothing else leaves a legal draw."""
        ranked = sorted(self.groups[at], key=lambda c: (self.up[c], self.place[c]))
        floaters = sorted(floaters, key=lambda c: self.place[c])

        def choose(floaters: Sequence[Card], free: list[Card]) -> Iterator[dict[Card, Card | None]]:
            if not floaters:
                yield {}
                return
            first, *others = floaters
            able = [c for c in free if c in self.partners[first]]
            for c in [*able, None] if way != "greedy" or not able else able:
                for chosen in choose(others, [x for x in free if x is not c]):
                    yield {first: c, **chosen}

        for chosen in choose(floaters, ranked):
            left = {c for c in ranked if c not in chosen.values()}
            if way != "filled" or not any(
                c is None and self.partners[f] & left for f, c in chosen.items()
            ):
                yield chosen

    def _below(self, at: int, came: dict[Card, Card | None]) -> bool:
        below = {c for group in self.groups[at:] for c in group}
        below -= {c for c in came.values() if c}
        below |= {c for c, other in came.items() if other is None}
        return self.drawable(frozenset(below), self.fresh)

    def _bye(
        self,
        free: list[Card],
        came: dict[Card, Card | None],
        rests: list[list[Card]],
        games: list[Pair],
    ) -> Iterator[tuple[list[list[Card]], Floats]]:
        made = [*games, *((f, o) for f, o in came.items() if o)]
        left = [*[f for f, o in came.items() if o is None], *free]
        if len(left) % 2 == 0:
            if self.drawable(frozenset(left), self.fresh):
                yield [*rests, left], Floats(made, None)
            return
        for bye in reversed(left):
            rest = [c for c in left if c is not bye]
            if not (self.fresh and bye.had_bye) and self.drawable(frozenset(rest), True):
                yield [*rests, rest], Floats(made, bye)

    # -- a group --

    def boards(self, rest: Sequence[Card]) -> dict[frozenset[Card], tuple[int, ...]]:
        """What each legal game of a group costs, by the criteria 2 to 6 of step 5."""
        half = len(rest) // 2
        costs: dict[frozenset[Card], tuple[int, ...]] = {}
        for i, j in combinations(range(len(rest)), 2):
            a, b = rest[i], rest[j]
            if b not in self.partners[a]:
                continue
            ideal = j - i == half
            across = i < half <= j
            turned = self.colours(a, b, i + 1) != self.due(a, b, i + 1)
            to = (i + half if i < half else i - half, j - half if j >= half else j + half)
            moved = (j - to[0]) ** 2 + (i - to[1]) ** 2
            # a board is altered by another opponent or by another colour, and each is that of one
            # player of the top half
            altered = turned or not ideal
            low = sum(1 << (half - k) for k in (i, j) if k < half) if altered else 0
            differ = 0 if ideal else sum(k < half for k in (i, j))
            costs[frozenset((a, b))] = (differ, not across, turned, moved, low)
        return costs

    def cost(self, rest: Sequence[Card], games: Iterable[frozenset[Card]]) -> tuple[int, ...]:
        """Of a whole group."""
        boards = self.boards(rest)
        return tuple(map(sum, zip(*(boards[g] for g in games), strict=True))) or (0,) * 5

    def best(self, rest: Sequence[Card]) -> tuple[int, ...]:
        """The least cost of a group, rule 8 apart."""
        base = 1 + 8 * (len(rest) + 2) ** 3
        graph = nx.Graph()
        for game, cost in self.boards(rest).items():
            packed = 0
            for one in cost[:4]:
                packed = packed * base + one
            graph.add_edge(*game, weight=-((packed << len(rest)) + cost[4]))
        made = nx.max_weight_matching(graph, maxcardinality=True)
        return self.cost(rest, (frozenset(game) for game in made))

    def avoided(self, pair: Iterable[Card]) -> bool:
        """Whether rule 8 asks to avoid the game."""
        a, b = pair
        top = {c for c in self.here if c.score == self.number - 1}
        return same_house(a, b) and not (self.last and top == {a, b})

    def best_avoiding(self, rest: Sequence[Card]) -> tuple[int, ...]:
        """The same with rule 8 before it: at most two boards altered for each game avoided."""
        plain = self.best(rest)
        if not any(map(self.avoided, combinations(rest, 2))) or len(rest) > LARGE:
            return (0, *plain)
        boards = {g: (int(self.avoided(g)), *cost) for g, cost in self.boards(rest).items()}
        costs = [
            tuple(map(sum, zip(*(boards[g] for g in games), strict=True)))
            for games in all_pairings(rest, boards)
        ]
        least = min(cost[0] for cost in costs if cost[1:] == plain)
        return min(c for c in costs if c[1] - plain[0] <= 2 * (least - c[0]))


def all_pairings(
    players: Sequence[Card], games: Container[frozenset[Card]] | None = None
) -> Iterator[list[frozenset[Card]]]:
    """Every way in which an even number can play, by these games alone."""
    if not players:
        yield []
        return
    for n in range(1, len(players)):
        game = frozenset((players[0], players[n]))
        if games is None or game in games:
            for others in all_pairings([*players[1:n], *players[n + 1 :]], games):
                yield [game, *others]


def faults(event: Event, round: Round) -> list[str]:
    """In what a drawn round is not as the page has it."""
    if round.number == 1:
        return first_round_faults(event, round)
    referee = Referee(event)
    if not referee.possible:
        return dead_end_faults(referee, round)
    return Judge(referee, round).faults()


class Judge:
    """A published round beside the referee's."""

    def __init__(self, referee: Referee, round: Round) -> None:
        self.referee, self.round = referee, round
        self.opponent = {}
        for m in round.matches:
            a, b = (referee.cards[id] for id in m.pair)
            self.opponent[a], self.opponent[b] = b, a
        self.byes = [referee.cards[b.entrant] for b in round.byes if b.kind == "pairing"]

    def faults(self) -> list[str]:
        there = {*self.opponent, *self.byes}
        if there != set(self.referee.here):
            return ["not everybody has a place"]
        rests, floats = next(self.referee.floats())
        if self.referee.beyond:
            return self._illegal() + self._of_colours()
        found = []
        if self.byes != ([floats.bye] if floats.bye is not None else []):
            found.append(f"bye {self.byes}, not {floats.bye}")
        for a, b in floats.games:
            if self.opponent.get(a) is not b:
                found.append(f"{a} floats to {self.opponent.get(a)}, not to {b}")
        if found and (self._avoids() or self._goes_on(floats)):
            return self._illegal() + self._of_colours()
        if not found:
            found = [fault for rest in rests if rest for fault in self._of_group(rest)]
        return found + self._of_colours()

    def _illegal(self) -> list[str]:
        games = [
            f"{a} against {b}" for a, b in self.opponent.items() if not self.referee.legal(a, b)
        ]
        return games + [f"second bye {b}" for b in self.byes if b.had_bye and self.referee.fresh]

    def _goes_on(self, floats: Floats) -> bool:
        """Whether somebody crosses more than one group, here or in the referee's draw. Whose the
        opponents are then, where several float, the page leaves open: only what is legal is
        judged."""
        level = {c: n for n, group in enumerate(self.referee.groups) for c in group}
        last = len(self.referee.groups) - 1
        pairs = [*self.opponent.items(), *floats.games]
        byes = [*self.byes, *([floats.bye] if floats.bye is not None else [])]
        far = any(abs(level[a] - level[b]) > 1 for a, b in pairs)
        return far or any(level[c] < last for c in byes)

    def _avoids(self) -> bool:
        """Whether rule 8 has a say in the floats, over the whole round: then only what is legal is
        judged."""
        here = combinations(self.referee.here, 2)
        return any(map(self.referee.avoided, here))

    def _of_group(self, rest: list[Card]) -> list[str]:
        games = {frozenset((c, self.opponent[c])) for c in rest if c in self.opponent}
        if any(not game <= set(rest) for game in games):
            return [f"{rest} not paired among themselves"]
        if any(b not in self.referee.partners[a] for a, b in games):
            return [f"illegal game in {rest}"]
        if len(rest) > LARGE and any(map(self.referee.avoided, combinations(rest, 2))):
            return []
        avoided = sum(map(self.referee.avoided, games))
        have, best = (avoided, *self.referee.cost(rest, games)), self.referee.best_avoiding(rest)
        made = sorted(map(list, games), key=str)
        return [f"{rest}: {made} costs {have}, best {best}"] * (have != best)

    def _of_colours(self) -> list[str]:
        found = []
        for m in self.round.matches:
            pair = [self.referee.cards[id] for id in m.pair]
            a, b = sorted(pair, key=self.referee.place.__getitem__)
            want = self.referee.colours(a, b, m.board)
            if want != ("W" if a is pair[0] else "B"):
                found.append(f"board {m.board}: {a} has not {want} against {b}")
        return found


def first_round_faults(event: Event, round: Round) -> list[str]:
    """Of the cards on the table when it was drawn; who came later stands at the bottom."""
    drawn = {e.id for e in event.entrants}
    everybody = cards(event)
    here = [c for c in everybody.values() if c.entrant.to_be_paired(1)]
    here.sort(key=grade_order)
    half = len(here) // 2
    want = [
        (here[i].id, here[half + i].id) if i % 2 == 0 else (here[half + i].id, here[i].id)
        for i in range(half)
    ]
    late = sorted({i for m in round.matches for i in m.pair} - drawn, key=int)
    late += [b.entrant for b in round.byes if b.kind == "pairing" and b.entrant not in drawn]
    waiting = [here[-1].id] * (len(here) % 2) + late
    pairs = {frozenset(pair) for pair in want}
    pairs |= {frozenset(waiting[i : i + 2]) for i in range(0, len(waiting) - 1, 2)}
    bye = waiting[-1:] if len(waiting) % 2 else []
    found = []
    if {frozenset(m.pair) for m in round.matches} != pairs:
        found.append(f"round 1: {[m.pair for m in round.matches]}, not {want} and {waiting}")
    if [b.entrant for b in round.byes if b.kind == "pairing"] != bye:
        found.append(f"round 1: bye not {bye}")
    boards = sorted(round.matches, key=lambda m: m.board)
    for n, m in enumerate(boards):
        first = want[n] if n < half else m.pair
        if m.pair != first:
            found.append(f"round 1, board {m.board}: {m.pair}, not {first}")
        if n >= half and (waiting.index(m.white) < waiting.index(m.black)) != (n % 2 == 0):
            found.append(f"round 1, late board {m.board}: colours do not go on")
    return found


def dead_end_faults(referee: Referee, round: Round) -> list[str]:
    """The fewest third colours, or else the fewest repeats, that anything gives."""
    games = [tuple(referee.cards[id] for id in m.pair) for m in round.matches]
    thirds = sum(third(a, "W") or third(b, "B") for a, b in games)
    repeats = sum(b.id in a.met for a, b in games)
    byes = [referee.cards[b.entrant] for b in round.byes if b.kind == "pairing"]
    best = min(_dead_ends(referee), default=None)
    have = (repeats, thirds, sum(c.had_bye for c in byes))
    return [] if best is None or have == best else [f"dead end: {have}, best {best}"]


def _dead_ends(referee: Referee) -> Iterator[tuple[int, int, int]]:
    """Repeats, third colours, second byes of every draw of a small field."""
    here = referee.here
    if len(here) > 9:
        return
    for bye in here if len(here) % 2 else [None]:
        for games in all_pairings([c for c in here if c is not bye]):
            repeats = sum(b.id in a.met for a, b in games)
            thirds = sum(not referee.colours(a, b, 1) for a, b in games)
            yield repeats, thirds, int(bye is not None and bye.had_bye)
