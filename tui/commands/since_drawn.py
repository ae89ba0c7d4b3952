"""What has changed the places of a drawn round since by a rule: results that were corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine import actions
from engine.entrants import EntrantId
from engine.event import Event, Round, RoundState
from engine.later_changes import LaterChange, changed_match
from engine.log import LoggedAction, step, undone
from engine.proposal import Seat, places
from engine.protocol import Proposal
from engine.refusal import Refused
from formats.registry import format_named

RESULTS = ("result", "results", "board-result", "board-results", "correct")
"""The actions that put results on boards, by their kinds: to name their classes loads them all."""
Places = dict[EntrantId, tuple[Seat, ...]]


@dataclass(slots=True)
class MovedPlayers:
    """Where everybody sits who was drawn elsewhere, taken from the engine's draw with what the
    corrections have changed in it, and that in words."""

    places: Places
    words: list[str] = field(default_factory=list)


def since_drawn(
    drawn: Mapping[EntrantId, tuple[Seat, ...]],
    event: Event,
    number: int,
    entries: Sequence[LoggedAction],
) -> MovedPlayers:
    """The draw `drawn` of that round with every exchange that came of a corrected result, as 3.8
    of the repechage orders it or as a bracket follows from its winners. `event` is as it was when
    the first of `entries` was entered."""
    moves = MovedPlayers(dict(drawn))
    for correction, before, after in _corrections(event, number, entries):
        here, now = places(before, requested=False), places(after, requested=False)
        moved = [id for id in here.keys() | now.keys() if here.get(id) != now.get(id)]
        # a place that the arbiter has changed by hand stays one that differs
        for id in (id for id in moved if moves.places.get(id) == here.get(id)):
            moves.places.pop(id, None)
            if id in now:
                moves.places[id] = now[id]
        exchanges = _exchanges(event, before, after)
        if exchanges:
            moves.words.append(f"{correction}: {exchanges}")
    return moves


def after_draw(
    known: Event, own: Proposal, later: Sequence[LaterChange]
) -> tuple[Event, list[LoggedAction]]:
    """The event with that draw published, and the corrections that followed, as of a journal."""
    round = Round(own.round, RoundState.PUBLISHED, own.matches, own.byes)
    event = replace(known, rounds=(*known.rounds, round))
    entries = []
    for change in later:
        match = changed_match(event, change)
        if match is not None:
            entered = actions.EnterResult(match.board, change.new, change.old, change.round)
            entered = replace(entered, replace=True, insist=True, insist_twice=True)
            entries.append(LoggedAction(0, entered))
    return event, entries


def _corrections(
    event: Event, number: int, entries: Sequence[LoggedAction]
) -> Iterator[tuple[str, Round, Round]]:
    """Every action on results of another round that moved somebody in this one: what it was, the
    round before and after it."""
    gone = undone(entries)
    for entry in entries:
        action = entry.action
        if entry.n in gone or isinstance(action, actions.Undo | actions.Redo):
            continue
        try:
            before, event = event, step(event, entry, format_named)
        except Refused:  # a file does not say all that the correction rested on
            continue
        if action.kind not in RESULTS or getattr(action, "round", None) == number:
            continue
        if number > min(len(before.rounds), len(event.rounds)):
            continue
        old, new = before.round(number), event.round(number)
        if places(old) != places(new):
            yield f"after {action.describe(before)}", old, new


def _exchanges(event: Event, before: Round, after: Round) -> str:
    """Who sits in whose place now, board by board: `T3 and T8 swapped places`."""
    names = {e.id: e.name for e in event.entrants}
    new = {m.board: m for m in after.matches}
    pairs = [(m.pair, new[m.board].pair) for m in before.matches if m.board in new]
    pairs += [((a.entrant,), (b.entrant,))  # type: ignore[misc]
              for a, b in zip(before.byes, after.byes, strict=False)]  # fmt: skip
    takes = {had: has for old, now in pairs for had, has in zip(old, now, strict=True)
             if had != has}  # fmt: skip
    exchanges: list[str] = []
    for had, has in takes.items():
        if takes.get(has) != had:
            exchanges.append(f"{names[has]} has the place of {names[had]}")
        elif int(had) < int(has):
            exchanges.append(f"{names[had]} and {names[has]} swapped places")
    gone = [m.board for m in before.matches if m.board not in new]
    exchanges += [f"{event.board_name(board)} taken away" for board in gone]
    return ", ".join(exchanges)
