"""Which settings a format has, and what they are called on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.protocol import Format

_LABELS = {
    "avoid": "keep apart",
    "avoid_round1": "keep apart in round 1",
    "avoid_cost": "boards to keep apart",
    "layout_27": "layout of 27",
}
"""Of those whose name with blanks for its underscores would not say what they are."""


def setting_label(key: str) -> str:
    """As its line of the form of settings is called."""
    return _LABELS.get(key, key.replace("_", " "))


def setting_keys(format: Format) -> set[str]:
    """The keys of a format's settings."""
    return {row[0] for row in format.settings_help()}
