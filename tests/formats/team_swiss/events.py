"""Random team events round after round, kept apart from events: positions for the draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from formats.team_swiss.position import PreferenceType, SwissTeam, TeamDraw, TeamPosition

Drawing = Callable[[TeamPosition], TeamDraw]


@dataclass(frozen=True)
class TeamStyle:
    """How a random event goes; chances are of one team in one round."""

    teams: int
    rounds: int
    preferences: PreferenceType
    boards: int = 4
    away: float = 0.0
    forfeits: float = 0.0
    level: float = 0.25
    """How often a match is drawn."""
    forbidden: int = 0
    game_points: bool = False
    """The primary score is game points."""
    secondary: bool = True
    accelerated: bool = False

    @classmethod
    def random(cls, rng: Random, smallest: int, largest: int) -> TeamStyle:
        """Any mixture."""
        teams = rng.randint(smallest, largest)
        return cls(
            teams,
            rng.randint(2, max(2, min(teams - 1, 11))),
            rng.choice(("A", "A", "B", "B", "none")),
            boards=rng.choice((1, 3, 4, 6)),
            away=rng.choice((0, 0, 0.05, 0.2)),
            forfeits=rng.choice((0, 0, 0.1)),
            level=rng.choice((0.0, 0.2, 0.6, 1.0)),
            forbidden=rng.choice((0, 0, 1, teams // 3)),
            game_points=rng.choice((False, False, True)),
            secondary=rng.random() < 0.8,
            accelerated=rng.random() < 0.15,
        )


@dataclass
class _Team:
    number: int
    match_points: int = 0
    game_points: int = 0
    colours: str = ""
    met: set[int] = field(default_factory=set)
    floated: bool = False
    may_have_bye: bool = True


class TeamEvent:
    """Played on by `rounds`, which yields the position before each round and its draw."""

    def __init__(self, style: TeamStyle, rng: Random) -> None:
        self.style = style
        self.rng = rng
        self.teams = [_Team(n) for n in range(1, style.teams + 1)]
        self.forbidden = frozenset(
            frozenset(rng.sample(range(1, style.teams + 1), 2)) for _ in range(style.forbidden)
        )
        self.initial = rng.choice(("W", "B"))

    def rounds(self, draw: Drawing) -> Iterator[tuple[TeamPosition, TeamDraw]]:
        """Until the last round, or until no draw is possible (then `draw` raises)."""
        for number in range(1, self.style.rounds + 1):
            here = [t for t in self.teams if self.rng.random() >= self.style.away]
            position = self._position(number, here)
            drawn = draw(position)
            yield position, drawn
            self._play(position, drawn)

    def _position(self, number: int, here: list[_Team]) -> TeamPosition:
        style = self.style
        teams = []
        for team in here:
            scores = team.match_points, team.game_points
            primary, secondary = scores[::-1] if style.game_points else scores
            early = style.accelerated and 2 * number <= style.rounds
            extra = 200 if early and 2 * team.number <= style.teams else 0
            standing = (primary, secondary if style.secondary else 0)
            teams.append(
                SwissTeam(
                    team.number, primary + extra, standing, team.colours, frozenset(team.met),
                    team.floated, team.may_have_bye,
                )
            )  # fmt: skip
        self.rng.shuffle(teams)
        return TeamPosition(
            tuple(teams), number, style.rounds, style.preferences,
            "W" if self.initial == "W" else "B", self.forbidden,
        )  # fmt: skip

    def _play(self, position: TeamPosition, drawn: TeamDraw) -> None:
        team = {t.number: t for t in self.teams}
        score = {t.number: t.score for t in position.teams}
        for each in self.teams:
            each.floated = False
        for white, black in drawn.pairs:
            self._match(team[white], team[black], score)
        if drawn.bye is not None:
            self._score(team[drawn.bye], self.style.boards * 50, self.style.boards * 100)
            team[drawn.bye].may_have_bye = False

    def _match(self, white: _Team, black: _Team, score: dict[int, int]) -> None:
        whole = self.style.boards * 100
        if self.rng.random() < self.style.forfeits:
            present = self.rng.choice((white, black))
            self._score(present, whole, whole)
            present.may_have_bye = False
            return
        for one, other, colour in ((white, black, "W"), (black, white, "B")):
            one.colours += colour
            one.met.add(other.number)
            one.floated = score[one.number] != score[other.number]
        points = whole // 2
        if self.rng.random() >= self.style.level:
            points += 50 * self.rng.randint(1, self.style.boards) * self.rng.choice((1, -1))
        self._score(white, points, whole)
        self._score(black, whole - points, whole)

    def _score(self, team: _Team, points: int, whole: int) -> None:
        team.game_points += points
        team.match_points += 200 if 2 * points > whole else 100 if 2 * points == whole else 0
