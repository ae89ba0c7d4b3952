"""Options with bounds, refused in words that name them."""

from __future__ import annotations

import re
from decimal import Decimal

from engine.entrant_fields import RATING_LIMIT
from engine.refusal import Refused
from engine.trial.chance import PERCENT

_WHOLE = re.compile(r"[0-9]{1,10}")
_PERCENT = re.compile(r"[0-9]{1,3}([.,][0-9]{1,4})?")
_AMOUNT = re.compile(r"[0-9]{1,2}([.]5)?")
_RATING = re.compile(r"[0-9]{1,4}")
_RANGE = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")


def within(option: str, text: str | None, default: int, least: int, most: int) -> int:
    """The whole number that an option gives, or its default."""
    if text is None:
        return default
    if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
        raise Refused(
            f"{option} cannot be {text[:20]!r}",
            f"it must be a whole number from {least:,} to {most:,}",
            "correct it",
        )
    return int(text)


def decimal_within(
    option: str, text: str | None, default: Decimal, least: Decimal, most: Decimal
) -> Decimal:
    """The number that an option gives, or its default."""
    if text is None:
        return default
    value = Decimal(text.replace(",", ".")) if _PERCENT.fullmatch(text) else least - 1
    if not least <= value <= most:
        raise Refused(
            f"{option} cannot be {text[:20]!r}",
            f"it must be a number from {least} to {most}",
            "correct it",
        )
    return value


def percent(option: str, text: str | None, default: Decimal) -> int:
    """A share in per cent, as millionths."""
    said = str(default) if text is None else text.removesuffix("%")
    value = Decimal(said.replace(",", ".")) if _PERCENT.fullmatch(said) else Decimal(-1)
    if not 0 <= value <= 100:
        raise Refused(
            f"{option} cannot be {str(text)[:20]!r}", "it must be per cent, 0 to 100", "correct it"
        )
    return int(value * PERCENT)


def rating_range(text: str | None) -> tuple[int, int]:
    """`1200-2400`: the lowest rating and the highest."""
    if text is None:
        return 1200, 2400
    match = _RANGE.fullmatch(text)
    low, high = (int(match[1]), int(match[2])) if match else (1, 0)
    if not 1 <= low <= high <= RATING_LIMIT:
        raise Refused(
            f"--ratings cannot be {text[:20]!r}",
            f"it must be two ratings from 1 to {RATING_LIMIT:,}, the lower first",
            "write it as 1200-2400",
        )
    return low, high


def typed_ratings(text: str | None, players: str | None) -> tuple[int, ...]:
    """Ratings one by one, from `2400,2310,0` or for so many players from `2400/20`, the top and
    the gap; none for a range."""
    if text is None or not ("," in text or "/" in text):
        return ()
    top, gap = (_RATING.fullmatch(part.strip()) for part in [*text.split("/"), ""][:2])
    if "/" in text and top and gap and text.count("/") == 1:
        number = within("--players", players, 40, 2, 5_000)
        return tuple(max(int(top[0]) - n * int(gap[0]), 0) for n in range(number))
    words = [word.strip() for word in text.split(",") if word.strip()]
    if "/" in text or not all(_RATING.fullmatch(w) and int(w) <= RATING_LIMIT for w in words):
        raise Refused(
            f"--ratings cannot be {text[:20]!r}",
            f"it must be ratings from 0 to {RATING_LIMIT:,}, or a top and a gap",
            "write it as 2400,2310,0 or as 2400/20",
        )
    return tuple(map(int, words))


def points_system(text: str) -> tuple[Decimal, Decimal, Decimal, Decimal]:
    """`3-1-0` or `3-1-0-1`: points for a win, a draw, a loss, and the bye (else a win's)."""
    parts = text.replace(",", ".").split("-")
    if len(parts) not in (3, 4) or not all(_AMOUNT.fullmatch(part) for part in parts):
        raise Refused(
            f"--points cannot be {text[:20]!r}",
            "it must be points for a win, a draw and a loss, each up to 99",
            "write them as 3-1-0, with the bye as 3-1-0-1, or any",
        )
    win, draw, loss = map(Decimal, parts[:3])
    if not win >= draw >= loss:
        raise Refused(f"--points cannot be {text!r}", "a win scores most, a loss least", "sort it")
    return win, draw, loss, Decimal(parts[3]) if len(parts) == 4 else win
