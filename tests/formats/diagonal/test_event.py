"""Whole events: two games a match, who is out, who wins, withdrawals, refusals."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest

from engine.actions import AddEntrant, EditEntrant, Expel, SetBye, Withdraw
from engine.actions.corrections import CorrectBoard
from engine.actions.instructions import Instruct
from engine.actions.presence import lost_by_leaving
from engine.entrants import Entrant
from engine.event import Event, Instruction
from engine.performance import performance
from engine.protocol import Severity
from engine.reasons import Reason, codes
from engine.refusal import Refused
from engine.rules import conflicts
from engine.trial.chance import Chance
from engine.trial.many import TrialPlan
from formats.diagonal.course import course
from formats.diagonal.games import Game, parse_two
from tests.formats.diagonal.playing import DIAGONAL, do, drawn, entered, made, pairs, played

EVEN = [2000, 1900, 1800, 1700]


def ranks(event: Event) -> list[tuple[str, int]]:
    return [(row.id, row.rank) for row in DIAGONAL.standings(event)[0].rows]


@pytest.mark.parametrize(
    ("text", "points", "kept"),
    [
        ("1,0", (1, 1), "1,0"),
        ("1/34,=/60", (Decimal("1.5"), Decimal("0.5")), "1/34,=/60"),
        (" 0 , = ", (Decimal("0.5"), Decimal("1.5")), "0,="),
        ("+/-", (2, 0), "+/-"),
        ("-/-", (0, 0), "-/-"),
        ("1,+", (2, 0), "1,+"),
        ("1/500,½", (Decimal("1.5"), Decimal("0.5")), "1/500,="),
    ],
)
def test_two_games_are_read(text, points, kept) -> None:
    result = parse_two(text)
    scoring = DIAGONAL.settings({})
    assert (result.points("white", scoring), result.points("black", scoring)) == points
    assert result.text == kept
    assert parse_two(result.text) == result
    assert result.turned().turned() == result


def test_turned_games_change_places() -> None:
    # the other player's White game is the second one
    assert parse_two("1/30,=").turned().text == "=,0/30"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1/0,1", "1 to 500"),
        ("1/10000,1", "1 to 500"),
        ("1/-3,1", "1 to 500"),
        ("1", "two games"),
        ("1,2", "not a result of a game"),
        ("?,?", "neither game"),
        ("+/3,1", "has a length"),
        ("1-0", "two games"),
        ("", "two games"),
    ],
)
def test_bad_games_are_refused(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        parse_two(text)


def test_one_game_now_and_the_other_later() -> None:
    event = drawn(made([2000, 1900]))
    event = entered(event, 1, "1/40,?")
    assert DIAGONAL.next_step(event).missing == (1,)
    event = entered(event, 1, "?,=")
    both = event.round(1).match(1).result
    assert both is not None
    assert both.text == "1/40,="
    assert DIAGONAL.next_step(event).name == "draw"
    with pytest.raises(Refused, match="already"):
        entered(event, 1, "0,0")


def test_two_players_meet_until_one_is_out() -> None:
    event = drawn(made([2000, 1900]))
    event = played(event, {("1", "2"): "1,1"})
    assert DIAGONAL.next_step(event).name == "draw"
    event = drawn(event)
    found = conflicts(DIAGONAL, event, event.round(2))
    assert [c.rule for c in found] == ["repeat"]
    event = played(event, {("1", "2"): "1,1"})
    assert DIAGONAL.next_step(event).name == "finished"
    assert ranks(event) == [("1", 1), ("2", 2)]
    assert [row.status for row in DIAGONAL.standings(event)[0].rows] == [None, "out"]


def test_who_must_meet_again_by_the_rules_breaks_none() -> None:
    """The last two always play, and a play-off is a closed ring: that they have met is a note."""
    two = drawn(played(drawn(made([2000, 1900])), {("1", "2"): "1,0"}))
    found = conflicts(DIAGONAL, two, two.round(2))
    assert [(c.rule, c.severity) for c in found] == [("repeat", Severity.NOTE)]
    assert found[0].text == "they met in round 1; the last two play again"
    tied = drawn(played(drawn(made([2000, 1900, 1800], {"max_losses": 1})), {}))
    found = conflicts(DIAGONAL, tied, tied.round(2))
    assert {(c.rule, c.severity) for c in found} == {("repeat", Severity.NOTE)}
    assert found[0].text == "they met in round 1; a play-off is a closed ring"


def test_losses_are_carried_over_and_draws_count_half() -> None:
    event = played(drawn(made(EVEN)), {("1", "2"): "0,0", ("1", "4"): "0,="})
    rows = {row.id: row for row in DIAGONAL.standings(event)[0].rows}
    assert rows["1"].tiebreaks["Losses"] == Decimal("3.5")
    event = drawn(event)
    assert "1" in {id for pair in pairs(event) for id in pair}


def test_all_out_together_the_fewest_losses_win() -> None:
    # everybody reaches half a loss in the first draw
    event = drawn(made(EVEN, {"max_losses": "0.5"}))
    event = played(event, {("1", "2"): "1,1", ("1", "4"): "=,1"})
    assert DIAGONAL.next_step(event).name == "finished"
    assert ranks(event)[0] == ("1", 1)


def test_direct_comparison_decides_a_tie() -> None:
    # 1 and 2 have lost one game each, and 1 has won one more of theirs
    event = drawn(made([2000, 1900, 1800], {"max_losses": 1}))
    results = {("1", "2"): "1,=", ("1", "3"): "=,1", ("2", "3"): "0,0"}
    event = played(event, results)
    losses = {r.id: r.tiebreaks["Losses"] for r in DIAGONAL.standings(event)[0].rows}
    assert losses == {"1": 1, "2": Decimal("3.5"), "3": Decimal("1.5")}
    event = drawn(made([2000, 1900, 1800], {"max_losses": 1}))
    results = {("1", "2"): "1,=", ("1", "3"): "=,=", ("2", "3"): "1,1"}
    event = played(event, results)
    losses = {r.id: r.tiebreaks["Losses"] for r in DIAGONAL.standings(event)[0].rows}
    assert losses["1"] == losses["2"] == Decimal("1.5")
    assert DIAGONAL.next_step(event).name == "finished"
    assert ranks(event)[0] == ("1", 1)
    assert "direct comparison" in DIAGONAL.standings(event)[0].rows[0].remark


@pytest.mark.parametrize(
    ("lengths", "winner"), [((40, 44), "1"), ((40, 43), None), ((39, 43), "1"), ((60, 20), "2")]
)
def test_the_shortest_win_decides_beyond_ten_per_cent(lengths, winner) -> None:
    event = drawn(made([2000, 1900], {"max_losses": 1}))
    first, second = lengths
    # the higher wins the first game, the lower the second
    event = played(event, {("1", "2"): f"1/{first},0/{second}"})
    if winner is None:
        assert DIAGONAL.next_step(event).name == "draw"
    else:
        assert DIAGONAL.next_step(event).name == "finished"
        assert ranks(event)[0] == (winner, 1)


def test_missing_lengths_are_asked_for_and_without_them_they_play_again() -> None:
    event = played(drawn(made([2000, 1900], {"max_losses": 1})), {("1", "2"): "1,0"})
    step = DIAGONAL.next_step(event)
    assert step.name == "draw"
    assert "round 1 board 1" in step.notes[0]
    measured = entered(event, 1, "1/30,0/60", replace=True)
    assert DIAGONAL.next_step(measured).name == "finished"
    event = played(drawn(event), {("1", "2"): "=,="})
    event = played(drawn(event), {("1", "2"): "0,="})
    assert DIAGONAL.next_step(event).name == "finished"
    assert ranks(event) == [("2", 1), ("1", 2)]


def test_a_play_off_is_repeated_until_somebody_has_lost_less_in_it() -> None:
    # all out with as many losses, nobody ahead, nobody with a won game: 1 and 2 play on
    event = played(drawn(made([2000, 1900], {"max_losses": 1})), {("1", "2"): "=,="})
    assert Reason.of("play-off", players=2) in DIAGONAL.draw(event).notes
    # meanwhile neither is out, in any table
    rows = {row.id: row for row in DIAGONAL.standings(event)[0].rows}
    assert [rows[id].tiebreaks["Out"] for id in ("1", "2")] == [None, None]
    assert DIAGONAL.panels(event)[0].rows[0][2] == ""
    # a game each: neither the shorter win nor who was ahead before settles a play-off
    event = played(drawn(event), {("1", "2"): "1/20,0/60"})
    assert DIAGONAL.next_step(event).name == "draw"
    event = played(drawn(event), {("1", "2"): "0/60,="})
    assert DIAGONAL.next_step(event).name == "finished"
    assert ranks(event) == [("2", 1), ("1", 2)]
    rows = {row.id: row for row in DIAGONAL.standings(event)[0].rows}
    assert rows["2"].remark == "won the play-off"
    # who lost it went out with it, as the round is announced, not with all others before it
    assert rows["1"].tiebreaks["Out"] == 3
    assert "out after round 3: Player 0001 (3½ lost)" in DIAGONAL.news(event, 3)
    assert [row[2] for row in DIAGONAL.panels(event)[0].rows] == ["", "", "Player 0001"]
    assert not any("wins" in note for note in DIAGONAL.standings(event)[0].notes), "said once"


def test_a_play_off_that_nobody_else_comes_to_is_won_and_without_anybody_it_is_none() -> None:
    event = played(drawn(made([2000, 1900], {"max_losses": 1})), {("1", "2"): "=,="})
    alone = do(event, Withdraw("1"))
    assert DIAGONAL.next_step(alone).name == "finished"
    rows = {row.id: row for row in DIAGONAL.standings(alone)[0].rows}
    assert (rows["2"].rank, rows["2"].remark) == (1, "the others have withdrawn")
    nobody = do(alone, Withdraw("2"))
    assert DIAGONAL.next_step(nobody).name == "finished"
    assert "the first place could not be played off" in DIAGONAL.standings(nobody)[0].notes


DECIDED = (
    ("the last one left", {"max_losses": 2}, ["1,1"]),
    ("all went out together: the fewest losses", {"max_losses": 1}, ["*,1"]),
    ("after 1 round: the fewest losses", {"max_rounds": 1}, ["1,="]),
    ("won the play-off", {"max_losses": 1}, ["=,=", "1,="]),
)


@pytest.mark.parametrize(("how", "settings", "rounds"), DECIDED)
def test_who_has_won_stays_the_winner_when_he_leaves_and_not_when_he_is_expelled(
    how: str, settings: dict[str, int], rounds: list[str]
) -> None:
    event = made([2000, 1900], settings)
    for result in rounds:
        event = played(drawn(event), {("1", "2"): result})
    for after in (event, do(event, Withdraw("1")), do(do(event, Withdraw("1")), Withdraw("2"))):
        assert DIAGONAL.next_step(after).name == "finished"
        rows = {row.id: row for row in DIAGONAL.standings(after)[0].rows}
        assert (rows["1"].rank, rows["1"].remark, rows["2"].rank) == (1, how, 2)
    expelled = do(event, Expel("1", "cheated in round 1", insist=True))
    assert course(expelled).winner == "2"


def test_all_play_the_same_number_of_games_in_a_play_off() -> None:
    """Losses decide it: in an opened ring who has one opponent could not lose as often as who has
    two."""
    event = drawn(made([2000, 1900, 1800, 1700, 1600], {"max_losses": 2}))
    event = played(event, {("4", "5"): "-/-"})
    assert Reason.of("repeats", matches=2) in DIAGONAL.draw(event).notes
    event = drawn(event)
    assert pairs(event) == {("1", "2"), ("1", "3"), ("2", "3")}, "the fewest losses: 1, 2 and 3"
    assert {m.group for m in event.round(2).matches} == {"ring"}


def test_the_cap_ends_it_for_the_fewest_losses() -> None:
    settings = {"draw_losses": 0, "max_rounds": 1}
    event = played(drawn(made(EVEN, settings)), {("2", "3"): "0,="})
    # 1, 3 and 4 have lost nothing; 3 has met both others in draws: they play on
    assert DIAGONAL.next_step(event).name == "draw"
    assert {id for pair in pairs(drawn(event)) for id in pair} == {"1", "3", "4"}


def test_whoever_withdraws_in_a_round_loses_the_open_games() -> None:
    event = entered(drawn(made(EVEN)), 1, "1,?")
    event = do(event, Withdraw("2"))
    shown = {m.pair: m.result.text if m.result else "" for m in event.round(1).matches}
    assert shown == {("1", "2"): "1,+", ("2", "3"): "-/+", ("1", "4"): "", ("3", "4"): ""}
    event = do(event, Withdraw("3"))
    shown = {m.pair: m.result.text if m.result else "" for m in event.round(1).matches}
    assert shown["2", "3"] == "-/+"
    assert shown["3", "4"] == "-/+"
    event = entered(event, 2, "0,0")
    assert {id for pair in pairs(drawn(event)) for id in pair} == {"1", "4"}
    status = {row.id: row.status for row in DIAGONAL.standings(event)[0].rows}
    assert status == {"1": None, "2": "withdrawn", "3": "withdrawn", "4": None}


def test_whoever_plays_the_round_and_then_leaves_loses_nothing_by_it() -> None:
    """He is out at its end whatever he has lost, and is in no later round."""
    event = drawn(made(EVEN[:4]))
    mine = [m for m in event.round(1).matches if "2" in m.pair]
    assert [m.board for m in lost_by_leaving(event, DIAGONAL, "2")] == [m.board for m in mine]
    event = do(event, Withdraw("2", finishes=True))
    assert all(m.result is None for m in event.round(1).matches)
    # another who leaves at once loses to him, as he still plays
    event = do(event, Withdraw("3"))
    for match in event.round(1).matches:
        lost = match.result.text if match.result else ""
        assert lost == ("" if "3" not in match.pair else "-/+" if match.white == "3" else "+/-")
    event = played(
        event, {m.pair: m.result.text for m in event.round(1).matches if m.result}, "1,1"
    )
    announced = DIAGONAL.news(event, 1)[-1]
    assert announced.startswith("out after round 1: Player 0002 (")
    assert announced.count(", withdrawn)") == 2
    assert all("2" not in pair for pair in pairs(drawn(event)))


def test_the_end_of_a_round_is_announced_by_losses_of_all_rounds() -> None:
    """Against a count over the results alone."""
    event = drawn(made(EVEN))
    assert DIAGONAL.news(event, 1) == ()
    event = played(event, dict.fromkeys(pairs(event), "1,1"))
    lost: Counter[str] = Counter()
    for _, black in pairs(event):
        lost[black] += 2
    out = [e for e in event.entrants if lost[e.id] >= 4]
    told = ", ".join(f"{e.name} ({lost[e.id]} lost)" for e in out)
    assert DIAGONAL.news(event, 1) == (
        f"{len(event.entrants) - len(out)} play on",
        f"out after round 1: {told}",
    )


def test_a_match_in_place_of_another_names_who_should_have_met() -> None:
    """Places in the row are nobody's numbers: the players are named."""
    event = drawn(made([2200 - 10 * n for n in range(26)]))
    first = {frozenset(pair) for pair in pairs(event)}
    event = drawn(played(event, {}, "=,="))
    moved = [m for m in event.rounds[-1].matches if "replaced" in codes(m.why)]
    assert moved
    for match in moved:
        (reason,) = match.why
        assert [wanted["player"] for wanted in reason["wanted"]] == list(match.pair)
        for wanted in reason["wanted"]:
            assert wanted["met"] == ({wanted["player"], wanted["opponent"]} in first)


def test_reasons_and_notes_of_a_round_are_worded() -> None:
    event = made(EVEN[:4])
    one, other = (
        Reason.of("wanted", player=a, opponent=b, met=met)
        for a, b, met in (("1", "2", True), ("3", "4", False))
    )
    names = {e.id: e.name for e in event.entrants}
    first = f"{names['1']} should play {names['2']}, but they have met"
    second = f"{names['3']} should play {names['4']}"
    texts = {
        Reason.of("replaced", wanted=(one, other)): f"{first}; {second}",
        Reason.of("replaced", wanted=(other,)): f"{second}; these matches gave way to others",
        Reason("repeat"): "without a repeat no round could be made",
        Reason.of("repeats", matches=2): "2 matches of two who have met",
        Reason.of("one-opponent-fewer", players=("1",), ring=True): (
            "the ring is opened where two have met or are barred; "
            f"one opponent fewer, for want of somebody new: {names['1']}"
        ),
    }
    assert {reason: DIAGONAL.worded(reason, event) for reason in texts} == texts


def test_who_went_out_is_listed_so_that_names_with_commas_stay_apart() -> None:
    event = made(EVEN[:4])
    for id, name in (("1", "Able, Ann"), ("2", "Baker, Bo")):
        event = do(event, EditEntrant(id, {"name": name}))
    event = drawn(event)
    event = do(do(event, Withdraw("1")), Withdraw("2"))
    event = played(
        event, {m.pair: m.result.text for m in event.round(1).matches if m.result}, "1,1"
    )
    assert "Able, Ann; Baker, Bo" in DIAGONAL.panels(event)[0].rows[0][2]


def test_while_lengths_are_asked_for_nobody_is_ranked_before_the_others() -> None:
    event = drawn(made(EVEN[:3], {"max_losses": 2}))
    event = played(event, dict.fromkeys(pairs(event), "1,0"))
    assert DIAGONAL.next_step(event).name != "finished"
    assert [rank for _, rank in ranks(event)] == [1, 1, 1]


def test_a_ring_is_called_what_it_is() -> None:
    event = drawn(made([2000, 1900, 1800, 1700]))
    assert {m.group for m in event.round(1).matches} == {"ring"}
    event = drawn(played(event, {}, "=,="))
    # everybody has met two of three: one match each is new, the rest is left out
    groups = {m.group for m in event.round(2).matches}
    assert groups == {"open ring"}
    assert DIAGONAL.headings(event.until(1), event.round(2))["open ring"].endswith("kept apart")
    last = drawn(made([2000, 1900]))
    assert {m.group for m in last.round(1).matches} == {"last two"}


def test_a_withdrawal_announced_for_later_leaves_the_round_alone() -> None:
    event = do(made(EVEN), Withdraw("2", 2))
    event = drawn(event)
    assert all(m.open for m in event.round(1).matches)
    event = drawn(played(event, {}, "=,="))
    assert "2" not in {id for pair in pairs(event) for id in pair}


def test_no_late_entry_and_no_bye() -> None:
    event = drawn(made(EVEN))
    with pytest.raises(Refused, match="row is set up"):
        do(event, AddEntrant(Entrant("", "Late, Lena")))
    with pytest.raises(Refused, match="every round"):
        do(made(EVEN), SetBye("1", 1, Decimal("0.5")))


def test_another_opponent_cannot_be_put_on_one_board_of_several() -> None:
    event = drawn(made(EVEN))
    with pytest.raises(Refused, match="boards"):
        do(event, CorrectBoard(1, 1, "1", "3"))


@pytest.mark.parametrize(
    "settings",
    [
        {"max_losses": 0},
        {"max_losses": "0.4"},
        {"draw_losses": 0},
        {"draw_losses": 2},
        {"ring_below": 11},
        {"rounds": 5},
        {"max_rounds": 0},
    ],
)
def test_settings_out_of_bounds_are_refused(settings) -> None:
    with pytest.raises(Refused):
        made([], settings)


def test_one_player_is_too_few_and_equal_ratings_are_none_of_it() -> None:
    assert DIAGONAL.next_step(made([1500])).name == "register"
    event = drawn(made([1500] * 13))
    assert len(event.round(1).matches) == len({m.pair for m in event.round(1).matches})
    assert len(event.round(1).matches) == 21


def test_performance_by_the_fide_table() -> None:
    assert performance([2000, 2000], Decimal(1)) == 2000
    assert performance([2000, 2100, 2200, 2300], Decimal(3)) == 2150 + 193
    assert performance([1800], Decimal(0)) == 1000
    assert performance([], Decimal(0)) is None


def check_event(plan: TrialPlan, number: int) -> None:
    """One winner, everybody ranked, and no repeat while a round without one could be made."""
    done = plan.played(DIAGONAL, number)
    assert not done.stopped
    event = done.event
    rows = DIAGONAL.standings(event)[0].rows
    assert [row.rank for row in rows].count(1) == 1
    assert sorted(row.id for row in rows) == sorted(e.id for e in event.entrants)
    assert all(row.status == "out" for row in rows[1:])
    losses = {row.id: row.tiebreaks["Losses"] for row in rows}
    games = sum(m.games for r in event.published for m in r.matches)
    assert sum(lost for lost in losses.values() if lost is not None) == games
    for round in event.published:
        repeats = {c.board for c in conflicts(DIAGONAL, event, round) if c.rule == "repeat"}
        players = {id for m in round.matches for id in m.pair}
        if repeats:
            assert len(players) < 6 or plan.settings


def random_plan(number: int) -> TrialPlan:
    chance = Chance(2, "diagonal", number)
    players = 2 + chance.below(14) if chance.below(4) else 2 + chance.below(60)
    settings = {"max_losses": chance.pick(["0.5", "1", "2", "6"])} if not chance.below(3) else {}
    return TrialPlan(
        "diagonal", number, settings, (), players, draws=chance.pick([0, 300_000, 900_000])
    )


def test_who_is_out_is_ranked_by_round_then_fewer_losses_then_more_wins() -> None:
    parted_by_wins = 0
    for number in range(40):
        event = random_plan(number).played(DIAGONAL, number).event
        if course(event).playoff:
            continue  # of who was in it another order holds
        rows = [row.tiebreaks for row in DIAGONAL.standings(event)[0].rows[1:]]
        keys = [(-(one["Out"] or 0), one["Losses"] or 0, -(one["Wins"] or 0)) for one in rows]
        assert keys == sorted(keys)
        parted_by_wins += sum(a[:2] == b[:2] and a[2] != b[2] for a, b in pairwise(keys))
    assert parted_by_wins


def test_random_events_end_with_one_winner() -> None:
    for number in range(30):
        check_event(random_plan(number), number)


@pytest.mark.slow
def test_ten_thousand_random_events_end_with_one_winner() -> None:
    for number in range(10_000):
        check_event(random_plan(number), number)


def test_thirty_four_moves_are_no_default() -> None:
    assert parse_two("1/34,0").won_lengths("white") == [34]
    assert parse_two("+,1/20").won_lengths("white") == [20]
    assert parse_two("0/25,=").won_lengths("black") == [25]
    assert parse_two("*,?", parse_two("?,1")).games == (Game.NOBODY, Game.WIN)


def test_a_match_off_the_ring_names_the_neighbours_who_have_met() -> None:
    event = played(drawn(made([2000, 1900, 1800, 1700, 1600, 1500])), {})
    event = drawn(do(event, Withdraw("3")))
    assert event.current is not None
    said = {
        m.pair: [DIAGONAL.worded(reason, event) for reason in m.why] for m in event.current.matches
    }
    one, two, five, six = (event.entrant(id).name for id in "1256")
    assert said["2", "6"] == [
        f"{two} has met the neighbour {one}; {six} has met neighbours {five} and {one}"
    ]


@pytest.mark.parametrize("size", [6, 14])
def test_where_a_bar_moved_a_match_nobody_is_said_to_have_met(size: int) -> None:
    event = made([2000 - 50 * n for n in range(size)])
    one, other = (str(size - 2), str(size)) if size > 11 else ("1", "2")
    event = drawn(do(event, Instruct(Instruction("bar", one, other, 1))))
    assert event.current is not None
    said = [DIAGONAL.worded(reason, event) for m in event.current.matches for reason in m.why]
    assert any("barred" in text for text in said)
    assert not [text for text in said if "have met" in text or "has met" in text]
    assert not [text for text in said if "gave way" in text or "alone" in text]
