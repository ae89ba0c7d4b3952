"""The Swiss repechage as a value: which teams drop in, when, after which loss and on what score
(Appendix 2); which teams are in it, what was played, and their scores.

Rounds here are Swiss rounds, 1 to 8. Victory points are decimals of two places, nets IMPs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Literal

from engine.bridge import CENT, Quotient, Score, half_up, quotient, victory_points
from engine.entrants import EntrantId
from engine.event import Event, derived_from
from formats.gnot.calendar import MINI, STARTS, Key, half_of_swiss
from formats.gnot.flow import Flow, flow, parts

ROUND_AVERAGE = Decimal(10)
"""Victory points of a tied match: what a round is worth to a team that could not play it."""


@dataclass(frozen=True, slots=True)
class DropInRule:
    """A row of Appendix 2: the greater of the columns A and B.

    Column A is a percentage of LS, the score of the leader of the Swiss. Column B is LS less
    something, or points that do not depend on it (`fixed`).
    """

    percent: int
    less: Decimal = Decimal(0)
    fixed: Decimal | None = None

    def columns(self, leader: Decimal) -> tuple[Fraction, Fraction]:
        """A and B, exact."""
        a = Fraction(leader) * self.percent / 100
        b = self.fixed if self.fixed is not None else leader - self.less
        return a, Fraction(b)


APPENDIX_2: Mapping[int, DropInRule] = {
    2: DropInRule(40, fixed=Decimal(10)),
    3: DropInRule(80, less=Decimal("6.0")),
    4: DropInRule(85, less=Decimal("4.5")),
    5: DropInRule(90, less=Decimal("3.0")),
    6: DropInRule(95, less=Decimal("1.5")),
    7: DropInRule(100),
}
"""By the Swiss round that is entered. Nobody drops in for round 8."""


@dataclass(frozen=True, slots=True)
class DropInScore:
    """The victory points of the teams that enter for a round, and what they were worked out from.

    `leader` is LS, None until a Swiss match has been played; `column` is the greater of the two.
    `settled` is what counts since the round was drawn, if a correction has changed the others.
    """

    round: int
    by_rule: Decimal
    leader: Decimal | None = None
    column: Literal["", "A", "B"] = ""
    settled: Decimal | None = None

    @property
    def points(self) -> Decimal:
        """The points of the teams."""
        return self.by_rule if self.settled is None else self.settled


def drop_in_score(round: int, leader: Decimal | None) -> DropInScore:
    """The score for Swiss round 2 to 7, rounded half up to 0.01.

    `leader` is LS, None until a Swiss match has been played: 10 for each round already gone.
    """
    if leader is None:
        return DropInScore(round, ROUND_AVERAGE * (round - 1))
    a, b = APPENDIX_2[round].columns(leader)
    return DropInScore(round, half_up(max(a, b)), leader, "A" if a >= b else "B")


SWISS_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Loss:
    """The match that sent a team into the Swiss (2.4).

    `playoff` is the margin of a play-off that was lost, None for every other loss; `margin` the
    winner's IMPs less the loser's, `quotient` the winner's by the loser's.
    """

    playoff: int | None
    margin: Fraction
    quotient: Quotient

    @property
    def size(self) -> tuple[bool, int, Fraction, Quotient]:
        """The smaller the better: play-off losses first; the lot decides between equals."""
        return (self.playoff is None, self.playoff or 0, self.margin, self.quotient)


@dataclass(frozen=True, slots=True)
class DropIn:
    """A team that enters the Swiss for a round; `source` is the stage that it lost in."""

    team: EntrantId
    entering_round: int
    loss: Loss
    source: Key


def first_swiss_round(teams: int) -> int:
    """The first round of the Swiss that is played: 1, but 3 at 16 and 17 teams, 2 at 18, 19."""
    return {16: 3, 17: 3, 18: 2, 19: 2}.get(teams, 1)


@derived_from(parts)
def all_drop_ins(event: Event) -> tuple[DropIn, ...]:
    """All teams that have dropped in so far, or will with the next draw, by round of entry."""
    stages = flow(event)
    entries: list[DropIn] = []
    drawn = len(event.published)
    if not stages.few and drawn >= STARTS["B"]:
        entries += _out_of(stages, "B", 1)
    for number in range(1, 7):
        key: Key = f"S{number}"  # type: ignore[assignment]
        if drawn >= STARTS[key]:
            entries += _out_of(stages, key, number + 1)
    return tuple(entries)


def _out_of(stages: Flow, key: Key, entering: int) -> list[DropIn]:
    """Losers who did not go on as lucky losers."""
    if any(m.open for m in stages.matches(key)):
        return []
    onward = set(stages.lucky(key)) if key in ("B", "S1") else set()
    entering = max(entering, first_swiss_round(len(stages.teams)))
    return [
        DropIn(team, entering, loss_of(stages, key, team), key)
        for team in stages.losers(key)
        if team not in onward
    ]


def loss_of(stages: Flow, key: Key, team: EntrantId) -> Loss:
    """The margin by which the team lost there. A tie settled otherwise than by a play-off is a loss
    by 0."""
    done = stages.played(key, team)
    score = done.score
    return Loss(done.playoff, -score.net, quotient(score.lost, score.won))


def swiss_field(event: Event, swiss: int) -> tuple[EntrantId, ...]:
    """All teams in the Swiss in that round that have not left, newcomers included, in order of
    entry."""
    number = half_of_swiss(swiss)
    return tuple(
        d.team for d in all_drop_ins(event)
        if d.entering_round <= swiss and event.entrant(d.team).active(number)
    )  # fmt: skip


def by_loss(teams: Iterable[DropIn]) -> list[list[EntrantId]]:
    """The smallest loss first; equals are together, the lot decides among them."""
    ranked = sorted(teams, key=lambda each: each.loss.size)
    groups = groupby(ranked, key=lambda each: each.loss.size)
    return [[each.team for each in group] for _, group in groups]


NOTHING = Decimal("0.00")


@dataclass(frozen=True, slots=True)
class SwissGame:
    """A match of the Swiss: it begins in round `round` and is credited at the end of `due`.

    `score` is the home side's, None while it is open. `no_show`: nobody came, both score 0.
    """

    round: int
    due: int
    home: EntrantId
    away: EntrantId
    boards: int
    score: Score | None = None
    no_show: bool = False

    @property
    def pair(self) -> tuple[EntrantId, EntrantId]:
        """Home, away."""
        return (self.home, self.away)

    @property
    def decided(self) -> bool:
        """It has a result."""
        return self.score is not None or self.no_show

    def net(self, team: EntrantId) -> Fraction:
        """The team's net IMPs; nothing while it is open, or where nobody came."""
        if self.score is None:
            return Fraction(0)
        return self.score.net if team == self.home else -self.score.net

    def points(self, team: EntrantId) -> Decimal:
        """The team's victory points on the scale for these boards."""
        if self.score is None:
            return NOTHING
        home, away = victory_points(int(self.score.net), self.boards)
        return home if team == self.home else away


@dataclass(frozen=True)
class Repechage:
    """All that has happened in the Swiss so far.

    `entries` are the teams by the round they enter for, with the loss that sent them there.
    `settled` are drop-in scores that are kept although the leader's score was corrected since;
    `rests` are points of rounds that a team had nobody to play in; `gone` are the rounds that a
    team is not there for; `adjusted` are points given or taken by the director as (team, from the
    end of which round on, points).
    """

    entries: tuple[DropIn, ...]
    games: tuple[SwissGame, ...] = ()
    settled: Mapping[int, Decimal] = field(default_factory=dict)
    rests: Mapping[tuple[EntrantId, int], Decimal] = field(default_factory=dict)
    gone: Mapping[EntrantId, frozenset[int]] = field(default_factory=dict)
    adjusted: tuple[tuple[EntrantId, int, Decimal], ...] = ()

    @cached_property
    def entered(self) -> Mapping[EntrantId, int]:
        """The round that every team enters for."""
        return {each.team: each.entering_round for each in self.entries}

    @cached_property
    def met(self) -> frozenset[frozenset[EntrantId]]:
        """The pairs that have played each other in the Swiss; the knockouts do not count (2.6)."""
        return frozenset(frozenset(game.pair) for game in self.games)

    @cached_property
    def _scores(self) -> dict[tuple[EntrantId, int], Decimal]:
        return {}

    @cached_property
    def _played(self) -> dict[tuple[EntrantId, int], Decimal]:
        return {}

    @cached_property
    def _worked_out(self) -> dict[int, Decimal]:
        return {}

    @cached_property
    def _by_team(self) -> Mapping[EntrantId, tuple[SwissGame, ...]]:
        played: dict[EntrantId, list[SwissGame]] = {}
        for game in self.games:
            for team in game.pair:
                played.setdefault(team, []).append(game)
        return {team: tuple(games) for team, games in played.items()}

    def games_of(self, team: EntrantId) -> tuple[SwissGame, ...]:
        """The team's matches, in order."""
        return self._by_team.get(team, ())

    def there(self, team: EntrantId, number: int) -> bool:
        """In the field of that round: has entered and not left."""
        return self.entered.get(team, 99) <= number and number not in self.gone.get(team, ())

    def field(self, number: int) -> tuple[EntrantId, ...]:
        """Everybody in that round, those who drop in for it included."""
        return tuple(each.team for each in self.entries if self.there(each.team, number))

    def dropping(self, number: int) -> tuple[DropIn, ...]:
        """Who enters for that round, and is there."""
        return tuple(
            each for each in self.entries
            if each.entering_round == number and self.there(each.team, number)
        )  # fmt: skip

    def begun(self, number: int) -> bool:
        """Whether a round before that one was played."""
        return any(game.round < number for game in self.games)

    def in_triangle(self, number: int) -> frozenset[EntrantId]:
        """Teams whose triangle began before that round and ends with it."""
        running = (game for game in self.games if game.round < number <= game.due)
        return frozenset(team for game in running for team in game.pair)

    def played_points(self, team: EntrantId, after: int) -> Decimal:
        """Victory points of matches credited by the end of round `after`, and of rests.

        Two matches of seven boards in one half count as their mean.
        """
        if (team, after) not in self._played:
            self._played[team, after] = self._played_points(team, after)
        return self._played[team, after]

    def _played_points(self, team: EntrantId, after: int) -> Decimal:
        rests = (p for (who, number), p in self.rests.items() if who == team and number <= after)
        total = sum(rests, NOTHING)
        credited = [g for g in self.games_of(team) if g.due <= after and g.decided]
        for games in _by_half(credited):
            points = sum((game.points(team) for game in games), NOTHING)
            short = games[0].boards == MINI
            total += half_up(Fraction(points) / len(games)) if short else points
        return total

    def net(self, team: EntrantId, after: int) -> Fraction:
        """Net IMPs of the Swiss matches credited by then (4.5)."""
        nets = (g.net(team) for g in self.games_of(team) if g.due <= after)
        return sum(nets, Fraction(0))

    def leader(self, number: int) -> Decimal | None:
        """LS for the teams that enter for a round: the best score of those in the Swiss before
        them; for round 2 that is after it, of those that played round 1. None before any match.

        Teams in a triangle that is still running are left out.
        """
        after = 2 if number == 2 else number - 1
        busy = frozenset[EntrantId]() if number == 2 else self.in_triangle(number)
        ready = [
            team for team, entered in self.entered.items()
            if entered < number and self.there(team, after) and team not in busy
        ]  # fmt: skip
        credited = {id for g in self.games if g.due <= after and g.decided for id in g.pair}
        if number == 2:
            ready = [id for id in ready if any(g.round == 1 for g in self.games_of(id))]
        if not credited & set(ready):
            return None
        return max(self.score(team, after) for team in ready)

    def drop_in(self, number: int) -> DropInScore:
        """The score of those who enter for that round. For round 2 it is known after it."""
        if number == 1:
            return DropInScore(1, NOTHING)
        worked = drop_in_score(number, self.leader(number))
        if number in self.settled and self.settled[number] != worked.points:
            return replace(worked, settled=self.settled[number])
        return worked

    def score(self, team: EntrantId, after: int) -> Decimal:
        """The team's score at the end of a round: what it came with and what it has played.

        A team that enters for round 2 has the drop-in score at the end of that round; one that has
        left before playing, and does not come back, has none.
        """
        if (team, after) not in self._scores:
            self._scores[team, after] = self._score(team, after)
        return self._scores[team, after]

    def _score(self, team: EntrantId, after: int) -> Decimal:
        entered = self.entered[team]
        ever = any(self.there(team, number) for number in range(entered, SWISS_ROUNDS + 1))
        came = ever and self._known(entered, after)
        points = self._drop_ins(entered) if came else NOTHING
        return (points + self.played_points(team, after) + self.penalty(team, after)).quantize(CENT)

    def _known(self, entered: int, after: int) -> bool:
        """Whether the score of those who enter for a round counts at the end of another."""
        if entered != 2:
            return after >= entered - 1
        return after >= 2 and all(game.decided for game in self.games if game.due <= 2)

    def penalty(self, team: EntrantId, after: int) -> Decimal:
        """Points given or taken by the director since the team is in the Swiss."""
        since = self.entered[team] - 1
        own = (p for id, number, p in self.adjusted if id == team and since <= number <= after)
        return sum(own, NOTHING)

    def _drop_ins(self, number: int) -> Decimal:
        if number not in self._worked_out:
            self._worked_out[number] = self.drop_in(number).points
        return self._worked_out[number]

    def groups(self, teams: Iterable[EntrantId], after: int) -> list[list[EntrantId]]:
        """The order of the Swiss: score, then net IMPs of Swiss matches (4.5). Equals are together,
        in order of entry."""

        def key(team: EntrantId) -> tuple[Decimal, Fraction]:
            return (-self.score(team, after), -self.net(team, after))

        ranked = sorted(sorted(teams, key=int), key=key)
        return [list(group) for _, group in groupby(ranked, key=key)]

    def places(self, number: int) -> list[list[EntrantId]]:
        """The whole field before round `number` is drawn. Teams that drop in are placed by their
        score and, among equals, by the loss they suffered; in round 2, where they have no score
        yet, after all others."""
        dropping = self.dropping(number)
        new = {each.team for each in dropping}
        standing = [team for team in self.field(number) if team not in new]
        if number == 2:
            return [*self.groups(standing, 1), *by_loss(dropping)]
        groups: list[list[EntrantId]] = []
        for group in self.groups((*standing, *new), number - 1):
            older = [team for team in group if team not in new]
            groups += [older] if older else []
            groups += by_loss(each for each in dropping if each.team in group)
        return groups


def repeats(swiss: Repechage, pairs: Iterable[Sequence[EntrantId]]) -> int:
    """How many of these have met in the Swiss."""
    return sum(frozenset(pair) in swiss.met for pair in pairs)


def _by_half(games: Iterable[SwissGame]) -> list[list[SwissGame]]:
    """Matches of one team that are credited together, those of seven boards apart."""
    halves: dict[tuple[int, bool], list[SwissGame]] = {}
    for game in games:
        halves.setdefault((game.due, game.boards == MINI), []).append(game)
    return list(halves.values())
