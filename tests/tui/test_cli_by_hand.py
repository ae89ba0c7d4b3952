"""Changes by hand on the command line: what they cost, what must be insisted on, what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.desk_cli import CommandLine, csv_file


@pytest.fixture
def third_round(topboard: CommandLine, tmp_path: Path) -> Path:
    """A Dutch event of eight; of everybody who had one colour twice the next is due."""
    event = tmp_path / "dutch"
    topboard.done(
        "new", event, "--format", "dutch", "--rounds", 5, "--set", "initial_colour=white",
        "--entries", csv_file(tmp_path, 8),
    )  # fmt: skip
    for number in (1, 2):
        topboard.done("draw", event)
        if number == 2:
            # two running for the leader of board 1
            topboard.done("turn", event, 1)
        topboard.done("draw", event, "--publish", "--insist")
        topboard.whites_win(event)
    topboard.done("draw", event)
    return event


def worse(cost: list[dict[str, object]]) -> set[object]:
    return {one["name"] for one in cost if one["worse"]}


def test_a_third_black_by_a_turned_board_is_a_must_and_needs_insisting(
    topboard: CommandLine, third_round: Path
) -> None:
    rounds = [topboard.asked("round", third_round, "--round", n) for n in (1, 2)]
    colours: dict[str, str] = {}
    for document in rounds:
        for pairing in document["pairings"]:
            for side, letter in (("white", "W"), ("black", "B")):
                colours[pairing[side]] = colours.get(pairing[side], "") + letter
    proposal = topboard.asked("round", third_round)
    board = next(
        p["board"]
        for p in proposal["pairings"]
        if colours[p["white"]] == "BB" or colours[p["black"]] == "WW"
    )
    turned = topboard.asked("turn", third_round, board)
    assert "third colours" in worse(turned["cost"])
    third = next(one for one in turned["cost"] if one["name"] == "third colours")
    assert third["where"] == ""
    assert (third["was"], third["would_be"], third["severity"]) == (0, third["would_be"], "must")
    assert third["would_be"] >= 1
    assert third["text"] == "players with the same colour three times running"
    marked = next(p for p in turned["pairings"] if p["board"] == board)
    assert ("third-colour", "must") in {(c["rule"], c["severity"]) for c in marked["conflicts"]}
    assert "--insist" in topboard.refused("draw", third_round, "--publish")
    back = topboard.asked("turn", third_round, board)
    assert worse(back["cost"]) == set()
    assert {one["name"] for one in back["cost"]} == {one["name"] for one in turned["cost"]}
    assert back["cost_own"] == []
    assert all(p["conflicts"] == [] for p in back["pairings"])
    assert topboard.asked("draw", third_round, "--publish")["published"]


def test_a_swap_says_in_words_what_it_makes_worse_and_better(
    topboard: CommandLine, third_round: Path
) -> None:
    first, *_, last = topboard.asked("round", third_round)["pairings"]
    said = topboard.done("swap", third_round, first["white"], last["white"])
    assert "this change:" in said
    assert "x worse: pairs who have met before: 1, was 0" in said
    assert "! worse: scores of the players who float down in 1 point: 2, 1, was 1, 1" in said
    assert "later in order" not in said
    assert "not the computer draw: 4 placed differently" in said
    second = topboard.done("turn", third_round, 2)
    assert "against the computer draw:" in second
    own = topboard.asked("round", third_round)
    found = {(c["rule"], c["severity"]) for p in own["pairings"] for c in p["conflicts"]}
    assert found >= {("repeat", "must"), ("C7", "should"), ("colours", "should")}


def test_the_differences_are_kept_with_the_round_and_in_the_file(
    topboard: CommandLine, third_round: Path, tmp_path: Path
) -> None:
    first, *_, last = topboard.asked("round", third_round)["pairings"]
    swapped = topboard.asked("swap", third_round, first["white"], last["white"])
    proposed = swapped["differences"]
    refused = topboard("draw", third_round, "--publish")
    assert refused.status == 2
    published = topboard.asked("draw", third_round, "--publish", "--insist")
    assert published["differences"] == proposed
    seat = next(d for d in proposed if d["id"] == first["white"])
    assert [p["board"] for p in seat["places"]] == [last["board"]]
    assert [p["board"] for p in seat["own"]] == [first["board"]]
    assert topboard.asked("round", third_round, "--round", 3)["differences"] == proposed
    topboard.whites_win(third_round)
    for kind in ("trf", "trf26"):
        file = tmp_path / f"{kind}.trf"
        topboard.done("export", third_round, "--as", kind, "-o", file)
        text = file.read_text("utf-8")
        lines = [x for x in text.splitlines() if x.startswith("### MPA round 3, ")]
        assert len(lines) == len(proposed)
        assert any(f"board {last['board']}, White against" in line for line in lines)
        assert all("; the computer draw: board " in line for line in lines)
        assert topboard("check", file).status == 1
    toml = (third_round / "round-03.toml").read_text("utf-8")
    assert "[[departure]]" in toml
    assert "[[worse]]" in toml
    assert topboard("verify", third_round).status == 0


def test_what_no_draw_can_obey_is_refused_at_once(topboard: CommandLine, tmp_path: Path) -> None:
    event = tmp_path / "event"
    entries = csv_file(tmp_path, 4)
    topboard.done("new", event, "--format", "dutch", "--rounds", 3, "--entries", entries)
    for other in (2, 3):
        topboard.done("draw", event, "--bar", f"1:{other}", "--redraw")
    before = topboard.asked("status", event)["revision"]
    assert "cannot be barred" in topboard.refused("draw", event, "--bar", "1:4", "--redraw")
    assert "locked with somebody else" in topboard.refused(
        "draw", event, "--lock", "1:4", "--lock", "4:3", "--redraw"
    )
    assert topboard.asked("status", event)["revision"] == before
    topboard.done("draw", event, "--redraw")
    topboard.done("withdraw", event, 4)
    line = topboard.refused("draw", event, "--lock", "2:4", "--redraw")
    assert "does not play in round 1" in line


def comments(topboard: CommandLine, event: Path) -> list[str]:
    """The lines of the interim file that no program reads, of pairings made by the arbiter."""
    text = topboard.done("export", event, "--as", "trf26", "--interim")
    return [line for line in text.splitlines() if line.startswith("### MPA")]


def test_more_rounds_than_opponents_are_finished_by_hand_and_the_file_says_so(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Acceptance 63, 68, 69 and 113: by hand from round 1 on, then under locks."""
    event = tmp_path / "few"
    topboard.done(
        "new", event, "--format", "dutch", "--rounds", 5, "--set", "initial_colour=white",
        "--entries", csv_file(tmp_path, 4),
    )  # fmt: skip
    assert "5 rounds are too many" in topboard.refused("draw", event)
    topboard.done("pairings", event, "--edit", "--clear", "--pair", "1:2", "--rest", "--finish")
    assert "not the computer draw" in topboard.refused("draw", event, "--publish")
    topboard.done("draw", event, "--publish", "--insist")
    assert comments(topboard, event)[0].startswith("### MPA round 1, player 1: board 1, White")
    topboard.whites_win(event)
    for _ in (2, 3):
        topboard.done("draw", event, "--publish")
        topboard.whites_win(event)
    topboard.done("draw", event, "--lock", "1:2", "--lock", "3:4")
    assert "breaks a rule" in topboard.refused("draw", event, "--publish")
    topboard.done("draw", event, "--publish", "--insist")
    repeats = [line for line in comments(topboard, event) if line.startswith("### MPA round 4: ")]
    assert len([line for line in repeats if "(repeat)" in line]) == 2


def test_a_line_of_changes_by_hand_is_done_whole_or_not_at_all(
    topboard: CommandLine, event: Path
) -> None:
    topboard.whites_win(event)
    before = topboard.asked("status", event)["revision"]
    wrong = ("pairings", event, "--edit", "--clear", "--pair", "1:2", "--pair", "1:3")
    assert "has board" in topboard.refused(*wrong)
    status = topboard.asked("status", event)
    assert status["revision"] == before, "the corrected line can be given"
    line = ("pairings", event, "--edit", "--clear", "--pair", "1:2", "--pair", "3:4")
    pairs = [(p["white"], p["black"]) for p in topboard.asked(*line)["pairings"]]
    assert pairs == [("1", "2"), ("3", "4")]


def test_in_strict_mode_a_lock_that_changes_the_draw_is_confirmed(
    topboard: CommandLine, third_round: Path
) -> None:
    """Acceptance 69: whatever makes the round another one than the computer draw."""
    first = topboard.asked("round", third_round)["pairings"]
    lock = f"{first[0]['white']}:{first[1]['white']}"
    topboard.done("draw", third_round, "--redraw", "--lock", lock)
    assert "--insist" in topboard.refused("draw", third_round, "--publish")
    topboard.done("draw", third_round, "--publish", "--insist")
    assert comments(topboard, third_round)


def test_in_strict_mode_a_draw_out_of_date_is_held_against_one_of_now(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """Acceptance 68, 69: a result of round 1 is corrected while the proposal of round 2 stands."""
    event = tmp_path / "dutch"
    topboard.done(
        "new", event, "--format", "dutch", "--rounds", 5, "--set", "initial_colour=white",
        "--entries", csv_file(tmp_path, 8),
    )  # fmt: skip
    topboard.done("draw", event, "--publish")
    topboard.whites_win(event)
    topboard.done("draw", event)
    topboard.done("result", event, 1, "0-1", "--replace")
    assert "not the computer draw" in topboard.refused("draw", event, "--publish")
    topboard.done("draw", event, "--publish", "--insist")
    assert comments(topboard, event)[0].startswith("### MPA round 2, player 1: ")
    assert topboard.asked("round", event, "--round", 2)["differences"]


@pytest.mark.parametrize(
    ("mode", "words", "refusal"),
    [
        ("strict", ("--lock", "1:2", "--publish"), "not the computer draw"),
        ("strict", ("--missing", "draw", "--lock", "1:2", "--publish"), "not the computer draw"),
        ("strict", ("--missing", "draw", "--bar", "1:2"), "strict mode refuses it"),
        ("free", ("--missing", "draw", "--lock", "1:5", "--publish"), "breaks a rule"),
    ],
)
def test_a_draw_that_is_refused_leaves_nothing_behind(
    topboard: CommandLine, tmp_path: Path, mode: str, words: tuple[str, ...], refusal: str
) -> None:
    """Neither lock nor proposal, and no result counted as a draw; agreed to, all of it is done."""
    event = tmp_path / "dutch"
    topboard.done(
        "new", event, "--format", "dutch", "--rounds", 5, "--set", "initial_colour=white",
        "--set", f"mode={mode}", "--entries", csv_file(tmp_path, 8),
    )  # fmt: skip
    if "--missing" in words:
        topboard.done("draw", event, "--publish")
    before = topboard.done("log", event)
    line = topboard.refused("draw", event, *words)
    assert refusal in line
    assert "topboard round EVENT" not in line, "there is no proposal that it could show"
    assert topboard.done("log", event) == before
    if "--bar" not in words:
        topboard.done("draw", event, *words, "--insist")
        assert topboard.asked("round", event)["published"]


def test_a_draw_again_that_is_refused_leaves_the_proposal_that_stood(
    topboard: CommandLine, third_round: Path
) -> None:
    first, second, *_ = topboard.asked("round", third_round)["pairings"]
    topboard.done("swap", third_round, first["white"], second["white"])
    stood = topboard.asked("round", third_round)
    lock = f"{first['white']}:{second['white']}"
    assert "--insist" in topboard.refused(
        "draw", third_round, "--redraw", "--lock", lock, "--publish"
    )
    assert topboard.asked("round", third_round) == stood
