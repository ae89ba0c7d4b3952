"""A box with its title in its frame."""

from __future__ import annotations

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Label

from saves.cells import text_width

NOT_YET = 66
"""Cells of a title in the frame while the size of the box is not known."""


class TitledBox(Vertical):
    """The title is in the frame; one that is too long for it above what is in the box, whole.

    A title is plain text, never markup.
    """

    def __init__(self, title: str = "", *, id: str | None = None) -> None:
        self.whole = Label(title, markup=False)
        super().__init__(self.whole, id=id, classes="dialog-box")
        self.title = title
        self.whole.display = bool(title) and not self.framed_as(title)
        self.border_title = Content("" if self.whole.display else title)

    def on_resize(self) -> None:
        """There is more room for it, or less."""
        self.entitle(self.title)

    def entitle(self, title: str) -> None:
        """Another title; nothing is painted where it is the same."""
        before, self.title, framed = self.title, title, self.framed_as(title)
        if title == before and framed is not self.whole.display:
            return
        self.border_title = Content(title if framed else "")
        self.whole.update("" if framed else title)
        self.whole.display = not framed

    def framed_as(self, title: str) -> bool:
        """Whether the frame has room for that title."""
        return "\n" not in title and text_width(title) <= (self.content_size.width or NOT_YET)
