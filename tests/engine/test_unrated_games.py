"""Games of less than one move (W, D, L of TRF): they count for points and pairing, not for
ratings."""

from __future__ import annotations

import pytest

from engine.actions import EnterResult
from engine.entrants import Entrant
from engine.history import cards
from engine.performance import games_of
from engine.refusal import Refused
from engine.results import GameResult, parse_game
from formats.registry import format_named
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests import playing

DUTCH = format_named("dutch")
FIELD = tuple(Entrant("", f"Player {n}", rating=2400 - 10 * n) for n in range(6))


def test_they_score_and_pair_and_are_not_rated() -> None:
    memory = playing.begun(DUTCH, FIELD, rounds=3)
    playing.propose(memory)
    playing.publish(memory)
    for board, text in ((1, "1-0u"), (2, "=u"), (3, "1-0")):
        memory.do(EnterResult(board, text))
    event = memory.event
    rated, unrated, drawn = (event.published[0].match(board) for board in (3, 1, 2))
    card = cards(event)
    assert (card[unrated.white].score, card[drawn.black].score) == (1, pytest.approx(0.5))
    assert set(games_of(event)) == set(rated.pair)
    # they have met, and had their colours
    again = {frozenset(match.pair) for match in DUTCH.draw(event).matches}
    assert frozenset(unrated.pair) not in again
    for trf26 in (False, True):
        data = write_trf(event, DUTCH, trf26=trf26)
        cells = [line[98:99] for line in data.decode().splitlines() if line[:3] == "001"]
        assert sorted(cells) == sorted("WLDD10")
        file = read_trf(data, "open.trf")
        assert [match.result for match in file.rounds[0].matches] == [
            GameResult.WHITE_UNRATED, GameResult.DRAW_UNRATED, GameResult.WHITE
        ]  # fmt: skip
        assert not any("W, D, L" in note for note in file.notes)


@pytest.mark.parametrize("text", ["1-1u", "+/-u", "1/2-0u", "u", "1-0 u"])
def test_what_cannot_be_is_none(text: str) -> None:
    with pytest.raises(Refused, match="unknown result"):
        parse_game(text)


def test_turned_it_is_the_same_persons_result() -> None:
    assert GameResult.WHITE_UNRATED.turned() is GameResult.BLACK_UNRATED
    assert GameResult.DRAW_UNRATED.turned() is GameResult.DRAW_UNRATED
    assert not GameResult.WHITE_UNRATED.rated
    assert GameResult.HALF_WHITE.rated
    assert not GameResult.WHITE_FORFEIT.rated
