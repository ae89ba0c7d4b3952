"""Names in parts, for files that have a column for each."""

from __future__ import annotations


def surname_and_forename(name: str) -> tuple[str, str]:
    """`Ashgrove, Liam` in two; a name without a comma is a surname, for nothing says where it
    divides."""
    surname, _, forename = name.partition(",")
    return surname.strip(), forename.strip()
