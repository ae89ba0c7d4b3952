"""From a place of the congress into an event's own console."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app import TopboardApp


async def enter_event(
    app: TopboardApp, folder: str, place: str = "", line: Hashable | None = None
) -> None:
    """That event, in one of its own places and on that line."""
    await app.enter_event(folder, place, line)
