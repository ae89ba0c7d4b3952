"""What the account has of the program's own: its configuration, its log, its events' folder."""

from __future__ import annotations

import os
from pathlib import Path

from engine.refusal import Refused
from saves.safe_text import safe

EVENTS_VARIABLE = "TOPBOARD_EVENTS"


def account_events_folder() -> Path:
    """`TOPBOARD_EVENTS`, else the folder that the config names, else `~/topboard`."""
    from saves import folders

    configured = None if os.environ.get(EVENTS_VARIABLE) else configuration().get("events")
    if configured is None:
        return folders.events_folder().expanduser()
    if not isinstance(configured, str) or not configured:
        raise Refused(
            "events must be the name of a folder",
            f"it is {configured!r}"[:60],
            "correct it",
            where=str(config_file()),
        )
    return Path(configured).expanduser()


def config_file() -> Path:
    """The user's `topboard/config.toml`."""
    from platformdirs import user_config_path

    return user_config_path("topboard") / "config.toml"


MOST_LOGGED = 4 << 20
"""Bytes of the log file; a fault at every key would fill the disk."""


def log_file() -> Path:
    """Where the details of a failure of the program go."""
    from platformdirs import user_state_path

    return user_state_path("topboard") / "errors.log"


def write_down(error: Exception) -> Path | None:
    """The details of a fault of the program, at the end of the log file; None if there is no room
    for them."""
    import traceback

    path = log_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MOST_LOGGED:
            return path
        with path.open("a", encoding="utf-8", errors="replace") as log:
            trace = "".join(traceback.format_exception(error))
            log.write("\n".join(safe(line, 1000) for line in trace.splitlines()) + "\n\n")
    except OSError:
        return None
    return path


def configuration() -> dict[str, object]:
    """The user's configuration as it is in the file, {} without one; raises `Refused`."""
    path = config_file()
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refused(
            "the settings cannot be read", error.strerror or "", "correct it", where=str(path)
        ) from error
    from saves.toml import BadSave, load

    try:
        return load(content, str(path))
    except BadSave as wrong:  # no save file, and nothing restores it
        remedy = "correct it, or take the file away"
        raise Refused(wrong.what, wrong.why, remedy, where=wrong.where) from None
