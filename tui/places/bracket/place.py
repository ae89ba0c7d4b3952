"""Bracket, as the console runs it."""

from __future__ import annotations

from tui.places.bracket import keys, picture, state
from tui.places.shape import PlaceKind

BRACKET = PlaceKind(
    name="bracket",
    initial=lambda desk: state.BracketState(),
    picture=picture.picture,
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
    detail_height=3,
    selectable=False,
)
