"""The folder or the journal changes under an open desk: nothing false is written or shown."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import AddEntrant, CreateEvent, EnterResult
from engine.entrants import Entrant
from engine.refusal import Refused
from saves.departures import DepartureKind, JournalDeparture
from saves.journal import JOURNAL_NAME
from saves.quarantine import LACKING
from saves.store import MovedOn, Store, create_event
from saves.verify import verify
from tests.playing import publish
from tests.saves.toy import edit, made, reopened, results, toy_named

HELD = {1: "1-0", 2: "1-0", 3: "1-0"}
"""What the desk holds; the backup has board 1 alone."""


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Journal and save files."""
    found = [*folder.glob("*.toml"), *folder.glob(JOURNAL_NAME)]
    return {p.name: p.read_bytes() for p in found if p.is_file()}


def kept_results(store: Store) -> dict[int, str]:
    assert store.kept is not None
    return results(reopened(store.kept, read_only=True).event)


@pytest.fixture
def desk(tmp_path: Path) -> Store:
    """A desk with three results, and beside it a backup with the first of them."""
    store = made(tmp_path / "open", 8)
    store.do(EnterResult(1, "1-0"))
    shutil.copytree(store.folder, tmp_path / "backup")
    store.do(EnterResult(2, "1-0"))
    store.do(EnterResult(3, "1-0"))
    return store


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another event."""
    return made(tmp_path / "elsewhere", 6).folder


def journal(store: Store) -> Path:
    return store.folder / JOURNAL_NAME


def older_folder(store: Store, backup: Path) -> None:
    """The folder goes away; one poll later an older backup is at its place."""
    store.folder.rename(store.folder.with_name("taken"))
    store.refresh()
    assert store.departure is not None
    assert store.departure.kind is DepartureKind.FOLDER_GONE
    shutil.copytree(backup, store.folder)


def copied(store: Store, backup: Path) -> None:
    shutil.copyfile(backup / JOURNAL_NAME, journal(store))


def renamed(store: Store, backup: Path) -> None:
    shutil.copyfile(backup / JOURNAL_NAME, store.folder / "incoming")
    os.replace(store.folder / "incoming", journal(store))


def truncated(store: Store, backup: Path) -> None:
    os.truncate(journal(store), (backup / JOURNAL_NAME).stat().st_size)


def truncated_in_a_line(store: Store, backup: Path) -> None:
    os.truncate(journal(store), (backup / JOURNAL_NAME).stat().st_size + 40)


def forked(store: Store, backup: Path) -> None:
    fork = reopened(backup, session="another machine")
    fork.do(EnterResult(2, "0-1"))
    for board in (3, 4):
        fork.do(EnterResult(board, "0-1"))
    shutil.copyfile(backup / JOURNAL_NAME, journal(store))


def a_bit_turned(store: Store, backup: Path) -> None:
    data = bytearray(journal(store).read_bytes())
    data[len(data) // 2] ^= 1
    journal(store).write_bytes(data)


def deleted(store: Store, backup: Path) -> None:
    journal(store).unlink()


def emptied(store: Store, backup: Path) -> None:
    os.truncate(journal(store), 0)


def linked(store: Store, backup: Path) -> None:
    journal(store).unlink()
    journal(store).symlink_to(backup / JOURNAL_NAME)


def copied_with_links(store: Store, backup: Path) -> None:
    """`cp -al`: every file of the event, its lock too, has a second name."""
    shutil.copytree(store.folder, store.folder.with_name("snapshot"), copy_function=os.link)


def begun_anew(store: Store, backup: Path) -> None:
    journal(store).unlink()
    reopened(store.folder, session="another desk")


CHANGES: list[tuple[Callable[[Store, Path], None], DepartureKind, int]] = [
    # what is done, what the desk sees, how many actions are lacking (0: that depends)
    (older_folder, DepartureKind.EARLIER, 2),
    (copied, DepartureKind.EARLIER, 2),
    (renamed, DepartureKind.EARLIER, 2),
    (truncated, DepartureKind.EARLIER, 2),
    (truncated_in_a_line, DepartureKind.EARLIER, 2),
    (forked, DepartureKind.FORKED, 2),
    (a_bit_turned, DepartureKind.DAMAGED, 0),
    (deleted, DepartureKind.JOURNAL_GONE, 7),
    (emptied, DepartureKind.EARLIER, 7),
    (linked, DepartureKind.IRREGULAR, 7),
    (copied_with_links, DepartureKind.IRREGULAR, 7),
    (begun_anew, DepartureKind.BEGUN_ANEW, 7),
]

each_change = pytest.mark.parametrize(
    ("change", "kind", "lacking"), CHANGES, ids=[change.__name__ for change, _, _ in CHANGES]
)


@pytest.mark.parametrize("polls", [True, False], ids=["seen at a poll", "met at a save"])
@each_change
def test_what_is_no_continuation_is_not_written_to_and_what_the_desk_holds_is_kept(
    desk: Store,
    tmp_path: Path,
    change: Callable[[Store, Path], None],
    kind: DepartureKind,
    lacking: int,
    polls: bool,
) -> None:  # fmt: skip
    change(desk, tmp_path / "backup")
    before = bytes_of(desk.folder)
    if polls:
        desk.refresh()
        assert desk.departure is not None
    with pytest.raises(Refused, match="NOT SAVED") as refused:
        desk.do(EnterResult(4, "1-0"))
    desk.checkpoint()
    with pytest.raises(Refused):
        desk.undo()
    assert desk.departure is not None
    assert desk.departure.kind is kind
    assert desk.departure.what in str(refused.value)
    assert desk.read_only.startswith(desk.departure.what)
    assert results(desk.event) == HELD, "what was shown as saved goes on being shown"
    assert bytes_of(desk.folder) == before
    assert kept_results(desk) == HELD
    assert desk.kept is not None
    assert verify(desk.kept, format_named=toy_named).status == 0
    told = (desk.kept / LACKING).read_text().splitlines()
    assert len(told) == desk.departure.lacking
    assert not lacking or len(told) == lacking
    assert f"{desk.author.by} on {desk.author.host}: " in told[-1]
    assert "board 3" in told[-1]
    assert "1-0" in told[-1]


def test_of_another_event_at_that_place_nothing_is_touched(desk: Store, other: Path) -> None:
    shutil.rmtree(desk.folder)
    shutil.copytree(other, desk.folder)
    before = {str(p): p.is_file() and p.read_bytes() for p in desk.folder.rglob("*")}
    with pytest.raises(Refused, match="another event is in this folder now: Spring Open"):
        desk.do(EnterResult(1, "0-1", "1-0", replace=True))
    with pytest.raises(Refused, match="another event"):
        desk.put_back()
    after = {str(p): p.is_file() and p.read_bytes() for p in desk.folder.rglob("*")}
    lock = str(desk.folder / ".lock")
    assert {**after, lock: b""} == {**before, lock: b""}
    assert desk.kept is not None
    assert desk.kept.parent == desk.folder.parent
    assert results(reopened(desk.elsewhere()).event) == HELD


def test_a_journal_that_is_gone_is_never_begun_by_a_result(desk: Store) -> None:
    journal(desk).unlink()
    with pytest.raises(Refused, match=r"the journal \(journal\.log\) is gone"):
        desk.do(EnterResult(4, "1-0"))
    assert not journal(desk).exists()


def test_a_folder_that_comes_back_as_it_was_is_gone_on_with(desk: Store) -> None:
    away = desk.folder.with_name("away")
    desk.folder.rename(away)
    desk.refresh()
    assert desk.departure is not None
    kept = desk.kept
    assert kept is not None
    with pytest.raises(Refused, match="the event's folder is missing"):
        desk.do(EnterResult(4, "1-0"))
    away.rename(desk.folder)
    reopened(desk.folder, session="another desk").do(EnterResult(4, "0-1"))
    assert desk.refresh()
    assert (desk.departure, desk.read_only, kept.exists()) == (None, "", False)
    desk.do(EnterResult(4, "1-0", "0-1", replace=True))
    assert results(reopened(desk.folder).event) == {**HELD, 4: "1-0"}
    assert verify(desk.folder, format_named=toy_named).status == 0


def test_a_kept_copy_in_which_somebody_works_is_not_taken_away(desk: Store) -> None:
    away = desk.folder.with_name("away")
    for works in (False, True):
        desk.folder.rename(away)
        desk.refresh()
        copy = reopened(desk.elsewhere(), session="elsewhere")
        if works:
            copy.do(EnterResult(4, "0-1"))
        else:
            copy.attend()
        away.rename(desk.folder)
        desk.refresh()
        assert desk.departure is None
        assert results(reopened(copy.folder).event) == results(copy.event)
        copy.leave()


def test_a_copy_that_is_still_under_way_is_waited_for(desk: Store) -> None:
    whole = journal(desk).read_bytes()
    journal(desk).write_bytes(whole[:1000])
    desk.refresh()
    assert desk.departure is not None
    journal(desk).write_bytes(whole)
    desk.refresh()
    desk.do(EnterResult(4, "1-0"))
    assert list((desk.folder / "quarantine").glob("*-held")) == []


def test_a_refusal_names_what_can_be_chosen_and_nothing_else() -> None:
    there = {
        DepartureKind.OTHER_EVENT: JournalDeparture(DepartureKind.OTHER_EVENT, 7, 5),
        DepartureKind.JOURNAL_GONE: JournalDeparture(DepartureKind.JOURNAL_GONE, 7),
        DepartureKind.FORKED: JournalDeparture(DepartureKind.FORKED, 7, 6, 4),
    }
    said = {kind: one.refusal("").remedy for kind, one in there.items()}
    assert [kind for kind, text in said.items() if "put back" not in text] == [
        DepartureKind.OTHER_EVENT
    ]
    assert [kind for kind, text in said.items() if "go on with" in text] == [DepartureKind.FORKED]
    assert all(text.endswith("in a folder of its own") for text in said.values())


@each_change
def test_put_back_the_folder_is_what_the_desk_holds_and_what_was_there_is_kept(
    desk: Store,
    tmp_path: Path,
    change: Callable[[Store, Path], None],
    kind: DepartureKind,
    lacking: int,
) -> None:  # fmt: skip
    change(desk, tmp_path / "backup")
    desk.refresh()
    there = journal(desk).read_bytes() if journal(desk).is_file() else b""
    desk.put_back()
    assert (desk.departure, desk.read_only) == (None, "")
    desk.do(EnterResult(4, "1-0"))
    again = reopened(desk.folder)
    assert results(again.event) == {**HELD, 4: "1-0"}
    assert (again.edits, again.read_only) == (None, "")
    assert verify(desk.folder, format_named=toy_named).status == 0
    copies = [
        p.read_bytes() for p in desk.folder.glob(f"quarantine/*-{JOURNAL_NAME}") if p.is_file()
    ]
    assert kind in (DepartureKind.JOURNAL_GONE, DepartureKind.IRREGULAR) or there in copies


def test_put_back_where_the_folder_is_gone_makes_it_again(desk: Store) -> None:
    shutil.rmtree(desk.folder)
    desk.refresh()
    desk.put_back()
    assert results(reopened(desk.folder).event) == HELD
    assert verify(desk.folder, format_named=toy_named).status == 0


def test_a_yes_to_put_back_is_for_what_was_shown(desk: Store, tmp_path: Path) -> None:
    truncated(desk, tmp_path / "backup")
    desk.refresh()
    forked(desk, tmp_path / "backup")
    before = bytes_of(desk.folder)
    with pytest.raises(MovedOn, match="what is in the folder changed"):
        desk.put_back()
    assert bytes_of(desk.folder) == before
    assert desk.departure is not None
    assert desk.departure.kind is DepartureKind.FORKED


def test_what_is_put_back_makes_the_desk_of_the_other_course_stop_in_turn(
    desk: Store, tmp_path: Path
) -> None:
    forked(desk, tmp_path / "backup")
    theirs = reopened(desk.folder, session="another desk")
    theirs.discard_edits()
    theirs.do(EnterResult(1, "0-1", "1-0", replace=True))
    desk.refresh()
    desk.put_back()
    with pytest.raises(Refused, match="another course of the event"):
        theirs.do(EnterResult(4, "+/-", "0-1", replace=True))
    assert kept_results(theirs)[1] == "0-1"
    assert results(reopened(desk.folder).event) == HELD


def test_what_is_there_can_be_gone_on_with_and_verify_says_what_was_kept_aside(
    desk: Store, tmp_path: Path
) -> None:
    copied(desk, tmp_path / "backup")
    desk.refresh()
    desk.leave()
    again = reopened(desk.folder)
    if again.edits is not None:
        again.discard_edits()
    again.do(EnterResult(4, "1-0"))
    report = verify(desk.folder, format_named=toy_named)
    assert report.status == 0
    told = " ".join(report.lines)
    assert desk.kept is not None
    assert f"quarantine/{desk.kept.name}: kept aside" in told
    assert "2 of its 7 actions are not in the journal" in told


def test_where_the_quarantine_takes_nothing_it_is_kept_beside(
    desk: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = tmp_path / "events"
    events.mkdir()
    monkeypatch.setenv("TOPBOARD_EVENTS", str(events))
    copied(desk, tmp_path / "backup")
    (desk.folder / "quarantine").write_text("somebody's notes")
    desk.refresh()
    assert desk.kept is not None
    assert desk.kept.parent == desk.folder.parent
    assert kept_results(desk) == HELD
    report = verify(desk.folder, format_named=toy_named)
    assert any(line.startswith(f"../{desk.kept.name}: kept aside") for line in report.lines)


def test_verify_names_a_journal_in_quarantine_that_begins_otherwise(
    desk: Store, other: Path
) -> None:
    """It may be all that is left of what was in this folder."""
    (desk.folder / "quarantine").mkdir()
    shutil.copyfile(other / JOURNAL_NAME, desk.folder / "quarantine" / f"then-{JOURNAL_NAME}")
    report = verify(desk.folder, format_named=toy_named)
    count = len((other / JOURNAL_NAME).read_bytes().splitlines())
    lost = f"{count} of its {count} actions are not in the journal"
    assert f"quarantine/then-{JOURNAL_NAME}: kept aside; {lost}" in report.lines


def test_a_reader_shows_what_it_had_and_writes_nothing(desk: Store, tmp_path: Path) -> None:
    reader = reopened(desk.folder, read_only=True)
    copied(desk, tmp_path / "backup")
    before = set(tmp_path.rglob("*"))
    reader.refresh()
    assert reader.departure is not None
    assert results(reader.event) == HELD
    with pytest.raises(Refused, match="open read-only"):
        reader.put_back()
    assert set(tmp_path.rglob("*")) == before


def test_a_desk_that_acknowledged_nothing_is_told_too(desk: Store, tmp_path: Path) -> None:
    """It holds what the other desk saved."""
    second = reopened(desk.folder, session="second")
    copied(desk, tmp_path / "backup")
    with pytest.raises(Refused, match="an earlier state of the event"):
        second.do(EnterResult(4, "1-0"))
    assert kept_results(second) == HELD


def test_a_writer_without_the_lock_is_noticed_and_neither_line_is_lost(
    desk: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking and writing somebody appends who knows of no lock."""
    second = reopened(desk.folder, session="second")
    second.do(EnterResult(4, "0-1"))
    line = journal(desk).read_bytes().splitlines(keepends=True)[-1]
    os.truncate(journal(desk), journal(desk).stat().st_size - len(line))
    for path in desk.folder.glob("*.toml"):
        path.unlink()
    desk = reopened(desk.folder)
    real = desk.journal.append

    def late(own: bytes) -> None:
        with journal(desk).open("ab") as file:
            file.write(line)
        real(own)

    monkeypatch.setattr(desk.journal, "append", late)
    with pytest.raises(Refused, match="without waiting for the lock"):
        desk.do(EnterResult(2, "0-1", "1-0", replace=True))
    monkeypatch.undo()
    assert results(reopened(desk.folder, read_only=True).event) == {**HELD, 4: "0-1"}


def test_a_desk_is_seen_in_the_folder_that_takes_the_place_of_its_own(desk: Store) -> None:
    desk.attend()
    colleague = reopened(desk.folder, session="colleague")
    shutil.copytree(desk.folder, desk.folder.with_name("copy"))
    desk.folder.rename(desk.folder.with_name("taken"))
    desk.folder.with_name("copy").rename(desk.folder)
    desk.refresh()
    desk.others()
    assert [one.session for one in colleague.others()] == [desk.author.session]
    desk.leave()
    assert colleague.others() == ()


def test_nobody_of_another_event_is_shown_as_a_colleague(desk: Store, other: Path) -> None:
    shutil.rmtree(desk.folder)
    shutil.copytree(other, desk.folder)
    reopened(desk.folder, session="stranger").attend()
    desk.refresh()
    assert desk.others() == ()


def test_another_journal_of_the_same_size_is_not_taken_for_the_second_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    monkeypatch.setenv("TOPBOARD_MIRROR", str(tmp_path / "stick"))
    store = made(tmp_path / "open", 8)
    copy = tmp_path / "stick" / "open" / JOURNAL_NAME
    theirs = copy.read_bytes().replace(b'"seed":7', b'"seed":8')
    copy.write_bytes(theirs)
    store.do(EnterResult(1, "1-0"))
    assert copy.read_bytes() == theirs
    assert "no copy of the journal" in store.warnings[-1]


def test_a_reader_of_save_files_alone_turns_to_the_journal_when_it_comes(desk: Store) -> None:
    away = desk.folder / "away"
    journal(desk).rename(away)
    reader = reopened(desk.folder, read_only=True)
    assert results(reader.event) == HELD
    away.rename(journal(desk))
    reader.refresh()
    assert (results(reader.event), reader.event.revision) == (HELD, 7)


def test_verify_names_a_restore_point_that_another_event_left(desk: Store, other: Path) -> None:
    (theirs,) = (other / "restore-points").glob("*-publish")
    shutil.copytree(theirs, desk.folder / "restore-points" / "009-publish")
    report = verify(desk.folder, format_named=toy_named)
    assert report.status == 0
    told = [line for line in report.lines if line.startswith("restore-points/")]
    assert told == [
        "restore-points/009-publish: not from this journal; its content may be another event's"
    ]


def test_a_file_in_the_folders_place_is_to_be_moved_away_before_it_is_put_back(desk: Store) -> None:
    desk.folder.rename(desk.folder.with_name("taken"))
    desk.folder.write_text("a note")
    desk.refresh()
    with pytest.raises(Refused, match=r"something else is called open now: .*move it away"):
        desk.put_back()
    assert desk.folder.read_text() == "a note"
    desk.folder.rename(desk.folder.with_name("note"))
    desk.put_back()
    assert results(reopened(desk.folder).event) == HELD


def test_what_a_desk_holds_is_kept_where_no_folder_takes_temporary_files(
    desk: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", none)
    journal(desk).unlink()
    desk.refresh()
    assert kept_results(desk) == HELD


def test_an_edit_of_a_folder_that_comes_back_is_offered_where_the_desk_has_drawn_a_cup(
    tmp_path: Path,
) -> None:
    """Stages of a cup drawn here have the words of every language with them."""
    cup = create_event(tmp_path / "cup", CreateEvent("Cup", "knockout", {}, 7))
    for name in ("Ann", "Bea", "Cid", "Dan"):
        cup.do(AddEntrant(Entrant("", name)))
    publish(cup)
    (tmp_path / "cup").rename(tmp_path / "away")
    cup.refresh()
    assert cup.departure is not None
    edit(tmp_path / "away" / "players.toml", lambda text: text.replace('"Ann"', '"Anna"'))
    (tmp_path / "away").rename(tmp_path / "cup")
    cup.refresh()
    assert cup.departure is None
    assert cup.notes == ()
    assert cup.edits is not None
    assert cup.edits.files == ("players.toml",)
    assert cup.accept_edits().entrants[0].name == "Anna"
