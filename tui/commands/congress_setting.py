"""The data of a congress by command: title, dates, fees, and what it says of its events."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.event_data import read_day
from engine.money import cents
from engine.refusal import Refused
from tui.commands.congress_opening import congress_argument, folder_of, writing_congress
from tui.commands.opening import cleaned, settings_given
from tui.commands.output import say, say_json
from tui.commands.subcommand import Subcommand

T = TypeVar("T")


def _set_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument(
        "data", nargs="+", metavar="KEY=VALUE",
        help="title, place, start, end, arbiters, schedule, currency, early_until; "
        "fee.NAME=45.00, fee.NAME.early, .under, .over, .member, .titles, .categories, .events; "
        "EVENT.name, .last_board, .room, .session, .minutes; an empty value takes one away",
    )  # fmt: skip


def set_data(args: Namespace) -> int:
    """All that is given as one change, or none of it."""
    store = writing_congress(args)
    changes = settings_given(args.data)
    names = {
        key: f"{folder_of(store, event)}.{field}"
        for key in changes
        for event, dot, field in [key.rpartition(".")]
        if dot and not key.startswith("fee.")
    }
    before = store.congress
    renamed = {names.get(key, key): text for key, text in changes.items()}
    after = store.change(lambda congress: changed(congress, renamed), "other data")
    if args.json:
        say_json({"changed": list(changes) if after != before else [], "title": after.title})
        return 0
    say("changed" if after != before else "nothing changed: it is already so")
    return 0


_TEXTS = ("title", "place", "arbiters", "schedule")
_DAYS = ("start", "end")
_EVENT_TEXTS, _EVENT_NUMBERS = ("name", "room", "session"), ("last_board", "minutes")


def changed(congress: Congress, given: Mapping[str, str]) -> Congress:
    """The congress with other data; `Refused` naming what cannot be."""
    for key, text in given.items():
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
    """`Junior` or `Junior.early`: an amount or a condition of that fee; a new fee stands last, and
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


ACTIONS = {"set": Subcommand(_set_arguments, set_data)}
