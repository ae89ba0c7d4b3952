"""A piece of a screen in the colours of a theme that is not the console's own."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.theme import Theme

from tui.looks.colours import tokens
from tui.terminal.cells import cell_len
from tui.widgets.lines import MARKER, fit

WIDTH = 50
"""Cells of a sample."""
Part = tuple[str, str, str, bool]
"""A text, what its letters and its ground are in the theme, whether it is bold."""

_NAMES = (
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
        rest = (" " * (WIDTH - cell_len(text)), *last[1:])
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
    rows = [row(*one) for one in _NAMES]
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
