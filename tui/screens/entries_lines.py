"""The entry list as lines: columns from what the entries carry, as the width allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import partial
from itertools import groupby
from typing import Literal, get_args

from engine.alphabet import fold, holds
from engine.byes import points_missed
from engine.entrant_fields import ENTRANT_FIELDS, IN_LIST, EntrantField
from engine.entrants import TITLES, Entrant, EntrantId, field_text
from engine.event import Event
from engine.history import cards
from engine.points import counted, points_named, points_text
from engine.protocol import Divided, Format, numbers
from engine.rating_rule import source_text
from saves.cells import text_width
from saves.safe_text import shortened
from tui.screens.columns import (
    Column,
    cell,
    head_at,
    head_line,
    marked,
    row_text,
    widths,
    with_names,
)
from tui.widgets.lines import Line, line

SortBy = Literal[
    "number", "rating", "name", "seed", "title", "federation", "club", "school", "category", "birth"
]
SORTS: tuple[SortBy, ...] = ("number", "rating", "name")
"""What one goes through by a key; the others are chosen by their column's head."""
ShownColumn = tuple[Column, Callable[[Entrant], str]]
"""A column and what an entry has in it."""

ROOMY = 105
"""From so many cells on there can be room for what everybody has played."""
HERE, GONE = "✓", "x"
"""Checked in; withdrawn, whether he was checked in or not."""
OUT = "out"
"""Of a cup: has lost, and plays no more."""
ALL_SORTS: tuple[SortBy, ...] = get_args(SortBy)
_IN = (Column(HERE, 1, 1), lambda e: GONE if e.withdrawn else HERE if e.present else "")
_TITLE = (Column("Ti", 3, 3, rank=3), lambda e: e.title)


def _column(field: EntrantField) -> ShownColumn:
    assert field.column is not None, field.name
    heading, least, most, rank = astuple(field.column)
    names = field.name == "name"
    column = Column(heading, least, most, right=field.is_number, rank=rank, names=names)
    return column, _text(field)


def _text(field: EntrantField) -> Callable[[Entrant], str]:
    """Of a date of birth the year."""
    return (
        (lambda e: e.birth[:4]) if field.name == "birth" else partial(field_text, name=field.name)
    )


_CARRIED = tuple(_column(ENTRANT_FIELDS[name]) for name in IN_LIST if name != "title")
_HEADS: dict[str, SortBy] = {
    "No": "number", "Ti": "title", "Name": "name", "Seed": "seed", "Rating": "rating",
    "Fed": "federation", "Club": "club", "School": "school", "Cat": "category", "Born": "birth",
}  # fmt: skip
"""By the head of a column, what a click on it sorts by."""
_SEARCHED = tuple(field.name for field in ENTRANT_FIELDS.values() if field.searched)
_ALWAYS = frozenset({HERE, "No", "Name", "Rating"})


def rounds_text(entrant: Entrant, event: Event) -> str:
    """The rounds in which the entrant is not paired: `r1 ½, out r4, out r6 on`, `out s2.2 on`;
    `left after r6` where that is the last; `from r3, r1-r2 ½` of a late entry."""

    def short(number: int) -> str:
        return f"{event.settings.round_word[:1]}{event.settings.round_label(number)}"

    parts = [] if entrant.joined <= 1 else [f"from {short(entrant.joined)}"]
    if parts:
        # what was given for rounds that he missed: one run after the other
        for points, run in groupby(points_missed(event, entrant.id).items(), lambda one: one[1]):
            at, *later = [short(number) for number, _ in run]
            parts.append(f"{'-'.join((at, *later[-1:]))} {points_text(points)}")
    for bye in entrant.byes:
        worth = "absent" if bye.absent else points_text(bye.points)
        parts.append(f"{short(bye.round)} {worth}")
    rounds = event.settings.rounds
    for span in entrant.away:
        if span.first > rounds:
            parts.append(f"left after {short(rounds)}")
            continue
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

    By number they are in order of entry until the numbers are given.
    """
    entrants = [e for e in event.entrants if not (unseen and (e.present or e.withdrawn))]
    order = numbers(format, event)
    if needle:
        entrants = [e for e in entrants if holds(found_by(e, order[e.id]), fold(needle))]
    if sort == "seed":
        return sorted(entrants, key=lambda e: (e.seed is None, e.seed or 0, int(e.id)))
    if sort not in ("rating", "number"):
        return sorted(
            entrants, key=lambda e: (not getattr(e, sort), _by_text(e, sort), order[e.id])
        )
    if sort == "rating":
        strongest = {id: place for place, id in enumerate(format.initial_order(event))}
        return sorted(entrants, key=lambda e: strongest[e.id])
    return sorted(entrants, key=lambda e: order[e.id]) if event.published else entrants


def _by_text(entrant: Entrant, sort: SortBy) -> tuple[int, str]:
    """Titles from the highest."""
    text = field_text(entrant, sort)
    place = TITLES.index(text) if sort == "title" and text in TITLES else len(TITLES)
    return place, fold(text)


def sort_at(heads: str, at: int) -> SortBy | None:
    """What the column sorts by whose head is nearest to a cell of the head line."""
    return _HEADS.get(head_at(heads, at))


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
    def named(cls, divided: Divided | None, word: str) -> Parts:
        """Of what the format divides, else what a section is called in it."""
        return cls(word) if divided is None else cls(divided.word, divided.labels)

    def text(self, entrant: Entrant) -> str:
        """The entrant's, or what the entry says."""
        return self.of.get(entrant.id, entrant.section)


@dataclass(frozen=True, eq=False)
class RoundsSoFar:
    """What everybody has done so far, for a list with room to spare: a cell a round, and points."""

    rounds: tuple[str, ...]
    of: Mapping[EntrantId, tuple[str, ...]]

    @classmethod
    def of_event(
        cls, event: Event, format: Format, numbers: Mapping[EntrantId, int]
    ) -> RoundsSoFar:
        """As the standings count it."""
        from engine.standings import round_cells

        counted, ids = format.as_counted(event), [e.id for e in event.entrants]
        names = {id: str(no) for id, no in numbers.items()}
        cells = round_cells(event, ids, names, format.of_teams(event), counted)
        scores = cards(counted)
        return cls(
            tuple(f"R{event.settings.round_label(r.number)}" for r in event.published),
            {id: (*row, points_text(scores[id].score)) for id, row in zip(ids, cells, strict=True)},
        )

    def columns(self, room: int) -> list[ShownColumn]:
        """The points, and before them the last rounds for which there is room."""
        rows, taken = list(self.of.values()), 0
        made: list[ShownColumn] = []
        for at, head in reversed(list(enumerate((*self.rounds, "Pts")))):
            size = max(len(head), *(text_width(row[at]) for row in rows))
            taken += size + 1
            if taken > room or not self.rounds:
                break
            made.append((Column(head, size, size, right=True), partial(self._cell, at)))
        return made[::-1]

    def _cell(self, at: int, entrant: Entrant) -> str:
        return self.of[entrant.id][at]


def entry_lines(
    entrants: Sequence[Entrant],
    event: Event,
    room: int,
    parts: Parts | None = None,
    numbers: Mapping[EntrantId, int] | None = None,
    sort: SortBy = "number",
    played: RoundsSoFar | None = None,
    out: Collection[EntrantId] = (),
) -> tuple[Line, list[Line]]:
    """The head line and a line for each entry, `room` cells wide, with the start numbers; the head
    of the column that they are sorted by is marked, except of the numbers. What they have `played`
    is shown where nothing that they carry needs the room; `out` are those who play no more."""
    known_numbers = numbers or {}
    known = parts or Parts()
    section = Column(shortened(known.word, 12), 7, 12, rank=1)
    byes = Column("Byes", 12, 20, rank=7)
    number = (Column("No", 3, 4, right=True), lambda e: str(known_numbers.get(e.id, "")))
    *columns, last = _CARRIED
    every: tuple[ShownColumn, ...] = (
        _IN,
        number,
        _TITLE,
        *columns,
        (byes, lambda e: rounds_text(e, event)),
        (section, known.text),
        (Column("", len(OUT), len(OUT)), lambda e: OUT if e.id in out else ""),
        last,
    )
    seeded = any(e.seed is not None or e.members for e in event.entrants)
    always = _ALWAYS - {"Rating"} if seeded else _ALWAYS  # teams have none as a rule
    carried = [
        (column, text)
        for column, text in every
        if column.name in always or any(text(e) for e in event.entrants)
    ]
    heads = [
        marked(column) if sort != "number" and _HEADS.get(column.name) == sort else column
        for column, _ in carried
    ]
    cells = [[text(e) for _, text in carried] for e in entrants]
    layout = widths(heads, cells, room - 2)
    if played is not None:
        spare = played.columns(room - 1 - sum(width + 1 for _, width in layout))
        layout = [*layout, *((len(heads) + at, c.most) for at, (c, _) in enumerate(spare))]
        heads = [*heads, *(column for column, _ in spare)]
        played_cells = [[text(e) for _, text in spare] for e in entrants]
        cells = [[*row, *more] for row, more in zip(cells, played_cells, strict=True)]
    named = with_names(heads, layout, cells, [str(known_numbers.get(e.id, "")) for e in entrants])
    lines = [
        line(row_text(heads, layout, row), "dim" if e.id in out else _style(e, event), e.id)
        for e, row in zip(entrants, named, strict=True)
    ]
    return head_line(heads, layout), lines


def _style(entrant: Entrant, event: Event) -> str:
    return "plain" if entrant.to_be_paired(next_round(event)) else "dim"


def next_round(event: Event) -> int:
    """The round that the next draw is for, or the last one when all are drawn."""
    return min(len(event.published) + 1, event.settings.rounds)


def counts(event: Event, teams: bool = False) -> str:
    """`41 entries · 30 checked in · 2 withdrawn · 1 not in round 2`; of `teams` `6 teams`."""
    number = next_round(event)
    gone = sum(e.withdrawn for e in event.entrants)
    checked_in = sum(e.present and not e.withdrawn for e in event.entrants)
    out = sum(e.active(number) and e.bye_in(number) is not None for e in event.entrants)
    total = len(event.entrants)
    each = ("team", "teams") if teams else ("entry", "entries")
    parts = [counted(total, *each)]
    parts += [f"{checked_in} checked in"] if checked_in else []
    parts += [f"{gone} withdrawn"] if gone else []
    parts += [f"{out} not in {event.called(number)}"] if out else []
    return " · ".join(parts)


def in_short(event: Event, id: EntrantId, width: int) -> str:
    """Below the list, if there is no pane: `Eßlinger, Zoë · note: …`."""
    entrant = event.entrant(id)
    adjustment = cards(event)[id].adjustment
    facts = (
        entrant.name,
        f"rating: {source}" if (source := source_text(event, entrant)) else "",
        "checked in" if entrant.present and not entrant.withdrawn else "",
        "expelled" if entrant.expelled else "withdrawn" if entrant.withdrawn else "",
        f"board {entrant.fixed_board}" if entrant.fixed_board else "",
        rounds_text(entrant, event),
        f"{'+' if adjustment > 0 else '-'}{points_named(abs(adjustment))}" if adjustment else "",
        entrant.contact,
        f"note: {entrant.note}" if entrant.note else "",
    )
    return cell(" · ".join(filter(None, facts)), width).rstrip()
