"""TRF files written: TRF16 in its columns, or TRF26 with its codes for scoring, byes and bars.

First the file; then the lines of single players; then those of chess teams, whose players' games
stand in their lines. Columns as in the specification of TRF26 and in the sample file of FIDE's
Technical Commission, from which those of 801 are taken: the specification gives formulas for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple, cast

from engine.actions.postponing import VENUE_LIMIT
from engine.byes import full_byes
from engine.entrants import Entrant, EntrantId
from engine.event import (
    COLOUR_NAMES,
    NOBODY,
    Adjustment,
    Bye,
    Departure,
    Event,
    Match,
    PlaceInRound,
    Round,
    TeamBoard,
)
from engine.event_data import (
    UNKNOWN_DATE,
    detail,
    division_times,
    event_dates,
    starting_position,
    time_control_code,
    times_of,
)
from engine.lots import tie_order, tie_text
from engine.match_results import TeamResult, result_of
from engine.points import HALF, NIL, ONE, Points
from engine.protocol import Format, OverASeason, PlayedByTeams, pairing_numbers, part_of, renumbered
from engine.refusal import Refused
from engine.results import GameResult, Outcome, Scoring, Side
from engine.teams import (
    TeamScore,
    bye_score,
    lineup_of,
    match_score,
    player_numbers,
    players_of,
    standing_order,
    team_scores,
)
from engine.waiting import adjourned
from engine.warning_words import record_words
from engine.warnings import BREAKS_RULE, STRICT_LEFT
from formats.teams import team_settings
from saves.for_others import single_result
from saves.safe_text import safe
from saves.trf_codes import (
    ABSENT_LINE,
    DETAILS,
    ESTIMATED_LINE,
    EXPELLED_LINE,
    GAME_POINTS,
    HEAD,
    STRICT_LEFT_LINE,
    TAIL,
    dates_in_columns,
)
from saves.trf_comments import IN_A_LINE, later_lines, tie_lines
from saves.trf_lines import UNKNOWN, later_words, list_words, method_record, reported
from saves.trf_points import (
    FROM_FILE,
    abnormal_line,
    added_lines16,
    added_lines26,
    team_abnormal_line,
)

LINE_END = "\r\n"
NAME_WIDTH = 33
LAST_NUMBER = 9999
REMARK = 300
"""Characters of a comment."""
PROGRAM = "Topboard"
"""Named in 182 where the event names nobody else."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DETAIL_CODES = {name: code for code, name in DETAILS.items() if name not in ("type", "system")}
_TRF26_ONLY = ("controller", "time_control_code")
_CODES = {Outcome.WIN: "1W", Outcome.DRAW: "=D", Outcome.LOSS: "0L"}
"""Of a game played, and of one of less than a move."""
_IN_COMMENTS = ("organiser", "rating_type", "variant", "remarks")
"""What TRF has no code for."""
TEAM_NAME = 32
LAST_TEAM = 999
NICKNAME = 5
_BYE_NAMES = {"U": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}
_BYE_LETTERS = {"U": "P", "F": "F", "H": "H", "Z": "Z"}
_PLACES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FORFEITS = {"+/-": "+-", "-/+": "-+", "-/-": "--"}


def write_trf(
    event: Event,
    format: Format,
    *,
    trf26: bool = False,
    next_round: bool = False,
    interim: bool = False,
    encoding: str = "utf-8",
) -> bytes:
    """The event's published rounds as a TRF file.

    Players have their start numbers; where somebody came late and ranks by rating, the places
    in pairing order instead (C.04.2, 2.5), for whoever draws or checks by the file.

    Points are those of games and byes. TRF26 has lines for the arbiter's adjustments (299), which
    then are in the points; in TRF16 they are in a comment, as other programs refuse sums that
    do not add up. `next_round` writes the byes asked for in the round to be paired, as pairing
    engines want them; without it TRF16 has no place for them. `interim` is a file for exchange
    during the tournament (ITDX): an adjourned game has `?` for its result, an open one none.
    Else `Refused` while a game is adjourned, and while one is open in the last round; always for
    matches that TRF has no columns for.
    """
    _refuse_unfit(event, format, interim)
    writer = _writer_of(format)(event, format, trf26, next_round)
    text = LINE_END.join(writer.lines()) + LINE_END
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        letter = text[error.start]
        problem = f"{letter!r} cannot be written in {encoding}"
        raise Refused(problem, "", "write the file as utf-8") from None


def _writer_of(format: Format) -> type[TrfWriter]:
    if part_of(format, PlayedByTeams) is None:
        return TrfWriter
    return TeamTrfWriter


def _refuse_unfit(event: Event, format: Format, interim: bool) -> None:
    if not event.entrants:
        raise Refused("the entry list is empty", "", "enter the players first")
    _writer_of(format).refuse_unfit(event, format)
    if not interim:
        _refuse_unsettled(event, format)


def _refuse_unsettled(event: Event, format: Format) -> None:
    """A report needs every result; of a tournament that goes on, those of adjourned games."""
    during = "enter the result first, or make an interim file"
    if waiting := adjourned(event):
        number, board = waiting[0]
        problem = f"{event.called(number)}, {event.board_name(board)} is adjourned"
        raise Refused(problem, "a TRF file needs its result", during, shell="--interim")
    if len(event.published) < (format.rounds_planned(event) or 1):
        return
    for round in event.published:
        for match in round.matches:
            if match.open:
                problem = (
                    f"{event.called(round.number)}, {event.board_name(match.board)} has no result"
                )
                why = "the last round is published: it is the report"
                raise Refused(problem, why, during, shell="--interim")


class TrfWriter:
    """The lines of a file of single players; `TeamTrfWriter` has those of teams."""

    word = "player"
    """Whose numbers the lines on byes, bars and adjustments have."""
    teams = 0
    """Their number (082)."""

    def __init__(self, event: Event, format: Format, trf26: bool, next_round: bool) -> None:
        self.event = event
        self.format = format
        self.trf26 = trf26
        self.rounds = event.published
        planned = format.rounds_planned(event)
        self.planned = max(planned or 0, len(self.rounds))
        self.absences_until = self.planned if planned else len(self.rounds) + 1
        """The last round that absences are written of: where play decides how many there will be,
        the next one."""
        self.system = format.report_type(event)
        self.numbers = pairing_numbers(format, event)
        self.player_numbers: Mapping[EntrantId, int] = self.numbers
        """Those of the lines 001."""
        self.order = sorted(event.entrants, key=lambda e: self.numbers[e.id])
        ranking = format.standings(event)[0].rows if self.rounds else ()
        self.ranking = ranking
        self.ranks = {row.id: row.rank for row in ranking}
        if ranking:
            self.ranks |= {e.id: len(self.order) for e in event.entrants if e.expelled}
        self.places: dict[int, dict[EntrantId, Match | Bye]] = {
            r.number: {
                **{id: match for match in r.matches for id in match.pair},
                **{bye.entrant: bye for bye in r.byes},
            }
            for r in self.rounds
        }
        self.to_come = len(self.rounds) + 1 if next_round else None
        self.reported = reported(event) if trf26 else {}
        self.abnormal: dict[tuple[str, Points, int], list[int]] = {}
        details = dict(event.details)
        self.head, self.tail = (details.get(key, "").split("\n") for key in (HEAD, TAIL))
        """Lines of the file that the event comes from, kept as they are."""

    @staticmethod
    def refuse_unfit(event: Event, format: Format) -> None:
        """`Refused` for what these lines have no columns for."""
        _refuse_no_games(event, format)

    def lines(self) -> Iterator[str]:
        """Every line, in the order of the file."""
        # a file that was read and is written again has these comments already
        known = {*self.head, *self.tail}
        yield from (line for line in self._head() if line not in known)
        yield from filter(None, self.head)
        yield from self.participants()
        yield from self._codes26() if self.trf26 else self._codes16()
        if self.trf26:
            yield from self._abnormal_points()
        yield from filter(None, self.tail)
        yield from (line for line in self._comments() if line not in known)

    def participants(self) -> Iterator[str]:
        """Who takes part: players, and their national ratings."""
        for entrant in self.order:
            yield self._player(entrant)
        for entrant in self.order if self.reported else ():
            if entrant.id in self.reported:
                yield self._national(entrant)

    def players(self) -> Sequence[Entrant]:
        """Everybody with a line 001."""
        return self.event.entrants

    def _comments(self) -> Iterator[str]:
        """What happened that no line has a code for."""
        for adjustment in self.event.adjustments:
            if adjustment.why not in FROM_FILE:
                yield self._adjusted_in_words(adjustment)
        yield from self._numbers_in_the_hall()
        if words := "; ".join(list_words(self.event)):
            yield f"### ratings: {one_line(words, REMARK)}"
        for words in later_words(self.players(), self.player_numbers):
            yield f"### ratings {words}"
        numbers = sorted(self.player_numbers[p.id] for p in self.players() if p.estimated)
        if numbers:
            yield f"{ESTIMATED_LINE} {' '.join(map(str, numbers))}"
        yield from self._expelled()
        if self.event.settings.predetermined:
            yield from self._absent_to_the_end()
        for round in self.rounds:
            if position := starting_position(self.event, round.number):
                yield f"### round {round.number}: {position}"
        for number, id in full_byes(self.event):
            yield f"### round {number}, {self.word} {self.numbers[id]}: full-point bye"
        names = {e.id: e.name for e in self.event.entrants}
        yield from _departure_lines(self.rounds, self.numbers, names, self.word)
        yield from self._not_counted()
        for _, level in groupby(
            self.ranking, lambda row: (row.points, tuple(row.tiebreaks.items()))
        ):
            if lot := tie_order(self.event, [row.id for row in level]):
                yield f"### {one_line(tie_text(self.event, lot), REMARK)}"
        for agreed in self.event.agreements:
            if agreed.what.code == STRICT_LEFT:
                # a file that was read says itself in which round it was
                if not any(line.startswith(STRICT_LEFT_LINE) for line in (*self.head, *self.tail)):
                    yield f"{STRICT_LEFT_LINE} {_when(agreed.round)}"
                continue
            when = _when(agreed.round)
            text = one_line(record_words(agreed, self.event), REMARK)
            by_hand = "MPA " * (agreed.what.code == BREAKS_RULE)
            said = text if text.startswith(f"{when}, ") else f"{when}: {text}"
            yield f"### {by_hand}{said}"
        yield from later_lines(self.event, self.numbers)
        yield from tie_lines(self.rounds, self.numbers)

    def _expelled(self) -> Iterator[str]:
        """Who has no place in the ranking, which no code says, by the first round without them."""
        out = {self.numbers[e.id]: e.away[-1].first for e in self.event.entrants if e.expelled}
        for first in sorted({*out.values()}):
            numbers = sorted(number for number, since in out.items() if since == first)
            for at in range(0, len(numbers), IN_A_LINE):
                some = " ".join(map(str, numbers[at : at + IN_A_LINE]))
                yield f"{EXPELLED_LINE} {first} on: {some}"

    def _absent_to_the_end(self) -> Iterator[str]:
        """Whose games count in a round robin although every round left has the code of an absence,
        as those of who has left early have."""
        numbers = [self.numbers[e.id] for e in self.order
                   if not e.withdrawn and self._away_from(e)]  # fmt: skip
        for at in range(0, len(numbers), IN_A_LINE):
            yield f"{ABSENT_LINE} {' '.join(map(str, numbers[at : at + IN_A_LINE]))}"

    def _away_from(self, entrant: Entrant) -> bool:
        if not self.rounds or any(
            entrant.to_be_paired(number) for number in range(len(self.rounds) + 1, self.planned + 1)
        ):
            return False
        last = self.places[self.rounds[-1].number].get(entrant.id)
        return last is None or (isinstance(last, Bye) and last.kind == "absent")

    def _numbers_in_the_hall(self) -> Iterator[str]:
        """The start numbers of who has another one here, by runs of players."""
        start = {e.id: e.start_number or 0 for e in self.event.entrants}
        moved = sorted((n, start[id]) for id, n in renumbered(self.format, self.event).items())
        for _, run in groupby(enumerate(moved), lambda e: (e[0] - e[1][0], e[0] - e[1][1])):
            here, there = zip(*(numbers for _, numbers in run), strict=True)
            yield (
                f"### {_from_to(self.word, here)}: {_from_to('start number', there)} on lists in "
                "the hall"
            )

    def _not_counted(self) -> Iterator[str]:
        """Games that the standings leave out, as of who left a round robin early."""
        counted = {r.number: r for r in self.format.as_counted(self.event).published}
        for round in self.rounds:
            pairs = {match.pair for match in counted[round.number].matches}
            for match in round.matches:
                if match.pair not in pairs:
                    white, black = (self.numbers[id] for id in match.pair)
                    game = f"the game of {white} against {black}"
                    yield f"### round {round.number}: {game} does not count in the standings"

    def _head(self) -> Iterator[str]:
        event = self.event
        details = dict(event.details)
        said = {"012": one_line(event.title), "092": self._kind(details.get("type", ""))}
        said["062"] = str(len(self.players()))
        rated = [p for p in self.players() if p.rating is not None and not p.estimated]
        said["072"] = str(len(rated))
        said["082"] = str(self.teams)
        details["start"], details["end"] = event_dates(event)
        details["time_control_code"] = time_control_code(event)
        for name, code in _DETAIL_CODES.items():
            if details.get(name) and (self.trf26 or name not in _TRF26_ONLY):
                said.setdefault(code, _detail(code, details[name]))
        if self.trf26:
            said["192"] = self.system
            said.setdefault("182", PROGRAM)
            if method := method_record(event, self.reported):
                said["172"] = method
        for code, text in sorted(said.items()):
            # one line for each deputy
            for one in text.split("; ") if code == "112" else (text,):
                yield f"{code} {one}"
        for name in _IN_COMMENTS:
            if details.get(name):
                yield f"### {name.replace('_', ' ')}: {one_line(details[name], 1000)}"
        schedule = details.get("schedule", "")
        if any(at and at.time for at in times_of(schedule)):
            # 132 has the days alone
            yield f"### schedule: {one_line(schedule, 2000)}"

    def _kind(self, said: str) -> str:
        """Free text; of a system without a code of its own the format's name, which is all that
        tells a reader what was drawn."""
        own = self.format.title or self.format.name
        return one_line(own if self.system.startswith("CUSTOM") else said or own)

    def _player(self, entrant: Entrant) -> str:
        cells, points = self._cells(entrant)
        number = self.numbers[entrant.id]
        own = self.reported.get(entrant.id)
        rating = own.fide if own is not None else entrant.rating
        rank = self.ranks.get(entrant.id, number)
        return player_record(entrant, number, rating, rank, points, cells)

    def _national(self, entrant: Entrant) -> str:
        """A line of the event's federation, in the columns of 001 up to the number (TRF26)."""
        own, name = self.reported[entrant.id], one_line(entrant.name, NAME_WIDTH)
        federation = detail(self.event, "federation")
        return (
            f"{federation} {self.numbers[entrant.id]:>4} {entrant.sex[:1]:1}"
            f"{one_line(entrant.title)[:3]:>3} {name:<{NAME_WIDTH}} {own.national:>4} "
            f"{one_line(entrant.federation)[:3]:3} {own.listed_id[:11]:>11}"
        ).rstrip()

    def _cells(self, entrant: Entrant) -> tuple[list[str], Points]:
        """The round columns, and the points of the rounds drawn, which the ranks go by too: a bye
        of the round to be paired is not in them."""
        cells: list[str] = []
        total = NIL
        for round in self.rounds:
            place = self.places[round.number].get(entrant.id)
            if isinstance(place, Match):
                cell, points = self._game(place, entrant.id)
            elif place is not None:
                code = self._bye_code(place.kind, place.points, entrant.id, round.number)
                cell, points = f"0000 - {code}", place.points
            else:
                code = self._bye_code("absent", NIL, entrant.id, round.number)
                cell, points = f"0000 - {code}", NIL
            cells.append(cell)
            total += points
        if self.to_come is not None and not entrant.to_be_paired(self.to_come):
            asked = entrant.bye_in(self.to_come)
            worth = asked.points if asked and entrant.active(self.to_come) else NIL
            code = self._bye_code("requested", worth, entrant.id, self.to_come)
            cells.append(f"0000 - {code}")
        return cells, total + (self._adjusted(entrant.id) if self.trf26 else NIL)

    def _adjusted(self, id: EntrantId) -> Points:
        return sum((a.points for a in self.event.adjustments if a.entrant == id), NIL)

    def _game(self, match: Match, me: EntrantId) -> tuple[str, Points]:
        side = match.side(me)
        result = single_result(match)
        forfeited = result is not None and not result.played
        colour = "-" if match.colourless and forfeited else side[0]
        start = f"{self.numbers[match.opponent(me)]:>4} {colour} "
        if result is None:
            return f"{start} ", NIL
        return start + result_code(result, side), result.points(side, self.event.settings)

    def _bye_code(self, kind: str, points: Points, id: EntrantId, round: int) -> str:
        """The code; in TRF26 what it is not worth by 162 is kept for a line 299."""
        worth = self._bye_worth()
        if kind == "pairing" and (self.trf26 or worth["U"] == points):
            # TRF16 says the worth of U once: a round robin's free round is worth nothing, and a
            # round won because an opponent has left is a free point, not a bye of another worth
            code = "U"
        elif points == NIL:
            code = "Z"
        else:
            code = next((c for c in "FH" if worth[c] == points), "Z" if self.trf26 else "")
        if not code:
            remedy = "give half, no or a full point, or take TRF26"
            raise Refused(f"TRF16 has no code for a bye of {points} points", "", remedy)
        if self.trf26 and worth[code] != points:
            self.abnormal.setdefault((code, points, round), []).append(self.numbers[id])
        return code

    def _bye_worth(self) -> Mapping[str, Points]:
        settings = self.event.settings
        return {
            "U": settings.bye_points,
            "F": settings.win_points,
            "H": settings.draw_points,
            # A of 162 is an absence and a forfeit loss in one; TRF16 has a code for each
            "Z": settings.forfeit_points if self.trf26 else NIL,
        }

    def _scores(self) -> Mapping[str, Points]:
        settings = self.event.settings
        return {
            "W": settings.win_points,
            "D": settings.draw_points,
            "L": settings.loss_points,
            "A": settings.forfeit_points,
            "P": settings.bye_points,
        }

    def _unusual_scores(self) -> Mapping[str, Points]:
        """Those that differ from what 162 says by itself: P there is as W."""
        scores = self._scores()
        usual = {"W": ONE, "D": HALF, "L": NIL, "A": NIL, "P": scores["W"]}
        return {code: points for code, points in scores.items() if points != usual[code]}

    def _added(self) -> list[tuple[int, tuple[Points, ...]]]:
        added = self.format.added_points(self.event)
        return [(self.numbers[id], points) for id, points in added.items()]

    def _rounds_planned(self, code: str) -> Iterator[str]:
        """Nothing while nobody knows how many there will be."""
        if self.planned:
            yield f"{code} {self.planned}"

    def _codes16(self) -> Iterator[str]:
        yield from self._rounds_planned("XXR")
        if colour := self.format.first_colour(self.event):
            yield f"XXC {'white1' if colour == 'W' else 'black1'}"
        unusual = self._unusual_scores()
        for code, points in unusual.items():
            engine = {"A": "BBF", "P": "BBU"}.get(code, f"BB{code}")
            yield f"{engine} {amount_text(points):>4}"
        if unusual:
            # the same once more for engines that read JaVaFo's code, whose bye is worth a point
            scores = {**unusual, "P": self.event.settings.bye_points}
            keys = {"W": ("W",), "D": ("D",), "L": ("WL", "BL"), "A": ("FL",), "P": ("PAB",)}
            said = (f"{key}={amount_text(p)}" for code, p in scores.items() for key in keys[code])
            yield f"XXS {' '.join(said)}"
        yield from added_lines16(self._added())
        for one, other, round in self._bars():
            if round is None or round == len(self.rounds) + 1:
                yield f"XXP {one} {other}"

    def _codes26(self) -> Iterator[str]:
        yield from self._rounds_planned("142")
        if colour := self.format.first_colour(self.event):
            yield f"152 {colour}"
        scores = dict(self._unusual_scores())
        if adjourned(self.event):
            scores["X"] = self.event.settings.draw_points
        if scores:
            yield "162  " + "    ".join(f"{code}{amount_text(p):>4}" for code, p in scores.items())
        yield from self._tie_break_lines()
        yield from self._byes_to_come()
        yield from added_lines26(self._added())
        yield from self._bars26()

    def _tie_break_lines(self) -> Iterator[str]:
        """202, and 212 where the file that the event comes from has none of its own."""
        points, codes = self.ranking_points(), self.event.settings.tiebreaks
        if codes:
            yield f"202 {','.join(codes)}"
        has_order = any(line.startswith("212") for line in (*self.head, *self.tail))
        if not has_order and (codes or points != "PTS"):
            yield f"212 {','.join((points, *codes))}"

    def ranking_points(self) -> str:
        """What comes first in 212."""
        return "PTS"

    def _byes_to_come(self) -> Iterator[str]:
        """240: byes asked for; who has left or is not there yet is absent in what is left."""
        asked: dict[tuple[int, str], list[int]] = {}
        for round in range(len(self.rounds) + 1, self.absences_until + 1):
            for entrant in self.order:
                if entrant.to_be_paired(round):
                    continue
                bye = entrant.bye_in(round) if entrant.active(round) else None
                code = self._bye_code("requested", bye.points if bye else NIL, entrant.id, round)
                asked.setdefault((round, code), []).append(self.numbers[entrant.id])
        for (round, code), players in sorted(asked.items()):
            ids = " ".join(f"{number:04}" for number in players)
            yield f"240 {code} {round:03} {ids}"

    def _bars(self) -> Iterator[tuple[int, int, int | None]]:
        for instruction in self.event.instructions:
            if instruction.kind == "bar":
                yield self.numbers[instruction.a], self.numbers[instruction.b], instruction.round

    def _bars26(self) -> Iterator[str]:
        for one, other, round in self._bars():
            first, last = (1, self.planned) if round is None else (round, round)
            yield f"260 {first:03} {last:03} {one:04} {other:04}"

    def _abnormal_points(self) -> Iterator[str]:
        """299: byes of unusual worth, and the arbiter's adjustments as points given or taken."""
        for adjustment in self.event.adjustments:
            key = ("", adjustment.points, adjustment.round)
            self.abnormal.setdefault(key, []).append(self.numbers[adjustment.entrant])
        for (code, points, round), players in sorted(self.abnormal.items()):
            # one line a player who has the same adjustment twice
            again = sorted(set(players))
            while again:
                yield abnormal_line(code, points, round, again)
                for number in again:
                    players.remove(number)
                again = sorted(set(players)) if not code else []

    def _adjusted_in_words(self, adjustment: Adjustment) -> str:
        points = f"{adjustment.points:+} points after round {adjustment.round}"
        apart = "" if self.trf26 else ", not in columns 81-84"
        start = f"### {self.word} {self.numbers[adjustment.entrant]}: {points}{apart}"
        return f"{start}: {one_line(adjustment.why)}"


def result_code(result: GameResult, side: Side) -> str:
    """A game's result in a player's cell."""
    outcome = result.outcome(side)
    if result.provisional:
        return UNKNOWN
    if result.played:
        return _CODES[outcome][not result.rated]
    return "+" if outcome is Outcome.WIN else "-"


def player_record(
    player: Entrant, number: int, rating: int | None, rank: int, points: Points, cells: list[str]
) -> str:
    """A line 001; `Refused` for what does not fit into its columns."""
    if number > LAST_NUMBER:
        raise Refused("TRF has room for 9999 players", "", "export as csv")
    federation = player.federation if len(player.federation) == 3 else ""
    name = one_line(player.name, NAME_WIDTH)
    line = (
        f"001 {number:>4} {player.sex[:1]:1}{one_line(player.title)[:3]:>3} "
        f"{name:<{NAME_WIDTH}} {rating or '0':>4} {one_line(federation):3} "
        f"{player.fide_id[:11]:>11} {_birth(player.birth):10} "
        f"{_points_text(points, player.name)} {rank:>4}"
    )
    return (line + "".join(f"  {cell}" for cell in cells)).rstrip()


def _from_to(word: str, numbers: Sequence[int]) -> str:
    return f"{word}s {numbers[0]}-{numbers[-1]}" if numbers[1:] else f"{word} {numbers[0]}"


def _when(round: int) -> str:
    """The round that was in play, or the time before the first."""
    return f"round {round}" if round else "before round 1"


def one_line(text: str, limit: int = 80) -> str:
    """Foreign text for a fixed column: no control characters, no line ends."""
    return safe(text, limit).strip()


def _detail(code: str, text: str) -> str:
    """A detail as its line has it: dates `2025-09-01` as `2025/09/01`, those of the rounds (132)
    in the columns of the rounds."""
    line = one_line(text, 1000)
    if code == "132":
        return dates_in_columns(line)
    return line.replace("-", "/") if _DAY.fullmatch(line) else line[:200]


def amount_text(points: Decimal) -> str:
    return f"{points:.1f}" if points == round(points, 1) else f"{points:f}"


def _birth(text: str) -> str:
    """`2012-05-31` as TRF has it; of a year alone month and day are zeros."""
    if len(text) == 4:
        return f"{text}/00/00"
    return one_line(text, 10).replace("-", "/")


def _points_text(points: Decimal, name: str) -> str:
    text = f"{points:.1f}"
    if len(text) > 4 or Decimal(text) != points:
        raise Refused(
            f"{safe(name)}: {points} points do not fit into TRF",
            "it has four columns with one decimal",
            "export as csv",
        )
    return f"{text:>4}"


def _departure_lines(
    rounds: Sequence[Round],
    numbers: Mapping[EntrantId, int],
    names: Mapping[EntrantId, str],
    word: str,
) -> Iterator[str]:
    """A `### MPA` line (manual pairing) for each player or team whom a published round had
    elsewhere than the engine's own draw, with the boards of both."""
    for round in rounds:
        for departure in round.departures:
            if departure.entrant in numbers:
                here, own = _seats_in_words(departure, numbers, names)
                start = f"### MPA round {round.number}, {word} {numbers[departure.entrant]}"
                yield f"{start}: {here}; the computer draw: {own}"


def _seats_in_words(
    departure: Departure, numbers: Mapping[EntrantId, int], names: Mapping[EntrantId, str]
) -> tuple[str, str]:
    if departure.here or departure.engine:
        # of a journal that has sentences instead of places
        here, own = departure.words(names)
        return safe(here, 120), safe(own, 120)
    return _places(departure.places, numbers), _places(departure.own, numbers)


def _places(places: Sequence[PlaceInRound], numbers: Mapping[EntrantId, int]) -> str:
    texts = [
        f"board {place.board}, {COLOUR_NAMES[place.colour]} "
        f"against {numbers.get(place.opponent, '?')}"
        if place.colour
        else "bye"
        for place in places
    ]
    return " and ".join(texts) or "not placed"


def _refuse_no_games(event: Event, format: Format) -> None:
    other = "export as csv, text or html"
    if format.of_teams(event):
        raise Refused("TRF is for single players", "this is a team event", other)
    for round in event.published:
        seats = [id for match in round.matches for id in match.pair]
        if len(set(seats)) < len(seats):
            why = f"somebody has two games in round {round.number}"
            raise Refused("TRF has one game a player and round", why, other)
        for match in round.matches:
            if match.boards is not None:
                why = f"the matches of round {round.number} are scored in IMPs"
                raise Refused("TRF has games of two players", why, other)
            if match.games != 1:
                before = f"--round {round.number - 1} for the rounds before"
                raise Refused(
                    "TRF has one game a player and round",
                    f"{event.called(round.number)} has matches of {match.games} games",
                    "export the rating report, which counts all games",
                    shell=before if round.number > 1 else "",
                )


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
        # by the teams' own numbers, also where a late team has another one here
        teams = sorted(self.order, key=lambda t: t.start_number or self.numbers[t.id])
        self.player_numbers = player_numbers(teams)
        if len(self.player_numbers) > LAST_NUMBER:
            raise Refused(f"TRF has room for {LAST_NUMBER} players", "", "export as csv")
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
        return players_of(self.order)

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
        yield from self._rounds_planned("XXR")
        yield from self._old_teams()

    def _codes26(self) -> Iterator[str]:
        yield from self._rounds_planned("142")
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
        for number in range(len(self.rounds) + 1, self.absences_until + 1):
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
