"""The parts of the draws of a half: lots, each drawn once and recorded with the draw that needs it;
the set draw, with the fewest repeats; and the arbiter's instructions, by which these two shall meet
and these two shall not.

A lock or a bar comes before all rules of a draw, but not before the question which team is in which
stage: what the stages forbid is refused. A lot is changed only as far as locks and bars require. As
a question of matchings (3.1) pairs weigh 1 if they would be repeats, more if they shall not meet at
all, else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NoReturn

from engine.entrants import EntrantId
from engine.event import Bye, Event, Lot, Match
from engine.lots import standing_lot
from engine.matching import Criterion, PartnerPreference, any_best, best_matching
from engine.phrases import Phrase, phrase
from engine.refusal import Refused
from formats.gnot.calendar import HALVES, KEYS, Key, half_name, in_triangle, title_of

TOP_SEEDS = phrase("opponents of the top seeds in match 1")
SEVEN = phrase("the seven in the middle")
RANK_IN_TRIANGLE = phrase("rank in the triangle")
SWISS_PLACE = phrase("place in the Swiss")
"""What lots are for, as the four below: a phrase for the hall, plain text in saves."""


def lucky_losers_of(key: Key) -> Phrase:
    """The order of those who lost with the same figures."""
    return phrase("lucky losers of {stage}", stage=title_of(key))


def rank_in(stage: str) -> Phrase:
    """The order of those who play in that stage and are level."""
    return phrase("rank in {stage}", stage=stage)


def first_of_swiss(number: int) -> Phrase:
    """The first round of the Swiss that is played."""
    return phrase("Swiss round {number}", number=number)


def equal_before(number: int) -> Phrase:
    """The order of teams that are level before a later round of the Swiss."""
    return phrase("equal places before Swiss round {number}", number=number)


@cache
def purposes() -> Mapping[str, Phrase]:
    """By its plain text the purpose of a lot."""
    single = (TOP_SEEDS, SEVEN, RANK_IN_TRIANGLE, SWISS_PLACE)
    stages = [each for key in KEYS for each in (lucky_losers_of(key), rank_in(title_of(key)))]
    swiss = [say(n) for say in (first_of_swiss, equal_before) for n in range(1, HALVES)]
    return {str(each): each for each in (*single, *stages, *swiss)}


class LotBook:
    """Lots as they are asked for. `new` are those that the event has not recorded yet."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.new: list[Lot] = []

    def order(self, purpose: str, teams: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
        """The teams in the order of the lot; one team needs none."""
        if len(teams) < 2:
            return tuple(teams)
        for lot in self.new:
            if lot.purpose == purpose and set(lot.order) == set(teams):
                return lot.order
        lot = standing_lot(self.event, str(purpose), sorted(teams, key=int), len(self.new))
        if lot not in self.event.lots:
            self.new.append(lot)
        return lot.order


Pair = tuple[EntrantId, EntrantId]
Met = Callable[[EntrantId, EntrantId], int]


def fewest_repeats(
    teams: Sequence[EntrantId], met: Met, allowed: Collection[frozenset[EntrantId]] | None = None
) -> int | None:
    """The fewest repeats of any draw of the teams among each other, or among the allowed pairs;
    None if these leave somebody without an opponent."""
    pairs = [
        (i, j)
        for j in range(len(teams))
        for i in range(j)
        if allowed is None or frozenset((teams[i], teams[j])) in allowed
    ]
    repeated = {(i, j): weight for i, j in pairs if (weight := met(teams[i], teams[j]))}
    if allowed is None and not repeated:
        return None if len(teams) % 2 else 0
    if _pairs_off(len(teams), [pair for pair in pairs if pair not in repeated]):
        return 0
    matching = any_best(len(teams), pairs, [_repeats(repeated)])
    return None if matching is None else matching.totals["repeats"]


def _pairs_off(size: int, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether these pairs leave nobody over; for the few teams of a stage."""
    partners = [0] * size
    for i, j in pairs:
        partners[i] |= 1 << j
        partners[j] |= 1 << i
    hopeless: set[int] = set()

    def possible(left: int) -> bool:
        if not left:
            return True
        if left in hopeless:
            return False
        there = [i for i in range(size) if left >> i & 1]
        first = min(there, key=lambda i: (partners[i] & left).bit_count())
        for other in there:
            if partners[first] >> other & 1 and possible(left & ~(1 << first | 1 << other)):
                return True
        hopeless.add(left)
        return False

    return possible((1 << size) - 1)


def _repeats(repeated: Mapping[tuple[int, int], int]) -> Criterion:
    return Criterion("repeats", lambda u, v: int(repeated.get((u, v), 0)))


def set_draw(ranked: Sequence[EntrantId], met: Met, locked: Sequence[Pair] = ()) -> list[Pair]:
    """From the top each team takes the lowest-ranked one left with which the fewest repeats can
    still be reached (3.4 ii, 3.7). An even number of teams; teams that are `locked` meet each
    other."""
    if locked:
        taken = {team for pair in locked for team in pair}
        rest = set_draw([team for team in ranked if team not in taken], met)
        return sorted([*locked, *rest], key=lambda pair: ranked.index(pair[0]))
    size = len(ranked)
    edges = [(i, j) for j in range(size) for i in range(j)]
    repeated = {(i, j): weight for i, j in edges if (weight := met(ranked[i], ranked[j]))}
    if not repeated:
        return [(ranked[i], ranked[size - 1 - i]) for i in range(size // 2)]
    lowest = PartnerPreference("lowest-ranked", range(size), lambda _vertex, partner: -partner)
    matching = best_matching(size, edges, [_repeats(repeated)], [lowest])
    assert matching is not None
    return [(ranked[i], ranked[j]) for i, j in matching.pairs]


def pairs_between(
    one: Iterable[EntrantId], other: Collection[EntrantId]
) -> set[frozenset[EntrantId]]:
    """Every pair of one of the first with one of the second."""
    return {frozenset((a, b)) for a in one for b in other if a != b}


Pairs = frozenset[frozenset[EntrantId]]

NEVER = 1_000
"""The weight of a barred pair, where a repeat weighs 1: more than all repeats of a half."""
IN_TRIANGLE = "a triangle"


@dataclass(frozen=True, slots=True)
class Word:
    """Pairs who shall meet, and pairs who shall not, in one half."""

    locks: Pairs = frozenset()
    bars: Pairs = frozenset()

    def locked(self, ranked: Sequence[EntrantId]) -> list[Pair]:
        """The locked pairs among these, in their order."""
        place = {team: at for at, team in enumerate(ranked)}
        inside = [sorted(lock, key=lambda t: place[t]) for lock in self.locks if lock <= set(place)]
        return [(a, b) for a, b in sorted(inside, key=lambda pair: place[pair[0]])]

    def barred(self, a: EntrantId, b: EntrantId) -> bool:
        """Whether these two shall not meet."""
        return frozenset((a, b)) in self.bars


NO_WORD = Word()


def word_of(event: Event, number: int) -> Word:
    """The arbiter's instructions for that half."""
    locks, bars = event.instructed("lock", number), event.instructed("bar", number)
    return Word(frozenset(locks), frozenset(bars))


def refuse_broken(event: Event, number: int, matches: Collection[Match]) -> None:
    """`Refused` where a draw that has come about breaks the arbiter's word."""
    of_team = _matches_of(matches)
    met = {frozenset(match.pair) for match in matches if not in_triangle(match)}
    for match in matches:
        if word_of(event, number).barred(*match.pair):
            _refuse_bar(event, match)
    for order in event.instructions:
        if order.kind != "lock" or not order.holds(number) or order.pair in met:
            continue
        # a lock for every half waits for the half in which one of the two is drawn
        if order.round is not None or order.pair & of_team.keys():
            _refuse_lock(event, number, order.pair, of_team)


def _matches_of(matches: Collection[Match]) -> Mapping[EntrantId, Match]:
    """The match of every team that has one."""
    return {team: match for match in matches for team in match.pair}


def place_of(place: Match | Bye) -> str:
    """Where it is played, as people say it."""
    return IN_TRIANGLE if isinstance(place, Match) and in_triangle(place) else place.group


def _names(event: Event, pair: Collection[EntrantId]) -> list[str]:
    return [event.entrant(id).name for id in sorted(pair, key=int)]


def _refuse_bar(event: Event, match: Match) -> NoReturn:
    one, other = _names(event, match.pair)
    raise Refused(
        f"{one} and {other} cannot be kept apart in {match.group}",
        "no draw of it does without this match",
        "take the bar back",
    )


def _refuse_lock(
    event: Event, number: int, pair: frozenset[EntrantId], of_team: Mapping[EntrantId, Match]
) -> NoReturn:
    one, other = names = _names(event, pair)
    matches = [of_team.get(id) for id in sorted(pair, key=int)]
    parts = {match.part if match is not None else None for match in matches}
    if all(match is not None and in_triangle(match) for match in matches) and len(parts) == 1:
        raise Refused(
            f"{one} and {other} meet in a triangle and cannot be locked",
            "there each of three teams plays the two others",
            "take the lock back",
        )
    first = matches[0]
    if first is not None and len(parts) == 1:
        why = f"the draw of {place_of(first)} does not bring them together"
    else:
        why = ", ".join(
            f"{name} plays in {place_of(match)}" if match else f"{name} has no match to begin"
            for name, match in zip(names, matches, strict=True)
        )
    half = f"session {half_name(number)}"
    raise Refused(f"{one} and {other} cannot meet in {half}", why, "take the lock back")


OF_A_TRIANGLE = 3


def across(upper: Sequence[EntrantId], lower: Sequence[EntrantId], word: Word) -> list[Pair]:
    """The first of the upper half against the first that the lot has drawn of the lower, and so
    on; where the arbiter's word is against that, from the top each has the next in the lot."""
    size = len(upper)

    def against(i: int, j: int) -> int:
        pair = frozenset((upper[i], lower[j]))
        missed = any(lock & pair and lock != pair and lock <= both for lock in word.locks)
        return int(pair in word.bars) + int(missed)

    both = {*upper, *lower}
    if not any(against(i, i) for i in range(size)):
        return list(zip(upper, lower, strict=True))
    edges = [(i, size + j) for i in range(size) for j in range(size)]
    criterion = Criterion("word", lambda u, v: against(u, v - size))
    nearest = PartnerPreference("next in the lot", range(size), lambda u, v: (v - size - u) % size)
    matching = best_matching(2 * size, edges, [criterion], [nearest])
    assert matching is not None, "everybody may meet everybody of the other half"
    return [(upper[i], lower[matching.partner[i] - size]) for i in range(size)]


def seven(order: Sequence[EntrantId], word: Word) -> tuple[tuple[EntrantId, ...], ...]:
    """Three for the triangle and two pairs, as the lot has them: the first three, the next two,
    the last two; the first arrangement in that order that the arbiter's word is not against."""
    locks = [lock for lock in word.locks if lock <= set(order)]
    best: tuple[int, tuple[tuple[EntrantId, ...], ...]] | None = None
    for groups in _arranged(order):
        broken = sum(_broken(group, word) for group in groups)
        # two that are locked meet nobody else: they play no triangle
        broken += sum(all(set(pair) != lock for pair in groups[1:]) for lock in locks)
        if best is None or broken < best[0]:
            best = (broken, groups)
        if not broken:
            break
    assert best is not None
    return best[1]


def _broken(group: Sequence[EntrantId], word: Word) -> int:
    return sum(word.barred(a, b) for a, b in combinations(group, 2))


def _arranged(order: Sequence[EntrantId]) -> Iterator[tuple[tuple[EntrantId, ...], ...]]:
    for trio in combinations(order, OF_A_TRIANGLE):
        rest = [team for team in order if team not in trio]
        for other in (1, 2, 3):
            last = [team for at, team in enumerate(rest) if at not in (0, other)]
            yield trio, (rest[0], rest[other]), tuple(last)
