"""What is said of tables and byes of teams: in words, and every number confirmed by counting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from engine.event import Bye, Event, Instruction, Match, Round
from engine.history import cards
from engine.reasons import LOCKED, Reason
from engine.refusal import Refused
from engine.rules import judge
from formats.dutch.reading import points
from formats.team_swiss.field import TeamField
from formats.team_swiss.measures import measured_teams, worse_of
from formats.team_swiss.position import TeamDraw
from formats.team_swiss.reading import drawn_teams, team_table
from tests.formats.team_swiss.rounds import TEAM_SWISS, pairs, proposed, team_event
from tests.formats.team_swiss.test_measures import all_rounds

NAMES = "Ashgrove Quilty Moyvane Dunloy Fallonby Lissadell Kells"


def lines(event: Event, number: int) -> list[str]:
    """The explanation of one table of the next round."""
    proposal = TEAM_SWISS.draw(event)
    match = proposal.matches[number - 1]
    return list(TEAM_SWISS.explain(event, proposed(proposal), match))


def test_the_first_round_is_ideal_and_says_nothing() -> None:
    event = team_event(NAMES)
    proposal = TEAM_SWISS.draw(event)
    assert pairs(proposal) == [("1", "4"), ("5", "2"), ("3", "6")]
    assert [(m.why, m.altered) for m in proposal.matches] == [((), "")] * 3
    assert lines(event, 2) == [
        "0 points: 6 teams: 1 Ashgrove, 2 Quilty, 3 Moyvane, 4 Dunloy, 5 Fallonby, 6 Lissadell",
        "Quilty (2) v Fallonby (5): ideal opponents of the group",
        "colours: neither has played; Quilty, number 2 of the teams so far (even), has Black "
        "(4.3.1); the colour of number 1 is given in the settings",
    ]
    (bye,) = proposal.byes
    assert (bye.entrant, bye.points, bye.secondary) == ("7", 1, 2), "worth what a drawn match is"
    assert bye.why == (Reason.of("team-bye", player="7", group=points(0), count=7),)


def test_a_meeting_in_the_past_and_the_price_of_going_round_it() -> None:
    event = team_event(NAMES, "1-4 3-1, 5-2 1½-2½, 3-6 2-2, 7")
    match = TEAM_SWISS.draw(event).matches[1]
    met = Reason.of("met", players=("3", "6"), round=1)
    off = Reason.of("off-ideal", player="3", opponent="6", place=3, ideal_place=6, because=met)
    assert (match.pair, match.why, match.altered) == (("7", "3"), (off,), "opponents")
    assert lines(event, 2)[1:] == [
        "Moyvane ideally meets Lissadell (3 v 6): they met in round 1",
        "Kells ideally meets Dunloy (7 v 4); the group's ideal pairing fails: Moyvane and Lissadell"
        " met in round 1",
        "with Kells v Dunloy, teams that float up in 2 points: 2 instead of 0 (C4)",
        "colours: neither is due a colour; the colour difference of Moyvane is +1, of Kells +0"
        " (4.3.5): Black for Moyvane",
    ]


def test_who_floats_up_instead_of_a_team_that_has_met_them_all() -> None:
    event = team_event(
        NAMES,
        "1-4 3-1, 5-2 1½-2½, 3-6 2-2, 7",
        "2-1 3-1, 6-7 4-0, 3-5 2-2, 4",
        "6-2 2-2, 1-3 3-1, 4-7 1-3, 5",
        colour_preferences="B",
        rounds=6,
    )
    match = TEAM_SWISS.draw(event).matches[0]
    assert (match.pair, match.altered) == (("7", "2"), "opponents")
    assert TEAM_SWISS.worded(match.why[0], event) == (
        "Kells floats up from 3 points, not Ashgrove: Ashgrove has met everybody of 5 points (C1)"
    )
    told = lines(event, 1)
    assert "colours: both are due White; Kells strongly (4.3.4): Black for Quilty" in told
    assert not any(line.startswith("with Ashgrove floating up") for line in told)


def test_a_forfeit_is_no_meeting_no_colour_and_bars_the_bye() -> None:
    event = team_event(NAMES, "1-4 +/-, 5-2 1-3, 3-6 2-2, 7")
    table, _ = team_table(event, TEAM_SWISS.order(event))
    one, other = table.position.teams[0], table.position.teams[3]
    assert (one.score, one.colours, one.met, one.may_have_bye) == (200, "", frozenset(), False)
    assert (other.score, other.colours, other.may_have_bye) == (0, "", True)
    assert cards(event)["1"].lines[0].points == 2
    assert [t.number for t in table.position.teams if not t.may_have_bye] == [1, 7]


def test_game_points_as_the_primary_score() -> None:
    event = team_event(NAMES, "1-4 2½-1½, 5-2 0-4, 3-6 2-2, 7", primary="game")
    table, _ = team_table(event, TEAM_SWISS.order(event))
    assert [t.standing for t in table.position.teams][:4] == [
        (250, 200),
        (400, 200),
        (200, 100),
        (150, 0),
    ]
    (bye,) = TEAM_SWISS.draw(event).byes
    assert (bye.points, bye.secondary) == (2, 1)


def test_baku_is_for_match_points() -> None:
    with pytest.raises(Refused) as refusal:
        TEAM_SWISS.settings({"acceleration": "baku", "primary": "game"})
    assert "Baku acceleration is of match points" in refusal.value.why
    event = team_event(NAMES, acceleration="baku", rounds=6)
    levels = TEAM_SWISS.levels(event, proposed(TEAM_SWISS.draw(event)))
    assert levels == {"1": 200, "2": 200, "3": 200, "4": 200, "5": 0, "6": 0, "7": 0}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({}, "FIDE_TEAM_TYPEA_MP_GP"),
        ({"colour_preferences": "B", "secondary_colours": False}, "FIDE_TEAM_TYPEB_MP"),
        ({"colour_preferences": "none", "primary": "game"}, "FIDE_TEAM_GP_MP"),
        ({"acceleration": "baku"}, "FIDE_TEAM_TYPEA_MP_GP_BAKU"),
    ],
)
def test_the_code_of_a_report(settings: dict[str, object], code: str) -> None:
    assert TEAM_SWISS.report_type(team_event(NAMES, **settings)) == code
    assert re.fullmatch(TEAM_SWISS.file_codes, code)
    read = TEAM_SWISS.file_settings(code, "")
    assert TEAM_SWISS.report_type(team_event(NAMES, **read)) == code


def test_the_plain_code_is_type_a() -> None:
    assert TEAM_SWISS.file_settings("FIDE_TEAM", "") == {
        "colour_preferences": "A",
        "primary": "match",
        "secondary_colours": True,
        "acceleration": "none",
    }


def played(seed: int) -> Iterator[Event]:
    """A small random event before each of its rounds."""
    rng = Random(seed)
    kind = rng.choice(("A", "B", "none"))
    count = rng.choice((5, 6, 7))
    written: list[str] = []
    for _ in range(4):
        event = team_event(
            " ".join(NAMES.split()[:count]), *written, colour_preferences=kind, rounds=4
        )
        yield event
        try:
            proposal = TEAM_SWISS.draw(event)
        except Refused:
            return
        scores = ("3-1", "2-2", "1½-2½", "4-0", "+/-", "½-3½")
        games = [f"{m.white}-{m.black} {rng.choice(scores)}" for m in proposal.matches]
        written.append(", ".join([*games, *(bye.entrant for bye in proposal.byes)]))


def unconfirmed(seed: int) -> Iterator[str]:
    """What is told of forced pairs and byes, where the best round of all with them says else."""
    for event in played(seed):
        try:
            round = proposed(TEAM_SWISS.draw(event))
        except Refused:
            return
        table, _ = team_table(event, TEAM_SWISS.order(event))
        field = TeamField(table.position)
        own = measured_teams(field, drawn_teams(table, round))
        number = table.numbers
        rounds = list(all_rounds(table.position))
        places: list[Match | Bye] = [*round.matches, *round.byes]
        for place in places:
            for reason in TEAM_SWISS.explanation(event, round, place):
                if reason.code != "drawn-again" or reason["what"] == "float":
                    continue
                wanted = [
                    number[reason[name]] for name in ("player", "opponent") if name in reason.facts
                ]
                best = min(
                    (measured_teams(field, drawn) for drawn in rounds if _has(drawn, wanted)),
                    key=lambda measures: [m.value for m in measures],
                    default=None,
                )
                outcome = reason["outcome"]
                if best is None or outcome.code == "undrawable":
                    if (best is None) != (outcome.code == "undrawable"):
                        yield f"seed {seed}, round {round.number}: {reason}"
                    continue
                differ = worse_of(own, best)
                told = (outcome["criterion"], outcome["was"], outcome["then"])
                if differ is None or told != (differ[0].name, differ[0].value, differ[1].value):
                    yield f"seed {seed}, round {round.number}: {reason}, not {differ}"


def _has(drawn: TeamDraw, wanted: list[int]) -> bool:
    if len(wanted) == 1:
        return drawn.bye == wanted[0]
    return any({*pair} == {*wanted} for pair in drawn.pairs)


def test_what_forced_pairs_and_byes_cost() -> None:
    assert [fault for seed in range(30) for fault in unconfirmed(seed)] == []


def test_a_table_by_hand_is_compared_with_the_draw() -> None:
    event = team_event(NAMES)
    proposal = TEAM_SWISS.draw(event)
    swapped = tuple(
        Match(m.board, m.white, {"4": "2", "2": "4"}.get(m.black, m.black), altered="hand")
        for m in proposal.matches
    )
    round = Round(1, proposed(proposal).state, swapped, proposal.byes)
    told = TEAM_SWISS.explain(event, round, swapped[0])
    assert told[1:] == (
        "the computer draw: Ashgrove has White against Dunloy",
        "the computer draw: Quilty has Black against Fallonby",
        "in this round as it stands, no criterion gets worse in 0 points, but other pairs come"
        " first in FIDE's order (3.6.3)",
    )
    names = [m.name for m in TEAM_SWISS.measures(event, round) if m.value and m.name != "order"]
    assert names == ["bye number"]


def test_a_lock_seats_two_teams_and_a_bar_keeps_two_apart() -> None:
    event = team_event(NAMES)
    locked = replace(event, instructions=(Instruction("lock", "1", "2", 1),))
    proposal = TEAM_SWISS.draw(locked)
    assert pairs(proposal) == [("1", "2"), ("3", "5"), ("6", "4")]
    assert (proposal.matches[0].why, proposal.matches[0].altered) == ((LOCKED,), "opponents")
    told = TEAM_SWISS.explain(locked, proposed(proposal), proposal.matches[0])
    assert told[:2] == (
        "locked by the arbiter",
        "without locks: Ashgrove has White against Dunloy",
    )
    barred = replace(event, instructions=(Instruction("bar", "1", "4", 1),))
    (match, *_) = TEAM_SWISS.draw(barred).matches
    assert TEAM_SWISS.worded(match.why[0], barred) == (
        "Ashgrove ideally meets Dunloy (1 v 4): they are barred by the arbiter"
    )


def test_a_round_without_a_legal_draw_names_the_fewest_repeats() -> None:
    everybody = ("1-3 3-1, 4-2 2-2", "2-1 3-1, 3-4 2-2", "1-4 2-2, 2-3 2-2")
    event = team_event("Ashgrove Quilty Moyvane Dunloy", *everybody, rounds=4)
    with pytest.raises(Refused) as refusal:
        TEAM_SWISS.draw(event)
    assert refusal.value.why == "everybody has met everybody"
    assert "--lock 1:4" in refusal.value.line
    (advice,) = TEAM_SWISS.advise(event)
    assert advice.text == "4 rounds are too many for 4 teams: a round will have no draw"


def test_the_review_judges_repeats_byes_and_colours() -> None:
    event = team_event(NAMES, "1-4 3-1, 5-2 1½-2½, 3-6 2-2, 7", "1-2 4-0, 6-4 2-2, 5-7 2-2, 3")
    # Ashgrove has had White twice, Quilty Black twice
    by_hand = (Match(1, "1", "2"), Match(2, "3", "6"))
    round = Round(3, proposed(TEAM_SWISS.draw(event)).state, by_hand, (Bye("7", Decimal(1)),))
    found = [(c.rule, c.text) for c in judge(round, event, TEAM_SWISS.rules(event))]
    assert found == [
        ("repeat", "they met in round 2"),
        ("opposite-colours", "both have the colour that the other is due"),
        ("repeat", "they met in round 1"),
        ("second-bye", "Kells had the bye in round 1"),
    ]
