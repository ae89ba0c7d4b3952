"""Large letters made of full and half blocks, for titles and messages that are read from afar."""

from __future__ import annotations

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
}
_BESIDE = str.maketrans({"½": "1/2", "–": "-", "—": "-", "−": "-", "’": "'", '"': "'"})


def _plain(text: str) -> str:
    return fold(text.translate(_BESIDE)).upper()


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
