"""The lines under the boards of a congress: how far every event is."""

from __future__ import annotations

from saves.cells import text_width
from tui.congress.results.picture import EventShare, progress_lines


def shares(count: int, **more: bool) -> list[EventShare]:
    return [EventShare(f"event-{at:02}", "R3", 26, 50, **more) for at in range(1, count + 1)]


def test_events_behind_the_third_line_are_counted_and_the_count_is_whole() -> None:
    lines = progress_lines(shares(12), 80)
    shown = [at for at in range(1, 13) if any(f"event-{at:02} " in one.text for one in lines)]
    assert lines[-1].text.endswith(f" and {12 - len(shown)} more")
    assert all(text_width(one.text) <= 80 for one in lines)


def test_an_event_in_which_nothing_is_saved_is_named_whole() -> None:
    away = EventShare("event-03", "R4", 4, 9, away=True)
    lines = progress_lines([*shares(2), away, *shares(1)], 80)
    assert any("! event-03 R4" in one.text for one in lines)
    assert all(text_width(one.text) <= 80 for one in lines)


def test_the_count_of_every_event_is_in_sight_where_names_are_long() -> None:
    names = ("Western open", "Western minor", "Western novice")
    three = [EventShare(name, "R1", 0, due) for name, due in zip(names, (8, 6, 5), strict=True)]
    for width in range(60, 121):
        lines = progress_lines(three, width)
        assert all(text_width(one.text) < width for one in lines)
        said = " ".join(one.text for one in lines)
        assert all(f" 0/{one.due} " in said for one in three)
