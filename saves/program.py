"""Which program this is: its version, as it stands in every line of a journal."""

from __future__ import annotations

VERSION = "0.1.0"
"""As in `pyproject.toml`: to read it from there, or from what is installed, takes longer than a
draw."""
