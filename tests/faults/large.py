"""A very large event: its journal written line by line without a store, its files by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from engine.actions import Action, CreateEvent, EnterResult, ImportEntrants, PublishRound
from engine.actions.base import applied
from engine.entrants import Entrant
from engine.event import Event
from engine.results import parse_game
from saves.checkpoint import Checkpoint
from saves.disk import Disk, make_folder
from saves.journal import NO_HASH, Author, JournalHead, JournalLine, encode, line_hash, table_of
from tests.saves.toy import TOY, proposal, toy_named

WORDS = ("1-0", "0-1", "1/2-1/2")
OFFICE = Author("anna", "hall", "office")


def entries(players: int, rounds: int, lines: int) -> Iterator[tuple[Action, Event]]:
    """Every action with the event after it: each board is entered, then corrected again and
    again until the journal has its lines. Of the results only the last state is worked out."""
    begin = CreateEvent("Large Open", "toy", {"rounds": rounds}, 7)
    event = begin.begin(TOY)
    yield begin, event
    names = ImportEntrants(tuple(Entrant("", f"Player {n + 1}") for n in range(players)))
    event = applied(names, event, TOY)
    yield names, event
    chance = Random(1)
    each, extra = divmod(lines - 2 - 2 * rounds, rounds)
    for number in range(1, rounds + 1):
        for action in (proposal(event), PublishRound(number)):
            event = applied(action, event, TOY)
            yield action, event
        standing: dict[int, str] = {}
        for turn in range(each + (extra if number == rounds else 0)):
            board = turn % (players // 2) + 1
            was = standing.get(board)
            standing[board] = chance.choice([w for w in WORDS if w != was])
            yield EnterResult(board, standing[board], was, replace=was is not None), event
        event = _with(event, standing)


def _with(event: Event, standing: dict[int, str]) -> Event:
    """The event with these results in its last round."""
    last = event.rounds[-1]
    matches = (replace(m, result=parse_game(standing[m.board])) for m in last.matches)
    return event.with_round(replace(last, matches=tuple(matches)))


def write_large(folder: Path, players: int, rounds: int, lines: int) -> Event:
    """The event's folder, whole; the event."""
    make_folder(Disk(), folder)
    link, n, size = NO_HASH, 0, 0
    event: Event | None = None
    when = "2026-05-09T16:12:33.317+02:00"
    with (folder / "journal.log").open("wb") as file:
        for action, after in entries(players, rounds, lines):
            event = after
            n += 1
            line = encode(JournalLine(n, link, when, OFFICE, table_of(action, toy_named), None))
            size += file.write(line)
            link = line_hash(line[:-1])
    assert event is not None
    # the last round's results are those of the journal's last lines
    event = replace(_last(folder, event), revision=n)
    Checkpoint(Disk(), folder).write(event, JournalHead(n, link, size), TOY)
    return event


def _last(folder: Path, event: Event) -> Event:
    standing: dict[int, str] = {}
    for line in reversed((folder / "journal.log").read_bytes().splitlines()):
        told = json.loads(line[9:])["action"]
        if told["kind"] != "result":
            return _with(event, standing)
        standing.setdefault(told["number"], told["result"])
    raise AssertionError("no round was published")
