"""What is said of a match beside who plays it, and of walkovers and other special byes."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.points import counted, points_text
from engine.protocol import Format


def length_text(match: Match) -> str:
    """`28 boards`, `3 games`; empty of a single game."""
    if match.boards:
        return counted(match.boards, "board")
    return counted(match.games, "game") if match.games > 1 else ""


def about_match(format: Format, match: Match) -> str:
    """`SKO round 4 · 14 boards`; empty where there is nothing to say."""
    parts = (format.stage_name(match), length_text(match))
    return " · ".join(part for part in parts if part)


def walkover_text(event: Event, number: int, bye: Bye) -> str:
    """`walkover: Quarry has withdrawn`, of a bye in round `number`; empty for any other bye."""
    if not bye.left:
        return ""
    return f"walkover: {left_text(event, bye.left, not event.entrant(bye.left).active(number))}"


def left_text(event: Event, left: EntrantId, withdrawn: bool) -> str:
    """Why somebody does not play: `Quarry has withdrawn`."""
    return f"{event.entrant(left).name} {'has withdrawn' if withdrawn else 'is not there'}"


def special_bye_text(event: Event, number: int, bye: Bye) -> str:
    """What is said of a bye in round `number` that is neither the draw's nor asked for: a
    walkover, `absent: Quarry has the seat`, `entered later: ½`; empty for any other."""
    if bye.taken_by:
        return f"absent: {event.entrant(bye.taken_by).name} has the seat"
    if bye.kind == "missed":
        return f"entered later: {points_text(bye.points)}"
    return walkover_text(event, number, bye)
