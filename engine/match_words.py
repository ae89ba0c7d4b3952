"""What is said of a match beside who plays it: its stage, and how much is played."""

from __future__ import annotations

from engine.event import Match
from engine.points import counted
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
