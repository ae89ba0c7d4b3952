"""The packed conformance set: positions with an endorsed engine's answers, whole tournaments.

`positions.tar.xz` holds NAME_rK.trf, a tournament before round K, with NAME_rK.pairs, the answer;
`tournaments.tar.xz` holds tournaments every round of which that engine reproduces.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Round
from engine.history import Colour
from formats.common import TableFormat
from formats.dutch.drawing import draw
from formats.dutch.position import DutchDraw
from formats.dutch.reading import PairingTable, read_table
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile

DATA = Path(__file__).parents[2] / "data" / "dutch"
Answer = set[tuple[int, int]]
"""(White, Black) by start number; (N, 0) is the bye."""


@dataclass(frozen=True)
class Case:
    """A position and what the engine says of it."""

    name: str
    table: PairingTable
    answer: Answer


@cache
def packed(name: str) -> dict[str, bytes]:
    """The files of an archive by their names."""
    found = {}
    with tarfile.open(DATA / f"{name}.tar.xz") as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                found[Path(member.name).name] = file.read()
    return found


def position_names() -> list[str]:
    """Every position, without the suffix."""
    return sorted(name[:-4] for name in packed("positions") if name.endswith(".trf"))


def tournament_names() -> list[str]:
    """Every tournament, without the suffix."""
    return sorted(name[:-4] for name in packed("tournaments"))


def position(name: str) -> Case:
    """A position of the set."""
    files = packed("positions")
    file = read_trf(files[f"{name}.trf"], f"{name}.trf")
    lines = files[f"{name}.pairs"].decode().splitlines()[1:]
    answer = {(int(white), int(black)) for white, black in (line.split() for line in lines)}
    return Case(name, table_of(file, file.rounds, file.entrants, _initial(file)), answer)


def table_of(
    file: TrfFile, rounds: tuple[Round, ...], entrants: tuple[Entrant, ...], initial: Colour
) -> PairingTable:
    """The position after these rounds, with these byes to come."""
    total = file.total_rounds or len(file.rounds)
    settings = TableFormat().settings({**file.settings, "rounds": total})
    event = Event(
        file.title,
        "dutch",
        settings,
        entrants=entrants,
        rounds=rounds,
        instructions=file.forbidden,
        adjustments=tuple(a for a in file.adjustments if a.round <= len(rounds)),
    )
    order = [entrant.id for entrant in file.entrants]
    return read_table(event, order, initial=initial, extra=file.accelerations)


def _initial(file: TrfFile) -> Colour:
    return file.initial_colour or "W"


def rounds_of(name: str) -> Iterator[Case]:
    """Every round of a tournament: the position before it and what was played."""
    file = read_trf(packed("tournaments")[f"{name}.trf"], f"{name}.trf")
    initial = file.initial_colour or _found_initial(file)
    for round in file.rounds:
        yield Case(f"{name} round {round.number}", _before(file, round, initial), _played(round))


def _before(file: TrfFile, round: Round, initial: Colour) -> PairingTable:
    away = {bye.entrant for bye in round.byes if bye.kind != "pairing"}
    entrants = tuple(
        replace(e, byes=(RequestedBye(round.number),) if e.id in away else ())
        for e in file.entrants
    )
    return table_of(file, file.rounds[: round.number - 1], entrants, initial)


def _played(round: Round) -> Answer:
    games = {(int(match.white), int(match.black)) for match in round.matches}
    return games | {(int(bye.entrant), 0) for bye in round.byes if bye.kind == "pairing"}


def _found_initial(file: TrfFile) -> Colour:
    """Where the file does not say it: the colour of round 1's first player."""
    first = min(file.rounds[0].matches, key=lambda m: min(int(m.white), int(m.black)))
    return "W" if int(first.white) < int(first.black) else "B"


def answer_of(case: Case, *, reference: bool = False) -> Answer:
    """What the draw of the case says, in the engine's terms."""
    return answer_in(draw(case.table.position, reference=reference), case.table)


def answer_in(drawn: DutchDraw, table: PairingTable) -> Answer:
    """A draw by start numbers."""
    ids = table.ids
    games = {(int(ids[white]), int(ids[black])) for white, black in drawn.pairs}
    return games | ({(int(ids[drawn.bye]), 0)} if drawn.bye is not None else set())
