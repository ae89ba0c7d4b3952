"""An event made again from its backup, and archives that are none."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import resource
import shutil
import tarfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from engine.actions import EnterResult
from engine.refusal import Refused
from saves.backup import Backup, backup, checked_backup, restore_backup
from saves.disk import FILE_MODE, TEMP_MARK, Disk
from saves.store import Store
from saves.verify import verify
from tests.sampling import each
from tests.saves.conftest import FaultyDisk
from tests.saves.test_hand_edits import DeadlyDisk
from tests.saves.toy import made, reopened, results, toy_named
from tests.work import counted


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = made(tmp_path / "kent", rounds=2)
    store.do(EnterResult(1, "1-0"))
    return store


@pytest.fixture
def archive(store: Store, tmp_path: Path) -> Path:
    backup(store.folder, tmp_path / "kent.tar.gz")
    return tmp_path / "kent.tar.gz"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that a backup holds."""
    files = (p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    return {str(p.relative_to(folder)): p.read_bytes() for p in files}


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tgz"])
def test_an_event_is_made_again_byte_for_byte(tmp_path: Path, ending: str) -> None:
    # in a tar such a name takes a header of its own
    store = made(tmp_path / ("kent-" * 11 + "open"), rounds=2)
    store.do(EnterResult(1, "1-0"))
    path = tmp_path / f"kept{ending}"
    count = backup(store.folder, path).files
    done = restore_backup(path, tmp_path / "hall" / "again")
    assert (done.files, done.former) == (count, None)
    assert contents(done.folder) == contents(store.folder)
    assert verify(done.folder, format_named=toy_named).lines[-1].startswith("sound")
    again = reopened(done.folder)
    assert again.event == store.event
    assert again.head == store.head
    again.do(EnterResult(2, "0-1"))
    assert results(again.undo()) == {1: "1-0"}
    modes = {oct(p.stat().st_mode & 0o7777) for p in done.folder.rglob("*.toml")}
    assert modes == {"0o660"}
    assert done.folder.stat().st_mode & 0o7777 == 0o2770


def test_an_unpacked_and_packed_again_copy_is_a_backup_too(
    archive: Path, store: Store, tmp_path: Path
) -> None:
    shutil.unpack_archive(archive, tmp_path / "unpacked")
    again = tmp_path / "again.tar"
    with tarfile.open(again, "w", format=tarfile.GNU_FORMAT) as tar:
        tar.add(tmp_path / "unpacked" / "kent", "./kent")
    assert checked_backup(again).name == "kent"
    restore_backup(again, tmp_path / "second")
    assert contents(tmp_path / "second") == contents(store.folder)


def test_an_event_that_is_there_is_kept_unless_the_arbiter_says_replace(
    store: Store, archive: Path
) -> None:
    store.do(EnterResult(2, "0-1"))
    with pytest.raises(Refused, match="is an event already") as refused:
        restore_backup(archive, store.folder)
    assert "--replace" in refused.value.shell
    assert "--" not in str(refused.value)
    assert results(reopened(store.folder).event) == {1: "1-0", 2: "0-1"}
    done = restore_backup(archive, store.folder, replace=True)
    assert results(reopened(store.folder).event) == {1: "1-0"}
    assert done.former is not None
    assert results(reopened(done.former).event) == {1: "1-0", 2: "0-1"}


def test_a_desk_that_has_the_event_open_is_told_of_what_was_restored(
    store: Store, archive: Path
) -> None:
    other = reopened(store.folder, session="hall")
    other.do(EnterResult(2, "0-1"))
    restore_backup(archive, store.folder, replace=True)
    with pytest.raises(Refused, match="an earlier state of the event is in this folder"):
        other.do(EnterResult(3, "1-0"))
    assert results(other.event) == {1: "1-0", 2: "0-1"}
    again = reopened(store.folder)
    again.do(EnterResult(3, "1-0"))
    assert results(reopened(store.folder).event) == {1: "1-0", 3: "1-0"}
    assert verify(store.folder, format_named=toy_named).status == 0


def test_what_is_left_of_a_lost_event_is_kept_beside(store: Store, archive: Path) -> None:
    for path in (*store.folder.glob("*.toml"), store.folder / "journal.log"):
        path.unlink()
    done = restore_backup(archive, store.folder)
    assert done.former is not None
    assert (done.former / "restore-points").is_dir()
    assert results(reopened(store.folder).event) == {1: "1-0"}


def test_a_folder_of_something_else_is_not_touched(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "to-mother.txt").write_text("Dear")
    with pytest.raises(Refused, match="not empty"):
        restore_backup(archive, folder, replace=True)
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(Refused, match="not a folder"):
        restore_backup(archive, tmp_path / "link", replace=True)
    assert [p.name for p in folder.iterdir()] == ["to-mother.txt"]


# Archives that are none

Files = dict[str, bytes]


def packed(path: Path, files: Mapping[str, bytes], *more: tarfile.TarInfo) -> Path:
    """An archive of these files and members, whatever they are."""
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
        for member in more:
            assert tar.fileobj is not None
            tar.fileobj.write(member.tobuf(tarfile.GNU_FORMAT))
            tar.fileobj.write(b"x" * min(member.size, 4 << 20))
    return path


def whole(folder: Path) -> Files:
    """The members of a good backup, without its manifest."""
    return {f"kent/{name}": data for name, data in contents(folder).items()}


def with_sums(files: Mapping[str, bytes]) -> Files:
    """The same with the manifest that belongs to it."""
    sums = [
        f"{hashlib.sha256(data).hexdigest()}  {name.split('/', 1)[-1]}\n"
        for name, data in files.items()
    ]
    return {**files, "kent/MANIFEST.sha256": "".join(sums).encode()}


def member(
    name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, link: str = ""
) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.size, made.linkname = kind, size, link
    return made


HOSTILE: dict[str, tuple[Callable[[Files], Files], tuple[tarfile.TarInfo, ...], str]] = {
    "out of the folder": (lambda f: {**f, "../../x.toml": b""}, (), "lead out"),
    "out further down": (lambda f: {**f, "kent/restore-points/../../../x": b""}, (), "lead out"),
    "absolute": (lambda f: {**f, "/etc/cron.d/x": b""}, (), "lead out"),
    "escape in a name": (lambda f: {**f, "kent/\x1b]52;c;x\x07": b""}, (), "does not belong"),
    "a program": (lambda f: {**f, "kent/.bashrc": b"rm"}, (), "does not belong"),
    "deep": (lambda f: {**f, "kent/" + "a/" * 500 + "event.toml": b""}, (), "does not belong"),
    "symbolic link": (
        dict,
        (member("kent/round-03.toml", tarfile.SYMTYPE, link="/etc/passwd"),),
        "is a symbolic link",
    ),
    "hard link": (
        dict,
        (member("kent/round-03.toml", tarfile.LNKTYPE, link="kent/event.toml"),),
        "is a link",
    ),
    "device": (dict, (member("kent/round-03.toml", tarfile.CHRTYPE),), "is a device"),
    "pipe": (dict, (member("kent/round-03.toml", tarfile.FIFOTYPE),), "is a pipe"),
    "huge": (dict, (member("kent/round-03.toml", size=9 << 30),), "larger than|too large"),
    "large round": (dict, (member("kent/round-03.toml", size=3 << 20),), "too large"),
    "two folders": (lambda f: {**f, "essex/event.toml": b""}, (), "more than one folder"),
    "changed": (lambda f: {**f, "kent/round-01.toml": b"x = 1\n"}, (), "not as it was saved"),
    "not listed": (lambda f: {**f, "kent/round-09.toml": b""}, (), "not in the manifest"),
    "missing": (
        lambda f: {n: d for n, d in f.items() if "round-01" not in n or "points" in n},
        (),
        "round-01.toml is missing",
    ),
    "no manifest": (lambda f: {n: d for n, d in f.items() if "MANIFEST" not in n}, (), "has no"),
    "bad manifest": (lambda f: {**f, "kent/MANIFEST.sha256": b"\xff\x1b"}, (), "is damaged"),
    "folder with bytes": (dict, (member("kent/x", tarfile.DIRTYPE, 512),), "a folder with bytes"),
    "manifest too large": (
        lambda f: {**f, "kent/MANIFEST.sha256": b"x" * ((1 << 20) + 1)},
        (),
        "is too large",
    ),
    "no event": (lambda f: with_sums({"kent/players.toml": b""}), (), "no event in the backup"),
    "empty tar": (lambda f: {}, (), "has no MANIFEST"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_archive_is_refused_in_words_and_writes_nothing(
    store: Store, tmp_path: Path, case: str
) -> None:
    change, more, said = HOSTILE[case]
    place = tmp_path / "in"
    place.mkdir()
    path = packed(place / "bad.tar", change(with_sums(whole(store.folder))), *more)
    hall = tmp_path / "hall"
    with pytest.raises(Refused, match=said) as refused:
        restore_backup(path, hall / "kent", replace=True)
    assert not set(refused.value.line) & set("\x1b\x07")
    assert not hall.exists()


def test_a_file_with_holes_is_refused_in_words(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "bad.tar"
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in with_sums(whole(store.folder)).items():
            one = tarfile.TarInfo(name)
            one.size, one.pax_headers = len(data), {"GNU.sparse.size": "9000000000"}
            tar.addfile(one, io.BytesIO(data))
    with pytest.raises(Refused, match="a form that no event has"):
        restore_backup(path, tmp_path / "hall" / "again")
    assert not (tmp_path / "hall").exists()


def test_an_archive_of_files_without_their_folder_is_a_backup_too(
    store: Store, tmp_path: Path
) -> None:
    files = {
        name.removeprefix("kent/"): data for name, data in with_sums(whole(store.folder)).items()
    }
    path = packed(tmp_path / "bare.tar", files)
    assert checked_backup(path).folder_name
    restore_backup(path, tmp_path / "again")
    assert contents(tmp_path / "again") == contents(store.folder)


class SwappingDisk(Disk):
    """Somebody puts another archive in the place of the one that was checked."""

    def __init__(self, path: Path, other: Path) -> None:
        self.path, self.other, self.opened = path, other, 0

    def open(self, path: Path, flags: int, mode: int = FILE_MODE) -> int:
        self.opened += path == self.path
        if self.opened == 2:
            os.replace(self.other, self.path)
            self.opened += 1
        return super().open(path, flags, mode)


def test_an_archive_that_changes_after_it_was_checked_is_not_put_in_place(
    store: Store, archive: Path, tmp_path: Path
) -> None:
    store.do(EnterResult(2, "0-1"))
    backup(store.folder, tmp_path / "later.tar.gz")
    disk = SwappingDisk(archive, tmp_path / "later.tar.gz")
    with pytest.raises(Refused, match="the backup was changed while it was read"):
        restore_backup(archive, tmp_path / "hall" / "again", disk=disk)
    assert list((tmp_path / "hall").iterdir()) == []


def test_what_a_killed_restore_left_is_swept_once_nobody_can_be_at_it(
    archive: Path, tmp_path: Path
) -> None:
    hall = tmp_path / "hall"
    old, young = (hall / f".again{TEMP_MARK}{letter * 12}" for letter in "ab")
    for temp in (old, young):
        (temp / "restore-points" / "001-publish").mkdir(parents=True)
        (temp / "journal.log").write_bytes(b"half")
    os.utime(old, (1, 1))
    restore_backup(archive, hall / "again")
    assert sorted(path.name for path in hall.iterdir()) == [young.name, "again"]


def test_what_is_no_event_is_not_backed_up(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    with pytest.raises(Refused, match="letters is not an event"):
        backup(tmp_path / "letters", tmp_path / "kept.tar")
    assert not (tmp_path / "kept.tar").exists()


@each("name", ["..", "a b", "-rf", "x" * 64, "\x1b[2J"])
def test_a_backup_is_put_only_where_an_event_can_be(name: str) -> None:
    with TemporaryDirectory() as place:
        store = made(Path(place) / "kent", players=2)
        backup(store.folder, Path(place) / "kept.tar")
        with pytest.raises(Refused, match="cannot be the name of an event's folder") as refused:
            restore_backup(Path(place) / "kept.tar", Path(f"{place}/hall/{name}"))
        assert "\x1b" not in refused.value.line
        assert not (Path(place) / "hall").exists()


def test_two_files_of_one_name_are_refused(store: Store, tmp_path: Path) -> None:
    path = packed(tmp_path / "bad.tar", with_sums(whole(store.folder)), member("kent/event.toml"))
    with pytest.raises(Refused, match=r"two files of the name event\.toml"):
        restore_backup(path, tmp_path / "again")


def test_the_control_that_nothing_was_done_to_is_taken(store: Store, tmp_path: Path) -> None:
    path = packed(tmp_path / "good.tar", with_sums(whole(store.folder)))
    restore_backup(path, tmp_path / "again")
    assert contents(tmp_path / "again") == contents(store.folder)


@pytest.mark.parametrize("ending", [".tar", ".tar.gz"])
def test_a_backup_cut_off_anywhere_is_refused(store: Store, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"kent{ending}"
    backup(store.folder, path)
    data = path.read_bytes()
    # the zeros that fill a tar up to its last 10 kB are not missed
    needed = len(data) if ending == ".tar.gz" else len(data.rstrip(b"\0")) + 1024
    for end in range(1, needed, max(1, needed // 60)):
        path.write_bytes(data[:end])
        with pytest.raises(Refused):
            restore_backup(path, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_flipped_bit_of_a_backup_is_found(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "kent.tar.gz"
    backup(store.folder, path)
    data = bytearray(path.read_bytes())
    believed = []
    for at in range(10, len(data), max(1, len(data) // 150)):
        data[at] ^= 4
        path.write_bytes(data)
        try:
            found = checked_backup(path)
        except Refused:
            pass
        else:
            believed.append((at, found.sums != checked_backup_of(store, tmp_path).sums))
        data[at] ^= 4
    assert not any(other for _, other in believed)
    assert len(believed) < 3


def checked_backup_of(store: Store, tmp_path: Path) -> Backup:
    backup(store.folder, tmp_path / "sound.tar")
    return checked_backup(tmp_path / "sound.tar")


def bomb(path: Path) -> None:
    """A tar of one journal of 400 MB of zeros, packed to 400 kB."""
    head = member("kent/journal.log", size=400 << 20).tobuf(tarfile.USTAR_FORMAT)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        file.write(packer.compress(head))
        for _ in range(200):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.flush())


def nested(path: Path) -> None:
    """Packed twice."""
    path.write_bytes(gzip.compress(gzip.compress(bytes(50 << 20))))


def long_header(path: Path) -> None:
    """A header of headers that claims 300 MB."""
    head = member("kent/x", b"x", 300 << 20).tobuf(tarfile.USTAR_FORMAT)
    path.write_bytes(gzip.compress(head + bytes(60 << 20)))


def many(path: Path) -> None:
    """A million names in headers that stand alone."""
    path.write_bytes(gzip.compress(member("kent", b"5").tobuf(tarfile.USTAR_FORMAT) * 200_000))


@pytest.mark.parametrize("make", [bomb, nested, long_header, many])
def test_a_bomb_is_refused_before_it_takes_time_or_memory(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "kent.tar.gz"
    make(path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with (
        counted() as work,
        pytest.raises(Refused, match=r"far more|not a tar|too long|more than"),
    ):
        restore_backup(path, tmp_path / "again")
    assert work.calls < 800_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04rest", "zip file"),
        (b"\xfd7zXZ\x00rest", "packed with xz"),
        (b"name,rating\nAsh,1500\n" * 100, "not a tar archive"),
    ],
)
def test_a_file_of_another_kind_is_named(tmp_path: Path, start: bytes, said: str) -> None:
    path = tmp_path / "kent.tar.gz"
    path.write_bytes(start)
    with pytest.raises(Refused, match=said):
        restore_backup(path, tmp_path / "again")


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tar")
    (tmp_path / "folder.tar").mkdir()
    for name in ("pipe.tar", "folder.tar", "nothing.tar"):
        with pytest.raises(Refused, match="cannot be read"):
            restore_backup(tmp_path / name, tmp_path / "again")


def gone_on(tmp_path: Path) -> tuple[Path, Path]:
    """An event with two results, and its backup from when it had one."""
    store = made(tmp_path / "kent", 4)
    store.do(EnterResult(1, "1-0"))
    backup(store.folder, tmp_path / "kent.tar")
    store.do(EnterResult(2, "0-1"))
    return store.folder, tmp_path / "kent.tar"


def test_a_disk_that_fails_at_any_call_leaves_what_was_there(
    tmp_path: Path, faulty: FaultyDisk
) -> None:
    """Of an event that is to be replaced: it is there as it was, or the backup is."""
    folder, archive = gone_on(tmp_path)
    old, new = {1: "1-0", 2: "0-1"}, {1: "1-0"}
    kept = tmp_path / "kept" / "kent"
    shutil.copytree(folder, kept)
    refused = at = 0
    while len(faulty.calls) >= at:
        hall = tmp_path / f"hall-{at}"
        shutil.copytree(kept, hall / "kent")
        at += 1
        faulty.arm(at, errno.ENOSPC)
        try:
            restore_backup(archive, hall / "kent", replace=True, disk=faulty)
        except Refused as refusal:
            refused += 1
            restored = "is restored" in refusal.what
            assert os.listdir(hall) == ["kent"] or restored
            assert results(reopened(hall / "kent").event) == (new if restored else old)
        else:
            assert results(reopened(hall / "kent").event) == new
        shutil.rmtree(hall)
        assert at < 2_000
    assert refused >= 100


def test_killed_at_any_call_of_a_restore_neither_event_is_lost(tmp_path: Path) -> None:
    folder, archive = gone_on(tmp_path)
    old, new = {1: "1-0", 2: "0-1"}, {1: "1-0"}
    at, places = 0, set()
    while True:
        at += 1
        hall = tmp_path / f"hall-{at}"
        shutil.copytree(folder, hall / "kent")
        child = os.fork()
        if child == 0:
            try:
                restore_backup(archive, hall / "kent", replace=True, disk=DeadlyDisk(at))
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        shown = [path for path in hall.iterdir() if not path.name.startswith(".")]
        found = {p.name.split("-")[-1]: results(reopened(p).event) for p in shown}
        assert old in found.values(), at
        places.add(str(found.get("kent")))
        if "kent" not in found:
            # killed between the two names: the same again puts the backup there
            restore_backup(archive, hall / "kent")
            assert results(reopened(hall / "kent").event) == new
        shutil.rmtree(hall)
        if not os.WIFSIGNALED(status):
            break
    assert {str(old), str(new)} <= places
    assert at > 30


def test_a_restore_without_room_says_how_much_is_needed(
    archive: Path, tmp_path: Path, faulty: FaultyDisk
) -> None:
    faulty.arm(3, errno.ENOSPC, ("write",))
    with pytest.raises(Refused, match="cannot be restored") as refused:
        restore_backup(archive, tmp_path / "again", disk=faulty)
    assert "the disk is full" in refused.value.why
    assert "are needed" in refused.value.why
    assert not (tmp_path / "again").exists()
    assert restore_backup(archive, tmp_path / "again").files > 5


@pytest.mark.parametrize("ending", [".tar", ".tar.gz"])
def test_noise_in_a_backup_is_refused_or_changes_nothing(
    store: Store, tmp_path: Path, ending: str
) -> None:
    path, chance = tmp_path / f"kept{ending}", Random(5)
    backup(store.folder, path)
    sound, data = checked_backup(path).sums, path.read_bytes()
    refused = 0
    for _ in range(250):
        noisy = bytearray(data)
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(chance.choice((len(noisy), min(len(noisy), 8192))))
            kind = chance.randrange(3)
            if kind == 0:
                noisy[at] = chance.randrange(256)
            elif kind == 1:
                del noisy[at : at + chance.randrange(1, 600)]
            else:
                noisy[at:at] = chance.randbytes(chance.randrange(1, 40))
            noisy = noisy or bytearray(b"x")
        path.write_bytes(noisy)
        try:
            assert checked_backup(path).sums == sound
        except Refused:
            refused += 1
    assert refused > 150


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["a folder", "a pipe"])
def test_a_backup_of_an_event_whose_journal_is_no_file_has_the_rest_and_says_so(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(1, "1-0"))
    path = store.folder / "journal.log"
    path.unlink()
    make(path)
    done = backup(store.folder, tmp_path / "kept.tar")
    assert len(done.left_out) == 1
    assert done.left_out[0].startswith("journal.log: not a regular file")
    folder = restore_backup(tmp_path / "kept.tar", tmp_path / "again").folder
    assert reopened(folder).event.rounds == store.event.rounds


def test_a_backup_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    (folder / "journal.log").mkdir()
    with pytest.raises(Refused, match=r"cannot be read: journal\.log: not a regular file"):
        backup(folder, tmp_path / "kept.tar")
    assert not (tmp_path / "kept.tar").exists()
