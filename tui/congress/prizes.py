"""The place Prizes of a congress."""

from __future__ import annotations

from tui.congress.entering import enter_event
from tui.congress.within import congress_of
from tui.places.shape import Converse, DeskView, PlaceKind, PlaceState, Screenful, Step, say
from tui.widgets.line import Line, line


def picture(desk: DeskView, state: PlaceState) -> Screenful:
    """The events, and where their prizes are."""
    names = congress_of(desk).names
    return Screenful(
        status=line(f" {len(names)} events", "strong"),
        body=[Line(((f"   {name}", "plain"),), folder) for folder, name in names.items()],
        foot=line(" `topboard prizes` lists what each event and the congress give", "dim"),
    )


def own_console(desk: DeskView, state: PlaceState) -> Step[PlaceState]:
    """The selected event in its own console."""
    if not isinstance(state.selected, str):
        return say(state, "no event is selected")
    return Step(state, (Converse(enter_event, (state.selected, "standings")),))


CONGRESS_PRIZES = PlaceKind(
    name="congress_prizes",
    initial=lambda desk: PlaceState(),
    picture=picture,
    commands={"own_console": own_console},
    on_choose=own_console,
    without_event=True,
)
