"""`congress.toml`: what a congress says besides its events. Plain, commented, to be edited by hand.

Keys that this version does not know are kept as they stand and written back.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any, TypeVar

from engine.congress.congress import (
    ROUND_MINUTES,
    Congress,
    EntryKey,
    EventPlan,
    Moved,
    entry_key,
)
from engine.congress.fees import FeeRule, Fees
from engine.money import cents, money_text
from engine.refusal import Refused
from saves.checked import Place, line_of
from saves.safe_text import safe
from saves.toml_guard import BadSave, load
from saves.toml_text import toml_text

CONGRESS_NAME = "congress.toml"
SIZE_LIMIT = 1 << 20
MOST_EVENTS = 60
TITLE_LIMIT, TEXT_LIMIT, LONG_LIMIT = 120, 120, 1000
LAST_BOARD = 99_999
REMEDY = "correct the line; the events are sound and can be opened one by one"
HEADING = """\
A congress: several events, one desk. Written by `topboard congress`; it may be changed by hand.

[[event]] folder: relative to this one. name: what lists call it (else its title).
  last_board: the last board it may use; its first is the event's own setting first_board.
  session: events of one session are played at once, where they have no schedule of rounds.
  minutes: how long a round lasts. room: only for formats without a setting of rooms.
[[fee]] the first that fits an entry counts. amount, early: as "35.00". events, titles,
  categories: whom it is for; member: with a number of the federation; under, over: an age.
same: entries that are one person, as [["open:12", "minor:7"]]. moved: from, to."""

T = TypeVar("T")


@dataclass(frozen=True)
class CongressFile:
    """The file's values, and what else stands in it."""

    congress: Congress
    unknown: tuple[str, ...] = ()
    """Keys that this version does not know."""
    repeated: tuple[str, ...] = ()
    """Folders that stand in it more than once."""
    raw: Mapping[str, Any] = field(default_factory=dict)


_HEAD = ("title", "place", "start", "end", "arbiters", "schedule")
_EVENT = ("folder", "name", "last_board", "room", "session", "minutes")
_FEES = ("currency", "early_until")
_FEE = (
    *("name", "amount", "early", "events", "titles", "categories"),
    *("member", "under", "over"),
)


class _Wrong(Exception):
    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(problem)
        self.place, self.problem = place, problem


def read_congress(data: bytes, name: str = CONGRESS_NAME) -> CongressFile:
    """What the file says; `BadSave` naming the line."""
    try:
        table: dict[str, Any] = _without_dates(load(data, name))
        return _read(table)
    except _Wrong as wrong:
        raise BadSave(name, wrong.problem, REMEDY, line_of(data, wrong.place)) from None
    except BadSave as bad:
        raise BadSave(name, bad.what, REMEDY, bad.row, bad.column) from None


def _without_dates(value: Any) -> Any:
    """Dates that somebody wrote without quotes are texts too."""
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _without_dates(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_dates(part) for part in value]
    return value


def _read(table: dict[str, Any]) -> CongressFile:
    unknown = [key for key in table if key not in (*_HEAD, "fees", "fee", "event", "same", "moved")]
    title = _text(table, "title", (), TITLE_LIMIT)
    if not title.strip():
        raise _Wrong(("title",), "title is missing" if "title" not in table else "title is empty")
    head = {key: _text(table, key, (), LONG_LIMIT) for key in _HEAD[1:]}
    events: list[EventPlan] = []
    repeated: list[str] = []
    rows = _rows(table, "event")
    if len(rows) > MOST_EVENTS:
        raise _Wrong(("event",), f"has {len(rows)} events; the limit is {MOST_EVENTS}")
    for at, row in enumerate(rows):
        plan = _plan(row, ("event", at))
        unknown += [f"event.{key}" for key in row if key not in _EVENT]
        if plan.folder in (one.folder for one in events):
            repeated.append(plan.folder)
        else:
            events.append(plan)
    fees, more = _fees(table)
    congress = Congress(
        safe(title.strip(), TITLE_LIMIT), **head, fees=fees, events=tuple(events),
        same=_groups(table, "same"), moved=tuple(Moved(*pair) for pair in _groups(table, "moved")),
    )  # fmt: skip
    known = tuple(dict.fromkeys(safe(key, 40) for key in (*unknown, *more)))
    return CongressFile(congress, known, tuple(dict.fromkeys(repeated)), table)


def _plan(row: Mapping[str, Any], place: Place) -> EventPlan:
    return EventPlan(
        event_folder(_text(row, "folder", place, 400), (*place, "folder")),
        _text(row, "name", place),
        _whole(row, "last_board", place, 0, LAST_BOARD),
        _text(row, "room", place),
        _text(row, "session", place),
        _whole(row, "minutes", place, ROUND_MINUTES, 24 * 60),
    )


def event_folder(text: str, place: Place = ()) -> str:
    """A folder relative to that of the congress, as it is kept; raises as the file's values do."""
    if not text.strip() or text != safe(text, 400) or PurePosixPath(text).is_absolute():
        raise _Wrong(place, "folder must be a path relative to the folder of the congress")
    return str(PurePosixPath(text))


def _fees(table: Mapping[str, Any]) -> tuple[Fees, list[str]]:
    head = table.get("fees", {})
    if not isinstance(head, dict):
        raise _Wrong(("fees",), "fees must be a table")
    unknown = [f"fees.{key}" for key in head if key not in _FEES]
    rules = []
    for at, row in enumerate(_rows(table, "fee")):
        rules.append(_rule(row, ("fee", at)))
        unknown += [f"fee.{key}" for key in row if key not in _FEE]
    currency, until = (_text(head, key, ("fees",)) for key in _FEES)
    return Fees(currency[:8], until, tuple(rules)), unknown


def _rule(row: Mapping[str, Any], place: Place) -> FeeRule:
    amount = _money(row, "amount", place)
    if amount is None:
        raise _Wrong(place, "a fee needs an amount")
    return FeeRule(
        _text(row, "name", place) or "fee",
        amount,
        _money(row, "early", place),
        _texts(row, "events", place),
        tuple(title.upper() for title in _texts(row, "titles", place)),
        tuple(word.casefold() for word in _texts(row, "categories", place)),
        _perhaps(row, "member", place, bool, "true or false"),
        _perhaps(row, "under", place, int, "a whole number"),
        _perhaps(row, "over", place, int, "a whole number"),
    )


def _groups(table: Mapping[str, Any], key: str) -> tuple[tuple[EntryKey, ...], ...]:
    groups = table.get(key, [])
    try:
        if not isinstance(groups, list) or (key == "moved" and any(len(g) != 2 for g in groups)):
            raise ValueError
        return tuple(tuple(entry_key(_is_text(one)) for one in group) for group in groups)
    except (Refused, TypeError, ValueError):
        raise _Wrong((key,), f'{key} must be like [["open:12", "minor:7"]]') from None


def _is_text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError
    return value


def _rows(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _Wrong((key,), f"write each {key} under a line [[{key}]]")
    return rows


def _text(row: Mapping[str, Any], key: str, place: Place, limit: int = TEXT_LIMIT) -> str:
    value = row.get(key, "")
    if type(value) is not str:
        raise _Wrong((*place, key), f"{key} must be a text in quotes")
    if len(value) > limit:
        raise _Wrong((*place, key), f"{key} must have {limit} characters or fewer")
    return safe(value.strip(), limit)


def _texts(row: Mapping[str, Any], key: str, place: Place) -> tuple[str, ...]:
    values = row.get(key, [])
    if type(values) is str:
        values = [part for part in values.split(",") if part.strip()]
    if not isinstance(values, list) or not all(type(value) is str for value in values):
        raise _Wrong((*place, key), f'{key} must be texts, as ["a", "b"]')
    return tuple(safe(value.strip(), TEXT_LIMIT) for value in values)


def _whole(row: Mapping[str, Any], key: str, place: Place, default: int, most: int) -> int:
    value = row.get(key, default)
    if type(value) is not int or not 0 <= value <= most:
        raise _Wrong((*place, key), f"{key} must be a whole number from 0 to {most}")
    return value


def _perhaps(
    row: Mapping[str, Any], key: str, place: Place, kind: Callable[..., T], called: str
) -> T | None:
    value = row.get(key)
    if value is None or type(value) is kind:
        return value
    raise _Wrong((*place, key), f"{key} must be {called}")


def _money(row: Mapping[str, Any], key: str, place: Place) -> int | None:
    value = row.get(key)
    if value is None:
        return None
    number = type(value) in (int, Decimal)
    try:
        if not (number or type(value) is str):
            raise Refused("")
        return cents(f"{value:.2f}" if isinstance(value, Decimal) and _cents(value) else str(value))
    except Refused:
        raise _Wrong((*place, key), f'{key} must be an amount, as "35.00"') from None


def _cents(value: Decimal) -> bool:
    return value.is_finite() and value == round(value, 2)


def congress_text(file: CongressFile, congress: Congress) -> str:
    """The whole file with these values; what this version does not know stands as it was."""
    content = {key: value for key, value in file.raw.items() if key not in _KNOWN}
    content |= {key: value for key in _HEAD if (value := getattr(congress, key)) or key == "title"}
    if congress.same:
        content["same"] = [[str(key) for key in group] for group in congress.same]
    if congress.moved:
        content["moved"] = [[str(one.source), str(one.target)] for one in congress.moved]
    raw_fees = {k: v for k, v in file.raw.get("fees", {}).items() if k not in _FEES}
    fees = raw_fees | {key: value for key in _FEES if (value := getattr(congress.fees, key))}
    if fees:
        content["fees"] = fees
    if congress.fees.rules:
        more = _unknown_by(file.raw.get("fee", ()), "name", _FEE)
        content["fee"] = [
            {**_fee_row(one), **more.get(one.name, {})} for one in congress.fees.rules
        ]
    if congress.events:
        more = _unknown_by(file.raw.get("event", ()), "folder", _EVENT)
        content["event"] = [
            {**_event_row(plan), **more.get(plan.folder, {})} for plan in congress.events
        ]
    return _laid_out(content)


def _laid_out(content: Mapping[str, Any]) -> str:
    """The file with its rows under headings of their own, where a person finds and changes them."""
    rows = {key: content[key] for key in ("fee", "event") if key in content}
    if any(isinstance(value, dict) for table in rows.values() for row in table
           for value in row.values()):  # fmt: skip
        return toml_text(content, HEADING)
    head = {key: value for key, value in content.items() if key not in rows}
    texts = [f"\n[[{key}]]{toml_text(row, '')}" for key, table in rows.items() for row in table]
    return "".join([toml_text(head, HEADING), *texts])


_KNOWN = frozenset((*_HEAD, "fees", "fee", "event", "same", "moved"))


def _unknown_by(rows: Any, key: str, known: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    return {str(row.get(key)): {k: v for k, v in row.items() if k not in known} for row in rows}


def _event_row(plan: EventPlan) -> dict[str, Any]:
    row = {"folder": plan.folder, "name": plan.name, "last_board": plan.last_board,
           "room": plan.room, "session": plan.session}  # fmt: skip
    kept: dict[str, Any] = {key: value for key, value in row.items() if value}
    if plan.minutes != ROUND_MINUTES:
        kept["minutes"] = plan.minutes
    return kept


def _fee_row(rule: FeeRule) -> dict[str, Any]:
    row: dict[str, Any] = {"name": rule.name, "amount": money_text(rule.amount)}
    if rule.early is not None:
        row["early"] = money_text(rule.early)
    for key in ("events", "titles", "categories"):
        if values := getattr(rule, key):
            row[key] = list(values)
    for key in ("member", "under", "over"):
        if (value := getattr(rule, key)) is not None:
            row[key] = value
    return row
