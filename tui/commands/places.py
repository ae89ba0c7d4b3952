"""Where events live, and where the program keeps what is its own."""

from __future__ import annotations

import os
from pathlib import Path

from engine.refusal import Refused
from tui.commands.own_files import account_events_folder


def events_folder() -> Path:
    """`TOPBOARD_EVENTS`, else the folder that the config names, else `~/topboard`."""
    from tui import kiosk

    if (set_up := kiosk.events()) is not None:
        return set_up
    return account_events_folder()


def is_event(folder: Path) -> bool:
    """Whether a folder holds an event, a damaged one included."""
    from saves import disk, folders

    try:
        return folders.is_event(disk.Disk(), folder)
    except OSError:
        return False


NO_FILES = "its folder has neither event.toml nor journal.log"


def find_event(name: str, or_command: bool = False) -> Path:
    """The folder of an event given as a path or as a name in the events' folder.

    `or_command`: the word could have been meant as a command.
    """
    from tui import kiosk

    path = kiosk.name_in_events(name) if kiosk.on() else Path(name).expanduser()
    if is_event(path):
        return path
    plain = os.sep not in name and name not in ("", ".", "..")
    if plain:
        for folder in (events_folder() / name, events_folder() / _folder_name(name)):
            if is_event(folder) and _here(folder):
                return folder
    named = events_folder() / _folder_name(name)
    if is_congress(path) or (plain and is_congress(named) and _here(named)):
        why, remedy = "it is a congress of several", f"`topboard congress {name}` opens it"
        raise Refused(f"{name} is not an event", why, remedy)
    if path.is_dir():
        raise Refused(f"{name} is not an event", NO_FILES, "give an event")
    if path.exists() and not plain:
        raise Refused(f"{name} is not an event", "it is not a folder", "give an event's folder")
    if plain and events_folder().is_dir() and not os.access(events_folder(), os.R_OK | os.X_OK):
        why = f"you may not look into {events_folder()}"
        raise Refused(
            f"{name} cannot be looked for", why, "ask the person who made it (same group)"
        )
    if plain and name and named.is_dir() and _here(named):
        raise Refused(
            f"{name} is not an event", NO_FILES, "put a backup in its place",
            shell=f"`topboard restore {name} BACKUP`",
        )  # fmt: skip
    where = f"no event with that name in {events_folder()}" if plain else "no such folder"
    hint = _hint(name, or_command and not kiosk.on()) if plain else "check the path"
    raise Refused(f"there is no event {name!r}", where, hint)


def _hint(name: str, or_command: bool) -> str:
    from difflib import get_close_matches

    from tui.commands import COMMANDS

    known = [folder.name for folder in events()]
    near = get_close_matches(name, [*(COMMANDS if or_command else ()), *known], 1)
    if near:
        return f"did you mean {near[0]}?"
    if or_command:
        return "`topboard --help` names the commands"
    return known_events()


def known_events() -> str:
    """The first events of the folder, or how one is made."""
    known = [folder.name for folder in events()]
    return f"there are: {', '.join(known[:8])}" if known else "`topboard new` makes one"


def events() -> list[Path]:
    """Every event in the events' folder, by name."""
    try:
        folders = sorted(events_folder().iterdir())
    except OSError:
        return []
    return [folder for folder in folders if folder.is_dir() and is_event(folder) and _here(folder)]


def last_change(folder: Path) -> float:
    """When an event or a congress was written last; 0 where nobody can say."""
    times: list[float] = []
    for name in ("journal.log", "event.toml", "congress.toml"):
        try:
            times.append((folder / name).stat().st_mtime)
        except OSError:
            continue
    return max(times, default=0.0)


def is_congress(folder: Path) -> bool:
    """Whether a folder holds a congress."""
    return os.path.isfile(folder / "congress.toml")


def congresses() -> list[Path]:
    """Every congress in the events' folder, by name."""
    try:
        folders = sorted(events_folder().iterdir())
    except OSError:
        return []
    return [folder for folder in folders if is_congress(folder) and _here(folder)]


def _here(folder: Path) -> bool:
    """In a kiosk a link out of the events' folder is not an event."""
    from tui import kiosk

    try:
        return not kiosk.on() or bool(kiosk.name_in_events(folder.name))
    except Refused:
        return False


def new_folder(name: str) -> Path:
    """The folder for a new event: a path as given, a bare name in the events' folder.

    Letters that a folder had better not have are left out of a bare name.
    """
    from tui import kiosk

    if kiosk.on():
        kiosk.name_in_events(_folder_name(name))
        if os.sep in name:
            raise Refused(f"{name[:40]!r} leads elsewhere", "events stay here", "give a bare name")
    elif os.sep in name or name.startswith("~"):
        return Path(name).expanduser()
    if not name.strip("."):
        raise Refused(f"{name!r} cannot name an event's folder", "", "give a name")
    folder = events_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be made", error.strerror or "", "give a path") from error
    return folder / _folder_name(name)


def _folder_name(name: str) -> str:
    """The name itself where it can be a folder's, else made one: `Kent Juniors`, kent-juniors."""
    from saves.folders import is_folder_name, slug

    return name if is_folder_name(name) else slug(name)
