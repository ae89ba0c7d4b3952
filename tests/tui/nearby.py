"""Events in which a player meets several at a time, or everybody, for the console's tests."""

from __future__ import annotations

from pathlib import Path

from engine.actions import CreateEvent, EnterResults, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.next_draw import next_draw
from saves.entries_csv import read_entries
from saves.store import Store, create_event
from tests.tui.places import HOSTILE, NOON

ROW = Path(__file__).parent.parent.parent / "tui" / "demo_data" / "diagonal.csv"
TEN = ROW.with_name("ten.csv")


def row(folder: Path, players: int = 26, rounds: int = 1, left_open: int = 3) -> Store:
    """A diagonal tournament; the first of each match wins both games, the last boards of the
    last round are open."""
    entrants = read_entries(ROW.read_bytes(), ROW.name).entrants[:players]
    return _played(folder, "diagonal", {}, entrants, rounds, "1,1", left_open)


def everybody(
    folder: Path, players: int = 8, rounds: int = 1, left_open: int = 3, double: bool = True
) -> Store:
    """A round robin; White wins."""
    entrants = read_entries(TEN.read_bytes(), TEN.name).entrants[:players]
    settings = {"double": double, "numbers": "rating"}
    return _played(folder, "round_robin", settings, entrants, rounds, "1-0", left_open)


def hostile_row(folder: Path, format: str) -> Store:
    """Names as no door would let them in."""
    names = HOSTILE * 3
    entrants = tuple(Entrant("", f"{n}{name}"[:78], 1500 + n) for n, name in enumerate(names))
    text = "1,1" if format == "diagonal" else "1-0"
    return _played(folder, format, {}, entrants, 1, text, 3)


def _played(
    folder: Path,
    format: str,
    settings: dict[str, object],
    entrants: tuple[Entrant, ...],
    rounds: int,
    text: str,
    left_open: int,
) -> Store:
    creation = CreateEvent("Marsh Row", format, settings, seed=7)
    store = create_event(folder, creation, clock=lambda: NOON)
    store.do(ImportEntrants(tuple(entrants), "list.csv", insist=True))
    for number in range(1, rounds + 1):
        drawn = next_draw(store.event, store.format)
        store.do(Propose.of(drawn))
        store.do(PublishRound(number, insist=True))
        boards = [m.board for m in drawn.matches]
        if number == rounds:
            boards = boards[: max(len(boards) - left_open, 0)]
        if boards:
            store.do(EnterResults(tuple((board, text) for board in boards)))
    return store
