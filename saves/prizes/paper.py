"""Prizes on paper: the list, a diploma for each winner, and receipts to sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.event import Event
from engine.event_data import chief_arbiter, detail, event_dates, where_and_when
from engine.money import money_text
from engine.phrases import figure, listed, phrase
from engine.prizes.allocation import PrizeOutcome, Receipt
from engine.refusal import Refused
from saves.entry_values import surname_and_forename
from saves.languages import language_of
from saves.pages import page_environment
from saves.paper import Part, tables_part, typeset
from saves.prizes.numerals import sum_in_words
from saves.prizes.sheets import (
    PRIZES_HEADING,
    prize_grids,
    prize_label,
    prize_labels,
    prizes_csv,
    prizes_of,
    state_note,
    titled_name,
)


@dataclass(frozen=True)
class PrizeGiving:
    """What is printed of: the outcome, and the events by their keys, the first of which gives the
    sheets their language, and where nothing else is said place and date. `title` stands above
    everything, `foot` below: from which state it is."""

    outcome: PrizeOutcome
    events: Mapping[str, Event]
    names: Mapping[str, str]
    title: str
    where: str = ""
    foot: str = ""

    @property
    def first(self) -> Event:
        """The event whose language the sheets speak; `Refused` without any."""
        for event in self.events.values():
            return event
        raise Refused("there is nothing to print", "no event is open", "")

    @property
    def place_and_days(self) -> str:
        """The lines below the title."""
        return self.where or where_and_when(self.first)


def prizes_pdf(giving: PrizeGiving, page: str) -> bytes:
    """One of `PRIZE_PAGES`; `Refused` where nobody wins anything."""
    parts = PRIZE_PAGES[page](giving)
    if not parts:
        raise Refused(f"there are no {page}", "nobody has a prize", "look at the list of prizes")
    hall = language_of(giving.first)
    return typeset(giving.title, giving.place_and_days, giving.foot, parts, hall)


def prizes_html(giving: PrizeGiving) -> bytes:
    """The list as a page to print."""
    events = tuple(giving.events.values())
    grids = prize_grids(giving.outcome, events, giving.names)
    if giving.foot:
        last = grids[-1]
        grids[-1] = replace(last, notes=(*last.notes, giving.foot))
    environment = page_environment(language_of(giving.first).code)
    return (
        environment.get_template("tables.html.j2")
        .render(
            title=giving.title,
            venue=giving.place_and_days,
            what=PRIZES_HEADING,
            tables=grids,
            style="",
            strong="Pts",
            site=None,
        )
        .encode()
    )


def prize_files(giving: PrizeGiving) -> dict[str, bytes]:
    """All there is: the list as page, CSV and PDF, receipts and diplomas where anybody wins."""
    pages = list(PRIZE_PAGES) if giving.outcome.receipts else ["prizes"]
    return {
        "prizes.html": prizes_html(giving),
        "prizes.csv": prizes_csv(giving.outcome, giving.events, giving.names).encode(),
        **{f"{page}.pdf": prizes_pdf(giving, page) for page in pages},
    }


def _list(giving: PrizeGiving) -> list[Part]:
    grids = prize_grids(giving.outcome, tuple(giving.events.values()), giving.names)
    note = _state(giving)
    heading = listed(" · ", (PRIZES_HEADING, note))
    return [tables_part(heading, [grid for grid in grids if grid.rows])]


def _receipts(giving: PrizeGiving) -> list[Part]:
    code, currency = language_of(giving.first).code, giving.outcome.plan.currency
    made: list[Part] = []
    for receipt in giving.outcome.receipts:
        lines = [("for", _goods_and_prizes(receipt, giving))]
        if money := receipt.money:
            total = figure(money_text(money, currency))
            lines = [("sum", total), ("words", sum_in_words(money, code, currency)), *lines]
        made.append({"name": titled_name(receipt), "lines": [list(one) for one in lines]})
    words = {
        "title": phrase("Receipt"),
        "name": phrase("Name"),
        "for": phrase("For"),
        "sum": phrase("Sum"),
        "words": phrase("In words"),
        "date": phrase("Place and date"),
        "signature": phrase("Signature"),
        "state": _state(giving),
    }
    return [{"kind": "receipts", "receipts": made, "words": words}] if made else []


def _goods_and_prizes(receipt: Receipt, giving: PrizeGiving) -> str:
    """`Open, 2nd, 3rd; Open, 2nd: medal; U18`."""
    prizes = [award.prize for award, _ in receipt.awards]
    money = [prize for prize in prizes if not prize.goods]
    goods: dict[str, list[str]] = {label: [] for label in prize_labels(money, giving.names)}
    for prize in prizes:
        if prize.goods:
            goods.setdefault(prize_label(prize, giving.names), []).append(prize.goods)
    return listed("; ", (
        listed(": ", (label, listed(", ", things))) for label, things in goods.items()
    ))  # fmt: skip


def _diplomas(giving: PrizeGiving) -> list[Part]:
    event = giving.first
    arbiter, (_, close) = chief_arbiter(event), event_dates(event)
    made = []
    for receipt in giving.outcome.receipts:
        entrant, team = receipt.contender.entrant, receipt.contender.team
        made.append({
            "name": _spoken(receipt),
            "about": team or ((entrant.school or entrant.club) if entrant else ""),
            "prizes": prize_labels(prizes_of(receipt), giving.names),
        })  # fmt: skip
    words = {
        "title": phrase("Diploma"),
        "where": giving.where
        or listed(", ", (detail(event, "place"), close))
        or phrase("Place and date"),
        "arbiter": arbiter.name if arbiter else "",
        "signature": phrase("Chief arbiter"),
        "state": _state(giving),
    }
    return [{"kind": "diplomas", "diplomas": made, "words": words}] if made else []


def _spoken(receipt: Receipt) -> str:
    """As a name is spoken: `Zoë Ødegård`."""
    surname, forename = surname_and_forename(receipt.contender.name)
    title = receipt.contender.entrant.title if receipt.contender.entrant else ""
    return " ".join(filter(None, (title, forename, surname)))


def _state(giving: PrizeGiving) -> str:
    return state_note(giving.outcome, tuple(giving.events.values()))


PRIZE_PAGES: Mapping[str, Callable[[PrizeGiving], list[Part]]] = {
    "prizes": _list,
    "receipts": _receipts,
    "diplomas": _diplomas,
}
"""By their names on the command line."""
