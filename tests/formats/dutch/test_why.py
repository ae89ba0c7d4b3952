"""What is said of boards and byes: in words, and every number confirmed by counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from engine.entrants import Entrant
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.history import cards
from engine.instead import instead_of_bye
from engine.proposal import swap, turn
from engine.protocol import Proposal
from engine.reasons import LOCKED, Reason, Reasons
from engine.refusal import Refused
from engine.results import parse_game
from engine.rules import conflicts
from formats.dutch.position import preference
from formats.dutch.reading import origin, points
from formats.dutch.wording import words
from formats.registry import format_named
from tests.formats.dutch.confirming import (
    DUTCH,
    NUMBERED,
    check_larger,
    proposed,
    random_event,
    read_event,
    sweep,
)
from tests.formats.dutch.conformance import position_names
from tests.playing import begun, play, propose
from tests.sampling import sampled


def test_every_number_of_hundreds_of_boards_is_confirmed() -> None:
    checked = sweep(range(20), 8)
    assert checked.boards > 150
    assert min(checked.minimum, checked.again, checked.met) > 15


@pytest.mark.parametrize("name", [n for n in position_names() if n[-2:] != "r1"][::60])
def test_counts_and_colours_told_in_fields_of_any_size(name: str) -> None:
    event = read_event(name)
    proposal = NUMBERED.draw(event)
    assert check_larger(event, proposal) >= len(proposal.matches) // 2


@pytest.mark.slow
def test_counts_and_colours_told_of_many_positions() -> None:
    for name in position_names()[::3]:
        event = read_event(name)
        check_larger(event, NUMBERED.draw(event))


@pytest.mark.slow
def test_every_number_of_thousands_of_boards_is_confirmed() -> None:
    checked = sweep(range(1000, 1600), 9)
    assert checked.boards > 5000
    assert min(checked.minimum, checked.again, checked.order, checked.impossible) > 50


def player(no: int, name: str) -> Entrant:
    return Entrant(str(no), name, 2400 - no)


def event(names: str, *rounds: str, **settings: object) -> Event:
    """Rounds as written: `1-4 1-0, 2-3 1/2-1/2`; White first, one number alone has the bye."""
    given = {"rounds": 5, "initial_colour": "white", **settings}
    players = tuple(player(no, name) for no, name in enumerate(names.split(), start=1))
    found = Event("Test", "dutch", DUTCH.settings(given), 0, players)
    for no, text in enumerate(rounds, start=1):
        matches: list[Match] = []
        byes: list[Bye] = []
        for part in text.split(", "):
            if part.isdigit():
                byes.append(Bye(part, Decimal(1)))
                continue
            who, result = part.split()
            white, black = who.split("-")
            matches.append(Match(len(matches) + 1, white, black, parse_game(result)))
        round = Round(no, RoundState.PUBLISHED, tuple(matches), tuple(byes))
        found = found.with_round(round)
    return found


NAMES = "Ashgrove Quilty Moyvane Dunloy Fallonby Lissadell"


def board(event: Event, round: Round | Proposal, *ids: str) -> Match:
    return next(m for m in round.matches if set(m.pair) == set(ids))


def test_the_first_round_is_ideal_and_says_nothing() -> None:
    proposal = DUTCH.draw(event(NAMES))
    assert [(m.why, m.altered) for m in proposal.matches] == [((), "")] * 3
    lines = DUTCH.explain(event(NAMES), proposed(proposal), proposal.matches[0])
    assert lines[0].startswith("0 points: 6 players: 1 Ashgrove, 2 Quilty")
    assert lines[1] == "Ashgrove v Dunloy, 1 v 4 in the group: ideal opponents"
    assert lines[2] == (
        "colours: neither is due a colour; Ashgrove, number 1 of those paired so far (odd), "
        "has White (5.2.5); the colour of number 1 is given in the settings"
    )


@pytest.mark.parametrize("format", ["dutch", "team_swiss", "galway"])
@pytest.mark.parametrize(
    ("colour", "told"),
    [("lot", "was drawn by lot"), ("white", "is given in the settings")],
)
def test_where_the_first_colour_comes_from_is_told(format: str, colour: str, told: str) -> None:
    """C.04.3, 5.1: before round 1 the lot decides. It is recorded with the draw, so the event as it
    was drawn from does not have it yet."""
    field = [Entrant("", f"P{n}", rating=2000 - n) for n in range(20)]
    played = begun(format_named(format), field, initial_colour=colour)
    before = played.event
    round = propose(played)
    for known in (before, played.event):
        explained = played.format.explain(known, round, round.matches[0])
        (line,) = [text for text in explained if "colours:" in text]
        assert line.endswith(f"; the colour of number 1 {told}")


def test_a_first_colour_without_a_lot_is_that_of_round_1_as_it_was_played() -> None:
    """As in an event that began with the rounds of a file."""
    field = [Entrant("", f"P{n}", rating=2000 - n) for n in range(20)]
    played = begun(format_named("dutch"), field, initial_colour="lot")
    play(played, 1)
    assert origin(replace(played.event, lots=())) == "played"


def test_a_meeting_in_the_past_is_told_with_its_round() -> None:
    after = event(NAMES, "1-4 1/2-1/2, 5-2 1/2-1/2, 3-6 1/2-1/2")
    proposal = DUTCH.draw(after)
    match = board(after, proposal, "6", "1")
    met = Reason.of("met", players=("1", "4"), round=1)
    (off,) = match.why
    assert off == Reason.of(
        "off-ideal", player="1", place=1, opponent="4", ideal_place=4, because=met
    )
    assert match.altered == "opponents"


def test_a_float_is_told_and_is_no_alteration_where_it_is_the_ideal_one() -> None:
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    proposal = DUTCH.draw(after)
    assert [m.altered for m in proposal.matches] == ["", "", ""]
    ((), (down,), ()) = (m.why for m in proposal.matches)
    assert (down.code, down["player"], down["group"]) == ("downfloat", "3", points(100))
    assert down["ideal"]
    assert down["lowest"]
    assert down["count"] == 3


def test_who_floats_instead_of_the_lowest_is_told_with_the_criterion() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1/2-1/2, 7")
    proposal = DUTCH.draw(after)
    match = board(after, proposal, "2", "3")
    down = match.why[0]
    assert (down["player"], down["instead"]) == ("2", True)
    assert down["because"] == Reason.of("scored-unplayed", players=("7",), round=1, by_rule="C14")
    assert match.altered == "opponents"
    lines = DUTCH.explain(after, proposed(proposal), match)
    assert (
        "with Kilbracken floating down, players who float down as in the previous round"
        " in 1 point: 1 instead of 0 (C14)"
    ) in lines
    bye = proposal.byes[0]
    (why,) = bye.why
    assert (why["player"], why["bye"], why["instead"]) == ("4", True, False)
    assert why["because"].code == "both-due"
    assert {*why["because"]["players"]} == {"4", "6"}
    lines = DUTCH.explain(after, proposed(proposal), bye)
    assert lines[0] == "the bye goes to the lowest score that can have it: 0 points (C5)"
    assert lines[-1] == (
        "with the bye for Fallonby, players who do not get their colour preference in 0 points:"
        " 1 instead of 0 (C12)"
    )


def test_the_whole_group_floats_where_the_rest_could_not_be_drawn() -> None:
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 2-4 1-0", "4-3 1/2-1/2, 1-2 1/2-1/2")
    two = replace(after.rounds[1], matches=(after.rounds[1].matches[0],))
    two = replace(two, byes=(Bye("1", Decimal("0.5"), "requested"), Bye("2", Decimal("0.5"))))
    after = replace(after, rounds=(after.rounds[0], two))
    proposal = DUTCH.draw(after)
    assert {frozenset(m.pair) for m in proposal.matches} == {frozenset("14"), frozenset("23")}
    lines = DUTCH.explain(after, proposed(proposal), proposal.matches[0])
    assert "players who float down in 1½ points: 2; that is the minimum (C6)" in lines
    assert (
        "1 pair could be made here, but with more than 0 the rest could not all be drawn (C4)"
    ) in lines


def test_who_is_barred_from_the_bye_is_told_with_the_reason() -> None:
    after = event("Ashgrove Quilty Moyvane", "1-2 1-0, 3", "3-1 0-1, 2")
    after = after.with_round(
        replace(after.rounds[1], matches=(Match(1, "3", "1", parse_game("0-1")),))
    )
    with pytest.raises(Refused):
        DUTCH.draw(event("Ashgrove Quilty Moyvane", "1-2 1-0, 3", "3-1 0-1, 2", "2-3 1-0, 1"))
    proposal = DUTCH.draw(after)
    assert [b.entrant for b in proposal.byes] == ["1"]
    lines = DUTCH.explain(after, proposed(proposal), proposal.byes[0])
    assert lines[0].endswith("2 points (C5)")
    assert "nobody with 1 point may have it: Quilty had the bye in round 2, Moyvane had" in str(
        lines
    )


def test_the_reason_of_a_bye_names_it_where_the_player_floats_down_to_it() -> None:
    after = event("Ashgrove Quilty Moyvane", "1-2 1-0, 3", "3-1 0-1, 2")
    after = after.with_round(
        replace(after.rounds[1], matches=(Match(1, "3", "1", parse_game("0-1")),))
    )
    bye = DUTCH.draw(after).byes[0]
    assert [DUTCH.worded(reason, after) for reason in bye.why] == [
        "Ashgrove floats down from 2 points: nobody else is there",
        "Ashgrove, moved down to 1 point, has the bye: one of 3, an odd number",
    ]


def test_a_preference_that_is_not_granted_marks_the_colours() -> None:
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 4-2 0-1")
    proposal = DUTCH.draw(after)
    assert [(m.altered, m.why) for m in proposal.matches] == [("", ()), ("", ())]
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 2-4 1-0")
    match = board(after, DUTCH.draw(after), "1", "2")
    assert match.altered == "colours"
    higher = Reason.of("ranks-higher", player="1")
    assert match.why == (Reason.of("both-due-one-colour", colour="B", player="1", because=higher),)
    lines = DUTCH.explain(after, proposed(DUTCH.draw(after)), match)
    assert (
        "players who do not get their colour preference in 1 point: 1; that is the minimum (C12)"
    ) in lines


def test_a_locked_board_says_so_and_what_it_costs() -> None:
    start = replace(event(NAMES), instructions=(Instruction("lock", "1", "2"),))
    proposal = DUTCH.draw(start)
    match = board(start, proposal, "1", "2")
    assert (match.why, match.altered) == ((LOCKED,), "opponents")
    lines = DUTCH.explain(start, proposed(proposal), match)
    assert lines[0] == "locked by the arbiter"
    assert "without locks: Ashgrove has White against Dunloy" in lines
    assert lines[-1].startswith("in this round as it stands, no criterion gets worse in 0 points")
    others = [m for m in proposal.matches if m is not match]
    assert [m.altered for m in others] == ["", ""]


def test_a_board_made_by_hand_is_held_against_the_draw() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1/2-1/2, 7")
    changed = swap(proposed(DUTCH.draw(after)), "7", "6")
    assert set(changed.matches[0].pair) == {"1", "6"}
    assert DUTCH.explain(after, changed, changed.matches[0]) == (
        "changed by hand",
        "the computer draw: Lissadell has White against Fallonby",
        "the computer draw: Ashgrove has Black against Kilbracken",
        "in this round as it stands, players who float down in 1 point: 3 instead of 1 (C6)",
    )


def test_colours_turned_by_hand_are_told_with_those_of_the_rules() -> None:
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    turned = turn(proposed(DUTCH.draw(after)), 1)
    assert turned.matches[0].pair == ("1", "2")
    lines = DUTCH.explain(after, turned, turned.matches[0])
    assert lines[-2:] == (
        "the colours have been turned; those of the rules:",
        "colours: Ashgrove is due Black, Quilty is due White (5.2.1)",
    )


@pytest.mark.parametrize("seed", sampled(range(25), range(0, 25, 2)))
def test_any_round_made_by_hand_is_explained_and_measures_worse(seed: int) -> None:
    rng = Random(seed)
    for before, proposal in random_event(seed, 9):
        drawn = proposed(proposal)
        own = [m.value for m in DUTCH.measures(before, drawn)]
        changed = drawn
        if len(drawn.matches) > 1:
            one, other = rng.sample(drawn.matches, 2)
            changed = swap(drawn, one.white, other.black)
        same = {frozenset(m.pair) for m in changed.matches} == {
            frozenset(m.pair) for m in drawn.matches
        }
        assert same or [m.value for m in DUTCH.measures(before, changed)] > own
        for round in (changed, replace(changed, matches=changed.matches[1:])):
            places: tuple[Match | Bye, ...] = (*round.matches, *round.byes)
            assert all(DUTCH.explain(before, round, place) for place in places)
        first = DUTCH.measures(before, replace(drawn, matches=drawn.matches[1:]))[0]
        assert (first.name, first.value) == ("all paired", 2)


@pytest.mark.parametrize("seed", range(12))
def test_a_board_turned_by_hand_is_marked_where_both_lose_their_colour_and_no_draw_is(
    seed: int,
) -> None:
    for before, proposal in random_event(seed, 9):
        drawn = proposed(proposal)
        assert "opposite-colours" not in {c.rule for c in conflicts(DUTCH, before, drawn)}
        for match in drawn.matches:
            white, black = (preference(cards(before)[id].colours).colour for id in match.pair)
            marks = conflicts(DUTCH, before, turn(drawn, match.board))
            marked = {c.board for c in marks if c.rule == "opposite-colours"}
            assert marked == ({match.board} if (white, black) == ("W", "B") else set())


def test_requested_byes_are_not_explained_away() -> None:
    start = event(NAMES)
    bye = Bye("1", Decimal("0.5"), "requested")
    assert DUTCH.explain(start, Round(1, byes=(bye,)), bye) == ("asked for",)


def test_groups_are_headed_by_their_players_and_floats() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1-0, 7")
    assert DUTCH.headings(after, proposed(DUTCH.draw(after))) == {
        "1 point": "4 players",
        "0 points": "3 players: 2 play each other, 1 has the bye",
    }
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    assert DUTCH.headings(after, proposed(DUTCH.draw(after))) == {
        "1 point": "3 players: 2 play each other, 1 floats down to 0 points",
        "0 points": "3 players: 2 play each other, 1 plays a downfloater (board above)",
    }


@pytest.mark.parametrize("seed", range(12))
def test_the_parts_of_a_heading_add_up_to_its_group_and_its_boards(seed: int) -> None:
    for before, proposal in random_event(seed, 11):
        drawn = proposed(proposal)
        listed = Counter(match.group for match in drawn.matches)
        for group, text in DUTCH.headings(before, drawn).items():
            size, _, told = text.partition(": ")
            parts = told.split(", ") if told else [f"{size.split()[0]} play each other"]
            counts = [int(part.split()[0]) for part in parts]
            assert sum(counts) == int(size.split()[0]), text
            level = sum(n for n, part in zip(counts, parts, strict=True) if "each other" in part)
            down = sum(n for n, part in zip(counts, parts, strict=True) if " to " in f"{part} ")
            assert level / 2 + down == listed[group], text


def test_a_colour_is_the_reason_of_a_board_that_the_moved_bye_would_leave_as_it_is() -> None:
    """By hand, C.04.3: P3 has come down to P1, P2, P5 and P8 on half a point. C9 moves the bye from
    P8 (one round without a game) to P5 (none); of P3, P1, P2 and P8 the first would still meet
    P1, but both are due White, while P3 v P8 and P1 v P2 give everybody his colour (C12)."""
    event, proposal = list(random_event(250, 11))[2]
    assert [bye.entrant for bye in proposal.byes] == ["5"]
    why = {match.pair: "; ".join(worded(match.why, event)) for match in proposal.matches}
    assert (
        why["1", "2"] == "P1 ideally meets P3 (2 v 1 in the group): they are both due White (C12)"
    )
    assert why["3", "8"].endswith(
        "P3 ideally meets P1 (1 v 2 in the group): they are both due White (C12)"
    )
    (resting,) = (bye for bye in proposal.byes if bye.kind == "pairing")
    assert "(C9)" in "; ".join(worded(resting.why, event))


def test_c9_is_the_reason_of_a_board_whose_ideal_opponent_has_the_bye_by_it() -> None:
    """By hand: P4, P5, P6, P7, P8 ideally leave P8 with the bye, who has missed a round; P7 has it,
    and the others meet in their order, P6 v P8."""
    event, proposal = list(random_event(130, 11))[1]
    assert [bye.entrant for bye in proposal.byes if bye.kind == "pairing"] == ["7"]
    (why,) = (match.why for match in proposal.matches if set(match.pair) == {"6", "8"})
    told = "; ".join(worded(why, event))
    assert told.startswith(
        "P6 ideally meets P7 (3 v 4 in the group); the group's ideal pairing fails: P8 has already "
        "had 1 round"
    )


def worded(why: Reasons, event: Event) -> list[str]:
    return [words(reason, event) for reason in why]


def test_a_group_that_all_floats_down_says_to_whom() -> None:
    after = event(NAMES, "1-2 1/2-1/2, 3-4 1-0, 5-6 1-0")
    assert DUTCH.headings(after, proposed(DUTCH.draw(after))) == {
        "1 point": "2 players",
        "½ point": "2 players: 2 float down to 0 points",
        "0 points": "2 players: 2 play downfloaters (boards above)",
    }


def test_floats_are_told_as_the_draw_counts_them() -> None:
    """Article 1.4: points without a game are a downfloat, nothing without one is none; under
    Baku a float is from the scores with the virtual points."""
    start = event("Ashgrove Quilty Moyvane Dunloy Fallonby Lissadell")
    start = start.with_round(
        Round(1, RoundState.PUBLISHED, (
            Match(1, "1", "3", parse_game("1-0")), Match(2, "4", "2", parse_game("-/+")),
        ), (Bye("5", Decimal(1)), Bye("6", Decimal(0), "absent")))
    )  # fmt: skip
    floats = {e.id: DUTCH.floats(start, e.id) for e in start.entrants}
    down: tuple[list[int], list[int]] = ([1], [])
    nothing: tuple[list[int], list[int]] = ([], [])
    assert floats == {
        "1": nothing, "2": down, "3": nothing, "4": nothing, "5": down, "6": nothing,
    }  # fmt: skip
    fast = event(
        "Ashgrove Quilty Moyvane Dunloy Fallonby Lissadell Farran Kells",
        "1-3 0-1, 2-4 0-1, 5-7 1-0, 6-8 1-0", "5-1 1-0, 3-4 1-0, 6-2 1-0, 7-8 1-0",
        rounds=9, acceleration="baku",
    )  # fmt: skip
    # 1 virtual point makes 1 of Ashgrove's nothing: as many as Fallonby has played for
    assert cards(fast)["5"].downfloats == (2,)
    assert DUTCH.floats(fast, "5") == ([], [])
    assert DUTCH.floats(fast, "1") == ([], [])


def test_why_somebody_has_not_the_bye_names_his_own_round_and_no_bars() -> None:
    """Article C2; nobody was barred by the arbiter."""
    after = event("Ashgrove Quilty Moyvane", "1-2 1-0, 3")
    proposal = DUTCH.draw(after)
    (bye,) = proposal.byes
    assert bye.entrant == "2"
    no = instead_of_bye(after, DUTCH, proposed(proposal), bye, "3")
    assert no.reason == "Moyvane had the bye in round 1"
    no = instead_of_bye(after, DUTCH, proposed(proposal), bye, "1")
    assert no.possible
    barred = event("Ashgrove Quilty Moyvane Dunloy Fallonby", "1-2 1-0, 3-4 1-0, 5")
    barred = replace(barred, instructions=(Instruction("bar", "4", "2"),))
    proposal = DUTCH.draw(barred)
    no = instead_of_bye(barred, DUTCH, proposed(proposal), proposal.byes[0], "5")
    assert no.reason == "Fallonby had the bye in round 1"


def test_beside_locked_boards_it_is_told_of_those_who_are_left() -> None:
    """Two of the three on one point are locked to others: one is left there, not alone."""
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    locks = (Instruction("lock", "1", "5"), Instruction("lock", "2", "6"))
    proposal = DUTCH.draw(replace(after, instructions=locks))
    (down,) = board(after, proposal, "3", "4").why
    assert DUTCH.worded(down, after) == (
        "Moyvane floats down from 1 point: nobody else is left there"
    )


def test_a_board_that_costs_more_for_the_arbiters_bars_says_what_it_would_be_without() -> None:
    """Of three on one point two would meet; barred from each other, all three float."""
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    bars = tuple(Instruction("bar", *pair) for pair in ("12", "13", "23"))
    barred = replace(after, instructions=bars)
    told = "without the arbiter's bars, players who float down in 1 point: 1 instead of 3 (C6)"
    proposal = DUTCH.draw(barred)
    for match in proposal.matches:
        assert told in DUTCH.explain(barred, proposed(proposal), match)
    idle = replace(after, instructions=(Instruction("bar", "4", "5"),))
    for given in (after, idle):
        proposal = DUTCH.draw(given)
        lines = [x for m in proposal.matches for x in DUTCH.explain(given, proposed(proposal), m)]
        assert not any("bars" in line for line in lines)
