"""The play-off for a place to go on: two who are level play a few boards more."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar

from engine.actions.base import ACTIONS, Action, name_of
from engine.entrants import EntrantId
from engine.event import Adjustment, Event
from engine.protocol import Format
from engine.refusal import Refused, Stale

OPEN = "-"
EXAMPLE = "12-9, or 12-12 3-1 where single boards decided"
LINE_LIMIT = 60
_SCORE = re.compile(r"([0-9]{1,3})\s*[-–:]\s*([0-9]{1,3})")


@dataclass(frozen=True)
class PlayOff(Action):
    """The result of a play-off between `a` and `b`, in IMPs of `a` and of `b`; `-` clears it.

    After a tie the next score is that of a single board: `12-12 3-1`. `was` is the result that the
    arbiter saw, as `a` has it (None: none); another result over an entered one needs `replace`.
    """

    kind: ClassVar[str] = "play-off"
    a: EntrantId
    b: EntrantId
    result: str
    was: str | None = None
    replace: bool = False

    def judge(self, event: Event, format: Format) -> None:
        """Only where a place hangs on the order of the two."""
        one, other = name_of(event, self.a), name_of(event, self.b)
        if not any({self.a, self.b} <= set(level) for level in format.play_offs(event)):
            raise Refused(
                f"{one} and {other} play no play-off",
                "they are not level with a place hanging on it",
                "see `topboard status`",
            )
        now, result = play_off_result(event, self.a, self.b), self._scores()
        if result == now:
            return
        if now != self.was:
            raise Stale(
                f"the play-off of {one} and {other} is now {now or 'open'}",
                f"you saw {self.was or 'no result'}",
                "look again",
            )
        if now is not None and not self.replace:
            raise Refused(
                f"the play-off of {one} and {other} has the result {now} already",
                f"{result or 'clearing it'} would replace it",
                "say so if that is meant (--replace)",
            )

    def change(self, event: Event, format: Format) -> Event:
        """One result of the two."""
        for id in (self.a, self.b):
            event.entrant(id)
        if self.a == self.b:
            raise Refused("nobody plays himself", "", "name two")
        result = self._scores()
        if result == play_off_result(event, self.a, self.b):
            return event
        kept = tuple(given for given in event.adjustments if not _between(given, self.a, self.b))
        if result is None:
            return replace(event, adjustments=kept)
        winner, loser = (self.a, self.b) if _won(result) else (self.b, self.a)
        text = result if winner == self.a else _turned(result)
        new = Adjustment(
            winner, Decimal(1), text, len(event.published), cause="play-off", over=loser
        )
        return replace(event, adjustments=(*kept, new))

    def _scores(self) -> str | None:
        return None if self.result.strip() == OPEN else _scores(self.result)

    def describe(self, event: Event) -> str:
        """Who, and how it ended."""
        shown = "cleared" if self.result.strip() == OPEN else self.result
        return f"play-off {name_of(event, self.a)} - {name_of(event, self.b)}: {shown}"

    def was_before(self, event: Event) -> str | None:
        """The result that stood."""
        return self.was


def play_off_result(event: Event, a: EntrantId, b: EntrantId) -> str | None:
    """What stands of their play-off, as `a` has it; None where nothing does."""
    for given in event.adjustments:
        if _between(given, a, b):
            return given.why if given.entrant == a else _turned(given.why)
    return None


def _between(given: Adjustment, a: EntrantId, b: EntrantId) -> bool:
    return given.cause == "play-off" and {given.entrant, given.over} == {a, b}


def _scores(text: str) -> str:
    """The scores as they are kept; `Refused` where they name no winner."""
    parts = " ".join(text[:LINE_LIMIT].replace(",", " ").split())
    found = _SCORE.findall(parts)
    if not found or _SCORE.sub("", parts).strip():
        raise Refused(f"{text[:12]!r} is no result of a play-off", "", f"write {EXAMPLE}")
    scores = [(int(home), int(away)) for home, away in found]
    if any(home != away for home, away in scores[:-1]):
        raise Refused("a play-off ends with its first winner", "", f"write {EXAMPLE}")
    if scores[-1][0] == scores[-1][1]:
        raise Refused(
            f"{text[:LINE_LIMIT].strip()} is a tie",
            "single boards decide it",
            f"write {EXAMPLE}",
        )
    return " ".join(f"{home}-{away}" for home, away in scores)


def _won(result: str) -> bool:
    home, away = result.split()[-1].split("-")
    return int(home) > int(away)


def _turned(result: str) -> str:
    """The same as the other side has it; of an older version's words, the words."""
    if _SCORE.sub("", result).strip():
        return result
    return " ".join("-".join(reversed(score.split("-"))) for score in result.split())


ACTIONS[PlayOff.kind] = PlayOff
