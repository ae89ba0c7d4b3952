"""The lines of the dialog that explains a board: reasons, other opponents, what they would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.alphabet import fold
from engine.entrants import EntrantId, rating_text
from engine.event import Match
from engine.points import points_text
from saves.safe_text import safe
from tui.places.pairings.lines import Review, reasons
from tui.screens.columns import wrapped
from tui.widgets.lines import Line, fit, line

ALL = 999
"""Lines of a text that is not to be cut."""
MOST_OTHERS = 5
"""So many further criteria are shown; the later ones follow from the earlier."""


def explained_lines(
    review: Review, key: int | tuple[str, EntrantId], further: Sequence[str], width: int
) -> list[Line]:
    """The conflicts and what decided, in a few words; below, what the format's explanation with its
    numbers says besides, where it is asked for (`further`)."""
    lines: list[Line] = []
    for text in (*reasons(review, key), *further):
        indent = len(text) - len(text.lstrip())
        mark = " " if indent == 0 else "  "
        lines += [Line(((mark + part.rstrip(), "plain"),)) for part in _broken(text, width)]
    return _readable(lines)


def _broken(text: str, width: int) -> list[str]:
    return [part[2:] for part in wrapped(text.strip(), width, " ", most=ALL)]


def _readable(lines: Sequence[Line]) -> list[Line]:
    """Every line can be gone to, so that long texts can be read with the arrows."""
    return [Line(one.parts, ("text", row)) for row, one in enumerate(lines)]


def candidate_lines(review: Review, match: Match | None, needle: str, width: int) -> list[Line]:
    """Who else could be there: all to be paired in the round, by name, that hold what is typed."""
    here = set(match.pair) if match else set()
    number = review.round.number
    numbers = review.numbers
    entrants = [
        e
        for e in review.event.entrants
        if e.id not in here and e.to_be_paired(number) and _holds(numbers[e.id], e.name, needle)
    ]
    lines = []
    for entrant in sorted(entrants, key=lambda e: fold(e.name)):
        rating = rating_text(entrant, "-")
        name = fit(safe(entrant.name), max(width - 24, 12))
        points = points_text(review.points[entrant.id])
        text = f" {numbers[entrant.id]:>4} {name} {rating:>5} {points:>5}"
        lines.append(line(text, key=entrant.id))
    return lines or [line("   nobody of that name is to be paired", "dim")]


def _holds(number: int, name: str, needle: str) -> bool:
    wanted = fold(needle.strip())
    return str(number) == wanted if wanted.isdigit() else wanted in fold(name)


def answer_lines(
    review: Review, costs: Sequence[Mapping[str, Any]], width: int, numbers: bool
) -> list[Line]:
    """For each of the two at the board: what decides and what breaks; with the numbers also what
    else changes."""
    all_lines: list[Line] = []
    for row, cost in enumerate(costs):
        pair = f"The bye for {review.name(cost['entrant'])}"
        if cost["opponent"]:
            pair = f"{review.name(cost['entrant'])} - {review.name(cost['opponent'])}"
        lines = [line(f" {pair}", "key")]
        style = "plain" if cost["possible"] else "bad"
        for part in cost["parts"]:
            texts = wrapped(safe(part, 600), width - 2, "·", most=ALL)
            lines += [line(f"  {text}", style) for text in texts]
        lines += _numbers(cost, width) if numbers else []
        all_lines += [Line(one.parts, (row, at)) for at, one in enumerate(lines)]
        all_lines.append(Line())
    return all_lines[:-1]


def _numbers(cost: Mapping[str, Any], width: int) -> list[Line]:
    """The criterion that decides, then all others that come out otherwise, each with its value
    now and then."""
    first = cost["decided_by"]
    decided = (first["where"], first["name"]) if first is not None else None
    rest = [m for m in cost["measures"] if (m["where"], m["name"]) != decided]
    lines = []
    if first is not None:
        texts = wrapped(safe(f"decides: {first['sentence']}", 400), width - 4, " ", most=ALL)
        lines += [line(f"    {text}") for text in texts]
    lines += [line("     what else comes out otherwise:", "dim")] if rest else []
    for measure in rest[:MOST_OTHERS]:
        sign = "worse" if measure["worse"] else "better"
        texts = wrapped(safe(f"{sign}: {measure['sentence']}", 400), width - 4, " ", most=ALL)
        lines += [line(f"    {text}", "dim") for text in texts]
    if len(rest) > MOST_OTHERS:
        lines.append(line(f"       and {len(rest) - MOST_OTHERS} more, less important", "dim"))
    return lines
