"""The arbiter's word in the draws of a half: these two shall meet, these two shall not.

A lock or a bar comes before all rules of a draw, but not before who is in which stage: what the
stages forbid is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.refusal import Refused
from formats.gnot.calendar import TRIANGLE, half_name

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
    stages = _stages(matches)
    met = {frozenset(match.pair) for match in matches if match.group != TRIANGLE}
    for match in matches:
        if word_of(event, number).barred(*match.pair):
            _refuse_bar(event, match)
    for order in event.instructions:
        if order.kind != "lock" or not order.holds(number) or order.pair in met:
            continue
        # a lock for every half waits for the half in which one of the two is drawn
        if order.round is not None or order.pair & stages.keys():
            _refuse_lock(event, number, order.pair, stages)


def _stages(matches: Collection[Match]) -> Mapping[EntrantId, str]:
    """Where everybody plays, as people say it."""
    return {team: place_of(match) for match in matches for team in match.pair}


def place_of(match: Match) -> str:
    """Where it is played, as people say it."""
    return IN_TRIANGLE if match.group == TRIANGLE else match.group


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
    event: Event, number: int, pair: frozenset[EntrantId], stages: Mapping[EntrantId, str]
) -> NoReturn:
    half = f"session {half_name(number)}"
    places = [stages.get(id) for id in sorted(pair, key=int)]
    one, other = names = _names(event, pair)
    told = [f"{name} plays in {place}" if place else f"{name} has no match to begin"
            for name, place in zip(names, places, strict=True)]  # fmt: skip
    why = ", ".join(told)
    if places[0] is not None and places[0] == places[1]:
        why = f"the draw of {places[0]} does not bring them together"
    if places[0] == places[1] == IN_TRIANGLE:
        raise Refused(
            f"{one} and {other} meet in a triangle and cannot be locked",
            "there each of three teams plays the two others",
            "take the lock back",
        )
    raise Refused(f"{one} and {other} cannot meet in {half}", why, "take the lock back")
