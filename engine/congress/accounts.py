"""What everybody owes: the fees of a person's entries less what was paid for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.congress.congress import Congress, EntryKey
from engine.congress.entries import without_fee
from engine.congress.fees import Payment, day_of
from engine.congress.members import MemberEvent
from engine.congress.people import Person
from engine.entrants import EntrantId
from engine.event import Event, derived
from engine.event_data import schedule
from engine.money import Cents


@dataclass(frozen=True, slots=True)
class EntryFee:
    """The fee of one entry, by the name of its rule; `early` is the fee up to that date."""

    key: EntryKey
    rule: str
    amount: Cents
    early: Cents


@dataclass(frozen=True, slots=True)
class Account:
    """A person's fees and payments. `paid` is None if the cash list cannot be read. `early`: the
    early fees apply, because they were paid in time or still can be."""

    person: Person
    fees: tuple[EntryFee, ...]
    paid: Cents | None
    early: bool

    @property
    def due(self) -> Cents:
        """All fees together."""
        return sum(fee.early if self.early else fee.amount for fee in self.fees)

    @property
    def owed(self) -> Cents | None:
        """The amount still to be paid; below zero the amount to be given back. None if it is not
        known what was paid."""
        return None if self.paid is None else self.due - self.paid

    @property
    def rules(self) -> str:
        """The names of the rules: `Adult, Junior`."""
        return ", ".join(dict.fromkeys(fee.rule for fee in self.fees))


def accounts(
    congress: Congress,
    members: Sequence[MemberEvent],
    everybody: Sequence[Person],
    payments: Sequence[Payment] | None,
    today: str,
) -> tuple[Account, ...]:
    """For everybody, in their order. `payments` is None if they are not known. `today` is a day as
    2026-11-20."""
    by_folder = {member.folder: member for member in members}
    by_entry: dict[EntryKey, list[Payment]] | None = None
    if payments is not None:
        by_entry = defaultdict(list)
        for payment in payments:
            by_entry[EntryKey(payment.folder, payment.id)].append(payment)
    year = fee_year(congress, members)
    entries = {entry.key: entry for person in everybody for entry in person.entries}
    free = without_fee(congress.moved, entries, by_folder)
    return tuple(
        _account(congress, by_folder, person, free, by_entry, today, year) for person in everybody
    )


def total(amounts: Iterable[Cents | None]) -> Cents | None:
    """The sum; None if one of them is not known."""
    known = list(amounts)
    return None if None in known else sum(one for one in known if one is not None)


def fee_year(congress: Congress, members: Sequence[MemberEvent]) -> int | None:
    """The year in which the congress begins, by its own first day or the schedule of an event."""
    days = [congress.start]
    days += [at.day for member in members for at in schedule(member.event) if at is not None]
    years = [int(day[:4]) for day in days if day[:4].isascii() and day[:4].isdecimal()]
    return years[0] if congress.start and years else min(years, default=None)


def _account(
    congress: Congress,
    members: Mapping[str, MemberEvent],
    person: Person,
    free: frozenset[EntryKey],
    payments: Mapping[EntryKey, Sequence[Payment]] | None,
    today: str,
    year: int | None,
) -> Account:
    fees = []
    for entry in person.entries:
        event = members[entry.key.folder].event
        counts = entry.here or entry.key.id in _has_played(event)
        if not counts or entry.key in free:
            continue
        rule = congress.fees.rule(entry.key.folder, entry.entrant, year)
        if rule is not None:
            early = rule.amount if rule.early is None else rule.early
            fees.append(EntryFee(entry.key, rule.name, rule.amount, early))
    known = payments or {}
    mine = [one for entry in person.entries for one in known.get(entry.key, ())]
    until = congress.fees.early_until
    in_time = sum(one.amount for one in mine if day_of(one) <= until)
    early = bool(until) and (today <= until or in_time >= sum(fee.early for fee in fees))
    paid = None if payments is None else sum(one.amount for one in mine)
    return Account(person, tuple(fees), paid, early)


@derived
def _has_played(event: Event) -> frozenset[EntrantId]:
    """The entrants who have been on a board of a published round: they owe the fee even if they
    have left."""
    return frozenset(id for round in event.published for m in round.matches for id in m.pair)


def paid_for_nobody(
    payments: Sequence[Payment], everybody: Sequence[Person], unopened: frozenset[str]
) -> tuple[Payment, ...]:
    """Payments for entries that are in no event of the congress any more; those of events that
    cannot be opened now are nobody's fault."""
    known = {entry.key for person in everybody for entry in person.entries}
    return tuple(
        one for one in payments
        if EntryKey(one.folder, one.id) not in known and one.folder not in unopened
    )  # fmt: skip
