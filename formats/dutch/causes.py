"""What stands against the ideal candidate of a bracket, told from the bracket alone.

The pairs that are ideal and those that are drawn, taken together, fall into circles of players who
change partners among themselves. In each circle something speaks against the ideal: a pair that may
not meet, or else the first criterion by which the ideal is worse, or else that somebody must not
float. Nothing is drawn again for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.points import counted
from formats.dutch.bracket import ScoreBracket
from formats.dutch.candidate import FLOATS, Candidate
from formats.dutch.criteria import c1_have_met, c3_same_absolute
from formats.dutch.position import DutchPlayer
from formats.dutch.words import COLOURS, Words


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something of the ideal candidate does not stand: whose (BSNs), and what of them."""

    who: tuple[int, ...]
    told: str


@dataclass(frozen=True)
class Causes:
    """Of one candidate. Players are BSNs."""

    words: Words
    candidate: Candidate

    def player(self, a: int) -> DutchPlayer:
        """The player of a BSN."""
        return self.candidate.bracket.field.players[self.candidate.bracket.places[a]]

    def name(self, a: int) -> str:
        """His name."""
        return self.words.name(self.player(a).number)

    @cached_property
    def circles(self) -> list[tuple[int, ...]]:
        """Players who change partners among themselves."""
        ideal, partner = self.candidate.ideal, self.candidate.partner
        found, seen = [], set[int]()
        for start, ideally in enumerate(ideal):
            if start in seen or ideally == partner[start]:
                continue
            circle, waiting = {start}, [start]
            for a in waiting:
                fresh = {b for b in (ideal[a], partner[a]) if b != FLOATS} - circle
                circle |= fresh
                waiting += fresh
            seen |= circle
            found.append(tuple(sorted(circle)))
        return found

    @cached_property
    def _circle(self) -> dict[int, int]:
        return {a: number for number, circle in enumerate(self.circles) for a in circle}

    @cached_property
    def _told(self) -> dict[int, tuple[Cause, ...]]:
        return {}

    def of(self, a: int) -> tuple[Cause, ...]:
        """What speaks against the ideal among those who change partners with this player."""
        number = self._circle.get(a)
        if number is None:
            return ()
        if number not in self._told:
            self._told[number] = self._find(self.circles[number])
            self._own.update((b, cause) for cause in self._told[number] for b in cause.who)
        return self._told[number]

    def first(self, a: int) -> Cause | None:
        """The one that is the player's own, or else the highest of the others."""
        found = self.of(a)
        return self._own.get(a) or next(iter(found), None)

    @cached_property
    def _own(self) -> dict[int, Cause]:
        return {}

    def _find(self, circle: Sequence[int]) -> tuple[Cause, ...]:
        ideal = self.candidate.ideal
        changed = [(a, ideal[a]) for a in circle if ideal[a] == FLOATS or a < ideal[a]]
        found = [cause for a, b in changed if (cause := self.forbidden(a, b))]
        return tuple(found or self._costly(circle, changed) or self._floating(changed))

    def forbidden(self, a: int, b: int) -> Cause | None:
        """C1, C2, C3 or the arbiter's bar against a pair, or one who would float."""
        bracket = self.candidate.bracket
        if b == FLOATS:
            last = bracket.rests_here and len(self.candidate.paired.down) == 1
            if last and not self.player(a).may_have_bye:
                return Cause((a,), f"{self._barred(a)}")
            return None
        one, other = self.player(a), self.player(b)
        if c1_have_met(one, other):
            return Cause((a, b), f"met in round {self.words.met_in(one.number, other.number)}")
        if frozenset((one.number, other.number)) in bracket.field.position.forbidden:
            return Cause((a, b), "are barred by the arbiter")
        if c3_same_absolute(bracket.traits[a], bracket.traits[b]):
            colour = COLOURS[str(bracket.traits[a].preference.colour)]
            return Cause((a, b), f"must both have {colour} (C3)")
        return None

    def _barred(self, a: int) -> str:
        return self.words.no_bye(self.player(a).number).removeprefix(f"{self.name(a)} ")

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
        criterion = name.partition(".")[0]
        who, told = cost_told(self.words, self.candidate.bracket, a, b, criterion)
        return Cause(who, f"{told} ({criterion})")

    def _floating(self, changed: Sequence[tuple[int, int]]) -> Iterator[Cause]:
        """Nothing else speaks against it: those below would be the worse for it."""
        for a, b in changed:
            if b == FLOATS and self.candidate.bracket.lower:
                yield Cause((a,), "would leave those below a worse draw (C4 to C8)")


def cost_told(
    words: Words, bracket: ScoreBracket, a: int, b: int, criterion: str
) -> tuple[tuple[int, ...], str]:
    """Whom a criterion counts in a pair or a downfloat, and what it says of them."""
    colour = COLOURS.get(str(bracket.traits[a].preference.colour), "")
    last = bracket.field.position.round - 1
    of_pair = {
        "C10": "cannot both keep a colour difference within two",
        "C11": f"cannot both be spared {_other(colour)} for the third time running",
        "C12": f"are both due {colour}",
        "C13": f"are both strongly due {colour}",
    }
    if criterion in of_pair:
        return (a, b), of_pair[criterion]
    if criterion == "C9":
        count = bracket.traits[a].unplayed
        return (a,), f"has {counted(count, 'round')} without a game"
    round = last if criterion in ("C14", "C15", "C18", "C19") else last - 1
    if b == FLOATS:
        return (a,), words.went_down(bracket.field.players[bracket.places[a]].number, round)
    return (max(a, b),), f"floated up in round {round}"


def _other(colour: str) -> str:
    return "Black" if colour == "White" else "White"
