"""Unplayed rounds by C.07 articles 15 and 16, category by category, worked out on paper."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import Away
from engine.event import Event
from engine.tiebreaks import Category, tally
from tests.engine.build import build, d, order
from tests.engine.test_tiebreaks import values, working

# Ann 2½, Bea 1, Cid 2½, each with one pairing-allocated bye.
BYES = build("Ann Bea Cid", "A-B 1, C bye", "A-C =, B bye", "B-C 0, A bye")

# Ann won round 1 by forfeit and ends on 2; Bea 1, Cid 3, Dan 0.
FORFEIT = build("Ann Bea Cid Dan", "A-B +/-, C-D 1", "A-C 0, B-D 1", "A-D 1, C-B 1")


def categories(event: Event, name: str) -> list[Category]:
    """The categories of an entrant's rounds."""
    records = tally(event, order(event)).records.values()
    return [t.category for r in records if r.entrant.name == name for t in r.rounds]


def test_a_bye_is_a_game_against_a_dummy_with_ones_own_score_capped() -> None:
    # 16.4.2: the dummy of Ann and Cid has 3 x ½ = 1½, not 2½; Bea's has her own 1.
    assert values(BYES, "BH") == {"Ann": d(5), "Bea": d(6), "Cid": d(5)}
    assert values(BYES, "SB") == {"Ann": d("3.75"), "Bea": d(1), "Cid": d("3.75")}
    assert working(BYES, "BH", "Ann") == (
        "R1 Bea 1 + R2 Cid 2½ + R3 bye 1½ (dummy: own score 2½, at most 1½) = 5"
    )


def test_a_pairing_bye_is_no_voluntary_round() -> None:
    assert values(BYES, "REP") == {"Ann": d(3), "Bea": d(3), "Cid": d(3)}
    assert values(BYES, "BH/C1") == {"Ann": d(4), "Bea": d(5), "Cid": d(4)}


def test_a_bye_is_a_win_but_no_game_won() -> None:
    assert values(BYES, "WIN") == {"Ann": d(2), "Bea": d(1), "Cid": d(2)}
    assert values(BYES, "WON") == {"Ann": d(1), "Bea": d(0), "Cid": d(1)}
    assert values(BYES, "STD") == {"Ann": d(2.5), "Bea": d(1), "Cid": d(2.5)}


def test_a_half_point_bye_from_the_pairing_counts_with_its_points() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", bye_points=d("0.5"))
    assert categories(event, "Cid") == [Category.FULL_BYE]
    assert values(event, "SB")["Cid"] == d("0.25")  # own ½, at most ½, times ½
    assert values(event, "WIN")["Cid"] == 0
    assert values(event, "STD")["Cid"] == d("0.5")


def test_a_forfeit_is_capped_by_the_scheduled_opponent() -> None:
    # 16.4.1: Ann's dummy has min(2, Bea's 1) = 1, Bea's has min(1, Ann's 2) = 1.
    assert values(FORFEIT, "BH") == {"Ann": d(4), "Bea": d(4), "Cid": d(3), "Dan": d(6)}
    assert values(FORFEIT, "SB") == {"Ann": d(1), "Bea": d(0), "Cid": d(3), "Dan": d(0)}


def test_a_forfeit_loss_is_voluntary_and_cut_first_but_a_forfeit_win_is_not() -> None:
    # 16.5: Bea's forfeit (1) goes before her weakest opponent (Dan, 0).
    assert values(FORFEIT, "BH/C1") == {"Ann": d(4), "Bea": d(3), "Cid": d(3), "Dan": d(5)}
    assert "(R1 forfeit to Ann 1 (dummy: own score 1), cut)" in working(FORFEIT, "BH/C1", "Bea")
    assert values(FORFEIT, "REP") == {"Ann": d(3), "Bea": d(2), "Cid": d(3), "Dan": d(3)}


def test_a_second_cut_takes_the_least_of_what_is_left() -> None:
    assert values(FORFEIT, "BH/C2")["Bea"] == 3  # 1 (forfeit), then Dan's 0
    assert values(FORFEIT, "BH/M1")["Bea"] == 0  # 1 (forfeit), then Cid's 3


def test_forfeits_are_neither_games_won_nor_blacks_played_nor_rated() -> None:
    assert values(FORFEIT, "WIN")["Ann"] == 2
    assert values(FORFEIT, "WON")["Ann"] == 1
    assert values(FORFEIT, "BPG")["Bea"] == 1  # round 3 alone
    rated = replace(
        FORFEIT,
        entrants=tuple(
            replace(e, rating=1000 * n) for n, e in enumerate(FORFEIT.entrants, start=1)
        ),
    )
    assert values(rated, "ARO")["Ann"] == 3500  # Cid and Dan


def test_a_double_forfeit_is_a_forfeit_loss_of_both() -> None:
    event = build("Ann Bea Cid Dan", "A-B -/-, C-D 1", "A-C 1, B-D 1")
    assert categories(event, "Ann")[0] is categories(event, "Bea")[0] is Category.FORFEIT_LOSS
    assert values(event, "STD")["Ann"] == d(1.5)  # as many points as the scheduled opponent


def test_a_requested_bye_with_play_after_it_counts_as_awarded() -> None:
    # 16.2.3: Ann's half-point bye gives her opponents ½, a zero-point bye 0.
    half = build("Ann Bea Cid Dan Eve", "B-C 1, D-E 1, A half", "A-B =, C-D 1, E bye")
    zero = build("Ann Bea Cid Dan Eve", "B-C 1, D-E 1, A zero", "A-B =, C-D 1, E bye")
    assert categories(half, "Ann") == [Category.REQUESTED, Category.GAME]
    assert values(half, "BH")["Bea"] == 2
    assert values(zero, "BH")["Bea"] == d(1.5)
    assert values(half, "BH")["Ann"] == d(2.5)  # dummy 1, Bea 1½
    assert values(half, "BH/C1")["Ann"] == d(1.5)
    assert values(half, "REP")["Ann"] == 1


def test_a_requested_bye_in_the_last_round_counts_as_a_draw_for_opponents() -> None:
    # 16.2.5: Ann has 2 points, 2½ for Bea and Cid who met her.
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "A-C 1, B-D 1", "B-C 1, A zero, D bye")
    assert categories(event, "Ann")[-1] is Category.TRAILING
    assert values(event, "BH") == {"Ann": d(4.5), "Bea": d(4.5), "Cid": d(5.5), "Dan": d(4)}
    assert working(event, "BH", "Bea") == (
        "R1 Ann 2½ (2, with unplayed round 3 as draws) + R2 Dan 1 + R3 Cid 1 = 4½"
    )


def test_rounds_after_a_withdrawal_count_as_draws_for_opponents() -> None:
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "B-C 1, D bye", "B-D 1, C bye")
    gone = event.with_entrant(replace(event.entrants[0], away=(Away(2),)))
    assert categories(gone, "Ann")[1:] == [Category.TRAILING, Category.TRAILING]
    # Bea met Ann (1 + ½ + ½), Cid (2) and Dan (1).
    assert values(gone, "BH")["Bea"] == 5
    assert values(gone, "REP")["Ann"] == 1
    # Her own dummies have her own score, 1, not the 2 that count for her opponents.
    assert values(gone, "BH")["Ann"] == 4  # Bea 2 and twice 1


def test_a_late_entrants_missed_rounds_count_nothing() -> None:
    # 16.2.3: a zero-point bye, followed by a game; Bea's opponent Ann has 1, Cid 0.
    event = build("Bea Cid Ann", "B-C 1", "B-A 0, C bye")
    late = event.with_entrant(replace(event.entrants[2], joined=2, late=True))
    assert categories(late, "Ann") == [Category.REQUESTED, Category.GAME]
    assert values(late, "BH")["Bea"] == 2  # Cid 1, Ann 1
    assert values(late, "BH")["Ann"] == 2  # dummy 1, Bea 1
    assert values(late, "BH/C1")["Ann"] == 1


def test_a_bye_before_a_forfeit_loss_is_still_at_the_end() -> None:
    # The bye of round 2 is followed only by a VUR: a draw. The forfeit itself stays a loss.
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "B-C 1, A zero, D bye", "A-D -/+, B-C =")
    assert categories(event, "Ann")[1:] == [Category.TRAILING, Category.FORFEIT_LOSS]
    assert values(event, "BH")["Bea"] == d(1.5) + d(1.5) + d(1.5)  # Ann 1 + ½, Cid twice


def test_a_bye_before_a_pairing_bye_is_not_at_the_end() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", "B-C 1, A zero", "B-C 1, A bye")
    assert categories(event, "Ann")[1:] == [Category.REQUESTED, Category.FULL_BYE]
    assert values(event, "BH")["Bea"] == 4  # Ann 2, Cid 1, Cid 1


def test_a_bye_before_a_game_still_open_is_not_at_the_end() -> None:
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "B-C 1, A zero, D bye", "A-D, B-C")
    assert categories(event, "Ann") == [Category.GAME, Category.REQUESTED]


def test_a_requested_full_point_bye_is_not_voluntary() -> None:
    event = build("Ann Bea Cid", "B-C 1, A full", "A-B 1, C bye")
    assert categories(event, "Ann") == [Category.FULL_BYE, Category.GAME]
    assert values(event, "REP")["Ann"] == 2


def test_sonneborn_cut_takes_the_higher_of_the_two() -> None:
    # 16.5.2: Xan's half-point bye gives 1½ x ½ = ¾, his weakest opponent Zoe (1) gave 0.
    half = build("Xan Zoe Wim Vic", "W-Z 1, X half, V bye", "X-Z 0, W-V 1", "X-W 1, V-Z 1")
    assert values(half, "SB")["Xan"] == d("2.75")
    assert values(half, "SB/C1")["Xan"] == 2
    # A zero-point bye gives 0, the weakest opponent Zoe (1), beaten, gave 1: this is cut.
    zero = build("Xan Zoe Wim Vic", "W-Z 1, X zero, V bye", "X-Z 1, W-V 1", "X-W 1, V-Z 0")
    assert values(zero, "SB") == {"Xan": d(3), "Zoe": d(1), "Wim": d(2), "Vic": d(1)}
    assert values(zero, "SB/C1")["Xan"] == 2


def test_sonneborn_cut_of_a_least_value_that_is_voluntary_itself() -> None:
    # Ann ends on 2. Rounds 1 and 2 absent: 2 x 0 each; forfeit to Bea (1): 1 x 0; then Cid and
    # Dan (1 each) beaten. The least is the forfeit, the next the 1 x 1 of an opponent.
    event = build(
        "Ann Bea Cid Dan",
        "C-D 1, A out",
        "D-C 1, A out",
        "B-A +/-",
        "A-C 1",
        "A-D 1, C-B 0-0",
    )
    assert values(event, "SB")["Ann"] == 2
    assert values(event, "SB/C1")["Ann"] == 2
    assert values(event, "SB/C2")["Ann"] == 1


def test_progressive_cut_takes_the_first_round_whatever_it_was() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", "A-C 1, B half", "B-C 1, A zero")
    assert values(event, "PS/C1")["Ann"] == 4  # 2 + 2
    assert values(event, "PS/C1")["Bea"] == 2  # ½ + 1½


def test_in_a_round_robin_forfeits_are_games() -> None:
    # 15.2: full opponents' scores, no dummies, no exception at the cut.
    assert values(FORFEIT, "SB", predetermined=True)["Ann"] == 1  # Bea 1 x 1 + Cid x 0 + Dan 0
    event = build("Ann Bea Cid", "A-B +/-, C bye", "A-C 0, B bye", "B-C 1, A bye", bye_points=d(0))
    assert values(event, "SB", predetermined=True) == {"Ann": d(1), "Bea": d(1), "Cid": d(1)}
    assert values(event, "WON", predetermined=True)["Ann"] == 0
    assert values(event, "REP", predetermined=True)["Bea"] == 2


def test_in_a_round_robin_the_weakest_goes_before_the_forfeit() -> None:
    # Xan: forfeit to Ann (3), beat Dan (0) and Eve (1). Cut: Dan's 0 and Eve's 1, not the forfeit.
    event = build("Xan Ann Dan Eve", "A-X +/-, E-D 1", "X-D 1, A-E 1", "X-E 1, A-D 1")
    assert values(event, "SB", predetermined=True)["Xan"] == 1
    assert values(event, "SB/C2", predetermined=True)["Xan"] == 0


def test_in_a_round_robin_the_free_round_is_nothing_to_cut() -> None:
    # Bea ½: drew with Ann (1), lost to Cid (1½), one free round. Ann's 1 x ½ is cut.
    event = build("Ann Bea Cid", "A-B =, C bye", "A-C =, B bye", "B-C 0, A bye", bye_points=d(0))
    assert values(event, "SB", predetermined=True)["Bea"] == d("0.5")
    assert values(event, "SB/C1", predetermined=True)["Bea"] == 0


def test_an_open_game_does_not_count_and_an_adjourned_one_is_a_draw() -> None:
    open_game = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "A-C, B-D 1")
    assert values(open_game, "BH") == {"Ann": d(1), "Bea": d(1), "Cid": d(0), "Dan": d(2)}
    adjourned = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "A-C ?, B-D 1")
    assert values(adjourned, "BH") == {"Ann": d(2.5), "Bea": d(1.5), "Cid": d(1.5), "Dan": d(2.5)}
    assert values(adjourned, "WON")["Ann"] == 1


def test_the_cap_grows_with_the_rounds_published() -> None:
    event = build("Ann Bea Cid", "A-B 1, C bye", "A-C =, B bye", total=9)
    assert values(event, "BH")["Cid"] == d(2.5)  # dummy: own 1½, at most 2 x ½; Ann 1½
