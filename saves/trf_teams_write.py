"""TRF files of chess teams: the players' games in their lines, and the lines of the teams (TRF26).

Columns as in the specification of TRF26 and in the sample file of FIDE's Technical Commission, from
which those of 801 are taken: the specification gives formulas for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple, cast

from engine.actions.postponing import VENUE_LIMIT
from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Bye, Event, Match, Round, TeamBoard
from engine.event_data import UNKNOWN_DATE, detail, division_times, times_of
from engine.match_results import TeamResult, result_of
from engine.points import HALF, NIL, ONE, Points
from engine.protocol import Format, OverASeason, part_of
from engine.refusal import Refused
from engine.results import GameResult, Scoring, Side
from engine.teams import TeamScore, bye_score, lineup_of, match_score, standing_order, team_scores
from engine.waiting import adjourned
from formats.teams import team_settings
from saves.trf_abnormal import team_abnormal_line
from saves.trf_codes import GAME_POINTS
from saves.trf_draw import added_lines26
from saves.trf_writer import (
    LAST_NUMBER,
    TrfWriter,
    amount_text,
    one_line,
    player_record,
    result_code,
)

TEAM_NAME = 32
LAST_TEAM = 999
NICKNAME = 5
_BYE_NAMES = {"U": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}
_BYE_LETTERS = {"U": "P", "F": "F", "H": "H", "Z": "Z"}
_PLACES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FORFEITS = {"+/-": "+-", "-/+": "-+", "-/-": "--"}


class _Games(NamedTuple):
    """What a game is worth in a match of teams: 162 as it is by itself."""

    win_points: Points = ONE
    draw_points: Points = HALF
    loss_points: Points = NIL
    forfeit_points: Points = NIL
    by_games: bool = True


class _Seat(NamedTuple):
    """A player in a round: the board from his side."""

    opponent: EntrantId
    side: Side
    result: GameResult | None


class _Rest(NamedTuple):
    """A round without a match: the code, and what it brings."""

    code: str
    score: TeamScore


class TeamTrfWriter(TrfWriter):
    """The lines of a file of teams: numbers of teams wherever a line is of teams."""

    word = "team"

    def __init__(self, event: Event, format: Format, trf26: bool, next_round: bool) -> None:
        super().__init__(event, format, trf26, next_round)
        self.teams = len(self.order)
        self.player_numbers = _player_numbers(self.order)
        self.scores = team_scores(event)
        self.boards = max((len(m.lineups) for r in self.rounds for m in r.matches), default=0)
        self.boards = self.boards or getattr(event.settings, "boards", 0)
        self.seats = {round.number: _seats(round) for round in self.rounds}
        self.rests: dict[int, dict[EntrantId, _Rest]] = {
            round.number: self._rests(round) for round in self.rounds
        }
        self.unusual: dict[tuple[str, TeamScore, int], list[int]] = {}

    @staticmethod
    def refuse_unfit(event: Event, format: Format) -> None:
        """`Refused` for a match whose games are not known one by one."""
        if len(event.entrants) > LAST_TEAM:
            raise Refused(f"TRF has room for {LAST_TEAM} teams", "", "export as csv")
        for round in event.published:
            seats = [id for match in round.matches for id in match.pair]
            if len(set(seats)) < len(seats):
                called = event.called(round.number)
                why = "TRF has one match a team and round"
                raise Refused(f"a team has several matches in {called}", why, "export as csv")
            for match in round.matches:
                where = f"{event.called(round.number)}, {event.board_name(match.board)}"
                if not match.lineups:
                    why = "TRF has the games of the players"
                    raise Refused(f"{where} has no boards", why, "export as csv, text or html")
                if any(not board.result for board in _boards(match)) and match.result is not None:
                    raise Refused(
                        f"{where} has the result {match.result.text} as a whole",
                        "TRF has the games of the players",
                        "enter the results of its boards",
                    )

    def players(self) -> Sequence[Entrant]:
        """The teams' players."""
        return [player for team in self.order for player in team.players]

    def participants(self) -> Iterator[str]:
        """Players in the order of their numbers."""
        rows = [(player, *self._player_cells(player)) for player in self.players()]
        totals = sorted((points for _, _, points in rows), reverse=True)
        for player, cells, points in sorted(rows, key=lambda row: self.player_numbers[row[0].id]):
            number, rank = self.player_numbers[player.id], totals.index(points) + 1
            yield player_record(player, number, player.rating, rank, points, cells)

    def _player_cells(self, player: Entrant) -> tuple[list[str], Points]:
        cells: list[str] = []
        total = NIL
        for round in self.rounds:
            seat = self.seats[round.number].get(player.id)
            if seat is None:
                code = self._with_team(player.id, round)
                cells.append(f"0000 - {code}")
                continue
            code = result_code(seat.result, seat.side) if seat.result else " "
            if seat.opponent == NOBODY:
                cells.append(f"0000 - {code}")
            else:
                cells.append(f"{self.player_numbers[seat.opponent]:>4} {seat.side[0]} {code}")
            if seat.result:
                total += seat.result.points(seat.side, cast(Scoring, _Games()))
        return cells, total

    def _with_team(self, id: EntrantId, round: Round) -> str:
        """The code of the team's bye for those who would have played: in TRF16, which has no lines
        for byes of teams, and for byes of the draw beside the one that 320 has room for."""
        for team, rest in self.rests[round.number].items():
            if self.trf26 and (rest.code != "U" or team == self._in_320(round)):
                continue
            if id in standing_order(self.event.entrant(team), round.number, self.boards):
                return rest.code
        return "Z"

    # lines of the tournament

    def ranking_points(self) -> str:
        """Game points by their own code: not every system says them in 192."""
        return GAME_POINTS if self.event.settings.by_games else super().ranking_points()

    def _codes16(self) -> Iterator[str]:
        yield f"XXR {self.planned}"
        yield from self._old_teams()

    def _codes26(self) -> Iterator[str]:
        yield f"142 {self.planned}"
        if colour := self.format.first_colour(self.event):
            yield f"152 {colour}"
        if adjourned(self.event):
            yield f"162  X{HALF:>4.1f}"
        yield from self._tie_break_lines()
        yield f"352 {''.join(self._colours())}"
        settings = self.event.settings
        worth = {"W": settings.win_points, "D": settings.draw_points, "L": settings.loss_points}
        if worth != {"W": Decimal(2), "D": ONE, "L": NIL}:
            said = (f"T{code}{amount_text(points):>4}" for code, points in worth.items())
            yield f"362 {'   '.join(said)}"
        nicknames = self._nicknames()
        for team in self.order:
            yield self._team(team, nicknames[team.id])
        yield from self._old_teams()
        for name, teams in self._divisions().items():
            numbers = " ".join(f"{self.numbers[team.id]:03}" for team in teams)
            yield f"XXD {one_line(name, TEAM_NAME):<{TEAM_NAME}} {numbers}"
        if part_of(self.format, OverASeason) is not None:
            yield from self._season()
        yield from self._byes()
        match_points = not settings.by_games
        yield from added_lines26(self._added(), match_points=match_points)
        yield from self._bars26()
        for round in self.rounds:
            yield from self._out_of_order(round)
        yield self._allocated()
        for round in self.rounds:
            yield from self._forfeits(round)
        yield from self._informative(nicknames)

    def _colours(self) -> list[str]:
        """352: the home team's colours, as most matches have them: in some of a file a board was
        played with the others."""
        turned = [Counter[bool]() for _ in range(self.boards)]
        for match in (match for round in self.rounds for match in round.matches):
            for at, board in enumerate(match.lineups):
                turned[at][board.away_white] += 1
        most = (each.most_common(1)[0][0] if each else at % 2 for at, each in enumerate(turned))
        return ["WB"[away_white] for away_white in most]

    def _team(self, team: Entrant, nickname: str) -> str:
        """310: number 5-7, name 9-40, nickname 42-46, strength 48-53, match points 55-60, game
        points 62-67, rank 69-71, players from 74 on."""
        number, score = self.numbers[team.id], self.scores[team.id]
        name, rank = one_line(team.name, TEAM_NAME), self.ranks.get(team.id, number)
        line = (
            f"310 {number:>3} {name:<{TEAM_NAME}} {nickname:<{NICKNAME}} {team.rating or '':>6} "
            f"{score.match_points:>6.1f} {score.game_points:>6.1f} {rank:>3} "
        )
        numbers = (f" {self.player_numbers[player.id]:>4}" for player in team.players)
        return (line + "".join(numbers)).rstrip()

    def _old_teams(self) -> Iterator[str]:
        """013: name 5-36, players from 37 on; still to be reported beside 310."""
        for team in self.order:
            name = one_line(team.name, TEAM_NAME)
            numbers = (f"{self.player_numbers[player.id]:>4}" for player in team.players)
            yield f"013 {name:<{TEAM_NAME}}{' '.join(numbers)}".rstrip()

    def _nicknames(self) -> Mapping[EntrantId, str]:
        """Five letters of the name, each once."""
        used: set[str] = set()
        nicknames: dict[EntrantId, str] = {}
        for team in self.order:
            letters = "".join(c for c in one_line(team.name, TEAM_NAME).upper() if c.isalnum())
            nickname, again = letters[:NICKNAME], 1
            while nickname in used or not nickname:
                again += 1
                nickname = f"{letters[: NICKNAME - len(str(again))]}{again}"
            used.add(nickname)
            nicknames[team.id] = nickname
        return nicknames

    # byes

    def _rests(self, round: Round) -> dict[EntrantId, _Rest]:
        """Everybody without a match in that round."""
        rests = {bye.entrant: self._rest(bye) for bye in round.byes}
        met = {id for match in round.matches for id in match.pair}
        for team in self.order:
            if team.id not in met and team.id not in rests:
                rests[team.id] = _Rest("Z", TeamScore())
        return rests

    def _rest(self, bye: Bye) -> _Rest:
        """The bye of the draw where it is worth what all are (320), else a code of 240."""
        score = bye_score(self.event, bye)
        if bye.kind == "pairing" and score == self._bye_worth26:
            return _Rest("U", score)
        return _Rest(self._code(score.match_points), score)

    @property
    def _bye_worth26(self) -> TeamScore:
        settings = self.event.settings
        return TeamScore(*getattr(settings, "bye_scores", (settings.bye_points, NIL)))

    def _code(self, match_points: Points) -> str:
        settings = self.event.settings
        codes = {NIL: "Z", settings.draw_points: "H", settings.win_points: "F"}
        return codes.get(match_points, "Z")

    def _usual(self, code: str) -> TeamScore:
        """What a bye of 240 is worth by itself: the match, and all or half of its boards."""
        settings = self.event.settings
        return {
            "F": TeamScore(settings.win_points, Decimal(self.boards)),
            "H": TeamScore(settings.draw_points, self.boards * HALF),
            "U": self._bye_worth26,
        }.get(code, TeamScore())

    def _byes(self) -> Iterator[str]:
        """240: byes of the rounds played, and who is not there in those to come."""
        rows: dict[tuple[int, str], list[int]] = {}
        for number, rests in self.rests.items():
            over = self._over(number)
            for id, rest in rests.items():
                if id in over:
                    continue
                self._note(rest.code, rest.score, number, id)
                if rest.code != "U":
                    rows.setdefault((number, rest.code), []).append(self.numbers[id])
        for number in range(len(self.rounds) + 1, self.planned + 1):
            for team in self.order:
                if not team.to_be_paired(number):
                    asked = team.bye_in(number) if team.active(number) else None
                    points = asked.points if asked else NIL
                    other = team_settings(self.event).other_points_of_bye(points)
                    score = bye_score(self.event, Bye(team.id, points, secondary=other))
                    code = self._code(score.match_points)
                    self._note(code, score, number, team.id)
                    rows.setdefault((number, code), []).append(self.numbers[team.id])
        for (number, code), teams in sorted(rows.items()):
            yield f"240 {code} {number:03} {' '.join(f'{team:04}' for team in sorted(teams))}"

    def _divisions(self) -> Mapping[str, Sequence[Entrant]]:
        """Of a league its teams by division, from the top."""
        if part_of(self.format, OverASeason) is None:
            return {}
        names: dict[str, str] = {}
        divided: dict[str, list[Entrant]] = {}
        for team in self.order:
            if said := team.section.strip():
                divided.setdefault(names.setdefault(said.casefold(), said), []).append(team)
        return divided

    def _season(self) -> Iterator[str]:
        """When and where a league plays, as far as 132 has no room for it: lines of this
        program."""
        schedule, divided = detail(self.event, "schedule"), division_times(self.event)
        if any(at and at.time for at in times_of(schedule)):
            yield f"XXT {'':{TEAM_NAME}} {schedule}"
        for name in self._divisions():
            if times := divided.get(name.casefold()):
                days = ", ".join(at.text if at else UNKNOWN_DATE for at in times)
                yield f"XXT {one_line(name, TEAM_NAME):<{TEAM_NAME}} {days}"
        for team in self.order:
            if team.venue:
                yield f"XXV {self.numbers[team.id]:>3} {one_line(team.venue, VENUE_LIMIT)}"
        for round in self.rounds:
            for match in round.matches:
                if match.date or match.venue:
                    home, away = (self.numbers[id] for id in match.pair)
                    where = one_line(match.venue, VENUE_LIMIT)
                    line = f"XXM {round.number:>3} {home:>3} {away:>3} {match.date:<16} {where}"
                    yield line.rstrip()

    def _over(self, number: int) -> frozenset[EntrantId]:
        """The teams of divisions that have fewer rounds."""
        round = next(r for r in self.rounds if r.number == number)
        there = {id for m in round.matches for id in m.pair} | {b.entrant for b in round.byes}
        divided = [{team.id for team in teams} for teams in self._divisions().values()]
        return frozenset(id for ids in divided if not ids & there for id in ids)

    def _note(self, code: str, score: TeamScore, number: int, id: EntrantId) -> None:
        """For a line 299, where the bye is not worth what its code says."""
        if score != self._usual(code):
            self.unusual.setdefault((code, score, number), []).append(self.numbers[id])

    def _allocated(self) -> str:
        """320: match points 5-8, game points 10-13, from 15 on the team of each round."""
        worth, teams = self._bye_worth26, []
        for round in self.rounds:
            had = self._in_320(round)
            teams.append(f"{self.numbers[had] if had is not None else 0:03}")
        points = f"{worth.match_points:>4.1f} {worth.game_points:>4.1f}"
        return f"320 {points} {' '.join(teams)}".rstrip()

    def _in_320(self, round: Round) -> EntrantId | None:
        """Who had the bye of the draw; of several teams the one with the smallest number."""
        resting = (id for id, rest in self.rests[round.number].items() if rest.code == "U")
        return min(resting, key=self.numbers.__getitem__, default=None)

    # matches

    def _out_of_order(self, round: Round) -> Iterator[str]:
        """300: round 5-7, team 9-11, opponent 13-15, players from 17 on, for a line-up that does
        not follow the team's list or has an empty board."""
        for match in round.matches:
            for id in match.pair:
                lineup = lineup_of(match, id)
                places = {p.id: at for at, p in enumerate(self.event.entrant(id).players)}
                order = [places[player] for player in lineup if player != NOBODY]
                if len(order) == len(lineup) and order == sorted(order):
                    continue
                numbers = (self.player_numbers.get(player, 0) for player in lineup)
                players = " ".join(f"{number:04}" for number in numbers)
                own, other = self.numbers[id], self.numbers[match.opponent(id)]
                yield f"300 {round.number:03} {own:03} {other:03} {players}"

    def _forfeits(self, round: Round) -> Iterator[str]:
        """330: type 5-6, round 8-10, home team 12-14, the other 16-18."""
        for match in round.matches:
            kind = _FORFEITS.get(match.result.text) if match.result else None
            if kind:
                home, away = (self.numbers[id] for id in match.pair)
                yield f"330 {kind} {round.number:03} {home:03} {away:03}"

    def _abnormal_points(self) -> Iterator[str]:
        """299: byes of unusual worth, a match lost by forfeit, points given or taken."""
        settings = self.event.settings
        if settings.forfeit_points:
            yield team_abnormal_line("-", settings.forfeit_points, NIL, 0, ())
        for adjustment in self.event.adjustments:
            points = adjustment.points
            score = TeamScore(NIL, points) if settings.by_games else TeamScore(points)
            key = ("", score, adjustment.round)
            self.unusual.setdefault(key, []).append(self.numbers[adjustment.entrant])
        for code, score, number in sorted(self.unusual, key=lambda key: (key[2], key[0], str(key))):
            teams = sorted(self.unusual[code, score, number])
            for team in teams if not code else ():
                yield team_abnormal_line(code, *score_of(score), number, (team,))
            if code:
                yield team_abnormal_line(code, *score_of(score), number, teams)

    # for people who read the file

    def _informative(self, nicknames: Mapping[EntrantId, str]) -> Iterator[str]:
        """801 with the boards, and 802 with the game points of each match."""
        rows: list[str] = []
        for team in self.order:
            score, number = self.scores[team.id], self.numbers[team.id]
            nickname = f"{nicknames[team.id]:<{NICKNAME}}"
            long = (
                f"801 {number:>2} {nickname} {score.match_points:>4.1f} {score.game_points:>4.1f}"
            )
            short = (
                f"802 {number:>3} {nickname} {score.match_points:>6.1f} {score.game_points:>6.1f}"
            )
            for round in self.rounds:
                boards, points = self._in_round(team, round)
                long, short = f"{long} {boards}", f"{short} {points}   "
            yield long.rstrip()
            rows.append(short.rstrip())
        yield from rows

    def _in_round(self, team: Entrant, round: Round) -> tuple[str, str]:
        """A round of 801 (`14 b =0=1 1234`) and of 802 (`14 b  2.0`)."""
        rest = self.rests[round.number].get(team.id)
        if rest is not None:
            letters = _BYE_LETTERS[rest.code] * self.boards
            points = f"{_BYE_NAMES[rest.code]}   {rest.score.game_points:>4.1f} "
            return f"{'':>3}   {letters} {'':{self.boards}}", points
        match = next(m for m in round.matches if team.id in m.pair)
        side = match.side(team.id)
        place = {player.id: at for at, player in enumerate(team.players, start=1)}
        codes = ids = ""
        for board in _boards(match):
            away = side == "black"
            colour: Side = "white" if away == board.away_white else "black"
            codes += result_code(board.result, colour) if board.result else " "
            at = place.get(board.away if away else board.home, 0)
            ids += _PLACES[at] if at < len(_PLACES) else "*"
        opponent, colour_letter = self.numbers[match.opponent(team.id)], side[0]
        games = match_score(self.event, match, side).game_points
        forfeit = "f" if match.result and match.result.text in _FORFEITS else " "
        return (
            f"{opponent:>3} {colour_letter} {codes} {ids}",
            f"{opponent:>3} {colour_letter} {games:>4.1f}{forfeit}",
        )


def score_of(score: TeamScore) -> tuple[Points, Points]:
    """Match points, game points."""
    return score.match_points, score.game_points


def _player_numbers(teams: Sequence[Entrant]) -> Mapping[EntrantId, int]:
    """Numbers of lines 001: those of the file that the players come from, else team by team."""
    players = [player for team in teams for player in team.players]
    if len(players) > LAST_NUMBER:
        raise Refused(f"TRF has room for {LAST_NUMBER} players", "", "export as csv")
    start_numbers = [player.start_number for player in players]
    if all(start_numbers) and len(set(start_numbers)) == len(start_numbers):
        return {player.id: player.start_number or 0 for player in players}
    return {player.id: number for number, player in enumerate(players, start=1)}


def _boards(match: Match) -> tuple[TeamBoard, ...]:
    """The boards; those of a match that was forfeited as a whole with a forfeit each."""
    result = match.result
    if not isinstance(result, TeamResult) or result_of(match.lineups) is not None:
        return match.lineups
    games = {
        "+/-": GameResult.WHITE_FORFEIT,
        "-/+": GameResult.BLACK_FORFEIT,
        "-/-": GameResult.DOUBLE_FORFEIT,
    }
    game = games.get(result.text)
    if game is None:
        return match.lineups
    return tuple(board.with_home_result(game) for board in match.lineups)


def _seats(round: Round) -> dict[EntrantId, _Seat]:
    """By player the board in that round."""
    seats: dict[EntrantId, _Seat] = {}
    for match in round.matches:
        for board in _boards(match):
            if board.white != NOBODY:
                seats[board.white] = _Seat(board.black, "white", board.result)
            if board.black != NOBODY:
                seats[board.black] = _Seat(board.white, "black", board.result)
    return seats
