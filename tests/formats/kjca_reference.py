"""The KJCA page by brute force: every pairing, every colouring, every floater, in plain loops.

Written from the page alone and sharing nothing with the draw but the facts of a card (`Seat`).
Only for groups of up to eight and events of up to ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from engine.points import Points
from formats.kjca.field import Seat
from formats.score_field import Pair

Game = tuple[Seat, Seat]
"""The higher player first."""
TURN = {"W": "B", "B": "W"}


@dataclass(frozen=True)
class Page:
    """What the arbiter has said, and the setting of rule 8."""

    locks: frozenset[Pair] = frozenset()
    bars: frozenset[Pair] = frozenset()
    allowed: frozenset[Pair] = frozenset()
    avoid_cost: int = 2
    exempt: frozenset[Pair] = frozenset()
    """Illegal games that a dead end makes possible."""


def third(seat: Seat, colour: str) -> bool:
    return seat.colours.endswith(2 * colour)


def met(a: Seat, b: Seat) -> bool:
    return b.id in a.met


def third_for_both(a: Seat, b: Seat) -> bool:
    """Both must have the same colour, however the board is turned."""
    return all(third(a, colour) or third(b, TURN[colour]) for colour in "WB")


def legal(a: Seat, b: Seat, page: Page) -> bool:
    pair = frozenset((a.id, b.id))
    if pair in page.exempt:
        return True
    return not (met(a, b) or third_for_both(a, b) or pair in page.bars)


def shun(a: Seat, b: Seat, page: Page) -> bool:
    return bool(a.ties & b.ties) and frozenset((a.id, b.id)) not in page.allowed


def pairings(players: Sequence[Seat]) -> Iterator[tuple[Game, ...]]:
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        for more in pairings([p for p in rest if p is not other]):
            yield ((first, other), *more)


def held(players: Sequence[Seat], games: Sequence[Game], page: Page) -> bool:
    """Whether the locks among these players are kept."""
    here = {p.id for p in players}
    made = {frozenset((a.id, b.id)) for a, b in games}
    return all(lock in made for lock in page.locks if lock <= here)


def possible(game: Game, page: Page) -> bool:
    return frozenset((game[0].id, game[1].id)) in page.locks or legal(*game, page)


def step_four(a: Seat, b: Seat) -> str | None:
    """The colour of the higher player `a`."""
    if a.colours:
        return TURN[a.colours[-1]]
    if b.colours:
        return b.colours[-1]
    return None


@dataclass(frozen=True)
class GroupDraw:
    games: tuple[Game, ...]
    colours: tuple[str, ...]
    """Of the higher players."""
    value: tuple[object, ...]
    altered: int
    avoided_not: int
    turned: frozenset[Game]


def group_draws(players: Sequence[Seat], page: Page) -> Iterator[GroupDraw]:
    """Every legal pairing of a group with every legal colouring, and its value by the list."""
    half = len(players) // 2
    number = {p.id: i for i, p in enumerate(players)}
    ideals = [(players[i], players[half + i]) for i in range(half)]
    for games in pairings(players):
        if not held(players, games, page) or not all(possible(g, page) for g in games):
            continue
        for colours in product("WB", repeat=half):
            if any(_third(g, c) for g, c in zip(games, colours, strict=True)):
                continue
            turned = frozenset(
                g for g, c in zip(games, colours, strict=True) if step_four(*g) not in (None, c)
            )
            altered = sum(g not in ideals for g in games)
            bad = sum(shun(*g, page) for g in games)
            moved = [i for i, g in enumerate(ideals) if g not in games or g in turned]
            displacement = sum(
                (number[b.id] - ideal) ** 2
                for g in games
                for a, b in (g, g[::-1])
                for ideal in [number[a.id] + half if number[a.id] < half else number[a.id] - half]
            )
            value = (
                altered + page.avoid_cost * bad,
                bad,
                altered,
                sum((number[a.id] < half) == (number[b.id] < half) for a, b in games),
                len(turned),
                displacement,
                tuple(-i for i in moved),
                tuple(number[b.id] for _, b in games),
                tuple(c for g, c in zip(games, colours, strict=True) if step_four(*g) is None),
            )
            yield GroupDraw(games, colours, value, altered, bad, turned)


def _third(game: Game, colour: str) -> bool:
    """A third colour that could be avoided by turning (a lock or a dead end may leave none)."""
    a, b = game
    wrong = third(a, colour) or third(b, TURN[colour])
    if third_for_both(a, b):
        return step_four(a, b) != colour
    return wrong


def best_group(players: Sequence[Seat], page: Page) -> GroupDraw | None:
    return min(group_draws(players, page), key=lambda draw: draw.value, default=None)


@dataclass(frozen=True)
class Floats:
    games: frozenset[tuple[str, str]]
    """Floater and opponent."""
    bye: str | None
    groups: tuple[frozenset[str], ...]
    """Who is drawn within each group."""


class Reference:
    """Floats and byes of one round."""

    def __init__(self, seats: Sequence[Seat], page: Page, byes: int = 0) -> None:
        self.page, self.byes = page, byes
        self.order = sorted(seats, key=lambda s: (-s.score, s.place))
        scores = sorted({s.score for s in seats}, reverse=True)
        self.groups = [[s for s in self.order if s.score == score] for score in scores]
        self.locked = {id for lock in page.locks for id in lock}
        self.first: dict[tuple[str, Points], str] = {}
        """By floater and score of the group that he comes into: who is tried first for him."""
        self.refused: dict[tuple[str, Points], list[str]] = {}
        """Whom rule 8 did not give him instead, as it would not have been worth it."""

    def drawable(self, players: Sequence[Seat], bye: bool, apart: set[frozenset[str]]) -> bool:
        """Whether these can all be drawn legally; with an odd one out if `bye`."""
        if len(players) % 2:
            return bye and any(
                p.byes <= self.byes
                and self.drawable([q for q in players if q is not p], False, apart)
                for p in players
            )
        return any(
            all(legal(a, b, self.page) and frozenset((a.id, b.id)) not in apart for a, b in games)
            for games in pairings(players)
        )

    def floats(self) -> Floats:
        """The way down, with rule 8 counted over the round: each floater in turn whose game it
        asks to avoid plays the next below whom he may, as ready to float up, if the round has
        fewer such games then, at the price of the page, and nobody more floats, or again."""
        self.first, self.refused = {}, {}
        now = self.way()
        while self.page.avoid_cost and (found := self.shunned_float(now)):
            floater, opponent = found
            key = (floater.id, opponent.score)
            self.refused[key] = []
            for other in self.instead(now, floater, opponent):
                self.first[key] = other.id
                then = self.way()
                if (floater.id, other.id) in then.games and self.worth(now, then):
                    now = then
                    break
                del self.first[key]
                if (floater.id, other.id) in then.games:
                    self.refused[key].append(other.id)
        self.way()
        return now

    def shunned_float(self, floats: Floats) -> Game | None:
        at = {s.id: s for s in self.order}
        games = [
            (at[a], at[b]) for a, b in floats.games if frozenset((a, b)) not in self.page.locks
        ]
        games.sort(key=lambda g: (-g[1].score, self.order.index(g[0])))
        for a, b in games:
            if shun(a, b, self.page) and (a.id, b.score) not in self.refused:
                return a, b
        return None

    def instead(self, floats: Floats, floater: Seat, opponent: Seat) -> list[Seat]:
        above = [s.id for s in self.order[: self.order.index(floater)]]
        taken = [b for a, b in floats.games if a in above]
        group = next(g for g in self.groups if opponent in g)
        return [
            s
            for s in group[group.index(opponent) + 1 :]
            if (s.upfloats > 0) == (opponent.upfloats > 0)
            and s.id not in taken
            and s.id not in self.locked
            and legal(floater, s, self.page)
            and not shun(floater, s, self.page)
        ]

    def worth(self, now: Floats, then: Floats) -> bool:
        """`then` passes by somebody in one game more than `now`."""
        at = {s.id: s for s in self.order}
        scores = [g[0].score for g in self.groups]
        games, boards, crossed, down, up = [], [], [], [], []
        for floats in (now, then):
            bad, altered = 0, 0
            for part in floats.groups:
                if part:
                    best = best_group([s for s in self.order if s.id in part], self.page)
                    assert best is not None
                    bad, altered = bad + best.avoided_not, altered + best.altered
            pairs = [(at[a], at[b]) for a, b in floats.games]
            games.append(bad + sum(shun(a, b, self.page) for a, b in pairs))
            boards.append(altered)
            ways = [scores.index(b.score) - scores.index(a.score) for a, b in pairs]
            if floats.bye:
                ways.append(len(scores) - 1 - scores.index(at[floats.bye].score))
            crossed.append(sum(ways))
            down.append(sum(a.downfloats > 0 for a, _ in pairs))
            up.append(sum(b.upfloats > 0 for _, b in pairs))
        saved = games[0] - games[1]
        return (
            saved > 0
            and boards[1] + 1 - boards[0] <= self.page.avoid_cost * saved
            and all(x[1] <= x[0] for x in (crossed, down, up))
        )

    def way(self) -> Floats:
        """One way down, `first` being the opponents that are tried first."""
        games: list[Game] = []
        arrived: list[Game] = []
        onward: list[Seat] = []
        drawn: list[list[Seat]] = []
        bye: Seat | None = None
        for g, group in enumerate(self.groups):
            taken = [o for _, o in arrived]
            pool = [s for s in group if s.id not in self.locked and s not in taken]
            if g == len(self.groups) - 1:
                if onward:
                    (bye,) = onward
                    chosen: tuple[Seat, ...] = ()
                elif len(pool) % 2:
                    bye = self.bye(pool, arrived)
                    chosen = (bye,)
                else:
                    chosen = ()
                left = self.left(pool, arrived, chosen)
                games += [game for game in arrived if game[0] not in chosen]
            else:
                chosen, new, passing = self.step(g, pool, arrived, onward)
                left = self.left(pool, arrived, chosen)
                games += [game for game in arrived if game[0] not in chosen]
                arrived, onward = new, passing
            here = {s.id for s in group}
            left = left + [s for s in group if s.id in self.locked and self.partner(s) in here]
            drawn.append(left)
        for lock in self.page.locks:
            high, low = sorted((s for s in self.order if s.id in lock), key=self.order.index)
            if high.score != low.score:
                games.append((high, low))
        return Floats(
            frozenset((a.id, b.id) for a, b in games),
            bye.id if bye else None,
            tuple(frozenset(s.id for s in part) for part in drawn),
        )

    def partner(self, seat: Seat) -> str:
        return next(id for lock in self.page.locks if seat.id in lock for id in lock - {seat.id})

    def left(self, pool: list[Seat], arrived: list[Game], chosen: Sequence[Seat]) -> list[Seat]:
        freed = [o for f, o in arrived if f in chosen]
        return [s for s in self.order if (s in pool and s not in chosen) or s in freed]

    def bye(self, pool: list[Seat], arrived: list[Game]) -> Seat:
        floated = [f for f in reversed(self.order) if f in [a for a, _ in arrived]]
        for seat in [*reversed(pool), *floated]:
            left = self.left(pool, arrived, (seat,))
            if seat.byes <= self.byes and self.drawable(left, False, set()):
                return seat
        raise AssertionError("no bye")

    def step(
        self, g: int, pool: list[Seat], arrived: list[Game], onward: list[Seat]
    ) -> tuple[tuple[Seat, ...], list[Game], list[Seat]]:
        """The first combination by the page's order, the fewest floaters first; with floaters who
        pass by somebody they could play only if there is none without, of any number."""
        fresh = [s for s in reversed(pool) if not s.downfloats]
        again = [s for s in reversed(pool) if s.downfloats]
        floated = [f for f in reversed(self.order) if f in [a for a, _ in arrived]]
        candidates = fresh + again + floated
        for skipping in (False, True):
            for count in range(len(pool) % 2, len(candidates) + 1, 2):
                for chosen in combinations(candidates, count):
                    if not self.drawable(self.left(pool, arrived, chosen), False, set()):
                        continue
                    floaters = [s for s in self.order if s in chosen or s in onward]
                    for games, passing in self.seatings(g, floaters, [], skipping):
                        if self.below(g, games, passing):
                            return chosen, games, passing
        raise AssertionError("no way down")

    def seatings(
        self, g: int, floaters: list[Seat], games: list[Game], skipping: bool
    ) -> Iterator[tuple[list[Game], list[Seat]]]:
        """Opponents of the next group for every floater, the highest floater choosing first."""
        if not floaters:
            yield games, []
            return
        floater, *rest = floaters
        taken = [o for _, o in games]
        possible = [
            s
            for s in self.groups[g + 1]
            if s.id not in self.locked and legal(floater, s, self.page)
        ]
        near = [s for s in possible if s not in taken]
        wish = self.first.get((floater.id, self.groups[g + 1][0].score))
        near.sort(key=lambda s: (s.id != wish, s.upfloats > 0, self.order.index(s)))
        for opponent in near:
            yield from self.seatings(g, rest, [*games, (floater, opponent)], skipping)
        if skipping or not near:
            for more, passing in self.seatings(g, rest, games, skipping):
                yield more, [floater, *passing]

    def below(self, g: int, games: list[Game], passing: list[Seat]) -> bool:
        taken = [o for _, o in games]
        following = [s for s in self.groups[g + 1] if s.id not in self.locked and s not in taken]
        lower = [s for group in self.groups[g + 2 :] for s in group if s.id not in self.locked]
        apart = {frozenset((f.id, s.id)) for f in passing for s in [*following, *passing]}
        return self.drawable([*passing, *following, *lower], True, apart)


def whole_draws(
    seats: Sequence[Seat], page: Page
) -> Iterator[tuple[tuple[Game, ...], Seat | None]]:
    """Every pairing of a whole field that keeps locks and bars, legal or not, with its bye."""
    order = sorted(seats, key=lambda s: (-s.score, s.place))
    locked = {id for lock in page.locks for id in lock}
    resting: list[Seat | None] = [None]
    if len(order) % 2:
        resting = [s for s in order if s.id not in locked]
    for bye in resting:
        players = [s for s in order if s is not bye]
        for games in pairings(players):
            ids = [frozenset((a.id, b.id)) for a, b in games]
            if held(players, games, page) and not any(
                i in page.bars and i not in page.locks for i in ids
            ):
                yield games, bye


def least_evil(seats: Sequence[Seat], page: Page) -> tuple[int, set[Pair]] | None:
    """Byes that the one with the bye has had before, and the illegal games, of the round: a legal
    draw with a new bye, else with the fewest byes before, else the fewest third colours as low as
    possible, else the fewest repeats, likewise."""
    order = sorted(seats, key=lambda s: (-s.score, s.place))
    number = {s.id: i for i, s in enumerate(order)}
    best: tuple[object, ...] | None = None
    answer: tuple[int, set[Pair]] | None = None
    for games, bye in whole_draws(seats, page):
        judged = [g for g in games if frozenset((g[0].id, g[1].id)) not in page.locks]
        repeats = [g for g in judged if met(*g)]
        thirds = [g for g in judged if third_for_both(*g)]
        stage = 2 if repeats else 1 if thirds else 0
        value = (
            stage,
            bye.byes if bye else 0,
            len(repeats),
            len(thirds),
            _low(repeats, number),
            _low(thirds, number),
        )
        if best is None or value < best:
            best = value
            wrong = {frozenset((a.id, b.id)) for a, b in (*repeats, *thirds)}
            answer = (bye.byes if bye else 0, wrong)
    return answer


def _low(games: Sequence[Game], number: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """Smaller is lower: the higher players of these games from the top, then their opponents."""
    places = sorted((number[a.id], number[b.id]) for a, b in games)
    return tuple((-high, -low) for high, low in places)
