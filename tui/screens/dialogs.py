"""What the console asks and shows in front of a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from engine.alphabet import fold
from engine.points import counted
from saves.cells import in_lines, text_width, wrapped
from tui.keys.commands import (
    CONGRESS_TRIP,
    DIALOGS,
    ON_TOP,
    PLACES,
    Command,
    commands_in_use,
    commands_of,
    congress_trip,
    list_keys,
    places,
    round_trip,
    shown_key,
)
from tui.keys.help import mark_commands, words_found
from tui.places.shape import LOW, NO_KEYS
from tui.widgets.lines import Line, LineList, fit, line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp

KEYS_WIDTH = 15
"""Cells for the keys of an action in the help."""
SETTING_LEAST = 3
"""Letters from which on settings and the manual are found too."""
NAME_WIDTH = 24
HELP_BESIDE = 60
"""In so many cells there is room for what is said of an action beside its name."""
NEEDS_AN_EVENT = frozenset(
    {
        "undo",
        "redo",
        "find_next",
        "projector",
        "clock",
        "back_up",
        "another_format",
        "site",
        "hand_edits",
        "leave_strict",
        "congress",
        "next_place",
        "last_place",
    }
).union(places(bracket=True), ON_TOP)
"""Actions that do nothing on the list of events."""


BESIDE, NOTE_MARGIN = 9, 8
"""Rows of a dialog besides its list and its note; cells beside a note."""
WIDTH, FRAME = 78, 6
"""Cells of a dialog as the style sheet has it; those beside its lines."""


def most_rows(rows: LineList, beside: int) -> int:
    """What the terminal leaves for a list beside so many rows of its dialog."""
    return max(rows.app.size.height - beside, 3)


def make_room(rows: LineList, beside: int, lines: int | None = None) -> None:
    """As high as its lines, or as what the terminal leaves beside so many rows of the dialog."""
    room = most_rows(rows, beside)
    rows.styles.height = room if lines is None else max(1, min(lines, room))
    rows.styles.max_height = room


class ListBox(TitledBox):
    """A list in a box; below it what is said of it, and what to press."""

    def __init__(self, title: str, rows: LineList, keys: str, said_as: str = "dialog-note") -> None:
        super().__init__(title)
        self.rows = rows
        self.said = Label("", classes=said_as, markup=False)
        self.keys = Label(keys, classes="dialog-note", markup=False)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.rows
        yield self.said
        yield self.keys

    def fill(self, title: str, lines: Sequence[Line], keys: str, said: str, beside: int) -> None:
        """Other lines, as high as they need or as the terminal leaves `beside` so many rows."""
        make_room(self.rows, beside, len(lines))
        self.rows.show(lines)
        self.entitle(title)
        for label, text in ((self.said, said), (self.keys, keys)):
            label.update(text)
            label.display = bool(text)


class Confirm(ModalScreen[bool]):
    """A question; a `warning` where yes cannot be taken back. Only `yes_key` says yes; Enter, Esc
    and `n` say no; other keys beep.

    `question` is plain text, never markup.
    """

    AUTO_FOCUS = ""

    def __init__(
        self,
        question: str,
        yes_key: str = "y",
        yes: str = "yes",
        no: str = "no",
        warning: bool = False,
    ) -> None:
        super().__init__()
        self.question, self.yes_key, self.yes, self.no = question, yes_key, yes, no
        self.warning = warning
        self.only_answers = NO_KEYS | {yes_key}
        self.missed = ""
        """Said of keys that were typed without a look at the question."""

    def compose(self) -> ComposeResult:
        """The question and the two answers."""
        with Vertical(classes=f"dialog-box {'-warning' if self.warning else '-question'}") as box:
            box.border_title = "!" if self.warning else "?"
            with VerticalScroll(id="asked", can_focus=False):
                yield Label(self.question, markup=False)
            yield Label(classes="dialog-note")

    def on_mount(self) -> None:
        """The answers stay in sight."""
        self.on_resize()

    def on_resize(self) -> None:
        """As much of the question as there is room for; the answers say that there is more."""
        height = self.app.size.height
        low = height < LOW
        self.set_class(low, "-low")
        room = height - 4 if low else height * 9 // 10 - 6
        room -= 2 * bool(self.missed)
        text = self.query_one("#asked")
        text.styles.max_height = max(room, 1)
        width = max(min(WIDTH, self.app.size.width) - NOTE_MARGIN, 10)
        parts = [in_lines(part, width) or [""] for part in self.question.split("\n")]
        more = "      ↑ ↓  more" * (sum(map(len, parts)) > room)
        keys = ((f"\n {self.yes_key}", "bold"), ("enter, esc", "bold"))
        missed = f"\n {self.missed}\n" if self.missed else ""
        answers = Content.assemble(
            missed, keys[0], f"  {self.yes}      ", keys[1], f"  {self.no}{more}"
        )
        self.query_one(".dialog-note", Label).update(answers)

    def not_taken(self, note: str) -> None:
        """Keys were typed without a look at the question: how many."""
        self.missed = note
        self.on_resize()

    def on_key(self, event: events.Key) -> None:
        """One key answers."""
        event.stop()
        event.prevent_default()
        if not self.is_current:
            return  # on its way when the question went: for nobody
        if event.character == self.yes_key or event.key == self.yes_key:
            self.dismiss(True)
        elif event.key in NO_KEYS:
            self.dismiss(False)
        elif (way := list_keys().get(event.key)) is not None:
            self._read_on(way)
        else:
            cast("TopboardApp", self.app).keyboard.not_foreseen(wrong_keys=1)
            self.app.bell()

    def _read_on(self, way: str) -> None:
        text = self.query_one("#asked", VerticalScroll)
        page, whole = max(text.size.height - 1, 1), text.virtual_size.height
        steps = {
            "list_up": -1, "list_down": 1, "list_page_up": -page, "list_page_down": page,
            "list_home": -whole, "list_end": whole,
        }  # fmt: skip
        text.scroll_relative(y=steps[way], animate=False, force=True)


class _Asked(Input):
    """→ at the end goes on with what is typed, where the dialog can."""

    def action_cursor_right(self, select: bool = False) -> None:
        """On, or one letter to the right."""
        asking = self.screen
        if select or not (self.cursor_at_end and isinstance(asking, AskLine) and asking.goes_on()):
            super().action_cursor_right(select)


class AskLine(ModalScreen[str | None]):
    """A line of text asked for; Esc gives None. `completions` gives the whole texts that what is
    typed can become, by → at its end."""

    def __init__(
        self,
        prompt: str,
        initial: str = "",
        validate: Callable[[str], str | None] | None = None,
        understood: Callable[[str], str] | None = None,
        completions: Callable[[str], Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self.prompt, self.initial, self.check = prompt, initial, validate
        self.understood, self.completions = understood, completions

    def compose(self) -> ComposeResult:
        """Prompt, line, what is wrong with it."""
        with Vertical(classes="dialog-box"):
            yield Label(self.prompt, markup=False)
            yield _Asked(self.initial, select_on_focus=False, max_length=200)
            if self.understood is not None:
                yield Label(self._meaning(self.initial), markup=False, id="understood")
            yield Label("", markup=False, classes="dialog-bad")
            goes_on = "→  completes      " if self.completions is not None else ""
            keys = f"enter  OK      {goes_on}esc  cancel"
            yield Label(keys, markup=False, classes="dialog-note")

    def goes_on(self) -> bool:
        """What is typed is completed as far as only one way goes on; whether it can be."""
        if self.completions is None:
            return False
        from tui.screens.paths import completed

        field = self.query_one(Input)
        text, names = completed(field.value, self.completions(field.value))
        if text == field.value:
            self.app.bell()
        field.value, field.cursor_position = text, len(text)
        self.query_one(".dialog-bad", Label).update(names)
        return True

    def on_mount(self) -> None:
        """No blinking: it costs 2 kB a second over SSH."""
        self.query_one(Input).cursor_blink = False

    def _meaning(self, text: str) -> str:
        meaning = self.understood(text) if self.understood is not None and text.strip() else ""
        return f"= {meaning}" if meaning else ""

    def on_input_changed(self, message: Input.Changed) -> None:
        """What it means so far."""
        if self.understood is not None:
            self.query_one("#understood", Label).update(self._meaning(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Only a valid line leaves."""
        wrong = self.check(message.value) if self.check else None
        if wrong:
            self.query_one(".dialog-bad", Label).update(f"! {wrong}")
            self.app.bell()
        else:
            self.dismiss(message.value)

    def on_key(self, event: events.Key) -> None:
        """Esc leaves without."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


PALETTE_CLOSED = ": finds commands once this is closed"


class Telling(ModalScreen[Any]):
    """Lines to read, longer than a message.

    Gives the key of the line chosen with Enter where it has one, or what `answers` has for another
    key pressed, or None.
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        note: str = "esc, q  back",
        answers: Mapping[str, str] | None = None,
        selected: Hashable = None,
    ) -> None:
        super().__init__()
        self.title_text, self.text_lines, self.note = title, lines, note
        self.selected = selected
        self.answers = answers or {}
        self.only_answers: frozenset[str] | None = None
        """Keys that answer, where what was typed before it came up is to be none."""
        self.typed = ""
        """The letters that the selected line was found by, as long as they go on."""
        self.wrong = ""
        """Why the last key does nothing here, where it does something elsewhere."""
        self.list = LineList(id="help-list")

    def compose(self) -> ComposeResult:
        """Title, lines, what to press."""
        with TitledBox(self.title_text):
            yield self.list
            yield Label(self.note, markup=False, classes="dialog-note")

    def on_mount(self) -> None:
        """As high as the lines, up to what fits, and wider where a line would be cut."""
        widest = max((text_width(one.text) for one in self.text_lines), default=0) + FRAME
        self.query_one(TitledBox).styles.min_width = widest
        self.on_resize()
        self.list.show([one if one.key is not None else Line(one.parts, i)
                        for i, one in enumerate(self.text_lines)])  # fmt: skip
        if self.selected is not None:
            self.list.select(self.selected)
        self.list.focus()

    def on_resize(self) -> None:
        """What to press stays in sight, and says where there are more lines than are shown."""
        width = max(self.app.size.width - NOTE_MARGIN, 10)
        beside = BESIDE - 1
        above = () if self.query_one(TitledBox).framed_as(self.title_text) else (self.title_text,)
        for text in (*above, *self.note.split("\n")):
            beside += len(in_lines(text, width)) or 1
        more = "      ↑ ↓  more" * (len(self.text_lines) > self.app.size.height - beside)
        last = self.note.split("\n")[-1] + more
        if more and text_width(last) > min(width, WIDTH - NOTE_MARGIN):
            more, beside = f"\n{more.strip()}", beside + 1
        typed = f"      typed: {self.typed}" * (len(self.typed) > 1)
        wrong = f"      ! {self.wrong}" * bool(self.wrong)
        self.query_one(".dialog-note", Label).update(f"{self.note}{more}{typed}{wrong}")
        make_room(self.list, beside, len(self.text_lines))

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter takes it."""
        self._answer(None if isinstance(message.key, int) else message.key)

    def _answer(self, answer: Hashable) -> None:
        """Once: a key that was on its way when the dialog went is for nobody."""
        if self.is_current:
            self.dismiss(answer)

    def on_key(self, event: events.Key) -> None:
        """Move, choose, find, or back."""
        event.stop()
        if self.wrong:
            self.wrong = ""
            self.on_resize()
        character = event.character or ""
        letter = fold(character) if character.isalnum() or character in ("-", ".") else ""
        goes_on = character != "q" or self._found(self.typed + letter) is not None
        if self.typed and letter and character not in self.answers and goes_on:
            self._find(letter)
            return
        self._say_typed(self.typed[:-1] if event.key == "backspace" else "")
        if event.key in ("escape", "q"):
            self._answer(None)
        elif (answer := self.answers.get(event.character or "")) is not None:
            self._answer(answer)
        elif event.character == "?":
            dialog_help(self, "Lines to read or to choose from")
        elif not self.list.take_key(event.key):
            if letter:
                self._find(letter)
            else:
                self.wrong = PALETTE_CLOSED if character == ":" else ""
                self.on_resize()
                self.app.bell()

    def _find(self, letter: str) -> None:
        """To the line to choose that has what is typed; the same letter again leads to the next
        that begins with it. A letter that none begins with changes nothing."""
        typed = self.typed + letter
        chosen = self._found(typed) if self.typed else None
        if chosen is None and self.typed in ("", letter):
            typed = letter
            chosen = self._found(letter, 1)
        if chosen is None:
            self.app.bell()
            return
        self._say_typed(typed)
        self.list.select(chosen.key)

    def _found(self, typed: str, behind: int = 0) -> Line | None:
        """From the selected line on, or from the one `behind` it."""
        rows = [one for one in self.text_lines if one.key is not None]
        at = next((row for row, one in enumerate(rows) if one.key == self.list.selected), 0)
        return found_by_letters([*rows[at + behind :], *rows[: at + behind]], typed)

    def _say_typed(self, typed: str) -> None:
        if typed != self.typed:
            self.typed = typed
            self.on_resize()


def found_by_letters(lines: Sequence[Line], typed: str) -> Line | None:
    """The first line that begins with these letters, else the first with a word that does, else
    the first that has them at all, unless they are one letter or the same again."""
    texts = [(one, fold(one.text.strip())) for one in lines]
    ways: tuple[Callable[[str], bool], ...] = (
        lambda text: text.startswith(typed),
        lambda text: re.search(rf"(?<!\w){re.escape(typed)}", text) is not None,
        lambda text: len(set(typed)) > 1 and typed in text,
    )
    return next((one for way in ways for one, text in texts if way(text)), None)


class Help(ModalScreen[None]):
    """The actions of a place; typing finds them by name, key or help text."""

    def __init__(
        self,
        place: str,
        extra: Sequence[Command] = (),
        dialog: Sequence[Command] | None = None,
        settings: Sequence[tuple[str, str]] = (),
        rules: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules
        """The format of the event, whose page of the manual is named first."""
        self.in_place = dialog is None
        self.settings = settings
        """Of the event, with what they mean: found too, after the key of their form."""
        self.marks = mark_commands(place) if dialog is None else ()
        own = (*self.marks, *shown_in_help(place)) if dialog is None else dialog
        self.commands = (*extra, *own, *(c for c in commands_in_use() if c.place == "list"))
        self.place = place
        self.called = next((p.title for p in PLACES if p.name == place), place.capitalize())
        self.list = LineList(id="help-list", selectable=False)

    def compose(self) -> ComposeResult:
        """What is typed, and the lines that match."""
        with TitledBox():
            yield Input(select_on_focus=False, max_length=40)
            yield self.list

    def on_mount(self) -> None:
        """All lines first."""
        make_room(self.list, 8)
        field = self.query_one(Input)
        field.cursor_blink = False
        field.focus()
        self.call_after_refresh(self._fill, "")

    def on_input_changed(self, message: Input.Changed) -> None:
        """Only what matches."""
        self._fill(message.value)

    def on_resize(self) -> None:
        """Lines break elsewhere."""
        make_room(self.list, 8)
        self.call_after_refresh(self._fill, self.query_one(Input).value)

    def _fill(self, text: str) -> None:
        width = max(self.list.size.width, 20)
        lines: list[Line] = []
        matches = matching(self.commands, text.strip())
        marks = [command for command in matches if command in self.marks]
        before: bool | None = None
        for command in matches:
            if marks and not text.strip() and (is_mark := command in self.marks) != before:
                before = is_mark
                lines.append(line(" marks in the list:" if is_mark else " keys:", "dim"))
            lines += _help_lines(command, width)
        listed = [counted(len(matches) - len(marks), "key")]
        listed += [counted(len(marks), "mark")] if marks else []
        more = len(lines) > self.list.size.height
        count = f"{', '.join(listed)}, ↓ for more · " if more else ""
        self.query_one(TitledBox).entitle(f"{self.called}: {count}type to find, esc back")
        lines = [*lines, *self._elsewhere(text.strip(), width, matches)]
        beyond = (*self._settings(text.strip(), width), *self._in_manual(text.strip(), width))
        self.list.show([*lines, *beyond])
        self.list.scroll_to(y=0, animate=False)

    def _elsewhere(self, text: str, width: int, here: Sequence[Command]) -> list[Line]:
        """What the other places have of that name, with the key to go there in front; where there
        is something `here`, only what is called so itself."""
        lines: list[Line] = []
        if here and len(text) < SETTING_LEAST:
            return []
        trip = round_trip(bracket=True) if self.place in places(bracket=True) else ()
        for place in congress_trip() if self.place in CONGRESS_TRIP else trip:
            there = [c for c in commands_in_use() if c.place == place.id != self.place]
            for command in matching(there, text):
                if here and (fold(text) not in fold(command.name) or _known(command, here)):
                    continue
                lines += _help_lines(command._replace(keys=(f"{place.key} {command.key}",)), width)
        if here:
            return [line(" elsewhere:", "dim"), *lines] if lines else []
        where = "on this screen; elsewhere:" if lines else "on this screen"
        return [line(f" no such command {where}", "dim"), *lines]

    def _in_manual(self, text: str, width: int) -> list[Line]:
        """The pages of the manual that have these words, the rules of the format first."""
        if len(text) < SETTING_LEAST or not self.in_place:
            return []
        from tui.manual import manual_name, manual_pages, pages_about

        rules = manual_name(self.rules) if self.rules else None
        pages = sorted(pages_about(text, manual_pages()), key=lambda page: page.name != rules)
        if not pages:
            return []
        more = f" and {len(pages) - 1} more" if len(pages) > 1 else ""
        row = Command("", "", "in the manual", ("M",), f"{pages[0].title}{more}")
        return _help_lines(row, width)

    def _settings(self, text: str, width: int) -> list[Line]:
        """The settings of that name or meaning, none for a single key."""
        if len(text) < SETTING_LEAST:
            return []
        form = next(c for c in commands_in_use() if (c.place, c.id) == ("entries", "settings"))
        there = next(one for one in round_trip() if one.id == form.place)
        key = form.key if self.place == there.id else f"{there.key} {form.key}"
        settings = (
            Command("", form.place, f"setting {label}", (key,), meaning)
            for label, meaning in self.settings
        )
        return [one for s in matching([*settings], text) for one in _help_lines(s, width)]

    def on_key(self, event: events.Key) -> None:
        """Scroll, or go back."""
        steps = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}
        if event.key == "escape":
            event.stop()
            self.dismiss(None)
        elif event.key in steps:
            event.stop()
            self.list.scroll_relative(y=steps[event.key], animate=False, force=True)


def _known(command: Command, here: Sequence[Command]) -> bool:
    """Whether this place does the same."""
    return any(one.id == command.id or one.name == command.name for one in here)


def matching(commands: Sequence[Command], text: str) -> list[Command]:
    """What has that key, then what has the text in its name or in what is said of it, then what
    has all its words in any order, or other words for them."""
    wanted, words = fold(text), len(re.findall(r"\w+", text))
    by_key = [c for c in commands if _has_key(c, text)] if text else []
    by_name = [c for c in commands if wanted in fold(f"{c.name} {c.help}")]
    by_words = [c for c in commands if words and words_found(c, text)[0] == words]
    return list(dict.fromkeys((*by_key, *by_name, *by_words)))


def _has_key(command: Command, text: str) -> bool:
    """By the key itself, or by its name on the keyboard: `F3`, `esc`, `ctrl+z`."""
    named = {fold(name) for key in command.keys if len(key) > 1 for name in (key, shown_key(key))}
    return text in command.keys or fold(text) in named


def dialog_help(dialog: ModalScreen[Any], name: str) -> None:
    """The keys of a dialog, in front of it."""
    dialog.app.push_screen(Help(name, dialog=DIALOGS[name]))


def shown_in_help(place: str) -> list[Command]:
    """What a place can do, each key once: what is taken by the place's own actions is left out,
    and on the list of events what needs an open event."""
    taken: set[str] = set()
    shown: list[Command] = []
    for command in commands_of(place):
        if place == "events" and not command.place and command.id in NEEDS_AN_EVENT:
            continue
        keys = tuple(key for key in command.keys if key not in taken)
        if keys or not command.keys:
            taken.update(keys)
            shown.append(command._replace(keys=keys))
    return shown


def _help_lines(command: Command, width: int) -> list[Line]:
    keys = fit(command.all_keys, KEYS_WIDTH)
    name = fit(command.name, NAME_WIDTH)
    if width < HELP_BESIDE:
        under = [line(f"   {text}", "dim") for text in in_lines(command.help, max(width - 4, 16))]
        return [Line(((keys + " ", "key"), (command.name, "plain"))), *under]
    first, *rest = wrapped(command.help, max(width - KEYS_WIDTH - NAME_WIDTH + 1, 16), " ")
    lines = [Line(((keys + " ", "key"), (name, "plain"), (first[1:], "dim")))]
    return lines + [
        Line(((" " * (KEYS_WIDTH + 1 + NAME_WIDTH) + more[1:], "dim"),)) for more in rest
    ]
