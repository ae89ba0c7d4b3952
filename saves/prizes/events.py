"""The events that prizes are given in: one alone, or all of a congress with their people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.congress.accounts import Account
from engine.congress.members import MemberEvent
from engine.entrants import EntrantId
from engine.prizes.allocation import PrizeOutcome
from engine.prizes.contenders import PrizeEvent
from saves.sheets import foot_line

if TYPE_CHECKING:
    from saves.congress.store import CongressStore
    from saves.prizes.paper import PrizeGiving
    from saves.store import Store


def of_event(store: Store) -> tuple[PrizeEvent, ...]:
    """The event alone; nobody knows there whose fee is paid."""
    return (PrizeEvent("", store.event.title, store.event, store.format),)


def of_congress(store: CongressStore, today: str) -> tuple[PrizeEvent, ...]:
    """Every event that is open, as `of_members` has them."""
    return of_members(store.members, store.accounts(today), bool(store.congress.fees.rules))


def of_members(
    members: Sequence[MemberEvent], accounts: Sequence[Account], with_fees: bool
) -> tuple[PrizeEvent, ...]:
    """Every event by its folder: who is one person in several, and whose fees are paid, where the
    congress has fees."""
    persons: dict[str, dict[EntrantId, str]] = {}
    paid: dict[str, dict[EntrantId, bool | None]] = {}
    for account in accounts:
        for entry in account.person.entries:
            folder, id = entry.key.folder, entry.key.id
            persons.setdefault(folder, {})[id] = str(account.person.key)
            paid.setdefault(folder, {})[id] = None if account.owed is None else account.owed <= 0
    return tuple(
        PrizeEvent(
            one.folder,
            one.name,
            one.event,
            one.format,
            persons.get(one.folder, {}),
            paid.get(one.folder, {}) if with_fees else None,
        )
        for one in members
    )


def giving_of_event(store: Store, outcome: PrizeOutcome) -> PrizeGiving:
    """What is printed of one event's prizes."""
    from saves.prizes.paper import PrizeGiving

    event = store.event
    return PrizeGiving(outcome, {"": event}, {"": event.title}, event.title,
                       foot=foot_line(event, store.head))  # fmt: skip


def giving_of_congress(store: CongressStore, outcome: PrizeOutcome) -> PrizeGiving:
    """What is printed of a congress's prizes: the foot has every event's last action, so that it
    can be said later from which state the list is."""
    from saves.prizes.paper import PrizeGiving

    congress = store.congress
    days = " – ".join(dict.fromkeys(filter(None, (congress.start, congress.end))))
    foot = " · ".join(f"{one.name}: {one.event.revision}" for one in store.members)
    return PrizeGiving(
        outcome,
        {one.folder: one.event for one in store.members},
        {one.folder: store.name_of(one.folder) for one in congress.events},
        congress.title,
        where=" · ".join(filter(None, (congress.place, days))),
        foot=foot,
    )
