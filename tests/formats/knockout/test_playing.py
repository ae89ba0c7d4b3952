"""Rounds, results, walkovers and corrections of a knockout."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import (
    Action,
    AddEntrant,
    ChangeSettings,
    CorrectBoard,
    CreateEvent,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
    SetBye,
    SwapPlaces,
    Undo,
    Withdraw,
)
from engine.entrants import Entrant
from engine.log import LoggedAction, fold
from engine.next_draw import next_draw
from engine.points import HALF
from engine.reasons import Reason
from engine.refusal import Refused
from engine.rules import conflicts
from formats.knockout.drawing import due
from formats.knockout.field import standing
from formats.registry import format_named
from tests.formats.knockout.cups import Cup
from tests.wording import words


def played(entrants: int, *rounds: str, format: str = "knockout", **chosen: object) -> Cup:
    """Rounds with their results, separated by blanks."""
    cup = Cup(entrants, format, **chosen)
    for results in rounds:
        cup.draw()
        cup.enter(*results.split())
    return cup


def test_a_round_is_drawn_when_the_one_before_is_complete() -> None:
    cup = Cup(4)
    cup.draw()
    cup.enter("1-0")
    step = cup.format.next_step(cup.event)
    assert (step.name, step.missing) == ("play", (2,))
    cup.do(EnterResult(2, "0-1"))
    assert cup.format.next_step(cup.event).name == "draw"
    cup.draw()
    assert cup.pairs == [{"P1", "P3"}]
    cup.enter("1-0")
    assert cup.format.next_step(cup.event).name == "finished"


def test_the_number_of_rounds_follows_from_the_entries_and_the_results() -> None:
    cup = Cup(9, "double_knockout")
    assert cup.event.settings.rounds == 9
    cup.do(Withdraw("9"))
    assert cup.event.settings.rounds == 7
    cup.play(lambda m: "1-0" if int(m.white) < int(m.black) else "0-1")
    assert len(cup.event.published) == cup.event.settings.rounds == 6


def test_a_tie_needs_its_tie_break_and_its_winner_goes_on() -> None:
    cup = Cup(4, score="imps", boards=14)
    cup.draw()
    with pytest.raises(Refused, match="add who won it and how"):
        cup.enter("40-40")
    cup.enter("40-40 away bam", "45-31")
    cup.draw()
    assert cup.pairs == [{"P4", "P2"}]
    assert [m.boards for m in cup.current.matches] == [14]


def test_matches_are_played_over_the_games_that_are_set() -> None:
    cup = Cup(4, games=4)
    cup.draw()
    with pytest.raises(Refused, match="does not decide a match of 4 games"):
        cup.enter("2-1")
    cup.enter("2½-½", "2-2 home rapid")
    assert cup.format.next_step(cup.event).name == "draw"
    assert [m.games for m in cup.current.matches] == [4, 4]


def test_an_unusual_tie_break_is_noted_and_never_refused() -> None:
    cup = played(4, "1-0 1-0", ties=["penalties"])
    cup.draw()
    cup.enter("½-½ home rapid")
    (found,) = conflicts(cup.format, cup.event, cup.current)
    assert (found.rule, found.severity.value) == ("tie-break", "note")


def test_a_withdrawal_before_a_match_is_a_walkover() -> None:
    cup = played(4, "1-0 1-0")
    cup.do(Withdraw("1"))
    final = cup.draw()
    assert final.matches == ()
    (bye,) = final.byes
    assert bye.why == (Reason.of("walkover", left="1", withdrawn=True),)
    assert words(bye, cup.event) == "walkover: P1 has withdrawn"
    assert cup.tree.champion == bye.entrant
    assert cup.format.next_step(cup.event).name == "finished"
    places = {name: (rank, status) for rank, name, status in cup.places()}
    assert places["P1"] == (2, "out")


def test_a_withdrawal_after_a_match_leaves_its_result() -> None:
    cup = played(4, "1-0 1-0", "1-0")
    cup.do(Withdraw("1"))
    assert cup.tree.champion == "1"
    assert cup.places()[0][:2] == (1, "P1")


def test_whoever_withdraws_from_a_double_knockout_loses_the_rest_by_walkover() -> None:
    cup = played(4, "1-0 1-0", format="double_knockout")
    loser = cup.current.matches[0].black
    cup.do(Withdraw(loser))
    second = cup.draw()
    assert len(second.matches) == 1
    assert [bye.left for bye in second.byes] == [loser]
    cup.play(lambda m: "1-0")
    assert {name: status for _, name, status in cup.places()}[f"P{loser}"] == "out"


def test_when_both_of_a_match_have_left_nobody_goes_on() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0")
    for id in ("1", "4"):
        cup.do(Withdraw(id))
    second = cup.draw()
    assert len(second.matches) == 1
    assert second.byes == ()
    cup.enter("1-0")
    assert cup.format.next_step(cup.event).name == "finished"
    assert cup.tree.champion == second.matches[0].white
    assert [rank for rank, _, _ in cup.places()].count(1) == 1


def test_when_neither_comes_both_are_out() -> None:
    cup = played(4, "-/- 1-0")
    assert cup.tree.champion == cup.current.matches[1].white
    assert {status for _, _, status in cup.places()[1:]} == {"out"}


def test_a_score_corrected_without_another_winner_changes_nothing_else() -> None:
    cup = played(4, "2-1 2-0", games=3)
    cup.draw()
    before = cup.current
    cup.correct(1, 1, "2-0")
    assert cup.current == before
    result = cup.event.round(1).match(1).result
    assert result is not None
    assert result.text == "2-0"


def test_a_corrected_winner_who_has_played_on_is_refused_with_what_it_would_undo() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0", "1-0 1-0", "1-0")
    with pytest.raises(Refused) as refused:
        cup.correct(1, 1, "0-1")
    told = str(refused.value)
    assert "round 2, board 1: P8 against P4 instead of P1 against P4 (1-0)" in told
    assert "round 3, board 1: P1 against P3 (1-0): removed" in told
    assert "board 2" not in told
    assert (refused.value.shell, "--insist" in told) == ("--insist", False)


def test_what_would_be_undone_is_told_as_on_its_slip() -> None:
    turned = 0
    for seed in range(8):
        cup = Cup(4)
        cup.play_by_chance(seed)
        final, first = cup.event.round(2).match(1), cup.event.round(1).match(1).result
        white, black = (cup.event.entrant(id).name for id in final.pair)
        assert final.result is not None
        assert first is not None
        with pytest.raises(Refused) as refused:
            cup.correct(1, 1, first.turned().text)
        there = f"instead of {white} against {black} ({final.result.text})"
        assert there in str(refused.value)
        turned += cup.tree.on_board[2, 1].home == final.black
    assert turned  # White stands below in the bracket


def test_confirmed_it_undoes_these_matches_and_leaves_the_others() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0", "1-0 1-0", "1-0")
    other = cup.event.round(2).match(2)
    cup.correct(1, 1, "0-1", insist=True)
    assert len(cup.event.published) == 2
    again = cup.event.round(2).match(1)
    assert cup.names(again) == {"P8", "P4"}
    assert again.open
    assert cup.event.round(2).match(2) == other
    step = cup.format.next_step(cup.event)
    assert (step.name, step.round, step.missing) == ("play", 2, (1,))
    cup.enter("1-0", round=2)
    cup.draw()
    cup.enter("1-0")
    assert cup.format.next_step(cup.event).name == "finished"


def test_a_result_taken_away_takes_the_next_match_with_it() -> None:
    cup = played(4, "1-0 1-0", "1-0")
    cup.correct(1, 2, "-", insist=True)
    assert len(cup.event.published) == 1
    assert cup.format.next_step(cup.event).missing == (2,)


def test_an_undone_match_in_the_middle_is_drawn_again_later() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0", "1-0 1-0 1-0 1-0", "1-0 1-0 1-0", format="double_knockout")
    cup.correct(1, 1, "-", insist=True)
    cup.correct(1, 1, "0-1")
    cup.play(lambda m: "1-0" if int(m.white) < int(m.black) else "0-1")
    lost = cup.lost()
    assert lost.pop(cup.tree.champion or "") <= 1
    assert set(lost.values()) == {2}
    # beaten in the first round after all, through the losers' bracket, and twice in the final
    assert cup.tree.champion == "1"
    assert cup.lost()["1"] == 1


@pytest.mark.parametrize("board", [1, 2, 3, 4])
@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
def test_after_any_confirmed_correction_the_event_can_be_finished(format: str, board: int) -> None:
    whole = Cup(8, format)
    rounds = len(whole.play_by_chance(board).published)
    for number in range(1, rounds + 1):
        cup = Cup(8, format)
        cup.play_by_chance(board)
        if board > len(cup.event.round(number).matches):
            continue
        now = cup.event.round(number).match(board).result
        assert now is not None
        cup.correct(number, board, now.turned().text, insist=True)
        cup.play_by_chance(number)
        lost = cup.lost()
        assert lost.pop(cup.tree.champion or "") <= (1 if format == "double_knockout" else 0)
        assert set(lost.values()) == {2 if format == "double_knockout" else 1}


def test_a_double_forfeit_taken_back_undoes_what_came_of_it() -> None:
    cup = played(8, "-/- 1-0 1-0 1-0", "1-0")
    assert len(cup.current.matches) == 1
    cup.draw()
    with pytest.raises(Refused, match="round 3, board 1: P4 against"):
        cup.correct(1, 1, "-")
    cup.correct(1, 1, "1-0", insist=True)
    cup.draw()
    assert {"P1", "P4"} in cup.pairs


def test_undone_walkovers_go_too() -> None:
    cup = played(4, "1-0 1-0")
    cup.do(Withdraw("1"))
    cup.draw()
    assert cup.tree.champion is not None
    with pytest.raises(Refused, match=r"the walkover of P2 against P1: removed"):
        cup.correct(1, 1, "0-1")
    cup.correct(1, 1, "0-1", insist=True)
    assert cup.format.next_step(cup.event).name == "draw"
    cup.draw()
    assert len(cup.current.matches) == 1


def test_players_of_another_match_seated_by_mistake_are_a_correction_too() -> None:
    cup = played(4, "1-0 1-0")
    cup.draw()
    with pytest.raises(Refused, match="round 2, board 1"):
        cup.do(CorrectBoard(1, 1, "1", "2"))
    cup.do(CorrectBoard(1, 1, "1", "2", insist=True))
    assert cup.names(cup.event.round(1).match(1)) == {"P1", "P2"}


def test_a_proposal_that_a_correction_made_wrong_is_dropped() -> None:
    cup = played(4, "1-0 1-0")
    cup.do(Propose.of(next_draw(cup.event, cup.format)))
    assert cup.event.proposal is not None
    cup.correct(1, 1, "0-1")
    assert cup.event.proposal is None


def test_a_proposal_goes_with_the_round_that_it_was_drawn_from() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0", "1-0 1-0")
    cup.do(Propose.of(next_draw(cup.event, cup.format)))
    cup.correct(1, 1, "-", insist=True)
    cup.correct(1, 3, "-", insist=True)
    assert [r.number for r in cup.event.rounds] == [1]
    cup.enter("0-1", "1-0", "0-1", "1-0")
    cup.draw()
    assert {"P8", "P4"} in cup.pairs
    (why,) = cup.current.matches[0].why
    assert (why["home"]["match"], why["away"]["match"]) == ("R1.1", "R1.2")
    assert words(cup.current.matches[0], cup.event) == (
        "match 1: by the bracket "
        "winner of Quarter-finals, match 1 meets winner of Quarter-finals, match 2"
    )


def test_changes_by_hand_after_the_first_round_break_the_bracket() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0")
    cup.do(Propose.of(next_draw(cup.event, cup.format)))
    cup.do(SwapPlaces("1", "2"))
    with pytest.raises(Refused, match="the bracket has"):
        cup.do(PublishRound(2))
    cup.do(PublishRound(2, insist=True))
    assert sorted(map(sorted, cup.pairs)) == [["P1", "P3"], ["P2", "P4"]]
    cup.enter("1-0", "1-0")
    winners = {m.white for m in cup.current.matches}
    assert set(cup.draw().matches[0].pair) == winners


def test_who_stands_in_two_matches_after_changes_by_hand_plays_the_first_of_them() -> None:
    now = standing(played(8, "1-0 1-0 1-0 1-0").event)
    assert now is not None
    first, second = now.ready
    twice = replace(second, home=first.home)
    both = replace(now, fixtures={**now.fixtures, second.node.id: twice})
    assert due(both, 2) == (first,)
    assert due(now, 2) == (first, second)


def test_nobody_is_entered_after_the_draw_and_nobody_has_a_bye_by_request() -> None:
    cup = Cup(4)
    with pytest.raises(Refused, match="byes come from the draw"):
        cup.do(SetBye("1", 1, HALF))
    cup.draw()
    with pytest.raises(Refused, match="the draw is published"):
        cup.do(AddEntrant(Entrant("", "Late")))


def test_third_place_can_be_played_for() -> None:
    cup = played(4, "1-0 1-0", "1-0 0-1", third_place=True)
    assert [m.group for m in cup.current.matches] == ["Final", "Third place"]
    assert [rank for rank, _, _ in cup.places()] == [1, 2, 3, 4]


def test_without_it_third_place_is_shared_as_are_all_behind() -> None:
    cup = played(8, "1-0 1-0 1-0 1-0", "1-0 1-0", "1-0")
    assert [rank for rank, _, _ in cup.places()] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_single_game_gives_white_to_who_had_it_less_often() -> None:
    cup = played(8, "1-0 0-1 1-0 0-1")
    cup.draw()
    first = cup.event.round(1)
    whites = {m.white for m in first.matches}
    for match in cup.current.matches:
        assert (match.white in whites) <= (match.black in whites)


def test_a_setting_out_of_its_bounds_is_refused_by_name() -> None:
    cup = Cup(4)
    with pytest.raises(Refused, match="placement"):
        cup.do(ChangeSettings({"placement": "alphabetical"}))
    with pytest.raises(Refused, match="games"):
        cup.do(ChangeSettings({"games": 0}))


def test_undo_of_results_brings_the_bracket_back() -> None:
    cup = Cup(4)
    found = next_draw(cup.event, cup.format)
    actions: list[Action] = [
        CreateEvent("Cup", "knockout", {}, seed=5),
        ImportEntrants(tuple(Entrant("", e.name, rating=e.rating) for e in cup.event.entrants)),
        Propose.of(found),
        PublishRound(1),
        EnterResults(((1, "1-0"), (2, "1-0"))),
    ]
    entries = [LoggedAction(n, action) for n, action in enumerate(actions, start=1)]
    cup.event = fold(entries, format_named)
    assert len(cup.tree.ready) == 1
    cup.event = fold([*entries, LoggedAction(6, Undo(5))], format_named)
    assert cup.format.next_step(cup.event).missing == (1, 2)
    assert cup.tree.ready == ()


def test_who_plays_on_in_a_double_knockout_is_in_the_unbeaten_before_the_losers_side() -> None:
    """Places are of those who are out; the rank that scripts read stays the shared first one."""
    cup = Cup(8, "double_knockout")
    cup.draw()
    cup.enter("0-1", "0-1", "0-1", "0-1")
    cup.draw()
    cup.enter("1-0", "1-0", "1-0", "1-0")
    table = cup.format.standings(cup.event)[0]
    lost = [int(row.tiebreaks["Lost"] or 0) for row in table.rows]
    assert lost == [0, 0, 1, 1, 1, 1, 2, 2]
    assert [table.places[row.id] for row in table.rows] == ["in"] * 6 + ["7="] * 2
    assert [row.rank for row in table.rows] == [1] * 6 + [7] * 2


def test_who_has_withdrawn_is_not_in_and_has_no_place_before_the_walkover() -> None:
    cup = Cup(4)
    cup.draw()
    cup.enter("1-0", "1-0")
    cup.do(Withdraw("1"))
    table = cup.format.standings(cup.event)[0]
    assert table.places["1"] == "-"
    cup.play(lambda match: "1-0")
    assert cup.format.standings(cup.event)[0].places["1"] == "2"


def test_who_is_out_first_has_no_place_while_others_can_go_out_in_that_round() -> None:
    """All losers of a round share a place: 5-8 here, which was place 8 of the first one."""
    cup = Cup(8, third_place=True)
    cup.draw()
    cup.enter("1-0")
    table = cup.format.standings(cup.event)[0]
    assert [table.places[row.id] for row in table.rows] == ["in"] * 7 + ["-"]
    cup.enter("1-0", "1-0", "1-0", "1-0")
    table = cup.format.standings(cup.event)[0]
    assert [table.places[row.id] for row in table.rows] == ["in"] * 4 + ["5="] * 4
    cup.draw()
    cup.enter("1-0", "1-0")
    cup.draw()
    finals = {m.board: cup.tree.on_board[3, m.board].node.id for m in cup.current.matches}
    (last,) = (board for board, id in finals.items() if id != "T")
    cup.do(EnterResult(last, "1-0", None, 3))
    table = cup.format.standings(cup.event)[0]
    assert [table.places[row.id] for row in table.rows][:2] == ["1", "2"]
