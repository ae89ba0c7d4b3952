"""One line of a form while it is typed: a text, and the place in it."""

from __future__ import annotations

from dataclasses import dataclass

from saves.safe_text import safe
from tui.terminal.widths import cell_len, set_cell_size

LIMIT = 400
"""Characters; what is too long for its field is refused with its own bounds."""


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
        """Another text, the cursor behind it."""
        self.text = safe(text, LIMIT)
        self.at = len(self.text)
        self.offered = False

    def insert(self, text: str) -> None:
        """At the cursor."""
        if self.offered:
            self.fill("")
        before = safe(self.text[: self.at] + text.replace("\t", " "), LIMIT)
        self.text = safe(before + self.text[self.at :], LIMIT)
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
        """What stands before, under and behind the cursor, in `width` cells."""
        start = 0
        while cell_len(self.text[start : self.at]) >= width:
            start += 1
        before = self.text[start : self.at]
        under = self.text[self.at : self.at + 1] or " "
        room = width - cell_len(before) - cell_len(under)
        behind = self.text[self.at + 1 :]
        if cell_len(behind) > room:
            behind = set_cell_size(behind, max(room, 0))
        return before, under, behind
