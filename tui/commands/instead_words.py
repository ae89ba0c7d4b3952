"""The answer to "why not somebody else?" in words, for the command line and the console."""

from __future__ import annotations

from collections.abc import Mapping

from engine.entrants import EntrantId
from engine.instead import CriterionChange, Instead
from engine.points import counted


def cost_words(instead: Instead, names: Mapping[EntrantId, str]) -> str:
    """What that opponent would cost, in one paragraph: the criterion that decides comes first."""
    pair = (
        f"{names[instead.entrant]} - {names[instead.opponent]}"
        if instead.opponent
        else (f"the bye for {names[instead.entrant]}")
    )
    return f"{pair}: " + "; ".join(cost_parts(instead, names))


def cost_parts(instead: Instead, names: Mapping[EntrantId, str]) -> list[str]:
    """The same, one thing after the other, without the pair."""
    if not instead.possible:
        return [f"not possible ({instead.reason})"]
    parts = [
        f"the arbiter's {i.kind} of {names[i.a]} and {names[i.b]} stands against it"
        for i in instead.dropped
    ]
    if not instead.boards_changed and not instead.dropped:
        return ["is what the engine would draw"]
    decided = instead.decided_by
    if decided is not None:
        parts.append(decisive_words(decided))
    parts += [f"one conflict more ({c.severity.value}): {c.text}" for c in instead.more]
    parts += [f"one conflict less ({c.severity.value}): {c.text}" for c in instead.fewer]
    verb = "changes" if instead.boards_changed == 1 else "change"
    parts.append(f"{counted(instead.boards_changed, 'board')} {verb}")
    if instead.off_ideal:
        word = "more" if instead.off_ideal > 0 else "fewer"
        parts.append(f"{counted(abs(instead.off_ideal), 'board')} {word} off the ideal")
    if decided is None and not instead.dropped and not instead.more and instead.off_ideal <= 0:
        parts.append("what is equal in this, an earlier criterion of the format decides")
    return parts


def decisive_words(change: CriterionChange) -> str:
    """Why the engine decides against this pair: its reason in an arbiter's words, in the group
    where it counts; the numbers where it has none."""
    where = f" ({change.measure.where})" if change.measure.where else ""
    return f"{change.reason}{where}" if change.reason else f"worse: {change_words(change)}"


def change_words(change: CriterionChange) -> str:
    """`boards with other opponents than the ideal (altered), 3 points: 0, would be 2`."""
    measure, (was, would_be) = change.measure, change.shown
    if was == would_be:
        would_be = "the same at first, then later in that order"
    name = f" ({measure.name})" if measure.name and measure.name != measure.text else ""
    where = f", {measure.where}" if measure.where else ""
    return f"{measure.text}{name}{where}: {was}, would be {would_be}"
