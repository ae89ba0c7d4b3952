"""The hall's language: everything that the public reads, said by message catalogues.

Each language but English has a catalogue of gettext's form beside this file, `de.po`. It is read
as it is: there is nothing to compile when a word is mended, and no binary file beside its source.
Reading takes some hundredths of a second, once, and only where the hall does not read English.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from engine.event import Event
from engine.phrases import LANGUAGES, Phrase, Wording
from engine.points import points_text

CATALOGUES = Path(__file__).parent
ENGLISH = "en"
BETWEEN = {("fr", ": "): "\N{NO-BREAK SPACE}: "}
"""The blank between texts in a row, where a language has other blanks than English."""

Plural = Callable[[str, str, int], str]
"""The text for one, the text for many and the number, to the text of the language."""


class Language:
    """A language of the hall: says phrases, numbers, dates and times in it."""

    def __init__(
        self, code: str, one: Callable[[str], str], many: Plural, of: Callable[[str, str], str]
    ) -> None:
        self.code = code
        self._one, self._many, self._of = one, many, of

    def say(self, text: str) -> str:
        """A phrase in this language; any other text (a name, a result) as it is."""
        if not isinstance(text, Phrase):
            return text
        said = self._worded(text.wording)
        return f"{said[:1].upper()}{said[1:]}" if text.wording.capital else said

    def _worded(self, wording: Wording) -> str:
        if wording.parts:
            between = BETWEEN.get((self.code, wording.text), wording.text)
            return between.join(map(self.say, wording.parts))
        if wording.days:
            return self.days(wording.days)
        if wording.figure or not wording.text:
            return self.figures(wording.text)
        values = {name: self._value(value) for name, value in wording.values.items()}
        if wording.context:
            text = self._of(wording.context, wording.text)
        elif wording.many:
            text = self._many(wording.text, wording.many, wording.values["count"])
        else:
            text = self._one(wording.text)
        return text.format_map(values) if values else text

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.say(value)
        return self.number(value) if isinstance(value, Decimal) else value

    def number(self, value: Decimal | int) -> str:
        """Points as arbiters write them, `2½`; other fractions with this language's comma."""
        return self.figures(points_text(Decimal(value)))

    def figures(self, text: str) -> str:
        """A figure that is written already, `89.25`, with this language's comma."""
        if self.code == ENGLISH or "." not in text:
            return text
        from babel.numbers import get_decimal_symbol

        return text.replace(".", get_decimal_symbol(self.code))

    def day(self, value: date) -> str:
        """`22 November 2026`, `22. November 2026`."""
        from babel.dates import format_date

        said = format_date(value, "long", locale=self._locale)
        return f"1er{said[1:]}" if self.code == "fr" and value.day == 1 else said

    def days(self, texts: Sequence[str]) -> str:
        """`5 December 2026`, `5–7 December 2026`; unchanged where they are not dates."""
        try:
            first, *last = map(date.fromisoformat, texts)
        except ValueError:
            return " – ".join(texts)
        said = [self.day(each) for each in (first, *last)]
        if last and (first.year, first.month) == (last[0].year, last[0].month):
            return f"{_number_of(said[0])}–{said[1]}"
        return " – ".join(said)

    def clock(self, value: datetime | time) -> str:
        """The time of day: `14:15` in all of these languages."""
        return f"{value:%H:%M}"

    @property
    def _locale(self) -> str:
        # days before months, as everywhere but in the United States
        return "en_GB" if self.code == ENGLISH else self.code


def _number_of(day: str) -> str:
    """`5`, `5.`, `1er`: the number of a day that is written out."""
    return day.split(" ", 1)[0]


@cache
def language(code: str) -> Language:
    """The language of that code; KeyError for none of `LANGUAGES`."""
    LANGUAGES[code]
    if code == ENGLISH:
        return Language(
            code, str, lambda one, many, count: one if count == 1 else many, lambda of, text: text
        )
    read = _catalogue(CATALOGUES / f"{code}.po")
    return Language(code, read.gettext, read.ngettext, read.pgettext)


def language_of(event: Event) -> Language:
    """What the hall of this event reads."""
    return language(event.settings.language)


def _catalogue(path: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        read = read_po(file)
    compiled = BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return GNUTranslations(compiled)
