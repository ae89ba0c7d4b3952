"""`cash.toml`: every payment of the congress, one after the other, as a cash list has them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.congress.congress import entry_key
from engine.congress.fees import Payment
from engine.money import cents, money_text
from engine.refusal import Refused
from saves.safe_text import safe
from saves.toml import BadSave, line_of, load, toml_text

CASH_NAME = "cash.toml"
KNOWN_CASH = ".cash"
"""Every payment that was ever entered here: what an older copy of the list lacks."""
SIZE_LIMIT = 2 << 20
HEADING = """\
Payments of the congress, in order of time. Written by `topboard congress FOLDER paid`.
entry: the event's folder and the entry's number there. An amount below 0 was given back."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")
_KEYS = ("entry", "name", "amount", "at", "by", "note", "key")


@dataclass(frozen=True)
class CashFile:
    """The payments, and the rows that they stand in with what this version does not know."""

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
        return "".join([toml_text({}, HEADING).rstrip("\n"), "\n", *texts])


def read_cash(data: bytes, name: str = CASH_NAME) -> CashFile:
    """The payments of a file; `BadSave` naming the line."""
    remedy = "correct the line; until then no payment is entered"
    try:
        table = load(data, name, "correct the line")
    except BadSave as bad:
        raise BadSave(name, bad.what, remedy, bad.row, bad.column) from None
    for key in table.keys() - {"payment"}:
        # what stands under another heading would be no payment, and the next one would delete it
        begins = re.compile(rf"\s*\[*\s*{re.escape(key)}\b")
        texts = data.decode("utf-8", "replace").splitlines()
        line = next((at for at, text in enumerate(texts, 1) if begins.match(text)), 0)
        problem = f"{safe(key, 40)!r} is not known here; payments stand under [[payment]]"
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
