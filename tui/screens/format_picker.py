"""The formats to choose from: what each is for, and what it would mean for the entries at hand."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.actions import CreateEvent, ImportEntrants
from engine.alphabet import fold
from engine.entrants import Entrant
from engine.log import applied
from engine.outlook import FormatOutlook, format_outlook
from engine.points import counted
from engine.protocol import Format
from engine.refusal import Refused
from saves.safe_text import safe, shortened
from tui.keys.commands import DIALOGS
from tui.keys.synonyms import FORMAT_WORDS
from tui.screens.dialogs import Help, make_room
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, LineList, fit
from tui.widgets.titled_box import TitledBox

ADVICE_LINES = 2
SAID_OF_A_FORMAT = 6 + ADVICE_LINES
"""Lines below the list: what the format is, what it means for the entries."""
SAID_ALONE = 5
"""Of these what is said where no entries are known yet."""
BESIDE = 5
"""Rows of the dialog besides the list and these."""
WORD = 30
"""Letters at most that formats are found by."""
UNBOUNDED = 99
"""Rounds of a format whose entries decide how many there are."""
NEW = "A new event: its format"
_KEYS = "letters  find   ↑ ↓  format   enter  take it   →  its rules   esc  back"
_NO_KEYS = "none found:   ↑ ↓  choose one   backspace  other letters   esc  back"
SEED = 1
"""Of the draw that is looked at: any one shows the same boards, byes and gaps."""


class FormatPicker(ModalScreen[str | None]):
    """The format's name, or None for Esc. Of a word typed, here or instead of a name in the form,
    those are shown whose name or description has it; where none has it, all, and enter takes none
    before one of them is gone to.

    Round 1 is drawn in memory for the format selected, beside the keys: nothing waits for it.
    """

    AUTO_FOCUS = ""

    def __init__(
        self, entrants: tuple[Entrant, ...], rounds: str = "", sought: str = "", title: str = NEW
    ) -> None:
        super().__init__()
        from formats.registry import FORMATS

        self.first = sought if sought in FORMATS else ""
        self.sought = "" if self.first else sought
        if self.sought:
            self.first = min(self.formats, key=lambda format: _distance(format, sought)).name
        self.entrants, self.rounds, self.box_title = entrants, rounds, title
        self.outlooks: dict[str, FormatOutlook] = {}
        self.list = LineList(id="formats")
        self.unsure = not self._found
        """Whether the one selected is only the first of all."""

    def compose(self) -> ComposeResult:
        """The list, what is said of the selected one, the keys."""
        with TitledBox(self.box_title, id="format-picker"):
            yield self.list
            yield Label("", markup=False, id="format-said")
            yield Label(_KEYS, markup=False, classes="dialog-note", id="format-keys")

    @property
    def formats(self) -> list[Format]:
        """Those that are shown."""
        from formats.registry import all_formats

        return self._found or all_formats()

    @property
    def _found(self) -> list[Format]:
        from formats.registry import all_formats

        return [format for format in all_formats() if described_by(format, self.sought)]

    def _entitle(self) -> None:
        read = " read" * (self.box_title == NEW)
        of = f" · {counted(len(self.entrants), 'entry', 'entries')}{read}" if self.entrants else ""
        if self.sought:
            word = shortened(self.sought, 30)
            of += f" · with '{word}'" if self._found else f" · none has '{word}': all"
        self.query_one(TitledBox).entitle(f"{self.box_title}{of}")

    def _seek(self, sought: str) -> None:
        """Those with that word, the best match selected: the one before, where none is better."""
        before, self.sought = self._selected.name, sought
        self.unsure = not self._found
        formats = sorted(self.formats, key=lambda format: format.name != before)
        self.first = min(formats, key=lambda format: _distance(format, sought)).name
        self._fill()

    def on_mount(self) -> None:
        """The formats, the first one selected."""
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        """Lines are cut elsewhere."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        said = self._said_lines
        self._entitle()
        self.query_one("#format-said").styles.height = said
        make_room(self.list, said + BESIDE, len(self.formats))
        width = max(self.list.size.width - 1, 20)
        used = max(len(format.used_for) for format in self.formats)
        rows = []
        for format in self.formats:
            title = fit(f" {format.title}", width - used - 1)
            rows.append(
                Line(((title, "plain"), (f"{format.used_for:>{used}}", "dim")), format.name)
            )
        self.list.show(rows)
        if any(format.name == self.first for format in self.formats):
            self.list.select(self.first)
        self._say()

    @property
    def _said_lines(self) -> int:
        return SAID_OF_A_FORMAT if self.entrants else SAID_ALONE

    @property
    def _selected(self) -> Format:
        name = self.list.selected
        return next((f for f in self.formats if f.name == name), self.formats[0])

    def _say(self) -> None:
        format = self._selected
        # there are more of them than lines at 80x24
        place = f"{self.formats.index(format) + 1}/{len(self.formats)}"
        self.query_one(TitledBox).border_subtitle = place
        width = max(self.list.size.width - 2, 20)
        keys = _NO_KEYS if self.unsure else _KEYS
        self.query_one("#format-keys", Label).update(keys)
        lines = ["", *in_lines(format.summary[:1].upper() + format.summary[1:], width)[:2], ""]
        if self.entrants:
            outlook = self.outlooks.get(format.name)
            if outlook is None:
                self._look(format)
                lines.append("…")
            else:
                lines += outlook_lines(format, outlook, len(self.entrants), width)
        else:
            length = "" if self.rounds else usual_length(format)
            lines.append(length + " unless you say otherwise" * (not always_so_long(format))
                         if length else "")  # fmt: skip
        self.query_one("#format-said", Label).update("\n".join(lines[: self._said_lines]))

    @work(group="outlook", exclusive=True)
    async def _look(self, format: Format) -> None:
        look = partial(outlook_for, format, self.entrants, self.rounds)
        self.outlooks[format.name] = await asyncio.to_thread(look)
        if self.is_current and self._selected is format:
            self._say()

    def on_line_list_moved(self) -> None:
        """What is said belongs to the selected one."""
        self._say()

    def on_line_list_chosen(self) -> None:
        """Enter, or a click on the selected one."""
        self.dismiss(self._selected.name)

    def on_key(self, event: events.Key) -> None:
        """Letters find; the other keys move, choose, show the rules, go back."""
        event.stop()
        if event.key == "escape":
            self.dismiss(None)
        elif event.key == "enter" and self.unsure:
            self.app.bell()
        elif event.key == "right":
            from tui.screens.manual import Manual

            self.app.push_screen(Manual(self._selected.name, reading=True))
        elif event.key == "backspace":
            self._seek(self.sought[:-1])
        elif event.key == "ctrl+u":
            self._seek("")
        elif event.character == "?":
            self.app.push_screen(Help("Formats", dialog=DIALOGS["Formats to choose from"]))
        elif event.is_printable and event.character:
            self._seek(f"{self.sought}{event.character}"[:WORD])
        elif self.list.take_key(event.key):
            self.unsure = False
            self._say()


def described_by(format: Format, sought: str) -> bool:
    """Whether each word that is sought is in its name or in what is said of it: `round-robin`,
    `cup`, `bridge`."""
    said = " ".join((format.name, format.title, format.used_for, format.summary, _meant(format)))
    return all(_letters(word) in _letters(said) for word in sought.split())


def _distance(format: Format, sought: str) -> int:
    """How far from what is sought: words of its name, letters in its name, what it is for, what
    else is said of it."""
    title, words = f"{format.title} {format.name}", sought.split()
    begun = [_letters(word) for word in re.split(r"[\s_-]+", title)]
    if all(any(one.startswith(_letters(word)) for one in begun) for word in words):
        return 0
    if all(_letters(word) in _letters(title) for word in words):
        return 1
    meant = _letters(f"{format.used_for} {_meant(format)}")
    return 2 if all(_letters(word) in meant for word in words) else 3


def _meant(format: Format) -> str:
    return FORMAT_WORDS.get(format.name, "")


def _letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def usual_length(format: Format) -> str:
    """`6 rounds`, `5 sessions`, where nobody says otherwise; empty where the entries decide."""
    if format.settings({}).rounds >= UNBOUNDED:
        return ""
    return format.length(CreateEvent("?", format.name, {}, SEED).begin(format))


def always_so_long(format: Format) -> bool:
    """Whether it takes no other number of rounds than its own."""
    try:
        format.settings({"rounds": format.settings({}).rounds + 1})
    except Refused:
        return True
    return False


def outlook_for(format: Format, entrants: tuple[Entrant, ...], rounds: str = "") -> FormatOutlook:
    """Round 1 of an event of these entries with the format's own settings, and with so many rounds
    where they are given."""
    try:
        settings = {"rounds": rounds} if rounds else {}
        event = CreateEvent("?", format.name, settings, SEED).begin(format)
        event = applied(ImportEntrants(entrants, "", insist=True), event, format)
    except Refused as refused:
        return FormatOutlook(refused)
    return format_outlook(event, format)


def outlook_lines(format: Format, outlook: FormatOutlook, entries: int, width: int) -> list[str]:
    """What the format means for so many entries, in lines of at most `width` cells."""
    refused = outlook.refused
    if refused is not None:
        why = f"Not with these {entries} entries: {refused.what}"
        return in_lines(safe(f"{why} ({refused.why})" if refused.why else why, 400), width)
    rounds = counted(outlook.rounds, "round") if outlook.rounds else "until it is decided"
    word = "table" if format.kind == "team" else "board"
    boards = f"{counted(outlook.boards, word)} in round 1"
    byes = {0: "no bye", 1: "1 bye"}.get(outlook.byes, f"{outlook.byes} byes")
    gap = "" if outlook.gap is None else f", median rating gap {outlook.gap}"
    lines = in_lines(f"With these {entries} entries: {rounds}; {boards}, {byes}{gap}", width)
    for advice in outlook.advice[:ADVICE_LINES]:
        lines += in_lines(f"! {safe(advice, 400)}", width)
    return lines
