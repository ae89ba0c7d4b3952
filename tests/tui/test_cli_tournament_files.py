"""`pair` and `check` on tournament files: what another engine answered, and what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.dutch.conformance import packed, position_names, tournament_names
from tests.tui.desk_cli import CommandLine

FOUR = """\
012 Four
001    1      Ashgrove, Liam                    2000                             0.0    1
001    2      Fallonby, Nadia                   1900                             0.0    2
001    3      Quilty, Petra                     1800                             0.0    3
001    4      Dunloy, Sean                      1700                             0.0    4
"""
PLAYED = """\
012 Four
001    1      Ashgrove, Liam                    2000                             1.0    1     3 w 1
001    2      Fallonby, Nadia                   1900                             1.0    2     4 b 1
001    3      Quilty, Petra                     1800                             0.0    3     1 b 0
001    4      Dunloy, Sean                      1700                             0.0    4     2 w 0
"""
LAST = "XXR 1\n"


def unpacked(folder: Path, names: list[str]) -> list[Path]:
    """Positions of the packed set as files."""
    found = []
    for name in names:
        found.append(folder / f"{name}.trf")
        found[-1].write_bytes(packed("positions")[f"{name}.trf"])
    return found


def written(folder: Path, text: str, name: str = "four.trf") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


def lines(text: str) -> tuple[int, list[str]]:
    """The number of pairs, and the pairs in no order."""
    count, *pairs = text.splitlines()
    return int(count), sorted(pairs)


def test_pair_answers_many_files_as_another_engine_did(
    topboard: CommandLine, tmp_path: Path
) -> None:
    names = position_names()[::13]
    files = unpacked(tmp_path, names)
    answer = topboard("pair", *files, "-d", tmp_path / "out")
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert len(list((tmp_path / "out").iterdir())) == len(names) == 30
    for name in names:
        given = (tmp_path / "out" / f"{name}.pairs").read_text()
        assert lines(given) == lines(packed("positions")[f"{name}.pairs"].decode()), name


def test_pair_prints_one_file_whatever_ends_its_lines(
    topboard: CommandLine, tmp_path: Path
) -> None:
    text = FOUR + "XXR 3\nXXC black1\n"
    file = tmp_path / "four.trf"
    for end in ("\n", "\r", "\r\n"):
        written(tmp_path, text.replace("\n", end))
        assert topboard.done("pair", file) == "2\n3 1\n2 4\n"
    topboard.done("pair", file, "--system", "dutch", "-o", tmp_path / "answer")
    assert (tmp_path / "answer").read_text() == "2\n3 1\n2 4\n"


def test_pair_reads_files_of_old_programs(topboard: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "four.trf"
    file.write_bytes((FOUR.replace("Ash", "Åsh") + "XXR 3\n").encode("latin-1"))
    assert topboard.done("pair", file) == "2\n1 3\n4 2\n"


@pytest.mark.parametrize("name", ["four.txt", "four.TAB", "four"])
def test_a_tournament_file_is_known_by_its_lines_whatever_it_is_called(
    topboard: CommandLine, tmp_path: Path, name: str
) -> None:
    """Programs of the time of TRF06 call it .txt or .tab."""
    file = written(tmp_path, "\ufeff" + PLAYED + LAST, name)
    made = topboard(
        "new", tmp_path / "event", "--format", "dutch", "--entries", file, "--with-rounds"
    )
    assert made.status == 0
    assert "4 players, 1 round" in made.out
    assert topboard("check", file).status == 0
    assert topboard("new", tmp_path / "other", "--format", "dutch").status == 0
    assert topboard("import", tmp_path / "other", file).status == 0
    assert "Dunloy, Sean" in topboard("entries", tmp_path / "other").out


@pytest.mark.parametrize(
    ("format", "why"),
    [
        ("knockout", "round 1 has 3 matches and 0 byes: a knockout of 6 has 2 byes in it"),
        ("double_knockout", "round 1 has 3 matches and 0 byes: a knockout of 6 has 2 byes in it"),
        ("round_robin", "the file has 6 rounds: the event has 5"),
    ],
)
def test_a_file_of_another_system_is_refused_in_words(
    topboard: CommandLine, tmp_path: Path, format: str, why: str
) -> None:
    """Six players over six rounds: no bracket, and more rounds than a table has."""
    rows = [
        f"001 {no:>4}      Player {no}".ljust(89)
        + f"  {no + 1 if no % 2 else no - 1:>4} {'w' if no % 2 else 'b'} =" * 6
        for no in range(1, 7)
    ]
    answer = topboard(
        "new", tmp_path / "event", "--format", format, "--with-rounds", "--insist",
        "--entries", written(tmp_path, "\n".join(["012 Six", *rows, ""])),
    )  # fmt: skip
    assert answer.status == 2
    assert answer.err.splitlines()[-1].startswith(f"topboard: {why}")
    assert not (tmp_path / "event").exists()


def test_pair_follows_the_start_numbers_and_not_the_ratings(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = written(tmp_path, FOUR.replace("1700", "2500") + "XXR 3\nXXC white1\n")
    assert topboard.done("pair", file) == "2\n1 3\n4 2\n"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("XXP 1 3\n", "2\n1 4\n3 2\n"),
        ("260   1   1    1    3\n", "2\n1 4\n3 2\n"),
        ("XXA    3  1.0\nXXA    4  1.0\n", "2\n3 4\n1 2\n"),
        ("XXZ 2\n", "2\n1 3\n4 0\n"),
    ],
)
def test_pair_heeds_bars_added_points_and_byes(
    topboard: CommandLine, tmp_path: Path, more: str, expected: str
) -> None:
    file = written(tmp_path, FOUR + "XXR 3\nXXC white1\n" + more)
    assert lines(topboard.done("pair", file)) == lines(expected)


def test_pair_tells_each_bad_file_and_draws_the_others(
    topboard: CommandLine, tmp_path: Path
) -> None:
    good = written(tmp_path, FOUR + "XXR 3\nXXC white1\n", "good.trf")
    over = written(tmp_path, PLAYED + LAST, "over.trf")
    words = written(tmp_path, "Dear arbiter,\n", "words.trf")
    answer = topboard("pair", words, over, tmp_path / "none.trf", good, "-d", tmp_path / "out")
    assert answer.status == 2
    assert [line.split(":")[0] for line in answer.err.splitlines()] == [
        "words.trf", "over.trf", "none.trf",
    ]  # fmt: skip
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["good.pairs"]
    assert (tmp_path / "out" / "good.pairs").read_text() == "2\n1 3\n4 2\n"


def test_pair_in_one_json_document(topboard: CommandLine, tmp_path: Path) -> None:
    good = written(tmp_path, PLAYED + "XXR 3\n", "good.trf")
    words = written(tmp_path, "Dear arbiter,\n", "words.trf")
    assert topboard.asked("pair", good) == {
        "files": [{"file": str(good), "round": 2, "pairs": [[2, 1], [3, 4]], "error": None}]
    }
    files = topboard("pair", good, words, "--json").json["files"]
    assert [file["round"] for file in files] == [2, None]
    assert "not TRF" in files[1]["error"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLAYED + LAST, "the tournament has 1 round"),
        (PLAYED + "XXR 3\nXXP 1 2 3 4\n", "with these bars Ashgrove, Liam can meet nobody"),
        (PLAYED.replace("w 1", "w  ").replace("b 0", "b  ").replace(" 1.0 ", "     ") + "XXR 3\n",
         "has no result"),
        ("".join(FOUR.splitlines(keepends=True)[:2]) + "XXR 3\n", "1 player to be paired"),
    ],
)  # fmt: skip
def test_pair_says_why_a_round_cannot_be(
    topboard: CommandLine, tmp_path: Path, text: str, said: str
) -> None:
    line = topboard.refused("pair", written(tmp_path, text))
    assert line.startswith("four.trf: round ")
    assert said in line


def test_pair_never_writes_over_what_it_reads_or_has_written(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = written(tmp_path, FOUR + "XXR 3\n")
    topboard.refused("pair", file, "-o", file)
    assert file.read_text().startswith(FOUR)
    (tmp_path / "other").mkdir()
    twin = written(tmp_path / "other", PLAYED + "XXR 3\n")
    answer = topboard("pair", file, twin, "-d", tmp_path / "out")
    assert (answer.status, "the answer to" in answer.err) == (2, True)
    assert (tmp_path / "out" / "four.pairs").read_text() == "2\n1 3\n4 2\n"
    topboard.refused("pair", file, twin, "-o", tmp_path / "one")


def test_pair_warns_where_the_last_round_is_not_known(
    topboard: CommandLine, tmp_path: Path
) -> None:
    answer = topboard("pair", written(tmp_path, PLAYED))
    assert answer.status == 0
    assert "does not say how many rounds" in answer.err


@pytest.mark.parametrize("command", ["pair", "check"])
def test_a_symbol_that_is_no_result_is_reported(
    topboard: CommandLine, tmp_path: Path, command: str
) -> None:
    file = written(tmp_path, PLAYED.replace("3 w 1", "3 w X").replace("1 b 0", "1 b X"))
    answer = topboard(command, file)
    assert "result 'X' (first on line 2, round 1) is unknown here" in answer.err
    assert "unknown" not in topboard(command, written(tmp_path, PLAYED)).err


@pytest.mark.parametrize("name", tournament_names()[::15])
def test_check_finds_every_round_of_a_tournament_as_drawn(
    topboard: CommandLine, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "whole.trf"
    file.write_bytes(packed("tournaments")[f"{name}.trf"])
    answer = topboard("check", file)
    assert answer.status == 0, answer.out
    assert "round 1: as the computer draws it" in answer.out


def test_check_lists_what_is_not_as_drawn(topboard: CommandLine, tmp_path: Path) -> None:
    turned = PLAYED.replace("4 b", "4 ?").replace("2 w", "2 b").replace("4 ?", "4 w")
    answer = topboard("check", written(tmp_path, turned), "--json")
    assert answer.status == 1
    (round,) = answer.json["rounds"]
    assert round["differences"] == [
        "Fallonby, Nadia: White against Dunloy, Sean; the draw: Black against Dunloy, Sean",
        "Dunloy, Sean: Black against Fallonby, Nadia; the draw: White against Fallonby, Nadia",
    ]
    assert topboard("check", written(tmp_path, PLAYED), "--system", "dutch").status == 0


def test_a_round_in_which_all_were_away_is_no_difference(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = PLAYED.splitlines(keepends=True)
    away = "".join(row.rstrip("\n") + "  0000 - Z\n" if "001 " in row else row for row in rows)
    answer = topboard("check", written(tmp_path, away + "XXR 3\n"))
    assert (answer.status, answer.err) == (0, "")
    assert "round 2: as the computer draws it" in answer.out


@pytest.mark.parametrize("kind", ["trf", "trf26"])
def test_an_exported_open_is_checked_and_paired_on(
    topboard: CommandLine, home: Path, tmp_path: Path, kind: str
) -> None:
    demo = topboard.done("demo", "dutch", "--no-open").strip()
    report = tmp_path / "open.trf"
    topboard.done("export", demo, "--as", kind, "-o", report)
    assert topboard("check", report).status == 0
    assert topboard("check", demo).status == 0
    no = {row["id"]: row["no"] for row in topboard.asked("standings", demo)["tables"][0]["rows"]}
    drawn = topboard.asked("draw", demo)["pairings"]
    (file,) = topboard.asked("pair", report)["files"]
    assert file["pairs"] == [[no[p["white"]], no[p["black"]]] for p in drawn]
    again = tmp_path / "again"
    topboard.done("new", again, "--format", "dutch", "--entries", report, "--with-rounds")
    assert topboard("check", again).status == 0


@pytest.mark.parametrize("kind", ["trf", "trf26"])
def test_an_exported_open_pairs_without_those_who_are_away(
    topboard: CommandLine, home: Path, tmp_path: Path, kind: str
) -> None:
    demo = topboard.done("demo", "dutch", "--no-open").strip()
    event = topboard.asked("status", demo)
    topboard.done("withdraw", demo, "1")
    topboard.done("bye", demo, "2", event["round"], "0.5")
    topboard.done("adjust", demo, "3", "-0.5", "--why", "phone")
    report = tmp_path / "open.trf"
    topboard.done("export", demo, "--as", kind, "-o", report)
    no = {row["id"]: row["no"] for row in topboard.asked("standings", demo)["tables"][0]["rows"]}
    (file,) = topboard.asked("pair", report)["files"]
    placed = {number for pair in file["pairs"] for number in pair}
    assert not placed & {no["1"], no["2"]}
    assert no["3"] in placed
    if kind == "trf26":
        # TRF16 has no line for adjustments
        drawn = topboard.asked("draw", demo)["pairings"]
        assert file["pairs"] == [[no[p["white"]], no[p["black"]]] for p in drawn]
    again = tmp_path / "again"
    topboard.done("new", again, "--format", "dutch", "--entries", report, "--with-rounds")
    assert topboard("check", again).status == 0


def test_points_taken_in_a_file_stand_in_the_event_made_of_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    lines = PLAYED.splitlines()
    taken = "\n".join([*lines, "142 3", "299          -1.0  001 0001"])
    folder = tmp_path / "taken"
    file = written(tmp_path, taken)
    topboard.done("new", folder, "--format", "dutch", "--entries", file, "--with-rounds")
    (table, *_) = topboard.asked("standings", folder)["tables"]
    assert [row["points"] for row in table["rows"] if row["id"] == "1"] == [0]
    assert {row["points"] for row in table["rows"] if row["id"] == "2"} == {1}


def test_points_given_after_a_round_are_of_that_round_in_the_event_made(
    topboard: CommandLine, tmp_path: Path
) -> None:
    made = tmp_path / "made.trf"
    topboard.done("generate", "--players", 12, "--rounds", 6, "--playing", 5, "--trf26",
                  "--seed", 1, "-o", made)  # fmt: skip
    plain = made.read_text().rstrip("\n")
    written(tmp_path, f"{plain}\n299           2.0  002 0009\n", "given.trf")
    folder = tmp_path / "given"
    topboard.done("new", folder, "--format", "dutch", "--entries", tmp_path / "given.trf",
                  "--with-rounds", "--insist")  # fmt: skip

    def points(after: int) -> dict[str, float]:
        tables = topboard.asked("standings", folder, "--round", after)["tables"]
        return {row["id"]: row["points"] for row in tables[0]["rows"]}

    other = tmp_path / "plain"
    topboard.done("new", other, "--format", "dutch", "--entries", made, "--with-rounds")
    whole = topboard.asked("standings", other, "--round", 2)["tables"][0]["rows"]
    before = {row["id"]: row["points"] for row in whole}
    assert points(2)["9"] == before["9"] + 2
    assert points(1)["9"] <= 1


def test_bars_of_a_file_without_rounds_stand_in_the_event_made_of_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = written(tmp_path, FOUR + "XXR 3\nXXC white1\nXXP 1 3\n")
    folder = tmp_path / "barred"
    topboard.done("new", folder, "--format", "dutch", "--entries", file, "--with-rounds")
    pairs = [{p["white"], p["black"]} for p in topboard.asked("draw", folder)["pairings"]]
    assert {"1", "3"} not in pairs


def test_a_file_that_names_baku_and_gives_no_points_gets_them(
    topboard: CommandLine, tmp_path: Path
) -> None:
    # GA is 1 and 2 of four: in round 1 they meet, where without it 1 would meet 3
    plain = written(tmp_path, FOUR + "142 3\n152 W\n192 FIDE_DUTCH_2026\n", "plain.trf")
    baku = written(tmp_path, FOUR + "142 3\n152 W\n192 FIDE_DUTCH_2026_BAKU\n", "baku.trf")
    assert topboard.done("pair", plain) == "2\n1 3\n4 2\n"
    assert topboard.done("pair", baku) == "2\n1 2\n3 4\n"


@pytest.mark.slow
def test_every_position_and_every_tournament(topboard: CommandLine, tmp_path: Path) -> None:
    files = unpacked(tmp_path, position_names())
    topboard.done("pair", *files, "-d", tmp_path)
    for file in files:
        answer = packed("positions")[f"{file.stem}.pairs"].decode()
        assert lines(file.with_suffix(".pairs").read_text()) == lines(answer), file.stem
    for name in tournament_names():
        whole = tmp_path / "whole.trf"
        whole.write_bytes(packed("tournaments")[f"{name}.trf"])
        assert topboard("check", whole).status == 0, name


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("192 FIDE_DUBOV", "192 FIDE_DUBOV"),
        ("192 FIDE_DUTCH_2017", "192 FIDE_DUTCH_2017"),
        ("192 CUSTOM_SWISS", "192 CUSTOM_SWISS"),
        ("092 FIDE_BURSTEIN", "192 FIDE_BURSTEIN"),
        ("092 Swiss (Dubov)", "092 Swiss (Dubov)"),
        ("092 Keizer", "092 Keizer"),
    ],
)
def test_a_system_that_is_not_drawn_here_is_refused_as_that(
    topboard: CommandLine, tmp_path: Path, line: str, said: str
) -> None:
    file = written(tmp_path, f"{PLAYED}{line}\nXXR 3\n")
    for command in ("pair", "check"):
        told = topboard.refused(command, file)
        assert f"not drawn by a system of this program ({said})" in told, command
        assert "--system" in told
        topboard.done(command, file, "--system", "dutch")


@pytest.mark.parametrize(
    "line", ["192 FIDE_DUTCH", "192 FIDE_DUTCH_2025", "092 FIDE_DUTCH_2026", "092 Swiss Open", ""]
)
def test_every_name_of_the_dutch_system_is_known(
    topboard: CommandLine, tmp_path: Path, line: str
) -> None:
    file = written(tmp_path, f"{PLAYED}{line}\nXXR 3\n")
    assert topboard.done("pair", file) == "2\n2 1\n3 4\n"


def test_a_round_robin_is_checked_and_paired_as_one_and_not_as_a_swiss(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = ("   4 w 1     3 b 1", "   3 w 0     4 b 0", "   2 b 1     1 w 0", "   1 b 0     2 w 1")
    heads = (FOUR.splitlines()[1:][no][:80] for no in range(4))
    points = ("2.0", "0.0", "1.0", "1.0")
    table = "".join(
        f"{head} {score}    1  {row}\n"
        for head, row, score in zip(heads, rows, points, strict=True)
    )
    file = written(tmp_path, f"{table}092 Individual: Round Robin\n")
    told = topboard("check", file)
    assert "round 1: as the computer draws it" in told.out
    assert topboard.done("pair", file) == "2\n1 2\n4 3\n"


def test_a_file_brings_its_tie_breaks_and_names_those_that_are_unknown(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = written(tmp_path, f"{PLAYED}142 3\n202 SB,LUCK,BH/C1,COIN\n")
    for more in ((), ("--with-rounds",)):
        folder = tmp_path / f"event{len(more)}"
        made = topboard("new", folder, "--format", "dutch", "--entries", file, *more)
        assert made.status == 0
        assert "tie-breaks LUCK, COIN (202) are unknown in dutch and left out" in made.err
        assert "SB, BH/C1 will be used" in made.err
        written_file = topboard.done("export", folder, "--as", "trf26")
        assert "202 SB,BH/C1" in written_file.splitlines()
    own = topboard("new", tmp_path / "own", "--format", "dutch", "--entries", file,
                   "--set", "tiebreaks=DE")  # fmt: skip
    assert "202" not in own.err


def test_rounds_of_another_system_come_in_with_a_word(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = written(tmp_path, f"{PLAYED}142 3\n192 FIDE_BURSTEIN\n")
    made = topboard("new", tmp_path / "e", "--format", "dutch", "--entries", file, "--with-rounds")
    assert made.status == 0
    assert "(192 FIDE_BURSTEIN)" in made.err
    assert "the next rounds will be drawn by dutch" in made.err


def four(*rows: str, points: str = "0.0 0.0 0.0 0.0", more: str = "") -> str:
    """The four players with these rounds."""
    heads = [line[:80] for line in FOUR.splitlines()[1:]]
    lines = (
        f"{head} {score}       {row}\n"
        for head, score, row in zip(heads, points.split(), rows, strict=True)
    )
    return "012 Four\n" + "".join(lines) + more


def test_forfeits_without_a_colour_are_compared_without_colour(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Board 2 of round 1 should be 4 v 2; nobody came, and the file says no colours."""
    rows = ("   3 w 1", "   4 - -", "   1 b 0", "   2 - -")
    file = written(tmp_path, four(*rows, points="1.0 0.0 0.0 0.0", more="142 3\n152 W\n"))
    assert topboard.done("check", file).startswith("round 1: as the computer draws it\n")
    other = written(tmp_path, file.read_text().replace("4 - -", "4 w -").replace("2 - -", "2 b -"))
    assert "Fallonby, Nadia: White against Dunloy" in topboard("check", other).out


def test_a_forfeit_without_a_colour_has_none_in_an_event_either(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = ("   3 w 1", "   4 - -", "   1 b 0", "   2 - -")
    file = written(tmp_path, four(*rows, points="1.0 0.0 0.0 0.0", more="142 3\n152 W\n"))
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--entries", file, "--with-rounds")
    assert topboard.done("check", event) == "round 1: as the computer draws it\n"
    for kind in ("trf", "trf26"):
        cells = [line[91:99] for line in topboard.done("export", event, "--as", kind).splitlines()
                 if line[:3] == "001"]  # fmt: skip
        assert cells == list(rows)


def test_the_first_colour_is_tried_both_ways_where_the_file_does_not_say_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Nobody played in round 1; in round 2 number 1 had Black, so that is the first colour."""
    rows = (
        *("   3 - +     2 b 1", "   4 - +     1 w 0"),
        *("   1 - -     4 b 1", "   2 - -     3 w 0"),
    )
    file = written(tmp_path, four(*rows, points="2.0 1.0 1.0 0.0", more="142 3\n"))
    told = topboard("check", file)
    assert told.status == 0
    assert "(152): Black fits its rounds better than White" in told.err
    said = written(tmp_path, file.read_text() + "152 W\n", "said.trf")
    assert topboard("check", said).status == 1
    event = tmp_path / "event"
    made = topboard("new", event, "--format", "dutch", "--entries", file, "--with-rounds")
    assert "2 rounds drawn again: all as dutch draws them" in made.out
    assert "152 B" in topboard.done("export", event, "--as", "trf26").splitlines()


def test_one_turned_board_does_not_turn_the_first_colour(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = ("   4 b 1", "   5 b 1", "   6 w 1", "   1 w 0", "   2 w 0", "   3 b 0")
    names = ("Ash", "Fal", "Qui", "Dun", "Far", "Kel")
    lines = (
        f"001 {no:>4}      {name:33} 2000                             {score}       {row}\n"
        for no, (name, row, score) in enumerate(
            zip(names, rows, ("1.0", "1.0", "1.0", "0.0", "0.0", "0.0"), strict=True), start=1
        )
    )
    file = written(tmp_path, "".join(lines) + "142 4\n")
    told = topboard("check", file)
    assert told.out.splitlines()[0] == "round 1: differs from the draw"
    assert "Ash: Black against Dun; the draw: White against Dun" in told.out
    assert told.out.count("the draw:") == 2


def test_a_file_in_which_all_met_twice_does_not_come_in_without_a_word(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = (
        *("   3 w 1     3 b 1", "   4 b 1     4 w 1"),
        *("   1 b 0     1 w 0", "   2 w 0     2 b 0"),
    )
    file = written(tmp_path, four(*rows, points="2.0 2.0 0.0 0.0", more="142 3\n152 W\n"))
    taking = ("--format", "dutch", "--entries", file, "--with-rounds")
    made = topboard("new", tmp_path / "a", *taking)
    assert made.status == 2
    assert not (tmp_path / "a").exists()
    assert "imported round 2 is not as the rules of dutch have it; " in made.err
    assert "(--insist)" in made.err
    assert "round 2 is not as dutch draws it: 4 players placed differently" in made.err
    for board in (1, 2):
        assert f"round 2, board {board}, must: they met in round 1" in made.err
    document = topboard.asked("new", tmp_path / "b", *taking, "--insist")
    assert [len(one["conflicts"]) for one in document["check"]] == [0, 2]
    assert (
        "the file names no tie-breaks (202): DE, BH/C1, BH, SB, WIN, dutch's own"
        in document["notes"]
    )
    written_file = topboard.done("export", tmp_path / "b", "--as", "trf26")
    remark = "### before round 1: imported round 2 is not as the rules of dutch have it"
    assert remark in written_file.splitlines()
    # read again the remark is there, once
    again = written(tmp_path, written_file, "again.trf")
    topboard.done("new", tmp_path / "c", "--format", "dutch", "--entries", again, "--with-rounds",
                  "--insist")  # fmt: skip
    assert topboard.done("export", tmp_path / "c", "--as", "trf26") == written_file


def test_the_numbers_of_a_file_stay_the_start_numbers(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """The weakest is number 1 in this file. What comes next is drawn as `pair` draws it."""
    rows = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
    text = four(*rows, points="1.0 1.0 0.0 0.0", more="142 3\n152 W\n").replace("2000", "1000")
    file = written(tmp_path, text)
    event = tmp_path / "event"
    made = topboard("new", event, "--format", "dutch", "--entries", file, "--with-rounds")
    assert made.err == ""
    assert "1 round drawn again: all as dutch draws them" in made.out
    assert topboard.done("check", event) == "round 1: as the computer draws it\n"
    assert topboard.done("pair", file) == "2\n2 1\n3 4\n"
    drawn = topboard.asked("draw", event)["pairings"]
    assert [(p["white"], p["black"]) for p in drawn] == [("2", "1"), ("3", "4")]
    out = topboard.done("export", event, "--as", "trf26")
    names = {line[4:8].strip(): line[14:47].strip() for line in out.splitlines()
             if line[:3] == "001"}  # fmt: skip
    assert names["1"] == "Ashgrove, Liam"
    row = topboard.asked("standings", event)["tables"][0]["rows"]
    assert {r["name"]: r["no"] for r in row}["Ashgrove, Liam"] == 1


def test_players_alone_are_numbered_by_rating(topboard: CommandLine, tmp_path: Path) -> None:
    file = written(tmp_path, FOUR.replace("1700", "2500") + "142 3\n152 W\n")
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--entries", file)
    rows = topboard.asked("standings", event)["tables"][0]["rows"]
    assert {r["name"]: r["no"] for r in rows}["Dunloy, Sean"] == 1


def test_a_late_entry_into_an_imported_event_keeps_the_numbers_of_the_others(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
    file = written(tmp_path, four(*rows, points="1.0 1.0 0.0 0.0", more="142 3\n152 W\n"))
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--entries", file, "--with-rounds")
    topboard.done("add", event, "Quick, Ann", "--rating", 2600)
    topboard.done("draw", event, "--publish")
    rows = topboard.asked("standings", event)["tables"][0]["rows"]
    numbers = {r["name"]: r["no"] for r in rows}
    assert [numbers[name] for name in ("Ashgrove, Liam", "Dunloy, Sean", "Quick, Ann")] == [1, 4, 5]


def test_an_event_that_stands_is_told_of_the_tie_breaks_of_a_file(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch")
    file = written(tmp_path, FOUR + "202 SB,BH/C1\n")
    assert "not taken: SB,BH/C1" in topboard.done("import", event, file)


def test_more_rounds_than_opponents_are_no_fault_of_a_round_that_was_played(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
    file = written(tmp_path, four(*rows, points="1.0 1.0 0.0 0.0", more="142 9\n152 W\n"))
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "dutch", "--entries", file, "--with-rounds")
    for what in (file, event):
        assert topboard.done("check", what).startswith("round 1: as the computer draws it\n")


def test_a_round_robin_goes_on_by_the_numbers_of_its_file(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """What a publication settles is settled with the rounds that come in: the table's numbers."""
    file = tmp_path / "table.trf"
    topboard.done("generate", "--system", "round_robin", "--players", 6, "--playing", 3,
                  "--seed", 1, "--late", 0, "--withdrawals", 0, "--trf26", "-o", file)  # fmt: skip
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "round_robin", "--entries", file, "--with-rounds")
    told = topboard.done("check", event).splitlines()
    assert told == [f"round {no}: as the computer draws it" for no in (1, 2, 3)]
    topboard.done("draw", event, "--publish")
    met = [
        frozenset((pairing["white"], pairing["black"]))
        for number in (1, 2, 3, 4)
        for pairing in topboard.asked("round", event, "--round", number)["pairings"]
    ]
    assert len(set(met)) == len(met) == 12


@pytest.mark.parametrize("free", ["0000 - Z", "        "])
def test_who_is_without_a_game_in_round_1_of_a_round_robin_was_free_in_it(
    topboard: CommandLine, tmp_path: Path, free: str
) -> None:
    """Programs have several words for the free round of an odd field."""
    file, event = tmp_path / "table.trf", tmp_path / "event"
    topboard.done("generate", "--system", "round_robin", "--players", 7, "--playing", 3,
                  "--seed", 1, "--late", 0, "--withdrawals", 0, "--trf26", "-o", file)  # fmt: skip
    told = file.read_text()
    assert told.count("0000 - U") == 3
    file.write_text(told.replace("0000 - U", free, 1))
    topboard.done("new", event, "--format", "round_robin", "--entries", file, "--with-rounds")
    told = topboard.done("check", event)
    assert told.splitlines() == [f"round {no}: as the computer draws it" for no in (1, 2, 3)]
    assert topboard.asked("status", event)["rounds"] == 7


@pytest.mark.parametrize("system", ["galway", "ecf", "dutch"])
def test_who_came_late_or_had_a_bye_in_a_file_did_so_in_the_event(
    topboard: CommandLine, tmp_path: Path, system: str
) -> None:
    """Sections, quarters and Baku's groups are made of who was there for round 1."""
    more = ("--set", "acceleration=baku") if system == "dutch" else ()
    file = tmp_path / "made.trf"
    topboard.done("generate", "--system", system, "--players", 28, "--rounds", 6, "--playing", 3,
                  "--late", 15, "--half-byes", 8, "--seed", 3, "--trf26", *more,
                  "-o", file)  # fmt: skip
    event = tmp_path / "event"
    topboard.done("new", event, "--format", system, "--entries", file, "--with-rounds")
    of_the_event = topboard.asked("check", event)
    assert of_the_event == topboard.asked("check", file)
    assert not of_the_event["differences"]


def with_columns(text: str, changes: dict[int, str], first: int, last: int) -> str:
    """The file with other text in columns `first` to `last` of the players named."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        number = int(line[4:8]) if line.startswith("001") else 0
        if number in changes:
            lines[at] = line[: first - 1] + changes[number].rjust(last - first + 1) + line[last:]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("rank", [(3, 4), (4, 3)])
def test_points_and_ranks_of_a_file_stand_after_its_last_round_whatever_byes_come(
    topboard: CommandLine, tmp_path: Path, rank: tuple[int, int]
) -> None:
    folder, file = tmp_path / "four", written(tmp_path, FOUR)
    topboard.done("new", folder, "--format", "dutch", "--rounds", 3, "--entries", file)
    topboard.done("draw", folder, "--publish")
    for match in topboard.asked("round", folder)["pairings"]:
        topboard.done("result", folder, match["board"], "1-0" if match["white"] < "3" else "0-1")
    topboard.done("bye", folder, 3, 2, "0.5")
    topboard.done("export", folder, "--as", "trf", "-o", file)
    text = file.read_text(encoding="utf-8")
    player = next(line for line in text.splitlines() if line.startswith("001    3"))
    assert player.endswith("0000 - H")
    assert player[80:84] == " 0.0"
    topboard.done("check", file)
    # another program may count the bye: in the points alone, or in the ranks too
    others = [line for line in text.splitlines() if line.startswith("001    4")]
    counted = text.replace(player, f"{player[:80]} 0.5 {rank[0]:>4}{player[89:]}")
    for other in others:
        counted = counted.replace(other, f"{other[:84]} {rank[1]:>4}{other[89:]}")
    topboard.done("check", written(tmp_path, counted, "counted.trf"))


def test_check_names_points_and_ranks_that_are_not_as_the_file_declares(
    topboard: CommandLine, tmp_path: Path
) -> None:
    good, swapped = tmp_path / "good.trf", tmp_path / "swapped.trf"
    topboard.done("generate", "--players", 30, "--rounds", 6, "--seed", 4, "--trf26",
                  "--set", "tiebreaks=BH/C1,DE,SB,TPN", "-o", good)  # fmt: skip
    assert topboard.asked("check", good)["ranks"] == []
    text = good.read_text()
    ranks = {int(line[4:8]): line[85:89].strip() for line in text.splitlines() if line[:3] == "001"}
    assert sorted(map(int, ranks.values())) == list(range(1, 31))
    swapped.write_text(with_columns(text, {1: ranks[10], 10: ranks[1]}, 86, 89))
    answer = topboard("check", swapped, "--json")
    assert answer.status == 1
    assert answer.json["differences"] is True
    assert not any(one["differences"] for one in answer.json["rounds"])
    assert answer.json["ranks"] == [
        {"id": id, "column": "rank", "file": int(there), "computed": int(here)}
        for here, id, there in sorted(
            [(ranks[1], "1", ranks[10]), (ranks[10], "10", ranks[1])], key=lambda row: int(row[0])
        )
    ]
    assert f"rank {ranks[10]} in the file, computed {ranks[1]} (" in topboard("check", swapped).out
    points = next(line[80:84] for line in text.splitlines() if line.startswith("001   10"))
    swapped.write_text(with_columns(text, {10: f"{float(points) + 1:.1f}"}, 81, 84))
    (row,) = topboard("check", swapped, "--json").json["ranks"]
    assert row["column"] == "points"
    assert row["file"] == row["computed"] + 1 == float(points) + 1
    # taken over it is refused: the sum and the rounds cannot both be meant
    assert "column 81-84" in topboard.refused(
        "new", tmp_path / "event", "--format", "dutch", "--entries", swapped, "--with-rounds"
    )


def test_check_says_how_far_the_declared_tie_breaks_can_be_computed(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "made.trf"
    topboard.done("generate", "--players", 12, "--rounds", 4, "--seed", 4, "--trf26",
                  "--set", "tiebreaks=BH,SB", "-o", file)  # fmt: skip
    text = file.read_text()
    assert "\n212 PTS,BH,SB\n" in text
    text = text.replace("212 PTS,BH,SB\n", "")
    cases = {
        "202 BH,EXT,SB": "tie-break EXT is not computed here",
        "212 PTS,BH,SB": "points and ranks: as computed",
        "212 BH,PTS": "212 does not begin with PTS",
        "### silent": "no list of tie-breaks (202)",
    }
    for line, said in cases.items():
        file.write_text(text.replace("202 BH,SB", line))
        answer = topboard("check", file)
        assert answer.status == 0, answer.out
        assert said in answer.out


def test_who_has_left_a_round_robin_early_does_not_count_after_the_import_either(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file, event = tmp_path / "table.trf", tmp_path / "event"
    topboard.done("generate", "--system", "round_robin", "--players", 8, "--seed", 9, "--trf26",
                  "--withdrawals", 4, "-o", file)  # fmt: skip
    text = file.read_text()
    assert "does not count in the standings" in text
    topboard.done("new", event, "--format", "round_robin", "--entries", file, "--with-rounds")
    again = topboard.done("export", event, "--as", "trf26")
    assert [line for line in again.splitlines() if line.startswith("001")] == [
        line for line in text.splitlines() if line.startswith("001")
    ]
    tables = topboard.asked("standings", event)["tables"]
    assert any(row["status"] == "withdrawn" for row in tables[0]["rows"])


def test_check_says_of_a_round_under_a_bar_that_it_was_drawn_under_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """`round` calls it not the computer draw, which knows no bar."""
    event = tmp_path / "event"
    topboard.done("new", event, "--format", "ecf", "--rounds", "3", "--seed", "1")
    for name in ("Ash", "Bede", "Cole", "Dunn"):
        topboard.done("add", event, name)
    topboard.done("draw", event, "--publish", "--insist", "--bar", "1:3")
    assert "not the computer draw" in topboard.done("round", event)
    assert topboard.done("check", event) == (
        "round 1: as the computer draws it under the locks and bars of that round\n"
    )


def test_a_round_that_has_no_draw_is_not_said_to_place_a_player_differently(
    topboard: CommandLine, tmp_path: Path
) -> None:
    rows = (
        "   4 w 1     2 w 1     3 b 0     4 w 1",
        "   3 w 1     1 b 0     4 w 1     3 w 1",
        "   2 b 0     4 b 0     1 w 1     2 b 0",
        "   1 b 0     3 w 1     2 b 0     1 b 0",
    )
    file = written(tmp_path, four(*rows, points="3.0 3.0 1.0 1.0", more="142 4\n152 W\n"))
    taking = ("--format", "dutch", "--entries", file, "--with-rounds")
    made = topboard("new", tmp_path / "a", *taking)
    assert "round 4 cannot be drawn again: round 4 has no legal draw: everybody has" in made.err
    assert "round 4 is not as dutch draws it" not in made.err


@pytest.mark.parametrize("kind", ["trf", "trf26"])
def test_a_file_of_an_earlier_round_is_what_the_next_one_is_drawn_from(
    topboard: CommandLine, tmp_path: Path, kind: str
) -> None:
    event, entries = tmp_path / "open", tmp_path / "entries.csv"
    entries.write_text("name,rating\n" + "".join(f"Player {n},{2000 - n}\n" for n in range(10)))
    topboard.done("new", event, "--format", "dutch", "--rounds", 5, "--entries", entries)
    topboard.done("bye", event, "3", 2, 0.5)
    drawn: list[set[tuple[int, int]]] = []
    for _ in range(3):
        round = topboard.asked("draw", event, "--publish")
        drawn.append({(p["white_no"], p["black_no"]) for p in round["pairings"]})
        topboard.whites_win(event)
    for number in (1, 2):
        file = tmp_path / f"{number}.trf"
        topboard.done("export", event, "--as", kind, "--round", number, "-o", file)
        _, pairs = lines(topboard.done("pair", file))
        boards = {(int(a), int(b)) for a, b in map(str.split, pairs) if b != "0"}
        assert boards == drawn[number]
    document = topboard.asked("export", event, "--as", "json", "--round", 1)
    assert [round["round"] for round in document["rounds"]] == [1]


def test_a_file_with_rounds_given_for_its_players_says_how_its_rounds_are_had(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event, file = tmp_path / "event", written(tmp_path, PLAYED)
    topboard.done("new", event, "--format", "dutch")
    said = topboard.done("import", event, file).splitlines()
    left = said.index("its round is not taken: a new event takes rounds over too")
    assert said[left + 1] == "an event with them: topboard new FOLDER --entries FILE --with-rounds"
