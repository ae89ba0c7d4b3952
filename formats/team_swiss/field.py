"""The teams of a round in order, the pairs that may meet, and who has the bye (C1 to C3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from engine.pairable import Pairable, mask_of, members
from engine.perfect import largest_matching
from formats.team_swiss.position import SwissTeam, TeamPosition, TeamPreference, wish_of


class NoTeamDraw(Exception):
    """No pairing of all teams complies with C1 and C2; `numbers` are the teams in question."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        super().__init__(f"{len(self.numbers)} teams cannot be paired")


@dataclass(frozen=True)
class TeamField:
    """Everybody by pairing number. Teams are *places* in it, from 0."""

    position: TeamPosition

    @cached_property
    def teams(self) -> tuple[SwissTeam, ...]:
        """By pairing number, which is how the pairs of a bracket are ordered (3.6)."""
        return tuple(sorted(self.position.teams, key=lambda t: t.number))

    def __len__(self) -> int:
        return len(self.position.teams)

    @cached_property
    def wishes(self) -> list[TeamPreference]:
        """Every team's colour preference."""
        return [wish_of(team, self.position) for team in self.teams]

    @cached_property
    def floated(self) -> list[bool]:
        """C7 and C10: the teams that were floaters in the previous round; none in the last two
        rounds."""
        return [team.floated and not self.position.last_two for team in self.teams]

    @cached_property
    def everybody(self) -> int:
        """All places as a bit set."""
        return (1 << len(self)) - 1

    @cached_property
    def groups(self) -> list[int]:
        """Scoregroups from the highest, as bit sets (1.3.1)."""
        ranked = sorted(range(len(self)), key=lambda place: self.teams[place].rank)
        same = groupby(ranked, key=lambda place: self.teams[place].score)
        return [mask_of(places) for _, places in same]

    @cached_property
    def near(self) -> list[int]:
        """Those whom each team may meet by C1 and the forbidden pairs, as bit sets."""
        place = {team.number: i for i, team in enumerate(self.teams)}
        barred = [
            1 << i | mask_of([place[n] for n in team.met if n in place])
            for i, team in enumerate(self.teams)
        ]
        for pair in self.position.forbidden:
            if len(pair) == 2 and all(number in place for number in pair):
                one, other = (place[number] for number in pair)
                barred[one] |= 1 << other
                barred[other] |= 1 << one
        return [self.everybody & ~mask for mask in barred]

    @cached_property
    def pairable(self) -> Pairable:
        """Answers whether some teams can be paired off (C3)."""
        return Pairable(self.near)

    def unpaired(self, among: int) -> int:
        """How many of a set (of places) must stay unpaired if they meet each other alone."""
        count = among.bit_count()
        if self.pairable.perfect(among, among):
            return count % 2
        places = list(members(among))
        near = self.near
        edges = [(a, b) for b in range(count) for a in range(b) if near[places[a]] >> places[b] & 1]
        return count - 2 * largest_matching(count, edges)

    @cached_property
    def resting(self) -> int | None:
        """3.4: the team with the bye; None for even numbers. `NoTeamDraw` if no round can be
        paired."""
        if not len(self) % 2:
            if not self.pairable.perfect(self.everybody):
                raise NoTeamDraw(team.number for team in self.teams)
            return None
        able = (place for place, team in enumerate(self.teams) if team.may_have_bye)
        for place in sorted(able, key=self.before_with_bye):
            if self.pairable.perfect(self.everybody & ~(1 << place)):
                return place
        raise NoTeamDraw(team.number for team in self.teams)

    def before_with_bye(self, place: int) -> tuple[int, int, int]:
        """3.4.2 to 3.4.4: the lowest score, most matches played, the largest number."""
        team = self.teams[place]
        return team.score, -len(team.colours), -team.number
