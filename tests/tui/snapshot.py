"""Pictures of a screen, kept beside the tests and compared as text."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass

from rich.color import Color
from rich.style import Style
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App

LETTERS = string.ascii_lowercase + string.ascii_uppercase


class Picture(SingleFileSnapshotExtension):
    """One SVG file a picture: what the terminal shows, colours included."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"


def picture(app: App[None]) -> str:
    """The screen as SVG, without fonts from elsewhere and what differs from run to run."""
    svg = app.export_screenshot(title="Topboard")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!-- Generated.*?-->", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"((?:&#160;){3})\d\d:\d\d(?=(?:&#160;)*</text>)", r"\g<1>14:02", svg)
    svg = re.sub(r"(&#160;| )\d\d:\d\d\)", r"\g<1>14:02)", svg)
    return re.sub(r"saved(&#160;| )\d\d:\d\d", r"saved\g<1>14:02", svg)


class Sheet(SingleFileSnapshotExtension):
    """A picture as text: small, and a change in it can be read."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@dataclass(frozen=True, slots=True)
class Cell:
    """How the cells of a piece of text look; colours as `#rrggbb`."""

    text: str
    colour: str
    ground: str
    bold: bool


def cells(app: App[None]) -> list[list[Cell]]:
    """What stands on the screen, line by line, reverse already turned."""
    lines = []
    for strip in app.screen._compositor.render_strips():
        line = []
        for text, style, _ in strip:
            style = style or Style()
            colours = [_hex(style.color), _hex(style.bgcolor)]
            colour, ground = reversed(colours) if style.reverse else colours
            line.append(Cell(text, colour, ground, bool(style.bold)))
        lines.append(line)
    return lines


def _hex(colour: Color | None) -> str:
    if colour is None or colour.is_default:
        return "default"
    return colour.get_truecolor().hex


def sheet(screens: Mapping[str, list[list[Cell]]]) -> str:
    """One screen in several themes: its text once, then which cells look alike, as a letter
    each, and how each kind of cell looks in each theme."""
    texts = ["\n".join("".join(c.text for c in line).rstrip() for line in one)
             for one in screens.values()]  # fmt: skip
    assert len(set(texts)) == 1, "the same words in every theme"
    letters: dict[tuple[tuple[str, str, bool], ...], str] = {}
    kinds = []
    for lines in zip(*(map(_looks, one) for one in screens.values()), strict=True):
        kinds.append("".join(
            letters.setdefault(look, LETTERS[len(letters)]) for look in zip(*lines, strict=True)
        ))  # fmt: skip
    legend = [
        f"{letter}  " + "   ".join(
            f"{colour} on {ground}{' bold' if bold else '     '}" for colour, ground, bold in look
        )
        for look, letter in letters.items()
    ]  # fmt: skip
    text = re.sub(r"saved \d\d:\d\d", "saved 14:02", texts[0])
    heads = "   ".join(f"{name:23}" for name in screens)
    return "\n".join([text, "", *kinds, "", f"   {heads}", *legend, ""]).replace(" \n", "\n")


def _looks(line: list[Cell]) -> list[tuple[str, str, bool]]:
    """How each character of a line looks; blanks have no colour of their own."""
    return [
        ("" if c == " " else cell.colour, cell.ground, cell.bold and c != " ")
        for cell in line
        for c in cell.text
    ]
