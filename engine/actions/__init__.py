"""Everything an arbiter does, as values: the one way in which an event changes."""

from __future__ import annotations

from importlib import import_module

from engine.actions.adopt import (
    Adopt,
    ImportRounds,
    SavedMatchResult,
    with_results,
    without_results,
)
from engine.actions.base import ACTIONS, Action, name_of
from engine.actions.choices import ChooseOpponent
from engine.actions.corrections import CorrectBoard
from engine.actions.cut import Cut
from engine.actions.editing import FinishEditing, PairByHand, PairRest, StartEditing, TakeApart
from engine.actions.entries import AddEntrant, EditEntrant, ImportEntrants, RemoveEntrant
from engine.actions.event import ChangeSettings, CreateEvent, LeaveStrictMode, Redo, Undo
from engine.actions.finals import PlayOff, play_off_result
from engine.actions.instructions import Instruct, Release
from engine.actions.numbering import ExchangeNumbers, RemakeNumbers
from engine.actions.presence import (
    AbsentOut,
    Adjust,
    CheckIn,
    Expel,
    ReEnter,
    RollCall,
    SetBye,
    Withdraw,
)
from engine.actions.ratings import TakeRatings
from engine.actions.results import CLEAR, EnterResult, EnterResults
from engine.actions.rounds import Discard, Propose, PublishRound, SwapPlaces, TurnBoard
from engine.actions.seeding import SetSeeds
from engine.actions.tied import OrderTied

__all__ = [
    "ACTIONS",
    "CLEAR",
    "AbsentOut",
    "Action",
    "AddEntrant",
    "Adjust",
    "Adopt",
    "ChangeSettings",
    "CheckIn",
    "ChooseOpponent",
    "CorrectBoard",
    "CreateEvent",
    "Cut",
    "Discard",
    "EditEntrant",
    "EnterResult",
    "EnterResults",
    "ExchangeNumbers",
    "Expel",
    "FinishEditing",
    "ImportEntrants",
    "ImportRounds",
    "Instruct",
    "LeaveStrictMode",
    "OrderTied",
    "PairByHand",
    "PairRest",
    "PlayOff",
    "Propose",
    "PublishRound",
    "ReEnter",
    "Redo",
    "Release",
    "RemakeNumbers",
    "RemoveEntrant",
    "RollCall",
    "SavedMatchResult",
    "SetBye",
    "SetSeeds",
    "StartEditing",
    "SwapPlaces",
    "TakeApart",
    "TakeRatings",
    "TurnBoard",
    "Undo",
    "Withdraw",
    "action_kind",
    "name_of",
    "play_off_result",
    "with_results",
    "without_results",
]

_OF_TEAMS = {
    "players": "engine.actions.team_players",
    "edit-player": "engine.actions.team_players",
    "lineup": "engine.actions.team_play",
    "board-result": "engine.actions.team_play",
    "board-results": "engine.actions.team_play",
    "postpone": "engine.actions.postponing",
    "match-venue": "engine.actions.postponing",
}
"""Where the actions are that only events of chess teams have; loaded with the first one."""


def action_kind(name: str) -> type[Action] | None:
    """The action of that name in the journal; None where there is none."""
    if name in _OF_TEAMS and name not in ACTIONS:
        import_module(_OF_TEAMS[name])
    return ACTIONS.get(name)
