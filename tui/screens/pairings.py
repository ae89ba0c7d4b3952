"""The place `pairings`."""

from __future__ import annotations

from tui.screens.place import Place


class Pairings(Place):
    """To come."""

    place = "pairings"
