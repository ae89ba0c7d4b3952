"""The page that leads from the wall to the phones: the QR code of the site, and its address."""

from __future__ import annotations

from saves.qr import half_blocks
from saves.safe_text import safe
from tui.projector.drawn_pages import Drawn
from tui.projector.letters import ROWS, large
from tui.screens.columns import in_lines
from tui.terminal.widths import cell_len
from tui.widgets.lines import Line, line

CODE, STRONG = "code", "key"
LEAST_QUIET = 2
"""Light modules around a code on a low terminal: less than the standard's four, and still read."""
HEAVIEST = 4_800
"""Bytes of a code in large modules, so that turning to it costs less than 6 kB."""


def site_pages(call: str, address: str, typed: str) -> Drawn:
    """The code as large as it fits, under the call to use it and above the address to be typed;
    where it fits nowhere, these two alone."""

    def drawn(width: int, height: int) -> list[list[Line]]:
        words = [_large(call, width, height), _large(typed, width, height)]
        small = [[line(safe(call, 80), STRONG)], [line(safe(typed, 200), STRONG)]]
        for rows in _codes(address):
            for texts in (words, small):
                needed = sum(map(len, texts)) + len(rows) + 2
                if needed <= height and len(rows[0]) <= width:
                    shown = [*texts[0], Line(), *(line(row, CODE) for row in rows), Line()]
                    return [_in_the_middle([*shown, *texts[1]], width, height)]
        alone = [line(part, STRONG) for text in (call, typed) for part in in_lines(text, width)]
        return [_in_the_middle(alone, width, height)]

    return drawn


def _codes(address: str) -> list[tuple[str, ...]]:
    """The code in modules of two cells by one, then in half blocks, then with less around it."""
    small = half_blocks(address)
    rows = tuple(
        "".join(_DOUBLED[cell][half] * 2 for cell in row) for row in small for half in (0, 1)
    )
    weight = sum(len(row.encode()) for row in rows)
    codes = [rows] if weight <= HEAVIEST else []
    return [*codes, small, half_blocks(address, LEAST_QUIET)]


_DOUBLED = {" ": "  ", "▀": "█ ", "▄": " █", "█": "██"}
"""Upper and lower module of a half block, as whole cells."""


def _large(text: str, width: int, height: int) -> list[Line]:
    rows = large(text, width - 2, ROWS if height > 40 else 3)
    return [line(row, STRONG) for row in rows] or [line(safe(text, 200), STRONG)]


def _in_the_middle(lines: list[Line], width: int, height: int) -> list[Line]:
    """Each line in the middle of the width, all of them in the middle of the height."""
    above = max((height - len(lines)) // 2, 0)
    padded = [
        Line(((" " * max((width - cell_len(one.text)) // 2, 0), "plain"), *one.parts))
        for one in lines
    ]
    return [*[Line()] * above, *padded][:height]
