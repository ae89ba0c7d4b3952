"""A box with its title in its frame."""

from __future__ import annotations

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Label

from tui.terminal.widths import cell_len

NOT_YET = 66
"""Cells of a title in the frame while the size of the box is not known."""


class TitledBox(Vertical):
    """The title stands in the frame; one that is too long for it above what is in the box, whole.

    A title is plain text, never markup.
    """

    def __init__(self, title: str = "", *, id: str | None = None) -> None:
        self.whole = Label(title, markup=False)
        super().__init__(self.whole, id=id, classes="dialog-box")
        self.title = title

    def on_mount(self) -> None:
        """Where the title goes."""
        self.entitle(self.title)

    def on_resize(self) -> None:
        """There is more room for it, or less."""
        self.entitle(self.title)

    def entitle(self, title: str) -> None:
        """Another title; nothing is painted where it is the same."""
        framed, self.title = Content(title if self.framed_as(title) else ""), title
        if framed.plain != getattr(self._border_title, "plain", ""):
            self.border_title = framed
        self.whole.display = bool(title) and not framed.plain
        if self.whole.display:
            self.whole.update(title)

    def framed_as(self, title: str) -> bool:
        """Whether the frame has room for that title."""
        return "\n" not in title and cell_len(title) <= (self.size.width or NOT_YET)
