"""A TRF file as values, what all files have (details, bars, added points), and its rounds: every
player's line against his opponents' lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engine import actions
from engine.entrants import Entrant, EntrantId, RequestedBye
from engine.event import Adjustment, Bye, ByeKind, Instruction, Match, Round, RoundState
from engine.points import HALF, NIL, ONE, Points, counted
from engine.refusal import Refused
from engine.results import GameResult
from engine.saved_results import without_results
from saves.foreign import at, refuse
from saves.safe_text import safe
from saves.trf_codes import HEAD, TAIL, Header, bans_of
from saves.trf_lines import (
    BLOCK,
    BYE_CODES,
    FIRST_ROUND,
    PLAYED,
    RESULT_CODES,
    UNKNOWN,
    PlayerLine,
    TrfGame,
)
from saves.trf_points import GIVEN, TAKEN, WORTH_OTHERWISE, Abnormal, AbnormalPoints

if TYPE_CHECKING:
    from engine.later_changes import LaterChange
    from saves.trf_comments import Ties


OtherPoints = Literal["match points", "game points"]
OtherSum = tuple[OtherPoints, Points, Points]
"""Which points, those of the file, those of the rounds."""


@dataclass(frozen=True)
class TrfFile:
    """A TRF file as values. Start numbers are the entrants' ids and, unless the players alone
    were asked for, their start numbers.

    `rounds` are published, with results; byes asked for in rounds not yet paired stand with
    the entrants. `points` and `ranks` are the file's own columns (None: blank). `settings` are
    those that the file states, by the names formats use. `accelerations` are the added points
    of each round from the first. `adjustments` make up for results of abnormal value (299).
    """

    title: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    total_rounds: int | None
    points: Mapping[EntrantId, Points | None]
    ranks: Mapping[EntrantId, int | None]
    settings: Mapping[str, Any]
    initial_colour: Literal["W", "B"] | None = None
    accelerations: Mapping[EntrantId, tuple[Points, ...]] = field(default_factory=dict)
    forbidden: tuple[Instruction, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    tiebreaks: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """The notes about symbols that are not results."""
    duplicates: tuple[str, ...] = ()
    rounds_left: int = 0
    """Rounds that were paired, and not looked at."""
    sums_apart: Mapping[EntrantId, Points] = field(default_factory=dict)
    """The sum of the rounds of everybody whose points column is another."""
    standing_order: tuple[str, ...] = ()
    """The codes of 212, `PTS` among them; empty where the file has none."""
    left_strict: bool = False
    """Whether the file says that its event has left strict mode."""
    later: tuple[LaterChange, ...] = ()
    """What became otherwise after later rounds had been drawn."""
    expelled: Mapping[EntrantId, int] = field(default_factory=dict)
    """Who has no place in the ranking, with the first round without them."""
    not_withdrawn: frozenset[EntrantId] = frozenset()
    """Who was absent to the end of a round robin, and has not withdrawn."""
    ties: Ties = field(default_factory=dict)
    """Who won the tie-breaks of drawn games."""
    of_teams: bool = False
    """Whether the entrants are teams with their players."""
    divisions: tuple[str, ...] = ()
    """Of a league, from the top; each is the section of its teams."""
    others_apart: Mapping[EntrantId, tuple[OtherPoints, Points, Points]] = field(
        default_factory=dict
    )
    """Of teams whose other points, those that do not rank them, are not the sum of their rounds:
    which, the file's, the sum."""

    def import_rounds(self, source: str = "") -> actions.ImportRounds:
        """The action that puts these rounds into an event with these entrants."""
        parts = [without_results(round) for round in self.rounds]
        rounds, results = tuple(r for r, _ in parts), tuple(s for _, s in parts)
        return actions.ImportRounds(rounds, results, source, settled=True)


def details_of(header: Header, players_only: bool) -> tuple[tuple[str, str], ...]:
    """What the file says of the event; with the rounds, whose numbers they name, the lines that are
    kept as they are."""
    details = dict(header.details)
    if not players_only:
        for key, lines in ((HEAD, header.head), (TAIL, header.tail)):
            if lines:
                details[key] = "\n".join(lines)
    return tuple(details.items())


def accelerations_of(
    header: Header, numbers: Container[int]
) -> dict[EntrantId, tuple[Points, ...]]:
    """The added points of each of these numbers, round by round."""
    return {
        str(number): tuple(by_round.get(r, NIL) for r in range(1, max(by_round) + 1))
        for number, by_round in sorted(header.accelerations.items())
        if by_round and number in numbers
    }


def forbidden_of(header: Header, must_exist: Callable[[int, int], None]) -> Iterator[Instruction]:
    """The bars; `must_exist` refuses a number on a line that nobody has."""
    for ban in header.bans:
        for number in ban.players:
            must_exist(number, ban.line)
    for one, other, round in bans_of(header):
        if one != other:
            yield Instruction("bar", str(one), str(other), round)


def entrant_of(
    player: PlayerLine,
    byes: dict[int, RequestedBye],
    numbered: bool,
    estimated: Container[int] = (),
) -> Entrant:
    """With the number by which he was drawn where it is the rounds that are wanted; `estimated`
    are those whose ratings are estimates."""
    entrant = Entrant(
        id=str(player.number),
        name=player.name,
        rating=player.rating,
        estimated=player.rating is not None and player.number in estimated,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=player.birth,
        sex=player.sex,
        start_number=player.number if numbered else None,
    )
    return replace(entrant, byes=tuple(byes[r] for r in sorted(byes))) if byes else entrant


def rounds_left_note(left: int) -> str:
    """What of a file that only its players are taken from stays behind."""
    its = "its round is" if left == 1 else f"its {left} rounds are"
    return f"{its} not taken: a new event takes rounds over too"


WORTH: Mapping[str, Points] = {
    **{"1": ONE, "=": HALF, "0": NIL, "+": ONE, "-": NIL, "H": HALF, "F": ONE, "Z": NIL}
}
"""Points of each result where the file says nothing else; U is worth a win."""
RESULTS = {
    ("1", "0"): GameResult.WHITE,
    ("0", "1"): GameResult.BLACK,
    ("=", "="): GameResult.DRAW,
    ("=", "0"): GameResult.HALF_WHITE,
    ("0", "="): GameResult.HALF_BLACK,
    ("0", "0"): GameResult.BOTH_LOSE,
    ("+", "-"): GameResult.WHITE_FORFEIT,
    ("-", "+"): GameResult.BLACK_FORFEIT,
    ("-", "-"): GameResult.DOUBLE_FORFEIT,
    (UNKNOWN, UNKNOWN): GameResult.ADJOURNED,
}
"""What the two lines of a pair say together, White's first."""
_CODES: dict[GameResult | None, tuple[str, str]] = {
    result: pair for pair, result in RESULTS.items()
}
_CODES |= {result.unrated: pair for pair, result in RESULTS.items() if result.unrated is not result}
_CODES[None] = ("", "")
ADJUSTMENT_LIMIT = 50_000
_ALONE = {"+": "F", "=": "H", "-": "Z", "": "Z", "1": "F", "0": "Z"}
"""Won, drawn or lost against nobody: a free point, half of one or none."""
_KINDS: dict[str, ByeKind] = {"U": "pairing", "H": "requested", "F": "requested", "Z": "absent"}


class FoundGame(NamedTuple):
    """A pair as the lines have it: White's start number, Black's, result; `colourless`: no line
    says who was White."""

    white: int
    black: int
    result: GameResult | None
    colourless: bool

    @property
    def pair(self) -> tuple[int, int]:
        """White, Black."""
        return (self.white, self.black)

    def opponent(self, player: int) -> int:
        """The other one."""
        return self.black if player == self.white else self.white


class RoundReader:
    """Rounds, byes to come and the check of the points column, from the players' lines."""

    absent_opponents = False
    """Whether who won by forfeit may name somebody whose own line names nobody (330 of TRF26)."""

    def __init__(self, name: str, header: Header, players: dict[int, PlayerLine]) -> None:
        self.name = name
        self.header = header
        self.players = players
        self.worth = {**WORTH, **header.scores}
        self.worth.setdefault("U", self.worth["1"])
        self.worth[UNKNOWN] = self.worth["="]
        self.scores = dict.fromkeys(players, NIL)
        self.unknown: dict[str, tuple[int, int]] = {}
        """Symbols that are not results: line and round of the first."""
        self.blank = self.colourless = 0
        """Rounds without a word on a player, and forfeits without a colour."""
        self.unsettled = dict.fromkeys(players, 0)
        """Games without a known result, each of which counts as a draw for the time being."""
        self.older: set[str] = set()
        """Codes of older files without an opponent that were met."""
        self.abnormal = AbnormalPoints(header.abnormal)
        self.adjustments: list[Adjustment] = []
        self._refuse_abnormal(header.abnormal)
        self._add_bonuses(0)

    def refuse(self, player: PlayerLine, round: int, problem: str, remedy: str) -> Refused:
        column = FIRST_ROUND + BLOCK * (round - 1) + 1
        return refuse(self.name, problem, remedy, player.line, column)

    def extent(self) -> tuple[int, int]:
        """(last round with anything in it, last round that was paired).

        A round of nothing but requested byes (H, F, Z, - against nobody) at the end is one to
        be paired, unless it has nobody left to pair: everybody has one.
        """
        last = drawn = 0
        for player in self.players.values():
            for number, cell in enumerate(player.cells, start=1):
                if cell is None:
                    continue
                last = max(last, number)
                if cell.opponent or cell.result in ("U", "+"):
                    drawn = max(drawn, number)
            total = self.header.rounds
            if total is not None and last > total:
                problem = f"round {last} on line {player.line}, but the file says "
                problem += counted(total, "round")
                problem += f" (line {self.header.rounds_line})"
                raise self.refuse(player, last, problem, "correct the number of rounds")
        while drawn < last and all(
            self._has(player, drawn + 1) for player in self.players.values()
        ):
            drawn += 1
        return last, drawn

    @staticmethod
    def _has(player: PlayerLine, round: int) -> bool:
        return round <= len(player.cells) and player.cells[round - 1] is not None

    def _cell(self, number: int, round: int) -> TrfGame | None:
        """What the player's line says of the round: None where nobody is named."""
        cells = self.players[number].cells
        cell = cells[round - 1] if round <= len(cells) else None
        if cell is None or not cell.opponent or cell.result in BYE_CODES:
            return None
        if cell.result not in RESULT_CODES:
            self.unknown.setdefault(cell.result, (self.players[number].line, round))
            return cell._replace(result=UNKNOWN)
        return cell

    def round(self, round: int) -> Round:
        seats: list[FoundGame] = []
        byes: list[Bye] = []
        self._check_opponents(round)
        resting = self._resting(round)
        for number, player in self.players.items():
            cell = self._cell(number, round)
            if cell is None:
                byes.append(self._bye(player, round, resting))
            elif (seat := self._seat(player, cell, round)) is not None:
                seats.append(seat)
                self.colourless += seat.colourless
        seats.sort(key=self._board_order)
        matches = tuple(
            Match(board, str(seat.white), str(seat.black), seat.result, colourless=seat.colourless)
            for board, seat in enumerate(seats, start=1)
        )
        self._score(round, seats, byes)
        byes.sort(key=lambda bye: int(bye.entrant))
        return Round(round, RoundState.PUBLISHED, matches, tuple(byes))

    def games(self, round: int) -> Iterator[FoundGame]:
        """The games of a round, each once."""
        self._check_opponents(round)
        for number, player in self.players.items():
            cell = self._cell(number, round)
            game = self._seat(player, cell, round) if cell is not None else None
            if game is not None:
                yield game

    def _check_opponents(self, round: int) -> None:
        # before the pairs: whoever is named wrongly would show at his true opponent first
        for me, player in self.players.items():
            cell = self._cell(me, round)
            if cell is None:
                continue
            if cell.opponent == me:
                problem = f"round {round}: player {me} paired with itself"
                raise self.refuse(player, round, problem, "correct the opponent")
            if cell.opponent not in self.players:
                problem = (
                    f"line {player.line}, round {round}: opponent {cell.opponent} does not exist"
                )
                raise self.refuse(player, round, problem, "correct the opponent or add the player")

    def _board_order(self, seat: FoundGame) -> tuple[Points, Points, int]:
        """FIDE C.04.1: by the higher player's score before the round, the sum of both, the
        higher player's start number."""
        white, black = self.scores[seat.white], self.scores[seat.black]
        higher = max((white, -seat.white), (black, -seat.black))
        return -higher[0], -(white + black), -higher[1]

    def _score(self, round: int, seats: list[FoundGame], byes: list[Bye]) -> None:
        for white, black, result, _ in seats:
            for number, said in zip((white, black), _CODES[result], strict=True):
                usual = self.worth.get(said, NIL)
                self.scores[number] += usual
                if said == UNKNOWN:
                    self.unsettled[number] += 1
                special = self.abnormal.worth(number, round, said)
                if special is not None:
                    self._adjust(number, special - usual, round, WORTH_OTHERWISE)
        for bye in byes:
            self.scores[int(bye.entrant)] += bye.points
        self._add_bonuses(round)

    def _add_bonuses(self, round: int) -> None:
        for number, points in self.abnormal.bonuses(round, self.players):
            self._adjust(number, points, round, TAKEN if points < 0 else GIVEN)

    def _refuse_abnormal(self, lines: list[Abnormal]) -> None:
        work = 0
        for line in lines:
            for number in line.players:
                self.must_exist(number, line.line)
            work += 0 if line.code else len(line.players or self.players)
            if work > ADJUSTMENT_LIMIT:
                problem = f"points are given or taken more than {ADJUSTMENT_LIMIT:,} times"
                raise refuse(self.name, problem, "is it the right file?", line.line)

    def _adjust(self, number: int, points: Points, round: int, why: str) -> None:
        if points:
            self.adjustments.append(Adjustment(str(number), points, why, round))
            self.scores[number] += points

    def _worth(self, number: int, round: int, code: str) -> Points:
        """What a round without a game was worth."""
        special = self.abnormal.worth(number, round, code)
        return self.worth[code] if special is None else special

    def _seat(self, player: PlayerLine, cell: TrfGame, round: int) -> FoundGame | None:
        """The pair, found once: at the player of the lower start number."""
        me, other = player.number, cell.opponent
        back = self._cell(other, round)
        if back is None and cell.result == "+" and self.absent_opponents:
            won, lost = GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT
            if cell.colour == "b":
                return FoundGame(other, me, lost, False)
            return FoundGame(me, other, won, cell.colour != "w")
        colour = _colour(cell.colour, back.colour if back else "-", me < other)
        white_first = colour in ("w", "?")
        codes = (cell.result, back.result if back else "")
        unrated = any(code in PLAYED for code in codes)
        said = (PLAYED.get(codes[0], codes[0]), PLAYED.get(codes[1], codes[1]))
        if UNKNOWN in said:
            said = (UNKNOWN, UNKNOWN)  # one line alone that does not know it settles nothing
        pair = said if white_first else said[::-1]
        if back is None or back.opponent != me or (pair not in RESULTS and pair != ("", "")):
            answer = f"{back.result or 'nothing'} against {back.opponent}" if back else "nothing"
            problem = f"round {round}: {me} says {cell.result or 'nothing'} against {other}, "
            raise self.refuse(player, round, f"{problem}but {other} says {answer}", "correct one")
        if not colour or (colour == "?" and said[0] in ("1", "0", "=")):
            both = "the same colour" if not colour else "no colour"
            problem = f"round {round}: {me} and {other} have {both}"
            raise self.refuse(player, round, problem, "correct one of them")
        if me > other:
            return None
        result = RESULTS.get(pair)
        if unrated and result is not None:
            result = result.unrated
        white, black = (me, other) if white_first else (other, me)
        return FoundGame(white, black, result, colour == "?")

    def _resting(self, round: int) -> int:
        """Who had the bye of a round that has no U: the only one who won against nobody, as
        files before TRF16 write it; 0 without one."""
        alone = {"+": [0], "U": [0]}
        for number, player in self.players.items():
            cell = player.cells[round - 1] if round <= len(player.cells) else None
            if cell is not None and not cell.opponent and cell.result in alone:
                alone[cell.result].append(number)
        return alone["+"][1] if len(alone["+"]) == 2 and len(alone["U"]) == 1 else 0

    def _alone(self, code: str, player: PlayerLine, round: int) -> str:
        """The kind of bye that a result without an opponent is."""
        if code not in RESULT_CODES or code == UNKNOWN:
            self.unknown.setdefault(code, (player.line, round))
            return "Z"
        if code in "=10" and code:
            self.older.add(code)
        return _ALONE.get(code, code)

    def _bye(self, player: PlayerLine, round: int, resting: int) -> Bye:
        cell = player.cells[round - 1] if round <= len(player.cells) else None
        code = cell.result if cell is not None else "Z"
        self.blank += not code or cell is None
        if player.number == resting:
            self.older.add(code)
            code = "U"
        else:
            code = self._alone(code, player, round)
        if code not in BYE_CODES:
            problem = f"line {player.line}, round {round}: result {code} without an opponent"
            raise self.refuse(player, round, problem, "give the opponent, or H F U Z")
        if cell is not None and cell.opponent:
            place = at(self.name, player.line, FIRST_ROUND + BLOCK * (round - 1) + 1)
            self.header.warnings.append(
                f"{place}: line {player.line}, round {round}: opponent {cell.opponent} beside "
                f"result {code}; read as a bye, check it"
            )
        return Bye(str(player.number), self._worth(player.number, round, code), _KINDS[code])

    def sums_apart(self, drawn: int, last: int) -> Iterator[tuple[PlayerLine, Points]]:
        """Players whose points column is not the sum of their rounds, with that sum.

        Files differ in whether points given or taken (299) and byes to come are in it.
        """
        special: dict[str, Points] = {}
        for adjustment in self.adjustments:
            special[adjustment.entrant] = special.get(adjustment.entrant, NIL) + adjustment.points
        for number, player in self.players.items():
            added = self.scores[number]
            to_come = enumerate(player.cells[drawn:last], start=drawn + 1)
            asked = [(r, self._alone(c.result, player, r)) for r, c in to_come if c is not None]
            byes = sum((self._worth(number, r, code) for r, code in asked), NIL)
            usual = added - special.get(str(number), NIL)
            said = player.points
            sums = (added, added + byes, usual, usual + byes)
            if said is not None and said not in sums and not self._may_be(said, sums, number):
                yield player, added

    def _may_be(self, said: Points, sums: tuple[Points, ...], number: int) -> bool:
        """Whether the points are possible, whatever games without a known result count in them."""
        games = self.unsettled[number]
        least = games * self.worth[UNKNOWN]
        return any(s - least <= said <= s - least + games * self.worth["1"] for s in sums)

    def unknown_notes(self) -> Iterator[str]:
        """How symbols that are not results were read."""
        for code, (line, round) in self.unknown.items():
            first = f"'{safe(code)}' (first on line {line}, round {round})"
            yield f"result {first} is unknown here: a game counts as adjourned, none as an absence"
        worth = self.header.unknown_worth
        if worth is not None and worth != self.worth["="]:
            yield f"an unknown result is worth {worth} by 162; here it counts as a draw"

    def assumed_notes(self) -> Iterator[str]:
        """What was assumed where the rounds are silent."""
        if self.blank:
            blanks = counted(self.blank, "blank round")
            yield f"{blanks} of a player {'was' if self.blank == 1 else 'were'} read as absent (Z)"
        if self.colourless:
            said = counted(self.colourless, "forfeit")
            yield f"{said} without colours: the lower number is seated White"

    def refuse_sum(self, player: PlayerLine, added: Points, drawn: int) -> Refused:
        """The refusal of a points column that is not the sum of the rounds."""
        said = player.points or NIL
        problem = f"player {player.number}: column 81-84 says {said}, rounds add to {added:.1f}"
        if NIL < said - added <= self._unmarked(player, drawn) * self.worth["1"]:
            remedy = "give the byes in it their codes (H, F), or correct the points"
        elif self.worth["1"] == ONE:
            remedy = "correct one, or give the scoring (162, BBW …)"
        else:
            remedy = "correct one of them"
        return refuse(self.name, problem, remedy, player.line, 81)

    @staticmethod
    def _unmarked(player: PlayerLine, drawn: int) -> int:
        """Rounds in which the line has nobody and no code: older files leave byes out."""
        cells = (*player.cells[:drawn], *(None,) * (drawn - len(player.cells)))
        return sum(c is None or (not c.opponent and c.result in ("", "-")) for c in cells)

    def byes_to_come(self, drawn: int, last: int) -> dict[int, dict[int, RequestedBye]]:
        byes: dict[int, dict[int, RequestedBye]] = {}

        def ask(player: int, round: int, code: str) -> None:
            bye = RequestedBye(round, self._worth(player, round, code), code == "Z")
            byes.setdefault(player, {}).setdefault(round, bye)

        for number, player in self.players.items():
            for round, cell in enumerate(player.cells[drawn:last], start=drawn + 1):
                if cell is not None:
                    ask(number, round, self._alone(cell.result, player, round))
        for asked in self.header.byes:
            self.must_exist(asked.player, asked.line)
            round = asked.round or drawn + 1
            if round > drawn:
                ask(asked.player, round, asked.code)
        return byes

    def must_exist(self, number: int, line: int) -> None:
        if number not in self.players:
            problem = f"line {line}: player {number} does not exist"
            raise refuse(self.name, problem, "correct the number", line, 5)


def _colour(mine: str, other: str, lower: bool) -> str:
    """The first player's colour from what both lines say.

    Empty if they say the same; "?" if neither says one (then the lower number is White).
    """
    if mine == other == "-":
        return "?" if lower else "b"
    if mine == other:
        return ""
    return mine if mine != "-" else "b" if other == "w" else "w"
