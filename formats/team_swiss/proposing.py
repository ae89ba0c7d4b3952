"""The draw of teams as the event takes it: tables, byes, lots and refusals, and the reasons of
every table and of the bye."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.byes import requested_byes
from engine.entrants import EntrantId
from engine.event import Altered, Bye, Event, Match
from engine.history import RoundKind, cards
from engine.protocol import Proposal
from engine.reasons import LOCKED, Fact, Reason, Reasons
from engine.refusal import NoDraw
from formats.dutch.reading import group_name, points
from formats.swiss import no_draw, refuse_double_locks, refuse_many_rounds, refuse_nobody
from formats.team_swiss.drawing import PairedBracket, drawn_of_teams, paired_brackets, table_order
from formats.team_swiss.field import NoTeamDraw, TeamField
from formats.team_swiss.position import (
    SwissTeam,
    TeamDraw,
    TeamNumbers,
    TeamPair,
    TeamPosition,
    pair_of,
)
from formats.team_swiss.reading import TeamTable, locked_teams, team_bye_barred, team_table
from formats.team_swiss.settings import team_swiss_settings

TableReason = tuple[Reasons, Altered]
"""Why two teams meet, and what is not ideal about it."""


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
    """The byes asked for, in match points and game points those of a match, then the one that the
    draw gives, with the points of a drawn match (1.4)."""
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


@dataclass(frozen=True)
class TeamRound:
    """A round and what it was drawn from; teams are places of the field. `event` is as it was
    before the round; `drawn` is the engine's own, without locked tables."""

    event: Event
    table: TeamTable
    field: TeamField
    drawn: TeamDraw

    @cached_property
    def brackets(self) -> tuple[PairedBracket, ...]:
        """From the top."""
        return paired_brackets(self.field, self.drawn)

    @cached_property
    def place(self) -> dict[int, int]:
        """By pairing number."""
        return {team.number: place for place, team in enumerate(self.field.teams)}

    def id(self, place: int) -> EntrantId:
        """Who it is."""
        return self.table.ids[self.field.teams[place].number]

    def ids(self, places: Sequence[int]) -> tuple[EntrantId, ...]:
        """Who they are."""
        return tuple(self.id(place) for place in places)

    def bracket_of(self, place: int) -> PairedBracket:
        """The bracket in which a team is paired."""
        return next(paired for paired in self.brackets if place in paired.partner)

    def pair(self, a: int, b: int) -> TeamPair:
        """Two teams with their preferences, the first-team first."""
        return pair_of(self.field.teams[a], self.field.teams[b], self.field.position)

    def of_pair(self, pair: TeamNumbers) -> TableReason:
        """Why these two meet, empty if ideally; and what is not ideal about it."""
        a, b = sorted(self.place[number] for number in pair)
        paired = self.bracket_of(a)
        reasons = [
            self.floated_up(paired, place)
            for place in (a, b)
            if paired.bracket.upfloaters >> place & 1
        ]
        moved = any(not reason["ideal"] for reason in reasons)
        if ideal := self.off_ideal(paired, a):
            reasons.append(ideal)
        both = self.pair(a, b)
        turned = both.first_wish.clashes(both.other_wish)
        if turned:
            reasons.append(self.colours(a, b))
        return tuple(reasons), "opponents" if moved or ideal else "colours" if turned else ""

    def of_bye(self, number: int) -> Reasons:
        """Why this team has the bye."""
        team = self.field.teams[self.place[number]]
        level = [t for t in self.field.teams if t.score == team.score]
        return (
            Reason.of(
                "team-bye",
                player=self.id(self.place[number]),
                group=points(team.score),
                count=len(level),
            ),
        )

    # upfloaters

    def floated_up(self, paired: PairedBracket, place: int) -> Reason:
        """Why a team joins a higher scoregroup: it is among the first who could, or something is
        against those who would be (`because`)."""
        ideally = self.ideal_upfloaters(paired)
        score = self.field.teams[place].score
        level = [t for t in self.field.teams if t.score == score]
        facts: dict[str, Fact] = {
            "player": self.id(place),
            "group": points(score),
            "to": points(paired.score),
            "ideal": place in ideally,
            "count": len(level),
            "up": len(paired.upfloaters),
        }
        instead = [other for other in ideally if other not in paired.upfloaters]
        if place not in ideally and instead:
            facts |= {"instead": self.ids(instead)}
            if cause := self.against_floating(paired, instead[0]):
                facts |= {"because": cause}
        return Reason("upfloat", facts)

    def ideal_upfloaters(self, paired: PairedBracket) -> list[int]:
        """As many of the next scores as float up, by their order alone (3.5.3)."""
        return paired.upfloating.ranked()[: len(paired.upfloaters)]

    def against_floating(self, paired: PairedBracket, place: int) -> Reason | None:
        """What is visible against one of the first: it has met all residents (C1), or was a floater
        (C7)."""
        if not self.field.near[place] & paired.bracket.residents:
            return Reason.of("met-all", players=(self.id(place),), group=points(paired.score))
        if self.field.floated[place] and not all(
            self.field.floated[other] for other in paired.upfloaters
        ):
            return self.floated_before(place, "C7")
        return None

    def floated_before(self, place: int, rule: str) -> Reason:
        """It was a floater in the previous round."""
        last = self.field.position.round - 1
        return Reason.of("team-floated", players=(self.id(place),), round=last, by_rule=rule)

    # pairs

    def off_ideal(self, paired: PairedBracket, place: int) -> Reason | None:
        """The ideal opponent of a team, and what is against it; None if it meets that one."""
        ideal = paired.ideal[place]
        if ideal == paired.partner[place]:
            return None
        facts: dict[str, Fact] = {"player": self.id(place), "opponent": self.id(ideal)}
        facts |= self.numbered(place, ideal)
        if cause := self._cause(paired, place):
            facts["because"] = cause
        return Reason("off-ideal", facts)

    def numbered(self, place: int, other: int) -> dict[str, Fact]:
        """The pairing numbers of two."""
        teams = self.field.teams
        return {"place": teams[place].number, "ideal_place": teams[other].number}

    def forbidden(self, a: int, b: int) -> Reason | None:
        """C1, or the arbiter's bar."""
        one, other = self.field.teams[a], self.field.teams[b]
        ids = self.ids((a, b))
        if other.number in one.met or one.number in other.met:
            met = cards(self.event)[ids[0]].met_in(ids[1]) or 0
            return Reason.of("met", players=ids, round=met)
        if frozenset((one.number, other.number)) in self.field.position.forbidden:
            return Reason.of("barred", players=ids)
        return None

    def _cause(self, paired: PairedBracket, place: int) -> Reason | None:
        """The first thing against the ideal pairs of those who change partners with this team; what
        concerns the team itself comes before what concerns others."""
        circle = _circle(paired, place)
        ideal = [(a, paired.ideal[a]) for a in circle if a < paired.ideal[a]]
        ideal.sort(key=lambda pair: (place not in pair, pair))
        for a, b in ideal:
            if cause := self.forbidden(a, b):
                return cause
        costs = [paired.bracket.costs(a, b) for a, b in ideal]
        drawn = [
            paired.bracket.costs(a, paired.partner[a]) for a in circle if a < paired.partner[a]
        ]
        for index, criterion in enumerate(("C8", "C9", "C10")):
            more = sum(c[index] for c in costs) - sum(c[index] for c in drawn)
            if more > 0:
                worse = next(pair for pair, c in zip(ideal, costs, strict=True) if c[index])
                return self._costly(paired, worse, criterion)
            if more < 0:
                return None
        return None

    def _costly(self, paired: PairedBracket, pair: tuple[int, int], criterion: str) -> Reason:
        if criterion == "C10":
            up = paired.bracket.upfloaters
            return self.floated_before(next(p for p in pair if not up >> p & 1), "C10")
        colour = self.field.wishes[pair[0]].colour or ""
        code = "both-due" if criterion == "C8" else "both-strongly-due"
        return Reason.of(code, players=self.ids(pair), colour=colour)

    # colours

    def colours(self, a: int, b: int) -> Reason:
        """The article of 4.3 that decided, with the facts it used."""
        pair = self.pair(a, b)
        article, colour = pair.decided
        first, other = (self.id(self.place[t.number]) for t in (pair.first, pair.other))
        facts: dict[str, Fact] = {
            "player": first,
            "opponent": other,
            "colour": colour,
            "article": article,
        }
        wishes = (pair.first_wish, pair.other_wish)
        due = [(id, w.colour) for id, w in zip((first, other), wishes, strict=True) if w.colour]
        facts["due"] = tuple((id, str(colour)) for id, colour in due)
        if article == "4.3.1":
            facts["number"] = pair.first.number
        if article == "4.3.4":
            facts["strong"] = first if pair.first_wish.strong else other
        if article == "4.3.5":
            facts["differences"] = tuple(wish.difference for wish in wishes)
        if article == "4.3.6":
            facts["had"] = self._had(pair)
        return Reason("team-colours", facts)

    def _had(self, pair: TeamPair) -> tuple[Fact, ...]:
        """The latest match in which the two had different colours."""
        histories = reversed(pair.first.colours), reversed(pair.other.colours)
        both = enumerate(zip(*histories, strict=False), start=1)
        back = next(n for n, (mine, yours) in both if mine != yours)
        return tuple(self._match(team, back) for team in (pair.first, pair.other))

    def _match(self, team: SwissTeam, back: int) -> Fact:
        """A team, its colour in the match so many back, and the round of it."""
        id = self.table.ids[team.number]
        lines = [line for line in cards(self.event)[id].lines if line.met and line.colour]
        return (id, team.colours[-back], lines[-back].round)

    def no_bye(self, place: int) -> Reason:
        """What bars a team from the bye (C2)."""
        id = self.id(place)
        lines = cards(self.event)[id].lines
        line = next(line for line in lines if team_bye_barred(line, self.event))
        code = "bye-in" if line.kind is RoundKind.PAIRING_BYE else "won-unplayed"
        return Reason.of(code, players=(id,), round=line.round)


def team_reasons(
    event: Event, table: TeamTable, pairs: Sequence[TeamNumbers], bye: int | None
) -> tuple[dict[frozenset[int], TableReason], Reasons]:
    """By pair, and of the bye, of the engine's own draw; `pairs` are all tables, those that the
    arbiter locked included."""
    fixed = locked_teams(event, table)
    by_lock = {frozenset(pair) for pair in fixed}
    drawn = tuple(pair for pair in pairs if frozenset(pair) not in by_lock)
    position = without_teams(table.position, fixed)
    own = TeamRound(event, table, TeamField(position), TeamDraw(drawn, bye))
    reasons = {frozenset(pair): own.of_pair(pair) for pair in drawn}
    if fixed:
        whole = TeamRound(event, table, TeamField(table.position), TeamDraw(tuple(pairs), bye))
        reasons |= {frozenset(pair): ((LOCKED,), whole.of_pair(pair)[1]) for pair in fixed}
    return reasons, () if bye is None else own.of_bye(bye)


def without_teams(position: TeamPosition, pairs: Sequence[TeamNumbers]) -> TeamPosition:
    """The position that is drawn when these are seated."""
    taken = {number for pair in pairs for number in pair}
    return replace(position, teams=tuple(t for t in position.teams if t.number not in taken))


def _circle(paired: PairedBracket, place: int) -> list[int]:
    """Teams that change partners with this one between the ideal pairing and the drawn one."""
    circle, waiting = {place}, [place]
    for a in waiting:
        fresh = {paired.ideal[a], paired.partner[a]} - circle
        circle |= fresh
        waiting += sorted(fresh)
    return sorted(circle)
