"""The lines of teams in a TRF file: 013 of TRF16, 300 to 362 of TRF26. Columns count from 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from engine.actions.postponing import VENUE_LIMIT
from engine.event_data import read_moment, times_of
from engine.points import NIL, ONE, Points
from engine.refusal import BadSetting
from engine.teams import TeamScore
from saves.safe_text import clean, safe
from saves.trf_abnormal import CODES as ABNORMAL
from saves.trf_codes import Header
from saves.trf_lines import ROUND_LIMIT

MOST_BOARDS = 99
_FORFEITS = ("+-", "-+", "--")
_WORTH = {"TW": "W", "TD": "D", "TL": "L"}


class TeamLine(NamedTuple):
    """A team (310, 013): its number, its players' start numbers in board order, and the columns of
    the file (None: blank)."""

    line: int
    number: int
    name: str
    players: tuple[int, ...]
    strength: int | None = None
    match_points: Points | None = None
    game_points: Points | None = None
    rank: int | None = None


class DivisionLine(NamedTuple):
    """A division of a league (XXD, a line of this program): its name and its teams' numbers."""

    name: str
    teams: tuple[int, ...]
    line: int


class FixtureLine(NamedTuple):
    """A match of a league on a day or at a venue of its own (XXM, a line of this program)."""

    date: str
    venue: str
    line: int


class ForfeitLine(NamedTuple):
    """A match that was forfeited (330): `+-`, `-+` or `--` as the first team has it."""

    kind: str
    white: int
    black: int
    line: int


class UnusualWorth(NamedTuple):
    """299: what a bye, a match or a penalty was worth; round 0 is every one, no teams are all."""

    code: str
    score: TeamScore
    round: int
    teams: tuple[int, ...]


@dataclass
class TeamHeader(Header):
    """What the lines other than 001 say of an event of teams."""

    teams: dict[int, TeamLine] = field(default_factory=dict)
    old_teams: list[TeamLine] = field(default_factory=list)
    """Lines 013, where there are none of 310."""
    colours: str = ""
    """352: the home team's colour on each board."""
    match_worth: dict[str, Points] = field(default_factory=lambda: {"W": Decimal(2), "D": ONE,
                                                                    "L": NIL})  # fmt: skip
    match_worth_said: bool = False
    lineups: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """By round and team the players of line 300, 0 for an empty board."""
    scheduled: dict[tuple[int, int], int] = field(default_factory=dict)
    """By round and team the opponent that line 300 names."""
    lineup_lines: dict[tuple[int, int], int] = field(default_factory=dict)
    bye_score: TeamScore | None = None
    """320: what the bye of the draw is worth."""
    allocated: dict[int, int] = field(default_factory=dict)
    """By round the team with that bye."""
    allocated_line: int = 0
    forfeits: dict[tuple[int, frozenset[int]], ForfeitLine] = field(default_factory=dict)
    unusual: list[UnusualWorth] = field(default_factory=list)
    divisions: list[DivisionLine] = field(default_factory=list)
    """From the top."""
    venues: dict[int, str] = field(default_factory=dict)
    """By team where it is at home (XXV, a line of this program)."""
    fixtures: dict[tuple[int, frozenset[int]], FixtureLine] = field(default_factory=dict)

    def take(self, text: str, line: int) -> None:
        """One line; those that repeat others for people (801, 802) are left out."""
        code = text[:3]
        if reader := _TEAM_READERS.get(code):
            reader(self, text, line)
        elif code not in ("801", "802"):
            super().take(text, line)

    def entered(self) -> Mapping[int, TeamLine]:
        """The teams by number: those of 310, else those of 013 in the order of the file."""
        if self.teams:
            return self.teams
        return {team.number: team for team in self.old_teams}

    def _numbers(self, text: str, line: int, first: int, width: int) -> tuple[int, ...]:
        """Numbers in columns of that width, one blank between them, from column `first` on; a
        blank one is 0."""
        numbers = []
        for start in range(first - 1, len(text.rstrip()), width + 1):
            cell = text[start : start + width].strip()
            numbers.append(self.whole(cell, line, start + 1, "number") if cell else 0)
        return tuple(numbers)

    def _team_name(self, text: str, line: int, column: int) -> str:
        name, warnings = clean(text, f"name on line {line}")
        self.warnings.extend(warnings)
        if not name:
            raise self._refuse(line, column, "the team has no name", "give one")
        return name

    def _points(self, text: str, line: int, column: int) -> Points | None:
        return self.amount(text, line, column) if text.strip() else None

    def team(self, text: str, line: int) -> None:
        """310: number 5-7, name 9-40, strength 48-53, match points 55-60, game points 62-67, rank
        69-71, players from 74 on."""
        number = self.whole(text[4:7], line, 5, "team number", 999)
        if not number or number in self.teams:
            problem = f"team number {number} appears twice" if number else "no team number"
            raise self._refuse(line, 5, problem, "number the teams apart")
        if text[71:73].strip():
            problem = "the columns of players begin at 74"
            raise self._refuse(line, 72, problem, "put every number in its columns")
        strength, rank = text[47:53].strip(), text[68:71].strip()
        self.teams[number] = TeamLine(
            line,
            number,
            self._team_name(text[8:40], line, 9),
            tuple(filter(None, self._numbers(text, line, 74, 4))),
            self.whole(strength, line, 48, "strength", 999_999) if strength.isdigit() else None,
            self._points(text[54:60], line, 55),
            self._points(text[61:67], line, 62),
            self.whole(rank, line, 69, "rank") if rank else None,
        )

    def old_team(self, text: str, line: int) -> None:
        """013: name 5-36, players from 37 on."""
        name = self._team_name(text[4:36], line, 5)
        players = tuple(filter(None, self._numbers(text, line, 37, 4)))
        self.old_teams.append(TeamLine(line, len(self.old_teams) + 1, name, players))

    def division(self, text: str, line: int) -> None:
        """XXD: name 5-36, teams from 38 on."""
        name = self._team_name(text[4:36], line, 5)
        teams = tuple(filter(None, self._numbers(text, line, 38, 3)))
        known = {team for each in self.divisions for team in each.teams}
        if twice := [team for team in teams if team in known or teams.count(team) > 1]:
            problem = f"team {twice[0]} is in two divisions"
            raise self._refuse(line, 38, problem, "leave it in one")
        self.divisions.append(DivisionLine(name, teams, line))

    def venue(self, text: str, line: int) -> None:
        """XXV: team 5-7, its venue from 9 on."""
        number = self.whole(text[4:7], line, 5, "team number", 999)
        self.venues[number] = self._where(text[8:], line)

    def fixture(self, text: str, line: int) -> None:
        """XXM: round 5-7, teams 9-11 and 13-15, day and time 17-32 (`-`: none is fixed; blank:
        those of the round), venue from 34 on."""
        number, home, away = (
            self.whole(text[a : a + 3], line, a + 1, word, 999)
            for a, word in ((4, "round"), (8, "team number"), (12, "team number"))
        )
        date = text[16:32].strip()
        try:
            date = read_moment("the date", date) if date else ""
        except BadSetting as error:
            raise self._refuse(line, 17, error.what, error.remedy) from error
        there = FixtureLine(date, self._where(text[33:], line), line)
        self.fixtures[number, frozenset((home, away))] = there

    def times(self, text: str, line: int) -> None:
        """XXT: the division 5-36 (blank: all), from 38 on days and times of its rounds."""
        name, schedule = text[4:36].strip(), text[37:].strip()
        if not any(times_of(schedule)):
            problem = f"'{safe(schedule, 20)}' are no dates of rounds"
            raise self._refuse(line, 38, problem, "write 2026-10-02 19:30, 2026-10-16")
        if not name:
            self.details["schedule"] = schedule
            return
        own = f"{self._team_name(name, line, 5)}: {schedule}"
        known = self.details.get("division_dates")
        self.details["division_dates"] = f"{known}; {own}" if known else own

    def _where(self, text: str, line: int) -> str:
        venue, warnings = clean(text.strip(), f"venue on line {line}")
        self.warnings.extend(warnings)
        return venue[:VENUE_LIMIT]

    def lineup(self, text: str, line: int) -> None:
        """300: round 5-7, team 9-11, opponent 13-15, players from 17 on."""
        number, team, other = (
            self.whole(text[a : a + 3], line, a + 1, word, 999)
            for a, word in ((4, "round"), (8, "team number"), (12, "team number"))
        )
        players = self._numbers(text, line, 17, 4)
        named = [player for player in players if player]
        if len(set(named)) < len(named):
            raise self._refuse(line, 17, "a player stands twice in the line-up", "correct it")
        self.lineups[number, team] = players
        self.scheduled[number, team] = other
        self.lineup_lines[number, team] = line

    def allocated_byes(self, text: str, line: int) -> None:
        """320: match points 5-8, game points 10-13, from 15 on the team of each round."""
        both = (self._points(text[4:8], line, 5), self._points(text[9:13], line, 10))
        self.bye_score = TeamScore(both[0] or NIL, both[1] or NIL)
        self.allocated_line = line
        for number, team in enumerate(self._numbers(text, line, 15, 3), start=1):
            if number > ROUND_LIMIT:
                raise self._refuse(line, 15, "too many rounds", "is it the right file?")
            if team:
                self.allocated[number] = team

    def forfeit(self, text: str, line: int) -> None:
        """330: type 5-6, round 8-10, teams 12-14 and 16-18."""
        kind = text[4:6]
        if kind not in _FORFEITS:
            known = " ".join(_FORFEITS)
            raise self._refuse(line, 5, f"unknown forfeit '{safe(kind)}'", f"known: {known}")
        number, white, black = (
            self.whole(text[a : a + 3], line, a + 1, word, 999)
            for a, word in ((7, "round"), (11, "team number"), (15, "team number"))
        )
        pair = frozenset((white, black))
        self.forfeits[number, pair] = ForfeitLine(kind, white, black, line)

    def board_colours(self, text: str, line: int) -> None:
        """352: `WBWB`."""
        colours = text[4:].strip().upper()
        if not colours or set(colours) - {"W", "B"} or len(colours) > MOST_BOARDS:
            problem = f"'{safe(colours, 20)}' are no colours of boards"
            raise self._refuse(line, 5, problem, "write them as WBWB")
        self.colours = colours

    def match_scoring(self, text: str, line: int) -> None:
        """362: a code in columns 5-6, its points in 7-10, the next nine columns on."""
        for start in range(4, len(text.rstrip()), 9):
            code = text[start : start + 2].upper()
            if code not in _WORTH:
                said = f"unknown scoring code '{safe(code)}'"
                raise self._refuse(line, start + 1, said, "known: TW TD TL")
            amount = self.amount(text[start + 2 : start + 6], line, start + 3)
            self.match_worth[_WORTH[code]] = amount
            self.match_worth_said = True

    def acceleration_range(self, text: str, line: int) -> None:
        """250: match points 5-8, else game points 10-13; the rest as for players."""
        points = text[4:8] if text[4:8].strip() else text[9:13]
        super().acceleration_range(f"{text[:4]}{'':5}{points:<4}{text[13:]}", line)

    def abnormal_points(self, text: str, line: int) -> None:
        """299: type 5, match points 8-11, game points 14-17, round 20-22, teams from 24 on."""
        kind = text[4:5].strip().upper()
        if kind not in ABNORMAL:
            known = "known: W D L F H Z P + -"
            raise self._refuse(line, 5, f"unknown result '{safe(kind)}'", known)
        self.refuse_between(text, line)
        both = self._points(text[7:11], line, 8), self._points(text[13:17], line, 14)
        number = self.whole(text[19:22].strip() or "0", line, 20, "round", ROUND_LIMIT)
        teams = tuple(filter(None, self.ids(text[23:], line, 24)))
        score = TeamScore(both[0] or NIL, both[1] or NIL)
        self.unusual.append(UnusualWorth(ABNORMAL[kind], score, number, teams))


_TEAM_READERS: dict[str, Callable[[TeamHeader, str, int], None]] = {
    "310": TeamHeader.team,
    "013": TeamHeader.old_team,
    "XXD": TeamHeader.division,
    "XXV": TeamHeader.venue,
    "XXM": TeamHeader.fixture,
    "XXT": TeamHeader.times,
    "300": TeamHeader.lineup,
    "320": TeamHeader.allocated_byes,
    "330": TeamHeader.forfeit,
    "352": TeamHeader.board_colours,
    "362": TeamHeader.match_scoring,
    "250": TeamHeader.acceleration_range,
    "299": TeamHeader.abnormal_points,
}
