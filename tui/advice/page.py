"""An advice as one page for a browser, that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from saves.safe_text import safe
from tui.advice.document import Document
from tui.advice.measures import measures
from tui.advice.plots import plots
from tui.advice.tables import GOOD, notes, verdict

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
