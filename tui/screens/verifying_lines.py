"""The verification pass as it is read: what a board is marked with, how far it is, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.actions import CLEAR
from engine.entrants import EntrantId
from engine.points import counted
from tui.screens.results_lines import brief
from tui.widgets.lines import Line

Mark = Literal["agrees", "differs"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A board whose slip, entered again, is not what is saved."""

    round: int
    board: int
    pair: tuple[EntrantId, EntrantId]
    saved: str | None
    typed: str

    @property
    def question(self) -> str:
        """Both values, and the keys that decide."""
        return (
            f"board {self.board}: saved {said(self.saved)}, typed {said(self.typed)}. "
            "Which is right? s saved  t typed"
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """How many boards have a result, how many of them were verified, how many corrected."""

    results: int
    verified: int
    corrected: int

    @property
    def done(self) -> bool:
        """Every result was entered again."""
        return self.verified == self.results

    @property
    def status(self) -> str:
        """For the status line."""
        more = f" · {self.corrected} corrected" if self.corrected else ""
        return f"VERIFYING {self.verified} of {self.results}{more}"

    @property
    def ended(self) -> str:
        """`20 boards verified, 1 corrected`, and what was left out."""
        told = f"{counted(self.verified, 'board')} verified, {self.corrected} corrected"
        left = self.results - self.verified
        return f"{told}; {left} not verified, v goes on" if left else told


class MarkedLines:
    """The boards' lines with the marks of the pass, made anew only where something changed."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[Line, Mark, str, Line]] = {}

    def of(self, shown: Line, mark: Mark | None, typed: str = "") -> Line:
        """`1-0 ok`, or `1-0 ! 0-1` with what was typed: read without colour too."""
        if mark is None:
            return shown
        known = self._known.get(shown.key)
        if known is not None and known[0] is shown and known[1:3] == (mark, typed):
            return known[3]
        made = _marked(shown, mark, typed)
        self._known[shown.key] = (shown, mark, typed, made)
        return made


def _marked(shown: Line, mark: Mark, typed: str) -> Line:
    text = shown.text.removesuffix("  forfeit")
    if mark == "differs":
        return Line(((f"{text} ! {said(typed)}", "bad"),), shown.key)
    return Line(((text, "plain"), (" ok", "done")), shown.key)


def said(text: str | None) -> str:
    """A result in the question."""
    return "no result" if text in (None, CLEAR) else brief(text)
