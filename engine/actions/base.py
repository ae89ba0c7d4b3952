"""What an action is: a small record that makes a new event out of an old one, or refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.protocol import Format
from engine.refusal import Stale


@dataclass(frozen=True)
class Action:
    """Something an arbiter does. Subclasses are frozen records of plain values.

    `kind` is the name in the journal. `apply` refuses with `Refused` instead of doing harm.
    """

    kind: ClassVar[str] = ""
    restore_point: ClassVar[str] = ""
    """Why a restore point is taken before it; empty for none."""

    def apply(self, event: Event, format: Format) -> Event:
        """The event after it; the same object where nothing changes."""
        raise NotImplementedError

    def admit(self, event: Event, format: Format) -> None:
        """`Refused` where the event could do it and nobody should: asked when it is done, never
        when a journal is read again, so that an old event opens whatever is refused today."""

    def describe(self, event: Event) -> str:
        """One line for the history, in the words of an arbiter; `event` is the one before."""
        return self.kind

    def was_before(self, event: Event) -> str | None:
        """What stood there before, for the journal and for undo."""
        return None

    def board(self) -> tuple[int | None, int] | None:
        """(round, board) of the published board that it is about; the round None means the
        round in play."""
        return None


ACTIONS: dict[str, type[Action]] = {}
"""Every action by its name in the journal."""


def name_of(event: Event, id: str) -> str:
    """`Ashgrove, Liam (3)`, or the number alone where there is no such entrant."""
    found = next((e for e in event.entrants if e.id == id), None)
    return f"{found.name} ({id})" if found else f"entrant {id}"


def refuse_unseen(event: Event, match: Match, seen: tuple[EntrantId, EntrantId] | None) -> None:
    """`Stale` where the board has not the pair that the arbiter saw, White first."""
    if seen is not None and match.pair != seen:
        raise Stale(
            f"board {match.board} is not as you saw it",
            f"now {name_of(event, match.white)} against {name_of(event, match.black)}",
            "look again",
        )
