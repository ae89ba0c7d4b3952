"""The format tried on the entry list, asked from the console: many events played by chance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.points import counted
from engine.refusal import Refused
from saves.cells import bar
from saves.safe_text import safe
from tui.child import Answer, Child
from tui.screens.dialogs import Telling
from tui.screens.working import CELLS, PAUSE
from tui.widgets.lines import Line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.commands.documents import Document

FEWEST, MOST, GAMES = 5, 50, 2000
"""Events that are played: so many that about so many entries are paired in each round in all."""
WIDTH = 70
"""Cells of a line in a dialog."""


class Playing(ModalScreen[None]):
    """Events are played beside the console; esc stops them, with the figures known by then."""

    DEFAULT_CSS = "Playing { align: center middle; background: transparent; }"

    AUTO_FOCUS = ""

    def __init__(self, child: Child, title: str) -> None:
        super().__init__()
        self.child, self.title_text, self.ending = child, title, False

    def compose(self) -> ComposeResult:
        """What is done, and how to end it."""
        with TitledBox(self.title_text):
            yield Label("0 s", id="how-far", markup=False)
            yield Label("", id="so-far", markup=False)
            yield Label("esc  stop", id="keys", markup=False, classes="dialog-note")

    def on_mount(self) -> None:
        """How far it is, now and then."""
        self.set_interval(PAUSE, self._show)

    def _show(self) -> None:
        text = f"{self.child.seconds} s"
        if self.child.done is not None:
            done, all = self.child.done
            text = f"{bar(done, all, CELLS)}  {done} of {all} events · {text}"
        self.query_one("#how-far", Label).update(text)
        if self.child.so_far:
            so_far = [safe(line, WIDTH) for line in self.child.so_far]
            self.query_one("#so-far", Label).update("\n".join(["", *so_far]))
            note = "ending …      esc  stop" if self.ending else "esc  end it with these figures"
            self.query_one("#keys", Label).update(note)

    def on_key(self, event: events.Key) -> None:
        """Esc ends it; other keys do nothing."""
        event.stop()
        if event.key in ("escape", "q"):
            if self.child.so_far and not self.ending:
                self.ending = True
                self.child.end()
                self._show()
            else:
                self.child.cancel()


THIS, ALL = "this", "all"
PRECISION, MOST_ADVISED, MINUTES = "30", "144", "2"
"""Per cent to which the figures of an advice are known here, and events of a format and minutes at
most."""


async def try_format(app: TopboardApp) -> None:
    """What the format would do to these entries, or all formats that fit, counted over many events;
    nothing is written.

    To be called in a worker.
    """
    entrants = sum(not entrant.withdrawn for entrant in app.desk.event.entrants)
    if entrants < app.desk.format.smallest:
        raise Refused(
            f"{entrants} entrants cannot be paired",
            f"{app.desk.format.smallest} are needed",
            "a adds entries, i imports them",
        )
    format = app.desk.format.title
    choices = [
        Line(((f" {format}", "plain"),), THIS),
        Line(((" all formats that fit these entries, side by side", "plain"),), ALL),
    ]
    note = "enter  simulate it      esc  back"
    chosen = await app.push_screen_wait(Telling("Try the format: which?", choices, note))
    if chosen == THIS:
        count = max(FEWEST, min(MOST, GAMES // entrants))
        title = f"{format}: {count} events of these {entrants} entrants, simulated"
        document = await _answered(app, title, "simulate", "--events", str(count))
        if document:
            await app.push_screen_wait(Telling(title, table_lines(document["formats"])))
    elif chosen == ALL:
        title = f"Formats for these {entrants} entrants, simulated"
        options = ("--precision", PRECISION, "--events", MOST_ADVISED, "--minutes", MINUTES)
        document = await _answered(app, title, "advise", *options)
        if document:
            title = f"{title} over {counted(document['rounds'], 'round')}"
            await app.push_screen_wait(Telling(title, advice_lines(document)))


async def _answered(app: TopboardApp, title: str, command: str, *options: str) -> Document:
    """What the command counts beside the console; empty where it was stopped."""
    child = Answer(command, app.desk.store, *options, "--jobs", "1")
    waiting = Playing(child, f"{title} …")
    app.push_screen(waiting)
    try:
        return await child.document()
    finally:
        if waiting.is_attached:
            waiting.dismiss()


_BARS = re.compile("([█▏▎▍▌▋▊▉─┤]+)")


def table_lines(figures: Sequence[Document]) -> list[Line]:
    """What was counted, as the command shows it, the bars in their colour."""
    from tui.commands.trial_tables import lines

    tables = lines([one["format"] for one in figures], figures, WIDTH)
    return [_coloured(f" {safe(text, 200)}") if text else Line() for text in tables]


def _coloured(text: str) -> Line:
    parts = _BARS.split(text)
    return Line(
        tuple((part, "accent" if at % 2 else "plain") for at, part in enumerate(parts) if part)
    )


_STYLES = {"head": "strong", "accent": "accent", "pale": "accent", "dim": "dim", "plain": "plain"}


def advice_lines(document: Document) -> list[Line]:
    """All formats side by side, as the command shows them."""
    from tui.advice.tables import lines

    return [
        Line(((" ", "plain"), *((safe(text, 200), _STYLES[style]) for text, style in parts)))
        for parts in lines(document, WIDTH)
    ]
