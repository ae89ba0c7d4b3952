"""Direct encounter, C.07 article 6."""

from __future__ import annotations

from engine.event import Event
from engine.tiebreaks import criterion, tally
from tests.engine.build import build, d, order


def split(event: Event, names: str, code: str = "DE", predetermined: bool = False) -> str:
    """How the named, tied, are ranked: `Ann > Bea Cid` (those two still tied)."""
    found = criterion(code, tally(event, order(event), predetermined))
    ids = {e.name: e.id for e in event.entrants}
    groups = found.split([ids[n] for n in names.split()])
    by_id = {e.id: e.name for e in event.entrants}
    return " > ".join(" ".join(sorted(by_id[id] for id in group)) for group in groups)


def test_the_winner_of_the_game_is_first() -> None:
    assert split(build("Ann Bea", "A-B 0"), "Ann Bea") == "Bea > Ann"
    assert split(build("Ann Bea", "A-B ="), "Ann Bea") == "Ann Bea"


def test_two_who_have_not_met_stay_tied() -> None:
    event = build("Ann Bea Cid Dan", "A-C 1, B-D 1")
    assert split(event, "Ann Bea") == "Ann Bea"


def test_games_against_others_do_not_count() -> None:
    event = build("Ann Bea Cid Dan", "A-B 1, C-D 1", "A-C 0, B-D 1", "D-A 1, B-C 1")
    assert split(event, "Ann Bea") == "Ann > Bea"


def test_where_all_have_met_the_standing_among_them_decides() -> None:
    # Among the three: Bea 1½, Ann 1, Cid ½.
    event = build("Ann Bea Cid", "A-B =", "B-C 1", "C-A =")
    assert split(event, "Ann Bea Cid") == "Bea > Ann > Cid"


def test_a_circle_stays_tied() -> None:
    event = build("Ann Bea Cid", "A-B 1", "B-C 1", "C-A 1")
    assert split(event, "Ann Bea Cid") == "Ann Bea Cid"


def test_those_still_tied_are_compared_among_themselves() -> None:
    # Ann and Bea 2 of 3, Cid and Dan 1: Bea beat Ann, Cid beat Dan (6.2).
    event = build("Ann Bea Cid Dan", "B-A 1, C-D 1", "A-C 1, D-B 1", "A-D 1, B-C 1")
    assert split(event, "Ann Bea Cid Dan") == "Bea > Ann > Cid > Dan"


def test_one_is_first_whatever_the_missing_game_brings() -> None:
    # Ann 2; Bea and Cid have not met: at most 1 each (6.3).
    event = build("Ann Bea Cid", "A-B 1", "A-C 1")
    assert split(event, "Ann Bea Cid") == "Ann > Bea Cid"


def test_a_missing_game_that_could_change_the_first_place_decides_nothing() -> None:
    # Cid could still have 2 by beating Ann and Bea.
    assert split(build("Ann Bea Cid", "A-B 1"), "Ann Bea Cid") == "Ann Bea Cid"
    # Ann and Cid both beat Bea: who of them would be first is open, last place is not asked.
    assert split(build("Ann Bea Cid", "A-B 1", "C-B 1"), "Ann Bea Cid") == "Ann Bea Cid"


def test_equal_to_the_best_of_a_rival_is_not_alone_at_the_top() -> None:
    # Ann 1½ of 2; Cid ½ and a win to come against Bea: 1½ as well.
    event = build("Ann Bea Cid", "A-B 1", "A-C =")
    assert split(event, "Ann Bea Cid") == "Ann Bea Cid"


def test_the_second_place_too_can_be_sure() -> None:
    # Ann 3, Bea 2; Cid and Dan have not met: at most 1.
    event = build("Ann Bea Cid Dan", "A-B 1", "A-C 1, B-D 1", "A-D 1, B-C 1")
    assert split(event, "Ann Bea Cid Dan") == "Ann > Bea > Cid Dan"


def test_one_who_met_none_of_the_others_keeps_everything_open() -> None:
    event = build("Ann Bea Cid Dan Eve", "A-B 1", "A-C 1", "A-D 1", "B-C 1", "B-D =", "C-D =")
    # Without Eve all have met: 3, 1½, 1, ½. Eve could still have 4.
    assert split(event, "Ann Bea Cid Dan") == "Ann > Bea > Dan > Cid"
    assert split(event, "Ann Bea Cid Dan Eve") == "Ann Bea Cid Dan Eve"


def test_after_a_sure_first_the_complete_rest_is_ranked_by_itself() -> None:
    # Ann beat Bea and Cid, has not met Dan. Bea 1½, Dan 1, Cid ½ among themselves.
    # Dan's best is 1 + 1 = 2: equal to Ann's 2, so nobody is sure ...
    level = build("Ann Bea Cid Dan", "A-B 1", "A-C 1", "B-C 1", "B-D =", "C-D =")
    assert split(level, "Ann Bea Cid Dan") == "Ann Bea Cid Dan"
    # ... with ½ from the two games Dan's best is 1½. Second place is not sure (Bea has 1½),
    # but Bea, Cid and Dan have all met: Bea 1½, Cid 1, Dan ½.
    event = build("Ann Bea Cid Dan", "A-B 1", "A-C 1", "B-C =", "B-D 1", "C-D =")
    assert split(event, "Ann Bea Cid Dan") == "Ann > Bea > Cid > Dan"


def test_forfeits_do_not_count_unless_the_rules_say_so() -> None:
    event = build("Ann Bea", "A-B -/+")
    assert split(event, "Ann Bea") == "Ann Bea"
    assert split(event, "Ann Bea", "DE/P") == "Bea > Ann"
    assert split(event, "Ann Bea", predetermined=True) == "Bea > Ann"


def test_in_a_round_robin_a_missing_game_leaves_all_tied() -> None:
    event = build("Ann Bea Cid", "A-B 1", "A-C 1")
    assert split(event, "Ann Bea Cid", predetermined=True) == "Ann Bea Cid"


def test_two_games_between_two_count_with_their_average() -> None:
    # Ann v Bea 1 and 0: ½ each. Cid beat Bea, drew with Ann: Cid 1½, Ann 1, Bea ½.
    event = build("Ann Bea Cid", "A-B 1", "B-A 1", "C-B 1", "A-C =")
    found = criterion("DE", tally(event, order(event)))
    assert found.split(["1", "2", "3"]) == [["3"], ["1"], ["2"]]
    assert found.value("1") == 1
    assert found.working("1") == "3 tied: Bea (1 + 0) / 2, Cid ½ = 1; all have met (6.2)"


def test_an_open_game_is_missing_and_an_adjourned_one_a_draw() -> None:
    open_game = build("Ann Bea Cid", "A-B 1", "A-C 1", "B-C")
    assert split(open_game, "Ann Bea Cid") == "Ann > Bea Cid"
    assert split(build("Ann Bea", "A-B ?"), "Ann Bea") == "Ann Bea"


def test_values_and_working_say_what_was_decided() -> None:
    event = build("Ann Bea Cid", "A-B 1", "A-C 1")
    found = criterion("DE", tally(event, order(event)))
    found.split(["1", "2", "3"])
    assert [found.value(id) for id in "123"] == [d(2), None, None]
    assert found.working("1") == "3 tied: Bea 1, Cid 1 = 2; sure of place 1 of them (6.3)"
    assert found.working("2") == (
        "3 tied: Ann 0 = 0; not all have met, not decided here; "
        "2 tied: has met none of the others; not all have met, not decided here"
    )


def test_without_a_tie_there_is_no_value() -> None:
    event = build("Ann Bea", "A-B 1")
    found = criterion("DE", tally(event, order(event)))
    assert found.split(["1"]) == [["1"]]
    assert found.value("1") is None
    assert found.working("1") == "no tie to break"


def test_with_three_points_for_a_win_a_missing_game_may_bring_three() -> None:
    # Ann 3 + 1 = 4; Cid 1, and 3 to come: 4 too.
    event = build("Ann Bea Cid", "A-B 1", "A-C =", win_points=d(3), draw_points=d(1))
    assert split(event, "Ann Bea Cid") == "Ann Bea Cid"
