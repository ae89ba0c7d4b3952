"""A league: divisions, home and away, matches on other days, promotion and relegation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from engine.actions import (
    Adjust,
    ChangeSettings,
    EditEntrant,
    ReEnter,
    SwapPlaces,
    TurnBoard,
    Withdraw,
)
from engine.actions.base import Action
from engine.actions.postponing import Postpone, SetMatchVenue
from engine.actions.presence import RollCall, lost_by_leaving
from engine.actions.results import EnterResult, EnterResults
from engine.actions.rounds import PublishRound
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.event_data import open_matches
from engine.history import cards
from engine.match_results import TeamResult
from engine.refusal import Refused
from engine.rules import conflicts
from engine.standings import as_of
from engine.tables import StandingTable
from engine.waiting import lost_words, round_of_board, running
from engine.warnings import NotAgreed
from formats.registry import format_named
from saves.site.pages import round_words
from tests.playing import InMemory, begun, enter, play, propose, publish
from tests.sampling import sampled

FORMAT = format_named("league")


def made(sizes: dict[str, int], **settings: Any) -> InMemory:
    """Divisions by name and number of teams; the teams are entered in turn, not by division."""
    given = {"numbers": "rating", "boards": 2, **settings}
    most = max(sizes.values())
    teams = [
        Entrant("", f"{name} {n}", section=name, rating=2000 - n, venue=f"Hall {n}")
        for n in range(1, most + 1)
        for name, size in sizes.items()
        if n <= size
    ]
    return begun(FORMAT, teams, **given)


def pairs(event: Event) -> list[tuple[str, str]]:
    names = {e.id: e.name for e in event.entrants}
    return [(names[m.white], names[m.black]) for r in event.published for m in r.matches]


def table(event: Event, name: str = "") -> StandingTable:
    tables = FORMAT.standings(event)
    return next(t for t in tables if t.name == name) if name else tables[0]


def refused(memory: InMemory, action: Action) -> str:
    with pytest.raises(Refused) as caught:
        memory.do(action)
    return str(caught.value)


@pytest.mark.parametrize("teams", sampled(range(3, 17), (4, 5)))
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_home_and_away_in_balance(teams: int, double: bool) -> None:
    memory = made({"A": teams}, double=double)
    play(memory, memory.event.settings.rounds, "1-1")
    met = Counter(pairs(memory.event))
    both = Counter(frozenset(pair) for pair in met.elements())
    assert len(both) == teams * (teams - 1) // 2
    assert set(both.values()) == {2 if double else 1}
    assert set(met.values()) == {1}
    for entrant in memory.event.entrants:
        at_home = sum(home == entrant.name for home, _ in met)
        away = sum(guest == entrant.name for _, guest in met)
        assert abs(at_home - away) <= (0 if double else 1)


def test_divisions_of_several_sizes_play_side_by_side() -> None:
    memory = made({"2": 3, "1": 6}, promoted=1, relegated=1)
    assert memory.event.settings.rounds == 5
    play(memory, 5, "2-0")
    event = memory.event
    assert FORMAT.next_step(event).name == "finished"
    assert all(home[0] == guest[0] for home, guest in pairs(event))
    boards = [m.board for r in event.published for m in r.matches]
    assert boards == list(range(1, 19))  # no two matches of a season have one number
    overall, first, second = FORMAT.standings(event)
    assert [t.name for t in (first, second)] == ["Division 1", "Division 2"]
    assert [row.name for row in overall.rows] == [row.name for row in (*first.rows, *second.rows)]
    assert [row.rank for row in overall.rows][-3:] == [row.rank + 6 for row in second.rows]
    assert [row.zone for row in first.rows] == [*[""] * 5, "relegation"]
    # the three have beaten each other in a ring: nobody is promoted by the order of the numbers
    assert [row.zone for row in second.rows] == ["", "", ""]
    level = next(note for note in second.notes if "promotion is open" in note)
    assert all(row.name in level for row in second.rows)


def test_no_place_goes_up_or_down_before_anybody_has_played() -> None:
    memory = made({"1": 4, "2": 4}, promoted=1, relegated=1)
    publish(memory)
    assert not any(row.zone for table in FORMAT.standings(memory.event) for row in table.rows)
    assert not any(
        "open between" in note for t in FORMAT.standings(memory.event) for note in t.notes
    )


def test_the_top_division_is_said_and_never_guessed() -> None:
    """`First` was above `Premier` by its name, and the best of Premier promoted into it."""
    memory = made({"Premier": 4, "First": 4}, promoted=1, relegated=1)
    with pytest.raises(Refused, match="which division is the top one is not said") as caught:
        propose(memory)
    assert "Premier, First" in caught.value.remedy
    assert any("divisions" in a.text and a.urgent for a in FORMAT.advise(memory.event))
    memory.do(ChangeSettings({"divisions": ["Premier", "First"]}))
    play(memory, 1, "2-0")
    assert FORMAT.standings(memory.event)[1].name == "Premier"
    for names in (("1", "2"), ("Division A", "Division B"), ("10", "9")):
        propose(made(dict.fromkeys(names, 4), promoted=1))


def test_where_nothing_goes_up_or_down_the_order_by_name_is_advised_on() -> None:
    memory = made({"Premier": 4, "First": 4})
    play(memory, 1, "2-0")
    assert any("First is above Premier" in a.text for a in FORMAT.advise(memory.event))
    with pytest.raises(Refused, match="top one is not said"):
        memory.do(ChangeSettings({"promoted": 1}))
    memory.do(ChangeSettings({"promoted": 1, "divisions": ["Premier"]}))


def test_a_team_that_is_absent_in_round_1_is_named_for_it_plays_no_match() -> None:
    memory = made({"A": 4, "B": 5})
    gone = next(e for e in memory.event.entrants if e.name == "B 5")
    memory.do(RollCall(1, out=(gone.id,)))
    told = [a.text for a in FORMAT.advise(memory.event)]
    assert told[2:] == ["absent in round 1, so in no round of the table: B 5"]
    play(memory, 1, "2-0")
    told = [a.text for a in FORMAT.advise(memory.event)]
    assert told == ["absent when round 1 was drawn, not in the table: B 5"]


def test_a_division_of_a_double_league_takes_fewer() -> None:
    memory = made({"": 51}, double=True)
    (told,) = FORMAT.advise(memory.event)
    assert told.text == "51 teams, a division of a double league takes 3 to 50"
    with pytest.raises(Refused, match="takes 3 to 50"):
        FORMAT.draw(memory.event)


def test_the_order_of_divisions_is_by_setting_or_by_name() -> None:
    memory = made({"Premier": 3, "First": 3}, divisions="Premier, First")
    publish(memory)
    assert [t.name for t in FORMAT.standings(memory.event)] == ["Overall", "Premier", "First"]
    event = made({"10": 3, "9": 3}).event
    assert [t.name for t in FORMAT.standings(event)] == ["Overall", "Division 9", "Division 10"]


def test_a_postponed_match_is_not_waited_for_and_counts_when_it_is_played() -> None:
    memory = made({"": 4})
    memory.do(ChangeSettings(details={"schedule": "2026-10-02, 2026-10-16, 2026-10-30"}))
    publish(memory)
    assert FORMAT.next_step(memory.event).missing == (1, 2)
    memory.do(Postpone(1, "2026-11-03 19:30"))
    memory.do(EnterResult(2, "2-0"))
    assert FORMAT.next_step(memory.event).name == "draw"
    assert sorted(row.tiebreaks["Hand"] or 0 for row in table(memory.event).rows) == [0, 0, 1, 1]
    play(memory, 2, "2-0")
    step = FORMAT.next_step(memory.event)
    assert (step.name, step.missing) == ("play", (1,))
    late = memory.event.published[0].match(1).white
    before = next(row for row in table(memory.event).rows if row.id == late)
    assert (before.tiebreaks["P"], before.tiebreaks["Hand"]) == (2, 1)
    memory.do(EnterBoardResult(1, 1, "1-0"))  # found without saying of which round it is
    memory.do(EnterBoardResult(1, 2, "0-1"))
    after = next(row for row in table(memory.event).rows if row.id == late)
    assert (after.tiebreaks["P"], after.tiebreaks["Hand"]) == (3, 0)
    assert after.points == before.points + 2
    assert FORMAT.next_step(memory.event).name == "finished"


def test_a_match_has_another_day_and_hall_within_the_season() -> None:
    memory = made({"": 4})
    assert "no round is published" in refused(memory, Postpone(1, "2026-11-03"))
    propose(memory)
    assert "round 1 is not published" in refused(memory, Postpone(1, "2026-11-03", round=1))
    publish(memory)
    memory.do(ChangeSettings(details={"start": "2026-10-01", "end": "2027-03-01"}))
    assert "2026-09-30 is too early: the first day" in refused(memory, Postpone(1, "2026-09-30"))
    assert "the venue is too long" in refused(memory, SetMatchVenue(1, "H" * 200))
    for action in (Postpone(1, "2026-11-03"), SetMatchVenue(1, "Town Hall ")):
        done = memory.do(action)
        assert memory.do(action) == done
    match = memory.event.published[0].match(1)
    assert (match.date, match.venue) == ("2026-11-03", "Town Hall")


def test_a_match_may_be_played_on_the_first_and_on_the_last_day_of_the_season() -> None:
    memory = made({"": 4})
    publish(memory)
    memory.do(ChangeSettings(details={"start": "2026-10-01", "end": "2027-03-01"}))
    assert "2027-03-02 is too late: the last day" in refused(memory, Postpone(1, "2027-03-02"))
    for day in ("2026-10-01", "2027-03-01 19:30"):
        memory.do(Postpone(1, day))
        assert memory.event.round(1).match(1).date == day


def test_a_postponed_match_runs_on_only_until_it_is_played() -> None:
    memory = made({"": 4})
    publish(memory)
    memory.do(Postpone(1, "2026-11-03"))
    memory.do(EnterResult(2, "2-0"))
    publish(memory)
    assert [match.board for _, match in running(memory.event, 2)] == [1]
    memory.do(EnterResult(1, "1-1"))
    assert running(memory.event, 2) == []
    assert round_of_board(memory.event, 1, None) == 1  # it can still be corrected
    enter(memory, "2-0")
    publish(memory)
    assert running(memory.event, 3) == []
    assert round_words(memory.event, FORMAT) == "Round 3: 0 of 2 results are in"


def test_open_matches_by_their_days() -> None:
    memory = made({"": 4})
    memory.do(ChangeSettings(details={"schedule": "2026-10-02, 2026-10-16, 2026-10-30"}))
    publish(memory)
    memory.do(Postpone(1, "2026-12-01"))
    memory.do(Postpone(2, "-"))
    publish(memory)
    there = [(one.match.board, one.date) for one in open_matches(memory.event)]
    assert there == [(3, "2026-10-16"), (4, "2026-10-16"), (1, "2026-12-01"), (2, "-")]


def test_what_cannot_be_postponed_is_refused_in_words() -> None:
    memory = made({"": 4})
    assert "no round is published" in refused(memory, Postpone(1, "2026-12-01"))
    memory.do(ChangeSettings(details={"schedule": "2026-10-02, 2026-10-16, 2026-10-30",
                                      "end": "2026-12-20"}))  # fmt: skip
    publish(memory)
    assert "no such day" in refused(memory, Postpone(1, "2026-11-31"))
    assert "last day of the event is 2026-12-20" in refused(memory, Postpone(1, "2027-01-01"))
    assert "does not exist" in refused(memory, Postpone(9, "2026-12-01"))
    assert "as you saw it" in refused(memory, Postpone(1, "2026-12-01", was="2026-11-01"))
    with pytest.raises(NotAgreed, match="round 2 is played on 2026-10-16"):
        memory.do(Postpone(1, "2026-10-16"))
    memory.do(Postpone(1, "2026-10-16", insist=True))
    assert [one.what.code for one in memory.event.agreements] == ["round-day"]
    memory.do(EnterBoardResult(2, 1, "1-0"))
    assert "has begun: a board has its result" in refused(memory, Postpone(2, "2026-12-01"))
    memory.do(EnterResult(2, "2-0", replace=True))
    assert "has the result 2-0" in refused(memory, Postpone(2, "2026-12-01"))
    publish(memory)
    with pytest.raises(NotAgreed, match="another match on 2026-10-16"):
        memory.do(Postpone(3, "2026-10-16", 2))


def test_elsewhere_no_match_is_postponed() -> None:
    memory = begun(format_named("team_round_robin"), [Entrant("", f"T{n}") for n in range(4)])
    publish(memory)
    assert "every round waits" in refused(memory, Postpone(1, "2026-12-01"))


def test_a_reversed_fixture_turns_the_return_match_and_no_number() -> None:
    memory = made({"": 4}, double=True)
    drawn = propose(memory)
    first = drawn.match(1)
    numbers = FORMAT.initial_order(memory.event)
    memory.do(TurnBoard(1))
    memory.do(PublishRound(1))  # who is at home breaks no rule
    assert FORMAT.initial_order(memory.event) == numbers
    enter(memory, "1-1")
    play(memory, 5, "1-1")
    both = [m for r in memory.event.published for m in r.matches if {*m.pair} == {*first.pair}]
    assert [m.white for m in both] == [first.black, first.white]


def test_teams_of_two_divisions_do_not_meet() -> None:
    memory = made({"A": 3, "B": 3})
    drawn = propose(memory)
    one, other = drawn.matches[0].white, drawn.matches[1].white
    memory.do(SwapPlaces(one, other))
    assert "different divisions" in refused(memory, PublishRound(1, insist=True))


def test_a_match_of_two_divisions_that_a_file_brings_is_of_neither() -> None:
    """A Swiss of teams imported as a league: every match is judged, and the tables stand."""
    memory = made({"A": 4, "B": 4})
    play(memory, 2, "2-0")
    first, second = memory.event.rounds
    one, other = first.matches[0], first.matches[-1]
    swapped = {
        one.board: replace(one, white=other.white),
        other.board: replace(other, white=one.white),
    }
    mixed = replace(first, matches=tuple(swapped.get(m.board, m) for m in first.matches))
    event = replace(memory.event, rounds=(mixed, second))
    told = [c.board for c in conflicts(FORMAT, event, mixed) if c.rule == "division"]
    assert told == sorted(swapped)
    assert not [c for c in conflicts(FORMAT, event, second) if c.rule == "division"]
    assert {row.id for row in FORMAT.standings(event)[0].rows} == {e.id for e in event.entrants}


def test_a_division_changed_in_the_list_later_moves_no_team() -> None:
    memory = made({"A": 3, "B": 3})
    publish(memory)
    memory.do(EditEntrant("1", {"section": "B"}, insist=True, insist_twice=True))
    assert "1" in {row.id for row in table(memory.event, "Division A").rows}


@pytest.mark.parametrize("home_white", ["odd", "even"])
def test_colours_of_the_home_team(home_white: str) -> None:
    memory = made({"": 3}, boards=4, home_white=home_white)
    boards = publish(memory).matches[0].lineups
    white = [number for number, board in enumerate(boards, start=1) if not board.away_white]
    assert white == ([1, 3] if home_white == "odd" else [2, 4])


def test_a_deduction_stands_in_the_table_with_its_reason() -> None:
    memory = made({"": 4})
    play(memory, 1, "2-0")
    winner = table(memory.event).rows[0]
    memory.do(Adjust(winner.id, Decimal(-1), "ineligible player"))
    row = next(row for row in table(memory.event).rows if row.id == winner.id)
    assert row.points == winner.points - 1
    assert "ineligible player" in row.remark
    assert row.tiebreaks["W"] == 1


def test_who_leaves_loses_what_was_put_off_too() -> None:
    memory = made({"": 4}, annul=False)
    publish(memory)
    match = memory.event.published[0].match(1)
    memory.do(Postpone(1, "-"))
    memory.do(EnterResult(2, "2-0"))
    publish(memory)
    now = next(m for m in memory.event.published[1].matches if match.white in m.pair)
    lost = lost_by_leaving(memory.event, FORMAT, match.white)
    assert [m.board for m in lost] == [1, now.board]
    memory.do(Withdraw(match.white))
    result = memory.event.published[0].match(1).result
    assert isinstance(result, TeamResult)
    assert result.text == "-/+"


def test_a_match_put_off_and_lost_by_leaving_is_open_in_the_table_of_before() -> None:
    memory = made({"A": 6})
    publish(memory)
    memory.do(Postpone(1, "-"))
    memory.do(EnterResults(((2, "2-0"), (3, "2-0"))))
    before = {row.id: row.points for row in FORMAT.standings(memory.event)[0].rows}
    play(memory, 1, "1-1", last_open=True)
    team = memory.event.round(1).match(1).white
    memory.do(Withdraw(team))
    assert memory.event.round(1).match(1).result is not None
    past = as_of(memory.event, 1)
    assert {row.id: row.points for row in FORMAT.standings(past)[0].rows} == before


def test_of_a_match_in_play_only_what_is_open_is_said_to_be_lost() -> None:
    memory = made({"": 4}, annul=False)
    publish(memory)
    match = memory.event.published[0].match(1)
    against = f"table 1 against {memory.event.entrant(match.black).name}"
    lost = lost_by_leaving(memory.event, FORMAT, match.white)
    assert lost_words(memory.event, match.white, lost) == [against]
    memory.do(EnterBoardResult(1, 1, "1-0"))
    lost = lost_by_leaving(memory.event, FORMAT, match.white)
    assert lost_words(memory.event, match.white, lost) == [f"{against} (what is still open)"]


def test_divisions_that_cannot_be_played() -> None:
    memory = made({"A": 4, "B": 2})
    assert any("2 teams, a division takes 3" in one.text for one in FORMAT.advise(memory.event))
    with pytest.raises(Refused, match="Division B has 2 teams"):
        propose(memory)


def test_fixtures_of_the_whole_season_with_days_and_venues() -> None:
    memory = made({"": 4})
    memory.do(ChangeSettings(details={"schedule": "2026-10-02, 2026-10-16, 2026-10-30"}))
    publish(memory)
    memory.do(Postpone(1, "2026-12-01"))
    panel = FORMAT.panels(memory.event)[0]
    assert [row[:2] for row in panel.rows] == [
        ("1", "2026-12-01"), ("1", "2026-10-02"),
        *[("2", "2026-10-16")] * 2, *[("3", "2026-10-30")] * 2,
    ]  # fmt: skip
    halls = {e.name: e.venue for e in memory.event.entrants}
    assert all(row[-1] == halls[row[3]] for row in panel.rows)
    memory.do(SetMatchVenue(2, "Town Hall"))
    moved = FORMAT.panels(memory.event)[0].rows
    assert [row[-1] for row in moved if row[0] == "1"] == [halls[moved[0][3]], "Town Hall"]


def test_the_tables_say_what_becomes_of_a_withdrawn_teams_matches() -> None:
    """One of three matches is fewer than half; of the other division two of three were played."""
    memory = made({"First": 4, "Second": 4})
    play(memory, 1, "2-0")
    ids = {e.name: e.id for e in memory.event.entrants}
    memory.do(Withdraw(ids["First 1"]))
    play(memory, 1, "2-0")
    memory.do(Withdraw(ids["Second 1"]))
    early = "First 1 has withdrawn: its matches are annulled, in [ ]"
    late = "Second 1 has withdrawn: its matches count as played, open ones are lost by default"
    overall, first, second = FORMAT.standings(memory.event)
    assert {early, late} <= set(overall.notes)
    assert early in first.notes
    assert late not in first.notes
    assert late in second.notes
    assert early not in second.notes
    rows = [row for panel in FORMAT.panels(memory.event) for row in panel.rows]
    assert [row[5] for row in rows if "First 1" in row and row[0] == "1"] == ["[2-0]"]
    assert [row[5] for row in rows if "Second 1" in row and row[0] == "1"] == ["2-0"]


def test_a_walkover_over_a_team_that_comes_back_counts_in_its_round_as_in_the_table() -> None:
    memory = made({"First": 4, "Second": 4})
    play(memory, 1, "2-0")
    team = next(e.id for e in memory.event.entrants if e.name == "First 1")
    memory.do(Withdraw(team))
    play(memory, 1, "2-0")
    (rest,) = [bye for bye in memory.event.round(2).byes if bye.why[0].code == "annulled"]
    assert (rest.points, rest.secondary) == (0, 0)
    memory.do(ReEnter(team))
    (now,) = [bye for bye in memory.event.round(2).byes if bye.entrant == rest.entrant]
    assert (now.points, now.secondary) == (2, 2)
    points = {row.id: row.points for row in table(memory.event).rows}
    assert points[now.entrant] == sum(
        line.points or 0 for line in cards(memory.event)[now.entrant].lines
    )


def test_a_team_that_has_left_has_no_matches_in_hand() -> None:
    memory = made({"": 4})
    play(memory, 1, "2-0")
    memory.do(Withdraw(memory.event.entrants[0].id))
    play(memory, 1, "2-0")
    hand = {row.id: row.tiebreaks["Hand"] for row in table(memory.event).rows}
    left = hand.pop(memory.event.entrants[0].id)
    assert left is None
    assert None not in hand.values()


def test_a_walkover_of_one_division_takes_no_board_of_another() -> None:
    memory = made({"First": 4, "Second": 4})
    play(memory, 1, "2-0")
    play(memory, 1, "2-0")
    left = next(e.id for e in memory.event.entrants if e.name == "First 1")
    memory.do(Withdraw(left))
    play(memory, 1, "2-0")
    counted = FORMAT.as_counted(memory.event).rounds[2]
    met = Counter(frozenset(match.pair) for match in counted.matches)
    assert set(met.values()) == {1}
    assert {frozenset(m.pair) for m in memory.event.rounds[2].matches} < set(met)
    walkover = next(match for match in counted.matches if left in match.pair)
    assert walkover.result is not None
    assert walkover.result.text == ("-/+" if walkover.white == left else "+/-")
    assert len({match.board for match in counted.matches}) == 4


def test_at_the_end_of_a_season_it_is_said_who_plays_where_next_and_what_to_do() -> None:
    memory = made({"1": 4, "2": 4}, promoted=1, relegated=1)

    def stronger(event: Event, match: Match) -> str:
        return "2-0" if int(match.white) < int(match.black) else "0-2"

    play(memory, 3, stronger, last_open=True)
    assert not FORMAT.next_step(memory.event).notes
    enter(memory, stronger)
    step = FORMAT.next_step(memory.event)
    assert step.name == "finished"
    tables = FORMAT.standings(memory.event)[1:]
    zones = {row.name: row.zone for table in tables for row in table.rows if row.zone}
    note = next(note for note in step.notes if "next season" in note)
    assert zones
    for name, zone in zones.items():
        assert f"{name} to Division {'1' if zone == 'promotion' else '2'}" in note


def test_who_leaves_after_the_round_in_play_plays_it_and_loses_what_was_put_off() -> None:
    memory = made({"": 6})
    publish(memory)
    match = memory.event.round(1).match(1)
    memory.do(Postpone(1, "-"))
    memory.do(EnterResults(((2, "2-0"), (3, "2-0"))))
    play(memory, 1, "1-1")
    publish(memory)
    leaver = match.white
    now = next(m for m in memory.event.round(3).matches if leaver in m.pair)
    memory.do(Withdraw(leaver, finishes=True))
    lost = memory.event.round(1).match(1).result
    assert isinstance(lost, TeamResult)
    assert lost.text == "-/+"
    assert memory.event.round(3).match(now.board).open, "that is played to its end"


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_game_that_a_leaver_still_plays_counts_among_those_played(rounds: int) -> None:
    """Two of three with it: nothing is annulled while that game goes on, nor behind it."""
    memory = made({"": 4})
    play(memory, rounds, "1-1")
    publish(memory)
    match = memory.event.published[-1].matches[0]
    memory.do(Withdraw(match.white, finishes=True))
    means = FORMAT.leaving_means(memory.event, match.white)
    assert f"{rounds + 1} of 3 matches played, at least half" in means
    assert "annulled" not in str([note for t in FORMAT.standings(memory.event) for note in t.notes])
    enter(memory, "1-1")
    assert "annulled" not in str([note for t in FORMAT.standings(memory.event) for note in t.notes])


def test_a_league_without_teams_has_an_empty_table() -> None:
    (empty,) = FORMAT.standings(begun(FORMAT, ()).event)
    assert (empty.kind, empty.rows) == ("overall", ())
    assert set(empty.columns) == set(table(made({"": 4}).event).columns)
