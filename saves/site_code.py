"""Where players find the site, as it is typed and as a QR code: on printed pairings, posters and
the projector, for a terminal in half blocks, for pages as SVG.

Correction level M, or a higher one where the code does not grow by it: a code on a wall is read
from afar, so its modules must be large.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from engine.event import Event
from engine.phrases import phrase
from saves.languages import language_of

QUIET = 4
"""Light modules around a code, as ISO/IEC 18004 asks for."""
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""By upper and lower module, dark or not."""


@lru_cache(maxsize=8)
def modules(address: str, quiet: int = QUIET, level: str = "M") -> tuple[tuple[bool, ...], ...]:
    """The rows of the code with the light border around it; True is dark. `level` is the
    correction level (L, M, Q, H) that it has at least."""
    import segno

    code = segno.make(address, error=level, boost_error=True, micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix_iter(border=quiet))


def half_blocks(address: str, quiet: int = QUIET) -> tuple[str, ...]:
    """Rows of cells, two modules high each: to be shown dark on light, whatever the colours
    around them are. All rows are of one width, one cell a module."""
    rows = modules(address, quiet)
    if len(rows) % 2:
        rows = (*rows, (False,) * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple("".join(_BLOCKS[both] for both in zip(*pair, strict=True)) for pair in pairs)


def svg(address: str, size: str, label: str, level: str = "M") -> Markup:
    """The code as a picture inside HTML, `size` wide and high (`25mm`), black on white with the
    border that it needs; `label` is what a screen reader says."""
    rows = modules(address, level=level)
    side = len(rows)
    path = "".join(_runs(row, y) for y, row in enumerate(rows))
    return Markup(
        f'<svg class="qr" role="img" aria-label="{escape(label)}" width="{escape(size)}"'
        f' height="{escape(size)}" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def _runs(row: tuple[bool, ...], y: int) -> str:
    """Dark modules beside each other are one rectangle."""
    runs, x = [], 0
    while x < len(row):
        width = next((at for at in range(x, len(row)) if row[at] != row[x]), len(row)) - x
        if row[x]:
            runs.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return "".join(runs)


POSTER_TEXT, POSTER_WIDTH = 16.0, 174.0
"""Millimetres: the address on the poster at the most, and the room that it has."""
_LETTER = 0.6
"""The width of a letter of an address, of its height."""


@dataclass(frozen=True, slots=True)
class SiteCode:
    """The address of a site, as it is scanned and as it is typed."""

    address: str
    label: str

    @property
    def typed(self) -> str:
        """Without what every browser adds."""
        return self.address.removeprefix("https://").removeprefix("http://").rstrip("/")

    @property
    def height(self) -> float:
        """Millimetres of the typed address on a poster, so that it fits in one line."""
        return round(min(POSTER_TEXT, POSTER_WIDTH / (_LETTER * len(self.typed))), 1)

    def picture(self, size: str, level: str = "M") -> Markup:
        """The QR code inside HTML, `size` wide and high."""
        return svg(self.address, size, self.label, level)


def site_code(event: Event) -> SiteCode | None:
    """The code of the event's site; None where no address is set."""
    label = language_of(event).say(phrase("QR code of the site"))
    return SiteCode(event.settings.site, label) if event.settings.site else None
