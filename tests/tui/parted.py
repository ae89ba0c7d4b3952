"""The tests' small format with a divided field: parts, headings, panels, advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from engine.event import Event, Round
from engine.protocol import Advice, Divided, DividedField, Division
from engine.refusal import Refused
from engine.tables import Panel
from formats.settings import FormatSettings, knob
from tests.tui.small import Small


class PartedSettings(FormatSettings):
    """How many stand in the upper part."""

    upper: int = knob(default=4, ge=1, le=99, description="players of the upper part")


class Parted(DividedField, Small):
    """An upper and a lower part, frozen at the first publication."""

    name = "parted"
    title = "Parted"
    Settings: ClassVar[type[FormatSettings]] = PartedSettings

    def divided(self, event: Event) -> Divided:
        """By the setting."""
        order, cut = tuple(self.order(event)), cast(PartedSettings, event.settings).upper
        parts = (
            Division("Halve [b]U", order[:cut], label="[b]U"),
            Division("Halve L", order[cut:], "one \x1b[31mred", "L"),
        )
        begun = bool(event.published)
        notes = (Advice("odd halves [/b] need a bye", True),)
        return Divided("Halves", parts, begun, not begun, notes, "Halve")

    def moved_boundary(self, event: Event, upper: int, by: int) -> Mapping[str, Any]:
        """At least two stay in each."""
        cut = cast(PartedSettings, event.settings).upper + by
        if not 2 <= cut <= len(event.entrants) - 2:
            raise Refused("a half needs two players", "", "move it the other way")
        return {"upper": cut}

    def proposed_boundaries(self, event: Event) -> Mapping[str, Any]:
        """Halves, which is the setting's default."""
        half = len(event.entrants) // 2
        return {} if cast(PartedSettings, event.settings).upper == half else {"upper": half}

    def freeze(self, event: Event) -> Event:
        """Into the entries."""
        part_of = {id: p.name for p in self.divided(event).parts for id in p.entrants}
        entrants = tuple(replace(e, section=e.section or part_of[e.id]) for e in event.entrants)
        return replace(event, entrants=entrants)

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """Short for one group, long for the others."""
        groups = [m.group for m in round.matches]
        return {
            group: "top [x]" if n == 0 else "many words " * 12
            for n, group in enumerate(dict.fromkeys(groups))
        }

    def panels(self, event: Event) -> list[Panel]:
        """Sizes and leaders."""
        rows = tuple(
            (p.name, str(len(p.entrants)), event.entrant(p.entrants[0]).name)
            for p in self.divided(event).parts
        )
        return [
            Panel("Halves", ("half", "players", "first"), rows),
            Panel("Empty [i]", ("what", "how many"), ()),
        ]

    def advise(self, event: Event) -> list[Advice]:
        """One of each kind."""
        return [Advice("accelerated until round 3"), Advice("too few players", True)]
