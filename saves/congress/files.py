"""The files of a congress besides its events, each plain and commented.

`congress.toml` says what no event can, and is edited by hand; keys that this version does not know
are kept and written back unchanged. `cash.toml` has every payment, one after the other, as a
cash list has them. `moving.toml` is a move between two events that is under way, written before its
first action and there only while it is carried out: a program that was stopped in between leaves
it, and the next desk that opens the congress finishes the move.
"""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any

from engine.congress.congress import (
    ROUND_MINUTES,
    Congress,
    EntryKey,
    EntryMove,
    EventPlan,
    entry_key,
)
from engine.congress.fees import FeeRule, Fees, Payment
from engine.congress.moving import Move
from engine.money import cents, money_text
from engine.refusal import Refused
from saves.plain import BadValue, plain, typed
from saves.safe_text import safe
from saves.toml import (
    BadSave,
    Place,
    WrongValue,
    flag_at,
    line_of,
    lines_named,
    load,
    money_of,
    text_at,
    texts_at,
    toml_text,
    whole_at,
)

CONGRESS_NAME = "congress.toml"
SIZE_LIMIT = 1 << 20
MOST_EVENTS = 60
TITLE_LIMIT, LONG_LIMIT = 120, 1000
LAST_BOARD, OLDEST = 99_999, 999
REMEDY = "correct it, or put a copy back; the events are sound and can be opened one by one"
HEADING = """\
A congress: several events, one desk. Written by `topboard congress`; it may be changed by hand.

[[event]] folder: relative to this one. name: what lists call it (else its title).
  last_board: the last board it may use; its first is the event's own setting first_board.
  session: events of one session are played at once, where they have no schedule of rounds.
  minutes: how long a round lasts. room: only for formats without a setting of rooms.
[[fee]] the first that fits an entry counts. amount, early: as "35.00". events, titles,
  categories: whom it is for; member: with a number of the federation; under, over: an age.
same: entries that are one person, as [["open:12", "minor:7"]]. moved: from, to."""
_HEAD = ("title", "place", "start", "end", "arbiters", "schedule")
_EVENT = ("folder", "name", "last_board", "room", "session", "minutes")
_FEES = ("currency", "early_until")
_FEE = (
    *("name", "amount", "early", "events", "titles", "categories"),
    *("member", "under", "over"),
)
_KNOWN = frozenset((*_HEAD, "fees", "fee", "event", "same", "moved"))


@dataclass(frozen=True)
class CongressFile:
    """The file's values, and everything else in it."""

    congress: Congress
    unknown: tuple[str, ...] = ()
    """Keys that this version does not know."""
    repeated: tuple[str, ...] = ()
    """Folders that are listed more than once."""
    raw: Mapping[str, Any] = field(default_factory=dict)


def read_congress(data: bytes, name: str = CONGRESS_NAME) -> CongressFile:
    """What the file says; `BadSave` naming the line."""
    with lines_named(data, name, REMEDY):
        table: dict[str, Any] = _without_dates(load(data, name, REMEDY))
        return _read(table)


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
    title = text_at(table, "title", (), TITLE_LIMIT)
    if not title.strip():
        raise WrongValue(("title",), f"title is {'empty' if 'title' in table else 'missing'}")
    head = {key: text_at(table, key, (), LONG_LIMIT) for key in _HEAD[1:]}
    events: list[EventPlan] = []
    repeated: list[str] = []
    rows = _rows(table, "event")
    if len(rows) > MOST_EVENTS:
        raise WrongValue(("event",), f"has {len(rows)} events; the limit is {MOST_EVENTS}")
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
        same=_groups(table, "same"),
        moved=tuple(EntryMove(*pair) for pair in _groups(table, "moved")),
    )  # fmt: skip
    known = tuple(dict.fromkeys(safe(key, 40) for key in (*unknown, *more)))
    return CongressFile(congress, known, tuple(dict.fromkeys(repeated)), table)


def _plan(row: Mapping[str, Any], place: Place) -> EventPlan:
    minutes = whole_at(row, "minutes", place, 24 * 60)
    return EventPlan(
        event_folder(text_at(row, "folder", place, 400), (*place, "folder")),
        text_at(row, "name", place),
        whole_at(row, "last_board", place, LAST_BOARD) or 0,
        text_at(row, "room", place),
        text_at(row, "session", place),
        ROUND_MINUTES if minutes is None else minutes,
    )


def event_folder(text: str, place: Place = ()) -> str:
    """A folder relative to that of the congress, as it is kept; raises as the file's values do."""
    if not text.strip() or text != safe(text, 400) or PurePosixPath(text).is_absolute():
        raise WrongValue(place, "folder must be a path relative to the folder of the congress")
    return str(PurePosixPath(text))


def _fees(table: Mapping[str, Any]) -> tuple[Fees, list[str]]:
    head = table.get("fees", {})
    if not isinstance(head, dict):
        raise WrongValue(("fees",), "fees must be a table")
    unknown = [f"fees.{key}" for key in head if key not in _FEES]
    rules = []
    for at, row in enumerate(_rows(table, "fee")):
        rules.append(_rule(row, ("fee", at)))
        unknown += [f"fee.{key}" for key in row if key not in _FEE]
    currency, until = (text_at(head, key, ("fees",)) for key in _FEES)
    return Fees(currency[:8], until, tuple(rules)), unknown


def _rule(row: Mapping[str, Any], place: Place) -> FeeRule:
    if "amount" not in row:
        raise WrongValue(place, "a fee needs an amount")
    return FeeRule(
        text_at(row, "name", place) or "fee",
        money_of(row["amount"], (*place, "amount")),
        money_of(row["early"], (*place, "early")) if "early" in row else None,
        texts_at(row, "events", place, ","),
        tuple(title.upper() for title in texts_at(row, "titles", place, ",")),
        tuple(word.casefold() for word in texts_at(row, "categories", place, ",")),
        flag_at(row, "member", place),
        whole_at(row, "under", place, OLDEST),
        whole_at(row, "over", place, OLDEST),
    )


def _groups(table: Mapping[str, Any], key: str) -> tuple[tuple[EntryKey, ...], ...]:
    groups = table.get(key, [])
    try:
        if not isinstance(groups, list) or (key == "moved" and any(len(g) != 2 for g in groups)):
            raise ValueError
        return tuple(tuple(entry_key(_is_text(one)) for one in group) for group in groups)
    except (Refused, TypeError, ValueError):
        raise WrongValue((key,), f'{key} must be like [["open:12", "minor:7"]]') from None


def _is_text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError
    return value


def _rows(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise WrongValue((key,), f"write each {key} under a line [[{key}]]")
    return rows


def congress_text(file: CongressFile, congress: Congress) -> str:
    """The whole file with these values; keys that this version does not know are unchanged."""
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


def _unknown_by(rows: Any, key: str, known: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    return {str(row.get(key)): {k: v for k, v in row.items() if k not in known} for row in rows}


def _event_row(plan: EventPlan) -> dict[str, Any]:
    row = {"folder": plan.folder, "name": plan.name, "last_board": plan.last_board,
           "room": plan.room, "session": plan.session}  # fmt: skip
    table: dict[str, Any] = {key: value for key, value in row.items() if value}
    if plan.minutes != ROUND_MINUTES:
        table["minutes"] = plan.minutes
    return table


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


CASH_NAME = "cash.toml"
KNOWN_CASH = ".cash"
"""Every payment that was ever entered here: what an older copy of the list lacks."""
CASH_LIMIT = 2 << 20
CASH_HEADING = """\
Payments of the congress, in order of time. Written by `topboard congress FOLDER paid`.
entry: the event's folder and the entry's number there. An amount below 0 was given back."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")
_KEYS = ("entry", "name", "amount", "at", "by", "note", "key")


@dataclass(frozen=True)
class CashFile:
    """The payments, and their rows with the keys that this version does not know."""

    payments: tuple[Payment, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()

    def with_payment(self, payment: Payment) -> CashFile:
        """With one payment more."""
        return CashFile((*self.payments, payment), (*self.rows, {}))

    def with_rest(self, others: Sequence[Payment]) -> CashFile:
        """With these behind."""
        return CashFile((*self.payments, *others), (*self.rows, *({} for _ in others)))

    def with_payments(self, payments: Sequence[Payment]) -> CashFile:
        """With others in the place of each."""
        return CashFile(tuple(payments), self.rows)

    def lacking(self, later: CashFile) -> tuple[Payment, ...]:
        """Payments that a later reading no longer has; a move gives them another entry."""
        there = Counter((one.at, one.by, one.amount) for one in later.payments)
        there.subtract((one.at, one.by, one.amount) for one in self.payments)
        gone = +Counter({of: -count for of, count in there.items()})
        return tuple(one for one in self.payments if (one.at, one.by, one.amount) in gone)

    @property
    def text(self) -> str:
        """The whole file."""
        rows = (
            {**_row(one), **{key: value for key, value in row.items() if key not in _KEYS}}
            for one, row in zip(self.payments, self.rows, strict=True)
        )
        texts = [f"\n[[payment]]{toml_text(row, '')}" for row in rows]
        return "".join([toml_text({}, CASH_HEADING).rstrip("\n"), "\n", *texts])


def read_cash(data: bytes, name: str = CASH_NAME) -> CashFile:
    """The payments of a file; `BadSave` naming the line."""
    remedy = "correct the line; until then no payment is entered"
    try:
        table = load(data, name, "correct the line")
    except BadSave as bad:
        raise BadSave(name, bad.what, remedy, bad.row, bad.column) from None
    for key in table.keys() - {"payment"}:
        # a row under another heading would not be read, and the next save would delete it
        begins = re.compile(rf"\s*\[*\s*{re.escape(key)}\b")
        texts = data.decode("utf-8", "replace").splitlines()
        line = next((at for at, text in enumerate(texts, 1) if begins.match(text)), 0)
        problem = f"{safe(key, 40)!r} is not known here; payments are under [[payment]]"
        raise BadSave(name, problem, remedy, line)
    rows = table.get("payment", [])
    payments = []
    for at, row in enumerate(rows if isinstance(rows, list) else [None]):
        try:
            payments.append(_payment(row))
        except Refused as wrong:
            raise BadSave(name, wrong.what, remedy, line_of(data, ("payment", at))) from None
    return CashFile(tuple(payments), tuple(rows))


def _payment(row: Any) -> Payment:
    if not isinstance(row, dict):
        raise Refused("write each payment under a line [[payment]]")
    texts = {key: row.get(key, "") for key in _KEYS}
    wrong = [key for key, value in texts.items() if type(value) is not str]
    if wrong:
        raise Refused(f"{wrong[0]} must be a text in quotes")
    key = entry_key(texts["entry"])
    if not _TIME.fullmatch(texts["at"]):
        raise Refused("at must be a time, as 2026-11-20T09:12:00+01:00")
    return Payment(
        key.folder, key.id, signed_cents(texts["amount"]), safe(texts["at"], 40),
        safe(texts["by"], 40), safe(texts["name"], 80), safe(texts["note"], 120),
        safe(texts["key"], 80),
    )  # fmt: skip


def signed_cents(text: str) -> int:
    """An amount as `engine.money.cents`, below zero with a sign before it."""
    text = text.strip()
    return -cents(text[1:]) if text.startswith("-") else cents(text)


def _row(one: Payment) -> dict[str, Any]:
    row = {
        "entry": f"{one.folder}:{one.id}", "name": one.name, "amount": money_text(one.amount),
        "at": one.at, "by": one.by,
    }  # fmt: skip
    more = {"note": one.note, "key": one.key}
    return row | {key: text for key, text in more.items() if text}


INTENT_NAME = "moving.toml"
MOVE_LIMIT = 64 << 10
MOVE_HEADING = (
    "A move from one event to another, under way. It is finished by opening the congress."
)


def intent_text(move: Move) -> str:
    """The file."""
    table = json.loads(json.dumps(plain(move)), parse_float=Decimal)
    return toml_text(table, MOVE_HEADING)


def read_intent(data: bytes) -> Move:
    """The move; `Refused` where the file makes no sense."""
    try:
        move: Move = typed(Move, load(data, INTENT_NAME, "correct the line"))
    except (BadSave, BadValue) as error:
        raise Refused(
            f"{INTENT_NAME} cannot be read", str(error), "look at both events, then remove the file"
        ) from None
    return move
