"""The players of a team in Entries: shown below the selected team, changed by a line typed, and
what the place remembers of such lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.actions import Action
from engine.actions.team_players import EditPlayer, SetPlayers
from engine.entrants import Entrant, EntrantId, edited
from engine.event import Event
from engine.points import counted
from engine.refusal import EnteredAlready, Refused
from saves.entry_values import entry_values, person_name
from saves.safe_text import clean, safe, shortened
from tui.places.finding import NarrowedState
from tui.places.shape import (
    Converse,
    DeskView,
    Do,
    Done,
    Failed,
    Outcome,
    PlaceState,
    Prompt,
    Question,
    Step,
    say,
)
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit, line

if TYPE_CHECKING:
    from tui.app import TopboardApp


_ORDER = re.compile(r"\d+(?:[ ,]+\d+)+")
_OUT = re.compile(r"-\s*(\d+)")
_CHANGED = re.compile(r"(\d+)\s+(\D.*)")
_RATED = re.compile(r"(.*?)\s+(\d+e?)")
"""However small: juniors' grades have two digits."""


@dataclass(frozen=True, slots=True)
class TypingPlayersState(NarrowedState):
    """A place in which a line for a team's players stays open."""

    players_sent: tuple[Action, ...] = ()
    """Changes of teams' players on their way to the journal, in order: a line typed after them is
    of the teams as they leave them."""
    players_refused: tuple[str, ...] = ()
    """Lines for players that were not taken since one was opened: what is typed ahead wipes out
    why."""


P = TypeVar("P", bound=TypingPlayersState)


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
class TypedPlayers:
    """What an action in the queue was typed as."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayersPrompt:
    """Changes of a team's players, line after line until esc or an empty one."""

    team: EntrantId

    def entered(self, desk: DeskView, state: P, text: str) -> Step[P]:
        """The change; a text that is not one is said, and the next key replaces it."""
        text = text.strip()
        if not text:
            return self.dropped(desk, state)
        event = _as_typed(desk, state)
        team = event.entrant(self.team)
        try:
            if text.isdecimal():
                effect = Converse(_edit, (_at(team, text).id,))
            else:
                action = read_change(team, text)
                action.judge(event, desk.format)
                return _sent(desk, state, self, action, text)
        except EnteredAlready as refusal:
            asked = f"{safe(refusal.cause, 120)}.\n\nIs this another person of that name?"
            question = Question(asked, AnotherPerson(self, text))
            return Step(replace(state, questions=(*state.questions, question)))
        except Refused as refusal:
            again = _line(event, team, self)._replace(text=text, proposed=True)
            return say(replace(_missed(state, text), prompt=again), str(refusal), "bad")
        return Step(replace(state, prompt=_line(event, team, self)), (effect,))

    def changed(self, desk: DeskView, state: P, text: str) -> Step[P]:
        """`?` alone says what can be typed."""
        if text.strip() != "?" or state.prompt is None:
            return Step(state)
        prompt = state.prompt._replace(text="")
        team = _as_typed(desk, state).entrant(self.team)
        return say(replace(state, prompt=prompt), _what_can_be_typed(team))

    def dropped(self, desk: DeskView, state: P) -> Step[P]:
        """What was entered before stays: how many the team has with it, and what was not taken."""
        team = _as_typed(desk, state).entrant(self.team)
        there = counted(len(team.players), "player") if team.players else "no players"
        parts = [f"{name_in(desk.event, team.id, 30)} has {there}", not_taken(state)]
        return say(state, "; ".join(filter(None, parts)))


@dataclass(frozen=True, slots=True)
class AnotherPerson:
    """Asked of a new player of a name that is known."""

    line: PlayersPrompt
    text: str

    def yes(self, desk: DeskView, state: P) -> Step[P]:
        """He is entered, and the line is open for the next one."""
        team = _as_typed(desk, state).entrant(self.line.team)
        action = replace(read_change(team, self.text), insist=True)
        return _sent(desk, state, self.line, action, self.text)

    def no(self, desk: DeskView, state: P) -> Step[P]:
        """The line is open with what was typed, to be changed."""
        event = _as_typed(desk, state)
        line = _line(event, event.entrant(self.line.team), self.line)
        return Step(replace(state, prompt=line._replace(text=self.text)))


def _sent(desk: DeskView, state: P, line: PlayersPrompt, action: Action, text: str) -> Step[P]:
    """A change on its way, and the line open for the next one."""
    event = _as_typed(desk, state)
    team = event.entrant(line.team)
    done = f"{name_in(event, team.id, 30)}: {action.describe(event).partition(': ')[2]}"
    said = safe(done, 120) + _new_rated(action) + _new_plays(desk, action)
    sent = (*state.players_sent, action)
    state = replace(state, players_sent=sent, prompt=_line(event, team, line))
    return Step(state, (Do(action, TypedPlayers(text), done=said),))


def _as_typed(desk: DeskView, state: P) -> Event:
    """The event with actions on their way: it has the first before its outcome arrives."""
    event = desk.event
    for action in state.players_sent:
        if not isinstance(action, SetPlayers) or action.was == _ids(event.entrant(action.team)):
            event = action.change(event, desk.format)
    return event


def _ids(team: Entrant) -> tuple[EntrantId, ...]:
    return tuple(player.id for player in team.players)


def _missed(state: P, *texts: str) -> P:
    return replace(state, players_refused=(*state.players_refused, *texts))


def after_outcome(state: P, outcome: Outcome) -> P:
    """What becomes of lines that were on their way; those after a refusal are gone with it."""
    gone = [outcome.effect, *(outcome.dropped if isinstance(outcome, Failed) else ())]
    about = [effect.about for effect in gone if isinstance(effect, Do)]
    texts = [one.text for one in about if isinstance(one, TypedPlayers)]
    state = replace(state, players_sent=state.players_sent[len(texts) :])
    return state if isinstance(outcome, Done) else _missed(state, *texts)


def not_taken(state: TypingPlayersState) -> str:
    """The lines refused since it was opened; empty for none."""
    texts = ", ".join(repr(shortened(text, 30)) for text in state.players_refused)
    return f"not taken: {texts}" if texts else ""


def _new_rated(action: Action) -> str:
    """What was taken for the rating of a new player; empty for any other change."""
    new = [p for p in action.players if not p.id] if isinstance(action, SetPlayers) else []
    return "".join(f", {f'rating {p.rating}' if p.rating else 'without a rating'}" for p in new)


def _new_plays(desk: DeskView, action: Action) -> str:
    """In which rounds a player plays who comes after the first; empty for any other change."""
    event, current = desk.event, desk.event.current
    if not isinstance(action, SetPlayers) or all(player.id for player in action.players):
        return ""
    if current is None:
        return ""
    last = current.number
    planned = desk.format.rounds_planned(event)
    on = f"; plays from {event.called(last + 1)} on" if planned is None or last < planned else ""
    if not any(action.team in match.pair for match in current.matches):
        return on
    return f"{on}; in {event.called(last)} by l (F3), which is recorded"


async def _edit(console: TopboardApp, id: EntrantId) -> None:
    from tui.screens.entry_saving import edit_player

    await console.queue.idle()  # the player may be one typed just before
    edit_player(console.here, id)


def read_change(team: Entrant, text: str) -> Action:
    """`+ Evans, E. 1850` or the same without the sign, `- 3`, `3 Evans, E. 1850`, `2 1 3 4`;
    `Refused` for anything else."""
    list_before = _ids(team)
    if text.startswith("+") or text[0].isalpha():
        new = edited(Entrant("", "?"), _read(text.removeprefix("+").strip()))
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
    raise Refused(f"{text[:20]!r} is not a change of players", "", _what_can_be_typed(team))


def _at(team: Entrant, place: str) -> Entrant:
    there, name = len(team.players), shortened(team.name, 30)
    if not there:
        raise Refused(f"{name} has no players yet", "", _what_can_be_typed(team))
    if not 1 <= int(place) <= there:
        places = "place 1" if there == 1 else f"a place from 1 to {there}"
        raise Refused(f"{name} has no player {place}", "", f"give {places}")
    return team.players[int(place) - 1]


def _read(text: str) -> Mapping[str, Any]:
    """A name, followed by a rating."""
    rated = _RATED.fullmatch(text)
    name, _ = clean(rated[1] if rated else text, "name", 80)
    if not name:
        raise Refused("a player needs a name", "", "write the name, then the rating")
    if doubt := person_name(name)[1]:
        raise Refused(doubt.wrong, "", "write the name, then the rating")
    values: dict[str, Any] = {"name": name}
    return values | (entry_values("rating", rated[2])[0] if rated else {})


def opened(desk: DeskView, state: P, team: Entrant) -> Step[P]:
    """The line for changes of a team's players, and what can be typed now."""
    state = replace(
        state, players_refused=(), prompt=_line(desk.event, team, PlayersPrompt(team.id))
    )
    said = _what_can_be_typed(_as_typed(desk, state).entrant(team.id))
    return say(state, f"{said}; esc closes the line")


def _line(event: Event, team: Entrant, purpose: PlayersPrompt) -> Prompt:
    return Prompt(f"{name_in(event, team.id, 20)} (+ name rating, ? how, esc closes)", purpose)


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
