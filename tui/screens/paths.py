"""Paths that are typed or dragged into a line: what they mean, and how they go on."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from os.path import commonprefix
from pathlib import Path
from urllib.parse import unquote

from engine.alphabet import fold
from engine.refusal import Refused
from saves.folders import slug
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.commands.places import events_folder, new_folder


def typed_path(text: str) -> Path:
    """The path that a line means: behind `//` or `/~` it starts anew, as where somebody types
    a whole path after the folder that is there already. Quotes, escaped blanks and `file://`
    are read as terminals paste a file that is dragged there."""
    path = _from(text.strip())
    return path if os.path.exists(path) else _from(_dragged(text.strip()))


def found_path(text: str) -> Path:
    """The file that a line means; a name without its folder is looked for in the folder of the
    shell, with the events and at home. `Refused` says where it was looked for."""
    path = typed_path(text)
    if path.is_absolute():
        return path
    folders = [folder / path for folder in _shelves()]
    first = next((path for path in folders if os.path.exists(path)), None)
    if first is None:
        where = ", ".join(safe(str(path.parent), 120) for path in folders)
        problem = f"there is no file {safe(str(path), 120)}"
        raise Refused(problem, f"looked in {where}", "give its path, as ~/lists/club.csv")
    return first


def typed_folder(text: str, title: str) -> Path:
    """The folder for a new event that a line means; left empty, one named as the event."""
    text = text.strip() or slug(title)  # a title may hold what means a path: 5/6 March
    return new_folder(text if kiosk.on() or os.sep not in text else str(typed_path(text)))


def _shelves() -> list[Path]:
    return list(dict.fromkeys((Path.cwd(), events_folder().absolute(), Path.home())))


def _from(text: str) -> Path:
    return Path(os.path.expanduser(text[_begin(text) :]))


def _dragged(text: str) -> str:
    if (at := text.find("file://")) >= 0:
        return unquote(text[at + len("file://") :])
    if not set(text) & set("'\"\\"):
        return text
    try:
        words = shlex.split(text)
    except ValueError:  # an apostrophe, or a quote that is not closed yet
        return text.lstrip("'\"")
    return words[0] if len(words) == 1 else text


def _begin(text: str) -> int:
    return max(text.rfind("//"), text.rfind("/~/")) + 1


def paths_on(text: str, endings: Sequence[str]) -> list[str]:
    """The whole texts that go on as typed: folders, and files that end so; of a name alone those
    of every folder where it is looked for."""
    if kiosk.on():
        return []
    text = text if os.path.exists(_from(text)) else _dragged(text)
    begin = _begin(text)
    path = text[begin:]
    typed = Path(os.path.expanduser(path))
    folder, start = (typed, "") if path.endswith("/") or not path else (typed.parent, typed.name)
    head = text[: len(text) - len(start)]
    folders = {shelf / folder for shelf in _shelves()}
    paths = [one for folder in folders for one in _in_folder(folder)]
    return sorted({
        f"{head}{path.name}{'/' if path.is_dir() else ''}"
        for path in paths
        if path.name.startswith(start)
        and (start.startswith(".") or not path.name.startswith("."))
        and (path.is_dir() or path.name.casefold().endswith(tuple(endings)))
    })  # fmt: skip


def _in_folder(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def completed(text: str, whole: Sequence[str]) -> tuple[str, str]:
    """What is typed, as far as only one way goes on; and the names of the ways if there are
    several, or that there is none. Nothing typed is removed: if the ways go on from other capitals
    and accents, the one most like it does."""
    if not whole:
        return text, f"nothing there begins with '{shortened(text.rpartition('/')[2], 60)}'"
    common = commonprefix(list(whole))  # noqa: RUF071  letters are completed
    if not common.startswith(text):
        alike = commonprefix([fold(one) for one in whole])  # noqa: RUF071
        lower = text.lower()
        nearest = max(whole, key=lambda one: len(commonprefix([one.lower(), lower])))  # noqa: RUF071
        ends = (at for at in range(len(nearest), 0, -1) if alike.startswith(fold(nearest[:at])))
        common = nearest[: next(ends, 0)]
        common = common if fold(common).startswith(fold(text)) else text
    names = " · ".join(one.rstrip("/").rpartition("/")[2] for one in whole)
    return common, safe(names, 400) if len(whole) > 1 else ""
