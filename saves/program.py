"""Which program this is: its version, as it stands in every line of a journal."""

from __future__ import annotations

from functools import cache


@cache
def program_version() -> str:
    """`0.4.0`; empty where the program runs without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("topboard")
    except PackageNotFoundError:
        return ""
