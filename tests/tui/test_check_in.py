"""Check-in at the door: seen one by one or all at once, the others out of the draw in one go."""

from __future__ import annotations

from pathlib import Path

from tests.tui.places import juniors, text_of, until
from tests.tui.test_entries_keys import console
from tui.app import TopboardApp


def seen(app: TopboardApp) -> list[str]:
    return [e.id for e in app.desk.event.entrants if e.present]


async def test_marked_one_by_one_the_list_of_those_not_seen_grows_shorter(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "absent only" in text_of(app))
        last = text_of(app).splitlines()[-1]
        assert last.startswith(" space here  n absent only  o leave absent out  A all here")
        await pilot.press("space", "space", "space")
        await until(pilot, lambda: len(seen(app)) == 3)
        assert seen(app) == ["1", "2", "3"]


async def test_all_at_once_and_the_check_in_of_the_next_day(tmp_path: Path) -> None:
    app = console(juniors(tmp_path / "kent").folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "41 entries" in text_of(app))
        await pilot.press("space", "A")
        await until(pilot, lambda: "40 entries checked in" in text_of(app))
        assert len(seen(app)) == 41
        await pilot.press("A")
        await until(pilot, lambda: "everybody is checked in" in text_of(app))
        await pilot.press("N")
        await until(pilot, lambda: seen(app) == [])
        await pilot.press("u")
        await until(pilot, lambda: len(seen(app)) == 41)
        await pilot.press("U", "N")
        await until(pilot, lambda: "the check-in is clear already" in text_of(app))
