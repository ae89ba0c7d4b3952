"""Who was not in the draw does not come back where nobody enters any more."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import ReEnter, Withdraw
from engine.entrants import Entrant
from engine.refusal import Refused
from formats.registry import format_named
from tests.playing import InMemory, begun, publish

FIELD = [Entrant("", f"P{n}", rating=2400 - 10 * n) for n in range(1, 10)]


def without_one(name: str, **chosen: Any) -> InMemory:
    """Round 1 is published without the last of the list, who had withdrawn."""
    memory = begun(format_named(name), FIELD, **chosen)
    memory.do(Withdraw(memory.event.entrants[-1].id))
    publish(memory)
    return memory


@pytest.mark.parametrize("name", ["knockout", "double_knockout", "round_robin", "diagonal"])
def test_refused_with_the_reason_that_entries_have(name: str) -> None:
    memory = without_one(name)
    late = memory.event.entrants[-1]
    with pytest.raises(Refused) as refused:
        memory.do(ReEnter(late.id))
    assert str(refused.value).startswith("P9 cannot come back: ")
    assert memory.format.entry_refused(memory.event) in str(refused.value)


@pytest.mark.parametrize("name", ["knockout", "round_robin"])
def test_one_who_is_in_the_draw_comes_back(name: str) -> None:
    memory = without_one(name)
    for of_the_draw in (memory.event.entrants[0], memory.event.entrants[3]):
        memory.do(Withdraw(of_the_draw.id))
        memory.do(ReEnter(of_the_draw.id))
        assert not memory.event.entrant(of_the_draw.id).withdrawn


def test_a_swiss_takes_them() -> None:
    memory = without_one("dutch", rounds=5)
    memory.do(ReEnter(memory.event.entrants[-1].id))
    assert not memory.event.entrants[-1].withdrawn
