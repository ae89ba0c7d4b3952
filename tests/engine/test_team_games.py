"""The players of teams as players: their scores, boards, performance, rating change and norms."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.entrants import Entrant
from engine.event import Event
from engine.norms import Obstacle, foreign_field, many_and_strong, obstacle
from engine.performance import performance, performances
from engine.rating_change import rating_reports
from engine.team_tables import PlayerScore, best_on_board, player_scores
from engine.teams import event_of_players
from formats.registry import format_named
from tests.playing import InMemory, begun, publish

TEAM_ROUND_ROBIN = format_named("team_round_robin")


def teams() -> list[Entrant]:
    return [
        Entrant(
            "",
            name,
            players=tuple(
                Entrant("", f"{name} {no}", rating=2000 - 100 * at - 10 * no) for no in (1, 2, 3)
            ),
        )
        for at, name in enumerate(("Ash", "Brook", "Carr", "Dale"))
    ]


def played() -> InMemory:
    """Three rounds of two boards: White wins, but in round 2 a reserve comes in, one board is
    empty, and one game is adjourned."""
    memory = begun(TEAM_ROUND_ROBIN, teams(), boards=2)
    for number in (1, 2, 3):
        publish(memory)
        first = memory.event.round(number).matches[0]
        if number == 2:
            squad = [player.id for player in memory.event.entrant(first.white).players]
            memory.do(SetLineup(first.white, (squad[0], squad[2])))
            memory.do(SetLineup(first.black, ("",), insist=True))
        for match in memory.event.round(number).matches:
            for at, board in enumerate(match.lineups, start=1):
                if board.result is None:
                    late = (number, match.board, at) == (2, 2, 2)
                    memory.do(
                        EnterBoardResult(match.board, at, "?" if late else "1-0", insist=True)
                    )
    return memory


def by_name(event: Event) -> dict[str, PlayerScore]:
    return {score.player.name: score for score in player_scores(event)}


def test_points_are_those_of_games_and_walkovers_stand_apart() -> None:
    event = played().event
    scores = by_name(event)
    home, away = (event.entrant(id).name for id in event.round(2).matches[0].pair)
    alone = scores[f"{home} 1"]
    assert alone.forfeits == 1
    assert alone.games == 2
    assert scores[f"{home} 3"].forfeits == 1
    assert scores[f"{home} 3"].games == 0
    assert scores[f"{home} 3"].share is None
    assert scores[f"{away} 1"].boards == {1: 2}
    # six games a round, two of them walkovers and one adjourned in round 2
    assert sum(score.games for score in scores.values()) == 2 * (4 + 1 + 4)
    assert sum(score.points for score in scores.values()) == 4 + 1 + 4


def test_a_performance_is_that_of_the_same_games_against_single_players() -> None:
    event = played().event
    players = event_of_players(event)
    for id, shown in performances(players).items():
        opponents, score = [], Decimal(0)
        for round in players.published:
            for match in round.matches:
                if id in match.pair and match.result and match.result.text == "1-0":
                    opponents.append(players.entrant(match.opponent(id)).rating or 0)
                    score += match.white == id
        assert shown.rating == performance(opponents, score)
    reports = rating_reports(players)
    assert len(reports) == 12
    assert sum(len(report.games) for report in reports.values()) == 18


def test_the_best_on_a_board_have_enough_games_on_it() -> None:
    event = played().event
    best = best_on_board(event, 1, "percentage", 2)
    placed = [score for place, score in best if place is not None]
    assert [score.share for score in placed] == sorted(
        (score.share for score in placed), key=lambda share: -(share or 0)
    )
    assert all(score.board == 1 for _, score in best)
    assert all((place is None) == (score.games < 2) for place, score in best)
    by_points = [s for place, s in best_on_board(event, 1, "points", 0) if place]
    assert [s.points for s in by_points] == sorted((s.points for s in by_points), reverse=True)
    by_rating = [s for place, s in best_on_board(event, 2, "performance", 0) if place]
    assert [s.performance or 0 for s in by_rating] == sorted(
        (s.performance or 0 for s in by_rating), reverse=True
    )


def test_tables_beside_the_standings_name_players_and_boards() -> None:
    memory = played()
    panels = memory.format.panels(memory.event)
    names = [panel.name for panel in panels]
    assert names[:3] == ["Players", "Board 1", "Board 2"]
    assert panels[0].rows[0][:3] == ("1", player_scores(memory.event)[0].player.name,
                                     player_scores(memory.event)[0].team.name)  # fmt: skip
    assert len({len(row) for panel in panels[:3] for row in panel.rows}) == 1
    fresh = begun(TEAM_ROUND_ROBIN, teams(), boards=2)
    assert "Players" not in [panel.name for panel in fresh.format.panels(fresh.event)]


def test_players_who_are_level_share_a_place_as_teams_do() -> None:
    memory = played()
    panels = {panel.name: panel for panel in memory.format.panels(memory.event)}
    places = [row[0] for row in panels["Players"].rows]
    values = [row[4:] for row in panels["Players"].rows]
    assert panels["Players"].columns[0] == "Rank"
    assert any(place.endswith("=") for place in places)
    for place, value in zip(places, values, strict=True):
        assert place.endswith("=") == (values.count(value) > 1), (place, value)


def test_a_large_foreign_field_waives_nothing_for_teams() -> None:
    event = event_of_players(replace(played().event, details=(("federation", "IRL"),)))
    assert obstacle(event) is Obstacle.FEW_ROUNDS
    assert foreign_field(event) is None
    assert not many_and_strong(event)
