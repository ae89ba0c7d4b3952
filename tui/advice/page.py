"""An advice as one page for a browser, that needs nothing else: a table, and the figures as plots,
a dot for each format and the interval as a line through it.

The plots are drawn by Matplotlib, an extra that is loaded here alone. It was taken because it
writes SVG that is in the page as it is, without a script: the page works offline, prints, and
can be read in twenty years. Libraries that draw in the browser bring 1 to 5 MB of script into each
page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from saves.safe_text import safe
from tui.advice.measures import measures
from tui.advice.tables import GOOD, Document, notes, verdict

TEXT_LIMIT = 400


def page(advice: Document) -> str:
    """Plots where Matplotlib is installed, a table, what was played; the same each time."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        finalize=_harmless, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    showing = {measure.key: measure.shown for measure in measures(1)}
    drawn = plots(advice)

    def figure(each: Mapping[str, float], key: str) -> str:
        return showing[key](each["value"])

    def interval(each: Mapping[str, float], key: str) -> str:
        low, high = showing[key](each["low"]), showing[key](each["high"])
        return "" if low == high else f"{low.removesuffix(' %')} to {high}"

    return environment.get_template("page.html.j2").render(
        advice=advice,
        measures=[
            m for m in advice["measures"]
            if any(m["key"] in f["figures"] for f in advice["formats"])
        ],
        plots={key: Markup(svg) for key, svg in drawn.items()},
        good=GOOD, figure=figure, interval=interval, notes=list(notes(advice)),
        verdict=verdict(advice),
    )  # fmt: skip


def _harmless(value: object) -> object:
    return value if isinstance(value, Markup) else safe(str(value), TEXT_LIMIT)


# The plots


INK, DOT = "#010203", "#040506"
"""Colours that are placeholders for those of the page."""
PLOT_WIDTH, ROW, FRAME = 4.6, 0.26, 0.75
"""Inches: a plot, the line of a format, what is around them."""
_PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.DOTALL)
_NAMED = re.compile(r'( id="|href="#|url\(#)')
_SIZE = re.compile(r'(<svg[^>]*?) (?:width|height)="[0-9.]+pt"')


def plots(advice: Document) -> dict[str, str]:
    """By key of a measure the plot as SVG, in the colours of the page; empty without Matplotlib."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        return {}
    made = {}
    # letters stay letters; what is numbered in the file is numbered alike each time
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "topboard",
                                "font.family": "sans-serif", "font.size": 9}):  # fmt: skip
        for measure in advice["measures"]:
            known = [f for f in advice["formats"] if measure["key"] in f["figures"]]
            if known:
                made[measure["key"]] = _plot(Figure, measure, known)
    return made


def _plot(figure_class: Any, measure: Document, known: Sequence[Document]) -> str:
    percent = measure["unit"] == "%"
    figure = figure_class(figsize=(PLOT_WIDTH, FRAME + ROW * len(known)), layout="constrained")
    axes = figure.add_subplot()
    for row, each in enumerate(known):
        figures = each["figures"][measure["key"]]
        value, low, high = (figures[k] * (100 if percent else 1) for k in ("value", "low", "high"))
        axes.errorbar(
            value, row, xerr=[[max(0, value - low)], [max(0, high - value)]], fmt="o",
            markersize=6, color=DOT, ecolor=DOT, elinewidth=2, capsize=3, clip_on=False,
        )  # fmt: skip
    axes.set_yticks(range(len(known)), [each["label"] for each in known])
    axes.set_ylim(len(known) - 0.5, -0.5)
    axes.set_xlabel("per cent" if percent else measure["unit"])
    if axes.get_xlim()[0] > 0 or all(f["figures"][measure["key"]]["low"] >= 0 for f in known):
        # what is twice as much is twice as far; a dot at nothing is whole
        axes.set_xlim(0, max(axes.get_xlim()[1], 10 if percent else 0.01))
    axes.grid(axis="x", color=INK, alpha=0.15)
    axes.tick_params(colors=INK, length=0)
    axes.xaxis.label.set_color(INK)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(INK)
    target = StringIO()
    figure.savefig(target, format="svg", transparent=True, metadata={"Date": None})
    svg = _SIZE.sub(r"\1", _SIZE.sub(r"\1", _PROLOGUE.sub("", target.getvalue())))
    # several are in one page
    svg = _NAMED.sub(rf"\1{measure['key']}-", svg)
    return svg.replace(INK, "currentColor").replace(DOT, "var(--dot)")
