"""How level players divide the money that they have won together.

US Chess 32B2: tied players put their prizes into one pool and share it equally, and nobody brings
more than one. 32B3 (2014): nobody receives more than the largest prize that he would be eligible
for if there were no tie, and nobody less than by winning or dividing a prize that the others are
not eligible for. Both are one demand, made of every set of the tied: together they get no more
than the prizes that they could win if the others were not there. Of all divisions that meet it one
is the most equal (the lexicographically optimal base of a polymatroid, Fujishige 1980), and that
one is taken: it depends on no order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from engine.money import Cents

Wanted = Sequence[Collection[int]]
"""For every player which of the prizes, numbered from 0, he is eligible for."""


def brought(eligible: Wanted, prizes: Iterable[int]) -> tuple[int, ...]:
    """Which prizes come into the pool, of `prizes` with the most valuable first.

    A prize does if the players can win it together with all those before it, one each. That gives
    the largest pool that there is, and no order of prizes of different value changes it.
    """
    winner: dict[int, int] = {}
    taken: list[int] = []
    for prize in prizes:
        if len(taken) == len(eligible):
            break
        if _finds(prize, eligible, winner, set()):
            taken.append(prize)
    return tuple(taken)


def _finds(prize: int, eligible: Wanted, winner: dict[int, int], tried: set[int]) -> bool:
    """Whether the prize finds a player, others changing theirs; `winner`: player to prize."""
    for player, wanted in enumerate(eligible):
        if prize not in wanted or player in tried:
            continue
        tried.add(player)
        if player not in winner or _finds(winner[player], eligible, winner, tried):
            winner[player] = prize
            return True
    return False


def own_prizes(eligible: Wanted, pool: Sequence[int]) -> dict[int, int]:
    """Which prize of a pool each player has as his own, in their order: the most valuable that he
    is eligible for and that leaves the others of the pool winnable."""
    own: dict[int, int] = {}
    left = list(pool)
    for player, wanted in enumerate(eligible):
        others = eligible[player + 1 :]
        for prize in left:
            rest = [one for one in left if one != prize]
            if prize in wanted and len(brought(others, rest)) == len(rest):
                own[player], left = prize, rest
                break
    return own


def fair_shares(
    eligible: Wanted, pool: Sequence[int], values: Mapping[int, Fraction]
) -> list[tuple[Fraction, tuple[int, ...]]]:
    """The shares of a pool, the smallest first, each with the players who get it.

    `pool` begins with the most valuable, and all of it can be won by the players. A player who is
    eligible for none of it has a share of nothing.
    """
    kinds: dict[frozenset[int], list[int]] = {}
    for player, wanted in enumerate(eligible):
        kinds.setdefault(frozenset(wanted).intersection(pool), []).append(player)
    shares: list[tuple[Fraction, tuple[int, ...]]] = []
    if nobody := kinds.pop(frozenset(), []):
        shares.append((Fraction(0), tuple(nobody)))
    settled: dict[frozenset[int], Fraction] = {}
    while len(settled) < len(kinds):
        block = _tightest(kinds, settled, pool, values)
        share = _each(kinds, settled, block, pool, values)
        settled |= dict.fromkeys(block, share)
        shares.append((share, tuple(sorted(p for kind in block for p in kinds[kind]))))
    return shares


Kinds = Mapping[frozenset[int], Sequence[int]]
"""The players of a group by what they are eligible for."""


def _worth(kinds: Kinds, pool: Sequence[int], values: Mapping[int, Fraction]) -> Fraction:
    """What players could win together if nobody else were there."""
    people = [kind for kind, players in kinds.items() for _ in players]
    return sum((values[prize] for prize in brought(people, pool)), Fraction(0))


def _each(
    kinds: Kinds, settled: Mapping[frozenset[int], Fraction], block: Collection[frozenset[int]],
    pool: Sequence[int], values: Mapping[int, Fraction],
) -> Fraction:  # fmt: skip
    """The money that each of a block would get of all that it could win, after what is settled."""
    among = {kind: players for kind, players in kinds.items() if kind in settled or kind in block}
    gone = sum((settled[k] * len(kinds[k]) for k in settled), Fraction(0))
    return (_worth(among, pool, values) - gone) / sum(len(kinds[kind]) for kind in block)


def _tightest(
    kinds: Kinds, settled: Mapping[frozenset[int], Fraction], pool: Sequence[int],
    values: Mapping[int, Fraction],
) -> list[frozenset[int]]:  # fmt: skip
    """Those who get least: tried with everybody, then with those who could not be given as much,
    until all of them can."""
    block = [kind for kind in kinds if kind not in settled]
    while len(block) > 1:
        share = _each(kinds, settled, block, pool, values)
        shares = {kind: settled.get(kind, share) for kind in kinds}
        short = _too_much(kinds, shares, pool, values) - settled.keys()
        if not short:
            break
        block = [kind for kind in block if kind in short]
    return block


def _too_much(
    kinds: Kinds, shares: Mapping[frozenset[int], Fraction], pool: Sequence[int],
    values: Mapping[int, Fraction],
) -> set[frozenset[int]]:  # fmt: skip
    """Kinds that together cannot be given these shares, empty if all can.

    What a set of players can win is a sum over steps of value: from step to step, each prize that
    is worth so much gives everybody who is eligible at most that step. So shares can be given
    if they flow from prizes through steps to players; the cut of the largest flow shows who is
    short.
    """
    flow = _Flow()
    worth = [values[prize] for prize in pool]
    for step, upper in enumerate(worth):
        lower = worth[step + 1] if step + 1 < len(worth) else Fraction(0)
        if not (size := upper - lower):
            continue
        for prize in pool[: step + 1]:
            flow.edge("source", ("prize", prize, step), size)
            for kind in kinds:
                if prize in kind:
                    flow.edge(("prize", prize, step), ("step", kind, step), size)
        for kind, players in kinds.items():
            flow.edge(("step", kind, step), ("kind", kind), size * len(players))
    for kind, players in kinds.items():
        flow.edge(("kind", kind), "sink", shares[kind] * len(players))
    total = sum((shares[kind] * len(players) for kind, players in kinds.items()), Fraction(0))
    if flow.largest("source", "sink") == total:
        return set()
    fed = flow.reached("source")
    return {kind for kind in kinds if ("kind", kind) not in fed}


class _Flow:
    """A network that flows from a source to a sink, by shortest paths (Edmonds and Karp)."""

    def __init__(self) -> None:
        self._room: dict[Hashable, dict[Hashable, Fraction]] = {}

    def edge(self, a: Hashable, b: Hashable, room: Fraction) -> None:
        self._room.setdefault(a, {})[b] = room
        self._room.setdefault(b, {}).setdefault(a, Fraction(0))

    def gone(self, to: Hashable, back: Hashable) -> Fraction:
        """How much has gone to a place from another."""
        return self._room.get(to, {}).get(back, Fraction(0))

    def _paths(self, source: Hashable) -> dict[Hashable, Hashable]:
        before: dict[Hashable, Hashable] = {source: source}
        queue = deque([source])
        while queue:
            at = queue.popleft()
            for to, room in self._room.get(at, {}).items():
                if room > 0 and to not in before:
                    before[to] = at
                    queue.append(to)
        return before

    def reached(self, source: Hashable) -> Collection[Hashable]:
        return self._paths(source).keys()

    def largest(self, source: Hashable, sink: Hashable) -> Fraction:
        total = Fraction(0)
        while sink in (before := self._paths(source)):
            path = [sink]
            while path[-1] != source:
                path.append(before[path[-1]])
            steps = list(zip(path[1:], path[:-1], strict=True))
            size = min(self._room[a][b] for a, b in steps)
            for a, b in steps:
                self._room[a][b] -= size
                self._room[b][a] += size
            total += size
        return total


def in_whole(
    shares: Sequence[Fraction], total: Fraction, unit: Cents, odd_to_first: bool
) -> list[Cents]:
    """Shares in multiples of the smallest amount paid out, rounded down; the rest goes in whole
    units to those whose share was rounded, the first first, or to nobody."""
    paid = [share // unit * unit for share in shares]
    over = (total - sum(paid)) // unit if odd_to_first else 0
    for at in [at for at, share in enumerate(shares) if share % unit][: int(over)]:
        paid[at] += unit
    return [int(amount) for amount in paid]


def by_prize(
    amounts: Sequence[Cents], prizes: Sequence[Cents], eligible: Wanted
) -> list[list[Cents]]:
    """Of each prize what each player has of it: only who is eligible for it has any, but for cents
    that were rounded. `prizes` are the values by the numbers of `eligible`, from 0.

    The narrowest prizes are parted first, by what their players still have to get, those of the
    same players together; where that leaves a wider one without enough players, any way in which
    all goes out is taken.
    """
    owed = list(amounts)
    parts = [[0] * len(amounts) for _ in prizes]
    together: dict[tuple[int, ...], list[int]] = {}
    for at in range(len(prizes)):
        among = tuple(p for p, wanted in enumerate(eligible) if at in wanted)
        together.setdefault(among, []).append(at)
    for among in sorted(together, key=len):
        of_all = [0] * len(amounts)
        _part(sum(prizes[at] for at in together[among]), among, owed, of_all)
        for at in together[among]:
            _part(prizes[at], among, of_all, parts[at])
    if any(owed):
        owed, parts = list(amounts), _any_way(amounts, prizes, eligible)
        owed = [amount - sum(row[p] for row in parts) for p, amount in enumerate(amounts)]
        for row, prize in zip(parts, prizes, strict=True):
            _part(prize - sum(row), range(len(amounts)), owed, row)
    return parts


def _part(prize: Cents, among: Sequence[int], owed: list[Cents], row: list[Cents]) -> None:
    """Part a prize by what is owed; the odd cents go one each to the first players whose part is
    not whole."""
    total = sum(owed[p] for p in among)
    shared = min(prize, total)
    parts = [divmod(shared * owed[p], total) if total else (0, 0) for p in among]
    over = shared - sum(part for part, _ in parts)
    for p, (part, odd) in zip(among, parts, strict=True):
        more = min(over, 1) if odd else 0
        row[p] += part + more
        owed[p] -= part + more
        over -= more


def _any_way(
    amounts: Sequence[Cents], prizes: Sequence[Cents], eligible: Wanted
) -> list[list[Cents]]:
    """As much as can go from prizes to the players who are eligible."""
    flow = _Flow()
    for at, prize in enumerate(prizes):
        flow.edge("source", ("prize", at), Fraction(prize))
        for p, wanted in enumerate(eligible):
            if at in wanted:
                flow.edge(("prize", at), ("player", p), Fraction(prize))
    for p, amount in enumerate(amounts):
        flow.edge(("player", p), "sink", Fraction(amount))
    flow.largest("source", "sink")
    return [
        [int(flow.gone(("player", p), ("prize", at))) for p in range(len(amounts))]
        for at in range(len(prizes))
    ]
