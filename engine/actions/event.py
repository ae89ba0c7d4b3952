"""Actions on the event as a whole: making it and its settings, taking over rounds or a whole event
that were made elsewhere, the cut into another event, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.actions.base import Action
from engine.cut import LINK
from engine.entrants import EntrantId, checked, possible
from engine.event import Event, Lot, Mode, Round
from engine.points import counted
from engine.protocol import Format
from engine.reasons import Reason
from engine.refusal import Refused
from engine.saved_results import SavedMatchResult, with_results
from engine.warnings import STRICT_LEFT, Agreement, Level, Warning

TITLE_LIMIT = 120


@dataclass(frozen=True)
class CreateEvent(Action):
    """The first action of every event."""

    kind: ClassVar[str] = "create"
    title: str
    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    details: tuple[tuple[str, str], ...] = ()
    mode: Mode = ""

    def begin(self, format: Format, settings: Mapping[str, Any] | None = None) -> Event:
        """The empty event, created by an arbiter now; with `settings`, the complete saved ones, it
        is created as it was then."""
        if settings is None:
            title, chosen = _title(self.title), format.settings(self.settings)
        else:
            title, chosen = self.title, format.kept_settings(settings)
        if self.mode == "strict" and not format.strict:
            raise Refused(
                f"{format.name} has no strict mode", "it is for FIDE's own systems", "leave it out"
            )
        if self.mode == "strict" and settings is None:
            _refuse_against_rules(format.settings_values(chosen))
        free = (Agreement(0, Reason(STRICT_LEFT)),) if self.mode == "free" else ()
        return Event(
            title, format.name, chosen, self.seed, details=_by_todays_names(self.details),
            mode=self.mode, agreements=free,
        )  # fmt: skip

    def judge(self, event: Event, format: Format) -> None:
        """Never on an event that exists."""
        raise Refused("this event exists already", "", "make the new one in another folder")

    def change(self, event: Event, format: Format) -> Event:
        """Never on an event that exists."""
        raise Refused("this event exists already", "", "make the new one in another folder")

    def describe(self, event: Event) -> str:
        """Title and format."""
        return f"event made: {self.title} ({self.format})"


def _refuse_against_rules(settings: Mapping[str, Any]) -> None:
    from engine.settled import against_rules

    for key in against_rules(settings):
        why, remedy = f"FIDE's rules do not know {key} = {settings[key]}", f"leave {key} as it is"
        if key == "correction_window":
            why = "it lets the last round played and the one before it be corrected, no more"
            remedy = "give correction_window=1 or 2"
        remedy += ", or make the event without strict mode (mode=free)"
        raise Refused("the event cannot be in strict mode", why, remedy)


@dataclass(frozen=True)
class ChangeSettings(Action):
    """New values for some settings, a new title, the event's own data (`engine.event_data`): an
    empty text takes one away."""

    kind: ClassVar[str] = "settings"
    settings: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def changes_settings(self) -> bool:
        """Not where only the title or the data change."""
        return bool(self.settings)

    def judge(self, event: Event, format: Format) -> None:
        """Rounds cannot become fewer than are drawn; dates must be possible."""
        new = event.settings
        if self.settings:
            new = format.settings(self.settings, event.settings)
            format.settings_changed(event, new)
        if new.rounds < len(event.rounds):
            raise Refused(
                f"{new.rounds} rounds are too few",
                f"{len(event.rounds)} are drawn already",
                f"give {len(event.rounds)} or more",
            )
        if self.title is not None:
            _title(self.title)
        if self.details:
            from engine.event_data import data_given

            data_given(dict(event.details), self.details, new.rounds)
            _refuse_late_variant(event, self.details)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of settings that round 1 has settled."""
        if not self.settings:
            return ()
        from engine.settled import settings_warnings

        return settings_warnings(event, format.settings(self.settings, event.settings), format)

    def change(self, event: Event, format: Format) -> Event:
        """The title and the details; the format decides about the settings."""
        new = event
        if self.title is not None:
            new = replace(new, title=self.title.strip())
        if self.details:
            details = _by_todays_names(tuple(self.details.items()))
            merged = {**dict(new.details), **dict(details)}
            new = replace(new, details=tuple(sorted((k, v) for k, v in merged.items() if v)))
        return new

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The settings, read as the format reads them."""
        if not self.settings:
            return after
        return replace(after, settings=format.kept_settings(self.settings, after.settings))

    def describe(self, event: Event) -> str:
        """Every change by name."""
        unset = {None: "by default", "": "left empty"}
        parts = [
            f"{key} {unset[value] if value in (None, '') else f'= {_listed(value)}'}"
            for key, value in self.settings.items()
        ]
        parts += [
            f"{key} = {value}" if value else f"no {key}" for key, value in self.details.items()
        ]
        if self.title is not None:
            parts.insert(0, f"title = {self.title}")
        return "settings: " + ", ".join(parts)


def _refuse_late_variant(event: Event, given: Mapping[str, str]) -> None:
    """Games that have a result were played by the rules of then."""
    from engine.event_data import VARIANT_KEY, detail

    if given.get(VARIANT_KEY, "") == detail(event, VARIANT_KEY) or VARIANT_KEY not in given:
        return
    if any(match.result for round in event.published for match in round.matches):
        why, remedy = "games have been played without it", "make a new event"
        if detail(event, VARIANT_KEY):
            why = "games have been played by it"
        raise Refused(f"{VARIANT_KEY} cannot change now", why, remedy)


def _by_todays_names(details: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    if not details:
        return details
    from engine.event_data import by_todays_names

    return by_todays_names(dict(details))


@dataclass(frozen=True)
class LeaveStrictMode(Action):
    """The one way out of strict mode. There is no way back: no undo, no restore point."""

    kind: ClassVar[str] = "leave-strict"

    def judge(self, event: Event, format: Format) -> None:
        """Once."""
        if not event.strict:
            raise Refused("this event is not in strict mode", "", "nothing to leave")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Asked twice."""
        return (Warning.of(Level.CONFIRM_TWICE, STRICT_LEFT),)

    def change(self, event: Event, format: Format) -> Event:
        """For good."""
        return replace(event, mode="free")

    def describe(self, event: Event) -> str:
        """That it was left."""
        return "strict mode left"


def _listed(value: object) -> str:
    """A value as an arbiter writes it: `24·24·22` of several."""
    return "·".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _title(title: str) -> str:
    if not title.strip():
        raise Refused("an event needs a title", "it is empty", "give one")
    if len(title) > TITLE_LIMIT:
        raise Refused("the title is too long", f"the limit is {TITLE_LIMIT}", "shorten it")
    return title.strip()


@dataclass(frozen=True)
class ImportRounds(Action):
    """Rounds with their results, from an exchange file, into an event without rounds."""

    kind: ClassVar[str] = "import-rounds"
    restore_point: ClassVar[str] = "import"
    rounds: tuple[Round, ...]
    results: tuple[tuple[SavedMatchResult, ...], ...]
    source: str = ""
    settled: bool = False
    """Whether what a publication settles (numbers of a round robin, sections) is settled with each
    round; the first versions did not do that on import."""
    lots: tuple[Lot, ...] = ()
    """Lots as they fell: the first colour, in formats that draw one for it."""
    off: tuple[int, ...] = ()
    """Rounds that are not as the format draws them, or break its rules."""

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """They are recorded; they stay as they were played, even if not by the rules."""
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
            event = event.with_round(with_results(round, results, event, format, judged=False))
        return event

    def judge(self, event: Event, format: Format) -> None:
        """Only what could have been entered."""
        for entrant in self.event.entrants:
            checked(entrant)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Strict mode checks edited files against the present state, too; a restore point is a
        state that the event was in."""
        if not event.strict or self.point:
            return ()
        from engine.settled import settled_warnings
        from engine.strict import past_warnings

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


@dataclass(frozen=True)
class Undo(Action):
    """Take back action number `target`. The fold of the log carries it out (`engine.log`)."""

    kind: ClassVar[str] = "undo"
    reverses: ClassVar[bool] = True
    target: int

    def describe(self, event: Event) -> str:
        """The number taken back."""
        return f"undo of {self.target}"


@dataclass(frozen=True)
class Redo(Action):
    """Do action number `target` again, that an `Undo` took back."""

    kind: ClassVar[str] = "redo"
    reverses: ClassVar[bool] = True
    target: int

    def describe(self, event: Event) -> str:
        """The number done again."""
        return f"redo of {self.target}"


@dataclass(frozen=True)
class Cut(Action):
    """The first so many of the standings go on into the event `target`.

    `lots` are those that decided among equals; they are kept with the event in which they tied.
    `order` has the entrants, from the first place, if the standings were final; otherwise the order
    is known to change.
    """

    kind: ClassVar[str] = "cut"
    count: int
    target: str
    lots: tuple[Lot, ...] = ()
    order: tuple[EntrantId, ...] = ()

    def change(self, event: Event, format: Format) -> Event:
        """The link and the lots; nothing else changes."""
        known = dict(event.details)
        link = f"first {self.count} into {self.target}"
        known[LINK] = f"{known[LINK]}; {link}" if LINK in known else link
        details = tuple(sorted(known.items()))
        qualified = tuple(dict.fromkeys((*event.qualified, *self.order)))
        lots = (*event.lots, *self.lots)
        return replace(event, details=details, lots=lots, qualified=qualified)

    def describe(self, event: Event) -> str:
        """How many, where to."""
        return f"first {self.count} of the standing cut into {self.target}"

    def left_by_undo(self) -> str:
        """The new event."""
        where = self.target
        return f"the event made in {where} is not undone: delete that folder if it is not played"
