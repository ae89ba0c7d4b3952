"""What the first edition did of itself, for journals and save files that do not say it.

Its journals hold the settings that were given, and nothing of what followed from an action. What
is not recorded is as the first edition had it, whatever this one would have: nothing here ever
changes. A setting that comes later and has another default than what was done before stands here
with what was done before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.actions import Action, AddEntrant, CreateEvent, ImportEntrants, PublishRound
from engine.event import Event
from engine.facts import Facts
from engine.numbers import without_numbers
from engine.protocol import Format, missing_boards

_COMMON: Mapping[str, Any] = {
    "win_points": 1,
    "draw_points": 0.5,
    "loss_points": 0,
    "forfeit_points": 0,
}
_KNOCKOUT: Mapping[str, Any] = {
    **_COMMON,
    "rounds": 99,
    "bye_points": 0,
    "tiebreaks": [],
    "placement": "seeded",
    "seeds": 4,
    "separate_clubs": False,
    "score": "games",
    "games": 1,
    "boards": 28,
    "ties": [],
}
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "kjca": {
        **_COMMON,
        "rounds": 6,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "avoid": None,
        "avoid_round1": False,
        "avoid_cost": 2,
    },
    "dutch": {
        **_COMMON,
        "rounds": 9,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "initial_colour": "lot",
        "acceleration": "none",
        "extra_points": [],
    },
    "ecf": {
        **_COMMON,
        "rounds": 5,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "pairing": "graded",
        "acceleration": "none",
        "acceleration_rounds": None,
    },
    "galway": {
        **_COMMON,
        "rounds": 6,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "closed_rounds": 2,
        "max_section": 24,
        "section_thresholds": [100, 125],
        "section_sizes": "even out",
        "sections": None,
        "sizes": None,
        "mixed_groups": "upper first",
        "odd_section": "neighbour",
        "initial_colour": "lot",
        "section_boards": [],
    },
    "knockout": {**_KNOCKOUT, "third_place": False},
    "double_knockout": {**_KNOCKOUT, "reset": True},
    "diagonal": {
        **_COMMON,
        "rounds": 99,
        "bye_points": 0,
        "tiebreaks": [],
        "max_losses": 4,
        "draw_losses": 0.5,
        "max_rounds": None,
        "ring_below": 12,
    },
    "round_robin": {
        **_COMMON,
        "rounds": 99,
        "bye_points": 0,
        "tiebreaks": ["DE", "WIN", "SB", "KS"],
        "first_board": 1,
        "rooms": [],
        "double": False,
        "numbers": "lot",
        "exchange": True,
        "annul": True,
    },
    "gnot": {
        **_COMMON,
        "rounds": 10,
        "bye_points": 0,
        "tiebreaks": [],
        "layout_27": "27a",
    },
}
"""By format the value of every setting that an event has without its being given."""


def settings_then(format: str, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """All settings of an event of which these are recorded."""
    return {**DEFAULTS.get(format, {}), **stored}


def as_then(action: Action) -> tuple[Action, Facts | None]:
    """The action as the first edition did it, and what followed from it as far as it is known."""
    if isinstance(action, CreateEvent):
        return action, Facts(settings=settings_then(action.format, action.settings))
    old = _AS_THEN.get(type(action))
    return (action if old is None else old(**vars(action))), None


def kept_then(event: Event) -> Event:
    """The event with what the first edition kept of it in its save files."""
    event = without_numbers(event)
    rounds = tuple(replace(r, departures=(), worse=()) for r in event.rounds)
    return replace(event, rounds=rounds)


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
