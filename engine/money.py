"""Money as whole cents, and as people write it. Nothing here is ever a float."""

from __future__ import annotations

import re

from engine.refusal import Refused

Cents = int
"""An amount in hundredths of the currency."""
MOST: Cents = 100_000_000
"""No purse, fee or payment is larger: a million."""
_CURRENCY = r"(?:[$£€¥₽₴₹₺₪₩]|[A-Z]{3}|zł|Kč|kr|Ft)"
"""Written before or after an amount; the plan or the congress says which currency it is."""
_AMOUNT = re.compile(rf"(?:{_CURRENCY} ?)?([0-9]{{1,7}})(?:[.,]([0-9]{{2}}))?(?: ?{_CURRENCY})?")


def cents(text: str) -> Cents:
    """`35`, `35.00`, `35,50` or `35 €` as cents; `Refused` for any other text and for over a
    million."""
    match = _AMOUNT.fullmatch(text.strip())
    amount = int(match[1]) * 100 + int(match[2] or 0) if match else MOST + 1
    if amount > MOST:
        raise Refused(
            f"{text.strip()[:20]!r} is not an amount of money", "", "write 35, 35.00 or 35,50"
        )
    return amount


def money_text(amount: Cents | None, currency: str = "") -> str:
    """`35.00`, `-5.50`, `35.00 EUR`: always with both digits of the cents; `?` for an amount that
    is not known."""
    if amount is None:
        return "?"
    sign, size = "-" if amount < 0 else "", abs(amount)
    return f"{sign}{size // 100}.{size % 100:02} {currency}".rstrip()


def amount_number(amount: Cents) -> int | float:
    """The amount for JSON, where a number is asked for: its nearest figure to the cent."""
    return amount // 100 if amount % 100 == 0 else round(amount / 100, 2)
