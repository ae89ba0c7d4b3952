"""Every tournament format by name, loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.protocol import Format
from engine.refusal import Refused

FORMATS: dict[str, str] = {
    "kjca": "formats.kjca:Kjca",
    "dutch": "formats.dutch:Dutch",
    "ecf": "formats.ecf:Ecf",
    "galway": "formats.galway:Galway",
    "knockout": "formats.knockout:Knockout",
    "double_knockout": "formats.knockout:DoubleKnockout",
    "team_knockout": "formats.team_knockout:TeamKnockout",
    "diagonal": "formats.diagonal:Diagonal",
    "round_robin": "formats.round_robin:RoundRobin",
    "team_swiss": "formats.team_swiss:TeamSwiss",
    "scheveningen": "formats.scheveningen:Scheveningen",
    "team_round_robin": "formats.team_round_robin:TeamRoundRobin",
    "hutton": "formats.hutton:Hutton",
    "league": "formats.league:League",
    "gnot": "formats.gnot:Gnot",
}
"""Name to `module:class`. A new format is one module and one line here."""


FOR_FILES = {"dutch": "formats.dutch:NumberedDutch"}
"""Formats that have another class for tournament files, which goes by their start numbers."""


@cache
def format_named(name: str) -> Format:
    """The format of that name; `Refused` with the known ones."""
    if name not in FORMATS:
        raise Refused(f"there is no format {name[:30]!r}", "", f"known: {', '.join(FORMATS)}")
    return _loaded(FORMATS[name])


def format_for_files(name: str) -> Format:
    """The format of that name for tournament files; `Refused` with the known ones."""
    return _loaded(FOR_FILES[name]) if name in FOR_FILES else format_named(name)


def _loaded(named: str) -> Format:
    module, _, attribute = named.partition(":")
    format: Format = getattr(import_module(module), attribute)()
    return format


def all_formats() -> list[Format]:
    """All of them, in the order of the register."""
    return [format_named(name) for name in FORMATS]
