"""Actions of earlier journals that are done otherwise today, as they were done then.

Loaded with the first line of such a journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions import (
    Action,
    AddEntrant,
    Adjust,
    CreateEvent,
    ImportEntrants,
    Propose,
    PublishRound,
)
from engine.event import Event
from engine.facts import Facts
from engine.protocol import Format
from engine.waiting import missing_boards
from saves.earlier_versions import KNOCKOUTS, PLAY_OFF, REPECHAGE, settings_then, with_match


def as_then(action: Action) -> tuple[Action, Facts | None]:
    """The action as the first edition did it, and what followed from it as far as it is known."""
    if isinstance(action, CreateEvent):
        return action, Facts(settings=settings_then(action.format, action.settings))
    old = _AS_THEN.get(type(action))
    return (action if old is None else old(**vars(action))), None


def _late(before: Event, after: Event) -> Event:
    """Who was entered while round 1 was in play, and none proposed, was in it: in `kjca`."""
    current = before.current
    open_for_late_cards = (
        before.format == "kjca"
        and current is not None
        and current.number == 1
        and before.proposal is None
        and bool(missing_boards(current))
    )
    if not open_for_late_cards:
        return after
    known = {e.id for e in before.entrants}
    return replace(
        after,
        entrants=tuple(
            e if e.id in known else replace(e, joined=1, late=True) for e in after.entrants
        ),
    )


@dataclass(frozen=True)
class AddEntrantThen(AddEntrant):
    """`add` as the first edition did it."""

    kind: ClassVar[str] = "add"

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Only a round in play took late entries."""
        return _late(before, after)


@dataclass(frozen=True)
class ImportEntrantsThen(ImportEntrants):
    """`import` as the first edition did it."""

    kind: ClassVar[str] = "import"

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Only a round in play took late entries."""
        return _late(before, after)


@dataclass(frozen=True)
class PublishRoundThen(PublishRound):
    """`publish` as the first edition did it."""

    kind: ClassVar[str] = "publish"

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Who is accelerated was never settled."""
        return replace(format.freeze(after), accelerated=())


_AS_THEN: Mapping[type[Action], type[Action]] = {
    PublishRound: PublishRoundThen,
    AddEntrant: AddEntrantThen,
    ImportEntrants: ImportEntrantsThen,
}


@dataclass(frozen=True)
class OldAdjust(Adjust):
    """`adjust` of a journal: in the repechage a reason that begins with *play-off* was the result
    of one; anywhere else it is what `Adjust` is."""

    kind: ClassVar[str] = "adjust"

    def change(self, event: Event, format: Format) -> Event:
        """As an adjustment, then with its cause."""
        after = super().change(event, format)
        if event.format != REPECHAGE or not self.why.strip().startswith(PLAY_OFF):
            return after
        *earlier, last = after.adjustments
        return replace(after, adjustments=(*earlier, replace(last, cause="play-off")))


@dataclass(frozen=True)
class OldPropose(Propose):
    """A draw whose walkovers are recorded in their reasons alone."""

    def change(self, event: Event, format: Format) -> Event:
        """As the draw, with these as values."""
        if event.format not in KNOCKOUTS:
            return super().change(event, format)
        byes = tuple(with_match(event, bye) for bye in self.byes)
        return Propose(
            self.round, self.matches, byes, self.lots, self.drawn_from, self.redraw
        ).change(event, format)
