"""Public words as values: English texts that a catalogue can translate for the hall.

A phrase is an ordinary English text for the console, the command line, comparisons and files. It
also keeps what it was made of, so that `saves.languages` can say it in another language where the
public reads it. Text operations (`+`, f-strings, `.lower()`) give plain English again, so a phrase
is put together by `phrase` and `listed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from engine.points import points_text

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
}
"""The languages of the hall, by the code of the setting `language`."""


class Wording(NamedTuple):
    """What a phrase was made of: the text of the catalogue and its values by name.

    `many` is the text for more than one where `values["count"]` decides, `parts` the texts of a row
    with `text` between; `capital`: it begins a line; `figure`: a number with its decimals;
    `context` distinguishes two meanings of one English text; `days`: a day, or the first and the
    last one, as `2026-12-05`.
    """

    text: str
    values: Mapping[str, Any] = {}
    many: str = ""
    parts: tuple[str, ...] = ()
    capital: bool = False
    figure: bool = False
    context: str = ""
    days: tuple[str, ...] = ()


class Phrase(str):
    """A public text in English, with the wording that makes it in any language."""

    wording: Wording

    def __new__(cls, english: str, wording: Wording | None = None) -> Phrase:
        """`english` alone if it is in the catalogue as it is."""
        made = super().__new__(cls, english)
        made.wording = Wording(english) if wording is None else wording
        return made

    def capitalize(self) -> Phrase:
        """As the beginning of a line."""
        return Phrase(f"{self[:1].upper()}{self[1:]}", self.wording._replace(capital=True))


def phrase(text: str, /, **values: Any) -> Phrase:
    """`text` of the catalogue with its values put in: `phrase("Section {name}", name="A")`.

    `text` must be a literal: the extraction reads it. Names and numbers are values; a value that
    is a phrase is said in the same language. Decimals are points.
    """
    return Phrase(filled(text, values), Wording(text, values))


def phrase_of(context: str, text: str, /, **values: Any) -> Phrase:
    """The same for an English text with two meanings: its context comes first."""
    return Phrase(filled(text, values), Wording(text, values, context=context))


def phrases(text: str, many: str, /, count: int, **values: Any) -> Phrase:
    """The same with a number in it: `phrases("{count} game", "{count} games", count=2)`."""
    named = {"count": count, **values}
    return Phrase(filled(text if count == 1 else many, named), Wording(text, named, many))


def listed(between: str, parts: Iterable[str]) -> Phrase:
    """Texts in a row, empty ones left out; the text between them is the same in any language."""
    said = tuple(part for part in parts if part)
    return Phrase(between.join(said), Wording(between if said else "", parts=said))


def figure(text: str) -> Phrase:
    """A number that is written already, `89.25`: other languages have another decimal sign."""
    return Phrase(text, Wording(text, figure=True))


def dated(first: str, last: str = "") -> Phrase:
    """A day `2026-12-05`, or several, `2026-12-05 – 2026-12-07`: the hall reads them written out. A
    text that is not a day is shown as it is."""
    days = tuple(dict.fromkeys(one for one in (first, last) if one))
    text = " – ".join(days)
    return Phrase(text, Wording(text, days=days))


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A text with its values put in, as English writes them."""
    if not values:
        return text
    return text.format_map({name: _english(value) for name, value in values.items()})


def _english(value: Any) -> Any:
    return points_text(value) if isinstance(value, Decimal) else value
