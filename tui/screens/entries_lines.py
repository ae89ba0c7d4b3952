"""The entry list as lines: columns from what the entries carry, as the width allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import partial
from typing import Literal

from engine.alphabet import fold
from engine.divisions import Divided
from engine.entrant_fields import ENTRANT_FIELDS, IN_LIST, EntrantField
from engine.entrants import Entrant, EntrantId, field_text
from engine.event import Event
from engine.points import points_text
from engine.protocol import Format, numbers
from saves.safe_text import safe
from tui.screens.columns import Column, head_line, row_text, widths
from tui.widgets.lines import Line, line

SortBy = Literal["number", "rating", "name", "seed"]
SORTS: tuple[SortBy, ...] = ("number", "rating", "name")
ShownColumn = tuple[Column, Callable[[Entrant], str]]
"""A column and what an entry has in it."""

_IN = (Column("In", 2, 2), lambda e: "+" if e.present else "")


def _column(field: EntrantField) -> ShownColumn:
    assert field.column is not None, field.name
    heading, least, most, rank = astuple(field.column)
    column = Column(heading, least, most, right=field.is_number, rank=rank)
    return column, partial(field_text, name=field.name)


_CARRIED = tuple(_column(ENTRANT_FIELDS[name]) for name in IN_LIST)
_SEARCHED = tuple(field.name for field in ENTRANT_FIELDS.values() if field.searched)
_ALWAYS = frozenset({"In", "No", "Name", "Rating"})


def rounds_text(entrant: Entrant, event: Event) -> str:
    """The rounds in which the entrant is not paired: `r1 ½, out r4, out r6 on`, `out s2.2 on`."""

    def short(number: int) -> str:
        return f"{event.settings.round_word[:1]}{event.settings.round_label(number)}"

    parts = [] if entrant.joined <= 1 else [f"from {short(entrant.joined)}"]
    for bye in entrant.byes:
        worth = "absent" if bye.absent else points_text(bye.points)
        parts.append(f"{short(bye.round)} {worth}")
    for span in entrant.away:
        last = span.first if span.back is None else span.back - 1
        more = f"-{short(last)}" if last > span.first else ""
        parts.append(f"out {short(span.first)}{more}" + ("" if span.back else " on"))
    return ", ".join(parts)


def listed(
    event: Event,
    format: Format,
    sort: SortBy = "number",
    needle: str = "",
    unseen: bool = False,
) -> list[Entrant]:
    """The entries to show: sorted, those that hold `needle`, those not checked in.

    By number they stand in order of entry until the numbers are given.
    """
    found = [e for e in event.entrants if not (unseen and (e.present or e.withdrawn))]
    order = numbers(format, event)
    if needle:
        found = [e for e in found if fold(needle) in found_by(e, order[e.id])]
    if sort == "name":
        return sorted(found, key=lambda e: fold(e.name))
    if sort == "seed":
        return sorted(found, key=lambda e: (e.seed is None, e.seed or 0, int(e.id)))
    if sort == "rating":
        strongest = {id: place for place, id in enumerate(format.initial_order(event))}
        return sorted(found, key=lambda e: strongest[e.id])
    return sorted(found, key=lambda e: order[e.id]) if event.published else found


def found_by(entrant: Entrant, number: int | None = None) -> str:
    """What an entry is found by: start number, name, club, school, category."""
    texts = (field_text(entrant, name) for name in _SEARCHED)
    return fold("  ".join((str(number or ""), *texts)))


@dataclass(frozen=True)
class Parts:
    """Everybody's section or quarter, as it is or would be; `word` is what one is called."""

    word: str = "Section"
    of: Mapping[EntrantId, str] = field(default_factory=dict)

    @classmethod
    def named(cls, divided: Divided | None) -> Parts:
        """The word is not repeated before every name."""
        if divided is None:
            return cls()
        of = {id: part.label or part.name for part in divided.parts for id in part.entrants}
        return cls(divided.word, of)

    def text(self, entrant: Entrant) -> str:
        """The entrant's, or what the entry says."""
        return self.of.get(entrant.id, entrant.section)


def entry_lines(
    entrants: Sequence[Entrant],
    event: Event,
    room: int,
    parts: Parts | None = None,
    numbers: Mapping[EntrantId, int] | None = None,
) -> tuple[Line, list[Line]]:
    """The head line and a line for each entry, `room` cells wide, with the start numbers."""
    known_numbers = numbers or {}
    known = parts or Parts()
    section = Column(safe(known.word, 12), 7, 12, rank=1)
    byes = Column("Byes", 8, 20)
    number = (Column("No", 3, 4, right=True), lambda e: str(known_numbers.get(e.id, "")))
    *columns, last = _CARRIED
    every: tuple[ShownColumn, ...] = (
        _IN,
        number,
        *columns,
        (byes, lambda e: rounds_text(e, event)),
        (section, known.text),
        last,
    )
    seeded = any(e.seed is not None or e.members for e in event.entrants)
    always = _ALWAYS - {"Rating"} if seeded else _ALWAYS  # teams have none as a rule
    carried = [
        (column, text)
        for column, text in every
        if column.name in always or any(text(e) for e in event.entrants)
    ]
    heads = [column for column, _ in carried]
    cells = [[text(e) for _, text in carried] for e in entrants]
    layout = widths(heads, cells, room - 2)
    lines = [
        line(row_text(heads, layout, row), _style(e, event), e.id)
        for e, row in zip(entrants, cells, strict=True)
    ]
    return head_line(heads, layout), lines


def _style(entrant: Entrant, event: Event) -> str:
    return "plain" if entrant.to_be_paired(next_round(event)) else "dim"


def next_round(event: Event) -> int:
    """The round that the next draw is for, or the last one when all are drawn."""
    return min(len(event.published) + 1, event.settings.rounds)


def counts(event: Event) -> str:
    """`41 entries · 30 checked in · 2 withdrawn · 1 not in round 2`."""
    number = next_round(event)
    gone = sum(e.withdrawn for e in event.entrants)
    seen = sum(e.present and not e.withdrawn for e in event.entrants)
    out = sum(e.active(number) and e.bye_in(number) is not None for e in event.entrants)
    total = len(event.entrants)
    parts = [f"{total} entr{'y' if total == 1 else 'ies'}"]
    parts += [f"{seen} checked in"] if seen else []
    parts += [f"{gone} withdrawn"] if gone else []
    parts += [f"{out} not paired in {event.called(number)}"] if out else []
    return " · ".join(parts)
