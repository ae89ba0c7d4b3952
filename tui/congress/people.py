"""x"""

from __future__ import annotations

from tui.places.shape import PlaceKind, PlaceState, Screenful
from tui.widgets.line import line

CONGRESS_PEOPLE: PlaceKind[PlaceState] = PlaceKind(
    name="congress_people",
    initial=lambda desk: PlaceState(),
    picture=lambda desk, state: Screenful(status=line(" nothing yet")),
    without_event=True,
)
