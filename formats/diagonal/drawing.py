"""The next round of the diagonal: the set-up over the players who are left, without repeats,
changed as little as possible; and how good any round is by the same criteria.

Everybody has so many *ends* as the set-up gives him opponents, each with the opponent that it
wants. A round is a perfect matching of the ends: two ends of a match of the set-up may take each
other (the match is kept), and ends of two who have neither met nor are wanted for each other may
(a replaced match). So the degree-constrained subgraph is a perfect matching in a graph, which
a library finds exactly (`engine.perfect`), with the criteria in order:

1. most matches of the set-up kept;
2. the least sum, over the ends whose match is replaced, of the distance in the row between the
   actual and the wanted opponent; 3. the least sum of their squares;
4. changes as low in the row as possible: the least sum of those distances, each times how many
   places from below its player stands.

Nobody shall meet somebody twice in one round by two ends of each. Where a matching would do that,
the pair gets the usual gadget, two vertices that are matched with each other while the pair is
not used, and the matching is taken again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.byes import requested_byes
from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived
from engine.perfect import BITS, Unmatched, perfect
from engine.protocol import Measure, Proposal, Severity, with_reasons
from engine.reasons import Reason
from engine.refusal import Refused
from formats.diagonal.course import course, field_of, settings_of
from formats.diagonal.setup import (
    LARGEST_RING,
    LAST_TWO,
    OPEN_RING,
    RING,
    Pair,
    RingDraw,
    Wanted,
    best_ring,
    ordered,
    ring,
    row,
)


@dataclass(frozen=True)
class DrawnRow:
    """A round by places in its row (from 1), and the players at these places."""

    players: tuple[EntrantId, ...]
    wanted: tuple[Wanted, ...]
    round: RowDraw | RingDraw
    met: frozenset[Pair]
    barred: frozenset[Pair]


def drawn(event: Event) -> DrawnRow:
    """The next round: the same for the same event."""
    from formats.swiss import refuse_few

    number = len(event.published) + 1
    players = tuple(field_of(event, number))
    refuse_few(len(players), number)
    _refuse_locks(event, number)
    place = {id: at for at, id in enumerate(players, start=1)}

    def places(pairs: frozenset[frozenset[EntrantId]]) -> frozenset[Pair]:
        here = ([place[id] for id in pair] for pair in pairs if all(id in place for id in pair))
        return frozenset(ordered(*pair) for pair in here)

    met = places(meetings(event))
    barred = places(frozenset(event.instructed("bar", number)))
    # by losses alone a player with fewer games would win a play-off
    playoff = course(event).playoff and len(players) <= LARGEST_RING
    if playoff or len(players) < settings_of(event).ring_below:
        wanted = ring(len(players))
        ringed = best_ring(len(players), met, barred, closed=playoff)
        return DrawnRow(players, wanted, ringed, met, barred)
    wanted = row(len(players))
    return DrawnRow(players, wanted, best_row(wanted, met, barred), met, barred)


def _refuse_locks(event: Event, number: int) -> None:
    locks = event.instructed("lock", number)
    if locks:
        pair = sorted(min(locks, key=sorted), key=int)
        names = " and ".join(event.entrant(id).name for id in pair)
        raise Refused(
            f"{names} cannot be locked",
            "the row says who meets whom",
            "take the lock back",
        )


@derived
def meetings(event: Event) -> frozenset[frozenset[EntrantId]]:
    """The pairs that have been matched: also where games were forfeited, because their losses
    count."""
    return frozenset(frozenset(m.pair) for r in event.published for m in r.matches)


def proposal(event: Event) -> Proposal:
    """The draw with the reason for each match that is not the set-up's own."""
    draw = drawn(event)
    number = len(event.published) + 1
    matches = _matches(draw)
    notes = []
    ringed = isinstance(draw.round, RingDraw)
    if ringed and course(event).playoff:
        notes.append(Reason.of("play-off", players=len(draw.players)))
    if draw.round.fewer:
        fewer = tuple(draw.players[place - 1] for place in draw.round.fewer)
        notes.append(Reason.of("one-opponent-fewer", players=fewer, ring=ringed))
    if draw.round.repeats:
        notes.append(Reason.of("repeats", matches=len(draw.round.repeats)))
    return Proposal(number, matches, tuple(requested_byes(event, number)), notes=tuple(notes))


def _matches(draw: DrawnRow) -> tuple[Match, ...]:
    parts = {w.pair: w.part for w in draw.wanted}
    matches = []
    ring = _ring_name(draw)
    for board, (a, b) in enumerate(draw.round.pairs, start=1):
        part = parts.get((a, b))
        why = () if part else (_replacement(draw, (a, b)),)
        if (a, b) in draw.round.repeats:
            why = (Reason("repeat"),)
        matches.append(
            Match(
                board, draw.players[a - 1], draw.players[b - 1],
                group=ring or part or "replaced", games=2, why=why,
                altered="" if part else "opponents",
            )
        )  # fmt: skip
    return tuple(matches)


def _ring_name(draw: DrawnRow) -> str:
    """What the round is if it is not a row."""
    if not isinstance(draw.round, RingDraw):
        return ""
    if len(draw.players) == 2:
        return LAST_TWO
    return OPEN_RING if draw.round.fewer else RING


def _replacement(draw: DrawnRow, pair: Pair) -> Reason:
    """The match of the set-up that another match replaces."""
    if not isinstance(draw.round, RowDraw):
        return Reason.of("ring-closed-otherwise", met=_neighbours_met(draw, pair))
    wishes = zip(pair, draw.round.replaced[pair], strict=True)
    return Reason.of(
        "replaced",
        wanted=tuple(
            Reason.of(
                "wanted",
                player=draw.players[place - 1],
                opponent=draw.players[wish - 1],
                met=ordered(place, wish) in draw.met,
                **({"barred": True} if ordered(place, wish) in draw.barred else {}),
            )
            for place, wish in wishes
        ),
    )


def _neighbours_met(draw: DrawnRow, pair: Pair) -> tuple[Reason, ...]:
    """Whom of their neighbours in the ring the two have met, or are barred from."""
    size = len(draw.players)
    meetings = []
    for place in pair:
        beside = [(place + step - 1) % size + 1 for step in (-1, 1)]
        met = tuple(draw.players[b - 1] for b in beside if ordered(place, b) in draw.met)
        barred = tuple(
            draw.players[b - 1] for b in beside if ordered(place, b) in draw.barred - draw.met
        )
        if met or barred:
            apart = {"barred": barred} if barred else {}
            player = draw.players[place - 1]
            meetings.append(Reason.of("met", player=player, opponents=met, **apart))
    return tuple(meetings)


End = tuple[int, int]
"""A place, and the place of the opponent wanted there."""

NEAR = 24
"""In a long row an end looks at so many of the nearest other ends on either side."""
FAR = 8
"""Ends of one match further apart than this (the middle games) look further."""
BARRED = 1000
"""A pair that the arbiter has barred costs as much as so many repeats."""
LOT_BITS = 40


@dataclass(frozen=True)
class RowDraw:
    """The matches of a round: by pair the part of the set-up kept, or the ends' wanted opponents.

    `unchanged` are matches of the set-up, `replaced` new ones with (opponent wanted by the higher,
    by the lower). `repeats` are among both; `fewer` play one opponent less than they should.
    """

    unchanged: tuple[Wanted, ...]
    replaced: dict[Pair, Pair] = field(default_factory=dict)
    repeats: frozenset[Pair] = frozenset()
    fewer: tuple[int, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All matches, in row order."""
        return tuple(sorted([*(w.pair for w in self.unchanged), *self.replaced]))

    @property
    def distance(self) -> int:
        """Criterion 2."""
        return sum(abs(b - x) + abs(a - y) for (a, b), (x, y) in self.replaced.items())


def both(match: Wanted) -> tuple[End, End]:
    """The ends of a match of the set-up."""
    return match.pair, (match.low, match.high)


class Ends:
    """Ends to be matched with each other.

    Ends of two who are `closed` for each other cannot be, unless `repeats` are taken (of these
    the `barred` ones last). With `drops` everybody may leave one end free, at a cost.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted],
        closed: Collection[Pair],
        barred: Collection[Pair] = (),
        drops: bool = False,
        repeats: bool = False,
        ends: list[End] | None = None,
        everybody: bool = True,
    ) -> None:
        self.wanted = {w.pair: w for w in wanted}
        self.ends = sorted(end for w in wanted for end in both(w)) if ends is None else ends
        self.everybody = everybody
        self.closed = closed
        self.barred = barred
        self.drops = drops
        self.repeats = repeats
        self.candidates = list(self._candidates())
        self.keeps = any(self.is_kept(u, v) for u, v in self.candidates)

    def matched(self) -> RowDraw | None:
        """The round of these ends; None if there is none."""
        gadgets: list[Pair] = []
        while True:
            matching = _Graph(self, gadgets).matched()
            if matching is None:
                return None
            pairs, fewer = matching
            times = Counter(self.pair(u, v) for u, v in pairs)
            twice = [pair for pair, count in times.items() if count > 1]
            if not twice:
                return self._round(pairs, fewer)
            gadgets += twice

    def pair(self, u: int, v: int) -> Pair:
        """The places of two ends."""
        return ordered(self.ends[u][0], self.ends[v][0])

    def is_kept(self, u: int, v: int) -> bool:
        """Whether the two ends are of one match of the set-up."""
        return self.ends[u] == (self.ends[v][1], self.ends[v][0])

    def deviation(self, u: int, opponent: int) -> int:
        """How far that opponent is from the one wanted there."""
        return abs(opponent - self.ends[u][1])

    def repeat(self, pair: Pair) -> int:
        """What playing that pair counts as a repeat."""
        if pair in self.barred:
            return BARRED
        return int(pair in self.closed)

    def _round(self, pairs: Iterable[tuple[int, int]], fewer: tuple[int, ...]) -> RowDraw:
        unchanged, replaced = [], {}
        for u, v in pairs:
            (a, x), (b, y) = self.ends[u], self.ends[v]
            if self.is_kept(u, v):
                unchanged.append(self.wanted[ordered(a, b)])
            else:
                replaced[ordered(a, b)] = (x, y) if a < b else (y, x)
        played = {*replaced, *(w.pair for w in unchanged)}
        again = frozenset(pair for pair in played if pair in self.closed)
        return RowDraw(tuple(sorted(unchanged)), replaced, again, fewer)

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Ends that could take each other, the smaller first."""
        for u, v in self._near():
            pair = self.pair(u, v)
            if pair[0] == pair[1] or (pair in self.closed and not self.repeats):
                continue
            # a match of the set-up is kept by its own ends or not at all
            if pair not in self.wanted or self.is_kept(u, v):
                yield u, v

    def _near(self) -> Iterator[tuple[int, int]]:
        count = len(self.ends)
        if self.everybody:
            yield from ((u, v) for u in range(count) for v in range(u + 1, count))
            return
        far = {u for u, (place, wish) in enumerate(self.ends) if abs(place - wish) > FAR}
        near = [u for u in range(count) if u not in far]
        for at, u in enumerate(near):
            yield from ((u, v) for v in near[at + 1 : at + 1 + NEAR])
        places = [place for place, _ in self.ends]
        for u in sorted(far):
            # those near the opponent wanted, and the other far ends
            at = bisect_left(places, self.ends[u][1])
            around = {*range(max(0, at - NEAR), min(count, at + NEAR)), *far}
            yield from ((min(u, v), max(u, v)) for v in sorted(around) if v not in far or u < v)


class _Graph:
    """The ends, two vertices for each pair with a gadget, and one for each place that may drop
    an end: those of places that do not are matched among themselves."""

    def __init__(self, ends: Ends, gadgets: Sequence[Pair]) -> None:
        self.all = ends
        self.count = len(ends.ends)
        self.inside = {pair: self.count + 2 * at for at, pair in enumerate(gadgets)}
        self.size = self.count + 2 * len(gadgets)
        self.opponent: dict[tuple[int, int], int] = {}
        """The opponent that an end takes by an edge to a gadget; 0 at a dropped end."""
        self.edges: list[tuple[int, int]] = []
        for u, v in ends.candidates:
            vertex = self.inside.get(ends.pair(u, v))
            if vertex is None:
                self.edges.append((u, v))
                continue
            a, b = ends.ends[u][0], ends.ends[v][0]
            # the first vertex of a gadget belongs to the higher place
            mine, other = (vertex, vertex + 1) if a < b else (vertex + 1, vertex)
            self.opponent |= {(u, mine): b, (v, other): a}
        if ends.drops:
            self._with_drops()
        self.edges += [*self.opponent, *((v, v + 1) for v in self.inside.values())]

    def _with_drops(self) -> None:
        places = sorted({place for place, _ in self.all.ends})
        first = self.size
        vertex = {place: first + at for at, place in enumerate(places)}
        self.size += len(places)
        self.opponent |= {(u, vertex[p]): 0 for u, (p, _) in enumerate(self.all.ends)}
        self.edges += [(u, v) for u in range(first, self.size) for v in range(u + 1, self.size)]
        if len(self.all.ends) % 2 != len(places) % 2:
            # one of them stays over
            self.edges += [(v, self.size) for v in range(first, self.size)]
            self.size += 1

    def matched(self) -> tuple[list[tuple[int, int]], tuple[int, ...]] | None:
        """The pairs of ends, and the places with one opponent fewer."""
        try:
            partner = perfect(self.size, self.edges, self._weights(), "auto")
        except Unmatched:
            return None
        return self._read(partner)

    def _read(self, partner: Sequence[int]) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        pairs = [(u, v) for u, v in enumerate(partner) if u < v < self.count]
        for vertex in self.inside.values():
            if partner[vertex] != vertex + 1:
                pairs.append((partner[vertex], partner[vertex + 1]))
        fewer = sorted(
            self.all.ends[u][0]
            for u, v in enumerate(partner[: self.count])
            if self.opponent.get((u, v)) == 0
        )
        return pairs, tuple(fewer)

    def _weights(self) -> list[int]:
        """One whole number an edge, all criteria in it, the first in the highest bits."""
        weights = [0] * len(self.edges)
        for cost in self._criteria():
            costs = [cost(u, v) for u, v in self.edges]
            width = self._most(costs).bit_length()
            weights = [(w << width) + c for w, c in zip(weights, costs, strict=True)]
        room = BITS - max(weights, default=0).bit_length() - self.size.bit_length()
        room = max(0, min(LOT_BITS, room))
        widened = room + self.size.bit_length()
        return [
            (w << widened) + _lot(self._key(u), self._key(v), room)
            for w, (u, v) in zip(weights, self.edges, strict=True)
        ]

    def _key(self, vertex: int) -> int:
        """Names an end by its places, wherever it is among the others."""
        if vertex < self.count:
            place, wish = self.all.ends[vertex]
            return place << 16 | wish
        return vertex << 32

    def _most(self, costs: Sequence[int]) -> int:
        """No matching costs more: every vertex at its dearest edge."""
        dearest = [0] * self.size
        for (u, v), cost in zip(self.edges, costs, strict=True):
            dearest[u] = max(dearest[u], cost)
            dearest[v] = max(dearest[v], cost)
        return sum(dearest)

    def _criteria(self) -> list[Callable[[int, int], int]]:
        criteria: list[Callable[[int, int], int]] = []
        if self.all.repeats:
            criteria.append(self._repeat)
        if self.all.drops:
            criteria.append(lambda u, v: int(self.opponent.get((u, v)) == 0))
        if self.all.keeps:
            criteria.append(self._not_kept)
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d))
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d * d))
        last = self.all.ends[-1][0] + 1 if self.count else 0
        criteria.append(lambda u, v: self._deviations(u, v, lambda d, place: d * (last - place)))
        return criteria

    def _deviations(self, u: int, v: int, measure: Callable[[int, int], int]) -> int:
        """The measure of (deviation, place) over the ends of an edge that take an opponent."""
        ends = self.all.ends
        if v < self.count:
            one = measure(self.all.deviation(u, ends[v][0]), ends[u][0])
            return one + measure(self.all.deviation(v, ends[u][0]), ends[v][0])
        opponent = self.opponent.get((u, v))
        return measure(self.all.deviation(u, opponent), ends[u][0]) if opponent else 0

    def _not_kept(self, u: int, v: int) -> int:
        """Two for a new match, as two ends that are left free lose as much."""
        if v < self.count:
            return 0 if self.all.is_kept(u, v) else 2
        return int(u < self.count)

    def _repeat(self, u: int, v: int) -> int:
        """By a gadget the higher place's end counts it."""
        if v < self.count:
            return self.all.repeat(self.all.pair(u, v))
        opponent = self.opponent.get((u, v), 0)
        place = self.all.ends[u][0] if opponent else 0
        return self.all.repeat((place, opponent)) if place < opponent else 0


def _lot(u: int, v: int, bits: int) -> int:
    """A fixed number that parts matchings which all criteria leave equal, on every machine."""
    mixed = (u * 0x9E3779B97F4A7C15 ^ v * 0xC2B2AE3D27D4EB4F) & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return mixed >> (64 - bits) if bits else 0


ALL_ENDS = 160
"""Up to so many ends look at all others."""
LONG = 800
STRETCH = 300
"""More ends than `LONG` are taken in stretches of so many."""


def best_row(
    wanted: Sequence[Wanted], met: Collection[Pair], barred: Collection[Pair] = ()
) -> RowDraw:
    """The round of a row whose set-up is `wanted` and in which the pairs `met` have met.

    Where no round without repeats has all numbers of opponents, the fewest players get one less;
    where that is not enough, the fewest repeats are taken, barred pairs after all others.
    """
    closed = {*met, *barred}
    if not any(w.pair in closed for w in wanted):
        return RowDraw(tuple(wanted))
    # all matches of the set-up that can be kept are: nothing keeps more
    unchanged = tuple(w for w in wanted if w.pair not in closed)
    lost = [end for w in wanted if w.pair in closed for end in both(w)]
    rest = replaced(sorted(lost), frozenset({*closed, *(w.pair for w in wanted)}))
    if rest is not None:
        return RowDraw(unchanged, rest)
    for drops in (False, True):
        drawn = Ends(wanted, closed, set(barred), drops).matched()
        if drawn is not None:
            return drawn
    drawn = Ends(wanted, closed, set(barred), drops=True, repeats=True).matched()
    assert drawn is not None, "with repeats every set-up can be played"
    return drawn


def replaced(ends: list[End], closed: frozenset[Pair]) -> dict[Pair, Pair] | None:
    """New pairs for all these ends, none of them `closed`, by criteria 2 to 4."""
    if len(ends) > LONG:
        pairs = _in_stretches(ends, closed)
        if pairs is not None:
            return pairs
    for everybody in (False, True) if len(ends) > ALL_ENDS else (True,):
        drawn = Ends((), closed, ends=ends, everybody=everybody).matched()
        if drawn is not None:
            return drawn.replaced
    return None


def _in_stretches(ends: list[End], closed: frozenset[Pair]) -> dict[Pair, Pair] | None:
    """A long row stretch by stretch, then again over every seam until nothing gets better: each
    stretch is the best there is for the ends that it holds."""
    line = sorted(ends, key=_where)
    pairs: dict[Pair, Pair] = {}
    for start in range(0, len(line), STRETCH):
        part = replaced(sorted(line[start : start + STRETCH]), closed | pairs.keys())
        if part is None:
            return None
        pairs |= part
    far = [end for end in ends if abs(end[0] - end[1]) > FAR]
    places = [_where(end) for end in line]
    corners = {
        end
        for a, b in far
        for at in (bisect_left(places, (a, 0)), bisect_left(places, (b, 0)))
        for end in line[max(0, at - NEAR) : at + NEAR]
    }
    windows = [line[at : at + STRETCH] for at in range(STRETCH // 2, len(line), STRETCH)]
    for window in (*windows, sorted({*corners, *far})):
        inside = set(window)
        mine = {
            pair: wish
            for pair, wish in pairs.items()
            if {(pair[0], wish[0]), (pair[1], wish[1])} <= inside
        }
        again = sorted(e for (a, b), (x, y) in mine.items() for e in ((a, x), (b, y)))
        others = {pair: wish for pair, wish in pairs.items() if pair not in mine}
        better = replaced(again, closed | others.keys()) if again else None
        if better is not None:
            pairs = others | better
    return pairs


def _where(end: End) -> tuple[int, int]:
    """The position of an end in the row: an end of a middle game is where it wants to be."""
    place, wish = end
    return (wish, place) if abs(place - wish) > FAR else (place, wish)


REASONS = {
    "repeats": "nobody meets an earlier opponent again",
    "opponents": "everybody has as many opponents as the set-up gives",
    "replaced": "most matches of the set-up are played",
    "distance": "everybody plays near neighbours on the row",
    "squares": "nobody is far from the opponent that the set-up gives",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

SQUARES = "squared places between actual and wanted opponents"


def measures(event: Event, round: Round) -> tuple[Measure, ...]:
    """The round by places in the row of the players still in; `event` is as it was before it."""
    players = field_of(event, round.number)
    place = {id: at for at, id in enumerate(players, start=1)}
    matches = [m for m in round.matches if m.white in place and m.black in place]
    pairs = [ordered(place[m.white], place[m.black]) for m in matches]
    met = sum(frozenset(m.pair) in meetings(event) for m in matches)
    ringed = len(players) < settings_of(event).ring_below
    wanted = ring(len(players)) if ringed else row(len(players))
    few = _opponents([w.pair for w in wanted], len(players))
    opponents = _opponents(pairs, len(players))
    short = sum(max(0, len(few[p]) - len(opponents[p])) for p in few)
    text = "opponents fewer than the set-up gives"
    dropped = len({w.pair for w in wanted} - set(pairs))
    counts = [
        Measure("", "repeats", "matches of two who have met", met, severity=Severity.MUST),
        Measure("", "opponents", text, short),
        Measure("", "replaced", "matches of the set-up that are not played", dropped),
    ]
    if ringed:
        far = sum(b - a for a, b in pairs)
        counts.append(Measure("", "distance", "places between opponents", far))
        return with_reasons(counts, REASONS)
    off = list(_off(wanted, pairs, few, opponents))
    text = "places between actual and wanted opponents"
    counts.append(Measure("", "distance", text, sum(off)))
    counts.append(Measure("", "squares", SQUARES, sum(places**2 for places in off)))
    return with_reasons(counts, REASONS)


def _opponents(pairs: Sequence[Pair], size: int) -> dict[int, list[int]]:
    opponents: dict[int, list[int]] = {place: [] for place in range(1, size + 1)}
    for a, b in pairs:
        opponents[a].append(b)
        opponents[b].append(a)
    return opponents


def _off(
    wanted: Sequence[Wanted],
    pairs: Sequence[Pair],
    few: Mapping[int, Sequence[int]],
    many: Mapping[int, Sequence[int]],
) -> list[int]:
    """By new opponent of each player, his distance from the one he replaces: taken in the order of
    the row, which is the least that any assignment comes to."""
    unchanged = {w.pair for w in wanted} & set(pairs)
    distances = []
    for place in few:
        lost = sorted(p for p in few[place] if ordered(place, p) not in unchanged)
        new = sorted(p for p in many[place] if ordered(place, p) not in unchanged)
        distances += [abs(a - b) for a, b in zip(lost, new, strict=False)]
    return distances
