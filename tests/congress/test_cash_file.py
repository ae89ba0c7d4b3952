"""The cash list, with what another version or an arbiter has written beside a payment."""

from __future__ import annotations

import pytest

from engine.congress.fees import Payment
from saves.congress.files import read_cash
from saves.toml import BadSave

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


@pytest.mark.parametrize(
    ("other", "place", "key"),
    [
        (LIST.replace(b"[[payment]]", b"[[paymnt]]"), "cash.toml:2:1", "'paymnt'"),
        (LIST.replace(b"[[payment]]", b"[paid]"), "cash.toml:2:1", "'paid'"),
        (b'title = "Galway"\n', "cash.toml:1:1", "'title'"),
        (LIST + b'\n[[event]]\nfolder = "open"\n', "cash.toml:9:1", "'event'"),
    ],
)
def test_what_is_no_payment_is_refused_before_the_next_one_would_delete_it(
    other: bytes, place: str, key: str
) -> None:
    with pytest.raises(BadSave) as caught:
        read_cash(other)
    assert caught.value.line.startswith(f"{place}: {key} is not known here")
    assert "until then no payment is entered" in caught.value.line
