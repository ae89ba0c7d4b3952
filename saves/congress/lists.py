"""The lists of a congress, as grids of cells: the same for paper, pages, terminal and CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from decimal import Decimal

from engine.alphabet import fold
from engine.congress.accounts import Account, total
from engine.congress.congress import Congress, EntryKey, EventPlan
from engine.congress.fees import Payment, day_of
from engine.congress.members import MemberEvent
from engine.congress.people import people
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import field_text, rating_text
from engine.event_data import schedule
from engine.money import Cents, money_text
from engine.phrases import dated, phrase, phrase_of
from saves.csv_cells import Cell
from saves.sheets import Grid, SheetColumn, bye_text, published_round, with_running
from saves.table_cards import NameCard

"""Columns of amounts."""


def hall_names(members: Sequence[MemberEvent], gone: Set[EntryKey] = frozenset()) -> Grid:
    """Everybody in the rounds in play, the whole hall in one alphabet: event, room and board. Who
    is in a row is named with the event: `minor:12`. The entries in `gone` are left out
    (`seated_elsewhere`)."""
    rows: list[tuple[str, tuple[Cell, ...], tuple[str, ...]]] = []
    for member in members:
        event = member.event
        if event.current is None:
            continue
        round, sides = published_round(event), member.format.sides(event)
        for match in with_running(event, round).matches:
            for id, side in zip(match.pair, sides, strict=True):
                if event.entrant(id).withdrawn and not match.open:
                    continue  # gone, often to another event, where the next board is
                name, opponent = event.entrant(id).name, event.entrant(match.opponent(id)).name
                room = member.room(match.board)
                cells = (name, member.name, room, match.board, side, opponent)
                people = (id, match.opponent(id))
                rows.append((name, cells, tuple(f"{member.folder}:{one}" for one in people)))
        for bye in round.byes:
            name = event.entrant(bye.entrant).name
            words = bye_text(event, member.format, round.number, bye)
            key = f"{member.folder}:{bye.entrant}"
            rows.append((name, (name, member.name, "", None, words, ""), (key,)))
    left_out = set(map(str, gone))
    rows = [row for row in rows if row[2][0] not in left_out]
    rows.sort(key=lambda row: (fold(row[0]), row[1][1] or ""))
    rooms = any(cells[2] for _, cells, _ in rows)
    board = next((one.event.board_word.capitalize() for one in members), "Board")
    columns = (
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Event")),
        SheetColumn(phrase("Room")),
        SheetColumn(board, right=True, strong=True),
        SheetColumn(phrase("Colour")),
        SheetColumn(phrase("Opponent"), person=True),
    )
    shown = [at for at in range(len(columns)) if rooms or at != 2]
    return Grid(
        phrase("Pairings by name"),
        tuple(columns[at] for at in shown),
        tuple(tuple(cells[at] for at in shown) for _, cells, _ in rows),
        people=tuple(people for _, _, people in rows),
    )


def seated_elsewhere(congress: Congress, members: Sequence[MemberEvent]) -> frozenset[EntryKey]:
    """The entries that somebody has left who is in the round in play of another event: nobody
    looks for him there any more."""
    drawn = {
        EntryKey(one.folder, id)
        for one in members
        if one.event.current is not None
        for id in one.event.current.placed
    }
    return frozenset(
        left.key
        for person in people(congress, members)
        if any(entry.key in drawn for entry in person.active)
        for left in person.entries
        if not left.here
    )


def hall_entries(members: Sequence[MemberEvent]) -> Grid:
    """Everybody who has entered, before a round is published: the event of each."""
    rows = sorted(
        (fold(one.name), one.name, member.name, rating_text(one), f"{member.folder}:{one.id}")
        for member in members
        for one in member.event.entrants
        if not one.withdrawn
    )
    columns = (
        SheetColumn(phrase("Name"), person=True),
        SheetColumn(phrase("Event")),
        SheetColumn(phrase("Rating"), right=True),
    )
    cells = tuple((name, event, rating) for _, name, event, rating, _ in rows)
    return Grid(phrase("Entries"), columns, cells, people=tuple((row[-1],) for row in rows))


def entry_fees(
    congress: Congress, members: Sequence[MemberEvent], accounts: Sequence[Account]
) -> Grid:
    """Everybody once, with his entries and what he owes; the sums below."""
    names = {one.folder: one.name for one in members}
    rows: list[tuple[Cell, ...]] = []
    for one in accounts:
        entries = ", ".join(
            f"{names[entry.key.folder]} {entry.key.id}{'' if entry.here else ' (withdrawn)'}"
            for entry in one.person.entries
        )
        first = one.person.entries[0].entrant
        amounts = [money_text(amount) for amount in (one.due, one.paid, one.owed)]
        here = "✓" if one.person.checked_in else ""
        rows.append((here, one.person.name, rating_text(first), entries, one.rules, *amounts))
    columns = (
        SheetColumn("✓"), SheetColumn("Name", person=True), SheetColumn("Rating", right=True),
        SheetColumn("Entries"), SheetColumn("Fee"), SheetColumn("Due", right=True),
        SheetColumn("Paid", right=True), SheetColumn("Owed", right=True, strong=True),
    )  # fmt: skip
    sums = (
        sum(one.due for one in accounts), total(one.paid for one in accounts),
        total(one.owed for one in accounts),
    )  # fmt: skip
    currency = congress.fees.currency
    note = "due {}, paid {}, owed {}".format(*(money_text(one, currency) for one in sums))
    return Grid("Entries and fees", columns, tuple(rows), (f"{len(accounts)} people: {note}",))


def cash_list(
    congress: Congress, members: Sequence[MemberEvent], payments: Sequence[Payment]
) -> Grid:
    """Every payment in order of time; the sums of each day and of all below."""
    names = {one.folder: one.name for one in members}
    rows: list[tuple[Cell, ...]] = []
    by_day: dict[str, Cents] = {}
    for at, one in enumerate(payments, start=1):
        by_day[day_of(one)] = by_day.get(day_of(one), 0) + one.amount
        when = f"{day_of(one)} {one.at[11:16]}"
        event = names.get(one.folder) or EventPlan(one.folder).called
        rows.append((at, when, one.name, event, money_text(one.amount), one.by, one.note))
    columns = (
        SheetColumn("No", right=True), SheetColumn("When"), SheetColumn("Name", person=True),
        SheetColumn("Event"), SheetColumn("Amount", right=True, strong=True), SheetColumn("By"),
        SheetColumn("Note"),
    )  # fmt: skip
    currency = congress.fees.currency
    notes = [f"{day}: {money_text(amount, currency)}" for day, amount in by_day.items()]
    notes.append(f"all: {money_text(sum(by_day.values()), currency)}")
    return Grid("Cash list", columns, tuple(rows), tuple(notes))


def receipts(
    congress: Congress, members: Sequence[MemberEvent], accounts: Sequence[Account]
) -> list[NameCard]:
    """A receipt for everybody who has paid, to cut."""
    names = {one.folder: one.name for one in members}
    cards = []
    for one in accounts:
        if not one.paid:
            continue
        events = ", ".join(dict.fromkeys(names[fee.key.folder] for fee in one.fees))
        amount = money_text(one.paid, congress.fees.currency)
        facts = tuple(
            fact for fact in (phrase("Receipt"), events, one.rules, congress.start) if fact
        )
        cards.append(NameCard(one.person.name, facts, amount))
    return cards


def timetable(members: Sequence[MemberEvent]) -> Grid:
    """When each round of each event begins, in order of time."""
    rows = [
        (dated(at.day), at.time, member.name, member.event.called(number).capitalize(),
         member.room(member.range.first))
        for member in members
        for number, at in enumerate(schedule(member.event), start=1)
        if at is not None
    ]  # fmt: skip
    columns = (
        SheetColumn(phrase("Day")), SheetColumn(phrase("Time"), strong=True),
        SheetColumn(phrase("Event")), SheetColumn(phrase("Round")), SheetColumn(phrase("Room")),
    )  # fmt: skip
    return Grid(phrase_of("times", "Schedule"), columns, tuple(sorted(rows)))


def everything(members: Sequence[MemberEvent], accounts: Sequence[Account]) -> Grid:
    """Every entry in a row of its own with all that is known of it: for a spreadsheet. What few
    entries have stands behind the sums, where somebody has it."""
    fees: Mapping[tuple[str, str], tuple[str, Cents]] = {
        (fee.key.folder, fee.key.id): (fee.rule, fee.early if one.early else fee.amount)
        for one in accounts
        for fee in one.fees
    }
    fields = (
        "title", "federation", "fide_id", "national_id", "birth", "sex", "club", "school",
        "category", "fixed_board", "contact", "note",
    )  # fmt: skip
    everybody = [entry.entrant for one in accounts for entry in one.person.entries]
    more = [
        name for name in ENTRANT_FIELDS
        if name not in (*fields, "name", "rating") and any(field_text(e, name) for e in everybody)
    ]  # fmt: skip
    by_folder = {one.folder: one for one in members}
    rows: list[tuple[Cell, ...]] = []
    for one in accounts:
        for at, entry in enumerate(one.person.entries):
            key, entrant = entry.key, entry.entrant
            event = by_folder[key.folder].event
            board = event.current.board_of(key.id) if event.current else 0
            rule, amount = fees.get((key.folder, key.id), ("", 0))
            known: list[Cell] = [getattr(entrant, field) for field in fields]
            # the sums of a person appear once, so that a column adds up
            sums = [_exact(one.paid), _exact(one.owed)] if not at else [None, None]
            rows.append((
                entrant.name, entry.event, int(key.id), rating_text(entrant), *known,
                "yes" if entry.here else "no", "yes" if entrant.present else "no",
                board or None, rule, _exact(amount), *sums,
                *(field_text(entrant, name) for name in more),
            ))  # fmt: skip
    heads = (
        "name", "event", "id", "rating", *fields, "in_event", "checked_in", "board", "fee",
        "due", "paid", "owed", *more,
    )  # fmt: skip
    return Grid("congress", tuple(SheetColumn(head) for head in heads), tuple(rows))


def _exact(amount: Cents | None) -> Decimal | None:
    return None if amount is None else Decimal(amount) / 100
