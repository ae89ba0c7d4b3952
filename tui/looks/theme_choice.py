"""Choosing a theme in the console: from a list, or by name in the command palette."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.command import Hit, Hits, Provider

from saves.safe_text import safe
from tui.looks.colours import remember
from tui.looks.user_themes import known_themes, theme_folder
from tui.screens.dialogs import Telling
from tui.screens.wrapping import wrapped
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

WIDTH = 70
"""Cells of the list."""
NOTE = "enter  take it      esc, q  back"


async def choose_theme(desk: TopboardApp) -> None:
    """Show the list; take the one chosen, and begin with it next time."""
    read_anew(desk)
    picked = await desk.push_screen_wait(Telling("Themes", _lines(desk), NOTE))
    if picked is not None:
        await take_theme(desk, picked)


def _lines(desk: TopboardApp) -> list[Line]:
    about = dict(desk.themes.about)
    lines = [
        line(f" {'*' if name == desk.theme else ' '} {name:13} {about[name]}", key=name)
        for name in desk.themes.names
    ]
    for one in desk.themes.troubles:
        told = safe(f"{Path(one.where).name}: {one}", 300)
        lines += [line(f" {text}", "bad") for text in wrapped(told, WIDTH, "!")]
    return [*lines, line(f"   your own: {safe(str(theme_folder()), 200)}", "dim")]


def read_anew(desk: TopboardApp) -> None:
    """The user's files may have changed since."""
    desk.know_themes(known_themes())


async def take_theme(desk: TopboardApp, name: str) -> None:
    """Paint with that theme from now on."""
    if desk.theme == name:
        desk.mutate_reactive(App.theme)  # its file may say something else by now
    desk.theme = name
    await asyncio.to_thread(remember, name)
    if desk.front is not None:
        warning = desk.themes.warning(name)
        said = f"theme {name}; {warning}" if warning else f"theme {name}"
        desk.front.message(said, "bad" if warning else "done")


class ThemesByName(Provider):
    """`Theme: light` in the command palette."""

    @property
    def _desk(self) -> TopboardApp:
        return cast("TopboardApp", self.app)

    async def startup(self) -> None:
        """The list as it is by now."""
        read_anew(self._desk)

    async def discover(self) -> Hits:
        """None before anything is typed: the table's `Theme` leads to all of them."""
        return
        yield

    async def search(self, query: str) -> Hits:
        """Those whose name or purpose matches."""
        matcher = self.matcher(query)
        for name, about in self._desk.themes.about:
            title = f"Theme: {name}"
            score = max(matcher.match(title), matcher.match(about) * 0.8)
            if score > 0:
                act = partial(take_theme, self._desk, name)
                yield Hit(score, matcher.highlight(title), act, help=safe(about))
