"""The draw by choice, for use in front of the captains."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from engine.actions import ChooseOpponent
from engine.entrants import EntrantId
from engine.event import ChosenKind, Event
from engine.protocol import Format
from engine.refusal import Refused
from engine.waiting import Choice, NextStep, step_words
from saves.cells import wrapped
from saves.safe_text import safe
from tui.desk import OnConsole
from tui.screens.choice_lines import (
    choice_lines,
    choice_text,
    choice_title,
    hint,
    over_lines,
    why_text,
)
from tui.screens.dialogs import PALETTE_CLOSED, dialog_help
from tui.widgets.lines import Line, LineList, line
from tui.widgets.titled_box import TitledBox

BESIDE_LIST = 7
"""Lines of the box that are not the list."""
WIDEST, MARGIN = 110, 7
"""Cells of the box, and of its frame."""


class ChoiceDialog(OnConsole, ModalScreen[str | None]):
    """One team after the other is asked. Every word is an action of its own and is saved.

    Gives `draw` where the arbiter goes on to the draw of the rest, else None.
    """

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; background: transparent; }
    ChoiceDialog LineList { background: $surface; }
    ChoiceDialog #choice-said { height: 2; }
    ChoiceDialog #choice-keys { height: 3; }
    """
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="choice-list")
        self.keys = LineList(id="choice-keys", selectable=False)
        self.said = LineList(id="choice-said", selectable=False)
        self._said: tuple[str, str] = ("", "plain")
        self._chooser: EntrantId | None = None

    def compose(self) -> ComposeResult:
        """Who chooses, everybody, what was said, the keys."""
        with TitledBox():
            yield self.list
            yield self.said
            yield self.keys

    def on_mount(self) -> None:
        """Hear of what other desks say."""
        self.desk.changed.subscribe(self, self._changed)
        self.call_after_refresh(self.repaint)

    def _changed(self, event: Event) -> None:
        self.repaint()

    def on_resize(self) -> None:
        """As high as the terminal allows."""
        self.call_after_refresh(self.repaint)

    def _step(self) -> NextStep:
        return self.desk.format.next_step(self.desk.event)

    def _choice(self) -> Choice | None:
        return self._step().choice

    @property
    def _selected(self) -> EntrantId | None:
        key = self.list.selected
        return key if isinstance(key, str) else None

    def repaint(self) -> None:
        """The current draw."""
        event, step = self.desk.event, self._step()
        choice = step.choice
        if choice is None:
            title = "DRAW BY CHOICE"
            lines = over_lines(event, step)
        else:
            title = choice_title(event, step, choice)
            lines = choice_lines(event, self.desk.format, step, choice)
        self.query_one(TitledBox).entitle(title)
        room = max(self.app.size.height - BESIDE_LIST, 3)
        self.list.styles.height = max(1, min(len(lines), room))
        self.list.show(lines)
        if choice is not None and choice.chooser != self._chooser:
            self._chooser = choice.chooser
            if choice.pool:
                self.list.select(choice.pool[0])
        self._show_keys()

    def _show_keys(self) -> None:
        event, choice = self.desk.event, self._choice()
        text, style = self._said
        mark = "!" if style == "bad" else ""
        lines = wrapped(text, min(self.app.size.width, WIDEST) - MARGIN, mark, most=2)
        self.said.show(
            [Line()] * (2 - len(lines)) + [line(f" {one.strip()}", style) for one in lines]
        )
        if choice is None:
            draws = ((" D", "key"), (" draw the rest  ", "dim")) if self._drawable else ()
            back = ((" u", "key"), (" take the last choice back  ", "dim"), (" esc", "key"),
                    (" back", "dim"))  # fmt: skip
            self.keys.show([Line(), Line(), Line((*draws, *back))])
        else:
            keys = hint(event, self.desk.format, choice, self._selected)
            self.keys.show([Line()] * (3 - len(keys)) + keys)

    @property
    def _drawable(self) -> bool:
        return self._step().name == "draw"

    def say(self, text: str, style: str = "plain") -> None:
        """What was done, or why it was not."""
        self._said = (safe(text, 300), style)
        if style == "bad":
            self.app.bell()
        self._show_keys()

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """The keys follow the selection."""
        message.stop()
        self._show_keys()

    def on_click(self, event: events.Click) -> None:
        """A click selects; choosing is a key."""
        event.stop()

    async def on_key(self, event: events.Key) -> None:
        """One key, one word."""
        event.stop()
        event.prevent_default()
        key = event.character if event.is_printable and event.character else event.key
        if key in ("escape", "q"):
            self.dismiss(None)
        elif key in ("D", "d") and self._drawable:
            self.dismiss("draw")
        elif key in ("D", "d") and (choice := self._choice()) is not None:
            chooser = self.desk.event.entrant(choice.chooser).name
            self.say(f"the rest is drawn when all have chosen: {chooser} chooses now", "bad")
        elif key == "u" or event.key == "ctrl+z":
            await self._take_back()
        elif key == "w" and (choice := self._choice()) is not None and self._selected:
            self.say(why_text(self.desk.event, self.desk.format, choice, self._selected))
        elif key in ("enter", "f", "a", "o"):
            await self._word(key)
        elif key == "?":
            dialog_help(self, "Draw by choice")
        elif key == ":":
            self.say(PALETTE_CLOSED, "bad")
        else:
            self.list.take_key(event.key)

    async def _word(self, key: str) -> None:
        choice, selected = self._choice(), self._selected
        if choice is None:
            self.say("there is nothing left to choose", "bad")
            return
        kinds: dict[str, ChosenKind] = {"f": "forfeit", "a": "available", "o": "opt-out"}
        if key == "enter":
            action = ChooseOpponent(choice.chooser, "opponent", selected or "")
        elif key == "f":
            action = ChooseOpponent(choice.chooser, "forfeit")
        else:
            action = ChooseOpponent(selected or "", kinds[key])
        before = self.desk.event
        try:
            await self.desk.do(action)
        except Refused as refusal:
            self.say(str(refusal), "bad")
        else:
            self.say(choice_text(before, action), "done")
        self.repaint()

    async def _take_back(self) -> None:
        """The last choice, and nothing else: other actions are not undone from here."""
        entry = next(
            (e for e in reversed(self.desk.recent)
             if e.n not in self.desk.undone and e.n not in self.desk.elsewhere
             and e.action.kind not in ("undo", "redo")),
            None,
        )  # fmt: skip
        if entry is None or not isinstance(entry.action, ChooseOpponent):
            self.say("the last action at this console was not a choice: nothing undone", "bad")
            return
        try:
            await self.desk.undo()
        except Refused as refusal:
            self.say(str(refusal), "bad")
        else:
            self._chooser = None
            self.say(f"undone: {choice_text(self.desk.event, entry.action)}", "done")
        self.repaint()


def refuse_no_choice(event: Event, format: Format) -> None:
    """`Refused` where nobody is to choose an opponent."""
    step = format.next_step(event)
    if step.choice is None:
        raise Refused("nobody is to choose an opponent now", step_words(event, step))
