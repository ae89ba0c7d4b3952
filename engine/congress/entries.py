"""The entries of a congress, and which of them a move has made one person's."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.alphabet import fold
from engine.congress.congress import EntryKey, EntryMove
from engine.congress.fees import Payment
from engine.congress.members import MemberEvent
from engine.entrants import Entrant


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """One entry of a person: where, and his data in the event."""

    key: EntryKey
    entrant: Entrant
    here: bool
    """Still in that event: not withdrawn."""
    event: str = ""
    """What lists of the congress call the event."""

    def __str__(self) -> str:
        """As a person reads and types it: `Minor:12`."""
        return f"{self.event}:{self.key.id}"


def entries_of(members: Iterable[MemberEvent]) -> dict[EntryKey, PersonEntry]:
    """Every entry, in the order of the events. Of a team its players enter, where it has any."""
    entries = (
        PersonEntry(
            EntryKey(member.folder, one.id), one,
            not (entry.withdrawn or entry.expelled), member.name,
        )
        for member in members
        for entry in member.event.entrants
        for one in (entry.players or (entry,))
    )  # fmt: skip
    return {entry.key: entry for entry in entries}


def same_person(one: Entrant, other: Entrant) -> bool:
    """Whether two entries can be those of a move: a rating list's number says so, else the name,
    and no number and no year of birth says otherwise."""
    for a, b in ((one.fide_id, other.fide_id), (one.national_id, other.national_id)):
        if a.strip() and b.strip():
            return a.strip().casefold() == b.strip().casefold()
    born, other_born = one.birth[:4], other.birth[:4]
    apart = born and other_born and born != other_born
    return fold(one.name) == fold(other.name) and not apart


def links(
    moved: Iterable[EntryMove], entries: Mapping[EntryKey, PersonEntry]
) -> tuple[tuple[PersonEntry, PersonEntry], ...]:
    """The two entries of each move, if both exist and are of one person. A move that was undone has
    none; its number may belong to somebody else by now."""
    pairs = ((entries.get(one.source), entries.get(one.target)) for one in moved)
    return tuple((a, b) for a, b in pairs if a and b and same_person(a.entrant, b.entrant))


def whole_moves(
    moved: Iterable[EntryMove], entries: Mapping[EntryKey, PersonEntry]
) -> dict[EntryMove, str]:
    """The moves present in both events, with the name of the person who moved: he is in the second
    event, and no longer in the first."""
    ends = ((one, entries.get(one.source), entries.get(one.target)) for one in moved)
    return {
        one: there.entrant.name
        for one, left, there in ends
        if there is not None and there.here
        and (left is None or (not left.here and same_person(left.entrant, there.entrant)))
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class HalfMove:
    """A move of which one half was taken back. `back`: he is in the first event again, and in the
    second; else he is in neither."""

    move: EntryMove
    name: str
    back: bool


def half_moves(
    before: Mapping[EntryMove, str], entries: Mapping[EntryKey, PersonEntry]
) -> Iterator[HalfMove]:
    """Those moves of `before` of which one half was taken back since. A person who has withdrawn
    from the second event has left it and undone nothing."""
    for one, name in before.items():
        left, there = entries.get(one.source), entries.get(one.target)
        back = left is not None and left.here
        if back == (there is not None and there.here) and (back or there is None):
            yield HalfMove(one, name, back)


def without_fee(
    moved: Sequence[EntryMove], entries: Mapping[EntryKey, PersonEntry], opened: Container[str]
) -> frozenset[EntryKey]:
    """The entries that cost nothing because their person plays on elsewhere. A person in both
    events owes for both; a person who has left both owes for the one he moved to. What is recorded
    of an event that is not open is believed."""
    free = {(b if a.here else a).key for a, b in links(moved, entries) if not (a.here and b.here)}
    unseen = (one.source for one in moved if one.target.folder not in opened)
    return frozenset(free | {key for key in unseen if key in entries and not entries[key].here})


def paid_now(
    payments: Sequence[Payment], moved: Sequence[EntryMove], entries: Mapping[EntryKey, PersonEntry]
) -> tuple[Payment, ...]:
    """The payments where their payers are now: what went along in a move that was undone since is
    the first event's again."""
    back = {one.target: one.source for one in moved}

    def now(one: Payment) -> Payment:
        key, passed = EntryKey(one.folder, one.id), set[EntryKey]()
        while key not in passed and (source := back.get(key)) is not None:
            passed.add(key)
            if _is_payer(one, entries.get(key)):
                return replace(one, folder=key.folder, id=key.id)
            key = source
        payer = passed and _is_payer(one, entries.get(key))
        return replace(one, folder=key.folder, id=key.id) if payer else one

    return tuple(map(now, payments)) if moved else tuple(payments)


def _is_payer(payment: Payment, entry: PersonEntry | None) -> bool:
    return entry is not None and fold(entry.entrant.name) == fold(payment.name)
