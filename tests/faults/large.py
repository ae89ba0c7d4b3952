"""A very large event: its journal written line by line without a store, its files by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.actions import Action, CreateEvent, EnterResult, ImportEntrants, PublishRound
from engine.entrants import Entrant
from engine.event import Event
from engine.log import applied
from saves.actions import table_of
from saves.disk import Disk, make_folder
from saves.journal import NO_HASH, Author, Entry, encode, line_hash
from saves.store import Store
from tests.saves.toy import TOY, proposal, reopened, toy_named

WORDS = ("1-0", "0-1", "1/2-1/2")
OFFICE = Author("anna", "hall", "office")


def actions(players: int, rounds: int, lines: int) -> Iterator[tuple[Action, Event]]:
    """Every action with the event after it: each board is entered, then corrected again and
    again until the journal has its lines."""
    begin = CreateEvent("Large Open", "toy", {"rounds": rounds}, 7)
    event = begin.begin(TOY)
    yield begin, event
    names = ImportEntrants(tuple(Entrant("", f"Player {n + 1}") for n in range(players)))
    event = applied(names, event, TOY)
    yield names, event
    chance = Random(1)
    boards = players // 2
    each = (lines - 2 - 2 * rounds) // rounds
    for number in range(1, rounds + 1):
        for action in (proposal(event), PublishRound(number)):
            event = applied(action, event, TOY)
            yield action, event
        standing: dict[int, str] = {}
        extra = lines - 2 - 2 * rounds - each * rounds if number == rounds else 0
        for turn in range(each + extra):
            board = turn % boards + 1
            was = standing.get(board)
            word = chance.choice([w for w in WORDS if w != was])
            action = EnterResult(board, word, was, replace=was is not None)
            standing[board] = word
            event = applied(action, event, TOY)
            yield action, event


def write_large(folder: Path, players: int, rounds: int, lines: int) -> Store:
    """The event's folder, whole; the store that wrote its files."""
    make_folder(Disk(), folder)
    link, n = NO_HASH, 0
    with (folder / "journal.log").open("wb") as file:
        for action, _ in actions(players, rounds, lines):
            n += 1
            when = "2026-05-09T16:12:33.317+02:00"
            line = encode(Entry(n, link, when, OFFICE, table_of(action, toy_named), None))
            file.write(line)
            link = line_hash(line[:-1])
    return reopened(folder)
