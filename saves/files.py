"""The save files as models: what may stand in `event.toml`, `players.toml`, `round-NN.toml`.

Names stand beside the numbers so that a person can read and compare a file; they are for the
eye and not read back. Fields at their defaults are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from engine.actions import SavedMatchResult
from engine.entrants import Away, Entrant, RequestedBye, checked
from engine.event import (
    Adjustment,
    Altered,
    Bye,
    Chosen,
    ChosenKind,
    Event,
    Instruction,
    Lot,
    Match,
    Round,
    RoundState,
    Supplement,
)
from engine.protocol import Format

EVENT_NAME = "event.toml"
PLAYERS_NAME = "players.toml"
ROUND_NAME = re.compile(r"round-(\d\d)\.toml")
Contents = Mapping[str, dict[str, Any]]
"""What stands in the save files, seals apart, by file name."""


def round_name(number: int) -> str:
    """The file of a round: `round-05.toml`."""
    return f"round-{number:02}.toml"


def _exact(value: Any) -> Any:
    """A number with or without a point; neither true nor nan is one."""
    if type(value) is int or (type(value) is Decimal and value.is_finite()):
        return Decimal(value)
    if type(value) is float:
        return Decimal(str(value))
    raise ValueError("must be a number")


Number = Annotated[Decimal, BeforeValidator(_exact)]
Text = Annotated[str, Field(max_length=400)]
Id = Annotated[str, Field(min_length=1, max_length=12)]
Count = Annotated[int, Field(ge=1, le=99)]


class Strict(BaseModel):
    """Nothing is converted, nothing unknown is passed over."""

    model_config = ConfigDict(strict=True, extra="forbid", arbitrary_types_allowed=True)


class PairingRow(Strict):
    """One board."""

    board: Annotated[int, Field(ge=1, le=99999)]
    white: Id
    white_name: Text = ""
    black: Id
    black_name: Text = ""
    result: Annotated[str, Field(max_length=80)] = ""
    stage: Text | None = None
    section: Text | None = None
    group: Text = ""
    games: Annotated[int, Field(ge=1, le=99)] = 1
    boards: Annotated[int, Field(ge=1, le=999)] | None = None
    due: Count | None = None
    why: Annotated[str, Field(max_length=2000)] = ""
    altered: Altered = ""

    def match(self) -> Match:
        """The board without its result."""
        return Match(
            self.board, self.white, self.black, None, self.stage, self.section, self.group,
            self.games, self.boards, self.due, self.why, self.altered,
        )  # fmt: skip


class ByeRow(Strict):
    """Somebody without a board."""

    entrant: Id
    name: Text = ""
    points: Number = Decimal(0)
    kind: Literal["pairing", "requested", "absent"] = "pairing"
    why: Annotated[str, Field(max_length=2000)] = ""

    def bye(self) -> Bye:
        """The engine's value."""
        return Bye(self.entrant, self.points, self.kind, self.why)


class RoundFile(Strict):
    """`round-NN.toml`."""

    round: Count
    state: Literal["proposal", "published"]
    altered: bool = False
    drawn_from: Text = ""
    extra: bool = False
    pairing: list[PairingRow] = []
    bye: list[ByeRow] = []
    extra_pairing: list[PairingRow] = []
    extra_bye: list[ByeRow] = []

    def value(self) -> tuple[Round, tuple[SavedMatchResult, ...]]:
        """The round without results, and the results."""
        extra = None
        if self.extra:
            extra = Supplement(
                tuple(row.match() for row in self.extra_pairing),
                tuple(row.bye() for row in self.extra_bye),
            )
        made = Round(
            self.round,
            RoundState(self.state),
            tuple(row.match() for row in self.pairing),
            tuple(row.bye() for row in self.bye),
            self.altered,
            self.drawn_from,
            extra,
        )
        return made, tuple(SavedMatchResult(r.board, r.result) for r in self.pairing if r.result)


class ByeRequest(Strict):
    """A round that somebody sits out."""

    round: Count
    points: Number = Decimal(0)
    absent: bool = False


class AwaySpan(Strict):
    """Withdrawn from `first` on, back in `back`."""

    first: Count
    back: Count | None = None


class EntrantRow(Strict):
    """One entry."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=80)]
    rating: Annotated[int, Field(ge=0, le=4000)] | None = None
    title: Text = ""
    federation: Text = ""
    fide_id: Text = ""
    birth: Text = ""
    sex: Text = ""
    club: Text = ""
    school: Text = ""
    family: Text = ""
    category: Text = ""
    section: Text = ""
    seed: Annotated[int, Field(ge=1, le=9999)] | None = None
    members: list[Text] = []
    captain: Text = ""
    contact: Text = ""
    note: Text = ""
    fixed_board: Annotated[int, Field(ge=1, le=9999)] | None = None
    present: bool = False
    joined: Count = 1
    late: bool = False
    byes: list[ByeRequest] = []
    away: list[AwaySpan] = []

    def entrant(self) -> Entrant:
        """The engine's value, checked."""
        values = self.model_dump(exclude={"byes", "away"})
        return checked(
            Entrant(
                **{**values, "members": tuple(self.members)},
                byes=tuple(RequestedBye(b.round, b.points, b.absent) for b in self.byes),
                away=tuple(Away(a.first, a.back) for a in self.away),
            )
        )


class PlayersFile(Strict):
    """`players.toml`: the entry list, of players or teams."""

    entrant: list[EntrantRow] = []


class AdjustmentRow(Strict):
    """Points given or taken."""

    entrant: Id
    name: Text = ""
    points: Number
    why: Text
    round: Annotated[int, Field(ge=0, le=99)]


class InstructionRow(Strict):
    """A lock, a bar, an allowance."""

    kind: Literal["lock", "bar", "allow"]
    a: Id
    a_name: Text = ""
    b: Id
    b_name: Text = ""
    round: Count | None = None


class ChoiceRow(Strict):
    """A word in a draw by choice."""

    round: Count
    stage: Text
    chooser: Id
    chooser_name: Text = ""
    kind: ChosenKind
    opponent: Annotated[str, Field(max_length=12)] = ""
    opponent_name: Text = ""


class LotRow(Strict):
    """A drawn lot."""

    number: Annotated[int, Field(ge=1)]
    purpose: Text
    order: list[Text]


class FileRow(Strict):
    """A save file that belongs to this state, by the checksum in its seal."""

    name: Text
    sha256: Text


class EventFile(Strict):
    """`event.toml`."""

    title: Annotated[str, Field(min_length=1, max_length=120)]
    format: Text
    seed: Annotated[int, Field(ge=0)] = 0
    next_id: Annotated[int, Field(ge=1)] = 1
    settings: dict[str, Any] = {}
    details: dict[str, str] = {}
    adjustment: list[AdjustmentRow] = []
    instruction: list[InstructionRow] = []
    lot: list[LotRow] = []
    choice: list[ChoiceRow] = []
    file: list[FileRow] = []

    def bare_event(self, format: Format) -> Event:
        """The event without entrants and rounds; `Refused` for a setting out of bounds."""
        return Event(
            title=self.title,
            format=format.name,
            settings=format.settings(self.settings),
            seed=self.seed,
            adjustments=tuple(
                Adjustment(a.entrant, a.points, a.why, a.round) for a in self.adjustment
            ),
            instructions=tuple(Instruction(i.kind, i.a, i.b, i.round) for i in self.instruction),
            lots=tuple(Lot(x.number, x.purpose, tuple(x.order)) for x in self.lot),
            choices=tuple(
                Chosen(c.round, c.stage, c.chooser, c.kind, c.opponent) for c in self.choice
            ),
            next_id=self.next_id,
            details=tuple(self.details.items()),
        )
