"""The Scheveningen system: the published tables, those made here, events of two and more teams."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.actions import Withdraw
from engine.actions.presence import leaving_means
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant
from engine.event import Event
from engine.refusal import Refused
from engine.teams import team_scores
from formats.registry import format_named
from formats.scheveningen import PUBLISHED, scheveningen
from tests.playing import InMemory, begun, propose, publish

FORMAT = format_named("scheveningen")


def as_printed(boards: int) -> str:
    return " | ".join(
        " ".join(f"A{g.a}-B{g.b}" if g.white else f"B{g.b}-A{g.a}" for g in round)
        for round in scheveningen(boards)
    )


@pytest.mark.parametrize("boards", PUBLISHED)
def test_published_tables_are_as_printed(boards: int) -> None:
    assert as_printed(boards) == PUBLISHED[boards]


@pytest.mark.parametrize("boards", [1, *range(2, 15), 17])
def test_everybody_meets_everybody_once_in_even_colours(boards: int) -> None:
    rounds = scheveningen(boards)
    games = [game for round in rounds for game in round]
    assert len({(game.a, game.b) for game in games}) == boards * boards == len(games)
    for round in rounds:
        assert [game.a for game in round] == list(range(1, boards + 1))
        assert len({game.b for game in round}) == boards
    whites_a = Counter(game.a for game in games if game.white)
    whites_b = Counter(game.b for game in games if not game.white)
    loose = boards % 4 == 2 and boards != 10  # there a whole game cannot be split
    least, most = boards // 2 - loose, (boards + 1) // 2 + loose
    for place in range(1, boards + 1):
        assert least <= whites_a[place] <= most
        assert least <= whites_b[place] <= most


def made(teams: int, players: int = 3) -> InMemory:
    entries = [
        Entrant("", f"Team {t}", players=tuple(Entrant("", f"P{t}{p}") for p in range(players)))
        for t in range(1, teams + 1)
    ]
    return begun(FORMAT, entries, boards=3)


def play(memory: InMemory) -> None:
    """White wins on every board."""
    publish(memory)
    current = memory.event.current
    assert current is not None
    for match in current.matches:
        for board in range(1, len(match.lineups) + 1):
            memory.do(EnterBoardResult(match.board, board, "1-0"))


def met(event: Event) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((board.white, board.black))
        for round in event.published
        for match in round.matches
        for board in match.lineups
    )


@pytest.mark.parametrize(("teams", "rounds"), [(2, 3), (3, 9), (4, 9)])
def test_an_event_to_its_end(teams: int, rounds: int) -> None:
    memory = made(teams)
    for _ in range(rounds):
        play(memory)
    assert FORMAT.next_step(memory.event).name == "finished"
    games = met(memory.event)
    assert set(games.values()) == {1}
    assert len(games) == 9 * teams * (teams - 1) // 2
    rows = FORMAT.standings(memory.event)[0].rows
    scores = team_scores(memory.event)
    assert [row.points for row in rows] == [scores[row.id].game_points for row in rows]
    assert sum(row.points for row in rows) == len(games)


def test_a_match_of_three_boards_by_the_table() -> None:
    memory = made(2)
    play(memory)
    play(memory)
    first, second = (round.match(1).lineups for round in memory.event.published)
    a, b = ([p.id for p in e.players] for e in memory.event.entrants)
    assert [(x.white, x.black) for x in first] == [(a[0], b[0]), (a[1], b[1]), (b[2], a[2])]
    assert [(x.white, x.black) for x in second] == [(b[1], a[0]), (a[1], b[2]), (b[0], a[2])]


def test_what_is_no_scheveningen() -> None:
    with pytest.raises(Refused, match="99 at most"):
        propose(made(36, players=1))
    memory = made(2, players=2)
    assert any("2 players for 3 boards" in advice.text for advice in FORMAT.advise(memory.event))
    publish(memory)
    boards = memory.event.published[0].match(1).lineups
    assert boards[2].result is not None
    assert FORMAT.entry_refused(memory.event)


def test_a_team_that_leaves_keeps_its_place_in_the_tables_and_loses_by_forfeit() -> None:
    memory = made(2)
    play(memory)
    memory.do(Withdraw("2"))
    (match,) = publish(memory).matches
    assert match.pair == ("1", "2")
    assert match.result is not None
    assert match.result.text == "+/-"
    assert FORMAT.next_step(memory.event).name == "draw"


def test_who_leaves_is_told_that_what_is_to_come_is_lost() -> None:
    teams = [Entrant("", name) for name in "ABC"]
    memory = begun(FORMAT, teams, boards=2)
    assert leaving_means(memory.event, FORMAT, "1") == ""
    publish(memory)
    assert leaving_means(memory.event, FORMAT, "1") == "what is to come is lost by forfeit"
