"""The one way in which the program refuses something to an arbiter, and the line that replaces a
view in which the program itself failed."""

from __future__ import annotations

import sys
from collections.abc import Callable


def installing(packages: str) -> str:
    """The command that installs packages beside this program, however it was installed itself."""
    return f"install it: {sys.executable} -m pip install {packages}"


class Refused(Exception):
    """Something that will not be done: what, why, and what to do about it; `shell` are the words
    of a command that do it, which no screen shows.

    `where` is a place in a file (`players.csv:3:1`) when the cause is in one; `not_saved` that
    something which was to be saved is not. Nothing has been changed when it is raised.
    """

    def __init__(
        self,
        what: str,
        why: str = "",
        remedy: str = "",
        *,
        shell: str = "",
        where: str = "",
        not_saved: bool = False,
    ) -> None:
        super().__init__(what, why, remedy)
        self.shell = shell
        self.what = what
        self.why = why
        self.remedy = remedy
        self.where = where
        self.not_saved = not_saved

    @property
    def cause(self) -> str:
        """What and why, without a remedy: of something that was only asked about."""
        return f"{self.what}: {self.why}" if self.why else self.what

    @property
    def reason(self) -> str:
        """What, why and remedy, without the warning that nothing was saved."""
        return f"{self.cause}; {self.remedy}" if self.remedy else self.cause

    def __str__(self) -> str:
        return f"NOT SAVED: {self.reason}" if self.not_saved else self.reason

    @property
    def line(self) -> str:
        """One line for standard error, as `docs/cli.md` promises it."""
        behind = (f" ({self.shell})" if self.remedy else f"; {self.shell}") if self.shell else ""
        return f"{self.where or 'topboard'}: {self}{behind}".replace("\n", " ")

    def at(self, where: str) -> Refused:
        """The same refusal, of that place in a file."""
        return Refused(self.what, self.why, self.remedy, shell=self.shell, where=where)

    @property
    def located(self) -> str:
        """The refusal after its place in a file, if it has one."""
        return f"{self.where}: {self}" if self.where else str(self)


class Stale(Refused):
    """Refused because the board is no longer as the arbiter saw it: somebody else has changed
    it."""

    def entered_by(self, by: str) -> Stale:
        """The same refusal, with who entered it first."""
        return Stale(self.what, f"{self.why}, by {by}" if self.why else f"by {by}", self.remedy)


class StaleResult(Stale):
    """`Stale` because a board has another result than the arbiter saw.

    `board` is its name in running text (`table 4`), `entered` the result as the slip says it, None
    if it is open again; `by` who entered that and when, if known.
    """

    def __init__(
        self, board: str, entered: str | None, why: str, remedy: str, by: str = ""
    ) -> None:
        done = f"was set to {entered}" if entered else "was cleared"
        super().__init__(
            f"{board} {done} by {by}" if by else f"{board} is now {entered or 'open'}",
            why,
            remedy,
            shell="--replace",
        )
        self.board = board
        self.entered = entered
        self.by = by

    def entered_by(self, by: str) -> StaleResult:
        """The same refusal, with who entered it first."""
        return StaleResult(self.board, self.entered, self.why, self.remedy, by)


class EnteredAlready(Refused):
    """Refused because an entry of that name is known, and nobody has said that these are two."""

    def __init__(self, name: str, known: str) -> None:
        remedy = "if this is another person of that name, confirm it"
        super().__init__(f"{name} is entered already", known, remedy, shell="--insist")


class WouldReplace(Refused):
    """Refused because a board has another result, and nobody has said that it is replaced."""


class BadSetting(Refused):
    """Refused because the setting `key` cannot have a value."""

    def __init__(self, key: str, what: str, why: str = "", remedy: str = "") -> None:
        super().__init__(what, why, remedy)
        self.key = key


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
        players: tuple[str, ...] = (),
        pairs: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(what, why, remedy)
        self.players = players
        self.pairs = pairs

    @property
    def line(self) -> str:
        """With the options that lock the games."""
        locks = " ".join(f"--lock {a}:{b}" for a, b in self.pairs)
        return f"{super().line} ({locks})" if locks else super().line


# Faults of the program in something that is only shown: one line, and no traceback


raise_faults = False
"""Whether they are raised instead: a test must not pass because a fault became a line."""
_listeners: list[Callable[[Exception], object]] = []


def report_faults_to(write_down: Callable[[Exception], object]) -> None:
    """Who keeps the details of a fault: the program that runs says it."""
    _listeners[:] = [write_down]


def faults_are_raised() -> bool:
    """Whether a fault ends what runs, as in a test."""
    return raise_faults


def failure_text(error: Exception) -> str:
    """A failure in one line: a refusal as it is, anything else as a fault of the program."""
    if isinstance(error, Refused):
        return str(error)
    return f"the program failed here ({type(error).__name__}); please report it"


def noted(error: Exception) -> str:
    """The line shown instead of what failed; the details of a fault are logged."""
    if raise_faults:
        raise error
    if not isinstance(error, Refused):
        for write_down in _listeners:
            write_down(error)
    return failure_text(error)
