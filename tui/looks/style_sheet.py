"""The style sheet, read once for each theme."""

from __future__ import annotations

from typing import ClassVar

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

Read = LRUCache[tuple[object, ...], list[RuleSet]]
"""By source its rules."""


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
