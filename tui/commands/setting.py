"""The command `set`: other settings for an event, its own data, another title."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from engine.actions import ChangeSettings
from engine.event import Event
from engine.event_data import EVENT_DATA, data_given, data_notes, detail
from engine.protocol import Format
from engine.refusal import Refused
from tui.commands import Subcommand
from tui.commands.opening import cleaned, event_argument, parted, settings_given, writing
from tui.commands.output import say, say_json, warn


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "settings",
        nargs="*",
        metavar="KEY=VALUE",
        help="a setting of the event's format, or place, start, arbiter … of the event itself",
    )
    parser.add_argument("--title", metavar="T", help="what the event is called")


def set_settings(args: Namespace) -> int:
    """All that is given as one action, or none of it; what stands already is no change."""
    settings, own_data = parted(settings_given(args.settings))
    title = None if args.title is None else cleaned(args.title, "the title")
    if not settings and not own_data and title is None:
        raise Refused(
            "nothing to change", "no setting is given", "write KEY=VALUE; see `topboard formats`"
        )
    store = writing(args)
    before, format = store.event, store.format
    planned = format.settings(settings, before.settings).rounds if settings else None
    own_data = data_given(dict(before.details), own_data, planned or before.settings.rounds)
    action = ChangeSettings(settings, title, own_data)
    after = store.do(action) if _changes(action, before, format) else before
    old, new = format.settings_values(before.settings), format.settings_values(after.settings)
    changed = [key for key, *_ in format.settings_help() if old.get(key) != new.get(key)]
    said = [key for key in EVENT_DATA if detail(before, key) != detail(after, key)]
    for note in data_notes(after) if said else ():
        warn(note)
    if args.json:
        say_json({
            "title": after.title,
            "settings": {key: new.get(key) for key, *_ in format.settings_help()},
            "data": {key: detail(after, key) or None for key in EVENT_DATA},
            "changed": [*changed, *said, *(["title"] if after.title != before.title else [])],
            "revision": after.revision,
        })  # fmt: skip
        return 0
    for key in changed:
        say(f"{key}: {_text(old.get(key))} -> {_text(new.get(key))}")
    for key in said:
        say(f"{key}: {detail(before, key) or 'none'} -> {detail(after, key) or 'none'}")
    if after.title != before.title:
        say(f"title: {before.title} -> {after.title}")
    if after is before:
        say("nothing changed: so it stands already")
    return 0


def _changes(action: ChangeSettings, event: Event, format: Format) -> bool:
    """Whether anything would differ; `Refused` for what cannot be."""
    after = action.apply(event, format)
    old = (event.settings, event.title, dict(event.details))
    return (after.settings, after.title, dict(after.details)) != old


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


COMMANDS = {"set": Subcommand(_arguments, set_settings)}
