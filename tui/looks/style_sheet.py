"""The style sheet, read once for each theme."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


class ReadOnce(Stylesheet):
    """The toolkit's own reads every source again whenever styles are refreshed, four times before
    the first picture. What the sources say changes with the colours alone."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """The colours from now on; what was read is kept where they are the same."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Read what has not been read with these colours."""
        self.parse()
