"""What the marks of each place mean; the help says it before the keys, the page of keys behind."""

from __future__ import annotations

from collections.abc import Mapping

from tui.keys.commands import Command

Mark = tuple[str, str, str]
"""The mark, what it says, more about it."""

_SELECTED: Mark = ("▌", "selected", "what the keys and the details are about")
_STAGES: Mark = ("DKO", "stages", "DKO: double knockout, SKO: single knockout, of the repechage")
MARKS: Mapping[str, tuple[Mark, ...]] = {
    "entries": (
        _SELECTED,
        ("✓", "checked in", "has come"),
        ("x", "withdrawn", "out of the event, or expelled"),
    ),
    "pairings": (
        ("×", "forbidden", "breaks a rule of the format"),
        ("!", "to avoid", "to be avoided where it can be"),
        ("·", "remark", "allowed, and worth a look"),
        ("~", "adjusted", "another opponent than the ideal pairing has; w says why"),
        ("=", "colours", "the ideal opponent, not the ideal colours"),
        ("*", "by hand", "changed by an arbiter; or marked for a swap"),
        (">", "this side", "whom the keys are about: s, l, b; ← → change it"),
        ("#", "locked", "these two must meet"),
        ("↓ ↑", "floats", "meets somebody with fewer points, with more"),
        ("W B", "colours", "behind a name: those of the rounds before"),
        _STAGES,
    ),
    "results": (
        _SELECTED,
        ("_", "open", "no result yet"),
        ("…", "not complete", "boards still open, or not on the disk yet"),
        ("?", "adjourned", "goes on later"),
        ("+ -", "forfeit", "the side with - did not come"),
        ("[ ]", "annulled", "counts for nobody: one of them withdrew"),
        _STAGES,
    ),
    "standings": (
        _SELECTED,
        ("=", "shared place", "equal in everything"),
        ("in", "still in", "plays on in a cup, and has no place yet"),
        _STAGES,
        ("▃▅▇", "performance", "round by round; · where none is known"),
        ("*1", "remark", "it stands below the table"),
        ("16w1", "a round", "opponent's number, colour, result"),
    ),
    "bracket": (
        _SELECTED,
        ("_ ·", "open", "no result yet; not drawn yet"),
        ("*", "tie-break", "behind a score: won by it"),
        ("+ -", "walkover", "the side with - did not play"),
        ("x", "withdrawn", "the walkover is not published yet"),
        ("→", "goes on", "where the loser plays next"),
        ("↓ °", "second life", "dropped in; a lucky loser"),
        ("< >", "more rounds", "out of view at that side"),
        _STAGES,
    ),
}
"""By place."""


def mark_commands(place: str) -> tuple[Command, ...]:
    """As lines of the help, found by `mark` too."""
    return tuple(
        Command(f"mark_{mark}", place, f"Mark: {name}", (mark,), about)
        for mark, name, about in MARKS.get(place.removeprefix("congress_"), ())
    )
