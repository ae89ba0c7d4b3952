"""The place Results of a congress. Read `picture`, what it remembers and shows, then `keys`."""

from __future__ import annotations

from collections.abc import Sequence

from tui.congress.results import keys, picture
from tui.places.shape import DeskView, PlaceKind, Step
from tui.widgets.lines import Line


def _pane(
    desk: DeskView, state: picture.CongressResultsState, width: int, height: int
) -> Sequence[Line]:
    from tui.congress.results.pane import pane

    return pane(desk, state, width, height)


def _on_pane(
    desk: DeskView, state: picture.CongressResultsState, cell: int, row: int
) -> Step[picture.CongressResultsState]:
    from tui.congress.results.pane import on_pane

    return on_pane(desk, state, cell, row)


CONGRESS_RESULTS = PlaceKind(
    name="congress_results",
    initial=lambda desk: picture.CongressResultsState(),
    picture=picture.picture,
    commands={
        "keep_saved": keys.keep_saved,
        "take_typed": keys.take_typed,
        "mixed_pile": keys.mixed_pile,
        "in_order": keys.in_order,
        "go_to": keys.go_to,
        "event": keys.event,
        "missing": keys.missing,
        "next_missing": keys.next_missing,
        "verify": keys.verify,
        "undo": keys.undo,
        "draw": keys.draw,
        "other_result": keys.other_result,
        "correct": keys.correct,
        "seat": keys.seat,
        "lineup": keys.lineup,
        "adjourn_rest": keys.adjourn_rest,
        "withdraw_loser": keys.withdraw_loser,
        "key_scheme": keys.key_scheme,
        "own_console": keys.own_console,
        "all": keys.all_boards,
        "find_next": keys.find_next,
    },
    pane=_pane,
    on_pane=_on_pane,
    on_key=keys.on_key,
    on_paste=keys.on_paste,
    on_select=keys.on_select,
    on_change=keys.on_change,
    on_return=keys.returning,
    on_resume=keys.resume,
    on_outcome=keys.on_outcome,
    settle=picture.settle,
    extra_help=picture.extra_help,
    clocked=True,
    without_event=True,
)
