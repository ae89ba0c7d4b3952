"""The themes that come with the program."""

from __future__ import annotations

from dataclasses import replace

from textual.theme import Theme

from themes.figures import exact


def _theme(
    name: str, *, dark: bool, text: str, muted: str, cursor: str, cursor_text: str = "#ffffff",
    grounds: tuple[str, str, str], accents: tuple[str, str, str],
    signals: tuple[str, str, str],
) -> Theme:  # fmt: skip
    """`grounds` are background, surface and panel; `accents` primary, secondary and accent;
    `signals` success, warning and error."""
    background, surface, panel = grounds
    primary, secondary, accent = accents
    success, warning, error = signals
    return exact(Theme(
        name=name, dark=dark, foreground=text,
        background=background, surface=surface, panel=panel,
        primary=primary, secondary=secondary, accent=accent,
        success=success, warning=warning, error=error,
        variables={"muted": muted, "cursor": cursor, "cursor-text": cursor_text},
    ))  # fmt: skip


HALL = _theme(
    "hall", dark=True, text="#e4e4e4", muted="#a8a8a8", cursor="#005f87",
    grounds=("#121212", "#1c1c1c", "#262626"),
    accents=("#5fafff", "#a8a8a8", "#5fafff"),
    signals=("#e4e4e4", "#ffd75f", "#ff5f5f"),
)  # fmt: skip

LIGHT = _theme(
    "light", dark=False, text="#121212", muted="#585858", cursor="#005f87",
    grounds=("#ffffff", "#eeeeee", "#e4e4e4"),
    accents=("#005faf", "#585858", "#005faf"),
    signals=("#121212", "#875f00", "#af0000"),
)  # fmt: skip

PROJECTOR = _theme(
    "projector", dark=False, text="#000000", muted="#3a3a3a", cursor="#0022b8",
    grounds=("#ffffff", "#ffffff", "#eeeeee"),
    accents=("#0022b8", "#0022b8", "#0022b8"),
    signals=("#006160", "#432200", "#8a4600"),
)  # fmt: skip

CONTRAST = _theme(
    "contrast", dark=True, text="#ffffff", muted="#dadada", cursor="#ffffff",
    cursor_text="#000000",
    grounds=("#000000", "#000000", "#000000"),
    accents=("#ffffff", "#dadada", "#87d7ff"),
    signals=("#ffffff", "#ffff00", "#ff8787"),
)  # fmt: skip

COLOUR_BLIND = _theme(
    "colour-blind", dark=True, text="#ffffff", muted="#b2b2b2", cursor="#005f87",
    grounds=("#121212", "#1c1c1c", "#262626"),
    accents=("#598fff", "#598fff", "#598fff"),
    signals=("#42ec95", "#ffcf28", "#fb6241"),
)  # fmt: skip
"""The hues of Okabe and Ito (2008), moved apart in lightness: at least 30 in CIELAB between any
two of must, should, note, done and text, also as a colour-blind eye sees them. The others are
among the 256: of a dark blue cursor a terminal of 256 colours made grey."""

ANSI = Theme(
    name="ansi",
    ansi=True,
    dark=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_default",
    warning="ansi_magenta",
    error="ansi_red",
    variables={
        "muted": "ansi_default",
        "cursor": "ansi_white",
        "cursor-text": "ansi_black",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border-blurred": "ansi_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_white",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
    },
)
"""Whether the ground is dark or bright nobody knows: yellow and cyan cannot be read on white, blue
not on black. Red and magenta, in bold, can be read on both; all else is as the terminal has it."""

LINUX = replace(
    ANSI,
    name="linux",
    primary="ansi_bright_cyan",
    accent="ansi_bright_cyan",
    warning="ansi_bright_yellow",
    error="ansi_bright_red",
)
"""Its ground is black for certain, so that bright colours can be read, without bold."""

BUILT_IN: dict[str, tuple[Theme, str]] = {
    theme.name: (theme, about)
    for theme, about in (
        (
            HALL,
            "The dark default, for a hall: one accent, one colour for attention, red for what must"
            " not be.",
        ),
        (LIGHT, "Dark on light, for a bright room."),
        (
            PROJECTOR,
            "Black on white and strong dark colours, to be read from the back of a lit hall.",
        ),
        (CONTRAST, "White on black and nothing between, for tired eyes and bad screens."),
        (
            COLOUR_BLIND,
            "Dark; orange, yellow, blue and green that stay apart under every kind of colour"
            " blindness.",
        ),
        (
            ANSI,
            "The terminal's own colours, sixteen of them, for the Linux console and thin lines.",
        ),
        (LINUX, "The Linux console's sixteen colours, on its black ground."),
    )
}
"""Each with what it is for, by name."""
