"""Somebody leaves in a format where his open games of the round in play are lost by that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.actions import Withdraw
from engine.actions.presence import leaves_when, leaving_means, lost_by_leaving
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.protocol import Format
from engine.steady import steady
from engine.waiting import left_open, lost_words
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.entry_words import who
from tui.terminal.cells import in_lines
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp


CHANGED_MEANWHILE = "the event has changed meanwhile, so nothing is asked: x asks again"

ACROSS = 68
"""Cells of a line, for a terminal of 80 columns."""


def asks_plainly(event: Event, format: Format, id: EntrantId) -> bool:
    """Whether somebody can be withdrawn with a plain yes: still there, and with no open game that
    would be lost."""
    there = any(each.id == id and not each.withdrawn for each in event.entrants)
    return there and not lost_by_leaving(event, format, id)


def withdrawal_question(event: Event, format: Format, id: EntrantId) -> str:
    """The question, and what becomes of the games played and of open boards."""
    question = f"Withdraw {who(event.entrant(id))} {leaves_when(event)}?"
    means = leaving_means(event, steady(format), id)
    return "\n\n".join((question, *([f"{means}."] if means else []), *left_open(event, id)))


async def withdraws(app: TopboardApp, id: EntrantId) -> bool:
    """Ask about one who leaves, naming the open games that he would lose, and withdraw him;
    whether he is withdrawn."""
    event, format = app.desk.event, app.desk.format
    if lost := lost_by_leaving(event, format, id):
        return await withdraw_losing(app, id, lost)
    if not await app.ask(withdrawal_question(event, format, id)):
        return False
    return await app.desk.act(Withdraw(id)) is not None


async def withdraw_losing(app: TopboardApp, id: EntrantId, lost: Sequence[Match]) -> bool:
    """Name the games, then withdraw at once or after the round in play, as the arbiter says;
    whether he is withdrawn."""
    event = app.desk.event
    assert event.current is not None
    name, called = safe(event.entrant(id).name), event.called(event.current.number)
    named = "matches" if event.board_word == "table" else "games"
    lines = [line(f" {safe(text, 100)}", "bad") for text in lost_words(event, id, lost)]
    for finishes, when in ((False, "now"), (True, f"after {called}")):
        if means := leaving_means(event, steady(app.desk.format), id, finishes):
            wrapped = in_lines(f"{when}: {means}", ACROSS, "  ")
            lines += [line(f" {text}") for text in wrapped]
    dialog = Telling(
        f"{name} leaves. Withdrawn now, these open {named} of {called} are lost by default:",
        lines,
        f"w  withdraw now, these {named} are lost\n"
        f"p  plays {called} to its end, then leaves\n"
        "esc, q  stays",
        {"w": "now", "p": "after"},
    )
    answer = await app.push_screen_wait(dialog)
    if answer is None:
        return False
    if await app.desk.act(Withdraw(id, finishes=answer == "after")) is None:
        return False
    lost_now = f"the {named} named are lost by default"
    said = [lost_now if answer == "now" else f"{called} is played"]
    if meaning := leaving_means(event, steady(app.desk.format), id, answer == "after"):
        said.append(meaning)
    app.tell(f"{name} is withdrawn after {called}: {'; '.join(said)}", "done")
    return True


async def withdraw_in_turn(app: TopboardApp, leaving: Sequence[EntrantId]) -> None:
    """Several leave: each with the open games that he would lose."""
    for id in leaving:
        await withdraws(app, id)
