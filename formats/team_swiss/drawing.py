"""A whole round: the bye, then bracket after bracket, then colours (C.04.6, article 3.3.2); and any
complete round, drawn or made by hand, read as its brackets from the top.

A pair belongs to the scoregroup of the higher team, and the lower one has floated up to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.at_work import at_work
from engine.pairable import mask_of, members
from engine.perfect import Edge
from formats.team_swiss.bracket import TeamBracket
from formats.team_swiss.field import TeamField
from formats.team_swiss.position import TeamDraw, TeamNumbers, TeamPosition, pair_of
from formats.team_swiss.upfloats import Upfloating


def draw_teams(position: TeamPosition, *, reference: bool = False) -> TeamDraw:
    """The pairs and colours of the round; `NoTeamDraw` if C1 and C2 leave no pairing.

    `reference`: by exact matching at every step.
    """
    return drawn_of_teams(TeamField(position), reference=reference)


def drawn_of_teams(field: TeamField, *, reference: bool = False) -> TeamDraw:
    """The same for teams in their order, for callers who go on to use what is found about them."""
    if not len(field):
        return TeamDraw(())
    resting = field.resting
    left = field.everybody & ~(0 if resting is None else 1 << resting)
    pairs: list[tuple[int, int]] = []
    for number, group in enumerate(field.groups, start=1):
        residents = group & left
        if not residents:
            continue
        at_work(number, len(field.groups), residents.bit_count())
        lower = left & ~residents
        up = Upfloating(field, residents, lower).chosen(reference=reference)
        pairs += TeamBracket(field, residents, up).paired(reference=reference)
        left &= ~(residents | up)
    ordered = sorted(pairs, key=lambda pair: table_order(field, *pair))
    bye = None if resting is None else field.teams[resting].number
    return TeamDraw(tuple(seated_teams(field, a, b) for a, b in ordered), bye)


def table_order(field: TeamField, a: int, b: int) -> tuple[int, int, int]:
    """C.04.2, 3.6: by the higher team's score, the sum of both, the higher team's number."""
    high, low = sorted((field.teams[a], field.teams[b]), key=lambda team: team.rank)
    return -high.score, -(high.score + low.score), high.number


def seated_teams(field: TeamField, a: int, b: int) -> TeamNumbers:
    """(White, Black) of two places."""
    return pair_of(field.teams[a], field.teams[b], field.position).seated


@dataclass(frozen=True)
class PairedBracket:
    """A bracket and its pairs of places, the smaller number first. `score` is the residents';
    `lower` are the teams paired after it, with its upfloaters, as a bit set."""

    score: int
    bracket: TeamBracket
    pairs: tuple[Edge, ...]
    lower: int

    @property
    def field(self) -> TeamField:
        """All teams."""
        return self.bracket.field

    @property
    def upfloating(self) -> Upfloating:
        """Whom the upfloaters are chosen for, and from."""
        return Upfloating(self.field, self.bracket.residents, self.lower)

    @cached_property
    def upfloaters(self) -> list[int]:
        """3.5.3: by descending score, then by number; places."""
        teams = self.field.teams
        return sorted(members(self.bracket.upfloaters), key=lambda place: teams[place].rank)

    @cached_property
    def partner(self) -> dict[int, int]:
        """By place."""
        return {a: b for pair in self.pairs for a, b in (pair, pair[::-1])}

    @cached_property
    def ideal(self) -> dict[int, int]:
        """Partners in the first pairing of all: the smaller half of the numbers in order against
        the larger half (3.6.3)."""
        places = sorted(self.partner)
        half = len(places) // 2
        pairs = zip(places[:half], places[half:], strict=True)
        return {a: b for pair in pairs for a, b in (pair, pair[::-1])}

    @cached_property
    def costs(self) -> tuple[int, int, int]:
        """C8 to C10 over the bracket."""
        each = [self.bracket.costs(a, b) for a, b in self.pairs]
        return sum(c[0] for c in each), sum(c[1] for c in each), sum(c[2] for c in each)

    @property
    def identifier(self) -> tuple[int, ...]:
        """3.6.2: the numbers of the top members, then those of their opponents."""
        ordered = sorted(self.pairs)
        places = (*(a for a, _ in ordered), *(b for _, b in ordered))
        return tuple(self.field.teams[place].number for place in places)


def paired_brackets(field: TeamField, drawn: TeamDraw) -> tuple[PairedBracket, ...]:
    """One for each scoregroup, even if nobody of it is left. Teams without an opponent, and numbers
    that are not of the field, are left out."""
    place = {team.number: i for i, team in enumerate(field.teams)}
    pairs = [
        (min(place[a], place[b]), max(place[a], place[b]))
        for a, b in drawn.pairs
        if a in place and b in place
    ]
    left = mask_of(place for pair in pairs for place in pair)
    brackets = []
    for group in field.groups:
        residents = group & left
        own = tuple(pair for pair in pairs if any(residents >> place & 1 for place in pair))
        taken = mask_of(place for pair in own for place in pair)
        pairs = [pair for pair in pairs if pair not in own]
        score = field.teams[next(members(group))].score
        bracket = TeamBracket(field, residents, taken & ~residents)
        brackets.append(PairedBracket(score, bracket, own, left & ~residents))
        left &= ~taken
    return tuple(brackets)
