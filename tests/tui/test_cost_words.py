"""What another opponent would cost, in words that say more than that it is worse."""

from __future__ import annotations

from engine.by_hand import Cost
from engine.instead import CriterionChange, instead_of_bye
from engine.protocol import Measure
from tests.formats.test_kjca_claims import KJCA
from tests.formats.test_kjca_measures import rounds
from tui.commands.cost_words import change_words, cost_words
from tui.places.pairings.pane import verdict


def order(value: tuple[int, ...], shown: str) -> Measure:
    return Measure("3 points", "order", "pairs off the ideal", value, shown)


def test_what_looks_the_same_and_is_later_says_so() -> None:
    change = CriterionChange(order((1, 2, 3), "2 v 6, 3 v 5"), order((1, 2, 4), "2 v 6, 3 v 5"))
    assert change.worse
    told = change_words(change)
    assert told.startswith("pairs off the ideal, 3 points: 2 v 6, 3 v 5, would be ")
    assert told.count("2 v 6") == 1
    assert "later" in told


def test_beside_a_board_a_measure_has_its_few_words() -> None:
    long = "topscorers, or their opponents, with a colour difference beyond two"
    was, would_be = (Measure("", "C10", long, count, brief="colours") for count in (1, 2))
    assert verdict(Cost((CriterionChange(was, would_be),))).words == "colours: 1 → 2"
    was, would_be = (Measure("", "C1", "pairs who have met", count) for count in (0, 1))
    assert verdict(Cost((CriterionChange(was, would_be),))).words == "pairs who have met: 0 → 1"
    some, others = order((1, 2), "1 v 3"), order((1, 3), "1 v 3, 2 v 4")
    words = verdict(Cost((CriterionChange(some, others),))).words
    assert words == "pairs off the ideal: worse", "a list says nothing at a glance"


def test_beside_a_board_stands_the_gravest_and_how_many_more_there_are() -> None:
    def change(name: str, was: int, now: int) -> CriterionChange:
        return CriterionChange(*(Measure("", name, name, count) for count in (was, now)))

    met, turned, floats = change("met", 0, 1), change("turned", 1, 2), change("floats", 3, 2)
    alone, two = verdict(Cost((met,))), verdict(Cost((met, turned)))
    assert (alone.words, alone.more) == ("met: 0 → 1", 0)
    assert (two.words, two.more) == ("met: 0 → 1", 1)
    better = verdict(Cost((floats,)))
    assert (better.words, better.more) == ("better: floats: 3 → 2", 0)


def test_where_only_better_comes_of_it_nothing_is_said_to_be_equal() -> None:
    """Of two who can only float, the draw takes first who has not floated down: that a lower
    player floats, and a lower one has the bye, if they change is better in all that is counted."""
    event, round = next((e, r) for e, r in rounds(1271, 1) if r.number == 6)
    (bye,) = round.byes
    told = instead_of_bye(event, KJCA, round, bye, "6")
    assert told.changes
    assert not any(change.worse for change in told.changes)
    assert "no criterion gets worse: the draw settles one player after the other" in cost_words(
        told, event
    )
    assert "equal in this" not in cost_words(told, event)
