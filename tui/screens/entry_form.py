"""The form of an entry: enter saves, and goes on to the next one when adding."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from saves.safe_text import safe
from tui.screens.entry_fields import FieldRefused, FormField

Save = Callable[[Mapping[str, str]], Awaitable[str | None]]
"""Takes the texts; answers with what was done, or None if nothing was. `FieldRefused` says
which field cannot be taken."""


class FormInput(Input):
    """A line of the form: no blinking, and nothing in it that a terminal would obey."""

    def __init__(self, value: str, id: str, width: int) -> None:
        super().__init__(safe(value, 400), id=id, compact=True, max_length=400)
        self.cursor_blink = False
        self.styles.width = width

    def validate_value(self, value: str) -> str:
        """A paste can carry anything."""
        return value if value.isascii() and value.isprintable() else safe(value, 400)


class EntryForm(ModalScreen[None]):
    """All fields of an entry, one a line. Nothing typed is lost by a refusal."""

    DEFAULT_CSS = """
    EntryForm { align: center middle; }
    EntryForm > VerticalScroll {
        width: 64; max-width: 100%; height: auto; max-height: 100%;
        background: $surface; padding: 0 1; scrollbar-size: 1 1;
    }
    EntryForm .form-title { text-style: bold; width: 100%; }
    EntryForm Horizontal { height: 1; }
    EntryForm Horizontal Label { width: 13; }
    EntryForm .form-said { height: auto; min-height: 1; }
    EntryForm .form-said.-refused { color: $error; text-style: bold; }
    EntryForm Input:focus { background: $primary 30%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("tab", "app.focus_next", show=False),
        Binding("shift+tab", "app.focus_previous", show=False),
        Binding("escape", "end", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        fields: tuple[FormField, ...],
        texts: Mapping[str, str],
        save: Save,
        again: bool = False,
    ) -> None:
        super().__init__()
        self.form_title = title
        self.fields = fields
        self.texts = dict(texts)
        self.save = save
        self.again = again
        self.saving = False

    def compose(self) -> ComposeResult:
        """A title, the fields, what was said last, the keys."""
        keys = "enter saves and goes on" if self.again else "enter saves"
        with VerticalScroll(can_focus=False):
            yield Label(Text(self.form_title), classes="form-title", markup=False)
            for field in self.fields:
                with Horizontal():
                    yield Label(field.label)
                    yield FormInput(self.texts.get(field.key, ""), f"in-{field.key}", field.width)
            yield Static("", classes="form-said", markup=False)
            yield Label(f"{keys} · ↑ ↓ fields · esc ends", classes="form-keys")

    def on_mount(self) -> None:
        """The name comes first."""
        self._go_to(self.fields[0].key)

    def typed(self) -> dict[str, str]:
        """The texts as they stand in the form."""
        return {f.key: self.query_one(f"#in-{f.key}", Input).value for f in self.fields}

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save; on a refusal stay at the field concerned."""
        event.stop()
        if self.saving:
            return
        self.saving = True
        self.run_worker(self._save(), group="form", exit_on_error=True)

    async def _save(self) -> None:
        try:
            done = await self.save(self.typed())
        except FieldRefused as refusal:
            self._say(str(refusal), refused=True)
            self._go_to(refusal.field)
            return
        finally:
            self.saving = False
        if done is None:
            return
        if not self.again:
            self.dismiss()
            return
        for field in self.fields:
            self.query_one(f"#in-{field.key}", Input).value = self.texts.get(field.key, "")
        self._say(done)
        self._go_to(self.fields[0].key)

    def _say(self, text: str, refused: bool = False) -> None:
        said = self.query_one(".form-said", Static)
        said.set_class(refused, "-refused")
        said.update(Text(safe(text, 300)))

    def _go_to(self, key: str) -> None:
        box = self.query_one(f"#in-{key}", Input) if self._has(key) else self.query(Input).first()
        box.focus()

    def _has(self, key: str) -> bool:
        return any(field.key == key for field in self.fields)

    def action_end(self) -> None:
        """Leave; what stands in the fields is not saved."""
        self.dismiss()
