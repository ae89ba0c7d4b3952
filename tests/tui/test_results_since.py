"""A published round whose draw went by results that were corrected since: its reasons are those of
the draw, and that is said beside the points and marks of now."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.store import Store, open_event
from tests.tui.desk_cli import CommandLine, csv_file
from tui.places.card import CardState
from tui.places.card import picture as picture_of_card
from tui.places.pairings.lines import Review
from tui.places.pairings.picture import PairingsState, picture
from tui.places.pairings.talks import candidate_lines, explained_lines
from tui.places.shape import DeskView

SAID = "rawn before this result changed: round 1, board 1 (1-0, now 0-1)"


def corrected(topboard: CommandLine, folder: Path, format: str, players: int = 8) -> Store:
    """Two rounds are played and the third is in play; then board 1 of round 1 is corrected."""
    event = folder / "event"
    topboard.done("new", event, "--format", format, "--entries", csv_file(folder, players),
                  "--seed", 5)  # fmt: skip
    for number in (1, 2, 3):
        topboard.done("draw", event, "--publish")
        if number < 3:
            topboard.whites_win(event)
    answer = topboard("result", event, 1, "0-1", "--round", 1, "--replace")
    assert answer.status == 0, answer.err
    return open_event(event)


@pytest.mark.parametrize("format", ["kjca", "dutch"])
def test_a_reason_tells_which_results_its_draw_did_not_know(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    store = corrected(topboard, tmp_path, format)
    first, *rest = topboard.asked("why", store.folder, 1)["explain"]
    assert first == f"D{SAID}."
    assert rest
    assert f"D{SAID}." in topboard.asked("why", store.folder, 1, "--round", 2)["explain"]
    own = topboard.asked("why", store.folder, 1, "--round", 1)["explain"]
    assert not any(SAID in text for text in own)
    round = store.event.round(3)
    review = Review(store.event, store.format, round, store.as_drawn(round))
    text = " ".join(one.text.strip() for one in explained_lines(review, 1, [f"D{SAID}."], 200))
    assert text.count(f"D{SAID}.") == 1
    assert "rawn before that change" in text
    desk = DeskView(store.event, store.format, as_drawn=store.as_drawn, width=80, height=24)
    shown = [one.text for one in picture(desk, PairingsState()).body]
    assert f" ! d{SAID}" in [text.rstrip() for text in shown]


def test_a_card_tells_it_where_a_reason_stands(topboard: CommandLine, tmp_path: Path) -> None:
    store = corrected(topboard, tmp_path, "dutch")
    event = store.event
    match = next(m for m in event.round(3).matches if m.why)
    desk = DeskView(event, store.format, as_drawn=store.as_drawn, width=200, across=200, height=40)
    body = picture_of_card(desk, CardState(entrant=match.white)).body
    texts = [one.text.strip() for one in body]
    third = next(at for at, one in enumerate(body) if one.key == 3)
    assert texts[third + 1].startswith(f"d{SAID}; ")
    first = next(at for at, one in enumerate(body) if one.key == 1)
    second = next(at for at, one in enumerate(body) if one.key == 2)
    assert not any(SAID in text for text in texts[first:second])


def test_rounds_of_a_table_do_not_go_by_results(topboard: CommandLine, tmp_path: Path) -> None:
    store = corrected(topboard, tmp_path, "round_robin", players=6)
    round = store.event.round(3)
    assert store.as_drawn(round).results_since(store.event, store.format) == ()


def test_a_result_is_not_another_by_being_put_back(topboard: CommandLine, tmp_path: Path) -> None:
    store = corrected(topboard, tmp_path, "kjca")
    topboard.done("result", store.folder, 1, "1-0", "--round", 1, "--replace")
    assert not any(SAID in text for text in topboard.asked("why", store.folder, 1)["explain"])


def test_who_sits_at_the_board_is_not_said_to_be_out(topboard: CommandLine, tmp_path: Path) -> None:
    store = corrected(topboard, tmp_path, "kjca")
    match = store.event.round(3).matches[0]
    review = Review(store.event, store.format, store.event.round(3))
    name = store.event.entrant(match.white).name
    [only] = candidate_lines(review, match, name, 80)
    assert only.text.strip() == "nobody else of that name is to be paired"


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
def test_in_a_bracket_what_was_drawn_from_a_result_is_seated_anew_and_no_mark_says_otherwise(
    topboard: CommandLine, tmp_path: Path, format: str
) -> None:
    """The final is between those who have won the semi-finals, also the one that was corrected."""
    event = tmp_path / "cup"
    topboard.done("new", event, "--format", format, "--entries", csv_file(tmp_path, 4),
                  "--seed", 5)  # fmt: skip
    topboard.done("draw", event, "--publish")
    for board in (1, 2):
        topboard.done("result", event, board, "1-0")
    topboard.done("draw", event, "--publish")
    semi, other = topboard.asked("round", event, "--round", 1)["pairings"]
    names = {one["id"]: one["name"] for one in topboard.asked("entries", event)["entrants"]}
    loser, finalist = names[semi["black"]], names[other["white"]]
    correction = ("result", event, 1, "0-1", "--round", 1, "--replace")
    refused = topboard.refused(*correction)
    assert f"round 2, board 1: {loser} against {finalist} instead of" in refused
    topboard.done(*correction, "--insist")
    store = open_event(event)
    round = store.event.round(2)
    assert {store.event.entrant(id).name for id in round.match(1).pair} == {loser, finalist}
    desk = DeskView(store.event, store.format, as_drawn=store.as_drawn, width=80, height=24)
    assert not any("drawn before" in one.text for one in picture(desk, PairingsState()).body)
    review = Review(store.event, store.format, round, store.as_drawn(round))
    assert "before" not in " ".join(one.text for one in explained_lines(review, 1, [], 200))
    card = picture_of_card(desk, CardState(entrant=round.match(1).white)).body
    assert not any("drawn before" in one.text for one in card)
    assert "rawn before" not in str(topboard.asked("why", event, 1)["explain"])
