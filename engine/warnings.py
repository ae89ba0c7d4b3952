"""What an arbiter is warned of before an action, how strongly, and what was agreed to.

The levels are those of FIDE's acceptance list for tournament programs. A warning is a value; its
words are in one table (`engine.warning_words`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from engine.reasons import Fact, Reason
from engine.refusal import Refused

STRICT_LEFT = "strict-left"
"""The code under which the exit from strict mode is recorded."""
BREAKS_RULE = "pairing-breaks-rule"
"""The code of a board made by the arbiter against a rule that must hold."""
PAIR_ALLOWED = "pair-allowed"
"""The code of a game between two of one school, club or family that the arbiter has allowed."""


class Level(IntEnum):
    """How strongly an arbiter is warned, and what it takes to go on."""

    RECORD = 0
    """Nothing is asked or said; the event keeps that it was done."""
    ACKNOWLEDGE = 1
    """It is shown, and the action done."""
    CONFIRM = 2
    """The action is done once the arbiter says yes (`--insist`)."""
    CONFIRM_TWICE = 3
    """It is done once the arbiter says yes a second time, having read what follows from it
    (`--insist-twice`)."""
    REFUSE = 4
    """It is not done; in strict mode, not before that is left (`--leave-strict`)."""


OPTIONS: Mapping[Level, str] = {
    Level.CONFIRM: "--insist",
    Level.CONFIRM_TWICE: "--insist-twice",
    Level.REFUSE: "--leave-strict",
}
"""The option of the command line that agrees to a warning."""


@dataclass(frozen=True, slots=True)
class Warning:
    """One thing that an arbiter is warned of: a code that never changes, and the details."""

    level: Level
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, level: Level, code: str, **facts: Fact) -> Warning:
        """The warning with these facts."""
        return cls(level, code, facts)

    @property
    def reason(self) -> Reason:
        """Its code and its facts."""
        return Reason(self.code, self.facts)

    @property
    def recorded(self) -> bool:
        """Whether the event records that it was done all the same."""
        return self.level is not Level.ACKNOWLEDGE


@dataclass(frozen=True, slots=True)
class Agreement:
    """What an arbiter did in spite of a warning, for history, pages and files (`###` in TRF).

    `round` is the last round published by then, 0 before the first, or the one whose boards it is
    about.
    """

    round: int
    what: Reason
    level: Level = Level.CONFIRM


class NotAgreed(Refused):
    """Refused until the arbiter agrees to `warnings`, the strongest of which is of `level`."""

    def __init__(
        self, warnings: Sequence[Warning], what: str, why: str = "", remedy: str = ""
    ) -> None:
        self.warnings = tuple(warnings)
        self.level = max(warning.level for warning in warnings)
        super().__init__(what, why, remedy, shell=OPTIONS.get(self.level, ""))
