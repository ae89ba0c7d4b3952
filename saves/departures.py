"""What has become of a journal that is no longer the continuation of what a desk has read, and what
there is to choose then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from engine.points import counted
from engine.refusal import Refused
from saves.contents import EVENT_NAME
from saves.journal import JOURNAL_NAME, Departed, decode
from saves.safe_text import safe

GO_ON = "go on with what is there"


OPEN_OTHER = "open the event that is there"


PUT_BACK = "put back what this desk holds"


ELSEWHERE = "open what this desk holds in a folder of its own"
"""What there is to choose then, as question, answers and refusals say it."""


class DepartureKind(StrEnum):
    """What is in the folder instead of the continuation."""

    FOLDER_GONE = "folder gone"
    JOURNAL_GONE = "journal gone"
    IRREGULAR = "irregular"
    OTHER_EVENT = "other event"
    BEGUN_ANEW = "begun anew"
    EARLIER = "earlier"
    FORKED = "forked"
    DAMAGED = "damaged"


class JournalDeparture(NamedTuple):
    """How many actions the desk holds, how many sound ones are there, how many of the first are
    the same in both; `title` is that of the event there, where it begins with another action,
    `form` what the journal is, where it is not an ordinary file."""

    kind: DepartureKind
    held: int
    there: int = 0
    common: int = 0
    title: str = ""
    form: str = ""

    @property
    def lacking(self) -> int:
        """Actions saved at this desk or read by it that are not there."""
        return self.held - self.common

    @property
    def foreign(self) -> bool:
        """Whether what is there belongs to somebody else: nothing may be written beside it."""
        return self.kind in (DepartureKind.OTHER_EVENT, DepartureKind.FOLDER_GONE)

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be done about it, besides looking on: nothing is ever put back in another
        event's place."""
        if self.kind is DepartureKind.OTHER_EVENT:
            return OPEN_OTHER, ELSEWHERE
        return (*(GO_ON,) * bool(self.there), PUT_BACK, ELSEWHERE)

    @property
    def what(self) -> str:
        """In the arbiter's words."""
        match self.kind:
            case DepartureKind.FOLDER_GONE:
                return "the event's folder is missing"
            case DepartureKind.JOURNAL_GONE:
                return f"the journal ({JOURNAL_NAME}) is gone from the event's folder"
            case DepartureKind.IRREGULAR:
                return f"the journal ({JOURNAL_NAME}) is no ordinary file any more ({self.form})"
            case DepartureKind.OTHER_EVENT:
                return f"another event is in this folder now: {self.title or 'no title'}"
            case DepartureKind.BEGUN_ANEW:
                return f"a new journal was begun in this folder ({counted(self.there, 'action')})"
            case DepartureKind.EARLIER:
                return (
                    f"an earlier state of the event is in this folder: {self.there} of the "
                    f"{counted(self.held, 'action')} that this desk holds"
                )
            case DepartureKind.FORKED:
                return (
                    "another course of the event is in this folder: it has other actions "
                    f"from action {self.common + 1} on"
                )
            case DepartureKind.DAMAGED:
                return f"action {self.common + 1} in the folder's journal was changed or damaged"

    def refusal(self, why: str) -> Refused:
        """Why nothing is saved, and what there is to choose."""
        *others, last = self.choices
        remedy = f"{', '.join(others)}{',' * (len(others) > 1)} or {last}"
        return Refused(self.what, why, remedy, not_saved=True)


def departure_of(folder: Path, lines: Sequence[bytes], departed: Departed) -> JournalDeparture:
    """What has become of a journal that began with `lines`."""
    held, there = len(lines), departed.there
    if departed.form:
        return JournalDeparture(DepartureKind.IRREGULAR, held, form=departed.form)
    if there is None:
        return JournalDeparture(
            DepartureKind.JOURNAL_GONE if folder.is_dir() else DepartureKind.FOLDER_GONE, held
        )
    present = there.lines
    if present and present[0] != lines[0]:
        action, own = _action(present[0]), _title(_action(lines[0]))
        title = _title(action)
        same = action.get("kind") == "adopt" and title == own
        kind = DepartureKind.BEGUN_ANEW if same else DepartureKind.OTHER_EVENT
        return JournalDeparture(kind, held, len(present), 0, title)
    pairs = zip(lines, present, strict=False)
    common = next((n for n, (a, b) in enumerate(pairs) if a != b), min(held, len(present)))
    kind = DepartureKind.EARLIER
    if len(present) > common:
        kind = DepartureKind.FORKED
    elif there.damage is not None:
        kind = DepartureKind.DAMAGED
    return JournalDeparture(kind, held, len(present), common)


def _action(line: bytes) -> Mapping[str, Any]:
    try:
        return decode(line).action
    except (ValueError, RecursionError):
        return {}


def _title(action: Mapping[str, Any]) -> str:
    """Of the event that an action begins."""
    files = action.get("files")
    table = files.get(EVENT_NAME) if isinstance(files, Mapping) else action
    title = table.get("title") if isinstance(table, Mapping) else None
    return safe(title, 80) if isinstance(title, str) else ""
