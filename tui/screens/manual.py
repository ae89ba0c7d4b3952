"""The manual in the console: its pages, what is found in them, one of them to read."""

from __future__ import annotations

import asyncio
from itertools import chain

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from tui.keys.commands import DIALOGS
from tui.manual import ManualHit, ManualPage, manual_hits, manual_lines, manual_page, manual_pages
from tui.screens.dialogs import Help
from tui.widgets.lines import Line, LineList, line
from tui.widgets.titled_box import TitledBox

AT_ONCE = 0.1
"""Seconds; what takes longer says that it is at work."""
MOST_HITS = 200
"""Lines found that are listed; whoever gets more types another word."""
NOTE_OF_LIST = "letters find · ↑ ↓ enter read · esc back"
NOTE_OF_ONLY = "↑ ↓ page home end · / find, here first · esc back"
NOTE_OF_PAGE = "↑ ↓ page home end · / find, here first · esc the pages · q close"


class Manual(ModalScreen[None]):
    """Pages to choose from and to search; Enter opens one, Esc goes one step back."""

    def __init__(self, first: str | None = None, reading: bool = False, find: str = "") -> None:
        super().__init__()
        self.sought = find
        """What is looked for from the beginning."""
        pages = manual_pages()
        first = manual_page(first).name if first and reading else first
        self.pages = tuple(sorted(pages, key=lambda page: page.name != first))
        """All of them; the rules that `first` names on top, and open where they are to be read at
        once."""
        self.open_page: ManualPage | None = self.pages[0] if reading else None
        self.only = reading
        """Whether Esc leads back to where it was opened: the list of pages was not asked for."""
        self._from: ManualPage | None = None
        """The page on which a find was begun: what it has comes first."""
        self._found = ""
        """The words that the lines listed have; none where the pages are."""
        self._finding = self._then_open = False
        """Lines are being looked for; the first of them is to be opened."""
        self.contents = LineList(id="manual-contents")
        self.reading = LineList(id="manual-page", selectable=False)

    def compose(self) -> ComposeResult:
        """The title, what is looked for, the pages or one page, the keys."""
        with TitledBox(id="manual"):
            yield Input(
                self.sought, placeholder="type to find", select_on_focus=False, max_length=40
            )
            yield self.contents
            yield self.reading
            yield Label("", markup=False, classes="dialog-note", id="manual-note")

    def on_mount(self) -> None:
        """The pages first, or the one that is to be read."""
        self.query_one(Input).cursor_blink = False
        self.call_after_refresh(self._draw)

    def on_resize(self) -> None:
        """Lines break elsewhere."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if self.open_page is None:
            self._list_pages()
        else:
            self._show_page(self.open_page, None)

    @property
    def _width(self) -> int:
        return max(self.query_one("#manual").content_size.width, 20)

    @property
    def _needle(self) -> str:
        """What is looked for; a slash begins it as everywhere, and is not part of it."""
        return self.query_one(Input).value.strip().removeprefix("/").lstrip()

    def _list_pages(self) -> None:
        """The pages, or the lines that have what is typed, which are found beside the keys: all
        pages have to be laid out for the first."""
        self.open_page, self.only = None, False
        field = self.query_one(Input)
        self._say("Manual", NOTE_OF_LIST)
        self.reading.display, self.contents.display, field.display = False, True, True
        field.focus()
        self._found = ""
        if not self._needle:
            self.contents.show([Line(((f" {page.title}", "plain"),), page) for page in self.pages])
        elif not self._finding:
            self._finding = True
            self._find()

    def _listing(self) -> bool:
        return self.open_page is None

    @work(group="finding")
    async def _find(self) -> None:
        """The lines with what is typed, and with what is typed meanwhile."""
        while self._listing() and (text := self._needle) not in ("", self._found):
            laid_out = asyncio.create_task(asyncio.to_thread(self._lines_with, text, self._width))
            done, _ = await asyncio.wait({laid_out}, timeout=AT_ONCE)
            if not done:
                self.contents.show([line(" searching …", "dim")])
            rows = await laid_out
            if self._listing() and self._needle == text:
                self._found = text
                self.contents.show(rows or [line(f" nothing about {text!r}", "dim")])
        self._finding = False
        if self._then_open:
            self._then_open = False
            self._open(self.contents.selected)

    def _lines_with(self, text: str, width: int) -> list[Line]:
        rows: list[Line] = []
        above: ManualPage | None = None
        here = tuple(page for page in self.pages if page is self._from)
        others = tuple(page for page in self.pages if page is not self._from)
        hits = chain(manual_hits(text, width, here), manual_hits(text, width, others))
        for hit in hits:
            if len(rows) >= MOST_HITS:
                return [*rows, line(" … and more: type another word", "dim")]
            if hit.page is not above:
                rows.append(line(f" {hit.page.title}", "strong"))
                above = hit.page
            rows.append(Line(((f"   {hit.text}", "plain"),), hit))
        return rows

    def _show_page(self, page: ManualPage, row: int | None) -> None:
        """Open it; `row` is the line to begin with, None where the page is laid out anew."""
        self.open_page = page
        self._say(page.title, NOTE_OF_ONLY if self.only else NOTE_OF_PAGE)
        self.contents.display, self.query_one(Input).display = False, False
        self.reading.display = True
        self.reading.show(manual_lines(page, self._width))
        if row is not None:
            self.reading.scroll_to(y=max(row - 2, 0), animate=False, force=True)
        self.reading.focus()

    def _say(self, title: str, note: str) -> None:
        self.query_one(TitledBox).entitle(title)
        self.query_one("#manual-note", Label).update(note)

    def on_input_changed(self) -> None:
        """Find as the arbiter types."""
        if self.open_page is None:
            self._list_pages()

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """A click on the selected line."""
        self._open(message.key)

    def _open(self, chosen: object) -> None:
        if isinstance(chosen, ManualHit):
            self._show_page(chosen.page, chosen.row)
        elif isinstance(chosen, ManualPage):
            self._show_page(chosen, 0)

    def on_key(self, event: events.Key) -> None:
        """Move, read, go back."""
        if self.open_page is None:
            self._key_in_list(event)
        else:
            event.stop()
            self._key_in_page(event)

    def _key_in_list(self, event: events.Key) -> None:
        field = self.query_one(Input)
        if event.key == "escape":
            event.stop()
            self._from = None
            if field.value:
                field.value = ""
            else:
                self.dismiss(None)
        elif event.key == "enter":
            event.stop()
            if self._finding:
                self._then_open = True  # typed ahead of what it is to open
            else:
                self._open(self.contents.selected)
        elif event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.contents.take_key(event.key)

    def _key_in_page(self, event: events.Key) -> None:
        page = max(self.reading.size.height - 2, 1)
        steps = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": page, "space": page,
                 "pageup": -page, "home": -self.reading.virtual_size.height,
                 "end": self.reading.virtual_size.height}  # fmt: skip
        if event.key in steps:
            self.reading.scroll_relative(y=steps[event.key], animate=False, force=True)
        elif event.key == "q" or (event.key == "escape" and self.only):
            self.dismiss(None)
        elif event.key == "escape":
            self._list_pages()
        elif event.character == "/":
            self._from = self.open_page
            self.query_one(Input).value = ""
            self._list_pages()
        elif event.character == "?":
            self.app.push_screen(Help("Manual", dialog=DIALOGS["The manual"]))
        else:
            self.app.bell()
