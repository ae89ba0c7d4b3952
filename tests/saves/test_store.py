"""An event on disk: what is acknowledged stays, what is refused changes nothing."""

from __future__ import annotations

import json
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    ACTIONS,
    AddEntrant,
    Adjust,
    ChangeSettings,
    CheckIn,
    CreateEvent,
    Discard,
    EditEntrant,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Instruct,
    PublishRound,
    Redo,
    ReEnter,
    SetBye,
    SwapPlaces,
    TurnBoard,
    Undo,
    Withdraw,
)
from engine.entrants import Away, Entrant
from engine.event import Event, Instruction, Lot, Match, NumberExchange, Round, Supplement
from engine.reasons import BY_HAND, TURNED, Reason, said
from engine.refusal import Refused, Stale
from engine.results import GameResult
from saves.backup import backup
from saves.checkpoint import read_saves
from saves.contents import contents_of, event_of
from saves.disk import Disk
from saves.folders import slug
from saves.journal import Author, action_of, table_of
from saves.plain import BadValue, plain, typed
from saves.store import create_event
from saves.toml import load, toml_text
from saves.verify import verify
from tests.saves.toy import TOY, made, proposal, reopened, results, toy_named


def test_an_event_reads_back_as_it_was_written(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=2)
    store.do(EnterResult(2, "+/-"))
    store.do(SetBye("3", 3, Decimal("0.5")))
    store.do(Withdraw("4"))
    store.do(CheckIn(("1", "2")))
    store.do(Adjust("5", Decimal("-0.5"), "phone"))
    store.do(Instruct(Instruction("bar", "1", "5", 3)))
    again = reopened(tmp_path / "open")
    assert again.event == store.event
    assert (again.notes, again.edits, again.read_only) == ((), None, "")
    assert again.head == store.head


def test_the_save_files_alone_hold_the_whole_event(tmp_path: Path) -> None:
    """Opening from files and replaying the journal give the same event."""
    folder = tmp_path / "open"
    store = made(folder, rounds=2)
    store.do(EnterResult(1, "1/2-1/2"))
    for file in folder.glob("*.toml"):
        file.unlink()
    assert reopened(folder).event == store.event
    (folder / "journal.log").unlink()
    again = reopened(folder)
    assert contents_of(again.event, TOY) == contents_of(store.event, TOY)
    assert again.notes[0].startswith("the journal was missing")


def test_every_part_of_an_event_survives_the_save_files() -> None:
    match = Match(
        1, "1", "2", GameResult.DRAW, "dko", "A", "top", 2, 7, 3, said("floated"), "colours"
    )
    because = (Reason.of("met", round=3, where='it\'s \\"4"', share=Decimal("0.5")),)
    nested = (Reason.of("downfloat", because=because, tried=("1", "2")), BY_HAND)
    extra = Supplement((Match(9, "3", "4", why=nested),))
    event = Event(
        title="Ünïcode \x1b[2J \u202e",
        format="toy",
        settings=TOY.settings({"rounds": 3, "win_points": "3"}),
        seed=12345678901234567890,
        entrants=tuple(Entrant(str(i), f"P{i}", members=("a", 'b "c"')) for i in range(1, 5)),
        rounds=(Round(1, matches=(match,), altered=True, drawn_from="ab", extra=extra),),
        lots=(Lot(1, "colour", ("w", "b")), Lot(2, "order", tuple(map(str, range(5000))))),
        next_id=5,
        exchanges=(NumberExchange("1", "3"),),
        renumbered=True,
        details=(("place", "Ulm"), ("x y", "\u00e9\n\t\\")),
    )
    written = {name: toml_text(c, "x") for name, c in contents_of(event, TOY).items()}
    back = {name: load(text.encode(), name) for name, text in written.items()}
    assert event_of(back, toy_named) == event
    lines = [line for text in written.values() for line in text.splitlines()]
    assert max(len(line) for line in lines if not line.strip().startswith("reasons")) <= 100


def test_a_saved_board_tells_a_person_its_reasons_and_a_program_the_facts(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=1)
    text = (store.folder / "round-01.toml").read_text()
    assert "reasons" not in text  # words alone have no facts
    why = (Reason.of("met", round=3), TURNED)
    row = plain(Match(1, "1", "2", why=why), lambda reasons: "; ".join(r.code for r in reasons))
    assert (row["why"], row["reasons"]) == (
        "met; turned-by-hand", [{"code": "met", "round": 3}, {"code": "turned-by-hand"}]
    )  # fmt: skip
    assert typed(Match, row).why == why
    assert typed(Match, {**row, "reasons": json.dumps(row["reasons"])}).why == why
    del row["reasons"]
    assert typed(Match, {**row, "why": "they met"}).why == said("they met")
    assert typed(Match, {**row, "why": "they met; turned by hand"}).why == (
        *said("they met"), TURNED
    )  # fmt: skip


@pytest.mark.parametrize(
    "reasons",
    ["[", "[" * 3000, '["met"]', '[{"round": 3}]', '[{"code": "met", "round": null}]', 3,
     '[{"code": "met", "round": 1e400}]', '{"code": "met"}', [{"code": ""}]],
)  # fmt: skip
def test_reasons_that_are_none_are_refused(reasons: object) -> None:
    with pytest.raises(BadValue):
        typed(Match, {"board": 1, "white": "1", "black": "2", "reasons": reasons})


@given(
    st.dictionaries(
        st.text(max_size=6),
        st.recursive(
            st.text(alphabet=st.characters(blacklist_categories=["Cs"]))
            | st.integers(-(2**62), 2**62)
            | st.booleans()
            | st.decimals(-(10**6), 10**6, allow_nan=False, places=3),
            lambda inner: st.lists(inner, max_size=3),
            max_leaves=5,
        ),
        max_size=6,
    )
)
def test_whatever_is_written_as_toml_reads_back_and_wakes_no_terminal(
    content: dict[str, Any],
) -> None:
    text = toml_text({"table": content}, "heading")
    assert load(text.encode(), "x.toml") == {"table": content}
    assert all(c == "\n" or c.isprintable() or c == "\u3000" or c.isspace() for c in text)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_refused_action_changes_nothing_on_disk(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    store = made(folder)
    before = {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and p.suffix}
    for action in (
        EnterResult(99, "1-0"),
        EnterResult(0, "1-0"),
        EnterResult(1, "2-0"),
        EnterResult(1, "\uff11-\uff10"),
        EnterResult(1, "\u0661-\u0660"),
        EnterResults(((1, "1-0"), (99, "1-0"))),
        AddEntrant(Entrant("", "")),
        PublishRound(2),
    ):
        with pytest.raises(Refused):
            store.do(action)
    after = {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and p.suffix}
    assert after == before


def test_the_same_result_again_writes_no_second_line(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    store.do(EnterResult(1, "1-0"))
    count = len(store.entries)
    store.do(EnterResult(1, "1-0", was="1-0"))
    assert len(store.entries) == count


def test_a_result_over_an_unseen_one_is_refused_with_name_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    anna = made(tmp_path / "open")
    monkeypatch.setenv("TOPBOARD_USER", "ben")
    ben = reopened(tmp_path / "open")
    anna.do(EnterResult(2, "1-0"))
    with pytest.raises(Stale) as caught:
        ben.do(EnterResult(2, "0-1", was=None))
    clock = anna.entries[-1].t[11:19]
    assert caught.value.what == f"board 2 was set to 1-0 by anna at {clock}"
    assert results(reopened(tmp_path / "open").event) == {2: "1-0"}
    assert results(ben.event) == {2: "1-0"}
    ben.do(EnterResult(2, "0-1", was="1-0", replace=True))
    assert results(anna.event) == {2: "1-0"}
    assert anna.refresh()
    assert results(anna.event) == {2: "0-1"}


def test_who_was_there_first_is_whose_entry_stands_in_the_round_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not who took his own entry back, nor who has entered the same board in a later round."""
    monkeypatch.setenv("TOPBOARD_USER", "anna")
    anna = made(tmp_path / "open", players=4)
    anna.do(EnterResult(1, "1-0"))
    anna.do(EnterResult(2, "1-0"))
    clock = anna.entries[-1].t[11:19]
    monkeypatch.setenv("TOPBOARD_USER", "carl")
    carl = reopened(tmp_path / "open")
    carl.do(EnterResult(2, "0-1", was="1-0", replace=True))
    carl.undo()
    carl.do(proposal(carl.event))
    carl.do(PublishRound(2))
    carl.do(EnterResult(2, "0-1"))
    monkeypatch.setenv("TOPBOARD_USER", "ben")
    ben = reopened(tmp_path / "open")
    with pytest.raises(Stale) as caught:
        ben.do(EnterResult(2, "1/2-1/2", was=None, round=1))
    assert caught.value.what == f"board 2 was set to 1-0 by anna at {clock}"


def test_results_of_two_desks_on_different_boards_do_not_disturb_each_other(tmp_path: Path) -> None:
    one = made(tmp_path / "open")
    two = reopened(tmp_path / "open", session="second")
    one.do(EnterResult(1, "1-0"))
    two.do(EnterResult(2, "0-1"))
    one.do(EnterResult(3, "1/2-1/2"))
    two.refresh()
    assert results(one.event) == results(two.event) == {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
    assert verify(tmp_path / "open", format_named=toy_named).status == 0


def test_undo_takes_back_mine_and_leaves_yours(tmp_path: Path) -> None:
    mine = made(tmp_path / "open", session="mine")
    yours = reopened(tmp_path / "open", session="yours")
    mine.do(EnterResult(1, "1-0"))
    yours.do(EnterResult(2, "1-0"))
    mine.do(EnterResult(3, "1-0"))
    yours.do(EnterResult(4, "1-0"))
    assert results(mine.undo()) == {1: "1-0", 2: "1-0", 4: "1-0"}
    assert results(mine.undo()) == {2: "1-0", 4: "1-0"}
    assert results(mine.redo()) == {1: "1-0", 2: "1-0", 4: "1-0"}
    assert results(mine.redo()) == {1: "1-0", 2: "1-0", 3: "1-0", 4: "1-0"}
    with pytest.raises(Refused, match="nothing of yours to redo"):
        mine.redo()
    with pytest.raises(Refused, match="nothing of yours to redo"):
        yours.redo()
    assert reopened(tmp_path / "open").event == mine.event


@pytest.mark.parametrize("entered", [EnterResult(1, "0-1"), EnterResults(((1, "0-1"),))])
def test_a_redo_overwrites_nothing_that_another_desk_has_redone(
    tmp_path: Path, entered: EnterResult | EnterResults
) -> None:
    mine = made(tmp_path / "open", session="mine")
    yours = reopened(tmp_path / "open", session="yours")
    mine.do(EnterResult(1, "1-0"))
    mine.undo()
    yours.do(entered)
    yours.undo()
    mine.redo()
    with pytest.raises(Refused, match=r"cannot be redone now: board 1 .* 1-0"):
        yours.redo()
    assert results(yours.event) == {1: "1-0"}
    mine.undo()
    assert results(yours.redo()) == {1: "0-1"}
    assert reopened(tmp_path / "open").event == yours.event


def test_undo_works_after_opening_again_and_of_anybodys_action(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    store.do(EnterResult(1, "1-0"))
    n = store.event.revision
    store.do(EnterResult(2, "1-0"))
    other = reopened(tmp_path / "open", session="later")
    with pytest.raises(Refused, match=r"nothing of yours to undo here$"):
        other.undo()
    assert results(other.do(Undo(n))) == {2: "1-0"}
    with pytest.raises(Refused, match="undone already"):
        other.do(Undo(n))
    assert results(other.do(Redo(n))) == {1: "1-0", 2: "1-0"}
    with pytest.raises(Refused, match="cannot be undone"):
        other.do(Undo(1))


def test_an_action_is_remembered_as_its_line_says_it(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    changes = {"members": ("A", "B"), "rating": 1500, "estimated": True}
    store.do(EditEntrant(store.event.entrants[0].id, changes, seen={"rating": None}))
    store.do(EnterResults(((1, "1-0"), (2, "0-1"))))
    store.do(Adjust("2", Decimal("0.50"), "telephone"))
    store.undo()
    assert store.history.all() == reopened(tmp_path / "open").history.all()


def test_an_undo_tells_the_action_by_what_stood_when_it_was_done(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    old = store.event.entrants[0]
    action = EditEntrant(old.id, {"name": "Renamed, Rita"})
    told = action.describe(store.event)
    assert old.name in told
    store.do(action)
    store.undo()
    assert store.entries[-1].was == told
    store.redo()
    assert store.entries[-1].was == told


def test_undo_names_the_later_action_in_its_way(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    published = store.event.revision
    store.do(EnterResult(1, "1-0"))
    with pytest.raises(Refused) as caught:
        store.do(Undo(published))
    assert f"action {published + 1} came after it and rests on it" in str(caught.value)
    assert results(store.event) == {1: "1-0"}


def test_an_undone_draw_leaves_no_file_behind(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    store = made(folder, rounds=1)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    store.do(proposal(store.event))
    assert 'state = "proposal"' in (folder / "round-02.toml").read_text()
    store.do(Discard())
    assert not (folder / "round-02.toml").exists()
    store.undo()
    assert (folder / "round-02.toml").exists()
    assert reopened(folder).event == store.event


def test_hand_changes_to_a_proposal_are_saved_as_they_are_made(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=1)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    store.do(proposal(store.event))
    store.do(SwapPlaces("1", "3"))
    store.do(TurnBoard(2))
    other = reopened(tmp_path / "open")
    assert other.event == store.event
    assert other.event.proposal is not None
    assert other.event.proposal.match(2).pair == ("4", "1")


def test_the_second_console_sees_a_result_with_one_look(tmp_path: Path) -> None:
    one = made(tmp_path / "open")
    two = reopened(tmp_path / "open")
    assert not two.changed()
    one.do(EnterResult(1, "1-0"))
    assert two.changed()
    assert two.refresh()
    assert results(two.event) == {1: "1-0"}
    assert not two.changed()


def test_results_can_wait_for_the_save_files_but_not_for_the_journal(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    store = made(folder)
    before = (folder / "round-01.toml").read_bytes()
    store.do(EnterResult(1, "1-0"), checkpoint=False)
    assert (folder / "round-01.toml").read_bytes() == before
    assert results(reopened(folder, read_only=True).event) == {1: "1-0"}
    store.checkpoint()
    assert 'result = "1-0"' in (folder / "round-01.toml").read_text()


def test_a_console_that_only_looks_on_rewrites_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    one = made(folder)
    two = reopened(folder, session="two")
    one.do(EnterResult(1, "1-0"))
    before = {p.name: p.stat().st_mtime_ns for p in folder.glob("*.toml")}
    two.refresh()
    two.checkpoint()
    one.checkpoint()
    reopened(folder)
    assert {p.name: p.stat().st_mtime_ns for p in folder.glob("*.toml")} == before


def test_the_acknowledgement_comes_after_the_flush_and_before_the_save_files(
    tmp_path: Path, faulty
) -> None:
    store = made(tmp_path / "open", disk=faulty)
    faulty.arm(0, 0)
    seen: list[list[str]] = []
    store.do(EnterResult(1, "1-0"), acknowledged=lambda event: seen.append(list(faulty.calls)))
    (calls,) = seen
    assert calls.index("write") < calls.index("fdatasync")
    assert "replace" not in calls
    assert "replace" in faulty.calls


def test_restore_points_stand_before_imports_and_publications(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=2)
    assert [p.reason for p in store.points()] == ["import", "publish", "publish"]
    store.do(EnterResult(1, "1-0"))
    before = store.event
    event = store.restore("003-publish")
    assert event.proposal is not None
    assert event.proposal.number == 2
    assert store.undo().rounds == before.rounds
    with pytest.raises(Refused, match="no restore point"):
        store.restore("../../etc")


def test_a_restore_point_that_is_taken_away_leaves_its_number_to_nobody(tmp_path: Path) -> None:
    store = made(tmp_path / "open")
    shutil.rmtree(store.folder / "restore-points" / "001-import")
    store.restore("002-publish")
    store.do(PublishRound(1))
    names = [point.name for point in store.points()]
    assert names[0] == "002-publish"
    assert names == sorted(set(names))
    assert names[-1].endswith("-publish")
    assert int(names[-1][:3]) > 2


def test_a_backup_holds_every_file_with_its_checksum(tmp_path: Path) -> None:
    made(tmp_path / "open")
    count = backup(tmp_path / "open", tmp_path / "b.tar.gz").files
    shutil.unpack_archive(tmp_path / "b.tar.gz", tmp_path / "unpacked")
    unpacked = tmp_path / "unpacked" / "open"
    assert len((unpacked / "MANIFEST.sha256").read_text().splitlines()) == count
    (unpacked / "MANIFEST.sha256").unlink()
    assert verify(unpacked, format_named=toy_named).status == 0
    for point in (unpacked / "restore-points").iterdir():
        assert (point / "event.toml").exists()


def test_an_event_is_made_in_an_empty_folder_only(tmp_path: Path) -> None:
    create = CreateEvent("Spring Open", "toy")
    made(tmp_path / "open")
    with pytest.raises(Refused, match="is an event already"):
        create_event(tmp_path / "open", create, format_named=toy_named)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").touch()
    with pytest.raises(Refused, match=r"not empty: it holds letter\.txt"):
        create_event(tmp_path / "full", create, format_named=toy_named)
    for name in ("-rf", "a\nb", "\x1b[2J", "x" * 64):
        with pytest.raises(Refused, match="cannot be the name"):
            create_event(tmp_path / name, create, format_named=toy_named)
    with pytest.raises(Refused, match="no event"):
        reopened(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match="not an event"):
        reopened(tmp_path / "empty", read_only=True)
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Spring Open 2026", "spring-open-2026"),
        ("../../etc/passwd", "etc-passwd"),
        ("\u674e\u5c0f\u9f99", "event"),
        ("M\u00fcnchen -- Blitz!", "munchen-blitz"),
        ("x" * 100, "x" * 63),
    ],
)
def test_a_folder_is_named_after_the_title(title: str, name: str) -> None:
    assert slug(title) == name


def test_reading_commands_write_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    store = made(folder)
    store.do(EnterResult(1, "1-0"), checkpoint=False)
    (folder / ".lock").unlink()
    (folder / "event.toml.tmp-dead").touch()
    with (folder / "journal.log").open("ab") as file:
        file.write(b"torn")
    (folder / "round-01.toml").write_text("broken")
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*")}
    reader = reopened(folder, read_only=True)
    assert results(reader.event) == {1: "1-0"}
    verify(folder, format_named=toy_named)
    with pytest.raises(Refused, match="opened for reading"):
        reader.do(EnterResult(2, "1-0"))
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*")} == before


def test_every_kind_of_action_goes_through_the_journal_and_back(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=2)
    store.do(SetBye("3", 3, Decimal("0.5")))
    store.do(ChangeSettings({"draw_points": Decimal("0.4")}, "New", {"place": "Ulm"}))
    store.do(Instruct(Instruction("lock", "1", "5", None)))
    for entry in store.entries:
        text = json.dumps(table_of(entry.action, toy_named))
        table = json.loads(text, parse_float=Decimal)
        assert action_of(table, toy_named) == entry.action
    assert {e.action.kind for e in store.entries} <= ACTIONS.keys()


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ({"kind": "result", "number": True, "result": "1-0"}, "number must be a whole number"),
        ({"kind": "result", "number": 1.0, "result": "1-0"}, "number must be a whole number"),
        ({"kind": "result", "number": "1", "result": "1-0"}, "number must be a whole number"),
        ({"kind": "result", "number": 1, "result": 1}, "result must be a text"),
        ({"kind": "result", "number": 1}, "result is missing"),
        ({"kind": "result", "number": 1, "result": "1-0", "x": 1}, "x is not known"),
        ({"kind": "bye", "id": "1", "round": 1, "points": True}, "points must be a number"),
        ({"kind": "bye", "id": "1", "round": 1, "points": Decimal("nan")}, "must be a number"),
        ({"kind": "instruct", "instruction": {"kind": "x", "a": "1", "b": "2"}}, "one of"),
        ({"kind": "propose", "round": 1, "matches": {}}, "matches must be a list"),
        (
            {
                "kind": "propose",
                "round": 1,
                "matches": [
                    {"board": 1, "white": "1", "black": "2"},
                    {"board": 2, "white": "3", "black": 4},
                ],
            },
            r"^matches\[1\]\.black must be a text in quotes, is '4'$",
        ),
        ({"kind": "nonsense"}, "is not known to this version"),
        ({"kind": ["result"]}, "is not known to this version"),
        ({}, "is not known to this version"),
    ],
)
def test_an_action_of_wrong_types_is_not_taken(table: dict[str, Any], what: str) -> None:
    with pytest.raises(BadValue, match=what):
        action_of(table, toy_named)


def test_points_are_kept_exactly() -> None:
    for text in ("0.5", "-0.5", "12.35", "0.1", "3"):
        bye = SetBye("1", 2, Decimal(text))
        assert typed(SetBye, plain(bye)).points == Decimal(text)


def test_the_console_is_part_of_who_acts() -> None:
    assert Author("anna", "hall", "1") != Author("anna", "hall", "2")


def _crowd(count: int) -> ImportEntrants:
    return ImportEntrants(
        tuple(Entrant(str(n), f"Entrant {n}", club="c" * 120) for n in range(100, 100 + count))
    )


def test_what_no_save_file_can_hold_is_refused_before_it_is_in_the_journal(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=0)
    with pytest.raises(Refused, match=r"NOT SAVED: .* players\.toml would have .* is 2\.0 MiB"):
        store.do(_crowd(12_000))
    store.do(_crowd(1000))
    assert len(reopened(store.folder).event.entrants) == len(store.event.entrants)
    assert verify(store.folder, format_named=toy_named).status == 0
    details = (("trf_head", "### a remark\n" * 200_000),)
    with pytest.raises(Refused, match=r"event\.toml would have"):
        create_event(tmp_path / "other", CreateEvent("Other", "toy", details=details),
                     format_named=toy_named)  # fmt: skip
    assert not (tmp_path / "other").exists()


def test_an_event_whose_save_files_are_too_large_already_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for reader in ("store", "checkpoint", "toml"):
        monkeypatch.setattr(f"saves.{reader}.MAX_SIZE", 20_000)
    store = made(tmp_path / "open", rounds=0)
    store.do(_crowd(200))
    assert [*read_saves(Disk(), store.folder).bad] == ["players.toml"]
    again = reopened(store.folder)
    monkeypatch.setattr("saves.store.LARGE_ACTION", 0)
    again.do(AddEntrant(Entrant("9", "Late")))
    assert reopened(store.folder).event.entrants == again.event.entrants


def test_the_last_actions_are_those_of_the_journal_whenever_they_are_read(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=1)
    store.do(EnterResult(1, "1-0"))
    last, done = store.history.last(2), store.event.revision
    store.do(EnterResult(2, "0-1"))
    store.undo()
    assert [(one.n, one.action) for one in last] == [
        (done - 1, PublishRound(1)), (done, EnterResult(1, "1-0")),
    ]  # fmt: skip
    everything = reopened(tmp_path / "open").history
    assert tuple(everything.last(99)) == everything.all()
    assert tuple(everything.last(2)[:1]) == everything.all()[-2:-1]


def test_a_list_of_the_last_actions_reads_those_alone_that_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of 1,000 entrants takes longer to read than the whole event."""
    made(tmp_path / "open", rounds=1)
    again = reopened(tmp_path / "open")
    read: list[str] = []

    def reading(table: Any, format_named: Any) -> Any:
        read.append(table["kind"])
        return action_of(table, format_named)

    monkeypatch.setattr("saves.journal.action_of", reading)
    last = again.history.last(99)
    assert (len(last), read) == (again.event.revision, [])
    assert last[-1].action == PublishRound(1)
    assert read == ["publish"]


@pytest.mark.parametrize("rounds", [2, 6])
def test_a_withdrawal_keeps_its_round_when_the_publication_before_it_is_undone(
    tmp_path: Path, rounds: int
) -> None:
    store = made(tmp_path / "open", rounds=rounds)
    published = store.event.revision
    store.do(Withdraw("4"))
    store.do(Undo(published))
    assert store.event.entrant("4").away == (Away(rounds + 1),)
    assert reopened(tmp_path / "open").event == store.event
    store.do(PublishRound(rounds))
    assert "4" in store.event.rounds[-1].placed


def test_a_return_keeps_its_round_when_the_publication_before_it_is_undone(tmp_path: Path) -> None:
    store = made(tmp_path / "open", rounds=1)
    store.do(Withdraw("4", 2))
    for board in range(1, 5):
        store.do(EnterResult(board, "1-0"))
    store.do(proposal(store.event))
    published = store.do(PublishRound(2)).revision
    store.do(ReEnter("4"))
    store.do(Undo(published))
    assert store.event.entrant("4").away == (Away(2, back=3),)


def test_points_given_in_a_round_do_not_move_to_the_one_before(tmp_path: Path) -> None:
    """They would be in what that round is drawn from."""
    store = made(tmp_path / "open", rounds=2)
    published = store.event.revision
    store.do(Adjust("5", Decimal("-0.5"), "phone"))
    with pytest.raises(Refused, match="came after it and rests on it"):
        store.do(Undo(published))
    assert store.event.adjustments[-1].round == 2
