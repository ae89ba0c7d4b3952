"""What a manual change or another opponent would cost, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.by_hand import Cost, Weighed, criterion_text, sentence
from engine.event import Event
from engine.instead import CriterionChange, Instead
from engine.points import counted
from engine.protocol import Severity
from tui.commands.documents import Document

MARKS = {Severity.MUST: "x", Severity.SHOULD: "!", Severity.NOTE: "."}
_UNDECIDED = "what is equal in this, an earlier criterion of the format decides"
_UNDECIDED_BETTER = (
    "no criterion gets worse: the draw settles one player after the other, and came to this one "
    "later"
)


def cost_document(cost: Cost) -> list[Document]:
    """Every criterion that comes out otherwise, the most important first."""
    return [_change(change) for change in cost.changes]


def _change(change: CriterionChange) -> Document:
    measure, (was, now) = change.measure, change.values
    single = not isinstance(measure.value, tuple)
    return {
        "where": measure.where,
        "name": measure.name,
        "text": measure.text,
        "was": was[0] if single else list(was),
        "would_be": now[0] if single else list(now),
        "worse": change.worse,
        "severity": change.severity.value if change.worse else None,
        "shown": list(change.shown),
    }


def cost_lines(costs: Weighed, event: Event) -> Iterator[str]:
    """What the last change made worse and better, then the same of all changes together."""
    if costs.since is not None:
        yield "this change:"
        yield from _lines(costs.since, event)
    if costs.own is None:
        yield "there is no computer draw to compare with"
    elif costs.from_own != costs.since:
        yield "against the computer draw:"
        yield from _lines(costs.from_own, event)


def _lines(cost: Cost, event: Event) -> Iterator[str]:
    for conflict in cost.more:
        yield f"  {MARKS[conflict.severity]} {event.place_name(conflict.board)}: {conflict.text}"
    worse = "" if cost.in_order_alone else "worse: "
    for change in cost.worse:
        yield f"  {MARKS[change.severity]} {worse}{criterion_text(cost, change)}"
    for change in cost.better:
        yield f"    better: {sentence(change)}"
    for conflict in cost.fewer:
        yield f"    no more: {conflict.text}"
    if not cost.changes and not cost.more and not cost.fewer:
        yield "    nothing that the draw follows has changed"


def cost_words(instead: Instead, event: Event) -> str:
    """What that opponent would cost, in one paragraph: the criterion that decides comes first."""
    name = event.entrant(instead.entrant).name
    other = instead.opponent
    pair = f"{name} - {event.entrant(other).name}" if other else f"the bye for {name}"
    return f"{pair}: " + "; ".join(cost_parts(instead, event))


def cost_parts(instead: Instead, event: Event) -> list[str]:
    """The same, one thing after the other, without the pair."""
    if not instead.possible:
        return [f"not possible ({instead.reason})"]
    parts = [
        f"the arbiter's {i.kind} of {event.entrant(i.a).name} and {event.entrant(i.b).name} "
        "prevents it"
        for i in instead.dropped
    ]
    if not instead.boards_changed and not instead.dropped:
        return ["that is the computer draw"]
    decided = instead.decided_by
    if decided is not None:
        parts.append(decisive_words(decided))
    parts += [f"one conflict more ({c.severity.value}): {c.text}" for c in instead.more]
    parts += [f"one conflict less ({c.severity.value}): {c.text}" for c in instead.fewer]
    verb = "changes" if instead.boards_changed == 1 else "change"
    parts.append(f"{counted(instead.boards_changed, event.board_word)} {verb}")
    if instead.off_ideal:
        word = "more" if instead.off_ideal > 0 else "fewer"
        parts.append(f"{counted(abs(instead.off_ideal), event.board_word)} {word} off the ideal")
    if decided is None and not instead.dropped and not instead.more and instead.off_ideal <= 0:
        parts.append(_UNDECIDED_BETTER if instead.changes else _UNDECIDED)
    return parts


def decisive_words(change: CriterionChange) -> str:
    """Why the engine decides against this pair: its reason in an arbiter's words, in the group
    where it counts; the numbers where it has none."""
    where = f" ({change.measure.where})" if change.measure.where else ""
    if change.reason:
        return f"it would break this: {change.reason}{where}"
    return f"worse: {change_words(change)}"


def change_words(change: CriterionChange) -> str:
    """`players who float down (C6), 3 points: 0, would be 2`: the name where it is of the rules."""
    measure, (was, would_be) = change.measure, change.shown
    if was == would_be:
        would_be = "the same at first, then later in that order"
    name = f" ({measure.name})" if measure.name[:1].isupper() else ""
    where = f", {measure.where}" if measure.where else ""
    return f"{measure.text}{name}{where}: {was}, would be {would_be}"
