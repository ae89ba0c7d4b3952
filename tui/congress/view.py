"""A congress and its events, as its places see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.congress.accounts import Account
    from engine.congress.congress import Congress
    from engine.congress.members import MemberEvent
    from engine.congress.notes import CongressNote


@dataclass(frozen=True, slots=True)
class EventView:
    """An event that is open, as the congress shows it."""

    member: MemberEvent
    desk: Any
    """As one of its own places sees it: a `DeskView`, which has a congress in turn. It has no side
    pane."""
    away: bool = False
    """Its folder is not what was opened here: nothing more is saved in it."""

    @property
    def folder(self) -> str:
        """Which one it is: its folder, relative to that of the congress."""
        return self.member.folder


@dataclass(frozen=True, slots=True)
class UnopenedEvent:
    """An event of the congress that is not open."""

    folder: str
    name: str
    why: str


@dataclass(frozen=True)
class CongressView:
    """A congress and its events at one moment."""

    congress: Congress
    events: tuple[EventView, ...]
    unopened: tuple[UnopenedEvent, ...] = ()
    notes: tuple[CongressNote, ...] = ()
    drawing: frozenset[str] = frozenset()
    """Folders of the events whose next round is being drawn now."""
    changed: str = ""
    """The event that has changed, for a place that is told of a change."""
    accounts: Callable[[], tuple[Account, ...]] = tuple
    """Everybody once, by name, with fees and payments; worked out where it is asked for."""

    @cached_property
    def by_folder(self) -> dict[str, EventView]:
        """The events that are open."""
        return {one.folder: one for one in self.events}

    @property
    def with_fees(self) -> bool:
        """Whether anybody owes anything here."""
        return bool(self.congress.fees.rules)

    @cached_property
    def members(self) -> tuple[MemberEvent, ...]:
        """They, as values of the congress."""
        return tuple(one.member for one in self.events)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each event is called in lists, by folder."""
        from saves.safe_text import shortened

        return {one.folder: shortened(one.member.name, 60) for one in self.events}
