"""The words of warnings about teams and line-ups: a part of the table of `engine.warning_words`,
each with what is warned of, what is recorded, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.event import Event
from engine.reasons import Reason

Words = Callable[[Reason, Event], str]


def _silent(reason: Reason, event: Event) -> str:
    return ""


def _round(reason: Reason, event: Event) -> str:
    return event.called(reason["round"])


def _boards(reason: Reason) -> str:
    boards: tuple[int, ...] = reason["boards"]
    listed = ", ".join(map(str, boards))
    return f"board{'s' * (len(boards) > 1)} {listed}"


def _listed(value: Any) -> str:
    return ", ".join(map(str, value))


TEAM_WORDINGS: Mapping[str, tuple[Words, Words, Words]] = {
    "team-too-large": (
        lambda r, event: f"{r['name']} would have {r['count']} players, the limit is {r['most']}",
        lambda r, event: f"{r['name']}: {r['count']} players, beyond the limit of {r['most']}",
        _silent,
    ),
    "board-order-changed": (
        lambda r, event: f"the board order of {r['name']} changes after round 1",
        lambda r, event: f"{r['name']}: board order changed after round 1",
        lambda r, event: "line-ups of published rounds stay",
    ),
    "players-added": (
        lambda r, event: f"{r['name']} gets new players after round 1",
        lambda r, event: f"{r['name']}: new after round 1: {_listed(r['players'])}",
        _silent,
    ),
    "player-not-eligible": (
        lambda r, event: f"{r['player']} may not play for {r['name']} in {_round(r, event)}",
        lambda r, event: f"{_round(r, event)}: {r['player']} played for {r['name']}, not eligible",
        _silent,
    ),
    "lineup-order": (
        lambda r, event: f"the line-up of {r['name']} does not keep the order of its list",
        lambda r, event: f"{_round(r, event)}: line-up of {r['name']} against its board order",
        _silent,
    ),
    "lineup-gap": (
        lambda r, event: f"{r['name']} leaves a board empty above others",
        lambda r, event: f"{_round(r, event)}: {r['name']} left a board empty above others",
        _silent,
    ),
    "other-board": (
        lambda r, event: f"{r['player']} has played on {_boards(r)}, now on board {r['board']}",
        lambda r, event: f"{_round(r, event)}: {r['player']} on board {r['board']}",
        _silent,
    ),
    "same-day": (
        lambda r, event: (
            f"{event.entrant(r['team']).name} has another match on {r['date']}:"
            f" {event.board_name(r['match'])}"
        ),
        lambda r, event: (
            f"{event.board_name(r['moved'])} moved to {r['date']}, where"
            f" {event.entrant(r['team']).name} plays {event.board_name(r['match'])} too"
        ),
        _silent,
    ),
    "round-day": (
        lambda r, event: f"{_round(r, event)} is played on {r['date']} too",
        lambda r, event: (
            f"{event.board_name(r['moved'])} moved to {r['date']}, the day of {_round(r, event)}"
        ),
        _silent,
    ),
    "lineup-late": (
        lambda r, event: f"the deadline for line-ups of {_round(r, event)} has passed",
        lambda r, event: f"{_round(r, event)}: line-up of {r['name']} changed after the deadline",
        _silent,
    ),
    "lineup-corrected": (
        lambda r, event: (
            f"{_boards(r)} of {r['name']} in {_round(r, event)} would have other players,"
            " and keep the results"
        ),
        lambda r, event: f"{_round(r, event)}: line-up of {r['name']} corrected on {_boards(r)}",
        _silent,
    ),
}
