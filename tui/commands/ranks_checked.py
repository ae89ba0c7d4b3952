"""Points and ranks of a tournament file, computed anew by the tie-breaks that it declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from engine.entrants import EntrantId
from engine.points import as_number
from engine.protocol import Bracketed, Format, part_of
from saves.safe_text import shortened
from tui.commands.documents import Document

if TYPE_CHECKING:
    from engine.tables import StandingRow
    from saves.trf_file import TrfFile

Column = Literal["points", "rank", "match points", "game points"]
NOT_BY_POINTS = "212 does not begin with PTS: ranks are not checked"
BY_BRACKET = "the bracket ranks, which a TRF file has no lines for: ranks are not checked"
ELSEWHERE = ("EXT",)
"""Codes whose values no file has."""
NOT_CHECKED = (NOT_BY_POINTS, BY_BRACKET)


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    """A row of a file whose points (columns 81-84) or rank (86-89) is not what it comes to."""

    id: EntrantId
    column: Column
    file: Decimal
    computed: Decimal
    row: StandingRow
    """The row as computed, with the values of the tie-breaks."""

    @property
    def document(self) -> Document:
        """As JSON."""
        return {
            "id": self.id,
            "column": self.column,
            "file": as_number(self.file),
            "computed": as_number(self.computed),
        }

    @property
    def text(self) -> str:
        """`12 Kovac: rank 3 in the file, computed 5 (4½ points, BH/C1 17)`."""
        from engine.standings import value_text

        values = [f"{value_text(self.row.points)} points"]
        values += [f"{code} {value_text(value)}" for code, value in self.row.tiebreaks.items()]
        said, computed = value_text(self.file), value_text(self.computed)
        reason = f" ({', '.join(values)})" if self.column == "rank" else ""
        name = shortened(self.row.name, 40)
        return f"{self.id} {name}: {self.column} {said} in the file, computed {computed}{reason}"


@dataclass(frozen=True, slots=True)
class CheckedRanks:
    """The rows that differ, and what of the file's own order could not be computed."""

    checked: bool
    """Whether there was anything to compare."""
    differences: tuple[ColumnDifference, ...] = ()
    notes: tuple[str, ...] = ()


def check_ranks(file: TrfFile, format: Format, settings: Mapping[str, Any]) -> CheckedRanks:
    """The points and ranks of a file against its rounds and its list of tie-breaks (202, 212).

    Who is level in all of it may have any of the places they share, or all the first of them: a
    file may settle those by lot. Behind a tie-break that is not known here, and in a file without
    a list, as many are level. `settings` as of `event_of`; a list of tie-breaks in them comes
    before the file's.
    """
    from tui.commands.tournament_files import event_of

    codes, notes = _declared(file, format)
    declared: dict[str, Any] = {"tiebreaks": codes, **settings}
    rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
    event = event_of(file, format, rounds, declared)
    table = format.standings(event)[0]
    ranks = {row.id: row.rank for row in table.rows}
    said = {id: points for id in ranks if (points := file.points.get(id)) is not None}
    if not codes and len(said) == len(ranks):
        # by the file's own points: TRF16 cannot say what a free round is worth
        scores = sorted(said.values(), reverse=True)
        ranks = {id: scores.index(points) + 1 for id, points in said.items()}
    level = Counter(ranks.values())
    differences: list[ColumnDifference] = []
    for row in table.rows:
        differences += _points_apart(file, row)
        rank = None if notes and notes[0] in NOT_CHECKED else file.ranks.get(row.id)
        computed = ranks[row.id]
        if rank is not None and not computed <= rank < computed + level[computed]:
            differences.append(
                ColumnDifference(row.id, "rank", Decimal(rank), Decimal(computed), row)
            )
    return CheckedRanks(bool(file.rounds), tuple(differences), notes)


def _declared(file: TrfFile, format: Format) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The list as far as it can be computed, and notes on the rest."""
    from tui.commands.tournament_files import tie_breaks

    if part_of(format, Bracketed) is not None:
        return (), (BY_BRACKET,)
    if file.standing_order and file.standing_order[0].upper() != "PTS":
        return (), (NOT_BY_POINTS,)
    known, unknown = tie_breaks(file, format)
    for place, code in enumerate(file.tiebreaks):
        if code in unknown or code.upper().split("/")[0] in ELSEWHERE:
            note = f"tie-break {code} is not computed here: ranks are checked by those before it"
            return known[:place], (note,)
    notes = () if file.tiebreaks else ("no list of tie-breaks (202): ranks are checked by points",)
    return known, notes


def _points_apart(file: TrfFile, row: StandingRow) -> Iterator[ColumnDifference]:
    said, computed = file.points.get(row.id), file.sums_apart.get(row.id)
    if said is not None and computed is not None:
        yield ColumnDifference(row.id, "points", said, computed, row)
    if other := file.others_apart.get(row.id):
        yield ColumnDifference(row.id, *other, row)
