"""The event on disk: save files, journal, locks, and every exchange format."""

from __future__ import annotations

VERSION = "0.1.0"
"""Of this program, as in `pyproject.toml` and in every line of a journal: to read it from there, or
from what is installed, takes longer than a draw."""
