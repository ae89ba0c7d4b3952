"""A whole junior Swiss by command line alone: 41 juniors, six rounds, as a real day goes."""

from __future__ import annotations

import errno
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from formats.registry import FORMATS
from saves.store import Store
from tests.tui.desk_cli import JUNIORS, CommandLine, csv_file

Pairing = dict[str, Any]


@pytest.fixture
def juniors(tmp_path: Path, topboard: CommandLine) -> Path:
    """The 41 juniors entered from their file."""
    folder = tmp_path / "juniors"
    topboard.done(
        "new", folder, "--format", "kjca", "--title", "Kent Juniors", "--rounds", 6,
        "--seed", 41, "--entries", JUNIORS,
    )  # fmt: skip
    return folder


def play(topboard: CommandLine, event: Path, tmp_path: Path, number: int) -> None:
    """All results of the round in play at once, from a file, such as chance gives them."""
    chance = random.Random(number)
    missing = topboard.asked("status", event)["missing"]
    slips = tmp_path / f"slips-{number}.csv"
    lines = [f"{board},{chance.choice(['1-0', '0-1', '1/2-1/2'])}" for board in missing]
    slips.write_text("\n".join(lines) + "\n")
    topboard.done("result", event, "--from", slips)


def opponents(pairings: list[Pairing]) -> dict[str, str]:
    return {p["white"]: p["black"] for p in pairings} | {p["black"]: p["white"] for p in pairings}


def places(document: dict[str, Any]) -> list[str]:
    seated = [id for p in document["pairings"] for id in (p["white"], p["black"])]
    return seated + [b["id"] for b in document["byes"]]


def test_one_entry_is_counted_as_one(topboard: CommandLine, tmp_path: Path) -> None:
    topboard.done("new", tmp_path / "one", "--format", "dutch")
    topboard.done("add", tmp_path / "one", "Ash, Ann")
    assert "One, 1 entry\n" in topboard.done("entries", tmp_path / "one")


def test_an_event_from_entries_to_prizes(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    assert topboard.asked("status", juniors)["entrants"] == 41
    rounds: list[dict[str, Any]] = []
    for number in range(1, 7):
        if number == 2:
            late = topboard.asked(
                "add", juniors, "Comer, Late", "--rating", 1400, "--category", "U13"
            )
            assert (late["id"], late["joined"]) == ("42", 2)
        if number == 4:
            topboard.done("withdraw", juniors, "7")
        proposal = topboard.asked("draw", juniors)
        assert proposal["round"] == number
        assert len(set(places(proposal))) == len(places(proposal))
        if number == 4:
            proposal = swapped_into_a_repeat(topboard, juniors, rounds[-1], proposal)
            assert "--insist" in topboard.refused("draw", juniors, "--publish")
        insist = ["--insist"] if number == 4 else []
        rounds.append(topboard.asked("draw", juniors, "--publish", *insist))
        assert rounds[-1]["pairings"] == proposal["pairings"]
        play(topboard, juniors, tmp_path, number)
        if number == 5:
            corrected(topboard, juniors)

    assert "7" in places(rounds[2])
    assert all("7" not in places(r) for r in rounds[3:])
    assert "42" not in places(rounds[0])
    assert all("42" in places(r) for r in rounds[1:])
    no_second_bye(rounds)
    only_the_swap_repeats(rounds)
    assert "6 rounds" in topboard.refused("draw", juniors)
    tables_and_prizes(topboard, juniors)
    exports(topboard, juniors, tmp_path)
    assert topboard("verify", juniors).status == 0
    checked(topboard, juniors)


def swapped_into_a_repeat(
    topboard: CommandLine, event: Path, last: dict[str, Any], proposal: dict[str, Any]
) -> dict[str, Any]:
    """Put two together who met in round 3; the conflict is in the answer."""
    met, now = opponents(last["pairings"]), opponents(proposal["pairings"])
    me = next(id for id in now if met.get(id) in now and id != "7")
    document: dict[str, Any] = topboard.asked("swap", event, now[me], met[me])
    board = next(p for p in document["pairings"] if {p["white"], p["black"]} == {me, met[me]})
    repeats = [c for c in board["conflicts"] if c["rule"] == "repeat"]
    assert repeats == [{"rule": "repeat", "severity": "must", "text": "they met in round 3"}]
    return document


def corrected(topboard: CommandLine, event: Path) -> None:
    """Board 3 was played with colours reversed: the persons keep their result."""
    before = topboard.asked("round", event)["pairings"][2]
    points = {r["id"]: r["points"] for r in rows(topboard, event)}
    topboard.done("correct", event, 3, "--turn", "--why", "sat down wrong", "--insist")
    after = topboard.asked("round", event)["pairings"][2]
    assert (after["white"], after["black"]) == (before["black"], before["white"])
    assert after["result"] == {"1-0": "0-1", "0-1": "1-0"}.get(before["result"], before["result"])
    assert {r["id"]: r["points"] for r in rows(topboard, event)} == points


def rows(topboard: CommandLine, event: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = topboard.asked("standings", event)["tables"][0]["rows"]
    return found


def no_second_bye(rounds: list[dict[str, Any]]) -> None:
    byes = [b["id"] for r in rounds for b in r["byes"] if b["kind"] == "pairing"]
    assert len(byes) == len(set(byes))


def only_the_swap_repeats(rounds: list[dict[str, Any]]) -> None:
    pairs = [frozenset((p["white"], p["black"])) for r in rounds for p in r["pairings"]]
    assert len(pairs) - len(set(pairs)) == 1


def tables_and_prizes(topboard: CommandLine, event: Path) -> None:
    document = topboard.asked("standings", event)
    overall = document["tables"][0]["rows"]
    assert len(overall) == 42
    points = [row["points"] for row in overall]
    assert points == sorted(points, reverse=True)
    status = {row["id"]: row["status"] for row in overall}
    assert status["7"] == "withdrawn"
    names = [table["name"] for table in document["tables"]]
    assert {"U9", "U11", "U13", "U15", "U18"} <= {name.split()[-1] for name in names}
    prizes = topboard.asked("standings", event, "--section", "U11")["tables"]
    assert len(prizes) == 1
    assert 0 < len(prizes[0]["rows"]) < 42
    assert prizes[0]["rows"][0]["rank"] == 1


def exports(topboard: CommandLine, event: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for kind in ("trf", "csv", "html", "text", "json"):
        topboard.done("export", event, "--as", kind, "-o", f"{out}.{kind}")
        assert "Comer" in (tmp_path / f"out.{kind}").read_text(encoding="utf-8")
    topboard.done("export", event, "--as", "html", "-o", f"{tmp_path}/pages/")
    assert (tmp_path / "pages" / "index.html").is_file()
    topboard.done("export", event, "--as", "csv", "--sheet", "pairings", "-o", f"{out}.csv")
    assert "Comer" in (tmp_path / "out.csv").read_text(encoding="utf-8")
    again = tmp_path / "again"
    topboard.done(
        "new", again, "--format", "kjca", "--entries", f"{out}.trf", "--with-rounds", "--insist"
    )
    theirs = {r["name"]: r["points"] for r in rows(topboard, again)}
    assert theirs == {r["name"]: r["points"] for r in rows(topboard, event)}


def checked(topboard: CommandLine, event: Path) -> None:
    """Rounds 4 (swap) and 5 (correction) are not the engine's own; the others are."""
    answer = topboard("check", event, "--json")
    assert answer.status == 1
    different = [r["round"] for r in answer.json["rounds"] if r["differences"]]
    assert different == [4, 5]


def test_a_late_card_in_round_one_gets_a_board(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    first = topboard.asked("draw", juniors, "--publish")
    bye = first["byes"][0]["id"]
    assert topboard.asked("add", juniors, "Comer, Late")["joined"] == 1
    extra = topboard.asked("draw", juniors)
    assert (extra["round"], extra["published"]) == (1, False)
    assert [{p["white"], p["black"]} for p in extra["pairings"]] == [{bye, "42"}]
    assert topboard.asked("round", juniors)["extra"]["pairings"] == extra["pairings"]
    published = topboard.asked("draw", juniors, "--publish")
    assert published["published"]
    assert published["byes"] == []
    assert len(published["pairings"]) == 21
    assert published["pairings"][:20] == first["pairings"]
    assert topboard("check", juniors).status == 0


def test_late_cards_without_a_board_are_named_until_they_are_drawn(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    topboard.done("draw", juniors)
    topboard.done("add", juniors, "Comer, Late")
    waiting = "no board yet: Comer, Late (`draw` proposes extra boards)"
    assert waiting in topboard.done("draw", juniors, "--publish")
    assert waiting in topboard.done("status", juniors)
    assert [e["name"] for e in topboard.asked("status", juniors)["without_board"]] == [
        "Comer, Late"
    ]
    play(topboard, juniors, tmp_path, 1)
    closed = "no board in round 1, which is complete: Comer, Late; in the draw from round 2 on"
    told = topboard.done("status", juniors)
    assert closed in told
    assert waiting not in told
    topboard.done("draw", juniors, "--publish")
    assert "Comer, Late" not in topboard.done("status", juniors)


def test_every_round_of_the_engine_checks_out(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    for number in range(1, 4):
        topboard.done("draw", juniors, "--publish")
        play(topboard, juniors, tmp_path, number)
    # what happens after a draw is not a reason to say that the draw was another
    topboard.done("withdraw", juniors, "3")
    topboard.done("result", juniors, 1, "0-0", "--round", 1, "--replace")
    topboard.done("edit", juniors, "9", "--rating", 900)
    answer = topboard("check", juniors)
    assert answer.status == 0, answer.out


def test_a_tournament_file_is_checked_like_an_event(topboard: CommandLine, tmp_path: Path) -> None:
    event = tmp_path / "plain"
    entries = csv_file(tmp_path, 12)
    topboard.done("new", event, "--format", "kjca", "--rounds", 4, "--entries", entries)
    for number in range(1, 4):
        topboard.done("draw", event, "--publish")
        play(topboard, event, tmp_path, number)
    report = tmp_path / "report.trf"
    topboard.done("export", event, "--as", "trf", "-o", report)
    answer = topboard("check", report)
    assert answer.status == 0, answer.out
    topboard.done("correct", event, 1, "--turn", "--round", 2, "--insist")
    topboard.done("export", event, "--as", "trf", "-o", report)
    answer = topboard("check", report, "--json")
    assert answer.status == 1
    assert next(r["round"] for r in answer.json["rounds"] if r["differences"]) == 2


def test_undo_takes_back_one_step_after_the_other(topboard: CommandLine, juniors: Path) -> None:
    topboard.done("draw", juniors, "--publish")
    topboard.done("result", juniors, 1, "1-0")
    topboard.done("undo", juniors)
    assert topboard.asked("status", juniors)["missing"][0] == 1
    topboard.done("redo", juniors)
    assert topboard.asked("status", juniors)["missing"][0] == 2
    topboard.done("undo", juniors)
    topboard.done("undo", juniors)
    assert topboard.asked("status", juniors)["step"] == "publish"
    topboard.done("undo", juniors)
    assert topboard.asked("status", juniors)["step"] == "draw"


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_nothing_to_take_back_names_commands_and_no_keys(
    topboard: CommandLine, juniors: Path, command: str
) -> None:
    if command == "undo":
        topboard.done("undo", juniors)  # of the entries; an event itself cannot be undone
    line = topboard.refused(command, juniors)
    assert f"nothing of yours to {command} here" in line
    assert "`topboard log EVENT`" in line
    assert f"`topboard {command} EVENT N`" in line
    assert "(H)" not in line


def test_undo_names_the_later_action_in_its_way(topboard: CommandLine, juniors: Path) -> None:
    topboard.done("draw", juniors, "--publish")
    topboard.done("result", juniors, 1, "1-0")
    publish = next(
        e["n"] for e in topboard.asked("log", juniors)["entries"] if e["action"] == "publish"
    )
    line = topboard.refused("undo", juniors, publish)
    assert f"action {publish + 1} came after it and rests on it" in line


def test_a_restore_point_of_another_event_is_named_as_that(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    topboard.done("new", other, "--format", "kjca", "--entries", JUNIORS)
    shutil.copytree(
        other / "restore-points" / "001-import", juniors / "restore-points" / "009-import"
    )
    points = topboard("restore", juniors, "--json").json["points"]
    assert [p["name"] for p in points if p["foreign"]] == ["009-import"]
    told = topboard("restore", juniors).out
    assert "009-import  (import; not from this journal" in told
    assert told.count("not from this journal") == 1
    answer = topboard("restore", juniors, "009-import")
    assert answer.status == 0
    assert "009-import is not from this journal" in answer.err


def test_a_restore_point_brings_the_event_back(topboard: CommandLine, juniors: Path) -> None:
    topboard.done("draw", juniors, "--publish")
    topboard.done("result", juniors, 1, "1-0")
    points = topboard.asked("restore", juniors)["points"]
    assert [p["reason"] for p in points] == ["import", "publish"]
    topboard.done("restore", juniors, points[-1]["name"])
    assert topboard.asked("status", juniors)["step"] == "publish"
    topboard.done("undo", juniors)
    assert topboard.asked("status", juniors)["step"] == "play"


def test_a_hand_edit_is_found_and_taken_over_or_left(topboard: CommandLine, juniors: Path) -> None:
    players = juniors / "players.toml"
    own = players.read_text(encoding="utf-8")
    players.write_text(own.replace("Yellowfurze, Karol", "Yellowfurze, Karola"), encoding="utf-8")
    assert topboard("verify", juniors).status == 1
    assert "restore" in topboard.refused("withdraw", juniors, 1)
    (note,) = [n for n in topboard.asked("status", juniors)["notes"] if "by hand" in n]
    assert note.startswith("edited by hand: players.toml")
    shown = topboard("restore", juniors)
    assert "entrant 1: name Yellowfurze, Karol, now Yellowfurze, Karola" in shown.out
    assert note in shown.err
    topboard.done("restore", juniors, "edits")
    assert topboard.asked("edit", juniors, 1, "--club", "Rooks")["name"] == "Yellowfurze, Karola"
    assert topboard("verify", juniors).status == 0


def test_a_command_says_that_the_journal_was_cut_before_it_judges_by_it(
    topboard: CommandLine, event: Path
) -> None:
    journal = event / "journal.log"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))  # the publication of round 1
    refusal = topboard.refused("result", event, 1, "1-0")
    assert refusal.startswith("topboard: NOT SAVED: the save files differ from the journal")
    assert "`topboard restore EVENT edits` takes them over" in refusal
    topboard.done("restore", event, "edits")
    topboard.done("result", event, 1, "1-0")


def test_a_backup_says_that_the_event_was_not_whole(
    topboard: CommandLine, juniors: Path, tmp_path: Path
) -> None:
    assert topboard("backup", juniors, "-o", tmp_path / "whole.tar.gz").err == ""
    journal = juniors / "journal.log"
    journal.write_bytes(journal.read_bytes().replace(b'"n":2', b'"n":3'))
    told = topboard("backup", juniors, "-o", tmp_path / "as-it-is.tar.gz")
    assert told.status == 0
    assert "in the backup as it is: journal.log:2:1: the checksum does not fit" in told.err
    journal.unlink()
    journal.mkdir()
    told = topboard("backup", juniors, "-o", tmp_path / "without.tar.gz")
    assert told.status == 0
    assert "not in the backup: journal.log: not a regular file (a folder)" in told.err
    assert "in the backup as it is" not in told.err


def test_a_backup_holds_the_journal(topboard: CommandLine, juniors: Path, tmp_path: Path) -> None:
    import tarfile

    topboard.done("backup", juniors, "-o", tmp_path / "safe.tar.gz")
    with tarfile.open(tmp_path / "safe.tar.gz") as tar:
        member = tar.extractfile("juniors/journal.log")
        assert member is not None
        assert member.read() == (juniors / "journal.log").read_bytes()
    assert "regular file" in topboard.refused("backup", juniors, "-o", "/dev/full")
    line = topboard.refused("backup", juniors, "-o", "/proc/safe.tar")
    assert line.startswith("/proc/safe.tar: the backup cannot be written: ")


def test_the_demo_is_ready_to_be_drawn(topboard: CommandLine, home: Path) -> None:
    folder = topboard.done("demo", "kjca", "--no-open").strip()
    assert Path(folder).parent == home / "topboard"
    state = topboard.asked("status", folder)
    assert (state["step"], state["round"]) == ("draw", 3)
    assert topboard.asked("draw", folder, "--publish")["published"]
    assert topboard.done("demo", "--no-open").strip() != folder
    assert "no format 'chess'" in topboard.refused("demo", "chess", "--no-open")


@pytest.mark.parametrize("name", [n for n, at in FORMATS.items() if at.startswith("formats.")])
def test_every_format_has_a_demo_of_two_rounds(topboard: CommandLine, name: str) -> None:
    folder = topboard.done("demo", name, "--no-open").strip()
    assert topboard.asked("status", folder)["round"] == 3
    assert topboard.asked("round", folder, "--round", 2)["pairings"]


def test_a_save_file_that_cannot_be_rewritten_is_said_and_costs_nothing(
    topboard: CommandLine, juniors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "players.toml")

    with monkeypatch.context() as patch:
        patch.setattr("saves.checkpoint.replace_file", full)
        answer = topboard("edit", juniors, 1, "--club", "Rooks")
    assert answer.status == 0
    assert "saved, but the save files could not be rewritten: the disk is full" in answer.err
    assert topboard.asked("edit", juniors, 1, "--note", "back")["club"] == "Rooks"


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (8, 7), (7, 7), (24, 9)])
def test_where_nobody_says_how_many_rounds_nobody_meets_twice(
    topboard: CommandLine, tmp_path: Path, players: int, rounds: int
) -> None:
    folder = tmp_path / "open"
    answer = topboard("new", folder, "--format", "dutch", "--entries", csv_file(tmp_path, players))
    assert answer.status == 0
    assert ("everybody has met" in answer.err.replace(f"of {players} ", "")) == (rounds < 9)
    assert topboard.asked("status", folder)["rounds"] == rounds
    topboard.done("draw", folder)


def test_a_name_without_a_letter_is_taken_with_a_warning(
    topboard: CommandLine, juniors: Path
) -> None:
    """A club may be called 64; a rating given as a name is seen."""
    answer = topboard("add", juniors, "1872")
    assert answer.status == 0
    assert answer.err == "topboard: warning: name '1872' has no letter; kept, check it\n"
    answer = topboard("edit", juniors, "1", "--name", "64")
    assert answer.status == 0
    assert "name '64' has no letter; kept" in answer.err


def test_the_rounds_that_few_entries_make_go_with_them(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """The wrong list is taken back and the right one imported: nobody has said three rounds."""
    event, listed = tmp_path / "open", csv_file(tmp_path, 40)
    usual = topboard.asked("new", tmp_path / "usual", "--format", "dutch")["status"]["rounds"]
    few = tmp_path / "few.csv"
    few.write_text("name,rating\nAda,2000\nBob,1900\nCy,1800\nDee,1700\n")
    made = topboard.asked("new", event, "--format", "dutch", "--entries", few)
    assert made["status"]["rounds"] == 3
    undone = topboard.asked("undo", event)
    assert undone["text"] == "4 entrants imported from few.csv, 3 rounds"
    assert undone["status"]["rounds"] == usual
    assert topboard.asked("redo", event)["status"]["rounds"] == 3
    topboard.done("undo", event)
    topboard.done("import", event, listed)
    assert topboard.asked("status", event)["rounds"] == usual
    topboard.done("verify", event)
    said = topboard.asked(
        "new", tmp_path / "said", "--format", "dutch", "--rounds", 2, "--entries", few
    )
    assert said["status"]["rounds"] == 2
    assert topboard.asked("undo", tmp_path / "said")["status"]["rounds"] == 2


def test_an_undone_entry_leaves_the_numbers_of_the_others(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """And what was decided of them stays with them."""
    event = tmp_path / "numbers"
    topboard.done("new", event, "--format", "kjca", "--entries", csv_file(tmp_path, 4))
    for name in ("First, A", "Second, B", "Third, C"):
        topboard.done("add", event, name)
    entry = next(
        e for e in topboard.asked("log", event)["entries"] if e["text"].endswith("First, A")
    )
    topboard.done("withdraw", event, "Second, B")
    topboard.done("undo", event, entry["n"])
    there = {e["name"]: e for e in topboard.asked("entries", event)["entrants"]}
    assert (there["Second, B"]["id"], there["Third, C"]["id"]) == ("6", "7")
    assert [e["name"] for e in there.values() if e["withdrawn"]] == ["Second, B"]
    topboard.done("redo", event, entry["n"])
    there = {e["name"]: e["id"] for e in topboard.asked("entries", event)["entrants"]}
    assert (there["First, A"], there["Second, B"], there["Third, C"]) == ("5", "6", "7")
    assert topboard.asked("verify", event)["sound"]


def test_the_number_of_an_undone_entry_is_nobody_elses(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "numbers"
    topboard.done("new", event, "--format", "kjca", "--entries", csv_file(tmp_path, 4))
    assert topboard.asked("add", event, "First, A")["id"] == "5"
    topboard.done("undo", event)
    assert topboard.asked("add", event, "Second, B")["id"] == "6"
    topboard.done("undo", event)
    more = tmp_path / "more.csv"
    more.write_text("name\nThird\nFourth\n", encoding="utf-8")
    assert topboard.asked("import", event, more)["imported"] == ["7", "8"]
    assert topboard.asked("verify", event)["sound"]


def test_an_entry_of_an_earlier_version_is_not_undone_before_later_ones(
    topboard: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lines do not say which numbers they have."""
    event = tmp_path / "numbers"
    with monkeypatch.context() as earlier:
        earlier.setattr(Store, "_numbered", lambda store, action: action)
        topboard.done("new", event, "--format", "kjca", "--entries", csv_file(tmp_path, 4))
        topboard.done("add", event, "First, A")
        topboard.done("add", event, "Second, B")
    last = topboard.asked("log", event)["entries"][-1]["n"]
    assert "would get other numbers; withdraw the entrant" in topboard.refused(
        "undo", event, last - 1
    )
    topboard.done("undo", event, last)


def test_an_undone_lot_leaves_the_later_ones(topboard: CommandLine, tmp_path: Path) -> None:
    """And comes out the same if it is drawn again."""
    event = tmp_path / "lots"
    topboard.done("new", event, "--format", "kjca", "--rounds", 1, "--seed", 1,
                  "--entries", csv_file(tmp_path, 12))  # fmt: skip
    topboard.done("draw", event, "--publish")
    topboard.enter(event, dict.fromkeys(range(1, 7), "1-0"))
    won, lost = topboard.asked("tie", event)["shared"]
    topboard.done("tie", event, won["entrants"][0], "--lot")
    first = topboard.asked("log", event)["entries"][-1]["n"]
    topboard.done("tie", event, lost["entrants"][0], "--lot")
    orders = [place["entrants"] for place in topboard.asked("tie", event)["shared"]]
    topboard.done("undo", event, first)
    assert topboard.asked("tie", event)["shared"][1]["entrants"] == orders[1]
    topboard.done("tie", event, won["entrants"][0], "--lot")
    assert [place["entrants"] for place in topboard.asked("tie", event)["shared"]] == orders
    assert topboard.asked("verify", event)["sound"]
