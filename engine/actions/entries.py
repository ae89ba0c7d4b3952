"""Actions on the entry list: who is in, who is there, who has a bye."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from engine.actions.base import ACTIONS, Action, name_of
from engine.entrants import (
    Away,
    Entrant,
    EntrantId,
    RequestedBye,
    checked,
    edited,
    namesake,
)
from engine.event import Adjustment, Event
from engine.points import Points, points_text
from engine.protocol import Format
from engine.refusal import Refused


def _joining(event: Event, format: Format) -> tuple[int, bool]:
    """(first round that a new entrant is in for, whether he comes after its draw)."""
    if event.current is None:
        return 1, False
    if format.late_boards(event):
        return event.current.number, True
    return event.current.number + 1, False


def _added(event: Event, format: Format, entrant: Entrant) -> Event:
    joined, late = _joining(event, format)
    new = replace(entrant, id=str(event.next_id), joined=joined, late=late)
    checked(new)
    return replace(event, entrants=(*event.entrants, new), next_id=event.next_id + 1)


def _refuse_namesake(entrant: Entrant, event: Event) -> None:
    other = namesake(entrant, event.entrants)
    if other is not None:
        raise Refused(
            f"{entrant.name} is entered already",
            f"as number {other.id}",
            "if this is another person of that name, say so (--insist)",
        )


@dataclass(frozen=True)
class AddEntrant(Action):
    """A new entrant; the number is the next one. After a draw he is a late entry."""

    kind: ClassVar[str] = "add"
    entrant: Entrant
    insist: bool = False

    def apply(self, event: Event, format: Format) -> Event:
        """A second entrant of the same name needs `insist`."""
        if not self.insist:
            _refuse_namesake(self.entrant, event)
        _refuse_when_over(event)
        return _added(event, format, self.entrant)

    def describe(self, event: Event) -> str:
        """Name and number."""
        return f"entry {event.next_id}: {self.entrant.name}"


@dataclass(frozen=True)
class ImportEntrants(Action):
    """Entrants from a file, in its order. Numbers given in the file (TRF) are kept while the
    entry list is empty."""

    kind: ClassVar[str] = "import"
    restore_point: ClassVar[str] = "import"
    entrants: tuple[Entrant, ...]
    source: str = ""
    insist: bool = False

    def apply(self, event: Event, format: Format) -> Event:
        """All or none."""
        _refuse_when_over(event)
        if not self.insist:
            seen: list[Entrant] = list(event.entrants)
            for entrant in self.entrants:
                _refuse_namesake(entrant, replace(event, entrants=tuple(seen)))
                seen.append(replace(entrant, id=entrant.id or f"+{len(seen)}"))
        if not event.entrants and self.entrants and all(e.id for e in self.entrants):
            return self._numbered(event)
        for entrant in self.entrants:
            event = _added(event, format, entrant)
        return event

    def _numbered(self, event: Event) -> Event:
        numbers = [int(e.id) for e in self.entrants]
        if len(set(numbers)) < len(numbers) or min(numbers) < 1:
            raise Refused("start numbers stand twice", self.source, "correct the file")
        for entrant in self.entrants:
            checked(entrant)
        return replace(event, entrants=self.entrants, next_id=max(numbers) + 1)

    def describe(self, event: Event) -> str:
        """How many, from where."""
        return f"{len(self.entrants)} entrants imported from {self.source or 'a file'}"


@dataclass(frozen=True)
class EditEntrant(Action):
    """New values for some fields of an entry."""

    kind: ClassVar[str] = "edit"
    id: EntrantId
    changes: Mapping[str, Any] = field(default_factory=dict)
    insist: bool = False

    def apply(self, event: Event, format: Format) -> Event:
        """Only the fields an arbiter may edit."""
        old = event.entrant(self.id)
        new = edited(old, self.changes)
        if new.name != old.name and not self.insist:
            _refuse_namesake(new, event)
        return event if new == old else event.with_entrant(new)

    def describe(self, event: Event) -> str:
        """Every change."""
        changed = ", ".join(f"{k} = {v if v is not None else ''}" for k, v in self.changes.items())
        return f"{name_of(event, self.id)}: {changed}"

    def was_before(self, event: Event) -> str | None:
        """The old values."""
        old = event.entrant(self.id)
        known = {f.name for f in fields(old)}
        return ", ".join(f"{k} = {getattr(old, k)}" for k in self.changes if k in known)


@dataclass(frozen=True)
class RemoveEntrant(Action):
    """Take an entry out altogether: possible until it stands in a round."""

    kind: ClassVar[str] = "remove"
    id: EntrantId

    def apply(self, event: Event, format: Format) -> Event:
        """Once placed, one can only be withdrawn."""
        gone = event.entrant(self.id)
        if any(self.id in r.placed for r in event.rounds):
            raise Refused(
                f"{gone.name} cannot be removed",
                "a round has been drawn with this entrant",
                "withdraw instead",
            )
        kept = tuple(e for e in event.entrants if e.id != self.id)
        orders = tuple(i for i in event.instructions if self.id not in (i.a, i.b))
        return replace(event, entrants=kept, instructions=orders)

    def describe(self, event: Event) -> str:
        """The name."""
        return f"entry removed: {name_of(event, self.id)}"


@dataclass(frozen=True)
class CheckIn(Action):
    """Mark entrants as seen, or not seen."""

    kind: ClassVar[str] = "check-in"
    ids: tuple[EntrantId, ...]
    present: bool = True

    def apply(self, event: Event, format: Format) -> Event:
        """Marks only; nobody leaves the draw by it (`AbsentOut` does that)."""
        for id in self.ids:
            event.entrant(id)
        marked = tuple(
            replace(e, present=self.present) if e.id in set(self.ids) else e for e in event.entrants
        )
        return event if marked == event.entrants else replace(event, entrants=marked)

    def describe(self, event: Event) -> str:
        """Who, or how many."""
        who = name_of(event, self.ids[0]) if len(self.ids) == 1 else f"{len(self.ids)} entrants"
        return f"{'present' if self.present else 'not seen'}: {who}"


@dataclass(frozen=True)
class AbsentOut(Action):
    """Everybody not seen at check-in is out of the next draw, in one go."""

    kind: ClassVar[str] = "absent-out"
    round: int

    def apply(self, event: Event, format: Format) -> Event:
        """No points, no pairing in that round; a bye arranged before stands."""
        _refuse_drawn(event, self.round)
        if not any(e.present for e in event.entrants):
            raise Refused("nobody is checked in", "everybody would be out", "check in first")
        marked = tuple(
            e
            if e.present or not e.to_be_paired(self.round)
            else replace(e, byes=_with_bye(e, RequestedBye(self.round, absent=True)))
            for e in event.entrants
        )
        return event if marked == event.entrants else replace(event, entrants=marked)

    def describe(self, event: Event) -> str:
        """The round."""
        return f"entrants not seen are out of round {self.round}"


@dataclass(frozen=True)
class SetBye(Action):
    """A bye by request for a round; `points` None takes it back."""

    kind: ClassVar[str] = "bye"
    id: EntrantId
    round: int
    points: Points | None

    def apply(self, event: Event, format: Format) -> Event:
        """Only for rounds that are not published."""
        entrant = event.entrant(self.id)
        if not 1 <= self.round <= event.settings.rounds:
            raise Refused(
                f"round {self.round} does not exist",
                f"the event has {event.settings.rounds} rounds",
                "give one of them",
            )
        _refuse_drawn(event, self.round)
        if self.points is None:
            kept = tuple(b for b in entrant.byes if b.round != self.round)
            return event.with_entrant(replace(entrant, byes=kept))
        refusal = format.bye_refused(event, entrant, self.points)
        if refusal:
            raise Refused(
                f"{entrant.name}: no bye of {points_text(self.points)} points",
                refusal,
                "give another value",
            )
        byes = _with_bye(entrant, RequestedBye(self.round, self.points))
        return event.with_entrant(replace(entrant, byes=byes))

    def describe(self, event: Event) -> str:
        """Who, when, what it scores."""
        what = "no bye" if self.points is None else f"bye, {points_text(self.points)} points,"
        return f"{name_of(event, self.id)}: {what} in round {self.round}"


@dataclass(frozen=True)
class Withdraw(Action):
    """Out of the event from a round on (None: from the next one that is not published)."""

    kind: ClassVar[str] = "withdraw"
    id: EntrantId
    round: int | None = None

    def apply(self, event: Event, format: Format) -> Event:
        """Results so far stand; an open board of a published round needs its result."""
        entrant = event.entrant(self.id)
        if entrant.withdrawn:
            raise Refused(f"{entrant.name} is withdrawn already", "", "re-enter to bring back")
        first = self.round or len(event.published) + 1
        _refuse_drawn(event, first)
        away = (*entrant.away, Away(first))
        return event.with_entrant(replace(entrant, away=away))

    def describe(self, event: Event) -> str:
        """Who and from when."""
        first = self.round or len(event.published) + 1
        return f"withdrawn from round {first} on: {name_of(event, self.id)}"


@dataclass(frozen=True)
class ReEnter(Action):
    """Back in the event from a round on (None: the next one that is not published)."""

    kind: ClassVar[str] = "re-enter"
    id: EntrantId
    round: int | None = None

    def apply(self, event: Event, format: Format) -> Event:
        """Rounds missed score nothing."""
        entrant = event.entrant(self.id)
        if not entrant.withdrawn:
            raise Refused(f"{entrant.name} is not withdrawn", "", "nothing to do")
        back = self.round or len(event.published) + 1
        _refuse_drawn(event, back)
        *earlier, last = entrant.away
        spans = (*earlier, replace(last, back=back)) if back > last.first else tuple(earlier)
        return event.with_entrant(replace(entrant, away=spans))

    def describe(self, event: Event) -> str:
        """Who."""
        return f"re-entered: {name_of(event, self.id)}"


@dataclass(frozen=True)
class Adjust(Action):
    """Points given or taken, with the reason, from the round in play on."""

    kind: ClassVar[str] = "adjust"
    id: EntrantId
    points: Points
    why: str

    def apply(self, event: Event, format: Format) -> Event:
        """Never without a reason."""
        entrant = event.entrant(self.id)
        if not self.why.strip():
            raise Refused("an adjustment needs a reason", "none was given", "say why")
        if self.points == 0 or abs(self.points) > 1000:
            raise Refused(
                f"{entrant.name}: an adjustment of {self.points} is not possible",
                "",
                "give points other than 0",
            )
        number = len(event.published)
        new = Adjustment(self.id, self.points, self.why.strip(), number)
        return replace(event, adjustments=(*event.adjustments, new))

    def describe(self, event: Event) -> str:
        """Who, how much, why."""
        sign = "+" if self.points > 0 else ""
        return f"{name_of(event, self.id)}: {sign}{points_text(self.points)} ({self.why})"


def _with_bye(entrant: Entrant, bye: RequestedBye) -> tuple[RequestedBye, ...]:
    others = [b for b in entrant.byes if b.round != bye.round]
    return tuple(sorted([*others, bye], key=lambda b: b.round))


def _refuse_drawn(event: Event, round_number: int) -> None:
    if round_number <= len(event.published):
        raise Refused(
            f"round {round_number} is published",
            "what happened in it stands",
            "correct a board or adjust points instead",
        )


def _refuse_when_over(event: Event) -> None:
    if len(event.published) >= event.settings.rounds:
        raise Refused(
            "no more entries",
            f"all {event.settings.rounds} rounds are drawn",
            "raise the number of rounds first if play goes on",
        )


for _class in (
    AddEntrant, ImportEntrants, EditEntrant, RemoveEntrant, CheckIn, AbsentOut, SetBye,
    Withdraw, ReEnter, Adjust,
):  # fmt: skip
    ACTIONS[_class.kind] = _class
