"""Results of cups: what a match is stands whole beside it, and ratings give way to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.actions import EnterResults, ImportEntrants
from engine.entrants import Entrant
from engine.event import Match
from tests.tui.driver import Driver, MemoryDesk
from tui.places.results import RESULTS
from tui.places.results.picture import picture


def every_round(desk: MemoryDesk, won: str, lost: str) -> Iterator[Match]:
    """The first match of each round, in play; the grand final has to be played again."""
    while desk.format.next_step(desk.event).name != "finished":
        desk.draw()
        round = desk.event.published[-1]
        yield round.matches[0]
        upset = {m.board for m in round.matches if desk.format.stage_name(m) == "Grand final"}
        rows = [(m.board, lost if m.board in upset else won) for m in round.matches]
        desk.do(EnterResults(tuple(rows)))


@pytest.mark.parametrize("format", ["knockout", "double_knockout"])
@pytest.mark.parametrize(
    ("score", "games", "won", "lost"),
    [("games", 1, "1-0", "0-1"), ("games", 12, "8-4", "4-8"), ("imps", 1, "45-31", "31-45")],
)
@pytest.mark.parametrize("name", ["T", "A name that is as long as names are, of some place"])
def test_at_80_columns_every_stage_is_whole(
    format: str, score: str, games: int, won: str, lost: str, name: str
) -> None:
    desk = MemoryDesk.created(format, score=score, games=games)
    people = [Entrant("", f"{name} {n}", rating=2000 - n, estimated=True) for n in range(16)]
    desk.do(ImportEntrants(tuple(people)))
    driver, seen = Driver(RESULTS, desk, (80, 24)), set()
    for match in every_round(desk, won, lost):
        shown = picture(driver.view, driver.state)
        assert shown.heads is not None
        stage = desk.format.stage_name(match)
        seen.add(stage)
        lines = [shown.heads.text, next(one.text for one in shown.body if one.key == match.board)]
        assert any(stage in text for text in lines)
        assert all(len(text) <= 80 for text in lines)
    assert {"Final", "Grand final, again"} & seen
