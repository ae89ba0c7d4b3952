"""A congress as a value: what its file says, besides what its events record themselves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.congress.fees import Fees
from engine.entrants import EntrantId
from engine.refusal import Refused

ROUND_MINUTES = 240
"""How long a round is taken to last where nobody says so."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What the congress records about one of its events.

    The first board is not here: it is the setting `first_board` of the event, which prints it.
    """

    folder: str
    """The event's folder, relative to that of the congress."""
    name: str = ""
    """Its name in lists of the congress; empty: its own title."""
    last_board: int = 0
    """The last board that it may use; 0 where nobody says so."""
    room: str = ""
    """Its room, for formats that have no setting of rooms."""
    session: str = ""
    """Events of one session are played in the same hours, where they have no schedule."""
    minutes: int = ROUND_MINUTES
    """How long a round of it lasts."""

    @property
    def called(self) -> str:
        """Its name where the title is not known: its name here, else that of its folder."""
        return self.name or self.folder.rpartition("/")[2]


@dataclass(frozen=True, slots=True, order=True)
class EntryKey:
    """An entry of the congress: the event's folder and the entry's number there."""

    folder: str
    id: EntrantId

    def __str__(self) -> str:
        return f"{self.folder}:{self.id}"


def entry_key(text: str) -> EntryKey:
    """`minor:12` as an entry; `Refused` for any other text."""
    folder, colon, id = text.rpartition(":")
    if not (colon and folder and id.isascii() and id.isdecimal()):
        raise Refused(f"{text[:40]!r} is not an entry", "", "write EVENT:ID, as minor:12")
    return EntryKey(folder, id)


@dataclass(frozen=True, slots=True)
class EntryMove:
    """An entry that was withdrawn because its person went on in another event: no fee is due for
    it, and the two are one person. It counts only while the entries say so too (`links`): a move
    can be undone in the events, which know nothing of it."""

    source: EntryKey
    target: EntryKey


@dataclass(frozen=True, slots=True)
class Congress:
    """A congress at one moment. Immutable, as an event is."""

    title: str
    place: str = ""
    start: str = ""
    end: str = ""
    arbiters: str = ""
    schedule: str = ""
    """For the poster: a date and time a round, as in an event; empty: those of the events."""
    fees: Fees = field(default_factory=Fees)
    events: tuple[EventPlan, ...] = ()
    same: tuple[tuple[EntryKey, ...], ...] = ()
    """Entries of which the arbiter has said that they are one person."""
    moved: tuple[EntryMove, ...] = ()
    """The people who were withdrawn in one event to play in another."""

    def plan(self, folder: str) -> EventPlan:
        """The plan of that event; `Refused` naming those of the congress."""
        for plan in self.events:
            if plan.folder == folder:
                return plan
        names = ", ".join(plan.called for plan in self.events) or "none so far"
        wanted = folder.rpartition("/")[2][:40]
        raise Refused(f"{wanted} is not in this congress", "", f"its events: {names}")

    def joined_by(self, plan: EventPlan) -> Congress:
        """With one event more, or with another plan of the one that is there."""
        if any(one.folder == plan.folder for one in self.events):
            return replace(
                self, events=tuple(plan if p.folder == plan.folder else p for p in self.events)
            )
        return replace(self, events=(*self.events, plan))

    def left_by(self, folder: str) -> Congress:
        """Without that event, which stays as it is; `Refused` if it is not in the congress."""
        gone = self.plan(folder)
        return replace(self, events=tuple(plan for plan in self.events if plan is not gone))
