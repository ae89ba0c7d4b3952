"""How long an event opens whose save files are behind its journal, or gone.

    python benchmarks/opening.py [results] [players] [rounds]

The event has 5,000 players and 20 rounds, the last of them with 300,000 results entered, corrected
and entered again since the save files were written. Processor seconds, the best of three. Bar: 5 s
with the files behind.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.actions import Action, CreateEvent, EnterResult, ImportEntrants, Propose, PublishRound
from engine.actions.base import done, with_numbers
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.facts import Facts, facts_between
from engine.log import begun
from engine.results import parse_game
from formats.registry import format_named
from saves import VERSION
from saves.checkpoint import Checkpoint
from saves.disk import Disk, make_folder
from saves.journal import (
    NO_HASH,
    SCHEMA,
    Author,
    JournalHead,
    JournalLine,
    encode,
    facts_table,
    line_hash,
    table_of,
)
from saves.store import open_event

WORDS = ("1-0", "0-1", "1/2-1/2")
DESK = Author("anna", "hall", "desk")
WHEN = "2026-05-09T16:12:33.317+02:00"
DUTCH = format_named("dutch")


class Writer:
    """The journal of an event, written without a store."""

    def __init__(self, folder: Path) -> None:
        make_folder(Disk(), folder)
        self.folder, self.head = folder, JournalHead(0, NO_HASH, 0)
        self.file = (folder / "journal.log").open("wb")
        made = begun(CreateEvent("Benchmark", "dutch", {"rounds": 99}, 1), DUTCH)
        self.event: Event = made.event
        self.put(CreateEvent("Benchmark", "dutch", {"rounds": 99}, 1), made.facts)

    def put(self, action: Action, facts: Facts) -> None:
        """The line of an action."""
        n, link, size = self.head.n + 1, self.head.hash, self.head.offset
        table, derived = table_of(action, format_named), facts_table(facts)
        entry = JournalLine(n, link, WHEN, DESK, table, None, derived, SCHEMA, VERSION)
        line = encode(entry)
        self.head = JournalHead(n, line_hash(line[:-1]), size + self.file.write(line))

    def do(self, action: Action) -> None:
        """An action with what follows from it."""
        made = done(action, self.event, DUTCH)
        self.event = made.event
        self.put(action, made.facts)

    def publish(self) -> None:
        """The next round: neighbours of the entry list."""
        ids, number = [e.id for e in self.event.entrants], len(self.event.rounds) + 1
        pairs = enumerate(zip(ids[::2], ids[1::2], strict=True), 1)
        matches = tuple(Match(board, *pair) for board, pair in pairs)
        self.put(Propose(number, matches), Facts())
        self.event = Propose(number, matches).change(self.event, DUTCH)
        made = with_numbers(PublishRound(number).change(self.event, DUTCH), self.event, DUTCH)
        published = PublishRound(number).change(self.event, DUTCH)
        # the start numbers are facts of the first publication; without them every line is read
        self.put(PublishRound(number), facts_between(published, made, DUTCH))
        self.event = made

    def results(self, count: int) -> None:
        """So many results of the last round, over and over."""
        boards = self.event.rounds[-1].matches
        for turn in range(count):
            board = boards[turn % len(boards)].board
            again = turn >= len(boards)
            was = WORDS[(turn // len(boards) - 1 + board) % 3] if again else None
            text = WORDS[(turn // len(boards) + board) % 3]
            self.put(EnterResult(board, text, was, replace=again), Facts())
        last = self.event.rounds[-1]
        full = tuple(replace(m, result=parse_game("1-0")) for m in last.matches)
        self.event = self.event.with_round(replace(last, matches=full))


def write(folder: Path, results: int, players: int, rounds: int) -> None:
    """The event's folder; the save files are of the last publication."""
    writer = Writer(folder)
    people = (Entrant("", f"Player {n}", rating=2900 - n % 1900) for n in range(players))
    writer.do(ImportEntrants(tuple(people)))
    for _ in range(rounds - 1):
        writer.publish()
        writer.results(players // 2)
    writer.publish()
    saved = replace(writer.event, revision=writer.head.n)
    Checkpoint(Disk(), folder).write(saved, writer.head, DUTCH)
    writer.results(results)
    writer.file.close()


def opened(folder: Path, place: Path) -> float:
    """Seconds of processor to open a copy of the event."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    began = time.process_time()
    open_event(place)
    return time.process_time() - began


def main() -> None:
    """The three openings."""
    results, players, rounds = (*map(int, sys.argv[1:]), *(300_000, 5_000, 20)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as place:
        event, copy = Path(place, "event"), Path(place, "copy")
        write(event, results, players, rounds)
        behind = min(opened(event, copy) for _ in range(3))
        for file in event.rglob("*.toml"):
            file.unlink()
        alone = min(opened(event, copy) for _ in range(3))
        at_head = min(_again(copy) for _ in range(3))
    print(f"save files up to date {at_head:.2f} s, {results:,} results behind {behind:.2f} s")
    print(f"nothing but the journal {alone:.2f} s")


def _again(folder: Path) -> float:
    began = time.process_time()
    open_event(folder)
    return time.process_time() - began


if __name__ == "__main__":
    main()
