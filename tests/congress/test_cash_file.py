"""The cash list, with what another version or an arbiter has written beside a payment."""

from __future__ import annotations

from engine.congress.fees import Payment
from saves.congress.cash import read_cash

LIST = b"""
[[payment]]
entry = "open:5"
amount = "40.00"
at = "2026-11-20T09:12:03+01:00"
by = "anna"
receipt = "A 17"
"""


def test_what_this_version_does_not_know_of_a_payment_stays_in_its_row() -> None:
    read = read_cash(LIST)
    back = Payment("open", "5", -500, "2026-11-21T10:00:00+01:00", "ben")
    again = read_cash(read.with_payment(back).text.encode())
    assert [one.amount for one in again.payments] == [4000, -500]
    assert [row.get("receipt") for row in again.rows] == ["A 17", None]
