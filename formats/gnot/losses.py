"""The order of those who drop into the Swiss, by the loss they suffered (2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.entrants import EntrantId
from formats.gnot.intake import DropIn, Loss


def by_loss(teams: Iterable[DropIn]) -> list[list[EntrantId]]:
    """The smallest loss first; equals stand together, the lot decides among them."""
    ranked = sorted(teams, key=lambda each: each.loss.size)
    groups = groupby(ranked, key=lambda each: each.loss.size)
    return [[each.team for each in group] for _, group in groups]


def loss_text(loss: Loss) -> str:
    """`play-off lost by 3`, `lost by 14, quotient 1.452`."""
    if loss.playoff is not None:
        return f"play-off lost by {loss.playoff}"
    margin = loss.margin
    return f"lost by {margin}, quotient {loss.quotient}"
