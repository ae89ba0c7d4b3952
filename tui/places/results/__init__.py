"""The place Results, the control desk. Read `state`, then `picture`, then `keys`; the
verification pass is in `verification`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.places.results import picture, state
from tui.places.shape import DeskView, LateKeys, PlaceKind, Step
from tui.widgets.lines import Line

if TYPE_CHECKING:
    from tui.places.results import keys
else:  # no picture needs them
    keys = LateKeys("tui.places.results.keys")


def _pane(
    desk: DeskView, state: state.ResultsState, width: int, height: int
) -> Sequence[Line] | None:
    from tui.places.results.pane import pane  # where the terminal is wide enough for it

    return pane(desk, state, width, height)


def _on_pane(
    desk: DeskView, state: state.ResultsState, cell: int, row: int
) -> Step[state.ResultsState]:
    from tui.places.results.pane import on_pane

    return on_pane(desk, state, cell, row)


def _covered(desk: DeskView, each: state.ResultsState) -> frozenset[tuple[int, int]]:
    if each.verification.round is None:
        return frozenset()
    from tui.places.results.verification import covered_places

    return covered_places(desk, each)


RESULTS = PlaceKind(
    name="results",
    initial=lambda desk: state.ResultsState(),
    picture=picture.picture,
    commands={
        "keep_saved": keys.keep_saved,
        "take_typed": keys.take_typed,
        "go_to": keys.go_to,
        "other_result": keys.other_result,
        "lineup": keys.lineup,
        "postpone": keys.postpone,
        "missing": keys.only_missing,
        "next_missing": keys.next_missing,
        "verify": keys.verify,
        "undo": keys.undo,
        "correct": keys.correct,
        "seat": keys.seat,
        "adjourn_rest": keys.adjourn_rest,
        "withdraw_loser": keys.withdraw_loser,
        "key_scheme": keys.key_scheme,
        "round_before": keys.round_before,
        "round_after": keys.round_after,
        "all": keys.show_all,
        "find": keys.find,
        "find_next": keys.find_next,
    },
    message_first=frozenset({"all"}),
    pane=_pane,
    on_pane=_on_pane,
    on_key=keys.on_key,
    on_paste=keys.on_paste,
    on_select=keys.on_select,
    on_back=state.come_back,
    on_change=keys.on_change,
    on_outcome=keys.on_outcome,
    settle=state.settle,
    on_return=keys.returning,
    on_resume=keys.resume,
    extra_help=picture.extra_help,
    unsaved=lambda desk, each: each.entry.settled(desk).not_in_journal,
    covered=_covered,
    remembered={"round": int, "missing_only": bool},
    clocked=True,
)
