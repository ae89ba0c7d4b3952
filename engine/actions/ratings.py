"""Ratings and other facts taken over from rating lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import Entrant, changed, edited, possible
from engine.event import Event
from engine.official_ratings import LaterRating
from engine.points import counted
from engine.protocol import Format
from engine.rating_lists import ListedChanges, counting
from engine.refusal import Refused, Stale
from engine.teams import person, players_by_id, with_people
from engine.warnings import Level, Warning

LATE = "ratings-after-round-1"


def drawn_by_another(event: Event, old: Entrant, rating: object) -> bool:
    """Whether a round was drawn with another rating of somebody than this."""
    return old.joined <= len(event.published) and old.rating != rating


def edited_by_hand(event: Event, old: Entrant, new: Entrant) -> tuple[Warning, ...]:
    """A rating typed after round 1 was drawn with another one: recorded.

    It is not asked about, as many from a list are: numbers and rounds stay as they are, and the
    arbiter has typed this one.
    """
    if not drawn_by_another(event, old, new.rating):
        return ()
    ratings = (old.rating or 0, new.rating or 0)
    return (Warning.of(Level.RECORD, "rating-edited", name=old.name, ratings=ratings),)


@dataclass(frozen=True)
class TakeRatings(Action):
    """What lists say of some entries, taken over; who was not chosen stays as he is.

    `first` is for long events (C.04.2, 2.1; 30 days and more): the new rating counts from that
    round on, beside the one before. None: it takes its place.
    """

    kind: ClassVar[str] = "ratings"
    restore_point: ClassVar[str] = "ratings"
    entries: tuple[ListedChanges, ...] = ()
    lists: tuple[str, ...] = ()
    """Of which lists they are, as they are called: `FIDE of 2026-11-01`."""
    first: int | None = None
    seen: tuple[int | None, ...] = ()
    """The rating that the arbiter saw of each."""

    def judge(self, event: Event, format: Format) -> None:
        """Every value is possible, and nothing of it has changed since it was looked at."""
        if not self.entries:
            raise Refused("nobody is chosen", "", "choose whose entries are brought up to date")
        for at, one in enumerate(self.entries):
            old = person(event, one.id)
            edited(old, one.changes)
            if at < len(self.seen) and old.rating != self.seen[at]:
                raise Stale(f"the rating of {old.name} has changed", "", "compare again")
        last = format.rounds_planned(event) or 99
        if self.first is not None and not 1 <= self.first <= last:
            raise Refused(f"there is no round {self.first}", "", f"give a round from 1 to {last}")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """From round 1 on ratings are those that it was drawn with; another one is confirmed."""
        if self.first is not None:
            return ()
        others = [
            one
            for one in self.entries
            if "rating" in one.changes
            and drawn_by_another(event, person(event, one.id), one.changes["rating"])
        ]
        if not others:
            return ()
        return (Warning.of(Level.CONFIRM, LATE, count=len(others)),)

    def change(self, event: Event, format: Format) -> Event:
        """The values of each, and his official ratings beside them."""
        changed = {one.id: self._changed(person(event, one.id), one) for one in self.entries}
        return with_people(event, changed)

    def _changed(self, old: Entrant, one: ListedChanges) -> Entrant:
        if self.first is None or "rating" not in one.changes:
            return possible(replace(changed(old, one.changes), official=one.official))
        others = {key: value for key, value in one.changes.items() if key != "rating"}
        source = counting(one.official)
        named = (source.list, source.rate, source.date) if source is not None else ("",)
        later = LaterRating(self.first, int(one.changes["rating"]), *named)
        of_other_rounds = tuple(r for r in old.later_ratings if r.first != self.first)
        ratings = tuple(sorted((*of_other_rounds, later), key=lambda r: r.first))
        return possible(replace(changed(old, others), later_ratings=ratings))

    def about(self, event: Event | None) -> About:
        """Whose entries they are; of players of teams, their teams'."""
        teams = players_by_id(event) if event is not None else {}
        ids = (teams[one.id].team.id if one.id in teams else one.id for one in self.entries)
        return about_entrants(*ids)

    def describe(self, event: Event) -> str:
        """From which list, and every change of a few."""
        whence = f" from {', '.join(self.lists)}" if self.lists else ""
        since = f", from {event.called(self.first)} on" if self.first is not None else ""
        if len(self.entries) > 3:
            return f"{counted(len(self.entries), 'entry', 'entries')}{whence}{since}"
        changes = "; ".join(self._told(event))
        return f"{changes}{whence}{since}"

    def _told(self, event: Event) -> Iterator[str]:
        for one in self.entries:
            new = ", ".join(f"{field} = {value}" for field, value in one.changes.items())
            known = players_by_id(event).get(one.id)
            name = known.player.name if known is not None else name_of(event, one.id)
            yield f"{name}: {new or 'as before'}"
