"""Several desks at one event: who is there, who draws, whose rights, and a second copy."""

from __future__ import annotations

import errno
import grp
import json
import os
import pwd
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import CreateEvent, EditEntrant, EnterResult, EnterResults, PublishRound, Undo
from engine.refusal import Refused
from saves import file_systems
from saves.backup import backup, restore_backup
from saves.disk import DRAW_NAME, Disk
from saves.journal import JOURNAL_NAME, Journal
from saves.mirror import Mirror
from saves.presence import DESKS, Presence, Present, present
from saves.store import Store, create_event
from saves.verify import verify
from tests.faults.forked import Forked, Say
from tests.saves.toy import made, proposal, reopened, results, toy_named


def test_a_desk_sees_who_else_has_the_event_open_and_where(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder)
    one, two = reopened(folder, session="console pts/1"), reopened(folder, session="console pts/2")
    assert one.others() == ()
    one.attend()
    two.attend()
    assert [other.session for other in one.others()] == ["console pts/2"]
    assert str(two.others()[0]).startswith(f"{one.author.by} on {one.author.host} (console pts/1")
    assert len(present(one.disk, folder)) == 2
    one.leave()
    assert two.others() == ()
    assert [p.session for p in present(one.disk, folder)] == ["console pts/2"]


def test_who_was_there_first_is_named_first(tmp_path: Path) -> None:
    """Whatever their names: the other desks ask the one that has been there longest."""
    folder = made(tmp_path).folder
    disk = Disk()
    came = {"zoe": "09:00", "anna": "09:20", "ben": "09:20"}
    desks = [Presence(disk, folder) for _ in came]
    for desk, (user, at) in zip(desks, came.items(), strict=True):
        desk.come(Present(user, "hall", f"console of {user}", f"2026-03-07T{at}:00+00:00"))
    assert [one.user for one in present(disk, folder)] == ["zoe", "anna", "ben"]
    assert [one.user for one in desks[0].others()] == ["anna", "ben"]
    for desk in desks:
        desk.go()


def attending(folder: Path) -> Callable[[Say], None]:
    def work(say: Say) -> None:
        reopened(folder, session="console pts/9").attend()
        say("here")
        time.sleep(60)

    return work


def test_a_killed_desk_is_there_no_longer_and_its_file_is_swept(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    made(folder)
    child = Forked(attending(folder))
    child.go()
    assert child.heard(20) == ["here"]
    desk = reopened(folder)
    assert [other.session for other in desk.others()] == ["console pts/9"]
    child.kill()
    assert desk.others() == ()
    assert len(os.listdir(folder / DESKS)) == 1
    desk.attend()
    assert len(os.listdir(folder / DESKS)) == 1
    desk.leave()
    assert os.listdir(folder / DESKS) == []


def test_what_somebody_put_among_the_desks_is_harmless(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    store.attend()
    place = store.folder / DESKS
    (place / "x").write_bytes(b"\x1b]52;c;x\x07" * 900)
    os.mkfifo(place / "pipe")
    (place / "link").symlink_to("/etc/passwd")
    (place / "sub").mkdir()
    assert store.others() == ()
    reopened(store.folder).attend()
    assert verify(store.folder, format_named=toy_named).status == 0


def all_in(folder: Path) -> Store:
    store = made(folder, 8)
    store.do(EnterResults(tuple((board, "1-0") for board in range(1, 5))))
    return store


def test_while_one_desk_draws_no_other_draws_or_publishes_and_is_told_who(tmp_path: Path) -> None:
    store = all_in(tmp_path / "open")
    other = reopened(store.folder)
    drawn = proposal(other.event)
    with store.alone("drawing round 2"):
        with pytest.raises(Refused, match="another desk draws or publishes now") as refused:
            other.do(drawn)
        assert "drawing round 2" in str(refused.value)
        assert store.author.by in str(refused.value)
        # results are entered all the same
        other.do(EnterResult(1, "0-1", "1-0", replace=True))
        store.refresh()
        store.do(proposal(store.event))
    with store.alone("publishing round 2"), pytest.raises(Refused, match="publishing round 2"):
        reopened(store.folder).do(PublishRound(2))
    other.refresh()
    other.do(PublishRound(2))
    # not with all that is different in it, cut somewhere
    assert json.loads((store.folder / DRAW_NAME).read_text())["doing"] == "publishing a round"
    assert other.event.current is not None
    assert other.event.current.number == 2


def test_a_desk_killed_while_it_draws_keeps_nobody_waiting(tmp_path: Path) -> None:
    store = all_in(tmp_path / "open")

    def drawing(say: Say) -> None:
        with reopened(store.folder).alone("drawing round 2"):
            say("drawing")
            time.sleep(60)

    child = Forked(drawing)
    child.go()
    assert child.heard(20) == ["drawing"]
    with pytest.raises(Refused, match="another desk draws"):
        store.do(proposal(store.event))
    child.kill()
    store.do(proposal(store.event))


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setenv("TOPBOARD_MIRROR", str(stick))
    return stick


def test_the_journal_is_copied_to_a_second_folder_which_is_an_event_too(
    tmp_path: Path, mirror: Path
) -> None:
    store = made(tmp_path / "open", 8)
    store.do(EnterResult(1, "1-0"))
    store.do(EnterResult(2, "0-1"), checkpoint=False)
    store.checkpoint()
    # a second desk goes on where the first one stopped
    reopened(store.folder, session="other").do(EnterResult(3, "1/2-1/2"))
    store.refresh()
    store.do(EnterResult(4, "1-0"))
    copy = mirror / "open" / JOURNAL_NAME
    assert copy.read_bytes() == (store.folder / JOURNAL_NAME).read_bytes()
    assert store.warnings == []
    assert results(reopened(mirror / "open").event) == results(store.event)


def test_a_stick_that_is_pulled_costs_a_warning_and_is_caught_up_with(
    tmp_path: Path, mirror: Path
) -> None:
    store = made(tmp_path / "open", 8)
    mirror.rename(tmp_path / "pulled")
    store.do(EnterResult(1, "1-0"))
    store.do(EnterResult(2, "1-0"))
    assert store.warnings == ["saved, but no copy of the journal: stick is not there"]
    (tmp_path / "pulled").rename(mirror)
    with (mirror / "open" / JOURNAL_NAME).open("ab") as file:
        file.write(b"0badc0de {half a line")
    store.do(EnterResult(3, "1-0"))
    copy = mirror / "open" / JOURNAL_NAME
    assert copy.read_bytes() == (store.folder / JOURNAL_NAME).read_bytes()
    assert len(store.warnings) == 1


def test_a_copy_that_is_ahead_of_what_a_desk_has_read_is_left_to_it(
    tmp_path: Path, mirror: Path
) -> None:
    """Another desk was quicker: this one has the copy of its own event before it, and no doubt."""
    store = made(tmp_path / "open", 8)
    behind = Journal(Disk(), store.folder)
    behind.read()
    store.do(EnterResult(1, "1-0"))
    store.do(EnterResult(2, "0-1"))
    ahead = (mirror / "open" / JOURNAL_NAME).read_bytes()
    Mirror(Disk(), mirror, "open").follow(behind)
    assert (mirror / "open" / JOURNAL_NAME).read_bytes() == ahead


def test_the_copy_of_another_event_is_not_written_over(tmp_path: Path, mirror: Path) -> None:
    made(tmp_path / "open", 8)
    theirs = (mirror / "open" / JOURNAL_NAME).read_bytes()
    (tmp_path / "elsewhere").mkdir()
    store = made(tmp_path / "elsewhere" / "open", 6)
    assert "that of another event" in store.warnings[0]
    assert (mirror / "open" / JOURNAL_NAME).read_bytes() == theirs


def test_the_copy_from_before_a_backup_was_restored_is_kept_and_said(
    tmp_path: Path, mirror: Path
) -> None:
    store = made(tmp_path / "open", 8)
    backup(store.folder, tmp_path / "open.tar")
    for board in (1, 2, 3):
        store.do(EnterResult(board, "1-0"))
    longer = (mirror / "open" / JOURNAL_NAME).read_bytes()
    restore_backup(tmp_path / "open.tar", store.folder, replace=True)
    again = reopened(store.folder)
    again.do(EnterResult(1, "0-1"))
    assert "from before a backup was restored" in again.warnings[0]
    assert (mirror / "open" / JOURNAL_NAME).read_bytes() == longer
    (mirror / "open" / JOURNAL_NAME).unlink()
    again.do(EnterResult(2, "0-1"))
    assert (mirror / "open" / JOURNAL_NAME).read_bytes() == again.journal.path.read_bytes()


@pytest.fixture
def on_nfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Linux says where the folder is mounted from another machine."""
    mounts = tmp_path / "mountinfo"
    share = tmp_path / "share"
    share.mkdir()
    mounts.write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        f"40 22 0:44 / {share} rw,relatime shared:9 - nfs4 server:/x rw,vers=4.2\n"
    )
    monkeypatch.setattr(file_systems, "MOUNTS", mounts)


@pytest.mark.usefixtures("on_nfs")
def test_an_event_on_a_network_disk_opens_read_only_and_none_is_made_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = made(tmp_path / "open")
    here.folder.rename(tmp_path / "share" / "open")
    there = reopened(tmp_path / "share" / "open")
    assert there.event == here.event
    assert "on nfs4" in there.read_only
    assert "TOPBOARD_ONE_MACHINE=1" in there.notes[-1]
    with pytest.raises(Refused, match="nfs4, where a lock does not keep other machines out"):
        there.do(EnterResult(1, "1-0"))
    begin = CreateEvent("New", "toy")
    with pytest.raises(Refused, match="no event can be made here"):
        create_event(tmp_path / "share" / "new", begin, format_named=toy_named)
    monkeypatch.setenv("TOPBOARD_ONE_MACHINE", "1")
    reopened(tmp_path / "share" / "open").do(EnterResult(1, "1-0"))


def test_a_second_arbiter_of_the_group_works_in_what_the_first_one_made(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("becoming another user needs root")
    group = grp.getgrnam("users").gr_gid
    anna, ben = 3001, 3002
    assert not {anna, ben} & {user.pw_uid for user in pwd.getpwall()}
    hall = tmp_path / "hall"
    hall.mkdir()
    # every folder of this test run is ours alone, however deep a worker of it lies
    passed = Path(tempfile.gettempdir()).resolve()
    for place in (hall, *hall.parents):
        if place == passed or place in passed.parents:
            break
        place.chmod(0o755)
    os.chown(hall, anna, group)
    hall.chmod(0o2770)
    folder = hall / "open"

    def become(uid: int) -> None:
        os.setgroups([group])
        os.setgid(group)
        os.setuid(uid)
        os.umask(0o077)

    # done once as we are: another user could not load what the program loads when it is needed, if
    # it lies in a folder of ours alone
    for work in _by_two_arbiters(tmp_path / "loaded", lambda uid: None, anna, ben):
        work(lambda said: None)
    for work in _by_two_arbiters(folder, become, anna, ben):
        child = Forked(work)
        child.go()
        assert child.end()[1] == ["done"]
    assert verify(folder, format_named=toy_named).status == 0
    modes = {p.stat().st_mode & 0o7777 for p in folder.rglob("*") if p.is_file()}
    assert modes == {0o660}
    assert {p.stat().st_mode & 0o7777 for p in folder.rglob("*") if p.is_dir()} == {0o2770}
    assert {p.stat().st_gid for p in folder.rglob("*")} == {group}


def _by_two_arbiters(
    folder: Path, become: Callable[[int], None], anna: int, ben: int
) -> tuple[Callable[[Say], None], ...]:
    """What the first makes, the second goes on with, and the first again."""

    def first(say: Say) -> None:
        become(anna)
        made(folder, 8)
        reopened(folder).do(EnterResult(1, "1-0"))
        say("done")

    def second(say: Say) -> None:
        become(ben)
        store = reopened(folder)
        store.attend()
        store.do(EnterResult(2, "0-1"))
        store.do(EnterResults(((3, "1-0"), (4, "1-0"))))
        store.do(proposal(store.event))
        store.do(PublishRound(2))
        say("read-only" if store.read_only else str(store.warnings or "done"))

    def first_again(say: Say) -> None:
        become(anna)
        store = reopened(folder)
        store.do(EnterResult(1, "1-0"))
        store.undo()
        say("read-only" if store.read_only else str(store.warnings or "done"))

    return first, second, first_again


def test_a_third_person_without_the_right_to_write_looks_on_and_is_told_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = made(tmp_path / "open")
    (store.folder / "round-01.toml").unlink()

    def not_allowed(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", ".lock")

    monkeypatch.setattr("saves.store.locked", not_allowed)
    third = reopened(store.folder)
    assert third.event == store.event
    assert third.notes == (
        "round-01.toml was missing; the journal's content is shown",
        "no permission to write in this folder (.lock: Permission denied); opened read-only",
    )
    with pytest.raises(Refused, match="read-only"):
        third.do(EnterResult(1, "1-0"))
    assert not (store.folder / "round-01.toml").exists()


def test_an_undo_under_another_desks_restore_is_refused_and_says_whose_it_is(
    tmp_path: Path,
) -> None:
    made(tmp_path / "open")
    mine = reopened(tmp_path / "open", session="hall")
    other = reopened(tmp_path / "open", session="office")
    mine.do(EnterResult(3, "1-0"))
    mine.do(EnterResult(1, "1-0"))
    other.refresh()
    other.restore(other.points()[-1].name)
    restored = other.event
    with pytest.raises(Refused, match=r"nothing would change: action 7 by .* \(restored to"):
        mine.undo()
    assert results(mine.event) == results(restored)
    other.undo()
    mine.undo()
    assert results(mine.event) == {3: "1-0"}


def test_an_undo_of_what_was_said_again_since_is_refused(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    store.do(EditEntrant("1", {"rating": 2000}))
    first = store.event.revision
    store.do(EditEntrant("1", {"rating": 2100}))
    with pytest.raises(Refused, match=f"nothing would change: action {first + 1}"):
        store.do(Undo(first))
    assert store.event.entrant("1").rating == 2100
