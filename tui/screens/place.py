"""The base of all places: a status line, a body, detail lines, a message, the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from engine.alphabet import fold
from engine.event import Event
from engine.refusal import Refused
from engine.steady import noted
from saves.safe_text import safe
from tui.keyboard import key_of
from tui.keys import Command, commands_of, keys_of, places
from tui.screens.prompt import PromptInput
from tui.screens.wrapping import pack_keys, place_bar, wrapped
from tui.widgets.lines import Line, LineList, TextLine, fit, line

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.desk import Desk

MessageKind = Literal["info", "done", "bad"]
ROOM_FOR_BAR = 22
"""Lines of a terminal that has one to spare for the bar of the places."""
Fitting = type | tuple[str, ...]
"""What a value that a place is given back may be: of that type, or one of these words."""
Shown = TypeVar("Shown")
KIND_STYLE = {"info": "plain", "done": "done", "bad": "bad"}


def fits(value: object, fitting: Fitting) -> bool:
    """Whether a value that was noted is one of that type, or of those words."""
    return value in fitting if isinstance(fitting, tuple) else type(value) is fitting


class Place(Screen[None]):
    """A place of the console. Subclasses say what stands in it; the base paints and dispatches.

    What a subclass gives:

    - `place`: its name in the table of actions (`tui/keys`);
    - `show(event)`: fill the body. Called only while the place is in front: when it comes
      there, when the event changed (here or at another desk), when the terminal's size did.
      The body is `self.body`, a `LineList`, unless `compose_body` yields other widgets;
    - `status_text(event)`: what stands in the status line after the event's title;
    - `head(event)`: the line of column heads, None for none;
    - `detail(event)`: lines about the selected one, at most `detail_height`;
    - `foot(event)`: the line that stands where messages appear;
    - `first_keys(event)`, `extra_help()`: keys that are not in the table (the format's own);
    - `remembered`: what it is given back when one comes back to it, and `unsaved_results()`;
    - `works(id)`: whether an action can be done now (for the key line);
    - `action_<id>()` for each action of the table, sync or async; `Refused` raised in one is
      shown. An action that waits for an answer (`app.ask`) must be a worker (`@work`).

    `on_place_key(event)` sees every key before the table does and returns True to keep it.
    `message(text, kind)` shows a message until the next key. `prompt(label, done)` opens a line
    to type in at the foot; keys go there, in order, however fast they come.
    """

    place = ""
    detail_height = 0
    remembered: ClassVar[Mapping[str, Fitting]] = {}
    ALLOW_SELECT = False
    AUTO_FOCUS = "#body"

    def __init__(self) -> None:
        super().__init__()
        self.status, self.heads = TextLine(id="status"), TextLine(id="heads")
        self.body = LineList(id="body")
        self.details = LineList(id="detail", selectable=False)
        self.feet = LineList(id="foot", selectable=False)
        self.key_line = TextLine(id="keys")
        self.bar = TextLine(id="bar")
        self.keys = keys_of(self.place)
        self._message: tuple[str, MessageKind] | None = None
        self._prompt: PromptInput | None = None
        self._found = ""

    @property
    def console(self) -> TopboardApp:
        """The app, by its own type."""
        return cast("TopboardApp", self.app)

    @property
    def desk(self) -> Desk:
        """The open event, and the door to it."""
        return self.console.desk

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield self.status
        yield self.heads
        yield from self.compose_body()
        yield self.details
        yield self.feet
        yield self.key_line
        yield self.bar

    def compose_body(self) -> Sequence[Widget]:
        """The middle of the place."""
        return [self.body]

    def on_mount(self) -> None:
        """Hear of every change."""
        self.details.styles.height = self.detail_height
        self.details.display = self.detail_height > 0
        self.desk.changed.subscribe(self, self._changed)

    def _changed(self, event: Event) -> None:
        if self.is_current:
            self.repaint()

    def on_screen_resume(self) -> None:
        """In front again: show what has changed meanwhile."""
        self.call_after_refresh(self.repaint)

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Show the event as it is; only differences are sent to the terminal."""
        if not self.is_current or not self.size.width or self.desk.closed:
            return
        before = self.console.came_back(self)
        try:
            self.show(self.desk.event)
        except Exception as error:
            self.body.show(self._cannot_be_shown(error))
        if before is not None:
            self.body.select(before)
        self.refresh_frame()
        self.console.tell_opening()

    def _cannot_be_shown(self, error: Exception) -> list[Line]:
        """In place of what a place shows: one statement; the event stays open in all others."""
        told = f"This cannot be shown: {safe(noted(error), 300)}"
        return [line(text, "bad") for text in wrapped(told, self.size.width)]

    def _part(self, part: Callable[[Event], Shown], otherwise: Shown) -> Shown:
        """A line or more beside the body; `otherwise` where it cannot be worked out."""
        try:
            return part(self.desk.event)
        except Exception as error:
            noted(error)
            return otherwise

    def refresh_frame(self) -> None:
        """Status, heads, detail, foot and keys again."""
        if self.desk.closed:
            return
        event = self.desk.event
        self.status.show(self._status(event))
        heads = self._part(self.head, None)
        self.heads.display = heads is not None
        self.heads.show(heads or Line())
        self.refresh_detail()
        self._show_foot()
        first = self._part(self.first_keys, "")
        self.key_line.show(pack_keys(self._key_line(), self.size.width, first))
        bracket = self.desk.has_bracket
        self.bar.display = self.place in places(bracket) and self.size.height >= ROOM_FOR_BAR
        self.bar.show(place_bar(self.place, bracket))

    def refresh_detail(self) -> None:
        """The lines about the selected one again."""
        if self.detail_height and not self.desk.closed:
            try:
                lines = list(self.detail(self.desk.event))[: self.detail_height]
            except Exception as error:
                lines = self._cannot_be_shown(error)[: self.detail_height]
            self.details.show(lines + [Line()] * (self.detail_height - len(lines)))

    def _status(self, event: Event) -> Line:
        right = f"{self.desk.saved_text} "
        left = self._part(self.status_text, "")
        width = self.size.width
        room = max(width - len(left) - len(right) - 5, 8)
        title = safe(event.title)
        shown = f" {fit(title, room) if len(title) > room else title}"
        text = f"{shown} · {left}" if left else shown
        return line(fit(text, width - len(right) - 1) + " " + right)

    def _key_line(self) -> list[Command]:
        return [c for c in commands_of(self.place) if c.short and self._works(c.id)]

    def _works(self, id: str) -> bool:
        """Where that cannot be worked out, the key itself will say why."""
        try:
            return self.works(id)
        except Exception as error:
            noted(error)
            return True

    # What subclasses say

    def unsaved_results(self) -> Mapping[tuple[int, int], str]:
        """By round and board: typed, and not yet acknowledged or refused by the disk."""
        return {}

    def show(self, event: Event) -> None:
        """Fill the body."""

    def status_text(self, event: Event) -> str:
        """After the title."""
        return ""

    def head(self, event: Event) -> Line | None:
        """Column heads."""
        return None

    def detail(self, event: Event) -> Sequence[Line]:
        """About the selected line."""
        return ()

    def first_keys(self, event: Event) -> str:
        """What stands first in the key line, before the table's keys."""
        return ""

    def foot(self, event: Event) -> Line:
        """Where messages appear, while there is none."""
        return Line()

    def works(self, id: str) -> bool:
        """Whether the action can be done now."""
        return True

    def extra_help(self) -> Sequence[Command]:
        """Keys that are not in the table (the format's result keys), for the help."""
        return ()

    async def on_place_key(self, event: events.Key) -> bool:
        """Every key comes here first; True keeps it."""
        return False

    # Coming back

    def kept(self) -> Mapping[str, Any]:
        """What is noted, for coming back to it."""
        return {name: getattr(self, name) for name in self.remembered}

    def give_back(self, kept: Mapping[str, Any]) -> None:
        """Take what was noted back, as far as it fits."""
        for name, fitting in self.remembered.items():
            if fits(kept.get(name), fitting):
                setattr(self, name, kept[name])

    # Messages and prompts

    def message(self, text: str, kind: MessageKind = "info") -> None:
        """Show a message at the foot until the next key; `bad` ones ring the bell."""
        self._message = (text, kind)
        if kind == "bad":
            self.console.bell()
        self._show_foot()

    def prompt(
        self,
        label: str,
        done: Callable[[str], None],
        changed: Callable[[str], None] | None = None,
        dropped: Callable[[], None] | None = None,
    ) -> None:
        """Let the arbiter type a line at the foot; Enter hands it to `done`, Esc drops it."""
        self._prompt = PromptInput(label, done, changed, dropped)
        self._show_foot()

    @property
    def telling(self) -> bool:
        """Whether a message stands that has not been read yet, or a line is being typed."""
        return self._message is not None or self._prompt is not None

    @property
    def foot_is_free(self) -> bool:
        """Whether a message hides nothing that must be read: no line is being typed, no refusal
        stands."""
        return self._prompt is None and (self._message is None or self._message[1] != "bad")

    @property
    def typing(self) -> tuple[str, str] | None:
        """The line being typed: what it is for, and what stands in it."""
        return (self._prompt.label, self._prompt.text) if self._prompt else None

    @property
    def asking(self) -> bool:
        """Whether a question is drawn over the body."""
        return False

    @property
    def prompting(self) -> bool:
        """Whether a line is being typed."""
        return self._prompt is not None

    def _show_foot(self) -> None:
        lines = self._foot_lines()
        if self.feet.styles.height is None or self.feet.styles.height.value != len(lines):
            self.feet.styles.height = len(lines)
        self.feet.show(lines)

    def _foot_lines(self) -> list[Line]:
        told: list[Line] = []
        if self._message is not None:
            text, kind = self._message
            mark = "!" if kind == "bad" else " "
            told = [line(t, KIND_STYLE[kind]) for t in wrapped(text, self.size.width, mark)]
        if self._prompt is not None:
            typed_line = ((f" {self._prompt.label} ", "key"), (f"{self._prompt.text}_", "plain"))
            return [*told, Line(typed_line)]
        return told or [self._part(self.foot, Line())]

    # Keys

    async def _on_message(self, message: Message) -> None:
        """A refusal is shown wherever it is raised: at a key, a line typed, a line chosen; so
        is a fault of the program, which must not shut the event."""
        try:
            await super()._on_message(message)
        except Refused as refusal:
            self.message(str(refusal), "bad")
        except Exception as error:
            self.message(noted(error), "bad")

    async def on_key(self, event: events.Key) -> None:
        """The table's actions, in the order in which keys were typed."""
        if self._message is not None:
            self._message = None
            self.call_later(self._show_foot)
        if self._prompt is not None:
            self._type(self._prompt, event)
        elif not await self.on_place_key(event):
            command = self.keys.get(key_of(event))
            if command is not None:
                await self.run_command(command)
            elif not (isinstance(self.focused, LineList) and self.focused.take_key(event.key)):
                return
        event.stop()
        event.prevent_default()

    async def run_command(self, command: Command) -> None:
        """Carry an action out: by this place, or else by the app."""
        action = getattr(self, f"action_{command.id}", None) or getattr(
            self.console, f"action_{command.id}", None
        )
        if action is None:
            self.message(f"{command.name} is not possible here", "bad")
            return
        try:
            waiting = action()
            if isawaitable(waiting):
                await waiting
        except Refused as refusal:
            self.message(str(refusal), "bad")

    def _type(self, prompt: PromptInput, event: events.Key) -> None:
        if event.key == "escape":
            self._prompt = None
            if prompt.dropped is not None:
                prompt.dropped()
        elif event.key == "enter":
            self._prompt = None
            prompt.done(prompt.text)
        elif event.key == "backspace":
            prompt.text = prompt.text[:-1]
        elif event.is_printable and event.character and len(prompt.text) < 60:
            prompt.text += safe(event.character)
        if self._prompt is prompt and prompt.changed is not None:
            prompt.changed(prompt.text)
        self._show_foot()

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """The detail follows the selection."""
        message.stop()
        self.refresh_detail()

    def action_find(self) -> None:
        """Go to the next line that contains what is typed, while it is typed."""
        start = max(self.body.cursor, 0)

        def changed(text: str) -> None:
            self._found = fold(text)
            if self._found and not self._seek(start):
                self.console.bell()

        self.prompt("find", lambda text: None, changed)

    def action_find_next(self) -> None:
        """The next one."""
        if not self._found:
            self.action_find()
        elif not self._seek(self.body.cursor + 1):
            self.message("not found")

    def found_by(self, shown: Line) -> str:
        """What a line is found by: what it shows."""
        return shown.text

    def _seek(self, start: int) -> bool:
        lines = self.body.lines
        for row in (*range(start, len(lines)), *range(min(start, len(lines)))):
            shown = lines[row]
            if shown.key is not None and self._found in fold(self.found_by(shown)):
                return self.body.select(shown.key)
        return False
