"""The Swiss repechage as a value: who is in it, what was played, what everybody has.

Rounds here are Swiss rounds, 1 to 8. Victory points are decimals of two places, nets IMPs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from engine.bridge import CENT, Score, half_up, victory_points
from engine.entrants import EntrantId
from formats.gnot.calendar import MINI
from formats.gnot.drop_in import DropInScore, drop_in_score
from formats.gnot.intake import SWISS_ROUNDS, DropIn, by_loss

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
    `given` are drop-in scores that stand although the leader's score was corrected since;
    `rests` are points of rounds that a team had nobody to play in; `gone` are the rounds that
    a team is not there for; `adjusted` are points given or taken by the director as (team,
    from the end of which round on, points).
    """

    entries: tuple[DropIn, ...]
    games: tuple[SwissGame, ...] = ()
    given: Mapping[int, Decimal] = field(default_factory=dict)
    rests: Mapping[tuple[EntrantId, int], Decimal] = field(default_factory=dict)
    gone: Mapping[EntrantId, frozenset[int]] = field(default_factory=dict)
    adjusted: tuple[tuple[EntrantId, int, Decimal], ...] = ()

    @cached_property
    def entered(self) -> Mapping[EntrantId, int]:
        """The round that every team enters for."""
        return {each.team: each.entering_round for each in self.entries}

    @cached_property
    def met(self) -> frozenset[frozenset[EntrantId]]:
        """Who have played each other in the Swiss; the knockouts do not count (2.6)."""
        return frozenset(frozenset(game.pair) for game in self.games)

    @cached_property
    def _scores(self) -> dict[tuple[EntrantId, int], Decimal]:
        return {}

    @cached_property
    def _played(self) -> dict[tuple[EntrantId, int], Decimal]:
        return {}

    @cached_property
    def _kept(self) -> dict[int, Decimal]:
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
        """LS for those who enter for a round: the best score of those in the Swiss before them;
        for round 2 that is after it, of who played round 1. None before any match.

        Teams in a triangle that still runs are left out.
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
        if number in self.given and self.given[number] != worked.points:
            return replace(worked, settled=self.given[number])
        return worked

    def score(self, team: EntrantId, after: int) -> Decimal:
        """The team's score at the end of a round: what it came with and what it has played.

        Who enters for round 2 has the drop-in score at the end of that round; who has left
        before playing, and does not come back, has none.
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
        if number not in self._kept:
            self._kept[number] = self.drop_in(number).points
        return self._kept[number]

    def groups(self, teams: Iterable[EntrantId], after: int) -> list[list[EntrantId]]:
        """The order of the Swiss: score, then net IMPs of Swiss matches (4.5). Equals stand
        together, in order of entry."""

        def key(team: EntrantId) -> tuple[Decimal, Fraction]:
            return (-self.score(team, after), -self.net(team, after))

        ranked = sorted(sorted(teams, key=int), key=key)
        return [list(group) for _, group in groupby(ranked, key=key)]

    def places(self, number: int) -> list[list[EntrantId]]:
        """The whole field before round `number` is drawn. Those who drop in stand by their score
        and, among equals, by the loss they suffered; in round 2, where they have no score yet,
        behind all others."""
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
