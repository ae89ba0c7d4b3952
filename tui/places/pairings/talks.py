"""What Pairings asks with screens of its own, and what it compares beside the keys."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.actions import FinishEditing, PublishRound
from engine.by_hand import weighed
from engine.departures import Departure
from engine.entrants import EntrantId
from engine.event import Event, Instruction, Round
from engine.points import points_named, points_text
from engine.proposal import other_bye_points
from engine.protocol import Format, Severity, length_changed
from engine.refusal import NoDraw, Refused
from engine.staleness import other_length_words
from saves.safe_text import safe
from tui.places.pairings.lines import Review
from tui.places.pairings.state import Counted
from tui.places.pairings.words import (
    altered_lines,
    altered_title,
    deadlock_lines,
    instruction_lines,
    own_lines,
)
from tui.screens.choice_dialog import ChoiceDialog
from tui.screens.dialogs import Telling
from tui.screens.why_dialog import LockTogether, WhyDialog
from tui.terminal.cells import wrapped
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp

LISTED = 68
"""Cells of a line in the list of what was changed."""
PUBLISH_KEYS = "y  publish      enter, esc, n  not yet"
FINISH_KEYS = "y  finish      enter, esc, n  not yet"


async def choose(app: TopboardApp) -> str | None:
    """The draw by choice; `draw` where the arbiter goes on to the draw of the rest."""
    answer: str | None = await app.push_screen_wait(ChoiceDialog())
    return answer


async def choose_instruction(app: TopboardApp) -> Instruction | None:
    """One of the locks, bars and allowances, to be taken back."""
    event = app.desk.event
    note = "enter  remove      esc  close"
    chosen = await app.push_screen_wait(Telling("Locks and bars", instruction_lines(event), note))
    return event.instructions[int(chosen)] if chosen is not None else None


async def ask_altered(
    app: TopboardApp, review: Review, notes: Sequence[str]
) -> PublishRound | None:
    """Everything by which a round is not the engine's own draw; the publication that records it,
    where the arbiter says yes."""
    review = await with_costs(review)
    texts = (wrapped(safe(note, 200), LISTED, "!", most=3) for note in notes)
    lines = [line(text, "should") for part in texts for text in part]
    lines += altered_lines(review, LISTED, "publishes")
    answers = {"y": "publish", "n": "not"}
    question = Telling(altered_title(review, "Publish"), lines, PUBLISH_KEYS, answers)
    if await app.push_screen_wait(question) != "publish":
        return None
    return publication(review)


async def ask_finished(app: TopboardApp, review: Review) -> FinishEditing | None:
    """The end of pairing by hand, once all by which the round is not the engine's own draw was
    listed and the arbiter says yes; at once where there is nothing to list."""
    review = await with_costs(review)
    finish = FinishEditing(review.round.number, insist=_breaks_law(review))
    lines = altered_lines(review, LISTED, "finishes")
    if review.costs is not None and review.costs.own is not None and not review.costs.departures:
        return finish
    answers = {"y": "finish", "n": "not"}
    question = Telling(altered_title(review, "Finish"), lines, FINISH_KEYS, answers)
    return finish if await app.push_screen_wait(question) == "finish" else None


def publication(review: Review) -> PublishRound:
    """Of a round that was changed by hand, of which the costs are known: it records them."""
    costs = review.costs
    assert costs is not None
    return PublishRound(
        review.round.number, costs.departures, costs.worse, insist=_breaks_law(review)
    )


async def with_costs(review: Review) -> Review:
    """The review with what the changes by hand cost."""
    if review.costs is not None:
        return review
    costs = await asyncio.to_thread(weighed, review.event, review.format, review.round)
    return review.with_costs(costs)


def _breaks_law(review: Review) -> bool:
    return any(c.severity is Severity.MUST for c in review.broken)


def count_costs(
    app: TopboardApp, event: Event, format: Format, round: Round, before: Round | None
) -> Counted:
    """What the changes by hand in a proposal cost."""
    return Counted(event, weighed(event, format, round, before))


async def show_deadlock(app: TopboardApp, refusal: NoDraw) -> str | None:
    """The whole refusal; `lock` where the fewest games that would do are to be locked."""
    these = "these" if len(refusal.pairs) > 1 else "this"
    note, answers = "enter, esc, q  cancel", {}
    if refusal.pairs:
        note, answers = f"l  lock {these} and draw      {note}", {"l": "lock"}
    lines = deadlock_lines(app.desk.event, refusal)
    answer: str | None = await app.push_screen_wait(
        Telling(safe(refusal.what, 200), lines, note, answers)
    )
    return answer


async def explain(
    app: TopboardApp, review: Review, key: int | tuple[str, EntrantId]
) -> tuple[EntrantId, EntrantId] | None:
    """Why these two; two who are to be locked together instead, where the arbiter wishes it."""
    wish = await app.push_screen_wait(WhyDialog(review, key))
    return (wish.a, wish.b) if isinstance(wish, LockTogether) else None


async def compare_with_own(app: TopboardApp, number: int) -> tuple[Departure, ...] | None:
    """Who sits elsewhere than in the engine's own draw of a round; None where it was stopped."""
    try:
        document = await app.desk.answer("round", "--round", str(number), "--own")
    except Refused as refusal:
        problem = f"not compared with the computer draw: {refusal.what}"
        raise Refused(problem, refusal.why, refusal.remedy) from refusal
    return tuple(map(_departure, document["differences"])) if document else None


def _departure(difference: dict[str, Any]) -> Departure:
    return Departure(str(difference["id"]), str(difference["here"]), str(difference["engine"]))


async def show_own(app: TopboardApp, departures: tuple[Departure, ...]) -> None:
    """Who sits elsewhere than in the engine's own draw."""
    desk = app.desk
    event = desk.event
    title = f"{len(departures)} placed differently from the computer draw"
    if not departures:
        title = "This is the computer draw."
    lines = own_lines(event, departures)
    round = event.proposal or event.current
    other = length_changed(event, desk.format, round) if round is not None else None
    worth = None
    if round is not None:
        worth = await asyncio.to_thread(other_bye_points, event, desk.format, round)
    otherwise = [other_length_words(other)] if other is not None else []
    otherwise += (
        [f"the bye would score {points_named(worth[1])}, not {points_text(worth[0])}"]
        if worth
        else []
    )
    if otherwise:
        if not departures:
            title = "Everybody sits as in the computer draw"
        lines.insert(0, line(f" Drawn again, {', and '.join(otherwise)}.", "should"))
    await app.push_screen_wait(Telling(title, lines))
