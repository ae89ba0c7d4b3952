"""Where a match of a bracket leads to, in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.actions import CreateEvent, EnterResults, ImportEntrants
from engine.bracket_words import sides
from engine.brackets import double
from engine.entrants import Entrant
from engine.fixtures import filled
from engine.protocol import bracket_of
from formats.registry import format_named
from tests.formats.knockout.cups import Cup
from tests.formats.test_team_knockout import DRAW, FORMAT, LOSS, WIN, boards, made
from tests.playing import InMemory, publish
from tests.tui.cups import cup, played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tui.places.bracket.keys import BRACKET
from tui.places.bracket.picture import headline, way_on, who_plays
from tui.places.bracket.ways import Ways
from tui.places.results import RESULTS

GNOT = format_named("gnot")


@pytest.mark.parametrize(
    ("reset", "match", "words"),
    [
        (
            True,
            "G1",
            "if the unbeaten side loses → Grand final, again   otherwise it wins the event",
        ),
        (True, "G2", "winner → wins the event"),
        (False, "G1", "winner → wins the event"),
    ],
)
def test_the_grand_final_is_played_again_only_if_the_unbeaten_side_loses(
    reset: bool, match: str, words: str
) -> None:
    ways = Ways(filled(double(8, reset), [str(n) for n in range(1, 9)]))
    assert way_on(ways, match) == words


def test_the_short_name_of_a_match_stands_where_the_tree_uses_it(tmp_path: Path) -> None:
    """`R1.1` in a knockout; in the repechage the session says when, and `1.1` would be another."""
    for store, words in (
        (cup(tmp_path, 8), "Quarter-finals, match 1 (R1.1) · round 1, board 1"),
        (played_to(teams_event(tmp_path), 2), "Match 1 · session 1.1, table 1"),
    ):
        tree = bracket_of(store.format, store.event)
        assert tree is not None
        first = next(f for f in tree.fixtures.values() if (f.round, f.board) == (1, 1))
        assert headline(store.event, tree, first).startswith(words)


def test_a_level_match_of_line_ups_has_a_score_a_side_and_home_as_in_results() -> None:
    memory = made(4)
    boards(memory, WIN, WIN, WIN, WIN)
    boards(memory, LOSS, LOSS, LOSS, LOSS, table=2)  # who was away is at home in the final
    publish(memory)
    final = memory.event.published[-1].matches[0]
    assert boards(memory, DRAW, LOSS, WIN, DRAW) == "2-2 away board-count"
    event = memory.event
    tree = bracket_of(FORMAT, event)
    assert tree is not None
    fixture = tree.fixtures["R2.1"]
    scores = {event.entrant(final.white).name: "2", event.entrant(final.black).name: "2*"}
    assert {side.name: side.score for side in sides(event, tree, fixture)} == scores
    assert headline(event, tree, fixture).endswith(" · 2-2 away board-count")
    assert fixture.away == final.white
    assert who_plays(event, tree, fixture, teams=True).endswith("home below")


def test_a_tie_break_names_the_side_that_its_slip_names() -> None:
    """White can stand below in the tree: the result still says what was typed."""
    cup = Cup(4, games=2)
    cup.draw()
    cup.enter("2-0", "0-2")
    final = cup.draw().matches[0]
    assert [cup.event.entrant(id).name for id in (final.white, final.black)] == ["P3", "P1"]
    cup.enter("1-1 away Armageddon")
    tree = bracket_of(cup.format, cup.event)
    assert tree is not None
    fixture = tree.fixtures["R2.1"]
    assert fixture.away == final.white
    told = headline(cup.event, tree, fixture)
    assert told.endswith(" · 1-1 away Armageddon")
    assert "best of" not in told
    assert who_plays(cup.event, tree, fixture) == "P1 1*  ·  P3 1  ·  White below"


def test_a_match_that_its_boards_leave_level_is_not_told_as_open() -> None:
    """All boards are played: who waits for one would wait for ever."""
    memory = made(4)
    boards(memory, DRAW, DRAW, DRAW, DRAW)
    tree = bracket_of(FORMAT, memory.event)
    assert tree is not None
    level, other = (tree.fixtures[id] for id in ("R1.1", "R1.2"))
    words = headline(memory.event, tree, level)
    assert words.endswith(" · level, who goes on is missing")
    assert headline(memory.event, tree, other).endswith(" · open")


def test_the_tree_says_of_the_ninth_winner_too_that_he_plays_on_with_the_losers() -> None:
    """Of 18 teams nine win; an arrow behind the losers alone sent him among the eight."""
    memory = InMemory(CreateEvent("GNOT", "gnot", {}, seed=4).begin(GNOT), GNOT)
    memory.do(ImportEntrants(tuple(Entrant("", f"T{n}", seed=n) for n in range(1, 19))))
    publish(memory)
    memory.do(EnterResults(tuple((board, f"{30 + board}-20") for board in range(1, 10))))
    tree = bracket_of(GNOT, memory.event)
    assert tree is not None
    marks = {tree.fixtures[id].board: each for id, each in Ways(tree).marks.items()}
    assert marks == {board: ("→SKO R1", "→SKO R1" if board == 1 else "") for board in range(1, 10)}
    driver = Driver(BRACKET, MemoryDesk(memory.event, GNOT), (160, 50))
    winner = memory.event.entrant(memory.event.round(1).match(1).white).name
    assert any(f"{winner}  " in text and "→SKO R1" in text for text in driver.lines)


def test_the_keys_of_a_cup_are_of_its_sides_and_in_the_tree_of_the_upper_and_the_lower() -> None:
    """A match of several games has sides, as have teams. In the tree Black can stand above: a key
    that is said to be White's would send the loser on."""
    for games, called in ((1, ("White", "Black")), (2, ("home", "away"))):
        desk = MemoryDesk.created("knockout", games=games)
        desk.do(ImportEntrants(tuple(Entrant("", f"P{n}", rating=2000 - n) for n in range(8))))
        desk.draw()
        in_tree = ("upper", "lower")
        for kind, who in ((BRACKET, in_tree), (RESULTS, called)):
            place: Driver[Any] = Driver(kind, desk)
            names = {c.id: c.name for c in kind.extra_help(place.view, place.state)}
            assert names["result.white-forfeit"] == f"{who[0]} wins by forfeit"
            assert names["result.black-forfeit"] == f"{who[1]} wins by forfeit"
            assert names.get("result.white", f"{who[0]} wins") == f"{who[0]} wins"
            assert names.get("result.black", f"{who[1]} wins") == f"{who[1]} wins"
