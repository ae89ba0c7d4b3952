"""The cost of an entry: rules in their order, of which the first that fits counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.entrants import Entrant
from engine.money import Cents


@dataclass(frozen=True, slots=True)
class FeeRule:
    """A fee, and whom it is for: everybody who fits all that is said here.

    Ages are those reached in the year in which the congress begins. A person without a year of
    birth fits no rule about ages.
    """

    name: str
    amount: Cents
    early: Cents | None = None
    """The fee if it is paid by the early date; None: the same."""
    events: tuple[str, ...] = ()
    """Folders of the events that it is for; none: all."""
    titles: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    """Words in the field category of an entry, without capitals."""
    member: bool | None = None
    """True: for those with a number of the federation; False: for those without."""
    under: int | None = None
    over: int | None = None

    def fits(self, folder: str, entrant: Entrant, year: int | None) -> bool:
        """Whether it is the fee of that entry; `year`: in which the congress begins."""
        if self.events and folder not in self.events:
            return False
        if self.titles and entrant.title not in self.titles:
            return False
        if self.categories and entrant.category.casefold() not in self.categories:
            return False
        if self.member is not None and self.member != bool(entrant.national_id):
            return False
        return self._of_age(entrant, year)

    def _of_age(self, entrant: Entrant, year: int | None) -> bool:
        if self.under is None and self.over is None:
            return True
        born = entrant.birth[:4]
        if year is None or not (born.isascii() and born.isdecimal()):
            return False
        age = year - int(born)
        return (self.under is None or age < self.under) and (self.over is None or age > self.over)


@dataclass(frozen=True, slots=True)
class Fees:
    """The fees of a congress."""

    currency: str = ""
    early_until: str = ""
    """The last day, as 2026-11-01, on which an early fee can be paid; empty: none is early."""
    rules: tuple[FeeRule, ...] = ()

    def rule(self, folder: str, entrant: Entrant, year: int | None) -> FeeRule | None:
        """The first rule that fits an entry, or None."""
        return next((one for one in self.rules if one.fits(folder, entrant, year)), None)


@dataclass(frozen=True, slots=True)
class Payment:
    """Money taken (or, below zero, given back) for an entry, as the cash list has it."""

    folder: str
    """The event of the entry."""
    id: str
    """The entry's number there."""
    amount: Cents
    at: str
    """When, with the offset of the time zone: `2026-11-20T09:12:03+01:00`."""
    by: str
    name: str = ""
    """The name at that time, for readers and for an entry that no longer exists."""
    note: str = ""
    key: str = ""
    """A word of whoever entered it by which the same payment is known again; empty: none."""


def repeated(payments: Sequence[Payment], payment: Payment) -> Payment | None:
    """The payment that `payment` may be once more: the last one of its entry, if it was of the same
    amount on the same day. Only the person who took the money knows whether it was taken twice."""
    last = next((one for one in reversed(payments) if entered_for(one, payment)), None)
    same = last is not None and last.amount == payment.amount and day_of(last) == day_of(payment)
    return last if same else None


def entered_for(one: Payment, other: Payment) -> bool:
    """Whether two payments are for one entry."""
    return (one.folder, one.id) == (other.folder, other.id)


def day_of(payment: Payment) -> str:
    """The day on which it was paid, as 2026-11-20."""
    return payment.at[:10]
