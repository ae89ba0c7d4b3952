"""The themes that come with the program."""

from __future__ import annotations

from dataclasses import replace

from textual.theme import Theme

HALL = Theme(
    name="hall",
    dark=True,
    primary="#5fafff",
    secondary="#a8a8a8",
    accent="#5fafff",
    foreground="#e4e4e4",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    success="#e4e4e4",
    warning="#ffd75f",
    error="#ff5f5f",
    variables={"muted": "#a8a8a8", "cursor": "#005f87", "cursor-text": "#ffffff"},
)

LIGHT = Theme(
    name="light",
    dark=False,
    primary="#005faf",
    secondary="#585858",
    accent="#005faf",
    foreground="#121212",
    background="#ffffff",
    surface="#eeeeee",
    panel="#e4e4e4",
    success="#121212",
    warning="#875f00",
    error="#af0000",
    variables={"muted": "#585858", "cursor": "#005f87", "cursor-text": "#ffffff"},
)

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

CONTRAST = Theme(
    name="contrast",
    dark=True,
    primary="#ffffff",
    secondary="#dadada",
    accent="#87d7ff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    success="#ffffff",
    warning="#ffff00",
    error="#ff8787",
    variables={"muted": "#dadada", "cursor": "#ffffff", "cursor-text": "#000000"},
)

COLOUR_BLIND = Theme(
    name="colour-blind",
    dark=True,
    primary="#598fff",
    secondary="#598fff",
    accent="#ffcf28",
    foreground="#ffffff",
    background="#14161a",
    surface="#1b1e24",
    panel="#252a32",
    success="#42ec95",
    warning="#ffcf28",
    error="#fb6241",
    variables={"muted": "#b4b9c1", "cursor": "#2f4a68", "cursor-text": "#ffffff"},
)
"""The hues of Okabe and Ito (2008), moved apart in lightness: at least 30 in CIELAB between any
two of must, should, note, done and text, also as a colour-blind eye sees them."""

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
