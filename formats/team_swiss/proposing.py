"""The draw of teams as the event takes it: tables, byes, lots and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.proposal import requested_byes
from engine.protocol import Proposal
from engine.reasons import Reasons
from engine.refusal import NoDraw
from formats.dutch.reading import group_name
from formats.swiss import no_draw, refuse_double_locks, refuse_many_rounds, refuse_nobody
from formats.team_swiss.colours import pair_of
from formats.team_swiss.drawing import drawn_of_teams, table_order
from formats.team_swiss.field import NoTeamDraw, TeamField
from formats.team_swiss.position import TeamNumbers
from formats.team_swiss.reading import TeamTable, locked_teams, team_table
from formats.team_swiss.reasons import TableReason, team_reasons, without_teams
from formats.team_swiss.settings import team_swiss_settings


def next_team_round(event: Event, order: Sequence[EntrantId]) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn."""
    number = len(event.published) + 1
    before = event.until(number - 1)
    table, lots = team_table(event, order)
    refuse_nobody(before, len(table.position.teams), number)
    if number == 1:
        refuse_many_rounds(event)
    refuse_double_locks(before, number)
    fixed = locked_teams(event, table)
    try:
        drawn = drawn_of_teams(TeamField(without_teams(table.position, fixed)))
    except NoTeamDraw:
        raise _undrawable(before, table) from None
    seated = [_seated(table, pair) for pair in fixed]
    pairs = [*seated, *drawn.pairs]
    why, why_bye = team_reasons(before, table, pairs, drawn.bye)
    byes = {} if drawn.bye is None else {table.ids[drawn.bye]: why_bye}
    return Proposal(number, _matches(table, pairs, why), team_byes(before, number, byes), lots)


def team_byes(event: Event, number: int, drawn: Mapping[EntrantId, Reasons]) -> tuple[Bye, ...]:
    """The byes asked for, in match points and game points those of a match, then the one that
    the draw gives, worth what a drawn match is (1.4)."""
    settings = team_swiss_settings(event)
    match, games = settings.bye_scores
    primary, secondary = (games, match) if settings.by_games else (match, games)
    byes = [Bye(id, primary, why=why, secondary=secondary) for id, why in drawn.items()]
    asked = (
        replace(bye, secondary=settings.other_points_of_bye(bye.points))
        for bye in requested_byes(event, number)
    )
    return (*asked, *byes)


def _seated(table: TeamTable, pair: TeamNumbers) -> TeamNumbers:
    """(White, Black) of two who meet whatever the criteria say."""
    one, other = (team for team in table.position.teams if team.number in pair)
    return pair_of(one, other, table.position).seated


def _matches(
    table: TeamTable, pairs: Sequence[TeamNumbers], why: Mapping[frozenset[int], TableReason]
) -> tuple[Match, ...]:
    """In the order of the tables."""
    field = TeamField(table.position)
    place = {team.number: i for i, team in enumerate(field.teams)}
    ordered = sorted(pairs, key=lambda pair: table_order(field, place[pair[0]], place[pair[1]]))
    matches = []
    for board, pair in enumerate(ordered, start=1):
        reasons, altered = why[frozenset(pair)]
        score = max(field.teams[place[number]].score for number in pair)
        white, black = (table.ids[number] for number in pair)
        group = group_name(score)
        matches.append(Match(board, white, black, group=group, why=reasons, altered=altered))
    return tuple(matches)


def _undrawable(event: Event, table: TeamTable) -> NoDraw:
    """Who cannot get an opponent, and the fewest illegal matches."""
    ranked = sorted(table.position.teams, key=lambda team: team.rank)
    able = {table.ids[team.number] for team in ranked if team.may_have_bye}
    ids = [table.ids[team.number] for team in ranked]
    return no_draw(event, table.position.round, ids, may_have_bye=able.__contains__)
