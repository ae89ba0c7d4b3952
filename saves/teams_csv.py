"""Entry lists of teams from CSV files: a row for each player, with the columns `team` and `board`.

A row without a player's name is the team's own: captain, club, contact stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.alphabet import fold
from engine.entrants import Entrant
from engine.points import counted
from saves.columns_csv import board_column, team_column
from saves.entry_reader import EntryFile, EntryList, EntryReader, EntryRow
from saves.foreign import first_of
from saves.safe_text import safe

if TYPE_CHECKING:
    pass

_BOARD = re.compile(r"0*([1-9][0-9]{0,2})")
_RESERVES = re.compile(
    r"(r|res|reserve|s|sub|substitute|ersatz|e|remplacant|suplente)[ .-]*[0-9]{0,2}[.]?"
)
"""Words for who has no board, also with a number: `R2`."""
RESERVE = 1000
"""Where who has no board stands in the order: behind all boards, as the file has them."""


def without_team_columns(headers: Sequence[str]) -> list[str]:
    """The headers that are of the player."""
    own = {team_column(headers), board_column(headers)}
    return ["" if at in own else header for at, header in enumerate(headers)]


class TeamReader(EntryReader):
    """Takes row after row, and puts the players into their teams."""

    def __init__(self, file: EntryFile) -> None:
        super().__init__(file)
        self.team_at = team_column(file.head) or 0
        self.board_at = board_column(file.head)
        self.own_rows: dict[str, Entrant] = {}
        self.own_row_lines: dict[str, EntryRow] = {}
        self.squads: dict[str, list[tuple[int, Entrant]]] = {}
        self.names: dict[str, str] = {}
        self.teams: list[str] = []
        """The team of each player, as the rows have them."""

    def take(self, row: EntryRow) -> None:
        """One row: a player of a team, or the team's own."""
        self.refuse_other_width(row)
        team, warnings = self.cleaned_cell(row, self.team_at, "team")
        self.warnings += [f"{self.place(row, self.team_at)}: {text}" for text in warnings]
        if not team:
            raise self.refuse(row, self.team_at, f"row {row.line} names no team", "give one")
        key = team.casefold()
        self.names.setdefault(key, team)
        squad = self.squads.setdefault(key, [])
        if not self.has_name(row):
            if key in self.own_rows:
                problem = f"{safe(team)} has two rows without a player"
                raise self.refuse(row, self.team_at, problem, "keep one")
            self._refuse_board_of_nobody(row)
            self.note_unnamed(row)
            self.own_row_lines[key] = row
            self.own_rows[key] = replace(self.entrant_named(row, team), members=())
            return
        super().take(row)
        self.teams.append(self.names[key])
        squad.append((self._board(row, team, len(squad)), self.entrants[-1]))

    def team_names(self) -> Sequence[str]:
        """As the file first writes each."""
        return self.teams

    def _refuse_board_of_nobody(self, row: EntryRow) -> None:
        """`Refused` where a row has a board and no player: one who was left out, not the team."""
        text = row.cells[self.board_at].strip() if self.board_at is not None else ""
        if text:
            problem = f"row {row.line} has board {safe(text, 12)!r} and no name"
            remedy = "name the player, or clear the board where the row is the team's own"
            raise self.refuse(row, self.board_at or 0, problem, remedy)

    def _warn_of_rated_teams(self) -> None:
        """A team with players has no rating of its own: the row may be a player's without name."""
        for key, row in self.own_row_lines.items():
            if self.own_rows[key].rating and self.squads[key]:
                index = self.columns.index["rating"]
                warning = f"row {row.line} of {safe(self.names[key])} has a rating and no name"
                warning = f"{self.place(row, index)}: {warning}; no player was read from it"
                self.warnings.append(warning)

    def _board(self, row: EntryRow, team: str, taken: int) -> int:
        text = row.cells[self.board_at].strip() if self.board_at is not None else ""
        board = _BOARD.fullmatch(text)
        if text and board is None and not _RESERVES.fullmatch(fold(text)):
            problem = f"row {row.line}: {safe(text, 12)!r} is not a board"
            remedy = "give its number, or R for a reserve"
            raise self.refuse(row, self.board_at or 0, problem, remedy)
        number = int(board[1]) if board else RESERVE + taken
        if board and any(number == other for other, _ in self.squads[team.casefold()]):
            problem = f"{safe(team)} has two players on board {number}"
            raise self.refuse(row, self.board_at or 0, problem, "give each a board of his own")
        return number

    def _warn_of_several_seeds(self) -> None:
        """Seeds are those of teams: rows of one team that differ say nothing."""
        for key, squad in self.squads.items():
            own = self.own_rows.get(key)
            if (own is None or own.seed is None) and len(_seeds(p for _, p in squad)) > 1:
                name = safe(self.names[key])
                self.warnings.append(f"the rows of {name} have several seeds; none was read")

    def entries(self) -> EntryList:
        """The teams in the order in which the file first names them."""
        self._warn_of_rated_teams()
        self._warn_of_several_seeds()
        if not self.entrants and self.own_rows:
            self.entrants, self.places = [], []
            read = EntryList((), first_of(self.warnings, self.name))
        else:
            read = super().entries()
        teams = []
        for key, squad in self.squads.items():
            team = self.own_rows.get(key, Entrant("", self.names[key]))
            players = tuple(player for _, player in sorted(squad, key=lambda each: each[0]))
            section = team.section or _first(player.section for player in players)
            venue = team.venue or _first(player.venue for player in players)
            captain = team.captain or _first(player.captain for player in players)
            seeds = {team.seed} if team.seed is not None else _seeds(players)
            seed = seeds.pop() if len(seeds) == 1 else None
            own = replace(team, section=section, venue=venue, captain=captain, seed=seed)
            teams.append(replace(own, players=players))
        count = counted(len(self.entrants), "player")
        note = f"{counted(len(teams), 'team')}, {count}"
        return replace(read, entrants=tuple(teams), notes=(note, *self.unread()))


def _seeds(players: Iterable[Entrant]) -> set[int]:
    """What the rows of a team's players say of its seed."""
    return {player.seed for player in players if player.seed is not None}


def _first(texts: Iterable[str]) -> str:
    """What a player's row says of his team."""
    return next(filter(None, texts), "")
