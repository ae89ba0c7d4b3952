"""The Dutch format as an arbiter meets it: events, lots, acceleration, locks, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.actions import AddEntrant, ExchangeNumbers
from engine.actions.base import applied
from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.protocol import Proposal
from engine.refusal import Refused
from engine.results import GameResult, parse_game
from engine.rules import conflicts
from formats.dutch import Dutch
from formats.dutch.acceleration import added, baku_advice, baku_group, baku_rounds
from formats.dutch.reading import pairing_table
from formats.dutch.settings import settings_of
from formats.registry import format_named
from saves.contents import contents_of, event_of
from saves.trf_read import read_trf
from tests import playing
from tests.formats.dutch.confirming import proposed
from tests.formats.dutch.conformance import packed, position, position_names
from tests.sampling import sampled

DUTCH = Dutch()


def player(no: int, **more: Any) -> Entrant:
    return Entrant(str(no), f"P{no}", 2400 - no, **more)


def event(count: int, rounds: int = 5, entrants: Sequence[Entrant] = (), **settings: Any) -> Event:
    given = {"rounds": rounds, "initial_colour": "white", **settings}
    players = tuple(entrants) or tuple(player(no) for no in range(1, count + 1))
    return Event("Test", "dutch", DUTCH.settings(given), entrants=players)


def played(event: Event, *games: str, bye: str = "") -> Event:
    """A round played as written: `1-4 1-0`; White first."""
    matches = []
    for board, game in enumerate(games, start=1):
        names, result = game.split()
        white, black = names.split("-")
        matches.append(Match(board, white, black, result=parse_game(result)))
    byes = (Bye(bye, Decimal(1)),) if bye else ()
    number = len(event.rounds) + 1
    return event.with_round(Round(number, RoundState.PUBLISHED, tuple(matches), byes))


def publish(event: Event, proposal: Proposal, result: GameResult = GameResult.WHITE) -> Event:
    matches = tuple(replace(match, result=result) for match in proposal.matches)
    lots = (*event.lots, *proposal.lots)
    round = Round(proposal.round, RoundState.PUBLISHED, matches, proposal.byes)
    return replace(event.with_round(round), lots=lots)


def pairs(proposal: Proposal) -> list[tuple[str, str]]:
    return [match.pair for match in proposal.matches]


def test_the_first_round_pairs_halves_with_colours_in_turn() -> None:
    proposal = DUTCH.draw(event(7))
    assert pairs(proposal) == [("1", "4"), ("5", "2"), ("3", "6")]
    assert [(bye.entrant, bye.points) for bye in proposal.byes] == [("7", Decimal(1))]
    assert proposal.lots == ()


def test_the_second_round_pairs_scores_and_grants_colours() -> None:
    after = played(event(8), "1-5 1-0", "6-2 0-1", "3-7 1-0", "8-4 0-1")
    assert pairs(DUTCH.draw(after)) == [("4", "1"), ("2", "3"), ("5", "8"), ("7", "6")]


def test_the_initial_colour_is_a_lot_drawn_once() -> None:
    start = event(6, initial_colour="lot", rounds=3)
    proposal = DUTCH.draw(start)
    assert [lot.purpose for lot in proposal.lots] == ["initial colour"]
    first = proposal.lots[0].order[0]
    assert ("1" in {m.white for m in proposal.matches}) == (first == "white")
    assert DUTCH.draw(publish(start, proposal)).lots == ()


def test_requested_byes_are_kept_and_the_rest_is_drawn() -> None:
    away = [replace(player(2), byes=(RequestedBye(1, Decimal("0.5")),))]
    start = event(0, entrants=[player(1), *away, player(3), player(4), player(5)])
    proposal = DUTCH.draw(start)
    assert pairs(proposal) == [("1", "4"), ("5", "3")]
    assert [(bye.entrant, bye.kind) for bye in proposal.byes] == [("2", "requested")]


@pytest.mark.parametrize("name", sampled(position_names()[::3], position_names()[::9]))
def test_an_event_is_drawn_as_its_position(name: str) -> None:
    file = read_trf(packed("positions")[f"{name}.trf"], name)
    colour = "white" if file.initial_colour == "W" else "black"
    extra = [
        f"{points} {number} {id}"
        for id, values in file.accelerations.items()
        for number, points in enumerate(values, start=1)
        if points and number <= (file.total_rounds or 0)
    ]
    given = {
        **file.settings,
        "rounds": file.total_rounds,
        "initial_colour": colour,
        "extra_points": extra,
    }
    drawn_from = Event(
        file.title,
        "dutch",
        DUTCH.settings(given),
        entrants=file.entrants,
        rounds=file.rounds,
        adjustments=file.adjustments,
        instructions=file.forbidden,
    )
    if [int(id) for id in DUTCH.order(drawn_from)] != list(range(1, len(file.entrants) + 1)):
        pytest.skip("start numbers are not in order of rating")
    proposal = DUTCH.draw(drawn_from)
    found = {(int(white), int(black)) for white, black in pairs(proposal)}
    found |= {(int(bye.entrant), 0) for bye in proposal.byes if bye.kind == "pairing"}
    assert found == position(name).answer


def test_baku_as_the_handbook_gives_it() -> None:
    assert baku_rounds(9) == (3, 5)
    assert baku_rounds(11) == (3, 6)
    assert baku_rounds(5) == (2, 3)
    start = event(13, 9, acceleration="baku")
    order = DUTCH.order(start)
    assert baku_group(start, order) == {str(no) for no in range(1, 9)}
    points = added(start, order, settings_of(start))
    assert [str(p) for p in points["8"]] == ["1", "1", "1", "0.5", "0.5", "0", "0", "0", "0"]
    assert "9" not in points


def with_bye(no: int, round: int) -> Entrant:
    return player(no, byes=(RequestedBye(round, Decimal("0.5")),))


def test_the_last_player_of_the_accelerated_half_stays_the_last() -> None:
    """1.3: late entries take their place in the list, and GA ends where it ended."""
    start = event(12, 9, acceleration="baku")
    assert baku_group(start, DUTCH.order(start)) == {str(n) for n in range(1, 7)}
    late = (replace(player(13), rating=2700, joined=3), replace(player(14), joined=3))
    more = replace(start, entrants=(*start.entrants, *late))
    assert baku_group(more, DUTCH.order(more)) == {str(n) for n in (*range(1, 7), 13)}


def test_who_has_a_bye_in_round_one_is_not_of_those_who_are_halved() -> None:
    """1.2: the groups are made of the players to be paired; of ten without numbers 8 to 10 that
    is 2 * ceil(7 / 4) = 4, of all ten it would be 6."""
    away = [with_bye(no, 1) for no in (8, 9, 10)]
    start = event(10, 5, [*map(player, range(1, 8)), *away], acceleration="baku")
    assert baku_group(start, DUTCH.order(start)) == set("1234")


def test_a_bye_at_the_top_moves_the_end_of_the_accelerated_half() -> None:
    """Players 2 to 9 are paired: four of them, down to 5, and 1 above them once he plays."""
    start = event(9, 5, [with_bye(1, 1), *map(player, range(2, 10))], acceleration="baku")
    assert baku_group(start, DUTCH.order(start)) == set("12345")
    first = DUTCH.draw(start)
    assert pairs(first) == [("2", "4"), ("5", "3"), ("6", "8"), ("9", "7")]
    after = publish(start, first)
    assert baku_group(after, DUTCH.order(after)) == set("12345")


def test_who_is_accelerated_stays_so_whatever_is_corrected() -> None:
    """C.04.7: the groups are made before round 1. A board or a number corrected changes none."""
    memory = playing.begun(DUTCH, [player(n) for n in range(1, 13)], acceleration="baku", rounds=9)
    playing.play(memory, 1)
    settled = {str(n) for n in range(1, 7)}
    assert set(memory.event.accelerated) == settled
    exchange = replace(ExchangeNumbers("1", "12"), insist=True)
    after = applied(exchange, memory.event, DUTCH)
    assert baku_group(after, DUTCH.order(after)) >= settled
    saved = contents_of(after, DUTCH)
    assert event_of(saved, format_named).accelerated == after.accelerated
    late = applied(AddEntrant(Entrant("", "Late", rating=2990)), memory.event, DUTCH)
    assert baku_group(late, DUTCH.order(late)) == settled | {late.entrants[-1].id}


def test_an_event_that_does_not_say_its_groups_has_those_of_its_round_1() -> None:
    """Earlier versions counted who had a bye by request among those who are halved: of ten 1 to
    6, where 2 to 10 alone give 2 to 7."""
    people = [with_bye(1, 1), *map(player, range(2, 11))]
    now = event(10, 5, people, acceleration="baku")
    then = event(10, 5, people, extra_points=("1 1 1-6",))
    for drawn_by, last in ((now, 7), (then, 6)):
        after = publish(now, DUTCH.draw(drawn_by))
        assert baku_group(after, DUTCH.order(after)) == {str(n) for n in range(1, last + 1)}


def test_baku_pairs_quarters_in_round_one() -> None:
    proposal = DUTCH.draw(event(8, 5, acceleration="baku"))
    assert pairs(proposal) == [("1", "3"), ("4", "2"), ("5", "7"), ("8", "6")]


def test_locks_and_bars_hold() -> None:
    start = event(8)
    told = (Instruction("lock", "1", "2"), Instruction("bar", "3", "6"))
    proposal = DUTCH.draw(replace(start, instructions=told))
    met = {frozenset(pair) for pair in pairs(proposal)}
    assert frozenset("12") in met
    assert frozenset("36") not in met
    assert len(met) == 4


def test_bars_that_leave_no_draw_are_named() -> None:
    bars = tuple(Instruction("bar", "1", other) for other in "234")
    with pytest.raises(Refused, match="no legal draw") as refused:
        DUTCH.draw(replace(event(4, 3), instructions=bars))
    assert "bar" in refused.value.remedy


def test_when_all_have_met_it_says_so() -> None:
    after = played(played(event(3, 3), "1-2 1-0", bye="3"), "3-1 1-0", bye="2")
    after = played(after, "2-3 1-0", bye="1")
    with pytest.raises(Refused, match="no legal draw"):
        DUTCH.draw(after)


def test_too_many_rounds_are_refused_before_the_first() -> None:
    with pytest.raises(Refused, match="9 rounds are too many"):
        DUTCH.draw(event(6, 9))
    assert DUTCH.advise(event(6, 9))[0].text == "6 players so far; 9 rounds need 9"


@pytest.mark.parametrize("round", [1, 2])
def test_one_player_who_is_left_has_the_bye(round: int) -> None:
    field = [player(1), *(with_bye(no, round) for no in range(2, 6))]
    start = event(5, 5, field)
    if round == 2:
        start = publish(start, DUTCH.draw(start))
    proposal = DUTCH.draw(start)
    assert proposal.matches == ()
    assert [bye.entrant for bye in proposal.byes if bye.kind == "pairing"] == ["1"]
    assert len(proposal.byes) == 5


def test_one_player_who_is_left_and_may_not_have_the_bye() -> None:
    start = played(event(3, 4, [player(1), *(with_bye(n, 2) for n in (2, 3))]), "2-3 1-0", bye="1")
    with pytest.raises(Refused, match="no legal draw"):
        DUTCH.draw(start)


@pytest.mark.parametrize("added", ["", "3 5 1-2"])
def test_a_topscorer_of_the_draw_is_one_of_the_review(added: str) -> None:
    """C3 is lifted for topscorers (1.8), whose score is that for pairing."""
    start = event(4, 5, extra_points=added)
    two_whites = played(start, "1-3 0-0", "2-4 0-0")
    two_whites = played(two_whites, "1-4 0-0", "2-3 0-0")
    for bye in "34":
        two_whites = played(two_whites, bye=bye)
    last = Round(5, matches=(Match(1, "1", "2"), Match(2, "3", "4")))
    found = {c.rule for c in conflicts(DUTCH, two_whites, last) if c.board == 1}
    position = pairing_table(two_whites, DUTCH.order(two_whites))[0].position
    lifted = any(position.topscorer(p) for p in position.players if p.number < 3)
    assert lifted is bool(added)
    assert ("absolute-colour" not in found) is lifted


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_to_play(count: int) -> None:
    with pytest.raises(Refused, match="cannot be drawn"):
        DUTCH.draw(event(count, entrants=[player(n + 1) for n in range(count)]))


@pytest.mark.parametrize(
    ("key", "value"),
    [("acceleration", "haley"), ("initial_colour", "red"), ("extra_points", "1 2"), ("rounds", 0)],
)
def test_settings_out_of_bounds_are_named(key: str, value: object) -> None:
    with pytest.raises(Refused, match=key):
        DUTCH.settings({key: value})


@pytest.mark.parametrize(("who", "expected"), [("no1-2", ["4", "3"]), ("1-2", ["1", "2"])])
def test_added_points_go_by_start_number_or_by_id_as_they_say(
    who: str, expected: list[str]
) -> None:
    """Entered from the weakest on: start numbers and Ids run against each other."""
    people = [Entrant(str(n), f"P{n}", 2000 + n) for n in range(1, 5)]
    start = event(4, 5, people, extra_points=f"1 2 {who}")
    settings = settings_of(start)
    assert set(added(start, DUTCH.order(start), settings)) == set(expected)
    numbered = {"4": 1, "3": 2, "2": 3, "1": 4}
    on = replace(start, entrants=tuple(replace(e, start_number=numbered[e.id], rating=1000)
                                       for e in people))  # fmt: skip
    assert set(added(on, DUTCH.order(on), settings)) == set(expected), "whatever the ratings now"


def test_settings_survive_the_save_file() -> None:
    given = DUTCH.settings(
        {"acceleration": "baku", "extra_points": "0.5 1-3 1-20, 1 1 4, 2 1 no3-9"}
    )
    assert DUTCH.settings(DUTCH.settings_values(given)) == given


def test_the_review_flags_what_the_absolute_criteria_forbid() -> None:
    after = played(event(4, 9), "1-3 1-0", "2-4 1-0")
    after = played(after, "1-4 1-0", "2-3 1-0")
    again = Round(3, matches=(Match(1, "1", "2"), Match(2, "3", "4")))
    assert [(c.rule, c.board) for c in conflicts(DUTCH, after, again)] == [
        ("absolute-colour", 1),
        ("third-colour", 1),
        ("colour-difference", 1),
        ("absolute-colour", 2),
        ("third-colour", 2),
        ("colour-difference", 2),
    ]
    repeat = Round(3, matches=(Match(1, "1", "3"), Match(2, "2", "4")))
    found = [c.board for c in conflicts(DUTCH, after, repeat) if c.rule == "repeat"]
    assert found == [1, 2]


def test_a_second_bye_is_flagged() -> None:
    after = played(event(3, 3), "1-2 +/-", bye="3")
    for holder in ("1", "3"):
        white, black = (id for id in "123" if id != holder)
        round = Round(2, matches=(Match(1, white, black),), byes=(Bye(holder, Decimal(1)),))
        assert "second-bye" in [c.rule for c in conflicts(DUTCH, after, round)]


def test_headings_of_accelerated_rounds_count_the_virtual_points() -> None:
    start = event(13, 9, acceleration="baku")
    assert DUTCH.headings(start, proposed(DUTCH.draw(start))) == {
        "1 point": "8 players; 8 with 1 virtual point",
        "0 points": "5 players: 4 play each other, 1 has the bye",
    }
    plain = event(13, 9)
    assert "virtual" not in str(DUTCH.headings(plain, proposed(DUTCH.draw(plain))))


def test_baku_says_what_is_added_in_each_round() -> None:
    """Nine rounds: a virtual point in the first three, half a one in rounds 4 and 5 (C.04.7)."""
    entrants = [Entrant("", f"P{n:02}", rating=2400 - n) for n in range(16)]
    played = playing.begun(DUTCH, entrants, rounds=9, acceleration="baku")
    told = []
    for _ in range(6):
        told.append([advice.text for advice in baku_advice(played.event, True)])
        playing.play(played, 1)
    win, draw = (
        f"Baku: {what} virtual point for the upper half until round {until}"
        for what, until in (("1", 3), ("½", 5))
    )
    assert told == [[win], [win], [win], [draw], [draw], []]
