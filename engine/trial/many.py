"""Many trial events of one plan, each by its own chance: no matter where it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event
from engine.next_draw import drawn
from engine.protocol import Format
from engine.refusal import Refused
from engine.trial.chance import Chance, in_full
from engine.trial.figures import Figures, figures_of
from engine.trial.play import Odds, Played, drawn_around, play_out, strengths
from engine.trial.random_entries import random_field


@dataclass(frozen=True)
class TrialPlan:
    """A plan of trials: a format by name with settings, and its players.

    Without `entrants` each event has a random field of `players` of its own, the same in every plan
    of one seed. `draws` is how often equals draw a game, in millionths, or None for the published
    table. `spread` is the deviation of strengths about the ratings; in the event of one number
    everybody is as strong whatever the format.
    """

    format: str
    seed: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    entrants: tuple[Entrant, ...] = ()
    players: int = 0
    low: int = 1200
    high: int = 2400
    draws: int | None = None
    spread: int = 0

    def event(self, format: Format, number: int) -> Event:
        """The event of that number before its first round."""
        lot = Chance(self.seed, "lots", number).below(1_000_000)
        event = CreateEvent("Trial", format.name, self.settings, lot).begin(format)
        return ImportEntrants(self.field(number), insist=True).apply(event, format)

    def field(self, number: int) -> tuple[Entrant, ...]:
        """The players of the event of that number."""
        if self.entrants:
            return self.entrants
        return random_field(self.players, Chance(self.seed, "field", number), self.low, self.high)

    def played(self, format: Format, number: int) -> Played:
        """The event of that number played."""
        event = self.event(format, number)
        strength = strengths(event)
        if self.spread:
            strength = drawn_around(strength, Chance(self.seed, "strength", number), self.spread)
        chance = Chance(self.seed, "results", number)
        return play_out(event, format, Odds(chance, self.draws, in_full), strength)


def refuse_unplayable(plan: TrialPlan, format: Format) -> None:
    """`Refused`, in the format's own words, where not even the first round can be drawn."""
    event = plan.event(format, 0)
    step = format.next_step(event)
    if step.name == "register":
        count, least = len(event.entrants), format.smallest
        few = f"{count} entrants are too few, it needs {least}"
        raise Refused(
            f"{format.name} cannot be played",
            few if count < least else "; ".join(step.notes),
            "give more players" if count < least else "give another number of players",
        )
    if step.name == "draw":
        drawn(event, format)


def figures(plan: TrialPlan, format: Format, numbers: Iterable[int]) -> Figures:
    """The counts over the events of these numbers."""
    total = Figures()
    for number in numbers:
        total.add(figures_of(plan.played(format, number), format))
    return total
