"""Fonts for paper: letters that the package ships, and of other scripts what the system has."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import platformdirs

from engine.phrases import phrase
from engine.refusal import Refused, installing

FAMILY = "FiraGO"
"""Latin, Greek, Cyrillic, Georgian, Hebrew, Arabic, Devanagari, Thai, in one design."""
_SHIPPED = ("FiraGO_Regular", "FiraGO_Bold")
_EAST = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
UNPRINTABLE = "?"
"""In place of a word in letters that no font here has."""
_SIGNS = "EMOJI"


@dataclass(frozen=True, slots=True)
class FontChoice:
    """What a document is set in: families in order, the files of them, and the letters that none
    of them has."""

    families: tuple[str, ...]
    files: tuple[Path, ...]
    missing: frozenset[str] = frozenset()

    @property
    def remark(self) -> str:
        """What is said where letters are missing; empty where none are."""
        if not self.missing:
            return ""
        scripts = {_script(letter) for letter in self.missing}
        packages = sorted({_package(name) for name in scripts})
        return phrase(
            "No font here for letters of {scripts}, printed as ?: install {packages}",
            scripts=", ".join(sorted("CJK" if s == "CJK" else s.capitalize() for s in scripts)),
            packages=", ".join(packages),
        )

    def printable(self, text: str) -> str:
        """The text with a mark in place of each word that cannot be printed."""
        if self.missing.isdisjoint(text):
            return text
        words = (UNPRINTABLE if self.missing & set(word) else word for word in text.split(" "))
        return " ".join(words)


def fonts_for(texts: Iterable[str]) -> FontChoice:
    """The fonts that have every letter of these texts, as far as this machine has them."""
    regular, bold = shipped()
    wanted = {letter for text in texts for letter in text if _needs_glyph(letter)}
    missing = wanted - _letters(regular, 0)
    families, files = [FAMILY], [regular, bold]
    for family, path, index, bolder in _system(missing) if missing else ():
        has = _letters(path, index) & missing
        if has:
            missing -= has
            families.append(family)
            files += [path, *([bolder] if bolder else [])]
        if not missing:
            break
    return FontChoice(tuple(families), tuple(dict.fromkeys(files)), frozenset(missing))


@cache
def shipped() -> tuple[Path, ...]:
    """The files of the family that comes with the program's extra, unpacked once."""
    folder = _folder()
    made = []
    for name in _SHIPPED:
        path = folder / f"{name}.ttf"
        try:
            module = import_module(f"pymupdf_fonts.{name}")
        except ImportError as error:
            raise not_installed() from error
        if not path.exists() or path.stat().st_size != len(module.fontbuffer):
            beside = path.with_suffix(f".{os.getpid()}")
            beside.write_bytes(module.fontbuffer)
            beside.replace(path)
        made.append(path)
    return tuple(made)


def not_installed() -> Refused:
    """What is said where the extra is not there."""
    return Refused(
        "PDF cannot be made",
        "Typst or its fonts are not installed",
        f"{installing('typst fonttools pymupdf-fonts')}; or print the html pages",
    )


def _folder() -> Path:
    for folder in (platformdirs.user_cache_path("topboard") / "fonts", _temporary()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise Refused("PDF cannot be made", "there is no room for the fonts", "set XDG_CACHE_HOME")


def _temporary() -> Path:
    return Path(gettempdir()) / f"topboard-fonts-{os.getuid()}"


def _needs_glyph(letter: str) -> bool:
    return not letter.isspace() and unicodedata.category(letter) not in ("Cf", "Cc")


@cache
def _letters(path: Path, index: int) -> frozenset[str]:
    from fontTools.ttLib import TTFont

    try:
        with TTFont(BytesIO(path.read_bytes()), fontNumber=index, lazy=True) as font:
            return frozenset(map(chr, font.getBestCmap() or ()))
    except Exception:  # a broken font of the system is skipped
        return frozenset()


def _system(missing: Iterable[str]) -> Iterator[tuple[str, Path, int, Path | None]]:
    """Upright fonts of the system with their bold file, those named after a wanted script first."""
    names = {"Cjk" if (script := _script(one)) in _EAST else script.title() for one in missing}

    def rank(font: object) -> tuple[bool, bool, bool, str]:
        family = str(getattr(font, "family", ""))
        named = any(name.casefold() in family.casefold() for name in names)
        return (not named, "Noto Sans" not in family, "Mono" in family, family)

    upright = [one for one in _of_system() if one.style == "normal" and one.path]
    bold = {one.family: Path(one.path) for one in upright if one.weight == 700}
    for font in sorted((one for one in upright if one.weight == 400), key=rank):
        yield font.family, Path(font.path), font.index, bold.get(font.family)


@cache
def _of_system() -> tuple[Any, ...]:
    import typst

    return tuple(typst.Fonts(include_system_fonts=True, include_embedded_fonts=False).fonts())


def _package(script: str) -> str:
    if script == _SIGNS:
        return "fonts-noto-color-emoji"
    return "fonts-noto-cjk" if script in _EAST else "fonts-noto-core"


def _script(letter: str) -> str:
    if unicodedata.category(letter) in ("So", "Sk"):
        return _SIGNS
    return unicodedata.name(letter, "UNKNOWN").split()[0].split("-")[0]
