"""The arbiter's word in the draws of a half: these two shall meet, these two shall not.

A lock or a bar comes before all rules of a draw, but not before who is in which stage: what the
stages forbid is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.refusal import Refused
from formats.gnot.calendar import half_name, in_triangle

Pair = tuple[EntrantId, EntrantId]
Pairs = frozenset[frozenset[EntrantId]]

NEVER = 1_000
"""What a barred pair weighs where a repeat weighs 1: more than all repeats of a half."""
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
    """What the arbiter has said for that half."""
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
    """A match of everybody who has one."""
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
