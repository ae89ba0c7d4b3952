"""The command `set`: other settings for an event, or another title."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from engine.actions import ChangeSettings
from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from tui.commands import Subcommand
from tui.commands.opening import cleaned, event_argument, settings_given, writing
from tui.commands.output import say, say_json


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "settings", nargs="*", metavar="KEY=VALUE", help="a setting of the event's format"
    )
    parser.add_argument("--title", metavar="T", help="what the event is called")


def set_settings(args: Namespace) -> int:
    """All that is given as one action, or none of it; what stands already is no change."""
    settings = settings_given(args.settings)
    title = None if args.title is None else cleaned(args.title, "the title")
    if not settings and title is None:
        raise Refused(
            "nothing to change", "no setting is given", "write KEY=VALUE; see `topboard formats`"
        )
    store = writing(args)
    before, format = store.event, store.format
    action = ChangeSettings(settings, title)
    after = store.do(action) if _changes(action, before, format) else before
    old, new = format.settings_values(before.settings), format.settings_values(after.settings)
    changed = [key for key, *_ in format.settings_help() if old.get(key) != new.get(key)]
    if args.json:
        say_json({
            "title": after.title,
            "settings": {key: new.get(key) for key, *_ in format.settings_help()},
            "changed": [*changed, *(["title"] if after.title != before.title else [])],
            "revision": after.revision,
        })  # fmt: skip
        return 0
    for key in changed:
        say(f"{key}: {_text(old.get(key))} -> {_text(new.get(key))}")
    if after.title != before.title:
        say(f"title: {before.title} -> {after.title}")
    if after is before:
        say("nothing changed: so it stands already")
    return 0


def _changes(action: ChangeSettings, event: Event, format: Format) -> bool:
    """Whether anything would differ; `Refused` for what cannot be."""
    after = action.apply(event, format)
    return (after.settings, after.title) != (event.settings, event.title)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


COMMANDS = {"set": Subcommand(_arguments, set_settings)}
