"""Taking over rounds or whole events that were made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import Action
from engine.entrants import checked, possible
from engine.event import Event, Lot, Round
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.saved_results import SavedMatchResult, with_results
from engine.warnings import STRICT_LEFT, Level, Warning


@dataclass(frozen=True)
class ImportRounds(Action):
    """Rounds with their results, from an exchange file, into an event without rounds."""

    kind: ClassVar[str] = "import-rounds"
    restore_point: ClassVar[str] = "import"
    rounds: tuple[Round, ...]
    results: tuple[tuple[SavedMatchResult, ...], ...]
    source: str = ""
    settled: bool = False
    """Whether what a publication settles (numbers of a round robin, sections) is settled with
    each round; not so as the first versions imported them."""
    lots: tuple[Lot, ...] = ()
    """Lots as they fell: the first colour, in formats that draw one for it."""
    off: tuple[int, ...] = ()
    """Rounds that are not as the format draws them, or break its rules."""

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """They are recorded; they stand as they were played, also where not by the rules."""
        done = Warning.of(Level.RECORD, "rounds-imported", count=len(self.rounds))
        if not self.off:
            return (done,)
        off = Warning.of(Level.CONFIRM, "imported-off-rules", rounds=self.off, format=format.name)
        return (done, off)

    def judge(self, event: Event, format: Format) -> None:
        """Into an event without rounds."""
        if event.rounds:
            raise Refused("rounds are drawn already", "", "import into an event without rounds")
        if len(self.rounds) > event.settings.rounds:
            raise Refused(
                f"the file has {counted(len(self.rounds), 'round')}",
                f"the event has {event.settings.rounds}",
                "make the event with more rounds",
            )

    def change(self, event: Event, format: Format) -> Event:
        """Every round is published; its matches name entrants of the list."""
        event = replace(event, lots=(*event.lots, *self.lots)) if self.lots else event
        for round, results in zip(self.rounds, self.results, strict=True):
            event = event.with_round(with_results(round, results, event, format))
            event = format.freeze(event) if self.settled else event
        return event

    def describe(self, event: Event) -> str:
        """How many, from where."""
        return f"{counted(len(self.rounds), 'round')} imported from {self.source or 'a file'}"


@dataclass(frozen=True)
class Adopt(Action):
    """The event as it is in the save files: accepted hand edits, a lost journal, or the restore
    point `point`.

    `event` carries matches without results, `results` those of every round by board.
    """

    kind: ClassVar[str] = "adopt"
    restore_point: ClassVar[str] = "adopt"
    event: Event
    results: tuple[tuple[SavedMatchResult, ...], ...]
    why: str = ""
    point: str = ""

    def begin(self, format: Format) -> Event:
        """The event, looked at entrant by entrant."""
        event = self.event
        for entrant in event.entrants:
            possible(entrant)
        for round, results in zip(self.event.rounds, self.results, strict=True):
            event = event.with_round(with_results(round, results, event, format))
        return event

    def judge(self, event: Event, format: Format) -> None:
        """Only what could have been entered."""
        for entrant in self.event.entrants:
            checked(entrant)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Strict mode holds edited files to what stands too; a restore point is a state that the
        event was in."""
        if not event.strict or self.point:
            return ()
        from engine.past_rounds import past_warnings
        from engine.settled import settled_warnings

        after = self.begin(format)
        return (*past_warnings(event, after), *settled_warnings(event, after, format))

    def change(self, event: Event, format: Format) -> Event:
        """Replaces the event; its number of the last action stays."""
        if format.name != self.event.format:
            raise Refused(
                f"the format cannot change to {self.event.format}", "", "make a new event"
            )
        return replace(_in_mode(self.begin(format), event), revision=event.revision)

    def describe(self, event: Event) -> str:
        """Why."""
        if self.point:
            return f"restored to {self.point}"
        return f"save files taken over: {self.why}"


def _in_mode(new: Event, event: Event) -> Event:
    """`new` in the mode of the event whose place it takes: only one action leaves strict mode, and
    nothing brings it back."""
    left = tuple(one for one in event.agreements if one.what.code == STRICT_LEFT)
    others = tuple(one for one in new.agreements if one.what.code != STRICT_LEFT)
    return replace(new, mode=event.mode, agreements=(*left, *others))
