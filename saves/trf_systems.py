"""Which format a tournament file was drawn by: record 192, or the free text of 092."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.refusal import Refused
from formats.registry import all_formats
from saves.safe_text import safe

DUTCH = "dutch"
"""The system of a file that says nothing else."""


class System(NamedTuple):
    """A format's name, the settings that the code says beside it, and the words of the file."""

    format: str
    settings: Mapping[str, Any]
    said: str


_ROUND_ROBINS: Mapping[str, Mapping[str, Any]] = {
    "FIDE_ROUNDROBIN": {},
    "BERGER_ROUNDROBIN": {},
    "BERGER_ROUNDROBIN_G1": {},
    "FIDE_DOUBLEROUNDROBIN": {"double": True},
    "BERGER_DOUBLEROUNDROBIN": {"double": True, "exchange": False},
    "BERGER_ROUNDROBIN_G2": {"double": True, "exchange": False},
}
_CODE = re.compile(r"(FIDE|BERGER|CUSTOM)_[A-Z0-9_]+")
_DUTCH = re.compile(r"FIDE_DUTCH(?!_2017)(_\d{4})?(_BAKU)?")
_ALL_PLAY_ALL = re.compile(r"round.?robin|all.?play.?all|rundenturnier|toutes.?rondes|berger", re.I)
_NOT_DRAWN = re.compile(
    r"dubov|burstein|\blim\b|keizer|monrad|mcmahon|scheveningen|schiller|hutton|"
    r"knock.?out|elimination|double.?swiss",
    re.I,
)


def system_of(details: Mapping[str, str]) -> System:
    """The system that a file's details (192 `system`, 092 `type`) say; Dutch where they are
    silent. `Refused` for one that is not drawn here."""
    code, kind = details.get("system", "").upper(), details.get("type", "").strip()
    if not code and _CODE.fullmatch(kind):
        code, kind = kind, ""
    if not code:
        return _by_words(kind)
    said = f"192 {safe(code, 40)}"
    if _DUTCH.fullmatch(code):
        return System(DUTCH, {}, said)
    if code in _ROUND_ROBINS:
        return System("round_robin", _ROUND_ROBINS[code], said)
    if code.startswith("CUSTOM") and (own := _titled(kind)):
        return System(own, {}, f"{said}, {safe(kind, 40)}")
    raise not_drawn(f"{said}, {safe(kind, 40)}" if kind else said)


def _by_words(kind: str) -> System:
    said = safe(kind, 40)
    if own := _titled(kind):
        return System(own, {}, said)
    if _NOT_DRAWN.search(kind):
        raise not_drawn(f"092 {said}")
    if _ALL_PLAY_ALL.search(kind):
        return System("round_robin", {"double": True} if "double" in kind.lower() else {}, said)
    return System(DUTCH, {}, said)


def _titled(kind: str) -> str:
    """The format of that name or title; empty if it is none of ours."""
    said = kind.casefold()
    names = (f.name for f in all_formats() if said in (f.name.casefold(), f.title.casefold()))
    return next(names, "")


def not_drawn(said: str) -> Refused:
    """The refusal of a file drawn by another system."""
    return Refused(
        f"the tournament is not drawn by a system of this program ({said})",
        "",
        "--system NAME draws it by another one all the same",
    )
