"""Chess960: the 960 starting positions, and the one that a lot draws for each round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.actions import ChangeSettings
from engine.chess960 import POSITIONS, back_rank, drawn_position
from engine.entrants import Entrant
from engine.event_data import data_notes, starting_position, with_time
from engine.refusal import Refused
from formats.registry import format_named
from saves.pgn import pgn
from saves.trf_write import write_trf
from tests.playing import begun, play

DUTCH = format_named("dutch")


def test_there_are_960_positions_by_the_rules() -> None:
    """Laws of Chess, Guidelines II.2: the king between the rooks, bishops on both colours."""
    ranks = [back_rank(number) for number in range(POSITIONS)]
    assert len(set(ranks)) == POSITIONS
    assert {"".join(sorted(rank)) for rank in ranks} == {"BBKNNQRR"}
    for rank in ranks:
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert (rank.index("B") - rank.rindex("B")) % 2 == 1
    # by the numbers in use
    assert (ranks[0], ranks[518], ranks[959]) == ("BBQNNRKR", "RNBQKBNR", "RKRNNQBB")


def test_a_lot_draws_the_position_of_each_round_again_the_same() -> None:
    rounds = [drawn_position(7, number) for number in range(1, 12)]
    assert rounds == [drawn_position(7, number) for number in range(1, 12)]
    assert len(set(rounds)) > 8
    assert all(0 <= number < POSITIONS for number in rounds)


def test_the_position_is_told_with_its_round_and_not_before() -> None:
    memory = begun(DUTCH, [Entrant("", f"P{n}", rating=2000 - n) for n in range(6)], rounds=3)
    assert starting_position(memory.event, 1) == ""
    memory.do(ChangeSettings(details={"variant": "chess960"}))
    assert starting_position(memory.event, 1) == ""
    event = play(memory, 1)
    with pytest.raises(Refused, match="games have been played by it"):
        memory.do(ChangeSettings(details={"variant": ""}))
    text = starting_position(event, 1)
    assert text == f"Chess960 {text.split()[1]} {back_rank(int(text.split()[1]))}"
    assert starting_position(event, 2) == ""
    assert with_time(event, 1, "round 1") == f"round 1 · {text}"
    assert data_notes(event) == [f"round 1: {text}"]
    rank = text.split()[2]
    games = pgn(event, event.round(1))
    assert f'[FEN "{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"]' in games
    assert '[SetUp "1"]' in games
    assert '[Variant "Chess960"]' in games
    lines = write_trf(event, DUTCH, interim=True).decode().split("\r\n")
    assert {"### variant: chess960", f"### round 1: {text}"} <= set(lines)
    assert starting_position(replace(event, seed=event.seed + 1), 1) != text
