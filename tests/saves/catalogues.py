"""The public words of the program, and the catalogues brought up to date with them.

`python -m tests.saves.catalogues` writes new words into every `.po` file without a translation,
and takes out those that are gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from engine.phrases import LANGUAGES
from saves.languages import CATALOGUES, ENGLISH

PROJECT = Path(__file__).parents[2]
ROOMS = ("engine", "formats", "saves", "tui")
KEYWORDS: dict[str, Any] = {"phrase": None, "phrases": (1, 2), "phrase_of": ((1, "c"), 2)}
_NO_MATTER = re.compile(r'"(?!Language:|Plural-Forms:|Content-|MIME)[A-Z][A-Za-z-]+: ')
"""Heads of a catalogue that change with every writing, or name nobody."""
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)


@cache
def gathered() -> Catalog:
    """Every text given to `phrase` and `phrases`, in code and in page templates. Not to be changed:
    it is gathered once."""
    catalog = Catalog(fuzzy=False)
    for path, method in _sources():
        with path.open("rb") as file:
            for line, text, _, context in extract(method, file, KEYWORDS):
                place = (path.relative_to(PROJECT).as_posix(), line)
                catalog.add(text, locations=[place], context=context)
    return catalog


def _sources() -> Iterator[tuple[Path, Any]]:
    for room in ROOMS:
        for path in sorted((PROJECT / room).rglob("*.py")):
            if b"phrase" in path.read_bytes():
                yield path, "python"
        for path in sorted((PROJECT / room).rglob("*.j2")):
            yield path, "jinja2.ext:babel_extract"


def catalogue(code: str) -> Catalog:
    """What stands in the project for a language."""
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def update(code: str) -> int:
    """Write the catalogue of a language anew; how many texts have no translation."""
    path = CATALOGUES / f"{code}.po"
    catalog = catalogue(code) if path.exists() else Catalog(locale=code, fuzzy=False)
    catalog.update(gathered(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    save(code, catalog)
    return sum(not all(texts(message.string)) for message in catalog if message.id)


def save(code: str, catalog: Catalog) -> None:
    """Write a catalogue the same way every time."""
    catalog.header_comment = f"# The public words of topboard in {LANGUAGES[code]}."
    written = BytesIO()
    write_po(written, catalog, width=100, sort_output=True, include_lineno=False)
    head, blank, words = written.getvalue().decode().partition("\n\n")
    lines = head.splitlines(keepends=True)
    kept = "".join(line for line in lines if not _NO_MATTER.match(line))
    (CATALOGUES / f"{code}.po").write_text(f"{kept}{blank}{words}", encoding="utf-8")


def texts(string: Any) -> tuple[str, ...]:
    """One text, or one for each plural form."""
    return tuple(string) if isinstance(string, list | tuple) else (string or "",)


if __name__ == "__main__":
    for code in TRANSLATED:
        print(f"{code}.po: {update(code)} to translate")
