"""A line being typed at the foot of a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class PromptInput:
    """Enter hands the text to `done`; `changed` hears of every key; Esc ends in `dropped`."""

    label: str
    done: Callable[[str], None]
    changed: Callable[[str], None] | None = None
    dropped: Callable[[], None] | None = None
    text: str = ""
