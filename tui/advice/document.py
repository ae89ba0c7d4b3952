"""An advice as a JSON document, of which tables and pages are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.trial.chance import PERCENT
from engine.trial.intervals import CONFIDENCE, Estimate
from engine.trial.many import TrialPlan
from tui.advice.measures import Indicator
from tui.advice.playing import Advised

Document = dict[str, Any]


def document(
    source: str, base: TrialPlan, rounds: int, hours: float, precision: float,
    advices: Sequence[Advised], left_out: Mapping[str, str], of: Sequence[Indicator],
    *, ended: str, minutes: float,
) -> Document:  # fmt: skip
    """Everything that was found; the same for the same seed and numbers of events.

    `ended` is why no more was played: all is `known`, so many `events` were allowed, the `time` of
    so many minutes was up, or it was `stopped`; empty while it goes on.
    """
    played = [each for each in advices if each.figures.events]
    return {
        "entries": source,
        "entrants": len(base.entrants),
        "rounds": rounds,
        "seed": base.seed,
        "strength_spread": base.spread,
        "draws": None if base.draws is None else base.draws / PERCENT,
        "hours_a_game": hours,
        "precision": precision,
        "confidence": CONFIDENCE,
        "minutes": minutes,
        "ended": ended,
        "measures": [
            {"key": m.key, "name": m.name, "better": m.better, "unit": m.unit} for m in of
        ],
        "formats": [_format(each) for each in played],
        "not_played": [each.candidate.label for each in advices if not each.figures.events],
        "left_out": [{"format": name, "why": why} for name, why in left_out.items()],
    }


def _format(each: Advised) -> Document:
    figures = each.figures
    stopped = [
        {"round": round, "events": n, "reason": reason}
        for round, reasons in sorted(figures.undrawn.items())
        for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    ]
    return {
        "format": each.candidate.format.name,
        "label": each.candidate.label,
        "title": each.candidate.format.title,
        "settings": {key: str(value) for key, value in each.candidate.plan.settings.items()},
        "events": figures.events,
        "unfinished": figures.unfinished,
        "precise": each.precise,
        "figures": {key: _estimate(known) for key, known in each.estimates.items()},
        "undrawn": stopped,
    }


def _estimate(known: Estimate) -> Document:
    return {name: round(getattr(known, name), 6) for name in ("value", "low", "high")}
