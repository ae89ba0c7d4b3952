"""Actions of the places on their way through the desk's one door, in the order of typing."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Protocol

from engine.actions import PublishRound
from engine.refusal import Refused, Stale
from tui.places.shape import Do, Done, Failed, Outcome, UndoLast

if TYPE_CHECKING:
    from tui.app import TopboardApp


class Owner(Protocol):
    """A place that has queued something."""

    def hear(self, outcome: Outcome) -> None:
        """How it ended."""


class ActionQueue:
    """One action after the other; each outcome goes to the place that queued it, in front or not.

    A refusal drops what the same place has queued behind it: it was typed by somebody who took
    the refused one for done. An action that another desk was quicker with (`Stale`) is asked
    about, and drops nothing.
    """

    def __init__(self, app: TopboardApp) -> None:
        self._app = app
        self._jobs: deque[tuple[Owner, Do | UndoLast]] = deque()
        self._come, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()

    def put(self, owner: Owner, effect: Do | UndoLast) -> None:
        """Queue it."""
        self._jobs.append((owner, effect))
        self._idle.clear()
        self._come.set()

    def busy(self, owner: Owner) -> bool:
        """Whether that place waits for an outcome."""
        return any(one is owner for one, _ in self._jobs)

    @property
    def publishing(self) -> bool:
        """Whether a round is on its way to be published: keys behind it are for that round."""
        jobs = (effect for _, effect in self._jobs)
        return any(isinstance(e, Do) and isinstance(e.action, PublishRound) for e in jobs)

    async def idle(self) -> None:
        """Wait until everything queued so far is done, or has stopped."""
        await self._idle.wait()

    async def carry_out(self) -> None:
        """For as long as the program runs."""
        while True:
            await self._come.wait()
            while self._jobs:
                owner, effect = self._jobs[0]
                outcome = await self._outcome(owner, effect)
                self._jobs.popleft()
                owner.hear(outcome)
            self._come.clear()
            self._idle.set()

    async def _outcome(self, owner: Owner, effect: Do | UndoLast) -> Outcome:
        try:
            if isinstance(effect, Do):
                await self._app.desk.do(effect.action, more=effect.more)
                return Done(effect)
            await self._app.take_back()
            return Done(effect, self._app.desk.turned())
        except Stale as stale:
            return Failed(effect, stale)
        except Refused as refusal:
            dropped = self._behind(owner) if isinstance(effect, Do) else ()
            return Failed(effect, refusal, dropped)

    def _behind(self, owner: Owner) -> tuple[Do, ...]:
        first, *rest = self._jobs
        dropped = tuple(job for one, job in rest if one is owner and isinstance(job, Do))
        self._jobs = deque([first, *(each for each in rest if each[0] is not owner)])
        return dropped
