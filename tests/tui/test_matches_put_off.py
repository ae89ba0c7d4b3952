"""A match that was put off, in Results: it has not begun, and its results name their round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.places import text_of, until
from tests.tui.test_bursts import burst
from tests.tui.test_league_season import Season, entry_list
from tui.app import TopboardApp


async def test_a_match_put_off_is_not_said_to_run_and_its_results_name_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOPBOARD_EVENTS", str(tmp_path))
    (tmp_path / "teams.csv").write_text(entry_list(4))
    season = Season(capsys)
    season.run("new", "lg", "--format", "league", "--entries", str(tmp_path / "teams.csv"),
               "--set", "boards=2")  # fmt: skip
    season.run("draw", "lg", "--publish")
    season.run("postpone", "lg", "1", "-")
    for board in ("2.1", "2.2"):
        season.run("result", "lg", board, "1-0")
    season.run("draw", "lg", "--publish")
    season.run("result", "lg", "1.1", "0-1")
    season.run("result", "lg", "3.1", "1-0")
    app = TopboardApp(tmp_path / "lg", "results")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "last: " in text_of(app))
        assert "last: 3.1 1-0" in text_of(app)
        assert "round 1: 1.1 0-1" in text_of(app)
        await burst(pilot, "[")
        await until(pilot, lambda: "earlier round" in text_of(app))
        assert "round 2: 3.1 1-0" in text_of(app)
        assert "round 1: 1.1 0-1" in text_of(app), "behind one of another round it is named too"
        season.run("result", "lg", "1.1", "-", "--replace")
        await until(pilot, lambda: "1 put off" in text_of(app))
        assert "> put off" in text_of(app)
        assert "runs on" not in text_of(app)
