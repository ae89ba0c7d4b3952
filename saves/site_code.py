"""Where players find the site, as a QR code and as it is typed: on printed pairings and posters."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from engine.event import Event
from engine.phrases import phrase
from saves.languages import language_of
from saves.qr import svg

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
        """Millimetres of the typed address on a poster, so that it stands in one line."""
        return round(min(POSTER_TEXT, POSTER_WIDTH / (_LETTER * len(self.typed))), 1)

    def picture(self, size: str, level: str = "M") -> Markup:
        """The QR code inside HTML, `size` wide and high."""
        return svg(self.address, size, self.label, level)


def site_code(event: Event) -> SiteCode | None:
    """The code of the event's site; None where no address is set."""
    label = language_of(event).say(phrase("QR code of the site"))
    return SiteCode(event.settings.site, label) if event.settings.site else None
