"""The command `set`: other settings for an event, its own data, another title."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from engine.actions import Action, ChangeSettings, LeaveStrictMode
from engine.boards import board_setting_note
from engine.event import Event
from engine.event_data import EVENT_DATA, data_given, data_notes, detail
from engine.fingerprint import fingerprint
from engine.protocol import Format
from engine.refusal import Refused
from engine.strict import mode_said
from tui.commands.opening import (
    agreeing_options,
    cleaned,
    done,
    event_argument,
    mode_setting,
    parted,
    settings_given,
    writing,
)
from tui.commands.output import say, say_json, warn
from tui.commands.subcommand import Subcommand


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "settings",
        nargs="*",
        metavar="KEY=VALUE",
        help="a setting of the event's format, or place, start, arbiter … of the event itself",
    )
    parser.add_argument("--title", metavar="T", help="what the event is called, as title=T")
    agreeing_options(parser)


def set_settings(args: Namespace) -> int:
    """All that is given as one action, or none of it; a value that is there already is kept."""
    changes = settings_given(args.settings)
    if "title" in changes and args.title is not None:
        raise Refused("the title is given twice", "by --title and as title=", "give one of them")
    named = changes.pop("title", args.title)
    mode = mode_setting(changes)
    if mode is not None and (changes or named is not None):
        raise Refused("mode is set alone", "", "change other settings by another command")
    settings, own_data = parted(changes)
    title = None if named is None else cleaned(named, "the title")
    if not changes and title is None and mode is None:
        raise Refused(
            "nothing to change", "no setting is given", "write KEY=VALUE; see `topboard formats`"
        )
    store = writing(args)
    before, format = store.event, store.format
    if "format" in settings:
        from saves.made_from import refuse_another_format

        refuse_another_format(before)
        raise Refused(
            "the format is not a setting",
            "the other settings are its own",
            "Another format (`:` in the console) makes the event anew in it",
        )
    planned = format.settings(settings, before.settings).rounds if settings else None
    own_data = data_given(dict(before.details), own_data, planned or before.settings.rounds)
    leaves = _leaves_strict_mode(mode, before)
    action: Action = LeaveStrictMode() if leaves else ChangeSettings(settings, title, own_data)
    after = done(store, action, args) if leaves or _changes(action, before, format) else before
    changes_made = _Changes(before, after, format, leaves)
    for note in data_notes(after) if changes_made.data else ():
        warn(note)
    if note := board_setting_note(changes_made.settings, after):
        warn(note)
    if changes_made.settings and fingerprint(after) != fingerprint(before):
        for advice in format.advise(after):
            if advice.urgent:
                warn(advice.text)
    if args.json:
        say_json(changes_made.document)
    else:
        changes_made.tell()
    return 0


class _Changes:
    """What a command has changed of the settings and the data of an event."""

    def __init__(self, before: Event, after: Event, format: Format, leaves_strict: bool) -> None:
        self.before, self.after, self.leaves_strict = before, after, leaves_strict
        self.keys = [key for key, *_ in format.settings_help()]
        self.old, self.new = (format.settings_values(e.settings) for e in (before, after))
        self.settings = [key for key in self.keys if self.old.get(key) != self.new.get(key)]
        self.data = [key for key in EVENT_DATA if detail(before, key) != detail(after, key)]
        self.title = ["title"] if after.title != before.title else []

    @property
    def document(self) -> dict[str, Any]:
        """All values, and the names of those that have changed."""
        mode = ["mode"] if self.leaves_strict else []
        return {
            "title": self.after.title,
            "settings": {key: self.new.get(key) for key in self.keys},
            "mode": mode_said(self.after),
            "data": {key: detail(self.after, key) or None for key in EVENT_DATA},
            "changed": [*self.settings, *self.data, *self.title, *mode],
            "revision": self.after.revision,
        }

    def tell(self) -> None:
        """A line for each change."""
        for key in self.settings:
            say(f"{key}: {_text(self.old.get(key))} -> {_text(self.new.get(key))}")
        for key in self.data:
            was, stands = (detail(event, key) or "none" for event in (self.before, self.after))
            say(f"{key}: {was} -> {stands}")
        if self.title:
            say(f"title: {self.before.title} -> {self.after.title}")
        if self.leaves_strict:
            say("mode: strict -> free, for good")
        if self.after is self.before:
            say("nothing changed: it is already so")


def _leaves_strict_mode(mode: str | None, event: Event) -> bool:
    """Whether `mode` is the exit from strict mode; `Refused` for a mode that cannot be had."""
    if mode is None or mode == mode_said(event):
        return False
    if mode == "strict":
        raise Refused(
            "this event cannot go into strict mode",
            "it is not in it, and there is no way back",
            "make a new event",
        )
    return True


def _changes(action: Action, event: Event, format: Format) -> bool:
    """Whether anything would differ; `Refused` for what cannot be."""
    action.judge(event, format)
    after = action.follow(event, action.change(event, format), format)
    old = (event.settings, event.title, dict(event.details))
    return (after.settings, after.title, dict(after.details)) != old


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "by default" if value is None else str(value)


COMMANDS = {"set": Subcommand(_arguments, set_settings)}
