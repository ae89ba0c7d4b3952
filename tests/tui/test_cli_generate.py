"""`generate`: random tournaments that are drawn by the rules, the same for the same seed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.results import GameResult
from engine.trial.chance import PERCENT, Chance, by_table, outcome
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from tests.sampling import sampled
from tests.tui.desk_cli import CommandLine

ROOT = Path(__file__).parents[2]
EVENTFUL = (
    *("--points", "any", "--acceleration", "any", "--bars", "4", "--late", "12"),
    *("--forfeits", "8", "--withdrawals", "5", "--zero-byes", "5", "--half-byes", "5"),
    *("--full-byes", "1"),
)


def read(path: Path) -> TrfFile:
    return read_trf(path.read_bytes(), path.name)


@pytest.mark.parametrize("kind", [(), ("--trf26",)], ids=["trf16", "trf26"])
@pytest.mark.parametrize(
    "field", sampled([(5, 4), (9, 7), (24, 9), (41, 7)], [(5, 4), (24, 9)]), ids=str
)
def test_every_tournament_made_is_drawn_by_the_rules(
    topboard: CommandLine, tmp_path: Path, field: tuple[int, int], kind: tuple[str, ...]
) -> None:
    players, rounds = field
    folder = tmp_path / "made"
    topboard.done("generate", "--players", players, "--rounds", rounds, "--seed", 40 + players,
                  "--tournaments", 6, "-d", folder, *EVENTFUL, *kind)  # fmt: skip
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{n:04}.trf" for n in range(1, 7)]
    answer = topboard("check", *files)
    assert answer.status == 0, answer.out
    assert answer.out.count("as the computer draws") == 6


@pytest.mark.slow
@pytest.mark.parametrize("kind", [(), ("--trf26",)], ids=["trf16", "trf26"])
def test_five_hundred_tournaments_are_drawn_by_the_rules(
    topboard: CommandLine, tmp_path: Path, kind: tuple[str, ...]
) -> None:
    for players, rounds in ((6, 5), (11, 6), (20, 9), (33, 7), (64, 7)):
        folder = tmp_path / f"{players}"
        topboard.done("generate", "--players", players, "--rounds", rounds, "--seed", players,
                      "--tournaments", 50, "-d", folder, *EVENTFUL, *kind)  # fmt: skip
        answer = topboard("check", *sorted(folder.iterdir()))
        assert answer.status == 0, answer.out


def test_everything_that_happens_to_a_tournament_is_in_some_of_them(
    topboard: CommandLine, tmp_path: Path
) -> None:
    topboard.done("generate", "--players", 30, "--rounds", 7, "--tournaments", 12, "--seed", 1,
                  "-d", tmp_path / "made", *EVENTFUL, "--trf26")  # fmt: skip
    files = [read(path) for path in sorted((tmp_path / "made").iterdir())]
    results = {m.result for f in files for r in f.rounds for m in r.matches}
    assert results >= {
        *(GameResult.WHITE, GameResult.DRAW, GameResult.BLACK),
        *(GameResult.WHITE_FORFEIT, GameResult.BLACK_FORFEIT, GameResult.DOUBLE_FORFEIT),
    }
    kinds = {b.kind for f in files for r in f.rounds for b in r.byes}
    assert kinds == {"pairing", "requested", "absent"}
    assert all(f.forbidden for f in files)
    assert {bool(f.accelerations) for f in files} == {True, False}
    assert len({f.settings.get("win_points", 1) for f in files}) > 1
    assert {f.initial_colour for f in files} == {"W", "B"}
    stories = [[_there(f, e.id) for f in files] for e in files[0].entrants]
    whole = "".join("|".join(one) for one in stories)
    assert "-+" in whole  # late, or back again
    assert "+-" in whole  # gone


def _there(file: TrfFile, id: str) -> str:
    return "".join(
        "-" if any(b.entrant == id and b.kind == "absent" for b in r.byes) else "+"
        for r in file.rounds
    )


def test_the_same_seed_makes_the_same_file_and_another_seed_another(
    topboard: CommandLine, tmp_path: Path
) -> None:
    made = [topboard.done("generate", "--players", 17, "--seed", s, *EVENTFUL) for s in (5, 5, 6)]
    assert made[0] == made[1]
    assert made[0] != made[2]
    # one of many is the one of its own seed
    topboard.done("generate", "--players", 17, "--seed", 5, "--tournaments", 2,
                  "-d", tmp_path, *EVENTFUL)  # fmt: skip
    second = (tmp_path / "0002.trf").read_bytes().decode()
    assert second.splitlines() == made[2].splitlines()


def test_no_process_makes_another_file_of_the_same_seed(home: Path) -> None:
    # sets and dictionaries are hashed differently in each
    made = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "tui", "generate", "--players", "25", "--seed", "1", *EVENTFUL],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True,
        )  # fmt: skip
        made.add(done.stdout)
    assert len(made) == 1
    assert made.pop().count(b"\n001 ") == 25


def test_the_people_of_a_seed_are_the_same_on_every_machine(topboard: CommandLine) -> None:
    # taken with Python 3.11: only what every version and machine computes alike is in them
    text = topboard.done("generate", "--players", 200, "--playing", 0, "--seed", 2026,
                         "--rounds", 7, "--ratings", "1200-2400", "--unrated", 3, "--late", 3,
                         "--half-byes", 2, "--zero-byes", 1, "--full-byes", 0)  # fmt: skip
    people = "".join(line[:89] for line in text.splitlines() if line.startswith("001"))
    assert hashlib.sha256(people.encode()).hexdigest()[:16] == "73490a5670e0f80a"


def test_a_tournament_half_played_is_paired_on(topboard: CommandLine, tmp_path: Path) -> None:
    for kind in ((), ("--trf26",)):
        whole, half = tmp_path / "whole.trf", tmp_path / "half.trf"
        for file, more in ((whole, ()), (half, ("--playing", "4"))):
            topboard.done("generate", "--players", 21, "--rounds", 7, "--seed", 11,
                          "--late", 0, "-o", file, *more, *kind)  # fmt: skip
        assert len(read(half).rounds) == 4
        (answer,) = topboard.asked("pair", half)["files"]
        fifth = read(whole).rounds[4]
        played = {(int(m.white), int(m.black)) for m in fifth.matches}
        played |= {(int(b.entrant), 0) for b in fifth.byes if b.kind == "pairing"}
        assert {tuple(pair) for pair in answer["pairs"]} == played


@pytest.mark.parametrize(
    "words",
    [("kjca",), ("galway",), ("ecf",), ("ecf", "--set", "acceleration=advanced")],
    ids=" ".join,
)
@pytest.mark.parametrize("players", [23, 40])
def test_other_swiss_systems_make_tournaments_too(
    topboard: CommandLine, tmp_path: Path, words: tuple[str, ...], players: int
) -> None:
    file = tmp_path / "made.trf"
    topboard.done("generate", "--system", *words, "--players", players, "--rounds", 5, "--seed", 1,
                  "--late", 10, "--half-byes", 6, "--zero-byes", 6, "-o", file)  # fmt: skip
    answer = topboard("check", file, *words[1:])
    assert answer.status == 0, answer.out
    # it was checked as what it is
    assert ("no school" in answer.err) == (words[0] == "kjca")


@pytest.mark.parametrize("kind", ["basic", "advanced"])
def test_a_bye_asked_for_later_does_not_count_in_the_rounds_before(
    topboard: CommandLine, tmp_path: Path, kind: str
) -> None:
    """Seeded rule 5 passes over who has arranged a bye; a file does not say when that was."""
    system = ("--system", "ecf", "--set", f"acceleration={kind}")
    topboard.done("generate", *system, "--players", 33, "--rounds", 6, "--tournaments", 15,
                  "--seed", 500, "-d", tmp_path / "made")  # fmt: skip
    answer = topboard("check", *system, *sorted((tmp_path / "made").iterdir()))
    assert answer.status == 0, answer.out
    assert answer.out.count("as the computer draws") == 15


def test_what_is_not_given_is_drawn_by_lot_and_another_file_comes_each_time(
    topboard: CommandLine, tmp_path: Path
) -> None:
    topboard.done("generate", "--trf26", "--tournaments", 12, "--seed", 3, "-d", tmp_path)
    files = [read(path) for path in sorted(tmp_path.iterdir())]
    assert len({len(file.entrants) for file in files}) > 6
    assert len({file.total_rounds for file in files}) > 3
    assert len({file.tiebreaks for file in files}) > 9
    assert len({max(e.rating or 0 for e in file.entrants) // 100 for file in files}) > 3
    assert {"FIDE_DUTCH", "FIDE_DUTCH_BAKU"} == {dict(f.details)["system"] for f in files}
    # what is given stands, and changes nothing else
    given, free = (
        topboard.done("generate", "--seed", 3, "--trf26", *more)
        for more in (("--tiebreaks", "BH/C1,SB"), ())
    )
    codes = [
        {"202 ": "202 BH/C1,SB", "212 ": "212 PTS,BH/C1,SB"}.get(line[:4], line)
        for line in free.splitlines()
    ]
    assert [line[:85] for line in given.splitlines()] == [line[:85] for line in codes]
    # without a seed no two are the same
    small = ("--players", 8, "--rounds", 3)
    assert topboard.done("generate", *small) != topboard.done("generate", *small)


def test_ratings_are_typed_or_fall_by_a_gap(topboard: CommandLine, tmp_path: Path) -> None:
    cases = {
        ("2400,2310,0,1900,1850,1800",): [2400, 2310, 1900, 1850, 1800, None],
        ("2000/50", "--players", 6): [2000, 1950, 1900, 1850, 1800, 1750],
    }
    for words, ratings in cases.items():
        file = tmp_path / "made.trf"
        topboard.done("generate", "--seed", 2, "--rounds", 3, "--ratings", *words, "-o", file)
        assert [e.rating for e in read(file).entrants] == ratings


@pytest.mark.parametrize(
    ("option", "results"),
    [
        ("--forfeit-wins", {GameResult.WHITE_FORFEIT}),
        ("--forfeit-losses", {GameResult.BLACK_FORFEIT}),
        ("--double-forfeits", {GameResult.DOUBLE_FORFEIT}),
        ("--odd-results",
         {GameResult.HALF_WHITE, GameResult.HALF_BLACK, GameResult.BOTH_LOSE}),
    ],
)  # fmt: skip
def test_each_kind_of_forfeit_and_odd_results_come_apart(
    topboard: CommandLine, tmp_path: Path, option: str, results: set[GameResult]
) -> None:
    file = tmp_path / "made.trf"
    topboard.done("generate", "--players", 20, "--rounds", 4, "--seed", 2, option, 100, "-o", file,
                  "--forfeits", 0, "--withdrawals", 0)  # fmt: skip
    assert {m.result for r in read(file).rounds for m in r.matches} == results
    assert topboard("check", file).status == 0


def test_results_follow_the_table_of_expectation() -> None:
    """B.02, 8.1.2 at 100 points: 64 of 100; beyond 400 points as at 400: 92."""
    chance = Chance(1, "table")
    for difference, percent in ((0, 50), (100, 64), (400, 92), (900, 92), (-900, 8)):
        assert by_table(difference) == percent * PERCENT
        games = [outcome(chance, difference, 30 * PERCENT, by_table) for _ in range(4000)]
        assert abs(sum(games) / 2 / len(games) - percent / 100) < 0.02


def test_strong_players_win_more_often(topboard: CommandLine, tmp_path: Path) -> None:
    topboard.done("generate", "--players", 40, "--rounds", 7, "--tournaments", 8, "--seed", 1,
                  "--ratings", "1200-2400", "--points", "1-0.5-0",
                  "-d", tmp_path / "made")  # fmt: skip
    points = [read(path).points for path in sorted((tmp_path / "made").iterdir())]
    upper = sum(float(p[str(n)] or 0) for p in points for n in range(1, 11))
    lower = sum(float(p[str(n)] or 0) for p in points for n in range(31, 41))
    assert upper > 1.8 * lower


def test_a_tournament_that_cannot_go_on_ends_and_says_so(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "four.trf"
    answer = topboard(
        "generate", "--players", 4, "--rounds", 3, "--bars", 4, "--seed", 1, "-o", file
    )
    assert answer.status == 0
    assert "it ends after" in answer.err
    assert len(read(file).rounds) < 3
    assert topboard("check", file).status == 0


@pytest.mark.parametrize("system", ["round_robin", "knockout"])
def test_where_nobody_can_come_late_all_are_there_from_the_beginning(
    topboard: CommandLine, tmp_path: Path, system: str
) -> None:
    file = tmp_path / "eight.trf"
    shares = ("--late", 60, "--half-byes", 40, "--zero-byes", 0, "--withdrawals", 0)
    field = ("--players", 8, "--rounds", 3, "--seed", 1)
    answer = topboard("generate", "--system", system, *field, *shares, "-o", file)
    assert (answer.status, answer.err) == (0, "")
    event = read(file)
    assert len(event.rounds) == 3
    assert len({id for match in event.rounds[0].matches for id in match.pair}) == 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "1"), "--players cannot be '1': it must be a whole number from 2 to 5,000"),
        (("--players", "many"), "--players cannot be 'many'"),
        (("--players", "6", "--rounds", "9"), "--rounds cannot be '9': it must be a whole number "
                                              "from 1 to 5"),
        (("--rounds", "5", "--playing", "6"), "--playing cannot be '6'"),
        (("--forfeits", "101"), "--forfeits cannot be '101': it must be per cent, 0 to 100"),
        (("--late", "-3"), "--late cannot be '-3'"),
        (("--seed", "1e9"), "--seed cannot be '1e9'"),
        (("--ratings", "2000-1000"), "--ratings cannot be '2000-1000'"),
        (("--ratings", "2000,x"), "--ratings cannot be '2000,x'"),
        (("--ratings", "2000,1900", "--players", "3"), "--ratings has 2 ratings for 3 players"),
        (("--tiebreaks", "BH,LUCK"), "unknown tie-break 'LUCK'"),
        (("--points", "0-1"), "--points cannot be '0-1'"),
        (("--points", "1-2-3"), "a win scores most"),
        (("--system", "bridge"), "there is no format 'bridge'"),
        (("--system", "kjca", "--acceleration", "baku"), "kjca takes no added points"),
        (("--system", "round_robin", "--bars", "2"), "round_robin takes no bars"),
        (("--set", "colour=green"), "dutch has no setting colour"),
        (("--tournaments", "3"), "--tournaments needs a folder"),
        (("-o", "a.trf", "-d", "b"), "not allowed with argument"),
    ],
)  # fmt: skip
def test_options_out_of_bounds_are_refused_by_name(
    topboard: CommandLine, words: tuple[str, ...], said: str
) -> None:
    assert said in topboard.refused("generate", *words)


def test_check_goes_on_after_a_bad_file(topboard: CommandLine, tmp_path: Path) -> None:
    good, bad, other = (tmp_path / name for name in ("good.trf", "bad.trf", "other.trf"))
    topboard.done("generate", "--players", 8, "--rounds", 3, "--seed", 1, "-o", good)
    bad.write_text("Dear arbiter,\n")
    # White and Black exchanged: the first board of the event is not what the file says
    colours = str.maketrans({"w": "b", "b": "w"})
    turned = [
        line[:90] + line[90:].translate(colours) if line.startswith("001") else line
        for line in good.read_text().splitlines()
    ]
    other.write_text("\n".join(turned))
    answer = topboard("check", bad, other, good)
    assert answer.status == 2
    assert [line.split(":")[0] for line in answer.err.splitlines()] == ["bad.trf"]
    assert f"{good}: 3 rounds, as the computer draws" in answer.out
    assert f"{other}: 3 rounds, 1 not as the computer draws" in answer.out
    files = topboard("check", bad, other, good, "--json").json["files"]
    assert [file["differences"] for file in files] == [None, True, False]
    assert topboard("check", other, good).status == 1


@pytest.mark.parametrize("system", ["knockout", "double_knockout"])
def test_the_file_of_a_knockout_is_checked_and_goes_on_as_its_bracket_has_it(
    topboard: CommandLine, tmp_path: Path, system: str
) -> None:
    """A file has neither boards, which are places of the bracket, nor walkovers."""
    field = ("--system", system, "--players", 22, "--rounds", 4, "--seed", 3)
    shares = ("--late", 20, "--half-byes", 10, "--withdrawals", 6, "--reentries", 0)
    options = (*field, *shares)
    whole, part = tmp_path / "whole.trf", tmp_path / "part.trf"
    topboard.done("generate", *options, "-o", whole)
    checked = topboard("check", "--system", system, whole)
    assert checked.status == 0
    assert "must" not in checked.out
    topboard.done("generate", *options, "--playing", 3, "-o", part)
    event = tmp_path / "event"
    topboard.done("new", event, "--format", system, "--entries", part, "--with-rounds")
    drawn = topboard.asked("draw", event)["pairings"]
    assert {(str(p["white"]), str(p["black"])) for p in drawn} == {
        match.pair for match in read(whole).rounds[3].matches
    }


@pytest.mark.parametrize(
    ("system", "settings", "rounds"),
    [
        ("round_robin", (), 5),
        ("round_robin", ("double=yes",), 10),
        ("team_round_robin", ("double=yes",), 10),
        ("league", ("double=yes",), 10),
        ("scheveningen", ("boards=3",), 15),
    ],
)
def test_a_table_is_played_to_its_end(
    topboard: CommandLine, tmp_path: Path, system: str, settings: tuple[str, ...], rounds: int
) -> None:
    """Both cycles of a double round robin, and as many rounds for two teams as they have boards."""
    file = tmp_path / "made.trf"
    given = [word for one in settings for word in ("--set", one)]
    made = topboard.asked(
        "generate", "--system", system, "--players", 6, "--seed", 3, "--trf26",
        "--withdrawals", 0, *given, "-o", file,
    )["files"][0]  # fmt: skip
    assert (made["rounds"], made["played"], made["stopped"]) == (rounds, rounds, None)


@pytest.mark.parametrize("size", [4, 6])
def test_ranks_of_a_round_robin_stand_whoever_was_absent_to_its_end(
    topboard: CommandLine, tmp_path: Path, size: int
) -> None:
    topboard.done("generate", "--system", "round_robin", "--trf26", "--zero-byes", 30,
                  "--withdrawals", 15, "--reentries", 100, "--players", size, "--seed", 19,
                  "--tournaments", 25, "-d", tmp_path)  # fmt: skip
    files = sorted(tmp_path.glob("*.trf"))
    assert any("### absent to the end, not withdrawn:" in f.read_text() for f in files)
    checked = topboard.asked("check", *files)
    assert [row["file"] for row in checked["files"] if row["differences"] is not False] == []


def test_a_walkover_that_counts_tells_an_absence_from_a_withdrawal(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "four.trf"
    topboard.done("generate", "--system", "round_robin", "--trf26", "--zero-byes", 30,
                  "--reentries", 100, "--players", 4, "--seed", 23, "-o", file)  # fmt: skip
    lines = file.read_text().splitlines()
    other_program = [line for line in lines if not line.startswith("###")]
    file.write_text("\n".join(other_program) + "\n")
    assert not topboard.asked("check", file)["differences"]
