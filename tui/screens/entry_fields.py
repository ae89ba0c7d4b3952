"""What the entry form asks, and how its texts become values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.entrants import (
    RATING_LIMIT,
    TITLES,
    WHOLE_NUMBERS,
    Entrant,
    checked,
    edited,
    rating_text,
)
from engine.event import Event
from engine.protocol import Format, bracketed
from engine.refusal import Refused
from saves.fields_csv import estimate
from saves.safe_text import clean, safe


@dataclass(frozen=True, slots=True)
class FormField:
    """One line of a form: the entrant's field, its label, and what is said of it when there."""

    key: str
    label: str
    help: str = ""


class FieldRefused(Refused):
    """A field that cannot be taken as typed; `field` says which, so that the form goes there."""

    def __init__(self, field: str, refusal: Refused) -> None:
        super().__init__(refusal.what, refusal.why, refusal.remedy)
        self.field = field


PLAYER_FIELDS = (
    FormField("name", "Name"),
    FormField("rating", "Rating", "an estimate has an e behind it: 1450e"),
    FormField("title", "Title"),
    FormField("club", "Club"),
    FormField("school", "School"),
    FormField("family", "Family"),
    FormField("category", "Category"),
    FormField("section", "Section"),
    FormField("birth", "Birth"),
    FormField("federation", "Federation"),
    FormField("fide_id", "FIDE id"),
    FormField("contact", "Contact"),
    FormField("fixed_board", "Fixed board", "the board where this entry always plays"),
    FormField("note", "Note"),
)
TEAM_FIELDS = (
    FormField("name", "Name"),
    FormField("seed", "Seed"),
    FormField("captain", "Captain"),
    FormField("members", "Members"),
    FormField("club", "Club"),
    FormField("federation", "Federation"),
    FormField("category", "Category"),
    FormField("contact", "Contact"),
    FormField("note", "Note"),
)


def fields_for(event: Event, format: Format) -> tuple[FormField, ...]:
    """The form of a team where the event is one of teams, else of a player; with the seed where
    the format goes by it."""
    if format.of_teams(event) or any(e.members for e in event.entrants):
        return TEAM_FIELDS
    if not bracketed(format):
        return PLAYER_FIELDS
    return (*PLAYER_FIELDS[:2], FormField("seed", "Seed"), *PLAYER_FIELDS[2:])


def texts_of(entrant: Entrant, fields: tuple[FormField, ...]) -> dict[str, str]:
    """What stands in each field of the form."""
    found: dict[str, str] = {}
    for field in fields:
        value = rating_text(entrant) if field.key == "rating" else getattr(entrant, field.key)
        if isinstance(value, tuple):
            value = "; ".join(value)
        found[field.key] = "" if value is None else safe(str(value), 400)
    return found


def changed_values(
    before: Mapping[str, str], now: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """(the fields that were changed, as values; warnings about what had to be replaced).

    `FieldRefused` names the first field that cannot be taken.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    for key, text in now.items():
        if text == before.get(key, ""):
            continue
        kept, warned = clean(text, key.replace("_", " "), 400)
        warnings += warned
        if key == "rating":
            kept, estimated = estimate(kept)
            if estimated or estimate(before.get(key, ""))[1]:
                values["estimated"] = estimated
        values[key] = _value(key, kept)
    return values, warnings


def with_values(entrant: Entrant, values: Mapping[str, Any]) -> Entrant:
    """The entrant with those values, checked; `FieldRefused` names the first field at fault."""
    for key, value in values.items():
        try:
            edited(entrant if key == "name" else _named(entrant), {key: value})
        except Refused as refusal:
            raise FieldRefused(key, refusal) from refusal
    try:
        return checked(edited(entrant, values))
    except Refused as refusal:
        raise FieldRefused("name", refusal) from refusal


def _named(entrant: Entrant) -> Entrant:
    return entrant if entrant.name else replace(entrant, name="this entry")


def _value(key: str, text: str) -> Any:
    if key == "members":
        return tuple(part.strip() for part in text.split(";") if part.strip())
    if key == "title":
        return _title(text)
    if key not in WHOLE_NUMBERS:
        return text
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        limit = f" from 0 to {RATING_LIMIT}" if key == "rating" else ""
        label = key.replace("_", " ")
        raise FieldRefused(
            key,
            Refused(
                f"{label} {text[:12]!r} is no whole number",
                "",
                f"give a number{limit}, or leave it empty",
            ),
        )
    return int(text)


def _title(text: str) -> str:
    title = text.upper()
    if title and title not in TITLES:
        known = " ".join(TITLES)
        raise FieldRefused("title", Refused(f"title {text[:12]!r} is not known", "", known))
    return title
