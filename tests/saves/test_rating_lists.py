"""Rating lists read from files of every form into one database, and looked up."""

from __future__ import annotations

import fcntl
import json
import os
import re
import sqlite3
import threading
import zipfile
from collections.abc import Sequence
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from engine.entrants import Entrant
from engine.refusal import Refused
from formats.registry import format_named
from saves.plain import BadValue, typed
from saves.ratings import building
from saves.ratings.building import Loaded, add_list, remove_list
from saves.ratings.library import FILE_NAME, open_library
from saves.ratings.matching import compared_event
from tests.playing import begun
from tests.rating_files import (
    ECF_HEAD,
    SINGLE_HEAD,
    TEXT_HEAD,
    single_line,
    text_line,
    write_text,
    write_xml,
    xml_player,
)

PLAYERS = (
    text_line(1503014, "Carlsen, Magnus", "NOR", "M", "GM", "", (2823, 2801, 2860), 1990),
    text_line(700070, "Polgar, Judit", "HUN", "F", "GM", "WGM", (2675, 0, 0), 1976, "wi"),
    text_line(4100018, "Mueller, Juergen", "GER", "M", "", "", (2100, 0, 1999), 1980),
    text_line(2500001, "O'Brien, Sean", "IRL", "M", "", "", (1800, 0, 0)),
    text_line(8603677, "Li, Wei", "CHN", "M", "", "", (1500, 0, 0)),
    text_line(8603678, "Liang, Weiqi", "CHN", "M", "", "", (2500, 0, 0)),
)


def text_list(
    folder: Path, players: Sequence[str] = PLAYERS, name: str = "players_list_foa.txt"
) -> Path:
    path = folder / name
    path.write_bytes("\r\n".join([TEXT_HEAD, *players, ""]).encode("latin-1"))
    return path


def loaded(database: Path, file: Path, *args: object, **options: object) -> Loaded:
    done = add_list(database, file, *args, **options)  # type: ignore[arg-type]
    assert done is not None
    return done


def names(database: Path, text: str, limit: int = 20) -> list[str]:
    with open_library(database) as library:
        return [one.name for one in library.find(text, limit)]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / FILE_NAME


# Forms


def test_fides_text_of_all_ratings_is_read_by_its_headings(tmp_path: Path, database: Path) -> None:
    new = loaded(database, text_list(tmp_path)).list
    assert (new.name, new.players, new.fide) == ("FIDE", 6, True)
    with open_library(database) as library:
        magnus = library.player(library.named("fide"), "1503014")
        judit = library.player(library.named("FIDE"), "700070")
    assert magnus is not None
    assert judit is not None
    assert (magnus.name, magnus.federation, magnus.sex, magnus.birth, magnus.title) == (
        "Carlsen, Magnus", "NOR", "m", "1990", "GM",
    )  # fmt: skip
    assert (magnus.standard, magnus.rapid, magnus.blitz) == (2823, 2801, 2860)
    assert (judit.sex, judit.rapid, judit.title) == ("w", None, "GM")


@pytest.mark.parametrize(("rate", "place"), [("standard", 0), ("rapid", 1), ("blitz", 2)])
def test_a_list_of_one_rate_of_play_says_its_month(
    tmp_path: Path, database: Path, rate: str, place: int
) -> None:
    path = tmp_path / f"{rate}_rating_list.txt"
    path.write_text(f"{SINGLE_HEAD}\r\n{single_line(7, 'Ashgrove, Liam', 1712, 2001)}\r\n")
    new = loaded(database, path).list
    assert (new.name, new.date, new.rates) == (f"FIDE {rate}", "2026-11-01", (rate,))
    with open_library(database) as library:
        player = library.player(library.lists[0], "7")
    assert player is not None
    ratings = [player.standard, player.rapid, player.blitz]
    assert [at for at, rating in enumerate(ratings) if rating == 1712] == [place]
    assert player.birth == "2001"


@pytest.mark.parametrize("zipped", [False, True])
def test_the_xml_says_the_same_zipped_or_not(tmp_path: Path, database: Path, zipped: bool) -> None:
    write_xml(tmp_path / "players_list_xml_foa.xml", 300)
    write_text(tmp_path / "list.txt", 300)
    path = tmp_path / "players_list_xml_foa.xml"
    if zipped:
        archive = tmp_path / "players_list_xml_foa.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr(zipfile.ZipInfo(path.name, (2026, 10, 30, 12, 0, 0)), path.read_bytes())
        path = archive
    xml = loaded(database, path, "xml").list
    loaded(database, tmp_path / "list.txt", "text")
    if zipped:  # made in the last days of October, it is November's
        assert xml.date == "2026-11-01"
    with open_library(database) as library:
        one, other = (library.named(name) for name in ("xml", "text"))
        for id in (100_000, 100_700, 102_093):
            left, right = library.player(one, str(id)), library.player(other, str(id))
            assert left is not None
            assert right is not None
            assert (left.name, left.federation, left.sex, left.birth, left.title) == (
                right.name, right.federation, right.sex, right.birth, right.title,
            )  # fmt: skip
            assert (left.standard, left.rapid, left.blitz) == (
                right.standard, right.rapid, right.blitz,
            )  # fmt: skip


def test_entities_are_letters_and_declared_ones_are_not_looked_at(
    tmp_path: Path, database: Path
) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    players = xml_player(1, "O&apos;Hara &#x26; S&#246;n, &b;", rapid_rating=1500)
    path = tmp_path / "list.xml"
    path.write_text(f"{bomb}<playerslist>{players}</playerslist>", encoding="utf-8")
    loaded(database, path)
    assert names(database, "ohara son") == ["O'Hara & Sön, &b;"]


def test_the_ecfs_list_has_the_revised_rating_else_the_original(
    tmp_path: Path, database: Path
) -> None:
    rows = (
        '100011B,"Arthurton, Robert J",1,343434363,M,ENG,1600,A,1614,A,1571,K,,,,,,,2SKG,Skegness,',
        '109972D,"Dupré, Paul D",2,,F,SCO,,,,,,,,,,,1300,C,1ABC,Wotton Hall,WIM',
    )
    path = tmp_path / "rating_list-2026-11-01.csv"
    path.write_text("\r\n".join((ECF_HEAD, *rows)) + "\r\n", encoding="utf-8")
    new = loaded(database, path).list
    assert (new.name, new.date, new.fide) == ("ECF", "2026-11-01", False)
    with open_library(database) as library:
        robert = library.of_fide_id(library.lists[0], "343434363")
        paul = library.player(library.lists[0], "109972D")
    assert robert is not None
    assert paul is not None
    assert (robert.id, robert.standard, robert.rapid, robert.club) == (
        "100011B", 1614, 1571, "Skegness",
    )  # fmt: skip
    assert (paul.name, paul.blitz, paul.title, paul.federation, paul.sex) == (
        "Dupré, Paul D", 1300, "WIM", "SCO", "w",
    )  # fmt: skip


def test_any_csv_is_read_once_its_columns_are_named(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "verein.csv"
    path.write_bytes("Mglnr;Wer;DWZ;Geburt\r\n17;Müller, Jürgen;1893;3.5.1990\r\n".encode("cp1252"))
    with pytest.raises(Refused, match="names"):
        add_list(database, path)
    mapped = {"Mglnr": "id", "Wer": "name", "DWZ": "standard", "Geburt": "birth"}
    assert loaded(database, path, "DSB", mapped).list.name == "DSB"
    with open_library(database) as library:
        (player,) = library.find("mueller jurgen")
    assert (player.id, player.name, player.standard, player.birth) == (
        "17", "Müller, Jürgen", 1893, "1990",
    )  # fmt: skip
    with pytest.raises(Refused, match="no column 'Elo'"):
        add_list(database, path, "DSB", {"Elo": "standard"})
    with pytest.raises(Refused, match="no field 'elo'"):
        add_list(database, path, "DSB", {"DWZ": "elo"})


# Look-up


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("carlsen", ["Carlsen, Magnus"]),
        ("magn carl", ["Carlsen, Magnus"]),
        ("Müller", ["Mueller, Juergen"]),
        ("obrien", ["O'Brien, Sean"]),
        ("o'brien s", ["O'Brien, Sean"]),
        ("brien", ["O'Brien, Sean"]),
        ("li wei", ["Li, Wei", "Liang, Weiqi"]),  # whole words before higher ratings
        ("150301", ["Carlsen, Magnus"]),
        ("8603677", ["Li, Wei"]),
        ("860", ["Li, Wei", "Liang, Weiqi"]),
        ("c m g", []),
        ("o b s", ["O'Brien, Sean"]),
        ("nobody", []),
        ('" OR 1 --', []),
        ("", []),
    ],
)
def test_names_are_found_by_beginnings_in_any_order_and_numbers(
    tmp_path: Path, database: Path, typed: str, found: list[str]
) -> None:
    loaded(database, text_list(tmp_path))
    assert names(database, typed) == found


def test_names_of_other_scripts_and_hostile_ones_are_harmless_and_found(
    tmp_path: Path, database: Path
) -> None:
    rows = [
        *("1,Лёвин Пётр,1500", "2,諸宸,2400", "3,Łódź Żaneta,1400", "4,Ødegård Åse,1300"),
        *("5,[b]Evil\x1b]52;c;aGk=\x07 \u202emax,1200", "6,=cmd|x,1100"),
    ]
    path = tmp_path / "club.csv"
    path.write_text("id,name,rating\n" + "\n".join(rows) + "\n", encoding="utf-8")
    loaded(database, path)
    assert names(database, "левин петр") == ["Лёвин Пётр"]
    assert names(database, "諸") == ["諸宸"]
    assert names(database, "lodz zan") == ["Łódź Żaneta"]
    assert names(database, "Oedegaard") == names(database, "odegard") == ["Ødegård Åse"]
    (evil,) = names(database, "evil")
    assert not any(ord(c) < 32 or c in "\u202e\x9b" for c in evil)


def test_no_field_of_a_list_can_reach_a_terminal_raw(tmp_path: Path, database: Path) -> None:
    esc = "\x1b]0"
    loaded(database, text_list(tmp_path, [text_line(1, "Lee, Ann", esc, "M", esc, esc)]), "text")
    path = tmp_path / "list.xml"
    player = xml_player(1, f"Lee{esc}", country=esc, title=esc, w_title=esc, birthday=esc)
    path.write_text(f"<playerslist>{player}</playerslist>")
    loaded(database, path, "xml")
    with open_library(database) as library:
        for one in library.find("lee"):
            fields = (one.name, one.federation, one.title, one.birth, one.club, one.fide_id)
            assert all(field.isprintable() for field in fields)


# What cannot be read leaves everything as it was


def damaged(folder: Path, kind: str) -> Path:
    """A file of that kind of damage."""
    whole = text_list(folder, name="whole.txt").read_bytes()
    path = folder / "damaged"
    match kind:
        case "text cut":
            path.write_bytes(whole[:-120])
        case "headings":
            path.write_bytes(whole.replace(b"RRtng", b"?????"))
        case "zeros":
            path.write_bytes(whole[:400] + bytes(300) + whole[400:])
        case "xml cut":
            path.write_text(f"<playerslist>{xml_player(1, 'Lee, Ann')}<player><fideid>2")
        case "zip cut":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
                made.writestr("list.txt", whole * 50)
            path.write_bytes(path.read_bytes()[:300])
        case "zip bytes":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as made:
                made.writestr("list.txt", whole)
            path.write_bytes(path.read_bytes().replace(b"Carlsen", b"Carlson"))
        case "no list in the zip":
            with zipfile.ZipFile(path, "w") as made:
                made.writestr("readme.md", "nothing")
        case "another file":
            path.write_text(TEXT_HEAD + "\n" + "these are no players\n" * 30)
        case "quote":
            path.write_text('id,name,rating\n1,"Lee, Ann,1500\n2,Bo,1400\n')
        case "empty":
            path.write_bytes(b"")
        case "no players":
            path.write_text("id,name\n")
        case "folder":
            path.mkdir()
        case "html":
            path.write_text("<html><body>404</body></html>")
        case "pipe":
            os.mkfifo(path)
        case "zeros behind":
            path.write_bytes(whole + whole[176:] * 80 + bytes(300))
        case "no line ends":
            path.write_bytes(whole + b"8" * 200_000)
        case "no player ends":
            path.write_text(f"<playerslist>{xml_player(1, 'Lee, Ann')}<player>{'8' * 200_000}")
        case "no numbers":
            path.write_text("name,rating\nAnn,1500\n")
    return path


@pytest.mark.parametrize(
    "kind",
    [
        *("text cut", "headings", "zeros", "xml cut", "zip cut", "zip bytes", "no list in the zip"),
        *("another file", "quote", "empty", "no players", "folder", "html", "missing"),
        *("pipe", "zeros behind", "no line ends", "no player ends", "no numbers"),
    ],
)
def test_a_damaged_file_is_refused_in_words_and_nothing_is_lost(
    tmp_path: Path, database: Path, kind: str
) -> None:
    loaded(database, text_list(tmp_path))
    before = database.read_bytes()
    with pytest.raises(Refused) as refused:
        add_list(database, damaged(tmp_path, kind), "FIDE")
    assert str(refused.value)
    assert "Traceback" not in str(refused.value)
    assert database.read_bytes() == before
    assert sorted(p.name for p in database.parent.iterdir()) == [FILE_NAME, f"{FILE_NAME}.lock"]


def test_a_few_odd_lines_are_left_out_and_named(tmp_path: Path, database: Path) -> None:
    done = loaded(database, text_list(tmp_path, [*PLAYERS, "--- end of page ---"]))
    assert done.list.players == 6
    assert done.notes == (
        "1 line is not a player and left out; the first is line 8: --- end of page ---",
    )


@pytest.mark.parametrize(
    ("name", "text", "first"),
    [
        ("club.csv", "id,name,rating\n1,Ash,1500\n\n2,Bay,1400,x,y,z\n,Cox,1300\n",
         "lines are not players and left out; the first is line 4: 2,Bay"),
        ("list.xml", f"<playerslist>{xml_player('1', 'Ash, Ann')}{xml_player('x', 'Bay')}"
         f"{xml_player('3', '&#32;')}</playerslist>",
         "entries are not players and left out; the first is entry 2: "),
        ("list.txt", "\n".join((TEXT_HEAD, text_line(1, "Ash, Ann"), text_line(2, "Bay", sex="X"),
                                text_line(3, ""), "")),
         "lines are not players and left out; the first is line 3: 2"),
    ],
)  # fmt: skip
def test_in_every_form_what_is_no_player_is_counted_and_the_first_is_named(
    tmp_path: Path, database: Path, name: str, text: str, first: str
) -> None:
    (tmp_path / name).write_text(text)
    done = loaded(database, tmp_path / name)
    assert done.list.players == 1
    assert done.notes[0].startswith(f"2 {first}")


def test_a_single_list_as_xml_has_its_rating_in_the_rate_that_its_name_says(
    tmp_path: Path, database: Path
) -> None:
    player = re.sub("<rapid_rating>.*</blitz_k>", "", xml_player(7, "Ash, Ann", rating=1712))
    path = tmp_path / "rapid_rating_list_xml_nov26.xml"
    path.write_text(f"<playerslist>{player}</playerslist>")
    new = loaded(database, path).list
    assert (new.name, new.date, new.rates) == ("FIDE rapid", "2026-11-01", ("rapid",))
    with open_library(database) as library:
        (ann,) = library.find("ash")
    assert (ann.standard, ann.rapid, ann.blitz) == (None, 1712, None)


def test_the_month_of_a_list_is_in_its_name_and_a_last_line_may_end_without_an_end(
    tmp_path: Path, database: Path
) -> None:
    path = tmp_path / "players-2026-10.txt"
    path.write_text("\n".join((TEXT_HEAD, *PLAYERS)))
    new = loaded(database, path).list
    assert (new.date, new.players) == ("2026-10-01", 6)
    path = tmp_path / "club-2026-02-31.csv"  # there is no such day
    path.write_text("id,name\n1,Ash\n")
    assert loaded(database, path, "club").list.date == "2026-02-01"


def test_who_has_a_national_number_or_a_year_of_birth_is_told_from_a_namesake(
    tmp_path: Path, database: Path
) -> None:
    path = tmp_path / "club.csv"
    path.write_text(
        "id,name,rating,birth\nA7,Ash,1500,1990\nB8,Ash,1400,\nC9,Bay,1300,1980\nD1,Bay,1200,1985\n"
    )
    loaded(database, path, "club")
    entrants = [
        Entrant("", "Somebody Else", national_id="A7"), Entrant("", "Ash", birth="1990"),
        Entrant("", "Bay", birth="1985-03-04"), Entrant("", "Bay"),
    ]  # fmt: skip
    event = begun(format_named("dutch"), entrants, rounds=3).event
    with open_library(database) as library:
        every = compared_event(library, event)
        assert compared_event(library, event, lambda: True) == ()
    found = [[player.id for player in one.players] for one in every]
    assert found == [["A7"], ["A7"], ["D1"], []]


def test_a_common_name_is_found_by_its_year_of_birth_among_all_who_have_it(
    tmp_path: Path, database: Path
) -> None:
    """Stronger namesakes, and names with more words, do not hide one."""
    path = tmp_path / "club.csv"
    rows = [f"A{n},Singh Amit,{2400 - n},{1920 + n}" for n in range(90)]
    rows += [f"B{n},Singh Amit Kumar,{2500 - n},2009" for n in range(90)]
    path.write_text("\n".join(["id,name,rating,birth", *rows]))
    loaded(database, path, "club")
    entrants = [
        Entrant("", "Amit Singh", birth="2009"), Entrant("", "Singh, Amit", birth="2010"),
    ]  # fmt: skip
    event = begun(format_named("dutch"), entrants, rounds=3).event
    with open_library(database) as library:
        every = compared_event(library, event)
    assert [[player.id for player in one.players] for one in every] == [["A89"], []]


def test_ratings_that_are_none_are_counted_and_the_first_is_named(
    tmp_path: Path, database: Path
) -> None:
    file = tmp_path / "club.csv"
    file.write_text(
        'id,name,rating,rapid\n1,"Ash, Ann",1500,unr.\n2,"Bay, Bea",abc,0\n3,"Cox, Cid",,15x0\n'
    )
    done = loaded(database, file)
    assert done.list.players == 3
    assert done.notes == ("2 ratings are not numbers and left out; the first is in line 3: 'abc'",)


def test_a_newer_list_takes_the_place_of_the_one_of_its_name(
    tmp_path: Path, database: Path
) -> None:
    loaded(database, text_list(tmp_path), date="2026-10-01")
    other = text_line(1503014, "Carlsen, Magnus", "NOR", "M", "GM", "", (2830, 0, 0), 1990)
    again = loaded(database, text_list(tmp_path, [other]), date="2026-11-01")
    assert again.before is not None
    assert (again.before.date, again.list.date) == ("2026-10-01", "2026-11-01")
    with open_library(database) as library:
        assert [(one.name, one.date, one.players) for one in library.lists] == [
            ("FIDE", "2026-11-01", 1)
        ]
        assert [p.standard for p in library.find("carlsen")] == [2830]
    remove_list(database, "fide")
    with open_library(database) as library:
        assert library.lists == ()
    with pytest.raises(Refused, match="no rating list 'fide'"):
        remove_list(database, "fide")


def test_a_reader_goes_on_with_what_he_opened_while_another_list_is_loaded(
    tmp_path: Path, database: Path
) -> None:
    loaded(database, text_list(tmp_path))
    with open_library(database) as library:
        loaded(database, text_list(tmp_path, PLAYERS[:1]))
        assert len(library.find("li")) == 2
    assert names(database, "li") == []


def test_two_programs_loading_at_once_lose_nothing(tmp_path: Path, database: Path) -> None:
    files = []
    for number in range(4):
        files.append(text_list(tmp_path, name=f"list{number}.txt"))
    threads = [
        threading.Thread(target=add_list, args=(database, file, f"list {at}"))
        for at, file in enumerate(files)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open_library(database) as library:
        assert sorted(one.name for one in library.lists) == [f"list {at}" for at in range(4)]


def test_who_cannot_wait_longer_is_told_who_loads(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "WAIT", 0.0)
    database.parent.mkdir()
    with open(f"{database}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Refused, match="another program is loading"):
            add_list(database, text_list(tmp_path))


def test_a_list_that_is_stopped_or_killed_leaves_the_old_one(
    tmp_path: Path, database: Path
) -> None:
    loaded(database, text_list(tmp_path))
    before = database.read_bytes()
    assert add_list(database, text_list(tmp_path), stopped=lambda: True) is None
    left = database.with_name(f"{FILE_NAME}.tmp-dead")
    left.write_bytes(b"half a database")
    assert database.read_bytes() == before
    loaded(database, text_list(tmp_path))
    assert not left.exists()


@pytest.mark.parametrize("kind", ["noise", "cut", "another", "newer"])
def test_a_damaged_database_is_said_in_words(tmp_path: Path, database: Path, kind: str) -> None:
    loaded(database, text_list(tmp_path))
    match kind:
        case "noise":
            database.write_bytes(os.urandom(5000))
        case "cut":
            database.write_bytes(database.read_bytes()[:9000])
        case "another":
            database.unlink()
            with sqlite3.connect(database) as db:
                db.execute("CREATE TABLE list(number)")
            db.close()
        case "newer":
            with sqlite3.connect(database) as db:
                db.execute("PRAGMA user_version = 99")
            db.close()
    with pytest.raises(Refused, match="rating lists are"), open_library(database) as library:
        library.find("carlsen")
    with pytest.raises(Refused, match="rating lists are"):
        add_list(database, text_list(tmp_path))


def test_k_is_read_from_the_columns_of_fides_lists(tmp_path: Path, database: Path) -> None:
    line = text_line(7, "Ashgrove, Liam", ratings=(2390, 2250, 0), factors=(10, 20, 0))
    (tmp_path / "players_list_foa.txt").write_text(f"{TEXT_HEAD}\r\n{line}\r\n")
    single = single_line(7, "Ashgrove, Liam", 1712)
    (tmp_path / "rapid_rating_list.txt").write_text(f"{SINGLE_HEAD}\r\n{single}\r\n")
    said = xml_player(7, "Ashgrove, Liam", rating=2390, k=40, rapid_k=10, blitz_k=99)
    (tmp_path / "list.xml").write_text(f"<playerslist>{said}</playerslist>")
    loaded(database, tmp_path / "players_list_foa.txt")
    loaded(database, tmp_path / "rapid_rating_list.txt")
    loaded(database, tmp_path / "list.xml", "xml")
    with open_library(database) as library:
        players = [library.player(one, "7") for one in library.lists]
    assert [(p.standard_k, p.rapid_k, p.blitz_k) for p in players if p is not None] == [
        (10, 20, None), (None, 20, None), (40, 10, None),
    ]  # fmt: skip
    assert players[0] is not None
    kept = players[0].official
    row = typed(Entrant, {"id": "1", "name": "A", "official": json.dumps([astuple(kept)])})
    assert row.official == (kept,)


def test_a_list_loaded_by_an_earlier_version_is_read_without_k(
    tmp_path: Path, database: Path
) -> None:
    loaded(database, text_list(tmp_path))
    with sqlite3.connect(database) as db:
        for column in ("standard_k", "rapid_k", "blitz_k"):
            db.execute(f"ALTER TABLE player_1 DROP COLUMN {column}")
    with open_library(database) as library:
        one = library.player(library.lists[0], "1503014")
        assert library.find("carlsen")
    assert one is not None
    assert (one.standard, one.standard_k) == (2823, None)


def test_of_several_lists_in_a_zip_the_largest_is_read_and_named(
    tmp_path: Path, database: Path
) -> None:
    path = tmp_path / "lists.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.write(text_list(tmp_path), "all.txt")
        made.write(text_list(tmp_path, PLAYERS[:1]), "one.txt")
    (note,) = loaded(database, path).notes
    assert "2 files in the zip could be lists; all.txt, the largest, is read" in note


def test_of_several_editions_that_of_the_first_day_counts(tmp_path: Path, database: Path) -> None:
    for month, points in (("2026-10", 2290), ("2026-11", 2300), ("2026-12", 2310)):
        line = text_line(15, "Lee, Ann", ratings=(points, 0, 0))
        loaded(database, text_list(tmp_path, [line]), f"FIDE {month}", date=f"{month}-01")
    event = begun(format_named("dutch"), (Entrant("", "Lee, Ann", fide_id="15"),)).event
    with open_library(database) as library:
        for start, end, rating in (
            ("2026-11-20", "2026-11-22", "2300"),
            ("2026-10-31", "2026-11-02", "2290"),
            ("2026-10-01", "2026-12-22", "2310"),  # over 30 days: the one in force today
        ):
            dated = replace(event, details=(("start", start), ("end", end)))
            (one,) = compared_event(library, dated)
            assert [d.listed for d in one.differences if d.field == "rating"] == [rating]


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        '[["FIDE"]]',
        "[" * 100_000,
        '[["FIDE\\u001b[2J","2026-11-01","1",true,2000,null,null,""]]',
        '[["FIDE","2026-11-01","1",true,99999999,null,null,""]]',
        '[["FIDE","2026-11-01","1","yes",2000,null,null,""]]',
        '[["FIDE","2026-11-01","1",true,2000,null,null,"bullet"]]',
        '{"FIDE": 1}',
    ],
)
def test_official_ratings_that_nobody_wrote_are_refused(text: str) -> None:
    row = {"id": "1", "name": "Lee, Ann", "official": text}
    with pytest.raises(BadValue, match="official"):
        typed(Entrant, row)
    good = '[["FIDE","2026-11-01","1",true,2000,null,null,"standard"]]'
    assert typed(Entrant, row | {"official": good}).official[0].standard == 2000
