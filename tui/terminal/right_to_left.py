"""Names that are written from right to left, on terminals that put every letter where they are told
to.

Most terminals write letter after letter from left to right: a Hebrew name comes out backwards, an
Arabic one in letters that do not join. Those that turn such text themselves turn what is beside
it too, board numbers above all. So the program turns each name by itself and asks the terminal to
leave it at that (`EXPLICIT`, the bidirectional mode of ECMA-48); a terminal that does not know the
sequence passes over it. One that turns text and cannot be told otherwise gets it as it is.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from saves.cells import text_width

EXPLICIT, IMPLICIT = "\x1b[8l", "\x1b[8h"
"""The program orders letters; the terminal does."""
_LETTERS = (
    "\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)
"""Scripts from right to left, without their figures, which run from left to right."""
_WORD = rf"(?:[{_LETTERS}]|\([{_LETTERS} ]+\))"
_RUN = re.compile(rf"{_WORD}(?:(?:{_WORD}|[,.'’-]| (?! ))*{_WORD})?")
_BRACKETS = dict(zip("()", ")(", strict=True))
_LAM, _ALEFS = "\u0644", "\u0622\u0623\u0625\u0627"
_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
"""Arabic letters alone, at the beginning, in the middle and at the end."""


def left_to_the_terminal() -> bool:
    """Whether this terminal turns text itself regardless."""
    return "KONSOLE_VERSION" in os.environ or os.environ.get("TERM_PROGRAM") == "Apple_Terminal"


def in_order(text: str) -> str:
    """`text` with its runs from right to left in the order of their letters on a screen, in as many
    cells."""
    return text if text.isascii() else _RUN.sub(lambda run: _turned(run.group()), text)


@lru_cache(maxsize=4000)
def _turned(run: str) -> str:
    letters = [_BRACKETS.get(one[0], one[0]) + one[1:] for one in _joined(run)]
    turned = "".join(reversed(letters))
    return turned + " " * (text_width(run) - text_width(turned))


def _joined(run: str) -> list[str]:
    """The letters with their marks; Arabic ones in the forms that they have beside each other, lam
    and alef as one."""
    bases, marks = list[str](), list[str]()
    for one in run:
        if bases and unicodedata.combining(one):
            marks[-1] += one
        elif bases and bases[-1] == _LAM and one in _ALEFS and not marks[-1]:
            bases[-1] += one
        else:
            bases.append(one)
            marks.append("")
    known = [_forms().get(base, {}) for base in bases]
    shown = []
    for at, (base, forms) in enumerate(zip(bases, known, strict=True)):
        before = at > 0 and "initial" in known[at - 1] and "final" in forms
        after = at + 1 < len(bases) and "initial" in forms and "final" in known[at + 1]
        form = ("isolated", "initial", "final", "medial")[after + 2 * before]
        shown.append(forms.get(form, base) + marks[at])
    return shown


@cache
def _forms() -> Mapping[str, Mapping[str, str]]:
    """By an Arabic letter, or lam with an alef, its forms."""
    forms: dict[str, dict[str, str]] = {}
    for code in _FORMS:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(one, 16)) for one in letters)
        if len(base) == 1 or (base[:1] == _LAM and len(base) == 2 and base[1] in _ALEFS):
            forms.setdefault(base, {}).setdefault(kind.strip("<>"), chr(code))
    return forms
