"""How many go where: the printed tables as one data file, each row checked by its balances."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any

from engine.refusal import Refused
from formats.gnot.settings import LEAST, MOST

FILE = "tables.toml"
DKO, SKO_2 = 8, 8
"""Teams of DKO round 1 and of SKO round 2."""
WORDS = {
    "pool_a": "Pool A",
    "pool_b": "Pool B",
    "triangle": "triangle teams",
    "winners_a": "winners to Pool A",
    "lucky_a": "lucky losers to Pool A",
    "winners_dko": "winners to the DKO",
    "lucky_dko": "lucky losers to the DKO",
    "triangle_dko": "triangle teams to the DKO",
    "sko_1": "teams in SKO round 1",
    "losers_a": "Pool A losers to the SKO",
    "winners_b": "Pool B winners to the SKO",
    "lucky_b": "Pool B lucky losers to the SKO",
    "triangle_sko": "triangle teams to the SKO",
    "swiss_1": "teams in Swiss round 1",
    "winners_sko_2": "winners to SKO round 2",
    "lucky_sko_2": "lucky losers to SKO round 2",
    "losers_sko_1": "losers of SKO round 1",
    "swiss_2": "teams in Swiss round 2",
}
"""Every number of a row in words."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One row: the numbers of teams for a size of entry, named as in the data file.

    `printed` are the numbers of the regulations where these do not add up.
    """

    name: str
    teams: int
    pool_a: int
    pool_b: int
    triangle: int
    winners_a: int
    lucky_a: int
    winners_dko: int
    lucky_dko: int
    triangle_dko: int
    sko_1: int
    losers_a: int
    winners_b: int
    lucky_b: int
    triangle_sko: int
    swiss_1: int
    winners_sko_2: int
    lucky_sko_2: int
    losers_sko_1: int
    swiss_2: int
    printed: Mapping[str, int] = field(default_factory=dict)

    @property
    def choosers(self) -> int:
        """How many of Pool A choose an opponent: one less than half of it."""
        return self.pool_a // 2 - 1

    @property
    def chosen_from(self) -> int:
        """From how many of the lowest: as many, but at 23 teams from all others."""
        return self.pool_a - self.choosers if self.teams == 23 else self.choosers

    @property
    def remark(self) -> str:
        """The remark of the console on a row that is printed otherwise; empty for the others."""
        if not self.printed:
            return ""
        changes = ", ".join(
            f"{WORDS[key]} {getattr(self, key)} (printed {value})"
            for key, value in self.printed.items()
        )
        return f"the printed numbers for {self.name} teams do not add up; played with {changes}"


def balances(row: Layout) -> Iterator[tuple[str, int, int]]:
    """Every balance: its words, what the row has, and what it must be."""
    yield "winners to Pool A = (teams - triangle) / 2", row.winners_a * 2, row.teams - row.triangle
    yield "Pool A = winners + lucky losers", row.pool_a, row.winners_a + row.lucky_a
    yield "Pool A + Pool B + triangle = teams", row.pool_a + row.pool_b + row.triangle, row.teams
    yield "winners to the DKO = Pool A / 2", row.winners_dko * 2, row.pool_a
    eight = row.winners_dko + row.lucky_dko + row.triangle_dko
    yield "winners + lucky losers + triangle to the DKO = 8", eight, DKO
    left = row.pool_a - row.winners_dko - row.lucky_dko
    yield "Pool A losers = Pool A - winners - lucky losers to the DKO", row.losers_a, left
    yield "Pool B winners = Pool B / 2", row.winners_b * 2, row.pool_b
    into = row.losers_a + row.winners_b + row.lucky_b + row.triangle_sko
    yield "SKO round 1 = all who come into it", row.sko_1, into
    yield "SKO round 1 is even", row.sko_1 % 2, 0
    out = row.pool_b - row.winners_b - row.lucky_b
    yield "Swiss round 1 = Pool B - winners - lucky losers", row.swiss_1, out
    yield "Swiss round 1 = teams - 8 - SKO round 1", row.swiss_1, row.teams - DKO - row.sko_1
    yield (
        "triangle = its teams to the DKO and the SKO",
        row.triangle,
        (row.triangle_dko + row.triangle_sko),
    )
    yield "winners to SKO round 2 = SKO round 1 / 2", row.winners_sko_2 * 2, row.sko_1
    yield "winners + lucky losers to SKO round 2 = 8", row.winners_sko_2 + row.lucky_sko_2, SKO_2
    yield "losers of SKO round 1 = SKO round 1 - 8", row.losers_sko_1, row.sko_1 - SKO_2
    yield "Swiss round 2 = teams - 16", row.swiss_2, row.teams - DKO - SKO_2
    yield (
        "Swiss round 2 = Swiss round 1 + losers of SKO round 1",
        row.swiss_2,
        (row.swiss_1 + row.losers_sko_1),
    )


def read_layouts(text: str) -> dict[str, Layout]:
    """The rows of the data file by name; `Refused` naming the row and the balance that fails."""
    try:
        rows = tomllib.loads(text).get("row")
    except tomllib.TOMLDecodeError as fault:
        raise Refused(f"{FILE} cannot be read", str(fault), "put it right") from None
    if not isinstance(rows, list) or not rows:
        raise Refused(f"{FILE} has no rows", "", "put it right")
    known: dict[str, Layout] = {}
    for values in rows:
        row = _row(values)
        if row.name in known:
            raise Refused(f"{FILE}: row {row.name} appears twice", "", "take one away")
        _check(row)
        known[row.name] = row
    return known


def _row(values: Mapping[str, Any]) -> Layout:
    name = str(values.get("name", "?"))[:12]
    known = {f.name for f in fields(Layout)}
    for key in values:
        if key not in known:
            raise Refused(f"{FILE}: row {name} has {key!r}", "that is not known", "take it away")
    for key in sorted(known - {"printed"}):
        if key not in values:
            raise Refused(f"{FILE}: row {name} has no {key}", "", "put it right")
    numbers = {k: v for k, v in values.items() if k not in ("name", "printed")}
    for key, value in {**numbers, **values.get("printed", {})}.items():
        if type(value) is not int or not 0 <= value <= MOST:
            raise Refused(f"{FILE}: row {name}: {key} is {value!r}", f"0 to {MOST}", "put it right")
        if key not in WORDS and key != "teams":
            raise Refused(f"{FILE}: row {name} prints {key!r}", "not known", "take it away")
    return Layout(**values)


def _check(row: Layout) -> None:
    for says, has, must in balances(row):
        if has != must:
            raise Refused(
                f"{FILE}: row {row.name} does not balance",
                f"{says}: it has {has}, not {must}",
                "put the row right",
            )


def table_text() -> str:
    """The data file that the program comes with."""
    return files("formats.gnot").joinpath(FILE).read_text(encoding="utf-8")


@cache
def layouts() -> Mapping[str, Layout]:
    """Its rows."""
    return read_layouts(table_text())


def layout(teams: int, of_27: str = "27a") -> Layout | None:
    """The row for so many teams; None for 16 to 19, which have none; `Refused` beyond."""
    if not LEAST <= teams <= MOST:
        raise Refused(
            f"{teams} teams cannot play this format",
            f"it takes {LEAST} to {MOST}",
            "knockout and double_knockout fit"
            + (", or a round robin" if teams < LEAST else "; or split the field"),
        )
    if teams < 20:
        return None
    return layouts()[of_27 if teams == 27 else str(teams)]
