"""Everything an arbiter does, as values: the only way in which an event changes.

An action is loaded when it is first named: most commands need two or three of the fifty. A module
that names actions only inside its functions says `from engine import actions` and `actions.Adopt`,
so that importing it loads none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.actions.base import Action, name_of

if TYPE_CHECKING:
    from engine.actions.choices import ChooseOpponent
    from engine.actions.corrections import CorrectBoard
    from engine.actions.editing import FinishEditing, PairByHand, PairRest, StartEditing, TakeApart
    from engine.actions.entries import (
        AddEntrant,
        EditEntrant,
        ImportEntrants,
        RemoveEntrant,
        TakeRatings,
    )
    from engine.actions.event import (
        Adopt,
        ChangeSettings,
        CreateEvent,
        Cut,
        ImportRounds,
        LeaveStrictMode,
        Redo,
        Undo,
    )
    from engine.actions.finals import PlayOff
    from engine.actions.instructions import Instruct, Release
    from engine.actions.numbering import ExchangeNumbers, RemakeNumbers, SetSeeds
    from engine.actions.postponing import Postpone, SetMatchVenue
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
    from engine.actions.results import EnterResult, EnterResults
    from engine.actions.rounds import Discard, Propose, PublishRound, SwapPlaces, TurnBoard
    from engine.actions.team_play import EnterBoardResult, EnterBoardResults, SetLineup
    from engine.actions.team_players import EditPlayer, ImportPlayers, SetPlayers
    from engine.actions.tied import OrderTied

__all__ = [
    "ACTIONS",
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
    "EnterBoardResults",
    "EnterResult",
    "EnterResults",
    "ExchangeNumbers",
    "Expel",
    "FinishEditing",
    "ImportEntrants",
    "ImportPlayers",
    "ImportRounds",
    "Instruct",
    "LeaveStrictMode",
    "OrderTied",
    "PairByHand",
    "PairRest",
    "PlayOff",
    "Postpone",
    "Propose",
    "PublishRound",
    "ReEnter",
    "Redo",
    "Release",
    "RemakeNumbers",
    "RemoveEntrant",
    "RollCall",
    "SetBye",
    "SetLineup",
    "SetMatchVenue",
    "SetPlayers",
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
]

ACTIONS: Mapping[str, str] = {
    "absent-out": "presence.AbsentOut",
    "add": "entries.AddEntrant",
    "adopt": "event.Adopt",
    "board-result": "team_play.EnterBoardResult",
    "board-results": "team_play.EnterBoardResults",
    "bye": "presence.SetBye",
    "check-in": "presence.CheckIn",
    "choose": "choices.ChooseOpponent",
    "correct": "corrections.CorrectBoard",
    "create": "event.CreateEvent",
    "cut": "event.Cut",
    "discard": "rounds.Discard",
    "edit": "entries.EditEntrant",
    "edit-pairings": "editing.StartEditing",
    "edit-player": "team_players.EditPlayer",
    "exchange-numbers": "numbering.ExchangeNumbers",
    "expel": "presence.Expel",
    "finish-editing": "editing.FinishEditing",
    "import": "entries.ImportEntrants",
    "import-players": "team_players.ImportPlayers",
    "import-rounds": "event.ImportRounds",
    "instruct": "instructions.Instruct",
    "leave-strict": "event.LeaveStrictMode",
    "lineup": "team_play.SetLineup",
    "match-venue": "postponing.SetMatchVenue",
    "pair-by-hand": "editing.PairByHand",
    "pair-rest": "editing.PairRest",
    "play-off": "finals.PlayOff",
    "players": "team_players.SetPlayers",
    "points": "presence.Adjust",
    "postpone": "postponing.Postpone",
    "propose": "rounds.Propose",
    "publish": "rounds.PublishRound",
    "ratings": "entries.TakeRatings",
    "re-enter": "presence.ReEnter",
    "redo": "event.Redo",
    "release": "instructions.Release",
    "remake-numbers": "numbering.RemakeNumbers",
    "remove": "entries.RemoveEntrant",
    "result": "results.EnterResult",
    "results": "results.EnterResults",
    "roll-call": "presence.RollCall",
    "seeds": "numbering.SetSeeds",
    "settings": "event.ChangeSettings",
    "swap": "rounds.SwapPlaces",
    "take-apart": "editing.TakeApart",
    "tied": "tied.OrderTied",
    "turn": "rounds.TurnBoard",
    "undo": "event.Undo",
    "withdraw": "presence.Withdraw",
}
"""By its name in the journal the module and the class of every action."""


def action_kind(name: str) -> type[Action] | None:
    """The action of that name in the journal, or None."""
    return _loaded(ACTIONS[name]) if name in ACTIONS else None


def _loaded(home: str) -> type[Action]:
    module, _, name = home.partition(".")
    kind: type[Action] = getattr(import_module(f"{__name__}.{module}"), name)
    return kind


if not TYPE_CHECKING:  # a type checker knows the actions from their imports above

    def __getattr__(name: str) -> Any:
        """An action that is named for the first time; from then on it is here."""
        home = next((one for one in ACTIONS.values() if one.endswith(f".{name}")), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = _loaded(home)
        return globals()[name]
