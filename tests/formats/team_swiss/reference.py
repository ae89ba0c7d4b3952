"""The Swiss team pairing system by brute force, from the articles of C.04.6 alone.

Everything is enumerated: byes, sets of upfloaters, pairings of a bracket. Nothing but the values
that the draw starts from is shared with it. For fields of up to some twelve teams.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.history import Colour
from formats.team_swiss.position import SwissTeam, TeamDraw, TeamPosition

Pairing = tuple[tuple[int, int], ...]


class Reference:
    """One position. Teams are called by their pairing numbers."""

    def __init__(self, position: TeamPosition) -> None:
        self.position = position
        self.team = {t.number: t for t in position.teams}
        self.known: dict[frozenset[int], bool] = {}

    # C1 and C3

    def may_meet(self, a: int, b: int) -> bool:
        """[C1], and what the arbiter forbids."""
        met = b in self.team[a].met or a in self.team[b].met
        return not met and frozenset((a, b)) not in self.position.forbidden

    def pairable(self, teams: frozenset[int]) -> bool:
        """Whether some pairing of all these teams complies with C1."""
        if teams not in self.known:
            self.known[teams] = next(self.pairings(sorted(teams)), None) is not None
        return self.known[teams]

    def pairings(self, teams: list[int]) -> Iterator[Pairing]:
        """All pairings that comply with C1; the smaller number of a pair first (3.6.1)."""
        if not teams:
            yield ()
            return
        first, *rest = teams
        for other in rest:
            if self.may_meet(first, other):
                for more in self.pairings([t for t in rest if t != other]):
                    yield ((first, other), *more)

    # 3.3.2

    def draw(self) -> TeamDraw | None:
        """The round; None if it is impossible to complete one (3.3.3)."""
        left = frozenset(self.team)
        bye = None
        if len(left) % 2:
            bye = self.bye(left)
            if bye is None:
                return None
            left -= {bye}
        elif not self.pairable(left):
            return None
        pairs: list[tuple[int, int]] = []
        while left:
            top = max(self.team[t].score for t in left)
            residents = frozenset(t for t in left if self.team[t].score == top)
            bracket = residents | self.upfloaters(residents, left - residents)
            pairs += self.bracket(bracket, residents)
            left -= bracket
        return TeamDraw(tuple(self.colours(a, b) for a, b in pairs), bye)

    # 3.4

    def bye(self, teams: frozenset[int]) -> int | None:
        """3.4.1 to 3.4.4."""
        able = [t for t in teams if self.team[t].may_have_bye and self.pairable(teams - {t})]
        return min(
            able,
            key=lambda t: (self.team[t].score, -len(self.team[t].colours), -t),
            default=None,
        )

    # 3.5

    def upfloaters(self, residents: frozenset[int], lower: frozenset[int]) -> frozenset[int]:
        """The first set that complies with C1, C3, then C4 to C7 as far as possible."""
        own = max(self.team[t].score for t in residents)
        below = (team.score for team in self.team.values() if team.score < own)
        following = max(below, default=0)  # who has the bye included (2.3.3)
        best: tuple[tuple[object, ...], tuple[int, ...]] | None = None
        ordered = sorted(lower, key=lambda t: (-self.team[t].score, t))  # 3.5.3
        for size in range(len(lower) + 1):
            for chosen in combinations(ordered, size):
                rest = lower - frozenset(chosen)
                if not self.pairable(residents | frozenset(chosen)) or not self.pairable(rest):
                    continue
                scores = sorted(self.team[t].score for t in chosen)
                again = 0
                if not self.position.last_two:
                    again = sum(self.team[t].floated for t in chosen)
                key = ([-s for s in scores], self.needed(rest, following), again, chosen)
                if best is None or key < best[0]:
                    best = (key, chosen)
            if best is not None:  # C4
                return frozenset(best[1])
        raise AssertionError("C3 was not kept")

    def needed(self, rest: frozenset[int], following: int) -> int:
        """C6: the fewest upfloaters with which the following scoregroup, or what is left of it,
        can be paired; 0 if nothing is left of it."""
        residents = frozenset(t for t in rest if self.team[t].score == following)
        if not residents:
            return 0
        lower = rest - residents
        for size in range(len(lower) + 1):
            for chosen in combinations(sorted(lower), size):
                up = frozenset(chosen)
                if self.pairable(residents | up) and self.pairable(lower - up):
                    return size
        raise AssertionError("C3 was not kept")

    # 3.6

    def bracket(self, teams: frozenset[int], residents: frozenset[int]) -> Pairing:
        """The first pairing by its identifier of those that are best by C8, C9 and C10."""

        def key(pairing: Pairing) -> tuple[object, ...]:
            unfulfilled = strong = opponents = 0
            for a, b in pairing:
                white, black = self.colours(a, b)
                for number, colour in ((white, "W"), (black, "B")):
                    wish, strength = self.preference(self.team[number])
                    unfulfilled += wish not in (None, colour)
                    strong += wish not in (None, colour) and strength == "strong"
                for one, other in ((a, b), (b, a)):
                    if one not in residents and not self.position.last_two:
                        opponents += self.team[other].floated
            ordered = sorted(pairing)
            identifier = [a for a, _ in ordered] + [b for _, b in ordered]
            return (unfulfilled, strong, opponents, identifier)

        return min(self.pairings(sorted(teams)), key=key)

    # 1.6, 1.7

    def preference(self, team: SwissTeam) -> tuple[Colour | None, str]:
        """The colour and how strong it is: simple, strong or mild."""
        had, kind = team.colours, self.position.preferences
        difference = had.count("W") - had.count("B")
        last = self.position.round == self.position.rounds
        if kind == "none" or not had:
            return None, ""
        strong = "simple" if kind == "A" else "strong"
        if difference < -1 or (difference in (0, -1) and had[-2:] == "BB"):
            return "W", strong
        if difference > 1 or (difference in (0, 1) and had[-2:] == "WW"):
            return "B", strong
        if kind == "A":
            return None, ""
        if difference == -1 or (difference == 0 and not last and had[-1] == "B"):
            return "W", "mild"
        if difference == 1 or (difference == 0 and not last and had[-1] == "W"):
            return "B", "mild"
        return None, ""

    # 4

    def colours(self, a: int, b: int) -> tuple[int, int]:
        """White and Black by 4.2 and 4.3.1 to 4.3.9."""
        one, two = sorted(
            (self.team[a], self.team[b]),
            key=lambda t: (-t.standing[0], -t.standing[1], t.number),
        )
        colour = self.colour_of_first(one, two)
        return (one.number, two.number) if colour == "W" else (two.number, one.number)

    def colour_of_first(self, first: SwissTeam, other: SwissTeam) -> str:
        """The colour of the first-team."""
        turn = {"W": "B", "B": "W"}
        initial = self.position.initial
        if not first.colours and not other.colours:  # 4.3.1
            return initial if first.number % 2 == 1 else turn[initial]
        mine, my_strength = self.preference(first)
        yours, your_strength = self.preference(other)
        if mine and not yours:  # 4.3.2
            return mine
        if yours and not mine:
            return turn[yours]
        if mine and yours and mine != yours:  # 4.3.3
            return mine
        if my_strength == "strong" and your_strength != "strong" and mine:  # 4.3.4
            return mine
        if your_strength == "strong" and my_strength != "strong" and yours:
            return turn[yours]
        my_difference = first.colours.count("W") - first.colours.count("B")
        your_difference = other.colours.count("W") - other.colours.count("B")
        if my_difference != your_difference:  # 4.3.5
            return "W" if my_difference < your_difference else "B"
        back = 1
        while back <= min(len(first.colours), len(other.colours)):  # 4.3.6
            if first.colours[-back] != other.colours[-back]:
                return turn[first.colours[-back]]
            back += 1
        if mine:  # 4.3.7
            return mine
        if first.colours:  # 4.3.8
            return turn[first.colours[-1]]
        return other.colours[-1]  # 4.3.9
