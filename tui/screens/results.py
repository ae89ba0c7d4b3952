"""The place `results`."""

from __future__ import annotations

from tui.screens.place import Place


class Results(Place):
    """To come."""

    place = "results"
