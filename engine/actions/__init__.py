"""Everything an arbiter does, as values: the one way in which an event changes."""

from __future__ import annotations

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
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.actions.team_players import EditPlayer, SetPlayers
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
    "EditPlayer",
    "EnterBoardResult",
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
    "SetLineup",
    "SetPlayers",
    "SetSeeds",
    "StartEditing",
    "SwapPlaces",
    "TakeApart",
    "TakeRatings",
    "TurnBoard",
    "Undo",
    "Withdraw",
    "name_of",
    "play_off_result",
    "with_results",
    "without_results",
]
