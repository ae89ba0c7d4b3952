"""Events that earlier editions kept open as they were left, today and in every later version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from saves.restore_points import read_point
from saves.store import open_event
from saves.verify import SOUND, verify
from tests.saves import corpus
from tests.saves.corpus_scripts import SCRIPTS

ARCHIVES = [pytest.param(a, id=f"{a.parent.name}-{a.name[:-7]}") for a in corpus.kept()]


MENDED = {"gnot-appeal": ".standings.tables[0]."}
"""Events whose edition said something false there: the teams that were out led the table after the
first evening."""


def _otherwise(archive: Path, folder: Path) -> list[str]:
    found = corpus.otherwise(corpus.expected(archive), corpus.outcome(folder))
    mended = MENDED.get(archive.name[: -len(".tar.xz")])
    return [text for text in found if mended is None or not text.startswith(mended)]


def test_every_edition_is_kept() -> None:
    kept = {archive.parent.name for archive in corpus.kept()}
    assert "edition-1" in kept
    assert {a.name[:-7] for a in corpus.kept() if a.parent.name == "edition-1"} <= set(SCRIPTS)


@pytest.mark.parametrize("archive", ARCHIVES)
def test_an_event_of_an_earlier_edition_stands_as_it_was_left(
    archive: Path, tmp_path: Path
) -> None:
    folder = corpus.unpacked(archive, tmp_path)
    assert _otherwise(archive, folder) == []
    report = verify(folder)
    assert (report.status, report.lines[-1][:6]) == (SOUND, "sound:")
    store = open_event(folder)
    assert (store.read_only, store.edits) == ("", None)
    points = store.points()
    for point in points:
        event = read_point(store.disk, folder, point.name, store.format_named)
        assert event.revision == point.journal_n
    if points:
        before = store.event
        store.restore(points[0].name)
        assert store.event != before
        store.undo()
        assert open_event(folder).event == replace(before, revision=before.revision + 2)


@pytest.mark.parametrize("archive", ARCHIVES)
def test_the_journal_alone_is_the_event_of_an_earlier_edition(
    archive: Path, tmp_path: Path
) -> None:
    """As it is opened from its save files, which the test above holds against what stood."""
    folder = corpus.unpacked(archive, tmp_path)
    saved = open_event(folder, read_only=True).event
    for file in folder.rglob("*.toml"):
        file.unlink()
    store = open_event(folder)
    assert (store.read_only, store.edits) == ("", None)
    assert store.event == saved
