"""People of a congress as lines, and all that is known of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.alphabet import begins, fold
from engine.congress.accounts import Account
from engine.congress.entries import PersonEntry
from engine.congress.notes import CongressNote
from engine.congress.people import Person
from engine.entrants import rating_text
from engine.money import money_text
from saves.safe_text import safe, shortened
from tui.congress.view import CongressView
from tui.screens.columns import in_lines
from tui.widgets.lines import Line, fit, line, titled

NAME_MOST = 36
RATING = 5
MONEY = 10
"""Cells of an amount."""
FIXED = 6
"""Cells before a name: the marks."""


def _cells(width: int, money: bool) -> tuple[int, int]:
    """Of the name, and of the events."""
    room = width - FIXED - RATING - 4 - (MONEY + 2) * money
    name = min(max(room // 2, 16), NAME_MOST)
    return name, max(room - name, 8)


def heads(width: int, money: bool) -> Line:
    """The column heads."""
    name, events = _cells(width, money)
    owed = f"  {'Owes':>{MONEY}}" if money else ""
    return line(
        f"{' ' * FIXED}{fit('Name', name)} {'Rtg':>{RATING}}  {fit('Events', events)}{owed}", "dim"
    )


def person_line(
    account: Account,
    names: Mapping[str, str],
    troubled: Sequence[CongressNote],
    width: int,
    money: bool,
) -> Line:
    """`✓ ! Newbliss, Orla   1432  Open, Minor   45.00`."""
    person = account.person
    name, events = _cells(width, money)
    mark = "✓" if person.checked_in else " " if person.active else "-"
    there = ", ".join(_where(entry, names) for entry in person.entries)
    rating = rating_text(person.entries[0].entrant, "-")
    text = f"{fit(safe(person.name), name)} {rating:>{RATING}}  {fit(there, events)}"
    parts = [(f"  {mark} ", "plain"), ("! " if troubled else "  ", "attention")]
    parts.append((text, "plain" if person.active else "dim"))
    if money:
        owed = money_text(account.owed) if account.owed != 0 else "paid" if account.fees else ""
        parts.append((f"  {owed:>{MONEY}}", "strong" if account.owed != 0 else "dim"))
    return Line(tuple(parts), person.key)


def _where(entry: PersonEntry, names: Mapping[str, str]) -> str:
    name = names.get(entry.key.folder) or shortened(entry.event, 60)
    return name if entry.here else f"({name})"


def searched(person: Person, text: str) -> bool:
    """Whether each word of a text begins a word of one of his names, or is a number of a list."""
    wanted = fold(text).replace(",", " ").split()
    for entry in person.entries:
        words = fold(entry.entrant.name).replace(",", " ").split()
        known = (entry.entrant.fide_id, entry.entrant.national_id)
        words += [fold(number) for number in known if number]
        if all(any(begins(word, part) for word in words) for part in wanted):
            return True
    return False


def pane_lines(
    account: Account, whole: CongressView, notes: Sequence[str], width: int
) -> list[Line]:
    """Who it is, his entries, his account, what is doubtful."""
    person = account.person
    first = person.entries[0].entrant
    known = [first.federation, f"born {first.birth[:4]}" if first.birth else "", first.club]
    known += [f"FIDE {first.fide_id}" if first.fide_id else ""]
    lines = [line(fit(f" {safe(person.name)}", width), "strong")]
    lines += [
        line(f" {text}", "dim")
        for text in in_lines(safe(" · ".join(filter(None, known)), 200), width - 1)
    ]
    lines += [Line(), titled("Entries", width, "m moves")]
    for entry in person.entries:
        lines += _entry(entry, whole, width)
    if whole.with_fees:
        lines += [Line(), titled("Fees", width, "p paid"), *_account(account, whole, width)]
    if notes:
        lines += [Line(), titled("To be settled", width)]
        for note in notes:
            pieces = in_lines(safe(note, 300), width - 3)
            lines += [
                Line(((" ! " if not at else "   ", "attention"), (piece, "plain")))
                for at, piece in enumerate(pieces)
            ]
    return lines


def _entry(entry: PersonEntry, whole: CongressView, width: int) -> list[Line]:
    name = whole.names.get(entry.key.folder) or shortened(entry.event, 60)
    who = entry.entrant
    number = f"no {who.start_number}" if who.start_number else f"Id {who.id}"
    state = "here" if who.present else "not checked in"
    state = state if entry.here else "withdrawn"
    text = f" {name}, {number} · {rating_text(who, 'unrated')} · {state}"
    return [line(fit(text, width).rstrip(), "plain" if entry.here else "dim")]


def _account(account: Account, whole: CongressView, width: int) -> list[Line]:
    currency = whole.congress.fees.currency
    rows = [
        (
            f"{whole.names.get(fee.key.folder, '')}: {shortened(fee.rule, 30)}",
            fee.early if account.early else fee.amount,
        )
        for fee in account.fees
    ]
    rows += [("paid", account.paid)] if account.paid else []
    lines = []
    for text, amount in rows:
        shown = money_text(amount)
        lines.append(line(f" {fit(text, width - len(shown) - 2)} {shown}"))
    if account.owed is None:
        return [*lines, line(" paid: not known, the cash list cannot be read", "attention")]
    owed = money_text(abs(account.owed), currency)
    word = (
        "owes" if account.owed > 0 else "to be given back" if account.owed < 0 else "paid in full"
    )
    text = f"{word} {owed}" if account.owed else word
    return [*lines, line(f" {text}", "strong")]
