"""TRF files of chess teams read: teams with their players, line-ups, results by board.

First the lines of teams, 013 of TRF16 and 300 to 362 of TRF26 (columns count from 1); then the
file; then its matches: who met whom, on which boards, from the players' games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, NamedTuple, cast

from engine.actions.postponing import VENUE_LIMIT
from engine.entrants import Entrant, RequestedBye
from engine.event import NOBODY, Adjustment, Bye, ByeKind, Match, Round, RoundState, TeamBoard
from engine.event_data import read_moment, times_of
from engine.match_results import BOARD_RULES, TeamResult, TieBreak, result_of, tiebreak_of
from engine.points import HALF, NIL, ONE, Points, counted
from engine.protocol import ReadFromFiles, part_of
from engine.refusal import BadSetting, Refused
from engine.results import GameResult, Result, Scoring, Side
from engine.teams import TeamScore
from formats.registry import format_named
from saves.foreign import at, first_of, refuse
from saves.namesakes import namesakes, two_spellings
from saves.safe_text import clean, safe
from saves.trf_codes import GAME_POINTS, Header
from saves.trf_comments import read_later
from saves.trf_lines import ROUND_LIMIT, PlayerLine
from saves.trf_points import ABNORMAL, GIVEN, TAKEN
from saves.trf_rounds import (
    FoundGame,
    OtherPoints,
    OtherSum,
    RoundReader,
    TrfFile,
    accelerations_of,
    details_of,
    entrant_of,
    forbidden_of,
    rounds_left_note,
)
from saves.trf_systems import code_and_words, system_of

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
    """Lines 013, where there are no lines 310."""
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
            problem = f"'{safe(schedule, 20)}' are not dates of rounds"
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
            raise self._refuse(line, 17, "a player is twice in the line-up", "correct it")
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
            problem = f"'{safe(colours, 20)}' are not colours of boards"
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


_GAME_WORTH = {"1": ONE, "=": HALF, "0": NIL}


def team_file(
    name: str,
    header: Header,
    players: dict[int, PlayerLine],
    players_only: bool,
    wrong_sums: bool,
) -> TrfFile:
    """The file of these lines; `players_only` and `wrong_sums` as `read_trf` has them."""
    assert isinstance(header, TeamHeader)
    return _TeamFileReader(name, header, players).file(players_only, wrong_sums)


class _TeamFileReader:
    def __init__(self, name: str, header: TeamHeader, players: dict[int, PlayerLine]) -> None:
        self.name = name
        self.header = header
        self.players = players
        self.teams = header.entered()
        if not self.teams:
            problem = "no teams (lines 310 or 013)"
            remedy = "make an event of players, or give a file of teams"
            raise refuse(name, f"{safe(name)}: {problem}", remedy)
        self._refuse_players()
        self._refuse_game_worth()
        games = RoundReader(name, header, players)
        games.absent_opponents = True
        self.rounds = TeamRoundReader(name, header, players, games, self._by_games())
        self.games = games

    def _refuse_players(self) -> None:
        """Everybody of a team has a line, and nobody is of two."""
        teams: dict[int, TeamLine] = {}
        for team in self.teams.values():
            for number in team.players:
                if number not in self.players:
                    problem = f"line {team.line}: player {number} does not exist"
                    raise refuse(self.name, problem, "correct the number", team.line)
                other = teams.setdefault(number, team)
                if other is not team or team.players.count(number) > 1:
                    problem = f"line {team.line}: player {number} is of {safe(other.name)} already"
                    raise refuse(self.name, problem, "leave him in one team", team.line)

    def _refuse_game_worth(self) -> None:
        worth = {code: self.header.scores.get(code, own) for code, own in _GAME_WORTH.items()}
        if worth != _GAME_WORTH:
            problem = "games have other points than 1, ½ and 0 (162)"
            raise refuse(self.name, problem, "teams are not scored like that here")

    def _by_games(self) -> bool:
        """Whether game points rank the teams, by record 192, by 212 or by the system's own."""
        try:
            format = format_named(system_of(self.header.details).format)
        except Refused:
            return False
        read, settings = part_of(format, ReadFromFiles), dict[str, Any]()
        if read is not None:
            settings |= read.file_settings(*code_and_words(self.header.details))
        ranked = {"primary": settings["primary"]} if "primary" in settings else self._ranked_by()
        return format.settings(ranked).by_games

    def _ranked_by(self) -> dict[str, Any]:
        """Game points, if 212 begins with them."""
        first = next((code.upper() for code in self.header.standing_order), "")
        return {"primary": "game"} if first == GAME_POINTS else {}

    def file(self, players_only: bool, wrong_sums: bool) -> TrfFile:
        """All of it."""
        header, reader = self.header, self.rounds
        for bye in header.byes:
            self._must_exist(bye.player, bye.line)
        for number in header.allocated.values():
            self._must_exist(number, header.allocated_line)
        drawn = 0 if players_only else reader.last()
        if header.rounds is not None and drawn > header.rounds:
            rounds_said = counted(header.rounds, "round")
            problem = f"round {drawn} is played, but the file says {rounds_said}"
            raise refuse(self.name, problem, "correct the number of rounds", header.rounds_line)
        rounds = tuple(reader.round(number) for number in range(1, drawn + 1))
        sums, others = ({}, {}) if players_only else self._sums_apart(wrong_sums)
        order = [self.teams[number] for number in sorted(self.teams)]
        entrants = tuple(self._team(team, drawn, not players_only) for team in order)
        duplicates, twice = self._namesakes(order)
        left = reader.last() if players_only else 0
        notes = [self._size(order, None if players_only else drawn)]
        notes += header.notes(not players_only)
        if left:
            notes.append(rounds_left_note(left))
        unknown = () if players_only else tuple(self.games.unknown_notes())
        notes += unknown
        self._warn_loose()
        return TrfFile(
            title=header.title,
            entrants=entrants,
            rounds=rounds,
            total_rounds=header.rounds,
            points={
                str(t.number): t.game_points if reader.by_games else t.match_points for t in order
            },
            ranks={str(t.number): t.rank for t in order},
            settings=self._settings(),
            initial_colour=header.colour,
            accelerations=accelerations_of(header, self.teams),
            forbidden=tuple(forbidden_of(header, self._must_exist)),
            adjustments=() if players_only else tuple(reader.adjustments),
            tiebreaks=header.tiebreaks,
            details=details_of(header, players_only),
            unknown=unknown,
            warnings=tuple(
                text
                for texts in (header.warnings, duplicates, twice)
                for text in first_of(texts, self.name)
            ),
            notes=tuple(notes),
            duplicates=duplicates,
            rounds_left=left,
            sums_apart=sums,
            others_apart=others,
            standing_order=header.standing_order,
            left_strict=header.left_strict,
            later=read_later((*header.head, *header.tail)),
            expelled={str(number): first for number, first in header.expelled.items()},
            not_withdrawn=frozenset(map(str, header.not_withdrawn)),
            of_teams=True,
            divisions=tuple(each.name for each in header.divisions),
        )

    def _sums_apart(self, accepted: bool) -> tuple[dict[str, Points], dict[str, OtherSum]]:
        """By team what its matches add up to where the file says something else: in the points
        that rank, and in the others; `Refused` for the first where that is not `accepted`."""
        sums: dict[str, Points] = {}
        others: dict[str, OtherSum] = {}
        primary = "game points" if self.rounds.by_games else "match points"
        for team in self.teams.values():
            for column, said, computed in self.rounds.apart(team):
                if not accepted:
                    raise self.rounds.refuse_apart(team, column, said, computed)
                if column == primary:
                    sums[str(team.number)] = computed
                else:
                    others[str(team.number)] = column, said, computed
        return sums, others

    def _team(self, team: TeamLine, drawn: int, numbered: bool) -> Entrant:
        """The team with its players, and the byes of the rounds that are still to be paired."""
        players = []
        for number in team.players:
            player = entrant_of(self.players[number], {}, numbered, self.header.estimated)
            players.append(replace(player, id=self.rounds.id_of(number)))
        asked = {
            bye.round or drawn + 1: self._requested(bye.code, bye.round or drawn + 1, team.number)
            for bye in reversed(self.header.byes)
            if bye.player == team.number and (bye.round or drawn + 1) > drawn
        }
        return Entrant(
            str(team.number),
            team.name,
            rating=team.strength,
            section=self.rounds.division_of.get(team.number, ""),
            venue=self.header.venues.get(team.number, ""),
            start_number=team.number if numbered else None,
            byes=tuple(asked[number] for number in sorted(asked)) if numbered else (),
            players=tuple(players),
        )

    def _requested(self, code: str, number: int, team: int) -> RequestedBye:
        score = self.rounds.worth(code, number, team)
        points = score.game_points if self.rounds.by_games else score.match_points
        return RequestedBye(number, points, code == "Z")

    def _must_exist(self, number: int, line: int) -> None:
        if number not in self.teams:
            problem = f"line {line}: team {number} does not exist"
            raise refuse(self.name, problem, "correct the number", line, 5)

    def _namesakes(self, order: list[TeamLine]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Teams of one name and players of one name; players under two spellings."""
        teams = [Entrant(str(team.number), team.name) for team in order]
        lines = [self.players[number] for team in order for number in team.players]
        players = [entrant_of(line, {}, False) for line in lines]
        names = [team.name for team in order for _ in team.players]
        places = [line.line for line in lines]
        same = (
            *namesakes(teams, [team.line for team in order], self.name),
            *namesakes(players, places, self.name, names),
        )
        return same, two_spellings(players, places, self.name)

    def _size(self, order: list[TeamLine], drawn: int | None) -> str:
        count = sum(len(team.players) for team in order)
        size = f"{counted(len(order), 'team')}, {counted(count, 'player')}"
        return size if drawn is None else f"{size}, {counted(drawn, 'round')}"

    def _warn_loose(self) -> None:
        """Players of no team are left out."""
        loose = [line for number, line in self.players.items() if number not in self.rounds.team_of]
        for player in loose:
            self.header.warnings.append(
                f"{at(self.name, player.line)}: player {player.number} is of no team (310, 013): "
                "left out"
            )

    def _settings(self) -> dict[str, Any]:
        header = self.header
        settings: dict[str, Any] = {"boards": self.rounds.boards, **self._ranked_by()}
        if header.rounds is not None:
            settings["rounds"] = header.rounds
        if header.match_worth_said:
            worth = header.match_worth
            settings |= {"win_points": worth["W"], "draw_points": worth["D"]}
            settings["loss_points"] = worth["L"]
        if header.bye_score is not None:
            settings["bye_points"] = header.bye_score.match_points
            settings["bye_game_points"] = header.bye_score.game_points
        for unusual in header.unusual:
            if (unusual.code, unusual.round, unusual.teams) == ("-", 0, ()):
                settings["forfeit_points"] = unusual.score.match_points
        return settings


_KINDS: dict[str, ByeKind] = {"U": "pairing", "H": "requested", "F": "requested", "Z": "absent"}
_KNOCKOUT = re.compile(r"knock.?out", re.IGNORECASE)
_TABLES = re.compile(r"scheveningen|schiller", re.IGNORECASE)
"""Systems whose tables give every board a colour of its own."""
_WHOLE = {
    "+-": GameResult.WHITE_FORFEIT,
    "-+": GameResult.BLACK_FORFEIT,
    "--": GameResult.DOUBLE_FORFEIT,
}


class _MatchWorth(NamedTuple):
    """What a match scores, as `Scoring` has it."""

    win_points: Points
    draw_points: Points
    loss_points: Points
    forfeit_points: Points
    by_games: bool = False


class _Board(NamedTuple):
    """A board by start numbers, 0 for nobody: the player of one team, of the other, their game."""

    one: int
    other: int
    game: FoundGame | None = None


class TeamRoundReader:
    """Rounds of teams, with what they scored on the way."""

    def __init__(
        self,
        name: str,
        header: TeamHeader,
        players: Mapping[int, PlayerLine],
        games: RoundReader,
        by_games: bool,
    ) -> None:
        self.name = name
        self.header = header
        self.players = players
        self.games = games
        self.by_games = by_games
        self.teams = header.entered()
        self.team_of = {
            player: team.number for team in self.teams.values() for player in team.players
        }
        self.division_of = {
            team: each.name for each in header.divisions for team in self._known(each)
        }
        """By team the division of a league (XXD)."""
        self.offset = max(self.teams, default=0)
        """Players have the Ids behind those of the teams."""
        self.scores = dict.fromkeys(self.teams, TeamScore())
        self.boards = len(header.colours) or self._largest_match()
        said = " ".join(header.details.get(key, "") for key in ("system", "type"))
        self.by_tables = bool(_TABLES.search(said))
        self.knockout = bool(_KNOCKOUT.search(said))
        self.adjustments: list[Adjustment] = []
        self._adjust(0)

    def _known(self, division: DivisionLine) -> tuple[int, ...]:
        """The teams of a division; `Refused` for one that the file has not."""
        for team in division.teams:
            if team not in self.teams:
                problem = f"line {division.line}: team {team} does not exist"
                raise refuse(self.name, problem, "correct the number", division.line)
        return division.teams

    def id_of(self, player: int) -> str:
        """The Id of a player; nobody's of 0."""
        return str(self.offset + player) if player else NOBODY

    def last(self) -> int:
        """The last round in which anybody met."""
        paired = [
            number
            for player in self.players.values()
            for number, cell in enumerate(player.cells, start=1)
            if cell is not None and (cell.opponent or cell.result in ("+", "U"))
        ]
        paired += [number for number, _ in self.header.forfeits]
        paired += [number for number, _ in self.header.lineups]
        paired += self.header.allocated
        return max(paired, default=0)

    def _largest_match(self) -> int:
        counts: dict[tuple[int, int], int] = {}
        for number, player in self.players.items():
            for round, cell in enumerate(player.cells, start=1):
                if cell is not None and cell.opponent and number in self.team_of:
                    key = round, self.team_of[number]
                    counts[key] = counts.get(key, 0) + 1
        return max(
            [*counts.values(), *(len(row) for row in self.header.lineups.values())], default=1
        )

    def round(self, number: int) -> Round:
        """A published round: its matches in the order of the tables, and the byes."""
        met = self._pairs(number)
        matches = [self._match(number, pair, games) for pair, games in met.items()]
        ordered = sorted(matches, key=self._table_order)
        numbered = tuple(
            self._when_and_where(number, replace(m, board=board, result=self._decided(number, m)))
            for board, m in enumerate(ordered, start=1)
        )
        paired = {team for pair in met for team in pair}
        playing = {self.division_of.get(team) for team in (*paired, *self._resting(number))}
        byes = tuple(
            self._bye(number, team)
            for team in sorted(self.teams)
            if team not in paired and self.division_of.get(team) in {*playing, None}
        )
        self._score(numbered, byes)
        self._adjust(number)
        return Round(number, RoundState.PUBLISHED, numbered, byes)

    def _when_and_where(self, number: int, match: Match) -> Match:
        """With its own day and venue (XXM): a match of another day waits until the season ends."""
        own = self.header.fixtures.get((number, frozenset(map(int, match.pair))))
        if own is None:
            return match
        due = max(self.header.rounds or 0, number) if own.date else match.due
        return replace(match, date=own.date, venue=own.venue, due=due)

    def _resting(self, number: int) -> Iterator[int]:
        """The teams that a line names without a match."""
        if number in self.header.allocated:
            yield self.header.allocated[number]
        yield from (bye.player for bye in self.header.byes if bye.round == number)

    # who met whom

    def _pairs(self, number: int) -> dict[frozenset[int], list[FoundGame]]:
        met: dict[frozenset[int], list[FoundGame]] = {}
        opponents: dict[int, int] = {}

        def meet(one: int, other: int, line: int) -> frozenset[int]:
            for team in (one, other):
                if team not in self.teams:
                    problem = f"round {number}: team {team} does not exist"
                    raise refuse(self.name, problem, "correct the number", line)
            for team, against in ((one, other), (other, one)):
                if opponents.setdefault(team, against) != against or one == other:
                    others = "itself" if one == other else f"{opponents[team]} and {against}"
                    problem = f"round {number}: team {team} meets {others}"
                    raise refuse(self.name, problem, "correct the players' opponents", line)
            return frozenset((one, other))

        for game in self.games.games(number):
            line = self.players[game.white].line
            for player in (game.white, game.black):
                if player not in self.team_of:
                    problem = f"round {number}: player {player} is of no team"
                    raise refuse(self.name, problem, "name him in a line 310", line)
            pair = meet(self.team_of[game.white], self.team_of[game.black], line)
            met.setdefault(pair, []).append(game)
        for (round, _), forfeit in self.header.forfeits.items():
            if round == number:
                met.setdefault(meet(forfeit.white, forfeit.black, forfeit.line), [])
        for (round, team), other in self.header.scheduled.items():
            if round == number and other:
                line = self.header.lineup_lines[round, team]
                met.setdefault(meet(team, other, line), [])
        return met

    def _decided(self, number: int, match: Match) -> Result | None:
        """The result; of a level match in a knockout with who went on: the team that plays the
        next round, of the final the one with the better rank. How that was found the file does
        not say: by the first rule of the boards that gives it, else `unknown`. Open where nothing
        says who won."""
        result = match.result
        if not self.knockout or not isinstance(result, TeamResult):
            return result
        if result.provisional or result.home != result.away or not result.home:
            return result
        following = {team for pair in self._pairs(number + 1) for team in pair}
        following |= {self.header.allocated.get(number + 1, 0)}
        on = [int(id) in following for id in match.pair]
        by_boards = [tiebreak_of(match.lineups, (rule,)) for rule in BOARD_RULES]
        known = [tiebreak for tiebreak in by_boards if tiebreak is not None]
        if on[0] != on[1]:
            side: Side = "white" if on[0] else "black"
        else:
            ranks = [self.teams[int(id)].rank for id in match.pair]
            if any(on) or None in ranks or ranks[0] == ranks[1]:
                return replace(result, tiebreak=known[0]) if known else None
            side = "white" if (ranks[0] or 0) < (ranks[1] or 0) else "black"
        same = [tiebreak for tiebreak in known if tiebreak.side == side]
        return replace(result, tiebreak=same[0] if same else TieBreak(side, "unknown"))

    def _match(self, number: int, pair: frozenset[int], games: Sequence[FoundGame]) -> Match:
        one, other = sorted(pair)
        boards = self._boards(number, one, other, games)
        forfeit = self.header.forfeits.get((number, pair))
        home = self._home(number, one, other, boards, forfeit)
        if home == other:
            boards = [_Board(b.other, b.one, b.game) for b in boards]
            one, other = other, one
        whole = None
        if forfeit and not any(b.game and b.game.result and b.game.result.played for b in boards):
            kind = forfeit.kind if forfeit.white == home else forfeit.kind[::-1]
            boards = self._filled(boards, one, other, kind)
            whole = _WHOLE[kind]
        lineups = tuple(self._board(number, at, board, whole) for at, board in enumerate(boards))
        return Match(0, str(one), str(other), result_of(lineups), lineups=lineups)

    def _filled(self, boards: list[_Board], one: int, other: int, kind: str) -> list[_Board]:
        """Of a forfeited match the boards of who came with players on them, in their order."""
        filled = []
        sides = {"+-": (one, 0), "-+": (0, other)}.get(kind, (0, 0))
        left, right = (
            [p for p in self.teams[team].players if all(p not in b[:2] for b in boards)]
            if team
            else []
            for team in sides
        )
        for board in boards:
            first = board.one or (left.pop(0) if left else 0)
            second = board.other or (right.pop(0) if right else 0)
            filled.append(_Board(first, second, board.game))
        return filled

    # which boards

    def _boards(
        self, number: int, one: int, other: int, games: Sequence[FoundGame]
    ) -> list[_Board]:
        """The boards of a match: by the lines 300, else by the order of the teams' lists."""
        game_of = {player: game for game in games for player in game.pair}
        lineups = [self.header.lineups.get((number, team)) for team in (one, other)]
        mine, theirs = (
            list(lineup) if lineup is not None else self._there(number, team, game_of)
            for lineup, team in zip(lineups, (one, other), strict=True)
        )
        if lineups[0] is not None:
            known = _by_lineup(mine, theirs, game_of, lineups[1] is not None)
        elif lineups[1] is not None:
            turned = _by_lineup(theirs, mine, game_of, False)
            known = [_Board(b.other, b.one, b.game) for b in turned]
        else:
            known = _merged(mine, theirs, game_of)
        boards = [_Board(one, other, game_of.get(one) or game_of.get(other))
                  for one, other, _ in known]  # fmt: skip
        self._refuse_lineups(number, boards, games)
        return [*boards, *[_Board(0, 0)] * (self.boards - len(boards))]

    def _refuse_lineups(
        self, number: int, boards: Sequence[_Board], games: Sequence[FoundGame]
    ) -> None:
        """`Refused` where a game is not on a board of its own, or there are too many boards."""
        pairs = {frozenset(board[:2]) for board in boards}
        for game in games:
            if frozenset(game.pair) not in pairs:
                line, (white, black) = self.players[game.white].line, game.pair
                problem = f"round {number}: {white} met {black}, and they sit at different boards"
                raise refuse(self.name, problem, "correct the line-up (300)", line)
        if len(boards) > self.boards:
            line = self.players[games[0].white].line if games else 1
            problem = f"round {number}: a match of {len(boards)} boards; there are {self.boards}"
            raise refuse(self.name, problem, "correct 352, or the line-ups (300)", line)

    def _there(self, number: int, team: int, game_of: Mapping[int, FoundGame]) -> list[int]:
        """Players of a team who sat at a board: those with a game, and those who won alone."""
        return [
            player
            for player in self.teams[team].players
            if player in game_of or self._code(player, number) == "+"
        ]

    def _code(self, player: int, number: int) -> str:
        cells = self.players[player].cells if player in self.players else ()
        cell = cells[number - 1] if number <= len(cells) else None
        return cell.result if cell is not None else ""

    def _home(
        self,
        number: int,
        one: int,
        other: int,
        boards: Sequence[_Board],
        forfeit: ForfeitLine | None,
    ) -> int:
        """The team that has the colours of 352; where no board has two players the first team of
        330, or of the lines 300 of both, else the lower number."""
        if self.by_tables:
            return one
        for index, board in enumerate(boards):
            if board.game is not None and not board.game.colourless:
                white = self.team_of[board.game.white]
                return white if self._home_white(index) else (other if white == one else one)
        if forfeit:
            return forfeit.white
        mine, theirs = (self.header.lineup_lines.get((number, team), 0) for team in (one, other))
        return other if 0 < theirs < mine else one

    def _home_white(self, at: int) -> bool:
        colours = self.header.colours
        return colours[at] == "W" if at < len(colours) else at % 2 == 0

    def _board(self, number: int, at: int, board: _Board, whole: GameResult | None) -> TeamBoard:
        """A board of the match, `board.one` being of the home team."""
        game, away_white = board.game, not self._home_white(at)
        if game is not None and not game.colourless:
            away_white = game.white == board.other
        home, away = self.id_of(board.one), self.id_of(board.other)
        white, black = (away, home) if away_white else (home, away)
        seat = TeamBoard(white, black, None, away_white)
        if whole is not None:
            return seat.with_home_result(whole)
        if game is not None:
            result = game.result
            if result and (game.white == board.other) != away_white:
                result = result.turned()
            return TeamBoard(white, black, result, away_white)
        return seat.with_home_result(self._alone(number, board))

    def _alone(self, number: int, board: _Board) -> GameResult | None:
        """A board without a game: won by whoever is there, unless his line says otherwise."""
        codes = [self._code(player, number) if player else "-" for player in board[:2]]
        if codes == ["-", "-"] or board[:2] == (0, 0):
            return GameResult.DOUBLE_FORFEIT
        if not board.other or codes[0] == "+":
            return GameResult.WHITE_FORFEIT
        if not board.one or codes[1] == "+":
            return GameResult.BLACK_FORFEIT
        return None

    # scores

    def _bye(self, number: int, team: int) -> Bye:
        code = self._bye_code(number, team)
        score = self.worth(code, number, team)
        points = (score.game_points, score.match_points)
        primary, secondary = points if self.by_games else points[::-1]
        return Bye(str(team), primary, _KINDS[code], secondary=secondary)

    def _bye_code(self, number: int, team: int) -> str:
        if self.header.allocated.get(number) == team:
            return "U"
        for asked in self.header.byes:
            if (asked.round, asked.player) == (number, team):
                return asked.code
        codes = {self._code(player, number) for player in self.teams[team].players}
        if "U" in codes:
            return "U"
        code_of_bye = next((code for code in "FH" if code in codes), "Z")
        return "F" if code_of_bye == "Z" and "+" in codes else code_of_bye

    def worth(self, code: str, number: int, team: int) -> TeamScore:
        """What a round without a match brings: by 299, by 320, or as a match of that result."""
        for unusual in self.header.unusual:
            all_of_them = not unusual.teams and unusual.round in (0, number)
            one = team in unusual.teams and unusual.round in (0, number)
            if unusual.code == code and (all_of_them or one):
                return unusual.score
        won, drawn = self.header.match_worth["W"], self.header.match_worth["D"]
        half = TeamScore(drawn, self.boards * HALF)
        if code == "U":
            return self.header.bye_score or half
        return {"F": TeamScore(won, self.boards * HALF * 2), "H": half}.get(code, TeamScore())

    def _primary(self, team: int) -> Points:
        score = self.scores[team]
        return score.game_points if self.by_games else score.match_points

    def _table_order(self, match: Match) -> tuple[Points, Points, int]:
        """C.04.2: by the higher team's score before the round, the sum of both, its number."""
        both = [(self._primary(int(id)), -int(id)) for id in match.pair]
        return -max(both)[0], -sum((points for points, _ in both), NIL), -max(both)[1]

    def _score(self, matches: Sequence[Match], byes: Sequence[Bye]) -> None:
        worth = self.header.match_worth
        lost = [u.score.match_points for u in self.header.unusual if (u.code, u.teams) == ("-", ())]
        forfeit = lost[0] if lost else worth["L"]
        scoring = _MatchWorth(worth["W"], worth["D"], worth["L"], forfeit)
        for match in matches:
            if isinstance(match.result, TeamResult):
                for id in match.pair:
                    side = match.side(id)
                    points = match.result.match_points(side, cast(Scoring, scoring))
                    self.scores[int(id)] += TeamScore(points, match.result.games(side))
        for bye in byes:
            points, games = bye.points, bye.secondary
            score = TeamScore(games, points) if self.by_games else TeamScore(points, games)
            self.scores[int(bye.entrant)] += score

    def _adjust(self, number: int) -> None:
        """Points given or taken with that round (299 without a type)."""
        for unusual in self.header.unusual:
            if unusual.code or unusual.round != number:
                continue
            for team in unusual.teams or self.teams:
                if team not in self.teams:
                    problem = f"team {team} does not exist"
                    raise refuse(self.name, problem, "correct line 299")
                score = unusual.score
                points = score.game_points if self.by_games else score.match_points
                if points:
                    why = GIVEN if points > 0 else TAKEN
                    self.adjustments.append(Adjustment(str(team), points, why, number))
                primary = TeamScore(NIL, points) if self.by_games else TeamScore(points)
                self.scores[team] += primary

    def apart(self, team: TeamLine) -> Iterator[tuple[OtherPoints, Points, Points]]:
        """(column, the file's points, those computed) where the columns of 310 differ."""
        score = self.scores[team.number]
        adjusted = sum((a.points for a in self.adjustments if a.entrant == str(team.number)), NIL)
        for column, said, computed in _columns(team, score):
            usual = computed - adjusted if (column == "game points") == self.by_games else computed
            if said is not None and said not in (computed, usual):
                yield column, said, computed

    def refuse_apart(
        self, team: TeamLine, column: OtherPoints, said: Points, computed: Points
    ) -> Refused:
        """The refusal of a column of 310 that is not what the rounds add up to."""
        where = "55-60" if column == "match points" else "62-67"
        problem = f"team {team.number}: {column} (columns {where}) {said}, the rounds add to"
        return refuse(self.name, f"{problem} {computed:.1f}", "correct one of them", team.line)


def _columns(
    team: TeamLine, score: TeamScore
) -> Iterator[tuple[OtherPoints, Points | None, Points]]:
    yield "match points", team.match_points, score.match_points
    yield "game points", team.game_points, score.game_points


def _by_lineup(
    mine: Sequence[int], theirs: list[int], game_of: Mapping[int, FoundGame], both: bool
) -> list[_Board]:
    """Boards in the order of one team's line-up; with `both` the other team has one too."""
    if both:
        longer = max(len(mine), len(theirs))
        rows = (list(side) + [0] * (longer - len(side)) for side in (mine, theirs))
        return [_Board(one, other) for one, other in zip(*rows, strict=True)]
    alone = [player for player in theirs if player not in game_of]
    boards = []
    for player in mine:
        game = game_of.get(player)
        if game is not None:
            boards.append(_Board(player, game.opponent(player)))
        else:
            boards.append(_Board(player, alone.pop(0) if alone and not player else 0))
    return [*boards, *(_Board(0, player) for player in alone)]


def _merged(
    mine: Sequence[int], theirs: Sequence[int], game_of: Mapping[int, FoundGame]
) -> list[_Board]:
    """Boards in the order of both lists; where these disagree, in that of the first."""
    boards: list[_Board] = []
    left = list(theirs)
    for player in mine:
        game = game_of.get(player)
        if game is None:
            boards.append(_Board(player, 0))
            continue
        opponent = game.opponent(player)
        while left and left[0] not in game_of:
            boards.append(_Board(0, left.pop(0)))
        boards.append(_Board(player, opponent))
        left.remove(opponent)
    return [*boards, *(_Board(0, player) for player in left)]
