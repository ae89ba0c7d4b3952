"""Prizes on paper and pages: lists, receipts, diplomas, in the languages of the house."""

from __future__ import annotations

import csv
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from engine.actions import ChangeSettings, CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.prizes.allocation import allocate
from engine.prizes.plan import (
    OddCents,
    PlacePrize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
)
from engine.protocol import numbers
from engine.refusal import Refused
from saves.backup import backup, restore_backup
from saves.prizes.events import giving_of_event, of_event
from saves.prizes.file import plan_of
from saves.prizes.numerals import sum_in_words
from saves.prizes.paper import PRIZE_PAGES, PrizeGiving, prizes_html
from saves.prizes.sheets import prize_grids, prizes_csv
from saves.store import Store, create_event
from tests.engine.test_prizes import given_by, prizes, standing
from tests.playing import enter, play
from tui.exports import EXPORTS, ExportOrder

PLAN = """
currency = "NOK"
[[prizes]]
name = "Åpen"
amounts = ["300.50", "100"]
goods = ["pokal"]
[[prizes]]
name = "U1500"
amounts = ["40"]
rating_below = 1500
least = 9
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = create_event(tmp_path / "open", CreateEvent("Voss Åpen", "round_robin", {}, 5))
    names = ("Ødegård, Åse", "Łoś, Čeněk", "Şimşek, İpek", "Þór, Ægir")
    people = tuple(Entrant("", n, rating=1400 + at) for at, n in enumerate(names))
    store.do(ImportEntrants(people, insist=True))
    play(store, 3, "1-0", last_open=True)
    (store.folder / "prizes.toml").write_text(PLAN)
    return store


def _order(store: Store, **more: str) -> ExportOrder:
    return ExportOrder(store.event, store.format, head=store.head, folder=store.folder, **more)  # type: ignore[arg-type]


def _page(store: Store) -> str:
    plan = plan_of(store.folder)
    assert plan is not None
    return prizes_html(giving_of_event(store, allocate(plan, of_event(store)))).decode()


def test_every_page_says_that_it_is_provisional_until_the_end(store: Store) -> None:
    page = _page(store)
    assert "provisional: 2 games are open" in page
    assert "not given: 4 eligible, 9 needed" in page
    assert f"action {store.event.revision}" in page
    enter(store)
    page = _page(store)
    assert "provisional" not in page
    assert "Purse 440.50 NOK, given 400.50 NOK, left 40.00 NOK" in page


@pytest.mark.parametrize(
    ("code", "word"), [("de", "vorläufig"), ("fr", "provisoire"), ("es", "provisional")]
)
def test_the_list_is_in_the_halls_language(store: Store, code: str, word: str) -> None:
    store.do(ChangeSettings({"language": code}))
    page = _page(store)
    assert word in page
    assert "Ødegård, Åse" in page


def test_paper_has_a_receipt_and_a_diploma_for_each_winner(store: Store) -> None:
    files = EXPORTS["prizes"].files(_order(store))
    assert set(files) == {"prizes.html", "prizes.csv", "prizes.pdf", "receipts.pdf", "diplomas.pdf"}
    winners = {row.split(",")[5] for row in files["prizes.csv"].decode().splitlines()[1:]} - {""}
    assert files["diplomas.pdf"].startswith(b"%PDF")
    assert files["diplomas.pdf"].count(b"/Type /Page\n") in (0, len(winners))
    assert EXPORTS["pdf"].write(_order(store, page="prizes")) == files["prizes.pdf"]


def test_of_goods_alone_no_purse_of_nothing_is_said(store: Store) -> None:
    (store.folder / "prizes.toml").write_text('[[prizes]]\nname = "A"\ngoods = ["cup"]\n')
    page = _page(store)
    assert "cup" in page
    assert "0.00" not in page


def test_both_lines_of_a_diploma_say_what_they_are_for(store: Store) -> None:
    plan = plan_of(store.folder)
    assert plan is not None
    giving = giving_of_event(store, allocate(plan, of_event(store)))
    (part,) = PRIZE_PAGES["diplomas"](giving)
    assert part["words"]["where"] == "Place and date"
    assert part["words"]["signature"] == "Chief arbiter"
    store.do(ChangeSettings(details={"place": "Voss"}))
    giving = giving_of_event(store, allocate(plan, of_event(store)))
    assert PRIZE_PAGES["diplomas"](giving)[0]["words"]["where"] == "Voss"


def test_each_row_of_the_list_is_true_by_itself_where_prizes_are_shared() -> None:
    """US Chess 32B2 and 32B3: four of Section A share its prizes, one of Section B is level with
    them and has a prize of that section; nobody stands beside the prize of another section, and
    the shares of a prize add up to it."""
    sections = [prizes("Section A", 150, 100, 50, section=("A",)),
                prizes("Section B", 120, 60, section=("B",))]  # fmt: skip
    fields = {n: {"section": "A"} for n in ("Kim", "Mia", "Ned", "Ola")}
    fields |= {n: {"section": "B"} for n in ("Una", "Top")}
    people = standing("Top", "Kim Mia Ned Ola Una", fields=fields)
    outcome = given_by(PrizePlan(tuple(sections)), people)
    by_prize, by_player = prize_grids(outcome, (), {"": "Open"})
    shared = "Section A, 1st, 2nd, 3rd"
    assert [tuple(map(str, row)) for row in by_prize.rows] == [
        (shared, "300.00", "Kim", "8", "75.00"),
        (shared, "", "Mia", "8", "75.00"),
        (shared, "", "Ned", "8", "75.00"),
        (shared, "", "Ola", "8", "75.00"),
        ("Section B, 1st", "120.00", "Top", "9", ""),
        ("Section B, 2nd", "60.00", "Una", "8", ""),
    ]
    assert ("Una", "Section B, 2nd", "60.00") in by_player.rows
    assert ("Kim", shared, "75.00") in by_player.rows


def test_prizes_that_are_shared_are_one_line_of_a_receipt_and_of_a_diploma(store: Store) -> None:
    """Nobody came first, second and third."""
    outcome = given_by(PrizePlan((prizes("Open", 100, 80, 60),)), standing("A B C"))
    giving = PrizeGiving(outcome, {"": store.event}, {"": "Open"}, "Open")
    (receipts,), (diplomas,) = PRIZE_PAGES["receipts"](giving), PRIZE_PAGES["diplomas"](giving)
    lines = [dict(one["lines"]) for one in receipts["receipts"]]
    assert {each["for"] for each in lines} == {"Open, 1st, 2nd, 3rd"}
    assert all(one["prizes"] == ["Open, 1st, 2nd, 3rd"] for one in diplomas["diplomas"])


def test_the_csv_of_prizes_has_the_number_that_other_lists_have(store: Store) -> None:
    plan = plan_of(store.folder)
    assert plan is not None
    giving = giving_of_event(store, allocate(plan, of_event(store)))
    rows = list(csv.DictReader(prizes_csv(giving.outcome, giving.events, giving.names).split("\n")))
    known = numbers(store.format, store.event)
    assert any(row["no"] != row["id"] for row in rows if row["id"])
    assert all(row["no"] == str(known[row["id"]]) for row in rows if row["id"])


@pytest.mark.parametrize("unit", [1, 5, 100])
@pytest.mark.parametrize("odd", OddCents)
@pytest.mark.parametrize("ties", TieRule)
def test_the_csv_of_prizes_adds_up_to_the_purse_and_paper_says_how_shares_are_rounded(
    unit: int, odd: OddCents, ties: TieRule
) -> None:
    lists = (
        prizes("Open", 333.33, 200.2, 100.02), prizes("U1800", 50, rating_below=1800),
        prizes("Girls", 40, sex="w"), prizes("U1500", 80, rating_below=1500, least=(3,),
                                             otherwise="half"),
    )  # fmt: skip
    plan = PrizePlan(lists, purse=100_000, ties=ties, odd_cents=odd, unit=unit, currency="EUR")
    people = standing("A:2000 B:1790 C:1900", "D:1700 E:1400")
    people = [replace(one, rank=1 if one.level == 0 else 4) for one in people]
    outcome = given_by(plan, people)
    rows = list(csv.DictReader(prizes_csv(outcome, {}, {}).split("\n")))
    cells = [row[column] for row in rows for column in ("share", "left") if row[column]]
    assert sum(map(Decimal, cells)) == Decimal("1000.00")
    assert sum(Decimal(row["left"]) for row in rows if row["left"]) * 100 == outcome.left
    assert all(bool(row["left"]) == bool(row["why"]) for row in rows)
    notes = " ".join(prize_grids(outcome, [], {})[0].notes)
    assert f"rounded down to multiples of {unit / 100:.2f} EUR" in notes


def test_a_pool_of_two_lists_is_printed_with_what_each_has_of_which() -> None:
    lists = (prizes("Open", 100, 80, 60), prizes("U1700", 40, rating_below=1700))
    outcome = given_by(PrizePlan(lists), standing("A:2100", "B:1655 C:1988 D:1795"))
    rows = [tuple(map(str, row)) for row in prize_grids(outcome, (), {"": "Open"})[0].rows]
    assert rows == [
        ("Open, 1st", "100.00", "A", "9", ""),
        ("Open, 2nd, 3rd", "140.00", "B", "8", "20.00"),
        ("Open, 2nd, 3rd", "", "C", "8", "60.00"),
        ("Open, 2nd, 3rd", "", "D", "8", "60.00"),
        ("U1700", "40.00", "B", "8", ""),
    ]


def test_without_a_plan_nothing_is_printed(store: Store) -> None:
    (store.folder / "prizes.toml").unlink()
    with pytest.raises(Refused, match="no plan of prizes"):
        EXPORTS["prizes"].files(_order(store))


def test_a_backup_has_the_plan_and_gives_it_back(store: Store, tmp_path: Path) -> None:
    backup(store.folder, tmp_path / "open.tar")
    restore_backup(tmp_path / "open.tar", tmp_path / "again")
    assert plan_of(tmp_path / "again") == plan_of(store.folder) is not None


@pytest.mark.parametrize(
    ("code", "amount", "words"),
    [
        ("en", 16250, "one hundred and sixty-two, 50/100"),
        ("en", 1_005_00, "one thousand and five"),
        ("de", 1_21, "eins, 21/100"),
        ("de", 21_231_00, "einundzwanzigtausendzweihunderteinunddreißig"),
        ("fr", 71_00, "soixante et onze"),
        ("fr", 80_00, "quatre-vingts"),
        ("fr", 81_00, "quatre-vingt-un"),
        ("fr", 95_00, "quatre-vingt-quinze"),
        ("fr", 200_00, "deux cents"),
        ("fr", 1_280_00, "mille deux cent quatre-vingts"),
        ("fr", 80_000_00, "quatre-vingt mille"),
        ("es", 100_00, "cien"),
        ("es", 121_00, "ciento veintiuno"),
        ("es", 21_500_00, "veintiún mil quinientos"),
        ("es", 31_031_00, "treinta y un mil treinta y uno"),
        ("en", 1_000_000_00, "one million"),
        ("de", 1_000_000_00, "eine Million"),
        ("fr", 17_00, "dix-sept"),
        ("fr", 1_000_000_00, "un million"),
        ("es", 1_000_000_00, "un millón"),
    ],
)
def test_sums_in_words(code: str, amount: int, words: str) -> None:
    assert sum_in_words(amount, code) == words


def test_a_hall_of_juniors_reads_scores_and_the_order_of_the_schools() -> None:
    """A list of cups has no empty column for shares, says with how many points each was won, and
    how every school did, with the players whose scores count."""
    cup = PrizeList("Overall", (PlacePrize(goods="cup"),))
    schools = PrizeList(
        "Best school", (PlacePrize(goods="shield"),), by=PrizeMeasure.SCHOOL, best=2
    )
    fields = {n: {"school": s} for n, s in zip("ABCD", ("Oak", "Elm", "Oak", "Elm"), strict=True)}
    fields["E"] = {"school": "Ash"}
    outcome = given_by(PrizePlan((cup, schools)), standing("A", "B", "C", "D", "E", fields=fields))
    by_prize, by_winner, table = prize_grids(outcome, (), {"": "Open"})
    assert [column.name for column in by_prize.columns] == ["Prize", "Award", "Winner", "Pts"]
    assert [tuple(map(str, row)) for row in by_prize.rows] == [
        ("Overall", "cup", "A", "9"),
        ("Best school", "shield", "Oak", "16"),
    ]
    assert by_winner.title == "Prizes by winner"
    assert table.title == "Best school"
    assert [tuple(map(str, row)) for row in table.rows] == [
        ("1", "Oak", "16", "A; C"),
        ("2", "Elm", "14", "B; D"),
        ("3", "Ash", "5", "E"),
    ]


def test_a_receipt_for_a_cup_has_no_line_for_a_sum(store: Store) -> None:
    outcome = given_by(
        PrizePlan((PrizeList("Overall", (PlacePrize(goods="cup"),)),)), standing("A", "B")
    )
    giving = PrizeGiving(outcome, {"": store.event}, {"": "Open"}, "Open")
    (receipts,) = PRIZE_PAGES["receipts"](giving)
    assert not {"sum", "words"} & {label for label, _ in receipts["receipts"][0]["lines"]}
