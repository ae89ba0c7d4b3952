"""Events that told walkovers, drop-in scores and play-offs in sentences open as they were left."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from engine.event import Event
from formats.registry import format_named
from saves.checkpoint import read_saved
from saves.contents import contents_of, event_of
from saves.disk import Disk
from saves.earlier_versions import adjustment_row, restore_point_in
from saves.store import open_event
from saves.verify import SOUND, verify

OLD = Path(__file__).parent.parent / "data" / "old_repechage"
"""23 teams; four that withdrew, so that six matches are walkovers; a play-off at the end."""

WALKOVERS = {
    (3, "11"): ("D1", "23"),
    (5, "14"): ("D2", "7"),
    (5, "20"): ("S3", "23"),
    (6, "18"): ("S4", "22"),
    (7, "11"): ("S5", "21"),
    (7, "18"): ("S5", "7"),
}
SWISS = (
    "1 110.42, 9 104.23, 13 95.49, 11 95.49, 12 93.83, 20 88.63, 2 87.59, 3 82.26, 5 82.02, "
    "6 81.75, 15 79.54, 4 77.39, 16 75.88, 10 68.50, 19 66.94, 8 55.42, 7 0.00, 22 0.00, "
    "21 0.00, 23 0.00"
)
"""As the version that wrote it said: 13 has won the play-off against 11."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD, tmp_path / "old"))


def as_left(event: Event) -> None:
    byes = {(r.number, b.entrant): (b.part, b.left) for r in event.published for b in r.byes}
    assert byes == WALKOVERS
    parts = {m.part for r in event.published for m in r.matches}
    assert parts == {"Q", "QT", "A", "B", "W", "WT", *(f"D{n}" for n in range(1, 4)),
                     *(f"S{n}" for n in (1, 2, 3, 4, 6, 7))}  # fmt: skip
    causes = [a.cause for a in event.adjustments]
    assert causes == ["drop-in"] * 13 + ["points", "play-off"]
    assert {a.entering for a in event.adjustments} == {2, 3, 4, 5, 7, None}
    tables = {table.name: table for table in format_named("gnot").standings(event)}
    assert ", ".join(f"{row.id} {row.points}" for row in tables["Swiss"].rows) == SWISS
    assert [row.id for row in tables["Overall"].rows][:6] == ["17", "14", "18", "1", "9", "13"]


def test_the_save_files_are_read_with_their_values(folder: Path) -> None:
    event = event_of(
        {path.name: read_saved(Disk(), path).content for path in folder.glob("*.toml")},
        format_named,
    )
    as_left(event)
    again = event_of(contents_of(event, format_named("gnot")), format_named)
    as_left(again)


def test_the_journal_alone_gives_the_same(folder: Path) -> None:
    for path in folder.glob("*.toml"):
        path.unlink()
    store = open_event(folder)
    as_left(store.event)
    assert verify(folder).status == SOUND


def test_the_event_opens_and_goes_on(folder: Path) -> None:
    store = open_event(folder)
    assert (store.read_only, store.edits) == ("", None)
    as_left(store.event)
    assert store.event.adjustments[-1].points == Decimal(1)


def test_a_restore_and_a_play_off_of_earlier_versions_are_read_from_their_reasons() -> None:
    assert restore_point_in("restored to 003-draw") == "003-draw"
    assert restore_point_in("edited by hand: players.toml") == ""
    row = {"entrant": "13", "why": "12-12 3-1", "cause": "play-off"}
    assert adjustment_row(row, "gnot")["scores"] == [[12, 12], [3, 1]]
    assert "scores" not in adjustment_row({**row, "why": "play-off won"}, "gnot")
