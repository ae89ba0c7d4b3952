"""Who stands on which line of the draw: seeds, lots, clubs, the arbiter's word."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from engine.actions import Instruct, Propose, PublishRound, SwapPlaces
from engine.entrants import Entrant
from engine.event import Instruction
from engine.reasons import Reason
from engine.refusal import Refused
from engine.rules import conflicts
from formats.knockout.drawing import resting_neighbours
from tests.formats.knockout.cups import Cup
from tests.work import counted


def of_clubs(clubs: str) -> list[Entrant]:
    """Entrants in order of rating, their club a letter each (a dot: none)."""
    return [
        Entrant("", f"P{no}", rating=3000 - no, club=club.strip("."))
        for no, club in enumerate(clubs, start=1)
    ]


def of_one_club(cup: Cup) -> int:
    clubs = {e.id: e.club for e in cup.event.entrants}
    return sum(
        bool(clubs[m.white]) and clubs[m.white] == clubs[m.black] for m in cup.current.matches
    )


def test_eight_seeds_meet_in_the_usual_places() -> None:
    cup = Cup(8)
    cup.draw()
    assert cup.pairs == [{"P1", "P8"}, {"P4", "P5"}, {"P3", "P6"}, {"P2", "P7"}]
    assert {m.group for m in cup.current.matches} == {"Quarter-finals"}


def test_given_seeds_come_before_ratings() -> None:
    entrants = [
        Entrant("", "Strong", rating=2600),
        Entrant("", "Second", rating=1000, seed=2),
        Entrant("", "First", rating=900, seed=1),
        Entrant("", "Weak", rating=800),
    ]
    cup = Cup(entrants)
    cup.draw()
    assert cup.pairs == [{"First", "Weak"}, {"Strong", "Second"}]


def test_lots_are_recorded_and_repeatable() -> None:
    first, again = Cup(16, placement="drawn"), Cup(16, placement="drawn")
    first.draw()
    again.draw()
    assert first.pairs == again.pairs
    other = Cup(16)
    other.draw()
    assert first.pairs != other.pairs
    (lot,) = first.event.lots
    assert sorted(lot.order, key=int) == [str(n) for n in range(1, 17)]
    assert lot.purpose == "lines of the draw"


def test_placed_seeds_keep_their_lines_and_only_the_rest_is_drawn() -> None:
    cup = Cup(12, placement="mixed", seeds=4)
    first = cup.draw()
    assert {bye.entrant for bye in first.byes} == {"1", "2", "3", "4"}
    (lot,) = cup.event.lots
    assert sorted(lot.order, key=int) == [str(n) for n in range(5, 13)]
    cup.enter(*["1-0"] * 4)
    cup.draw()
    seeds = [{"P1", "P2", "P3", "P4"} & pair for pair in cup.pairs]
    assert seeds == [{"P1"}, {"P4"}, {"P3"}, {"P2"}]


@pytest.mark.parametrize(
    "clubs",
    ["ABCDEFGA", "AABBCCDDDDCCBBAA", "AAAABBBB", "AAAAAABB", "AAAAAAAA", "ABBA....", "AAAABBBAAB"],
)
def test_clubs_are_kept_apart_as_far_as_it_is_possible(clubs: str) -> None:
    plain, apart = Cup(of_clubs(clubs)), Cup(of_clubs(clubs), separate_clubs=True)
    plain.draw()
    apart.draw()
    upper = [int(m.white) for m in plain.current.matches]
    lower = [int(m.black) for m in plain.current.matches]
    if len(lower) < 8:  # every order of the opponents
        fewest = min(
            sum(clubs[a - 1] == clubs[b - 1] != "." for a, b in zip(upper, order, strict=True))
            for order in permutations(lower)
        )
        assert of_one_club(apart) == fewest
    else:
        assert of_one_club(apart) == 0
    assert sorted(int(m.white) for m in apart.current.matches) == sorted(upper)


def test_without_a_clash_of_clubs_nobody_is_moved() -> None:
    plain, apart = Cup(of_clubs("ABCDDCAB")), Cup(of_clubs("ABCDEFGH"), separate_clubs=True)
    plain.draw()
    apart.draw()
    assert plain.pairs == apart.pairs


def test_what_cannot_be_kept_apart_is_said_and_marked() -> None:
    cup = Cup(of_clubs("AAAAAABB"), separate_clubs=True)
    found = cup.format.draw(cup.event)
    assert found.notes == (Reason.of("one-club", pairs=2),)
    cup.draw()
    rules = [c.rule for c in conflicts(cup.format, cup.event, cup.current)]
    assert rules == ["same-club", "same-club"]


def test_the_first_match_after_a_bye_is_kept_apart_too() -> None:
    # six: 1 and 2 have byes; 1 meets the winner of 4 v 5, 2 that of 3 v 6
    cup = Cup(of_clubs("ABCDAB"), separate_clubs=True)
    cup.draw()
    assert cup.pairs == [{"P4", "P6"}, {"P3", "P5"}]
    plain = Cup(of_clubs("ABCDAB"))
    plain.draw()
    assert plain.pairs == [{"P4", "P5"}, {"P3", "P6"}]


def first_meetings(cup: Cup) -> list[set[str]]:
    """Who meet in the second round, both from byes."""
    first = cup.current
    resting = {bye.entrant for bye in first.byes}
    cup.enter(*["1-0"] * len(first.matches))
    cup.draw()
    return [{m.white, m.black} for m in cup.current.matches if {m.white, m.black} <= resting]


@pytest.mark.parametrize("placement", ["seeded", "mixed", "drawn"])
def test_two_of_a_club_who_both_come_from_byes_are_kept_apart(placement: str) -> None:
    # nine: 8 meets 9, all others have byes; 2 and 7, 3 and 6, 4 and 5 meet in their first match
    cup = Cup(of_clubs("ABCDDEFGH"), separate_clubs=True, placement=placement, seeds=4)
    found = cup.format.draw(cup.event)
    assert not found.notes
    cup.draw()
    clubs = {e.id: e.club for e in cup.event.entrants}
    byes = [bye.entrant for bye in cup.current.byes]
    if placement == "seeded":
        assert set(byes) == set("1234567")
    assert all(len({clubs[id] for id in pair}) == 2 for pair in first_meetings(cup))


def test_a_lot_that_gives_a_bye_beside_a_seed_of_the_club_is_exchanged_with_another_lot() -> None:
    """Eleven, four seeds: 4 and the fifth line have byes and meet, and no other two with byes; who
    was drawn there changes places with somebody drawn elsewhere."""
    for seed in range(20):
        cup = Cup(of_clubs("XYZAABCDEFG"), separate_clubs=True, placement="mixed")
        cup.event = replace(cup.event, seed=seed)
        assert not cup.format.draw(cup.event).notes
        first = cup.draw()
        assert {"1", "2", "3", "4"} < {bye.entrant for bye in first.byes}
        clubs = {e.id: e.club for e in cup.event.entrants}
        (pair,) = first_meetings(cup)
        assert {clubs[id] for id in pair} != {"A"}


def test_a_seed_keeps_its_bye_and_the_club_is_noted() -> None:
    """Eleven by their seeds: 5 has a bye and 4's club, and no other two with byes meet."""
    cup = Cup(of_clubs("XYZAABCDEFG"), separate_clubs=True)
    found = cup.format.draw(cup.event)
    assert found.notes == (Reason.of("one-club-after-byes", byes=1),)
    first = cup.draw()
    assert {bye.entrant for bye in first.byes} == {"1", "2", "3", "4", "5"}
    measures = {m.name: m.value for m in cup.format.measures(cup.event, first)}
    assert measures["clubs after byes"] == 1


def test_a_club_that_cannot_be_kept_apart_after_a_bye_is_said_and_marked() -> None:
    cup = Cup(of_clubs("ABCDAA"), separate_clubs=True)
    found = cup.format.draw(cup.event)
    assert found.notes == (Reason.of("one-club-after-byes", byes=1),)
    cup.draw()
    cup.enter(*["0-1"] * 2)
    cup.draw()
    rules = [c.rule for c in conflicts(cup.format, cup.event, cup.current)]
    assert rules == ["same-club"]


@pytest.mark.parametrize(
    ("entrants", "waiting"),
    [
        (4, {}),
        (5, {(4, 5): 1}),
        (6, {(4, 5): 1, (3, 6): 2}),
        (7, {(4, 5): 1}),
        (8, {}),
    ],
)
def test_who_waits_for_the_winner_of_a_first_match(
    entrants: int, waiting: dict[tuple[int, int], int]
) -> None:
    """By the lines of eight: 1-8 4-5, 2-7 3-6; of seven nobody but the first waits."""
    assert resting_neighbours(entrants) == waiting


def test_barred_entrants_do_not_meet_in_the_first_round() -> None:
    cup = Cup(8)
    cup.do(Instruct(Instruction("bar", "1", "8")))
    cup.draw()
    assert {"P1", "P8"} not in cup.pairs


def test_locked_entrants_meet_where_their_lines_allow_it() -> None:
    cup = Cup(8)
    cup.do(Instruct(Instruction("lock", "1", "5", 1)))
    cup.draw()
    assert {"P1", "P5"} in cup.pairs
    high = Cup(8)
    with pytest.raises(Refused, match="P1 and P2 cannot meet in round 1"):
        high.do(Instruct(Instruction("lock", "1", "2", 1)))
    cup.enter(*["1-0"] * 4)
    with pytest.raises(Refused, match="their places in the bracket do not meet"):
        cup.do(Instruct(Instruction("lock", "1", "2", 2)))


def test_a_swap_by_hand_changes_the_lines_for_good() -> None:
    cup = Cup(6)
    found = cup.format.draw(cup.event)
    cup.do(Propose(1, found.matches, found.byes))
    cup.do(SwapPlaces("1", "5"))
    cup.do(PublishRound(1, insist=True))
    assert {bye.entrant for bye in cup.current.byes} == {"5", "2"}
    cup.enter("1-0", "1-0")
    cup.draw()
    assert {"P5", "P4"} in cup.pairs


@pytest.mark.parametrize("count", [1, 1025])
def test_fields_too_small_and_too_large_are_refused_in_words(count: int) -> None:
    cup = Cup(count)
    with pytest.raises(Refused, match="2 to 1,024"):
        cup.format.draw(cup.event)


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
def test_a_thousand_and_twenty_four_are_drawn_with_little_work(format: str) -> None:
    entrants = [Entrant("", f"P{n}", rating=3000 - n, club=f"C{n % 5}") for n in range(1, 1025)]
    cup = Cup(entrants, format, separate_clubs=True)
    with counted() as work:
        cup.format.draw(cup.event)
    assert work.calls < 600_000
    cup.draw()
    assert of_one_club(cup) == 0
