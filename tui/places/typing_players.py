"""What a place remembers of lines typed for the players of teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from engine.actions import Action
from tui.places.finding import NarrowedState


@dataclass(frozen=True, slots=True)
class TypingPlayersState(NarrowedState):
    """A place in which a line for a team's players stays open."""

    players_sent: tuple[Action, ...] = ()
    """Changes of teams' players on their way to the journal, in order: a line typed behind them is
    of the teams as they leave them."""
    players_refused: tuple[str, ...] = ()
    """Lines for players that were not taken since one was opened: what is typed ahead wipes out
    why."""


P = TypeVar("P", bound=TypingPlayersState)
