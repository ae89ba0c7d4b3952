"""A format whose every word to the arbiter fails: its events open in every place, at every
command and on the projector, and each failure is a line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import refusal
from engine.actions import (
    CreateEvent,
    EnterResult,
    EnterResults,
    ImportEntrants,
    Instruct,
    PublishRound,
)
from engine.entrants import Entrant
from engine.event import Instruction, InstructionKind
from engine.protocol import Format
from engine.refusal import Refused
from formats.registry import format_named
from saves.store import Store, create_event, open_event
from tests.playing import propose
from tests.tui.cups import cup
from tests.tui.desk_cli import CommandLine
from tests.tui.places import text_of, until
from tui.app import TopboardApp
from tui.commands.own_files import log_file
from tui.projector.contents import contents
from tui.projector.show import ROUND_OF_PAGES

NOW = datetime(2026, 5, 9, 14, 2, tzinfo=UTC)
SHOWN = (
    "advise", "panels", "explain", "headings", "measures", "rules", "next_step", "levels",
    "meetings", "divided", "qualified", "round_of_all", "rounds_planned", "seating", "standings",
    "bracket",
)  # fmt: skip
"""Whatever a format says only to be read; not every format says all of it."""
COMMANDS = (
    ("status",), ("status", "--json"), ("round",), ("round", "--json"), ("standings",), ("log",),
    ("entries",), ("why", "1"), ("export", "--as", "text"), ("export", "--as", "json"),
    ("export", "--as", "html"), ("export", "--as", "csv"), ("export", "--as", "trf"), ("verify",),
    ("check",), ("bracket",), ("draw",), ("result", "1", "1-0"),
)  # fmt: skip


class Fault(Exception):
    """What no format should raise."""


def spoil(monkeypatch: pytest.MonkeyPatch, format: Format, *names: str) -> None:
    """These words of the format fail from now on, and nobody is let see it but in a line."""

    def fail(*args: object) -> object:
        raise Fault("spoilt")

    said = [name for name in names if hasattr(format, name)]
    assert said
    for name in said:
        monkeypatch.setattr(type(format), name, fail)
    monkeypatch.setattr(refusal, "raise_faults", False)


def field(count: int) -> list[Entrant]:
    return [Entrant("", f"Player {n:02}", rating=2000 - 10 * n) for n in range(1, count + 1)]


def played(folder: Path, format: str) -> Store:
    """One round published and a result in it."""
    if format == "knockout":
        store = cup(folder, 8)
    else:
        rounds = {} if format == "diagonal" else {"rounds": 6}
        store = create_event(folder / "event", CreateEvent("Open", format, rounds, seed=7))
        store.do(ImportEntrants(tuple(field(20))))
        propose(store)
        store.do(PublishRound(1, insist=True))
    store.do(EnterResult(1, "1,=" if format == "diagonal" else "1-0"))
    return store


@pytest.mark.parametrize("format", ["kjca", "knockout"])
async def test_every_place_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    store = played(tmp_path, format)
    spoil(monkeypatch, format_named(format), *SHOWN)
    app = TopboardApp(store.folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for place in ("entries", "pairings", "results", "standings", "bracket"):
            if place == "bracket" and format != "knockout":
                continue
            await app.go(place)
            await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
            await until(pilot, lambda: text_of(app))
            text = text_of(app)
            if place in ("standings", "bracket"):
                assert "This cannot be shown: the program failed here (Fault)" in text
            for key in ("down", "w", "escape"):
                await pilot.press(key)
        assert app.fault is None
    assert "Fault: spoilt" in log_file().read_text(encoding="utf-8")


async def test_a_place_opens_whichever_word_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each alone: what a place makes of the others must not stumble over the one."""
    app = TopboardApp(played(tmp_path, "kjca").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for place in ("entries", "pairings", "results", "standings"):
            await app.go(place)
            await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
            for word in (word for word in SHOWN if hasattr(format_named("kjca"), word)):
                with monkeypatch.context() as spoilt:
                    spoil(spoilt, format_named("kjca"), word)
                    assert app.front is not None
                    app.front.repaint()
                assert app.front.body.lines
        assert app.fault is None


async def test_a_failing_key_is_a_line_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TopboardApp(played(tmp_path, "kjca").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.go("results")
        await until(pilot, lambda: app.front is not None and bool(app.front.body.lines))
        with monkeypatch.context() as spoilt:
            spoil(spoilt, format_named("kjca"), "result_form")
            await pilot.press("down", "1")
            await until(pilot, lambda: "the program failed" in text_of(app))
        before = app.desk.store.journal.head.n
        await pilot.press("down", "1")
        await until(pilot, lambda: app.desk.store.journal.head.n > before)


@pytest.mark.parametrize("format", ["kjca", "knockout", "diagonal"])
def test_every_command_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, topboard: CommandLine, format: str
) -> None:
    store = played(tmp_path, format)
    spoil(monkeypatch, format_named(format), *SHOWN)
    for name, *rest in COMMANDS:
        answer = topboard(name, store.folder, *rest)
        assert "Traceback" not in answer.out + answer.err
        told = [x for x in answer.err.splitlines() if not x.startswith("topboard: warning:")]
        assert len(told) <= 1, answer.err
        assert answer.status == 0 or told, (name, rest)
        if name in ("status", "round", "log", "entries", "verify"):
            assert answer.status == 0, (name, answer.err)
    assert "no advice: the program failed here (Fault)" in topboard("status", store.folder).out
    assert open_event(store.folder, read_only=True).event.round(1).match(1).result is not None


@pytest.mark.parametrize("format", ["kjca", "knockout", "galway"])
def test_the_projector_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    store = played(tmp_path, format)
    spoil(monkeypatch, format_named(format), *SHOWN)
    told = {
        one.banner
        for kind in (*ROUND_OF_PAGES, "choice", "preparing", "welcome")
        for one in contents(store.event, store.format, kind)
    }
    assert ("This page cannot be shown",) in told
    assert contents(store.event, store.format, "boards")[0].rows


def test_what_cannot_be_judged_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, topboard: CommandLine
) -> None:
    """A board without a mark is one that was judged."""
    store = played(tmp_path, "kjca")
    spoil(monkeypatch, format_named("kjca"), "rules")
    found = topboard.asked("why", store.folder, 1)
    assert [c["rule"] for c in found["conflicts"]] == ["unjudged"]


def test_a_failing_action_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an event is made of is not guarded: it fails, and nothing is written."""
    store = played(tmp_path, "kjca")
    spoil(monkeypatch, format_named("kjca"), "settle")
    before = store.journal.path.read_bytes()
    with pytest.raises(Fault):
        store.do(EnterResult(2, "1-0"))
    assert store.journal.path.read_bytes() == before


def test_an_event_that_was_locked_for_good_opens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, topboard: CommandLine
) -> None:
    """A lock that a Diagonal cannot draw, in a journal from when it was not refused."""
    store = create_event(tmp_path / "event", CreateEvent("Open", "diagonal", {}, seed=7))
    store.do(ImportEntrants(tuple(field(20))))
    lock = Instruct(Instruction("lock", "1", "2", 1))
    with monkeypatch.context() as before:
        before.setattr(Instruct, "judge", lambda *args: None)
        store.do(lock)
    monkeypatch.setattr(refusal, "raise_faults", False)
    said = topboard.done("status", store.folder)
    assert "Player 01 and Player 02 cannot be locked" in said
    assert len(open_event(store.folder).event.instructions) == 1


@pytest.mark.parametrize(
    ("format", "kind", "why"),
    [
        ("diagonal", "lock", "the row says who meets whom"),
        ("round_robin", "lock", "the table says who meets whom"),
        ("round_robin", "bar", "the table says who meets whom"),
    ],
)
def test_what_no_draw_can_obey_is_refused_when_it_is_set(
    tmp_path: Path, format: str, kind: InstructionKind, why: str
) -> None:
    store = create_event(tmp_path / "event", CreateEvent("Open", format, {}, seed=7))
    store.do(ImportEntrants(tuple(field(12))))
    before = store.event
    with pytest.raises(Refused, match=why):
        store.do(Instruct(Instruction(kind, "1", "2", 1)))
    assert store.event is before
    propose(store)


def test_a_bracket_takes_no_lock_that_it_does_not_bring_together(tmp_path: Path) -> None:
    store = cup(tmp_path, 8)
    boards = store.event.round(1).matches
    store.do(EnterResults(tuple((m.board, "1-0") for m in boards)))
    through = [m.white for m in boards]
    with pytest.raises(Refused, match="do not meet"):
        store.do(Instruct(Instruction("lock", through[0], boards[0].black, 2)))
    propose(store)
    assert store.event.proposal is not None
    met = store.event.proposal.matches[0].pair
    store.do(Instruct(Instruction("lock", *met, 2)))
