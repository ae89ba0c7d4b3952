"""Tables as values: standings and what a format shows beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from engine.entrants import EntrantId
from engine.phrases import listed, phrase
from engine.points import Points

POINTS, WINS = phrase("Pts"), phrase("Won")
"""What `StandingTable.points` are called where they are points, and where they are games or matches
won."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entrant in a standing. Equal ranks are shared places.

    `tiebreaks` maps the table's columns to values (None if one cannot be computed); `working` says
    per column how the value came about.
    """

    rank: int
    id: EntrantId
    no: int
    name: str
    points: Points
    status: str | None = None
    tiebreaks: Mapping[str, Decimal | None] = field(default_factory=dict)
    working: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    """Adjustments with their reason, for a foot note."""
    zone: str = ""
    """The meaning of the place in the final table: `promotion`, `relegation`."""
    unplaced: str = ""
    """What people read where the place is not known yet, and the rank is shared by all of these:
    `in` of a cup, in which they play on."""
    over: bool = False
    """Whether the place says how far somebody came in a cup that is over: nobody is `out` of it."""
    in_column: bool = False
    """Whether a column of the table says the status."""

    @property
    def gone(self) -> bool:
        """Whether the status has to be said: whoever is `out`, or has withdrawn."""
        return bool(self.status) and not self.over

    @property
    def called(self) -> str:
        """What people read beside the name."""
        return listed(
            ", ",
            tuple(
                filter(None, (self.status if self.gone and not self.in_column else "", self.zone))
            ),
        )


def shared_places(ranks: Sequence[int | None]) -> list[str]:
    """Places as people read them: `3`, `4=` where several have one, `-` for none."""
    shared = Counter(ranks)
    return [f"{rank}{'=' * (shared[rank] > 1)}" if rank is not None else "-" for rank in ranks]


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A standing: overall, of a section, of a category."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    kind: str = "overall"
    notes: tuple[str, ...] = ()
    points: str = POINTS
    """What `Row.points` are called; empty where the columns say all that they say."""
    led_by: str = ""
    """Where the columns are figures of their own, the first that a large screen shows: one of them,
    or `points`. Empty where they break ties of the points."""

    @property
    def places(self) -> Mapping[EntrantId, str]:
        """Everybody's place as people read it: `3`, `4=` where it is shared, `in`."""
        places = shared_places([row.rank for row in self.rows])
        return {r.id: r.unplaced or place for r, place in zip(self.rows, places, strict=True)}

    @property
    def aligned_places(self) -> Mapping[EntrantId, str]:
        """`places` for a column, figures below each other."""
        return {
            id: f"{text}{'' if text.endswith('=') else ' '}" for id, text in self.places.items()
        }


@dataclass(frozen=True, slots=True)
class Panel:
    """Any other table: texts by row and column, for a screen to show beside."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """What its heads mean, where they do not say it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One cell of a table of all against all: the score of the row's entrant against the column's.

    `text` is empty while nothing is known; `open` marks a match that is drawn and not finished.
    `round` and `board` say where it is played (the last one, of several).
    """

    text: str
    open: bool = False
    round: int | None = None
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Meetings:
    """A cross-table of all against all: entrants down and across in one order.

    `cells` has (row's entrant, column's entrant) only for those who meet; a missing pair is never
    played, or not drawn yet. `numbers` head the columns.
    """

    order: tuple[EntrantId, ...]
    numbers: Mapping[EntrantId, int]
    cells: Mapping[tuple[EntrantId, EntrantId], Meeting]

    def opponents(self, entrant: EntrantId) -> tuple[EntrantId, ...]:
        """Whom an entrant meets, in the order of the table: to be marked on a screen."""
        return tuple(other for other in self.order if (entrant, other) in self.cells)

    def band(self, entrant: EntrantId) -> tuple[int, int]:
        """The first and the last column, from 0, that an entrant's row has; his own if none."""
        own = self.order.index(entrant)
        columns = [at for at, other in enumerate(self.order) if (entrant, other) in self.cells]
        return min([own, *columns]), max([own, *columns])


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Every entrant's results by round (`cells`) in the order of the standing; `labels` tell the
    rounds from one another: `3`, `2.1`."""

    rounds: tuple[int, ...]
    rows: tuple[tuple[StandingRow, tuple[str, ...]], ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entrant who goes on from the finished event, and where to."""

    entrant: EntrantId
    to: str
