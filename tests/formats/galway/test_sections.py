"""How a field is divided: sizes, byes, the arbiter's word, the freeze, late entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, product
from typing import Any

import pytest

from engine.actions import AddEntrant, ChangeSettings, EditEntrant
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from formats.galway.sections import sections_of
from formats.galway.settings import section_count, section_sizes
from tests.formats.galway.events import GALWAY, asking, congress, drawn, event, letters, player

OF_THE_PAGE = {
    40: [10] * 4,
    57: [14, 14, 14, 15],
    90: [22, 22, 22, 24],
    95: [24, 24, 22, 25],
    99: [24, 24, 24, 27],
    100: [20] * 5,
    124: [24, 24, 24, 24, 28],
    125: [22, 20, 20, 20, 20, 23],
    150: [24, 24, 24, 24, 24, 30],
}


def sizes(entries: int, **more: bool) -> list[int]:
    return section_sizes(entries, section_count(entries, (100, 125)), 24, **more)


def parts(given: Event) -> list[int]:
    divided = GALWAY.divided(given)
    assert divided is not None
    return [len(part.entrants) for part in divided.parts]


@pytest.mark.parametrize("entries", OF_THE_PAGE)
def test_sizes_are_those_of_the_page(entries: int) -> None:
    assert sizes(entries) == OF_THE_PAGE[entries]


def test_equal_sections_leave_the_rest_to_the_lowest() -> None:
    assert sizes(95, equal=True) == [22, 22, 22, 29]


def test_all_sizes_keep_the_rules_and_no_others_leave_a_smaller_lowest_section() -> None:
    for entries in range(16, 301):
        *upper, lowest = sizes(entries)
        assert sum(upper) + lowest == entries
        assert all(size % 2 == 0 and 8 <= size <= 24 for size in upper), entries
        assert max(upper) - min(upper) <= 2
        assert all(above >= below for above, below in pairwise(upper))
        assert lowest >= max(upper)
        for base, larger in product(range(2, 25, 2), range(len(upper))):
            other = [base + 2] * larger + [base] * (len(upper) - larger)
            rest = entries - sum(other)
            assert max(other) > 24 or rest < max(other) or rest >= lowest, (entries, other)


@pytest.mark.parametrize(
    ("entries", "sections"),
    [
        *((8, 0), (15, 0), (16, 2), (23, 2), (24, 3), (31, 3), (32, 4), (99, 4)),
        *((100, 5), (124, 5), (125, 6), (300, 6)),
    ],
)
def test_the_number_of_sections(entries: int, sections: int) -> None:
    assert section_count(entries, (100, 125)) == sections


@pytest.mark.parametrize("entries", range(2, 16))
def test_fewer_than_sixteen_are_refused_and_a_plain_swiss_is_offered(entries: int) -> None:
    with pytest.raises(Refused, match="plain Swiss"):
        GALWAY.draw(event(entries))
    told = GALWAY.advise(event(entries))
    assert told[0].urgent
    assert "plain Swiss" in told[0].text


def test_more_than_149_are_drawn_and_more_sections_are_offered() -> None:
    assert parts(event(149)) == [24, 24, 24, 24, 24, 29]
    assert not [a for a in GALWAY.advise(event(149)) if "sections = " in a.text]
    big = event(160)
    assert parts(big) == [24, 24, 24, 24, 24, 40]
    assert [a.text for a in GALWAY.advise(big)] == [
        "the lowest section has 40 players; sections = 7 makes 24 the most"
    ]
    assert max(parts(event(160, sections=7))) <= 24


def test_small_fields_are_told_of_fewer_sections() -> None:
    assert [a.text for a in GALWAY.advise(event(24))] == [
        "24 players: 3 sections instead of 4, so that each has 8 or more"
    ]


@pytest.mark.parametrize(
    ("entries", "note"),
    [
        (17, "15 players without a bye in round 1: sections take 16 or more"),
        (26, "24 players without a bye in round 1: 3 sections instead of 4"),
    ],
)
def test_a_count_that_leaves_out_byes_of_round_1_says_so(entries: int, note: str) -> None:
    first, second, *others = event(entries).entrants
    given = event([asking(first, 1), asking(second, 1), *others])
    assert GALWAY.advise(given)[0].text.startswith(note)


@pytest.mark.parametrize(
    ("entries", "settings"),
    [(20, {"sections": 4}), (20, {"sizes": (10, 10)}), (30, {"sizes": (29,)})],
)
def test_what_the_draw_will_refuse_is_advised_before_it(
    entries: int, settings: dict[str, object]
) -> None:
    small = event(entries, **settings)
    with pytest.raises(Refused) as refused:
        drawn(small)
    advised = GALWAY.advise(small)[0]
    assert (advised.text, advised.urgent) == (str(refused.value), True)


def test_sections_follow_the_ratings_whatever_the_order_of_entry() -> None:
    shuffled = [player(no, 2000 - (no * 37) % 41) for no in range(1, 41)]
    of = sections_of(event(shuffled)).of
    ratings = [[e.rating or 0 for e in shuffled if of[e.id] == n] for n in range(4)]
    assert [len(part) for part in ratings] == [10] * 4
    assert all(min(above) >= max(below) for above, below in pairwise(ratings))


def test_byes_of_round_1_are_not_counted_but_placed_by_rating() -> None:
    players = [player(no) for no in range(1, 42)]
    players[4] = asking(players[4], 1)
    given = event(players)
    assert parts(given) == [11, 10, 10, 10]
    assert sections_of(given).of["5"] == 0
    assert [a.text for a in GALWAY.advise(given)] == [
        "section A has 11 players with those who have a bye in round 1; where an odd number of "
        "them play a closed round, the lowest meets a player of section B"
    ]
    moved = event(players, **GALWAY.moved_boundary(given, 0, 1))
    assert parts(moved) == [12, 9, 10, 10]


def test_a_bye_asked_for_after_boundaries_were_moved_moves_none_of_them() -> None:
    players = [player(no) for no in range(1, 70)]
    players[4] = asking(players[4], 1)
    given = event(players)
    settings = GALWAY.moved_boundary(given, 0, 1)
    moved = event(players, **settings)
    assert parts(moved)[:-1] == settings["sizes"]
    for other in (2, 30, 50):
        later = [*players]
        later[other] = asking(players[other], 1)
        assert sections_of(event(later, **settings)).of == sections_of(moved).of


def test_what_is_proposed_comes_back() -> None:
    given = event(57)
    moved = event(57, **GALWAY.moved_boundary(given, 1, 3))
    assert parts(moved) != parts(given)
    back = ChangeSettings(GALWAY.proposed_boundaries(moved)).apply(moved, GALWAY)
    assert parts(back) == parts(given)
    assert GALWAY.proposed_boundaries(back) == {}


def test_a_section_made_even_that_byes_leave_odd_in_round_1_is_told() -> None:
    players = [player(no) for no in range(1, 42)]
    players[4] = asking(players[4], 1)
    moved = event(players, **GALWAY.moved_boundary(event(players), 0, 1))
    assert [a.text for a in GALWAY.advise(moved)] == [
        "section A has 12 players with those who have a bye in round 1; round 1 leaves it odd: "
        "11 play",
        "section B has 9 players; where an odd number of them play a closed round, the lowest "
        "meets a player of section C",
    ]


@pytest.mark.parametrize("sizes", list(product((9, 10, 11), repeat=3)))
def test_moving_a_boundary_is_advised_just_where_it_leaves_fewer_sections_odd(
    sizes: tuple[int, ...],
) -> None:
    """Counted over every boundary moved by one either way; the lowest section may be odd."""

    def odd(given: Sequence[int]) -> int:
        return sum(size % 2 for size in given)

    helps = {
        "BCD"[n]
        for n, by in product(range(3), (1, -1))
        if odd([s + by * (m == n) - by * (m == n + 1) for m, s in enumerate(sizes)]) < odd(sizes)
    }
    told = [a.text for a in GALWAY.advise(event(41, sizes=sizes))]
    advised = {m[1] for t in told if (m := re.search(r"; the boundary to section (.) moved", t))}
    assert advised <= helps
    assert bool(advised) == bool(helps)
    assert sum(t.startswith("section") for t in told) == odd(sizes)


def test_the_advice_on_a_boundary_says_what_it_makes_of_round_1() -> None:
    """Who has a bye in round 1 leaves an even section odd there, unless he is moved out of it."""
    for sizes, who, told in (
        ((11, 11, 12), 5, "both even, but round 1 leaves section A odd"),
        ((12, 12, 11), 20, "boundary to section D moved by one makes it even"),
        ((12, 12, 11), 30, "moved by one makes it even, but round 1 leaves section C odd"),
        ((12, 12, 11), 35, "boundary to section D moved up by one makes it even"),
    ):
        players = [player(no) for no in range(1, 46)]
        players[who - 1] = asking(players[who - 1], 1)
        given = event(players, sizes=sizes)
        (first, *_) = [a.text for a in GALWAY.advise(given) if "boundary" in a.text]
        assert first.endswith(told.replace("both", "moved by one makes sections A and B"))
    players = [player(no) for no in range(1, 46)]
    for who in (3, 15):
        players[who - 1] = asking(players[who - 1], 1)
    (first, *_) = [a.text for a in GALWAY.advise(event(players, sizes=(11, 11, 12)))]
    assert first.endswith("makes sections A and B even, but round 1 leaves sections A and B odd")


def test_small_and_large_sections_are_told_by_who_is_in_them() -> None:
    """A bye in round 1 takes nobody out of the last rounds; a letter moves a player."""
    players = [player(no) for no in range(1, 19)]
    players[6], players[15] = asking(players[6], 1), asking(players[15], 1)
    assert not [
        a.text for a in GALWAY.advise(event(players, sizes=(8,))) if "a section of" in a.text
    ]
    lettered = [replace(p, section="B") if p.id == "1" else p for p in map(player, range(1, 17))]
    assert GALWAY.advise(event(lettered))[0].text.startswith(
        "a section of 7 may have no legal draw"
    )
    many = [player(no) for no in range(1, 162)]
    many[-1] = asking(many[-1], 1)
    assert parts(event(many))[-1] == 41
    assert (
        "the lowest section has 40 players without those who have a bye in round 1; sections"
        in (GALWAY.advise(event(many))[0].text)
    )


def test_a_bye_of_another_round_counts_as_any_entry() -> None:
    players = [player(no) for no in range(1, 41)]
    players[4] = asking(players[4], 3)
    assert parts(event(players)) == [10] * 4


def test_99_entries_and_a_bye_make_four_sections_not_five() -> None:
    players = [player(no) for no in range(1, 101)]
    players[50] = asking(players[50], 1)
    assert len(parts(event(players))) == 4


def test_the_arbiters_boundary_moves_players_and_no_others() -> None:
    given = event(40)
    assert GALWAY.moved_boundary(given, 1, 3) == {"sizes": [10, 13, 7]}
    assert GALWAY.moved_boundary(given, 0, -2) == {"sizes": [8, 12, 10]}
    moved = event(40, **GALWAY.moved_boundary(given, 1, 3))
    assert parts(moved) == [10, 13, 7, 10]
    of = sections_of(moved).of
    assert [of[str(no)] for no in (10, 11, 23, 24, 30, 31)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(("upper", "by"), [(3, 1), (-1, 1), (0, 9), (0, -9)])
def test_a_boundary_that_cannot_move_is_refused(upper: int, by: int) -> None:
    with pytest.raises(Refused):
        GALWAY.moved_boundary(event(40), upper, by)


def test_an_entry_with_a_section_is_in_it_whatever_his_rating() -> None:
    players = [player(no) for no in range(1, 41)]
    players[0] = replace(players[0], section="c")
    players[39] = replace(players[39], section="A")
    of = sections_of(event(players)).of
    assert (of["1"], of["40"], of["2"], of["39"]) == (2, 0, 0, 3)


def test_a_section_that_does_not_exist_is_told_and_not_taken() -> None:
    players = [player(no) for no in range(1, 41)]
    players[0] = replace(players[0], section="Minor")
    given = event(players)
    assert sections_of(given).of["1"] == 0
    assert any("'Minor'" in a.text for a in GALWAY.advise(given))


def test_publication_of_round_1_freezes_the_sections() -> None:
    before = event(40)
    divided = GALWAY.divided(before)
    assert divided is not None
    assert (divided.title, divided.frozen, divided.movable) == ("Sections", False, True)
    assert divided.parts[1].remark == "2345 to 2300"
    after = drawn(before)
    assert letters(after) == "A" * 10 + "B" * 10 + "C" * 10 + "D" * 10
    divided = GALWAY.divided(after)
    assert divided is not None
    assert (divided.frozen, divided.movable) == (True, False)
    with pytest.raises(Refused, match="settled"):
        GALWAY.moved_boundary(after, 0, 1)


def test_a_later_rating_or_setting_moves_nobody() -> None:
    after = drawn(event(40))
    changed = EditEntrant("1", {"rating": 1200}).apply(after, GALWAY)
    changed = replace(changed, settings=GALWAY.settings({"sections": 2}, changed.settings))
    assert sections_of(changed).of == sections_of(after).of


@pytest.mark.parametrize(
    ("rating", "section"),
    [(2600, "A"), (2351, "A"), (2348, "B"), (2300, "B"), (2202, "D"), (None, "D"), (2249, "D")],
)
def test_a_late_entry_goes_where_the_rating_falls(rating: int | None, section: str) -> None:
    after = drawn(event(40))
    late = AddEntrant(Entrant("", "Zora Late", rating)).apply(after, GALWAY)
    assert sections_of(late).name("999") == section
    # and stays there from the publication of the next round
    assert GALWAY.freeze(late).entrant("999").section == section


def test_a_late_entry_is_not_led_astray_by_an_entry_in_another_section() -> None:
    """A player of 2210 was put into A by the arbiter: one of 2211 is still of section D."""
    players = [player(no) for no in range(1, 41)]
    players[37] = replace(players[37], section="A")
    late = AddEntrant(Entrant("", "Zora Late", 2211)).apply(drawn(event(players)), GALWAY)
    assert sections_of(late).name("999") == "D"


def test_the_arbiter_places_a_late_entry_himself() -> None:
    late = AddEntrant(Entrant("", "Zora Late", 2600, section="C")).apply(drawn(event(40)), GALWAY)
    assert sections_of(late).name("999") == "C"


def test_sizes_that_leave_nobody_are_refused_at_the_draw() -> None:
    with pytest.raises(Refused, match="lowest section"):
        GALWAY.draw(event(40, sizes=[20, 20]))
    assert parts(event(40, sizes=[20, 20])) == [20, 20, 0]
    with pytest.raises(Refused, match="set sections to 5 or less"):
        GALWAY.draw(event(40, sections=6))


@pytest.mark.parametrize(
    ("key", "value", "bounds"),
    [
        ("sections", 150, "at least 2, at most 26"),
        ("sections", 1, "at least 2, at most 26"),
        ("closed_rounds", 0, "at least 1, at most 98"),
        ("closed_rounds", 6, "1 to 5, fewer than the rounds, which are 6"),
        ("max_section", 7, "at least 8, at most 200"),
        ("section_thresholds", "125,100", "rising"),
        ("section_thresholds", "0", "each at least 2"),
        ("section_sizes", "odd", "'even out' or 'equal'"),
        ("mixed_groups", "swiss", "'upper first' or 'plain dutch'"),
        ("odd_section", "pass", "'lowest', 'neighbour' or 'bye'"),
        ("sizes", "1,2", "each at least 2"),
        ("sizes", ",".join(["8"] * 30), "25 numbers at most"),
        ("rounds", 1, "fewer than the rounds"),
    ],
)
def test_nonsense_settings_are_refused_with_their_bounds(
    key: str, value: object, bounds: str
) -> None:
    with pytest.raises(Refused) as refusal:
        GALWAY.settings({key: value})
    assert bounds in str(refusal.value)


def test_settings_go_back_to_what_is_proposed() -> None:
    moved = GALWAY.settings({"sizes": [12, 8, 10], "sections": 4})
    again = GALWAY.settings({"sizes": "none", "sections": ""}, moved)
    assert again.chosen == {}


def test_the_congress_has_four_sections_with_its_byes() -> None:
    given = congress()
    playing = sum(e.to_be_paired(1) for e in given.entrants)
    assert (len(given.entrants), playing) == (97, 90)
    assert section_sizes(90, 4, 24) == [22, 22, 22, 24]
    assert sum(parts(given)) == 97


def test_a_section_that_byes_make_too_large_is_told() -> None:
    entrants = [asking(player(no), *([1] if no in (30, 31) else [])) for no in range(1, 98)]
    told = [a.text for a in GALWAY.advise(event(entrants))]
    assert any("section B has 26 players" in t and "more than 24" in t for t in told), told


@pytest.mark.parametrize(
    "new", [{"sections": 3}, {"sizes": (10, 10)}, {"max_section": 16}, {"section_sizes": "equal"}]
)
def test_settings_that_cut_sections_are_refused_once_these_are_frozen(new: dict[str, Any]) -> None:
    """Before round 1 they cut them; afterwards they would be heeded by nobody. Others change."""
    before = event(40)
    assert ChangeSettings(new).apply(before, GALWAY).settings != before.settings
    after = drawn(before)
    with pytest.raises(Refused, match="the sections are frozen since round 1"):
        ChangeSettings(new).apply(after, GALWAY)
    assert ChangeSettings({"closed_rounds": 1}).apply(after, GALWAY).settings.rounds == 6


def test_a_first_board_for_a_section_that_is_not_there_is_said() -> None:
    settled = ChangeSettings({"section_boards": "B 101, Z 201"}).apply(congress(), GALWAY)
    told = [one.text for one in GALWAY.advise(settled)]
    assert "section_boards has Z: the sections are A to D" in told
    there = ChangeSettings({"section_boards": "B 101, D 201"}).apply(congress(), GALWAY)
    assert not [one for one in GALWAY.advise(there) if "section_boards" in one.text]


def test_a_first_board_is_for_one_section() -> None:
    with pytest.raises(Refused, match="section_boards"):
        GALWAY.settings({"section_boards": "AB 101"})


def test_a_late_entry_leaves_the_sections_frozen() -> None:
    """Also one with points for the rounds missed, who stands in round 1."""
    before = drawn(event(40))
    after = AddEntrant(Entrant("", "Zora Late", 2290), Decimal("0.5")).apply(before, GALWAY)
    divided = GALWAY.divided(after)
    assert divided is not None
    assert divided.frozen
    with pytest.raises(Refused, match="sizes cannot change now"):
        ChangeSettings({"sizes": (12, 10, 10)}).apply(after, GALWAY)


@pytest.mark.parametrize("letter", ["", "G", "Juniors"])
def test_a_letter_that_names_no_section_makes_none_and_frees_none(letter: str) -> None:
    before = drawn(event(40))
    after = EditEntrant("7", {"section": letter}).apply(before, GALWAY)
    assert sections_of(after) == sections_of(before)
    divided = GALWAY.divided(after)
    assert divided is not None
    assert divided.frozen
    told = [a.text for a in GALWAY.advise(after) if "no section" in a.text]
    assert told == (
        [f"P007: no section {letter!r} here, A to D; placed by rating"] if letter else []
    )


def test_the_letter_behind_the_last_makes_no_section() -> None:
    after = EditEntrant("7", {"section": "E"}).apply(drawn(event(40)), GALWAY)
    assert sections_of(after).count == 4
