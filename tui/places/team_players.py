"""The players of a team in Entries: shown below the selected team, changed by a line typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.actions import Action
from engine.actions.team_players import EditPlayer, SetPlayers
from engine.entrants import Entrant, EntrantId, edited
from engine.event import Event
from engine.refusal import Refused
from saves.entry_values import entry_values
from saves.safe_text import clean, safe
from tui.places.shape import AtEnter, Converse, DeskView, Do, PlaceState, Prompt, S, Step, say
from tui.widgets.lines import Line, fit, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

HINT = "+ name rating adds, - 3 takes out, 3 opens player 3, 2 1 3 4 is the order"
_ORDER = re.compile(r"\d+(?:[ ,]+\d+)+")
_OUT = re.compile(r"-\s*(\d+)")
_CHANGED = re.compile(r"(\d+)\s+(\D.*)")
_RATED = re.compile(r"(.*?)\s+(\d{3,4}e?)")


def player_lines(event: Event, team: Entrant, boards: int) -> list[Line]:
    """A team's players in board order; the reserves are marked."""
    lines = []
    for place, player in enumerate(team.players, start=1):
        name = f"{player.title} {player.name}".strip()
        rating = f"{player.rating or '-'}"
        words = "reserve" if place > boards else ""
        words = words if player.active(len(event.published) + 1) else "not there"
        shown = f"        {place:>2}  {fit(safe(name), 32)} {rating:>5}  Id {player.id:<5} {words}"
        lines.append(line(shown.rstrip(), "dim" if words else "plain"))
    return lines


@dataclass(frozen=True, slots=True)
class PlayersPrompt(AtEnter):
    """A change of a team's players, typed as a line."""

    team: EntrantId

    def entered(self, desk: DeskView, state: S, text: str) -> Step[S]:
        """The change; what is none is said."""
        if not text.strip():
            return Step(state)
        team = desk.event.entrant(self.team)
        if text.strip().isdecimal():
            return _form(state, team, text.strip())
        try:
            action = read_change(team, text.strip())
        except Refused as refusal:
            return say(state, str(refusal), "bad")
        done = f"{safe(team.name, 30)}: {action.describe(desk.event).partition(': ')[2]}"
        return Step(state, (Do(action, done=safe(done, 120)),))


def _form(state: S, team: Entrant, place: str) -> Step[S]:
    """The form of one player."""
    try:
        return Step(state, (Converse(_edit, (_at(team, place).id,)),))
    except Refused as refusal:
        return say(state, str(refusal), "bad")


async def _edit(console: TopboardApp, id: EntrantId) -> None:
    from tui.screens.entry_saving import edit_player

    if console.front is not None:
        edit_player(console.front, id)


def read_change(team: Entrant, text: str) -> Action:
    """`+ Evans, E. 1850`, `- 3`, `3 Evans, E. 1850`, `2 1 3 4`; `Refused` for anything else."""
    list_before = tuple(player.id for player in team.players)
    if text.startswith("+"):
        new = edited(Entrant("", "?"), _read(text[1:].strip()))
        return SetPlayers(team.id, (*team.players, new), list_before)
    if match := _OUT.fullmatch(text):
        gone = _at(team, match[1])
        return SetPlayers(team.id, tuple(p for p in team.players if p is not gone), list_before)
    if _ORDER.fullmatch(text):
        first = [_at(team, place) for place in re.findall(r"\d+", text)]
        rest = [player for player in team.players if player not in first]
        return SetPlayers(team.id, (*first, *rest), list_before)
    if match := _CHANGED.fullmatch(text):
        return EditPlayer(_at(team, match[1]).id, _read(match[2].strip()))
    raise Refused(f"{text[:20]!r} is no change of players", "", HINT)


def _at(team: Entrant, place: str) -> Entrant:
    if not 1 <= int(place) <= len(team.players):
        there = f"it has {len(team.players)}"
        raise Refused(f"{safe(team.name, 30)} has no player {place}", there, "give a place")
    return team.players[int(place) - 1]


def _read(text: str) -> Mapping[str, Any]:
    """A name, and behind it a rating."""
    rated = _RATED.fullmatch(text)
    name, _ = clean(rated[1] if rated else text, "name", 80)
    if not name:
        raise Refused("a player needs a name", "", HINT)
    values: dict[str, Any] = {"name": name}
    return values | (entry_values("rating", rated[2])[0] if rated else {})


def players_prompt(team: Entrant) -> Prompt:
    """The line for a change of a team's players."""
    return Prompt(
        f"{safe(team.name, 20)} (+ name rating, - 3, 3 opens, 2 1 3)", PlayersPrompt(team.id)
    )


def with_players(event: Event, state: PlaceState, body: list[Line], boards: int) -> list[Line]:
    """The list with the players of the selected team below it."""
    at = next((row for row, one in enumerate(body) if one.key == state.selected), None)
    team = next((e for e in event.entrants if e.id == state.selected and e.players), None)
    if at is None or team is None:
        return body
    return [*body[: at + 1], *player_lines(event, team, boards), *body[at + 1 :]]
