"""The colours of a theme by what they are for, and how well each reads on its ground."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from textual.theme import Theme

FIELDS: dict[str, str] = {
    "text": "foreground",
    "muted": "muted",
    "background": "background",
    "dialog": "surface",
    "bars": "panel",
    "frame": "accent",
    "cursor": "cursor",
    "cursor_text": "cursor-text",
    "must": "error",
    "should": "warning",
    "note": "secondary",
    "done": "success",
}
"""What a colour is for, as theme files and the documentation call it, to the theme's own word."""
MEANING: dict[str, str] = {
    "text": "everything without its own colour",
    "muted": "column heads, explanations, names of keys",
    "background": "behind everything",
    "dialog": "behind dialogs",
    "bars": "behind the tabs, the lines of keys, and fields to type in",
    "frame": "bars, and around a question",
    "cursor": "behind the selected line",
    "cursor_text": "on the selected line",
    "must": "broken rules (`×`), refusals (`!`)",
    "should": "conflicts to be avoided (`!`), warnings",
    "note": "remarks (`·`), headings of groups",
    "done": "what was done",
}
_TEXTS = ("text", "muted", "must", "should", "note", "done")
PAIRS: tuple[tuple[str, str], ...] = (
    *((text, "background") for text in _TEXTS),
    *((text, "dialog") for text in _TEXTS),
    ("text", "bars"),
    ("muted", "bars"),
    ("cursor_text", "cursor"),
    ("background", "must"),  # the selected line while a difference is asked about
)
"""Which text stands on which ground somewhere in the console or the projector."""
LEAST = 4.5
"""WCAG 2.1 AA for text."""
LEAST_STRONG = 7.0
"""WCAG 2.1 AAA, for the themes that promise it."""
STRONG = ("contrast", "projector")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def colours(theme: Theme) -> dict[str, str]:
    """The theme's colours by what they are for."""
    variables = theme.variables
    return {
        field: variables[word] if word in variables else str(getattr(theme, word))
        for field, word in FIELDS.items()
    }


def made(name: str, given: Mapping[str, str]) -> Theme:
    """A theme of these colours, one for each field, as `#rrggbb`."""
    return exact(
        Theme(
            name=name,
            dark=luminance(given["background"]) < luminance(given["text"]),
            primary=given["note"],
            secondary=given["note"],
            accent=given["frame"],
            foreground=given["text"],
            background=given["background"],
            surface=given["dialog"],
            panel=given["bars"],
            success=given["done"],
            warning=given["should"],
            error=given["must"],
            variables={FIELDS[field]: given[field] for field in ("muted", "cursor", "cursor_text")},
        )
    )


def exact(theme: Theme) -> Theme:
    """The theme with its colours as they stand: the toolkit takes them through another colour
    space and back, and some lose a step of red, which is no colour of the 256 any more."""
    words = ("primary", "secondary", "accent", "success", "warning", "error")
    return replace(
        theme, variables=theme.variables | {word: getattr(theme, word) for word in words}
    )


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.1)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.1)."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def ratios(theme: Theme) -> dict[tuple[str, str], float]:
    """The contrast of every pair that is shown."""
    shown = colours(theme)
    return {pair: contrast(shown[pair[0]], shown[pair[1]]) for pair in PAIRS}


def weak(theme: Theme) -> Iterator[str]:
    """Pairs of the theme that are hard to read, in words."""
    for (text, ground), ratio in ratios(theme).items():
        if ratio < LEAST:
            yield f"{text} on {ground} has contrast {ratio:.1f}"


def table(themes: tuple[Theme, ...]) -> str:
    """The figures of the themes side by side, as Markdown; themes of a terminal's own colours
    have none."""
    own = [theme for theme in themes if not theme.ansi]
    figures = [ratios(theme) for theme in own]
    rows = [
        (f"{text} on {ground}", *(f"{one[text, ground]:.1f}" for one in figures))
        for text, ground in PAIRS
    ]
    lines = [f"| {' | '.join(row)} |" for row in [("", *(theme.name for theme in own)), *rows]]
    return "\n".join([lines[0], "|---|" + "---:|" * len(own), *lines[1:]]) + "\n"
