"""What the entry form asks, and how its texts become values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.alphabet import fold
from engine.entrant_fields import ENTRANT_FIELDS, OF_HOME, OF_SEASON, PLAYER_FORM, TEAM_FORM
from engine.entrants import Entrant, checked, edited, field_text
from engine.event import Event
from engine.points import counted
from engine.protocol import Format, OverASeason, PlayedByTeams, bracketed, gives_no_byes, part_of
from engine.refusal import Refused
from engine.unused_columns import asks_for_external
from saves.entry_values import entry_values, estimate
from saves.safe_text import clean, safe

SHARED = frozenset({"school", "club", "family", "category", "section"})
"""Fields in which several have the same, so that a slip of the pen makes another of it."""
GRADE_BEHIND = re.compile(r".*[^\W\d].*\s(\d{2,4})")
"""A name that was written with a rating, which would be part of it."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One line of a form: the entrant's field, its label, and what is said of it when there.

    `told` says more of it than `help`, where that depends on the texts of the other fields.
    `completions` gives the whole texts that what is typed can become, by → at its end. `wrong`
    says of the texts of all fields what cannot be so in this one, when it is left; empty for
    nothing. A `switch` is `yes` or `no`; `choices` are the only texts that it can have.
    """

    key: str
    label: str
    help: str = ""
    completions: Callable[[str], Sequence[str]] | None = None
    wrong: Callable[[Mapping[str, str]], str] | None = None
    told: Callable[[Mapping[str, str]], str] | None = None
    switch: bool = False
    choices: tuple[str, ...] = ()


class FieldRefused(Refused):
    """A field that cannot be taken as typed; `field` says which, so that the form goes there."""

    def __init__(self, field: str, refusal: Refused) -> None:
        super().__init__(refusal.what, refusal.why, refusal.remedy, not_saved=refusal.not_saved)
        self.field = field


def fields_for(event: Event, format: Format) -> tuple[FormField, ...]:
    """The form of a team where the event is one of teams, else of a player; with the seed where
    the format goes by it, with school and family where it keeps players apart by them, with
    division and venue in a league, with a value calculated elsewhere where that is among the
    tie-breaks, with half-point byes where there are any."""
    entrants = event.entrants
    entered = {name for name in ENTRANT_FIELDS if any(getattr(e, name) for e in entrants)}
    of_players = part_of(format, PlayedByTeams) is not None
    if format.of_teams(event) or "members" in entered:
        names: tuple[str, ...] = TEAM_FORM
        left_out = set() if part_of(format, OverASeason) else {*OF_SEASON} - entered
        left_out |= {"members"} - entered if of_players else set()
    else:
        names = _of_home_first(PLAYER_FORM) if format.keeps_apart else PLAYER_FORM
        left_out = set() if format.keeps_apart else {*OF_HOME} - entered
        left_out |= set() if bracketed(format) else {"seed"}
        left_out |= {"national_id"} - entered
        left_out |= {"half_bye"} - entered if gives_no_byes(format, event) else set()
    if not asks_for_external(event):
        left_out |= {"external"}
    asked = (ENTRANT_FIELDS[name] for name in names if name not in left_out)
    helps = {"members": "a remark; m in Entries adds players"} if of_players else {}
    return tuple(
        replace(FormField(f.name, f.label, helps.get(f.name, f.help)), **_shared(event, f.name))
        for f in asked
    )


def _of_home_first(names: Sequence[str]) -> tuple[str, ...]:
    """What players are kept apart by stands above what is of use to few."""
    others = [name for name in names if name not in OF_HOME]
    at = others.index("title")
    return (*others[:at], *OF_HOME, *others[at:])


def _shared(event: Event, name: str) -> dict[str, Any]:
    """What a field that several have alike is completed with, and what is said of it."""
    if name not in SHARED:
        return {}
    known = values_of(event, name)
    label = ENTRANT_FIELDS[name].label.lower()

    def told(texts: Mapping[str, str]) -> str:
        text = texts[name].strip()
        if not text:
            return f"→ completes the {counted(len(known), label)} entered" if known else ""
        if text in known:
            return ""
        more = like(text)
        one = more[0] if len(more) == 1 else f"one of {len(more)}"
        return f"→ completes {one}; as typed a new {label}" if more else f"a new {label}"

    def like(text: str) -> list[str]:
        begin = fold(text)
        return [value for value in known if fold(value).startswith(begin)]

    return {"completions": like, "told": told}


def values_of(event: Event, name: str) -> list[str]:
    """What the entries have in a text field, in the order of the alphabet."""
    return sorted({getattr(entrant, name) for entrant in event.entrants} - {""}, key=fold)


def new_values(event: Event, values: Mapping[str, Any]) -> list[str]:
    """`Oak is a new school`: what nobody has who was entered before, where others have any."""
    return [
        f"{safe(value, 40)} is a new {ENTRANT_FIELDS[name].label.lower()}"
        for name, value in values.items()
        if name in SHARED and value and (known := values_of(event, name)) and value not in known
    ]


def fields_of_players() -> tuple[FormField, ...]:
    """The form of a player of a team."""
    of_entries = {"seed", "external", "fixed_board", "half_bye", "section", *OF_HOME}
    names = (name for name in PLAYER_FORM if name not in of_entries)
    asked = (ENTRANT_FIELDS[name] for name in names)
    return tuple(FormField(field.name, field.label, field.help) for field in asked)


def texts_of(entrant: Entrant, fields: tuple[FormField, ...]) -> dict[str, str]:
    """What stands in each field of the form."""
    return {field.key: safe(field_text(entrant, field.key), 400) for field in fields}


def changed_values(
    before: Mapping[str, str], now: Mapping[str, str]
) -> tuple[dict[str, Any], list[str], list[str]]:
    """(the fields that were changed, as values; warnings about what had to be replaced; what is
    to be asked about before it is saved as typed).

    `FieldRefused` names the first field that cannot be taken: where an entry list is read with a
    warning, the arbiter is there to correct what he types.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    doubts: list[str] = []
    for key, text in now.items():
        if text == before.get(key, ""):
            continue
        harmless, warned = clean(text, key.replace("_", " "), 400)
        warnings += warned
        try:
            typed, doubt = entry_values(key, harmless)
        except Refused as refusal:
            raise FieldRefused(key, refusal) from refusal
        if doubt and doubt.stays:
            doubts.append(doubt.wrong)
        elif doubt:
            forms = ENTRANT_FIELDS[key].help
            remedy = f"give {forms}" if forms else "correct it, or leave it empty"
            raise FieldRefused(key, Refused(doubt.wrong, "", remedy))
        if key == "rating" and estimate(before.get(key, ""))[1]:
            typed.setdefault("estimated", False)
        values |= typed
    grade = GRADE_BEHIND.fullmatch(str(values.get("name", "")))
    if grade and not now.get("rating", "-").strip():
        doubts.append(f"The name ends in {grade[1]}, and the rating is empty")
    return values, warnings, doubts


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
