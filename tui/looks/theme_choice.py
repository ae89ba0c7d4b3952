"""Choosing a theme in the console: from a list, or by name in the command palette."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.command import Hit, Hits, Provider

from saves.safe_text import safe
from tui.keys.commands import Command
from tui.keys.synonyms import words_found
from tui.looks.colours import remember
from tui.looks.user_themes import known_themes, theme_folder
from tui.screens.columns import wrapped
from tui.screens.dialogs import Telling
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp

WIDTH = 70
"""Cells of the list."""
NOTE = "enter  OK      esc, q  cancel"


async def choose_theme(app: TopboardApp) -> None:
    """Show the list; take the one chosen, and begin with it next time."""
    read_anew(app)
    picked = await app.push_screen_wait(Telling("Themes", _lines(app), NOTE))
    if picked is not None:
        await take_theme(app, picked)


def _lines(app: TopboardApp) -> list[Line]:
    about = dict(app.themes.about)
    lines = [
        line(f" {'*' if name == app.theme else ' '} {name:13} {about[name]}", key=name)
        for name in app.themes.names
    ]
    for one in app.themes.troubles:
        problem = safe(f"{Path(one.where).name}: {one}", 300)
        lines += [line(f" {text}", "bad") for text in wrapped(problem, WIDTH, "!")]
    return [*lines, line(f"   your own: {safe(str(theme_folder()), 200)}", "dim")]


def read_anew(app: TopboardApp) -> None:
    """The user's files may have changed since."""
    app.know_themes(known_themes())


async def take_theme(app: TopboardApp, name: str) -> None:
    """Paint with that theme from now on."""
    if app.theme == name:
        app.mutate_reactive(App.theme)  # its file may say something else by now
    app.theme = name
    await asyncio.to_thread(remember, name)
    if app.front is not None:
        warning = app.themes.warning(name)
        said = f"theme {name}; {warning}" if warning else f"theme {name}"
        app.front.message(said, "bad" if warning else "done")


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
        """Those whose name or purpose has every word."""
        matcher, words = self.matcher(query), len(query.split())
        for name, about in self._desk.themes.about:
            theme = Command("", "", f"Theme: {name}", (), about)
            count, worth = words_found(theme, query)
            if 0 < words <= count:
                act = partial(take_theme, self._desk, name)
                yield Hit(worth, matcher.highlight(theme.name), act, help=safe(about))
