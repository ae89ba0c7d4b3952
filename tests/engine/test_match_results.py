"""Results of matches as they are typed: IMPs, games of a best of n, tie-breaks."""

from __future__ import annotations

import pytest

from engine.match_results import MatchResult, MatchRules, match_form, winning_side
from engine.refusal import Refused
from engine.results import GameResult, Outcome

IMPS = MatchRules()
SWISS = MatchRules(needs_winner=False)
CHESS = ("rapid", "blitz", "Armageddon")


def best_of(games: int) -> MatchRules:
    return MatchRules(games, methods=CHESS)


@pytest.mark.parametrize(
    ("rules", "typed", "text", "winner"),
    [
        (IMPS, "45-31", "45-31", "white"),
        (IMPS, " 31 - 45 ", "31-45", "black"),
        (IMPS, "50 38", "50-38", "white"),
        (IMPS, "0-0 away lot", "0-0 away lot", "black"),
        (IMPS, "40-40 home bam", "40-40 home bam", "white"),
        (IMPS, "40-40 AWAY Total", "40-40 away total", "black"),
        (IMPS, "40-40 away playoff 5", "40-40 away playoff 5", "black"),
        (IMPS, "40-40 h b", "40-40 home bam", "white"),
        (IMPS, "40-40 a p 5", "40-40 away playoff 5", "black"),
        (IMPS, "40-40 home pistol", "40-40 home pistol", "white"),
        (IMPS, "40-40 home shootout", "40-40 home shootout", "white"),
        (IMPS, "999-998", "999-998", "white"),
        (SWISS, "40-40", "40-40", None),
        (SWISS, "40-40 home bam", "40-40 home bam", "white"),
        (best_of(2), "1½-½", "1½-½", "white"),
        (best_of(2), "0.5-1.5", "½-1½", "black"),
        (best_of(2), "1-1 away blitz", "1-1 away blitz", "black"),
        (best_of(3), "2-1", "2-1", "white"),
        (best_of(3), "21", "2-1", "white"),
        (best_of(2), "11 a B", "1-1 away blitz", "black"),
        (best_of(3), "2-0", "2-0", "white"),
        (best_of(4), "2 1/2-1/2", "2½-½", "white"),
        (best_of(4), "2-2 white armageddon", "2-2 home Armageddon", "white"),
        (best_of(1), "1", "1-0", "white"),
        (best_of(1), "0", "0-1", "black"),
        (best_of(1), "= home rapid", "½-½ home rapid", "white"),
        (best_of(1), "=h rapid", "½-½ home rapid", "white"),
        (best_of(1), "= b armageddon", "½-½ away Armageddon", "black"),
        (best_of(2), "1-1 w b", "1-1 home blitz", "white"),
        (best_of(1), "=½-½ away rapid", "½-½ away rapid", "black"),
        (best_of(1), "5 home rapid", "½-½ home rapid", "white"),
        (best_of(1), "1/2-1/2 home rapid", "½-½ home rapid", "white"),
        (best_of(3), "-/+", "-/+", "black"),
        (IMPS, "-/-", "-/-", None),
    ],
)
def test_a_result_is_read_as_the_slip_says_it(
    rules: MatchRules, typed: str, text: str, winner: str | None
) -> None:
    result = rules.parse(typed)
    assert result.text == text
    assert winning_side(result) == winner
    assert rules.parse(result.text) == result


@pytest.mark.parametrize(
    ("rules", "typed", "said"),
    [
        (IMPS, "-5-3", "-5 IMPs are not possible"),
        (IMPS, "5--3", "-3 IMPs are not possible"),
        (IMPS, "1000-3", "1,000 IMPs are not possible: a side scores 0 to 999"),
        (IMPS, "4.5-3", "whole IMPs"),
        (IMPS, "abc", "'abc' is not a result"),
        (IMPS, "forty-two", "not a result"),
        (IMPS, "45", "not a result"),
        (IMPS, "", "no result is given; write 45-31"),
        (best_of(2), " ", "no result is given; write 2-0"),
        (IMPS, "?", "leave the board without a result"),
        (IMPS, "40-40", "40-40 is a tie, and the match needs a winner; add who won it and how"),
        (IMPS, "40-40", "home bam (bam: board-a-match, total: total points)"),
        (
            IMPS,
            "40-40 home",
            "it is not said how the tie was broken; known: bam, total, playoff 5, lot",
        ),
        (IMPS, "40-40 north bam", "write home or away"),
        (IMPS, "40-40 home 5", "'5' is not a tie-break; known: bam, total, playoff 5, lot"),
        (IMPS, "40-40 home playoff", "a play-off needs its margin"),
        (IMPS, "40-40 home playoff 0", "a play-off needs its margin"),
        (IMPS, "40-40 home playoff 1000", "1 to 999"),
        (IMPS, "40-40 home bam 3", "a tie-break by bam is entered without its score"),
        (IMPS, "45-31 away bam", "45-31 is not a tie"),
        (best_of(3), "4-0", "played over 3 games"),
        (best_of(3), "1-1", "does not decide a match of 3 games"),
        (best_of(4), "2-1", "does not decide a match of 4 games: only 3 played"),
        (best_of(2), "1-1", "is a tie, and the match needs a winner"),
        (best_of(3), "1.25-1", "is not a score"),
        (best_of(1), "=", "½-½ white rapid"),
        (best_of(3), "-1-2", "nobody has less than 0"),
    ],
)
def test_what_is_no_result_is_refused_in_words(rules: MatchRules, typed: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        rules.parse(typed)
    assert said in str(refused.value)


def test_a_tie_broken_is_a_win_for_who_goes_on() -> None:
    result = IMPS.parse("40-40 away bam")
    assert isinstance(result, MatchResult)
    assert result.tied
    assert result.outcome("black") is Outcome.WIN
    assert result.outcome("white") is Outcome.LOSS


def test_a_turned_match_keeps_what_each_team_scored() -> None:
    assert IMPS.parse("45-31").turned().text == "31-45"
    assert IMPS.parse("40-40 home playoff 5").turned().text == "40-40 away playoff 5"


def test_a_single_game_is_one_key_and_its_draw_a_line() -> None:
    form = match_form(best_of(1))
    keys = {key.text for key in form.keys}
    assert {"1-0", "0-1", "+/-", "-/+", "-"} <= keys
    assert "1/2-1/2" not in keys
    with pytest.raises(Refused, match="needs a winner"):
        form.parse("1/2-1/2")


def test_digits_are_left_to_the_line_where_a_score_is_typed() -> None:
    for form in (match_form(IMPS), match_form(best_of(3))):
        assert form.kind == "line"
        assert not any(key.isdigit() for choice in form.keys for key in choice.keys)


def test_an_adjourned_game_has_no_winner_yet() -> None:
    assert winning_side(GameResult.ADJOURNED) is None
    assert winning_side(GameResult.BLACK_FORFEIT) == "black"
    assert winning_side(GameResult.HALF_WHITE) is None
