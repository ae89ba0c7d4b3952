"""How far a long command is: a bar on the terminal that is gone at the end."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tui.child import done_line, so_far_line, to_console

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

BETWEEN_REPORTS = 0.2
"""Seconds between two words to the console."""
PATIENCE = 1.0
"""Seconds before anything is shown."""


class ProgressBar:
    """Called with how much is done, and of how much where that was not known at first.

    Nothing is shown in a pipe, nor of what is done at once. `stoppable`: ctrl+c sets `stopped`,
    so that what is known by then can be said; else it ends the command as anywhere.
    """

    def __init__(
        self, doing: str, things: str, total: int | None = None, stoppable: bool = False
    ) -> None:
        self._doing, self._things, self._total = doing, things, total
        self._stoppable, self.stopped = stoppable, False
        self._bar: Any = None
        self._task: TaskID | None = None
        self._before: Any = None
        self._reported, self._line = 0.0, ""

    def __enter__(self) -> ProgressBar:
        self._began = time.monotonic()
        self._seen = sys.stderr is not None and sys.stderr.isatty()
        if self._stoppable:
            with suppress(ValueError):  # not in the main thread
                self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def _stop(self, *_: object) -> None:
        self.stopped = True

    def __call__(self, done: int, total: int | None = None) -> None:
        """Report progress to the console that runs this command as a child."""
        if to_console():
            self._report(done, self._total if total is None else total)
        if not self._seen or time.monotonic() - self._began < PATIENCE:
            return
        total = self._total if total is None else total
        if self._bar is None or self._task is None:
            self._bar = _bar(self._things)
            self._bar.line = self._line
            self._task = self._bar.add_task(self._doing, total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total)

    def tell(self, lines: Sequence[str]) -> None:
        """What is known so far, below the bar."""
        if to_console():
            print(so_far_line(lines), file=sys.stderr, flush=True)
        self._line = "\n".join(lines)
        if self._bar is not None:
            self._bar.line = self._line

    def _report(self, done: int, total: int | None) -> None:
        now = time.monotonic()
        if total and now - self._reported >= BETWEEN_REPORTS:
            self._reported = now
            print(done_line(done, total), file=sys.stderr, flush=True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._bar is not None:
            self._bar.stop()


def _bar(things: str) -> Progress:
    """Its `told` is shown below it."""
    from rich.console import Console, RenderableType
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Bar(Progress):
        line = ""

        def get_renderables(self) -> Iterator[RenderableType]:
            yield from super().get_renderables()
            if self.line:
                yield Text(self.line, no_wrap=True)

    return Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(things),
        TimeRemainingColumn(compact=True),
        TextColumn("ctrl+c stops", style="dim"),
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
