"""A form of lines and the fields it asks for: enter saves it, and goes on with the next one when
adding.

What is typed during a save waits in the console's queue: nothing goes into the wrong line, or with
a form that goes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.screen import ModalScreen

from engine.points import counted
from engine.refusal import Refused
from saves.cells import in_lines, text_width, to_width
from saves.safe_text import safe
from tui.places.shape import NO_KEYS
from tui.screens.columns import cell
from tui.screens.paths import completed
from tui.screens.working import Working
from tui.widgets.lines import Line, LineList, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

LINE_LIMIT = 400
"""Characters; what is too long for its field is refused with its own bounds."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One line of a form: the entrant's field, its label, and what is said of it when there.

    `hint` says more of it than `help`, where that depends on the texts of the other fields.
    `completions` gives the whole texts that what is typed can become, by → at its end. `wrong`
    says of the texts of all fields what cannot be so in this one, when it is left; empty for
    nothing. A `switch` is `yes` or `no`; `choices` are the only texts that it can have. One that
    goes `only_with` a text of another field is left out while that has another.
    """

    key: str
    label: str
    help: str = ""
    completions: Callable[[str], Sequence[str]] | None = None
    wrong: Callable[[Mapping[str, str]], str] | None = None
    hint: Callable[[Mapping[str, str]], str] | None = None
    switch: bool = False
    choices: tuple[str, ...] = ()
    only_with: tuple[str, str] | None = None


class FieldRefused(Refused):
    """A field that cannot be taken as typed; `field` says which, so that the form goes there."""

    def __init__(self, field: str, refusal: Refused) -> None:
        super().__init__(refusal.what, refusal.why, refusal.remedy, not_saved=refusal.not_saved)
        self.field = field


@dataclass
class FormLine:
    """A text with a cursor. Whatever is typed or pasted is made safe at once."""

    label: str
    text: str = ""
    at: int = 0
    offered: bool = False
    """Only a proposal so far: what is typed takes its place."""

    def __post_init__(self) -> None:
        offered = self.offered
        self.fill(self.text)
        self.offered = offered

    def fill(self, text: str) -> None:
        """Another text, the cursor after it."""
        self.text = safe(text, LINE_LIMIT)
        self.at = len(self.text)
        self.offered = False

    def insert(self, text: str) -> None:
        """At the cursor."""
        if self.offered:
            self.fill("")
        before = safe(self.text[: self.at] + text.replace("\t", " "), LINE_LIMIT)
        self.text = safe(before + self.text[self.at :], LINE_LIMIT)
        self.at = min(len(before), len(self.text))

    def take_key(self, key: str) -> bool:
        """A key that moves or deletes (Textual's name); whether it was one."""
        moves = {"left": self.at - 1, "right": self.at + 1, "home": 0, "end": len(self.text)}
        if key in moves:
            self.at = max(0, min(moves[key], len(self.text)))
        elif key == "backspace":
            self.text = self.text[: max(self.at - 1, 0)] + self.text[self.at :]
            self.at = max(self.at - 1, 0)
        elif key == "delete":
            self.text = self.text[: self.at] + self.text[self.at + 1 :]
        elif key == "ctrl+u":
            self.fill("")
        else:
            return False
        self.offered = False
        return True

    def shown(self, width: int) -> tuple[str, str, str]:
        """The text before, under and after the cursor, in `width` cells."""
        start = 0
        while text_width(self.text[start : self.at]) >= width:
            start += 1
        before = self.text[start : self.at]
        under = self.text[self.at : self.at + 1] or " "
        room = width - text_width(before) - text_width(under)
        behind = self.text[self.at + 1 :]
        if text_width(behind) > room:
            behind = to_width(behind, max(room, 0))
        return before, under, behind


Save = Callable[[Mapping[str, str]], Awaitable[str | None]]
"""Takes the texts; answers with what was done, or None if nothing was. `FieldRefused` says
which field cannot be taken."""
LABEL = 14


@dataclass(frozen=True, slots=True)
class Proposed:
    """One of those who are proposed for what is typed: its key, and its line."""

    key: str
    line: str


class Proposals(Protocol):
    """Whom a form proposes while a field is typed."""

    def proposed(self, key: str, text: str) -> Sequence[Proposed]:
        """For what is typed in a field, the likeliest first."""
        ...

    def taken(self, proposed: Proposed) -> Mapping[str, str]:
        """The texts of the fields that it fills, when it is taken over."""
        ...

    def another(self, key: str) -> str | None:
        """Another text for a field, of the one taken over; None if there is no choice."""
        ...

    def help(self, key: str) -> str:
        """What is said of a field in place of its help."""
        ...

    def anew(self) -> None:
        """The form begins again."""
        ...


PASTE_LIMIT = 4000
"""Characters of a paste that are looked at."""
SAID_LINES, MANY_LINES = 2, 3
"""Lines under the fields; in a form with names to choose from, which may be many, and in one of new
entries, of which there is much to say."""


class EntryForm(ModalScreen[None]):
    """All fields of an entry, one a line. Nothing typed is lost by a refusal."""

    DEFAULT_CSS = """
    EntryForm { align: center middle; background: transparent; }
    EntryForm > .form-box {
        width: 70; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 1; border: solid $muted; background: $surface;
        border-title-color: $foreground; border-title-style: bold; border-subtitle-color: $muted;
    }
    EntryForm:ansi > .form-box { border: ascii $muted; }
    EntryForm LineList { background: $surface; max-height: 100%; scrollbar-size: 0 0; }
    """
    AUTO_FOCUS = ""

    def __init__(
        self,
        title: str,
        fields: tuple[FormField, ...],
        texts: Mapping[str, str],
        save: Save,
        again: bool = False,
        enter: Callable[[str, Mapping[str, str]], str] | None = None,
        proposals: Proposals | None = None,
    ) -> None:
        super().__init__()
        self.form_title, self.fields = title, fields
        self.texts, self.save, self.again = dict(texts), save, again
        self.rows = {f.key: FormLine(f.label, self.texts.get(f.key, "")) for f in fields}
        self.enter = enter
        """What Enter does in a field, with these texts in all of them; None: it saves."""
        self.label = max(LABEL, *(len(f.label) + 1 for f in fields))
        self.current = fields[0].key
        chosen = any(f.completions for f in fields)
        self.said_lines = MANY_LINES if chosen or again else SAID_LINES
        self.around = 1 + self.said_lines
        """Lines that are not fields: messages, the keys."""
        self.said: tuple[str, str] = ("", "plain")
        self.list = LineList(selectable=False)
        self.box = Vertical(classes="form-box")
        self._first = 0
        """The first field shown."""
        self.proposals = proposals
        self.proposed: Sequence[Proposed] = ()
        """Under the current field."""
        self.marked = 0
        self.saving = False
        """What is typed waits before the form: it may be for what is behind it."""
        self._leaving = False
        """It is asked whether what is typed may be lost."""

    def compose(self) -> ComposeResult:
        """One box of lines."""
        self.box.border_title = Content(safe(self.form_title, 200))
        with self.box:
            yield self.list

    def on_mount(self) -> None:
        """As many lines as there are fields, and what is said under them."""
        self.list.styles.height = len(self.fields) + self.around
        self.call_after_refresh(self.repaint)

    def on_resize(self) -> None:
        """Texts are cut elsewhere."""
        self.call_after_refresh(self.repaint)

    def typed(self) -> dict[str, str]:
        """The texts in the form."""
        return {key: row.text for key, row in self.rows.items()}

    # What is shown

    def repaint(self) -> None:
        """Only what differs is sent to the terminal."""
        width = self.list.size.width
        if not width:
            return
        text, style = self.said if self.said[0] else (self._help(), "dim")
        text = f"! {text}" if style == "bad" else text  # a colour says nothing alone
        said = [line(f" {part}", style) for part in in_lines(text, width - 2)[: self.said_lines]]
        if self.proposed:
            keys = "enter saves · → take over · ↑ ↓ choose · tab field"
        else:
            keys = f"enter {self._enter()} · ↑ ↓ tab  field"
            keys += " · space yes, no" * self._field_here().switch
            keys += " · space next" * bool(self._field_here().choices)
        foot = line(
            " y leave · enter, esc  stay" if self._leaving else f" {keys} · esc close", "dim"
        )
        first, behind = self._in_view()
        in_form = self.keys_shown()
        shown, count = in_form[first:behind], len(in_form)
        whole = len(shown) == count
        self.box.border_subtitle = None if whole else f"{first + 1}-{behind} of {count}"
        self.list.show(
            [
                *(part for key in shown for part in self._field_lines(key, width)),
                # apart from the fields: a word alone would be taken for one
                *([Line()] * (self._field_room - len(shown) - len(self.proposed))),
                *([Line()] * (self.said_lines - len(said))),
                *said,
                foot,
            ]
        )
        self._place_cursor(first)

    def _enter(self) -> str:
        if self.enter is not None:
            return self.enter(self.current, self.typed())
        return "saves, next entry" if self.again else "saves"

    def _help(self) -> str:
        proposed = self.proposals.help(self.current) if self.proposals is not None else ""
        field = self._field_here()
        by_others = field.hint(self.typed()) if field.hint is not None else ""
        return proposed or by_others or field.help

    def _field_here(self) -> FormField:
        return next(field for field in self.fields if field.key == self.current)

    def _field_lines(self, key: str, width: int) -> list[Line]:
        """A field, and under the current one whoever is proposed."""
        lines = [self._field_line(key, width)]
        for at, one in enumerate(self.proposed if key == self.current else ()):
            here = at == self.marked
            text = cell(f"{'▸' if here else ' '} {one.line}", width - 3).rstrip()
            lines.append(line(f"   {text}", "accent" if here else "plain"))
        return lines

    def _field_line(self, key: str, width: int) -> Line:
        row, here = self.rows[key], key == self.current
        label = f"{'▌' if here else ' '}{row.label:{self.label}}"
        room = width - self.label - 2
        if not here:
            return Line(((label, "dim"), (cell(row.text, room), "field")))
        before, under, behind = row.shown(room)
        blank = " " * (room - text_width(before + under + behind))
        return Line(((label, "key"), (before, "field"), (under, "mark"), (behind + blank, "field")))

    def _in_view(self) -> tuple[int, int]:
        """The first field shown and the one behind the last: as many as fit beside what is said
        of the current one, so that it and the keys are shown on every terminal."""
        room = max(self._field_room - len(self.proposed), 1)
        keys = self.keys_shown()
        at, count = keys.index(self.current), len(keys)
        if not self._first <= at < self._first + room:
            self._first = at - room // 2
        self._first = max(0, min(self._first, count - room))
        return self._first, min(self._first + room, count)

    @property
    def _field_room(self) -> int:
        """Lines for fields and for whom is proposed under one."""
        return self.list.size.height - self.around

    def keys_shown(self) -> list[str]:
        """The fields that mean something with what is in the others."""
        asked = {field.key: field.only_with for field in self.fields}
        return [
            key
            for key in self.rows
            if (with_ := asked[key]) is None
            or key == self.current
            or self.rows[with_[0]].text.strip() == with_[1]
        ]

    def _place_cursor(self, first: int) -> None:
        y = self.keys_shown().index(self.current) - first
        before = self.rows[self.current].shown(self.list.size.width - self.label - 2)[0]
        x = self.label + 1 + text_width(before)
        self.app.cursor_position = self.list.content_region.offset + Offset(x, y)

    # Keys

    def on_key(self, event: events.Key) -> None:
        """One after the other; none comes during a save."""
        event.stop()
        event.prevent_default()
        self._take(event)

    def _take(self, event: events.Key) -> None:
        row = self.rows[self.current]
        before = row.text
        if self._leaving:
            self._answer(event)
            return
        if self.proposed and self._chooses(event.key, row):
            self.repaint()
            return
        if event.key == "escape":
            self._close()
            return
        if event.key == "enter":
            self.saving = True
            self.run_worker(self._save(), group="form")
            return
        steps = {"tab": 1, "down": 1, "shift+tab": -1, "up": -1}
        if event.key in steps:
            if wrong := self._wrong_when_left(row):
                self._stay(wrong, self.current)
            else:
                self._step(steps[event.key])
        elif event.key == "right" and row.at == len(row.text) and self._completes(row):
            pass
        elif event.is_printable and event.character:
            self._type(row, event.character)
        elif row.take_key(event.key):
            self._propose(row)
        else:
            self.app.bell()
        if self.said[1] == "bad" and row.text != before:
            self.said = ("", "plain")  # it was refused with its earlier value
        self.repaint()

    def _close(self) -> None:
        """At once where nothing is lost by it."""
        before = {key: safe(text, LINE_LIMIT).strip() for key, text in self.texts.items()}
        changed = sum(text.strip() != before.get(key, "") for key, text in self.typed().items())
        if not changed:
            self.dismiss()
            return
        self._leaving = True
        self.said = (f"{counted(changed, 'change is', 'changes are')} not saved: leave?", "note")
        self.repaint()

    def _answer(self, event: events.Key) -> None:
        """The one key that says yes, or one of those that say no."""
        if event.character == "y":
            self.dismiss()
        elif event.key in NO_KEYS:
            self._leaving, self.said = False, ("", "plain")
            self.repaint()
        else:
            self.app.bell()

    def _type(self, row: FormLine, text: str) -> None:
        """Into the field; a switch is turned by a blank and set by `y` and `n`, whatever letters of
        `yes` and `no` follow them. Of several words a blank takes the next one, but within a word
        that is being typed, as `even out`."""
        choices = self._field_here().choices
        if choices and text == " " and row.text.strip() in ("", *choices):
            at = choices.index(row.text.strip()) if row.text.strip() in choices else -1
            row.fill(choices[(at + 1) % len(choices)])
            return
        if not self._field_here().switch:
            said = row.text
            longer = any(choice.startswith(said + text) for choice in choices)
            if said in choices and row.at == len(said) and not longer:
                row.fill("")  # a complete word is not changed by letters after it
            row.insert(text)
            self._propose(row)
            return
        first = text[:1].casefold()
        turned = {"y": "yes", "n": "no", " ": "no" if row.text.strip() == "yes" else "yes"}
        if first in turned:
            row.fill(turned[first])
        elif first not in "eso":
            self.app.bell()

    def _propose(self, row: FormLine) -> None:
        """Whom what is typed may mean; nobody before anything is typed."""
        if self.proposals is not None:
            self.proposed, self.marked = self.proposals.proposed(self.current, row.text), 0

    def _chooses(self, key: str, row: FormLine) -> bool:
        """Whether a key is about those who are proposed: → takes one over, esc leaves them."""
        if key in ("down", "up"):
            self.marked = (self.marked + (1 if key == "down" else -1)) % len(self.proposed)
        elif key == "right" and row.at == len(row.text) and self.proposals is not None:
            for field, text in self.proposals.taken(self.proposed[self.marked]).items():
                if field in self.rows:
                    self.rows[field].fill(text)
            self.proposed = ()
            self.said = ("taken over; enter saves", "done")
        elif key == "escape":
            self.proposed = ()
        else:
            return False
        return True

    def _completes(self, row: FormLine) -> bool:
        """→ at the end of a text that can be completed: as far as only one way goes on."""
        if self.proposals is not None and (text := self.proposals.another(self.current)):
            row.fill(text)
            return True
        field = self._field_here()
        words = [word for word in field.choices if word.startswith(row.text.strip()) and word]
        if field.completions is None and not field.choices:
            return False
        ways = field.completions(row.text) if field.completions is not None else words
        text, names = completed(row.text, ways)
        if text == row.text:
            self.app.bell()
        row.fill(text)
        self.said = (names, "plain")
        return True

    def on_paste(self, event: events.Paste) -> None:
        """The first line of what is pasted, into the field."""
        event.stop()
        if self._leaving:
            self.app.bell()
            return
        first, *more = event.text.splitlines() or [""]
        self._type(self.rows[self.current], first[:PASTE_LIMIT])
        if more:
            self.said = (self._left_out(sum(map(bool, map(str.strip, more)))), "note")
        self.repaint()

    def _left_out(self, lines: int) -> str:
        """That a field holds one line; where entries are added, also where a list is read."""
        if not lines:
            return ""
        said = f"only the first line was pasted, {counted(lines, 'line')} left out"
        return f"{said}: esc, then i reads a list" if self.again else said

    def fill(self, key: str, text: str) -> None:
        """Put what was chosen elsewhere into its field."""
        self.rows[key].fill(text)

    def ask(self, field: str, text: str) -> None:
        """Go on with that field, and say so much."""
        self.current, self.said = field, (text, "done")

    def _wrong_here(self) -> str:
        wrong = self._field_here().wrong
        return wrong(self.typed()) if wrong is not None else ""

    def _wrong_when_left(self, row: FormLine) -> str:
        """What is wrong here; what can go on in one way only is completed."""
        completions = self._field_here().completions
        if (wrong := self._wrong_here()) and completions is not None:
            whole = completions(row.text)
            if len(whole) == 1:
                row.fill(whole[0])
                return self._wrong_here()
        return wrong

    def _step(self, by: int) -> None:
        keys = self.keys_shown()
        self.current = keys[(keys.index(self.current) + by) % len(keys)]
        self.proposed = ()
        if self._help():
            self.said = ("", "plain")

    # Saving

    def on_screen_suspend(self) -> None:
        """A question about what is being saved: what was typed after enter would go on in the
        middle of what is not taken while the question is read. One with fixed answers says itself
        what it does not take, and what only shows how far a save is gives it back."""
        asks_for_text = getattr(self.app.screen, "only_answers", None) is None
        if self.saving and asks_for_text and not isinstance(self.app.screen, Working):
            self._drop_typed()

    async def _save(self) -> None:
        before = self.said
        try:
            done = await self.save(self.typed())
        except FieldRefused as refusal:
            self._drop_typed()  # for the next entry: in this one it would do harm
            self._stay(str(refusal), refusal.field)
        except Refused:
            self._drop_typed()
            raise
        else:
            if done is None:
                if self.said is before:  # a question was answered by no
                    self.said = ("nothing is saved: enter asks again", "note")
            else:
                self._saved(done)
        finally:
            self.saving = False
        self.repaint()

    def _drop_typed(self) -> None:
        cast("TopboardApp", self.app).keyboard.drop_unless(())

    def _stay(self, text: str, field: str) -> None:
        self.said = (text, "bad")
        self.current = field if field in self.rows else self.current
        self.app.bell()

    def _saved(self, done: str) -> None:
        if not self.again:
            self.dismiss()
            return
        for key, row in self.rows.items():
            row.fill(self.texts.get(key, ""))
        self.proposed = ()
        if self.proposals is not None:
            self.proposals.anew()
        self.current = self.fields[0].key
        self.said = (done, "done")
