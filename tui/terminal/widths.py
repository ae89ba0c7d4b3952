"""The cells that texts take, and the cursor put right where terminals do not agree on them.

The toolkit measures by the table of a library, in which a vowel sign beside its letter takes no
cell; tmux, xterm and most others give it one, and every column behind it moves. Importing this
module makes the toolkit measure by `saves.cells`. What terminals may show narrower than that is
written between two restored cursors (`anchored`): blanks first, then the text, then on to the
cell where it ends by our measure, whatever the terminal made of it.
"""

from __future__ import annotations

import re

import rich.cells
from rich.cells import cell_len, set_cell_size

from saves.cells import clusters, text_width

__all__ = ["anchored", "cell_len", "sent_as_one", "set_cell_size", "unsure"]

SAVE, RESTORE = "\x1b7", "\x1b8"

_UNSURE = (
    "\u0900-\u109f"  # the scripts of India, Tibet, Burma, Thailand
    "\u1100-\u11ff\u3164\uffa0\ud7b0-\ud7ff"  # parts of Korean syllables
    "\u1700-\u18af\u1900-\u1cff\ua800-\uabbf\U00011000-\U00011fff"  # their neighbours
    "\u200c\u200d\ufe0e\ufe0f\u20e3"  # joiners, and asking for one picture or the other
    "\u2600-\u27bf\u3248-\u324f\u302e\u302f\u4dc0-\u4dff\U00016ff0\U00016ff1"
    "\U0001d300-\U0001d37f\U0001f000-\U0001faff"  # signs and emoji
)
"""Characters that terminals give different cells, alone or beside others of their kind."""
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_FIND = re.compile(f"[{_UNSURE}]")
_WORD = f"[^\x00-\x20\x1b]?[{_UNSURE}][{_UNSURE}{_MARKS}]*"
_RUNS = (
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])"
    rf"|{_WORD}(?:, {_WORD})*"
)
"""A sequence of the terminal's, left as it is, or a run of words of such characters, each with the
one before: a name in parts has its blank where the terminal ends the first, and costs one run."""


def unsure(text: str) -> bool:
    """Whether terminals may disagree on the cells of this text."""
    return not text.isascii() and _FIND.search(text) is not None


def anchored(output: str, erases: bool | None = None) -> str:
    """What goes to the terminal, the cursor put right behind every text that is `unsure`. Where it
    `erases` in the colour behind the letters (None: by its own account), that takes fewer bytes
    than blanks, of those behind the text too."""
    if not unsure(output):
        return output
    if erases is None:
        from tui.terminal.erasing import erases_in_colour

        erases = erases_in_colour()
    return re.sub(f"({_RUNS})( *)", _Anchor(erases), output)


class _Anchor:
    """Puts the cursor right, text by text of what is sent together."""

    def __init__(self, erases: bool) -> None:
        self._erases = erases
        self._seen: set[str] = set()
        """What is switched on and shows on a blank, which an erased cell has not."""
        self._end, self._x = 0, -1
        """Up to where it was read, and the cell where the cursor is by then; below 0: unknown."""

    def __call__(self, match: re.Match[str]) -> str:
        self._go(match.string[self._end : match.start()])
        self._end = match.end()
        text, blanks = match.groups()
        if text.startswith("\x1b"):
            self._obey(text[2:-1], text[-1])
            self._go(blanks)
            return match.group()
        size = text_width(text)
        whole = size + len(blanks)
        x, self._x = self._x, self._x + whole if self._x >= 0 else -1
        if whole >= LEAST_ERASED and self._erases and not self._seen:
            if x >= 0:
                return f"\x1b[{whole}X{text}\x1b[{x + whole + 1}G"
            return f"{SAVE}\x1b[{whole}X{text}{RESTORE}\x1b[{whole}C"
        behind = f"\x1b[{size}C" if size else ""
        return f"{SAVE}{' ' * size}{RESTORE}{text}{RESTORE}{behind}{blanks}"

    def _go(self, text: str) -> None:
        """Where the cursor is behind letters of certain width."""
        _, line, last = text.rpartition("\r\n")
        if line:
            self._x = 0
        elif not last.isprintable():
            self._x = -1
        if self._x >= 0:
            self._x += text_width(last)

    def _obey(self, codes: str, final: str) -> None:
        """What a sequence makes of the cursor and of what is switched on."""
        if final == "m":
            self._switch(codes.split(";"))
        elif final == "H":
            self._x = int(codes.partition(";")[2] or 1) - 1
        elif final == "C" and self._x >= 0:
            self._x += int(codes or 1)
        elif final != "X":
            self._x = -1

    def _switch(self, codes: list[str]) -> None:
        while codes:
            code, *codes = codes
            if code in ("38", "48", "58"):
                codes = codes[2 if codes[:1] == ["5"] else 4 :]
            elif code in ("", "0"):
                self._seen.clear()
            elif code in _SEEN:
                self._seen.add(code)
            elif code in _ENDED:
                self._seen.discard(_ENDED[code])


LEAST_ERASED = 3
"""Cells of a text for which erasing takes fewer bytes than blanks."""
_ENDED = {"24": "4", "27": "7", "29": "9"}
_SEEN = frozenset(_ENDED.values())


def sent_as_one(text: str) -> list[str]:
    """The text in pieces that a terminal must get whole: letters, and the runs of `anchored`."""
    if not unsure(text):
        return list(text)
    pieces, at = list[str](), 0
    for run in re.finditer(_RUNS, text):
        pieces += [*text[at : run.start()], run.group()]
        at = run.end()
    return [*pieces, *text[at:]]


def _split_graphemes(
    text: str, unicode_version: str = "auto"
) -> tuple[list[rich.cells.CellSpan], int]:
    pieces = clusters(text)
    return pieces, sum(size for _, _, size in pieces)


def _measure() -> None:
    """The toolkit measures as `saves.cells` does."""
    rich.cells._cell_len = lambda text, unicode_version: text_width(text)
    rich.cells.split_graphemes = _split_graphemes
    rich.cells.cached_cell_len.cache_clear()


_measure()
