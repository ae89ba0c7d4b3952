"""What the first edition did of itself, for journals and save files that do not say it.

Its journals hold the settings that were given, and nothing of what followed from an action. What
is not recorded is as the first edition had it, whatever this one would have: nothing here ever
changes. A setting that comes later and has another default than what was done before stands here
with what was done before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.event import Event
from engine.numbers import without_numbers

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


def kept_then(event: Event) -> Event:
    """The event with what the first edition kept of it in its save files."""
    event = without_numbers(event)
    rounds = tuple(replace(r, departures=(), worse=()) for r in event.rounds)
    return replace(event, rounds=rounds)
