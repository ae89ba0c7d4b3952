"""The tables: every row balances, a row that does not is refused by name, wrong sizes too."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from engine.refusal import Refused
from formats.gnot.tables import balances, layout, layouts, read_layouts
from tests.sampling import each

TEXT = files("formats.gnot").joinpath("tables.toml").read_text(encoding="utf-8")
ROWS = re.findall(r'\[\[row\]\]\nname = "(\w+)"', TEXT)

# the numbers of the regulations: Pool A, Pool B, triangle, winners and lucky losers to Pool A,
# winners, lucky losers and triangle to the DKO, SKO round 1, of it losers of A, winners and lucky
# losers of B, triangle, Swiss round 1; then winners and lucky losers to SKO round 2, Swiss round 2
PRINTED = {
    "20": (12, 8, 0, 10, 2, 6, 2, 0, 10, 4, 4, 2, 0, 2, 5, 3, 4),
    "21": (10, 8, 3, 9, 1, 5, 2, 1, 10, 3, 4, 1, 2, 3, 5, 3, 5),
    "22": (14, 8, 0, 11, 3, 7, 1, 0, 12, 6, 4, 2, 0, 2, 6, 2, 6),
    "23": (12, 8, 3, 10, 2, 6, 1, 1, 12, 5, 4, 1, 2, 3, 6, 2, 7),
    "24": (14, 10, 0, 12, 2, 7, 1, 0, 12, 6, 5, 1, 0, 4, 6, 2, 8),
    "25": (12, 10, 3, 11, 1, 6, 1, 1, 12, 5, 5, 0, 2, 5, 6, 2, 9),
    "26": (14, 12, 0, 13, 1, 7, 1, 0, 14, 6, 6, 2, 0, 4, 7, 1, 10),
    "27a": (12, 12, 3, 12, 0, 6, 1, 1, 14, 5, 6, 1, 2, 5, 7, 1, 11),
    "27b": (14, 10, 3, 12, 2, 7, 0, 1, 14, 7, 5, 0, 2, 5, 7, 1, 11),
    "28": (16, 12, 0, 14, 2, 8, 0, 0, 14, 8, 6, 0, 0, 6, 7, 1, 12),
    "30": (16, 14, 0, 15, 1, 8, 0, 0, 16, 8, 7, 1, 0, 6, 8, 0, 14),
    "31": (14, 14, 3, 14, 0, 7, 0, 1, 16, 7, 7, 0, 2, 7, 8, 0, 15),
    "32": (16, 16, 0, 16, 0, 8, 0, 0, 16, 8, 8, 0, 0, 8, 8, 0, 16),
}  # fmt: skip
COLUMNS = [
    "pool_a",
    "pool_b",
    "triangle",
    "winners_a",
    "lucky_a",
    "winners_dko",
    "lucky_dko",
    "triangle_dko",
    "sko_1",
    "losers_a",
    "winners_b",
    "lucky_b",
    "triangle_sko",
    "swiss_1",
    "winners_sko_2",
    "lucky_sko_2",
    "swiss_2",
]


@pytest.mark.parametrize("name", PRINTED)
def test_a_row_that_adds_up_stands_as_it_is_printed(name: str) -> None:
    row = layouts()[name]
    assert tuple(getattr(row, column) for column in COLUMNS) == PRINTED[name]
    assert row.printed == {}
    assert row.remark == ""


def test_29_is_corrected_beside_what_is_printed() -> None:
    found = {name: row.printed for name, row in layouts().items() if row.printed}
    assert found.keys() == {"29"}
    row = layouts()["29"]
    assert (row.sko_1, row.losers_a, row.lucky_b, row.swiss_1) == (16, 7, 1, 5)
    printed = [found["29"][key] for key in ("sko_1", "losers_a", "lucky_b", "swiss_1")]
    assert printed == [14, 8, 0, 7]
    assert "SKO round 1 16 (printed 14)" in row.remark


def test_there_is_a_row_for_every_size_from_20_and_two_for_27() -> None:
    names = [*map(str, range(20, 27)), "27a", "27b", *map(str, range(28, 33))]
    assert list(layouts()) == ROWS == names
    for row in layouts().values():
        assert all(now == must for _, now, must in balances(row)), row.name


@pytest.mark.parametrize("name", ROWS)
@each("column", [*COLUMNS, "losers_sko_1", "teams"])
def test_any_number_changed_by_one_is_refused_naming_the_row_and_what_fails(
    name: str, column: str
) -> None:
    head, mark, rest = TEXT.partition(f'name = "{name}"\n')
    row, _, after = rest.partition("[[row]]")
    changed = re.sub(
        rf"(?m)^{column} = (\d+)$", lambda found: f"{column} = {int(found[1]) + 1}", row, count=1
    )
    assert changed != row
    with pytest.raises(Refused) as refused:
        read_layouts(head + mark + changed + (f"[[row]]{after}" if after else ""))
    if "does not balance" in refused.value.what:
        assert f"row {name} does not balance" in refused.value.what
        assert ": it has " in refused.value.why
    else:
        # 33 teams are out of bounds before anything is added up
        assert (name, column) == ("32", "teams")
        assert "row 32: teams is 33" in refused.value.what


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("pool_b = 8\n", "", "row 20 has no pool_b"),
        ("pool_b = 8\n", "pool_b = 8\npool_c = 1\n", "row 20 has 'pool_c'"),
        ("pool_b = 8\n", 'pool_b = "8"\n', "row 20: pool_b is '8'"),
        ("pool_b = 8\n", "pool_b = true\n", "row 20: pool_b is True"),
        ("pool_b = 8\n", "pool_b = -8\n", "row 20: pool_b is -8"),
        ('name = "21"', 'name = "20"', "row 20"),
        ("pool_b = 8\n", "pool_b = \n", "cannot be read"),
    ],
)
def test_a_damaged_table_is_refused_in_words(old: str, new: str, told: str) -> None:
    with pytest.raises(Refused, match=re.escape(told)):
        read_layouts(TEXT.replace(old, new, 1))


@pytest.mark.parametrize("teams", [1, 15, 33, 1000])
def test_fewer_than_16_and_more_than_32_are_refused_naming_what_fits(teams: int) -> None:
    with pytest.raises(Refused) as refused:
        layout(teams)
    assert f"{teams} teams" in refused.value.what
    assert "16 to 32" in refused.value.why
    assert "double_knockout" in refused.value.remedy


def test_the_director_picks_the_layout_for_27() -> None:
    a, b = layout(27), layout(27, "27b")
    assert a is not None
    assert b is not None
    assert (a.pool_a, b.pool_a) == (12, 14)


def test_half_less_one_choose_from_as_many_but_at_23_from_all_others() -> None:
    found = {name: (row.choosers, row.chosen_from) for name, row in layouts().items()}
    assert found.pop("23") == (5, 7)
    assert found["32"] == (7, 7)
    assert all(choosers == lowest for choosers, lowest in found.values())
