"""Why a match of the first round is as it is, and what another opponent would cost."""

from __future__ import annotations

from engine.entrants import Entrant
from engine.instead import instead
from engine.reasons import Reason
from tests.formats.knockout.cups import Cup


def field(*clubs: str) -> list[Entrant]:
    return [
        Entrant("", f"P{no}", rating=2000 - no, club=club) for no, club in enumerate(clubs, start=1)
    ]


def why(cup: Cup, board: int, number: int = 1) -> tuple[str, ...]:
    round = cup.event.round(number)
    return cup.format.explain(cup.event.until(number - 1), round, round.match(board))


def test_notes_on_clubs_are_worded() -> None:
    cup = Cup(2)
    texts = {
        Reason.of("one-club", pairs=1): (
            "one pair of one club in the first round: fewer are not possible"
        ),
        Reason.of("one-club-after-byes", byes=2): (
            "2 of those with a bye may meet their club in their first match"
        ),
    }
    assert {reason: cup.format.worded(reason, cup.event) for reason in texts} == texts


def test_seeds_and_the_lines_of_the_draw_are_told() -> None:
    cup = Cup(8)
    cup.draw()
    first, second = why(cup, 1)
    assert "line 1 of the bracket meets line 8" in first
    assert second == (
        "P1: number 1 by rating, so on line 1 of the bracket; "
        "P8: number 8 by rating, so on line 8 of the bracket"
    )
    cup.enter("1-0", "1-0", "1-0", "1-0")
    cup.draw()
    (told,) = why(cup, 1, 2)
    assert "winner of" in told


def test_a_seed_is_told_only_of_who_has_it() -> None:
    seeds = {3: 1, 4: 7}
    cup = Cup([Entrant("", f"P{no}", rating=2000 - no, seed=seeds.get(no)) for no in range(1, 5)])
    cup.draw()
    assert why(cup, 1)[1] == (
        "P3: seed 1, so on line 1 of the bracket; "
        "P2: number 4 by seed, then rating, so on line 4 of the bracket"
    )
    assert why(cup, 2)[1].startswith("P4: number 2 by seed, then rating (seed 7), so on line 2")


def test_who_had_no_opponent_comes_from_his_line() -> None:
    cup = Cup(5)
    cup.draw()
    cup.enter("1-0")
    cup.draw()
    winner = "winner of Quarter-finals, match 2"
    assert why(cup, 1, 2)[0] == f"Semi-finals: match 1: by the bracket line 1 meets {winner}"
    assert why(cup, 2, 2)[0] == "Semi-finals: match 2: line 3 of the bracket meets line 2"


def test_the_rounds_of_a_cup_are_known_with_two_entrants() -> None:
    assert Cup(0).format.round_of_all(Cup(0).event, 1) == "round 1"
    assert Cup(1).format.round_of_all(Cup(1).event, 1) == "round 1"
    assert Cup(2).format.round_of_all(Cup(2).event, 1) == "round 1 of 1"
    assert Cup(5).format.round_of_all(Cup(5).event, 1) == "round 1 of 3"


def test_who_was_moved_for_his_club_and_who_could_not_be_is_told() -> None:
    cup = Cup(field("A", "B", "B", "A"), separate_clubs=True)
    cup.draw()
    lines, clubs = why(cup, 1)[1:]
    assert lines == (
        "P1: number 1 by rating, so on line 1 of the bracket; "
        "P3: number 3 by rating, moved from line 3 to 4 for clubs, locks or bars"
    )
    assert clubs == "clubs are kept apart in the first round: no pair is of one club"
    cup = Cup(field("A", "A", "A", "B"), separate_clubs=True)
    cup.draw()
    assert "1 pair is of one club, fewer are not possible" in why(cup, 1)[2]
    cup = Cup(field("A", "", "", "B"), separate_clubs=True)
    cup.draw()
    none = "clubs are kept apart in the first round: no pair is of one club"
    assert [why(cup, board)[2] for board in (1, 2)] == [none, none], "of no club is not of one"


def test_a_place_by_lot_is_told_with_the_lot() -> None:
    cup = Cup(12, placement="mixed", seeds=2)
    cup.draw()
    resting = cup.event.round(1).byes[0]
    told = cup.format.explain(cup.event.until(0), cup.event.round(1), resting)
    assert "P1: number 1 by rating, so on line 1 of the bracket" in told
    match = cup.event.round(1).matches[0]
    told = why(cup, match.board)
    names = [cup.event.entrant(id).name for id in match.pair]
    assert all(f"{name}: line" in told[1] and "by lot" in told[1] for name in names)
    (lot,) = cup.event.lots
    for id, name in zip(match.pair, names, strict=True):
        assert f"{name} number {lot.order.index(id) + 1} of 10" in told[2]


def test_another_opponent_of_the_first_round_costs_the_line_or_the_club() -> None:
    cup = Cup(8)
    cup.draw()
    round = cup.event.round(1)
    possible, impossible = instead(cup.event, cup.format, round, round.match(1), "7")
    assert possible.decided_by is not None
    assert possible.decided_by.measure.name == "seeds"
    assert possible.decided_by.shown == ("0", "2")
    assert "cannot meet in round 1" in impossible.reason
    cup = Cup(field("A", "B", "B", "A"), separate_clubs=True)
    cup.draw()
    round = cup.event.round(1)
    (found, _) = instead(cup.event, cup.format, round, round.match(1), "4")
    assert found.decided_by is not None
    assert found.decided_by.measure.name == "clubs"
    assert [change.measure.name for change in found.changes] == ["clubs", "seeds"]


def test_the_question_is_held_against_the_lot_that_was_drawn() -> None:
    cup = Cup(8, placement="drawn")
    cup.draw()
    round = cup.event.round(1)
    match = round.matches[0]
    other = round.matches[1].black
    for answer in instead(cup.event, cup.format, round, match, other):
        # neither of them meets that opponent in the draw as it stands
        assert answer.boards_changed or answer.reason
    again = cup.format.draw(cup.event.until(0))
    assert [m.pair for m in again.matches] == [m.pair for m in round.matches]
    assert again.lots == ()


def test_later_rounds_say_that_the_bracket_alone_decides() -> None:
    cup = Cup(4)
    cup.draw()
    cup.enter("1-0", "1-0")
    cup.draw()
    found = cup.format.measures(cup.event.until(1), cup.event.round(2))
    assert {m.name: m.value for m in found} == {"bracket": 0, "colours": 0}
