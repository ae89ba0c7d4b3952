"""Actions of the places on their way through the desk's one door, in the order of typing."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.actions import PublishRound
from engine.refusal import Refused, Stale
from tui.places.shape import Do, Done, Failed, Outcome, UndoLast

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.desk import Desk


class Owner(Protocol):
    """A place that has queued something."""

    def hear(self, outcome: Outcome) -> None:
        """How it ended."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What is queued; no `desk`: the one that acted last of those of a congress."""

    owner: Owner
    effect: Do | UndoLast
    desk: Desk | None


class ActionQueue:
    """One action after the other, whichever event it is for; each outcome goes to the place that
    queued it, in front or not.

    A refusal drops what the same place has queued behind it: it was typed by somebody who took
    the refused one for done. An action that another desk was quicker with (`Stale`) is asked
    about, and drops nothing.
    """

    def __init__(self, app: TopboardApp) -> None:
        self._app = app
        self._jobs: deque[_Job] = deque()
        self._come, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()

    def put(self, owner: Owner, effect: Do | UndoLast, desk: Desk | None) -> None:
        """Queue it; an undo without a desk takes back what was done last in a congress."""
        self._jobs.append(_Job(owner, effect, desk))
        self._idle.clear()
        self._come.set()

    def busy(self, owner: Owner) -> bool:
        """Whether that place waits for an outcome."""
        return any(job.owner is owner for job in self._jobs)

    @property
    def publishing(self) -> bool:
        """Whether a round is on its way to be published: keys behind it are for that round."""
        jobs = (job.effect for job in self._jobs)
        return any(isinstance(e, Do) and isinstance(e.action, PublishRound) for e in jobs)

    async def idle(self) -> None:
        """Wait until everything queued so far is done, or has stopped."""
        await self._idle.wait()

    async def carry_out(self) -> None:
        """For as long as the program runs."""
        while True:
            await self._come.wait()
            while self._jobs:
                job = self._jobs[0]
                outcome = await self._outcome(job)
                self._jobs.popleft()
                job.owner.hear(outcome)
            self._come.clear()
            self._idle.set()

    async def _outcome(self, job: _Job) -> Outcome:
        effect, folder = job.effect, job.desk.folder if job.desk is not None else ""
        try:
            if isinstance(effect, Do):
                assert job.desk is not None
                await job.desk.do(effect.action, more=effect.more)
                return Done(effect, folder=folder)
            desk = job.desk or await self._app.acted_last()
            taken_back = await self._app.take_back(desk)
            return Done(effect, desk.turned() if taken_back else None, desk.folder)
        except Stale as stale:
            return Failed(effect, stale, folder=folder)
        except Refused as refusal:
            dropped = self._behind(job.owner) if isinstance(effect, Do) else ()
            return Failed(effect, refusal, dropped, folder)

    def _behind(self, owner: Owner) -> tuple[Do, ...]:
        first, *rest = self._jobs
        mine = [job for job in rest if job.owner is owner]
        self._jobs = deque([first, *(job for job in rest if job.owner is not owner)])
        return tuple(job.effect for job in mine if isinstance(job.effect, Do))
