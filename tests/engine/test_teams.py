"""Teams of players: their order, line-ups, results by board, and what follows for the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.actions import EnterResult, Withdraw
from engine.actions.base import Action
from engine.actions.team_play import EnterBoardResult, EnterBoardResults, SetLineup
from engine.actions.team_players import EditPlayer, SetPlayers
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.match_results import parse_match
from engine.refusal import Refused, Stale, StaleResult
from engine.teams import boards_played, lineup_of, team_scores
from engine.warnings import NotAgreed
from formats.registry import format_named
from tests.playing import InMemory, begun, publish

FORMAT = format_named("team_round_robin")


def team(number: int, players: int = 5) -> Entrant:
    """Team 1 has players rated 1890, 1880 …, team 2 1790 …"""
    squad = (
        Entrant("", f"Player {number}{place}", rating=2000 - 100 * number - 10 * place)
        for place in range(1, players + 1)
    )
    return Entrant("", f"Team {number}", players=tuple(squad))


def playing(teams: int = 4, **settings: Any) -> InMemory:
    """Round 1 is published; the numbers follow the ratings."""
    given = {"numbers": "rating", **settings}
    memory = begun(FORMAT, [team(n) for n in range(1, teams + 1)], **given)
    publish(memory)
    return memory


def first(event: Event) -> Match:
    return event.published[0].match(1)


def enter(memory: InMemory, *results: str, table: int = 1) -> None:
    for board, result in enumerate(results, start=1):
        memory.do(EnterBoardResult(table, board, result))


def squad(event: Event, id: str) -> Sequence[str]:
    return [player.id for player in event.entrant(id).players]


def test_players_have_ids_of_their_own_and_rate_their_team() -> None:
    event = begun(FORMAT, [team(1), team(2)]).event
    assert [e.id for e in event.entrants] == ["1", "2"]
    assert squad(event, "1") == ["3", "4", "5", "6", "7"]
    assert event.entrant("1").rating == 1875  # the mean of four boards, without the reserve


def test_a_published_match_has_the_standing_order_in_alternating_colours() -> None:
    event = playing().event
    match = first(event)
    home, away = (squad(event, id)[:4] for id in match.pair)
    assert lineup_of(match, match.white) == tuple(home)
    assert [board.white for board in match.lineups] == [home[0], away[1], home[2], away[3]]


def test_the_match_follows_from_its_boards() -> None:
    memory = playing()
    enter(memory, "1-0", "1-0", "1/2-1/2")
    assert first(memory.event).result is None
    memory.do(EnterBoardResult(1, 4, "?"))
    result = first(memory.event).result
    assert result is not None
    assert result.text == "2-2 ?"
    assert result.provisional
    memory.do(EnterBoardResult(1, 4, "0-1", was="?"))
    match = first(memory.event)
    # White of boards 2 and 4 is the away team's player
    assert match.result is not None
    assert match.result.text == "2½-1½"
    scores = team_scores(memory.event)
    assert (scores[match.white].match_points, scores[match.white].game_points) == (2, 2.5)
    assert (scores[match.black].match_points, scores[match.black].game_points) == (0, 1.5)


@pytest.mark.parametrize(
    ("settings", "points"),
    [({}, (2, 0)), ({"win_points": 3}, (3, 0)), ({"primary": "game"}, (2.5, 1.5))],
)
def test_points_by_setting(settings: dict[str, Any], points: tuple[float, float]) -> None:
    memory = playing(**settings)
    enter(memory, "1-0", "0-1", "1/2-1/2", "1-0")
    rows = {row.id: row for row in FORMAT.standings(memory.event)[0].rows}
    match = first(memory.event)
    assert (rows[match.white].points, rows[match.black].points) == points


def test_forfeits_of_boards_and_of_matches() -> None:
    memory = playing()
    memory.do(EnterResult(1, "+/-"))
    enter(memory, "+/-", "-/+", "-/-", "1-0", table=2)
    one, two = (memory.event.published[0].match(table) for table in (1, 2))
    assert one.result == parse_match(4, "+/-")
    assert not one.result.played
    assert two.result is not None
    assert two.result.text == "2-1"
    assert team_scores(memory.event)[one.white].game_points == 4
    assert not team_scores(memory.event)[one.black].match_points


def test_a_match_with_nothing_but_forfeits_is_not_played() -> None:
    memory = playing()
    enter(memory, "+/-", "-/+", "+/-", "+/-")
    result = first(memory.event).result
    assert result is not None
    assert result.text == "3-1 forfeit"
    assert not result.played
    assert parse_match(4, result.text) == result


def test_a_whole_result_is_replaced_by_boards_knowingly_and_the_other_way() -> None:
    memory = playing()
    memory.do(EnterResult(1, "2.5-1.5"))
    with pytest.raises(Refused, match="match as a whole"):
        enter(memory, "1-0")
    memory.do(EnterBoardResult(1, 1, "1-0", replace=True))
    assert first(memory.event).open
    with pytest.raises(Refused, match="results of boards"):
        memory.do(EnterResult(1, "2-2"))
    memory.do(EnterResult(1, "2-2", replace=True))
    assert not any(board.result for board in first(memory.event).lineups)


@pytest.mark.parametrize("text", ["3-2", "2.5-1.25", "4", "2½-2", "1-0u"])
def test_impossible_results_of_a_match(text: str) -> None:
    with pytest.raises(Refused):
        parse_match(4, text)


def test_a_reserve_and_an_empty_board() -> None:
    memory = playing()
    match = first(memory.event)
    ids = squad(memory.event, match.black)
    memory.do(SetLineup(match.black, (ids[0], ids[1], ids[4])))
    match = first(memory.event)
    assert lineup_of(match, match.black) == (ids[0], ids[1], ids[4], "")
    assert match.lineups[3].result is not None
    assert match.lineups[3].points("white") == 1
    with pytest.raises(Refused, match="is empty"):
        memory.do(EnterBoardResult(1, 4, "1-0", was="-/+", replace=True))
    memory.do(SetLineup(match.black, (ids[0], ids[1], ids[3], ids[4])))
    assert first(memory.event).lineups[3].result is None
    enter(memory, "1-0", "1-0", "1-0", "1-0")
    assert boards_played(memory.event)[ids[4]] == ((1, 4),)


def refused(memory: InMemory, action: Action) -> str:
    with pytest.raises(Refused) as caught:
        memory.do(action)
    return str(caught.value)


def test_line_ups_that_are_none() -> None:
    memory = playing()
    match = first(memory.event)
    own, other = squad(memory.event, match.white), squad(memory.event, match.black)
    assert "not for" in refused(memory, SetLineup(match.white, (other[0],)))
    assert "two boards" in refused(memory, SetLineup(match.white, (own[0], own[0])))
    assert "too many" in refused(memory, SetLineup(match.white, tuple(own)))
    later = SetLineup(match.white, (own[0],), was=tuple(own[1:]))
    with pytest.raises(Stale):
        memory.do(later)


def test_what_a_line_up_warns_of() -> None:
    memory = playing()
    match = first(memory.event)
    ids = squad(memory.event, match.white)
    turned = SetLineup(match.white, (ids[1], ids[0], ids[2], ids[3]))
    with pytest.raises(NotAgreed, match="order of its list"):
        memory.do(turned)
    gap = SetLineup(match.white, (ids[0], "", ids[2], ids[3]))
    with pytest.raises(NotAgreed, match="empty above others"):
        memory.do(gap)
    with pytest.raises(NotAgreed, match="deadline"):
        memory.do(SetLineup(match.white, (*ids[:3], ids[4]), late=True))
    memory.do(SetLineup(match.white, (*ids[:3], ids[4]), late=True, insist=True))
    assert [one.what.code for one in memory.event.agreements] == ["lineup-late"]


def test_many_results_at_once_or_none() -> None:
    memory = playing()
    three = ((1, 1, "1-0"), (1, 2, "0-1"), (2, 4, "?"))
    with pytest.raises(Refused, match="twice"):
        memory.do(EnterBoardResults((*three, (1, 1, "0-1"))))
    memory.do(EnterBoardResults(three))
    with pytest.raises(Refused, match="already"):
        memory.do(EnterBoardResults(((2, 3, "1-0"), (1, 1, "0-1"))))
    boards = [
        board.result for match in memory.event.published[0].matches for board in match.lineups
    ]
    assert sum(result is not None for result in boards) == 3


def test_what_is_open_of_a_match_is_adjourned() -> None:
    memory = playing()
    enter(memory, "1-0", "0-1")
    memory.do(EnterResult(1, "?"))
    match = first(memory.event)
    assert match.result is not None
    assert match.result.text == "3-1 ?"
    assert match.lineups[0].result is not None
    assert match.lineups[0].result.text == "1-0"


def test_a_free_order_asks_nothing() -> None:
    memory = playing(board_order="free")
    match = first(memory.event)
    ids = squad(memory.event, match.white)
    memory.do(SetLineup(match.white, (ids[1], ids[0], ids[2], ids[3])))
    assert lineup_of(first(memory.event), match.white)[:2] == (ids[1], ids[0])


def test_a_wrong_line_up_found_later_keeps_the_results_of_its_boards() -> None:
    memory = playing()
    enter(memory, "1-0", "0-1", "1/2-1/2", "0-1")
    match, before = first(memory.event), first(memory.event).result
    ids = squad(memory.event, match.white)
    right = SetLineup(match.white, (*ids[:3], ids[4]))
    with pytest.raises(NotAgreed, match="board 4 of Team"):
        memory.do(right)
    memory.do(SetLineup(match.white, (*ids[:3], ids[4]), insist=True))
    corrected = first(memory.event)
    assert corrected.result == before
    assert corrected.lineups[3].home == ids[4]
    # its board is lost after all, as the regulations of the event have it
    memory.do(EnterBoardResult(1, 4, "+/-", was="0-1", replace=True))
    result = first(memory.event).result
    assert result is not None
    assert result.text == "2½-1½"


def test_the_result_seen_must_stand() -> None:
    memory = playing()
    enter(memory, "1-0")
    with pytest.raises(StaleResult):
        memory.do(EnterBoardResult(1, 1, "0-1"))
    with pytest.raises(Refused, match="already"):
        memory.do(EnterBoardResult(1, 1, "0-1", was="1-0"))
    memory.do(EnterBoardResult(1, 1, "-", was="1-0", replace=True))
    assert first(memory.event).lineups[0].result is None


def test_players_are_added_ordered_and_not_lost() -> None:
    memory = playing(squad=5)
    match = first(memory.event)
    old = memory.event.entrant(match.white).players
    with pytest.raises(NotAgreed, match="limit is 5"):
        memory.do(SetPlayers(match.white, (*old, Entrant("", "Late, L."))))
    memory.do(SetPlayers(match.white, (*old, Entrant("", "Late, L.")), insist=True))
    new = memory.event.entrant(match.white).players[-1]
    assert new.joined == 2
    assert new.id not in {player.id for player in old}
    with pytest.raises(Refused, match="cannot be taken out"):
        memory.do(SetPlayers(match.white, (*old[1:], new)))
    memory.do(SetPlayers(match.white, old))
    with pytest.raises(NotAgreed, match="board order"):
        memory.do(SetPlayers(match.white, (old[1], old[0], *old[2:])))
    memory.do(EditPlayer(old[0].id, {"rating": 2400}))
    assert [one.what.code for one in memory.event.agreements][-1] == "rating-edited"
    assert lineup_of(first(memory.event), match.white)[0] == old[0].id


def test_nobody_plays_for_two_teams() -> None:
    memory = begun(FORMAT, [team(1), team(2)])
    twice = Entrant("", "Player 11")
    told = refused(memory, SetPlayers("2", (*memory.event.entrant("2").players, twice)))
    assert "in Team 1" in told


def test_a_team_that_leaves_late_loses_its_matches_by_forfeit() -> None:
    memory = playing()
    for _ in range(2):
        for match in memory.event.published[-1].matches:
            memory.do(EnterResult(match.board, "2-2"))
        publish(memory)
    for match in memory.event.published[-1].matches:
        memory.do(EnterResult(match.board, "3-1"))
    assert FORMAT.next_step(memory.event).name == "finished"
    memory = playing()
    for match in memory.event.published[-1].matches:
        memory.do(EnterResult(match.board, "2-2"))
    publish(memory)
    for match in memory.event.published[-1].matches:
        memory.do(EnterResult(match.board, "2-2"))
    memory.do(Withdraw("1"))
    publish(memory)
    scores = team_scores(FORMAT.as_counted(memory.event))
    assert (scores["1"].match_points, scores["1"].game_points) == (2, 4)
    other = next(
        e.id
        for e in memory.event.entrants
        if e.id != "1"
        and "1"
        not in {
            m.opponent(e.id)
            for r in memory.event.published[:2]
            for m in r.matches
            if e.id in m.pair
        }
    )
    assert (scores[other].match_points, scores[other].game_points) == (4, 8)


def test_what_changes_nothing_leaves_the_event_as_it_was() -> None:
    memory = playing()
    memory.do(EnterBoardResult(1, 1, "1-0"))
    match, before = first(memory.event), memory.event
    ids = squad(before, match.white)
    same = tuple(before.entrant(match.white).players)
    for action in (
        EnterBoardResult(1, 1, "1-0"), EnterBoardResults(()), SetPlayers(match.white, same),
        EditPlayer(ids[0], {"rating": before.entrant(match.white).players[0].rating}),
    ):  # fmt: skip
        assert memory.do(action) == before


def test_players_that_are_not_of_the_team_as_it_stands_are_refused() -> None:
    memory = playing()
    ours, theirs = memory.event.entrant("1").players, memory.event.entrant("2").players
    for action, said in (
        (SetPlayers("1", (*ours, theirs[0])), f"player {theirs[0].id} is not of Team 1"),
        (
            SetPlayers("1", (*ours, ours[0]), insist=True),
            "a player appears twice in Team 1; name each once",
        ),
    ):
        with pytest.raises(Refused, match=said):
            memory.do(action)
    with pytest.raises(Stale, match="the players of Team 1 are not as you saw them"):
        memory.do(SetPlayers("1", ours, was=tuple(one.id for one in theirs)))
    assert EditPlayer("99", {"rating": 1}).about(memory.event) == EditPlayer("99", {}).about(None)


def test_a_line_up_needs_a_match_of_a_published_round() -> None:
    memory = playing(3)
    (resting,) = (bye.entrant for bye in memory.event.published[0].byes)
    with pytest.raises(Refused, match="has no match in round 1"):
        memory.do(SetLineup(resting, ()))
    unpublished = begun(FORMAT, [team(1), team(2)])
    with pytest.raises(Refused, match="round 1 is not published: line-ups need the matches"):
        unpublished.do(SetLineup("1", ()))


def test_a_player_who_came_later_is_asked_about_in_a_line_up() -> None:
    memory = playing()
    match = first(memory.event)
    ours = memory.event.entrant(match.white).players
    memory.do(SetPlayers(match.white, (Entrant("", "Late, Lee"), *ours), insist=True))
    late = squad(memory.event, match.white)
    new = next(id for id in late if id not in {one.id for one in ours})
    with pytest.raises(NotAgreed, match="Late, Lee"):
        memory.do(SetLineup(match.white, (new, *[one.id for one in ours[:3]])))
