"""What became otherwise after later rounds had been drawn: results, start numbers, boards. The
event keeps it as agreements, a tournament file in lines of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.protocol import Format
from engine.reasons import Reason
from engine.refusal import Refused
from engine.results import GameResult
from engine.strict import CORRECTED, DECIDED, REPLACED

EXCHANGED, REMADE = ("numbers-exchanged", "seeding-broken"), "numbers-remade"
NUMBERS_ANEW = "start numbers were made anew"


@dataclass(frozen=True, slots=True)
class LaterChange:
    """A change of something known when rounds up to `after` were drawn: the result of a `pair`
    (White first) in `round`, or start numbers."""

    after: int
    round: int = 0
    pair: tuple[EntrantId, ...] = ()
    old: str = ""
    new: str = ""
    numbers: tuple[tuple[EntrantId, int], ...] = ()
    """Those that entrants had before."""
    unknown: str = ""
    """What has changed since, if nothing says how it was before."""

    def concerns(self, number: int) -> bool:
        """Whether the draw of that round was made before the change."""
        return self.round < number <= self.after


def later_changes(event: Event) -> tuple[LaterChange, ...]:
    """All of them, in the order of time."""
    now = {e.id: e.start_number for e in event.entrants if e.start_number is not None}
    changes: list[LaterChange] = []
    for agreed in reversed(event.agreements):
        with suppress(KeyError, Refused):
            changes += _changes(event, agreed.round, agreed.what, now)
    last = len(event.published)
    return tuple(one for one in reversed(changes) if one.round < min(one.after, last))


def _changes(
    event: Event, after: int, reason: Reason, now: dict[EntrantId, int]
) -> Iterator[LaterChange]:
    """The agreements that are changes; `now` are the start numbers after it, and before it then."""
    if reason.code in (REPLACED, DECIDED):
        match = event.round(reason["round"]).match(reason["board"])
        adjourned = GameResult.ADJOURNED.text
        old, new = (
            (reason["old"], reason["new"])
            if reason.code == REPLACED
            else (adjourned, reason["result"])
        )
        yield LaterChange(reason.get("drawn", after), reason["round"], match.pair, old, new)
    elif reason.code == CORRECTED:
        unknown = f"boards of {event.called(reason['round'])} were corrected"
        yield LaterChange(after, reason["round"], unknown=unknown)
    elif reason.code in EXCHANGED:
        a, b = reason["pair"]
        now[a], now[b] = now[b], now[a]
        yield LaterChange(after, numbers=((a, now[a]), (b, now[b])))
    elif reason.code == REMADE:
        had = dict(zip(reason.get("entrants", ()), reason.get("had", ()), strict=True))
        now.update(had)
        unknown = "" if had else NUMBERS_ANEW
        yield LaterChange(after, numbers=tuple(had.items()), unknown=unknown)


def before_changes(
    event: Event, format: Format, number: int, changes: Sequence[LaterChange]
) -> Event:
    """The event as known when that round was drawn, as far as the changes say it."""
    known = [change for change in changes if change.concerns(number)]
    return _numbers_before(_results_before(event, format, known), known)


def _results_before(event: Event, format: Format, changes: Sequence[LaterChange]) -> Event:
    """With the results before these changes: for each board as it was before the first of them that
    names a result which it can have."""
    from engine.actions.results import with_result

    now: dict[tuple[int, tuple[EntrantId, ...]], Match] = {
        (r.number, m.pair): m for r in reversed(event.rounds) for m in reversed(r.matches)
    }
    for change in changes:
        match = now.get((change.round, change.pair))
        if match is None or change.unknown:
            continue
        with suppress(Refused):
            then = with_result(match, change.old, format)
            event = event.with_round(event.round(change.round).with_match(then))
            del now[change.round, change.pair]
    return event


def _numbers_before(event: Event, changes: Sequence[LaterChange]) -> Event:
    """With the start numbers before these changes, and the order by them."""
    numbers: dict[EntrantId, int] = {}
    place = {id: at for at, id in enumerate(event.ranked)}
    for change in reversed(changes):
        had = dict(change.numbers)
        moved = sorted(had.keys() & place.keys(), key=lambda id: (had[id], place[id]))
        spots = sorted(place[id] for id in moved)
        place.update(zip(moved, spots, strict=True))
        numbers |= had
    if not numbers:
        return event
    entrants = (replace(e, start_number=numbers.get(e.id, e.start_number)) for e in event.entrants)
    return replace(
        event, entrants=tuple(entrants), ranked=tuple(sorted(place, key=place.__getitem__))
    )


def changed_match(event: Event, change: LaterChange) -> Match | None:
    """The board of a changed result; None if these two have none."""
    rounds = (round for round in event.rounds if round.number == change.round)
    matches = next((round.matches for round in rounds), ())
    return next((match for match in matches if match.pair == change.pair), None)
