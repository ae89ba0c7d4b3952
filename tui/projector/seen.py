"""What was read of an event's folder at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.event import Event
from engine.protocol import Format
from saves.projectors import Wish
from saves.round_clock import RoundClock


@dataclass(frozen=True)
class Seen:
    """An event, what its desk wants shown, its round clock. `trouble` says why it may be old."""

    event: Event
    format: Format
    wish: Wish = field(default_factory=Wish)
    clock: RoundClock | None = None
    trouble: str = ""

    def started(self, now: datetime) -> bool:
        """Whether the round clock says that the round is played."""
        number = self.event.current.number if self.event.current else 0
        return self.clock is not None and self.clock.round == number and self.clock.running(now)
