"""What a child process of the console reports: warnings and refusals as values."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import EnterResults, Instruct
from engine.event import Instruction
from engine.fingerprint import fingerprint
from engine.next_draw import next_draw
from engine.refusal import NoDraw, Refused, Stale
from saves.store import open_event
from tests.tui.children import use_child
from tests.tui.conftest import EventMaker
from tui.child import DrawChild, refusal_line, report_of, warning_line

DEADLOCK = NoDraw("no draw", "two can\nmeet nobody", "", players=("1", "5"), pairs=(("1", "5"),))


def test_a_refusal_comes_back_with_all_its_parts() -> None:
    for refusal in (
        Refused("what; it", "why: so", "this; or that", where="list.csv:3:1"),
        Refused("disk full", not_saved=True),
        Stale("board 1 is now 1-0", "", "look again"),
        DEADLOCK,
    ):
        lines = "\n".join([warning_line("late"), refusal_line(refusal), "Traceback: gone"])
        report = report_of(lines)
        assert report.warnings == ("late",)
        assert type(report.refusal) is type(refusal)
        assert vars(report.refusal) == vars(refusal)


def test_a_child_that_ends_without_a_word_has_no_report() -> None:
    assert report_of("Killed\n[]\n{}").refusal is None


async def test_a_draw_beside_the_console_gives_the_proposal_and_writes_nothing(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_child(monkeypatch)
    store = make_event(players=9)
    store.do(EnterResults(tuple((b, "1-0") for b in range(1, 5))))
    store.do(Instruct(Instruction("lock", "1", "2", 2)))
    journal = (store.folder / "journal.log").read_bytes()
    given = await DrawChild(store).given()
    assert given is not None
    assert given.proposal == next_draw(store.event, store.format)
    assert given.proposal.drawn_from == fingerprint(store.event)
    assert (store.folder / "journal.log").read_bytes() == journal
    assert open_event(store.folder).event.proposal is None


async def test_what_is_refused_there_is_refused_here(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use_child(monkeypatch)
    with pytest.raises(Refused) as refused:
        await DrawChild(make_event()).given()
    assert refused.value.what == "results are missing in round 1"
    assert refused.value.remedy.endswith("(--missing draw)")
