"""The command palette: the table's actions of the place in front, by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.keys import Command, commands_of

if TYPE_CHECKING:
    from tui.app import TopboardApp
    from tui.screens.place import Place


class Actions(Provider):
    """Every action that the place in front, or the app, can do."""

    def _commands(self) -> tuple[Place | None, tuple[Command, ...]]:
        place = cast("TopboardApp", self.app).front
        if place is None:
            return None, ()
        return place, tuple(c for c in commands_of(place.place) if c.id != "palette")

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        place, commands = self._commands()
        for command in commands:
            yield DiscoveryHit(_title(command), partial(_run, place, command), help=command.help)

    async def search(self, query: str) -> Hits:
        """Those whose name or help matches."""
        matcher = self.matcher(query)
        place, commands = self._commands()
        for command in commands:
            score = max(matcher.match(command.name), matcher.match(command.help) * 0.8)
            if score > 0:
                title = matcher.highlight(_title(command))
                yield Hit(score, title, partial(_run, place, command), help=command.help)


def _title(command: Command) -> str:
    return f"{command.name} ({command.all_keys})".replace("[", "\\[")


async def _run(place: Place | None, command: Command) -> None:
    if place is not None:
        place.call_later(place.run_command, command)
