"""The bin of a folder of events: whole, never over another, never elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import CreateEvent
from engine.refusal import Refused
from saves.disk import Disk
from saves.folders import bring_back, last_in_bin, put_in_bin
from saves.store import create_event, open_event


def event(shelf: Path, name: str, title: str = "Kent") -> Path:
    return create_event(shelf / name, CreateEvent(title, "kjca", {})).folder


def test_events_of_one_name_lie_beside_each_other_and_the_last_comes_back_first(
    tmp_path: Path,
) -> None:
    for title in ("First", "Second"):
        put_in_bin(Disk(), event(tmp_path, "kent", title))
    assert sorted(path.name for path in (tmp_path / "bin").iterdir()) == ["kent", "kent-2"]
    back = bring_back(Disk(), last_in_bin(Disk(), tmp_path))
    assert (back, open_event(back).event.title) == (tmp_path / "kent-2", "Second")
    assert bring_back(Disk(), last_in_bin(Disk(), tmp_path)) == tmp_path / "kent"
    with pytest.raises(Refused, match="nothing is in the bin"):
        last_in_bin(Disk(), tmp_path)


@pytest.mark.parametrize("what", ["link", "file", "event"])
def test_where_something_else_is_called_bin_nothing_is_moved(tmp_path: Path, what: str) -> None:
    shelf, elsewhere = tmp_path / "events", tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = event(shelf, "kent")
    if what == "link":
        (shelf / "bin").symlink_to(elsewhere)
    elif what == "file":
        (shelf / "bin").write_text("")
    else:
        event(shelf, "bin")
    with pytest.raises(Refused, match="there is no bin"):
        put_in_bin(Disk(), folder)
    assert open_event(folder).event.title == "Kent"
    assert list(elsewhere.iterdir()) == []


def test_where_the_name_is_taken_meanwhile_it_comes_back_under_another(tmp_path: Path) -> None:
    kept = put_in_bin(Disk(), event(tmp_path, "kent", "First"))
    event(tmp_path, "kent", "Second")
    assert bring_back(Disk(), kept) == tmp_path / "kent-2"
    assert open_event(tmp_path / "kent").event.title == "Second"
    assert open_event(tmp_path / "kent-2").event.title == "First"
