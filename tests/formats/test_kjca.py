"""The KJCA format as an arbiter meets it: whole events, locks, late entries, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.instead import instead
from engine.protocol import Proposal, Severity
from engine.reasons import LOCKED, Reason
from engine.refusal import Refused
from engine.results import parse_game
from engine.rules import conflicts
from formats.kjca import Kjca
from formats.kjca.proposing import field_of
from formats.registry import format_named
from tests.playing import begun, play

KJCA = Kjca()


def player(no: int, rating: int | None = None, school: str = "") -> Entrant:
    return Entrant(str(no), f"P{no}", 2000 - no if rating is None else rating, school=school)


def event(count: int, rounds: int = 3, entrants: Sequence[Entrant] = (), **settings: Any) -> Event:
    settings = {"rounds": rounds, **settings}
    players = tuple(entrants) or tuple(player(no) for no in range(1, count + 1))
    return Event("Test", "kjca", KJCA.settings(settings), entrants=players)


def pairs(proposal: Proposal) -> list[tuple[str, str]]:
    return [m.pair for m in proposal.matches]


def board_of(proposal: Proposal, id: str) -> Match:
    return next(m for m in proposal.matches if id in m.pair)


def played(event: Event, games: str, bye: str = "") -> Event:
    """A round played as written: `1-4 1-0, 5-2 0-1`; White first."""
    matches = []
    for board, game in enumerate(games.split(","), start=1):
        names, result = game.split()
        white, black = names.split("-")
        matches.append(Match(board, white, black, result=parse_game(result)))
    number = len(event.rounds) + 1
    byes = (Bye(bye, Decimal(1)),) if bye else ()
    return event.with_round(Round(number, RoundState.PUBLISHED, tuple(matches), byes))


def told(event: Event, kind: str, a: str, b: str) -> Event:
    order = Instruction(kind, a, b)  # type: ignore[arg-type]
    return replace(event, instructions=(*event.instructions, order))


def judged(event: Event, proposal: Proposal) -> list[tuple[str, Severity]]:
    round = Round(proposal.round, RoundState.PROPOSAL, proposal.matches, proposal.byes)
    return [(c.rule, c.severity) for c in conflicts(KJCA, event.with_round(round), round)]


def test_cards_stand_by_grade_then_ungraded_by_surname() -> None:
    cards = [
        Entrant("1", "Žukova, Ana"),
        Entrant("2", "Ódhran, Liam"),
        Entrant("3", "Zane, Amy"),
        Entrant("4", "Rook, Ivo", 1500),
        Entrant("5", "Bishop, Eve", 1500),
        Entrant("6", "King, Una", 1500, title="FM"),
        Entrant("7", "Pawn, Jo", 1700),
    ]
    assert KJCA.order(event(0, entrants=cards)) == ["7", "6", "5", "4", "2", "3", "1"]


def test_round_one_plays_the_top_half_against_the_bottom_half_with_alternating_colours() -> None:
    proposal = KJCA.draw(event(8))
    assert pairs(proposal) == [("1", "5"), ("6", "2"), ("3", "7"), ("8", "4")]
    assert [m.why for m in proposal.matches] == [()] * 4


def test_with_an_odd_count_the_last_card_has_the_bye() -> None:
    proposal = KJCA.draw(event(7))
    assert pairs(proposal) == [("1", "4"), ("5", "2"), ("3", "6")]
    assert [(b.entrant, b.points, b.kind) for b in proposal.byes] == [("7", Decimal(1), "pairing")]


def test_requested_byes_are_no_part_of_the_halves() -> None:
    cards = [player(no) for no in range(1, 8)]
    cards[1] = replace(cards[1], byes=(RequestedBye(1, Decimal("0.5")),))
    proposal = KJCA.draw(event(0, entrants=cards))
    assert pairs(proposal) == [("1", "5"), ("6", "3"), ("4", "7")]
    assert [(b.entrant, b.kind) for b in proposal.byes] == [("2", "requested")]


def test_from_round_two_on_late_cards_stand_by_grade() -> None:
    cards = [player(no) for no in range(1, 6)] + [replace(player(6, rating=2500), late=True)]
    start = played(event(0, entrants=cards), "1-3 0-1, 4-2 1-0, 5-6 0-1")
    field = field_of(start, 2)
    assert [s.id for s in field.players] == ["6", "3", "4", "1", "2", "5"]


def test_too_many_rounds_for_the_players_are_refused_at_the_first_draw() -> None:
    with pytest.raises(Refused, match="after 3 everybody has met everybody"):
        KJCA.draw(event(4, rounds=4))
    assert len(KJCA.draw(event(5, rounds=5)).matches) == 2


def test_few_players_for_the_rounds_are_warned_of() -> None:
    assert any("may have no legal draw" in a.text for a in KJCA.advise(event(8, rounds=6)))
    assert "4 players so far; 4 rounds need 5" in [a.text for a in KJCA.advise(event(4, rounds=4))]
    assert KJCA.advise(event(12, rounds=6)) == []


def test_a_repeat_is_avoided_by_the_smallest_change_and_the_reason_is_given() -> None:
    """All four on one point after two rounds; cards 1 and 3 have met."""
    cards = [player(no) for no in range(1, 5)]
    now = played(event(0, entrants=cards), "1-3 1-0, 2-4 0-1")
    now = played(now, "4-1 0-1, 3-2 0-1")
    proposal = KJCA.draw(now)
    assert {frozenset(p) for p in pairs(proposal)} == {frozenset("12"), frozenset("34")}


def test_the_reason_names_the_ideal_the_rule_and_the_exchange() -> None:
    now = event(6, rounds=5, entrants=[player(no) for no in range(1, 7)])
    now = played(now, "1-4 1/2-1/2, 5-2 1/2-1/2, 6-3 1/2-1/2")
    proposal = KJCA.draw(now)
    assert all(m.altered for m in proposal.matches)
    assert board_of(proposal, "1").why == (
        Reason.of("ideal", player="1", card=1, opponent="4", ideal_card=4),
        Reason.of("met", players=("1", "4"), round=1),
        Reason.of("change-places", players=("4", "5", "6"), cards=(4, 5, 6)),
    )


def test_two_boards_exchange_and_the_other_gives_way() -> None:
    now = event(6, rounds=5)
    now = played(now, "4-1 1/2-1/2, 2-6 1/2-1/2, 3-5 1/2-1/2")
    proposal = KJCA.draw(now)
    met = Reason.of("met", players=("1", "4"), round=1)
    exchanged = Reason.of("exchanged", players=("4", "5"), cards=(4, 5))
    ideal = Reason.of("ideal", player="1", card=1, opponent="4", ideal_card=4)
    assert board_of(proposal, "1").why == (ideal, met, exchanged)
    assert board_of(proposal, "2").why == (
        Reason.of("ideal", player="2", card=2, opponent="5", ideal_card=5),
        Reason.of("gives-way", players=("1", "4"), high=1, low=4, because=met),
        exchanged,
    )


WEALD = Reason.of("in-common", players=("2", "6"), shared=(("school", "Weald"),))


def schoolmates(*mates: int, count: int = 8) -> list[Entrant]:
    return [player(no, school="Weald" if no in mates else "") for no in range(1, count + 1)]


def drawn_round(entrants: list[Entrant], **settings: Any) -> Event:
    """Everybody has drawn with somebody whom the halves of round 2 do not pair him with."""
    games = "1-2 1/2-1/2, 3-4 1/2-1/2, 5-6 1/2-1/2, 7-8 1/2-1/2"
    return played(event(0, entrants=entrants, **settings), games)


def test_schoolmates_do_not_meet_if_two_altered_boards_avoid_it() -> None:
    now = drawn_round(schoolmates(2, 6))
    proposal = KJCA.draw(now)
    assert board_of(proposal, "2").opponent("2") != "6"
    assert WEALD in board_of(proposal, "2").why
    assert ("same-school", Severity.SHOULD) not in judged(now, proposal)


def test_schoolmates_meet_where_avoiding_costs_more_and_the_price_is_told() -> None:
    now = drawn_round(schoolmates(2, 6), avoid_cost=1)
    proposal = KJCA.draw(now)
    board = board_of(proposal, "2")
    assert board.opponent("2") == "6"
    assert board.why == (WEALD, Reason.of("avoiding-costs", boards=2, most=1))
    assert ("same-school", Severity.SHOULD) in judged(now, proposal)


def test_an_allowed_pair_may_meet() -> None:
    now = told(drawn_round(schoolmates(2, 6)), "allow", "2", "6")
    board = board_of(KJCA.draw(now), "2")
    assert board.opponent("2") == "6"
    assert board.why == (WEALD, Reason("allowed"))
    assert board.altered == ""


def test_rule_8_looks_only_at_what_the_setting_names() -> None:
    now = drawn_round(schoolmates(2, 6), avoid="club,family")
    assert board_of(KJCA.draw(now), "2").opponent("2") == "6"


@pytest.mark.parametrize(
    ("given", "opponent"), [("none", "6"), ([], "6"), ("", "7"), (None, "7"), ("school", "7")]
)
def test_rule_8_is_switched_off_and_left_to_the_entries_again(given: Any, opponent: str) -> None:
    off = KJCA.settings({"avoid": "none"})
    settings = KJCA.settings({"avoid": given, "avoid_round1": True}, off)
    now = replace(event(0, entrants=schoolmates(2, 6)), settings=settings)
    assert board_of(KJCA.draw(now), "2").opponent("2") == opponent


def test_who_goes_past_a_group_meets_his_school_in_the_draw_as_in_the_other_answer() -> None:
    """1 floats past a group to 3 of his own school: with 6 of it he would float less far, and what
    speaks against that is a second downfloat."""
    now = played(
        event(0, rounds=6, entrants=schoolmates(1, 3, 6)), "1-5 1-0, 6-2 =, 3-7 0-1, 8-4 1-0"
    )
    now = played(now, "7-1 =, 2-8 1-0, 4-6 0-1, 5-3 1-0")
    now = played(now, "1-2 1-0, 6-7 0-1, 8-5 =, 3-4 1-0")
    proposal = KJCA.draw(now)
    made = Round(4, RoundState.PROPOSAL, proposal.matches, proposal.byes)
    match = board_of(proposal, "1")
    assert match.opponent("1") == "3"
    other = next(one for one in instead(now, KJCA, made, match, "6") if one.entrant == "1")
    assert other.decided_by is not None
    decided = other.decided_by.measure
    assert (decided.name, decided.where) == ("second downfloats", "1½ points")


@pytest.mark.parametrize(("wanted", "opponent"), [(False, "6"), (True, "7")])
def test_rule_8_in_round_one_is_a_setting(wanted: bool, opponent: str) -> None:
    now = event(0, entrants=schoolmates(2, 6), avoid_round1=wanted)
    assert board_of(KJCA.draw(now), "2").opponent("2") == opponent


def test_a_game_of_schoolmates_that_round_one_does_not_avoid_is_noted_and_no_conflict() -> None:
    now = event(0, entrants=schoolmates(2, 6))
    board = board_of(KJCA.draw(now), "2")
    assert [KJCA.worded(one, now) for one in KJCA.noted(now, board, 1)] == [
        "same school, Weald: kept apart from round 2 on"
    ]
    assert judged(now, KJCA.draw(now)) == []
    other = board_of(KJCA.draw(now), "1")
    assert KJCA.noted(now, other, 1) == KJCA.noted(now, board, 2) == ()
    for settings in ({"avoid": "none"}, {"avoid_round1": True}):
        there = replace(now, settings=KJCA.settings(settings))
        assert KJCA.noted(there, board, 1) == ()


def test_two_alone_on_maximum_points_meet_in_the_last_round_whatever_their_school() -> None:
    now = event(0, rounds=2, entrants=schoolmates(1, 2, count=4))
    now = played(now, "1-3 1-0, 4-2 0-1")
    proposal = KJCA.draw(now)
    board = board_of(proposal, "1")
    assert set(board.pair) == {"1", "2"}
    assert [reason.code for reason in board.why] == ["in-common", "alone-on-top"]
    assert judged(now, proposal) == []
    earlier = replace(now, settings=KJCA.settings({"rounds": 3}))
    assert ("same-school", Severity.SHOULD) in judged(earlier, KJCA.draw(earlier))


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    now = played(event(5), "1-3 1-0, 4-2 0-1", bye="5")
    now = replace(
        now,
        rounds=(replace(now.rounds[0], byes=(replace(now.rounds[0].byes[0], points=Decimal(0)),)),),
    )
    proposal = KJCA.draw(now)
    assert [b.entrant for b in proposal.byes] == ["4"]
    had = Reason.of("had-bye", player="5")
    assert proposal.byes[0].why == (Reason.of("passed-over", because=(had,)),)


def test_an_odd_group_sends_its_bottom_player_to_the_top_of_the_next() -> None:
    now = played(event(6), "1-4 1-0, 5-2 0-1, 3-6 1-0")
    proposal = KJCA.draw(now)
    board = board_of(proposal, "3")
    assert set(board.pair) == {"3", "4"}
    lowest = (Reason.of("lowest-odd", score=1),)
    assert board.why == (
        Reason.of("downfloat", player="3", score=1, because=lowest),
        Reason.of("upfloat", player="4", because=(Reason.of("highest"),)),
    )
    assert not board.altered


def test_a_second_downfloat_is_explained() -> None:
    """A sole leader in two rounds must float twice."""
    now = event(8, rounds=5)
    now = played(now, "1-5 1-0, 2-6 1/2-1/2, 3-7 1/2-1/2, 4-8 1/2-1/2")
    now = played(now, "2-1 0-1, 3-6 1/2-1/2, 8-7 1/2-1/2, 5-4 1/2-1/2")
    proposal = KJCA.draw(now)
    down = board_of(proposal, "1").why[0]
    everybody = Reason.of("all-floated", score=2)
    assert (down["player"], down["because"]) == (
        "1", (Reason.of("second-downfloat", because=everybody),)
    )  # fmt: skip
    assert ("second-float", Severity.SHOULD) in judged(now, proposal)


def test_a_lock_is_kept_and_the_rest_drawn_around_it() -> None:
    now = told(drawn_round([player(no) for no in range(1, 9)]), "lock", "1", "6")
    proposal = KJCA.draw(now)
    assert set(board_of(proposal, "1").pair) == {"1", "6"}
    assert board_of(proposal, "1").why[-1] == LOCKED
    assert sorted(id for p in pairs(proposal) for id in p) == [str(no) for no in range(1, 9)]


def test_a_lock_across_score_groups_is_a_float_by_order() -> None:
    now = played(event(8), "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1")
    proposal = KJCA.draw(told(now, "lock", "1", "8"))
    board = board_of(proposal, "1")
    assert set(board.pair) == {"1", "8"}
    assert board.why == (Reason.of("downfloat-by-lock", player="1"),)


def test_a_barred_pair_does_not_meet() -> None:
    now = drawn_round([player(no) for no in range(1, 9)])
    proposal = KJCA.draw(told(now, "bar", "1", "5"))
    board = board_of(proposal, "1")
    assert board.opponent("1") == "6"
    assert board.why == (
        Reason.of("ideal", player="1", card=1, opponent="5", ideal_card=5),
        Reason.of("barred", players=("1", "5")),
        Reason.of("exchanged", players=("5", "6"), cards=(5, 6)),
    )


def test_a_game_within_a_school_that_another_floater_would_avoid_names_the_floats() -> None:
    """1, 2 (one school) and 3 have won. 3 floats down as the lowest; with 2 floating instead, 1
    would meet 3, which is legal: only who floats speaks against it."""
    school = "Priory Fields"
    players = [player(no, school=school if no < 3 else "") for no in range(1, 7)]
    now = played(event(6, entrants=players), "1-4 1-0, 5-2 0-1, 3-6 1-0")
    why = board_of(KJCA.draw(now), "1").why
    assert set(board_of(KJCA.draw(now), "1").pair) == {"1", "2"}
    other = KJCA.draw(told(now, "bar", "1", "2"))
    assert not any(set(pair) == {"1", "2"} for pair in pairs(other)), "a legal draw avoids it"
    assert [KJCA.worded(one, now) for one in why] == [
        "same school: Priory Fields",
        "no legal draw of the group avoids it with the floats as they are",
    ]


def test_a_bar_that_leaves_no_legal_draw_is_refused_by_name() -> None:
    now = played(event(4), "1-3 1-0, 4-2 0-1")
    now = played(now, "2-1 1/2-1/2, 3-4 1/2-1/2")
    with pytest.raises(Refused, match="take back the bar of P1 and P4"):
        KJCA.draw(told(now, "bar", "1", "4"))


def test_two_locks_on_one_player_are_refused() -> None:
    now = told(
        told(drawn_round([player(no) for no in range(1, 9)]), "lock", "1", "6"), "lock", "1", "7"
    )
    with pytest.raises(Refused, match="P1 is locked twice"):
        KJCA.draw(now)


def test_a_third_colour_is_allowed_before_a_repeat() -> None:
    """Four players: in round 3 only 1 v 2 and 3 v 4 are new, and both of each pair had one colour
    twice."""
    now = event(4)
    now = played(now, "1-3 1/2-1/2, 2-4 1/2-1/2")
    now = played(now, "1-4 1/2-1/2, 2-3 1/2-1/2")
    proposal = KJCA.draw(now)
    assert {frozenset(p) for p in pairs(proposal)} == {frozenset("12"), frozenset("34")}
    (note,) = proposal.notes
    assert (note.code, note["count"]) == ("games-with-third-colour", 2)
    assert (note["because"]["players"], note["because"]["opponents"]) == (("1",), ())
    thirds = [m.why[-2] for m in proposal.matches]
    assert [(r.code, r["colour"]) for r in thirds] == [("third-colour", "W"), ("third-colour", "B")]
    assert {m.why[-1].code for m in proposal.matches} == {"third-colour-forced"}
    assert judged(now, proposal).count(("third-colour", Severity.MUST)) == 2


def test_repeats_come_last_and_are_flagged() -> None:
    """After three rounds of four everybody has met everybody."""
    now = event(4)
    now = played(now, "1-3 1/2-1/2, 4-2 1/2-1/2")
    now = played(now, "2-1 1/2-1/2, 3-4 1/2-1/2")
    now = played(now, "1-4 1/2-1/2, 2-3 1/2-1/2")
    more = replace(now, settings=KJCA.settings({"rounds": 4}))
    proposal = KJCA.draw(more)
    assert len(proposal.matches) == 2
    (note,) = proposal.notes
    assert (note.code, note["count"], note["because"]["of"]) == ("games-repeated", 2, "all-met")
    assert judged(more, proposal).count(("repeat", Severity.MUST)) == 2


def test_a_forfeited_game_is_no_meeting() -> None:
    now = played(event(4), "1-3 +/-, 4-2 0-1")
    now = replace(now, entrants=now.entrants[:4])
    field = field_of(now, 2)
    one, three = field.position["1"], field.position["3"]
    assert field.legal[one] >> three & 1


def test_the_draw_and_the_review_agree_on_what_is_legal() -> None:
    now = event(9, rounds=6)
    for _ in range(5):
        proposal = KJCA.draw(now)
        results = ["1-0", "0-1", "1/2-1/2"]
        matches = tuple(
            replace(m, result=parse_game(results[(m.board + len(now.rounds)) % 3]))
            for m in proposal.matches
        )
        number = proposal.round
        now = now.with_round(Round(number, RoundState.PUBLISHED, matches, proposal.byes))
    field = field_of(now, 6)
    for i, high in enumerate(field.players):
        for j in range(i + 1, len(field)):
            low = field.players[j]
            both = [Match(1, high.id, low.id), Match(1, low.id, high.id)]
            musts = [
                any(severity is Severity.MUST for _, severity in judged(now, Proposal(6, (match,))))
                for match in both
            ]
            assert bool(field.legal[i] >> j & 1) == (not all(musts)), (high.id, low.id)


def test_settings_out_of_bounds_are_refused_by_name() -> None:
    with pytest.raises(Refused, match="avoid_cost"):
        KJCA.settings({"avoid_cost": -1})
    with pytest.raises(Refused, match="avoid"):
        KJCA.settings({"avoid": "school,shoe size"})
    assert KJCA.settings({"avoid": "school,club"}).avoid == ("school", "club")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 3), (4, 3)])
def test_more_rounds_than_opponents_are_refused_and_said_before_without_alarm(
    players: int, most: int
) -> None:
    now = event(0, rounds=4, entrants=schoolmates(count=players))
    with pytest.raises(Refused, match=f"set rounds to {most} or less"):
        KJCA.draw(now)
    (first, *_) = KJCA.advise(now)
    # entries may still come: nothing is wrong yet
    assert (first.text, first.urgent) == (f"{players} players so far; 4 rounds need 5", False)


def test_that_schools_are_kept_apart_is_advice_until_the_first_round() -> None:
    """Over a draw that could not, it read as if it had."""
    people = [Entrant("", name, school="Oak") for name in "ABCDEF"]
    played = begun(format_named("kjca"), people, rounds=3)
    said = "players of one school are kept apart from round 2 on"
    assert any(said in one.text for one in played.format.advise(played.event))
    play(played, 1)
    assert not any(said in one.text for one in played.format.advise(played.event))
