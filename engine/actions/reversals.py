"""Taking an action back, and doing it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.actions.base import Action
from engine.event import Event
from engine.protocol import Format
from engine.warnings import Warning


@dataclass(frozen=True)
class Undo(Action):
    """Take back action number `target`. The fold of the log carries it out (`engine.log`)."""

    kind: ClassVar[str] = "undo"
    reverses: ClassVar[bool] = True
    target: int

    def warned(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """What would become of it only the log can say."""
        return self.warnings(event, format)

    def describe(self, event: Event) -> str:
        """The number taken back."""
        return f"undo of {self.target}"


@dataclass(frozen=True)
class Redo(Action):
    """Do action number `target` again, that an `Undo` took back."""

    kind: ClassVar[str] = "redo"
    reverses: ClassVar[bool] = True
    target: int

    def warned(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """What would become of it only the log can say."""
        return self.warnings(event, format)

    def describe(self, event: Event) -> str:
        """The number done again."""
        return f"redo of {self.target}"
