"""The save files as models: what may stand in `event.toml`, `players.toml`, `round-NN.toml`.

They check what a person or a fault may have written, and name what is wrong; what the files
say is read by `saves.files`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from engine.event import AdjustmentCause, Altered, ByeKind, ChosenKind
from saves.files import EVENT_NAME, PLAYERS_NAME

MOST_POINTS = 1_000_000
"""Net IMPs and performance are far below."""


def _exact(value: Any) -> Any:
    """A number with or without a point, below a million; neither true nor nan is one."""
    if type(value) is float:
        value = Decimal(str(value))
    if type(value) is int or (type(value) is Decimal and value.is_finite()):
        exact = Decimal(value)
        if abs(exact) < MOST_POINTS:
            return exact
    raise ValueError("must be a number below a million")


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
    part: Text = ""
    games: Annotated[int, Field(ge=1, le=99)] = 1
    boards: Annotated[int, Field(ge=1, le=999)] | None = None
    due: Count | None = None
    why: Annotated[str, Field(max_length=2000)] = ""
    reasons: Annotated[str, Field(max_length=4000)] = ""
    altered: Altered = ""
    colourless: bool = False


class ByeRow(Strict):
    """Somebody without a board."""

    entrant: Id
    name: Text = ""
    points: Number = Decimal(0)
    kind: ByeKind = "pairing"
    why: Annotated[str, Field(max_length=2000)] = ""
    reasons: Annotated[str, Field(max_length=4000)] = ""
    group: Text = ""
    part: Text = ""
    left: Annotated[str, Field(max_length=12)] = ""
    left_name: Text = ""
    taken_by: Annotated[str, Field(max_length=12)] = ""
    taken_by_name: Text = ""


class PlaceRow(Strict):
    """A board with colour and opponent, or the bye."""

    board: Annotated[int, Field(ge=1, le=99999)] | None = None
    colour: Literal["", "W", "B"] = ""
    opponent: Annotated[str, Field(max_length=12)] = ""


class DepartureRow(Strict):
    """Somebody who is placed otherwise than in the engine's own draw."""

    entrant: Id
    name: Text = ""
    here: Text = ""
    engine: Text = ""
    places: list[PlaceRow] = []
    own: list[PlaceRow] = []


class WorseRow(Strict):
    """A criterion by which the round is worse than the engine's own draw."""

    where: Text = ""
    name: Text = ""
    text: Text = ""
    was: list[int] = []
    now: list[int] = []
    severity: Literal["must", "should", "note"] = "should"


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
    departure: list[DepartureRow] = []
    worse: list[WorseRow] = []


class ByeRequest(Strict):
    """A round that somebody sits out."""

    round: Count
    points: Number = Decimal(0)
    absent: bool = False


class AwaySpan(Strict):
    """Withdrawn from `first` on, back in `back`; `finishes` the round that was in play."""

    first: Count
    back: Count | None = None
    finishes: bool = False


class EntrantRow(Strict):
    """One entry."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=80)]
    rating: Annotated[int, Field(ge=0, le=4000)] | None = None
    estimated: bool = False
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
    expected: Annotated[int, Field(ge=0, le=99)] = 0
    start_number: Annotated[int, Field(ge=1, le=9999)] | None = None


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
    cause: AdjustmentCause = "points"
    entering: Count | None = None
    over: Annotated[str, Field(max_length=12)] = ""
    over_name: Text = ""
    scores: list[list[Annotated[int, Field(ge=0, le=999)]]] = []


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
    ranked: list[Id] = []
    file: list[FileRow] = []


MODELS: dict[str, type[Strict]] = {EVENT_NAME: EventFile, PLAYERS_NAME: PlayersFile}
"""By the name of the file; all others are rounds."""
