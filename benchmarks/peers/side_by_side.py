"""One round drawn by this program and by other Python programs: seconds, ratios, agreement."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from crosstest import packages
from crosstest.packages import PEERS, installed
from engine.entrants import Entrant, RequestedBye
from engine.event import Event, Round, RoundState
from engine.results import GameResult
from formats.dutch import Dutch
from formats.dutch.drawing import draw
from formats.dutch.position import DutchDraw
from formats.dutch.reading import PairingTable
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from saves.trf_write import write_trf
from tests.formats.dutch.conformance import Answer, answer_in, table_of

LIMIT = 30
"""Seconds that a peer gets; after that it is not asked for larger fields."""

SIZES = (30, 60, 100, 200)
ROUNDS = 9
SHOWN = (2, 6, 9)
DUTCH = Dutch()


def generated(folder: Path) -> Iterator[Path]:
    """TRF files before rounds 2, 6 and 9 of random tournaments: byes of half a point, forfeits,
    results by rating."""
    for players in SIZES:
        lot = Random(players)
        settings = DUTCH.settings({"rounds": ROUNDS, "initial_colour": "white"})
        event = Event("Benchmark", "dutch", settings, entrants=tuple(_entrants(players, lot)))
        for number in range(1, ROUNDS + 1):
            if number in SHOWN:
                path = folder / f"random{players:04}_r{number}.trf"
                path.write_bytes(write_trf(event, DUTCH, next_round=True))
                yield path
            event = _played(event, number, lot)


def _entrants(players: int, lot: Random) -> Iterator[Entrant]:
    for no in range(1, players + 1):
        byes = tuple(
            RequestedBye(n, DUTCH.settings({}).draw_points)
            for n in range(2, ROUNDS)
            if n not in SHOWN and lot.random() < 0.02
        )
        rating = 2500 - no * 1200 // players
        yield Entrant(str(no), f"Player {no:04}", rating=rating, byes=byes)


def _played(event: Event, number: int, lot: Random) -> Event:
    proposal = DUTCH.draw(event)
    matches = tuple(
        replace(m, result=_result(event, m.white, m.black, lot)) for m in proposal.matches
    )
    return event.with_round(Round(number, RoundState.PUBLISHED, matches, proposal.byes))


def _result(event: Event, white: str, black: str, lot: Random) -> GameResult:
    if lot.random() < 0.01:
        return GameResult.WHITE_FORFEIT
    if lot.random() < 0.3:
        return GameResult.DRAW
    gap = (event.entrant(white).rating or 0) - (event.entrant(black).rating or 0)
    return GameResult.WHITE if gap + lot.gauss(0, 300) > 0 else GameResult.BLACK


def compared(paths: list[Path]) -> bool:
    """A line for every file; whether this program's answers are those of its own reference, and
    of the `.pairs` file beside it where there is one."""
    here = [name for name in PEERS if installed(name)]
    for name in PEERS:
        if name not in here:
            print(f"{name} is not installed: `make bench` installs it where it can")
    if not here:
        return True
    print(f"{'file':24}{'players':>8}{'topboard':>11}", *(f"{name:>40}" for name in here))
    late: set[str] = set()
    good = True
    for path in paths:
        own, seconds, players, sure = _own(path)
        good = good and sure
        line = f"{path.name:24}{players:8}{seconds:9.4f} s"
        for name in here:
            told = "not asked" if name in late else _asked(name, path, own, seconds)
            if told.startswith("over"):
                late.add(name)
            line += f"{told:>40} "
        print(line if sure else f"{line}  NOT THE REFERENCE'S", flush=True)
    return good


def _own(path: Path) -> tuple[Answer, float, int, bool]:
    """The answer, the least seconds from the read file, the players, whether it is right."""
    file = read_trf(path.read_bytes(), path.name)
    runs = [_timed(file) for _ in range(3)]  # the first one loads libraries
    table, drawn, _ = runs[0]
    seconds = min(run[2] for run in runs)
    answer = answer_in(drawn, table)
    players = len(table.position.players)
    if (known := path.with_suffix(".pairs")).exists():
        lines = (line.split() for line in known.read_text("ascii").splitlines()[1:])
        return answer, seconds, players, answer == {(int(a), int(b)) for a, b in lines}
    sure = players > max(SIZES) or draw(table.position, reference=True) == drawn
    return answer, seconds, players, sure


def _timed(file: TrfFile) -> tuple[PairingTable, DutchDraw, float]:
    start = time.perf_counter()
    table = table_of(file, file.rounds, file.entrants, file.initial_colour or "W")
    drawn = draw(table.position)
    return table, drawn, time.perf_counter() - start


def _asked(name: str, path: Path, own: Answer, seconds: float) -> str:
    """Its seconds, how many times ours, and on how many boards it agrees, colours included."""
    words = [sys.executable, packages.__file__, name, str(path), "--json"]
    try:
        answer = subprocess.run(words, capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"over {LIMIT} s, {LIMIT / seconds:,.0f} times or more"
    if answer.returncode:
        return "failed"
    found = json.loads(answer.stdout.splitlines()[-1])
    pairs = {(white, black) for white, black in found["pairs"]}
    unordered = {frozenset(pair) for pair in pairs}
    same = sum(frozenset(pair) in unordered for pair in own)
    colours = len(pairs & own)
    agreed = "same" if pairs == own else f"pairs {same}, colours {colours} of {len(own)}"
    return f"{found['seconds']:.2f} s, {found['seconds'] / seconds:,.0f} times, {agreed}"
