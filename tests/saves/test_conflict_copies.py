"""Copies that sync tools, copying programs, merges and editors leave are named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.actions import EnterResult
from saves.conflict_copies import CopyKind, conflict_copies, copied_file
from saves.disk import Disk
from saves.verify import verify
from tests.saves.toy import made, reopened, toy_named

NAMED = [
    (
        "event (conflicted copy 2026-05-09 161233).toml",
        "event.toml",
        CopyKind.CONFLICT,
    ),  # Nextcloud
    (
        "journal (anna's conflicted copy 2026-05-09).log",
        "journal.log",
        CopyKind.CONFLICT,
    ),  # Dropbox
    (
        "journal (In Konflikt stehende Kopie von anna 2026-05-09).log",
        "journal.log",
        CopyKind.CONFLICT,
    ),
    ("round-03 (Copie en conflit de anna 2026-05-09).toml", "round-03.toml", CopyKind.CONFLICT),
    ("journal.sync-conflict-20260509-161233-ABCDEFG.log", "journal.log", CopyKind.CONFLICT),
    ("players (SFConflict anna@x.org 2026-05-09-16-12-33).toml", "players.toml", CopyKind.CONFLICT),
    ("journal_conf(1).log", "journal.log", CopyKind.CONFLICT),
    ("journal.log.Conflict", "journal.log", CopyKind.CONFLICT),
    ("journal (1).log", "journal.log", CopyKind.COPY),  # Google Drive, browsers
    ("journal-HALL-PC.log", "journal.log", CopyKind.COPY),  # OneDrive
    ("round-01 2.toml", "round-01.toml", CopyKind.COPY),  # iCloud
    ("Copy of players.toml", "players.toml", CopyKind.COPY),
    ("journal - Kopie.log", "journal.log", CopyKind.COPY),
    ("JOURNAL.LOG", "journal.log", CopyKind.COPY),
    ("._journal.log", "journal.log", CopyKind.COPY),
    (".journal.log.Xa12Bc", "journal.log", CopyKind.UNFINISHED),  # rsync
    (".journal.log.~1a2b", "journal.log", CopyKind.UNFINISHED),  # Nextcloud
    (".syncthing.journal.log.tmp", "journal.log", CopyKind.UNFINISHED),
    ("~syncthing~round-02.toml.tmp", "round-02.toml", CopyKind.UNFINISHED),
    ("journal.log.part", "journal.log", CopyKind.UNFINISHED),
    (".event.toml.swp", "event.toml", CopyKind.UNFINISHED),
    ("journal.log.orig", "journal.log", CopyKind.MERGE),  # git, hg, patch
    ("event.toml.rej", "event.toml", CopyKind.MERGE),
    ("journal_LOCAL_1234.log", "journal.log", CopyKind.MERGE),
    ("journal.log.r41", "journal.log", CopyKind.MERGE),
    ("journal.log~", "journal.log", CopyKind.BACKUP),
    ("#event.toml#", "event.toml", CopyKind.BACKUP),
    ("players.toml.bak", "players.toml", CopyKind.BACKUP),
    ("journal.log.1", "journal.log", CopyKind.BACKUP),  # logrotate
]


@pytest.mark.parametrize(("name", "of", "kind"), NAMED, ids=[n for n, _, _ in NAMED])
def test_a_copy_is_known_by_its_name(tmp_path: Path, name: str, of: str, kind: CopyKind) -> None:
    (tmp_path / name).touch()
    (found,) = conflict_copies(Disk(), tmp_path)
    assert (found.name, found.of, found.kind) == (name, of, kind)


@pytest.mark.parametrize(
    "name",
    [
        "event.toml", "players.toml", "round-01.toml", "journal.log", "clock.toml", ".lock",
        ".desks", "quarantine", "results.html", "event.toml.tmp-0a1b2c3d4e5f", "prevent.toml",
        "eventful.toml", "journalists.log", "letter to players.txt", "round-1.toml", "rounds.csv",
    ],
)  # fmt: skip
def test_what_is_none_is_not_named(name: str) -> None:
    assert copied_file(name) == ""


def test_copies_are_named_on_opening_and_by_verify_and_say_what_is_only_in_them(
    tmp_path: Path,
) -> None:
    store = made(tmp_path / "open", 8)
    shutil.copytree(store.folder, tmp_path / "theirs")
    theirs = reopened(tmp_path / "theirs", session="another machine")
    for board in (1, 2):
        theirs.do(EnterResult(board, "0-1"))
    copy = "journal.sync-conflict-20260509-161233-ABCDEFG.log"
    shutil.copyfile(theirs.folder / "journal.log", store.folder / copy)
    shutil.copyfile(store.folder / "journal.log", store.folder / "journal.log~")
    strange = store.folder / "event (\x1b]52;c;aGk=\x07 conflicted copy).toml"
    strange.write_text("")
    again = reopened(store.folder)
    told = "\n".join(again.notes)
    assert f"{copy}: a conflict copy of a program that synchronises of journal.log, " in told
    assert "with 2 actions that journal.log lacks" in told
    assert "journal.log~: a copy that an editor or a copying program made of journal.log, " in told
    assert "with nothing that journal.log lacks" in told
    assert "conflicted copy).toml: a conflict copy" in told
    assert "\x1b" not in told
    assert "\x07" not in told
    report = verify(store.folder, format_named=toy_named)
    assert report.status == 0
    assert copy in "\n".join(report.lines)
    assert "\x1b" not in "\n".join(report.lines)
    again.do(EnterResult(1, "1-0"))
    assert (store.folder / copy).exists()


def test_a_copy_that_is_no_longer_than_the_journal_can_have_what_it_lacks(tmp_path: Path) -> None:
    """Both machines went on: each has its own two results."""
    store = made(tmp_path / "open", 8)
    shutil.copytree(store.folder, tmp_path / "theirs")
    theirs = reopened(tmp_path / "theirs", session="another machine")
    for board in (1, 2):
        theirs.do(EnterResult(board, "0-1"))
        store.do(EnterResult(board, "1-0"))
    shutil.copyfile(theirs.folder / "journal.log", store.folder / "journal (conflict).log")
    told = "\n".join(reopened(store.folder).notes)
    assert "with 2 actions that journal.log lacks" in told
