"""Draw by choice on the command line: who is asked, what is refused, what is kept and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saves.store import open_event
from tests.tui.desk_cli import DATA, CommandLine

TEAMS = DATA / "entries" / "teams-16.csv"
STAGES = {"qualifying", "dko", "sko", "swiss"}


@pytest.fixture
def evening(tmp_path: Path, topboard: CommandLine) -> Path:
    """Sixteen teams after the qualifying session; DKO round 1 is drawn by choice."""
    folder = tmp_path / "gnot"
    topboard.done("new", folder, "--format", "gnot", "--entries", TEAMS, "--seed", 3)
    topboard.done("draw", folder, "--publish")
    play(topboard, folder)
    return folder


def play(topboard: CommandLine, event: Path) -> None:
    """Results of all that must be finished, then on to the next choice or draw that starts play."""
    while (status := topboard.asked("status", event))["step"] in ("play", "draw"):
        if status["step"] == "draw" and status["round"] >= 3:
            return
        if status["missing"]:
            topboard.enter(event, {n: f"{40 + 3 * n}-{31 - n}" for n in status["missing"]})
        if status["step"] == "draw":
            topboard.done("draw", event, "--publish")


def choice(topboard: CommandLine, event: Path) -> Any:
    status = topboard.asked("status", event)
    assert status["step"] == "choose"
    return status["choice"]


def test_status_says_who_chooses_from_whom(topboard: CommandLine, evening: Path) -> None:
    asked = choice(topboard, evening)
    assert set(asked) == {"chooser", "pool", "barred", "may_forfeit", "may_opt_out"}
    assert len(asked["pool"]) + len(asked["barred"]) == 3
    assert asked["chooser"] not in asked["pool"]
    assert asked["may_forfeit"] is True


def test_a_draw_waits_for_the_choices(topboard: CommandLine, evening: Path) -> None:
    line = topboard.refused("draw", evening)
    assert "an opponent is to be chosen" in line
    assert choice(topboard, evening)["chooser"] in line


def test_out_of_turn_barred_taken_and_unknown_opponents_are_refused_with_the_reason(
    topboard: CommandLine, evening: Path
) -> None:
    asked = choice(topboard, evening)
    chooser, pool = asked["chooser"], asked["pool"]
    assert "does not choose now" in topboard.refused("choose", evening, pool[0], chooser)
    for team in (str(i) for i in range(1, 17)):
        if team not in pool:
            assert "cannot be chosen" in topboard.refused("choose", evening, chooser, team)
    assert "99" in topboard.refused("choose", evening, chooser, 99)
    assert "one thing" in topboard.refused("choose", evening, chooser)
    assert "one thing" in topboard.refused("choose", evening, chooser, pool[0], "--forfeit")
    assert "opt out" in topboard.refused("choose", evening, chooser, "--opt-out")
    names = {team: open_event(evening).event.entrant(team).name for team in pool}
    line = topboard.refused("choose", evening, chooser, chooser)
    assert f"chooses from {' · '.join(f'{names[team]} ({team})' for team in pool)}" in line
    topboard.done("choose", evening, chooser, pool[0])
    after = choice(topboard, evening)
    assert pool[0] not in after["pool"]
    line = topboard.refused("choose", evening, after["chooser"], pool[0])
    assert "taken by the choice of" in line
    assert "has chosen" in topboard.refused("choose", evening, chooser, pool[1])


def test_a_team_that_gave_up_its_choice_is_left_for_the_draw(
    topboard: CommandLine, evening: Path
) -> None:
    """Who forfeits joins the rest and cannot be chosen."""
    gave_up = choice(topboard, evening)["chooser"]
    topboard.done("choose", evening, gave_up, "--forfeit")
    after = choice(topboard, evening)
    assert gave_up not in after["pool"]
    line = topboard.refused("choose", evening, after["chooser"], gave_up)
    assert "it has forfeited its choice" in line
    assert "has chosen" in topboard.refused("choose", evening, gave_up, after["pool"][0])


def test_every_choice_can_be_undone_until_the_round_is_published(
    topboard: CommandLine, evening: Path
) -> None:
    before = choice(topboard, evening)
    first = topboard.asked("choose", evening, before["chooser"], before["pool"][0])
    topboard.done("choose", evening, first["choice"]["chooser"], "--forfeit")
    topboard.done("undo", evening)
    assert choice(topboard, evening) == first["choice"]
    topboard.done("undo", evening)
    assert choice(topboard, evening) == before
    topboard.done("redo", evening)
    assert choice(topboard, evening) == first["choice"]


def test_4_and_5_may_make_themselves_available_and_nothing_waits_for_it(
    topboard: CommandLine, evening: Path
) -> None:
    store = open_event(evening, read_only=True)
    step = store.format.next_step(store.event)
    assert step.choice is not None
    fourth = step.choice.order[3]
    # only where 3.1 does not speak against it
    done = topboard.asked("choose", evening, fourth, "--available")
    seen = {*done["choice"]["pool"], *(b["id"] for b in done["choice"]["barred"])}
    assert fourth in seen
    again = topboard("choose", evening, fourth, "--available")
    assert again.status == 0, "said twice it is no fault"
    choices = open_event(evening, read_only=True).event.choices
    assert [(one.chooser, one.kind) for one in choices] == [(fourth, "available")]
    first = done["choice"]
    topboard.done("choose", evening, first["chooser"], first["pool"][0])
    fifth = step.choice.order[4]
    assert "cannot become available now" in topboard.refused(
        "choose", evening, fifth, "--available"
    )


def chosen_through(topboard: CommandLine, event: Path) -> list[tuple[str, str]]:
    found = []
    while (status := topboard.asked("status", event))["step"] == "choose":
        chooser, opponent = status["choice"]["chooser"], status["choice"]["pool"][0]
        topboard.done("choose", event, chooser, opponent)
        found.append((chooser, opponent))
    return found


def test_then_the_draw_is_complete_and_holds_the_choices(
    topboard: CommandLine, evening: Path
) -> None:
    chosen = chosen_through(topboard, evening)
    assert len(chosen) == 3
    drawn = topboard.asked("draw", evening)
    pairs = [(p["white"], p["black"]) for p in drawn["pairings"] if p["stage"] == "dko"]
    assert len(pairs) == 4
    assert set(chosen) <= set(pairs)
    assert {p["stage"] for p in drawn["pairings"]} <= STAGES
    # a standing proposal is kept, choices included
    assert topboard.asked("draw", evening)["pairings"] == drawn["pairings"]
    assert "nothing to choose" in topboard.refused("choose", evening, *chosen[0])
    topboard.done("draw", evening, "--publish")


def test_a_redraw_keeps_no_choices(topboard: CommandLine, evening: Path) -> None:
    chosen = chosen_through(topboard, evening)
    topboard.done("draw", evening)
    topboard.done("draw", evening, "--redraw")
    again = choice(topboard, evening)
    assert again["chooser"] == chosen[0][0]
    # the redraw is one action: undone, draw and choices are there again
    topboard.done("undo", evening)
    assert topboard.asked("status", evening)["step"] == "publish"


def apart(event: Path) -> tuple[str, str]:
    """Two teams of the standing proposal who meet without having chosen each other."""
    store = open_event(event, read_only=True)
    assert store.event.proposal is not None
    chosen = {frozenset((c.chooser, c.opponent)) for c in store.event.choices}
    there = (m.pair for m in store.event.proposal.matches if m.stage == "sko")
    return next(pair for pair in there if frozenset(pair) not in chosen)


def test_under_a_new_bar_the_choices_stand_where_that_is_said(
    topboard: CommandLine, evening: Path
) -> None:
    chosen = chosen_through(topboard, evening)
    topboard.done("draw", evening)
    bar = ":".join(apart(evening))
    drawn = topboard.asked("draw", evening, "--redraw", "--keep-choices", "--bar", bar)
    pairs = {(p["white"], p["black"]) for p in drawn["pairings"]}
    assert set(chosen) <= pairs
    assert tuple(bar.split(":")) not in pairs
    # a pair who chose each other and are barred now: the captains are asked anew
    bar = ":".join(chosen[1])
    topboard.done("draw", evening, "--redraw", "--keep-choices", "--bar", bar)
    again = choice(topboard, evening)
    assert again["chooser"] == chosen[0][0]
    topboard.done("choose", evening, *chosen[0])
    barred = {b["id"]: b["reason"] for b in choice(topboard, evening)["barred"]}
    assert barred[chosen[1][1]] == "the arbiter has barred this pair"


def test_a_bar_is_kept_though_the_choices_go(topboard: CommandLine, evening: Path) -> None:
    chosen_through(topboard, evening)
    topboard.done("draw", evening)
    one, other = apart(evening)
    topboard.done("draw", evening, "--redraw", "--bar", f"{one}:{other}")
    assert choice(topboard, evening)
    kept = open_event(evening, read_only=True).event.instructions
    assert [(i.kind, i.a, i.b) for i in kept] == [("bar", one, other)]


def test_choices_come_back_from_the_files_and_the_journal(
    topboard: CommandLine, evening: Path
) -> None:
    chosen = chosen_through(topboard, evening)
    kept = open_event(evening, read_only=True).event.choices
    assert [(c.chooser, c.opponent, c.kind) for c in kept] == [
        (a, b, "opponent") for a, b in chosen
    ]
    text = (evening / "event.toml").read_text(encoding="utf-8")
    assert text.count("[[choice]]") == 3
    assert 'stage = "DKO round 1"' in text
    topboard.done("verify", evening)
    # without its files the event is rebuilt from the journal
    (evening / "event.toml").unlink()
    assert open_event(evening).event.choices == kept
    assert "chose" in topboard.done("log", evening)


def test_a_match_of_two_halves_takes_its_result_in_either(
    topboard: CommandLine, evening: Path
) -> None:
    chosen_through(topboard, evening)
    first = topboard.asked("draw", evening, "--publish")
    dko = [p["board"] for p in first["pairings"] if p["stage"] == "dko"]
    status = topboard.asked("status", evening)
    assert set(status["missing"]).isdisjoint(dko)
    topboard.enter(evening, {board: f"{50 + board}-20" for board in status["missing"]})
    chosen_through(topboard, evening)
    second = topboard.asked("draw", evening, "--publish")
    assert second["continuing"] == dko
    assert {p["board"] for p in second["pairings"]}.isdisjoint(dko)
    assert set(dko) <= set(topboard.asked("status", evening)["missing"])
    done = topboard.asked("result", evening, dko[0], "61-22")
    assert done["results"] == [{"board": dko[0], "result": "61-22"}]
    third = topboard.asked("round", evening, "--round", 3)
    assert third["pairings"][0]["result"] == "61-22"


@pytest.mark.parametrize(
    "result", ["40-40", "-3-20", "1000-0", "ab-cd", "45", "40-40 home", "40-40 home playoff"]
)
def test_results_that_are_none_are_refused(
    topboard: CommandLine, tmp_path: Path, result: str
) -> None:
    folder = tmp_path / "gnot"
    topboard.done("new", folder, "--format", "gnot", "--entries", TEAMS)
    topboard.done("draw", folder, "--publish")
    topboard.refused("result", folder, 1, result)
    topboard.done("result", folder, 1, "40-40 home playoff 5")


def test_15_teams_are_refused_naming_what_fits(topboard: CommandLine, tmp_path: Path) -> None:
    lines = TEAMS.read_text(encoding="utf-8").splitlines()
    few = tmp_path / "few.csv"
    few.write_text("\n".join(lines[:16]) + "\n", encoding="utf-8")
    folder = tmp_path / "gnot"
    topboard.done("new", folder, "--format", "gnot", "--entries", few)
    assert topboard.asked("status", folder)["step"] == "register"
    line = topboard.refused("draw", folder)
    assert "15 teams cannot play this format" in line
    assert "double_knockout" in line


def test_an_appeal_says_on_which_boards_of_the_later_draw_others_play(
    topboard: CommandLine, evening: Path
) -> None:
    chosen_through(topboard, evening)
    topboard.done("draw", evening, "--publish")
    third = topboard.asked("round", evening)["pairings"]
    first = topboard.asked("round", evening, "--round", 1)["pairings"][0]
    at = {id: p["board"] for p in third for id in (p["white"], p["black"])}
    home_won = int(first["result"].split("-")[0]) > int(first["result"].split("-")[1])
    result = "20-40" if home_won else "40-20"
    answer = topboard("result", evening, 1, result, "--round", 1, "--replace")
    assert answer.status == 0
    boards = sorted(at[id] for id in (first["white"], first["black"]))
    assert f"others play at tables {boards[0]}, {boards[1]} now" in answer.err
    now = topboard.asked("round", evening)["pairings"]
    other = {first["white"]: first["black"], first["black"]: first["white"]}
    assert [(p["white"], p["black"]) for p in now] == [
        (other.get(p["white"], p["white"]), other.get(p["black"], p["black"])) for p in third
    ]
