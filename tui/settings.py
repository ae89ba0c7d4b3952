"""What the user has set for every event: `topboard/config.toml` in the user's configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.refusal import Refused
from tui.keys.commands import COMMANDS, Command
from tui.keys.keymap import Keys, mapped

SCHEMES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Settings:
    """How this user's console works."""

    second_scheme: bool = False
    """Results by 1 3 2 0, not by 1 0 = and the point."""
    commands: tuple[Command, ...] = COMMANDS
    """The table of actions with the user's own keys in it."""
    results: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The user's own keys of results, by their ids."""
    sites: Path | None = None
    """The folder for the sites of events that say where theirs is found; None: none is kept."""


def user_settings() -> Settings:
    """As the file says; `Refused` naming it where it says something else than can be set."""
    from tui.commands.own_files import config_file, configuration

    configured = configuration()
    scheme = configured.get("result_keys", SCHEMES[0])
    if scheme not in SCHEMES:
        raise Refused(
            "result_keys names one of the two schemes of keys",
            f"it is {scheme!r}"[:60],
            'write "first" (1 0 =) or "second" (1 3 2)',
            where=str(config_file()),
        )
    keys = _keys(configured.get("keys", {}))
    return Settings(scheme == "second", keys.table, keys.results, _sites(configured.get("sites")))


def _sites(wanted: object) -> Path | None:
    from tui import kiosk
    from tui.commands.own_files import config_file

    if wanted is None or kiosk.on():
        return None
    if not isinstance(wanted, str) or not Path(wanted).expanduser().is_absolute():
        raise Refused(
            "sites must be the name of a folder",
            f"it is {wanted!r}"[:60],
            'write it whole: sites = "/srv/www/chess"',
            where=str(config_file()),
        )
    return Path(wanted).expanduser()


def _keys(wanted: object) -> Keys:
    from tui.commands.own_files import config_file

    file = config_file()
    if not isinstance(wanted, dict):
        remedy = 'write it as a table: [keys] and a line for each action, history = ["f9"]'
        raise Refused("keys is not a table of actions", "", remedy, where=str(file))
    if not wanted:
        return Keys(COMMANDS, {})
    text = file.read_text(encoding="utf-8-sig")
    return mapped(COMMANDS, wanted, {id: f"{file}{_line(text, id)}" for id in wanted})


def _line(text: str, id: str) -> str:
    """`:7` where that line of the table of keys is found."""
    start = re.search(r"^\s*\[\s*keys\s*\]", text, re.MULTILINE)
    wanted = re.compile(rf"""^[ \t]*(["']?){re.escape(id)}\1[ \t]*=""", re.MULTILINE)
    match = wanted.search(text, start.end() if start else 0)
    return f":{text.count(chr(10), 0, match.start()) + 1}" if match else ""
