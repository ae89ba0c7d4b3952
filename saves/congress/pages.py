"""The lists of a congress as files: pages for a browser and for paper, PDF, CSV, plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.phrases import phrase
from engine.refusal import Refused
from saves.congress import lists
from saves.congress.store import CongressStore
from saves.csv_cells import csv_text
from saves.languages import ENGLISH, Language, language
from saves.sheets import Grid
from saves.table_cards import NameCard, stacked

Content = Grid | list[NameCard]
LISTS: Mapping[str, Callable[[CongressStore, str], Content]] = {
    "names": lambda store, today: lists.hall_names(
        store.members, lists.seated_elsewhere(store.congress, store.members)
    ),
    "entries": lambda store, today: lists.entry_fees(
        store.congress, store.members, store.accounts(today)
    ),
    "cash": lambda store, today: lists.cash_list(store.congress, store.members, store.cash_list()),
    "receipts": lambda store, today: lists.receipts(
        store.congress, store.members, store.accounts(today)
    ),
    "schedule": lambda store, today: lists.timetable(store.members),
    "all": lambda store, today: lists.everything(store.members, store.accounts(today)),
}
"""By the name on the command line; `all` is for a spreadsheet."""
OF_PRIZES = {"prizes": "prizes", "prize-receipts": "receipts", "diplomas": "diplomas"}
"""What goes by the plan of prizes, and what `saves.prizes.paper` calls it."""
PAGES = (*LISTS, *OF_PRIZES)
OF_THE_HALL = ("names", "receipts", "schedule")
"""What the public reads, in the language of the hall; the desk's own lists are English."""
KINDS = ("html", "pdf", "csv", "text")


def page(store: CongressStore, name: str, kind: str, today: str) -> bytes:
    """One list as a file of that kind; `Refused` where there is none."""
    if name in OF_PRIZES:
        return _of_prizes(store, name, kind, today)
    content = LISTS[name](store, today)
    if not (content.rows if isinstance(content, Grid) else content):
        raise Refused(f"there is nothing for the list {name}", _why(name), "")
    if isinstance(content, list) and kind in ("csv", "text"):
        raise Refused(f"{name} are for paper", "", "take html or pdf; `cash` is the list of them")
    if kind == "csv" and isinstance(content, Grid):
        return _csv(content)
    hall = language(_hall(store) if name in OF_THE_HALL else ENGLISH)
    if kind == "text" and isinstance(content, Grid):
        from saves.text_tables import grid_text

        return grid_text(content, hall).encode()
    if kind == "pdf":
        return _pdf(store, name, content, hall)
    return _html(store, name, content, hall)


def _of_prizes(store: CongressStore, name: str, kind: str, today: str) -> bytes:
    from engine.prizes.allocation import allocate
    from saves.prizes import paper
    from saves.prizes.events import giving_of_congress, of_congress
    from saves.prizes.file import plan_of
    from saves.prizes.sheets import prizes_csv

    plan = plan_of(store.folder)
    if plan is None:
        raise Refused(f"there is nothing for the list {name}", "no prizes are planned", "")
    outcome = allocate(plan, of_congress(store, today), (*store.unopened,))
    giving = giving_of_congress(store, outcome)
    if kind == "pdf":
        return paper.prizes_pdf(giving, OF_PRIZES[name])
    if name != "prizes" or kind == "text":
        kinds = "html, pdf or csv" if name == "prizes" else "pdf"
        raise Refused(f"{name} cannot be had as {kind}", "", f"take {kinds}")
    if kind == "csv":
        return prizes_csv(giving.outcome, giving.events, giving.names).encode()
    return paper.prizes_html(giving)


def _why(name: str) -> str:
    return {
        "names": "no round is published", "cash": "nothing was paid",
        "receipts": "nothing was paid", "schedule": "no event has a schedule",
    }.get(name, "nobody has entered")  # fmt: skip


def _hall(store: CongressStore) -> str:
    """The language of the hall: that of the events, where they agree."""
    codes = {one.event.settings.language for one in store.members}
    return codes.pop() if len(codes) == 1 else ENGLISH


def _venue(store: CongressStore) -> str:
    congress = store.congress
    days = congress.start if congress.end in ("", congress.start) else (
        f"{congress.start} – {congress.end}"
    )  # fmt: skip
    return " · ".join(text for text in (congress.place, days) if text)


def _csv(grid: Grid) -> bytes:
    heads = [column.name.casefold() for column in grid.columns]
    return csv_text(heads, grid.rows).encode()


def _html(store: CongressStore, name: str, content: Content, hall: Language) -> bytes:
    from saves.pages import name_width, page_environment

    environment = page_environment(hall.code)
    common: dict[str, Any] = {"title": store.congress.title, "venue": _venue(store)}
    if isinstance(content, list):
        template = environment.get_template("cards.html.j2")
        heading = phrase("Receipt")
        return template.render(**common, what=heading, cards=content, width=name_width).encode()
    style = {"names": "names", "schedule": "schedule", "all": "cross wide"}.get(name, "names")
    template = environment.get_template("tables.html.j2")
    return template.render(
        **common, what=content.title, tables=[content], style=style, strong="Board", site=None
    ).encode()


def _pdf(store: CongressStore, name: str, content: Content, hall: Language) -> bytes:
    from saves.paper import CARDS_ON_A_SHEET, tables_part, typeset

    if isinstance(content, list):
        cards = [{"name": c.name, "facts": list(c.facts), "mark": c.mark} for c in content]
        part: dict[str, Any] = {"kind": "namecards", "cards": stacked(cards, CARDS_ON_A_SHEET)}
    else:
        style = "names" if name != "all" else "cross"
        part = tables_part(content.title, [content], style, "Board")
    return typeset(store.congress.title, _venue(store), "", [part], hall)
