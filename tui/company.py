"""This console, and the others that have the event open."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.refusal import Refused
from saves.lock import this_host, this_user
from saves.presence import Present
from saves.safe_text import safe

if TYPE_CHECKING:
    from engine.event import Event
    from engine.log import LoggedAction
    from engine.protocol import Format
    from saves.store import Store
    from tui.places.screen import PlaceScreen


OPENING_TRIES = 3
"""Waits for another desk that is opening the event, or saves: some seconds each."""


def _this_console() -> str:
    with suppress(OSError):
        return f"console {os.ttyname(0).removeprefix('/dev/')}"
    return f"console {os.getpid()}"


SESSION = _this_console()
"""This console's name in the journal: `u` takes back what was done at it alone, also after a
restart on the same terminal."""


@dataclass(frozen=True, slots=True)
class Session:
    """Who sits at this console."""

    user: str
    host: str


def this_session() -> Session:
    """As the system names them."""
    return Session(this_user(), this_host())


def beside(others: Sequence[Present], saved: str) -> str:
    """For the status line: `with ben · saved 14:02`."""
    names = sorted({one.user for one in others})
    if not names:
        return saved
    who = " and ".join(names) if len(names) < 3 else f"{len(others)} others"
    return f"with {who} · {saved}"


def came_and_went(before: Sequence[Present], now: Sequence[Present]) -> str:
    """Who has opened the event elsewhere, and who has closed it."""
    notes = [f"open elsewhere: {one}" for one in now if one not in before]
    notes += [f"closed elsewhere: {one}" for one in before if one not in now]
    return "; ".join(notes[:2])


def tell_finished(
    front: PlaceScreen | None,
    before: Event,
    after: Event,
    format: Format,
    worded: Callable[[str], str] = str,
) -> None:
    """Say at a desk that did not enter the last result, wherever it is, that the round is
    finished; `worded`: as it is said there."""
    from tui.places.result_words import all_in_told, just_finished

    round = just_finished(before, after)
    if round is not None and front is not None and front.foot_is_free:
        front.message(worded(all_in_told(after, format, round)), "done")


def tell_published(
    front: PlaceScreen | None,
    news: frozenset[int],
    recent: Sequence[LoggedAction],
    undone: frozenset[int],
    event: Event,
    worded: Callable[[str], str] = str,
) -> None:
    """Say who published a round elsewhere, behind a refusal that stands at the foot."""
    from engine.actions import PublishRound
    from tui.places.lately import who

    published = [one for one in recent if one.n in news - undone]
    published = [one for one in published if isinstance(one.action, PublishRound)]
    if not published or front is None or front.state is None or front.prompting:
        return
    round = published[-1].action.about(event).round or 0
    message = worded(f"{event.called(round)} was published by {who(published[-1])}")
    standing = front.state.message
    if standing is not None and standing.kind == "bad":
        front.message(f"{standing.text}; {message}", "bad")
    else:
        front.message(f"{message}: F3 enters its results", "info")


def journal_state(folder: Path) -> tuple[int, ...]:
    """What is another as soon as a desk has written; empty where nothing can be read."""
    try:
        status = os.stat(folder / "journal.log", follow_symlinks=False)
    except OSError:
        return ()
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def opened(folder: Path) -> Store:
    """The event in that folder, opened at this console."""
    from saves.store import open_event

    for left in reversed(range(OPENING_TRIES)):
        try:
            return open_event(folder, session=SESSION)
        except Refused as refusal:
            if not refusal.not_saved:
                raise
            if not left:
                # there is nothing yet that could have been saved
                problem = f"{safe(folder.name, 60)} cannot be opened now"
                raise Refused(problem, refusal.why, "open it again in a moment") from None
    raise AssertionError("the last try opens or refuses")
