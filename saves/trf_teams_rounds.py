"""The matches of a TRF file of teams: who met whom, on which boards, from the players' games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from engine.event import NOBODY, Adjustment, Bye, ByeKind, Match, Round, RoundState, TeamBoard
from engine.match_results import BOARD_RULES, TeamResult, TieBreak, result_of, tiebreak_of
from engine.points import HALF, NIL, Points
from engine.refusal import Refused
from engine.results import GameResult, Result, Scoring, Side
from engine.teams import TeamScore
from saves.foreign import refuse
from saves.trf_abnormal import GIVEN, TAKEN
from saves.trf_file import OtherPoints
from saves.trf_lines import PlayerLine
from saves.trf_rounds import FoundGame, RoundReader
from saves.trf_teams_lines import DivisionLine, ForfeitLine, TeamHeader, TeamLine

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
        for at, board in enumerate(boards):
            if board.game is not None and not board.game.colourless:
                white = self.team_of[board.game.white]
                return white if self._home_white(at) else (other if white == one else one)
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
