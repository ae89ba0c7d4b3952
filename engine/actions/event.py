"""Actions on the event as a whole: making it, its settings, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.actions.base import Action
from engine.event import Event, Mode
from engine.protocol import Format
from engine.reasons import Reason
from engine.refusal import Refused
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
        """The empty event, made by an arbiter now; with `settings`, all of them as they are kept,
        it is made as it was then."""
        if settings is None:
            title, chosen = _title(self.title), format.settings(self.settings)
        else:
            title, chosen = self.title, format.kept_settings(settings)
        if self.mode == "strict" and not format.strict:
            raise Refused(f"{format.name} has no strict mode", "it is for FIDE's own systems", "")
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
        """The title and the details; what the settings are then is the format's to say."""
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
