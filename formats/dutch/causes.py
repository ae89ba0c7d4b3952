"""What stands against the ideal candidate of a bracket, read from the bracket alone.

The pairs that are ideal and those that are drawn, taken together, fall into circles of players who
change partners among themselves. In each circle something speaks against the ideal: a pair that may
not meet, or else the first criterion by which the ideal is worse, or else that somebody must not
float. Nothing is drawn again for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.colours import OTHER
from engine.entrants import EntrantId
from engine.reasons import Fact, Reason
from formats.dutch.candidate import FLOATS, Candidate
from formats.dutch.context import Context
from formats.dutch.criteria import c1_have_met, c3_same_absolute
from formats.dutch.position import DutchPlayer

UNPLAYED = "unplayed"
"""The cause of C9."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something of the ideal candidate does not stand: whose (BSNs), and what of them."""

    who: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True)
class Causes:
    """Of one candidate. Players are BSNs."""

    context: Context
    candidate: Candidate
    beside_bye: bool = False
    """Of the ideal of those who are left where the bye is as it is drawn."""

    @property
    def ideal(self) -> Sequence[int]:
        """What the drawn one is held against."""
        candidate = self.candidate
        return candidate.ideal_beside_bye if self.beside_bye else candidate.ideal

    def player(self, a: int) -> DutchPlayer:
        """The player of a BSN."""
        return self.candidate.bracket.field.players[self.candidate.bracket.places[a]]

    def id(self, a: int) -> EntrantId:
        """Who it is."""
        return self.context.id(self.player(a).number)

    def ids(self, who: Sequence[int]) -> tuple[EntrantId, ...]:
        """Who they are."""
        return tuple(map(self.id, who))

    def _cause(self, who: tuple[int, ...], code: str, **facts: Fact) -> Cause:
        return Cause(who, Reason.of(code, players=self.ids(who), **facts))

    @cached_property
    def circles(self) -> list[tuple[int, ...]]:
        """Players who change partners among themselves."""
        ideal, partner = self.ideal, self.candidate.partner
        circles, reached = [], set[int]()
        for start, ideally in enumerate(ideal):
            if start in reached or ideally == partner[start]:
                continue
            circle, waiting = {start}, [start]
            for a in waiting:
                fresh = {b for b in (ideal[a], partner[a]) if b != FLOATS} - circle
                circle |= fresh
                waiting += fresh
            reached |= circle
            circles.append(tuple(sorted(circle)))
        return circles

    @cached_property
    def _circle(self) -> dict[int, int]:
        return {a: number for number, circle in enumerate(self.circles) for a in circle}

    @cached_property
    def _by_circle(self) -> dict[int, tuple[Cause, ...]]:
        return {}

    def of(self, a: int) -> tuple[Cause, ...]:
        """What speaks against the ideal among those who change partners with this player."""
        number = self._circle.get(a)
        if number is None:
            return ()
        if number not in self._by_circle:
            self._by_circle[number] = self._find(self.circles[number])
            self._own.update((b, cause) for cause in self._by_circle[number] for b in cause.who)
        return self._by_circle[number]

    def first(self, a: int) -> Cause | None:
        """The one that is the player's own, or else the highest of the others. Where C9 moves the
        bye and two would meet ideally beside it too, what speaks against that may be a colour."""
        among = self.of(a)
        cause = self._own.get(a) or next(iter(among), None)
        if cause is not None and cause.reason.code == UNPLAYED and not self.beside_bye:
            after = replace(self, beside_bye=True)
            if after.ideal[a] == self.ideal[a] != FLOATS:
                colour = after.first(a)
                if colour is not None and colour.reason.code in _OF_A_PAIR.values():
                    return colour
        return cause

    @cached_property
    def _own(self) -> dict[int, Cause]:
        return {}

    def _find(self, circle: Sequence[int]) -> tuple[Cause, ...]:
        ideal = self.ideal
        changed = [(a, ideal[a]) for a in circle if ideal[a] == FLOATS or a < ideal[a]]
        causes = [cause for a, b in changed if (cause := self.forbidden(a, b))]
        return tuple(causes or self._costly(circle, changed) or self._floating(changed))

    def forbidden(self, a: int, b: int) -> Cause | None:
        """C1, C2, C3 or the arbiter's bar against a pair, or one who would float."""
        bracket = self.candidate.bracket
        if b == FLOATS:
            last = bracket.rests_here and len(self.candidate.paired.down) == 1
            if last and not self.player(a).may_have_bye:
                return Cause((a,), self.context.no_bye(self.player(a).number))
            return None
        one, other = self.player(a), self.player(b)
        if c1_have_met(one, other):
            return Cause((a, b), self.context.met(one.number, other.number))
        if frozenset((one.number, other.number)) in bracket.field.position.forbidden:
            return self._cause((a, b), "barred")
        if c3_same_absolute(bracket.traits[a], bracket.traits[b]):
            colour = str(bracket.traits[a].preference.colour)
            return self._cause((a, b), "both-without-fail", colour=colour)
        return None

    def _costly(self, circle: Sequence[int], changed: Sequence[tuple[int, int]]) -> list[Cause]:
        """By the first criterion in which the ideal of the circle is the worse one."""
        candidate = self.candidate
        ideally = [candidate.costs_of(a, b) for a, b in changed]
        drawn = [
            candidate.costs_of(a, b)
            for a, b in ((a, candidate.partner[a]) for a in circle)
            if b == FLOATS or a < b
        ]
        for number, name in enumerate(candidate.bracket.names):
            ideal_sum = sum(costs[number] for costs in ideally)
            drawn_sum = sum(costs[number] for costs in drawn)
            if ideal_sum < drawn_sum:
                return []
            if ideal_sum > drawn_sum:
                pairs = zip(changed, ideally, strict=True)
                return [self._cost(a, b, name) for (a, b), costs in pairs if costs[number]]
        return []

    def _cost(self, a: int, b: int, name: str) -> Cause:
        """What a criterion has against a pair or a downfloat, and of whom of them."""
        criterion = name.partition(".")[0]
        bracket = self.candidate.bracket
        colour = bracket.traits[a].preference.colour
        if criterion in _OF_A_PAIR:
            due = OTHER[colour] if criterion == "C11" and colour else colour
            return self._cause((a, b), _OF_A_PAIR[criterion], colour=due or "")
        if criterion == "C9":
            return self._cause((a,), UNPLAYED, count=bracket.traits[a].unplayed)
        last = bracket.field.position.round - 1
        round = last if criterion in ("C14", "C15", "C18", "C19") else last - 1
        if b == FLOATS:
            number = self.player(a).number
            return Cause((a,), self.context.went_down(number, round, criterion))
        # in a pair only the one who comes from the lower score can float up
        return self._cause((max(a, b),), "floated-up", round=round, by_rule=criterion)

    def _floating(self, changed: Sequence[tuple[int, int]]) -> Iterator[Cause]:
        """Nothing else speaks against it: those below would be the worse for it."""
        for a, b in changed:
            if b == FLOATS and self.candidate.bracket.lower:
                yield self._cause((a,), "worse-below")


_OF_A_PAIR = {
    "C10": "beyond-difference",
    "C11": "third-running",
    "C12": "both-due",
    "C13": "both-strongly-due",
}
"""What the criteria that look at both of a pair have against it."""
