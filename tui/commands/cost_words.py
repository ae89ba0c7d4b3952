"""What a change by hand costs, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.by_hand import Cost, Weighed, sentence
from engine.instead import CriterionChange
from engine.rules import Conflict, Severity
from tui.commands.documents import Document

MARKS = {Severity.MUST: "x", Severity.SHOULD: "!", Severity.NOTE: "."}


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


def cost_lines(costs: Weighed) -> Iterator[str]:
    """What the last change made worse and better, then the same of all changes together."""
    if costs.since is not None:
        yield "this change:"
        yield from _lines(costs.since)
    if costs.own is None:
        yield "the engine has no draw of its own to compare with"
    elif costs.from_own != costs.since:
        yield "against the engine's own draw:"
        yield from _lines(costs.from_own)


def _lines(cost: Cost) -> Iterator[str]:
    for conflict in cost.more:
        yield f"  {MARKS[conflict.severity]} {_place(conflict)}: {conflict.text}"
    for change in cost.worse:
        yield f"  {MARKS[change.severity]} worse: {sentence(change)}"
    for change in cost.better:
        yield f"    better: {sentence(change)}"
    for conflict in cost.fewer:
        yield f"    no more: {conflict.text}"
    if not cost.changes and not cost.more and not cost.fewer:
        yield "    nothing that the draw follows has changed"


def _place(conflict: Conflict) -> str:
    return f"board {conflict.board}" if conflict.board is not None else "the bye"
