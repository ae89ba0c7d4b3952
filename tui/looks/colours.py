"""Colours as the terminal and its user want them, for every screen of the program: the theme to
begin with, and the style sheet read with its colours."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from engine.refusal import Refused
from saves.safe_text import safe
from tui.looks.user_themes import KnownThemes, known_themes

VARIABLE = "TOPBOARD_THEME"
CONSOLE, PROJECTOR = "hall", "projector"
"""The themes that nobody has to choose."""
_LONGEST_NOTE = 200
Read = LRUCache[tuple[object, ...], list[RuleSet]]
"""By source its rules."""


def tokens(dark: bool) -> dict[str, str]:
    """Our own tokens, for themes that do not know them; `fresh` is the background of what another
    desk has just changed."""
    fresh = "#444444" if dark else "#ffd7af"
    return {"muted": "#a8a8a8", "cursor": "#005f87", "cursor-text": "#ffffff", "fresh": fresh}


class ChosenTheme(NamedTuple):
    """The theme to begin with, what there is to choose from, and what went wrong about it."""

    name: str
    known: KnownThemes
    troubles: tuple[Refused, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What went wrong, for people."""
        return tuple(safe(one.located, 300) for one in self.troubles)


def theme_for_console(asked: str | None = None) -> ChosenTheme:
    """`--theme`, `TOPBOARD_THEME`, what was chosen here last, `theme` of the configuration; on a
    terminal of 16 colours its own. `Refused` where `--theme` names none."""
    return _chosen(asked, "theme", CONSOLE, remembers=True)


def theme_for_projector(asked: str | None = None) -> ChosenTheme:
    """As for the console, by `projector_theme`; a choice is not remembered: it writes nothing."""
    return _chosen(asked, "projector_theme", PROJECTOR, remembers=False)


def _chosen(asked: str | None, setting: str, default: str, remembers: bool) -> ChosenTheme:
    known = known_themes()
    if asked is not None:
        if asked not in known.names:
            raise _no_theme(asked, known)
        return ChosenTheme(asked, known, known.troubles)
    configured = _configured(setting)
    remembered = _remembered(configured) if remembers else ""
    wanted = [
        (os.environ.get(VARIABLE, ""), VARIABLE),
        (remembered, ""),
        ("" if few_colours() else configured, setting),
    ]
    troubles = list(known.troubles)
    for name, source in wanted:
        if name in known.names:
            return ChosenTheme(name, known, tuple(troubles))
        if name and source:
            troubles.append(_no_theme(name, known, f"{source} asks for it"))
    if few_colours():
        default = "linux" if os.environ.get("TERM") == "linux" else "ansi"
    return ChosenTheme(default, known, tuple(troubles))


def _no_theme(name: str, known: KnownThemes, why: str = "") -> Refused:
    from difflib import get_close_matches

    wrong = dict(known.unusable).get(name)
    if wrong is not None:
        return Refused(f"the theme {name[:40]!r} cannot be used", wrong.line, "")
    near = get_close_matches(name, known.names, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known.names)}"
    return Refused(f"there is no theme {name[:40]!r}", why, remedy)


def _configured(setting: str) -> str:
    from tui.commands.own_files import configuration

    value = configuration().get(setting, "")
    return value if isinstance(value, str) else repr(value)


def few_colours() -> bool:
    """Whether the terminal has sixteen colours or fewer, by its own account."""
    if os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return os.environ.get("TERM") == "linux"
    kind = os.environ.get("TERM", "").strip().lower()
    return not kind.endswith(("256color", "-direct", "kitty")) and not os.environ.get(
        "TEXTUAL_DRIVER"  # a browser has all colours and no TERM
    )


# What was chosen in the console, for the next time


def remember(name: str) -> None:
    """Begin with that theme from now on, on terminals like this one. Where it cannot be written,
    the choice holds for today."""
    from saves.disk import Disk, replace_file

    note = _note()
    with suppress(OSError, Refused):
        note.parent.mkdir(parents=True, exist_ok=True)
        replace_file(Disk(), note, f"{name}\n{_configured('theme')}\n".encode())


def _remembered(configured: str) -> str:
    """The last choice; none where the configuration has been changed since."""
    from saves.disk import Disk, read_file

    try:
        lines = read_file(Disk(), _note(), _LONGEST_NOTE).decode().split("\n")
    except (OSError, UnicodeDecodeError):
        return ""
    return lines[0] if lines[1:2] == [configured] else ""


def _note() -> Path:
    from tui.commands.own_files import log_file

    return log_file().with_name("theme-16-colours" if few_colours() else "theme")


# The style sheet, read once for each theme


class ReadOnce(Stylesheet):
    """The toolkit's own reads every source again whenever styles are refreshed, four times before
    the first picture. What the sources say changes with the colours alone: it is kept by them, so
    that who tries one theme after another waits for none twice."""

    _read_with: ClassVar[dict[frozenset[tuple[str, str]], Read]] = {}

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._take_up(variables)

    def set_variables(self, variables: dict[str, str]) -> None:
        """The colours from now on; what was read with them before is known."""
        if variables != self._variables:
            self._parse_cache = LRUCache(1)  # the toolkit empties the one that it finds
            super().set_variables(variables)
            self._take_up(variables)

    def _take_up(self, variables: dict[str, str]) -> None:
        colours = frozenset(variables.items())
        self._parse_cache = self._read_with.setdefault(colours, LRUCache(64))

    def reparse(self) -> None:
        """Read what has not been read with these colours."""
        self.parse()
