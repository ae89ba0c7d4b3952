"""The backup of a congress: all its events and its own files, and all of it made again."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from engine.congress.congress import EventPlan
from engine.congress.fees import FeeRule, Fees
from engine.event import Event
from engine.refusal import Refused
from saves.backup import backup
from saves.congress.backup import (
    backup_congress,
    checked_congress,
    holds_congress,
    restore_congress,
)
from saves.congress.opening import open_congress
from saves.congress.store import CongressStore
from saves.disk import Disk
from saves.store import open_event
from saves.verify import verify
from tests.congress.hall import congress, entrants, event
from tests.playing import play
from tests.tui.desk_cli import CommandLine


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def hall(tmp_path: Path) -> CongressStore:
    """A congress with one event in its folder, one beside it and one elsewhere."""
    there = tmp_path / "events"
    play(event(there / "galway" / "open", entrants("Ann Bea Cid Dan")), 1)
    play(event(there / "minor", entrants("Eve Flo Gus Hal")), 1, last_open=True)
    event(tmp_path / "elsewhere" / "blitz", entrants("Ivy Jon"))
    fees = Fees("EUR", rules=(FeeRule("Adult", 4500),))
    plans = (EventPlan("open"), EventPlan("../minor"), EventPlan("../../elsewhere/blitz"))
    store = congress(there / "galway", *plans, fees=fees)
    store.pay("../minor", "1", 4500)
    (there / "galway" / "prizes.toml").write_text('[[prizes]]\nname = "Open"\namounts = ["90"]\n')
    return store


def packed(store: CongressStore, tmp_path: Path) -> Path:
    backup_congress(store.folder, tmp_path / "galway.tar.gz")
    return tmp_path / "galway.tar.gz"


def events_of(folder: Path) -> list[Event]:
    return [member.event for member in open_congress(folder, read_only=True).members]


def test_a_congress_comes_back_with_its_events_payments_and_prizes(
    hall: CongressStore, tmp_path: Path
) -> None:
    done = backup_congress(hall.folder, tmp_path / "galway.tar.gz")
    (left,) = done.left_out
    assert "../../elsewhere/blitz: not directly in the folder" in left
    made = restore_congress(tmp_path / "galway.tar.gz", tmp_path / "again" / "congress")
    assert made.events == (tmp_path / "again/congress/open", tmp_path / "again/minor")
    assert made.former == ()
    assert made.files == done.files
    there = open_congress(made.folder, read_only=True)
    assert there.cash_list() == hall.cash_list()
    assert there.congress == hall.congress
    assert (made.folder / "prizes.toml").read_bytes() == (hall.folder / "prizes.toml").read_bytes()
    for folder in made.events:
        assert verify(folder).status == 0
    assert events_of(made.folder)[:2] == events_of(hall.folder)[:2]


def test_what_is_there_is_replaced_only_when_told_and_each_is_kept(
    hall: CongressStore, tmp_path: Path
) -> None:
    archive = packed(hall, tmp_path)
    folder, minor = hall.folder, hall.folder.parent / "minor"
    later = open_event(folder / "open")
    play(later, 1)
    with pytest.raises(Refused, match="galway is a congress already"):
        restore_congress(archive, folder)
    with pytest.raises(Refused, match="minor is an event already"):
        restore_congress(archive, folder.with_name("second"))
    assert not folder.with_name("second").exists()
    made = restore_congress(archive, folder, replace=True)
    assert [was for was, _ in made.former] == [minor, folder]
    kept = dict(made.former)[folder]
    assert len(open_event(kept / "open", read_only=True).event.rounds) == 2
    assert len(open_event(folder / "open", read_only=True).event.rounds) == 1


def test_a_restore_that_fails_half_way_leaves_everything_as_it_was(
    hall: CongressStore, tmp_path: Path
) -> None:
    """The event beside is in its place already when the congress cannot be."""

    class Full(Disk):
        def replace(self, source: Path, target: Path) -> None:
            if target == hall.folder and ".tmp" in str(source):
                raise OSError(28, "No space left on device")
            super().replace(source, target)

    archive = packed(hall, tmp_path)
    play(open_event(hall.folder / "open"), 1)
    with pytest.raises(Refused, match="cannot be restored"):
        restore_congress(archive, hall.folder, replace=True, disk=Full())
    assert len(open_event(hall.folder / "open", read_only=True).event.rounds) == 2
    assert sorted(p.name for p in hall.folder.parent.iterdir()) == ["galway", "minor"]


def test_a_restore_that_the_disk_does_not_confirm_is_not_called_undone(
    hall: CongressStore, tmp_path: Path
) -> None:
    """All of it has its place already: what was there is not as it was."""

    class Unconfirmed(Disk):
        def fsync(self, fd: int) -> None:
            events = hall.folder.parent
            placed = any("-replaced-" in place.name for place in events.iterdir())
            if placed and Path(f"/proc/self/fd/{fd}").resolve() == events:
                raise OSError(5, "Input/output error")
            super().fsync(fd)

    archive = packed(hall, tmp_path)
    play(open_event(hall.folder / "open"), 1)
    with pytest.raises(Refused) as refused:
        restore_congress(archive, hall.folder, replace=True, disk=Unconfirmed())
    assert "the backup is restored, but the disk did not confirm it" in refused.value.line
    assert "as it was" not in refused.value.line
    assert len(open_event(hall.folder / "open", read_only=True).event.rounds) == 1


def rebuilt(archive: Path, out: Path, **changed: bytes | None) -> Path:
    """The archive with other members: by name, None leaves one out."""
    with tarfile.open(archive) as old, tarfile.open(out, "w") as new:
        for member in old.getmembers():
            data = changed.pop(member.name, old.extractfile(member).read())  # type: ignore[union-attr]
            if data is not None:
                member.size = len(data)
                new.addfile(member, io.BytesIO(data))
        for name, data in changed.items():
            info = tarfile.TarInfo(name)
            info.size = len(data or b"")
            new.addfile(info, io.BytesIO(data or b""))
    return out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"minor/journal.log": None}, "is missing from the backup"),
        ({"minor/journal.log": b"x"}, "is not as it was saved"),
        ({"other/journal.log": b"x"}, "does not belong in the backup of this congress"),
        ({"galway/open/run.sh": b"x"}, "does not belong in the backup of this congress"),
        ({"galway/../../journal.log": b"x"}, "would lead out"),
        ({"galway/MANIFEST.sha256": None}, "has no MANIFEST"),
        ({"minor/congress.toml": b'title = "B"\n'}, "is not of one congress"),
    ],
)
def test_an_archive_that_is_not_as_it_was_saved_is_refused_before_a_byte_is_written(
    hall: CongressStore, tmp_path: Path, change: dict[str, bytes | None], said: str
) -> None:
    archive = rebuilt(packed(hall, tmp_path), tmp_path / "bad.tar", **change)
    with pytest.raises(Refused, match=said):
        restore_congress(archive, tmp_path / "again" / "galway")
    assert not (tmp_path / "again").exists()


def test_the_backup_of_an_event_is_none_of_a_congress(hall: CongressStore, tmp_path: Path) -> None:
    backup(hall.folder / "open", tmp_path / "open.tar")
    assert not holds_congress(tmp_path / "open.tar")
    assert holds_congress(packed(hall, tmp_path))
    assert checked_congress(tmp_path / "galway.tar.gz").beside == ("minor",)


def test_by_command_a_congress_is_backed_up_and_restored(
    hall: CongressStore, topboard: CommandLine, tmp_path: Path
) -> None:
    archive = tmp_path / "galway.tar"
    answer = topboard("backup", hall.folder, "-o", archive, "--json")
    assert answer.status == 0
    assert "elsewhere/blitz" in answer.err
    assert answer.json["files"] == len(checked_congress(archive).sums)
    assert "--replace" in topboard.refused("restore", hall.folder, archive)
    made = topboard.asked("restore", tmp_path / "again" / "galway", archive)
    assert made["events"] == [str(tmp_path / "again/galway/open"), str(tmp_path / "again/minor")]
    assert made["kept"] == []
    kept = topboard.asked("restore", hall.folder, archive, "--replace")["kept"]
    assert [Path(one["was"]).name for one in kept] == ["minor", "galway"]
    assert [e.title for e in events_of(hall.folder)][:2] == ["Open", "Minor"]
