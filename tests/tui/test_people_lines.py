"""A person of a congress as a line, and how far its events are."""

from __future__ import annotations

import pytest

from engine.congress.accounts import Account, EntryFee
from engine.congress.congress import EntryKey
from engine.congress.entries import PersonEntry
from engine.congress.people import Person
from engine.entrants import Entrant
from tui.congress.people import person_line
from tui.congress.results.picture import EventShare, overall, progress_lines

KEY = EntryKey("open", "1")


def account(paid: int = 0, present: bool = False, here: bool = True, fee: int = 4000) -> Account:
    entry = PersonEntry(KEY, Entrant("1", "Newbliss, Orla", 1432, present=present), here)
    fees = (EntryFee(KEY, "Adult", fee, fee),) if fee else ()
    return Account(Person((entry,)), fees, paid, False)


def shown(one: Account) -> str:
    return person_line(one, {"open": "Open"}, (), 78, money=True).text


@pytest.mark.parametrize(
    ("one", "mark"),
    [(account(present=True), "✓"), (account(), " "), (account(here=False), "-")],
)
def test_the_mark_says_who_has_checked_in_and_who_has_left(one: Account, mark: str) -> None:
    assert shown(one)[:4] == f"  {mark} "


@pytest.mark.parametrize(
    ("one", "owes"),
    [
        (account(), "40.00"),
        (account(paid=1500), "25.00"),
        (account(paid=4000), "paid"),
        (account(paid=5000), "-10.00"),
        (account(fee=0), "Open"),
    ],
)
def test_what_is_owed_stands_at_the_end_below_zero_where_it_is_to_be_given_back(
    one: Account, owes: str
) -> None:
    assert shown(one).split()[-1].replace("−", "-") == owes


def shares(count: int, there: int = 3, due: int = 8) -> list[EventShare]:
    return [EventShare(f"Event {n}", "R2", there, due) for n in range(count)]


def test_every_event_is_in_the_lines_or_counted_behind_them() -> None:
    for count in range(1, 30):
        text = "\n".join(line.text for line in progress_lines(shares(count), 79))
        listed = text.count("R2")
        more = int(text.split(" and ")[1].split()[0]) if " and " in text else 0
        assert listed + more == count, text


@pytest.mark.parametrize(("there", "end"), [(3, "10 open"), (8, "all in")])
def test_all_together(there: int, end: str) -> None:
    line = overall(shares(2, there), 79)
    assert line.text.endswith(f"  {end}")
    assert line.text.startswith(f" {2 * there}/16 ")
