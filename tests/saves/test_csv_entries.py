"""Entry lists from CSV files, as arbiters send them and as they should never be."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import Entrant
from engine.points import HALF, NIL, ONE
from engine.refusal import Refused
from formats.settings import FormatSettings
from saves import foreign
from saves.columns_csv import ELSEWHERE, FIELD_OF, key_of
from saves.entries_csv import EntryList, read_entries
from saves.namesakes import two_names
from tests.saves.played import DATA
from tests.work import counted


def read(text: str | bytes, encoding: str | None = None, teams: bool = False) -> EntryList:
    data = text.encode() if isinstance(text, str) else text
    return read_entries(data, "list.csv", encoding, teams=teams)


def refusal(text: str | bytes, encoding: str | None = None) -> str:
    with pytest.raises(Refused) as caught:
        read(text, encoding)
    return caught.value.line


@pytest.mark.parametrize(
    ("file", "count", "separator"),
    [
        ("juniors-41.csv", 41, "comma"),
        ("open-72-semicolon.csv", 72, "semicolon"),
        ("congress-97.csv", 97, "comma"),
        ("diagonal-26.csv", 26, "comma"),
        ("teams-16.csv", 16, "comma"),
        ("teams-23.csv", 23, "comma"),
    ],
)
def test_real_entry_lists_come_in_whole_and_without_a_warning(file, count, separator) -> None:
    found = read_entries((DATA / "entries" / file).read_bytes(), file)
    assert len(found.entrants) == count
    assert found.warnings == ()
    assert found.notes == (f"{count} entrants, {separator}-separated",)


def test_no_two_fields_have_a_heading_in_common() -> None:
    """A heading that two rows of the table claimed would be read as the one that comes last."""
    headings = [(h, f.name) for f in ENTRANT_FIELDS.values() for h in (f.name, *f.headings)]
    headings += [(h, name) for name, more in ELSEWHERE.items() for h in more]
    meant = {key_of(heading): name for heading, name in headings}
    assert [(h, name) for h, name in headings if meant[key_of(h)] != name] == []
    assert meant.items() <= FIELD_OF.items()


def test_who_may_have_no_half_point_byes_is_not_taken_for_rounds() -> None:
    found = read("name,half byes,half_bye\nAnn,1 3,yes\nBea,,no\n").entrants
    assert [(e.half_bye, [bye.round for bye in e.byes]) for e in found] == [
        ("", [1, 3]),
        ("no", []),
    ]
    said = ("no", "No", "n", "not eligible", "yes", "Y", "")
    listed = "".join(f"P{n},{text}\n" for n, text in enumerate(said))
    found = read(f"name,half byes allowed\n{listed}").entrants
    assert [e.half_bye for e in found] == [*["no"] * 4, *[""] * 3]
    assert "P0: half-point byes: 'perhaps' is neither" in refusal("name,half_bye\nP0,perhaps\n")


def test_a_junior_brings_school_club_family_and_category() -> None:
    found = read_entries((DATA / "entries" / "juniors-41.csv").read_bytes(), "juniors-41.csv")
    karol, maeve, _, keira, *_ = found.entrants
    assert (karol.name, karol.rating, karol.school) == (
        "Yellowfurze, Karol",
        None,
        "Medway Grammar",
    )
    assert (maeve.rating, maeve.club, maeve.category) == (1345, "Castlebar", "U13")
    assert keira.family == "Björklund-1"
    assert {e.id for e in found.entrants} == {""}


def test_a_team_brings_seed_and_members() -> None:
    found = read_entries((DATA / "entries" / "teams-16.csv").read_bytes(), "teams-16.csv")
    assert found.entrants[0].seed == 1
    assert found.entrants[0].members[:2] == ("Orla Nuñebla", "Ultan Shanballa")


def test_half_point_byes_are_asked_for_by_round() -> None:
    found = read("Name,Half-Point Byes,zero point byes\nA,1 3,2\nB,,\n")
    byes = [(bye.round, bye.points) for bye in found.entrants[0].byes]
    assert byes == [(1, HALF), (2, NIL), (3, HALF)]
    assert found.entrants[1].byes == ()


def test_half_point_byes_are_worth_a_draw_of_the_event() -> None:
    three = FormatSettings(win_points=Decimal(3), draw_points=ONE)
    found = read_entries(b"name,byes\nA,2\n", "list.csv", scoring=three)
    assert found.entrants[0].byes[0].points == ONE


def test_a_zero_point_bye_is_worth_nothing_whatever_a_loss_is() -> None:
    three = FormatSettings(win_points=Decimal(3), draw_points=Decimal(2), loss_points=ONE)
    found = read_entries(b"name,zpb,fpb\nA,2,3\n", "list.csv", scoring=three)
    assert [bye.points for bye in found.entrants[0].byes] == [0, 3]


def test_a_list_of_one_is_counted_as_one() -> None:
    assert read("name\nAshgrove\n").notes == ("1 entrant, comma-separated",)


@pytest.mark.parametrize(
    "text",
    [
        "RATING;Forename;SURNAME;Fed\n1500;Ann;Lee;irl\n",
        "\ufeffSurname\tFirst name\tElo\tFederation\nLee\tAnn\t1500\tIRL\n",
        'sep=;\r\nplayer;rtg;country\r\n"Lee, Ann";1500;IRL\r\n',
        'Player,Grade,FED\r"Lee, Ann",1500,IRL\r',
        'name ,  "Rating", fed\n"Lee, Ann", 1500, IRL\n',
    ],
)
def test_headers_separators_and_line_ends_of_any_kind_mean_the_same(text) -> None:
    (ann,) = read(text).entrants
    assert (ann.name, ann.rating, ann.federation) == ("Lee, Ann", 1500, "IRL")


def test_titles_sexes_and_births_are_read_in_their_usual_forms() -> None:
    found = read(
        "name,title,sex,born\nA,gm,F,31.5.2012\nB,wf,male,2012\nC,,m,2012/05/31\nD,,,0000/00/00\n"
    )
    assert [e.title for e in found.entrants] == ["GM", "WFM", "", ""]
    assert [e.sex for e in found.entrants] == ["w", "m", "m", ""]
    assert [e.birth for e in found.entrants] == ["2012-05-31", "2012", "2012-05-31", ""]
    assert found.warnings == ()


def test_a_heading_of_several_words_is_answered_with_the_field_it_may_mean() -> None:
    read_list = read("name,Club grade,Where from\nAnn,1480,Kent\n")
    assert read_list.unread == (
        "columns 'Club grade', 'Where from' are not known and were not read "
        "(give 'Club grade' the heading 'rating' to have it read)",
    )
    both = read("name,rating,Club grade\nAnn,1500,1480\n")
    assert both.unread == ("column 'Club grade' is not known and was not read",)


def test_unknown_columns_are_named_never_dropped_in_silence() -> None:
    found = read("name,shoe size,elo,rating,,hat\nA,43,1500,1600,x,7\n")
    said = " / ".join(found.notes)
    assert "columns 'shoe size', 'hat' are not known and were not read" in said
    assert found.unread == found.notes[1:]
    assert "'rating' was not read: rating is in column 'elo'" in said
    assert "column 5 has no header" in said
    assert found.entrants[0].rating == 1500


@pytest.mark.parametrize("age", ["age", "Age", "Alter", "âge", "edad"])
def test_who_lists_ages_reads_which_columns_say_it(age: str) -> None:
    """An age is another next year, so a list has the birth or the category."""
    said = f"column '{age}' is not read; birth (a date or a year) or category (such as U11) is"
    assert read(f"name,{age}\nA,10\n").unread == (said,)
    found = read(f"name,hat,{age},shoe\nA,x,10,y\n")
    assert found.unread == ("columns 'hat', 'shoe' are not known and were not read", said)
    for written in ("birth\nA,2015", "category\nA,U11"):
        assert read(f"name,{written}\n").unread == ()


def test_columns_of_teams_are_known_where_players_enter_alone() -> None:
    found = read("team,board,name,hat\nBrook,1,A,x\n")
    assert found.unread == (
        "column 'hat' is not known and was not read",
        "columns 'team', 'board' were not read: each player enters alone here, not for a team",
    )
    assert read("board,team\n1,A\n").unread == ("column 'board' is not known and was not read",)
    assert read("order,name\n1,A\n").unread == ("column 'order' is not known and was not read",)


def test_a_name_without_a_letter_comes_in_with_a_warning() -> None:
    found = read("name,rating\n1872,\n64,1700\n山田,1500\n")
    assert [e.name for e in found.entrants] == ["1872", "64", "山田"]
    assert found.warnings == (
        "list.csv:2:1: name '1872' has no letter in row 2; kept, check it",
        "list.csv:3:1: name '64' has no letter in row 3; kept, check it",
    )


def test_a_birth_that_cannot_be_read_is_left_empty_with_a_warning() -> None:
    found = read("name,born\nA,1/2/12\n")
    assert found.entrants[0].birth == ""
    assert found.warnings == (
        "list.csv:2:3: birth '1/2/12' is not a year or a date in row 2; left empty",
    )


def test_of_a_birth_that_the_calendar_does_not_have_the_year_is_kept() -> None:
    found = read("name,born\nA,30.2.2012\nB,2012-13-01\nC,2012-00-00\n")
    assert [entrant.birth for entrant in found.entrants] == ["2012"] * 3
    assert [warning.split(": ", 1)[1] for warning in found.warnings] == [
        "birth '30.2.2012' is no day of the calendar in row 2; the year is kept",
        "birth '2012-13-01' is no day of the calendar in row 3; the year is kept",
    ]


@pytest.mark.parametrize("text", ["", "-", "0", "unrated", "UNR"])
def test_without_a_rating_a_player_is_unrated(text) -> None:
    assert read(f"name,rating\nA,{text}\n").entrants[0].rating is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "list.csv:1:1: list.csv is empty; "),
        (b" \r\n \n", "list.csv:1:1: list.csv is empty; "),
        ("name\nA\n".encode("utf-16"), "list.csv:1:1: looks like UTF-16; save as UTF-8"),
        ("name\nA\n".encode("utf-16-le"), "list.csv:1:1: looks like UTF-16; save as UTF-8"),
        (
            "name,club\nA,x\nJosé,y\n".encode("latin-1"),
            "list.csv:3:4: not UTF-8: byte 0xE9 at line 3; save it as UTF-8 (or try ",
        ),
        (b"\x1f\x8b\x08\x00", "list.csv:1:1: this is a gzip file, not CSV; "),
        (b"PK\x03\x04abc", "list.csv:1:1: this is a zip file or a spreadsheet, not CSV; "),
        (b"name\nA\nB\x00\n", "list.csv:3:2: NUL byte"),
        (b"name\n" + b"a\n" * (5 << 20), "list.csv:1:1: list.csv has 10.0 MiB; limit 8 MiB; "),
        (b"naam,elo\nA,1\n", "list.csv:1:1: no 'name' column; found: naam, elo; "),
        (b"name,rating\n", "list.csv:1:1: list.csv has a header and no entrants; "),
        (
            b"name,a,b,c,d,e\n" + b"A,,,,,\n" * 42 + b"Lee, Ann,,,,,\n",
            "list.csv:44:14: row 44 has 7 fields, header has 6 (unquoted comma?); ",
        ),
        (b"name,rating\nA\n", "list.csv:2:1: row 2 has 1 fields, header has 2; "),
        (b'name,rating\nA,1\n"Lee, Ann,2\nB,3\n', "list.csv:3:1: quote opened on row 3 never"),
        (
            b'name,rating\nA,1\n"Lee, Ann,2\n' + b"B,3\n" * 50_000,
            "list.csv:3:1: quote opened on row 3 never",
        ),
        (b'name\nA\n"Lee\n"B"\n', "list.csv:3:1: quote opened on row 3 never"),
        (b"name\n" + b"a" * 140_000, "list.csv:2:1: a field of row 2 has over 131,072 characters"),
        (
            b"name,fide id\nA,2500\nB,31\nC,2500\n",
            "list.csv:4:3: FIDE ID 2500 on rows 2 and 4; ",
        ),
        (b"name\n" + b"a" * 10_000, "list.csv:2:1: name in row 2 has 10,000 letters; limit 80; "),
        (b"name,rating\nA,abc\n", "list.csv:2:3: A: rating 'abc' is not a whole number; "),
        (b"name,rating\nA,99999\n", "list.csv:2:3: A: rating 99999 is not possible"),
        (
            "name,rating\nA,١٣٤٥\n".encode(),
            "list.csv:2:3: A: rating '١٣٤٥' is not a whole number; ",
        ),
        (b'name,rating\n"A, B",1\n"C, D",1e3\n', "list.csv:3:8: C, D: rating '1e3'"),
        (b"name,rating\n,1500\n", "list.csv:2:1: row 2 has no name; "),
        (b"name,byes\nA,1 x\n", "list.csv:2:3: A: half_point_byes: 'x' is not a round; "),
        (b"name,seed\nA,0\n", "list.csv:2:3: A: seed '0' is not a number 1-9999; "),
        (b"name\n" + b"A\n" * 20_001, "list.csv:20002:1: more than 20,000 rows; "),
        (b"name" + b",a" * 5000 + b"\nA\n", "list.csv:1:1: the header has 5,001 fields; limit"),
    ],
)
def test_a_bad_file_is_refused_with_its_place_and_what_to_do(data, said) -> None:
    line = refusal(data)
    assert line.startswith(said)
    assert line.partition("; ")[2]


def test_all_rows_that_are_wrong_are_told_at_once() -> None:
    """A list was mended and read again for each of its mistakes."""
    line = refusal(b"name,rating\nA,abc\n,1500\nB,1400\nC\nD,x\nE,y\n")
    assert line.startswith("list.csv:2:3: A: rating 'abc' is not a whole number; correct")
    others = "row 3 has no name; row 5 has 1 fields, header has 2; D: rating 'x'"
    assert f"Wrong too: {others}" in line
    assert line.endswith("; and 1 more")


def test_the_encoding_the_arbiter_names_is_used() -> None:
    (jose,) = read("name\nJosé\n".encode("latin-1"), encoding="latin-1").entrants
    assert jose.name == "José"
    (jose,) = read("name\nJosé\n".encode("utf-16"), encoding="utf-16").entrants
    assert jose.name == "José"
    assert "unknown encoding zip" in refusal(b"name\nA\n", encoding="zip")


def test_a_namesake_is_pointed_out_unless_the_year_of_birth_tells_them_apart() -> None:
    found = read("name,born\nLee,2012\nRay,2010\nlee,2012\nLee,2013\nRay,\n")
    assert found.duplicates == found.warnings
    assert [w.partition(":")[2].split(":")[0] for w in found.warnings] == ["4", "6"]
    assert "lee is on lines 2 and 4 (both born 2012)" in found.warnings[0]


@pytest.mark.parametrize("births", ["2012,", ",2012", ",", "2012,2012-05-31"])
def test_without_both_years_namesakes_cannot_be_told_apart(births) -> None:
    first, second = births.split(",")
    assert len(read(f"name,born\nLee,{first}\nLee,{second}\n").duplicates) == 1


def test_a_formula_is_only_a_name() -> None:
    (name,) = (e.name for e in read("name\n=cmd|' /C calc'!A1\n").entrants)
    assert name == "=cmd|' /C calc'!A1"


def test_hidden_characters_are_replaced_and_said() -> None:
    found = read("name,club\nA,x\nEve\u202edlo,\u200bB\n\x1b]52;c;x,\n")
    assert [e.name for e in found.entrants[1:]] == ["Eve\ufffddlo", "\ufffd]52;c;x"]
    assert any(
        "list.csv:3:1" in w and "hidden character U+202E in row 3" in w for w in found.warnings
    )
    assert any("hidden character U+200B in row 3" in w for w in found.warnings)
    assert any("control character U+001B in row 4" in w for w in found.warnings)


def test_a_hostile_list_of_members_does_not_hang() -> None:
    with counted() as work:
        said = refusal(b'name,members\nA,"' + b"\x1b;" * 60_000 + b'"\n')
    assert "members; limit" in said
    assert work.calls < 3_000


def test_of_a_thousand_warnings_the_first_are_told_and_the_rest_counted() -> None:
    found = read("name,sex\n" + "".join(f"P{n},?\n" for n in range(1000)))
    assert len(found.entrants) == 1000
    assert found.warnings[0].startswith("list.csv:2:4: sex '?' is not m or w in row 2; left")
    assert found.warnings[-1] == "list.csv:1:1: 960 more warnings; look at the whole file"
    assert len(found.warnings) == 41


def test_a_file_that_is_not_there_has_no_line_and_no_column(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        foreign.read_bytes(tmp_path / "jun")
    assert refused.value.located == ("cannot read jun: no such file or directory; check the name")


@pytest.mark.parametrize("name", [".", "/"])
def test_a_folder_in_place_of_a_list_is_named_as_it_was_given(name: str) -> None:
    with pytest.raises(Refused) as refused:
        foreign.read_bytes(Path(name))
    assert refused.value.located == f"cannot read {name}: is a directory; check the name"


@pytest.mark.parametrize(
    ("text", "name", "club"),
    [
        ("Name;Vorname;Verein;Jahrgang\nMüller;Jürgen;SV Grün;1991\n", "Müller, Jürgen", "SV Grün"),
        (
            "Nom;Prénom;Club;Né le\nLefèvre;Anaïs;Échiquier;2.3.1991\n",
            "Lefèvre, Anaïs",
            "Échiquier",
        ),
        (
            "Nachname;Vorname;Spielstärke;Verein;Jg.\nOtt;Ina;1500;SK Linz;1991\n",
            "Ott, Ina",
            "SK Linz",
        ),
        ("Apellidos;Nombre;Club;Año\nNúñez;Íñigo;Peña;1991\n", "Núñez, Íñigo", "Peña"),
        ("First name,Class,Year of birth,Club\nAisha,5B,1991,Oak\n", "Aisha", "Oak"),
    ],
)
def test_headers_of_other_languages_and_names_in_two_columns_are_read(text, name, club) -> None:
    (entrant,) = read(text).entrants
    assert (entrant.name, entrant.club, entrant.birth[:4]) == (name, club, "1991")


def test_a_wrong_cell_names_the_person_and_the_heading_of_the_list() -> None:
    """The row is in the place already; nobody looks for a column that is called otherwise."""
    said = refusal(b'Name,School,Grade\n"Lee, Ann",Oak,88O\n')
    assert said.startswith(
        "list.csv:2:16: Lee, Ann: rating '88O' is not a whole number in column 'Grade'; "
    )


def test_a_year_group_is_a_category() -> None:
    (ann,) = read(b"name,Year group\nAnn,Y6\n").entrants
    assert ann.category == "Y6"


def test_schools_that_are_one_but_for_a_space_are_asked_about() -> None:
    """They would share no prize, and meet each other; capitals alone make no other school."""

    def people(*schools: str) -> list[Entrant]:
        return [Entrant("", f"P{at}", school=school) for at, school in enumerate(schools)]

    said = "Hill view (1) and Hillview (2) count as 2 schools; are they one?"
    assert two_names(people("Hillview", "Hill view", "Hillview")) == (
        "Hillview (2) and Hill view (1) count as 2 schools; are they one?",
    )
    assert two_names(people("Hillview", "Hillview"), people("Hill view")) == (said,)
    assert two_names(people("Oak"), people("Hill view", "Hillview")) == ()
    assert two_names(people("Oak", "OAK", "Elm")) == ()
    assert len(two_names(people("St. John's", "St Johns", "Saint-Denis", "Saint Denis"))) == 2


def test_a_list_of_teams_says_that_team_and_board_are_read() -> None:
    listed = read(b"name,team,rating,board\nAnn,Oak,1500,1\n", teams=True)
    assert listed.columns == ("name", "team", "rating", "board")
