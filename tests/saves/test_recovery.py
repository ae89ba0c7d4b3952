"""Opening an event that something has happened to: what the arbiter is told, what is kept."""

from __future__ import annotations

import errno
import os
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine.actions import AddEntrant, Adjust, CreateEvent, Discard, EnterResult, RemoveEntrant
from engine.actions.numbering import ExchangeNumbers
from engine.entrants import Entrant
from engine.refusal import Refused
from engine.results import GameResult
from saves.checkpoint import sealed, sealed_files
from saves.contents import contents_of
from saves.disk import FILE_MODE, Disk
from saves.journal import encode
from saves.store import Store, create_event, open_event
from saves.toml import BadSave, load
from saves.verify import verify
from tests.sampling import each
from tests.saves.toy import TOY, edit, made, proposal, reopened, results, toy_named
from tests.wording import words


def status(folder: Path) -> int:
    return verify(folder, format_named=toy_named).status


def quarantined(folder: Path) -> list[str]:
    place = folder / "quarantine"
    return sorted(p.name.split("-", 3)[3] for p in place.iterdir()) if place.exists() else []


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(1, "1-0"))
    store.do(EnterResult(2, "1/2-1/2"))
    return store


def test_save_files_behind_the_journal_are_brought_up_to_it(store: Store) -> None:
    store.do(EnterResult(3, "0-1"), checkpoint=False)
    assert status(store.folder) == 0
    again = reopened(store.folder)
    assert again.event == store.event
    assert 'result = "0-1"' in (store.folder / "round-02.toml").read_text()
    assert again.notes == ()


def test_a_hand_edit_is_shown_and_taken_over_as_an_action(store: Store) -> None:
    path = store.folder / "round-02.toml"
    edit(path, lambda text: text.replace('result = "1-0"', 'result = "0-1"'))
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert results(again.event)[1] == "1-0"
    assert again.edits is not None
    assert [str(d) for d in again.edits.differences] == [
        "round-02.toml, board 1: result 1-0, now 0-1"
    ]
    with pytest.raises(Refused, match="differ from the journal"):
        again.do(EnterResult(3, "1-0"))
    again.accept_edits()
    assert results(again.event)[1] == "0-1"
    assert again.entries[-1].action.kind == "adopt"
    assert status(store.folder) == 0
    again.do(EnterResult(3, "1-0"))
    again.undo()
    assert results(again.undo())[1] == "1-0"


def test_a_hand_edit_can_be_left_and_a_copy_is_kept(store: Store) -> None:
    path = store.folder / "players.toml"
    edit(path, lambda text: text.replace("Ash, Liam", "Ash, William"))
    again = reopened(store.folder)
    assert again.edits is not None
    assert str(again.edits.differences[0]) == (
        "players.toml, entrant 1: name Ash, Liam, now Ash, William"
    )
    again.discard_edits()
    assert again.event == store.event
    assert "Ash, Liam" in path.read_text()
    assert quarantined(store.folder) == ["players.toml"]
    assert status(store.folder) == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n# seen by the jury\n",
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.replace(" = ", "="),
    ],
    ids=["comment", "notepad", "spacing"],
)
def test_a_change_of_layout_alone_breaks_no_seal(
    store: Store, change: Callable[[str], str]
) -> None:
    path = store.folder / "round-02.toml"
    path.write_bytes(change(path.read_text()).encode())
    assert status(store.folder) == 0
    again = reopened(store.folder)
    assert (again.notes, again.edits) == ((), None)
    assert again.event == store.event


def test_what_an_editor_brought_in_is_made_harmless(store: Store) -> None:
    path = store.folder / "players.toml"
    edit(path, lambda text: text.replace("Ash, Liam", "Ash\\u001b[2J\\u202e, Liam"))
    again = reopened(store.folder)
    again.accept_edits()
    assert again.event.entrants[0].name == "Ash\ufffd[2J\ufffd, Liam"


def test_names_beside_numbers_are_for_the_eye_only(store: Store) -> None:
    edit(store.folder / "round-02.toml", lambda text: text.replace("Ash, Liam", "Somebody"))
    again = reopened(store.folder)
    assert again.edits is None
    assert again.notes == ("the save files were changed in form only; written anew",)
    assert "Somebody" not in (store.folder / "round-02.toml").read_text()


def extra_board(white: str, black: str) -> Callable[[str], str]:
    """An extra board written into a round by hand."""
    row = f'[[extra_pairing]]\nboard = 9\nwhite = "{white}"\nblack = "{black}"\n\n[seal]'
    return lambda t: t.replace("state = ", "extra = true\nstate = ").replace("[seal]", row)


BAD: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "markers": (lambda t: t.replace("round = 2", "<<<<<<< mine\nround = 2"), "conflict marker"),
    "deep key": (lambda t: "a." * 20_000 + "b = 1\n" + t, "key too deep"),
    "brackets": (lambda t: "x = " + "[" * 100_000 + t, "nested too deep"),
    "long number": (lambda t: "x = " + "9" * 5000 + "\n" + t, "number too long"),
    "word": (lambda t: t.replace("round = 2", 'round = "two"'), "whole number 1-99, is two"),
    "float": (lambda t: t.replace("round = 2", "round = 2.0"), "whole number 1-99, is 2.0"),
    "bool": (lambda t: t.replace("round = 2", "round = true"), "whole number 1-99, is true"),
    "minus": (lambda t: t.replace("round = 2", "round = -1"), "whole number 1-99, is -1"),
    "nan": (lambda t: t.replace("round = 2", "round = nan"), "whole number 1-99, is NaN"),
    "other round": (lambda t: t.replace("round = 2", "round = 4"), "the file says round = 4"),
    "board twice": (lambda t: t.replace("board = 3", "board = 1"), "board 1 appears twice"),
    "two boards": (
        lambda t: t.replace('white = "5"', 'white = "1"'),
        "player 1 is on boards 1 and 3",
    ),
    "itself": (lambda t: t.replace('black = "6"', 'black = "5"'), "5 plays itself"),
    "stranger": (lambda t: t.replace('black = "6"', 'black = "77"'), "entrant 77 does not exist"),
    "stranger on an extra board": (extra_board("3", "77"), "entrant 77 does not exist"),
    "stranger placed otherwise": (
        lambda t: t.replace("[seal]", '[[departure]]\nentrant = "77"\n\n[seal]'),
        "entrant 77 does not exist",
    ),
    "itself on an extra board": (extra_board("9", "9"), "board 9: a player plays itself"),
    "board and extra board": (extra_board("9", "1"), "player 1 has two places in it"),
    "board and bye": (
        lambda t: t.replace("[seal]", '[[bye]]\nentrant = "1"\npoints = 1\n\n[seal]'),
        "player 1 has two places in it",
    ),
    "result": (lambda t: t.replace('"1-0"', '"2-0"'), "unknown result '2-0'"),
    "typo": (lambda t: t.replace("black = ", "balck = ", 1), "pairing.1.black is missing"),
    "unknown key": (lambda t: t.replace("board = 1", "board = 1\nx = 1"), "is not known here"),
    "empty": (lambda t: "", "is empty"),
    "cut": (lambda t: t[: len(t) // 2], "cut at line"),
    "cut between rows": (lambda t: t[: t.rindex("\n[seal]")], "cut at line"),
    "latin": (lambda t: t.encode().replace("ü".encode(), b"\xfc"), "not UTF-8"),
    "nul": (lambda t: t + "\0", "NUL byte"),
}


def in_event(rows: str) -> Callable[[str], str]:
    """Rows written into `event.toml` by hand."""
    return lambda t: t.replace("[seal]", f"{rows}\n\n[seal]")


STRANGE: dict[str, tuple[Callable[[str], str], str]] = {
    "points": (
        in_event('[[adjustment]]\nentrant = "77"\npoints = 1\nwhy = "fee"\nround = 1'),
        "entrant 77 does not exist",
    ),
    "bar": (in_event('[[instruction]]\nkind = "bar"\na = "1"\nb = "77"'), "entrant 77 does not"),
    "next number": (
        lambda t: t.replace("next_id = 10", "next_id = 9"),
        "next_id = 9, but there is an entry 9",
    ),
}


@pytest.mark.parametrize("case", STRANGE)
def test_an_edited_event_that_names_nobody_entered_is_not_taken_over(
    store: Store, case: str
) -> None:
    change, what = STRANGE[case]
    edit(store.folder / "event.toml", change)
    again = reopened(store.folder)
    assert again.edits is None
    assert again.event == store.event
    (note,) = again.notes
    assert what in note
    assert "old file in quarantine" in note


def test_an_edit_is_taken_over_although_an_entry_was_removed_before(tmp_path: Path) -> None:
    store = create_event(tmp_path / "open", CreateEvent("Open", "dutch", {"rounds": 3}, 7))
    for name in ("Ash, Liam", "Brook, Ann", "Cole, Ian"):
        store.do(AddEntrant(Entrant("", name)))
    store.do(ExchangeNumbers("2", "3", insist=True))
    store.do(Adjust("3", Decimal(-1), "fee", 0))
    store.do(RemoveEntrant("3"))
    edit(store.folder / "players.toml", lambda text: text.replace("Ash, Liam", "Ash, William"))
    again = open_event(store.folder)
    assert again.notes == ()
    assert again.accept_edits().entrants[0].name == "Ash, William"


@pytest.mark.parametrize("case", BAD)
def test_a_bad_round_file_is_rebuilt_and_the_old_one_kept(store: Store, case: str) -> None:
    change, what = BAD[case]
    path = store.folder / "round-02.toml"
    changed = change(path.read_text())
    data = changed if isinstance(changed, bytes) else changed.encode()
    assert data != path.read_bytes()
    path.write_bytes(data)
    assert status(store.folder) in (1, 2)
    again = reopened(store.folder)
    assert len(again.notes) == 1
    note = again.notes[0]
    assert note.startswith("round-02.toml")
    assert what in note
    assert note.endswith("rebuilt from the journal, old file in quarantine/")
    assert again.event == store.event
    assert quarantined(store.folder) == ["round-02.toml"]
    kept = next((store.folder / "quarantine").iterdir()).read_bytes()
    assert kept == data
    assert status(store.folder) == 0
    assert reopened(store.folder).notes == ()


SEALED_BADLY: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "unknown key": ("round-02.toml", lambda c: c["pairing"][0].update(x=1), "is not known here"),
    "player": ("round-02.toml", lambda c: c["pairing"][0].update(white=7), "must be a text"),
    "result": ("round-02.toml", lambda c: c["pairing"][0].update(result=1), "must be a text"),
    "results": ("round-02.toml", lambda c: c.update(results=[]), "is not known here"),
    "state": ("round-02.toml", lambda c: c.update(state="over"), "must be one of"),
    "table": ("round-02.toml", lambda c: c.update(pairing={}), "must be a list"),
    "row": ("round-02.toml", lambda c: c.update(bye=[1]), "bye.1 must be a table"),
    "number": ("round-02.toml", lambda c: c.update(round=4), "the file says round = 4"),
    "rating": ("players.toml", lambda c: c["entrant"][0].update(rating="x"), "a whole number"),
    "adjustment": ("event.toml", lambda c: c.update(adjustment=[{"name": "x"}]), "is missing"),
    "file": ("event.toml", lambda c: c.update(file=[{}]), "is missing"),
    "board": ("round-02.toml", lambda c: c["pairing"][0].update(board=-5), "of 1 or more"),
    "games": ("round-02.toml", lambda c: c["pairing"][0].update(games=10**8), "of 99 or less"),
    "joined": ("players.toml", lambda c: c["entrant"][0].update(joined=0), "of 1 or more"),
    "points": (
        "event.toml",
        lambda c: c.update(
            adjustment=[{"entrant": "1", "points": Decimal("1e50"), "why": "x", "round": 1}]
        ),
        "must be a number",
    ),
}
"""Contents that no version of the program wrote, under a seal that is right for them."""


@pytest.mark.parametrize("case", SEALED_BADLY)
def test_a_seal_makes_no_program_fault_of_a_content_that_is_not_ours(
    store: Store, case: str
) -> None:
    name, change, what = SEALED_BADLY[case]
    path = store.folder / name
    content = load(path.read_bytes(), name)
    del content["seal"]
    change(content)
    path.write_bytes(sealed(name, content, store.journal.head, "")[0])
    assert status(store.folder) in (1, 2)
    again = reopened(store.folder)
    assert again.event == store.event
    assert any(re.search(what, note) for note in again.notes), again.notes
    assert quarantined(store.folder) == [name]
    assert status(store.folder) == 0


def test_the_line_of_a_bad_value_is_named(store: Store) -> None:
    path = store.folder / "round-02.toml"
    edit(path, lambda text: text.replace("board = 3", "board = true"))
    line = path.read_text().splitlines().index("board = true") + 1
    (told,) = [x for x in verify(store.folder, format_named=toy_named).lines if "board" in x]
    assert told == (
        f"round-02.toml:{line}:1: pairing.3.board must be a whole number, is true; correct it"
    )


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "second name"])
def test_what_is_no_regular_file_is_not_followed(store: Store, tmp_path: Path, kind: str) -> None:
    path = store.folder / "round-02.toml"
    outside = tmp_path / "outside.toml"
    path.rename(outside)
    if kind == "link":
        path.symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        os.link(outside, path)
    before = outside.read_bytes()
    assert status(store.folder) == 2
    again = reopened(store.folder)
    assert "not a regular file" in again.notes[0]
    assert again.event == store.event
    assert outside.read_bytes() == before
    assert path.is_file()
    assert not path.is_symlink()
    assert status(store.folder) == 0


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "mine").write_text("x")


def _link(path: Path) -> None:
    path.symlink_to("/nowhere/journal.log")


FORMS = [(_folder, "a folder"), (_link, "a link"), (os.mkfifo, "a pipe")]


@pytest.mark.parametrize(("make", "form"), FORMS, ids=[form for _, form in FORMS])
def test_a_journal_that_is_no_file_shows_the_save_files_read_only(
    store: Store, make: Callable[[Path], None], form: str
) -> None:
    path = store.folder / "journal.log"
    journal = path.read_bytes()
    path.unlink()
    make(path)
    why = f"journal.log: not a regular file ({form})"
    desks = [reopened(store.folder, read_only=read_only) for read_only in (True, False)]
    for again in desks:
        assert (again.event.rounds, again.event.entrants) == (
            store.event.rounds,
            store.event.entrants,
        )
        assert f"{why}; opened read-only" in again.notes
        with pytest.raises(Refused, match="open read-only"):
            again.do(EnterResult(3, "1-0"))
    report = verify(store.folder, format_named=toy_named)
    assert report.status == 1
    assert report.lines[0] == f"{why}; 0 sound actions before it"
    assert (report.lines[-1], "anew" in report.ways) == (report.advice, True)
    # somebody puts the journal back while the desk is open
    path.rename(store.folder / "aside")
    path.write_bytes(journal)
    desk = desks[-1]
    desk.refresh()
    assert (desk.read_only, desk.event) == ("", store.event)
    assert desk.do(EnterResult(3, "1-0")).revision == store.event.revision + 1


class Withheld(Disk):
    """A disk that does not give back one file, whatever it is called, until it does again."""

    def __init__(self, path: Path, error: int) -> None:
        self.inode, self.error = path.stat().st_ino, error

    def open(self, path: Path, flags: int, mode: int = FILE_MODE) -> int:
        with suppress(FileNotFoundError):
            if self.error and self.stat(path).st_ino == self.inode:
                raise OSError(self.error, os.strerror(self.error), str(path))
        return super().open(path, flags, mode)


@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES], ids=lambda e: errno.errorcode[e])
def test_a_journal_that_cannot_be_read_shows_the_save_files_read_only(
    store: Store, error: int
) -> None:
    why = f"journal.log: {os.strerror(error)}"
    disk = Withheld(store.folder / "journal.log", error)
    reader = reopened(store.folder, disk=disk, read_only=True)
    again = reopened(store.folder, disk=disk)
    for desk in (reader, again):
        assert desk.event.rounds == store.event.rounds
        assert f"{why}; opened read-only" in desk.notes
        with pytest.raises(Refused, match="open read-only"):
            desk.do(EnterResult(3, "1-0"))
    report = verify(store.folder, disk=disk, format_named=toy_named)
    assert (report.status, report.lines[0]) == (1, f"{why}; 0 sound actions before it")
    # whoever may has given the permission back
    disk.error = 0
    os.utime(store.folder / "journal.log")
    again.refresh()
    assert (again.read_only, again.event) == ("", store.event)
    assert again.do(EnterResult(3, "1-0")).revision == store.event.revision + 1


def test_a_new_journal_keeps_one_that_cannot_be_read(store: Store) -> None:
    path = store.folder / "journal.log"
    journal = path.read_bytes()
    again = reopened(store.folder, disk=Withheld(path, errno.EACCES))
    again.begin_anew()
    again.do(EnterResult(3, "1-0"))
    assert status(store.folder) == 0
    (kept,) = (store.folder / "quarantine").glob("*journal.log")
    assert kept.read_bytes() == journal


def test_a_save_file_that_cannot_be_read_is_made_again_from_the_journal(store: Store) -> None:
    path = store.folder / "round-02.toml"
    again = reopened(store.folder, disk=Withheld(path, errno.EACCES))
    assert again.event == store.event
    assert again.do(EnterResult(3, "1-0")).revision == store.event.revision + 1
    assert (status(store.folder), quarantined(store.folder)) == (0, ["round-02.toml"])


@pytest.mark.parametrize(("make", "form"), FORMS, ids=[form for _, form in FORMS])
def test_a_new_journal_follows_one_that_is_no_file(
    store: Store, make: Callable[[Path], None], form: str
) -> None:
    path = store.folder / "journal.log"
    path.unlink()
    make(path)
    again = reopened(store.folder)
    again.begin_anew()
    again.do(EnterResult(3, "1-0"))
    assert status(store.folder) == 0
    assert reopened(store.folder).event.rounds == again.event.rounds
    assert len(list((store.folder / "quarantine").glob("*journal.log"))) == 1


def test_whoever_only_reads_is_told_that_a_newer_version_was_here(store: Store) -> None:
    edit(store.folder / "round-02.toml", lambda text: text.replace("schema = 1", "schema = 9"))
    for read_only in (True, False):
        again = reopened(store.folder, read_only=read_only)
        assert "schema 9 was written by a newer version; opened read-only" in again.notes
        assert again.read_only


def test_a_save_of_a_newer_version_is_opened_read_only(store: Store) -> None:
    edit(store.folder / "round-02.toml", lambda text: text.replace("schema = 1", "schema = 9"))
    before = (store.folder / "round-02.toml").read_bytes()
    again = reopened(store.folder)
    assert "newer version" in again.read_only
    assert again.event == store.event
    with pytest.raises(Refused, match="newer version"):
        again.do(EnterResult(3, "1-0"))
    assert (store.folder / "round-02.toml").read_bytes() == before


@pytest.mark.parametrize("name", ["round-01.toml", "players.toml", "event.toml"])
def test_a_missing_save_file_is_written_anew(store: Store, name: str) -> None:
    (store.folder / name).unlink()
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert again.notes == (f"{name} was missing; written anew from the journal",)
    assert again.event == store.event
    assert (store.folder / name).exists()
    assert status(store.folder) == 0


def test_every_file_that_was_missing_is_named_although_their_list_was_among_them(
    store: Store,
) -> None:
    """`event.toml` lists the others: it alone was named."""
    gone = ("event.toml", "players.toml", "round-01.toml")
    for name in gone:
        (store.folder / name).unlink()
    said = verify(store.folder, format_named=toy_named).lines
    assert [line.partition(": is missing")[0] for line in said[:3]] == list(gone)
    notes = reopened(store.folder).notes
    assert notes == tuple(f"{name} was missing; written anew from the journal" for name in gone)


def test_a_file_of_an_earlier_state_put_back_does_not_win(store: Store) -> None:
    path = store.folder / "round-02.toml"
    old = path.read_bytes()
    store.do(EnterResult(3, "1-0"))
    path.write_bytes(old)
    again = reopened(store.folder)
    assert again.event == store.event
    assert "of another state" in again.notes[0]


def test_a_torn_last_line_is_dropped_and_its_bytes_are_kept(store: Store) -> None:
    with (store.folder / "journal.log").open("ab") as file:
        file.write(b'0badc0de {"n":99,"prev"')
    assert status(store.folder) == 0
    again = reopened(store.folder)
    assert again.event == store.event
    assert quarantined(store.folder) == ["journal.log.torn"]
    again.do(EnterResult(3, "1-0"))
    assert status(store.folder) == 0
    assert reopened(store.folder).event == again.event


def test_a_damaged_line_in_the_middle_opens_read_only(store: Store) -> None:
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"round", b"hound")
    path.write_bytes(b"".join(lines))
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert "journal.log:4:1: the checksum does not fit" in again.read_only
    assert again.event == store.event, "the sealed save files still show everything"
    with pytest.raises(Refused, match="read-only"):
        again.do(EnterResult(3, "1-0"))
    assert path.read_bytes() == b"".join(lines)


def test_without_whole_save_files_what_stands_before_the_damage_is_shown(store: Store) -> None:
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[10] = lines[10].replace(b"1-0", b"0-1")
    path.write_bytes(b"".join(lines))
    (store.folder / "round-02.toml").write_text("rubbish")
    again = reopened(store.folder)
    assert again.read_only
    assert again.event.revision == 10
    assert again.event.entrants == store.event.entrants
    assert (store.folder / "round-02.toml").read_text() == "rubbish"


def test_damage_behind_the_save_files_leaves_them_readable(store: Store) -> None:
    """The files are sealed and newer than the damage: what they hold is shown."""
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, b"rubbish\n", lines[-1]]))
    again = reopened(store.folder)
    assert again.read_only
    assert again.event == store.event


def test_a_forged_line_breaks_the_chain(store: Store) -> None:
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    assert status(store.folder) == 1
    assert reopened(store.folder).read_only


def test_a_missing_journal_is_begun_anew_from_the_save_files(store: Store) -> None:
    (store.folder / "journal.log").unlink()
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert again.notes[0].startswith("the journal was missing")
    assert contents_of(again.event, TOY) == contents_of(store.event, TOY)
    again.do(EnterResult(3, "1-0"))
    assert status(store.folder) == 0
    assert reopened(store.folder).event == again.event


def test_a_journal_whose_end_was_cut_off_is_noticed_and_asked_about(store: Store) -> None:
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert again.edits is not None
    assert f"the journal ends at action {len(lines) - 2}" in again.edits.why
    assert results(again.accept_edits()) == {1: "1-0", 2: "1/2-1/2"}
    assert status(store.folder) == 0


def test_a_cut_in_the_last_acknowledged_line_is_not_said_to_be_of_no_save(store: Store) -> None:
    path = store.folder / "journal.log"
    path.write_bytes(path.read_bytes()[:-1])
    report = verify(store.folder, format_named=toy_named)
    assert "never acknowledged" not in " ".join(report.lines)
    assert any(line.startswith("journal.log: a torn end of") for line in report.lines)
    again = reopened(store.folder)
    assert "the end of the journal is cut off" in " ".join(again.notes)
    assert "before it was shown as saved" not in " ".join(again.notes)
    again.accept_edits()
    assert results(again.event) == {1: "1-0", 2: "1/2-1/2"}


CHANGED_BY_OTHERS = [
    (lambda d: d.replace(b"\n", b"\r\n"), "line ends to CRLF", lambda d: d.replace(b"\r\n", b"\n")),
    (lambda d: b"\xef\xbb\xbf" + d, "a byte-order mark", lambda d: d[3:]),
]


@pytest.mark.parametrize(("change", "told", "remedy"), CHANGED_BY_OTHERS, ids=["CRLF", "BOM"])
def test_what_another_program_did_to_the_journal_is_named_and_can_be_taken_back(
    store: Store,
    change: Callable[[bytes], bytes],
    told: str,
    remedy: Callable[[bytes], bytes],
) -> None:
    path = store.folder / "journal.log"
    path.write_bytes(change(path.read_bytes()))
    again = reopened(store.folder)
    assert told in again.read_only
    path.write_bytes(remedy(path.read_bytes()))
    assert status(store.folder) == 0
    assert reopened(store.folder).event == store.event


def test_save_files_of_another_event_are_not_taken(store: Store, tmp_path: Path) -> None:
    other = made(tmp_path / "other", players=4, rounds=2)
    for name in ("event.toml", "players.toml", "round-01.toml", "round-02.toml"):
        (store.folder / name).write_bytes((other.folder / name).read_bytes())
    assert status(store.folder) == 1
    again = reopened(store.folder)
    assert len(again.event.entrants) == 9
    assert again.edits is not None
    again.discard_edits()
    assert again.event == store.event
    assert status(store.folder) == 0


def test_a_cut_journal_beside_a_lost_round_is_not_taken_for_the_whole(store: Store) -> None:
    """Only event.toml says that there was more, and its own content is the same."""
    path = store.folder / "journal.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    (store.folder / "round-02.toml").unlink()
    again = reopened(store.folder)
    assert f"the journal ends at action {len(lines) - 1}, event.toml is from" in again.read_only
    with pytest.raises(Refused, match="read-only"):
        again.do(EnterResult(3, "1-0"))


@pytest.mark.parametrize("name", ["round-01.toml", "round-02.toml"])
@pytest.mark.parametrize("content", [None, "rubbish"])
def test_a_round_lost_with_the_journal_is_missed_and_what_is_left_can_go_on(
    store: Store, name: str, content: str | None
) -> None:
    (store.folder / "journal.log").unlink()
    (store.folder / name).unlink()
    if content:
        (store.folder / name).write_text(content)
    number = int(name[6:8])
    again = reopened(store.folder)
    assert name in again.read_only
    assert len(again.event.rounds) == number - 1
    assert not (store.folder / "journal.log").exists()
    report = verify(store.folder, format_named=toy_named)
    assert report.status != 0
    assert report.ways == ("BACKUP", "anew")
    assert name in report.advice
    again.begin_anew()
    assert not again.read_only
    assert status(store.folder) == 0
    assert len(reopened(store.folder).event.rounds) == number - 1


@pytest.mark.parametrize("name", ["players.toml", "event.toml", "round-01.toml"])
def test_a_file_lost_with_the_journal_comes_from_the_restore_point_that_is_named(
    store: Store, name: str
) -> None:
    (store.folder / "journal.log").unlink()
    (store.folder / name).write_text("rubbish")
    try:
        told = " ".join(reopened(store.folder).notes)
    except Refused as refusal:
        told = str(refusal)
    match = re.search(rf"copy {name} into the folder from (\S+)", told)
    assert match, told
    copied = (store.folder / match[1] / name).read_bytes()
    (store.folder / name).write_bytes(copied)
    again = reopened(store.folder)
    assert not again.read_only
    assert again.event.entrants == store.event.entrants
    assert again.event.rounds[0] == store.event.rounds[0]


def test_a_journal_of_another_event_is_not_called_cut_off(store: Store, tmp_path: Path) -> None:
    other = made(tmp_path / "other", players=4)
    (store.folder / "journal.log").write_bytes((other.folder / "journal.log").read_bytes())
    report = verify(store.folder, format_named=toy_named)
    assert "cut off" not in " ".join(report.lines)
    assert report.ways == ("BACKUP", "edits", "journal")
    again = reopened(store.folder)
    assert again.edits is not None
    assert again.edits.why == "the save files are not from this journal"
    assert results(again.accept_edits()) == {1: "1-0", 2: "1/2-1/2"}


def test_verify_offers_no_choice_that_opening_does_not_leave(store: Store, tmp_path: Path) -> None:
    other = made(tmp_path / "other", players=4)
    (store.folder / "players.toml").write_bytes((other.folder / "players.toml").read_bytes())
    report = verify(store.folder, format_named=toy_named)
    assert report.status == 1
    assert report.ways == ()
    assert "writes these files anew" in report.advice
    again = reopened(store.folder)
    assert again.edits is None
    assert again.event == store.event
    assert status(store.folder) == 0


def test_temporary_files_of_a_stopped_save_are_swept(store: Store) -> None:
    temp = store.folder / "round-02.toml.tmp-0123456789ab"
    temp.write_text("half")
    assert status(store.folder) == 0
    reopened(store.folder)
    assert not temp.exists()


def test_a_hand_edit_while_the_event_is_open_is_not_lost(store: Store) -> None:
    edit(store.folder / "round-02.toml", lambda text: text.replace('"1-0"', '"0-1"'))
    store.do(EnterResult(3, "1-0"))
    assert "edited by hand while the event was open" in store.warnings[0]
    assert quarantined(store.folder) == ["round-02.toml"]
    assert reopened(store.folder).event == store.event


def test_a_hand_edit_that_no_save_writes_over_is_told_once_while_the_event_is_open(
    store: Store,
) -> None:
    store.look_at_files()
    assert store.warnings == []
    edit(store.folder / "players.toml", lambda text: text.replace("1500", "1501"))
    store.do(EnterResult(3, "1-0"))
    store.look_at_files()
    store.look_at_files()
    assert len(store.warnings) == 1
    assert store.warnings[0].startswith("players.toml was edited by hand while the event is open")
    assert reopened(store.folder).edits is not None


def test_what_another_desk_writes_is_not_taken_for_a_hand_edit(store: Store) -> None:
    other = reopened(store.folder, session="two")
    other.do(EnterResult(3, "1-0"))
    store.look_at_files()
    assert store.warnings == []


def test_two_stores_writing_in_turn_put_nothing_into_quarantine(store: Store) -> None:
    other = reopened(store.folder, session="two")
    for board, desk in ((3, store), (4, other)):
        desk.do(EnterResult(board, "1-0"))
    store.do(AddEntrant(Entrant("", "Late, Lara")))
    other.do(EnterResult(3, "0-1", was="1-0", replace=True))
    assert quarantined(store.folder) == []
    assert (store.warnings, other.warnings) == ([], [])
    assert reopened(store.folder).event == other.event


@pytest.mark.parametrize("what", ["edited", "gone"])
def test_a_save_file_that_another_desk_wrote_anew_is_one_of_the_set(
    store: Store, what: str
) -> None:
    players = store.folder / "players.toml"
    if what == "edited":
        edit(players, lambda text: text.replace("1500", "2500", 1))
    else:
        players.unlink()
    other = reopened(store.folder, session="two")
    if what == "edited":
        other.discard_edits()
    store.do(EnterResult(3, "1-0"))
    assert [line[:6] for line in verify(store.folder, format_named=toy_named).lines] == ["sound:"]


def test_a_save_file_that_is_taken_away_from_an_open_event_comes_back(store: Store) -> None:
    (store.folder / "players.toml").unlink()
    store.do(EnterResult(3, "1-0"))
    assert verify(store.folder, format_named=toy_named).status == 0


def test_what_is_kept_aside_is_named_without_what_a_terminal_obeys(store: Store) -> None:
    place = store.folder / "quarantine"
    place.mkdir()
    name = os.fsencode(place) + b"/\xff\x1b]0;x\x07-journal.log"
    with open(name, "wb") as file:
        file.write((store.folder / "journal.log").read_bytes())
    told = verify(store.folder, format_named=toy_named).lines[0]
    assert "kept aside; all its actions are in the journal" in told
    assert told.isprintable()
    assert told.encode()


def test_nothing_is_opened_where_there_is_nothing_to_understand(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder)
    (folder / "journal.log").unlink()
    (folder / "players.toml").write_text("x = \n")
    with pytest.raises(BadSave, match="the value is missing"):
        reopened(folder)
    assert status(folder) == 2


def _surprises(folder: Path, name: str, data: bytes, store: Store) -> bool:
    """Whether a damaged file was read as something else without a word."""
    (folder / name).write_bytes(data)
    report = verify(folder, format_named=toy_named)
    try:
        again = reopened(folder, read_only=True)
    except Refused:
        return False
    same = contents_of(again.event, TOY) == contents_of(store.event, TOY)
    return report.status == 0 and not same and not any("torn" in x for x in report.lines)


FILES = ["round-02.toml", "players.toml", "event.toml", "journal.log"]


@pytest.mark.parametrize("name", FILES)
def test_no_damaged_byte_is_read_as_something_else_in_silence(store: Store, name: str) -> None:
    """A sample of flipped bits, dropped bytes and cuts; `slow` takes every byte once."""
    whole = (store.folder / name).read_bytes()
    chance = random.Random(name)
    for at in chance.sample(range(len(whole)), 9):
        for data in _damages(whole, at, 1 << chance.randrange(8)):
            assert not _surprises(store.folder, name, data, store), (name, at)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_not_one_damaged_byte_is_read_in_silence(store: Store, name: str) -> None:
    whole = (store.folder / name).read_bytes()
    for at in range(len(whole)):
        data = _damages(whole, at, 1 << at % 8)[at % 3]
        assert not _surprises(store.folder, name, data, store), (name, at)


def _damages(whole: bytes, at: int, mask: int) -> list[bytes]:
    """A bit turned, a byte dropped, the file cut."""
    turned = whole[:at] + bytes([whole[at] ^ mask]) + whole[at + 1 :]
    return [turned, whole[:at] + whole[at + 1 :], whole[:at]]


def test_control_without_the_seal_a_damaged_file_would_be_believed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saves.checkpoint.seal_text", lambda content, head: NO_SEAL)
    store.do(EnterResult(3, "0-1"))
    store.do(AddEntrant(Entrant("", "Late, Lara")))
    (store.folder / "round-01.toml").unlink()
    reopened(store.folder)
    path = store.folder / "round-02.toml"
    whole = path.read_bytes()
    assert NO_SEAL.encode() in whole
    damaged = whole.replace(b'result = "0-1"', b'result = "1-0"')
    path.write_bytes(damaged)
    assert reopened(store.folder).event != store.event


NO_SEAL = "0" * 64


def test_an_event_in_a_folder_without_write_permission_opens_for_reading(
    store: Store,
) -> None:
    class NotAllowed(Disk):
        def open(self, path: Path, flags: int, mode: int = 0o660) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR):
                raise PermissionError(13, "Permission denied", str(path))
            return super().open(path, flags, mode)

    again = reopened(store.folder, disk=NotAllowed())
    assert again.event == store.event
    assert "no permission to write" in again.read_only
    with pytest.raises(Refused, match="no permission to write"):
        again.do(EnterResult(3, "1-0"))


@pytest.mark.parametrize("lost", [True, False], ids=["journal-lost", "hand-edit"])
def test_no_text_that_an_editor_put_in_reaches_a_terminal_raw(store: Store, lost: bool) -> None:
    hostile = r"\u001b]52;c;x\u0007\u009b31m\u202e"
    edit(
        store.folder / "round-02.toml",
        lambda text: text.replace("board = 1\n", f'board = 1\nwhy = "{hostile}"\n'),
    )
    edit(
        store.folder / "players.toml",
        lambda text: text.replace('id = "1"', f'id = "1", members = ["{hostile}"]'),
    )
    if lost:
        (store.folder / "journal.log").unlink()
    again = reopened(store.folder)
    event = again.event if lost else again.accept_edits()
    (member,) = event.entrant("1").members
    why = words(event.round(2).match(1))
    assert "52;c;x" in member
    assert "52;c;x" in why
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(member + why)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_journal_without_one_whole_action_is_named_and_nothing_is_left_behind(
    store: Store, tmp_path: Path, damaged: bool
) -> None:
    first = (store.folder / "journal.log").read_bytes().split(b"\n")[0]
    folder = tmp_path / "cut"
    folder.mkdir()
    (folder / "journal.log").write_bytes(b"x" + first + b"\n" if damaged else first[:100])
    with pytest.raises(Refused) as refused:
        reopened(folder)
    assert "nothing of this event can be read" in str(refused.value)
    assert "no other save file" in str(refused.value)
    assert ("ends inside its first action" in str(refused.value)) != damaged
    assert sorted(path.name for path in folder.iterdir()) == ["journal.log"]
    if not damaged:
        with pytest.raises(Refused, match="ends inside its first action"):
            verify(folder, format_named=toy_named)


def test_a_folder_that_holds_no_event_gets_no_lock(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with pytest.raises(Refused, match="not an event"):
        reopened(folder)
    assert list(folder.iterdir()) == []


def test_sealed_files_that_do_not_fit_together_are_made_again_from_the_journal(
    store: Store,
) -> None:
    folder, event, head = store.folder, store.event, store.journal.head
    store.leave()
    strange = replace(event, entrants=event.entrants[1:])
    for name, data in sealed_files(strange, head, TOY).items():
        (folder / name).write_bytes(data)
    assert reopened(folder).event == event


def test_verify_finds_sealed_files_that_do_not_follow_from_the_journal(store: Store) -> None:
    round = store.event.rounds[1]
    other = round.with_match(replace(round.match(1), result=GameResult.BLACK))
    files = sealed_files(store.event.with_round(other), store.journal.head, TOY)
    for name, data in files.items():
        (store.folder / name).write_bytes(data)
    report = verify(store.folder, format_named=toy_named)
    assert report.status == 1
    assert [line for line in report.lines if "does not follow from the journal" in line] == [
        "does not follow from the journal: round-02.toml, board 1: result 1-0, now 0-1"
    ]


def test_a_damaged_restore_point_is_named_and_nobody_goes_back_to_it(store: Store) -> None:
    names = [point.name for point in store.points()]
    path = store.folder / "restore-points" / names[-1] / "round-01.toml"
    edit(path, lambda text: text.replace('"1-0"', '"0-1"', 1))
    report = verify(store.folder, format_named=toy_named)
    assert report.status == 1
    assert f"restore-points/{names[-1]}: damaged, it cannot be restored" in report.lines
    assert [point.name for point in store.points()] == names[:-1]
    before = store.event
    with pytest.raises(Refused, match=f"restore point {names[-1]} is damaged"):
        store.restore(names[-1])
    assert store.event == before
    assert store.restore(names[-2]).published == ()


def test_a_proposal_that_was_edited_by_hand_is_kept_when_it_is_discarded(store: Store) -> None:
    store.do(EnterResult(3, "1-0"))
    store.do(EnterResult(4, "1-0"))
    store.do(proposal(store.event))
    edit(store.folder / "round-03.toml", lambda text: text.replace('"all"', '"top"'))
    store.do(Discard())
    assert not (store.folder / "round-03.toml").exists()
    assert quarantined(store.folder) == ["round-03.toml"]
    assert "round-03.toml was written over: it was edited by hand" in " ".join(store.warnings)


LATER_FACTS: tuple[dict[str, Any], ...] = (
    {"later": {}},
    {"others": {"later": 1}},
    {"others": {"adjustments": {"kept": -1, "new": []}}},
    {"others": {"adjustments": {"kept": 3, "new": []}}},
    {"entrants": {"77": {"rating": 1}}},
    {"entrants": {"1": {"later": 1}}},
    {"rounds": [{"number": 9, "results": [[1, "1-0"]]}]},
    {"rounds": [{"number": 9, "whole": {"number": 9, "state": "published"}}]},
)
"""What could follow from an action by a later version, and what follows from none."""


@each("derived", LATER_FACTS)
def test_an_action_from_which_something_unknown_followed_ends_what_is_shown(
    derived: dict[str, Any],
) -> None:
    with TemporaryDirectory() as place:
        store = made(Path(place) / "open")
        store.do(EnterResult(1, "1-0"))
        shown = store.event
        store.do(EnterResult(2, "0-1"))
        *before, last = store.journal.lines
        line = replace(store.journal.entry(len(before) + 1), derived=derived)
        assert encode(line)[:-1] != last
        lines = [*(known + b"\n" for known in before), encode(line)]
        (store.folder / "journal.log").write_bytes(b"".join(lines))
        for path in store.folder.glob("*.toml"):
            path.unlink()
        again = reopened(store.folder)
        assert f"action {shown.revision + 1} of the journal cannot be applied" in again.read_only
        assert results(again.event) == {1: "1-0"}
        assert "not in it: action" in " ".join(again.notes)
