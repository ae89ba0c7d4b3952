"""Large letters made of full and half blocks, for titles and messages that are read from afar."""

# ruff: noqa: RUF001  letters that look like Latin ones are what this is about

from __future__ import annotations

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
_BESIDE = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", '"': "'"})


def _plain(text: str) -> str:
    """Without accents; a half stays one letter, for 2½ is not 21/2."""
    return "½".join(fold(part).upper() for part in text.translate(_BESIDE).split("½"))


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


_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


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

_HALVES = {
    (False, False): " ",
    (True, False): "▀",
    (False, True): "▄",
    (True, True): "█",
}


def _dots(text: str) -> list[list[bool]]:
    """Five rows of dots; empty where a letter is unknown."""
    rows: list[list[bool]] = [[] for _ in range(ROWS)]
    for letter in _plain(text).strip():
        glyph = GLYPHS.get(letter)
        if glyph is None:
            return []
        for row, drawn in zip(rows, glyph.split(), strict=True):
            if row:
                row.append(False)
            row += [dot == "#" for dot in drawn]
    return rows if rows[0] else []
