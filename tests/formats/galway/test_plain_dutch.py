"""`mixed_groups = "plain dutch"`: a Dutch engine that is given the bonus as added points (XXA)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.event import Event, EventSettings
from formats.galway.sections import sections_of
from saves.trf_write import write_trf
from tests.formats.galway.events import GALWAY, by_chance, congress, event, rounds
from tests.sampling import sampled
from tests.tui.desk_cli import CommandLine


def bonus_lines(given: Event) -> set[str]:
    """What the file says of the bonus: a point for each section below, in the porous rounds."""
    order, sections = GALWAY.order(given), sections_of(given)
    bonus = {no: sections.count - 1 - sections.of[id] for no, id in enumerate(order, start=1)}
    return {f"XXA {no:>4}" + f" {float(points):4.1f}" * 4 for no, points in bonus.items() if points}


def numbered(given: Event) -> list[str]:
    """The next round as pairing engines print it."""
    number = {id: n for n, id in enumerate(GALWAY.order(given), start=1)}
    made = GALWAY.draw(given)
    pairs = [f"{number[m.white]} {number[m.black]}" for m in made.matches]
    return pairs + [f"{number[b.entrant]} 0" for b in made.byes if b.kind == "pairing"]


@pytest.mark.parametrize("seed", sampled(range(4), range(2)))
def test_porous_rounds_are_those_of_topboard_pair_with_the_bonus_added(
    seed: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    topboard = CommandLine(capsys)
    given = congress() if seed == 0 else event(40 + 31 * seed)
    given = replace(given, settings=plain(given))
    for after in (given, *rounds(given, by_chance(Random(seed)), 3)):
        path = tmp_path / f"{len(after.published)}.trf"
        text = write_trf(after, GALWAY, next_round=True).decode()
        assert {line for line in text.splitlines() if line.startswith("XXA")} == bonus_lines(after)
        path.write_text(text, encoding="utf-8", newline="")
        count, *lines = topboard.done("pair", path, "--system", "dutch").splitlines()
        assert int(count) == len(lines)
        assert sorted(lines) == sorted(numbered(after))


def plain(given: Event) -> EventSettings:
    return GALWAY.settings({"mixed_groups": "plain dutch"}, given.settings)


def test_upper_first_is_another_draw() -> None:
    """Else the setting would say nothing."""
    given = event(96)
    after = list(rounds(given, by_chance(Random(2), 0.5), 2))[-1]
    plainly = replace(after, settings=plain(after))
    assert numbered(after) != numbered(plainly)
