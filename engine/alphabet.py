"""Names as people look for them: the one order and the one folding of letters."""

# ruff: noqa: RUF001  letters that look like Latin ones are what this is about

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_OF_THEIR_OWN = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "\u0131": "i", "ŋ": "n", "ĸ": "k"}
WRITTEN_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
    | {"Ø": "Oe", "Å": "Aa", "ß": "ss"}
)
"""Lists without accents have Müller as Mueller or as Muller."""
_NAMED_AFTER = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .+")

_LETTERS = (
    "аa бb вv гg ґg дd ђdi еe жzh зz иi йi іi јi кk лl љli мm нn њni оo пp рr сs тt ћc уu ўu фf"
    " хh цts чch џdz шsh щshch ъ ыi ь эe юiu яia єie"
    " αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξks οo πp ρr σs τt υi φf χh ψps ωo"
)
IN_LATIN = {each[0]: each[1:] for each in _LETTERS.split()}
WRITTEN_AS = (
    *(("y", "i"), ("j", "i"), ("w", "v"), ("kh", "h"), ("ph", "f"), ("x", "ks")),
    *(("ου", "u"), ("ou", "u")),
)
"""Letters by which the same sound of another alphabet is written."""
IN_TWO = r"([aou])e|aa"
"""A vowel with dots, a stroke or a ring, written out: Mueller, Soerensen, Aagaard."""
LEAST_IN_TWO = 5
"""The least number of letters of a search text that may be a spelled-out umlaut: `joe` has too
few."""


def fold(text: str) -> str:
    """`text` for sorting and searching: no capitals, accents or strokes.

    Every letter becomes its base letter, so that "Muller" finds "Müller", "Lodz" finds "Łódź", and
    both are sorted where a reader expects them. Letters without a base of their own become what is
    written instead of them: Æ is ae, Þ is th, ß is ss.
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(map(_base, apart))
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=4096)
def _base(letter: str) -> str:
    if letter.isascii():
        return letter
    if unicodedata.category(letter) in ("Mn", "Me"):
        return ""
    if letter in _OF_THEIR_OWN:
        return _OF_THEIR_OWN[letter]
    named = _NAMED_AFTER.fullmatch(unicodedata.name(letter, ""))
    return named[1].lower() if named else letter


def holds(text: str, wanted: str) -> bool:
    """Whether a text contains the search text, both folded. If one of them is in Greek or Cyrillic
    letters, it is compared in Latin ones, too: `ivanov` finds Иванов. `mueller` finds Muller, which
    is what Müller is folded to, and `muller` finds Mueller."""
    return any(part in whole for whole, part in _written(text, wanted))


def begins(text: str, wanted: str) -> bool:
    """Whether it begins with the search text, compared as in `holds`."""
    return any(whole.startswith(part) for whole, part in _written(text, wanted))


def _written(text: str, wanted: str) -> Iterator[tuple[str, str]]:
    yield text, wanted
    part = in_one(wanted)
    if part == wanted or len(wanted) >= LEAST_IN_TWO:
        yield in_one(text), part
    if not (text.isascii() and wanted.isascii()) and (part := in_latin(wanted)):
        yield in_latin(text), part


def in_one(folded: str) -> str:
    """A folded text with one letter for a vowel that is written out: `muller` of mueller."""
    return re.sub(IN_TWO, lambda both: both[1] or "a", folded)


@lru_cache(maxsize=8192)
def in_latin(folded: str) -> str:
    """A folded text with Latin letters for Greek and Cyrillic ones, sounds that are written in
    several ways in one: `sergei` of Сергей, of Sergej and of Sergey."""
    for written, letter in WRITTEN_AS:
        folded = folded.replace(written, letter)
    return re.sub("i+", "i", "".join(IN_LATIN.get(letter, letter) for letter in folded))
