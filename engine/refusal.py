"""The one way in which the program says no to an arbiter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.entrants import EntrantId


class Refused(Exception):
    """Something that will not be done: what, why, and what to do about it.

    `where` is a place in a file (`players.csv:3:1`) when the cause stands in one. Nothing has
    been changed when it is raised.
    """

    def __init__(self, what: str, why: str = "", remedy: str = "", *, where: str = "") -> None:
        super().__init__(what, why, remedy)
        self.what = what
        self.why = why
        self.remedy = remedy
        self.where = where

    def __str__(self) -> str:
        text = f"{self.what}: {self.why}" if self.why else self.what
        return f"{text}; {self.remedy}" if self.remedy else text

    @property
    def line(self) -> str:
        """One line for standard error, as `docs/cli.md` promises it."""
        return f"{self.where or 'topboard'}: {self}".replace("\n", " ")

    @classmethod
    def parse(cls, line: str) -> Refused:
        """Read back what another process of this program printed as `line`."""
        text = line.strip().splitlines()[-1] if line.strip() else "it stopped without a word"
        text = text.removeprefix("topboard: ")
        body, _, remedy = text.rpartition("; ")
        return cls(body or remedy, "", remedy if body else "")


class Stale(Refused):
    """Refused because the board is no longer as the arbiter saw it: somebody else was there."""


class NoDraw(Refused):
    """Refused because a round has no legal draw.

    `players` are the fewest who together cannot all get an opponent. `pairs` are the illegal
    games of a draw that has as few as possible: locked, they make the round drawable.
    """

    def __init__(
        self,
        what: str,
        why: str,
        remedy: str,
        *,
        players: tuple[EntrantId, ...] = (),
        pairs: tuple[tuple[EntrantId, EntrantId], ...] = (),
    ) -> None:
        super().__init__(what, why, remedy)
        self.players = players
        self.pairs = pairs
