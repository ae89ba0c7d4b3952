"""Choosing a theme in the console: from a list with a sample of each, or by name in the command
palette."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.color import Color
from textual.command import Hit, Hits, Provider
from textual.containers import Horizontal, Vertical
from textual.theme import Theme
from textual.widgets import Label, Static

from saves.cells import text_width, wrapped
from saves.safe_text import safe
from tui.keys.commands import Command
from tui.keys.help import words_found
from tui.looks.colours import remember, tokens
from tui.looks.user_themes import known_themes, theme_folder
from tui.screens.dialogs import Telling
from tui.widgets.lines import MARKER, LineList, fit, line
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp


WIDTH = 70
"""Cells of what is said under the list."""
NAMES = 19
"""Cells of the list."""
LOOKS = 13
"""Lines of a sample, and of what its theme is for."""
NOTE = "enter  OK      esc, q  cancel"
SAMPLE_WIDTH = 50
"""Cells of a sample."""


async def choose_theme(app: TopboardApp) -> None:
    """Show the list; take the one chosen, and begin with it next time."""
    read_anew(app)
    picked = await app.push_screen_wait(ThemeList(app))
    if picked is not None:
        await take_theme(app, picked)


class ThemeList(Telling):
    """The names, and beside them how the selected one looks: the console itself is painted anew
    only when one is taken."""

    DEFAULT_CSS = f"""
    ThemeList #themes {{ height: auto; }}
    ThemeList LineList {{ width: {NAMES}; min-height: {LOOKS}; }}
    ThemeList #own-themes {{ color: $muted; }}
    ThemeList #theme-looks {{ width: {SAMPLE_WIDTH}; height: {LOOKS}; }}
    """

    def __init__(self, app: TopboardApp) -> None:
        self.themes, self.now = app.themes, app.theme
        names = [
            line(f" {'*' if name == self.now else ' '} {name}", key=name)
            for name in self.themes.names
        ]
        super().__init__("Themes", names, NOTE)
        self.sample = Static(markup=False)
        self.about = Label(markup=False)

    def compose(self) -> ComposeResult:
        """The names, a sample, what is wrong with the user's own, what to press."""
        with TitledBox(self.title_text):
            with Horizontal(id="themes"):
                yield self.list
                with Vertical(id="theme-looks"):
                    yield self.sample
                    yield self.about
            if self.themes.troubles:
                yield Label("\n".join(self._troubles()), markup=False, classes="dialog-bad")
            own = f"your own: {safe(str(theme_folder()), 200)}"
            yield Label(own, markup=False, id="own-themes")
            yield Label(self.note, markup=False, classes="dialog-note")

    def _troubles(self) -> list[str]:
        return [
            text
            for one in self.themes.troubles
            for text in wrapped(safe(f"{Path(one.where).name}: {one}", 300), WIDTH, "!")
        ]

    def on_mount(self) -> None:
        """On the current theme."""
        self.call_after_refresh(self.list.select, self.now)

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """How that one looks."""
        name = str(message.key)
        theme = next(one for one in self.themes.all if one.name == name)
        self.sample.update(sample(theme))
        self.about.update(safe(dict(self.themes.about)[name], 400))


def read_anew(app: TopboardApp) -> None:
    """The user's files may have changed since."""
    app.know_themes(known_themes())


async def take_theme(app: TopboardApp, name: str) -> None:
    """Paint with that theme from now on."""
    if app.theme == name:
        app.mutate_reactive(App.theme)  # its file may say something else by now
    app.theme = name
    await asyncio.to_thread(remember, name)
    warning = app.themes.warning(name)
    said = f"theme {name}; {warning}" if warning else f"theme {name}"
    app.tell(said, "bad" if warning else "done")


class ThemesByName(Provider):
    """`Theme: light` in the command palette."""

    @property
    def _console(self) -> TopboardApp:
        return cast("TopboardApp", self.app)

    async def startup(self) -> None:
        """The list as it is by now."""
        read_anew(self._console)

    async def discover(self) -> Hits:
        """None before anything is typed: the table's `Theme` leads to all of them."""
        return
        yield

    async def search(self, query: str) -> Hits:
        """Those whose name or purpose has every word."""
        matcher, words = self.matcher(query), len(query.split())
        for name, about in self._console.themes.about:
            theme = Command("", "", f"Theme: {name}", (), about)
            count, worth = words_found(theme, query)
            if 0 < words <= count:
                act = partial(take_theme, self._console, name)
                yield Hit(worth, matcher.highlight(theme.name), act, help=safe(about, 400))


# How a theme looks: a piece of a screen in colours that are not the console's own


Part = tuple[str, str, str, bool]
"""A text, what its letters and its ground are in the theme, whether it is bold."""

_PLAYERS = (
    ("11", "Lissadell, Anna", "Quirós, Zoë", "_"),
    ("12", "Ürgüplü, Karol", "Řezníkova, Xu", "1-0"),
    ("13", "Tullyroe, Lena", "Mercadal, Sean", "½-½"),
)


def sample(theme: Theme) -> Text:
    """Tabs, a bar, a list with a selected line, what to look at, what must not be, the keys."""
    drawn = Text(no_wrap=True, end="")
    colours = _colours(theme)
    for parts in _parts():
        text = "".join(part[0] for part in parts)
        last = parts[-1]
        rest = (" " * (SAMPLE_WIDTH - text_width(text)), *last[1:])
        for shown, front, ground, bold in (*parts, rest):
            style = Style(
                color=Color.parse(colours[front]).rich_color,
                bgcolor=Color.parse(colours[ground]).rich_color,
                bold=bold, reverse=theme.ansi and front == "cursor-text",
            )  # fmt: skip
            drawn.append(shown, style)
        drawn.append("\n")
    return drawn


def _colours(theme: Theme) -> dict[str, str]:
    known = {"foreground": "", "background": "", "panel": "", "accent": "", "warning": "",
             "error": ""}  # fmt: skip
    filled = {} if theme.ansi else theme.to_color_system().generate()
    own = {name: getattr(theme, name) or filled[name] for name in known}
    named = {**tokens(theme.dark), **theme.variables}
    if theme.ansi:  # in reverse, as the lists have it
        named |= {"cursor": "ansi_default", "cursor-text": "ansi_default"}
    return {**own, **named}


def _parts() -> list[tuple[Part, ...]]:
    def row(number: str, white: str, black: str, result: str) -> str:
        return f"{number:>3}  {fit(white, 18)} {fit(black, 18)} {result}"

    plain = ("foreground", "background", False)
    dim = ("muted", "background", False)
    chosen = ("cursor-text", "cursor", True)
    rows = [row(*one) for one in _PLAYERS]
    keys = [(" 1", " White"), ("  0", " Black"), ("  =", " draw"), ("  ?", " help")]
    return [
        (
            (" F1 ", "foreground", "panel", True), ("Entries │ ", "muted", "panel", False),
            ("F2 ", "foreground", "panel", True), ("Pairings │", "muted", "panel", False),
            (" F3 Results ", *chosen), (" ", "muted", "panel", False),
        ),
        (
            (" 87/100 ", "foreground", "background", True),
            ("█████████████", "accent", "background", False), ("░░", *dim),
            ("  13 missing    ", *plain), ("saved 15:27", *dim),
        ),
        ((row(" Bd", "White", "Black", "Result"), *dim),),
        ((MARKER + rows[0][1:], *chosen),),
        ((rows[1], *plain),),
        ((rows[2], *plain),),
        ((" ! to be looked at: one club", "warning", "background", False),),
        ((" × must not be: they met in round 1", "error", "background", True),),
        tuple(
            part
            for key, name in keys
            for part in ((key, "foreground", "panel", True), (name, "muted", "panel", False))
        ),
    ]  # fmt: skip
