"""The user's own themes: TOML files in the folder `themes` beside the configuration.

A wrong file is reported in words and left out; it never stops the program.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from textual.theme import Theme

import themes
from engine.refusal import Refused
from saves.safe_text import safe, shortened
from themes.figures import COLOUR, FIELDS, colours, made, weak

MOST_BYTES = 16 << 10
MOST_FILES = 50
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,29}")
KEYS = ("about", "like", "colours")
AWAY = "correct it, or take the file away"


class KnownThemes(NamedTuple):
    """The program's themes and the user's, and what is wrong with files that are not themes."""

    all: tuple[Theme, ...] = themes.ALL
    about: tuple[tuple[str, str], ...] = tuple(themes.ABOUT.items())
    """A line for each name."""
    troubles: tuple[Refused, ...] = ()
    unusable: tuple[tuple[str, Refused], ...] = ()
    """Of those the files that a theme was to be read from: the name it would have, and why not."""
    weak: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of the user's themes: the name, and which text is hard to read on which ground."""

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which they are listed."""
        return tuple(theme.name for theme in self.all)

    def warning(self, name: str) -> str:
        """What is hard to read in the theme of that name; empty where nothing is."""
        pairs = dict(self.weak).get(name, ())
        more = f" and {len(pairs) - 3} more" if len(pairs) > 3 else ""
        return f"hard to read: {'; '.join(pairs[:3])}{more} (4.5 is wanted)" if pairs else ""


def theme_folder() -> Path:
    """The folder of the user's themes; it need not exist."""
    from tui.commands.own_files import config_file

    return config_file().parent / "themes"


def known_themes() -> KnownThemes:
    """All of them, the user's read anew."""
    own: list[Theme] = []
    about = dict(themes.ABOUT)
    troubles: list[Refused] = []
    unusable: list[tuple[str, Refused]] = []
    try:
        files = sorted(path for path in theme_folder().iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        files = []
    except OSError as error:
        files = []
        why = error.strerror or str(error)
        troubles.append(
            Refused("your themes cannot be read", why, "correct it", where=str(theme_folder()))
        )
    for path in files[:MOST_FILES]:
        try:
            theme, of_itself = theme_of(path)
        except Refused as refusal:
            troubles.append(refusal)
            unusable.append((path.stem, refusal))
        else:
            own.append(theme)
            about[theme.name] = of_itself
    if len(files) > MOST_FILES:
        troubles.append(_too_many(len(files)))
    hard = tuple((theme.name, pairs) for theme in own if (pairs := tuple(weak(theme))))
    return KnownThemes(
        (*themes.ALL, *own), tuple(about.items()), tuple(troubles), tuple(unusable), hard
    )


def _too_many(count: int) -> Refused:
    return Refused(
        f"{count} theme files", f"the first {MOST_FILES} are taken", "keep fewer",
        where=str(theme_folder()),
    )  # fmt: skip


def theme_of(path: Path) -> tuple[Theme, str]:
    """The theme in that file, and what it says of itself; `Refused` with file and line."""
    name = path.stem
    if name in themes.ABOUT:
        raise Refused(
            f"{name} is one of the program's own themes", "", "give the file another name",
            where=str(path),
        )  # fmt: skip
    if not NAME.fullmatch(name):
        why = "small letters, digits, - and _, at most 30"
        raise Refused(
            "the file's name cannot name a theme", why, "give it another", where=str(path)
        )
    content = _bytes_of(path)
    tables = _tables(content, path)
    text = content.decode("utf-8-sig")
    _known_keys(tables, path, text)
    about = tables.get("about", "your own")
    if not isinstance(about, str):
        raise Refused(
            "about is not a text", "", 'write about = "a line"', where=_at(path, text, "about")
        )
    return made(name, _colours(tables, path, text)), safe(about)


def _bytes_of(path: Path) -> bytes:
    from saves.disk import Disk, NotRegular, TooLarge, read_file

    try:
        return read_file(Disk(), path.resolve(), MOST_BYTES)
    except TooLarge:
        raise Refused(
            "the file is too large for a theme", f"{MOST_BYTES:,} bytes at most", AWAY,
            where=str(path),
        ) from None  # fmt: skip
    except NotRegular:
        raise Refused("no theme", "it is not an ordinary file", AWAY, where=str(path)) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        why = getattr(error, "strerror", None) or str(error)
        raise Refused("the theme cannot be read", why, AWAY, where=str(path)) from error


def _tables(content: bytes, path: Path) -> dict[str, Any]:
    from saves.toml import BadSave, NotUtf8, load

    try:
        return load(content, str(path))
    except BadSave as bad:
        remedy = bad.remedy if isinstance(bad, NotUtf8) else AWAY
        raise Refused(bad.what, "", remedy, where=bad.where) from None


def _known_keys(tables: dict[str, Any], path: Path, text: str) -> None:
    for key in tables:
        if key not in KEYS:
            raise _unknown(key, KEYS, "", path, text)
    table = tables.get("colours", {})
    if not isinstance(table, dict):
        where = _at(path, text, "colours")
        raise Refused("colours is not a table", "", "write [colours] above the lines", where=where)
    for key in table:
        if key not in FIELDS:
            raise _unknown(key, tuple(FIELDS), "colour ", path, text)


def _unknown(key: str, known: tuple[str, ...], kind: str, path: Path, text: str) -> Refused:
    from difflib import get_close_matches

    near = get_close_matches(key, known, 1)
    remedy = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
    return Refused(
        f"there is no {kind}{shortened(key, 40)!r}", "", remedy, where=_at(path, text, key)
    )


def _colours(tables: dict[str, Any], path: Path, text: str) -> dict[str, str]:
    colours = _start(tables, path, text)
    for key, value in tables.get("colours", {}).items():
        if not isinstance(value, str) or not COLOUR.fullmatch(value):
            raise Refused(
                f"{key} is not a colour", f"it is {shortened(str(value), 30)!r}",
                'write it as "#" and six digits, "#e6e6e6"', where=_at(path, text, key),
            )  # fmt: skip
        colours[key] = value.lower()
    missing = [field for field in FIELDS if field not in colours]
    if missing:
        raise Refused(
            f"no colour for {', '.join(missing)}", "the theme is not like another",
            'give all of them, or like = "hall"', where=str(path),
        )  # fmt: skip
    return colours


def _start(tables: dict[str, Any], path: Path, text: str) -> dict[str, str]:
    """The colours of the theme that it is like."""
    like = tables.get("like")
    if like is None:
        return {}
    known = {theme.name: theme for theme in themes.ALL if not theme.ansi}
    if not isinstance(like, str) or like not in known:
        raise Refused(
            f"a theme cannot be like {shortened(str(like), 30)!r}", "",
            f"give one of {', '.join(known)}", where=_at(path, text, "like"),
        )  # fmt: skip
    return colours(known[like])


def _at(path: Path, text: str, key: str) -> str:
    """The file, and the line where that key is found."""
    wanted = re.compile(
        rf"""^[ \t]*(?:\[[ \t]*)?(["']?){re.escape(key)}\1[ \t]*[=\]]""", re.MULTILINE
    )
    match = wanted.search(text)
    return f"{path}:{text.count(chr(10), 0, match.start()) + 1}" if match else str(path)
