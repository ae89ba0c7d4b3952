"""The event's own data in a form: where, when, by which clock, under which arbiters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import ChangeSettings
from engine.event_data import DIVISIONS_LIMIT, EVENT_DATA, data_given, data_notes, detail
from engine.format_parts import OverASeason, part_of
from engine.refusal import BadSetting, Refused
from saves.safe_text import clean
from tui.places.screen import PlaceScreen
from tui.screens.entry_fields import FieldRefused, FormField
from tui.screens.entry_form import EntryForm

LETTERS = DIVISIONS_LIMIT
"""Of any text; its own limit is `EVENT_DATA`'s to say."""


def change_event_data(place: PlaceScreen) -> None:
    """Open the form; what was changed is saved as one action, and can be undone."""
    event = place.desk.event
    before = {key: detail(event, key) for key in EVENT_DATA}

    async def save(texts: Mapping[str, str]) -> str | None:
        typed = {key: clean(text, key, LETTERS)[0].strip() for key, text in texts.items()}
        changed = {key: text for key, text in typed.items() if text != before[key]}
        if not changed:
            return "nothing was changed"
        now = place.desk.event
        try:
            details = data_given(dict(now.details), changed, now.settings.rounds)
            await place.desk.do(ChangeSettings(details=details))
        except Refused as refusal:
            at = refusal.key if isinstance(refusal, BadSetting) else next(iter(changed))
            raise FieldRefused(at, refusal) from refusal
        done = f"changed: {', '.join(EVENT_DATA[key].label for key in changed)}"
        notes = data_notes(place.desk.event)
        place.message("; ".join((done, *notes)), "done")
        return "saved"

    seasonal = part_of(place.desk.format, OverASeason) is not None
    asked = (f for f in EVENT_DATA.values() if seasonal or f.key != "division_dates")
    fields = tuple(FormField(f.key, f.label, f.meaning) for f in asked)
    place.console.push_screen(EntryForm("The event", fields, before, save))
