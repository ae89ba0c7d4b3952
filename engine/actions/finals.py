"""The play-off for a place to go on: two level teams play a few more boards."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import Adjustment, Event
from engine.protocol import Format, Qualifying, part_of, play_offs
from engine.refusal import Refused, Stale
from engine.results import not_a_result

OPEN = "-"
EXAMPLE = "12-9, or 12-12 3-1 where single boards decided"
LINE_LIMIT = 60
Scores = tuple[tuple[int, int], ...]
"""For each part of a play-off the scores of the two sides."""
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
        """Only if a place depends on the order of the two."""
        refuse_without_finals(format)
        one, other = name_of(event, self.a), name_of(event, self.b)
        if not any({self.a, self.b} <= set(level) for level in play_offs(format, event)):
            raise Refused(
                f"{one} and {other} play no play-off",
                "they are not level with a place hanging on it",
                shell="see `topboard status`",
            )
        scores = self._scores()
        now, result = play_off_result(event, self.a, self.b), scores and scores_text(scores)
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
                "confirm it if that is meant",
                shell="--replace",
            )

    def change(self, event: Event, format: Format) -> Event:
        """One result of the two."""
        for id in (self.a, self.b):
            event.entrant(id)
        if self.a == self.b:
            raise Refused("nobody plays himself", "", "name two")
        result = self._scores()
        if (result and scores_text(result)) == play_off_result(event, self.a, self.b):
            return event
        others = tuple(
            adjustment
            for adjustment in event.adjustments
            if not _between(adjustment, self.a, self.b)
        )
        if result is None:
            return replace(event, adjustments=others)
        winner, loser = (self.a, self.b) if _won(result) else (self.b, self.a)
        scores = result if winner == self.a else _turned(result)
        new = Adjustment(
            winner,
            Decimal(1),
            scores_text(scores),
            len(event.published),
            cause="play-off",
            over=loser,
            scores=scores,
        )
        return replace(event, adjustments=(*others, new))

    def _scores(self) -> Scores | None:
        return None if self.result.strip() == OPEN else scores_of(self.result)

    def about(self, event: Event | None) -> About:
        """Both."""
        return about_entrants(self.a, self.b)

    def describe(self, event: Event) -> str:
        """The two, and how it ended."""
        shown = "cleared" if self.result.strip() == OPEN else self.result
        return f"play-off {name_of(event, self.a)} - {name_of(event, self.b)}: {shown}"

    def was_before(self, event: Event) -> str | None:
        """The previous result."""
        return self.was


def play_off_result(event: Event, a: EntrantId, b: EntrantId) -> str | None:
    """The recorded result of their play-off, as `a` has it, or None."""
    for adjustment in event.adjustments:
        if _between(adjustment, a, b):
            scores = adjustment.scores if adjustment.entrant == a else _turned(adjustment.scores)
            return scores_text(scores) if scores else adjustment.why
    return None


def _between(adjustment: Adjustment, a: EntrantId, b: EntrantId) -> bool:
    return adjustment.cause == "play-off" and {adjustment.entrant, adjustment.over} == {a, b}


def scores_of(text: str) -> Scores:
    """The scores of a play-off as typed; `Refused` where they name no winner."""
    parts = " ".join(text[:LINE_LIMIT].replace(",", " ").split())
    pairs = _SCORE.findall(parts)
    if not pairs or _SCORE.sub("", parts).strip():
        problem = f"{text[:12]!r} is not a result of a play-off"
        raise not_a_result(text, problem, f"write {EXAMPLE}")
    scores = [(int(home), int(away)) for home, away in pairs]
    if any(home != away for home, away in scores[:-1]):
        raise Refused("a play-off ends with its first winner", "", f"write {EXAMPLE}")
    if scores[-1][0] == scores[-1][1]:
        raise Refused(
            f"{text[:LINE_LIMIT].strip()} is a tie",
            "single boards decide it",
            f"write {EXAMPLE}",
        )
    return tuple(scores)


def scores_text(scores: Scores) -> str:
    """`12-12 3-1`."""
    return " ".join(f"{own}-{other}" for own, other in scores)


def _won(scores: Scores) -> bool:
    own, other = scores[-1]
    return own > other


def _turned(scores: Scores) -> Scores:
    return tuple((other, own) for own, other in scores)


def refuse_without_finals(format: Format) -> None:
    """`Refused` where nobody goes on from the format to a final."""
    if part_of(format, Qualifying) is None:
        raise Refused(
            "nobody goes on from this format to the final of another event",
            shell="`topboard tie` orders those who are level",
        )
