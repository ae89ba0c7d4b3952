"""Bracket, as the console runs it."""

from __future__ import annotations

from collections.abc import Sequence

from tui.places.bracket import keys, picture, state
from tui.places.shape import DeskView, PlaceKind
from tui.widgets.lines import Line


def _pane(
    desk: DeskView, state: state.BracketState, width: int, height: int
) -> Sequence[Line] | None:
    from tui.places.bracket.pane import pane  # where the terminal is wide enough for it

    return pane(desk, state, width, height)


BRACKET = PlaceKind(
    name="bracket",
    initial=lambda desk: state.BracketState(),
    picture=picture.picture,
    pane=_pane,
    list_needs=state.list_needs,
    commands=keys.COMMANDS,
    waiting=frozenset({"choose", "beside", "draw", "finals"}),
    on_key=keys.on_key,
    on_click=keys.on_click,
    on_outcome=keys.on_outcome,
    settle=state.settle,
    on_resume=state.resume,
    extra_help=picture.extra_help,
    unsaved=lambda desk, each: each.entry.settled(desk).not_in_journal,
    remembered={"at": str},
    detail_height=state.DETAILS,
    selectable=False,
)
