"""What a screen of the console asks its app for, by the app's own type."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from tui.app import TopboardApp
    from tui.desk import Desk

    _Node = DOMNode
else:
    _Node = object


class OnConsole(_Node):
    """A screen that is shown by the console alone."""

    @property
    def console(self) -> TopboardApp:
        """The app."""
        return cast("TopboardApp", self.app)

    @property
    def desk(self) -> Desk:
        """The open event, and the door to it."""
        return self.console.desk
