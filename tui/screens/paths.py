"""Paths that are typed: what they mean, and how they go on."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import commonprefix
from pathlib import Path

from saves.safe_text import safe
from tui import kiosk


def typed_path(text: str) -> Path:
    """The path that a line means: behind `//` or `/~` it starts anew, as where somebody types
    a whole path after the folder that stands there already."""
    text = text.strip()
    return Path(text[_begin(text) :]).expanduser()


def _begin(text: str) -> int:
    return max(text.rfind("//"), text.rfind("/~/")) + 1


def paths_on(text: str, endings: Sequence[str]) -> list[str]:
    """The whole texts that go on as typed: folders, and files that end so."""
    if kiosk.on():
        return []
    begin = _begin(text)
    path = text[begin:]
    typed = Path(path).expanduser()
    folder, start = (typed, "") if path.endswith("/") or not path else (typed.parent, typed.name)
    head = text[: len(text) - len(start)]
    try:
        among = sorted(folder.iterdir())
    except OSError:
        return []
    return [
        f"{head}{path.name}{'/' if path.is_dir() else ''}"
        for path in among
        if path.name.startswith(start)
        and (start.startswith(".") or not path.name.startswith("."))
        and (path.is_dir() or path.name.casefold().endswith(tuple(endings)))
    ]


def completed(text: str, whole: Sequence[str]) -> tuple[str, str]:
    """What is typed, as far as only one way goes on; and the names of the ways where there are
    several."""
    common = commonprefix(list(whole))  # noqa: RUF071  letters are completed
    names = "  ".join(one.rstrip("/").rpartition("/")[2] for one in whole)
    return max(text, common, key=len), safe(names, 400) if len(whole) > 1 else ""
