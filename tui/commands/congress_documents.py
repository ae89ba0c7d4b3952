"""The JSON documents of a congress: one shape for each, promised in `docs/cli.md`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.congress.accounts import Account, total
from engine.congress.members import MemberEvent
from engine.congress.people import Person
from engine.congress.words import note_words
from engine.money import Cents, amount_number
from saves.congress.store import CongressStore
from tui.commands.documents import Document


def status(store: CongressStore) -> Document:
    """Where the congress and each of its events stand."""
    congress, notes = store.congress, store.notes
    open_events = {one.folder: one for one in store.members}
    return {
        "title": congress.title,
        "place": congress.place or None,
        "start": congress.start or None,
        "end": congress.end or None,
        "arbiters": congress.arbiters or None,
        "events": [
            _event(open_events[plan.folder])
            if plan.folder in open_events
            else _unopened(store, plan.folder)
            for plan in congress.events
        ],
        "people": len(store.people),
        "notes": [note_words(note) for note in notes],
        "urgent": [note_words(note) for note in notes if note.urgent],
    }


def _event(member: MemberEvent) -> Document:
    step, event = member.step, member.event
    return {
        "folder": member.folder,
        "name": member.name,
        "format": event.format,
        "round": step.round,
        "round_name": member.event.called(step.round),
        "rounds": member.format.rounds_planned(event),
        "step": step.name,
        "boards": [member.range.first, member.range.last],
        "room": member.room(member.range.first) or None,
        "in_play": len(member.boards),
        "entered": len(member.boards) - len(member.open_boards),
        "missing": list(step.missing),
        "entrants": len(event.entrants),
        "problem": None,
    }


def _unopened(store: CongressStore, folder: str) -> Document:
    name, problem = store.name_of(folder), store.unopened[folder].reason
    nothing = dict.fromkeys(
        ("format", "round", "round_name", "rounds", "step", "boards", "room"), None
    )
    counts = {"in_play": 0, "entered": 0, "missing": [], "entrants": 0}
    return {"folder": folder, "name": name, **nothing, **counts, "problem": problem}


def person(one: Person, account: Account) -> Document:
    """Somebody, with his entries and what he owes."""
    return {
        "id": str(one.key),
        "name": one.name,
        "checked_in": one.checked_in,
        "entries": [
            {
                "event": entry.key.folder,
                "id": entry.key.id,
                "here": entry.here,
                "present": entry.entrant.present,
            }
            for entry in one.entries
        ],
        "fee": account.rules or None,
        "early": account.early,
        "due": amount_number(account.due),
        "paid": _number(account.paid),
        "owed": _number(account.owed),
    }


def _number(amount: Cents | None) -> int | float | None:
    return None if amount is None else amount_number(amount)


def people(store: CongressStore, accounts: Sequence[Account]) -> Document:
    """Everybody once, and the sums."""
    return {
        "people": [person(one.person, one) for one in accounts],
        "currency": store.congress.fees.currency or None,
        "due": amount_number(sum(one.due for one in accounts)),
        "paid": _number(total(one.paid for one in accounts)),
        "owed": _number(total(one.owed for one in accounts)),
    }
