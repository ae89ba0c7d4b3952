"""The players of a team in Entries: shown below the selected team, changed by a line typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
        said = safe(done, 120) + _new_plays(desk, action)
        return Step(state, (Do(action, done=said),))

    def changed(self, desk: DeskView, state: S, text: str) -> Step[S]:
        """`?` alone says what can be typed."""
        if text.strip() != "?" or state.prompt is None:
            return Step(state)
        return opened(state, desk.event.entrant(self.team))


def _new_plays(desk: DeskView, action: Action) -> str:
    """In which rounds a player plays who comes after the first; empty for any other change."""
    event = desk.event
    new = isinstance(action, SetPlayers) and any(not player.id for player in action.players)
    if not event.published or not new:
        return ""
    last = len(event.published)
    planned = desk.format.rounds_planned(event)
    on = f"plays from {event.called(last + 1)} on; " if planned is None or last < planned else ""
    return f"; {on}in {event.called(last)} by l (F3), which is recorded"


def _form(state: S, team: Entrant, place: str) -> Step[S]:
    """The form of one player."""
    try:
        return Step(state, (Converse(_edit, (_at(team, place).id,)),))
    except Refused as refusal:
        return say(state, str(refusal), "bad")


async def _edit(console: TopboardApp, id: EntrantId) -> None:
    from tui.screens.entry_saving import edit_player

    edit_player(console.here, id)


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
    raise Refused(f"{text[:20]!r} is no change of players", "", _what_can_be_typed(team))


def _at(team: Entrant, place: str) -> Entrant:
    there, name = len(team.players), safe(team.name, 30)
    if not there:
        raise Refused(f"{name} has no players yet", "", _what_can_be_typed(team))
    if not 1 <= int(place) <= there:
        places = "place 1" if there == 1 else f"a place from 1 to {there}"
        raise Refused(f"{name} has no player {place}", "", f"give {places}")
    return team.players[int(place) - 1]


def _read(text: str) -> Mapping[str, Any]:
    """A name, and behind it a rating."""
    rated = _RATED.fullmatch(text)
    name, _ = clean(rated[1] if rated else text, "name", 80)
    if not name:
        raise Refused("a player needs a name", "", "write the name, then the rating")
    values: dict[str, Any] = {"name": name}
    return values | (entry_values("rating", rated[2])[0] if rated else {})


def opened(state: S, team: Entrant) -> Step[S]:
    """The line for a change of a team's players, and what can be typed now."""
    label = f"{safe(team.name, 20)} (+ name rating{', ? how' if team.players else ''})"
    return say(
        replace(state, prompt=Prompt(label, PlayersPrompt(team.id))), _what_can_be_typed(team)
    )


def _what_can_be_typed(team: Entrant) -> str:
    last = len(team.players)
    if not last:
        return "+ name rating adds a player, as + Evans, E. 1850"
    order = ", 2 1 puts player 2 first" if last > 1 else ""
    return (
        f"+ name rating adds, {last} opens player {last}, - {last} takes player {last} out{order}"
    )


def with_players(event: Event, state: PlaceState, body: list[Line], boards: int) -> list[Line]:
    """The list with the players of the selected team below it."""
    at = next((row for row, one in enumerate(body) if one.key == state.selected), None)
    team = next((e for e in event.entrants if e.id == state.selected and e.players), None)
    if at is None or team is None:
        return body
    return [*body[: at + 1], *player_lines(event, team, boards), *body[at + 1 :]]
