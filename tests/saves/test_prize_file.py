"""`prizes.toml`: what it says comes back as it was, and what is wrong is said with its line."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from engine.entrants import Entrant
from engine.prizes.allocation import allocate
from engine.prizes.contenders import PrizeEvent
from engine.prizes.plan import (
    Conditions,
    OddCents,
    PlacePrize,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from engine.refusal import BadSetting, Refused
from formats.registry import format_named
from saves.disk import Disk, here, locked
from saves.prizes.file import (
    EXAMPLE,
    example_of,
    head_of,
    keep_plan,
    list_of,
    list_row,
    plan_of,
    plan_text,
    read_plan,
)
from saves.toml import BadSave
from tests.playing import begun, play

FULL = PrizePlan(
    (
        PrizeList(
            'Open "A"',
            (PlacePrize(30050, goods="cup", worth=2000), PlacePrize(percent=Decimal("12.5"))),
            event="open",
            ties=TieRule.HORT,
        ),
        PrizeList(
            "Ødegård memorial",
            (PlacePrize(0, goods="bok"),),
            by=PrizeMeasure.SCHOOL,
            who=Conditions(
                rating_from=1400, rating_below=1800, ungraded=Ungraded.IN, age_below=18, age_from=9,
                sex="w", federation=("NOR", "SWE"), club=("Voss",), games=5, fee_paid=True,
            ),
            beside=False,
            least=(3, 6),
            otherwise="half",
            best=3,
        ),
        PrizeList("Board 1", (PlacePrize(5000),), by=PrizeMeasure.PERCENTAGE, board=1),
        PrizeList("Best reserve", (PlacePrize(2000),), board="reserve"),
    ),
    purse=100000, currency="NOK", one_prize=False, ties=TieRule.TIE_BREAK,
    odd_cents=OddCents.LEFT, unit=100, conditions=Conditions(games=4),
)  # fmt: skip


@pytest.mark.parametrize("plan", [EXAMPLE, FULL, PrizePlan()])
def test_a_plan_comes_back_from_its_file_as_it_was(plan: PrizePlan, tmp_path: Path) -> None:
    keep_plan(tmp_path, plan, None)
    assert plan_of(tmp_path) == plan
    assert plan_of(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("row", "line", "said"),
    [
        ('name = "A"\namounts = ["3O"]', 3, "'3O' is not an amount"),
        ('name = "A"\namounts = [3.005]', 3, "'3.005' is not an amount"),
        ('name = "A"\namounts = ["-5"]', 3, "'-5' is not an amount"),
        ('name = "A"\namounts = ["20%"]', 3, "a share needs the purse"),
        ('name = "A"', 1, "needs amounts"),
        ('amounts = ["5"]', 1, "needs a name"),
        ('name = "A"\namounts = [5]\nrating_bellow = 1800', 4, "rating_bellow is not a key"),
        ('name = "A"\namounts = [5]\nrating_from = 1800\nrating_below = 1800', 4, "no rating is"),
        ('name = "A"\namounts = [5]\nties = "toss"', 4, 'one of "equal", "tie-break", "hort"'),
        ('name = "A"\namounts = [5]\nsex = "x"', 4, 'must be "w" or "m"'),
        ('name = "A"\namounts = [5]\n[[prizes]]\nname = "a"\namounts = [5]', 5, "two lists 'a'"),
        ('name = "A"\namounts = [', 0, "at end of"),
        ('name = "A"\namounts = [5]\nboard = 0', 4, 'board must be 1 to 50, "reserve" or "any"'),
        ('name = "A"\namounts = [5]\nboard = true', 4, "board must be"),
        ('name = "A"\namounts = [5]\nboard = "top"', 4, "board must be"),
        ('name = "A"\namounts = [5]\nleast = "3"', 4, "least must be a number"),
        ('name = "A"\namounts = [5]\nleast = [3, -1]', 4, "least must be a number"),
        ('name = "A"\ngoods = [5]', 3, 'goods must be texts, as ["cup", "medal"]'),
        ('name = "A"\ngoods = ["cup"]\nworth = ["5", "6"]', 4, "worth is of goods"),
        (f'name = "A"\namounts = {["5"] * 201}', 3, "more than 200 places"),
        ('name = "A"\namounts = [5]\nby = "percentage"', 4, "give the board too"),
        ('name = "A"\namounts = [5]\nby = "club"\nboard = 1', 5, "a club has no board"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(row: str, line: int, said: str) -> None:
    with pytest.raises(BadSave) as refusal:
        read_plan(f"[[prizes]]\n{row}\n".encode())
    assert said in refusal.value.what or not line
    assert not line or refusal.value.row == line


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('purse = "100"\nprizes = "none"', 2, "write each list of prizes under a line"),
        ("prizes = [1]", 1, "write each list of prizes under a line"),
        ("conditions = 3", 1, "write the conditions under a line [conditions]"),
        ('unit = "0"', 1, "unit must be more than nothing"),
        ('purse = "100"\n[[prizes]]\nname = "A"\namounts = ["x%"]', 4, "'x%' is no share"),
        ('purse = "100"\n[[prizes]]\nname = "A"\namounts = ["101%"]', 4, "'101%' is no share"),
        ('purse = "100"\n[[prizes]]\nname = "A"\namounts = ["0%"]', 4, "'0%' is no share"),
    ],
)
def test_what_is_wrong_above_the_lists_or_with_a_share_is_said_with_its_line(
    text: str, line: int, said: str
) -> None:
    with pytest.raises(BadSave) as refusal:
        read_plan(text.encode())
    assert said in refusal.value.what
    assert refusal.value.row == line


def test_a_plan_too_long_to_be_one_is_refused() -> None:
    lists = "".join(f'[[prizes]]\nname = "L{n}"\namounts = [5]\n' for n in range(201))
    with pytest.raises(BadSave, match="201 lists of prizes; the limit is 200"):
        read_plan(lists.encode())
    with pytest.raises(BadSave, match="more than 1,048,576 bytes"):
        read_plan(b"#" * ((1 << 20) + 1))


def test_one_value_may_stand_without_brackets_and_a_share_with_a_comma() -> None:
    plan = read_plan(
        b'purse = "200"\n[[prizes]]\nname = "A"\namounts = "12,5%"\nleast = 3\nboard = "any"\n'
    )
    (one,) = plan.lists
    assert one.places == (PlacePrize(percent=Decimal("12.5")),)
    assert plan.money(one.places[0]) == 2500
    assert (one.least, one.board) == ((3,), "any")


def test_amounts_may_have_a_sign_or_a_code_of_a_currency_and_nothing_else() -> None:
    rows = '[[prizes]]\nname = "Open"\namounts = ["50€", "£40.50", "30 EUR", "$ 20"]'.encode()
    assert [place.money for place in read_plan(rows).lists[0].places] == [5000, 4050, 3000, 2000]
    with pytest.raises(BadSave, match=r'write it as "35\.00"'):
        read_plan(rows.replace(b"30 EUR", b"3 EUR 0"))


def test_a_wrong_word_in_the_form_of_the_whole_plan_is_said_by_its_field() -> None:
    assert head_of({"currency": "EUR", "ties": "hort"}) == PrizePlan(
        currency="EUR", ties=TieRule.HORT
    )
    with pytest.raises(BadSetting) as refusal:
        head_of({"unit": "none"})
    assert refusal.value.key == "unit"


@pytest.mark.parametrize("word", ["w", "f", "F", "female"])
def test_the_sex_of_a_prize_is_written_as_in_an_entry_list(tmp_path: Path, word: str) -> None:
    (tmp_path / "prizes.toml").write_text(f'[[prizes]]\nname = "A"\namounts = [5]\nsex = "{word}"')
    plan = plan_of(tmp_path)
    assert plan is not None
    assert plan.lists[0].who.sex == "w"


def test_the_example_of_a_congress_has_prizes_in_every_event_and_one_over_all(
    tmp_path: Path,
) -> None:
    event, format = begun(format_named("kjca"), []).event, format_named("kjca")
    plan = example_of([PrizeEvent(key, key, event, format) for key in ("open", "minor")])
    assert [(one.event, one.name) for one in plan.lists] == [
        ("open", "Overall"), ("open", "Women"), ("minor", "Overall"), ("minor", "Women"),
        ("", "Best performance"),
    ]  # fmt: skip
    keep_plan(tmp_path, plan, None)
    assert plan_of(tmp_path) == plan


def test_an_example_can_be_read_by_hand() -> None:
    text = plan_text(EXAMPLE)
    assert text.startswith("# The plan of prizes.")
    assert 'name = "U1800"' in text


def test_a_plan_that_another_desk_changed_is_refused_and_never_written_over(
    tmp_path: Path,
) -> None:
    keep_plan(tmp_path, EXAMPLE, None)
    first = EXAMPLE.lists[0]
    here, there = EXAMPLE.without(first), replace(EXAMPLE, currency="NOK")
    keep_plan(tmp_path, here, EXAMPLE)
    with pytest.raises(Refused, match=f"changed meanwhile: {first.name} is gone") as refusal:
        keep_plan(tmp_path, there, EXAMPLE)
    assert refusal.value.not_saved
    assert plan_of(tmp_path) == here
    with pytest.raises(Refused, match="it is there now"):
        keep_plan(tmp_path, EXAMPLE, None)
    keep_plan(tmp_path, replace(here, currency="NOK"), here)
    with pytest.raises(Refused, match="what holds for all of it is another"):
        keep_plan(tmp_path, EXAMPLE, here)


def test_a_plan_that_another_desk_is_writing_or_no_disk_takes_is_not_called_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.prizes.file.WAIT", 0)
    with locked(Disk(), tmp_path, here("prizes"), 0), pytest.raises(Refused) as refusal:
        keep_plan(tmp_path, EXAMPLE, None)
    assert plan_of(tmp_path) is None
    keep_plan(tmp_path, EXAMPLE, None)
    assert plan_of(tmp_path) == EXAMPLE
    with pytest.raises(Refused, match="the plan of prizes cannot be written") as refusal:
        keep_plan(tmp_path / "gone", EXAMPLE, None)
    assert refusal.value.not_saved


def test_a_plan_that_is_no_file_is_not_called_an_event(tmp_path: Path) -> None:
    (tmp_path / "prizes.toml").mkdir()
    with pytest.raises(Refused, match=r"the plan of prizes cannot be read: prizes\.toml: .*folder"):
        plan_of(tmp_path)


def test_the_example_of_an_event_with_schools_has_cups_for_children(tmp_path: Path) -> None:
    format = format_named("kjca")
    event = begun(format, [Entrant("", "Ann", school="Oak"), Entrant("", "Bea")]).event
    plan = example_of([PrizeEvent("", "", event, format)])
    assert not plan.currency
    assert not plan.total
    assert PrizeMeasure.SCHOOL in {one.by for one in plan.lists}
    keep_plan(tmp_path, plan, None)
    assert plan_of(tmp_path) == plan


def test_the_example_of_an_event_in_sections_has_their_places_in_its_currency() -> None:
    format = format_named("galway")
    people = [Entrant("", f"P{n}", rating=2000 - n) for n in range(40)]
    event = begun(format, people).event
    english = replace(event, details=(("federation", "ENG"),))
    plan = example_of([PrizeEvent("", "", english, format)])
    named = [f"Section {letter}" for letter in "ABCD"]
    assert [one.name for one in plan.lists] == named
    assert plan.currency == "GBP"
    memory = begun(format, people)
    play(memory, 1)
    outcome = allocate(plan, [PrizeEvent("", "", memory.event, format)])
    assert all(award.shares for award in outcome.awards), "every section has its winners"
    assert example_of([PrizeEvent("", "", event, format)]).currency == "EUR"


def test_money_that_goes_to_a_list_follows_its_new_name() -> None:
    first, band, *_ = EXAMPLE.lists
    assert band.otherwise == first.name == "Open"
    new = EXAMPLE.with_list(replace(first, name="Overall"), first)
    assert new.lists[1].otherwise == "Overall"
    assert new.lists[2:] == EXAMPLE.lists[2:]


@pytest.mark.parametrize("typed", ["2026-09-01", "1.9.2026", "31/08/2026"])
def test_the_day_of_ages_is_a_date(typed: str) -> None:
    row = {"name": "U11", "goods": ["cup"], "age_below": 11, "age_on": typed}
    one = list_of(row, None)
    assert list_row(one)["age_on"] in ("2026-09-01", "2026-08-31")
    with pytest.raises(BadSetting) as refusal:
        list_of(row | {"age_on": "9/8/2026"}, None)
    assert refusal.value.key == "age_on"
    assert "write 2026-08-09 or 2026-09-08" in str(refusal.value)


def test_the_example_of_teams_of_whom_nothing_else_is_known_has_places_alone() -> None:
    """Of bridge teams it had a rating band, women and the biggest upset, which nobody can win."""
    format = format_named("gnot")
    event = begun(format, [Entrant("", f"Team {n}") for n in range(16)]).event
    plan = example_of([PrizeEvent("", "", event, format)])
    assert [one.name for one in plan.lists] == ["Overall"]
    assert not plan.currency
