"""Appeals (3.8), withdrawals and what they do to draws that stand."""

from __future__ import annotations

import pytest

from engine.actions import ChooseOpponent, Discard, Withdraw
from engine.bridge import blitz
from engine.event import Match
from engine.refusal import Refused
from engine.results import CLEAR
from formats.gnot.flow import Flow
from formats.gnot.repechage import all_drop_ins
from tests.formats.gnot.audit import Audit, teams
from tests.formats.gnot.evenings import Evenings


def favourites(match: Match) -> str:
    """The better seed wins, by more the further apart the two are."""
    a, b = int(match.white), int(match.black)
    return f"{30 + b - a}-30" if a < b else f"30-{30 + a - b}"


def home_won(match: Match) -> bool:
    return int(match.white) < int(match.black)


@pytest.fixture
def second_evening() -> Evenings:
    """20 teams; SKO round 1 is played, SKO round 2 and Swiss round 2 are published."""
    evenings = Evenings(20)
    evenings.play_until(4, favourites)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.publish()
    return evenings


def seat(evenings: Evenings, half: int, team: str) -> tuple[int, str, str | None]:
    """(board, opponent, stage) of a team in a half."""
    match = next(m for m in evenings.half(half).matches if team in m.pair)
    return match.board, match.opponent(team), match.stage


def test_another_winner_swaps_the_two_teams_in_the_published_draw(
    second_evening: Evenings,
) -> None:
    swiss = teams(second_evening.stage(4, "swiss"))
    match = next(m for m in second_evening.stage(3, "sko") if set(m.pair) & swiss)
    (loser,) = set(match.pair) & swiss
    winner = match.opponent(loser)
    before = {t: seat(second_evening, 4, t) for t in match.pair}
    result = "40-20" if loser == match.white else "20-40"
    second_evening.correct(3, match.board, result)
    assert seat(second_evening, 4, winner) == before[loser]
    assert seat(second_evening, 4, loser) == before[winner]
    assert seat(second_evening, 4, loser)[2] == "sko"
    why = next(m.why for m in second_evening.half(4).matches if winner in m.pair)
    assert why[-1].code == "moved-by-appeal"
    assert dict(why[-1]["moves"]) == {loser: winner, winner: loser}
    # the event goes on from there to its end, everything in its place
    while second_evening.play_on(favourites) != "finished":
        pass
    entered = {d.team: d.entering_round for d in all_drop_ins(second_evening.event)}
    assert entered[winner] == 2
    audit = Audit(second_evening.event)
    audit.check_knockouts()
    audit.check_swiss()


def test_a_drop_in_score_goes_with_the_place_in_the_swiss() -> None:
    evenings = Evenings(20)
    evenings.play_until(5, favourites)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.publish()
    match = evenings.stage(4, "sko")[0]
    up, down = match.pair if home_won(match) else match.pair[::-1]
    assert drop_ins(evenings)[down] == 3
    evenings.correct(4, match.board, "20-40" if home_won(match) else "40-20")
    assert drop_ins(evenings)[up] == 3
    assert down not in drop_ins(evenings)
    entered = {d.team: d.entering_round for d in all_drop_ins(evenings.event)}
    assert {t for t, n in entered.items() if n in (2, 3)} == drop_ins(evenings).keys()


def drop_ins(evenings: Evenings) -> dict[str, int | None]:
    return {a.entrant: a.entering for a in evenings.event.adjustments}


def test_a_lucky_loser_who_wins_on_appeal_swaps_too(second_evening: Evenings) -> None:
    sko = teams(second_evening.stage(4, "sko"))
    match = next(m for m in second_evening.stage(3, "sko") if set(m.pair) <= sko)
    before = {t: seat(second_evening, 4, t) for t in match.pair}
    second_evening.correct(3, match.board, "20-40" if home_won(match) else "40-20")
    a, b = match.pair
    assert seat(second_evening, 4, a)[0] == before[b][0]
    assert seat(second_evening, 4, b)[0] == before[a][0]


def test_another_margin_alone_moves_nobody(second_evening: Evenings) -> None:
    drawn = [(m.board, m.pair) for m in second_evening.half(4).matches]
    for match in second_evening.stage(3, "sko"):
        # every loser loses by 60 now: other lucky losers, another ranking, if it were drawn anew
        result = "70-10" if home_won(match) else "10-70"
        second_evening.correct(3, match.board, result)
        assert [(m.board, m.pair) for m in second_evening.half(4).matches] == drawn
    lucky = Flow(second_evening.event).lucky("S1")
    assert set(lucky) <= teams(second_evening.stage(4, "sko"))
    assert len(lucky) == 3
    while second_evening.play_on(favourites) != "finished":
        pass
    Audit(second_evening.event).check_knockouts()


def test_a_standing_proposal_and_its_choices_are_swapped_and_not_out_of_date() -> None:
    evenings = Evenings(20)
    evenings.play_until(3, favourites)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.propose()
    before = [(m.board, m.pair) for m in evenings.half(3).matches]
    match = evenings.stage(2, "qualifying", "A")[0]
    a, b = match.pair
    evenings.correct(2, match.board, "20-40" if home_won(match) else "40-20")
    other = {a: b, b: a}
    assert [(m.board, m.pair) for m in evenings.half(3).matches] == [
        (board, (other.get(x, x), other.get(y, y))) for board, (x, y) in before
    ]
    assert evenings.step.name == "publish"
    assert evenings.step.notes == ()
    chosen = {(c.chooser, c.opponent) for c in evenings.event.choices if c.round == 3}
    assert chosen <= {m.pair for m in evenings.stage(3, "dko")}
    assert len(chosen) == 3
    evenings.publish()


def test_a_draw_in_which_who_has_left_would_take_a_place_is_told_to_be_stale() -> None:
    evenings = Evenings(20)
    evenings.play_until(4, favourites)
    match = evenings.stage(3, "sko")[0]
    winner, loser = match.pair if home_won(match) else match.pair[::-1]
    evenings.do(Withdraw(loser))
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.propose()
    assert evenings.step.notes == ()
    evenings.correct(3, match.board, "20-40" if home_won(match) else "40-20")
    assert evenings.step.notes != ()
    with pytest.raises(Refused) as refused:
        evenings.publish()
    assert refused.value.remedy == "redraw"
    evenings.do(Discard())
    while evenings.step.name == "choose":
        evenings.choose()
    half = evenings.publish()
    assert seat(evenings, 4, winner)[2] == "swiss"
    assert loser not in half.placed


def test_a_draw_is_told_to_be_stale_where_a_swap_with_who_has_left_gives_somebody_a_place() -> None:
    """The winner plays the DKO through the session and has no board in the second half; who lost
    has withdrawn and has none either. After the appeal one of them is to be drawn."""
    evenings = Evenings(20)
    evenings.play_until(3, favourites)
    lucky = set(Flow(evenings.event).lucky("A"))
    match = next(m for m in evenings.stage(2, "qualifying", "A") if not lucky & set(m.pair))
    winner, loser = match.pair if home_won(match) else match.pair[::-1]
    evenings.do(Withdraw(loser))
    evenings.play_until(4, favourites)
    while evenings.step.name == "choose":
        evenings.choose()
    proposal = evenings.propose()
    assert not {winner, loser} & proposal.placed
    assert evenings.step.notes == ()
    evenings.correct(2, match.board, "20-40" if home_won(match) else "40-20", insist=True)
    name = evenings.event.entrant(winner).name
    assert f"{name}: no board in it" in evenings.step.notes
    with pytest.raises(Refused) as refused:
        evenings.publish()
    assert refused.value.remedy == "redraw"
    evenings.do(Discard())
    while evenings.step.name != "publish":
        evenings.play_on(favourites) if evenings.step.name != "draw" else evenings.propose()
    assert winner in evenings.publish().placed


def test_who_went_on_is_known_by_the_draw_where_the_other_has_left_since() -> None:
    """A match that an appeal has opened again is won by the other team. Nobody of the two is on a
    board of the next DKO round, since the winner left: the loser's place below tells."""
    evenings = Evenings(20)
    evenings.play_until(5, favourites)
    match = evenings.stage(3, "dko")[0]
    winner, loser = match.pair if home_won(match) else match.pair[::-1]
    evenings.do(Withdraw(winner))
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.publish()
    board = seat(evenings, 5, loser)[0]
    evenings.correct(3, match.board, "-")
    evenings.correct(3, match.board, "20-40" if home_won(match) else "40-20")
    assert winner in evenings.half(5).match(board).pair
    now = Flow(evenings.event)
    assert winner in now.losers("D1")
    assert loser in now.field("D2")
    assert len(set(now.field("D2"))) == 4
    assert len(set(now.field("S3"))) == 8


def triangle_of_three(half: int) -> tuple[Evenings, dict[tuple[str, ...], int], list[str]]:
    """23 teams with half 3 drawn (published from 4 on); the boards of the triangle by their two
    teams; the three in the order of its table, which is that of the seeds."""
    evenings = Evenings(23)
    evenings.play_until(3, favourites)
    while evenings.step.name == "choose":
        evenings.choose()
    evenings.propose() if half == 3 else evenings.publish()
    three = [m for m in evenings.half(1).matches if m.group == "Triangle"]
    order = [line.team for line in Flow(evenings.event).triangle]
    return evenings, {tuple(sorted(m.pair, key=int)): m.board for m in three}, order


def result_for(evenings: Evenings, board: int, winner: str, by: int) -> str:
    home = evenings.half(1).match(board).white == winner
    return f"{30 + by}-30" if home else f"30-{30 + by}"


@pytest.mark.parametrize("half", [3, 4])
def test_another_winner_of_the_triangle_takes_the_place_in_the_dko(half: int) -> None:
    evenings, boards, (first, second, third) = triangle_of_three(half)
    before = {t: seat(evenings, 3, t) for t in (first, second, third)}
    assert [before[t][2] for t in (first, second, third)] == ["dko", "sko", "sko"]
    board = boards[first, second]
    evenings.correct(1, board, result_for(evenings, board, second, 20))
    assert seat(evenings, 3, second) == before[first]
    assert seat(evenings, 3, first) == before[second]
    assert seat(evenings, 3, third) == before[third]
    why = next(m.why for m in evenings.half(3).matches if second in m.pair)
    assert dict(why[-1]["moves"]) == {first: second, second: first}
    if half == 3:
        assert evenings.step.notes == ()
        said = {t for c in evenings.event.choices if c.round == 3 for t in (c.chooser, c.opponent)}
        assert first not in said
    while evenings.play_on(favourites) != "finished":
        pass
    Audit(evenings.event).check_knockouts()


def test_an_appeal_that_moves_all_three_of_the_triangle_moves_all_three_in_the_draw() -> None:
    """With a win each the second has most IMPs, the first the fewest."""
    evenings, boards, (first, second, third) = triangle_of_three(4)
    before = {t: seat(evenings, 3, t) for t in (first, second, third)}
    board = boards[second, third]
    evenings.correct(1, board, result_for(evenings, board, second, 40))
    board = boards[first, third]
    evenings.correct(1, board, result_for(evenings, board, third, 60))
    order = [line.team for line in Flow(evenings.event).triangle]
    assert order == [second, third, first]
    assert [seat(evenings, 3, t) for t in order] == list(before.values())
    why = next(m.why for m in evenings.half(3).matches if first in m.pair)
    assert any(
        dict(reason["moves"]).get(first) == second for reason in why if "moves" in reason.facts
    )


def test_another_margin_in_the_triangle_moves_nobody_but_another_outcome_does() -> None:
    evenings, boards, (first, second, third) = triangle_of_three(4)
    drawn = [(m.board, m.pair) for m in evenings.half(3).matches]
    board = boards[second, third]
    evenings.correct(1, board, result_for(evenings, board, second, 40))
    assert [(m.board, m.pair) for m in evenings.half(3).matches] == drawn
    # a tie instead of a win is another outcome, but the order stays
    evenings.correct(1, board, "30-30")
    assert [line.team for line in Flow(evenings.event).triangle] == [first, second, third]
    assert [(m.board, m.pair) for m in evenings.half(3).matches] == drawn


def test_boards_played_since_by_who_moves_in_the_triangle_are_named() -> None:
    evenings, boards, (first, second, _) = triangle_of_three(4)
    evenings.enter(favourites)
    board = boards[first, second]
    result = result_for(evenings, board, second, 20)
    with pytest.raises(Refused, match="has been played on") as refused:
        evenings.correct(1, board, result)
    assert refused.value.why.count("session 2.1 (round 3), table") == 2
    evenings.correct(1, board, result, insist=True)
    open_now = {m.board for m in evenings.half(3).matches if m.open}
    assert open_now == {seat(evenings, 3, t)[0] for t in (first, second)}


def test_what_the_teams_have_played_since_is_named_and_open_again_only_on_insistence(
    second_evening: Evenings,
) -> None:
    match = second_evening.stage(3, "sko")[0]
    second_evening.enter(favourites)
    result = "20-40" if home_won(match) else "40-20"
    with pytest.raises(Refused) as refused:
        second_evening.correct(3, match.board, result)
    assert "has been played on" in refused.value.what
    assert "session 2.2 (round 4), table" in refused.value.why
    second_evening.correct(3, match.board, result, insist=True)
    open_now = {m.board for m in second_evening.half(4).matches if m.open}
    assert open_now == {seat(second_evening, 4, t)[0] for t in match.pair}


def test_a_draw_is_not_published_before_what_it_rests_on_is_played(
    second_evening: Evenings,
) -> None:
    """A result that is taken back, and boards that an appeal has opened again."""
    second_evening.play_until(5, favourites)
    while second_evening.step.name == "choose":
        second_evening.choose()
    second_evening.propose()
    match = second_evening.stage(4, "sko")[0]
    second_evening.correct(4, match.board, CLEAR)
    step = second_evening.step
    assert (step.name, step.round, step.missing) == ("play", 4, (match.board,))
    (note,) = step.notes
    assert note.endswith(f"session 3.1 waits for results of session 2.2: table {match.board}")
    with pytest.raises(Refused, match=rf"missing in session 2\.2: table {match.board}"):
        second_evening.publish()
    second_evening.correct(4, match.board, favourites(match))
    assert (second_evening.step.name, second_evening.step.notes) == ("publish", ())
    earlier = next(
        m for m in second_evening.stage(3, "sko")
        if teams(second_evening.stage(4, "swiss")) & set(m.pair)
    )  # fmt: skip
    second_evening.correct(3, earlier.board, "0-50" if home_won(earlier) else "50-0", insist=True)
    assert (second_evening.step.round, len(second_evening.step.missing)) == (4, 2)
    with pytest.raises(Refused, match=r"missing in session 2\.2"):
        second_evening.publish()


def test_a_first_result_swaps_nobody(second_evening: Evenings) -> None:
    drawn = [(m.board, m.pair) for m in second_evening.half(4).matches]
    # DKO round 1 is played to the close of the session, after half 2.2 was drawn
    second_evening.enter(favourites)
    assert [(m.board, m.pair) for m in second_evening.half(4).matches] == drawn


def test_who_withdraws_gives_a_walkover_and_falls_to_the_swiss_and_out_of_it() -> None:
    evenings = Evenings(24)
    evenings.play_until(3, favourites)
    gone = Flow(evenings.event).ranked("D1")[1]
    evenings.do(Withdraw(gone))
    while evenings.step.name == "choose":
        assert evenings.choice.chooser != gone
        assert gone not in evenings.choice.pool
        evenings.choose()
    half = evenings.publish()
    assert all(gone not in m.pair for m in half.matches)
    (bye,) = half.byes
    assert (bye.left, bye.why[0]["imps"]) == (gone, blitz(28))
    assert len(evenings.stage(3, "dko")) == 3
    evenings.play_until(5, favourites)
    now = Flow(evenings.event)
    assert now.played("D1", bye.entrant).score.net == blitz(28)
    assert bye.entrant in now.ranked("D2")
    assert now.ranked("S3")[-1] == gone
    while evenings.play_on(favourites) != "finished":
        pass
    assert all(gone not in m.pair for r in evenings.event.published[2:] for m in r.matches)
    sizes = [len(evenings.stage(n, "swiss")) for n in (5, 6)]
    assert len(evenings.event.published) == 10
    # 12 teams in Swiss round 3; of the 16 in round 4 the one that left is missing
    assert sizes[0] == 6
    assert len(teams(evenings.stage(6, "swiss"))) == 15


def test_a_choice_is_taken_from_who_has_left() -> None:
    evenings = Evenings(20)
    evenings.play_until(2, favourites)
    asked = evenings.choice
    evenings.do(Withdraw(asked.chooser))
    assert evenings.choice.chooser != asked.chooser
    with pytest.raises(Refused, match="it has withdrawn"):
        evenings.do(ChooseOpponent(evenings.choice.chooser, "opponent", asked.chooser))


def test_a_team_that_withdraws_in_the_swiss_leaves_the_field() -> None:
    evenings = Evenings(24)
    evenings.play_until(4, favourites)
    gone = sorted(teams(evenings.stage(3, "swiss")))[0]
    evenings.do(Withdraw(gone))
    while evenings.step.name == "choose":
        evenings.choose()
    half = evenings.publish()
    swiss = evenings.stage(4, "swiss")
    assert gone not in teams(swiss)
    # seven are left: three of them play a triangle of seven boards in this half alone
    short = [m for m in swiss if m.boards == 7]
    assert len(short) == 3
    assert len(teams(short)) == 3
    assert len(swiss) == 5
    assert {m.due for m in short} == {half.number}
    while evenings.play_on(favourites) != "finished":
        pass
