"""The place Pairings: a draw made, looked at, changed by hand, published. Read `lines`, all that is
known of a round, `picture`, what is remembered and shown, then `keys`; what has a screen of its own
is in `talks`."""

from __future__ import annotations

from tui.places.pairings import editing, keys, pane, picture
from tui.places.shape import PlaceKind

PAIRINGS = PlaceKind(
    name="pairings",
    initial=lambda desk: picture.PairingsState(),
    picture=picture.picture,
    pane=pane.pane,
    on_rest=pane.rest,
    list_needs=picture.list_needs,
    commands={
        "draw": keys.draw,
        "choose": keys.choose,
        "cancel": keys.cancel,
        "swap": keys.swap,
        "side_left": keys.side_left,
        "side_right": keys.side_right,
        "turn": keys.turn,
        "lock": keys.lock,
        "bar": keys.bar,
        "bar_always": keys.bar_always,
        "allow": keys.allow,
        "instructions": keys.instructions,
        "redraw_rest": keys.redraw_rest,
        "by_hand": editing.edit,
        "pair": editing.pair,
        "apart": editing.apart,
        "clear": editing.clear,
        "publish": keys.publish,
        "next_mark": keys.next_mark,
        "last_mark": keys.last_mark,
        "why": keys.why,
        "own": keys.own,
        "redraw": keys.redraw,
        "discard": keys.discard,
        "correct": keys.correct,
        "seat": keys.seat,
        "round_before": keys.round_before,
        "round_after": keys.round_after,
        "find": keys.find,
        "find_next": keys.find_next,
    },
    waiting=frozenset(
        {"draw", "choose", "redraw_rest", "publish", "redraw", "discard", "correct", "seat", "own"}
    ),
    on_key=keys.keys_of_pane,
    on_select=keys.select,
    on_pane=keys.click_in_pane,
    on_change=keys.on_change,
    on_outcome=keys.on_outcome,
    settle=picture.settle,
    on_begin=keys.begin,
    on_return=keys.returning,
    remembered={"viewed": int},
    detail_height=picture.DETAIL_HEIGHT,
)
