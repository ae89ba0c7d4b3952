"""Other engines as a TOML file describes them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from engine.refusal import Refused

Words = tuple[str, ...]

WITHOUT: Mapping[str, Words] = {
    "acceleration": ("--acceleration", "none"),
    "bars": ("--bars", "0"),
    "points": ("--points", "1-0.5-0"),
    "byes": ("--half-byes", "0", "--full-byes", "0", "--zero-byes", "0"),
    "forfeits": ("--forfeits", "0", "--forfeit-wins", "0", "--forfeit-losses", "0",
                 "--double-forfeits", "0"),
    "odd results": ("--odd-results", "0"),
    "absence": ("--late", "0", "--withdrawals", "0"),
    "unrated": ("--unrated", "0"),
}  # fmt: skip
"""What an engine may be unable to do, and the options of `topboard generate` that leave it out."""


@dataclass(frozen=True, eq=False)
class Peer:
    """One engine: how each thing is asked of it, and what it can be asked.

    In the commands stand {file}, {files}, {folder}, {config}, {seed}, {count}, {players},
    {rounds}, {played} (rounds of a file), {round} (of the whole file, the one to be drawn), {codes}
    and what is in `lot`. A command with {folder} or {files} is called once for many tournaments,
    any other one once for each.
    """

    name: str
    version: Words = ()
    check: Words = ()
    """Says of a file, round by round, whether it draws the same."""
    pair: Words = ()
    """Prints the next round of a file: the number of pairs, then `white black`, `n 0` the bye."""
    generate: Words = ()
    tiebreaks: Words = ()
    """Prints a heading, then a line for each player: start number, rank, a value for each code."""
    folder: str = ""
    """Where the commands run."""
    check_round: str = r"Round #(\d+)"
    """The line of `check` that begins a round."""
    check_quiet: str = r"Check: True"
    """Lines of `check` that tell no difference; any other line tells one."""
    answers: tuple[int, ...] = (0,)
    """Exit statuses of `check` with an answer."""
    refuses: tuple[int, ...] = ()
    """Exit statuses by which it says that a file, or a round, is beyond it."""
    cannot: tuple[str, ...] = ()
    """Keys of `WITHOUT`."""
    files: tuple[str, ...] = ("trf16",)
    """Kinds of file that it reads: trf16, trf26."""
    codes: tuple[str, ...] = ()
    """Tie-breaks that it computes."""
    tolerance: Mapping[str, Decimal] = field(default_factory=dict)
    """By how much a value may differ, for codes whose values it rounds."""
    system: str = "dutch"
    """The format that it draws."""
    settings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Settings of that format by chance in our tournaments: a key and its choices."""
    config: str = ""
    """What {config} holds when it generates."""
    lot: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What stands in `config` and `generate` by chance: a name and its choices."""
    ranks: bool = True
    """Whether the ranks of its tournaments are those of the final standings."""
    seconds: float | Decimal = 60.0
    """Patience for each tournament."""

    @property
    def options(self) -> Words:
        """What `topboard generate` leaves out for it."""
        return tuple(word for lack in self.cannot for word in WITHOUT[lack])

    @property
    def of_rounds(self) -> bool:
        """Whether it draws any round of a whole file, and needs none cut before that round."""
        return any("{round}" in word for word in self.pair)

    def settings_by_lot(self, lot: Random) -> tuple[str, ...]:
        """Options of `topboard generate` with a choice for each name in `settings`."""
        chosen = ((key, lot.choice(choices)) for key, choices in self.settings.items())
        return tuple(word for key, value in chosen for word in ("--set", f"{key}={value}"))

    def drawn_by_lot(self, lot: Random) -> dict[str, str]:
        """A choice for each name in `lot`."""
        return {name: lot.choice(choices) for name, choices in self.lot.items()}


def read_peers(path: Path) -> tuple[Peer, ...]:
    """The engines of a file; `Refused` for what is no such file."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"), parse_float=Decimal)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Refused(f"{path} cannot be read", str(error), "see crosstest/peers.toml") from error
    return tuple(_peer(name, table) for name, table in tables.items())


def _peer(name: str, table: Any) -> Peer:
    def refused(what: str, remedy: str) -> Refused:
        return Refused(f"{name}: {what}", "", remedy)

    if not isinstance(table, dict) or not re.fullmatch(r"[\w.-]+", name):
        raise refused("not an engine", "write [NAME], then its commands")
    known = {f.name for f in fields(Peer)} - {"name"}
    if unknown := sorted(table.keys() - known):
        raise refused(f"{unknown[0]!r} is not known", f"known: {', '.join(sorted(known))}")
    said: dict[str, Any] = {}
    for key, value in table.items():
        said[key] = tuple(value) if isinstance(value, list) else value
    said["tolerance"] = {code: Decimal(v) for code, v in said.get("tolerance", {}).items()}
    for key in ("lot", "settings"):
        said[key] = {what: tuple(choices) for what, choices in said.get(key, {}).items()}
    for lack in said.get("cannot", ()):
        if lack not in WITHOUT:
            raise refused(f"cannot {lack!r} is not known", f"known: {', '.join(WITHOUT)}")
    for key in ("check_round", "check_quiet"):
        try:
            re.compile(said.get(key, ""))
        except re.error as error:
            raise refused(f"{key} is no pattern ({error})", "correct it") from error
    return Peer(name, **said)
