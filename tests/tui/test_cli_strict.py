"""Strict mode, settled settings and old rounds, as the command line has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


def played(
    topboard: CommandLine, tmp_path: Path, rounds: int = 4, *words: object, format: str = "dutch"
) -> Path:
    """Ten players, so many rounds played, one of five to come; White always wins."""
    event = tmp_path / "open"
    topboard.done("new", event, "--format", format, "--rounds", 5, "--seed", 3,
                  "--entries", csv_file(tmp_path, 10), *words)  # fmt: skip
    for _ in range(rounds):
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    return event


def remarks(topboard: CommandLine, event: Path, kind: str = "trf26") -> list[str]:
    return [x for x in topboard.done("export", event, "--as", kind).splitlines() if x[:3] == "###"]


@pytest.fixture
def event(topboard: CommandLine, tmp_path: Path) -> Path:
    return played(topboard, tmp_path)


def test_new_events_of_fides_systems_are_strict_and_others_have_no_such_mode(
    topboard: CommandLine, tmp_path: Path
) -> None:
    for format, mode in (("dutch", "strict"), ("round_robin", "strict"), ("kjca", "free")):
        event = tmp_path / format
        topboard.done("new", event, "--format", format)
        assert topboard.asked("status", event)["mode"] == mode
    assert "has no strict mode" in topboard.refused(
        "new", tmp_path / "ecf", "--format", "ecf", "--set", "mode=strict"
    )


def test_the_exit_is_asked_twice_stands_everywhere_and_is_for_good(
    topboard: CommandLine, event: Path
) -> None:
    assert "for good" in topboard.refused("set", event, "mode=free", "--insist")
    point = [p["name"] for p in topboard.asked("restore", event)["points"]][-1]
    topboard.done("set", event, "mode=free", "--insist-twice")
    left = topboard.asked("status", event)["revision"]
    assert remarks(topboard, event) == remarks(topboard, event, "trf")
    assert remarks(topboard, event) == ["### strict mode left: round 4"]
    assert "Not in strict mode since round 4" in topboard.done("export", event, "--as", "text")
    assert "Not in strict mode since round 4" in topboard.done("export", event, "--as", "html")
    assert "no way back" in topboard.refused("set", event, "mode=strict")
    assert "left for good" in topboard.refused("undo", event, left)
    topboard.done("restore", event, point)
    assert topboard.asked("status", event)["mode"] == "free"
    assert remarks(topboard, event) == ["### strict mode left: round 4"]
    assert topboard.done("verify", event)


def test_a_file_of_an_event_that_has_left_strict_mode_says_so_to_who_reads_it(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    for name, mode in (("before", "strict"), ("after", "free")):
        file, copy = tmp_path / f"{name}.trf26", tmp_path / name
        topboard.done("export", event, "--as", "trf26", "-o", file)
        topboard.done("new", copy, "--format", "dutch", "--entries", file, "--with-rounds")
        assert topboard.asked("status", copy)["mode"] == mode
        asked = ("--format", "dutch", "--entries", file, "--with-rounds", "--set", "mode=free")
        topboard.done("new", tmp_path / f"{name}-free", *asked)
        assert topboard.asked("status", tmp_path / f"{name}-free")["mode"] == "free"
        topboard.done("set", event, "mode=free", "--insist-twice")


@pytest.mark.parametrize(
    "words",
    [
        ("result", "1", "0-1", "--round", "1", "--replace"),
        ("result", "1", "0-1", "--round", "2", "--replace"),
        ("correct", "2", "--turn", "--round", "2", "--insist"),
        ("draw", "--bar", "1:2"),
        ("set", "bye_points=0"),
        ("set", "win_points=3"),
        ("set", "acceleration=baku"),
        ("set", "extra_points=0.5 1-2 1-4"),
        ("set", "initial_colour=black"),
    ],
)
def test_what_breaks_the_rules_is_refused_until_strict_mode_is_left(
    words: tuple[str, ...], topboard: CommandLine, event: Path
) -> None:
    before = topboard.asked("status", event)["revision"]
    command, *rest = words
    for yes in ((), ("--insist",), ("--insist-twice",)):
        assert "(--leave-strict)" in topboard.refused(command, event, *rest, *yes)
    assert topboard.asked("status", event)["revision"] == before
    topboard.done(command, event, *rest, "--leave-strict")
    assert topboard.asked("status", event)["mode"] == "free"
    assert remarks(topboard, event)[0] == "### strict mode left: round 4"
    assert len(remarks(topboard, event)) > 1


def test_the_last_two_rounds_played_can_be_corrected_and_an_undo_reaches_no_further(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("result", event, 1, "0-1", "--round", 3, "--replace")
    topboard.done("result", event, 1, "0-1", "--round", 4, "--replace")
    topboard.done("draw", event, "--publish")
    topboard.done("result", event, 1, "1-0", "--round", 3, "--replace")  # round 5 has not begun
    *boards, last = topboard.missing(event)
    topboard.enter(event, dict.fromkeys(boards, "1-0"))
    topboard.done("result", event, last, "1-0")
    topboard.done("undo", event)
    # one open board, even one taken back for that, brings round 3 back only with a question
    words = ("result", event, 1, "0-1", "--round", 3, "--replace")
    assert (
        "while round 5 is in play: once that is complete, strict mode allows no"
        in topboard.refused(*words)
    )
    topboard.done(*words, "--insist")
    assert "### round 5: round 3 changed while round 5 was in play" in remarks(
        topboard, event, "interim"
    )
    topboard.whites_win(event)
    last = topboard.asked("status", event)["revision"]
    log = topboard.asked("log", event, "--round", 3, "--board", 1)["entries"]
    assert "(--leave-strict)" in topboard.refused("undo", event, log[-1]["n"])
    assert topboard.asked("status", event)["revision"] == last
    # what would be refused anyway does not cost strict mode
    assert "nothing would change" in topboard.refused("undo", event, log[-2]["n"], "--leave-strict")
    assert topboard.asked("status", event)["mode"] == "strict"
    topboard.done("undo", event, log[-1]["n"], "--leave-strict")
    assert topboard.asked("status", event)["mode"] == "free"
    stands = topboard.asked("log", event, "--round", 3, "--board", 1)["entries"]
    assert [one["undone"] for one in stands if one["n"] == log[-1]["n"]] == [True]
    assert topboard.done("verify", event)


def test_outside_strict_mode_old_rounds_are_asked_about_twice(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = played(topboard, tmp_path, 4, "--set", "mode=free")
    words = ("result", event, 1, "0-1", "--round", 1, "--replace")
    assert "(--insist-twice)" in topboard.refused(*words, "--insist")
    topboard.done(*words, "--insist-twice")
    assert "round 1 changed after round 4 had been played" in remarks(topboard, event)[1]
    topboard.done("set", event, "correction_window=0")
    topboard.done("result", event, 2, "0-1", "--round", 1, "--replace")


def test_rounds_and_tie_breaks_are_asked_about_twice_and_recorded(
    topboard: CommandLine, event: Path
) -> None:
    for setting, said in (
        ("rounds=6", "rounds changed from 5 to 6"),
        ("tiebreaks=BH,SB", "tie-breaks changed from DE,BH/C1,BH,SB,WIN to BH,SB"),
    ):
        assert "(--insist-twice)" in topboard.refused("set", event, setting, "--insist")
        topboard.done("set", event, setting, "--insist-twice")
        assert remarks(topboard, event)[-1] == f"### round 4: {said}"
        assert f"agreed: {said}" in topboard.done("log", event)
    last = topboard.asked("status", event)["revision"]
    topboard.done("undo", event, last - 1)
    assert [text[-26:] for text in remarks(topboard, event)] == [
        "from DE,BH/C1,BH,SB,WIN to BH,SB"[-26:]
    ]
    topboard.done("set", event, "rounds=7", "--insist-twice")
    assert "nothing would change" in topboard.refused("redo", event, last - 1)
    topboard.done("undo", event)
    topboard.done("set", event, "tiebreaks=SB", "--insist-twice")
    topboard.done("redo", event, last - 1)
    assert [text.split()[3] for text in remarks(topboard, event)] == [
        "rounds",
        "tie-breaks",
        "tie-breaks",
    ]
    path = event / "event.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('\\"old\\":\\"5\\",', ""), encoding="utf-8"
    )
    topboard.done("restore", event, "edits")
    assert remarks(topboard, event)[0] == "### round 4: rounds changed"


def test_an_adjourned_game_that_was_no_draw_is_asked_about_once_rounds_rest_on_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = played(topboard, tmp_path, 0)
    for _ in range(2):
        topboard.done("draw", event, "--publish")
        topboard.done("result", event, 3, "?")
        topboard.done("result", event, 4, "?")
        topboard.whites_win(event)
    topboard.done("result", event, 3, "1-0", "--round", 2)  # nothing was drawn from it
    assert "paired with a draw there" in topboard.refused("result", event, 3, "1-0", "--round", 1)
    topboard.done("result", event, 4, "1/2-1/2", "--round", 1)
    topboard.done("result", event, 3, "1-0", "--round", 1, "--insist")
    assert any("board 3, adjourned and paired as a draw, ended 1-0" in text
               for text in topboard.done("log", event).splitlines())  # fmt: skip


@pytest.mark.parametrize(
    "setting",
    ["draw_points=0.7", "bye_points=2", "bye_points=0.3", "loss_points=2"],
)
def test_scoring_has_bounds(setting: str, topboard: CommandLine, tmp_path: Path) -> None:
    words = [part for pair in setting.split() for part in ("--set", pair)]
    for format in ("dutch", "kjca"):
        assert "must be" in topboard.refused("new", tmp_path / "x", "--format", format, *words)
    assert not (tmp_path / "x").exists()


def test_other_scoring_may_have_other_byes(topboard: CommandLine, tmp_path: Path) -> None:
    words = ("--set", "win_points=3", "--set", "draw_points=1", "--set", "bye_points=2")
    topboard.done("new", tmp_path / "x", "--format", "dutch", *words)


def test_undo_and_edited_files_do_not_reach_what_round_1_has_settled(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = played(topboard, tmp_path, 0)
    topboard.done("set", event, "bye_points=0.5")
    number = topboard.asked("status", event)["revision"]
    topboard.done("draw", event, "--publish")
    assert "rest on it" in topboard.refused("undo", event, number)
    path = event / "event.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("bye_points = 0.5", "bye_points = 0"), encoding="utf-8")
    assert "bye_points is settled by round 1" in topboard.refused("restore", event, "edits")
    topboard.done("restore", event, "journal")
    path.write_text(text.replace('mode = "strict"', 'mode = "free"'), encoding="utf-8")
    topboard.done("restore", event, "edits")
    assert topboard.asked("status", event)["mode"] == "strict"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("rounds = 5", "rounds = 6"), encoding="utf-8")
    assert "(--insist-twice)" in topboard.refused("restore", event, "edits", "--insist")
    topboard.done("restore", event, "edits", "--insist-twice")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("bye_points = 0.5", "bye_points = 0"), encoding="utf-8")
    assert "(--leave-strict)" in topboard.refused("restore", event, "edits", "--insist-twice")
    topboard.done("restore", event, "edits", "--leave-strict")
    assert topboard.asked("status", event)["mode"] == "free"
    assert topboard.done("verify", event).startswith("sound")
    assert [entry["action"] for entry in topboard.asked("log", event)["entries"]][-2:] == [
        "leave-strict", "adopt",
    ]  # fmt: skip


def test_standings_are_final_when_every_result_is_in(topboard: CommandLine, tmp_path: Path) -> None:
    event = played(topboard, tmp_path, 4)
    assert "round 5 is still to come" in topboard.refused("standings", event, "--final")
    topboard.done("draw", event, "--publish")
    topboard.done("result", event, 1, "?")
    assert "board 1 is adjourned" in topboard.refused("standings", event, "--final")
    topboard.done("result", event, 1, "1-0")
    assert "board 2 is open, and 3 other boards" in topboard.refused("standings", event, "--final")
    assert not topboard.asked("standings", event)["final"]
    assert "(final)" not in topboard.done("export", event, "--as", "html")
    topboard.whites_win(event)
    assert topboard.asked("standings", event, "--final")["final"]
    assert "change the number of rounds if play continues" in topboard.refused("draw", event)
    assert not topboard.asked("standings", event, "--round", 4)["final"]
    assert "Standings after round 5 (final)" in topboard.done("export", event, "--as", "html")


def test_two_can_be_kept_apart_in_every_round_before_the_first(
    topboard: CommandLine, tmp_path: Path
) -> None:
    event = played(topboard, tmp_path, 0)
    topboard.done("draw", event, "--bar", "1:6", "--bar", "1:2", "--every-round")
    for _ in range(5):
        drawn = topboard.asked("draw", event, "--publish")["pairings"]
        pairs = [{one["white"], one["black"]} for one in drawn]
        assert {"1", "6"} not in pairs
        assert {"1", "2"} not in pairs
        topboard.whites_win(event)
    assert "260 001 005" in topboard.done("export", event, "--as", "trf26")


def test_in_a_strict_round_robin_few_games_never_count(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Acceptance 103."""
    event, entries = tmp_path / "rr", csv_file(tmp_path, 6)
    words = ("--format", "round_robin", "--entries", entries)
    assert "(mode=free)" in topboard.refused("new", event, *words, "--set", "annul=false")
    assert not event.exists()
    topboard.done("new", event, *words)
    for _ in (1, 2):
        refused = topboard.refused("set", event, "annul=false", "--insist-twice")
        assert "annul" in refused
        assert "(--leave-strict)" in refused
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    topboard.done("set", event, "annul=false", "--leave-strict")


def test_a_window_of_corrections_beyond_two_rounds_is_refused_with_the_way_out(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Acceptance 189-191: it would be kept and do nothing."""
    event, words = tmp_path / "open", ("--format", "dutch", "--entries", csv_file(tmp_path, 8))
    refused = topboard.refused("new", event, *words, "--set", "correction_window=5")
    assert "give correction_window=1 or 2" in refused
    assert "(mode=free)" in refused
    topboard.done("new", event, *words)
    for _ in (1, 2):
        for window in (0, 3):
            refused = topboard.refused(
                "set", event, f"correction_window={window}", "--insist-twice"
            )
            assert "correction_window is 1 or 2" in refused
            assert "(--leave-strict)" in refused
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    topboard.done("set", event, "correction_window=1")
    earlier = ("result", event, "1", "0-1", "--round", "1", "--replace")
    refused = topboard.refused(*earlier, "--insist-twice")
    assert "round 1 would change, and round 2 has been played since" in refused
    topboard.done("set", event, "correction_window=0", "--leave-strict")
    topboard.done(*earlier)
