"""TRF files read: players, rounds with results, byes to come, and what else they say.

Files before TRF16 often have nothing at all in a round with a bye, and its points in columns 81-84
alone: `ByesByPoints` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.entrants import Entrant, RequestedBye
from engine.points import NIL, Points, counted
from engine.refusal import Refused
from saves.foreign import at, first_of, refuse, text_of
from saves.namesakes import namesakes, two_spellings
from saves.safe_text import safe
from saves.trf_codes import KNOWN, Header
from saves.trf_comments import read_later, read_ties
from saves.trf_lines import (
    PlayerLine,
    TrfGame,
    numbered_lines,
    player_line,
    with_national,
)
from saves.trf_rounds import (
    RoundReader,
    TrfFile,
    accelerations_of,
    details_of,
    entrant_of,
    forbidden_of,
    rounds_left_note,
)

OLDER = {
    "=": "'0000 - =' was read as a half-point bye (H), as older files write it",
    "1": "'0000 - 1' was read as a full-point bye (F)",
    "0": "'0000 - 0' was read as an absence (Z)",
    "+": "'0000 - +' was read as the bye of the draw (U), as older files write it",
}
"""Notes on codes without an opponent that TRF16 has other letters for."""
PLAYER_LIMIT = 20_000
CELL_LIMIT = 250_000
"""Players times rounds: 5,000 over 20 rounds are 100,000."""
SETTINGS = {
    **{"1": "win_points", "=": "draw_points", "0": "loss_points", "-": "forfeit_points"},
    "U": "bye_points",
}

_TEAM_CODES = frozenset({"300", "310", "320", "330", "352", "362", "801", "802"})
"""Lines that only a team tournament has; 013 some of single players have too."""
_TEAM_WORDS = re.compile(r"\bteams?\b|mannschaft|[ée]quip", re.IGNORECASE)


def read_trf(
    data: bytes,
    name: str,
    encoding: str | None = None,
    *,
    players_only: bool = False,
    wrong_sums: bool = False,
    teams: bool | None = None,
) -> TrfFile:
    """A TRF file's contents, or `Refused` with file, line and column.

    With `players_only` the rounds are not looked at: the entry list of any TRF file. With
    `wrong_sums` a points column that is not the sum of the rounds is kept and not refused. `teams`
    says whether teams with their players are wanted; None: as the file is, players where only
    these are asked for.
    """
    text = text_of(data, name, "TRF", encoding)
    team_line = _line_of_teams(text)
    if team_line and teams is False and not players_only:
        raise _team_refusal(name, *team_line)
    if teams is None:
        teams = team_line is not None and not players_only
    header = _team_header(name) if teams else Header(name)
    players: dict[int, PlayerLine] = {}
    recognised = False
    games: dict[str, TrfGame] = {}
    cells = 0
    for line, row in numbered_lines(text):
        recognised = recognised or row[:3] in KNOWN
        if row[:3] == "001":
            header.behind = True
            player = player_line(row, line, name, header.warnings, games)
            _take_player(player, players, name)
            cells += len(player.cells)
            if cells > CELL_LIMIT:
                problem = f"more than {CELL_LIMIT:,} results"
                raise refuse(name, problem, "is it the right file?", line)
        else:
            header.take(row, line)
    if not players:
        problem = "no players (lines 001)" if recognised else "this is not TRF"
        raise refuse(name, f"{safe(name)}: {problem}", "give a tournament file")
    if teams:
        from saves.trf_teams_read import team_file

        return team_file(name, header, players, players_only, wrong_sums)
    return _Reader(name, header, players).file(players_only, wrong_sums)


def _take_player(player: PlayerLine, players: dict[int, PlayerLine], name: str) -> None:
    earlier = players.setdefault(player.number, player)
    if earlier is not player:
        problem = f"start number {player.number} on lines {earlier.line} and {player.line}"
        raise refuse(name, problem, "number the players apart", player.line, 5)
    if len(players) > PLAYER_LIMIT:
        raise refuse(name, f"more than {PLAYER_LIMIT:,} players", "is it the right file?")


class _Reader:
    def __init__(self, name: str, header: Header, players: dict[int, PlayerLine]) -> None:
        self.name = name
        self.header = header
        self.players = players
        self.rounds = RoundReader(name, header, players)

    def file(self, players_only: bool, wrong_sums: bool) -> TrfFile:
        last, drawn = (0, 0) if players_only else self.rounds.extent()
        warned = len(self.header.warnings)
        rounds = tuple(self.rounds.round(number) for number in range(1, drawn + 1))
        apart = [] if players_only else list(self.rounds.sums_apart(drawn, last))
        by_points = ByesByPoints(self.rounds.worth, drawn)
        if filled := by_points.filled(apart):
            # once more from the start: boards are ordered by the points of the byes too
            del self.header.warnings[warned:]
            self.players = self.players | filled
            self.rounds = RoundReader(self.name, self.header, self.players)
            rounds = tuple(self.rounds.round(number) for number in range(1, drawn + 1))
            apart = list(self.rounds.sums_apart(drawn, last))
        if apart and not wrong_sums:
            raise self.rounds.refuse_sum(*apart[0], drawn)
        order = [self.players[n] for n in sorted(self.players)]
        byes = {} if players_only else self.rounds.byes_to_come(drawn, last)
        header, entrants = self.header, self._entrants(order, byes, not players_only)
        lines = [player.line for player in order]
        duplicates = namesakes(entrants, lines, self.name)
        said = (header.warnings, duplicates, two_spellings(entrants, lines, self.name))
        size = counted(len(entrants), "player") + (
            f", {counted(drawn, 'round')}" * (not players_only)
        )
        left = self._paired() if players_only else 0
        return TrfFile(
            title=header.title,
            entrants=entrants,
            rounds=rounds,
            total_rounds=header.rounds,
            points={str(p.number): p.points for p in order},
            ranks={str(p.number): p.rank for p in order},
            settings=self._settings(),
            initial_colour=header.colour,
            accelerations=accelerations_of(header, self.players),
            forbidden=tuple(forbidden_of(header, self.rounds.must_exist)),
            adjustments=() if players_only else tuple(self.rounds.adjustments),
            tiebreaks=header.tiebreaks,
            details=details_of(header, players_only),
            warnings=tuple(text for texts in said for text in first_of(texts, self.name)),
            notes=(size, *header.notes(not players_only), *self._notes(left, by_points)),
            unknown=tuple(self.rounds.unknown_notes()),
            duplicates=duplicates,
            rounds_left=left,
            sums_apart={str(player.number): added for player, added in apart},
            standing_order=header.standing_order,
            left_strict=header.left_strict,
            later=read_later((*header.head, *header.tail)),
            expelled={str(number): first for number, first in header.expelled.items()},
            not_withdrawn=frozenset(map(str, header.not_withdrawn)),
            ties=read_ties((*header.head, *header.tail)),
        )

    def _entrants(
        self,
        order: Iterable[PlayerLine],
        byes: dict[int, dict[int, RequestedBye]],
        with_rounds: bool,
    ) -> tuple[Entrant, ...]:
        """The players by start number, with what the lines of their federations say."""
        header = self.header
        entrants = tuple(
            entrant_of(p, byes.get(p.number, {}), with_rounds, header.estimated) for p in order
        )
        if header.rank_line and list(self.players) != sorted(self.players):
            warning = "XXC rank: the order of the players' lines is not heeded, start numbers are"
            header.warnings.append(f"{at(self.name, header.rank_line, 5)}: {warning}")
        for national in header.national.values():
            self.rounds.must_exist(national.player, national.line)
        return with_national(entrants, header.national, header.rated_by, header.details)

    def _notes(self, rounds_left: int, by_points: ByesByPoints) -> Iterator[str]:
        """What was left out of the file, and what of it was read in another way than it says."""
        if rounds_left:
            yield rounds_left_note(rounds_left)
        yield from (OLDER[code] for code in sorted(self.rounds.older))
        yield from self._older_titles()
        yield from by_points.notes()
        yield from self.rounds.unknown_notes()
        yield from self.rounds.assumed_notes()

    def _older_titles(self) -> Iterator[str]:
        """Titles that were read as other titles than those in the file."""
        read = {p.title_said: p.title for p in self.players.values() if p.title}
        read = {said: title for said, title in read.items() if said.upper() != title}
        if read:
            yield f"titles {', '.join(read)} were read as {', '.join(read.values())}"

    def _paired(self) -> int:
        """The last round in which anybody has an opponent."""
        cells = (enumerate(player.cells, start=1) for player in self.players.values())
        return max((n for row in cells for n, cell in row if cell and cell.opponent), default=0)

    def _settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        if self.header.rounds is not None:
            settings["rounds"] = self.header.rounds
        for code, key in SETTINGS.items():
            if code in self.header.scores:
                settings[key] = self.header.scores[code]
        if "1" in self.header.scores:
            settings.setdefault("bye_points", self.rounds.worth["U"])
        return settings


def _team_header(name: str) -> Header:
    from saves.trf_teams_read import TeamHeader

    return TeamHeader(name)


def _line_of_teams(text: str) -> tuple[int, str] | None:
    """The line of a team tournament that says that it is one, and its code."""
    named, counted = 0, False
    for line, row in numbered_lines(text):
        code, value = row[:3], row[4:].strip()
        if code in _TEAM_CODES or (code == "192" and "TEAM" in value.upper()):
            return line, code
        if code == "092" and _TEAM_WORDS.search(value.replace("_", " ")):
            return line, code
        named = named or line * (code == "013")
        counted = counted or (code == "082" and value.strip("0").isdigit())
    return (named, "013") if named and counted else None


def _team_refusal(name: str, line: int, code: str) -> Refused:
    problem = f"this is a team tournament (line {code})"
    return refuse(name, problem, "make an event of a format of teams, or import the players", line)


_CALLED = {"H": "half-point byes (H)", "F": "full-point byes (F)"}


class ByesByPoints:
    """The byes among the blank rounds of players whose points are more than their rounds give.
    `worth` are the points of each code, `drawn` is the last round that was paired."""

    def __init__(self, worth: Mapping[str, Points], drawn: int) -> None:
        self._worth = worth
        self._drawn = drawn
        self._found: dict[str, list[str]] = {code: [] for code in _CALLED}
        self._doubtful: list[str] = []

    def filled(self, apart: Iterable[tuple[PlayerLine, Points]]) -> dict[int, PlayerLine]:
        """Players' lines with these byes, of those whose points they explain; each comes with the
        sum of his rounds."""
        lines = {}
        for player, added in apart:
            blank = self._blank(player)
            codes = self._codes((player.points or NIL) - added, len(blank))
            if codes:
                lines[player.number] = self._with(player, dict(zip(blank, codes, strict=False)))
                if codes != codes[0] * len(blank):
                    among = ", ".join(map(str, blank))
                    self._doubtful.append(f"{player.number} ({among})")
        return lines

    def notes(self) -> Iterator[str]:
        """What was read as a bye, and where it may have been another round."""
        for code, players in self._found.items():
            if players:
                yield (
                    f"blank rounds were read as {_CALLED[code]}, because the points count them: "
                    f"{', '.join(players)}"
                )
        if self._doubtful:
            yield (
                "more rounds are blank than the points count, and the first were taken: player "
                f"{', player '.join(self._doubtful)}"
            )

    def _blank(self, player: PlayerLine) -> list[int]:
        cells = (*player.cells, *(None,) * self._drawn)[: self._drawn]
        return [
            number
            for number, cell in enumerate(cells, start=1)
            if cell is None or not (cell.opponent or cell.result)
        ]

    def _codes(self, short: Points, blank: int) -> str:
        """As few full points as can be, and half points for the rest; empty if nothing fits."""
        half, full = self._worth["H"], self._worth["F"]
        for fulls in range(blank + 1):
            halves = round((short - fulls * full) / half) if half else 0
            if 0 <= halves <= blank - fulls and fulls * full + halves * half == short:
                return "H" * halves + "F" * fulls
        return ""

    def _with(self, player: PlayerLine, byes: Mapping[int, str]) -> PlayerLine:
        cells = [*player.cells, *(None,) * (max(byes) - len(player.cells))]
        for number, code in byes.items():
            cells[number - 1] = TrfGame(0, "-", code)
            self._found[code].append(f"player {player.number} in round {number}")
        return replace(player, cells=tuple(cells))
