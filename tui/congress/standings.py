"""The place Standings of a congress: the Standings of each event in turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.refusal import Refused
from tui.congress.to_settle import nothing_open
from tui.congress.within import CongressEventsState, congress_of, enter_event, own_state, within
from tui.keys.commands import keys_of
from tui.places.shape import PARTING, Converse, DeskView, Key, PlaceKind, Screenful, Step, settled
from tui.places.standings import STANDINGS, StandingsState
from tui.widgets.lines import Line

PLACE = "congress_standings"


@dataclass(frozen=True, slots=True)
class CongressStandingsState(CongressEventsState):
    """Of each event a `StandingsState`."""

    shown: str = ""
    """The folder of the event in front."""

    def own(self, folder: str) -> StandingsState:
        """What is remembered of an event."""
        known: StandingsState | None = self.events.get(folder)
        return known or StandingsState()

    def selected_in(self, folder: str) -> Hashable | None:
        """The line that is selected there."""
        return self.selected if folder == self.shown else self.own(folder).selected

    def event_desk(self, desk: DeskView, folder: str) -> DeskView:
        """It has the whole of this place."""
        event: DeskView = congress_of(desk).by_folder[folder].desk
        across = desk.width + PARTING + desk.pane_width if desk.paned else desk.width + 1
        return event._replace(width=desk.width, across=across, height=desk.height, page=desk.page)


StandingsStep = Step[CongressStandingsState]


def picture(desk: DeskView, state: CongressStandingsState) -> Screenful:
    """The table of the event in front."""
    whole = congress_of(desk)
    if state.shown not in whole.by_folder:
        return Screenful(body=nothing_open(congress_of(desk), desk.width))
    own = own_state(state, state.shown)
    shown = STANDINGS.picture(state.event_desk(desk, state.shown), own)
    folders = [event.folder for event in whole.events]
    where = f" {whole.names[state.shown]} ({folders.index(state.shown) + 1} of {len(folders)})"
    status = Line(((where, "strong"), (" ·", "dim"), *shown.status.parts))
    return shown._replace(status=status, first_keys=(), idle=frozenset())


def pane(
    desk: DeskView, state: CongressStandingsState, width: int, height: int
) -> Sequence[Line] | None:
    """The selected player."""
    if state.shown not in congress_of(desk).by_folder or STANDINGS.pane is None:
        return None
    own = own_state(state, state.shown)
    return STANDINGS.pane(state.event_desk(desk, state.shown), own, width, height)


def settle(desk: DeskView, state: CongressStandingsState) -> CongressStandingsState:
    """An event is in front, and a line of it selected."""
    events = congress_of(desk).events
    if not events:
        return state
    if state.shown not in congress_of(desk).by_folder:
        first = next((e for e in events if e.desk.event.published), events[0])
        state = replace(state, shown=first.folder, selected=None)
    own = own_state(state, state.shown)
    after, _ = settled(STANDINGS, state.event_desk(desk, state.shown), own, Screenful())
    quiet = replace(after, message=None, questions=(), prompt=None)
    known = state.events.get(state.shown)
    if quiet != known:
        state = replace(state, events={**state.events, state.shown: quiet})
    return replace(state, selected=after.selected)


def next_event(desk: DeskView, state: CongressStandingsState) -> StandingsStep:
    """The table of the next event."""
    return _to_event(desk, state, 1)


def last_event(desk: DeskView, state: CongressStandingsState) -> StandingsStep:
    """The table of the event before."""
    return _to_event(desk, state, -1)


def _to_event(desk: DeskView, state: CongressStandingsState, by: int) -> StandingsStep:
    folders = [event.folder for event in congress_of(desk).events]
    if not folders:
        return Step(state)
    at = folders.index(state.shown) if state.shown in folders else 0
    shown = folders[(at + by) % len(folders)]
    return Step(replace(state, shown=shown, selected=state.own(shown).selected))


def on_select(desk: DeskView, state: CongressStandingsState, key: Hashable | None) -> StandingsStep:
    """A player of the event in front."""
    return Step(replace(state, selected=key))


def own_console(desk: DeskView, state: CongressStandingsState) -> StandingsStep:
    """The event in its own Standings, on the selected player."""
    if state.shown not in congress_of(desk).by_folder:
        raise Refused("no event is open", "", "")
    return Step(state, (Converse(enter_event, (state.shown, "standings", state.selected)),))


def on_key(desk: DeskView, state: CongressStandingsState, key: Key) -> StandingsStep | None:
    """Keys of an event's own Standings that are not of its table."""
    own_keys = keys_of(PLACE)
    if key.typed in own_keys or state.shown not in congress_of(desk).by_folder:
        return None
    event, own = state.event_desk(desk, state.shown), own_state(state, state.shown)
    step = STANDINGS.on_key(event, own, key)
    return within(desk, state, state.shown, lambda d, s: step) if step is not None else None


def _of_event(id: str) -> Callable[[DeskView, Any], Step[Any]]:
    def acted(desk: DeskView, state: CongressStandingsState) -> StandingsStep:
        return within(desk, state, state.shown, STANDINGS.commands[id])

    return acted


CONGRESS_STANDINGS = PlaceKind(
    name=PLACE,
    initial=lambda desk: CongressStandingsState(),
    picture=picture,
    commands={
        "event": next_event,
        "last_event": last_event,
        "own_console": own_console,
        **{id: _of_event(id) for id in ("next_table", "find", "find_next", "all")},
    },
    pane=pane,
    on_key=on_key,
    on_select=on_select,
    settle=settle,
    without_event=True,
)
