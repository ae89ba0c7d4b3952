"""Large letters made of full and half blocks, for titles and messages that are read from afar."""

# ruff: noqa: RUF001  letters that look like Latin ones are what this is about

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from engine.alphabet import fold

ROWS = 5
"""Dots of a letter from top to bottom."""
GLYPHS = {
    " ": ".. .. .. .. ..",
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#..# #..# .##. #..# #..#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "#### ..#. .#.. #... ####",
    "0": ".##. #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".##. #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# .##.",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    ":": ". # . # .",
    ";": ".. .# .. .# #.",
    "!": "# # # . #",
    "?": "###. ...# .##. .... .#..",
    "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    "=": "... ### ... ### ...",
    "/": "..# ..# .#. #.. #..",
    "'": "# # . . .",
    "(": ".# #. #. #. .#",
    ")": "#. .# .# .# #.",
    "&": ".#.. #.#. .#.. #.#. .#.#",
    "·": ". . # . .",
    "½": "#...#.. #..#... #.#.##. .#...#. #....##",
    "Б": "#### #... ###. #..# ###.",
    "Г": "#### #... #... #... #...",
    "Ґ": "...# #### #... #... #...",
    "Д": "..##. .#.#. .#.#. ##### #...#",
    "Ђ": "###.. .#... .###. .#..# .#.#.",
    "Є": ".### #... ###. #... .###",
    "Ж": "#.#.# #.#.# .###. #.#.# #.#.#",
    "И": "#..# #..# #.## ##.# #..#",
    "Л": ".### .#.# .#.# .#.# ##.#",
    "Љ": ".###.. .#.#.. .#.##. .#.#.# ##.##.",
    "Њ": "#.#.. #.#.. ####. #.#.# #.##.",
    "Ћ": "###.. .#... .###. .#..# .#..#",
    "П": "#### #..# #..# #..# #..#",
    "У": "#..# #..# .### ...# ###.",
    "Ф": "..#.. .###. #.#.# .###. ..#..",
    "Ц": "#..#. #..#. #..#. ##### ....#",
    "Ч": "#..# #..# .### ...# ...#",
    "Џ": "#...# #...# #...# ##### ..#..",
    "Ш": "#.#.# #.#.# #.#.# #.#.# #####",
    "Щ": "#.#.#. #.#.#. #.#.#. ###### .....#",
    "Ъ": "##... .#... .###. .#..# .###.",
    "Ы": "#....# #....# ###..# #..#.# ###..#",
    "Ь": "#... #... ###. #..# ###.",
    "Э": "###. ...# .### ...# ###.",
    "Ю": "#..#. #.#.# ###.# #.#.# #..#.",
    "Я": ".### #..# .### .#.# #..#",
    "Δ": "..#.. .#.#. .#.#. #...# #####",
    "Θ": ".##. #..# #### #..# .##.",
    "Λ": "..#.. .#.#. .#.#. #...# #...#",
    "Ξ": "#### .... .##. .... ####",
    "Σ": "#### .#.. ..#. .#.. ####",
    "Ψ": "#.#.# #.#.# .###. ..#.. ..#..",
    "Ω": ".###. #...# #...# .#.#. ##.##",
}
# Greek and Cyrillic letters of the same shape as another
GLYPHS |= {
    letter: GLYPHS[shape]
    for letter, shape in zip(
        "ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΦΧАВЕЗІЈКМНОРСТХЅ",
        "ABГEZHIKMNOПPTYФXABE3IJKMHOPCTXS",
        strict=True,
    )
}
GLYPHS |= {
    "Ł": "#... #.#. ##.. #... ####",
    "Ø": ".###. #..## #.#.# ##..# .###.",
    "Đ": ".###. .#..# ###.# .#..# .###.",
}
_SHORT = {
    "E": "#### ###. #... ####",
    "G": ".### #... #.## .###",
    "K": "#.#. ##.. #.#. #..#",
    "R": "###. #..# ###. #..#",
    "S": ".### ##.. ..## ###.",
    "Z": "#### ..#. .#.. ####",
}
"""Letters of four rows beside an accent; others leave out one of two rows that are equal."""
_OPEN = {
    "N": ".... ##.# #.## #..#",
    "U": ".... #..# #..# .##.",
    "Y": "..... #...# .#.#. ..#..",
}
"""Letters that would touch those above."""
_ACUTE, _GRAVE, _TWO, _BAR = "\u0301", "\u0300", "\u0308\u030b", "\u0303\u0304"
_MIDDLE = "\u0302\u0306\u0307\u030a\u030c"
_BELOW = "\u0326\u0327\u0328"
_BESIDE = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", '"': "'"})
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_HALVES = {
    (False, False): " ",
    (True, False): "▀",
    (False, True): "▄",
    (True, True): "█",
}


@lru_cache(maxsize=1000)
def _glyphs(letter: str) -> tuple[str, ...]:
    """The rows of a letter with its accent, or of those that it is written as without; an empty
    one of what is unknown. A half stays one letter, for 2½ is not 21/2."""
    if letter in GLYPHS:
        return (GLYPHS[letter],)
    if accented := _accented(letter):
        return (accented,)
    return tuple(GLYPHS.get(part, "") for part in fold(letter).upper())


def _accented(letter: str) -> str:
    """A letter of four rows with its accent in the fifth; empty if there is none."""
    apart = unicodedata.normalize("NFD", letter)
    base, marks = apart[0], apart[1:]
    if base not in GLYPHS or len(marks) != 1:
        return ""
    width, dots = len(GLYPHS[base].split()[0]), None
    body = _four_rows(base)
    if marks in _BELOW:
        return " ".join((*body, _row(width, {width // 2}))) if body else ""
    if marks == _ACUTE:
        dots = {width // 2 + width % 2}
    elif marks == _GRAVE:
        dots = {(width - 2) // 2}
    elif marks in _TWO:
        dots = {0, width - 1}
    elif marks in _BAR:
        dots = set(range(width))
    elif marks in _MIDDLE:
        dots = {(width - 1) // 2, width // 2}
    above = _OPEN[base].split() if base in _OPEN else body
    return " ".join((_row(width, dots), *above)) if dots and above else ""


def _four_rows(base: str) -> list[str]:
    if base in _SHORT:
        return _SHORT[base].split()
    rows = GLYPHS[base].split()
    twice = next((at for at in range(1, ROWS) if rows[at] == rows[at - 1]), None)
    return [row for at, row in enumerate(rows) if at != twice] if twice else []


def _row(width: int, dots: Collection[int]) -> str:
    return "".join("#" if at in dots else "." for at in range(width))


@lru_cache(maxsize=2000)
def narrow(text: str, width: int) -> tuple[str, ...]:
    """`text` in letters 3 lines high of quarter blocks, half as wide as those of half blocks; empty
    where they do not fit, or where a letter has no large form."""
    dots = _dots(text)
    if not dots or (len(dots[0]) + 1) // 2 > width:
        return ()
    if len(dots[0]) % 2:
        dots = [[*row, False] for row in dots]
    dots = [*dots, [False] * len(dots[0])]
    return tuple(
        "".join(
            _QUARTERS[upper[x] + 2 * upper[x + 1] + 4 * lower[x] + 8 * lower[x + 1]]
            for x in range(0, len(upper), 2)
        )
        for upper, lower in zip(dots[::2], dots[1::2], strict=True)
    )


@lru_cache(maxsize=2000)
def large(text: str, width: int, rows: int) -> tuple[str, ...]:
    """`text` in the largest letters that fit into `width` cells and `rows` lines: 5 lines high
    (a dot is two cells), or 3 lines (half blocks). Empty where neither fits, or where a letter
    has no large form."""
    dots = _dots(text)
    if not dots:
        return ()
    if rows >= ROWS and 2 * len(dots[0]) <= width:
        return tuple("".join("██" if dot else "  " for dot in row) for row in dots)
    if rows >= (ROWS + 1) // 2 and len(dots[0]) <= width:
        below = [*dots[1:], [False] * len(dots[0])]
        return tuple(
            "".join(_HALVES[pair] for pair in zip(dots[y], below[y], strict=True))
            for y in range(0, ROWS, 2)
        )
    return ()


@dataclass(frozen=True, slots=True)
class Letters:
    """A kind of large letters: so many lines high, of quarter blocks where they are narrow."""

    tall: int
    narrow: bool = False

    def drawn(self, text: str, width: int) -> tuple[str, ...]:
        """The lines of a text; empty where it does not fit, or has no large form."""
        made = narrow(text, width) if self.narrow else large(text, width, self.tall)
        return made if len(made) == self.tall else ()


WIDE = (Letters(5), Letters(3))
NARROW = Letters(3, narrow=True)
"""The largest first."""


def _dots(text: str) -> list[list[bool]]:
    """Five rows of dots; empty where a letter is unknown."""
    rows: list[list[bool]] = [[] for _ in range(ROWS)]
    shown = unicodedata.normalize("NFC", text.translate(_BESIDE)).upper().strip()
    for glyph in (glyph for letter in shown for glyph in _glyphs(letter)):
        if not glyph:
            return []
        for row, drawn in zip(rows, glyph.split(), strict=True):
            if row:
                row.append(False)
            row += [dot == "#" for dot in drawn]
    return rows if rows[0] else []
