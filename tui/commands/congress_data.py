"""What a congress says of itself changed, and an event put into it, by command or console."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.actions import ChangeSettings
from engine.boards import board_setting_note
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.congress.hall import free_first_board
from engine.congress.members import MemberEvent
from engine.event_data import read_day
from engine.money import cents
from engine.refusal import Refused
from saves.congress.store import CongressStore
from saves.store import open_event
from tui.commands.opening import cleaned

T = TypeVar("T")
_TEXTS = ("title", "place", "arbiters", "schedule")
_DAYS = ("start", "end")
_EVENT_TEXTS, _EVENT_NUMBERS = ("name", "room", "session"), ("last_board", "minutes")


def changed(congress: Congress, texts: Mapping[str, str]) -> Congress:
    """The congress with other data; `Refused` naming what cannot be."""
    for key, text in texts.items():
        value = cleaned(text, key)
        event, dot, field = key.rpartition(".")
        if key in _TEXTS:
            if key == "title" and not value:
                raise Refused("a congress needs a title", "it is empty", "give one")
            congress = _with(congress, key, value)
        elif key in _DAYS:
            congress = _with(congress, key, read_day(key, value) if value else "")
        elif key == "currency":
            congress = replace(congress, fees=replace(congress.fees, currency=value[:8]))
        elif key == "early_until":
            until = read_day(key, value) if value else ""
            congress = replace(congress, fees=replace(congress.fees, early_until=until))
        elif key.startswith("fee."):
            congress = replace(congress, fees=_with_fee(congress.fees, key[4:], value))
        elif dot and field in (*_EVENT_TEXTS, *_EVENT_NUMBERS):
            congress = congress.joined_by(_planned(congress.plan(event), field, value))
        else:
            known = ", ".join((*_TEXTS, *_DAYS, "currency", "early_until", "fee.NAME"))
            raise Refused(f"a congress has no {key[:40]}", "", f"give {known}, or EVENT.name …")
    if congress.start and congress.end and congress.end < congress.start:
        raise Refused("the congress would end before it starts", "", "correct one of the dates")
    return congress


def _with(value: T, field: str, new: Any) -> T:
    """A value with another one in a field that is named by a word."""
    changes: dict[str, Any] = {field: new}
    made: T = replace(value, **changes)  # type: ignore[type-var]
    return made


def _planned(plan: EventPlan, field: str, value: str) -> EventPlan:
    if field in _EVENT_TEXTS:
        return _with(plan, field, value)
    usual = getattr(EventPlan(plan.folder), field)
    return _with(plan, field, _whole(field, value) if value else usual)


def _whole(key: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise Refused(f"{key} cannot be {text[:20]!r}", "it is not a whole number", "correct it")
    return int(text)


_LISTS = ("titles", "categories", "events")


def _with_fee(fees: Fees, key: str, value: str) -> Fees:
    """`Junior` or `Junior.early`: an amount or a condition of that fee; a new fee comes last, and
    an empty amount takes it away."""
    name, dot, field = key.rpartition(".")
    if not dot or field not in ("early", "under", "over", "member", *_LISTS):
        name, field = key, ""
    rules = {rule.name: rule for rule in fees.rules}
    if not field and not value:
        rules.pop(name, None)
        return replace(fees, rules=tuple(rules.values()))
    if field and name not in rules:
        raise Refused(f"there is no fee {name[:40]!r}", "", f"give its amount first: fee.{name}=")
    rule = rules.get(name) or FeeRule(name, 0)
    rules[name] = _with_condition(rule, field, value)
    return replace(fees, rules=tuple(rules.values()))


def _with_condition(rule: FeeRule, field: str, value: str) -> FeeRule:
    if not field:
        return replace(rule, amount=cents(value))
    if field == "early":
        return replace(rule, early=cents(value) if value else None)
    if field in _LISTS:
        words = tuple(word.strip() for word in value.split(",") if word.strip())
        if field != "events":
            words = tuple(w.upper() if field == "titles" else w.casefold() for w in words)
        return _with(rule, field, words)
    if field == "member":
        if value.casefold() not in ("", "yes", "no"):
            raise Refused(f"member cannot be {value[:20]!r}", "", "write yes, no or nothing")
        return replace(rule, member=None if not value else value.casefold() == "yes")
    return _with(rule, field, _whole(field, value) if value else None)


# Events that join


def joined(
    store: CongressStore, plan: EventPlan, first: int = 0, room: str | None = None
) -> list[str]:
    """An event joins with that plan, or has it from now on; its first board and its room are set
    in the event itself. What is to be said of them."""
    joining = store.stores.get(plan.folder) or open_event(store.path(plan.folder))
    member = MemberEvent(plan, joining.event, joining.format)
    if room is not None and not member.numbered_by_setting:
        plan = replace(plan, room=room.strip())
    notes = []
    if first and not member.numbered_by_setting and first != member.range.first:
        notes.append(f"{member.name} numbers its boards from {member.range.first}: they are places "
                     "of its tree or row")  # fmt: skip
    settings = _boards_set(store, member, first, room)
    if settings:
        joining.do(ChangeSettings(settings))
        if note := board_setting_note(settings, joining.event):
            notes.append(f"{member.name}: {note}")
    if plan in store.congress.events and not settings:
        notes.append(f"{member.name} is in the congress already: nothing has changed")
    store.change(lambda congress: congress.joined_by(plan), f"{member.name} joins")
    return notes


def _boards_set(
    store: CongressStore, member: MemberEvent, first: int, room: str | None
) -> Mapping[str, Any]:
    """What has to be set in an event for its boards and its room; of one that is new and shares
    boards with another the next free hundred. A knockout or diagonal keeps its own numbers."""
    others = [one for one in store.members if one.folder != member.folder]
    now = member.range.first
    if not member.numbered_by_setting:
        return {}
    new = member.folder not in store.stores
    shares = any(one.range.meets(member.range) for one in others)
    in_play = member.open_boards or member.event.proposal is not None
    if not first and new and shares and not in_play:
        first = free_first_board(others)
    settings: dict[str, Any] = {}
    if first and first != now:
        settings["first_board"] = first
    if room is not None and room.strip() != member.room(first or now):
        settings["rooms"] = [f"{first or now} {room.strip()}"] if room.strip() else []
    return settings
