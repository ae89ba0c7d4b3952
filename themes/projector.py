"""Black on white and strong dark colours, to be read from the back of a lit hall."""

from __future__ import annotations

from textual.theme import Theme

PROJECTOR = Theme(
    name="projector",
    dark=False,
    primary="#0022b8",
    secondary="#0022b8",
    accent="#0022b8",
    foreground="#000000",
    background="#ffffff",
    surface="#ffffff",
    panel="#eeeeee",
    success="#006160",
    warning="#432200",
    error="#8a4600",
    variables={"muted": "#3d3d3d", "cursor": "#0022b8", "cursor-text": "#ffffff"},
)
