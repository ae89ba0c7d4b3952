"""TRF files of chess teams read: teams with their players, line-ups, results by board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.entrants import Entrant, RequestedBye
from engine.points import HALF, NIL, ONE, Points, counted
from engine.refusal import Refused
from formats.registry import format_named
from saves.foreign import at, first_of, refuse
from saves.namesakes import namesakes, two_spellings
from saves.safe_text import safe
from saves.trf_codes import GAME_POINTS, Header
from saves.trf_file import (
    OtherSum,
    TrfFile,
    accelerations_of,
    details_of,
    entrant_of,
    forbidden_of,
    rounds_left_note,
)
from saves.trf_later import read_later
from saves.trf_lines import PlayerLine
from saves.trf_rounds import RoundReader
from saves.trf_systems import code_and_words, system_of
from saves.trf_teams_lines import TeamHeader, TeamLine
from saves.trf_teams_rounds import TeamRoundReader

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
        from engine.protocol import ReadFromFiles, part_of

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
        notes += [] if players_only else [*self.games.unknown_notes()]
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
