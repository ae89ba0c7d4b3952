"""Seeds: who is the first, the second … of those who are seeded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from engine.actions.base import Action, name_of
from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.lots import draw_lot
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused

Seeding = Literal["hand", "rating", "lot", "none"]
PURPOSE = "seeds"


@dataclass(frozen=True)
class SetSeeds(Action):
    """The seeds of all entrants at once.

    By hand: `order` has those who are seeded, from the first; all others are not. By rating,
    the highest first; those without one come last, as they stood. By lot: everybody, and the lot
    is recorded. `none` takes all seeds away.
    """

    kind: ClassVar[str] = "seeds"
    how: Seeding
    order: tuple[EntrantId, ...] = ()

    def judge(self, event: Event, format: Format) -> None:
        """Until the first round is drawn."""
        if event.rounds:
            drawn = "published" if event.published else "proposed"
            raise Refused(
                "seeds cannot be changed now",
                f"the draw of round 1 is {drawn}",
                "" if event.published else "discard the proposal first (X in Pairings)",
            )

    def change(self, event: Event, format: Format) -> Event:
        """The seeds by hand, or none."""
        for id in self.order:
            event.entrant(id)
        if len(set(self.order)) < len(self.order):
            raise Refused("somebody has two seeds", "", "name each once")
        if self.how in ("rating", "lot"):
            return event
        return _with_seeds(event, self.order if self.how == "hand" else ())

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The seeds by rating or by lot."""
        return _with_seeds(*self._seeded(after)) if self.how in ("rating", "lot") else after

    def _seeded(self, event: Event) -> tuple[Event, Sequence[EntrantId]]:
        if self.how == "lot":
            lot = draw_lot(event, PURPOSE, [e.id for e in event.entrants])
            return replace(event, lots=(*event.lots, lot)), lot.order
        return event, [e.id for e in sorted(event.entrants, key=_by_rating)]

    def describe(self, event: Event) -> str:
        """How, or who is where now."""
        if self.how != "hand":
            return "seeds taken away" if self.how == "none" else f"seeds by {self.how}"
        before = seeded(event)
        moved = [
            f"{place} {name_of(event, id)}"
            for place, id in enumerate(self.order, start=1)
            if before[place - 1 : place] != [id]
        ]
        if len(moved) > 4:
            return f"{counted(len(self.order), 'seed')} by hand"
        return f"seeds: {', '.join(moved) or 'as they were'}"


def uses_seeds(event: Event, format: Format) -> bool:
    """Whether seeds mean something in that event."""
    return not format.seeds_unused(event)


def seeded(event: Event) -> list[EntrantId]:
    """Those who have a seed, from the first."""
    having = [e for e in event.entrants if e.seed is not None]
    return [e.id for e in sorted(having, key=lambda e: (e.seed or 0, int(e.id)))]


def _by_rating(entrant: Entrant) -> tuple[int, int, int]:
    return (-(entrant.rating or 0), entrant.seed or 10_000, int(entrant.id))


def _with_seeds(event: Event, order: Sequence[EntrantId]) -> Event:
    place = {id: number for number, id in enumerate(order, start=1)}
    seeds = tuple(
        e if e.seed == place.get(e.id) else replace(e, seed=place.get(e.id)) for e in event.entrants
    )
    same = all(a is b for a, b in zip(seeds, event.entrants, strict=True))
    return event if same else replace(event, entrants=seeds)
