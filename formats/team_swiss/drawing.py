"""A whole round: the bye, then bracket after bracket, then colours (C.04.6, article 3.3.2)."""

from __future__ import annotations

from engine.at_work import at_work
from formats.team_swiss.bracket import TeamBracket
from formats.team_swiss.colours import pair_of
from formats.team_swiss.field import TeamField
from formats.team_swiss.position import TeamDraw, TeamNumbers, TeamPosition
from formats.team_swiss.upfloats import Upfloating


def draw_teams(position: TeamPosition, *, reference: bool = False) -> TeamDraw:
    """The pairs and colours of the round; `NoTeamDraw` if C1 and C2 leave no pairing.

    `reference`: by exact matching at every step.
    """
    return drawn_of_teams(TeamField(position), reference=reference)


def drawn_of_teams(field: TeamField, *, reference: bool = False) -> TeamDraw:
    """The same of teams in their order, for those who go on to use what is found about them."""
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
