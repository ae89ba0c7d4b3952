"""Why a table or a bye of teams is as it is, in full: the group, the teams that float up to it, the
ideal, and what each other way costs.

What is not as it would be ideally is drawn again the ideal way, and the first criterion that gets
worse is named with both its values (`measures`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.pairable import members
from engine.protocol import Measure
from engine.reasons import BY_HAND, LOCKED, Fact, Reason, Reasons
from formats.dutch.reading import group_name, points
from formats.team_swiss.drawing import PairedBracket, draw_teams, drawn_of_teams, paired_brackets
from formats.team_swiss.field import NoTeamDraw, TeamField
from formats.team_swiss.measures import measured_teams, worse_of
from formats.team_swiss.position import TeamDraw, TeamNumbers, TeamPosition
from formats.team_swiss.proposing import TeamRound, without_teams
from formats.team_swiss.reading import TeamTable, drawn_teams, locked_teams, team_table
from formats.team_swiss.wording import bracket_size

MOST_NAMES = 10
"""Brackets of up to so many teams are listed by name."""


def team_headings(table: TeamTable, round: Round) -> Mapping[str, str]:
    """By the group's name: `5 teams, one floats up to them`."""
    brackets = paired_brackets(TeamField(table.position), drawn_teams(table, round))
    return {
        group_name(paired.score): bracket_size(Reason("team-group", _size(paired)))
        for paired in brackets
        if paired.pairs
    }


def _size(paired: PairedBracket) -> dict[str, Fact]:
    return {
        "residents": paired.bracket.residents.bit_count(),
        "up": len(paired.upfloaters),
    }


def explain_team(
    event: Event, order: Sequence[EntrantId], round: Round, place: Match | Bye
) -> Reasons:
    """For a round of `event`, which is as it was before it."""
    table = team_table(event, order)[0]
    number = table.numbers
    ids = place.pair if isinstance(place, Match) else (place.entrant,)
    if isinstance(place, Bye) and place.kind != "pairing":
        return (Reason("absent" if place.kind == "absent" else "asked-for"),)
    if not all(id in number for id in ids):
        return place.why
    drawn = drawn_teams(table, round)
    met = {frozenset(pair) for pair in drawn.pairs}
    fixed = tuple(pair for pair in locked_teams(event, table) if frozenset(pair) in met)
    explanation = _Explanation(event, table, drawn, fixed)
    numbers = tuple(number[id] for id in ids)
    try:
        by_hand = isinstance(place, Match) and place.altered == "hand"
        return tuple(dict.fromkeys(explanation.of(numbers, by_hand)))
    except NoTeamDraw:
        return (Reason("rules-leave-none"), *place.why)


@dataclass(frozen=True)
class _Explanation:
    event: Event
    table: TeamTable
    drawn: TeamDraw
    fixed: tuple[TeamNumbers, ...]
    """Locked pairs who meet in the round."""

    @cached_property
    def own(self) -> TeamRound:
        """The engine's own draw under the locks."""
        field = TeamField(without_teams(self.table.position, self.fixed))
        return TeamRound(self.event, self.table, field, drawn_of_teams(field))

    @cached_property
    def least(self) -> tuple[Measure, ...]:
        """Of that draw."""
        return measured_teams(self.own.field, self.own.drawn)

    def of(self, numbers: tuple[int, ...], by_hand: bool) -> Iterator[Reason]:
        if len(numbers) == 2 and {*numbers} in [{*pair} for pair in self.fixed]:
            yield LOCKED
            yield from self._against(draw_teams(self.table.position), numbers, "no-locks")
            return
        own = self.own.drawn
        if len(numbers) == 2 and {*numbers} in [{*pair} for pair in own.pairs]:
            yield from self._table((numbers[0], numbers[1]))
        elif numbers == (own.bye,):
            yield from self._bye(numbers[0])
        else:
            yield BY_HAND if by_hand else Reason("not-drawn")
            whole = TeamDraw((*self.fixed, *own.pairs), own.bye)
            yield from self._against(whole, numbers, "own")

    # rounds that are not the engine's

    def _against(self, other: TeamDraw, numbers: Sequence[int], which: str) -> Iterator[Reason]:
        """What another draw has for these, and the first criterion that is worse here."""
        field = TeamField(self.table.position)
        for number in numbers:
            yield self._elsewhere(other, number, which)
        differ = worse_of(measured_teams(field, other), measured_teams(field, self.drawn))
        if differ:
            yield Reason.of("as-it-stands", outcome=_difference(field, differ))

    def _elsewhere(self, drawn: TeamDraw, number: int, which: str) -> Reason:
        facts: dict[str, Fact] = {"draw": which, "player": self.table.ids[number]}
        if pair := next((pair for pair in drawn.pairs if number in pair), None):
            other = pair[0] if pair[1] == number else pair[1]
            facts |= {
                "colour": "W" if pair[0] == number else "B",
                "opponent": self.table.ids[other],
            }
        return Reason("elsewhere", facts)

    # tables

    def _table(self, pair: TeamNumbers) -> Iterator[Reason]:
        own = self.own
        a, b = sorted(own.place[number] for number in pair)
        paired = own.bracket_of(a)
        yield self._group(paired)
        for place in (a, b):
            if paired.bracket.upfloaters >> place & 1:
                yield from self._floated(paired, place)
        if paired.ideal[a] == b:
            yield Reason(
                "ideal-opponents",
                {"player": own.id(a), "opponent": own.id(b), **own.numbered(a, b)},
            )
        else:
            for place in (a, b):
                if ideal := own.off_ideal(paired, place):
                    yield ideal
                yield from self._instead(paired, place)
        yield from self._price(paired, a, b)
        if pair not in own.drawn.pairs:
            yield Reason("colours-turned")
        yield Reason.of("colours", because=own.colours(a, b))

    def _group(self, paired: PairedBracket) -> Reason:
        """The teams in it; by name if they are few."""
        places = sorted(paired.partner)
        teams = [self.own.field.teams[place] for place in places]
        named = (
            tuple((team.number, self.own.id(place)) for team, place in zip(teams, places))  # noqa: B905
            if len(places) <= MOST_NAMES
            else ()
        )
        return Reason(
            "team-group", {"group": points(paired.score), **_size(paired), "named": named}
        )

    def _floated(self, paired: PairedBracket, place: int) -> Iterator[Reason]:
        """Why a team floats up, and what it would be with the first that does not."""
        yield self.own.floated_up(paired, place)
        if len(paired.upfloaters) > paired.bracket.residents.bit_count() % 2:
            yield self._minimum(paired, "C4")
        near, residents = self.own.field.near, paired.bracket.residents
        ideally = self.own.ideal_upfloaters(paired)
        instead = [other for other in ideally if other not in paired.upfloaters]
        for other in [other for other in instead if near[other] & residents][:2]:
            yield self._again("float", self._joining(paired, other), player=self.own.id(other))

    def _instead(self, paired: PairedBracket, place: int) -> Iterator[Reason]:
        """The team's ideal opponent, and the rest drawn again."""
        ideal = paired.ideal[place]
        if self.own.forbidden(place, ideal):
            return
        others = self.own.field.everybody & ~(1 << place | 1 << ideal)
        pairs = _between((place, ideal), members(others))
        who = {"player": self.own.id(place), "opponent": self.own.id(ideal)}
        yield self._again("pair", self._barred(pairs), **who)

    def _price(self, paired: PairedBracket, a: int, b: int) -> Iterator[Reason]:
        """What the table adds to its group's criteria, which cannot be less."""
        for name, cost in zip(("C8", "C9", "C10"), paired.bracket.costs(a, b), strict=True):
            if cost:
                yield self._minimum(paired, name)

    def _minimum(self, paired: PairedBracket, criterion: str) -> Reason:
        where = group_name(paired.score)
        measure = next(m for m in self.least if (m.where, m.name) == (where, criterion))
        return Reason.of(
            "minimum",
            criterion=criterion,
            group=points(paired.score),
            value=measure.value,
            shown=measure.shown or str(measure.value),
        )

    # the round drawn again

    def _barred(self, pairs: Iterable[tuple[int, int]]) -> TeamPosition:
        """Without these pairs of places."""
        numbers = [team.number for team in self.own.field.teams]
        more = {frozenset((numbers[a], numbers[b])) for a, b in pairs}
        position = self.own.field.position
        return replace(position, forbidden=position.forbidden | more)

    def _joining(self, paired: PairedBracket, place: int) -> TeamPosition:
        """A team meets a resident, and those above are paired as they are."""
        above = [pair for p in self.own.brackets if p.score > paired.score for pair in p.pairs]
        others = self.own.field.everybody & ~paired.bracket.residents & ~(1 << place)
        barred = {*_between((place,), members(others))}
        everybody = self.own.field.everybody
        for a, b in above:
            barred |= {*_between((a, b), members(everybody & ~(1 << a | 1 << b)))}
        return self._barred(barred)

    def _again(self, tried: str, position: TeamPosition, **who: Fact) -> Reason:
        """What becomes of the round when it is drawn from this position."""
        outcome = Reason("undrawable")
        try:
            drawn = draw_teams(position)
        except NoTeamDraw:
            pass
        else:
            field = self.own.field
            differ = worse_of(self.least, measured_teams(field, drawn))
            outcome = _difference(field, differ) if differ else Reason("as-good")
        return Reason.of("drawn-again", what=tried, **who, outcome=outcome)

    # the bye

    def _bye(self, number: int) -> Iterator[Reason]:
        """3.4: the teams before this one, and why none of them has it."""
        own, field = self.own, self.own.field
        rests = own.place[number]
        yield from own.of_bye(number)
        before = [
            place
            for place in range(len(field))
            if field.before_with_bye(place) < field.before_with_bye(rests)
        ]
        before.sort(key=field.before_with_bye)
        barred = [place for place in before if not field.teams[place].may_have_bye]
        if barred:
            causes = tuple(own.no_bye(place) for place in barred[:MOST_NAMES])
            yield Reason.of("no-bye-for", because=causes, more=len(barred) - len(causes))
        for place in [place for place in before if field.teams[place].may_have_bye][:2]:
            only = tuple(
                replace(team, may_have_bye=team.number == field.teams[place].number)
                for team in field.teams
            )
            yield self._again("bye", replace(field.position, teams=only), player=own.id(place))


def _between(some: Iterable[int], others: Iterable[int]) -> Iterator[tuple[int, int]]:
    listed = list(others)
    return ((a, b) for a in some for b in listed)


def _difference(field: TeamField, differ: tuple[Measure, Measure]) -> Reason:
    """The first criterion by which a round is worse, with both values."""
    was, then = differ
    facts: dict[str, Fact] = {
        "criterion": was.name,
        "was": was.value,
        "then": then.value,
        "shown": tuple(measure.shown or str(measure.value) for measure in differ),
    }
    if was.where:
        scores = {team.score for team in field.teams}
        facts["group"] = points(next(s for s in scores if group_name(s) == was.where))
    return Reason("worse", facts)
