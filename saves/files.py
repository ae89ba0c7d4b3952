"""The save files by name, and what each of them says.

Names of players stand beside the numbers so that a person can read and compare a file; they are
for the eye and not read back. Fields at their defaults are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.entrants import Entrant
from engine.event import (
    Adjustment,
    Bye,
    Departure,
    DrawChoice,
    Event,
    Instruction,
    Lot,
    Match,
    Mode,
    NumberExchange,
    Round,
    RoundState,
    Supplement,
    Worse,
)
from engine.protocol import Format
from engine.saved_results import SavedMatchResult
from engine.warnings import Agreement
from saves.earlier_versions import adjustment_row, settings_then
from saves.plain import typed

EVENT_NAME = "event.toml"
PLAYERS_NAME = "players.toml"
ROUND_NAME = re.compile(r"round-(\d\d)\.toml")
Contents = Mapping[str, dict[str, Any]]
"""What stands in the save files, seals apart, by file name."""


def round_name(number: int) -> str:
    """The file of a round: `round-05.toml`."""
    return f"round-{number:02}.toml"


@dataclass(frozen=True)
class FileRow:
    """A save file that belongs to this state, by the checksum in its seal."""

    name: str
    sha256: str


@dataclass(frozen=True)
class SavedHead:
    """`event.toml`, by its keys."""

    title: str
    format: str
    seed: int = 0
    next_id: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, str] = field(default_factory=dict)
    adjustment: tuple[Adjustment, ...] = ()
    instruction: tuple[Instruction, ...] = ()
    lot: tuple[Lot, ...] = ()
    choice: tuple[DrawChoice, ...] = ()
    ranked: tuple[str, ...] = ()
    accelerated: tuple[str, ...] = ()
    qualified: tuple[str, ...] = ()
    exchange: tuple[NumberExchange, ...] = ()
    renumbered: bool = False
    mode: Mode = ""
    agreement: tuple[Agreement, ...] = ()
    file: tuple[FileRow, ...] = ()

    def bare_event(self, format: Format, judged: bool) -> Event:
        """The event without entrants and rounds; `Refused` for a setting out of bounds where it
        is to be `judged`: what a save has kept stands."""
        settings = settings_then(format.name, self.settings)
        details = tuple(self.details.items())
        if details:
            from engine.event_data import by_todays_names

            details = by_todays_names(self.details)
        return Event(
            title=self.title,
            format=format.name,
            settings=(format.settings if judged else format.kept_settings)(settings),
            seed=self.seed,
            adjustments=self.adjustment,
            instructions=self.instruction,
            lots=self.lot,
            choices=self.choice,
            next_id=self.next_id,
            details=details,
            ranked=self.ranked,
            accelerated=self.accelerated,
            qualified=self.qualified,
            exchanges=self.exchange,
            renumbered=self.renumbered,
            mode=self.mode,
            agreements=self.agreement,
        )


@dataclass(frozen=True)
class SavedEntries:
    """`players.toml`: the entry list, of players or teams."""

    entrant: tuple[Entrant, ...] = ()


@dataclass(frozen=True)
class RoundKeys:
    """`round-NN.toml`, by its keys."""

    round: int
    state: RoundState
    altered: bool = False
    drawn_from: str = ""
    editing: bool = False
    extra: bool = False
    pairing: tuple[Match, ...] = ()
    bye: tuple[Bye, ...] = ()
    extra_pairing: tuple[Match, ...] = ()
    extra_bye: tuple[Bye, ...] = ()
    departure: tuple[Departure, ...] = ()
    worse: tuple[Worse, ...] = ()

    def bare_round(self) -> Round:
        """The round without results."""
        extra = Supplement(self.extra_pairing, self.extra_bye) if self.extra else None
        return Round(
            self.round, self.state, self.pairing, self.bye, self.altered, self.drawn_from,
            self.editing, extra, self.departure, self.worse,
        )  # fmt: skip


@dataclass(frozen=True)
class SavedRound:
    """`round-NN.toml`: the round without results, and the results."""

    bare: Round
    results: tuple[SavedMatchResult, ...]


Saved = SavedHead | SavedEntries | SavedRound

NAMED: Mapping[type, tuple[str, ...]] = {
    Adjustment: ("entrant", "over"),
    Instruction: ("a", "b"),
    DrawChoice: ("chooser", "opponent"),
    Match: ("white", "black"),
    Bye: ("entrant", "left", "taken_by"),
    Departure: ("entrant",),
    NumberExchange: ("a", "b"),
}
"""The numbers of entrants that have a name beside them, for the eye alone."""
_ROWS: Mapping[str, type] = {
    "adjustment": Adjustment,
    "instruction": Instruction,
    "choice": DrawChoice,
    "pairing": Match,
    "extra_pairing": Match,
    "bye": Bye,
    "extra_bye": Bye,
    "departure": Departure,
    "exchange": NumberExchange,
}


def name_key(field: str) -> str:
    """The key of the name beside the number in a field."""
    return "name" if field == "entrant" else f"{field}_name"


def texts_beside(table: str) -> frozenset[str]:
    """What is not read back with the rows of a table: names; results are read by themselves."""
    if table == "agreement":
        return frozenset({"text"})
    keys = frozenset(map(name_key, NAMED[_ROWS[table]])) if table in _ROWS else frozenset()
    return keys | {"result"} if table.endswith("pairing") else keys


def saved_of(name: str, content: Mapping[str, Any]) -> Saved:
    """What a file's content says; `BadValue` where a key or a type is another than ours."""
    read = {key: _without(texts_beside(key), rows) for key, rows in content.items()}
    if name == EVENT_NAME:
        if isinstance(rows := read.get("adjustment"), list):
            format = str(read.get("format", ""))
            read["adjustment"] = [
                adjustment_row(row, format) if isinstance(row, dict) else row for row in rows
            ]
        head: SavedHead = typed(SavedHead, read)
        return head
    if name == PLAYERS_NAME:
        entries: SavedEntries = typed(SavedEntries, read)
        return entries
    round: RoundKeys = typed(RoundKeys, read)
    results = [
        {"board": row["board"], "result": row["result"]}
        for row in content.get("pairing", ())
        if "result" in row
    ]
    return SavedRound(round.bare_round(), typed(tuple[SavedMatchResult, ...], results, "pairing"))


def _without(unread: frozenset[str], rows: Any) -> Any:
    """The rows of a table without some keys; anything else as it is."""
    if not unread or not isinstance(rows, list):
        return rows
    return [
        {key: value for key, value in row.items() if key not in unread}
        if isinstance(row, dict)
        else row
        for row in rows
    ]
