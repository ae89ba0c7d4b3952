"""A congress on disk: its file, its events, and what becomes of those that cannot be opened."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import EnterResult, RemoveEntrant
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.congress.hall import board_at, progress
from engine.congress.notes import note_words
from engine.refusal import Refused
from engine.warnings import Level, NotAgreed
from saves.congress.files import congress_text, read_congress
from saves.congress.opening import open_congress
from saves.congress.store import CongressStore
from tests.congress.hall import congress, entrants, event
from tests.playing import publish


@pytest.fixture
def hall(tmp_path: Path) -> CongressStore:
    """Open at boards 1 and 2, Minor at 101 and 102."""
    folder = tmp_path / "galway"
    folder.mkdir()
    event(folder / "open", entrants("Ann Bea Cid Dot"))
    event(folder / "minor", entrants("Eva Fay Gus Hal"), first_board=101)
    return congress(folder, EventPlan("open", last_board=100), EventPlan("minor"))


def words(store: CongressStore) -> str:
    return "\n".join(note_words(note) for note in store.notes)


def test_a_slip_finds_its_event_by_the_board_number_alone(hall: CongressStore) -> None:
    for store in hall.stores.values():
        publish(store)
    there = board_at(hall.members, 102)
    assert (there.folder, there.round) == ("minor", 1)
    hall.do(there.folder, EnterResult(102, "1-0", None))
    assert [(p.folder, p.entered, p.boards) for p in progress(hall.members)] == [
        ("open", 0, 2), ("minor", 1, 2),
    ]  # fmt: skip
    with pytest.raises(Refused, match="board 7 is not in play"):
        board_at(hall.members, 7)


def test_a_board_of_two_events_is_said_and_needs_the_event(hall: CongressStore) -> None:
    event(hall.path("junior"), entrants("Ida Jon Kit Lia"))
    hall.change(lambda c: c.joined_by(EventPlan("junior")), "joining")
    for store in hall.stores.values():
        publish(store)
    assert "Open and Junior share boards 1-2" in words(hall)
    with pytest.raises(Refused, match="Open and Junior"):
        board_at(hall.members, 2)
    assert board_at(hall.members, 2, "junior").folder == "junior"


def test_of_two_events_that_share_boards_the_one_that_can_give_way_is_named(
    hall: CongressStore,
) -> None:
    event(hall.path("cup"), entrants("Ida Jon Kit Lia"), format="knockout")
    hall.change(lambda c: c.joined_by(EventPlan("cup")), "joining")
    assert "share boards 1-2: give Open another first board" in words(hall)


def test_the_folder_of_an_event_beside_the_congress_is_named_as_it_is_found_there(
    hall: CongressStore, tmp_path: Path
) -> None:
    event(tmp_path / "blitz", entrants("Ida Jon Kit Lia"), first_board=201)
    hall.change(lambda c: c.joined_by(EventPlan("../blitz")), "joining")
    (tmp_path / "elsewhere").mkdir()
    linked = tmp_path / "elsewhere" / "link"
    linked.symlink_to(hall.folder, target_is_directory=True)
    for folder in (hall.folder, linked):
        again = open_congress(folder)
        assert again.path("../blitz") == (tmp_path / "blitz").resolve()
        assert again.stores["../blitz"].folder == (tmp_path / "blitz").resolve()


def test_an_event_that_cannot_be_opened_stops_no_other(hall: CongressStore) -> None:
    shutil.rmtree(hall.path("minor"))
    again = open_congress(hall.folder)
    assert list(again.stores) == ["open"]
    assert "minor cannot be opened: its folder minor is missing; put it back" in words(again)
    with pytest.raises(Refused, match="minor cannot be opened"):
        again.store("minor")
    event(again.path("minor"), entrants("Eva Fay"))
    assert again.changed()
    assert again.refresh()
    assert list(again.stores) == ["open", "minor"]


def test_what_another_desk_joins_and_plays_is_taken_in(hall: CongressStore) -> None:
    other = open_congress(hall.folder)
    event(hall.path("junior"), entrants("Ida Jon"), first_board=201)
    hall.change(lambda c: c.joined_by(EventPlan("junior")), "joining")
    publish(hall.stores["open"])
    assert other.changed()
    assert other.refresh()
    assert [one.folder for one in other.members] == ["open", "minor", "junior"]
    assert other.members[0].open_boards == (1, 2)
    hall.change(lambda c: c.left_by("minor"), "leaving")
    other.refresh()
    assert list(other.stores) == ["open", "junior"]
    assert not other.changed()


def test_two_desks_change_the_file_one_after_the_other(hall: CongressStore) -> None:
    other = open_congress(hall.folder)
    hall.change(lambda c: replace(c, place="Galway"), "place")
    other.change(lambda c: replace(c, arbiters="Bea Quirke"), "arbiters")
    hall.refresh()
    assert (hall.congress.place, hall.congress.arbiters) == ("Galway", "Bea Quirke")


def test_keys_of_a_later_version_are_kept_and_said(hall: CongressStore) -> None:
    file = hall.folder / "congress.toml"
    text = file.read_text().replace('folder = "open"', 'folder = "open"\nscreen = 3')
    file.write_text(f"purse = 2026-01-02\n{text}")
    hall.refresh()
    assert "purse, event.screen, which this version does not know" in words(hall)
    hall.change(lambda c: replace(c, place="Galway"), "place")
    assert 'purse = "2026-01-02"' in file.read_text()
    assert "screen = 3" in file.read_text()


def test_a_damaged_file_is_refused_with_its_line_and_an_open_desk_goes_on(
    hall: CongressStore,
) -> None:
    file = hall.folder / "congress.toml"
    file.write_text(file.read_text().replace("last_board = 100", "last_board = -4"))
    hall.refresh()
    assert hall.congress.events[0].last_board == 100
    assert "cannot be read now: congress.toml:" in words(hall)
    with pytest.raises(Refused, match="last_board must be a whole number"):
        open_congress(hall.folder)
    with pytest.raises(Refused, match="last_board"):
        hall.change(lambda c: replace(c, place="Galway"), "place")
    assert "last_board = -4" in file.read_text()


def test_the_same_event_twice_counts_once(hall: CongressStore) -> None:
    hall.change(lambda c: c.joined_by(EventPlan("../galway/open")), "joining")
    assert list(hall.stores) == ["open", "minor"]
    assert "it is the same event as Open" in words(hall)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        ("title = 3", "title must be a text"),
        ('title = "A"\n[[event]]\nname = "B"', "folder must be a path"),
        ('title = "A"\n[[event]]\nfolder = "/etc"', "folder must be a path relative"),
        ('title = "A"\nevent = 3', r"under a line \[\[event\]\]"),
        ('title = "A"\n[[fee]]\namount = "3.5"', "is not an amount"),
        ('title = "A"\nsame = [["open"]]', "same must be like"),
        ('title = "A"\nsame = [[3]]', "same must be like"),
        ('title = "A"\nmoved = [["open:1", "minor:1", "minor:2"]]', "moved must be like"),
        ('place = "Cork"', "title is missing"),
        ('title = " "', "title is empty"),
        ('title = "A"\nfees = 3', "fees must be a table"),
        ('title = "A"\n[[fee]]\nname = "entry"', "a fee needs an amount"),
        ('title = "A"\n' + '[[event]]\nfolder = "a"\n' * 201, "events; the limit is"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_words(text: str, problem: str) -> None:
    with pytest.raises(Refused, match=problem):
        read_congress(text.encode())


def test_everything_that_a_file_says_stands_in_it_when_it_is_written_again() -> None:
    """Persons known as the same, moves, session lengths, fees by titles: and rows that a later
    version keeps within others."""
    text = (
        'title = "A"\nsame = [["open:1", "minor:2"]]\nmoved = [["open:3", "minor:4"]]\n'
        '[[fee]]\nname = "entry"\namount = "30"\nevents = ["open"]\ntitles = "GM, im"\n'
        'under = 18\n[[event]]\nfolder = "open"\nminutes = 90\n'
    )
    file = read_congress(text.encode())
    assert file.congress.events[0].minutes == 90
    assert file.congress.fees.rules[0].titles == ("GM", "IM")
    written = congress_text(file, file.congress)
    assert read_congress(written.encode()).congress == file.congress
    assert "[[event]]" in written
    later = read_congress(f'{text}screen = {{ hall = "A" }}\n'.encode())
    assert later.unknown == ("event.screen",)
    again = read_congress(congress_text(later, later.congress).encode())
    assert again.raw["event"] == [{"folder": "open", "minutes": 90, "screen": {"hall": "A"}}]
    assert again.congress == file.congress


def test_amounts_are_exact_however_they_are_written() -> None:
    file = read_congress(b'title = "A"\n[[fee]]\namount = 35.5\nearly = "30,10"\n[[fee]]\namount=7')
    assert [(r.amount, r.early) for r in file.congress.fees.rules] == [(3550, 3010), (700, None)]
    assert Congress("A") == read_congress(b'title = "A"').congress


def test_an_event_moved_away_under_an_open_desk_is_said_and_the_others_go_on(
    hall: CongressStore,
) -> None:
    for store in hall.stores.values():
        publish(store)
    hall.path("minor").rename(hall.folder / "elsewhere")
    hall.refresh()
    assert "Minor" in words(hall)
    hall.do("open", EnterResult(1, "1-0", None))
    with pytest.raises(Refused):
        hall.do("minor", EnterResult(101, "1-0", None))
    (hall.folder / "elsewhere").rename(hall.path("minor"))
    hall.refresh()
    hall.do("minor", EnterResult(101, "1-0", None))
    assert words(hall) == ""


def test_events_of_one_name_are_told_apart_by_their_folders(hall: CongressStore) -> None:
    shutil.copytree(hall.path("open"), hall.path("copy"))
    hall.change(lambda c: c.joined_by(EventPlan("copy")), "joining")
    assert [one.name for one in hall.members] == ["Open (open)", "Minor", "Open (copy)"]
    assert "Open (open) and Open (copy) share boards" in words(hall)
    shutil.rmtree(hall.path("copy"))
    again = open_congress(hall.folder, read_only=True)
    assert [one.name for one in again.members] == ["Open", "Minor"]


def test_what_was_paid_for_a_deleted_entry_is_said_and_kept(hall: CongressStore) -> None:
    hall.pay("minor", "4", 3500)
    hall.do("minor", RemoveEntrant("4"))
    assert "35.00 was paid for Hal (Minor:4), who is in no event of the congress" in words(hall)
    assert [p.amount for p in open_congress(hall.folder).cash_list()] == [3500]


def test_a_cash_list_that_cannot_be_read_is_never_written_over(hall: CongressStore) -> None:
    hall.pay("minor", "4", 3500)
    cash = hall.folder / "cash.toml"
    cash.write_text(cash.read_text().replace('"35.00"', '"35.0x"'))
    before = cash.read_bytes()
    assert hall.changed()
    assert hall.refresh()
    assert "cannot be read now: cash.toml:" in words(hall)
    with pytest.raises(Refused, match="is not an amount of money"):
        hall.pay("open", "1", 100)
    assert cash.read_bytes() == before


@pytest.mark.parametrize("broken", ["[[payment\n", None])
def test_payments_hold_while_the_cash_list_cannot_be_read(
    hall: CongressStore, broken: str | None
) -> None:
    hall.pay("minor", "4", 3500)
    cash, paid = hall.folder / "cash.toml", hall.payments
    before = cash.read_text()
    if broken is None:
        cash.unlink()
    else:
        cash.write_text(broken)
    assert hall.refresh()
    assert hall.payments == paid
    with pytest.raises(Refused) as refused:
        hall.pay("open", "1", 100)
    found = "cash.toml:1:10: the bracket of a heading is not closed, as in [[payment]]"
    assert (found if broken else "cash.toml is gone") in refused.value.located
    assert "until then no payment is entered" in refused.value.located
    cash.write_text(before)
    assert hall.refresh()
    assert "cash.toml" not in words(hall)
    hall.pay("open", "1", 100)
    assert [one.amount for one in open_congress(hall.folder).cash_list()] == [3500, 100]


def test_payments_that_vanish_from_the_cash_list_are_missed_at_an_open_desk(
    hall: CongressStore,
) -> None:
    hall.pay("open", "1", 3500)
    cash = hall.folder / "cash.toml"
    older = cash.read_bytes()
    hall.pay("minor", "1", 100)
    cash.write_bytes(older)
    assert "cash.toml lacks 1 payment that it had" in words(hall)
    assert [one.amount for one in hall.payments or ()] == [3500, 100]
    with pytest.raises(Refused, match=r"1\.00 from Eva.* put them back"):
        hall.pay("open", "2", 100)
    assert cash.read_bytes() == older
    anew = open_congress(hall.folder)
    anew.pay("minor", "1", 100)
    anew.pay("open", "2", 200)
    assert [one.amount for one in anew.cash_list()] == [3500, 100, 200]


def test_payments_that_an_older_cash_list_lacks_are_named_though_no_desk_was_open(
    hall: CongressStore,
) -> None:
    hall.pay("open", "1", 3500)
    cash = hall.folder / "cash.toml"
    older = cash.read_bytes()
    assert "lacks" not in words(open_congress(hall.folder))
    hall.pay("minor", "1", 100)
    hall.pay("open", "2", 200)
    whole = cash.read_bytes()
    cash.write_bytes(older)
    again = open_congress(hall.folder)
    assert "cash.toml lacks 2 payments that had been entered: 1.00 from Eva" in words(again)
    # they are not forgotten with the next payment
    again.pay("open", "2", 500)
    assert "lacks 2 payments" in words(open_congress(hall.folder))
    cash.unlink()
    assert "lacks 4 payments" in words(open_congress(hall.folder))
    cash.write_bytes(whole)
    assert "lacks 1 payment that" in words(open_congress(hall.folder))
    (hall.folder / ".cash").unlink()
    assert "lacks" not in words(open_congress(hall.folder))


def test_nobody_is_called_unpaid_where_the_cash_list_could_never_be_read(
    hall: CongressStore,
) -> None:
    hall.change(lambda now: replace(now, fees=Fees("EUR", "", (FeeRule("All", 4000),))), "test")
    hall.pay("open", "1", 4000)
    cash = hall.folder / "cash.toml"
    before = cash.read_text()
    cash.write_text("[[payment\n")
    again = open_congress(hall.folder)
    assert {(one.paid, one.owed) for one in again.accounts("2026-01-01")} == {(None, None)}
    assert all(one.due for one in again.accounts("2026-01-01"))
    with pytest.raises(Refused, match="bracket"):
        again.cash_list()
    cash.unlink()
    with pytest.raises(Refused, match=r"cash.toml is gone"):
        again.cash_list()
    cash.write_text(before)
    paid = {one.person.name: one.paid for one in again.accounts("2026-01-01")}
    assert paid["Ann"] == 4000


def test_the_same_payment_sent_again_is_asked_about_and_with_its_key_counts_once(
    hall: CongressStore,
) -> None:
    hall.pay("open", "1", 4000)
    with pytest.raises(NotAgreed, match="from Ann is in the cash list already"):
        hall.pay("open", "1", 4000)
    hall.pay("open", "1", 500)
    hall.pay("open", "1", 4000)
    hall.pay("open", "1", 4000, agreed=Level.CONFIRM)
    for _ in range(2):
        hall.pay("open", "2", 4000, key="till 7")
    with pytest.raises(Refused, match="the key till 7 is of another payment"):
        hall.pay("open", "2", 3000, key="till 7")
    assert [p.amount for p in open_congress(hall.folder).cash_list()] == [
        4000,
        500,
        4000,
        4000,
        4000,
    ]
