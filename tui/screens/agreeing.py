"""What an arbiter has to agree to before an action is done: asked in one way, for every place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.worker import NoActiveWorker

from engine.actions import Action
from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from engine.warning_words import REMEDIES, consequence_words, not_agreed, warning_words
from engine.warnings import Level, NotAgreed, Warning
from saves.cells import in_lines
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp

SURE = "Y"
"""Says yes to the second question: not the key of the first one, held down."""
MOST = 6
NOTE_WIDTH = 68
"""Terminal cells of a line to be read: what 80 columns have room for."""


NO = Refused("nothing was done")


def strictly_refused(refusal: NotAgreed) -> Refused:
    """What strict mode refuses, with the way out as the console has it."""
    remedy = f"{REMEDIES[Level.REFUSE]} (`:`, leave strict)"
    return Refused(refusal.what, refusal.why, remedy)


def has_to_agree(event: Event, format: Format, action: Action) -> str:
    """What an arbiter has to agree to in an action, for the question of a place, which counts as
    the first; empty for nothing. `Refused` where strict mode lets nobody."""
    warnings = [w for w in action.warnings(event, format) if w.level >= Level.CONFIRM]
    if any(warning.level is Level.REFUSE for warning in warnings):
        raise strictly_refused(not_agreed(warnings, event))
    return _listed([sentence(warning_words(warning, event)) for warning in warnings])


async def agrees(app: TopboardApp, event: Event, refusal: NotAgreed, once: bool = False) -> None:
    """Ask as strongly as the warnings of a refused action are: once (unless a place has asked
    that), or a second time with what follows. `Refused` for no, and for what nobody can agree to
    in strict mode."""
    if refusal.level >= Level.REFUSE:
        raise strictly_refused(refusal) from refusal
    asked = [warning for warning in refusal.warnings if warning.level > Level.ACKNOWLEDGE]
    texts = [sentence(warning_words(warning, event)) for warning in asked]
    try:
        yes = once or await app.ask(f"{_listed(texts)}\n\nDo it? It is recorded.")
        if yes and refusal.level >= Level.CONFIRM_TWICE:
            follows = [sentence(consequence_words(w, event)) for w in asked]
            question = f"{_listed(follows)}\n\nReally do it?".strip()
            yes = await app.ask(question, SURE, warning=True)
    except NoActiveWorker:
        raise refusal from None
    if not yes:
        raise NO from refusal


async def acknowledged(app: TopboardApp, event: Event, warnings: Sequence[Warning]) -> None:
    """Show what an arbiter only has to know, until he says that he has read it."""
    lines = [
        line(f" {piece}", "should")
        for w in warnings
        for piece in in_lines(sentence(warning_words(w, event)), NOTE_WIDTH)
    ]
    note = Telling("Please note", lines, "enter, esc  understood")
    note.only_answers = frozenset({"enter", "escape", "q"})
    await app.push_screen_wait(note)


def sentence(words: str) -> str:
    """What a warning says, for a question."""
    return f"{words[:1].upper()}{safe(words[1:], 400)}." if words else ""


def _listed(texts: list[str]) -> str:
    shown = [text for text in texts if text]
    return "\n".join(
        [*shown[:MOST], f"… and {len(shown) - MOST} more"] if len(shown) > MOST else shown
    )
