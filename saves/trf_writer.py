"""The lines of a TRF file of single players: TRF16 in its columns, or TRF26 with its codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from engine.byes import full_byes
from engine.entrants import Entrant, EntrantId
from engine.event import COLOUR_NAMES, Adjustment, Bye, Departure, Event, Match, PlaceInRound, Round
from engine.event_data import (
    detail,
    event_dates,
    starting_position,
    time_control_code,
    times_of,
)
from engine.lots import tie_order, tie_text
from engine.points import HALF, NIL, ONE, Points
from engine.protocol import Format, pairing_numbers, renumbered
from engine.refusal import Refused
from engine.results import GameResult, Outcome, Side
from engine.waiting import adjourned
from engine.warning_words import record_words
from engine.warnings import BREAKS_RULE, STRICT_LEFT
from saves.safe_text import safe
from saves.single_games import single_result
from saves.trf_abnormal import FROM_FILE, abnormal_line
from saves.trf_codes import DETAILS, ESTIMATED_LINE, HEAD, STRICT_LEFT_LINE, TAIL, dates_in_columns
from saves.trf_draw import added_lines16, added_lines26
from saves.trf_later import later_lines
from saves.trf_lines import UNKNOWN
from saves.trf_national import later_words, list_words, method_record, reported
from saves.trf_ties import tie_lines

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
        self.planned = max(format.rounds_planned(event) or 0, len(self.rounds))
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
        """The round columns, and the points they add to."""
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
            total += worth
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

    def _codes16(self) -> Iterator[str]:
        yield f"XXR {self.planned}"
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
        yield f"142 {self.planned}"
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
        for round in range(len(self.rounds) + 1, self.planned + 1):
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
        f"{_points(points, player.name)} {rank:>4}"
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


def _points(points: Decimal, name: str) -> str:
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
