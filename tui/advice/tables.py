"""An advice as a JSON document and, made of it, as lines for a terminal: for every figure a bar for
each format, side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.points import counted
from engine.trial.chance import PERCENT
from engine.trial.intervals import CONFIDENCE, Estimate
from saves.cells import FULL
from tui.advice.measures import Advised, Field, Indicator, measures

if TYPE_CHECKING:
    from engine.trial.many import TrialPlan

Document = dict[str, Any]
PALE = "░"
LEGEND = "█ at the least, ░ at the most: the true figure is between, 19 times out of 20"
LABEL = 16
"""Cells of a format's name."""
FIGURE, INTERVAL = 8, 16
"""Cells of a figure, and of the interval after it."""
LEAST_SHARE = 0.1
"""What a whole bar is at the least, where it is a share."""
LEAST, MOST = 10, 60
"""Cells of a bar."""
Part = tuple[str, str]
"""A text and what it is: `plain`, `head`, `dim`, `accent` (a bar) or `pale` (its uncertain end)."""
GOOD = {"more": "more is better", "less": "less is better", "": ""}
TAU = (
    "order of strength (Kendall's tau): of all pairs of players the share in the right order less "
    "the share in the wrong one; 1 is exactly right, 0 is by lot, 0.7 is 85 of 100 pairs right"
)
ALL_GAMES = 0.8
"""The share of the most games a player that a format gives if it is compared: of a knockout, where
most are soon out, the other figures mean something else."""
SHORT = {
    "two_perfect": "having one perfect score at most",
    "strongest_wins": "letting the strongest win",
    "order": "the order of strength",
    "mean_gap": "the mean rating gap",
    "worst_gap": "the largest rating gap",
    "colours": "even colours",
    "floats": "boards of equal scores",
    "byes": "few byes",
}
"""What a format is good at, by the key of the figure."""


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
        "formats": [_format(each, Field.of(base.entrants), of) for each in played],
        "not_played": [each.candidate.label for each in advices if not each.figures.events],
        "left_out": [{"format": name, "why": why} for name, why in left_out.items()],
    }


def _format(each: Advised, entries: Field, of: Sequence[Indicator]) -> Document:
    figures = each.figures
    unfit = {m.key: m.unfit(each.candidate, entries) for m in of}
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
        "untold": {key: why for key, why in unfit.items() if why},
        "undrawn": stopped,
    }


def _estimate(known: Estimate) -> Document:
    return {name: round(getattr(known, name), 6) for name in ("value", "low", "high")}


# What it says


@dataclass(frozen=True)
class Verdict:
    """What the figures say of the formats that give as good as all games; names are labels."""

    compared: tuple[str, ...]
    few_games: Mapping[str, float]
    """Those that are not compared, with their games a player."""
    best: tuple[str, ...] = ()
    """Than which in the most figures none is clearly better."""
    figures: int = 0
    """How many these are, of each of the best."""
    shared: tuple[str, ...] = ()
    """Keys of the figures in which none is clearly better than any of the best."""
    better: Mapping[tuple[str, tuple[str, ...]], tuple[str, ...]] = field(default_factory=dict)
    """By a format and those of the best than which it is clearly better: in which figures."""


def judged(advice: Document) -> Verdict:
    """Which formats fit best, and which others are better in what: one rule for all figures."""
    games = {f["label"]: f["figures"]["games"]["value"] for f in advice["formats"]
             if "games" in f["figures"]}  # fmt: skip
    enough = ALL_GAMES * max(games.values(), default=0.0)
    few = {label: value for label, value in games.items() if value < enough}
    formats = {f["label"]: f["figures"] for f in advice["formats"] if f["label"] not in few}
    beaten: dict[str, dict[str, list[str]]] = {}
    for measure in advice["measures"]:
        key, better = measure["key"], measure["better"]
        known = {label: figures[key] for label, figures in formats.items() if key in figures}
        if better and len(known) > 1:
            beaten[key] = {
                label: [other for other, each in known.items()
                        if _clearly_better(each, figure, better, advice["precision"])]
                for label, figure in known.items()
            }  # fmt: skip
    unbeaten = {label: sum(by.get(label) == [] for by in beaten.values()) for label in formats}
    most = max(unbeaten.values(), default=0)
    best = tuple(label for label in formats if beaten and unbeaten[label] == most)
    shared = tuple(key for key, by in beaten.items() if all(by.get(one) == [] for one in best))
    ahead: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for key, by in beaten.items():
        for label in formats:
            behind = tuple(one for one in best if label in by.get(one, ()))
            if behind:
                ahead[label, behind] = (*ahead.get((label, behind), ()), key)
    return Verdict(tuple(formats), few, best, most, shared, ahead)


def verdict(advice: Document) -> str:
    """Which formats fit best and why, where others are better, which are not compared; empty for a
    single format."""
    if len(advice["formats"]) < 2:
        return ""
    judgment = judged(advice)
    short = {m["key"]: SHORT.get(m["key"], m["name"]) for m in advice["measures"]}
    said = []
    if judgment.best:
        fit = f"{_listed(judgment.best)} fit{'s' * (len(judgment.best) == 1)} these "
        fit += f"{advice['entrants']} entrants and {advice['rounds']} rounds"
        if judgment.shared:
            in_these = _listed([short[key] for key in judgment.shared])
            said.append(f"{fit} best: no format compared is clearly better in {in_these}")
        else:
            figures = counted(judgment.figures, "figure")
            said.append(f"{fit} equally well: each has {figures}, not the same for all, in which "
                        "no format compared is clearly better")  # fmt: skip
        together: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for (label, behind), keys in judgment.better.items():
            together.setdefault((behind, keys), []).append(label)
        said += [
            f"Clearly better than {_listed(behind)} in {_listed([short[key] for key in keys])}: "
            f"{_listed(labels)}"
            for (behind, keys), labels in together.items()
        ]
    if judgment.few_games:
        least = ", ".join(f"{label} ({games:.1f})" for label, games in judgment.few_games.items())
        said.append(f"Not compared, as players get fewer than {100 * ALL_GAMES:.0f} % of the games "
                    f"that another format gives them: {least}")  # fmt: skip
    if judgment.best:
        said.append(f"Clearly better: by more than {advice['precision']:g} %, with "
                    "intervals that do not touch")  # fmt: skip
    return "".join(f"{sentence}. " for sentence in said).rstrip()


def _clearly_better(
    one: Mapping[str, float], other: Mapping[str, float], better: str, precision: float
) -> bool:
    """Whether the true figure is, and by more per cent than they were asked for."""
    high, low = (one, other) if better == "more" else (other, one)
    larger = max(abs(one["value"]), abs(other["value"]))
    apart = high["value"] - low["value"] > larger * precision / 100
    return apart and high["low"] > low["high"]


def _listed(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


# As lines


def lines(advice: Document, width: int) -> Iterator[tuple[Part, ...]]:
    """Figure after figure; of each the formats of which it can be said."""
    for part in textwrap.wrap(verdict(advice), width):
        yield ((part, "head"),)
    yield ()
    showing = {measure.key: measure.shown for measure in measures(1)}
    cells = min(MOST, max(LEAST, width - LABEL - FIGURE - INTERVAL - 3))
    for measure in advice["measures"]:
        known = [f["figures"][measure["key"]] for f in advice["formats"]
                 if measure["key"] in f["figures"]]  # fmt: skip
        if not known:
            continue
        good = GOOD[measure["better"]]
        room = width - len(measure["name"]) - len(good)
        yield ((measure["name"], "head"), (f"{' ' * max(1, room)}{good}" if good else "", "dim"))
        most = max(each["high"] for each in known)
        if measure["unit"] == "%":  # a fraction of a per cent is no long bar
            most = max(most, LEAST_SHARE)
        for each in advice["formats"]:
            figure = each["figures"].get(measure["key"])
            if figure is not None:
                yield _row(each["label"], figure, most, cells, showing[measure["key"]])
            elif why := each.get("untold", {}).get(measure["key"]):
                yield ((_label(each["label"]), "plain"), (why, "dim"))
        yield ()
    for text in (LEGEND, *notes(advice)):
        for part in textwrap.wrap(text, width, subsequent_indent="  "):
            yield ((part, "dim"),)


def _label(label: str) -> str:
    return f"  {label[: LABEL - 2]:{LABEL - 1}}"


def _row(
    label: str, each: Mapping[str, float], most: float, cells: int, shown: Callable[[float], str]
) -> tuple[Part, ...]:
    """`dutch     ████████░░░░          38 %   33 % to 43 %`: full to where the figure is at the
    least, pale to where it is at the most."""
    sure = _cells(each["low"], most, cells)
    pale = max(_cells(each["high"], most, cells), 1) - sure if each["value"] > 0 else 0
    interval = ""
    if shown(each["low"]) != shown(each["high"]):
        interval = f"{shown(each['low']).removesuffix(' %')} to {shown(each['high'])}"
    return (
        (_label(label), "plain"),
        (FULL * sure, "accent"),
        (PALE * pale, "pale"),
        (" " * (cells - sure - pale) + f"{shown(each['value']):>{FIGURE}}", "plain"),
        (f"  {interval}".rstrip(), "dim"),
    )


def _cells(value: float, most: float, cells: int) -> int:
    return min(cells, max(0, round(value / most * cells))) if most > 0 else 0


def notes(advice: Document) -> Iterator[str]:
    """How many events were played, with which settings, and which formats do not fit; what the
    order of strength is measured by."""
    yield TAU
    yield "events played: " + ", ".join(_events(f) for f in advice["formats"])
    rough = [f["label"] for f in advice["formats"] if not f["precise"]]
    if rough:
        yield f"not known to {advice['precision']:g} %: {', '.join(rough)}; {_why_ended(advice)}"
    if advice["not_played"]:
        yield f"fits, and not played: {', '.join(advice['not_played'])}; {_why_ended(advice)}"
    for each in advice["formats"]:
        said = ", ".join(f"{k} = {v}" for k, v in each["settings"].items() if k != "rounds")
        if said:
            yield f"{each['label']}: {said}"
        for stop in each["undrawn"][:2]:
            yield (f"{each['label']}: {stop['events']} not played beyond round "
                   f"{stop['round']}: {stop['reason']}")  # fmt: skip
    for each in advice["left_out"]:
        yield f"does not fit: {each['format']}, {each['why']}"


def _why_ended(advice: Document) -> str:
    if advice["ended"] == "time":
        unit = "minute" if advice["minutes"] == 1 else "minutes"
        return f"the time was up ({advice['minutes']:g} {unit})"
    return "it was stopped" if advice["ended"] == "stopped" else "all events asked for were played"


BRIEF = {"strongest_wins": "strongest wins", "two_perfect": "two perfect", "mean_gap": "rating gap"}
"""What is shown while events are played."""
BRIEF_CELLS = 14


def so_far(advice: Document) -> list[str]:
    """A few figures of each format while events are still played, with their intervals."""
    if not advice["formats"]:
        return []
    keys = [key for key in BRIEF if any(key in f["figures"] for f in advice["formats"])]
    showing = {measure.key: measure.shown for measure in measures(1)}
    heads = "".join(f"  {BRIEF[key]:>{BRIEF_CELLS}}" for key in keys)
    rows = [f"{'events so far':{LABEL + 4}}{heads}"]
    for each in advice["formats"]:
        row = f"{each['label'][:LABEL]:{LABEL}}{each['events']:4}"
        for key in keys:
            known, shown = each["figures"].get(key), showing[key]
            low, high = (shown(known[end]) for end in ("low", "high")) if known else ("", "")
            text = f"{low.removesuffix(' %')} to {high}" if low != high else low
            row += f"  {text:>{BRIEF_CELLS}}"
        rows.append(row)
    return rows


def _events(each: Document) -> str:
    stopped = f" ({each['unfinished']} not to the end)" if each["unfinished"] else ""
    return f"{each['label']} {each['events']}{stopped}"


def head(advice: Document) -> str:
    """What was played, in a line."""
    spread = advice["strength_spread"]
    strength = f"strength ±{spread} about the rating" if spread else "strength as rated"
    draws = advice["draws"]
    drawn = "draws as published" if draws is None else f"{draws:g} % of equals draw"
    return (
        f"{advice['entries']}: {advice['entrants']} entrants, {advice['rounds']} rounds; "
        f"{strength}, {drawn}, seed {advice['seed']}"
    )


def plain(parts: Sequence[Part]) -> str:
    """A line without its colours."""
    return "".join(text for text, _ in parts).rstrip()
