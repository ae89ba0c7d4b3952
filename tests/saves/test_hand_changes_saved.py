"""Rounds changed by hand in every format: what is recorded of them is read back as it was."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.by_hand import kept_marks, weighed
from engine.event import RoundState
from formats.registry import format_named
from saves.contents import contents_of, event_of
from saves.toml import load, toml_text
from tests.formats.test_by_hand import ALL, FIXED, SWISS, changed, others, swiss
from tests.sampling import sampled


@pytest.mark.parametrize("seeds", sampled([range(1), range(1, 6)], [range(1)]))
@pytest.mark.parametrize("name", [name for name in ALL if name not in FIXED])
def test_what_a_change_by_hand_costs_comes_back_from_the_save_files(
    name: str, seeds: range
) -> None:
    kept = 0
    for seed in seeds:
        for drawn in (swiss if name in SWISS else others)(name, seed):
            lot = Random(f"saved {name} {seed} {drawn.own.number}")
            round = changed(drawn.own, lot, drawn.format, drawn.event)
            if round is None:
                continue
            found = weighed(drawn.event.with_round(round), drawn.format, round)
            round = replace(
                round, departures=found.departures, worse=found.worse, state=RoundState.PUBLISHED
            )
            event = drawn.event.with_round(round)
            contents = contents_of(event, drawn.format)
            files = {file: toml_text(content, "").encode() for file, content in contents.items()}
            read = {file: load(data, file) for file, data in files.items()}
            again = event_of(read, format_named)
            assert again.round(round.number).worse == round.worse
            assert again.round(round.number).departures == round.departures
            assert tuple(kept_marks(again.round(round.number))) == found.marks
            kept += bool(round.worse)
    assert kept
