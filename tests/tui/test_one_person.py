"""One child entered twice, by parents and by the club, as the two write the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import AddEntrant, EditEntrant, ImportEntrants
from engine.actions.entries import perhaps_double
from engine.entrants import Entrant
from saves.entries_csv import read_entries
from tests.tui.desk_cli import CommandLine
from tests.tui.driver import MemoryDesk


def doubles(*entrants: Entrant | str) -> list[tuple[int, int]]:
    people = [Entrant("", one) if isinstance(one, str) else one for one in entrants]
    return list(perhaps_double(people))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Smith, John", "John Smith"),
        ("Smith John", "John Smith"),
        ("SMITH John", "Smith, John"),
        ("Müller, Jan", "Muller, Jan"),
        ("Müller, Jan", "Jan Mueller"),
        ("O'Brien, Una", "Una OBrien"),
        ("Anne-Marie Łuć", "Luc, Anne Marie"),
    ],
)
def test_the_same_words_are_perhaps_one_person(one: str, other: str) -> None:
    assert doubles("Cook, Eve", one, other) == [(1, 2)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Smith, John", "Smith, Jon"),
        ("Smith, John", "Smith, J"),
        ("Smith, John", "Smith, John Paul"),
        ("Thomas, Martin", "Martin, Thomas"),
        ("???", "!!!"),
    ],
)
def test_other_names_are_other_people(one: str, other: str) -> None:
    assert doubles(one, other) == []


def test_the_very_same_name_is_asked_about_already() -> None:
    assert doubles("Smith, John", "smith, john") == []


@pytest.mark.parametrize(
    "field", [{"birth": "2014"}, {"fide_id": "1"}, {"national_id": "B"}, {"sex": "w"}]
)
def test_what_is_known_of_both_tells_them_apart(field: dict[str, str]) -> None:
    known = {"birth": "2012-05-01", "fide_id": "2", "national_id": "A", "sex": "m"}
    here = {key: known[key] for key in field}
    assert doubles(Entrant("", "Li Wei", **here), Entrant("", "Wei Li", **field)) == []  # type: ignore[arg-type]
    assert doubles(Entrant("", "Li Wei"), Entrant("", "Wei Li", **field)) == [(0, 1)]  # type: ignore[arg-type]


def test_it_is_said_and_done() -> None:
    desk = MemoryDesk.created("dutch")
    desk.do(ImportEntrants((Entrant("", "Smith, John"), Entrant("", "Cook, Eve"))))
    new = AddEntrant(Entrant("", "John Smith"))
    (warning,) = new.warned(desk.event, desk.format)
    assert warning.facts["other"] == "Smith, John"
    desk.do(new)
    assert len(desk.event.entrants) == 3
    listed = ImportEntrants((Entrant("", "Eve Cook"), Entrant("", "Cook Eve")))
    assert [w.facts["name"] for w in listed.warned(desk.event, desk.format)] == [
        "Eve Cook", "Cook Eve",
    ]  # fmt: skip
    assert EditEntrant("2", {"name": "Smith Jöhn"}).warned(desk.event, desk.format)
    assert not EditEntrant("2", {"name": "Cook Eve"}).warned(desk.event, desk.format)
    assert not EditEntrant("3", {"rating": 1500}).warned(desk.event, desk.format)


def test_a_list_names_both_lines_and_needs_no_yes() -> None:
    read = read_entries(b"name,club\nSmith John,A\nEve Cook,B\nJohn Smith,C\n", "x.csv")
    assert not read.duplicates
    said = "x.csv:4:1: John Smith may be Smith John (line 2), one person entered twice"
    assert list(read.warnings) == [said]


def test_the_command_line_warns(topboard: CommandLine, tmp_path: Path) -> None:
    topboard.done("new", tmp_path / "x", "--format", "dutch")
    topboard.done("add", tmp_path / "x", "Smith, John")
    result = topboard("add", tmp_path / "x", "John Smith")
    assert result.status == 0
    assert "John Smith may be Smith, John (Id 1), one person entered twice" in result.err
    listed = tmp_path / "more.csv"
    listed.write_text("name\nSmith John\n")
    result = topboard("import", tmp_path / "x", listed)
    assert result.status == 0
    assert "Smith John may be Smith, John (Id 1)" in result.err
