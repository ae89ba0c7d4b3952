"""How a format divides the field: sections, quarters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.protocol import Advice


@dataclass(frozen=True, slots=True)
class Division:
    """A part of the field: a section, a quarter; its entrants in order of pairing numbers."""

    name: str
    entrants: tuple[EntrantId, ...]
    remark: str = ""
    label: str = ""
    """The name below a column's head that says what the parts are: `A` for `Section A`."""


@dataclass(frozen=True, slots=True)
class Divided:
    """How a format divides the field: proposed until it is frozen by the first publication.

    `title` is what the parts are called (`Sections`), `word` what one of them is. `movable` says
    whether the arbiter may move their boundaries now.
    """

    title: str
    parts: tuple[Division, ...]
    frozen: bool
    movable: bool = False
    notes: tuple[Advice, ...] = ()
    word: str = "Section"

    @property
    def labels(self) -> Mapping[EntrantId, str]:
        """The part of everybody; the word is not repeated before every name."""
        return {id: part.label or part.name for part in self.parts for id in part.entrants}
