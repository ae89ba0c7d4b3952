"""A proposal that is out of date says what has changed, and whether it matters."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from engine.actions import ChangeSettings, Discard, Instruct, PublishRound
from engine.entrants import Entrant
from engine.event import Instruction
from engine.refusal import Refused
from engine.staleness import ChangeSinceDraw, changes_in_words, kept_already
from formats.registry import format_named
from tests.playing import begun, propose, publish
from tests.tui.desk_cli import JUNIORS, CommandLine


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def event(tmp_path: Path, topboard: CommandLine) -> Path:
    """A proposal of round 2 stands."""
    folder = tmp_path / "open"
    topboard.done("new", folder, "--format", "dutch", "--entries", JUNIORS, "--rounds", "4")
    topboard.done("draw", folder, "--publish")
    topboard.whites_win(folder)
    topboard.done("draw", folder)
    return folder


def test_a_draw_that_holds_says_nothing(topboard: CommandLine, event: Path) -> None:
    assert topboard.asked("status", event)["stale"] is None
    topboard.done("edit", event, "1", "--contact", "0123")
    assert topboard.asked("status", event)["stale"] is None
    assert topboard("draw", event).err == ""


def test_what_has_changed_is_named_and_the_boards_that_would_differ(
    topboard: CommandLine, event: Path
) -> None:
    before = topboard.asked("round", event)["pairings"]
    topboard.done("result", event, "3", "0-1", "--round", "1", "--replace")
    topboard.done("edit", event, "1", "--note", "asks for board 1")
    changes = topboard.asked("status", event)["stale"]["changes"]
    assert [change["kind"] for change in changes] == ["result"]
    assert "board 3: 0-1" in changes[0]["text"]
    answer = topboard("draw", event)
    assert "changed since this draw: round 1, board 3: 0-1" in answer.err
    differ = answer.err.partition("others would be at boards ")[2].splitlines()[0]
    after = topboard.asked("draw", event, "--redraw")["pairings"]
    there = {(p["white"], p["black"]) for p in after}
    expected = [p["board"] for p in before if (p["white"], p["black"]) not in there]
    assert differ.partition(" …")[0] == ", ".join(map(str, expected[:12]))
    assert topboard.asked("status", event)["stale"] is None


def test_a_change_that_does_not_matter_says_so(topboard: CommandLine, event: Path) -> None:
    topboard.done("edit", event, "1", "--club", "Another club")
    answer = topboard("draw", event)
    assert "changed since this draw:" in answer.err
    assert "drawn again it would be the same" in answer.err


def test_what_is_taken_back_is_no_change(topboard: CommandLine, event: Path) -> None:
    topboard.done("result", event, "3", "0-1", "--round", "1", "--replace")
    topboard.done("undo", event)
    assert topboard.asked("status", event)["stale"] is None


def test_among_changes_nothing_is_said_of_what_was_done_and_taken_back(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("edit", event, "1", "--rating", "1999")
    topboard.done("undo", event)
    topboard.done("result", event, "3", "0-1", "--round", "1", "--replace")
    changes = topboard.asked("status", event)["stale"]["changes"]
    assert [change["kind"] for change in changes] == ["result"]


def test_a_setting_is_named_before_bars_whichever_came_last() -> None:
    """A line has room for a few changes: what concerns everybody comes first."""
    people = [Entrant("", name) for name in "ABCDEFGH"]
    played = begun(format_named("kjca"), people)
    changes = [
        ChangeSinceDraw(Instruct(Instruction("bar", str(n), str(n + 1)))) for n in (1, 3, 5, 7)
    ]
    changes.insert(1, ChangeSinceDraw(ChangeSettings({"avoid_round1": "yes"})))
    told = changes_in_words(changes, played.event)
    assert told.startswith("settings: avoid_round1 = yes; ")
    assert "G and H" in told
    assert told.endswith(" and 2 more")
    assert changes_in_words(changes[1:2], played.event) == "settings: avoid_round1 = yes"


@pytest.mark.parametrize("format", ["kjca", "dutch", "ecf", "team_swiss", "round_robin"])
def test_a_bye_of_other_points_is_drawn_again_before_it_is_published(format: str) -> None:
    """A bye drawn for a point scored one whatever was set after the draw."""
    rounds = {} if format == "round_robin" else {"rounds": 3}
    people = [Entrant("", name, rating=1500) for name in "ABCDE"]
    played = begun(format_named(format), people, **rounds)
    propose(played)
    (was,) = {bye.points for bye in played.event.proposal.byes}  # type: ignore[union-attr]
    now = Decimal("0.5") if format != "team_swiss" else Decimal(0)
    played.do(ChangeSettings({"bye_points": str(now)}))
    with pytest.raises(Refused, match=r"the bye of this proposal scores .*redraw, or set"):
        played.do(PublishRound(1, insist=True))
    played.do(ChangeSettings({"bye_points": str(was)}))
    publish(played, insist=False)
    assert {bye.points for bye in played.event.rounds[0].byes} == {was}


def test_a_redraw_gives_the_bye_what_is_set_now() -> None:
    played = begun(format_named("kjca"), [Entrant("", name) for name in "ABCDE"], rounds=3)
    propose(played)
    played.do(ChangeSettings({"bye_points": "0.5"}))
    played.do(Discard())
    publish(played, insist=False)
    assert [bye.points for bye in played.event.rounds[0].byes] == [Decimal("0.5")]


def test_a_bar_leaves_the_best_draw_as_it_is_and_one_taken_back_may_not() -> None:
    """Who was kept apart when the round was drawn does not meet in it: without the bar the best
    draw may be that they do."""
    played = begun(format_named("kjca"), [Entrant("", name) for name in "ABCDEF"], rounds=3)
    propose(played)
    proposal = played.event.proposal
    assert proposal is not None
    first, second, *_ = proposal.matches
    apart = Instruct(Instruction("bar", first.white, second.white))
    assert kept_already([ChangeSinceDraw(apart)], proposal)
    assert not kept_already([ChangeSinceDraw(apart, undone=True)], proposal)
    together = ChangeSinceDraw(Instruct(Instruction("bar", *first.pair)))
    assert not kept_already([ChangeSinceDraw(apart), together], proposal)


def test_a_lock_leaves_the_draw_that_has_it_as_it_is_but_not_a_round_changed_by_hand() -> None:
    """There the rest can be drawn again around the lock."""
    played = begun(format_named("kjca"), [Entrant("", name) for name in "ABCDEF"], rounds=3)
    propose(played)
    proposal = played.event.proposal
    assert proposal is not None
    first, second, *_ = proposal.matches
    lock = ChangeSinceDraw(Instruct(Instruction("lock", *first.pair, 1)))
    assert kept_already([lock], proposal)
    assert not kept_already([lock], replace(proposal, altered=True))
    other = ChangeSinceDraw(Instruct(Instruction("lock", first.white, second.white, 1)))
    assert not kept_already([lock, other], proposal)
