"""What is set of an event, in a form: the settings that its format has, and its own data: where,
when, by which clock, under which arbiters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.actions import ChangeSettings
from engine.boards import board_setting_note
from engine.event import Event
from engine.event_data import DIVISIONS_LIMIT, EVENT_DATA, data_given, data_notes, detail
from engine.protocol import Format, OverASeason, part_of
from engine.refusal import BadSetting, Refused
from engine.waiting import stale_notes
from saves.safe_text import clean
from tui.places.screen import PlaceScreen
from tui.screens.entry_form import EntryForm, FieldRefused, FormField
from tui.setting_labels import setting_label

TITLE = "title"

_BOOLEANS = {"True": "yes", "true": "yes", "False": "no", "false": "no"}


def change_settings(place: PlaceScreen, first: str = TITLE) -> None:
    """Open the form, at the setting `first`; what was changed is saved as one action, and can be
    undone."""
    event, format = place.desk.event, place.desk.format
    before = settings_texts(event, format)

    async def save(texts: Mapping[str, str]) -> str | None:
        typed = {key: text.strip() for key, text in texts.items()}
        changed = {key: text for key, text in typed.items() if text != before[key]}
        title = changed.pop(TITLE, None)
        if not changed and title is None:
            return "nothing was changed"
        action = ChangeSettings(changed, title)
        try:
            await place.desk.do(action)
        except Refused as refusal:
            at = refusal.key if isinstance(refusal, BadSetting) else ""
            at = at if at in changed else next(iter(changed), TITLE)
            raise FieldRefused(at, refusal) from refusal
        names = [*changed, *([TITLE] if title is not None else [])]
        labels = {field.key: field.label for field in form.fields}
        said = f"changed: {', '.join(labels[name] for name in names)}"
        if len(names) == 1:
            said += f", {before[names[0]] or 'empty'} → {typed[names[0]] or 'empty'}"
        event = place.desk.event
        notes = (board_setting_note(changed, event), *stale_notes(event))
        place.message("; ".join([said, *filter(None, notes)]), "done")
        return "saved"

    title, *others = settings_fields(format)
    called = f"{title.help}; its format is {format.title}: Another format (:) changes it"
    title = replace(title, hint=lambda _: f"{called} until round 1 is drawn")
    form = EntryForm(f"Settings · {format.title}", (title, *others), before, save)
    form.current = first
    place.console.push_screen(form)


def settings_fields(format: Format) -> tuple[FormField, ...]:
    """The title, then every setting that can be chosen, with its meaning, default and bounds."""
    fields = [FormField(TITLE, TITLE, "what the event is called")]
    follows, only_with = format.settings({}).not_chosen, format.settings({}).only_with
    for key, default, bounds, meaning in format.settings_help():
        if key in follows:
            continue
        choices = format.setting_choices(key)
        if len(choices) > 2 and bounds:
            bounds = f"{', '.join(choices[:-1])} or {choices[-1]}"
        help = [meaning, bounds, f"default {_word(default)}" if default else ""]
        fields.append(
            FormField(
                key,
                setting_label(key),
                "; ".join(part for part in help if part),
                switch=default in _BOOLEANS,
                choices=choices,
                only_with=only_with.get(key),
            )
        )
    return tuple(fields)


def settings_texts(event: Event, format: Format) -> dict[str, str]:
    """The values in the form; lists have commas between their parts, and an empty one is `none`
    where nothing at all means something else."""
    values = format.settings_values(event.settings)
    always = format.settings_values(format.settings({}))
    texts = {
        key: _text(values.get(key)) or ("none" if key in values and key not in always else "")
        for key, *_ in format.settings_help()
    }
    return {TITLE: event.title, **texts}


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else _word(str(value))


def _word(text: str) -> str:
    """`yes` and `no` for a switch, as the form takes them too."""
    return _BOOLEANS.get(text, text)


DATA_LETTERS = DIVISIONS_LIMIT
"""Of any text of the event's own data; its own limit is `EVENT_DATA`'s to say."""


def change_event_data(place: PlaceScreen) -> None:
    """Open the form; what was changed is saved as one action, and can be undone."""
    event = place.desk.event
    before = {key: detail(event, key) for key in EVENT_DATA}

    async def save(texts: Mapping[str, str]) -> str | None:
        typed = {key: clean(text, key, DATA_LETTERS)[0].strip() for key, text in texts.items()}
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
    fields = tuple(
        FormField(f.key, f.label, f.meaning, choices=("", *f.choices) if f.choices else ())
        for f in asked
    )
    place.console.push_screen(EntryForm("The event", fields, before, save))
