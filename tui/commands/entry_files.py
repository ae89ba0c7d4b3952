"""Entry lists and tournament files that the arbiter names, read for `new`, `import`, `check`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.actions import Action, Adjust, ImportEntrants, Instruct
from engine.entrants import Entrant
from engine.event import EventSettings, Lot
from engine.points import counted
from engine.refusal import Refused
from engine.teams import mean_rating
from tui.commands.output import warn

if TYPE_CHECKING:
    from saves.trf_rounds import TrfFile


TRF_SUFFIXES = (".trf", ".trfx", ".trf16", ".trf26")
ENDINGS = (".csv", ".tsv", *TRF_SUFFIXES)
_PLAYER_LINE = re.compile(rb"(?:^|[\r\n]|\xef\xbb\xbf)001 [ \d]{3}\d [^\r\n]{75}")
MOST_FILES = 500
"""So many are listed to choose from."""


@dataclass(frozen=True)
class Given:
    """What a file brings: entrants, and from a tournament file rounds with their results."""

    source: str
    entrants: tuple[Entrant, ...]
    tournament: TrfFile | None = None
    notes: tuple[str, ...] = ()
    """How it was read."""
    lots: tuple[Lot, ...] = ()
    """Of the first colour, as it fell in the rounds."""

    def entries(self, insist: bool, rounds: int = 0) -> ImportEntrants:
        """The action that takes the entrants over."""
        return ImportEntrants(self.entrants, self.source, rounds, insist=insist)

    def play(self, off: Sequence[int] = (), insist: bool = False) -> list[Action]:
        """The actions that take the rounds over, with the points and bars that go with them; the
        bars first, as they are given before a round is drawn. `off` are the rounds that are not by
        the rules, which `insist` agrees to."""
        file = self.tournament
        if file is None:
            raise Refused(f"{self.source} has no rounds", "", "give a tournament file")
        bars = map(Instruct, file.forbidden)
        if not file.rounds:
            warn(f"{self.source} has no rounds yet")
            return [*bars, *self._adjusting(file)]
        rounds = file.import_rounds(self.source)
        rounds = replace(rounds, lots=self.lots, off=tuple(off), insist=insist)
        # who shall not meet is settled before round 1
        return [*bars, rounds, *self._adjusting(file)]

    def _adjusting(self, file: TrfFile) -> list[Action]:
        return [
            Adjust(a.entrant, a.points, a.why or "from the file", a.round) for a in file.adjustments
        ]

    @property
    def title(self) -> str:
        """The tournament's, empty if the file names none."""
        return self.tournament.title if self.tournament else ""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """City, dates, arbiter … as far as the file has them."""
        return self.tournament.details if self.tournament else ()

    def settings(self, with_rounds: bool) -> dict[str, Any]:
        """What the file says of the event's settings; points for results with the rounds."""
        file = self.tournament
        if file is None:
            return {}
        settings = dict(file.settings) if with_rounds else {}
        played = len(file.rounds) if with_rounds else 0
        rounds = max(file.total_rounds or 0, played)
        return settings | ({"rounds": rounds} if rounds else {})


def read_entry_file(
    name: str,
    encoding: str | None,
    *,
    with_rounds: bool = False,
    scoring: EventSettings | None = None,
    wrong_sums: bool = False,
    teams: bool | None = False,
) -> Given:
    """A CSV or TRF file, `wrong_sums` as `read_trf` has it, of `teams` with their players; None:
    as a TRF file is. Warnings are printed at once."""
    from saves.foreign import read_bytes

    path = Path(name).expanduser()
    content = read_bytes(path)
    if is_trf(path.name, content):
        from saves.trf_read import read_trf

        file = read_trf(
            content, path.name, encoding,
            players_only=not with_rounds, wrong_sums=wrong_sums, teams=teams,
        )  # fmt: skip
        _tell(file.warnings)
        return Given(path.name, file.entrants, file, file.notes)
    from saves.entries_csv import read_entries
    from saves.namesakes import two_names

    entries = read_entries(content, path.name, encoding, scoring, bool(teams))
    _tell((*entries.warnings, *two_names(entries.entrants)))
    return Given(path.name, entries.entrants, notes=entries.notes)


def as_teams(teams: Iterable[Entrant], first: int) -> tuple[tuple[Entrant, ...], str]:
    """Teams without their players, for a format of single players, rated by the mean of their
    first players; and how the list was read."""
    teams = tuple(teams)
    entered = tuple(
        replace(team, rating=mean_rating(team.players, first) or team.rating, players=())
        for team in teams
    )
    note = f"entered are the teams, rated by the mean of their first {counted(first, 'player')}"
    if not any(player.rating for team in teams for player in team.players):
        note = "entered are the teams; none of their players has a rating"
    return entered, note


def is_trf(name: str, content: bytes) -> bool:
    """Whether a file is a tournament report: by its name, or by a player's line in it. Older ones
    are called `.txt`, `.tab` or whatever their program liked."""
    named = Path(name).suffix.casefold() in TRF_SUFFIXES
    return named or _PLAYER_LINE.search(content) is not None


def _tell(warnings: Sequence[str]) -> None:
    for warning in warnings:
        warn(warning)
