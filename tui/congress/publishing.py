"""Rounds of several events published by one answer, where some were changed by hand: all by which
these are not the engine's own draws is listed first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import PublishRound
from engine.event import Event
from engine.points import counted
from engine.waiting import held_against_own
from tui.places.pairings.lines import Review
from tui.places.pairings.talks import LISTED, PUBLISH_KEYS, publication, with_costs
from tui.places.pairings.words import altered_lines
from tui.screens.columns import in_lines
from tui.screens.dialogs import Telling
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

WIDTH = 68
"""Cells of a line, so that none is cut off at 80 columns."""
BEHIND = (
    "A restore point is taken of each. u takes a publication back until a result is in; after "
    "that, boards are corrected, not redrawn."
)


@dataclass(frozen=True, slots=True)
class ToPublish:
    """The proposal of an event that is to be published with others."""

    folder: str
    heading: str
    """`Open, round 2: 12 boards`."""
    twice: tuple[str, ...]
    """Who would sit at a board of another event too."""
    review: Review
    event: Event
    """As it was asked about."""


def _held_against_own(review: Review) -> bool:
    return held_against_own(review.event, review.round)


async def ask_all(
    app: TopboardApp, rounds: tuple[ToPublish, ...], left_out: tuple[str, ...]
) -> tuple[PublishRound, ...]:
    """What is published, each as it is recorded; nothing where the arbiter says no."""
    weighed = [
        await with_costs(one.review) if _held_against_own(one.review) else one.review
        for one in rounds
    ]
    lines: list[Line] = []
    for one, review in zip(rounds, weighed, strict=True):
        lines += lines_of(one, review)
    if left_out:
        lines.append(line(" Not with them:", "strong"))
        lines += [part for text in left_out for part in _in_full(text, "   ", "plain")]
        lines.append(Line())
    lines += _in_full(BEHIND, " ", "dim")
    title = f"Publish {counted(len(rounds), 'round')}?"
    answers = {"y": "publish", "n": "not"}
    if await app.push_screen_wait(Telling(title, lines, PUBLISH_KEYS, answers)) != "publish":
        return ()
    return tuple(
        publication(review) if _held_against_own(review) else PublishRound(review.round.number)
        for review in weighed
    )


def lines_of(one: ToPublish, review: Review) -> Sequence[Line]:
    """Of one event: what it is, and how it differs from the engine's own draw."""
    lines = [line(f" {one.heading}", "strong")]
    lines += [part for words in one.twice for part in _in_full(f"! {words}", "   ", "should")]
    if _held_against_own(review):
        costs = review.costs
        moved = len(costs.departures) if costs is not None else 0
        lines.append(line(f"   {_differing(moved, review.round.altered)}"))
        lines += altered_lines(review, LISTED, "publishes")
    return [*lines, Line()]


def _in_full(text: str, indent: str, style: str) -> list[Line]:
    return [line(f"{indent}{part}", style) for part in in_lines(text, WIDTH)]


def _differing(moved: int, altered: bool) -> str:
    if not altered:
        text = f"{moved} placed differently" if moved else "everybody sits as"
        return f"drawn before something changed: {text} {'from' if moved else 'in'} a draw of now"
    if moved:
        return f"changed by hand: {moved} placed differently from the computer draw"
    return "changed by hand, or drawn under locks: everybody sits as in the computer draw"
