"""What a rule is, and what is found where one is broken. Apart from the rules themselves: a command
that only reads loads no more."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match


class Severity(Enum):
    """How much a conflict weighs."""

    MUST = "must"
    SHOULD = "should"
    NOTE = "note"


class Conflict(NamedTuple):
    """A rule that a board or a bye breaks; `board` is None for a bye."""

    rule: str
    severity: Severity
    text: str
    board: int | None = None
    entrants: tuple[EntrantId, ...] = ()


class Rule:
    """Judges a board or a bye of the round that comes after the event's published ones.

    `event` never contains the round that is judged: history is what was known at the draw.
    """

    id = ""
    severity = Severity.MUST

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Conflicts of one board of round `number`."""
        return ()

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Conflicts of one bye of round `number`."""
        return ()

    def _found(self, match: Match, text: str, *entrants: EntrantId) -> Conflict:
        return Conflict(self.id, self.severity, text, match.board, entrants or match.pair)
